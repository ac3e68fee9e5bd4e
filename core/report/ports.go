package report

import (
	"context"
	"io"
	"time"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/communication"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/economy"
	"github.com/openpmo/pmo/core/finance"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/extent"
	"github.com/openpmo/pmo/core/policy"
)

// Operations reads operations. Error: operation.notFound.
type Operations interface {
	ByID(ctx context.Context, operationID id.ID) (operation.Operation, error)
}

// Sites reads the sites of an operation, by name.
type Sites interface {
	OfOperation(ctx context.Context, operationID id.ID) ([]participant.Participant, error)
}

// Figures reads energies and rates; *dashboard.Service is one. It asks whether the caller may.
type Figures interface {
	ParticipantMetrics(ctx context.Context, p policy.Principal, in dashboard.MetricsInput) (dashboard.Metrics, error)
	OperationMetrics(ctx context.Context, p policy.Principal, in dashboard.MetricsInput) (dashboard.Metrics, error)
}

// Curves reads days and months; *drawing.Service is one. It asks whether the caller may.
type Curves interface {
	ParticipantCurve(ctx context.Context, p policy.Principal, in drawing.CurveInput) (drawing.LoadCurve, error)
	OperationCurve(ctx context.Context, p policy.Principal, in drawing.CurveInput) (drawing.LoadCurve, error)
}

// Economy says what local energy is worth to a consumer; *economy.Service is one.
type Economy interface {
	PriceConfig(ctx context.Context, p policy.Principal, participantID id.ID) (economy.PriceConfig, error)
	Estimate(ctx context.Context, p policy.Principal, in economy.EstimateInput) (economy.Estimate, error)
}

// Sharing says how the key treats a site; *analysis.Service is one.
type Sharing interface {
	SharingOf(ctx context.Context, p policy.Principal, participantID id.ID) (allocation.Sharing, error)
}

// Keys reads the key in force; *key.Service is one.
type Keys interface {
	Last(ctx context.Context, p policy.Principal, operationID id.ID) (allocation.Config, error)
}

// Extents measures operations; *extent.Service is one.
type Extents interface {
	Measure(ctx context.Context, p policy.Principal, operationID id.ID) (extent.Extent, error)
}

// Sources are where the figures of a report are read.
type Sources struct {
	Operations Operations
	Sites      Sites
	Figures    Figures
	Curves     Curves
	Economy    Economy
	Sharing    Sharing
	Keys       Keys
	Extents    Extents
	Sales      finance.Sales
}

// Drawer draws a report as PDF.
type Drawer interface {
	DrawReport(s Sheet) ([]byte, error)
}

// Documents keeps the files; *document.Service is one.
type Documents interface {
	Keep(ctx context.Context, operationID id.ID, kind document.Kind, contents ...document.Content) ([]document.Document, error)
	Attach(ctx context.Context, docs []document.Document, name func(ctx context.Context) error) error
	Release(ctx context.Context, ids ...id.ID) error
	Open(ctx context.Context, d document.Document) (io.ReadSeekCloser, error)
}

// Links keeps links.
type Links interface {
	// Of lists those of a site, newest first, at most limit.
	Of(ctx context.Context, operationID, siteID id.ID, limit int) ([]Link, error)
	// ByID finds one of any operation; ok is false where there is none.
	ByID(ctx context.Context, linkID id.ID) (l Link, ok bool, err error)
	// Live counts those of a site that lead somewhere; it keeps others from adding until the transaction ends.
	Live(ctx context.Context, operationID, siteID id.ID, now time.Time) (int, error)
	// Add stores one; ok is false where its mailing has one of the site.
	Add(ctx context.Context, l Link) (ok bool, err error)
	// Mailed are the sites that a mailing has links of.
	Mailed(ctx context.Context, operationID, jobID id.ID) (map[id.ID]bool, error)
	// Revoke ends one; found is false where there is none that was not revoked.
	Revoke(ctx context.Context, operationID, siteID, linkID id.ID, at time.Time) (found bool, err error)
	// Count adds a download.
	Count(ctx context.Context, linkID id.ID, at time.Time) error
	// Past are links that ended before an instant, at most limit.
	Past(ctx context.Context, before time.Time, limit int) ([]Link, error)
	// Remove takes one away.
	Remove(ctx context.Context, linkID id.ID) error
}

// Signatures make the texts that links end with.
type Signatures interface {
	Sign(linkID id.ID) string
	Read(token string) (linkID id.ID, ok bool)
}

// Files are what reports are drawn with and where they lie.
type Files struct {
	Drawer     Drawer
	Documents  Documents
	Links      Links
	Signatures Signatures
}

// Recipients finds who can be written to.
type Recipients interface {
	OfOperation(ctx context.Context, operationID id.ID, today civil.Date) ([]communication.Recipient, error)
}

// Queue has Service.Tell done for a link when the transaction of ctx commits.
type Queue interface {
	ReportMail(ctx context.Context, linkID id.ID) error
}

// Mail writes to who is told of a report.
type Mail interface {
	SendReport(ctx context.Context, t Text) error
}

// Letters are how people are told of their reports.
type Letters struct {
	Recipients Recipients
	Queue      Queue
	Mail       Mail
}
