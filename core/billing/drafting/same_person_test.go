package drafting

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

// private are an issuer and a client without a number, at two sites.
func private(issuer, client string) facts {
	f := month(687_000_000)
	f.Issuers["i"] = billing.BillingEntity{ID: "i", Identity: billing.Identity{Name: issuer, Street: "4 rue du Four", PostCode: "35300", VATRegime: party.VATNone},
		IBAN: "FR1420041010050500013M02606", ProducerIDs: []id.ID{"p"}}
	f.Clients["k"] = billing.BillableEntity{ID: "k", Identity: billing.Identity{Name: client, Street: "4, rue du Four", PostCode: "35300"}, ConsumerIDs: []id.ID{"c"}}
	return f
}

// TestNobodyInvoicesHimself: one legal number, one account, one holder or one site; never
// two people of one name, nor two companies of one account (domain 8.5).
func TestNobodyInvoicesHimself(t *testing.T) {
	t.Parallel()
	site := func(f facts, i id.ID, account id.ID, holder string) {
		s := f.Sites[i]
		s.AccountID, s.Holder = account, holder
		f.Sites[i] = s
	}
	numbers := func(f facts, issuer, client string) {
		i, k := f.Issuers["i"], f.Clients["k"]
		i.LegalNumber, k.LegalNumber = issuer, client
		f.Issuers["i"], f.Clients["k"] = i, k
	}
	for name, c := range map[string]struct {
		change func(f facts)
		same   bool
	}{
		"strangers": {func(facts) {}, false},
		"one name": {func(f facts) {
			k := f.Clients["k"]
			k.Name = "jean  DUPONT"
			f.Clients["k"] = k
		}, true},
		"two people of one name": {func(f facts) {
			k := f.Clients["k"]
			k.Name, k.Street = "Jean Dupont", "9 rue Neuve"
			f.Clients["k"] = k
		}, false},
		"one account":           {func(f facts) { site(f, "p", "u", ""); site(f, "c", "u", "") }, true},
		"two accounts":          {func(f facts) { site(f, "p", "u", ""); site(f, "c", "v", "") }, false},
		"one holder":            {func(f facts) { site(f, "p", "", "M. Jean Dupont"); site(f, "c", "", "M Jean Dupont") }, true},
		"nobody known":          {func(f facts) { site(f, "p", "", ""); site(f, "c", "", "") }, false},
		"one legal person":      {func(f facts) { numbers(f, "444608442", "44460844213631") }, true},
		"a company of a client": {func(f facts) { site(f, "p", "u", ""); site(f, "c", "u", ""); numbers(f, "444608442", "") }, false},
		"two companies of one account": {func(f facts) {
			site(f, "p", "u", "")
			site(f, "c", "u", "")
			numbers(f, "444608442", "35600000000048")
		}, false},
		"the very same site": {func(f facts) {
			k := f.Clients["k"]
			k.ConsumerIDs = []id.ID{"p"}
			f.Clients["k"] = k
		}, true},
	} {
		f := private("Jean Dupont", "Marie Martin")
		c.change(f)
		inv, refused := f.Compute(f.one(t))
		require.Nil(t, refused, name)
		if !c.same {
			require.Equal(t, billing.TypeInvoice, inv.Type, name)
			require.Equal(t, billing.Draft, inv.Status, name)
			continue
		}
		require.Equal(t, billing.TypeStatement, inv.Type, name)
		require.Equal(t, billing.NotCharged, inv.Status, name)
		require.Equal(t, energy.MilliWh(687_000_000), inv.Energy, "the energy of "+name)
		require.Equal(t, "70.70", inv.Amount.String(), "the value of "+name)
		require.Equal(t, []billing.Span{{SubscriptionID: "s", Days: october}}, inv.Spans, "the period of %s is consumed", name)
	}
}

// TestEnergyIsCountedOnce: 687 kWh are 687 kWh, whatever prices them (domain 8.1).
func TestEnergyIsCountedOnce(t *testing.T) {
	t.Parallel()
	f := month(687_000_000)
	p := f.Plans["plan"]
	p.Charges = nil
	for _, code := range []string{"A", "B", "C"} {
		p.Charges = append(p.Charges, billing.Charge{Code: code, Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: 30_000})
	}
	f.Plans["plan"] = p
	inv, refused := f.Compute(f.one(t))
	require.Nil(t, refused)
	require.Equal(t, energy.MilliWh(687_000_000), inv.Energy)
	require.Len(t, inv.Lines, 3)

	p.Charges = []billing.Charge{{Code: "H", Type: billing.PerUnit, Usage: billing.UsageHigh, Price: 140_000}, {Code: "H2", Type: billing.PerUnit, Usage: billing.UsageHigh, Price: 1_000},
		{Code: "L", Type: billing.PerUnit, Usage: billing.UsageLow, Price: 110_000}}
	f.Plans["plan"] = p
	f.energy[october] = evidence{volumes: map[billing.VolumeKey]energy.MilliWh{{SiteID: "c", Usage: billing.UsageHigh}: 120_500_000, {SiteID: "c", Usage: billing.UsageLow}: 60_250_000}}
	inv, refused = f.Compute(f.one(t))
	require.Nil(t, refused)
	require.Equal(t, energy.MilliWh(180_750_000), inv.Energy, "each register once")
}

// TestARateIsOneOfTheDayBilled: a plan may be older than the law.
func TestARateIsOneOfTheDayBilled(t *testing.T) {
	t.Parallel()
	for rate, key := range map[money.VATRate]string{2000: "", 550: "", 1960: "plan.vatRateUnknown", 0: "plan.vatRateUnknown"} {
		f := month(100_000_000)
		p := f.Plans["plan"]
		p.Charges[0].VATRate = &rate
		_, refused := f.Compute(f.one(t))
		if key == "" {
			require.Nil(t, refused, "%s %%", rate)
			continue
		}
		require.Equal(t, key, refused.Key, "%s %%", rate)
		require.Equal(t, civil.NewDate(2026, 10, 31).String(), refused.Params["date"])
	}
	f := month(100_000_000) // who charges none needs no rate
	i, rate := f.Issuers["i"], money.VATRate(1960)
	i.VATRegime = party.VATFranchise
	f.Issuers["i"] = i
	f.Plans["plan"].Charges[0].VATRate = &rate
	inv, refused := f.Compute(f.one(t))
	require.Nil(t, refused)
	require.Zero(t, inv.VAT)
}
