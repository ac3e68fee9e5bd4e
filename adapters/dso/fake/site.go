package fake

import (
	"fmt"

	"github.com/openpmo/pmo/core/civil"
)

// Site is a meter of the operation. A power of 0 is chosen by the number of the site.
type Site struct {
	DsoID    string // PRM
	Producer bool
	PowerW   int64       // of a producer its peak power; of a consumer its contract power
	Period   civil.Range // days it takes part; the zero value is all days
	// External: a meter behind the operator's tells all that the site uses and makes, as
	// in an operation with individual self-consumption (ACI).
	External bool
}

// Sites invents the sites of an operation: numbers that begin with 99, as no real
// meter has. Producers are sized so that together they make some 45 percent of what
// is consumed in a year.
func Sites(operation string, seed uint64, consumers, producers int) []Site {
	r := seeded(seed, operation, "sites")
	block := r.below(100_000)
	sites := make([]Site, 0, consumers+producers)
	var yearly int64 // Wh
	for i := range consumers {
		s := Site{DsoID: fmt.Sprintf("99%05d%07d", block, i+1)}
		m := meterOf(seeded(seed, operation), s)
		yearly += m.mean * 8766
		s.PowerW = m.power()
		sites = append(sites, s)
	}
	for i := range producers {
		// A panel of 1 kW gives some 1 200 kWh a year here.
		peak := yearly * 45 / 100 / 1200 / int64(producers) * r.between(700, 1300) / 1000
		sites = append(sites, Site{DsoID: fmt.Sprintf("99%05d%07d", block, 9_000_000+i+1), Producer: true, PowerW: max(peak/100*100, 1000)})
	}
	return sites
}

// meter is a site with its character.
type meter struct {
	Site
	own      random // begins what is particular to the site
	business bool
	mean     int64 // W over the year, of a consumer
}

// meterOf gives a site the character that its number stands for: four of five
// consumers are households.
func meterOf(operation random, s Site) meter {
	m := meter{Site: s, own: operation ^ seeded(0, s.DsoID)}
	r := m.own.at(0)
	if s.Producer {
		if m.PowerW == 0 {
			m.PowerW = r.between(60, 360) * 100
		}
		return m
	}
	m.business = r.below(5) == 0
	m.mean = r.between(250, 850)
	if m.business {
		m.mean = r.between(900, 6000)
	}
	if s.PowerW > 0 { // nobody draws more than the contract allows
		m.mean = min(m.mean, s.PowerW/6)
	}
	return m
}

// power is the contract power that goes with the mean: the next step of 3 kVA.
func (m meter) power() int64 { return (m.mean*6/3000 + 1) * 3000 }
