package participant_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant"
)

func given(d *civil.Date) participant.Patch[civil.Date] {
	return participant.Patch[civil.Date]{Given: true, Value: d}
}

// TestInvoicedDaysAreNotSharedAgain: where pmo shares itself, other dates of one site are
// other shares of all, so that they cannot reach back into what is billed.
func TestInvoicedDaysAreNotSharedAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	fake := w.operation(t, "ACC00000002", dso.Fake)
	site := w.create(t, consumer(fake.ID, "99100000000017", day("2026-01-01"), nil))
	refused := func(err error, field string) {
		t.Helper()
		require.ErrorIs(t, err, participant.ErrDaysInvoiced)
		require.Equal(t, "2026-09-30", fault.From(err).Params["date"])
		require.Equal(t, field, fault.From(err).Field)
	}
	leaves := func(last *civil.Date) error {
		_, err := w.s.Update(t.Context(), admin, participant.UpdateInput{ParticipantID: site.ID, Exit: given(last)})
		return err
	}
	w.rebuilt.last = day("2026-09-30")
	refused(leaves(day("2026-09-10")), "exit")
	_, err := w.s.Update(t.Context(), admin, participant.UpdateInput{ParticipantID: site.ID, Entry: given(day("2026-02-01"))})
	refused(err, "entry")
	_, err = w.s.Create(t.Context(), admin, consumer(fake.ID, "99100000000018", day("2026-09-30"), nil))
	refused(err, "entry")
	prosumer, off := true, false
	_, err = w.s.Update(t.Context(), admin, participant.UpdateInput{ParticipantID: site.ID, IsProsumer: &prosumer})
	require.NoError(t, err, "it has no curve of that side yet")
	_, err = w.s.Update(t.Context(), admin, participant.UpdateInput{ParticipantID: site.ID, IsProsumer: &off})
	refused(err, "isProsumer")
	roster, err := w.s.Roster(t.Context(), fake.ID)
	require.NoError(t, err)
	require.Len(t, roster, 1, "a refusal changes nothing")

	// A perimeter file is refused with its line, checked or not.
	name := strings.ReplaceAll(fileName, "ACC00000001", "ACC00000002")
	left := strings.Replace(line1, "2026-01-01;;", "2026-01-01;2026-09-10;", 1)
	for _, dryRun := range []bool{true, false} {
		report, err := w.load(t, fake.ID, name, head+"\n"+left, dryRun)
		wrong := report.Errors
		if !dryRun {
			require.ErrorIs(t, err, participant.ErrImportRejected)
			wrong = fault.From(err).Items
		}
		item := wrong[0]
		require.Equal(t, []any{"participant.daysInvoiced", "date_sortie", 3, "2026-09-30"}, []any{item.Key, item.Field, item.Row, item.Params["date"]})
	}
	require.NoError(t, leaves(day("2026-09-30")), "from the day after the last invoiced one")

	// Where the operator shares, it says what each site received.
	srd := w.operation(t, "ACC00000003", dso.SRD)
	other := w.create(t, consumer(srd.ID, "99100000000019", day("2026-01-01"), nil))
	_, err = w.s.Update(t.Context(), admin, participant.UpdateInput{ParticipantID: other.ID, Exit: given(day("2026-09-10"))})
	require.NoError(t, err)
}

// TestTouchedInvoicesAreSaid: where the operator shares, a change of billed days is taken,
// and its answer names the invoices.
func TestTouchedInvoicesAreSaid(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.rebuilt.last = day("2026-09-30")
	enedis := w.operation(t, "ACC00000001", dso.Enedis)
	site := w.create(t, consumer(enedis.ID, "99100000000017", day("2026-01-01"), nil))
	september := []civil.Month{civil.MonthOf(*day("2026-09-01"))}
	touch := func(who id.ID) participant.Touched {
		return participant.Touched{Count: 1, Months: september, Invoices: []participant.TouchedInvoice{{ID: "i" + who, Number: "F-" + string(who),
			ClientName: "Client", Days: civil.Range{From: *day("2026-09-01"), To: *day("2026-10-01")}}}}
	}
	changed := func(in participant.UpdateInput) participant.Touched {
		t.Helper()
		v, err := w.s.Update(t.Context(), admin, in)
		require.NoError(t, err)
		return v.Touched
	}
	name := "Autre nom"
	require.Zero(t, changed(participant.UpdateInput{ParticipantID: site.ID, Name: &name}), "no day moves")
	require.Zero(t, changed(participant.UpdateInput{ParticipantID: site.ID, Exit: given(day("2026-10-15"))}), "days after the billed ones")
	require.Equal(t, touch(site.ID), changed(participant.UpdateInput{ParticipantID: site.ID, Exit: given(day("2026-09-10"))}))
	seen, err := w.s.Get(t.Context(), admin, site.ID)
	require.NoError(t, err)
	require.Zero(t, seen.Touched, "only the answer to the change says it")

	// A file says it before it is taken, too.
	again := strings.Replace(line1, "2026-01-01;;", "2026-01-01;2026-09-20;", 1)
	for _, dryRun := range []bool{true, false} {
		report, err := w.load(t, enedis.ID, fileName, head+again, dryRun)
		require.NoError(t, err)
		require.Equal(t, touch(site.ID), report.Touched)
	}

	// A producer that comes changes who gave what to everybody.
	in := consumer(enedis.ID, "99100000000018", day("2026-09-15"), nil)
	in.EnergyType, in.ProductionType = participant.Producer, participant.Solar
	require.Equal(t, touch(""), w.create(t, in).Touched)
}
