package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/metering/rollup"
)

// curveImportArgs is the import to do; its files and what was asked are in its row.
type curveImportArgs struct {
	ImportID id.ID `json:"importId"`
}

func (curveImportArgs) Kind() string { return "curve_import_v1" }

// AddCurveImport registers the work of curve imports. The last failed attempt closes
// the import, so that nothing stays started.
func AddCurveImport(workers *river.Workers, service *ingest.Service) {
	Add(workers, Handler[curveImportArgs]{
		Do: func(ctx context.Context, args curveImportArgs) error {
			defer lean.begin()()
			return service.RunImport(ctx, args.ImportID)
		},
		Close: func(ctx context.Context, args curveImportArgs, cause error) error {
			return service.FailImport(ctx, args.ImportID, cause)
		},
	})
}

// CurveRenewalSweep sums again the months that an older arithmetic made, after an update of
// the server.
func CurveRenewalSweep(service *rollup.Service) Sweep {
	return Sweep{Name: "curve_renewals", Every: 5 * time.Minute, Run: service.RenewAll}
}

// CurveImportSweep closes imports whose job is gone.
func CurveImportSweep(service *ingest.Service) Sweep {
	return Sweep{Name: "curve_imports", Every: 5 * time.Minute, Run: func(ctx context.Context) error {
		_, err := service.SweepImports(ctx)
		return err
	}}
}

// CurveImports queues imports of curves (ingest.Queue).
type CurveImports struct{ Client func() *Client }

var _ ingest.Queue = CurveImports{}

// CurveImport queues one in the transaction of ctx.
func (q CurveImports) CurveImport(ctx context.Context, importID id.ID) error {
	_, err := q.Client().Enqueue(ctx, curveImportArgs{importID}, nil)
	return err
}
