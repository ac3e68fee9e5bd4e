package drafting

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

// TestNetworkCostsArePassedOnOnce: with VAT on top or within, to the cent, once for each stretch of days;
// what is not told, is torn, negative, or would be taxed twice or not at all is refused by name.
func TestNetworkCostsArePassedOnOnce(t *testing.T) {
	t.Parallel()
	own, low := money.VATRate(2100), money.VATRate(600)
	half := civil.Range{From: october.From, To: october.From + 10}
	whole := func(cost money.MicroEuro) billing.SiteCosts {
		return billing.SiteCosts{Costs: []billing.NetworkCost{{Days: october, Cost: cost}}}
	}
	for _, c := range []struct {
		name      string
		treatment billing.VATTreatment
		rate      *money.VATRate
		regime    party.VATRegime
		costs     map[id.ID]billing.SiteCosts
		key       string
		net, vat  money.Cents
		lines     int
	}{
		{"gross of an issuer under franchise", billing.Gross, &own, party.VATFranchise, map[id.ID]billing.SiteCosts{"c": whole(9_040_000)}, "", 1094, 0, 1},
		{"on top, at the rate of the charge", billing.OwnRate, &low, party.VATNormal, map[id.ID]billing.SiteCosts{"c": whole(10_000_000)}, "", 1000, 60, 1},
		{"on top, at the rate of the country", billing.OwnRate, nil, party.VATNormal, map[id.ID]billing.SiteCosts{"c": whole(10_000_000)}, "", 1000, 210, 1},
		{"eight decimals of the file, rounded once", billing.OwnRate, nil, party.VATNormal, map[id.ID]billing.SiteCosts{"c": whole(1_234_567)}, "", 123, 26, 1},
		{"two meters in a month", billing.OwnRate, nil, party.VATNormal, map[id.ID]billing.SiteCosts{"c": {Costs: []billing.NetworkCost{
			{Days: half, Cost: 1_005_000}, {Days: civil.Range{From: half.To, To: october.To}, Cost: 2_005_000}}}}, "", 302, 63, 2},
		{"nothing, told", billing.OwnRate, nil, party.VATNormal, map[id.ID]billing.SiteCosts{"c": whole(0)}, "", 0, 0, 0},
		{"not told at all", billing.OwnRate, nil, party.VATNormal, nil, "plan.networkCostsMissing", 0, 0, 0},
		{"of another site", billing.OwnRate, nil, party.VATNormal, map[id.ID]billing.SiteCosts{"d": whole(1)}, "plan.networkCostsMissing", 0, 0, 0},
		{"of some days", billing.OwnRate, nil, party.VATNormal, map[id.ID]billing.SiteCosts{"c": {Costs: []billing.NetworkCost{{Days: half, Cost: 5}}, Lacking: civil.Range{From: half.To, To: october.To}}}, "plan.networkCostsMissing", 0, 0, 0},
		{"of more days", billing.OwnRate, nil, party.VATNormal, map[id.ID]billing.SiteCosts{"c": {Torn: true}}, "plan.networkCostsTorn", 0, 0, 0},
		{"below zero", billing.Gross, &own, party.VATFranchise, map[id.ID]billing.SiteCosts{"c": whole(-5_000_000)}, "plan.networkCostsNegative", 0, 0, 0},
		{"VAT twice", billing.Gross, &own, party.VATNormal, map[id.ID]billing.SiteCosts{"c": whole(1)}, "plan.costsGrossWithVat", 0, 0, 0},
		{"VAT lost", billing.OwnRate, nil, party.VATFranchise, map[id.ID]billing.SiteCosts{"c": whole(1)}, "plan.costsNetWithoutVat", 0, 0, 0},
		{"a rate that the country has not", billing.Gross, ptr(money.VATRate(2000)), party.VATFranchise, map[id.ID]billing.SiteCosts{"c": whole(1)}, "plan.vatRateUnknown", 0, 0, 0},
	} {
		f := month(100_000_000)
		f.Op.DSO = dso.Sibelga
		issuer, plan, e := f.Issuers["i"], f.Plans["plan"], f.energy[october]
		issuer.VATRegime, issuer.PostCode = c.regime, "1000"
		plan.Charges = []billing.Charge{{Code: "R", Name: "Frais de réseau", Type: billing.PassThrough, Treatment: c.treatment, VATRate: c.rate}}
		f.Issuers["i"], f.Plans["plan"] = issuer, plan
		e.costs = c.costs
		f.energy[october] = e
		inv, refused := f.Compute(f.one(t))
		if c.key != "" {
			require.NotNil(t, refused, c.name)
			require.Equal(t, c.key, refused.Key, c.name)
			continue
		}
		require.Nil(t, refused, c.name)
		require.Equal(t, []any{c.net, c.vat, c.lines}, []any{inv.Net, inv.VAT, len(inv.Lines)}, c.name)
		require.Zero(t, inv.Energy, "a cost is no energy")
		for _, l := range inv.Lines {
			require.Equal(t, []any{billing.UnitOne, "1", "Frais de réseau"}, []any{l.Unit, l.Quantity.String(), l.Label}, c.name)
			require.Equal(t, c.treatment == billing.Gross, l.Within != nil, "what is within the price is said")
			again, err := money.Amount(l.Quantity, l.Price)
			require.NoError(t, err)
			require.Equal(t, l.Net, again, "who multiplies the printed figures finds the amount")
		}
		if c.costs["c"].Costs[0].Cost != 0 {
			e.costs = map[id.ID]billing.SiteCosts{"c": whole(c.costs["c"].Costs[0].Cost + 1)}
			f.energy[october] = e
			require.NotEqual(t, inv.SourceHash, f.sourceHash(f.one(t)), "another cost is another source")
		}
	}
}

func ptr[T any](v T) *T { return &v }
