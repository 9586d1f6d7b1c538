"""The types of the tests' handles."""

from typing import Annotated

from mlirlite.dialects.transform.types import OpHandle, Parameter
from mlirlite.ir.attribute import Type
from mlirlite.ir.constraints import exactly


class OpType(Type, OpHandle, name="transform.test_dialect_op"):
    """Ops of the dialect `test`."""


class ParameterType(Type, Parameter, name="transform.test_dialect_param"):
    """Integers of 32 bits."""


TEST_PARAM = ParameterType()
TestParam = Annotated[Type, exactly(TEST_PARAM, "")]
