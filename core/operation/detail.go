package operation

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// Detail is an operation as a caller may see it.
type Detail struct {
	Operation
	Features []Feature // what the menus of the caller's role may show, then how things are done
	// How many sites have not left. A prosumer is one site, and counts on both sides.
	SitesNumber, ConsumersNumber, ProducersNumber int
	// Lists of sites that have not left; nil = not asked for, or not for the caller.
	// A prosumer is in both. A participant gets the producers, prosumers among them,
	// never the consumers (specification section 6), and the names of its sellers only.
	Consumers, Producers []Site
	Observers            []Account           // for those who may read contacts, when asked for
	OrganizerIDs         []id.ID             // the same
	Withheld             []policy.Permission // what the caller holds elsewhere and not here; see policy.Guard
	ActiveProducerID     id.ID               // see activeProducer; "" = none
	LatestDay            *civil.Date         // last day with data
	View                 *View               // how much of it the caller is shown; nil = all there is for its role
}

func (d *Detail) add(site Site, full, participant bool) {
	d.SitesNumber++
	if site.produces() {
		d.ProducersNumber++
		if full || participant {
			d.Producers = append(d.Producers, site)
		}
	}
	if site.consumes() {
		d.ConsumersNumber++
		if full && !participant {
			d.Consumers = append(d.Consumers, site)
		}
	}
}

// activeProducer is the one with the latest data, the first of them when several
// have it, the first of all when none has (specification section 4). Whoever holds a
// producer is scoped to its own (specification section 6), so that others do not count.
//
// A consumer that also produces is a consumer first: its energy type says so, and what it
// wants to know is what it received, mostly from others. So it is the active producer,
// its own or another's, only where there is no other; its own production is told at the
// address of its own site, to which the dashboard leads.
func activeProducer(producers []Site, days map[id.ID]civil.Date) id.ID {
	var best id.ID
	latest, rank := civil.Min, 0
	for _, site := range producers {
		rank = max(rank, site.rank())
	}
	for _, site := range producers {
		if site.rank() < rank {
			continue
		}
		day, ok := days[site.ID]
		if best.IsZero() || ok && day > latest {
			best = site.ID
			if ok {
				latest = day
			}
		}
	}
	return best
}
