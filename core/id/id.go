// Package id makes the identifiers of everything pmo stores: UUID version 7
// (RFC 9562), which sort by the time they were made.
package id

import (
	"crypto/rand"
	"encoding/hex"
	"sync/atomic"
	"time"

	"github.com/openpmo/pmo/core/fault"
)

// ID is a UUID in its canonical text form, lower case. The zero value is "none".
type ID string

// ErrInvalid is a text that is no UUID.
var ErrInvalid = fault.IDInvalid

// last is the time in the latest identifier of this process: 48 bits of
// milliseconds, then 12 bits of the fraction of the millisecond.
var last atomic.Uint64

// New makes an identifier: 48 bits of milliseconds, 12 bits of the fraction of the
// millisecond, 62 random bits. Those that one process makes ascend strictly (RFC
// 9562, 6.2, method 3), so that rows made one after the other sort that way.
func New() ID {
	at := tick()
	var b [16]byte
	_, _ = rand.Read(b[8:]) // crypto/rand never fails since Go 1.24
	ms := at >> 12
	for i := 5; i >= 0; i-- {
		b[i] = byte(ms)
		ms >>= 8
	}
	b[6] = byte(at>>8)&0x0f | 0x70
	b[7] = byte(at)
	b[8] = b[8]&0x3f | 0x80
	h := hex.EncodeToString(b[:])
	return ID(h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:])
}

// tick is the time now, or just after the latest one given.
func tick() uint64 {
	for {
		ns := time.Now().UnixNano()
		now := uint64(ns/1e6)<<12 | uint64(ns%1e6)*4096/1e6
		before := last.Load()
		if now <= before {
			now = before + 1
		}
		if last.CompareAndSwap(before, now) {
			return now
		}
	}
}

// Only is the one of some; none where there are several. It is of what a line of the trail is.
func Only(ids []ID) ID {
	if len(ids) == 1 {
		return ids[0]
	}
	return ""
}

// Parse accepts the canonical form, in either case. Error: id.invalid.
func Parse(s string) (ID, error) {
	if len(s) != 36 {
		return "", ErrInvalid.With("value", s)
	}
	out := []byte(s)
	for i, c := range out {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		switch {
		case dash && c == '-', !dash && (c >= '0' && c <= '9' || c >= 'a' && c <= 'f'):
		case !dash && c >= 'A' && c <= 'F':
			out[i] = c + 'a' - 'A'
		default:
			return "", ErrInvalid.With("value", s)
		}
	}
	return ID(out), nil
}

// IsZero reports whether there is no identifier.
func (i ID) IsZero() bool { return i == "" }

func (i ID) String() string { return string(i) }
