package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// scratchName is the folder for what is only needed while a request or an import goes on:
// files that are sent, zip files that are read, workbooks that are opened.
const scratchName = "tmp"

// useScratch makes a folder of this process in the data folder and has temporary files made
// there, so that nobody else reads them and none stays: a process that was killed leaves its
// folder, and the next one that starts removes it. release removes the folder of this one.
// Several processes may have one data folder: each holds a lock in its own.
func useScratch(dataDir string) (release func(), err error) {
	root := filepath.Join(dataDir, scratchName)
	if err := os.MkdirAll(root, 0o700); err != nil {
		return nil, err
	}
	starting, err := lockFile(filepath.Join(root, "lock"), syscall.LOCK_EX)
	if err != nil {
		return nil, err
	}
	defer func() { _ = starting.Close() }()
	if err := sweepScratch(root); err != nil {
		return nil, err
	}
	own, err := os.MkdirTemp(root, "run-")
	if err != nil {
		return nil, err
	}
	held, err := lockFile(own+".lock", syscall.LOCK_EX|syscall.LOCK_NB)
	if err != nil {
		return nil, err
	}
	before, set := os.LookupEnv("TMPDIR")
	if err := os.Setenv("TMPDIR", own); err != nil {
		return nil, err
	}
	return func() {
		if set {
			_ = os.Setenv("TMPDIR", before)
		} else {
			_ = os.Unsetenv("TMPDIR")
		}
		_ = errors.Join(os.RemoveAll(own), os.Remove(own+".lock"), held.Close())
	}, nil
}

// sweepScratch removes the folders of processes that are gone.
func sweepScratch(root string) error {
	all, err := filepath.Glob(filepath.Join(root, "run-*"))
	if err != nil {
		return err
	}
	for _, path := range all {
		if filepath.Ext(path) == ".lock" {
			continue
		}
		held, err := lockFile(path+".lock", syscall.LOCK_EX|syscall.LOCK_NB)
		if errors.Is(err, syscall.EWOULDBLOCK) {
			continue // it lives
		}
		if err != nil {
			return err
		}
		if err := errors.Join(os.RemoveAll(path), os.Remove(path+".lock"), held.Close()); err != nil {
			return fmt.Errorf("removing what a process left behind: %w", err)
		}
	}
	return nil
}

func lockFile(path string, how int) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), how); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
