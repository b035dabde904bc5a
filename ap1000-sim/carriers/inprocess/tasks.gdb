# tasks.gdb - for gdb on the simulator: the symbols of each task in process, as soon as its copy is in place. See .github/DEBUGGING.md.
# It only reads variables: Debian 12's gdb cannot call a function of the program on a processor with AMX ("Couldn't write extended state status").
#   gdb -x tasks.gdb --args ap1000 run --tasks inprocess ./prog
set breakpoint pending on
set language c++
break task_libc_start_main
commands
  silent
  eval "add-symbol-file \"%s\" -o %ld", ap1000::InprocessExecution::running_->path._M_dataplus._M_p, (long)ap1000::InprocessExecution::running_->room_.stack_top_
  continue
end
# Whoever asks what the tasks do (ap1000 ps), or has no patience, has a program in libc stopped by a fault where it comes back to its own code.
handle SIGSEGV nostop noprint
catch signal SIGSEGV
condition $bpnum ap1000::InprocessExecution::running_ == 0 || ap1000::InprocessExecution::running_->room_.text_.allowed_
