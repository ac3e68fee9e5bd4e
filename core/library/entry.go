package library

import (
	"time"

	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/id"
)

// What an operation keeps at most.
const (
	MostDepth    = 5     // folders within folders
	MostEntries  = 5_000 // folders and documents, the trash included
	MostBytes    = 20 << 30
	MostVersions = 100 // of a document
	MostFiles    = 15  // of one upload (docs/specification.md, section 5)
	MostFileSize = 50 << 20
	mostName     = 120 // letters
)

// Stored is the kind of the stored documents.
const Stored document.Kind = "papers"

// Kind is what an entry is, in the words of the contract.
type Kind string

// The kinds.
const (
	Folder Kind = "FOLDER"
	Paper  Kind = "DOCUMENT"
)

// Entry is a folder, or a document, of an operation.
type Entry struct {
	ID          id.ID
	OperationID id.ID
	Kind        Kind
	ParentID    id.ID // the folder that it is in; "" = the top
	Depth       int   // 1 at the top
	Name        string
	Revision    int // of the entry; it changes with each change but those of shares
	CreatedAt   time.Time
	ChangedAt   time.Time
	ChangedBy   id.ID
	Author      string // name of who changed it last; filled when it is read
	TrashedAt   *time.Time

	// Of a document.
	Number  int // of the version in force, from 1
	Content document.Document

	// How it is shared by itself; filled when it is read.
	Everyone bool
	Sites    int // how many it is shared with
	Links    int // that have not ended
}

// Version is one content of a document. It never changes.
type Version struct {
	Number  int
	Content document.Document
	AddedBy id.ID
	Author  string // filled when it is read
	AddedAt time.Time
}

// Outcome is what became of a file that was sent, in the words of the contract.
type Outcome string

// The outcomes.
const (
	Created   Outcome = "CREATED"
	Versioned Outcome = "VERSION_ADDED"
	Unchanged Outcome = "UNCHANGED" // the document has this content already
)
