package coretest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/assembly"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/billing/statement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

// Brussels is an operation of Sibelga: an association that sells to consumers itself and owes its
// producers what they shared. Lambert is a private person, Toits a company that is liable for VAT.
type Brussels struct {
	*Billing
	Given          map[id.ID]energy.MilliWh  // of each producer, whatever the month
	Torn           map[id.ID]bool            // producers whose lines are not whole
	Costs          map[id.ID]money.MicroEuro // of the network of each consumer, whatever the month; of others they are not told
	Lambert, Toits id.ID
	Seller         map[id.ID]billing.BillingEntity // by producer
	Injection      billing.Plan                    // 0.08 € per kWh, monthly
}

// Volumes of billing.Volumes.
func (b *Brussels) Volumes(_ context.Context, _ id.ID, days civil.Range) (map[billing.VolumeKey]energy.MilliWh, map[id.ID]bool, map[id.ID]billing.SiteCosts, error) {
	out := map[billing.VolumeKey]energy.MilliWh{}
	for site, e := range b.Given {
		out[billing.VolumeKey{SiteID: site, Usage: billing.UsageInjection}] = e
	}
	costs := map[id.ID]billing.SiteCosts{}
	for site, cost := range b.Costs {
		costs[site] = billing.SiteCosts{Costs: []billing.NetworkCost{{Days: days, Cost: cost}}}
		if month := civil.MonthOf(days.From); days != month.Range() { // it is that of the month
			costs[site] = billing.SiteCosts{Torn: true}
		}
	}
	return out, b.Torn, costs, nil
}

// Numbers of enterprises of Brussels, and an account there.
const (
	Association  = "0878051819"
	Roofs        = "0417497106"
	BrusselsIBAN = "BE71096123456769"
)

// NewBrussels is Lambert and Toits with an issuer each, subscribed from October on; what they shared is
// 680.75 and 1 000 kWh a month.
func NewBrussels(t testing.TB) *Brussels {
	t.Helper()
	b := &Brussels{Billing: NewBilling(t), Given: map[id.ID]energy.MilliWh{}, Torn: map[id.ID]bool{}, Costs: map[id.ID]money.MicroEuro{}, Seller: map[id.ID]billing.BillingEntity{}}
	b.Rewire(func(p *assembly.Parts) { p.Volumes = b })
	b.Exec(`update operations set dso = 'SIBELGA', pmo_legal_name = 'Tanneurs ASBL', pmo_legal_number = $2, pmo_address = '1 rue Haute', pmo_post_code = '1000', pmo_city = 'Bruxelles', pmo_country = 'BE',
		pmo_email = 'pmo@example.org' where id = $1`, b.Operation, Association)
	own, err := b.Entities.EnsureOwnIssuer(t.Context(), b.Organizer, b.Operation)
	require.NoError(t, err)
	_, err = b.Entities.UpdateBillingEntity(t.Context(), b.Organizer, b.Scope, own.ID, entity.BillingEntityChange{IBAN: Ptr("BE68539007547034")})
	require.NoError(t, err)
	b.Lambert, b.Toits = b.Site("Lambert", "producer", ""), b.Site("Toits", "producer", "")
	b.Given[b.Lambert], b.Given[b.Toits] = 680_750_000, 1_000_000_000
	b.Seller[b.Lambert] = b.Producer("Jean Lambert", "", party.VATNone, "LAM", b.Lambert)
	b.Seller[b.Toits] = b.Producer("Toits SRL", Roofs, party.VATNormal, "TOI", b.Toits)
	b.Injection = b.MakeInjection("Injection", 80_000)
	for _, producer := range []id.ID{b.Lambert, b.Toits} {
		require.NoError(t, b.TrySubscribe(b.Injection.ID, "", producer, "2026-10-01"))
	}
	return b
}

// Producer makes the issuer of a producer.
func (b *Brussels) Producer(name, legalNumber string, regime party.VATRegime, series string, producer id.ID) billing.BillingEntity {
	b.T.Helper()
	e, err := b.Entities.CreateBillingEntity(b.T.Context(), b.Organizer, b.Scope, entity.BillingEntityChange{
		IdentityChange: entity.IdentityChange{Name: &name, Street: Ptr("2 rue du Lavoir"), PostCode: Ptr("1000"), City: Ptr("Bruxelles"), LegalNumber: &legalNumber, VATRegime: Ptr(string(regime)), Email: Ptr("p@example.org")},
		IBAN:           Ptr(BrusselsIBAN), SeriesCode: &series, ProducerIDs: []id.ID{producer},
	})
	require.NoError(b.T, err)
	b.Confirm()
	return e
}

// MakeInjection is a monthly plan of what a shared kWh is worth to a producer.
func (b *Brussels) MakeInjection(name string, price money.MicroEuro) billing.Plan {
	b.T.Helper()
	plan, err := b.Contracts.CreatePlan(b.T.Context(), b.Organizer, b.Scope, contract.PlanInput{Name: name, Period: billing.Monthly, TermDays: Ptr(30),
		Charges: []billing.Charge{{Code: "INJECTION", Name: "Énergie partagée", Type: billing.PerUnit, Usage: billing.UsageInjection, Price: price}}})
	require.NoError(b.T, err)
	return plan
}

// Household is a consumer and its client.
func (b *Brussels) Household(name string) id.ID {
	b.T.Helper()
	site, kind := b.Site(name, "consumer", ""), party.Individual
	_, err := b.Entities.CreateBillableEntity(b.T.Context(), b.Organizer, b.Scope, entity.BillableEntityChange{
		IdentityChange: entity.IdentityChange{Name: &name, Street: Ptr("4 rue Haute"), PostCode: Ptr("1000"), City: Ptr("Bruxelles"), LegalNumber: Ptr("")}, ConsumerType: &kind, ConsumerIDs: []id.ID{site}})
	require.NoError(b.T, err)
	return site
}

// Network is a plan of 2 € a month, 0.10 € per kWh and the network costs, from October on for a household
// Dupont; the association sells under a regime.
func (b *Brussels) Network(regime party.VATRegime, treatment billing.VATTreatment, rate *money.VATRate) (own billing.BillingEntity, dupont id.ID, plan billing.Plan) {
	b.T.Helper()
	own, err := b.Entities.EnsureOwnIssuer(b.T.Context(), b.Organizer, b.Operation)
	require.NoError(b.T, err)
	_, err = b.Entities.UpdateBillingEntity(b.T.Context(), b.Organizer, b.Scope, own.ID, entity.BillingEntityChange{
		IdentityChange: entity.IdentityChange{VATRegime: Ptr(string(regime))}, SeriesCode: Ptr("TAN")})
	require.NoError(b.T, err)
	b.Confirm()
	dupont = b.Household("Dupont")
	plan, err = b.Contracts.CreatePlan(b.T.Context(), b.Organizer, b.Scope, contract.PlanInput{Name: "Réseau", Period: billing.Monthly, Method: billing.Transfer, Charges: []billing.Charge{
		{Code: "ABO", Type: billing.Fixed, Price: 2_000_000}, {Code: "KWH", Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: 100_000},
		{Code: "RES", Name: "Frais de réseau", Type: billing.PassThrough, Treatment: treatment, VATRate: rate}}})
	require.NoError(b.T, err)
	require.NoError(b.T, b.TrySubscribe(plan.ID, dupont, "", "2026-10-01"))
	return own, dupont, plan
}

// Mandate keeps the mandate by which a producer lets its invoices be written; "" takes it away.
func (b *Brussels) Mandate(producer id.ID, signed string) {
	b.T.Helper()
	var day *civil.Date
	if signed != "" {
		day = Ptr(Date(signed))
	}
	_, err := b.Entities.UpdateBillingEntity(b.T.Context(), b.Organizer, b.Scope, b.Seller[producer].ID, entity.BillingEntityChange{MandateSigned: &day})
	require.NoError(b.T, err)
}

// Draft drafts what is owed up to the end of October.
func (b *Brussels) Draft() statement.Drafted {
	b.T.Helper()
	made, err := b.Statements.DraftUpTo(b.T.Context(), b.Organizer, b.Operation, Ptr(Date("2026-10-31")))
	require.NoError(b.T, err)
	return made
}

// State drafts and publishes what is owed up to the end of October, by producer.
func (b *Brussels) State() map[id.ID]statement.Statement {
	b.T.Helper()
	made := b.Draft()
	require.Empty(b.T, made.Refused)
	var ids []id.ID
	for _, st := range made.Statements {
		ids = append(ids, st.ID)
	}
	results, err := b.Statements.Publish(b.T.Context(), b.Organizer, b.Operation, ids)
	require.NoError(b.T, err)
	out := map[id.ID]statement.Statement{}
	for n, r := range results {
		require.Nil(b.T, r.Refused)
		st, err := b.Statements.Get(b.T.Context(), b.Organizer, b.Operation, ids[n])
		require.NoError(b.T, err)
		out[st.ProducerID] = st
	}
	return out
}

// StatementOf is the statement of a producer that holds.
func (b *Brussels) StatementOf(producer id.ID) statement.Statement {
	b.T.Helper()
	list, err := b.Statements.List(b.T.Context(), b.Organizer, b.Operation, statement.Filter{ProducerID: producer, Statuses: []statement.Status{statement.Published}})
	require.NoError(b.T, err)
	require.Len(b.T, list, 1)
	return list[0]
}
