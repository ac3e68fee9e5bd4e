package billing

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

// private are an issuer and a client without a number, at two sites.
func private(issuer, client string) facts {
	f := month(687_000_000)
	f.issuers["i"] = BillingEntity{ID: "i", Identity: Identity{Name: issuer, Street: "4 rue du Four", PostCode: "35300", VATRegime: party.VATNone},
		IBAN: "FR1420041010050500013M02606", ProducerIDs: []id.ID{"p"}}
	f.clients["k"] = BillableEntity{ID: "k", Identity: Identity{Name: client, Street: "4, rue du Four", PostCode: "35300"}, ConsumerIDs: []id.ID{"c"}}
	return f
}

// TestNobodyInvoicesHimself: one legal number, one account, one holder or one site; never
// two people of one name, nor two companies of one account (decisions 5.2).
func TestNobodyInvoicesHimself(t *testing.T) {
	t.Parallel()
	site := func(f facts, i id.ID, account id.ID, holder string) {
		s := f.sites[i]
		s.AccountID, s.Holder = account, holder
		f.sites[i] = s
	}
	numbers := func(f facts, issuer, client string) {
		i, k := f.issuers["i"], f.clients["k"]
		i.LegalNumber, k.LegalNumber = issuer, client
		f.issuers["i"], f.clients["k"] = i, k
	}
	for name, c := range map[string]struct {
		change func(f facts)
		same   bool
	}{
		"strangers": {func(facts) {}, false},
		"one name": {func(f facts) {
			k := f.clients["k"]
			k.Name = "jean  DUPONT"
			f.clients["k"] = k
		}, true},
		"two people of one name": {func(f facts) {
			k := f.clients["k"]
			k.Name, k.Street = "Jean Dupont", "9 rue Neuve"
			f.clients["k"] = k
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
			k := f.clients["k"]
			k.ConsumerIDs = []id.ID{"p"}
			f.clients["k"] = k
		}, true},
	} {
		f := private("Jean Dupont", "Marie Martin")
		c.change(f)
		inv, refused := f.compute(f.one(t))
		require.Nil(t, refused, name)
		if !c.same {
			require.Equal(t, TypeInvoice, inv.Type, name)
			require.Equal(t, Draft, inv.Status, name)
			continue
		}
		require.Equal(t, TypeStatement, inv.Type, name)
		require.Equal(t, NotCharged, inv.Status, name)
		require.Equal(t, energy.MilliWh(687_000_000), inv.Energy, "the energy of "+name)
		require.Equal(t, "70.70", inv.Amount.String(), "the value of "+name)
		require.Equal(t, []Span{{SubscriptionID: "s", Days: october}}, inv.Spans, "the period of %s is consumed", name)
	}
}

// TestEnergyIsCountedOnce: 687 kWh are 687 kWh, whatever prices them (decisions 5.11).
func TestEnergyIsCountedOnce(t *testing.T) {
	t.Parallel()
	f := month(687_000_000)
	p := f.plans["plan"]
	p.Charges = nil
	for _, code := range []string{"A", "B", "C"} {
		p.Charges = append(p.Charges, Charge{Code: code, Type: PerUnit, Usage: UsageEnergy, Price: 30_000})
	}
	f.plans["plan"] = p
	inv, refused := f.compute(f.one(t))
	require.Nil(t, refused)
	require.Equal(t, energy.MilliWh(687_000_000), inv.Energy)
	require.Len(t, inv.Lines, 3)

	p.Charges = []Charge{{Code: "H", Type: PerUnit, Usage: UsageHigh, Price: 140_000}, {Code: "H2", Type: PerUnit, Usage: UsageHigh, Price: 1_000},
		{Code: "L", Type: PerUnit, Usage: UsageLow, Price: 110_000}}
	f.plans["plan"] = p
	f.energy[october] = evidence{volumes: map[VolumeKey]energy.MilliWh{{"c", UsageHigh}: 120_500_000, {"c", UsageLow}: 60_250_000}}
	inv, refused = f.compute(f.one(t))
	require.Nil(t, refused)
	require.Equal(t, energy.MilliWh(180_750_000), inv.Energy, "each register once")
}

// TestARateIsOneOfTheDayBilled: a plan may be older than the law.
func TestARateIsOneOfTheDayBilled(t *testing.T) {
	t.Parallel()
	for rate, key := range map[money.VATRate]string{2000: "", 550: "", 1960: "plan.vatRateUnknown", 0: "plan.vatRateUnknown"} {
		f := month(100_000_000)
		p := f.plans["plan"]
		p.Charges[0].VATRate = &rate
		_, refused := f.compute(f.one(t))
		if key == "" {
			require.Nil(t, refused, "%s %%", rate)
			continue
		}
		require.Equal(t, key, refused.Key, "%s %%", rate)
		require.Equal(t, civil.NewDate(2026, 10, 31).String(), refused.Params["date"])
	}
	f := month(100_000_000) // who charges none needs no rate
	i, rate := f.issuers["i"], money.VATRate(1960)
	i.VATRegime = party.VATFranchise
	f.issuers["i"] = i
	f.plans["plan"].Charges[0].VATRate = &rate
	inv, refused := f.compute(f.one(t))
	require.Nil(t, refused)
	require.Zero(t, inv.VAT)
}
