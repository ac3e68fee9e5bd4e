//go:build !linux

package pgembed

// inMemory is Linux's.
func inMemory() string { return "" }
