package drafting

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
)

var (
	pair    = billing.Pair{ConsumerID: "c", ProducerID: "p"}
	october = civil.Range{From: civil.NewDate(2026, 10, 1), To: civil.NewDate(2026, 11, 1)}
)

// month is one consumer of one producer, October 2026, at 0.10 €/kWh and 2 €/month.
func month(received energy.MilliWh) facts {
	return facts{
		Agreements: &agreement.Agreements{
			Op:       operation.Operation{ID: "o", DSO: dso.Enedis, AnniversaryDate: operation.DefaultAnniversary},
			Sites:    map[id.ID]billing.Site{"c": {ID: "c", Name: "Four", Consumes: true, Activation: october}, "p": {ID: "p", Produces: true, Activation: october}},
			Issuers:  map[id.ID]billing.BillingEntity{"i": {ID: "i", Identity: billing.Identity{Name: "Toit", LegalNumber: "444608442", VATRegime: party.VATNormal}, IBAN: "FR1420041010050500013M02606"}},
			Clients:  map[id.ID]billing.BillableEntity{"k": {ID: "k", Identity: billing.Identity{Name: "Boulanger"}}},
			IssuerOf: map[id.ID]id.ID{"p": "i"}, ClientOf: map[id.ID]id.ID{"c": "k"},
			Plans: map[id.ID]billing.Plan{"plan": {ID: "plan", Name: "Plan", Period: billing.Monthly, Method: billing.Transfer, TermDays: 30, Charges: []billing.Charge{
				{Code: "E", Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: 100_000}, {Code: "A", Type: billing.Fixed, Price: 2_000_000}}}},
			Subscriptions: []billing.Subscription{{ID: "s", Pair: pair, PlanID: "plan", Days: civil.Range{From: october.From, To: civil.Forever}}},
		},
		energy:    map[civil.Range]evidence{october: {shared: map[billing.Pair]energy.MilliWh{pair: received}, received: map[id.ID]energy.MilliWh{"c": received}}},
		producers: []id.ID{"p"},
	}
}

func (f facts) one(t require.TestingT) agreement.Due {
	dues := f.Dues(october.Last())
	require.Len(t, dues, 1)
	return dues[0]
}

func TestWhatCannotBeBilledSaysWhy(t *testing.T) {
	t.Parallel()
	days := func(from, to civil.Date) []civil.Date {
		var out []civil.Date
		for d := from; d < to; d++ {
			out = append(out, d)
		}
		return out
	}
	for _, c := range []struct {
		name   string
		change func(f *facts)
		key    string
		text   string
	}{
		{"nothing from a day on", func(f *facts) { f.miss("c", metering.Consumer, days(october.From+19, october.To)) }, "measurements.missing", "missing billable usages from 2026-10-20"},
		{"nothing at all", func(f *facts) { f.miss("c", metering.Consumer, days(october.From, october.To)) }, "measurements.missing", "missing billable usages from 2026-10-01"},
		{"a hole", func(f *facts) { f.miss("c", metering.Consumer, []civil.Date{october.From + 13}) }, "measurements.incomplete", "Incomplete measurements for the following days: 2026-10-14"},
		{"a hole and the end", func(f *facts) { f.miss("c", metering.Consumer, []civil.Date{october.From, october.Last()}) }, "measurements.incomplete", "Incomplete measurements for the following days: 2026-10-01, 2026-10-31"},
		{"a hole of the only producer", func(f *facts) { f.miss("p", metering.Producer, []civil.Date{october.From}) }, "", ""},
		{"a hole of one of two producers", func(f *facts) {
			f.producers = []id.ID{"p", "q"}
			f.miss("q", metering.Producer, []civil.Date{october.From})
		}, "measurements.incomplete", ""},
		{"a hole of one of two producers, of whom a consumer buys through the operation", func(f *facts) {
			f.alone()
			f.miss("q", metering.Producer, []civil.Date{october.From})
		}, "", ""},
		{"the same where pmo shares", func(f *facts) {
			f.alone()
			f.Op.DSO = dso.Fake
			f.miss("q", metering.Producer, []civil.Date{october.From})
		}, "measurements.incomplete", ""},
		{"a hole of what the consumer produces, being no producer here", func(f *facts) { f.miss("c", metering.Producer, []civil.Date{october.From}) }, "", ""},
		{"a hole of what a prosumer produces", func(f *facts) {
			f.producers = []id.ID{"c", "p"}
			f.miss("c", metering.Producer, []civil.Date{october.From})
		}, "measurements.incomplete", ""},
		{"a day on which the key of the pairs contradicts the figures", func(f *facts) {
			f.producers = []id.ID{"p", "q"}
			f.doubt("c", october.From-1, october.From+2, october.From+5)
		}, "measurements.pairsContradict", ""},
		{"such a day of another consumer", func(f *facts) {
			f.producers = []id.ID{"p", "q"}
			f.doubt("d", october.From+2)
		}, "", ""},
		{"such a day, of a consumer that buys through the operation", func(f *facts) {
			f.alone()
			f.doubt("c", october.From+2)
		}, "", ""},
		{"no account to pay to", func(f *facts) { i := f.Issuers["i"]; i.IBAN = ""; f.Issuers["i"] = i }, "payment.billingEntityIncomplete", "missing payment details for billing entity Toit"},
		{"no creditor", func(f *facts) { p := f.Plans["plan"]; p.Method = billing.Debit; f.Plans["plan"] = p }, "payment.billingEntityIncomplete", "missing payment details for billing entity Toit"},
		{"no mandate", func(f *facts) {
			p := f.Plans["plan"]
			p.Method = billing.Debit
			f.Plans["plan"] = p
			f.collectable = map[id.ID]map[id.ID]bool{"i": {}}
		}, "payment.billableEntityIncomplete", "missing payment details for billable entity Boulanger"},
		{"a mandate", func(f *facts) {
			p := f.Plans["plan"]
			p.Method = billing.Debit
			f.Plans["plan"] = p
			f.collectable = map[id.ID]map[id.ID]bool{"i": {"k": true}}
		}, "", ""},
		{"a volume without price", func(f *facts) {
			p := f.Plans["plan"]
			p.Charges = []billing.Charge{{Code: "H", Type: billing.PerUnit, Usage: billing.UsageHigh, Price: 140_000}}
			f.Plans["plan"] = p
			f.energy[october] = evidence{volumes: map[billing.VolumeKey]energy.MilliWh{{SiteID: "c", Usage: billing.UsageHigh}: 120_500_000, {SiteID: "c", Usage: billing.UsageLow}: 60_250_000}}
		}, "plan.volumeUnpriced", "volume VOLUME_PARTAGE_LOW of 60.25 kWh has no price in plan Plan"},
	} {
		f := month(100_000_000)
		c.change(&f)
		_, refused := f.Compute(f.one(t))
		if c.key == "" {
			require.Nil(t, refused, c.name)
			continue
		}
		require.NotNil(t, refused, c.name)
		require.Equal(t, c.key, refused.Key, c.name)
		if c.text != "" {
			require.Equal(t, c.text, billing.Text(refused), c.name)
		}
	}
}

// doubt makes the pairs of a consumer doubtful on some days.
func (f *facts) doubt(consumer id.ID, days ...civil.Date) {
	e := f.energy[october]
	e.doubted = map[id.ID][]civil.Date{consumer: days}
	f.energy[october] = e
}

// alone makes the consumer buy of two producers through the operation.
func (f *facts) alone() {
	f.producers, f.Own = []id.ID{"p", "q"}, "i"
	f.Subscriptions[0].ProducerID = ""
}

// TestAGapSaysWhoseItIs names the sites that lack data: the consumer and producers.
func TestAGapSaysWhoseItIs(t *testing.T) {
	t.Parallel()
	f := month(100_000_000)
	f.miss("c", metering.Consumer, []civil.Date{october.From})
	_, refused := f.Compute(f.one(t))
	require.Equal(t, []string{f.Sites["c"].Name}, refused.Params["sites"])
	f.producers = []id.ID{"p", "q"}
	f.Sites["q"] = billing.Site{ID: "q", Name: "Ombrière", Produces: true, Activation: october}
	f.miss("q", metering.Producer, []civil.Date{october.From})
	_, refused = f.Compute(f.one(t))
	require.Equal(t, []string{"Ombrière"}, refused.Params["sites"])
	require.Equal(t, "measurements.incomplete", refused.Key)
}

func (f *facts) miss(site id.ID, side metering.Side, days []civil.Date) {
	e := f.energy[october]
	e.missing = map[billable.Billed][]civil.Date{{ParticipantID: site, Side: side}: days}
	f.energy[october] = e
}

func TestVATFollowsTheRegimeThenThePlan(t *testing.T) {
	t.Parallel()
	reduced := money.VATRate(550)
	for regime, want := range map[party.VATRegime]string{party.VATNormal: "2.11", party.VATFranchise: "0.00", party.VATNone: "0.00"} {
		f := month(100_000_000) // 10.00 € at 20 %, and 2.00 € at 5.5 %
		i := f.Issuers["i"]
		i.VATRegime = regime
		f.Issuers["i"] = i
		f.Plans["plan"].Charges[1].VATRate = &reduced
		inv, refused := f.Compute(f.one(t))
		require.Nil(t, refused)
		require.Equal(t, want, inv.VAT.String(), regime)
		require.Equal(t, "12.00", inv.Net.String())
	}
}

// TestMainlandRatesAreNotChargedElsewhere: whoever charges VAT in Corsica or overseas, or to
// a client there, is told so; who charges none is not asked.
func TestMainlandRatesAreNotChargedElsewhere(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		issuer, client string
		regime         party.VATRegime
		dso            dso.Operator
		key            string
	}{
		{"20000", "35300", party.VATNormal, dso.Enedis, "vat.placeUnknown"},
		{"35300", "97400", party.VATNormal, dso.Enedis, "vat.placeUnknown"},
		{"35300", "35300", party.VATNormal, dso.Enedis, ""},
		{"20000", "20000", party.VATFranchise, dso.Enedis, ""},
		{"2000", "9700", party.VATNormal, dso.Sibelga, ""},
	} {
		f := month(100_000_000)
		f.Op.DSO = c.dso
		i, k := f.Issuers["i"], f.Clients["k"]
		i.VATRegime, i.PostCode, k.PostCode = c.regime, c.issuer, c.client
		f.Issuers["i"], f.Clients["k"] = i, k
		_, refused := f.Compute(f.one(t))
		if c.key == "" {
			require.Nil(t, refused, c)
			continue
		}
		require.Equal(t, c.key, refused.Key, c)
	}
}

func TestNothingToPayIsNotCharged(t *testing.T) {
	t.Parallel()
	f := month(0)
	p := f.Plans["plan"]
	p.Charges = p.Charges[:1]
	f.Plans["plan"] = p
	inv, refused := f.Compute(f.one(t))
	require.Nil(t, refused)
	require.Equal(t, billing.NotCharged, inv.Status)
	require.Empty(t, inv.Lines)
	require.Len(t, inv.Spans, 1, "the days are billed all the same")
}

func TestOneLegalPersonGetsAStatement(t *testing.T) {
	t.Parallel()
	f := month(100_000_000)
	k := f.Clients["k"]
	k.LegalNumber = "44460844213631" // an establishment of the issuer
	f.Clients["k"] = k
	inv, refused := f.Compute(f.one(t))
	require.Nil(t, refused)
	require.Equal(t, billing.TypeStatement, inv.Type)
	require.Equal(t, billing.NotCharged, inv.Status)
	require.Zero(t, inv.VAT)
	require.Equal(t, energy.MilliWh(100_000_000), inv.Energy)
}

func TestTotalsAreTheSumsOfWhatIsPrinted(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		f := month(energy.MilliWh(rapid.Int64Range(1, 1<<45).Draw(t, "energy")))
		f.Plans["plan"].Charges[0].Price = money.MicroEuro(rapid.Int64Range(1, 1_000_000).Draw(t, "price"))
		inv, refused := f.Compute(f.one(t))
		require.Nil(t, refused)
		var net money.Cents
		for _, l := range inv.Lines {
			printed, err := money.Amount(l.Quantity, l.Price)
			require.NoError(t, err)
			require.Equal(t, printed, l.Net)
			net += l.Net
		}
		require.Equal(t, net, inv.Net)
		require.Equal(t, inv.Net+inv.VAT, inv.Amount)
		again, _ := f.Compute(f.one(t))
		require.True(t, inv.SameContent(again))
		require.Equal(t, inv.SourceHash, again.SourceHash)
	})
}

func TestTooManyPeriodsAreNotBelieved(t *testing.T) {
	t.Parallel()
	f := month(1)
	long := civil.Range{From: civil.NewDate(2020, 1, 1), To: october.To}
	for i, s := range f.Sites {
		s.Activation = long
		f.Sites[i] = s
	}
	f.Subscriptions[0].Days = long
	dues := f.Dues(october.Last())
	require.Len(t, dues, billing.MaxPairPeriods+1, "of the years that would follow, one stands for all")
	require.False(t, dues[billing.MaxPairPeriods-1].Excess)
	_, refused := f.Compute(dues[billing.MaxPairPeriods])
	require.Equal(t, "run.tooManyPeriods", fault.KeyOf(refused))
	got := f.delivered(dues[billing.MaxPairPeriods], nil)
	require.Equal(t, []any{"run.tooManyPeriods", 0}, []any{fault.KeyOf(got.Refused), len(got.Lines)}, "nor is it told of what was delivered")
	require.Nil(t, f.delivered(dues[0], nil).Refused)
}

// TestWhatIsForGoodIsKnownByTheDay of energy by the kWh, whatever the plan charges beside it; of registers, which are
// told by the month, none is.
func TestWhatIsForGoodIsKnownByTheDay(t *testing.T) {
	t.Parallel()
	daily := make([]energy.MilliWh, october.Days())
	for n := range daily {
		daily[n] = 1000
	}
	daily[3] = metering.Absent
	lacking := []civil.Date{october.From + 5}
	firm := func(charges ...billing.Charge) energy.MilliWh {
		f := month(0)
		part := f.one(t).Parts[0]
		part.Plan.Charges = charges
		return f.firm(part, part.Span, lacking, daily)
	}
	byEnergy := billing.Charge{Type: billing.PerUnit, Usage: billing.UsageEnergy}
	require.Equal(t, energy.MilliWh(29_000), firm(byEnergy), "but of the day that lacks, and of the one of which nothing is known")
	require.Equal(t, energy.MilliWh(29_000), firm(byEnergy, billing.Charge{Type: billing.Fixed}))
	require.Equal(t, energy.MilliWh(29_000), firm(byEnergy, billing.Charge{Type: billing.PassThrough}))
	require.Zero(t, firm(billing.Charge{Type: billing.PerUnit, Usage: billing.UsageHigh}))
	require.Zero(t, firm(billing.Charge{Type: billing.PerUnit, Usage: billing.UsageEnergy, Option: billing.AtPeakHours}))
}

// TestTheHashNamesTheCurves: it is the evidence of what an issued invoice rests on, so that
// other data give another one, whatever they add up to.
func TestTheHashNamesTheCurves(t *testing.T) {
	t.Parallel()
	of := func(change func(e *evidence, p *billing.Plan)) string {
		f := month(100_000_000)
		e, p := f.energy[october], f.Plans["plan"]
		e.fingerprint = []byte("curves of 1 November")
		change(&e, &p)
		f.energy[october], f.Plans["plan"] = e, p
		inv, refused := f.Compute(f.one(t))
		require.Nil(t, refused)
		return string(inv.SourceHash)
	}
	first := of(func(*evidence, *billing.Plan) {})
	require.Equal(t, first, of(func(*evidence, *billing.Plan) {}))
	for what, change := range map[string]func(e *evidence, p *billing.Plan){
		"the curves": func(e *evidence, _ *billing.Plan) { e.fingerprint = []byte("curves of 2 November") },
		"the plan":   func(_ *evidence, p *billing.Plan) { p.Version++ },
		"volumes by meter": func(e *evidence, _ *billing.Plan) {
			e.volumes = map[billing.VolumeKey]energy.MilliWh{{SiteID: "c", Usage: billing.UsageHigh}: 1}
		},
	} {
		require.NotEqual(t, first, of(change), what)
	}
}

// TestWhatIsTriedSaysWhatHasNoPrice: of plans by register only, each register that received something.
func TestWhatIsTriedSaysWhatHasNoPrice(t *testing.T) {
	t.Parallel()
	high := billing.Charge{Code: "H", Type: billing.PerUnit, Usage: billing.UsageHigh, Price: 140_000}
	low := billing.Charge{Code: "L", Type: billing.PerUnit, Usage: billing.UsageLow, Price: 90_000}
	fixed := billing.Charge{Code: "A", Type: billing.Fixed, Price: 2_000_000}
	for name, c := range map[string]struct {
		charges []billing.Charge
		want    []Volume
	}{
		"both have a price":       {[]billing.Charge{high, low}, nil},
		"one has none":            {[]billing.Charge{high, fixed}, []Volume{{Usage: billing.UsageLow, Energy: 60_250_000}}},
		"the other has none":      {[]billing.Charge{fixed, low}, []Volume{{Usage: billing.UsageHigh, Energy: 120_500_000}}},
		"no plan by register":     {[]billing.Charge{fixed}, nil},
		"by what was never given": {[]billing.Charge{{Code: "T", Type: billing.PerUnit, Usage: billing.UsageTotal, Price: 1}}, []Volume{{Usage: billing.UsageHigh, Energy: 120_500_000}, {Usage: billing.UsageLow, Energy: 60_250_000}}},
	} {
		f := month(0)
		p := f.Plans["plan"]
		p.Charges = c.charges
		f.Plans["plan"] = p
		f.energy[october] = evidence{volumes: map[billing.VolumeKey]energy.MilliWh{{SiteID: "c", Usage: billing.UsageHigh}: 120_500_000, {SiteID: "c", Usage: billing.UsageLow}: 60_250_000, {SiteID: "c", Usage: billing.UsageTotal}: 0}}
		tried := f.try(f.one(t))
		require.Equal(t, c.want, tried.Unpriced, name)
		require.Zero(t, tried.LackingDays, name)
	}
}
