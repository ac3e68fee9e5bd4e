package export

import (
	"context"
	"io"
	"time"

	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/policy"
)

// Exports keeps what was asked for and what came of it.
type Exports interface {
	Add(ctx context.Context, e Export) error
	// Own lists those of a person in an operation, newest first, at most limit.
	Own(ctx context.Context, operationID, userID id.ID, limit int) ([]Export, error)
	// ByID finds one of any operation; ok is false where there is none.
	ByID(ctx context.Context, exportID id.ID) (e Export, ok bool, err error)
	// Finish records the file; ok is false where one was recorded before.
	Finish(ctx context.Context, e Export) (ok bool, err error)
	// Past lists those whose file is there and was to be kept until before an instant, at most limit.
	Past(ctx context.Context, at time.Time, limit int) ([]Export, error)
	// Drop forgets the file of one.
	Drop(ctx context.Context, exportID id.ID) error
}

// Sites reads the sites of an operation, by name.
type Sites interface {
	OfOperation(ctx context.Context, operationID id.ID) ([]participant.Participant, error)
}

// Operations reads operations. Error: operation.notFound.
type Operations interface {
	ByID(ctx context.Context, operationID id.ID) (operation.Operation, error)
}

// Curves reads the curves of a site, as who asks may see them; *drawing.Service is one.
type Curves interface {
	ParticipantCurve(ctx context.Context, p policy.Principal, in drawing.CurveInput) (drawing.LoadCurve, error)
}

// Documents keeps the files; *document.Service is one.
type Documents interface {
	Keep(ctx context.Context, operationID id.ID, kind document.Kind, contents ...document.Content) ([]document.Document, error)
	Attach(ctx context.Context, docs []document.Document, name func(ctx context.Context) error) error
	Release(ctx context.Context, ids ...id.ID) error
	Open(ctx context.Context, d document.Document) (io.ReadSeekCloser, error)
}

// Signatures make the texts that links end with: who has not got one cannot make it up.
type Signatures interface {
	Sign(linkID id.ID) string
	Read(token string) (linkID id.ID, ok bool)
}

// Queue has Service.Tell done when the caller's transaction commits.
type Queue interface {
	ExportMail(ctx context.Context, exportID id.ID) error
}

// Text is what a mail says.
type Text struct {
	ExportID    id.ID // names the mail for ever
	UserID      id.ID
	OperationID id.ID
	Operation   string
	FileName    string
	Token       string // what the address of the file ends with
	ExpiresAt   time.Time
}

// Mail writes to somebody. A person who has left is no error. Errors:
// mail.addressInvalid, mail.rejected, mail.unavailable.
type Mail interface {
	SendExport(ctx context.Context, t Text) error
}

// Words are the texts of files: a key of an area of the catalogue, in a language.
type Words func(language, area, key string, params map[string]any) string

// Workbook writes a workbook of one sheet.
type Workbook func(w io.Writer, sheetName string, header []string, rows [][]any) error
