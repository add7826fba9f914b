/* Stands between a process and its C library: counts the file operations on the folder SHIM_ROOT
   (but not its listing) and on its folder evidence, logs each that was carried out to SHIM_LOG, and has SHIM_ACT happen at
   operation SHIM_AT. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *root, *act = "";
static long at, count;
static int log_fd = -1;

__attribute__((constructor)) static void start(void) {
    const char *number = getenv("SHIM_AT"), *log = getenv("SHIM_LOG");
    root = getenv("SHIM_ROOT");
    at = number ? atol(number) : 0;
    act = getenv("SHIM_ACT") ? getenv("SHIM_ACT") : "";
    if (log) log_fd = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CLOEXEC, 0);
}

static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

static int errno_of(const char *name) {
    return !strcmp(name, "EIO")      ? EIO
           : !strcmp(name, "ENOSPC") ? ENOSPC
           : !strcmp(name, "EROFS")  ? EROFS
           : !strcmp(name, "EDQUOT") ? EDQUOT
           : !strcmp(name, "EINTR")  ? EINTR
           : !strcmp(name, "EPERM")  ? EPERM
                                     : 0;
}

/* The number of an operation on a path; 0 when nobody counts it. */
static long number_of(const char *path) {
    size_t length = root && path ? strlen(root) : 0;
    if (!length || strncmp(path, root, length)) return 0;
    const char *below = path + length;
    if (*below && strncmp(below, "/evidence", 9)) return 0;
    return __atomic_add_fetch(&count, 1, __ATOMIC_SEQ_CST);
}

/* Where an open file stands. */
static const char *path_of(int fd, char *into) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, into, PATH_MAX - 1);
    if (length < 0) return NULL;
    into[length] = 0;
    return into;
}

/* What happens in place of an operation: the process ends, or -1 for a fault, or 0 for nothing. */
static int instead(long n) {
    if (!n || n != at) return 0;
    if (!strcmp(act, "kill")) die();
    int fault = errno_of(act);
    if (!fault) return 0;
    errno = fault;
    return -1;
}

/* What happens after an operation. */
static long done(long n, const char *name, const char *path, long result) {
    if (!n) return result;
    int kept = errno;
    char line[PATH_MAX + 64];
    int length = snprintf(line, sizeof line, "%ld %s %s %s\n", n, name, result < 0 ? "no" : "ok", path);
    if (log_fd >= 0) syscall(SYS_write, log_fd, line, length);
    if (n == at && !strcmp(act, "kill-after")) die();
    errno = kept;
    return result;
}

#define CARRY(name, path, operation)                            \
    const char *where = path;                                   \
    long n = number_of(where);                                  \
    if (instead(n)) return -1;                                  \
    return done(n, name, where, operation)

static int opened(const char *path, int flags, mode_t mode) {
    CARRY("open", path, syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

#define OPEN(function)                                                                        \
    int function(const char *path, int flags, ...) {                                          \
        mode_t mode = 0;                                                                      \
        if (flags & (O_CREAT | O_TMPFILE)) {                                                  \
            va_list rest;                                                                     \
            va_start(rest, flags);                                                            \
            mode = va_arg(rest, mode_t);                                                      \
            va_end(rest);                                                                     \
        }                                                                                     \
        return opened(path, flags, mode);                                                     \
    }
OPEN(open)
OPEN(open64)

DIR *opendir(const char *path) {
    static DIR *(*real)(const char *);
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "opendir");
    long n = root && !strcmp(path, root) ? 0 : number_of(path);
    if (instead(n)) return NULL;
    DIR *folder = real(path);
    done(n, "opendir", path, folder ? 0 : -1);
    return folder;
}

ssize_t write(int fd, const void *bytes, size_t length) {
    char path[PATH_MAX];
    const char *where = path_of(fd, path);
    long n = number_of(where);
    if (instead(n)) return -1;
    if (n && n == at && (!strcmp(act, "torn") || !strcmp(act, "short"))) {
        long half = syscall(SYS_write, fd, bytes, (length + 1) / 2);
        if (!strcmp(act, "torn")) die();
        return done(n, "write", where, half);
    }
    return done(n, "write", where, syscall(SYS_write, fd, bytes, length));
}

int fsync(int fd) {
    char path[PATH_MAX];
    CARRY("fsync", path_of(fd, path), syscall(SYS_fsync, fd));
}

int flock(int fd, int how) {
    char path[PATH_MAX];
    CARRY("flock", path_of(fd, path), syscall(SYS_flock, fd, how));
}

int ftruncate64(int fd, off64_t length) {
    char path[PATH_MAX];
    CARRY("ftruncate", path_of(fd, path), syscall(SYS_ftruncate, fd, length));
}

int rename(const char *from, const char *to) {
    CARRY("rename", to, syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

int linkat(int in, const char *from, int below, const char *to, int flags) {
    CARRY("link", to, syscall(SYS_linkat, in, from, below, to, flags));
}

int link(const char *from, const char *to) {
    return linkat(AT_FDCWD, from, AT_FDCWD, to, 0);
}

int unlink(const char *path) {
    CARRY("unlink", path, syscall(SYS_unlinkat, AT_FDCWD, path, 0));
}

int mkdir(const char *path, mode_t mode) {
    CARRY("mkdir", path, syscall(SYS_mkdirat, AT_FDCWD, path, mode));
}
