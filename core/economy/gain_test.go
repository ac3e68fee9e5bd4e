package economy

import (
	"math/big"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/analysis"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/party"
)

var always = civil.Range{From: civil.NewDate(2020, 1, 1), To: civil.Forever}

// selling is a consumer c and producers p and q that ask for prices, with VAT of 20 %; 0 = nobody subscribed.
func selling(taxed bool, p, q money.MicroEuro) agreed {
	var issuer billing.BillingEntity
	issuer.VATRegime, issuer.LegalNumber = party.VATNormal, "732829320"
	b := &agreement.Agreements{Op: operation.Operation{DSO: dso.Enedis}, Sites: map[id.ID]billing.Site{"c": {ID: "c", Activation: always}, "p": {ID: "p", Produces: true, Activation: always}, "q": {ID: "q", Produces: true, Activation: always}},
		Issuers: map[id.ID]billing.BillingEntity{"i": issuer}, Clients: map[id.ID]billing.BillableEntity{"k": {}}, IssuerOf: map[id.ID]id.ID{"p": "i", "q": "i"}, ClientOf: map[id.ID]id.ID{"c": "k"}, Plans: map[id.ID]billing.Plan{}}
	a := agreed{Agreements: b, consumer: "c", taxed: taxed}
	for producer, price := range map[id.ID]money.MicroEuro{"p": p, "q": q} {
		if price > 0 {
			b.Plans["plan-"+producer] = billing.Plan{Charges: []billing.Charge{{Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: price}}}
			a.subscriptions = append(a.subscriptions, billing.Subscription{Pair: billing.Pair{ConsumerID: "c", ProducerID: producer}, PlanID: "plan-" + producer, Days: always})
		}
	}
	return a
}

// tried is a day of hours of which each gives so much more than the key in force.
func tried(day civil.Date, more func(hour int) energy.MilliWh) analysis.Watched {
	m := civil.MonthOf(day)
	w := analysis.Watched{Days: civil.Range{From: day, To: day + 1}, Energies: allocation.MonthEnergies{Month: m, Start: civil.Paris.Start(m.First()), Step: time.Hour, Consumers: []allocation.Site{{ID: "c"}}}}
	for d := m.First(); d <= m.Next().First(); d++ {
		w.Energies.Starts = append(w.Energies.Starts, int(civil.Paris.Start(d).Sub(w.Energies.Start)/time.Hour))
	}
	n := w.Energies.Starts[len(w.Energies.Starts)-1]
	w.Before, w.After = [][]energy.MilliWh{make([]energy.MilliWh, n)}, [][]energy.MilliWh{make([]energy.MilliWh, n)}
	from, to := w.Energies.Starts[day-m.First()], w.Energies.Starts[day+1-m.First()]
	for i := from; i < to; i++ {
		w.Before[0][i], w.After[0][i] = energy.KilowattHour, energy.KilowattHour+more(i-from)
	}
	return w
}

func gained(t require.TestingT, s *Supply, a agreed, of ...analysis.Watched) Gain {
	g := gains{zone: civil.Paris, sites: map[id.ID]participant.Participant{"c": {ID: "c"}}, supply: map[id.ID]Supply{}, agreed: map[id.ID]agreed{"c": a}, sums: map[id.ID]*big.Int{}, why: map[id.ID]Reason{}}
	if s != nil {
		g.supply["c"] = *s
	}
	for _, w := range of {
		require.NoError(t, g.watch(w))
	}
	out, err := g.result([]analysis.SimulatedParticipant{{Site: allocation.Site{ID: "c"}}})
	require.NoError(t, err)
	return out["c"]
}

// TestWhatAnotherKeyBringsByHand: by one price and by hours, with and without VAT, over a clock change.
func TestWhatAnotherKeyBringsByHand(t *testing.T) {
	t.Parallel()
	base := Supply{ConsumerType: party.Individual, ContractType: Base, Prices: Prices{Base: micro(200_000)}}
	double := Supply{ConsumerType: party.Professional, ContractType: Double, Prices: Prices{Peak: micro(200_000), OffPeak: micro(100_000)}, PeakStart: hour("06:00"), OffPeakStart: hour("22:00")}
	each := func(kWh float64) func(int) energy.MilliWh {
		return func(int) energy.MilliWh { return energy.MilliWh(kWh * float64(energy.KilowattHour)) }
	}
	may, autumn := civil.NewDate(2026, 5, 12), civil.NewDate(2026, 10, 25)
	// 24 kWh at 0.20 less 0.10 with VAT: 24 × 0.08.
	require.Equal(t, Gain{Amount: 192}, gained(t, &base, selling(true, 100_000, 100_000), tried(may, each(1))))
	require.Equal(t, Gain{Amount: -192}, gained(t, &base, selling(true, 100_000, 100_000), tried(may, each(-1))), "what is lost is below zero")
	// 25 h: 16 at 0.20 and 9 at 0.10, less 25 at 0.10 without VAT.
	require.Equal(t, Gain{Amount: 320 + 90 - 250}, gained(t, &double, selling(false, 100_000, 100_000), tried(autumn, each(1))))
	// Moved from the night to the day at the same sum: 8 kWh from 0.10 to 0.20.
	moved := func(h int) energy.MilliWh {
		if h < 6 || h >= 22 {
			return -energy.KilowattHour
		}
		return energy.KilowattHour / 2
	}
	require.Equal(t, Gain{Amount: 80}, gained(t, &double, selling(false, 100_000, 100_000), tried(may, moved)))
	require.Equal(t, Gain{Amount: 384}, gained(t, &base, selling(true, 100_000, 100_000), tried(may, each(1)), tried(may+1, each(1))))
}

// TestAGainWithoutAPriceIsNamed, and is no zero; where nothing changes no price is needed.
func TestAGainWithoutAPriceIsNamed(t *testing.T) {
	t.Parallel()
	base := Supply{ConsumerType: party.Individual, ContractType: Base, Prices: Prices{Base: micro(200_000)}}
	trv := Supply{ConsumerType: party.Individual, ContractType: Base, OnTRV: true}
	may := civil.NewDate(2026, 5, 12)
	one, none := tried(may, func(int) energy.MilliWh { return 1 }), tried(may, func(int) energy.MilliWh { return 0 })
	require.Equal(t, Gain{Why: NoContract}, gained(t, nil, selling(true, 1, 1), one))
	require.Equal(t, Gain{Why: NoPrice}, gained(t, &base, selling(true, 0, 0), one))
	require.Equal(t, Gain{Why: NoPrice}, gained(t, &base, selling(true, 100_000, 0), one), "one producer sells without a price")
	require.Equal(t, Gain{Why: PricesDiffer}, gained(t, &base, selling(true, 100_000, 110_000), one))
	require.Equal(t, Gain{Why: NoTariff}, gained(t, &trv, selling(true, 100_000, 100_000), one))
	require.Equal(t, Gain{}, gained(t, &base, selling(true, 0, 0), none))
	total, priced := Simulated{Gains: map[id.ID]Gain{"a": {Amount: 5}, "b": {Amount: -2}, "c": {Why: NoPrice}}}.Total()
	require.Equal(t, []any{money.Cents(3), 2}, []any{total, priced})
}

// TestAtOnePriceAKeyBringsNothing, whatever it moves.
func TestAtOnePriceAKeyBringsNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		price := money.MicroEuro(rapid.Int64Range(1, int64(MostPrice)).Draw(t, "price"))
		s := Supply{ConsumerType: party.Professional, ContractType: rapid.SampledFrom([]ContractType{Base, Double, Quadruple}).Draw(t, "contract"),
			PeakStart: hour("06:30"), OffPeakStart: hour("22:15"), Prices: Prices{Base: &price, Peak: &price, OffPeak: &price, SummerPeak: &price, SummerOffPeak: &price, WinterPeak: &price, WinterOffPeak: &price}}
		w := tried(civil.NewDate(2026, 1, 1)+civil.Date(rapid.IntRange(0, 360).Draw(t, "day")), func(int) energy.MilliWh {
			return energy.MilliWh(rapid.Int64Range(-int64(energy.KilowattHour), kWh*50).Draw(t, "more"))
		})
		require.Equal(t, Gain{}, gained(t, &s, selling(false, price, price), w))
	})
}
