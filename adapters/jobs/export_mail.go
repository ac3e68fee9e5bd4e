package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/openpmo/pmo/core/export"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/report"
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

// reportMailArgs is the link to a report that the contact of its site is told of.
type reportMailArgs struct {
	LinkID id.ID `json:"linkId"`
}

func (reportMailArgs) Kind() string { return "report_mail_v1" }

// InsertOpts gives it days.
func (reportMailArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mailAttempts}
}

// AddReportMails registers the sending of mails about reports.
func AddReportMails(workers *river.Workers, service func() *report.Service) {
	Add(workers, Handler[reportMailArgs]{Do: func(ctx context.Context, a reportMailArgs) error {
		return service().Tell(ctx, a.LinkID)
	}, Pause: mailPause})
}

// ReportMails queues mails (report.Queue).
type ReportMails struct{ Client func() *Client }

var _ report.Queue = ReportMails{}

// ReportMail queues one in the transaction of ctx.
func (q ReportMails) ReportMail(ctx context.Context, linkID id.ID) error {
	_, err := q.Client().Enqueue(ctx, reportMailArgs{LinkID: linkID}, nil)
	return err
}

// ReportSweep takes away links that ended long enough ago.
func ReportSweep(service func() *report.Service) Sweep {
	return Sweep{Name: "reports", Every: time.Hour, Run: func(ctx context.Context) error { return service().Sweep(ctx) }}
}
