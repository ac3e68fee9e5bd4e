package economy_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/economystore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/analysis"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/economy"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// priced is the town with its subscriptions from October on, whose consumers use five kWh an hour.
type priced struct {
	*coretest.Billing
	economy *economy.Service
	lacking civil.Date // of which an hour is not known
	keys    *keys
}

func newPriced(t *testing.T) *priced {
	t.Helper()
	b := coretest.Town(t)
	p := &priced{Billing: b, keys: &keys{consumers: b.Sites}}
	for pair, each := range b.Meter.Hourly {
		b.Meter.Hourly[billing.Pair{ConsumerID: pair.ConsumerID}] = each // of all producers together
	}
	p.economy = economy.New(economy.Deps{Guard: b.Guard, Tx: b.DB, Now: b.Now, Stores: economy.Stores{Configs: economystore.NewConfigs(b.DB), Tariffs: economystore.NewTariffs(b.DB)},
		Operations: operationstore.NewOperations(b.DB), Sites: participantstore.NewParticipants(b.DB), Received: b.Meter, Agreements: b.Agreements(), Curves: p, Keys: p.keys})
	return p
}

// ParticipantCurve is what a site used and received, hour by hour.
func (p *priced) ParticipantCurve(_ context.Context, _ policy.Principal, in drawing.CurveInput) (drawing.LoadCurve, error) {
	c := drawing.LoadCurve{Zone: civil.Paris, Days: in.Days, Start: civil.Paris.Start(in.Days.From), Step: "PT1H"}
	var used, shared []int64
	for at := c.Start; at.Before(civil.Paris.Start(in.Days.To)); at = at.Add(time.Hour) {
		u, s := int64(5*energy.KilowattHour), int64(p.Meter.Hourly[billing.Pair{ConsumerID: in.ParticipantID}])
		if civil.Paris.DateOf(at) == p.lacking {
			u, p.lacking = drawing.Gap, 0
		}
		used, shared = append(used, u), append(shared, s)
	}
	c.Series = []drawing.CurveSeries{{Nature: metering.Conso, Values: used}, {Nature: metering.Autoconso, Values: shared}}
	return c, nil
}

// TestABillCheckByHand: with what the plan asks for the local energy, with VAT for an individual alone; days that
// have no price, no data or no site are left out, joined and named.
func TestABillCheckByHand(t *testing.T) {
	t.Parallel()
	p := newPriced(t)
	price := money.MicroEuro(200_000)
	ask := func(by policy.Principal, site string, from, to string, change ...func(*economy.Supply)) (economy.Estimate, error) {
		in := economy.EstimateInput{ParticipantID: p.Sites[site], Days: coretest.Days(from, to),
			Supply: economy.Supply{ConsumerType: party.Professional, ContractType: economy.Base, Prices: economy.Prices{Base: &price}}}
		for _, c := range change {
			c(&in.Supply)
		}
		return p.economy.Estimate(t.Context(), by, in)
	}
	// October has 745 hours: 3725 kWh at 0.20 without; 931.25 kWh at 0.20, 2793.75 kWh at 0.10 and 2 € of
	// the plan with.
	e, err := ask(p.Organizer, "Boulangerie", "2026-10-01", "2026-10-31")
	require.NoError(t, err)
	require.Equal(t, []any{money.Cents(74_500), money.Cents(46_763), money.Cents(27_938), money.Cents(27_737), 31, 0},
		[]any{e.Without, e.With, e.Local, e.Economy, e.Counted, len(e.Gaps)})
	require.InDelta(t, 0.37231, *e.Rate, 0.0001)
	// Nobody subscribed in September; an hour of 3 October is not known.
	p.lacking = coretest.Date("2026-10-03")
	e, err = ask(p.Organizer, "Boulangerie", "2026-09-29", "2026-10-05")
	require.NoError(t, err)
	require.Equal(t, []economy.Gap{{Reason: economy.NoPrice, Days: coretest.Days("2026-09-29", "2026-09-30")}, {Reason: economy.NoData, Days: coretest.Days("2026-10-03", "2026-10-03")}}, e.Gaps)
	require.Equal(t, []any{4, energy.MilliWh(4 * 24 * 5_000_000)}, []any{e.Counted, e.Shared + e.Supplier})
	p.Meter.Unknown = map[id.ID][]civil.Date{p.Sites["Boulangerie"]: {coretest.Date("2026-10-01")}}
	e, err = ask(p.Organizer, "Boulangerie", "2026-10-01", "2026-10-02")
	require.NoError(t, err)
	require.Equal(t, []economy.Gap{{Reason: economy.NoData, Days: coretest.Days("2026-10-01", "2026-10-01")}}, e.Gaps, "whose it was is not known")
	// The regulated tariff: 0.19398 from February 2026; of a power that nobody told there is none.
	regulated := func(s *economy.Supply) {
		s.ConsumerType, s.OnTRV, s.Base = party.Individual, true, nil
	}
	_, err = ask(p.Organizer, "Martin", "2026-10-01", "2026-10-01", regulated)
	require.Equal(t, []any{"economy.invalid", "economy.powerUnknown", "isOnTRV"}, []any{fault.KeyOf(err), fault.From(err).Items[0].Key, fault.From(err).Items[0].Field})
	p.Exec("update participants set contract_power_w = 6000")
	e, err = ask(p.Account("Martin"), "Martin", "2026-10-01", "2026-10-01", regulated)
	require.NoError(t, err)
	require.Equal(t, []any{money.Cents(2_328), []civil.Date{coretest.Date("2026-02-01")}}, []any{e.Without, e.Grids}, "120 kWh")

	for key, in := range map[string]struct {
		by       policy.Principal
		site, to string
		change   func(*economy.Supply)
	}{
		"economy.consumerOnly": {p.Organizer, "Commune", "2026-10-01", func(*economy.Supply) {}},
		"notFound":             {p.Account("Martin"), "CCAS", "2026-10-01", func(*economy.Supply) {}},
		"forbidden":            {p.Observer(), "CCAS", "2026-10-01", func(*economy.Supply) {}},
		"economy.basePrice":    {p.Organizer, "CCAS", "2026-10-01", func(s *economy.Supply) { s.Base = nil }},
		"economy.consumerType": {p.Organizer, "CCAS", "2026-10-01", func(s *economy.Supply) { s.ConsumerType = "" }},
	} {
		_, err := ask(in.by, in.site, "2026-10-01", in.to, in.change)
		f := fault.From(err)
		if f.Key == "economy.invalid" {
			f = f.Items[0]
		}
		require.Equal(t, key, f.Key)
	}
}

// keys tries a key that gives one more kWh in each hour of a day.
type keys struct {
	consumers map[string]id.ID
	watched   bool
}

func (k *keys) Simulate(_ context.Context, _ policy.Principal, in analysis.SimulateInput) (analysis.Simulation, error) {
	day := coretest.Date("2026-10-12")
	month := civil.MonthOf(day)
	m := allocation.MonthEnergies{Month: month, Start: civil.Paris.Start(month.First()), Step: time.Hour}
	for d := month.First(); d <= month.Next().First(); d++ {
		m.Starts = append(m.Starts, int(civil.Paris.Start(d).Sub(m.Start)/time.Hour))
	}
	w := analysis.Watched{Days: civil.Range{From: day, To: day + 1}, Energies: m}
	var out analysis.Simulation
	for _, name := range []string{"Boulangerie", "Martin", "Mairie"} {
		site := allocation.Site{ID: k.consumers[name]}
		before, after := make([]energy.MilliWh, m.Starts[len(m.Starts)-1]), make([]energy.MilliWh, m.Starts[len(m.Starts)-1])
		for n := range after {
			after[n] = energy.KilowattHour
		}
		w.Energies.Consumers, w.Before, w.After = append(w.Energies.Consumers, site), append(w.Before, before), append(w.After, after)
		out.Participants = append(out.Participants, analysis.SimulatedParticipant{Site: site})
	}
	if k.watched = in.Watch != nil; k.watched {
		return out, in.Watch(w)
	}
	return out, nil
}

// TestAKeyThatIsTriedSaysEuros: to who may know of money, of consumers whose contract is told; to nobody else,
// and to nobody where there is no bill check.
func TestAKeyThatIsTriedSaysEuros(t *testing.T) {
	t.Parallel()
	p := newPriced(t)
	price := money.MicroEuro(200_000)
	for _, site := range []string{"Boulangerie", "Martin"} {
		told, err := p.economy.PriceConfig(t.Context(), p.Organizer, p.Sites[site])
		require.NoError(t, err)
		_, err = p.economy.PutPriceConfig(t.Context(), p.Organizer, p.Sites[site], told.Version, base(price))
		require.NoError(t, err)
	}
	in := analysis.SimulateInput{OperationID: p.Operation}
	tried, err := p.economy.Simulate(t.Context(), p.Organizer, in)
	require.NoError(t, err)
	// 24 kWh at 0.20 less 0.10 with VAT, of individuals.
	require.Equal(t, map[id.ID]economy.Gain{p.Sites["Boulangerie"]: {Amount: 192}, p.Sites["Martin"]: {Amount: 192}, p.Sites["Mairie"]: {Why: economy.NoContract}}, tried.Gains)
	sum, priced := tried.Total()
	require.Equal(t, []any{money.Cents(384), 2}, []any{sum, priced})
	tried, err = p.economy.Simulate(t.Context(), p.Observer(), in)
	require.NoError(t, err)
	require.Equal(t, []any{false, 3, 0}, []any{p.keys.watched, len(tried.Participants), len(tried.Gains)}, "an observer sees energy")
	_, err = p.economy.Simulate(t.Context(), p.Account("Martin"), in)
	require.Equal(t, "forbidden", fault.KeyOf(err))
	_, err = p.economy.Simulate(t.Context(), p.Organizer, analysis.SimulateInput{OperationID: id.New()})
	require.Equal(t, "notFound", fault.KeyOf(err))
	p.Exec("update operations set dso = 'SIBELGA'")
	tried, err = p.economy.Simulate(t.Context(), p.Organizer, in)
	require.NoError(t, err)
	require.Equal(t, []any{false, 0}, []any{p.keys.watched, len(tried.Gains)})
}
