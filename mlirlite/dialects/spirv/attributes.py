"""Attributes of SPIR-V that upstream declares in C++: versions, targets, places of variables."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects.gpu.targets import TargetAttr
from mlirlite.dialects.spirv.types import case_of
from mlirlite.ir.attribute import Attribute


class VerCapExtAttr(Attribute, name="spirv.vce"):
    """`#spirv.vce<v1.0, [Shader], [SPV_KHR_16bit_storage]>`: what a module needs."""

    version: str
    capabilities: tuple[str, ...]
    extensions: tuple[str, ...]

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        p.expect("<")
        version = case_of(p, "Version")
        p.expect(",")
        capabilities: list[str] = []
        p.comma_list(lambda: capabilities.append(case_of(p, "Capability")), "[", "]")
        p.expect(",")
        extensions: list[str] = []
        p.comma_list(lambda: extensions.append(case_of(p, "Extension")), "[", "]")
        p.expect(">")
        return cls(version, tuple(capabilities), tuple(extensions))

    def print(self, p: Any) -> None:
        capabilities, extensions = ", ".join(self.capabilities), ", ".join(self.extensions)
        p.text(f"<{self.version}, [{capabilities}], [{extensions}]>")


class TargetEnvAttr(TargetAttr, Attribute, name="spirv.target_env"):
    """`#spirv.target_env<#spirv.vce<…>, api=Vulkan, AMD:DiscreteGPU, #spirv.resource_limits<>>`."""

    triple: Attribute
    api: str
    device: tuple[str, ...]
    limits: Attribute

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        p.expect("<")
        triple = p.attribute()
        p.expect(",")
        api, device = "Unknown", []
        if p.optional_keyword("api"):
            p.expect("=")
            api = case_of(p, "ClientAPI")
            p.expect(",")
        if not p.peek("#"):
            device.append(case_of(p, "Vendor"))
            if p.accept(":"):
                device.append(case_of(p, "DeviceType"))
                if p.accept(":"):
                    device.append(str(p.integer()))
            p.expect(",")
        limits = p.attribute()
        p.expect(">")
        return cls(triple, api, tuple(device), limits)

    def print(self, p: Any) -> None:
        p.text("<")
        p.attribute(self.triple)
        if self.api != "Unknown":
            p.text(f", api={self.api}")
        if self.device and self.device[0] != "Unknown":
            p.text(f", {self.device[0]}")
            if self.device[1:] and self.device[1] != "Unknown":
                p.text(":" + ":".join(self.device[1:]))
        p.text(", ")
        p.attribute(self.limits)
        p.text(">")


class InterfaceVarABIAttr(Attribute, name="spirv.interface_var_abi"):
    """`#spirv.interface_var_abi<(0, 1), Uniform>`: where a variable is bound."""

    descriptor_set: int
    binding: int
    storage_class: str = ""

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        p.expect("<")
        p.expect("(")
        group = p.optional_integer()
        if group is None:
            raise p.error("missing descriptor set")
        p.expect(",")
        binding = p.optional_integer()
        if binding is None:
            raise p.error("missing binding")
        p.expect(")")
        storage = case_of(p, "StorageClass") if p.accept(",") else ""
        p.expect(">")
        return cls(group, binding, storage)

    def print(self, p: Any) -> None:
        storage = f", {self.storage_class}" if self.storage_class else ""
        p.text(f"<({self.descriptor_set}, {self.binding}){storage}>")
