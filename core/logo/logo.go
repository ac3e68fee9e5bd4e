// Package logo keeps the pictures by which operations and issuers are known.
//
// Owns: what is taken as a logo and how large it is kept. Does not own: who may set or see one (the
// context whose thing has it asks), how a picture is read (adapters/picture).
package logo

import (
	"context"
	"io"
	"time"

	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// Kind of the stored documents.
const Kind document.Kind = "logos"

// What is taken, and what is kept: that fits a letterhead of 60 mm at 300 dots an inch.
const (
	MaxBytes    = 5 << 20
	MaxSide     = 6000 // pixels
	KeptWidth   = 800  // pixels, at most
	KeptHeight  = 400
	ContentType = "image/png"
	// life is how long a link lasts at least. Links of one hour are the same, so that a browser
	// fetches a picture once.
	life = time.Hour
)

// Faults.
var (
	// ErrNotFound is a thing without a logo.
	ErrNotFound = fault.New(fault.NotFound, "logo.notFound")
	// ErrTooLarge is a file of too many bytes; parameter maxMegabytes.
	ErrTooLarge = fault.New(fault.Invalid, "logo.tooLarge", fault.Int("maxMegabytes")).At("file")
	// ErrNoPicture is a file that is no PNG, JPEG or WebP, or a broken one.
	ErrNoPicture = fault.New(fault.Invalid, "logo.noPicture").At("file")
	// ErrTooManyPixels is a picture that is too wide or too high; parameters width, height, max.
	ErrTooManyPixels = fault.New(fault.Invalid, "logo.tooManyPixels", fault.Int("width", "height", "max")).At("file")
)

// Pictures draws pictures anew, so that nothing of a file is kept but its pixels.
type Pictures interface {
	// Redraw reads a PNG, JPEG or WebP of at most maxSide pixels a side and writes it as PNG, smaller
	// where it would not fit into width × height; its proportions stay. The same file gives the same
	// bytes. Errors: logo.noPicture, logo.tooManyPixels.
	Redraw(file []byte, maxSide, width, height int) ([]byte, error)
}

// Deps are what the service works with.
type Deps struct {
	Documents *document.Service
	Pictures  Pictures
	Now       func() time.Time
}

// Service keeps logos. It asks nobody for a permission.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{d}
}

// Keep stores a picture, before the transaction that names it with Name.
// Errors: logo.tooLarge, logo.noPicture, logo.tooManyPixels.
func (s *Service) Keep(ctx context.Context, operationID id.ID, file []byte) (document.Document, error) {
	if len(file) > MaxBytes {
		return document.Document{}, ErrTooLarge.With("maxMegabytes", MaxBytes>>20)
	}
	kept, err := s.Pictures.Redraw(file, MaxSide, KeptWidth, KeptHeight)
	if err != nil {
		return document.Document{}, err
	}
	docs, err := s.Documents.Keep(ctx, operationID, Kind, document.Of(kept, ContentType))
	if err != nil {
		return document.Document{}, err
	}
	return docs[0], nil
}

// Name records in one transaction that a picture is there and, by name, what has it. name answers
// the logo that it takes the place of, which then goes where nothing else has it; "" = none.
func (s *Service) Name(ctx context.Context, kept document.Document, name func(ctx context.Context) (before id.ID, err error)) error {
	return s.Documents.Attach(ctx, []document.Document{kept}, func(ctx context.Context) error {
		before, err := name(ctx)
		if err != nil || before == kept.ID {
			return err
		}
		return s.Release(ctx, before)
	})
}

// Release lets go of a logo within the transaction that takes it from its thing; "" is none.
func (s *Service) Release(ctx context.Context, logoID id.ID) error {
	if logoID.IsZero() {
		return nil
	}
	return s.Documents.Release(ctx, logoID)
}

// Hold records within a transaction that something more has a logo. Error: document.ErrGone.
func (s *Service) Hold(ctx context.Context, operationID, logoID id.ID, name func(ctx context.Context) error) error {
	if logoID.IsZero() {
		return name(ctx)
	}
	return s.Documents.Attach(ctx, []document.Document{of(operationID, logoID)}, name)
}

// Link is an address at which anybody sees a logo until it ends.
type Link struct {
	URL     string
	Expires time.Time
}

// Link makes an address of a logo, which a download calls name + ".png". Error: logo.notFound for "".
func (s *Service) Link(ctx context.Context, operationID, logoID id.ID, name string) (Link, error) {
	if logoID.IsZero() {
		return Link{}, ErrNotFound
	}
	now := s.Now()
	expires := now.Truncate(life).Add(2 * life)
	url, err := s.Documents.Link(ctx, of(operationID, logoID), name+".png", expires.Sub(now))
	return Link{URL: url, Expires: expires}, err
}

// Read is a logo as PNG. Error: logo.notFound for "".
func (s *Service) Read(ctx context.Context, operationID, logoID id.ID) ([]byte, error) {
	if logoID.IsZero() {
		return nil, ErrNotFound
	}
	content, err := s.Documents.Open(ctx, of(operationID, logoID))
	if err != nil {
		return nil, err
	}
	defer func() { _ = content.Close() }()
	return io.ReadAll(content)
}

func of(operationID, logoID id.ID) document.Document {
	return document.Document{ID: logoID, OperationID: operationID, Kind: Kind}
}
