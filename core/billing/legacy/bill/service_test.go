package bill_test

import (
	"archive/zip"
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/legacystore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/assembly"
	"github.com/openpmo/pmo/core/billing/legacy"
	"github.com/openpmo/pmo/core/billing/legacy/bill"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/policy"
)

// world is an operation of the old engine on 6 November 2026: a roof sells to Anne and to the bakery
// since September, 1 kWh an hour each, at 10 cents and 3 euros a month.
type world struct {
	*coretest.Billing
	*bill.Service
	agreements         *legacy.Service
	roof, anne, bakery id.ID
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{Billing: coretest.NewBilling(t)}
	w.Exec("update operations set billing_engine = null where id = $1", w.Operation)
	w.roof, w.anne, w.bakery = w.World.Site("Toit", "producer", ""), w.World.Site("Anne", "consumer", ""), w.World.Site("Boulangerie", "consumer", "")
	for _, consumer := range []id.ID{w.anne, w.bakery} {
		w.Meter.Hourly[billing.Pair{ConsumerID: consumer, ProducerID: w.roof}] = energy.MilliWh(1_000_000)
	}
	store, sites, operations := legacystore.NewAgreements(w.DB), participantstore.NewParticipants(w.DB), operationstore.NewOperations(w.DB)
	w.agreements = legacy.New(legacy.Deps{Guard: w.World.Guard, Tx: w.DB, Now: w.World.Now, Configs: store, Contracts: store, Operations: operations, Sites: sites})
	var renderer billing.Renderer
	w.Rewire(func(p *assembly.Parts) { renderer = p.Renderer })
	w.Service = bill.New(bill.Deps{Guard: w.World.Guard, Tx: w.DB, Now: w.World.Now, Bills: legacystore.NewBills(w.DB), Agreements: store, Operations: operations, Sites: sites,
		Measurements: w.Meter, Documents: w.Keeping(w.Shelf), Printer: bill.Printer{Renderer: renderer, Words: func(_, _, key string, _ map[string]any) string { return key }}})
	_, err := w.agreements.CreateConfig(t.Context(), w.Organizer, w.Operation, legacy.ConfigChange{Producers: &[]id.ID{w.roof}, Consumers: &[]id.ID{w.anne, w.bakery},
		Start: coretest.Ptr(coretest.Date("2026-09-16")), SellingPrice: coretest.Ptr(money.MicroEuro(100_000)), SubscriptionPrice: coretest.Ptr(money.MicroEuro(3_000_000)), Period: coretest.Ptr(1)})
	require.NoError(t, err)
	return w
}

func (w *world) run() bill.Generation {
	w.T.Helper()
	g, err := w.Generate(w.T.Context(), w.Organizer, w.Operation, nil)
	require.NoError(w.T, err)
	return g
}

func (w *world) bills(of bill.Type) []bill.Bill {
	w.T.Helper()
	all, err := w.List(w.T.Context(), w.Organizer, w.Operation, of)
	require.NoError(w.T, err)
	return all
}

// TestBillsAreMadeOnce: whole periods, energy and subscription to the cent, the same month never twice.
func TestBillsAreMadeOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	require.Equal(t, bill.Generation{Participants: 4, Producers: 2}, w.run())
	require.Equal(t, bill.Generation{}, w.run())
	all := w.bills(bill.OfParticipant)
	require.Len(t, all, 4)
	october, september := all[0], all[2]
	require.Equal(t, []any{"2026-10-01", "2026-10-31"}, []any{october.Days.From.String(), october.Days.Last().String()})
	require.Equal(t, money.Cents(7450+300), october.Amount, "745 hours, the clock goes back")
	require.Equal(t, "2026-09-16", september.Days.From.String())
	require.Equal(t, money.Cents(3600+150), september.Amount, "15 of 30 days")
	require.Equal(t, "f-2026-10-31-Anne", october.DocumentName)
	require.Equal(t, []any{"2026-12-06", bill.Pending}, []any{october.Due.String(), october.Payment})
	// Contracts that are made anew bill nothing again.
	configs, err := w.agreements.ListConfigs(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	_, err = w.agreements.UpdateConfig(t.Context(), w.Organizer, w.Operation, configs[0].ID, legacy.ConfigChange{Start: coretest.Ptr(coretest.Date("2026-09-01"))})
	require.NoError(t, err)
	require.Equal(t, bill.Generation{Participants: 2, Producers: 1}, w.run(), "the days before, once")
	require.Equal(t, "2026-09-15", w.bills(bill.OfParticipant)[5].Days.Last().String())
	_, err = w.Generate(t.Context(), w.Organizer, w.Operation, coretest.Ptr(coretest.Date("2026-11-06")))
	require.ErrorIs(t, err, bill.ErrUntil)
}

// TestAGapIsNotBilled: what lacks is told, the others are billed, the producer's bill waits.
func TestAGapIsNotBilled(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	day := coretest.Date("2026-10-12")
	w.Meter.Missing = map[billable.Billed][]civil.Date{{ParticipantID: w.anne, Side: metering.Consumer}: {day}}
	g := w.run()
	require.Equal(t, []int{3, 1, 1}, []int{g.Participants, g.Producers, g.WaitingCount})
	require.Equal(t, []any{w.anne, []civil.Date{day}}, []any{g.Waiting[0].ConsumerID, g.Waiting[0].Missing})
	w.Meter.Missing = map[billable.Billed][]civil.Date{{ParticipantID: w.roof, Side: metering.Producer}: {day}}
	require.Equal(t, 1, w.run().WaitingCount)
	w.Meter.Missing, w.Meter.Doubted = nil, map[id.ID][]civil.Date{w.anne: {day}}
	require.Equal(t, 1, w.run().WaitingCount)
	w.Meter.Doubted = nil
	require.Equal(t, bill.Generation{Participants: 1, Producers: 1}, w.run())
}

// TestAProducersBillIsTheSum of the bills of its consumers, each in one.
func TestAProducersBillIsTheSum(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.run()
	statements, of := w.bills(bill.OfProducer), w.bills(bill.OfParticipant)
	require.Len(t, statements, 2)
	for _, st := range statements {
		var sum money.Cents
		for _, b := range of {
			if b.StatementID == st.ID {
				sum += b.Amount
			}
		}
		require.Positive(t, sum)
		require.Equal(t, sum, st.Amount)
	}
}

// TestWhoMaySeeBills: who pays and who sells theirs; others and the reader change nothing.
func TestWhoMaySeeBills(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.run()
	own, err := w.OfSite(t.Context(), w.Account("Anne"), w.anne, "")
	require.NoError(t, err)
	require.Len(t, own, 2)
	sold, err := w.OfSite(t.Context(), w.Account("Toit"), w.roof, bill.OfParticipant)
	require.NoError(t, err)
	require.Len(t, sold, 4)
	_, _, err = w.Link(t.Context(), w.Account("Anne"), own[0].ID)
	require.NoError(t, err)
	_, _, err = w.Link(t.Context(), w.Account("Boulangerie"), own[0].ID)
	require.ErrorIs(t, err, policy.ErrNotFound)
	_, _, err = w.Link(t.Context(), w.Account("Anne"), id.New())
	require.ErrorIs(t, err, policy.ErrNotFound)
	_, err = w.StatusOfSite(t.Context(), w.Account("Boulangerie"), w.bakery, []id.ID{own[0].ID})
	require.ErrorIs(t, err, policy.ErrNotFound)
	_, err = w.Update(t.Context(), w.Account("Anne"), w.Operation, own[0].ID, bill.Change{Payment: coretest.Ptr(bill.Succeeded)})
	require.ErrorIs(t, err, policy.ErrForbidden)
	paid, err := w.Update(t.Context(), w.Organizer, w.Operation, own[0].ID, bill.Change{Payment: coretest.Ptr(bill.Succeeded), IfVersion: 1})
	require.NoError(t, err)
	require.Equal(t, []any{bill.Succeeded, own[0].Amount}, []any{paid.Payment, paid.Amount})
	for _, of := range []struct {
		p       policy.Principal
		scope   billing.Scope
		refused error
	}{
		{w.Organizer, billing.Scope{OperationID: w.Operation}, nil}, {w.Account("Anne"), billing.Scope{ParticipantID: w.anne}, nil}, {w.Account("Toit"), billing.Scope{ParticipantID: w.roof}, nil},
		{w.Organizer, billing.Scope{ParticipantID: w.bakery}, policy.ErrNotFound}, {w.Account("Boulangerie"), billing.Scope{ParticipantID: w.bakery}, policy.ErrNotFound},
		{w.Account("Boulangerie"), billing.Scope{ParticipantID: w.anne}, policy.ErrNotFound},
	} {
		pages, err := w.Pages(t.Context(), of.p, of.scope, []id.ID{own[0].ID})
		if of.refused != nil {
			require.ErrorIs(t, err, of.refused)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, []any{1, "f-2026-10-31-Anne.pdf", "2026-10-31", "Toit"}, []any{len(pages.Files), pages.Files[0].Name, pages.Last.String(), pages.Name})
	}
	file, err := w.StatusOf(t.Context(), w.Organizer, w.Operation, w.roof, []id.ID{own[0].ID, own[1].ID})
	require.NoError(t, err)
	require.Equal(t, "f-2026-10-31-Toit.zip", file.Name)
}

// TestDaysAreBilledOnceAmongSeveral: who comes second, having seen what the first one saw, makes
// nothing; the database keeps days apart, too. No name is read as a formula.
func TestDaysAreBilledOnceAmongSeveral(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Exec("update participants set name = '=1+1' where id = $1", w.anne)
	failed := make(chan error, 4)
	for range cap(failed) {
		go func() {
			_, err := w.Generate(t.Context(), w.Organizer, w.Operation, nil)
			failed <- err
		}()
	}
	for range cap(failed) {
		if err := <-failed; err != nil {
			require.ErrorIs(t, err, bill.ErrThere)
		}
	}
	all := w.bills(bill.OfParticipant)
	require.Len(t, all, 4)
	require.Len(t, w.bills(bill.OfProducer), 2)
	again := all[0]
	again.ID, again.Days.From = id.New(), again.Days.From+3
	require.ErrorIs(t, legacystore.NewBills(w.DB).Add(t.Context(), again), bill.ErrThere)
	file, err := w.StatusOf(t.Context(), w.Organizer, w.Operation, w.roof, []id.ID{all[0].ID, all[1].ID})
	require.NoError(t, err)
	archive, err := zip.NewReader(bytes.NewReader(file.Content), int64(len(file.Content)))
	require.NoError(t, err)
	table, err := archive.Open("status.csv")
	require.NoError(t, err)
	content, err := io.ReadAll(table)
	require.NoError(t, err)
	require.Contains(t, string(content), ";'=1+1;")
}

// TestTheBackOfficeCorrectsABillThatIsThere, and is told of one that is not.
func TestTheBackOfficeCorrectsABillThatIsThere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	require.ErrorIs(t, w.Correct(t.Context(), w.Admin(), id.New(), bill.Change{}), policy.ErrNotFound)
	require.Error(t, w.Correct(t.Context(), w.Organizer, id.New(), bill.Change{}), "an organizer changes its own")
}
