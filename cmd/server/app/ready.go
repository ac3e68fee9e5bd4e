package app

import (
	"context"
	"errors"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/fault"
)

const (
	// leastRoom is what the disk of the data folder must have left.
	leastRoom = 64 << 20
	// fullFor is how long a disk that was full counts as full: the database may lie on
	// another machine, whose disk nobody here can ask.
	fullFor = 30 * time.Second
)

// ready says whether requests are taken, and else why not in a word for who runs the server.
func (a *App) ready(ctx context.Context) error {
	if a.draining.Load() {
		return errors.New("draining")
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if a.db.Ping(ctx) != nil {
		return errors.New("the database does not answer")
	}
	if a.full.within(fullFor) || !hasRoom(a.config.DataDir) {
		return errors.New("a disk is full")
	}
	return nil
}

// outage says what an error means is missing: the database, or room on a disk.
func (a *App) outage(err error) *fault.Error {
	f := a.db.Outage(err)
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		f = postgres.ErrStorageFull
	}
	if f != nil && f.Key == postgres.ErrStorageFull.Key {
		a.full.note()
	}
	return f
}

// hasRoom reports whether the disk of a folder has room. One that cannot be asked has.
func hasRoom(folder string) bool {
	var disk unix.Statfs_t
	if unix.Statfs(folder, &disk) != nil {
		return true
	}
	return uint64(disk.Bavail)*uint64(disk.Bsize) >= leastRoom //nolint:gosec,unconvert // their types differ by system
}

// fullDisk remembers when something could not be written for lack of room.
type fullDisk struct{ at atomic.Int64 }

func (d *fullDisk) note() { d.at.Store(time.Now().UnixNano()) }

func (d *fullDisk) within(span time.Duration) bool {
	at := d.at.Load()
	return at != 0 && time.Since(time.Unix(0, at)) < span
}
