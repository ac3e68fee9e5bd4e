package fs

import "syscall"

// populate has the kernel map all pages of a window by one call, not each by a fault of its own.
const populate = syscall.MAP_POPULATE
