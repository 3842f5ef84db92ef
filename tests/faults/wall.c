/* Lets a test set the wall clock of the programs it starts, and no other clock.
 *
 * Preloaded into a program, it adds the nanoseconds that the file WALL_OFFSET_FILE holds (eight bytes, mapped: what the
 * test writes holds for all programs at once) to every reading of the time of day. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const int64_t SECOND = 1000000000;
static const volatile int64_t *offset_ns;

__attribute__((constructor)) static void map_offset(void) {
    const char *path = getenv("WALL_OFFSET_FILE");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void *mapped = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
    if (mapped != MAP_FAILED)
        offset_ns = mapped;
    close(file);
}

int clock_gettime(clockid_t id, struct timespec *now) {
    long failed = syscall(SYS_clock_gettime, id, now);
    if (!failed && offset_ns && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) {
        int64_t ns = now->tv_sec * SECOND + now->tv_nsec + *offset_ns;
        now->tv_sec = ns / SECOND;
        now->tv_nsec = ns % SECOND;
    }
    return (int)failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec precise;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &precise))
        return -1;
    now->tv_sec = precise.tv_sec;
    now->tv_usec = precise.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *now) {
    struct timespec precise;
    clock_gettime(CLOCK_REALTIME, &precise);
    if (now)
        *now = precise.tv_sec;
    return precise.tv_sec;
}
