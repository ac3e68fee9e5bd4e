// Package document keeps files of operations: invoices as they were sent, curves as they came,
// and what else is named by something stored.
//
// Owns: the names of files in the object store, that a content is kept once, that none is lost and
// none left behind. Does not own: who may read one. A document has no right of its own: who may read
// the thing that names it may read it, and that thing's context asks.
package document

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"

	"github.com/openpmo/pmo/core/id"
)

// Kind says what a document is of; it is the first part of its name in the object store (a–z, -).
type Kind string

// Document is a file of an operation that is kept, or on its way.
type Document struct {
	ID          id.ID
	OperationID id.ID
	Kind        Kind
	SHA256      string // of the content, hex
	Size        int64  // bytes
	ContentType string
}

// Key is its name in the object store. It does not come of the content: one that is on its way out
// and the same content coming back are two names.
func (d Document) Key() string {
	return string(d.Kind) + "/" + d.OperationID.String() + "/" + d.ID.String()
}

// Content is a file to keep, whole, with the hash that it was found to have.
type Content struct {
	SHA256      string // hex
	Size        int64  // bytes
	ContentType string
	Open        func() (io.ReadCloser, error) // may be called more than once
}

// ContentOf is a content with the kind that it is kept as.
type ContentOf struct {
	Kind
	Content
}

// same is what two contents of an operation have in common that are one document.
type same struct {
	kind   Kind
	sha256 string
}

func (c ContentOf) same() same { return same{c.Kind, c.SHA256} }

// Of is a content that is in memory.
func Of(file []byte, contentType string) Content {
	sum := sha256.Sum256(file)
	return Content{SHA256: hex.EncodeToString(sum[:]), Size: int64(len(file)), ContentType: contentType,
		Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(file)), nil }}
}

// ErrGone is a document that was swept before anything named it: it has to be kept again.
var ErrGone = errors.New("document: it was swept before anything named it")
