package transmission_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/einvoice/fakeplatform"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// atAccessPoint is an association in Brussels that sends to a shop by an access point, which can be asked for what
// it was handed by our id, or by its own alone.
func atAccessPoint(t *testing.T, status string, rules ...fakeplatform.Rule) (*desk, billing.Invoice) {
	t.Helper()
	b := coretest.NewBrussels(t)
	own, err := b.Entities.EnsureOwnIssuer(t.Context(), b.Organizer, b.Operation)
	require.NoError(t, err)
	_, err = b.Entities.UpdateBillingEntity(t.Context(), b.Organizer, b.Scope, own.ID, entity.BillingEntityChange{
		IdentityChange: entity.IdentityChange{VATRegime: coretest.Ptr("franchise")}, SeriesCode: coretest.Ptr("TAN")})
	require.NoError(t, err)
	b.Confirm()
	shop, kind := b.Site("Boutique", "consumer", ""), party.Professional
	_, err = b.Entities.CreateBillableEntity(t.Context(), b.Organizer, b.Scope, entity.BillableEntityChange{ConsumerType: &kind, ConsumerIDs: []id.ID{shop},
		IdentityChange: entity.IdentityChange{Name: coretest.Ptr("Boutique SRL"), Street: coretest.Ptr("5 rue Haute"), PostCode: coretest.Ptr("1000"), City: coretest.Ptr("Bruxelles"), Country: coretest.Ptr("BE"),
			LegalNumber: coretest.Ptr("0417497106"), TaxID: coretest.Ptr("BE0417497106"), Email: coretest.Ptr("boutique@example.org")}})
	require.NoError(t, err)
	plan, err := b.Contracts.CreatePlan(t.Context(), b.Organizer, b.Scope, contract.PlanInput{Name: "Abonnement", Period: billing.Monthly, Method: billing.Transfer,
		Charges: []billing.Charge{{Code: "ABO", Type: billing.Fixed, Price: 2_000_000}}})
	require.NoError(t, err)
	require.NoError(t, b.TrySubscribe(plan.ID, shop, "", "2026-10-01"))
	d := deskOf(t, b.Billing, fakeplatform.Options{Secret: "s3cret", AckAfter: time.Minute, Rules: rules})
	base := d.server.URL + "/peppol"
	d.connection, err = d.Connections.Create(t.Context(), d.Organizer, d.Operation, own.ID, einvoicing.Connection{Name: "Point d’accès", Kind: einvoicing.PeppolRaw, Active: true, Secret: "s3cret",
		Settings: einvoicing.Settings{Peppol: &einvoicing.PeppolSettings{SubmitURL: base + "/raw/{sender}/{receiver}/{key}", StatusURL: base + status, IDField: "data.id", ReasonField: "reason"}}})
	require.NoError(t, err)
	return d, d.publish("Boutique SRL")
}

const byOurs, byTheirs = "/status/{key}", "/status/{id}"

// TestAnInvoiceGoesByPeppol: it waits in the database before anybody is called, goes once, and is followed until
// it is at the receiver's.
func TestAnInvoiceGoesByPeppol(t *testing.T) {
	t.Parallel()
	d, inv := atAccessPoint(t, byOurs)
	require.Equal(t, []any{einvoicing.Queued, 0}, []any{d.of(inv).State(), d.invoices()}, "kept before it is handed over")
	d.attempt(inv)
	d.attempt(inv)
	require.Equal(t, []any{einvoicing.Deposited, 1}, []any{d.of(inv).State(), d.invoices()})
	require.Equal(t, string(d.of(inv).ID), d.platform.Deposits()[0].TrackingID)
	for range 3 {
		d.later(6 * time.Minute)
	}
	require.Equal(t, 1, d.invoices())
	require.Equal(t, einvoicing.Delivered, d.of(inv).State())
	require.Equal(t, "transmission.live", d.send(inv))
}

// TestTheAnswerOfAnAccessPointIsLost: what it may have taken is looked for before anything goes again; where it cannot
// be asked by our id, nothing goes again at all.
func TestTheAnswerOfAnAccessPointIsLost(t *testing.T) {
	t.Parallel()
	for status, found := range map[string]bool{byOurs: true, byTheirs: false} {
		for name, rule := range map[string]fakeplatform.Rule{"taken, no answer": {Hangs: true, Stores: true}, "taken, 500": {Status: 500, Stores: true}} {
			rule.Call, rule.Times = "peppol", 1
			d, inv := atAccessPoint(t, status, rule)
			d.attempt(inv)
			require.Equal(t, []any{true, 1}, []any{d.of(inv).InDoubt, d.invoices()}, name)
			for range 3 {
				d.later(time.Hour)
			}
			require.Equal(t, 1, d.invoices(), name)
			require.Equal(t, []bool{!found, found}, []bool{d.of(inv).InDoubt, d.of(inv).CarrierID != ""}, name)
		}
	}
	d, inv := atAccessPoint(t, byOurs, fakeplatform.Rule{Call: "peppol", Times: 1, Status: 500})
	d.attempt(inv)
	require.Equal(t, []any{true, 0}, []any{d.of(inv).InDoubt, d.invoices()}, "not taken")
	d.later(time.Hour)
	require.Equal(t, 1, d.invoices(), "it was asked, did not have it, and got it")
}

// TestAnAccessPointRefuses with its reasons: a receiver that nobody knows, a file that is wrong, one that it could not
// bring. What is mended can be sent again.
func TestAnAccessPointRefuses(t *testing.T) {
	t.Parallel()
	for name, rule := range map[string]fakeplatform.Rule{"no such receiver": {Status: 404}, "rules": {Status: 422}, "not brought": {Ack: "Error", Reason: "NO_ENDPOINT"}} {
		rule.Call, rule.Times = "peppol", 1
		d, inv := atAccessPoint(t, byOurs, rule)
		d.attempt(inv)
		for range 2 {
			d.later(6 * time.Minute)
		}
		one := d.of(inv)
		require.Equal(t, []any{einvoicing.Refused, true}, []any{one.State(), one.Resendable()}, name)
		require.NotEmpty(t, one.Reasons(), name)
		before := d.invoices()
		require.Empty(t, d.send(inv), name)
		d.attempt(inv)
		require.Equal(t, before+1, d.invoices(), name)
		require.NotEqual(t, one.ID, d.of(inv).ID, "another attempt has an id of its own")
	}
	d, inv := atAccessPoint(t, byOurs, fakeplatform.Rule{Call: "peppol", Times: 1, Status: 429, RetryAfter: "30"})
	d.attempt(inv)
	require.Equal(t, []any{einvoicing.Queued, false}, []any{d.of(inv).State(), d.of(inv).InDoubt}, "later")
	d.later(time.Second)
	require.Zero(t, d.invoices(), "not before it is let in")
	d.later(time.Minute)
	require.Equal(t, 1, d.invoices())
}
