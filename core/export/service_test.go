package export_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/exportstore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/adapters/seal"
	"github.com/openpmo/pmo/adapters/xlsx"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/export"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/job"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

// desk is the exports of an operation of a school and a town hall.
type desk struct {
	*coretest.World
	*export.Service
	kept   *coretest.Shelf
	store  *document.Service
	queued []id.ID
	mailed []export.Text
	asked  []drawing.CurveInput
	asker  []policy.Principal
	fails  error
}

func (d *desk) ExportMail(_ context.Context, exportID id.ID) error {
	d.queued = append(d.queued, exportID)
	return nil
}

func (d *desk) SendExport(_ context.Context, t export.Text) error {
	d.mailed = append(d.mailed, t)
	return nil
}

// ParticipantCurve has a value a day, of 1 kWh, but for the first, which is a gap.
func (d *desk) ParticipantCurve(_ context.Context, p policy.Principal, in drawing.CurveInput) (drawing.LoadCurve, error) {
	d.asked, d.asker = append(d.asked, in), append(d.asker, p)
	c := drawing.LoadCurve{Zone: civil.Paris, Days: in.Days, Start: civil.Paris.Start(in.Days.From), Step: "P1D"}
	s := drawing.CurveSeries{Nature: metering.Conso, Values: []int64{drawing.Gap}, Qualities: loadcurve.Runs{}.Add(loadcurve.Missing, 1)}
	for range in.Days.Days() - 1 {
		s.Values = append(s.Values, 1_000_000)
	}
	s.Qualities = s.Qualities.Add(loadcurve.Definitive, in.Days.Days()-1)
	c.Series = []drawing.CurveSeries{s}
	return c, d.fails
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{World: coretest.New(t), kept: &coretest.Shelf{Bytes: map[string][]byte{}}}
	d.Site("École", "consumer", "")
	d.Site("Mairie", "consumer", "[2026-10-02,)")
	d.Exec("update participants set email = 'ecole@example.org', phone = '=1+1' where name = 'École'")
	links, err := seal.NewLinks(bytes.Repeat([]byte{7}, 32))
	require.NoError(t, err)
	d.store = d.Keeping(d.kept)
	d.Service = export.New(export.Deps{Guard: d.Guard, Tx: d.DB, Now: d.Now, Exports: exportstore.NewExports(d.DB), Jobs: d.Jobs,
		Sources: export.Sources{Sites: participantstore.NewParticipants(d.DB), Operations: operationstore.NewOperations(d.DB), Curves: d},
		Files:   export.Files{Documents: d.store, Words: catalogues.Text, Workbook: xlsx.WriteTable}, Letters: export.Letters{Signatures: links, Queue: d, Mail: d}})
	d.Jobs.Handle(d.Service.Job())
	return d
}

func ask() export.Ask {
	return export.Ask{Columns: []export.Column{export.Phone, export.Name}, Natures: []string{"Conso"}, Resolution: drawing.Daily, Format: export.CSV,
		Days: civil.Range{From: coretest.Date("2026-10-01"), To: coretest.Date("2026-10-04")}}
}

func (d *desk) start(p policy.Principal, a export.Ask) (export.View, error) {
	return d.Start(d.T.Context(), p, d.Operation, "fr", a)
}

// done is an export that was made.
func (d *desk) done(p policy.Principal, a export.Ask) export.View {
	d.T.Helper()
	v, err := d.start(p, a)
	require.NoError(d.T, err)
	require.NoError(d.T, d.Jobs.Work(d.T.Context(), v.ID, 0))
	v, err = d.Get(d.T.Context(), p, d.Operation, v.ID)
	require.NoError(d.T, err)
	return v
}

func (d *desk) text(f export.File, err error) string {
	d.T.Helper()
	require.NoError(d.T, err)
	all, err := io.ReadAll(f.Content)
	require.NoError(d.T, err)
	require.NoError(d.T, f.Content.Close())
	require.EqualValues(d.T, f.Size, len(all))
	return string(all)
}

// TestAFileIsAskedForMadeToldAndGone: a line a site and step, in the order of the columns whatever
// was asked first; gaps stay empty, no text is a formula.
func TestAFileIsAskedForMadeToldAndGone(t *testing.T) {
	t.Parallel()
	d, ctx := newDesk(t), t.Context()
	v := d.done(d.Organizer, ask())
	require.Equal(t, []any{export.Ready, 5, "export_ACC00000001_2026-10-01_2026-10-03.csv", job.Success}, []any{v.Stage, v.Lines, v.FileName, v.Status})
	got := d.text(d.Open(ctx, d.Organizer, d.Operation, v.ID))
	lines := strings.Split(got, "\r\n")
	require.Equal(t, []string{"\ufeffNom;Téléphone;Début;Fin;Consommation (kWh);Consommation : qualité",
		"École;'=1+1;2026-10-01T00:00:00+02:00;2026-10-02T00:00:00+02:00;;Manquant",
		"École;'=1+1;2026-10-02T00:00:00+02:00;2026-10-03T00:00:00+02:00;1,000000;Définitif"}, lines[:3])
	require.Contains(t, lines[4], "Mairie;;2026-10-02T00:00:00+02:00", "no line before a site is there")
	require.Equal(t, policy.RoleOrganizer, d.asker[0].Role)

	require.Equal(t, []id.ID{v.ID}, d.queued)
	require.NoError(t, d.Tell(ctx, v.ID))
	require.Equal(t, got, d.text(d.OpenLink(ctx, d.mailed[0].Token)), "the link needs nobody")
	require.NoError(t, d.Jobs.Work(ctx, v.ID, 0))
	require.Len(t, d.queued, 1, "told once")

	other := policy.Principal{UserID: d.User(policy.RoleOrganizer), Role: policy.RoleOrganizer, Operations: d.Organizer.Operations}
	_, err := d.Open(ctx, other, d.Operation, v.ID)
	require.Equal(t, "notFound", fault.KeyOf(err), "another's")
	own, err := d.Own(ctx, other, d.Operation)
	require.NoError(t, err)
	require.Empty(t, own)

	d.Clock = d.Clock.Add(export.Kept)
	_, err = d.OpenLink(ctx, d.mailed[0].Token)
	require.Equal(t, "export.over", fault.KeyOf(err))
	d.Clock = d.Clock.Add(time.Hour)
	require.NoError(t, d.Sweep(ctx))
	v, err = d.Get(ctx, d.Organizer, d.Operation, v.ID)
	require.NoError(t, err)
	require.Equal(t, []any{export.Expired, id.ID("")}, []any{v.Stage, v.Content.ID})
	d.Clock = d.Clock.Add(48 * time.Hour)
	require.NoError(t, d.store.Sweep(ctx))
	require.Empty(t, d.kept.Bytes, "nothing stays behind")
	require.NoError(t, d.Tell(ctx, v.ID))
	require.Len(t, d.mailed, 1, "nobody is told of a file that is gone")
	_, err = d.OpenLink(ctx, "x.y")
	require.Equal(t, "export.over", fault.KeyOf(err))
}

// TestWhoWaitsIsToldHowLong: what is said changes with the time, by the settings.
func TestWhoWaitsIsToldHowLong(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	v, err := d.start(d.Organizer, ask())
	require.NoError(t, err)
	stage := func() export.Stage {
		v, err := d.Get(t.Context(), d.Organizer, d.Operation, v.ID)
		require.NoError(t, err)
		return v.Stage
	}
	began := d.Clock
	for after, want := range map[time.Duration]export.Stage{0: export.Started, 2*time.Minute - 1: export.Started, 2 * time.Minute: export.Slow, 10 * time.Minute: export.Slower,
		30*time.Minute - 1: export.Slower, 30 * time.Minute: export.Overdue} {
		d.Clock = began.Add(after)
		require.Equal(t, want, stage(), after)
	}
	_, err = d.start(d.Organizer, ask())
	require.Equal(t, []any{"export.inProgress", string(v.ID)}, []any{fault.KeyOf(err), fault.From(err).Params["id"]})
	d.fails = errors.New("broken")
	require.Error(t, d.Jobs.Work(t.Context(), v.ID, 0))
	require.NoError(t, d.Jobs.Fail(t.Context(), v.ID, 0, d.fails))
	require.Equal(t, export.Failed, stage())
	_, err = d.Open(t.Context(), d.Organizer, d.Operation, v.ID)
	require.Equal(t, "export.over", fault.KeyOf(err))
}

// TestAParticipantTakesItsOwnAway: its sites on its days, whatever it names.
func TestAParticipantTakesItsOwnAway(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	p := d.Account("École")
	p.Sites[0].Period.From = coretest.Date("2026-10-03")
	v := d.done(p, ask())
	got := d.text(d.Open(t.Context(), p, d.Operation, v.ID))
	require.Equal(t, 1, v.Lines)
	require.NotContains(t, got, "Mairie")
	require.Contains(t, got, "2026-10-03T00:00:00+02:00")
	require.Equal(t, []any{policy.RoleParticipant, p.Sites}, []any{d.asker[0].Role, d.asker[0].Sites})
	named := ask()
	named.SiteIDs = []id.ID{d.Sites["Mairie"]}
	_, err := d.start(p, named)
	require.Equal(t, "export.siteUnknown", fault.KeyOf(err))
	_, err = d.start(d.Observer(), ask())
	require.Equal(t, "forbidden", fault.KeyOf(err))
}

// TestWhatNoFileIsMadeOf: each refusal has its key.
func TestWhatNoFileIsMadeOf(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Site("Gymnase", "consumer", "")
	for key, change := range map[string]func(a *export.Ask){
		"export.personalColumn": func(a *export.Ask) { a.Columns = nil },
		"export.column":         func(a *export.Ask) { a.Columns = append(a.Columns, "IBAN") },
		"nature.unknown":        func(a *export.Ask) { a.Natures = []string{"Soleil"} },
		"range.tooLong":         func(a *export.Ask) { a.Days.From -= 400 },
		"range.reversed":        func(a *export.Ask) { a.Days.To = a.Days.From },
		"export.siteUnknown":    func(a *export.Ask) { a.SiteIDs = []id.ID{id.New()} },
		"export.sites":          func(a *export.Ask) { a.SiteIDs = make([]id.ID, 1001) },
		"export.nothing":        func(a *export.Ask) { a.Days.From, a.Days.To = a.Days.From-1000, a.Days.To-1000 },
		"field.required":        func(a *export.Ask) { a.Resolution = drawing.Auto },
		"export.tooLarge": func(a *export.Ask) {
			a.Resolution, a.Format, a.Days = drawing.Raw, export.XLSX, civil.Range{From: coretest.Date("2026-01-01"), To: coretest.Date("2026-12-31")}
		},
	} {
		a := ask()
		change(&a)
		_, err := d.start(d.Organizer, a)
		require.Equal(t, key, fault.KeyOf(err))
	}
	require.Zero(t, d.Count("jobs"), "nothing is left of what was refused")
}

// TestKeptFilesAreCounted: one more than a person keeps is refused, until one is gone.
func TestKeptFilesAreCounted(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	sites := ask()
	sites.Natures, sites.Format = nil, export.XLSX
	for n := range export.MostKept {
		sites.Columns = export.Columns[:n%len(export.Columns)+1]
		d.Clock = d.Clock.Add(time.Minute)
		v := d.done(d.Organizer, sites)
		require.Equal(t, []any{export.Ready, 2}, []any{v.Stage, v.Lines}, "a line a site")
		require.True(t, strings.HasPrefix(d.text(d.Open(t.Context(), d.Organizer, d.Operation, v.ID)), "PK"))
	}
	_, err := d.start(d.Organizer, sites)
	require.Equal(t, "export.kept", fault.KeyOf(err))
	d.Clock = d.Clock.Add(export.Kept)
	require.NoError(t, d.Sweep(t.Context()))
	_, err = d.start(d.Organizer, sites)
	require.NoError(t, err)
}
