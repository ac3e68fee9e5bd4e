package drafting

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
)

// TestADraftSaysAllOfIt: every field of a draft and of its lines, for energy and a fixed price, so that
// none can say something else unnoticed.
func TestADraftSaysAllOfIt(t *testing.T) {
	t.Parallel()
	f := month(100_000_000) // 100 kWh
	site := f.Sites["c"]
	site.DsoID = "30001"
	f.Sites["c"] = site
	d := f.one(t)
	got, refused := f.Compute(d)
	require.Nil(t, refused)
	line := billing.Line{SubscriptionID: "s", ConsumerID: "c", SiteName: "Four", DsoID: "30001", Days: october, Rate: 2000}
	energy, fixed := line, line
	energy.Label, energy.Energy, energy.Quantity, energy.Unit, energy.Price, energy.Net = "E", 100_000_000, 1_000_000, billing.UnitKWh, 100_000, 1000
	fixed.Label, fixed.Quantity, fixed.Unit, fixed.Price, fixed.Net = "A", 10_000, billing.UnitMonth, 2_000_000, 200
	require.NotEmpty(t, got.SourceHash)
	require.Equal(t, billing.Invoice{OperationID: "o", Type: billing.TypeInvoice, Status: billing.Draft, PaymentStatus: billing.PaymentPending, IssuerID: "i", ClientID: "k", ProducerID: "p",
		Days: october, Method: billing.Transfer, TermDays: 30, Energy: 100_000_000, Net: 1200, VAT: 240, Amount: 1440,
		Spans: []billing.Span{{SubscriptionID: "s", Days: october}}, Lines: []billing.Line{energy, fixed}, SourceHash: got.SourceHash}, got)
}

// TestProblemsOfADue: what a run would stumble on beside the data, all of it at once, and nothing of a
// statement but what cannot be computed.
func TestProblemsOfADue(t *testing.T) {
	t.Parallel()
	keys := func(f facts, statement bool) (keys []string) {
		d := f.one(t)
		d.Statement = statement
		for _, p := range f.Problems(d) {
			keys = append(keys, p.Key)
		}
		return keys
	}
	whole := func() facts {
		f := month(100_000_000)
		i, k := f.Issuers["i"], f.Clients["k"]
		i.Street, i.PostCode, i.City, i.SeriesCode, i.Claim = "1 rue Haute", "67000", "Strasbourg", "F", billing.ClaimConfirmed
		k.Street, k.PostCode, k.City = "2 rue Haute", "67000", "Strasbourg"
		f.Issuers["i"], f.Clients["k"] = i, k
		return f
	}
	require.Empty(t, keys(whole(), false))
	f := whole()
	i := f.Issuers["i"]
	i.SeriesCode = ""
	f.Issuers["i"] = i
	require.Equal(t, []string{billing.ErrIssuerIncomplete.Key}, keys(f, false))
	f = whole()
	i = f.Issuers["i"]
	i.Claim = ""
	f.Issuers["i"] = i
	require.Equal(t, []string{"billingEntity.unconfirmed"}, keys(f, false))
	f = whole()
	k := f.Clients["k"]
	k.ConsumerType = party.Professional
	f.Clients["k"] = k
	require.Equal(t, []string{billing.ErrClientIncomplete.Key}, keys(f, false))
	f.miss("c", metering.Consumer, []civil.Date{october.From})
	i.IBAN = ""
	f.Issuers["i"] = i
	all := keys(f, false)
	require.Len(t, all, 3, "all that lacks is told at once: %v", all)
	require.LessOrEqual(t, len(keys(f, true)), 1, "nobody pays a statement")
}

// TestDaysThatSubscriptionsCover: those of the pair, of the consumer for what all give, or of a plan that
// reaches everything; and what was billed, whatever holds today.
func TestDaysThatSubscriptionsCover(t *testing.T) {
	t.Parallel()
	year := civil.Range{From: civil.NewDate(2026, 1, 1), To: civil.NewDate(2027, 1, 1)}
	b := &agreement.Agreements{Op: operation.Operation{ID: "o"}, Sites: map[id.ID]billing.Site{"c": {ID: "c", Consumes: true, Activation: year}, "p": {ID: "p", Produces: true, Activation: year}, "q": {ID: "q", Produces: true, Activation: year}},
		Plans: map[id.ID]billing.Plan{"energy": {ID: "energy", Charges: []billing.Charge{{Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: 1}}},
			"all": {ID: "all", Charges: []billing.Charge{{Type: billing.PerUnit, Usage: billing.UsageTotal, Price: 1}}}}}
	sub := func(producer id.ID, plan id.ID, billed ...civil.Range) billing.Subscription {
		return billing.Subscription{Pair: billing.Pair{ConsumerID: "c", ProducerID: producer}, PlanID: plan, Days: october, Billed: billed}
	}
	september := civil.NewMonth(2026, 9).Range()
	for name, c := range map[string]struct {
		of   billing.Subscription
		want []civil.Range
	}{
		"the pair's":                      {sub("p", "energy"), []civil.Range{october}},
		"another producer's":              {sub("q", "energy"), nil},
		"for what all give":               {sub("", "energy"), []civil.Range{october}},
		"the pair's, with what it billed": {sub("p", "energy", september), []civil.Range{october, september}},
	} {
		require.Equal(t, c.want, covered(b, pair, []billing.Subscription{c.of}), name)
	}
	if b.Plans["all"].Reach(billing.Pair{ConsumerID: "c", ProducerID: "q"}) == billing.OfEverything {
		require.Equal(t, []civil.Range{october}, covered(b, pair, []billing.Subscription{sub("q", "all")}))
	}
}

// TestWhyEnergyHasNoPrice: the first thing that lacks is told.
func TestWhyEnergyHasNoPrice(t *testing.T) {
	t.Parallel()
	of := func(producer id.ID, from, to civil.Date) billing.Subscription {
		return billing.Subscription{Pair: billing.Pair{ConsumerID: "c", ProducerID: producer}, Days: civil.Range{From: from, To: to}}
	}
	for name, c := range map[string]struct {
		client, issuer, own id.ID
		of                  []billing.Subscription
		want                billing.UnpricedReason
	}{
		"no client":                         {"", "i", "", nil, billing.ClientMissing},
		"no issuer":                         {"k", "", "", nil, billing.IssuerMissing},
		"an issuer of the operation":        {"k", "", "own", nil, billing.NotSubscribed},
		"an issuer of the producer":         {"k", "i", "", nil, billing.NotSubscribed},
		"one that ends within":              {"k", "i", "", []billing.Subscription{of("p", october.From, october.To-1)}, billing.SubscriptionOver},
		"one that began before and goes on": {"k", "i", "", []billing.Subscription{of("p", october.From-1, october.To)}, billing.SubscriptionOver},
		"one of exactly these days":         {"k", "i", "", []billing.Subscription{of("p", october.From, october.To)}, billing.NotSubscribed},
		"one for what all give, over":       {"k", "i", "", []billing.Subscription{of("", october.From-9, october.From)}, billing.SubscriptionOver},
		"another producer's, over":          {"k", "i", "", []billing.Subscription{of("q", october.From-9, october.From)}, billing.NotSubscribed},
		"one that begins the day after":     {"k", "i", "", []billing.Subscription{of("p", october.To, civil.Forever)}, billing.SubscriptionLater},
		"one for what all give, later":      {"k", "i", "", []billing.Subscription{of("", october.To+3, civil.Forever)}, billing.SubscriptionLater},
		"another producer's, later":         {"k", "i", "", []billing.Subscription{of("q", october.To, civil.Forever)}, billing.NotSubscribed},
		"one that begins on the last day":   {"k", "i", "", []billing.Subscription{of("p", october.Last(), civil.Forever)}, billing.NotSubscribed},
		"one that is over, and one to come": {"k", "i", "", []billing.Subscription{of("p", october.To, civil.Forever), of("p", october.From-9, october.From)}, billing.SubscriptionOver},
	} {
		b := &agreement.Agreements{ClientOf: map[id.ID]id.ID{"c": c.client}, IssuerOf: map[id.ID]id.ID{"p": c.issuer}, Own: c.own}
		require.Equal(t, c.want, unpricedBecause(b, pair, c.of, october), name)
	}
}

// TestDaysOfABill: from the first to the last day of what is due, and no day after the one billed to.
func TestDaysOfABill(t *testing.T) {
	t.Parallel()
	due := func(from, to civil.Date, excess bool) agreement.Due {
		return agreement.Due{Period: civil.Range{From: from, To: to}, Excess: excess}
	}
	upTo := october.Last()
	for name, c := range map[string]struct {
		dues []agreement.Due
		want civil.Range
	}{
		"nothing due":          {nil, october},
		"a period":             {[]agreement.Due{due(october.From-30, october.From, false)}, civil.Range{From: october.From - 30, To: october.From}},
		"two, any order":       {[]agreement.Due{due(october.From, october.To, false), due(october.From-30, october.From, false)}, civil.Range{From: october.From - 30, To: october.To}},
		"later than billed to": {[]agreement.Due{due(october.From, october.To+5, false)}, october},
		"one too many is none": {[]agreement.Due{due(october.From, october.To, false), due(october.From-300, october.To, true)}, october},
	} {
		require.Equal(t, c.want, billedPeriods(c.dues, upTo), name)
	}
}
