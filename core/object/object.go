// Package object is the port through which the core keeps files: received
// datasets, logos, documents, rendered invoices.
//
// Owns: the names of objects and the rules of storing one. Does not own: who may
// read what (each context), where the bytes lie (adapters/blob).
package object

import (
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/fault"
)

// Faults of storing.
var (
	ErrNotFound = fault.New(fault.NotFound, "object.notFound")
	// ErrKey is a name that Store cannot take: see CheckKey.
	ErrKey = fault.New(fault.Invalid, "object.keyInvalid", fault.Text("key"))
	// ErrSize is content that is shorter or longer than announced.
	ErrSize = fault.New(fault.Invalid, "object.sizeMismatch", fault.Int("expected"))
	// ErrLink is a signed address that was changed or is too old.
	ErrLink = fault.ObjectLinkInvalid
)

// Info is what is known of an object beside its content.
type Info struct {
	Size        int64 // bytes
	ContentType string
}

// Object is content to put under a key.
type Object struct {
	Key         string
	Open        func() (io.ReadCloser, error)
	Size        int64 // bytes; -1 = all that comes
	ContentType string
}

// Store keeps objects under keys. What was put is whole or not there at all.
// Putting under a key again replaces. All methods answer object.keyInvalid for a
// key that CheckKey refuses.
type Store interface {
	// Put stores size bytes of content; size -1 takes all that comes.
	// Error: object.sizeMismatch when content is shorter or longer.
	Put(ctx context.Context, key string, content io.Reader, size int64, contentType string) error
	// PutAll puts several side by side, each as Put does. After an error some may be there.
	PutAll(ctx context.Context, objects []Object) error
	// Get opens an object; the caller closes it. Error: object.notFound.
	Get(ctx context.Context, key string) (io.ReadSeekCloser, Info, error)
	// Stat describes an object. Error: object.notFound.
	Stat(ctx context.Context, key string) (Info, error)
	// Delete removes an object. One that is not there is no error.
	Delete(ctx context.Context, key string) error
	// SignGet makes an address under which anybody can download the object for the
	// time ttl, named fileName. It does not look whether the object exists.
	SignGet(ctx context.Context, key, fileName string, ttl time.Duration) (url string, err error)
}

// CheckKey reports whether key can name an object: one to ten names of a–z, 0–9,
// point, hyphen and underscore, at most 128 characters each, 512 in all, joined by
// slashes. No name begins with a point, so that none leads elsewhere on a disk;
// lower case, so that a disk that does not tell cases apart holds the same objects.
// Error: object.keyInvalid.
func CheckKey(key string) error {
	names := strings.Split(key, "/")
	if len(key) > 512 || len(names) > 10 || slices.ContainsFunc(names, func(n string) bool { return !isName(n) }) {
		return ErrKey.With("key", key)
	}
	return nil
}

const nameLetters = "abcdefghijklmnopqrstuvwxyz0123456789._-"

func isName(s string) bool {
	return s != "" && len(s) <= 128 && s[0] != '.' &&
		!strings.ContainsFunc(s, func(r rune) bool { return !strings.ContainsRune(nameLetters, r) })
}

// Exactly reads from content and fails with object.sizeMismatch where it ends
// before or goes on after size bytes. A negative size lets everything pass.
func Exactly(content io.Reader, size int64) io.Reader {
	if size < 0 {
		return content
	}
	return &exact{content: content, left: size, size: size}
}

type exact struct {
	content    io.Reader
	left, size int64
}

func (e *exact) Read(p []byte) (int, error) {
	if e.left == 0 {
		// One more byte would be one too many.
		var more [1]byte
		n, err := io.ReadFull(e.content, more[:])
		if n > 0 {
			return 0, ErrSize.With("expected", e.size)
		}
		return 0, err
	}
	n, err := e.content.Read(p[:min(int64(len(p)), e.left)])
	e.left -= int64(n)
	if err == io.EOF && e.left > 0 {
		return n, ErrSize.With("expected", e.size)
	}
	if err == io.EOF {
		err = nil // the end is told by the next call, which has nothing left
	}
	return n, err
}
