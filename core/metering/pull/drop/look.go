package drop

import (
	"strings"
	"time"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/metering/ingest/intake"
)

// Look is what the last look into all drops found for an operation.
type Look struct {
	AskedAt  *time.Time    // somebody wants one and it is not over; nil = nobody
	LookedAt *time.Time    // when the last one began; nil = there was none
	Waiting  []WaitingFile // what lies there and could not be taken, the first maxFaults
	Count    int           // all that could not be taken
}

// WaitingFile is a file of a drop that is not taken; without a name it is the drop
// itself, which cannot be reached. A file that was read and refused is an import.
type WaitingFile struct {
	File
	Drop  string
	Since time.Time // the look that first found it so
	Why   *fault.Error
}

// State tells what an operation gets from drops.
type State struct {
	Folder  bool           // files are taken from a folder or a server for files
	Taken   *ingest.Import // newest import of such files
	Looked  *time.Time     // when a look for such files last began
	Looking bool           // somebody has asked for a look, and it is not over
	Waiting []WaitingFile  // what the last look could not take, the first maxFaults
	Count   int            // all that it could not take
}

// looking is one look into all drops for one operation.
type looking struct {
	of      metering.Listed
	before  Look
	known   bool      // there was a look before, or somebody asked for one
	began   time.Time // as exact as the database keeps it
	seen    bool      // there is something in a drop, or a drop cannot be reached
	waiting []WaitingFile
	count   int // of those that wait
}

// met keeps why a file, or a drop, is not taken; an error that is not about them is left
// to the log.
func (l *looking) met(d Drop, f File, err error) error {
	why := fault.From(err)
	if why == nil || !isDropFault(why) {
		return err
	}
	l.seen = true
	l.count++
	if len(l.waiting) >= intake.MaxFaults {
		return err
	}
	one := WaitingFile{File: f.comparable(), Drop: d.Name(), Since: l.began, Why: why}
	for _, w := range l.before.Waiting {
		if w.Drop == one.Drop && w.Name == one.Name && w.Why.Key == why.Key {
			one.Since = w.Since
		}
	}
	l.waiting = append(l.waiting, one)
	return err
}

// waits keeps a file that is left for later, which is nothing for the log.
func (l *looking) waits(d Drop, f File, why *fault.Error) {
	_ = l.met(d, f, why.With("fileName", f.Name))
}

func isDropFault(f *fault.Error) bool {
	for _, one := range []*fault.Error{ErrUnreachable, ErrUnreadable, ErrChanging, ErrSettling, ErrUnfinished, ErrPart} {
		if f.Key == one.Key {
			return true
		}
	}
	return false
}

// running reports whether a look that was asked for is still to be expected: the one that
// the server does by itself would have answered it meanwhile.
func (l Look) running(now time.Time) bool {
	return l.AskedAt != nil && now.Sub(*l.AskedAt) < ingest.StaleAfter
}

// tooEarly reports whether a file may still be written: it was touched just now, or has a
// name that programs give a file while they write.
func (l *looking) tooEarly(d Drop, f File) bool {
	lower := strings.ToLower(f.Name)
	switch {
	case strings.HasSuffix(lower, ".part") || strings.HasSuffix(lower, ".tmp") || strings.HasSuffix(lower, ".filepart"):
		l.waits(d, f, ErrUnfinished)
	case l.began.Sub(f.ModifiedAt) < settleTime:
		l.waits(d, f, ErrSettling)
	default:
		return false
	}
	return true
}
