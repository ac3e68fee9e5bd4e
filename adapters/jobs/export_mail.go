package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/openpmo/pmo/core/export"
	"github.com/openpmo/pmo/core/id"
)

// exportMailArgs is the export that who asked for it is told of.
type exportMailArgs struct {
	ExportID id.ID `json:"exportId"`
}

func (exportMailArgs) Kind() string { return "export_mail_v1" }

// InsertOpts gives it days.
func (exportMailArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mailAttempts}
}

// AddExportMails registers the sending of mails about files that are there.
func AddExportMails(workers *river.Workers, service func() *export.Service) {
	Add(workers, Handler[exportMailArgs]{Do: func(ctx context.Context, a exportMailArgs) error {
		return service().Tell(ctx, a.ExportID)
	}, Pause: mailPause})
}

// ExportMails queues mails (export.Queue).
type ExportMails struct{ Client func() *Client }

var _ export.Queue = ExportMails{}

// ExportMail queues one in the transaction of ctx.
func (q ExportMails) ExportMail(ctx context.Context, exportID id.ID) error {
	_, err := q.Client().Enqueue(ctx, exportMailArgs{ExportID: exportID}, nil)
	return err
}

// ExportSweep lets go of files that were kept long enough.
func ExportSweep(service func() *export.Service) Sweep {
	return Sweep{Name: "exports", Every: time.Hour, Run: func(ctx context.Context) error { return service().Sweep(ctx) }}
}
