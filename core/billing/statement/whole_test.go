package statement

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
)

// registers is what the operator says of producers, or that it cannot be read.
type registers struct {
	given  map[id.ID]energy.MilliWh
	broken map[id.ID]bool
	err    error
	asked  *int
}

func (r registers) Volumes(context.Context, id.ID, civil.Range) (map[billing.VolumeKey]energy.MilliWh, map[id.ID]bool, map[id.ID]billing.SiteCosts, error) {
	*r.asked++
	volumes := map[billing.VolumeKey]energy.MilliWh{}
	for site, v := range r.given {
		volumes[billing.VolumeKey{SiteID: site, Usage: billing.UsageInjection}] = v
	}
	return volumes, r.broken, nil, r.err
}

var january = civil.NewMonth(2026, 1).Range()

// oneProducer gave 100 kWh in January, at 8 cents and 2 euros a month, to a PMO of Brussels.
func oneProducer() (*maker, due, *int) {
	asked := new(int)
	issuer := func(of id.ID, name, number string, regime party.VATRegime) billing.BillingEntity {
		return billing.BillingEntity{ID: of, Identity: billing.Identity{Name: name, Street: "1 rue Haute", PostCode: "1000", City: "Bruxelles", LegalNumber: number, VATRegime: regime}, SeriesCode: "F"}
	}
	d := due{days: january, plan: billing.Plan{Name: "Rachat", TermDays: 30, Charges: []billing.Charge{
		{Code: "E", Type: billing.PerUnit, Usage: billing.UsageInjection, Price: 80_000}, {Code: "A", Type: billing.Fixed, Price: 2_000_000}}}}
	d.Subscription = billing.Subscription{ID: "s", Pair: billing.Pair{ProducerID: "p"}}
	return &maker{b: &agreement.Agreements{Op: operation.Operation{ID: "o", DSO: dso.Sibelga, AnniversaryDate: operation.DefaultAnniversary}, Own: "own",
		Sites:   map[id.ID]billing.Site{"p": {ID: "p", Name: "Toits", DsoID: "5414", Produces: true}},
		Issuers: map[id.ID]billing.BillingEntity{"own": issuer("own", "ASBL", "0833119878", party.VATNormal), "i": issuer("i", "Toits SRL", "0403170701", party.VATFranchise)}, IssuerOf: map[id.ID]id.ID{"p": "i"}},
		volumes: registers{given: map[id.ID]energy.MilliWh{"p": 100_000_000}, asked: asked}, measured: map[civil.Range]given{}, languages: map[id.ID]string{"p": "nl"}}, d, asked
}

// TestAStatementSaysAllOfIt: every field, for energy and a fixed price.
func TestAStatementSaysAllOfIt(t *testing.T) {
	t.Parallel()
	m, d, asked := oneProducer()
	at := time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC)
	got, refused, err := m.make(t.Context(), d, at)
	require.NoError(t, err)
	require.Nil(t, refused)
	require.NotEmpty(t, got.ID)
	line := billing.Line{SubscriptionID: "s", SiteName: "Toits", DsoID: "5414", ProducerName: "Toits", Days: january}
	energy, fixed := line, line
	energy.Label, energy.Energy, energy.Quantity, energy.Unit, energy.Price, energy.Net = "E", 100_000_000, 1_000_000, billing.UnitKWh, 80_000, 800
	fixed.Label, fixed.Quantity, fixed.Unit, fixed.Price, fixed.Net = "A", 10_000, billing.UnitMonth, 2_000_000, 200
	want := Statement{ID: got.ID, OperationID: "o", SubscriptionID: "s", ProducerID: "p", ProducerName: "Toits", SellerID: "i", SellerName: "Toits SRL", PayerID: "own", PayerName: "ASBL",
		Kind: Plain, Status: Draft, Days: january, TermDays: 30, Language: "nl", CreatedAt: at, Payment: billing.PaymentPending, Energy: 100_000_000, Net: 1000, Amount: 1000, Lines: []billing.Line{energy, fixed}}
	require.Equal(t, want, got)
	require.Equal(t, 1, *asked)
	_, _, err = m.make(t.Context(), d, at)
	require.NoError(t, err)
	require.Equal(t, 1, *asked, "what was measured is not asked for again")
	delete(m.languages, "p")
	got, _, _ = m.make(t.Context(), d, at)
	require.Equal(t, "fr", got.Language)

	m, d, _ = oneProducer()
	m.volumes = registers{err: errors.New("away"), asked: new(int)}
	_, _, err = m.make(t.Context(), d, at)
	require.ErrorContains(t, err, "away")
}

// TestWhyThereIsNoStatement: one reason at a time, in this order.
func TestWhyThereIsNoStatement(t *testing.T) {
	t.Parallel()
	issuer := func(m *maker, of id.ID, change func(*billing.BillingEntity)) {
		e := m.b.Issuers[of]
		change(&e)
		m.b.Issuers[of] = e
	}
	signed := january.From
	for name, c := range map[string]struct {
		change func(m *maker, d *due)
		want   *fault.Error
	}{
		"nothing":                   {func(*maker, *due) {}, nil},
		"too many":                  {func(_ *maker, d *due) { d.excess = true }, billing.ErrTooManyPeriods},
		"no issuer of the PMO":      {func(m *maker, _ *due) { m.b.Own = "" }, billing.ErrOwnIssuerMissing},
		"no issuer of the producer": {func(m *maker, _ *due) { delete(m.b.IssuerOf, "p") }, billing.ErrIssuerMissing},
		"the PMO itself":            {func(m *maker, _ *due) { m.b.IssuerOf["p"] = "own" }, ErrSamePerson},
		"the same legal person": {func(m *maker, _ *due) {
			issuer(m, "i", func(e *billing.BillingEntity) { e.LegalNumber = "0833119878" })
		}, ErrSamePerson},
		"two without a number": {func(m *maker, _ *due) {
			issuer(m, "i", func(e *billing.BillingEntity) { e.LegalNumber, e.VATRegime = "", party.VATNone })
			issuer(m, "own", func(e *billing.BillingEntity) { e.LegalNumber, e.VATRegime = "", party.VATNone })
		}, nil},
		"a PMO without address":      {func(m *maker, _ *due) { issuer(m, "own", func(e *billing.BillingEntity) { e.City = "" }) }, billing.ErrIssuerIncomplete},
		"a producer without address": {func(m *maker, _ *due) { issuer(m, "i", func(e *billing.BillingEntity) { e.City = "" }) }, billing.ErrIssuerIncomplete},
		"VAT and no mandate": {func(m *maker, _ *due) {
			issuer(m, "i", func(e *billing.BillingEntity) { e.VATRegime = party.VATNormal })
		}, ErrMandate},
		"nothing known": {func(m *maker, _ *due) { m.volumes = registers{asked: new(int)} }, billing.ErrVolumesBroken},
		"figures that are not whole": {func(m *maker, _ *due) {
			m.volumes = registers{given: map[id.ID]energy.MilliWh{"p": 1}, broken: map[id.ID]bool{"p": true}, asked: new(int)}
		}, billing.ErrVolumesBroken},
		"a rate that nobody has": {func(m *maker, d *due) {
			issuer(m, "i", func(e *billing.BillingEntity) { e.VATRegime = party.VATNormal; e.BillingMandate.Signed = &signed })
			rate := money.VATRate(1234)
			d.plan.Charges[0].VATRate = &rate
		}, billing.ErrVATRate},
		"the same, of who charges no VAT": {func(_ *maker, d *due) { rate := money.VATRate(1234); d.plan.Charges[0].VATRate = &rate }, nil},
	} {
		m, d, _ := oneProducer()
		c.change(m, &d)
		_, refused, err := m.make(t.Context(), d, time.Time{})
		require.NoError(t, err, name)
		if c.want == nil {
			require.Nil(t, refused, name)
			continue
		}
		require.NotNil(t, refused, name)
		require.Equal(t, c.want.Key, refused.Key, name)
	}
}

// TestWhoChargesVATIsInvoicedFor: at the rate of the plan, else of the country, and of nothing there is no invoice.
func TestWhoChargesVATIsInvoicedFor(t *testing.T) {
	t.Parallel()
	signed, six := january.From, money.VATRate(600)
	for name, c := range map[string]struct {
		rate  *money.VATRate
		given energy.MilliWh
		kind  Kind
		net   money.Cents
		vat   money.Cents
	}{
		"of the country": {nil, 100_000_000, SelfBilled, 1000, 210},
		"of the plan":    {&six, 100_000_000, SelfBilled, 1000, 90},
		"of nothing":     {nil, 0, Plain, 0, 0},
	} {
		m, d, _ := oneProducer()
		e := m.b.Issuers["i"]
		e.VATRegime, e.BillingMandate.Signed = party.VATNormal, &signed
		m.b.Issuers["i"], m.volumes = e, registers{given: map[id.ID]energy.MilliWh{"p": c.given}, asked: new(int)}
		d.plan.Charges[0].VATRate = c.rate
		if c.given == 0 {
			d.plan.Charges = d.plan.Charges[:1]
		}
		got, refused, err := m.make(t.Context(), d, time.Time{})
		require.NoError(t, err, name)
		require.Nil(t, refused, name)
		require.Equal(t, []any{c.kind, c.net, c.vat, c.net + c.vat}, []any{got.Kind, got.Net, got.VAT, got.Amount}, name)
	}
}
