//go:build unix && !linux

package fs

// populate is nothing here: pages are mapped as they are read.
const populate = 0
