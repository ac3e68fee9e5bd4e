package pull

import (
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
)

// CurveRequest is what is asked of a source at once: some days of one curve.
type CurveRequest struct {
	DsoID  string
	Nature metering.Nature // Conso or Prod
	Days   civil.Range
}

// FetchedFile is the answers of a source as one file, which the FileReader reads like
// any other. What the source refused for one site is in it too and becomes a warning.
type FetchedFile struct {
	Name    string
	Content []byte
}

// CurveSource asks a service of an operator for curves. It may be nil: nothing can be
// asked for then.
type CurveSource interface {
	// Serves reports whether the source has the curves of an operation.
	Serves(op metering.Operation) bool
	// Oldest is the first day that it still gives today.
	Oldest(today civil.Date) civil.Date
	// Calls is how many questions a request takes, each some 200 ms.
	Calls(r CurveRequest) int
	// Fetch asks for all requests. Errors: curveSource.refused (it refuses us as a
	// whole), curveSource.unreadable, curveSource.unavailable (try again).
	Fetch(ctx context.Context, op metering.Operation, requests []CurveRequest) (FetchedFile, error)
}

// Queue starts the next part of a pull when the caller's transaction commits: the
// requests that come after one, named by CurveRequest.after.
type Queue interface {
	CurvePull(ctx context.Context, importID id.ID, part int, after string) error
	// Daily reports whether PullAll is called every hour.
	Daily() bool
}

// after names the place of a request in the order.
func (r CurveRequest) after() string {
	return r.DsoID + " " + r.Nature.String() + " " + r.Days.From.String()
}
