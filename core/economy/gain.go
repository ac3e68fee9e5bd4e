package economy

import (
	"math/big"
	"time"

	"github.com/openpmo/pmo/core/allocation/analysis"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/participant"
)

// PricesDiffer is local energy of producers that ask for different prices: a key that is only tried does not
// say whose energy a consumer would have.
const PricesDiffer Reason = "PRICES_DIFFER"

// Gain is what another key brings a consumer: what it receives beyond the key in force, at what its supplier
// asks for it less what the operation does. Why says that it is not known.
type Gain struct {
	Amount money.Cents // below zero: it loses
	Why    Reason
}

// Simulated is a key that was tried, with what it brings each consumer; no gains where the caller learns of
// no money, or the operation has no bill check.
type Simulated struct {
	analysis.Simulation
	Gains map[id.ID]Gain
}

// Total is what all consumers gain whose gain is known, and how many these are.
func (s Simulated) Total() (sum money.Cents, priced int) {
	for _, g := range s.Gains {
		if g.Why == "" {
			sum += g.Amount
			priced++
		}
	}
	return sum, priced
}

// gains adds up what another key brings, month by month.
type gains struct {
	zone   civil.Zone
	all    Tariff
	sites  map[id.ID]participant.Participant
	supply map[id.ID]Supply
	agreed map[id.ID]agreed
	sums   map[id.ID]*big.Int
	why    map[id.ID]Reason
}

// watch takes whole days in. It is shown to a simulation.
func (g gains) watch(w analysis.Watched) error {
	first := w.Energies.Month.First()
	for i, site := range w.Energies.Consumers {
		if g.why[site.ID] != "" {
			continue
		}
		supply, told := g.supply[site.ID]
		if !told || supply.Check() != nil {
			g.why[site.ID] = NoContract
			continue
		}
		if g.sums[site.ID] == nil {
			g.sums[site.ID] = new(big.Int)
		}
		for d := w.Days.From; d < w.Days.To; d++ {
			from, to := w.Energies.Starts[d-first], w.Energies.Starts[d+1-first]
			atPeak, atOthers := g.moved(w, i, from, to, supply)
			if why := g.day(site.ID, d, supply, atPeak, atOthers); why != "" {
				g.why[site.ID] = why
				break
			}
		}
	}
	return nil
}

// moved is what a consumer receives more on a day, at peak hours and at others.
func (g gains) moved(w analysis.Watched, i, from, to int, supply Supply) (atPeak, atOthers energy.MilliWh) {
	minutes := int(w.Energies.Step.Minutes())
	for n := from; n < to; n++ {
		more := w.After[i][n] - w.Before[i][n]
		if more == 0 {
			continue
		}
		at := w.Energies.Start.Add(time.Duration(n) * w.Energies.Step).In(g.zone.Location())
		peak := more * energy.MilliWh(supply.peakMinutes(Clock(at.Hour()*60+at.Minute()), minutes)) / energy.MilliWh(minutes)
		atPeak += peak
		atOthers += more - peak
	}
	return atPeak, atOthers
}

// day adds what a day brings a consumer; why says that a price is not known. A day on which nothing changes
// needs none.
func (g gains) day(consumer id.ID, d civil.Date, supply Supply, atPeak, atOthers energy.MilliWh) (why Reason) {
	if atPeak == 0 && atOthers == 0 {
		return ""
	}
	price, _, why, refused := supply.priceOn(g.all, g.sites[consumer], d)
	if why != "" || refused != nil {
		return NoTariff
	}
	local, why := g.agreed[consumer].each(d)
	if why != "" {
		return why
	}
	peak, others := supply.slotsOf(d)
	high := price.Of(peak)
	low := price.Of(others)
	sum := g.sums[consumer]
	sum.Add(sum, parts(atPeak, high, 0))
	sum.Add(sum, parts(atOthers, low, 0))
	for _, c := range local {
		sum.Sub(sum, parts(atPeak+atOthers, c.Price, c.Rate))
	}
	return ""
}

// result rounds what each consumer gains. Error: money.overflow.
func (g gains) result(of []analysis.SimulatedParticipant) (map[id.ID]Gain, error) {
	out := make(map[id.ID]Gain, len(of))
	for _, p := range of {
		if why := g.why[p.ID]; why != "" {
			out[p.ID] = Gain{Why: why}
			continue
		}
		sum := g.sums[p.ID]
		if sum == nil {
			sum = new(big.Int)
		}
		amount, err := cents(new(big.Int).Abs(sum))
		if err != nil {
			return nil, err
		}
		if sum.Sign() < 0 {
			amount = -amount
		}
		out[p.ID] = Gain{Amount: amount}
	}
	return out, nil
}
