package report_test

import (
	"bytes"
	"context"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/pdf"
	"github.com/openpmo/pmo/adapters/postgres/economystore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/adapters/postgres/reportstore"
	"github.com/openpmo/pmo/adapters/seal"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/communication"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/economy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/finance"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/job"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/participant/extent"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/report"
)

// desk is the reports of a town of which October lacks a day.
type desk struct {
	*coretest.Metering
	*report.Service
	drawn  []report.Sheet
	sales  []finance.Sale
	to     []communication.Recipient
	queued []id.ID
	mailed []report.Text
}

func (d *desk) DrawReport(s report.Sheet) ([]byte, error) {
	d.drawn = append(d.drawn, s)
	return pdf.New().DrawReport(s)
}

func (d *desk) SharingOf(_ context.Context, _ policy.Principal, participantID id.ID) (allocation.Sharing, error) {
	return allocation.Sharing{ParticipantID: participantID, Described: true, Config: allocation.Config{Type: allocation.ByDefault}}, nil
}

func (d *desk) Last(context.Context, policy.Principal, id.ID) (allocation.Config, error) {
	return allocation.Config{Type: allocation.ByDefault}, nil
}

func (d *desk) Measure(context.Context, policy.Principal, id.ID) (extent.Extent, error) {
	return extent.Extent{}, nil
}

func (d *desk) Issued(context.Context, id.ID, civil.Range, int) ([]finance.Sale, error) {
	return d.sales, nil
}

func (d *desk) OfOperation(context.Context, id.ID, civil.Date) ([]communication.Recipient, error) {
	return d.to, nil
}

func (d *desk) ReportMail(_ context.Context, linkID id.ID) error {
	d.queued = append(d.queued, linkID)
	return nil
}

func (d *desk) SendReport(_ context.Context, t report.Text) error {
	d.mailed = append(d.mailed, t)
	return nil
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{Metering: coretest.HoledTown(t)}
	signed, err := seal.NewLinks(bytes.Repeat([]byte{7}, 32))
	require.NoError(t, err)
	ops, sites := operationstore.NewOperations(d.Metering.DB), participantstore.NewParticipants(d.Metering.DB)
	money := economy.New(economy.Deps{Guard: d.Metering.Guard, Tx: d.Metering.DB, Now: d.Metering.Now, Stores: economy.Stores{Configs: economystore.NewConfigs(d.Metering.DB), Tariffs: economystore.NewTariffs(d.Metering.DB)}, Operations: ops, Sites: sites, Curves: d.Drawing})
	d.Service = report.New(report.Deps{Guard: d.Metering.Guard, Tx: d.Metering.DB, Now: d.Metering.Now, Jobs: d.Metering.Jobs,
		Sources: report.Sources{Operations: ops, Sites: sites, Figures: d.Dashboard, Curves: d.Drawing, Economy: money, Sharing: d, Keys: d, Extents: d, Sales: d},
		Files:   report.Files{Drawer: d, Documents: d.Keeping(&coretest.Shelf{Bytes: map[string][]byte{}}), Links: reportstore.NewLinks(d.Metering.DB), Signatures: signed},
		Letters: report.Letters{Recipients: d, Queue: d, Mail: d}})
	d.Metering.Jobs.Handle(d.Job())
	return d
}

func october(t *testing.T) report.Period {
	p, err := report.ParsePeriod("2026-10")
	require.NoError(t, err)
	return p
}

func (d *desk) lacks(t *testing.T, k report.LackKind) (found []report.Lack) {
	for _, l := range d.drawn[len(d.drawn)-1].Lacks {
		if l.Kind == k {
			found = append(found, l)
		}
	}
	return found
}

// TestAReportIsWhatTheScreensSay, of the days that the caller may see, and names what is not known.
func TestAReportIsWhatTheScreensSay(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ctx := t.Context()
	d.sales = []finance.Sale{{InvoiceID: "a", Amount: 1200, ConsumerID: d.Sites["Martin"], Net: 1000, Rate: 2000}, {InvoiceID: "b", Amount: 500, ConsumerID: d.Sites["Boulangerie"], Net: 500}}
	file, err := d.OfSite(ctx, d.Organizer, d.Sites["Martin"], october(t), "fr")
	require.NoError(t, err)
	require.Equal(t, "rapport-martin-2026-10.pdf", file.Name)
	m, err := d.Dashboard.ParticipantMetrics(ctx, d.Organizer, dashboard.MetricsInput{ParticipantID: d.Sites["Martin"], Scope: metering.ScopeConsumer, Days: coretest.October.Range()})
	require.NoError(t, err)
	s := d.drawn[0]
	require.InDelta(t, int64(m.Values[metering.Conso].Energy), int64(s.Site.Used.Whole), float64(s.Site.Used.Grain))
	require.InDelta(t, *m.SelfProduction, s.Site.Used.Rate, 1e-12)
	require.Len(t, s.Bars, 31)
	require.Equal(t, finance.Sold{Net: 1000, Gross: 1200}, s.Site.Received, "its own invoices")
	require.NotEmpty(t, d.lacks(t, report.LackContract), "nobody told a contract of supply")
	require.Empty(t, d.lacks(t, report.LackDays))
	require.Equal(t, d.Sites["Martin"], s.Site.Sharing.ParticipantID, "how the key treats it")
	require.Empty(t, d.lacks(t, report.LackKey))
	_, err = d.OfSite(ctx, d.Organizer, d.Sites["Boulangerie"], october(t), "fr")
	require.NoError(t, err)
	require.NotEmpty(t, d.lacks(t, report.LackDays))

	own := d.SiteAccount("Martin", civil.Range{From: coretest.Date("2026-10-16"), To: civil.Forever})
	_, err = d.OfSite(ctx, own, d.Sites["Martin"], october(t), "nl")
	require.NoError(t, err)
	last := d.drawn[len(d.drawn)-1]
	require.Equal(t, coretest.Days("2026-10-16", "2026-10-31"), last.Days, "an account sees its own days")
	require.Less(t, last.Site.Used.Whole, s.Site.Used.Whole)
	for site := range d.Sites {
		if site != "Martin" {
			_, err = d.OfSite(ctx, own, d.Sites[site], october(t), "fr")
			require.Equal(t, "notFound", fault.KeyOf(err), site)
		}
	}
	_, err = d.Service.OfOperation(ctx, own, d.Operation, october(t), "fr")
	require.Equal(t, "forbidden", fault.KeyOf(err))
	_, err = d.Service.OfOperation(ctx, d.Organizer, d.Operation, october(t), "fr")
	require.NoError(t, err)
	whole := d.drawn[len(d.drawn)-1]
	require.Nil(t, whole.Site)
	require.Equal(t, []any{finance.Sold{Net: 1500, Gross: 1700}, 2}, []any{whole.Whole.Sold, whole.Whole.Invoices})
	require.NotEmpty(t, whole.Whole.Figures.Values)
}

// TestLinksToReportsEnd: with their day, when they are revoked, and lead to what was drawn until then.
func TestLinksToReportsEnd(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ctx, martin := t.Context(), d.Sites["Martin"]
	today := civil.Paris.DateOf(d.Metering.Now())
	in := report.LinkInput{ParticipantID: martin, Period: october(t), LastDay: today + 1, Language: "fr"}
	made, err := d.AddLink(ctx, d.Organizer, in)
	require.NoError(t, err)
	for range 2 {
		file, err := d.OpenLink(ctx, made.Token)
		require.NoError(t, err)
		content, err := io.ReadAll(file.Content)
		require.NoError(t, err)
		require.True(t, bytes.HasPrefix(content, []byte("%PDF-")))
	}
	found, err := d.LinksOf(ctx, d.Organizer, martin)
	require.NoError(t, err)
	require.Equal(t, 2, found[0].Opened)
	_, err = d.OpenLink(ctx, coretest.Other(made.Token, len(made.Token)-1))
	require.Equal(t, "report.linkOver", fault.KeyOf(err))
	require.Equal(t, "notFound", fault.KeyOf(d.RevokeLink(ctx, d.Organizer, d.Sites["Boulangerie"], made.ID)), "of another site")
	require.NoError(t, d.RevokeLink(ctx, d.Organizer, martin, made.ID))
	require.Equal(t, "notFound", fault.KeyOf(d.RevokeLink(ctx, d.Organizer, martin, made.ID)))
	_, err = d.OpenLink(ctx, made.Token)
	require.Equal(t, "report.linkOver", fault.KeyOf(err))
	made, err = d.AddLink(ctx, d.Organizer, in)
	require.NoError(t, err)
	d.Metering.Clock = civil.Paris.Start(today + 2)
	_, err = d.OpenLink(ctx, made.Token)
	require.Equal(t, "report.linkOver", fault.KeyOf(err))
	require.NoError(t, d.Sweep(ctx))
	require.Equal(t, 2, d.Count("select count(*) from report_links"), "it stays in the list for a while")
	d.Metering.Clock = d.Metering.Clock.Add(report.Kept + 48*time.Hour)
	require.NoError(t, d.Sweep(ctx))
	require.Equal(t, 0, d.Count("select count(*) from report_links"))
}

// TestAMailingIsDoneOnce: a job that is tried again mails nobody twice, and says who has no address.
func TestAMailingIsDoneOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ctx := t.Context()
	d.to = []communication.Recipient{{ID: d.Sites["Martin"], Kind: communication.Site, Name: "Martin", Address: "martin@example.org", Language: "fr"},
		{ID: d.Sites["Boulangerie"], Kind: communication.Site, Name: "Boulangerie"}}
	asked := []id.ID{d.Sites["Martin"], d.Sites["Boulangerie"]}
	j, err := d.Service.Send(ctx, d.Organizer, d.Operation, october(t), asked)
	require.NoError(t, err)
	_, err = d.Service.Send(ctx, d.Organizer, d.Operation, october(t), asked)
	require.Equal(t, "report.inProgress", fault.KeyOf(err))
	_, err = d.Service.Send(ctx, d.SiteAccount("Martin", civil.Range{From: civil.Min, To: civil.Forever}), d.Operation, october(t), asked)
	require.Equal(t, "forbidden", fault.KeyOf(err))
	// The job dies after its work and before its end, and is done again.
	require.NoError(t, d.Metering.Jobs.Work(ctx, j.ID, 0))
	d.Exec("update jobs set status = 'PENDING', finished_at = null, result = null")
	require.NoError(t, d.Metering.Jobs.Work(ctx, j.ID, 0))
	end, err := d.Metering.Jobs.Find(ctx, d.Organizer, j.ID)
	require.NoError(t, err)
	require.Equal(t, job.Success, end.Status)
	require.JSONEq(t, `{"mailed":1,"unreached":["Boulangerie"],"failed":[]}`, string(end.Result))
	require.Len(t, d.queued, 1)
	require.NoError(t, d.Tell(ctx, d.queued[0]))
	require.Len(t, d.mailed, 1)
	require.Equal(t, []any{"martin@example.org", "Martin", "2026-10"}, []any{d.mailed[0].Address, d.mailed[0].Site, d.mailed[0].Period.String()})
	_, err = d.OpenLink(ctx, d.mailed[0].Token)
	require.NoError(t, err)
	require.NoError(t, d.RevokeLink(ctx, d.Organizer, d.Sites["Martin"], d.queued[0]))
	require.NoError(t, d.Tell(ctx, d.queued[0]))
	require.Len(t, d.mailed, 1, "a link that is over needs no mail")
}
