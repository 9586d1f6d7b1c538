"""A call of compiled code by Python itself, as LLVM IR: a function of Python's C interface that
makes descriptors from a dict of arrays, calls the code without the interpreter's lock, and makes
arrays from the results. Tables describe the signature (`direct.py` has the same structures)."""

import ctypes

from mlirlite.runtime.runs import Run

PYTHON = (
    "PyBytes_FromStringAndSize",
    "PyCapsule_GetPointer",
    "PyCapsule_New",
    "PyDict_GetItemWithError",
    "PyDict_Size",
    "PyErr_Clear",
    "PyErr_Occurred",
    "PyEval_RestoreThread",
    "PyEval_SaveThread",
    "PyList_New",
    "PyList_SetItem",
    "Py_DecRef",
    "Py_IncRef",
)
"""Functions of Python that are called."""

MOST_INPUTS = 256
"""The most inputs of code that can be called like this."""


def direct_ir(header: int) -> str:
    """The LLVM IR, for objects whose header has this many bytes and ends with the type. It defines
    `call(capsule of a plan, feeds)`: a list of results, None for feeds that it does not take, or
    bytes for a failed run: the message and its values."""
    text = _IR.replace("HEADER", str(header)).replace("TYPE", str(header - 8))
    record, why = ctypes.sizeof(Run), Run.failure
    text = text.replace("MESSAGE", str(why.offset)).replace("MEANT", str(why.size))
    return text.replace("RECORD", str(record))


_IR = """
; an array's data, rank, sizes, steps, base, dtype and flags
%Array = type { [HEADER x i8], ptr, i32, ptr, ptr, ptr, ptr, i32 }
; name, dtype, rank, sizes (one below 0 is the number of a named size, from -1 down), bytes to its
; descriptor
%Input = type { ptr, ptr, i64, ptr, i64 }
; dtype, rank, bytes of an element, bytes to its descriptor
%Output = type { ptr, i64, i64, i64 }
; entry, counts of inputs, outputs, constants and named sizes, tables of the first three, bytes of
; all descriptors, then None, dict, ndarray, and numpy's functions: new array, set base, copy
%Plan = type { ptr, i64, i64, i64, i64, ptr, ptr, ptr, i64, ptr, ptr, ptr, ptr, ptr, ptr }

declare ptr @PyBytes_FromStringAndSize(ptr, i64)
declare ptr @PyCapsule_GetPointer(ptr, ptr)
declare ptr @PyCapsule_New(ptr, ptr, ptr)
declare ptr @PyDict_GetItemWithError(ptr, ptr)
declare i64 @PyDict_Size(ptr)
declare void @PyErr_Clear()
declare ptr @PyErr_Occurred()
declare void @PyEval_RestoreThread(ptr)
declare ptr @PyEval_SaveThread()
declare ptr @PyList_New(i64)
declare i32 @PyList_SetItem(ptr, i64, ptr)
declare void @Py_DecRef(ptr)
declare void @Py_IncRef(ptr)
declare void @free(ptr)

define internal i1 @is_of(ptr %object, ptr %type) {
  %at = getelementptr i8, ptr %object, i64 TYPE
  %found = load ptr, ptr %at
  %same = icmp eq ptr %found, %type
  ret i1 %same
}

; fills the descriptor of an input and holds its array; false for anything but a contiguous array
; that is not empty, of the dtype and sizes
define internal i1 @bind(ptr %plan, ptr %input, ptr %feeds, ptr %named, ptr %descriptor,
    ptr %held) {
  %name = load ptr, ptr %input
  %array = call ptr @PyDict_GetItemWithError(ptr %feeds, ptr %name)
  %missing = icmp eq ptr %array, null
  br i1 %missing, label %no, label %there
there:
  %class.at = getelementptr %Plan, ptr %plan, i32 0, i32 11
  %class = load ptr, ptr %class.at
  %is_array = call i1 @is_of(ptr %array, ptr %class)
  br i1 %is_array, label %looks, label %no
looks:
  %dtype.at = getelementptr %Input, ptr %input, i32 0, i32 1
  %dtype = load ptr, ptr %dtype.at
  %its_dtype.at = getelementptr %Array, ptr %array, i32 0, i32 6
  %its_dtype = load ptr, ptr %its_dtype.at
  %same_dtype = icmp eq ptr %dtype, %its_dtype
  %rank.at = getelementptr %Input, ptr %input, i32 0, i32 2
  %rank = load i64, ptr %rank.at
  %its_rank.at = getelementptr %Array, ptr %array, i32 0, i32 2
  %its_rank32 = load i32, ptr %its_rank.at
  %its_rank = sext i32 %its_rank32 to i64
  %same_rank = icmp eq i64 %rank, %its_rank
  %flags.at = getelementptr %Array, ptr %array, i32 0, i32 7
  %flags = load i32, ptr %flags.at
  %contiguous_aligned = and i32 %flags, 257
  %whole = icmp eq i32 %contiguous_aligned, 257
  %both = and i1 %same_dtype, %same_rank
  %all = and i1 %both, %whole
  br i1 %all, label %sizes, label %no
sizes:
  %data.at = getelementptr %Array, ptr %array, i32 0, i32 1
  %data = load ptr, ptr %data.at
  store ptr %data, ptr %descriptor
  %aligned.at = getelementptr ptr, ptr %descriptor, i64 1
  store ptr %data, ptr %aligned.at
  %offset.at = getelementptr i64, ptr %descriptor, i64 2
  store i64 0, ptr %offset.at
  %to_sizes = getelementptr i64, ptr %descriptor, i64 3
  %to_strides = getelementptr i64, ptr %to_sizes, i64 %rank
  %dims.at = getelementptr %Array, ptr %array, i32 0, i32 3
  %dims = load ptr, ptr %dims.at
  %wanted.at = getelementptr %Input, ptr %input, i32 0, i32 3
  %wanted = load ptr, ptr %wanted.at
  br label %next
next:
  %left = phi i64 [ %rank, %sizes ], [ %i, %right ]
  %stride = phi i64 [ 1, %sizes ], [ %following, %right ]
  %done = icmp eq i64 %left, 0
  br i1 %done, label %yes, label %one
one:
  %i = sub i64 %left, 1
  %size.at = getelementptr i64, ptr %dims, i64 %i
  %size = load i64, ptr %size.at
  %stated.at = getelementptr i64, ptr %wanted, i64 %i
  %stated = load i64, ptr %stated.at
  %is_named = icmp slt i64 %stated, 0
  br i1 %is_named, label %lookup, label %compare
lookup:
  %number = xor i64 %stated, -1
  %known.at = getelementptr i64, ptr %named, i64 %number
  %known = load i64, ptr %known.at
  %is_new = icmp eq i64 %known, 0
  %meant = select i1 %is_new, i64 %size, i64 %known
  store i64 %meant, ptr %known.at
  br label %compare
compare:
  %want = phi i64 [ %stated, %one ], [ %meant, %lookup ]
  %same = icmp eq i64 %want, %size
  %some = icmp ne i64 %size, 0
  %good = and i1 %same, %some
  br i1 %good, label %right, label %no
right:
  %size_to = getelementptr i64, ptr %to_sizes, i64 %i
  store i64 %size, ptr %size_to
  %stride_to = getelementptr i64, ptr %to_strides, i64 %i
  store i64 %stride, ptr %stride_to
  %following = mul i64 %stride, %size
  br label %next
yes:
  call void @Py_IncRef(ptr %array)
  store ptr %array, ptr %held
  ret i1 true
no:
  ret i1 false
}

; lets arrays go that were held: without the lock another thread may take them out of the dict
define internal void @let_go(ptr %held, i64 %count) {
  br label %next
next:
  %i = phi i64 [ 0, %0 ], [ %j, %one ]
  %more = icmp slt i64 %i, %count
  br i1 %more, label %one, label %end
one:
  %at = getelementptr ptr, ptr %held, i64 %i
  %array = load ptr, ptr %at
  call void @Py_DecRef(ptr %array)
  %j = add i64 %i, 1
  br label %next
end:
  ret void
}

define internal void @release(ptr %capsule) {
  %memory = call ptr @PyCapsule_GetPointer(ptr %capsule, ptr null)
  call void @free(ptr %memory)
  ret void
}

; the array that a descriptor describes: a copy of what is shared, or what frees its memory
define internal ptr @wrap(ptr %plan, ptr %output, ptr %descriptor, i1 %shared) {
  %dtype = load ptr, ptr %output
  %rank.at = getelementptr %Output, ptr %output, i32 0, i32 1
  %rank = load i64, ptr %rank.at
  %bytes.at = getelementptr %Output, ptr %output, i32 0, i32 2
  %bytes = load i64, ptr %bytes.at
  %sizes = getelementptr i64, ptr %descriptor, i64 3
  %strides = getelementptr i64, ptr %sizes, i64 %rank
  %steps = alloca i64, i64 %rank
  br label %next
next:
  %i = phi i64 [ 0, %0 ], [ %j, %one ]
  %more = icmp slt i64 %i, %rank
  br i1 %more, label %one, label %make
one:
  %stride.at = getelementptr i64, ptr %strides, i64 %i
  %stride = load i64, ptr %stride.at
  %step = mul i64 %stride, %bytes
  %step.at = getelementptr i64, ptr %steps, i64 %i
  store i64 %step, ptr %step.at
  %j = add i64 %i, 1
  br label %next
make:
  %allocated = load ptr, ptr %descriptor
  %aligned.at = getelementptr ptr, ptr %descriptor, i64 1
  %aligned = load ptr, ptr %aligned.at
  %offset.at = getelementptr i64, ptr %descriptor, i64 2
  %offset = load i64, ptr %offset.at
  %skipped = mul i64 %offset, %bytes
  %data = getelementptr i8, ptr %aligned, i64 %skipped
  call void @Py_IncRef(ptr %dtype)
  %class.at = getelementptr %Plan, ptr %plan, i32 0, i32 11
  %class = load ptr, ptr %class.at
  %new.at = getelementptr %Plan, ptr %plan, i32 0, i32 12
  %new = load ptr, ptr %new.at
  %rank32 = trunc i64 %rank to i32
  %array = call ptr %new(ptr %class, ptr %dtype, i32 %rank32, ptr %sizes, ptr %steps, ptr %data,
    i32 1024, ptr null)
  %failed = icmp eq ptr %array, null
  br i1 %failed, label %end, label %made
made:
  br i1 %shared, label %copy, label %own
copy:
  %copied.at = getelementptr %Plan, ptr %plan, i32 0, i32 14
  %copied = load ptr, ptr %copied.at
  %own_array = call ptr %copied(ptr %array, i32 0)
  call void @Py_DecRef(ptr %array)
  ret ptr %own_array
own:
  %nothing = icmp eq ptr %allocated, null
  br i1 %nothing, label %end, label %give
give:
  %capsule = call ptr @PyCapsule_New(ptr %allocated, ptr null, ptr @release)
  %base.at = getelementptr %Plan, ptr %plan, i32 0, i32 13
  %base = load ptr, ptr %base.at
  %ignored = call i32 %base(ptr %array, ptr %capsule)
  ret ptr %array
end:
  ret ptr %array
}

; whether an address is one of a table
define internal i1 @is_among(ptr %address, ptr %table, i64 %count) {
  br label %next
next:
  %i = phi i64 [ 0, %0 ], [ %j, %one ]
  %more = icmp slt i64 %i, %count
  br i1 %more, label %one, label %no
one:
  %at = getelementptr ptr, ptr %table, i64 %i
  %found = load ptr, ptr %at
  %same = icmp eq ptr %found, %address
  %j = add i64 %i, 1
  br i1 %same, label %yes, label %next
yes:
  ret i1 true
no:
  ret i1 false
}

define ptr @call(ptr %capsule, ptr %feeds) {
  %plan = call ptr @PyCapsule_GetPointer(ptr %capsule, ptr null)
  %dict.at = getelementptr %Plan, ptr %plan, i32 0, i32 10
  %dict = load ptr, ptr %dict.at
  %is_dict = call i1 @is_of(ptr %feeds, ptr %dict)
  br i1 %is_dict, label %counted, label %no
counted:
  %fed = call i64 @PyDict_Size(ptr %feeds)
  %inputs.at = getelementptr %Plan, ptr %plan, i32 0, i32 1
  %inputs = load i64, ptr %inputs.at
  %outputs.at = getelementptr %Plan, ptr %plan, i32 0, i32 2
  %outputs = load i64, ptr %outputs.at
  %all_fed = icmp eq i64 %fed, %inputs
  br i1 %all_fed, label %room, label %no
room:
  %bytes.at = getelementptr %Plan, ptr %plan, i32 0, i32 8
  %bytes = load i64, ptr %bytes.at
  %descriptors = alloca i8, i64 %bytes, align 16
  %names.at = getelementptr %Plan, ptr %plan, i32 0, i32 4
  %names = load i64, ptr %names.at
  %named = alloca i64, i64 %names
  %named_bytes = mul i64 %names, 8
  call void @llvm.memset.p0.i64(ptr %named, i8 0, i64 %named_bytes, i1 false)
  %known_count = add i64 %inputs, %outputs
  %known = alloca ptr, i64 %known_count
  %held = alloca ptr, i64 %inputs
  %arity = add i64 %inputs, 1
  %arguments = alloca ptr, i64 %arity
  %run = alloca i8, i64 RECORD, align 16
  store ptr %descriptors, ptr %arguments
  %has_results = icmp ne i64 %outputs, 0
  %first = zext i1 %has_results to i64
  %inputs_table.at = getelementptr %Plan, ptr %plan, i32 0, i32 5
  %inputs_table = load ptr, ptr %inputs_table.at
  br label %next
next:
  %i = phi i64 [ 0, %room ], [ %j, %bound ]
  %more = icmp slt i64 %i, %inputs
  br i1 %more, label %one, label %ready
one:
  %input = getelementptr %Input, ptr %inputs_table, i64 %i
  %distance.at = getelementptr %Input, ptr %input, i32 0, i32 4
  %distance = load i64, ptr %distance.at
  %descriptor = getelementptr i8, ptr %descriptors, i64 %distance
  %held.at = getelementptr ptr, ptr %held, i64 %i
  %right = call i1 @bind(ptr %plan, ptr %input, ptr %feeds, ptr %named, ptr %descriptor,
    ptr %held.at)
  br i1 %right, label %bound, label %refused
bound:
  %number = add i64 %i, %first
  %argument = getelementptr ptr, ptr %arguments, i64 %number
  store ptr %descriptor, ptr %argument
  %memory = load ptr, ptr %descriptor
  %known.at = getelementptr ptr, ptr %known, i64 %i
  store ptr %memory, ptr %known.at
  %j = add i64 %i, 1
  br label %next
ready:
  %entry = load ptr, ptr %plan
  %state = call ptr @PyEval_SaveThread()
  %status = call i32 %entry(ptr %arguments, ptr %run)
  call void @PyEval_RestoreThread(ptr %state)
  %went_wrong = icmp ne i32 %status, 0
  br i1 %went_wrong, label %wrong, label %called
wrong:
  %raised = call ptr @PyErr_Occurred()
  %is_raised = icmp ne ptr %raised, null
  br i1 %is_raised, label %raise, label %say
raise:
  call void @let_go(ptr %held, i64 %inputs)
  ret ptr null
say:
  %said.at = getelementptr i8, ptr %run, i64 MESSAGE
  %said = call ptr @PyBytes_FromStringAndSize(ptr %said.at, i64 MEANT)
  call void @let_go(ptr %held, i64 %inputs)
  ret ptr %said
called:
  %list = call ptr @PyList_New(i64 %outputs)
  %outputs_table.at = getelementptr %Plan, ptr %plan, i32 0, i32 6
  %outputs_table = load ptr, ptr %outputs_table.at
  %constants.at = getelementptr %Plan, ptr %plan, i32 0, i32 3
  %constants = load i64, ptr %constants.at
  %constants_table.at = getelementptr %Plan, ptr %plan, i32 0, i32 7
  %constants_table = load ptr, ptr %constants_table.at
  br label %following
following:
  %k = phi i64 [ 0, %called ], [ %l, %kept ]
  %remaining = icmp slt i64 %k, %outputs
  br i1 %remaining, label %result, label %end
result:
  %output = getelementptr %Output, ptr %outputs_table, i64 %k
  %place.at = getelementptr %Output, ptr %output, i32 0, i32 3
  %place = load i64, ptr %place.at
  %found = getelementptr i8, ptr %descriptors, i64 %place
  %allocated = load ptr, ptr %found
  %known_now = add i64 %inputs, %k
  %is_known = call i1 @is_among(ptr %allocated, ptr %known, i64 %known_now)
  %is_constant = call i1 @is_among(ptr %allocated, ptr %constants_table, i64 %constants)
  %shared = or i1 %is_known, %is_constant
  %keep.at = getelementptr ptr, ptr %known, i64 %known_now
  store ptr %allocated, ptr %keep.at
  %array = call ptr @wrap(ptr %plan, ptr %output, ptr %found, i1 %shared)
  %failed = icmp eq ptr %array, null
  br i1 %failed, label %fail, label %kept
kept:
  %set_item = call i32 @PyList_SetItem(ptr %list, i64 %k, ptr %array)
  %l = add i64 %k, 1
  br label %following
fail:
  call void @Py_DecRef(ptr %list)
  call void @let_go(ptr %held, i64 %inputs)
  ret ptr null
end:
  call void @let_go(ptr %held, i64 %inputs)
  ret ptr %list
refused:
  call void @let_go(ptr %held, i64 %i)
  br label %no
no:
  call void @PyErr_Clear()
  %none.at = getelementptr %Plan, ptr %plan, i32 0, i32 9
  %none = load ptr, ptr %none.at
  call void @Py_IncRef(ptr %none)
  ret ptr %none
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
"""
