package migration_test

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/legacystore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/assembly"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/billing/legacy"
	"github.com/openpmo/pmo/core/billing/legacy/bill"
	"github.com/openpmo/pmo/core/billing/legacy/migration"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

// world is an operation of the old engine on 6 November 2026: a roof sells to Anne and to the bakery
// since 16 September, 1 kWh an hour each, at 12 cents and 3 euros a month.
type world struct {
	*coretest.Billing
	moving             *migration.Service
	old                *legacy.Service
	bills              *bill.Service
	config             legacy.Config
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
	store, operations := legacystore.NewAgreements(w.DB), operationstore.NewOperations(w.DB)
	sites := participantstore.NewParticipants(w.DB)
	w.old = legacy.New(legacy.Deps{Guard: w.World.Guard, Tx: w.DB, Now: w.World.Now, Configs: store, Contracts: store, Operations: operations, Sites: sites})
	var renderer billing.Renderer
	w.Rewire(func(p *assembly.Parts) { renderer = p.Renderer })
	w.bills = bill.New(bill.Deps{Guard: w.World.Guard, Tx: w.DB, Now: w.World.Now, Bills: legacystore.NewBills(w.DB), Agreements: store, Operations: operations, Sites: sites,
		Measurements: w.Meter, Documents: w.Keeping(w.Shelf), Printer: bill.Printer{Renderer: renderer, Words: func(_, _, key string, _ map[string]any) string { return key }}})
	w.moving = migration.New(migration.Deps{Guard: w.World.Guard, Tx: w.DB, Now: w.World.Now, Operations: operations, Old: store, Bills: legacystore.NewBills(w.DB),
		Agreements: w.Billing.Agreements(), Contracts: w.Contracts, Records: legacystore.NewMigrations(w.DB), Words: catalogues.Text})
	var err error
	w.config, err = w.old.CreateConfig(t.Context(), w.Organizer, w.Operation, legacy.ConfigChange{Producers: &[]id.ID{w.roof}, Consumers: &[]id.ID{w.anne, w.bakery},
		Start: coretest.Ptr(coretest.Date("2026-09-16")), SellingPrice: coretest.Ptr(money.MicroEuro(120_000)), SubscriptionPrice: coretest.Ptr(money.MicroEuro(3_000_000)), Period: coretest.Ptr(1)})
	require.NoError(t, err)
	return w
}

// ready gives issuer and clients, whom the old engine did not know.
func (w *world) ready() (issuer billing.BillingEntity) {
	w.T.Helper()
	issuer = w.Issuer("Commune", coretest.Commune, w.roof)
	w.regime(issuer, party.VATNone)
	w.Client("Anne", "", party.Individual, w.anne)
	w.Client("Boulangerie", "", party.Individual, w.bakery)
	return issuer
}

func (w *world) regime(issuer billing.BillingEntity, regime party.VATRegime) {
	w.T.Helper()
	_, err := w.Entities.UpdateBillingEntity(w.T.Context(), w.Organizer, w.Scope, issuer.ID, entity.BillingEntityChange{IdentityChange: entity.IdentityChange{VATRegime: coretest.Ptr(string(regime))}})
	require.NoError(w.T, err)
}

func (w *world) migrate(in migration.Input) migration.Outcome {
	w.T.Helper()
	out, err := w.moving.Migrate(w.T.Context(), w.Organizer, w.Operation, in)
	require.NoError(w.T, err)
	return out
}

func (w *world) engine() operation.Engine {
	w.T.Helper()
	op, err := operationstore.NewOperations(w.DB).ByID(w.T.Context(), w.Operation)
	require.NoError(w.T, err)
	return op.Engine
}

func keys(lacks []migration.Lack) (out []string) {
	for _, one := range lacks {
		out = append(out, one.Key)
	}
	return out
}

// TestWhatLacksBlocks: no issuer and no client yet; each is named once, with what has to be mended, and
// nothing is changed. The act itself is refused with the same.
func TestWhatLacksBlocks(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	out := w.migrate(migration.Input{DryRun: true})
	require.Equal(t, []string{"subscription.issuerMissing", "subscription.clientMissing", "subscription.clientMissing"}, keys(out.Blocks))
	require.Equal(t, []any{migration.OfSite, w.roof, w.anne}, []any{out.Blocks[0].Kind, out.Blocks[0].Object, out.Blocks[1].Object})
	_, err := w.moving.Migrate(t.Context(), w.Organizer, w.Operation, migration.Input{})
	require.ErrorIs(t, err, migration.ErrBlocked)
	require.Len(t, fault.From(err).Items, 3)
	require.Equal(t, operation.EngineOld, w.engine())
	for period, key := range map[int]string{4: "migration.period"} {
		w.Exec("update legacy_configs set period = $2 where operation_id = $1", w.Operation, period)
		require.Equal(t, key, w.migrate(migration.Input{DryRun: true}).Blocks[0].Key)
	}
	w.Exec("update legacy_configs set period = 1, payment_deadline = 90, selling_price_micro_euro = 0, subscription_price_micro_euro = 0 where operation_id = $1", w.Operation)
	require.Equal(t, []string{"migration.term", "migration.free"}, keys(w.migrate(migration.Input{DryRun: true}).Blocks)[:2])
}

// TestEveryDayIsBilledOnce: what the old engine billed is not billed again, what it left is, a dry run
// says just that and keeps nothing, and a second call changes nothing.
func TestEveryDayIsBilledOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	g, err := w.bills.Generate(t.Context(), w.Organizer, w.Operation, coretest.Ptr(coretest.Date("2026-09-30")))
	require.NoError(t, err)
	require.Equal(t, 2, g.Participants)
	w.Exec("delete from legacy_bills where consumer_id = $1", w.bakery) // September of the bakery is still due
	w.ready()
	dry := w.migrate(migration.Input{DryRun: true})
	require.Empty(t, dry.Blocks)
	require.Nil(t, dry.Done)
	require.Equal(t, operation.EngineOld, w.engine())
	made := w.migrate(migration.Input{})
	require.NotNil(t, made.Done)
	require.Equal(t, operation.Engine2025, w.engine())
	require.Equal(t, dry.Subscriptions, made.Subscriptions)
	require.Equal(t, [][]any{{"Anne", "2026-10-01", "2026-09-30"}, {"Boulangerie", "2026-09-16", ""}}, told(made.Subscriptions))
	require.Equal(t, "Reprise 0,12\u202f€/kWh", made.Plans[0].Name)
	subscriptions, err := w.Contracts.ListSubscriptions(t.Context(), w.Organizer, w.Scope, "")
	require.NoError(t, err)
	require.Len(t, subscriptions, 2)
	again := w.migrate(migration.Input{Basis: migration.IncludingVAT})
	require.Equal(t, []any{1, 2}, []any{again.Done.Plans, again.Done.Subscriptions})
	require.Empty(t, again.Plans)
	// What is due now is what no bill is for, to the cent.
	w.Run("2026-10-31")
	var due [][]any
	for _, inv := range w.Listed(billing.InvoiceFilter{}) {
		due = append(due, []any{inv.ClientName, inv.Days.From.String(), inv.Days.Last().String(), inv.Net})
	}
	require.ElementsMatch(t, [][]any{{"Anne", "2026-10-01", "2026-10-31", money.Cents(8940 + 300)}, {"Boulangerie", "2026-10-01", "2026-10-31", money.Cents(8940 + 300)},
		{"Boulangerie", "2026-09-16", "2026-09-30", money.Cents(4320 + 150)}}, due)
	_, err = w.bills.Generate(t.Context(), w.Organizer, w.Operation, nil)
	require.ErrorIs(t, err, operation.ErrFeature)
	all, err := w.bills.List(t.Context(), w.Organizer, w.Operation, bill.OfParticipant)
	require.NoError(t, err)
	require.Len(t, all, 1, "bills stay")
}

// TestBillsThatNoProducersBillHasAreTold: a producer's bill waits for all of its period, and the migration for none of
// it: how many bills of clients will be in none is told.
func TestBillsThatNoProducersBillHasAreTold(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.ready()
	require.Empty(t, w.migrate(migration.Input{DryRun: true}).Warnings)
	w.Meter.Missing = map[billable.Billed][]civil.Date{{ParticipantID: w.bakery, Side: metering.Consumer}: {coretest.Date("2026-09-20")}}
	g, err := w.bills.Generate(t.Context(), w.Organizer, w.Operation, coretest.Ptr(coretest.Date("2026-09-30")))
	require.NoError(t, err)
	require.Equal(t, []int{1, 0}, []int{g.Participants, g.Producers})
	told := w.migrate(migration.Input{DryRun: true}).Warnings
	require.Equal(t, []string{"migration.unstated"}, keys(told))
	require.Equal(t, map[string]any{"count": 1}, told[0].Params)
}

func told(subscriptions []migration.Subscription) (out [][]any) {
	for _, s := range subscriptions {
		until := ""
		if s.BilledUntil != nil {
			until = s.BilledUntil.String()
		}
		out = append(out, []any{s.ConsumerName, s.Days.From.String(), until})
	}
	return out
}

// TestPricesWithVAT: where an issuer charges VAT it has to be said what prices are; with VAT clients pay
// what they paid.
func TestPricesWithVAT(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	issuer := w.ready()
	w.regime(issuer, party.VATNormal)
	require.Equal(t, []string{"migration.prices"}, keys(w.migrate(migration.Input{DryRun: true}).Blocks))
	for basis, price := range map[migration.Basis]money.MicroEuro{migration.IncludingVAT: 100_000, migration.ExcludingVAT: 120_000} {
		out := w.migrate(migration.Input{DryRun: true, Basis: basis})
		require.Empty(t, out.Blocks)
		require.Equal(t, price, out.Plans[0].Charges[0].Price, "%s", basis)
	}
}

// slow is a meter that something happens before.
type slow struct {
	*coretest.Meter
	before func()
}

func (m slow) PairEnergy(ctx context.Context, operationID id.ID, days civil.Range) (map[billing.Pair]energy.MilliWh, error) {
	m.before()
	return m.Meter.PairEnergy(ctx, operationID, days)
}

// TestABillMadeMeanwhileIsRefused: a generation that began before the move stores nothing after it.
func TestABillMadeMeanwhileIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.ready()
	deps := w.bills.Deps
	deps.Measurements = slow{w.Meter, sync.OnceFunc(func() { require.NotNil(t, w.migrate(migration.Input{}).Done) })}
	_, err := bill.New(deps).Generate(t.Context(), w.Organizer, w.Operation, nil)
	require.ErrorIs(t, err, operation.ErrFeature)
	all, err := w.bills.List(t.Context(), w.Organizer, w.Operation, "")
	require.NoError(t, err)
	require.Empty(t, all)
	_, err = w.old.UpdateConfig(t.Context(), w.Organizer, w.Operation, w.config.ID, legacy.ConfigChange{Deadline: coretest.Ptr(10)})
	require.ErrorIs(t, err, operation.ErrFeature)
}

func TestWhoMayMigrate(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, p := range []policy.Principal{w.Account("Anne"), w.Account("Toit")} {
		_, err := w.moving.Migrate(t.Context(), p, w.Operation, migration.Input{DryRun: true})
		require.Error(t, err)
	}
	_, err := w.moving.Migrate(t.Context(), w.Organizer, id.New(), migration.Input{DryRun: true})
	require.ErrorIs(t, err, policy.ErrNotFound)
	w.Exec("update operations set billing_engine = 'ENGINE_2025' where id = $1", w.Operation)
	_, err = w.moving.Migrate(t.Context(), w.Organizer, w.Operation, migration.Input{DryRun: true})
	require.ErrorIs(t, err, operation.ErrFeature)
}

// TestMovedOnceAmongSeveral: of many at once one moves the operation, the others are told.
func TestMovedOnceAmongSeveral(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.ready()
	found := make(chan error, 4)
	for range cap(found) {
		go func() {
			out, err := w.moving.Migrate(t.Context(), w.Organizer, w.Operation, migration.Input{})
			if err == nil && out.Done == nil {
				err = migration.ErrBlocked
			}
			found <- err
		}()
	}
	for range cap(found) {
		require.NoError(t, <-found)
	}
	subscriptions, err := w.Contracts.ListSubscriptions(t.Context(), w.Organizer, w.Scope, "")
	require.NoError(t, err)
	require.Len(t, subscriptions, 2)
}
