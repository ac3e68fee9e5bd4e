package pgembed

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// roomy is how much a throw-away cluster may come to: a dozen databases of tests and their log.
const roomy = 8 << 30

// inMemory is a folder whose files are in memory, where as much as a throw-away cluster may need is free both of the
// folder's own bound and of the machine's memory; "" elsewhere. Hundreds of databases that come and go are thousands of
// files each, which file systems of disks make much slower.
func inMemory() string {
	const folder = "/dev/shm"
	var fs unix.Statfs_t
	if unix.Statfs(folder, &fs) != nil || fs.Type != unix.TMPFS_MAGIC || unix.Access(folder, unix.W_OK) != nil {
		return ""
	}
	if fs.Bavail*uint64(fs.Bsize) < roomy || available() < roomy { //nolint:gosec // a size
		return ""
	}
	return folder
}

// available is the memory that the kernel could give, in bytes; 0 where it does not say.
func available() uint64 {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), "MemAvailable:")
	var kB uint64
	if _, err := fmt.Sscan(rest, &kB); err != nil {
		return 0
	}
	return kB << 10
}
