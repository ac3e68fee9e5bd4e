package postgres_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/adapters/seal"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/object"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// everything allows all: who may is proved beside the policy.
type everything struct{}

func (everything) Decide(context.Context, policy.Principal, policy.Permission, policy.Resource) (policy.Decision, error) {
	return policy.Decision{Allow: true}, nil
}
func (everything) Permissions(context.Context, policy.Principal) ([]policy.Permission, error) {
	return nil, nil
}

// meter is constant power: mWh a day by pair.
type meter struct {
	mu      sync.Mutex
	daily   map[billing.Pair]energy.MilliWh
	missing map[metering.Billed][]civil.Date
	extra   map[civil.Month]energy.MilliWh // more in a month, whatever its days
	asked   int
	// DailyEnergy: days that are not known of a site, and how often it was asked.
	unknown   map[id.ID][]civil.Date
	askedDays int
}

func (m *meter) PairEnergy(_ context.Context, _ id.ID, days civil.Range) (map[billing.Pair]energy.MilliWh, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked++
	out := map[billing.Pair]energy.MilliWh{}
	hours := civil.Paris.StepsIn(days, time.Hour)
	for p, perHour := range m.daily {
		out[p] = perHour*energy.MilliWh(hours) + m.extra[civil.MonthOf(days.From)]
	}
	return out, nil
}
func (m *meter) DailyEnergy(_ context.Context, _ id.ID, pairs []billing.Pair, days civil.Range) (map[billing.Pair][]energy.MilliWh, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.askedDays++
	out := map[billing.Pair][]energy.MilliWh{}
	for _, p := range pairs {
		daily := make([]energy.MilliWh, days.Days())
		for i := range daily {
			day := days.From + civil.Date(i)
			daily[i] = m.daily[p] * energy.MilliWh(civil.Paris.StepsIn(civil.Range{From: day, To: day + 1}, time.Hour))
			if slices.Contains(m.unknown[p.ConsumerID], day) {
				daily[i] = metering.Absent
			}
		}
		out[p] = daily
	}
	return out, nil
}
func (m *meter) PairsInDoubt(context.Context, id.ID, civil.Range) (map[id.ID][]civil.Date, error) {
	return nil, nil
}
func (m *meter) Readiness(_ context.Context, _ id.ID, _ []id.ID, _ civil.Range) (map[metering.Billed][]civil.Date, error) {
	return m.missing, nil
}
func (m *meter) Fingerprint(_ context.Context, _ id.ID, _ []id.ID, days civil.Range) ([]byte, error) {
	return fmt.Append(nil, days, m.extra), nil
}
func (m *meter) LastDefinitive(context.Context, id.ID) (civil.Date, bool, error) {
	return 0, false, nil
}

// queue keeps what was asked for.
type queue struct {
	mu        sync.Mutex
	batches   []int
	documents []id.ID
}

func (q *queue) BillBatches(_ context.Context, _, _ id.ID, batches []int) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.batches = append(q.batches, batches...)
	return nil
}
func (q *queue) InvoiceDocuments(_ context.Context, _ id.ID, ids []id.ID) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.documents = append(q.documents, ids...)
	return nil
}

// printer writes a document as text and keeps the last one.
type printer struct {
	mu   *sync.Mutex
	last *billing.Document
}

func (p printer) Render(d billing.Document) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	*p.last = d
	return fmt.Appendf(nil, "%s %s %s %s %v %+v", d.Number, d.Language, d.Total, d.Payment.IBAN, d.Draft, d.Mentions), nil
}

// shelf is an object store in memory.
type shelf struct {
	mu    sync.Mutex
	bytes map[string][]byte
}

type opened struct{ *bytes.Reader }

func (opened) Close() error { return nil }

func (s *shelf) Put(_ context.Context, key string, content io.Reader, _ int64, _ string) error {
	b, err := io.ReadAll(content)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bytes[key] = b
	return err
}
func (s *shelf) Get(_ context.Context, key string) (io.ReadSeekCloser, object.Info, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, ok := s.bytes[key]
	if !ok {
		return nil, object.Info{}, object.ErrNotFound
	}
	return opened{bytes.NewReader(b)}, object.Info{Size: int64(len(b))}, nil
}
func (s *shelf) Stat(context.Context, string) (object.Info, error) { return object.Info{}, nil }
func (s *shelf) Delete(context.Context, string) error              { return nil }
func (s *shelf) SignGet(context.Context, string, string, time.Duration) (string, error) {
	return "", nil
}

// billed is an operation with billing, on a database of its own.
type billed struct {
	t     testing.TB
	db    *postgres.DB
	svc   *billing.Service
	meter *meter
	queue *queue
	shelf *shelf
	p     policy.Principal
	op    id.ID
	scope billing.Scope
	now   time.Time
	sites map[string]id.ID
	plan  billing.Plan
	waits bool // issuers wait for the back-office
	// printed is the last document that was rendered.
	printed billing.Document
}

func newBilled(t testing.TB) *billed {
	b := &billed{t: t, db: pgtest.New(t), meter: &meter{daily: map[billing.Pair]energy.MilliWh{}}, queue: &queue{}, shelf: &shelf{bytes: map[string][]byte{}},
		op: id.New(), now: time.Date(2026, 11, 6, 7, 0, 0, 0, time.UTC), sites: map[string]id.ID{}}
	b.p = policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer, Operations: []id.ID{b.op}}
	b.scope = billing.Scope{OperationID: b.op}
	cipher, err := seal.New(bytes.Repeat([]byte{1}, 32), "iban")
	require.NoError(t, err)
	b.svc = billing.New(billing.Deps{
		Guard: policy.Guard{Decider: everything{}, Locator: b}, Tx: b.db, Now: func() time.Time { return b.now },
		Operations: postgres.NewOperations(b.db), Sites: postgres.NewBillingSites(b.db), Claims: postgres.NewSellerClaims(b.db), BillingEntities: postgres.NewBillingEntities(b.db, cipher),
		BillableEntities: postgres.NewBillableEntities(b.db), Plans: postgres.NewPlans(b.db), Subscriptions: postgres.NewSubscriptions(b.db),
		Invoices: postgres.NewInvoices(b.db, cipher), Numberings: postgres.NewNumberings(b.db), Runs: postgres.NewBillRuns(b.db),
		LegalTexts: postgres.NewLegalTexts(b.db), Locks: postgres.NewBillingLocks(b.db), Measurements: b.meter, Queue: b.queue,
		Objects: b.shelf, Renderer: printer{&sync.Mutex{}, &b.printed},
	})
	b.exec(`insert into operations (id, external_id, name, type, dso, billing_engine, pmo_legal_name, pmo_country, created_at)
		values ($1, 'ACC00000001', 'VAL', 'OPEN', 'ENEDIS', 'ENGINE_2025', 'PMO VAL', 'FR', now())`, b.op)
	return b
}

// OperationOf makes the fixture the locator of its guard.
func (b *billed) OperationOf(context.Context, id.ID) (id.ID, error) { return b.op, nil }

func (b *billed) exec(sql string, args ...any) {
	_, err := b.db.Pool().Exec(b.t.Context(), sql, args...)
	require.NoError(b.t, err)
}

// site adds a participant that is there from 2026 on, or for the days given.
func (b *billed) site(name, side, activation string) id.ID {
	i := id.New()
	if activation == "" {
		activation = "[2026-01-01,)"
	}
	b.exec(`insert into participants (operation_id, id, name, energy_type, dso_id, activation, created_at, updated_at)
		values ($1, $2, $3, $4, $5, $6::text::daterange, now(), now())`, b.op, i, name, side, fmt.Sprintf("%014d", len(b.sites)+1), activation)
	b.sites[name] = i
	return i
}

func ptr[T any](v T) *T { return &v }

const commune = "444608442" // SIREN of the producer

// issuer makes the billing entity of producers.
func (b *billed) issuer(name, legal string, producers ...id.ID) billing.BillingEntity {
	e, err := b.svc.CreateBillingEntity(b.t.Context(), b.p, b.scope, billing.BillingEntityChange{
		IdentityChange: billing.IdentityChange{Name: &name, Street: ptr("1 place de la Mairie"), PostCode: ptr("35300"), City: ptr("Fougères"), LegalNumber: &legal},
		IBAN:           ptr("FR14 2004 1010 0505 0001 3M02 606"), SeriesCode: ptr("COM"), ProducerIDs: producers,
	})
	require.NoError(b.t, err)
	if !b.waits {
		b.confirm()
	}
	return e
}

// client makes the billable entity of a consumer and subscribes it to the plan.
func (b *billed) client(name, legal string, kind party.ConsumerType, consumer id.ID) billing.BillableEntity {
	e, err := b.svc.CreateBillableEntity(b.t.Context(), b.p, b.scope, billing.BillableEntityChange{
		IdentityChange: billing.IdentityChange{Name: &name, Street: ptr("2 rue du Four"), PostCode: ptr("35300"), City: ptr("Fougères"), LegalNumber: &legal},
		ConsumerType:   &kind, ConsumerIDs: []id.ID{consumer},
	})
	require.NoError(b.t, err)
	return e
}

func (b *billed) makePlan(name string, price money.MicroEuro) billing.Plan {
	plan, err := b.svc.CreatePlan(b.t.Context(), b.p, b.scope, billing.PlanInput{Name: name, Period: billing.Monthly,
		Method: billing.PublicTreasuryPaymentOrder, Charges: []billing.Charge{
			{Code: "ENERGIE", Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: price},
			{Code: "ABONNEMENT", Type: billing.Fixed, Price: 2_000_000},
		}})
	require.NoError(b.t, err)
	return plan
}

func date(s string) civil.Date {
	d, err := civil.ParseDate(s)
	if err != nil {
		panic(err)
	}
	return d
}

func (b *billed) subscribe(consumer, producer id.ID, from string) billing.SubscriptionView {
	v, err := b.svc.Subscribe(b.t.Context(), b.p, b.scope, billing.SubscriptionsInput{PlanID: b.plan.ID,
		Pairs: []billing.Pair{{ConsumerID: consumer, ProducerID: producer}}, Days: civil.Range{From: date(from), To: civil.Forever}})
	require.NoError(b.t, err)
	return v
}

// town is the fixture of the first journey: one producer, five consumers.
func town(t testing.TB) *billed {
	b := newBilled(t)
	producer := b.site("Commune", "producer", "")
	b.issuer("Commune de Fougères", commune, producer)
	b.confirm()
	b.plan = b.makePlan("Plan solaire", 100_000)
	for _, c := range []struct {
		name, legal string
		kind        party.ConsumerType
		perHour     energy.MilliWh // shared
	}{
		{"Mairie", commune, party.Professional, 2_500_000}, {"École", commune, party.Professional, 1_250_000},
		{"CCAS", "35600000000048", party.Professional, 1_875_000}, {"Boulangerie", "35600000049837", party.Professional, 3_750_000},
		{"Martin", "", party.Individual, 625_000},
	} {
		site := b.site(c.name, "consumer", "")
		b.client(c.name, c.legal, c.kind, site)
		b.subscribe(site, producer, "2026-10-01")
		b.meter.daily[billing.Pair{ConsumerID: site, ProducerID: producer}] = c.perHour
	}
	return b
}

// run bills synchronously up to a day.
func (b *billed) run(upTo string) billing.Run {
	r, err := b.svc.StartRun(b.t.Context(), b.p, b.scope, billing.RunInput{BillUpTo: ptr(date(upTo)), Mode: billing.Sync})
	require.NoError(b.t, err)
	return r
}

func (b *billed) invoices(f billing.InvoiceFilter) []billing.Invoice {
	list, total, err := b.svc.ListInvoices(b.t.Context(), b.p, b.scope, f)
	require.NoError(b.t, err)
	require.Len(b.t, list, total)
	return list
}

// confirm is the back-office's yes to whoever issues.
func (b *billed) confirm() {
	b.exec("update seller_claims set status = 'CONFIRMED', decided_at = now() where status = 'REQUESTED'")
}

// publish publishes with every yes that it may take.
func (b *billed) publish(ids ...id.ID) []billing.Result {
	b.confirm()
	results, err := b.svc.PublishInvoices(b.t.Context(), b.p, b.scope, billing.Selection{IDs: ids, ConfirmUnpriced: true})
	require.NoError(b.t, err)
	return results
}
