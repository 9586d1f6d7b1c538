; Which run a thread is in. `$tls` is the target's word for thread-local variables.

@om.run = hidden $tls global ptr null

define hidden ptr @om.current() {
  %run = load ptr, ptr @om.run
  ret ptr %run
}

define hidden void @om.set_current(ptr %run) {
  store ptr %run, ptr @om.run
  ret void
}

; Sessions look for an interrupt here; a program in C has its own ways.
define hidden void @om.poll() alwaysinline {
  ret void
}
