"""The entry points of LLVM's OpenMP runtime implemented by GCC's, as LLVM IR."""

USED = (
    "GOMP_parallel",
    "GOMP_barrier",
    "GOMP_critical_start",
    "GOMP_critical_end",
    "omp_get_thread_num",
    "omp_get_num_threads",
    "omp_set_num_threads",
)
"""Functions of libgomp that are called."""

PROVIDED = (
    "__kmpc_fork_call",
    "__kmpc_for_static_init_8",
    "__kmpc_for_static_fini",
    "__kmpc_barrier",
    "__kmpc_critical",
    "__kmpc_end_critical",
    "__kmpc_flush",
    "__kmpc_global_thread_num",
    "__kmpc_push_num_threads",
)
"""Functions that are built on them. Dynamic schedules are not supported."""

IR = """
declare void @GOMP_parallel(ptr, ptr, i32, i32)
declare void @GOMP_barrier()
declare void @GOMP_critical_start()
declare void @GOMP_critical_end()
declare i32 @omp_get_thread_num()
declare i32 @omp_get_num_threads()
declare void @omp_set_num_threads(i32)

; GCC's runtime calls a function of one argument
define internal void @run(ptr %job) {
  %number = alloca i32
  %thread = call i32 @omp_get_thread_num()
  store i32 %thread, ptr %number
  %function = load ptr, ptr %job
  %place = getelementptr { ptr, ptr }, ptr %job, i32 0, i32 1
  %data = load ptr, ptr %place
  call void %function(ptr %number, ptr %number, ptr %data)
  ret void
}

define void @__kmpc_fork_call(ptr %ident, i32 %count, ptr %function, ptr %data) {
  %job = alloca { ptr, ptr }
  store ptr %function, ptr %job
  %place = getelementptr { ptr, ptr }, ptr %job, i32 0, i32 1
  store ptr %data, ptr %place
  call void @GOMP_parallel(ptr @run, ptr %job, i32 0, i32 0)
  ret void
}

; a thread's share of lower … upper: as equal as can be, those of the first threads one longer
define void @__kmpc_for_static_init_8(ptr %ident, i32 %gtid, i32 %kind, ptr %last, ptr %plower,
    ptr %pupper, ptr %pstride, i64 %increment, i64 %chunk) {
  %thread32 = call i32 @omp_get_thread_num()
  %threads32 = call i32 @omp_get_num_threads()
  %thread = sext i32 %thread32 to i64
  %threads = sext i32 %threads32 to i64
  %lower = load i64, ptr %plower
  %upper = load i64, ptr %pupper
  %span = sub i64 %upper, %lower
  %total = add i64 %span, 1
  %share = sdiv i64 %total, %threads
  %rest = srem i64 %total, %threads
  %before = mul i64 %thread, %share
  %more = call i64 @llvm.smin.i64(i64 %thread, i64 %rest)
  %skipped = add i64 %before, %more
  %begin = add i64 %lower, %skipped
  %longer = icmp slt i64 %thread, %rest
  %one = zext i1 %longer to i64
  %own = add i64 %share, %one
  %end = add i64 %begin, %own
  %stop = sub i64 %end, 1
  store i64 %begin, ptr %plower
  store i64 %stop, ptr %pupper
  %is_last = icmp eq i64 %stop, %upper
  %flag = zext i1 %is_last to i32
  store i32 %flag, ptr %last
  ret void
}
declare i64 @llvm.smin.i64(i64, i64)

define void @__kmpc_for_static_fini(ptr %ident, i32 %gtid) {
  ret void
}

define void @__kmpc_barrier(ptr %ident, i32 %gtid) {
  call void @GOMP_barrier()
  ret void
}

define void @__kmpc_critical(ptr %ident, i32 %gtid, ptr %lock) {
  call void @GOMP_critical_start()
  ret void
}

define void @__kmpc_end_critical(ptr %ident, i32 %gtid, ptr %lock) {
  call void @GOMP_critical_end()
  ret void
}

define void @__kmpc_flush(ptr %ident) {
  fence seq_cst
  ret void
}

define i32 @__kmpc_global_thread_num(ptr %ident) {
  %thread = call i32 @omp_get_thread_num()
  ret i32 %thread
}

define void @__kmpc_push_num_threads(ptr %ident, i32 %gtid, i32 %threads) {
  call void @omp_set_num_threads(i32 %threads)
  ret void
}
"""
