package coretest

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/einvoice"
	"github.com/openpmo/pmo/adapters/postgres/billingstore"
	"github.com/openpmo/pmo/adapters/postgres/correctionstore"
	"github.com/openpmo/pmo/adapters/postgres/invoicestore"
	"github.com/openpmo/pmo/adapters/postgres/journalstore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/statementstore"
	"github.com/openpmo/pmo/adapters/seal"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/billing/assembly"
	"github.com/openpmo/pmo/core/billing/billrun"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/delivery"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/billing/statement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

// Billing is a world with the services of billing.
type Billing struct {
	*World
	assembly.Services
	parts assembly.Parts
	Scope billing.Scope // of the operation
	Meter *Meter
	Told  *Told
	Shelf *Shelf
	Post  *Post
	Use   invoicestore.BilledDays // what other contexts ask
	Plan  billing.Plan            // of Subscribe
	// Waits leaves what issuers claim to the back-office; otherwise Issuer is confirmed.
	Waits   bool
	Printed *billing.Document // the last one that was rendered
}

// NewBilling is a world without sites, issuers and clients.
func NewBilling(t testing.TB) *Billing {
	t.Helper()
	w := New(t)
	b := &Billing{World: w, Scope: billing.Scope{OperationID: w.Operation}, Meter: &Meter{Hourly: map[billing.Pair]energy.MilliWh{}},
		Told: &Told{}, Use: invoicestore.NewBilledDays(w.DB), Shelf: &Shelf{Bytes: map[string][]byte{}}, Printed: &billing.Document{}, Post: &Post{}}
	cipher, err := seal.New(bytes.Repeat([]byte{1}, 32), "iban")
	require.NoError(t, err)
	b.parts = assembly.Parts{
		Guard: w.Guard, Tx: w.DB, Now: w.Now,
		Operations: operationstore.NewOperations(w.DB), Stores: invoicestore.Stores(w.DB, cipher), Measurements: b.Meter, Events: b.Told,
		Adjustments: billingstore.NewAdjustments(w.DB), Journals: journalstore.Stores(w.DB), Corrections: correctionstore.New(w.DB), Thresholds: correctionstore.NewThresholds(w.DB), Words: catalogues.Text,
		Stored: w.Keeping(b.Shelf), Logos: w.Logos(b.Shelf), Renderer: printer{&sync.Mutex{}, b.Printed}, EInvoices: einvoice.Writer{},
		Delivery:   delivery.Means{Deliveries: invoicestore.NewDeliveries(w.DB), Letters: b.Post, Mail: b.Post, Queue: b.Post, Accounts: b.Post, Binder: b.Post},
		Statements: statement.Means{Statements: statementstore.NewStatements(w.DB), Letters: b.Post, Mail: b.Post, Queue: b.Post},
	}
	b.assemble()
	return b
}

// assemble makes the services, and the jobs that they do.
func (b *Billing) assemble() {
	b.parts.Jobs = b.NewJobs()
	b.Services = assembly.Assemble(b.parts)
	b.Jobs.Handle(b.Runs.Job())
}

// Rewire makes the services anew with some of their dependencies exchanged.
func (b *Billing) Rewire(change func(*assembly.Parts)) {
	change(&b.parts)
	b.assemble()
}

// Agreements reads what was agreed in the operation.
func (b *Billing) Agreements() agreement.Loader {
	p := b.parts
	return agreement.Loader{Sites: p.Sites, BillingEntities: p.BillingEntities, BillableEntities: p.BillableEntities, Plans: p.Plans, Subscriptions: p.Subscriptions, Adjustments: p.Adjustments}
}

// Elsewhere is a second operation of the same database, of the organizer who has it last.
func (b *Billing) Elsewhere(organizer policy.Principal) *Billing {
	world, other := *b.World, *b
	other.World = &world
	other.Operation, other.Organizer, other.Sites = organizer.Operations[len(organizer.Operations)-1], organizer, map[string]id.ID{}
	for n := range 8 { // so that its sites have other numbers
		other.Sites[fmt.Sprint("none ", n)] = ""
	}
	other.Scope = billing.Scope{OperationID: other.Operation}
	b.Exec(`insert into operations (id, external_id, name, type, dso, billing_engine, pmo_legal_name, pmo_country, created_at)
		values ($1, $2, 'AUTRE', 'OPEN', 'ENEDIS', 'ENGINE_2025', 'PMO AUTRE', 'FR', now())`, other.Operation, string(other.Operation))
	return &other
}

// Commune is the SIREN of the first producer.
const Commune = "444608442"

// Issuer makes the billing entity of producers, with the bank account of the town.
func (b *Billing) Issuer(name, legalNumber string, producers ...id.ID) billing.BillingEntity {
	b.T.Helper()
	e, err := b.Entities.CreateBillingEntity(b.T.Context(), b.Organizer, b.Scope, entity.BillingEntityChange{
		IdentityChange: entity.IdentityChange{Name: &name, Street: Ptr("1 place de la Mairie"), PostCode: Ptr("35300"), City: Ptr("Fougères"), LegalNumber: &legalNumber},
		IBAN:           Ptr("FR14 2004 1010 0505 0001 3M02 606"), SeriesCode: Ptr("COM"), ProducerIDs: producers,
	})
	require.NoError(b.T, err)
	if !b.Waits {
		b.Confirm()
	}
	return e
}

// OwnIssuer makes the operation's own issuer of an interlocutor that is complete.
func (b *Billing) OwnIssuer() billing.BillingEntity {
	b.T.Helper()
	b.Exec("update operations set pmo_legal_number = '552100554', pmo_address = '1 rue Haute', pmo_post_code = '35300', pmo_city = 'Fougères' where id = $1", b.Operation)
	own, err := b.Entities.EnsureOwnIssuer(b.T.Context(), b.Organizer, b.Operation)
	require.NoError(b.T, err)
	b.Confirm()
	return own
}

// Client makes the billable entity of a consumer.
func (b *Billing) Client(name, legalNumber string, kind party.ConsumerType, consumer id.ID) billing.BillableEntity {
	b.T.Helper()
	e, err := b.Entities.CreateBillableEntity(b.T.Context(), b.Organizer, b.Scope, entity.BillableEntityChange{
		IdentityChange: entity.IdentityChange{Name: &name, Street: Ptr("2 rue du Four"), PostCode: Ptr("35300"), City: Ptr("Fougères"), LegalNumber: &legalNumber},
		ConsumerType:   &kind, ConsumerIDs: []id.ID{consumer},
	})
	require.NoError(b.T, err)
	return e
}

// MakePlan makes a monthly plan of a price per kWh and two euros a month.
func (b *Billing) MakePlan(name string, price money.MicroEuro) billing.Plan {
	b.T.Helper()
	plan, err := b.Contracts.CreatePlan(b.T.Context(), b.Organizer, b.Scope, contract.PlanInput{Name: name, Period: billing.Monthly,
		Method: billing.PublicTreasuryPaymentOrder, Charges: []billing.Charge{
			{Code: "ENERGIE", Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: price},
			{Code: "ABONNEMENT", Type: billing.Fixed, Price: 2_000_000},
		}})
	require.NoError(b.T, err)
	return plan
}

// Subscribe binds a pair to Plan from a day on.
func (b *Billing) Subscribe(consumer, producer id.ID, from string) contract.SubscriptionView {
	b.T.Helper()
	v, err := b.Contracts.Subscribe(b.T.Context(), b.Organizer, b.Scope, contract.SubscriptionsInput{PlanID: b.Plan.ID,
		Pairs: []billing.Pair{{ConsumerID: consumer, ProducerID: producer}}, Days: civil.Range{From: Date(from), To: civil.Forever}})
	require.NoError(b.T, err)
	return v
}

// Town is one producer and five consumers, who are subscribed from October on; two of them
// are the producer itself.
func Town(t testing.TB) *Billing {
	t.Helper()
	b := NewBilling(t)
	producer := b.Site("Commune", "producer", "")
	b.Issuer("Commune de Fougères", Commune, producer)
	b.Confirm()
	b.Plan = b.MakePlan("Plan solaire", 100_000)
	for _, c := range []struct {
		name, legal string
		kind        party.ConsumerType
		perHour     energy.MilliWh // shared
	}{
		{"Mairie", Commune, party.Professional, 2_500_000}, {"École", Commune, party.Professional, 1_250_000},
		{"CCAS", "35600000000048", party.Professional, 1_875_000}, {"Boulangerie", "35600000049837", party.Professional, 3_750_000},
		{"Martin", "", party.Individual, 625_000},
	} {
		site := b.Site(c.name, "consumer", "")
		b.Client(c.name, c.legal, c.kind, site)
		b.Subscribe(site, producer, "2026-10-01")
		b.Meter.Hourly[billing.Pair{ConsumerID: site, ProducerID: producer}] = c.perHour
	}
	return b
}

// TwoSellers is the town with a second producer, Ferme, who has an issuer and a client,
// Garage, of its own and the bank account of the first.
func TwoSellers(t testing.TB) *Billing {
	t.Helper()
	b := Town(t)
	second := b.Site("Ferme", "producer", "")
	b.Issuer("Ferme du Bois", "732829320", second)
	site := b.Site("Garage", "consumer", "")
	b.Client("Garage", "", party.Individual, site)
	b.Subscribe(site, second, "2026-10-01")
	b.Meter.Hourly[billing.Pair{ConsumerID: site, ProducerID: second}] = 500_000
	return b
}

// Many is one producer and n consumers, each a client of its own, subscribed from October
// on.
func Many(t testing.TB, n int) *Billing {
	t.Helper()
	b := NewBilling(t)
	producer := b.Site("Commune", "producer", "")
	b.Issuer("Commune", Commune, producer)
	b.Plan = b.MakePlan("Plan", 100_000)
	var sites, clients, links [][]any
	in := contract.SubscriptionsInput{PlanID: b.Plan.ID, Days: civil.Range{From: Date("2026-10-01"), To: civil.Forever}}
	for i := range n {
		site, client := id.New(), id.New()
		sites = append(sites, []any{b.Operation, site, fmt.Sprintf("Site %05d", i), "consumer", fmt.Sprintf("%014d", 1000+i), b.Clock, b.Clock})
		clients = append(clients, []any{b.Operation, client, fmt.Sprintf("Client %05d", i), "1 rue", "35300", "Fougères", "FR", "none", "individual", "fr", b.Clock})
		links = append(links, []any{b.Operation, site, client})
		pair := billing.Pair{ConsumerID: site, ProducerID: producer}
		in.Pairs = append(in.Pairs, pair)
		b.Meter.Hourly[pair] = 1_000_000
	}
	for table, rows := range map[string]struct {
		columns []string
		rows    [][]any
	}{
		"participants":      {[]string{"operation_id", "id", "name", "energy_type", "dso_id", "created_at", "updated_at"}, sites},
		"billable_entities": {[]string{"operation_id", "id", "name", "street", "post_code", "city", "country", "vat_regime", "consumer_type", "language", "created_at"}, clients},
	} {
		_, err := b.DB.Pool().CopyFrom(t.Context(), pgx.Identifier{table}, rows.columns, pgx.CopyFromRows(rows.rows))
		require.NoError(t, err)
	}
	b.Exec("update participants set activation = '[2026-01-01,)'")
	_, err := b.DB.Pool().CopyFrom(t.Context(), pgx.Identifier{"billable_entity_consumers"}, []string{"operation_id", "consumer_id", "billable_entity_id"}, pgx.CopyFromRows(links))
	require.NoError(t, err)
	_, err = b.Contracts.SubscribeAll(t.Context(), b.Organizer, b.Scope, in)
	require.NoError(t, err)
	b.Exec("analyze participants, billable_entities, billable_entity_consumers, subscriptions")
	return b
}

// Run bills synchronously up to a day.
func (b *Billing) Run(upTo string) billing.Run {
	b.T.Helper()
	r, err := b.Runs.StartRun(b.T.Context(), b.Organizer, b.Scope, billrun.RunInput{BillUpTo: Ptr(Date(upTo)), Mode: billing.Sync})
	require.NoError(b.T, err)
	return r
}

// Listed are the invoices of the operation, all that the filter chooses.
func (b *Billing) Listed(f billing.InvoiceFilter) []billing.Invoice {
	b.T.Helper()
	list, total, err := b.Invoices.ListInvoices(b.T.Context(), b.Organizer, b.Scope, f)
	require.NoError(b.T, err)
	require.Len(b.T, list, total)
	out := make([]billing.Invoice, len(list))
	for i, one := range list {
		out[i] = one.Invoice
	}
	return out
}

// Confirm is the back-office's yes to whoever issues.
func (b *Billing) Confirm() {
	b.T.Helper()
	b.Exec("update seller_claims set status = 'CONFIRMED', decided_at = now() where status = 'REQUESTED'")
}

// Publish publishes with every yes that it may take.
func (b *Billing) Publish(ids ...id.ID) []billing.Result {
	b.T.Helper()
	b.Confirm()
	results, err := b.Publication.PublishInvoices(b.T.Context(), b.Organizer, b.Scope, billing.Selection{IDs: ids, ConfirmUnpriced: true})
	require.NoError(b.T, err)
	return results
}

// Leave sets the last day of a site ("" = none) and tells billing of it, in a transaction
// as participant does.
func (b *Billing) Leave(site, last string) {
	if last == "" {
		b.Exec("update participants set activation = daterange(lower(activation), null) where id = $1", b.Sites[site])
		return // billing hears of earlier days only
	}
	b.Exec("update participants set activation = daterange(lower(activation), $2::date + 1) where id = $1", b.Sites[site], last)
	require.NoError(b.T, b.DB.Enclose(b.T.Context(), func(ctx context.Context) error {
		return b.Invoices.ParticipantLeaves(ctx, b.Operation, b.Sites[site], Date(last))
	}))
}

// Spans are the subscriptions of a site, from its first to its last day.
func (b *Billing) Spans(site string) (out [][2]string) {
	for _, s := range b.Subscriptions() {
		if s.ConsumerID == b.Sites[site] {
			last := "open"
			if !s.Days.IsOpen() {
				last = s.Days.Last().String()
			}
			out = append(out, [2]string{s.Days.From.String(), last})
		}
	}
	return out
}

// CompleteInterlocutor makes the operation one that issues invoices of its own.
func (b *Billing) CompleteInterlocutor() {
	b.Exec(`update operations set pmo_legal_number = '35600000000048', pmo_address = '1 rue', pmo_post_code = '35300', pmo_city = 'Fougères' where id = $1`, b.Operation)
}

// MakeFee is a plan without a price per kWh.
func (b *Billing) MakeFee(name string) billing.Plan {
	plan, err := b.Contracts.CreatePlan(b.T.Context(), b.Organizer, b.Scope, contract.PlanInput{Name: name, Period: billing.Monthly,
		Method: billing.PublicTreasuryPaymentOrder, Charges: []billing.Charge{{Code: "ABONNEMENT", Type: billing.Fixed, Price: 2_000_000}}})
	require.NoError(b.T, err)
	return plan
}

// SubscriptionOf is that of a pair that begins on a day.
func (b *Billing) SubscriptionOf(consumer, producer id.ID, from string) contract.SubscriptionView {
	for _, s := range b.Subscriptions() {
		if s.ConsumerID == consumer && s.ProducerID == producer && s.Days.From == Date(from) {
			return s
		}
	}
	require.FailNow(b.T, "no such subscription")
	return contract.SubscriptionView{}
}

// TrySubscribe binds a pair to a plan from a day on, or says why not.
func (b *Billing) TrySubscribe(plan, consumer, producer id.ID, from string) error {
	_, err := b.Contracts.Subscribe(b.T.Context(), b.Organizer, b.Scope, contract.SubscriptionsInput{PlanID: plan,
		Pairs: []billing.Pair{{ConsumerID: consumer, ProducerID: producer}}, Days: civil.Range{From: Date(from), To: civil.Forever}})
	return err
}

// Subscriptions lists those of the operation, as they stand today.
func (b *Billing) Subscriptions() []contract.SubscriptionView {
	list, err := b.Contracts.ListSubscriptions(b.T.Context(), b.Organizer, b.Scope, "")
	require.NoError(b.T, err)
	return list
}

// Check says what a run up to a day would do.
func (b *Billing) Check(upTo string) billrun.Check {
	c, err := b.Runs.CheckRun(b.T.Context(), b.Organizer, b.Scope, billrun.RunInput{BillUpTo: Ptr(Date(upTo))})
	require.NoError(b.T, err)
	return c
}
