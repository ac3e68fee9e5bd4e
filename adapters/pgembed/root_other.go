//go:build unix && !linux

package pgembed

import (
	"context"
	"errors"
	"syscall"
)

func namespace(*syscall.SysProcAttr) error {
	return errors.New("user namespaces exist on Linux only")
}

func namespaceWorks(context.Context, Tree) bool { return false }

// dieWithParent has no counterpart here: the next start finds the orphan by its
// lock file and stops it.
func dieWithParent(*syscall.SysProcAttr) {}
