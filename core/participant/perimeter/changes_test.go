package perimeter_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/site"
)

func given(d *civil.Date) site.Patch[civil.Date] {
	return site.Patch[civil.Date]{Given: true, Value: d}
}

// TestInvoicedDaysAreNotSharedAgain: where pmo shares itself, other dates of one site are
// other shares of all, so that they cannot reach back into what is billed.
func TestInvoicedDaysAreNotSharedAgain(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	fake := w.AddOperation(t, "ACC00000002", dso.Fake)
	school := w.AddSite(t, coretest.Consumer(fake.ID, "99100000000017", coretest.Day("2026-01-01"), nil))
	refused := func(err error, field string) {
		t.Helper()
		require.ErrorIs(t, err, participant.ErrDaysInvoiced)
		require.Equal(t, "2026-09-30", fault.From(err).Params["date"])
		require.Equal(t, field, fault.From(err).Field)
	}
	leaves := func(last *civil.Date) error {
		_, err := w.Site.Update(t.Context(), coretest.Admin, site.UpdateInput{ParticipantID: school.ID, Exit: given(last)})
		return err
	}
	w.Followed.LastDay = coretest.Day("2026-09-30")
	refused(leaves(coretest.Day("2026-09-10")), "exit")
	_, err := w.Site.Update(t.Context(), coretest.Admin, site.UpdateInput{ParticipantID: school.ID, Entry: given(coretest.Day("2026-02-01"))})
	refused(err, "entry")
	_, err = w.Site.Create(t.Context(), coretest.Admin, coretest.Consumer(fake.ID, "99100000000018", coretest.Day("2026-09-30"), nil))
	refused(err, "entry")
	prosumer, off := true, false
	_, err = w.Site.Update(t.Context(), coretest.Admin, site.UpdateInput{ParticipantID: school.ID, IsProsumer: &prosumer})
	require.NoError(t, err, "it has no curve of that side yet")
	_, err = w.Site.Update(t.Context(), coretest.Admin, site.UpdateInput{ParticipantID: school.ID, IsProsumer: &off})
	refused(err, "isProsumer")
	roster, err := w.Site.Roster(t.Context(), fake.ID)
	require.NoError(t, err)
	require.Len(t, roster, 1, "a refusal changes nothing")
	_, err = w.Site.Create(t.Context(), coretest.Admin, coretest.Consumer(fake.ID, "99100000000017", coretest.Day("2026-11-01"), nil))
	require.ErrorIs(t, err, participant.ErrPRMUsed)
	require.Equal(t, "99100000000017", fault.From(err).Params["dsoId"])

	require.NoError(t, leaves(coretest.Day("2026-09-30")), "from the day after the last invoiced one")

	// Where the operator shares, it says what each site received.
	srd := w.AddOperation(t, "ACC00000003", dso.SRD)
	other := w.AddSite(t, coretest.Consumer(srd.ID, "99100000000019", coretest.Day("2026-01-01"), nil))
	_, err = w.Site.Update(t.Context(), coretest.Admin, site.UpdateInput{ParticipantID: other.ID, Exit: given(coretest.Day("2026-09-10"))})
	require.NoError(t, err)
}

// TestTouchedInvoicesAreSaid: where the operator shares, a change of billed days is taken,
// and its answer names the invoices.
func TestTouchedInvoicesAreSaid(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	w.Followed.LastDay = coretest.Day("2026-09-30")
	enedis := w.AddOperation(t, "ACC00000001", dso.Enedis)
	school := w.AddSite(t, coretest.Consumer(enedis.ID, "99100000000017", coretest.Day("2026-01-01"), nil))
	september := []civil.Month{civil.MonthOf(*coretest.Day("2026-09-01"))}
	touch := func(who id.ID) participant.Touched {
		return participant.Touched{Count: 1, Months: september, Invoices: []participant.TouchedInvoice{{ID: "i" + who, Number: "F-" + string(who),
			ClientName: "Client", Days: civil.Range{From: *coretest.Day("2026-09-01"), To: *coretest.Day("2026-10-01")}}}}
	}
	changed := func(in site.UpdateInput) participant.Touched {
		t.Helper()
		v, err := w.Site.Update(t.Context(), coretest.Admin, in)
		require.NoError(t, err)
		return v.Touched
	}
	name := "Autre nom"
	require.Zero(t, changed(site.UpdateInput{ParticipantID: school.ID, Name: &name}), "no day moves")
	require.Zero(t, changed(site.UpdateInput{ParticipantID: school.ID, Exit: given(coretest.Day("2026-10-15"))}), "days after the billed ones")
	require.Equal(t, touch(school.ID), changed(site.UpdateInput{ParticipantID: school.ID, Exit: given(coretest.Day("2026-09-10"))}))
	seen, err := w.Site.Get(t.Context(), coretest.Admin, school.ID)
	require.NoError(t, err)
	require.Zero(t, seen.Touched, "only the answer to the change says it")

	// A file says it before it is taken, too.
	again := strings.Replace(coretest.PerimeterLine, "2026-01-01;;", "2026-01-01;2026-09-20;", 1)
	for _, dryRun := range []bool{true, false} {
		report, err := w.Load(t, enedis.ID, coretest.PerimeterFileName, coretest.PerimeterHead+again, dryRun)
		require.NoError(t, err)
		require.Equal(t, touch(school.ID), report.Touched)
	}

	// A producer that comes changes who gave what to everybody.
	in := coretest.Consumer(enedis.ID, "99100000000018", coretest.Day("2026-09-15"), nil)
	in.EnergyType, in.ProductionType = participant.Producer, participant.Solar
	require.Equal(t, touch(""), w.AddSite(t, in).Touched)
}

// TestTheLastDayBilledElsewhereMovesOverNoInvoice: a take-over says until when another tool billed a
// site; once an invoice of ours bills a day, it moves over it neither by hand nor by a file.
func TestTheLastDayBilledElsewhereMovesOverNoInvoice(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	o := w.AddOperation(t, "ACC00000001", dso.Enedis)
	school := w.AddSite(t, coretest.Consumer(o.ID, "99100000000017", coretest.Day("2026-01-01"), nil))
	until := func(d *civil.Date) error {
		_, err := w.Site.Update(t.Context(), coretest.Admin, site.UpdateInput{ParticipantID: school.ID, BilledUntil: given(d)})
		return err
	}
	stored := func() string {
		one, err := w.Site.Get(t.Context(), coretest.Admin, school.ID)
		require.NoError(t, err)
		if one.BilledUntil == nil {
			return ""
		}
		return one.BilledUntil.String()
	}
	require.NoError(t, until(coretest.Day("2026-08-31")))
	require.NoError(t, until(coretest.Day("2026-09-30")))
	w.Followed.LastDay = coretest.Day("2026-10-31")
	for _, d := range []*civil.Date{nil, coretest.Day("2026-08-31"), coretest.Day("2026-10-31")} {
		err := until(d)
		require.ErrorIs(t, err, participant.ErrBilledHere)
		require.Equal(t, "billedUntil", fault.From(err).Field)
	}
	require.Equal(t, "2026-09-30", stored())
	require.NoError(t, until(coretest.Day("2026-09-30")), "nothing moves")
}
