/* Two things that must be so before Rust's runtime begins.

   Keeps a standard output that was closed from being written to. Rust's runtime opens such a one on
   /dev/null before main, where every result would vanish and the command would end with 0. Opened
   for reading it stays as it is, and writing to it fails.

   Takes the signal of a file that grows past the limit of the process, so that the write itself fails
   and is told. A handler, not SIG_IGN: commands that are started begin with the system's own way. */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

__attribute__((constructor)) static void refuse_writes_to_a_closed_stdout(void) {
    if (fcntl(STDOUT_FILENO, F_GETFD) != -1 || errno != EBADF) {
        return;
    }
    int file = open("/dev/null", O_RDONLY);
    if (file != -1 && file != STDOUT_FILENO) {
        dup2(file, STDOUT_FILENO);
        close(file);
    }
}

static void nothing(int signal) { (void)signal; }

__attribute__((constructor)) static void let_writes_past_the_limit_fail(void) {
    struct sigaction action = {0};
    action.sa_handler = nothing;
    action.sa_flags = SA_RESTART;
    sigaction(SIGXFSZ, &action, 0);
}
