package operation

import (
	"context"
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// Detail is an operation as a caller may see it.
type Detail struct {
	Operation
	// How many sites have not left. A prosumer is one site, and counts on both sides.
	SitesNumber, ConsumersNumber, ProducersNumber int
	// Lists of sites that have not left; nil = not asked for, or not for the caller.
	// A prosumer is in both. A participant gets the producers, prosumers among them,
	// never the consumers (specification section 6), and the names of its sellers only.
	Consumers, Producers []Site
	Observers            []Account   // for those who may read contacts, when asked for
	OrganizerIDs         []id.ID     // the same
	ActiveProducerID     id.ID       // see activeProducer; "" = none
	LatestDay            *civil.Date // last day with data
}

// detail describes operations to p. Lists are there when full, and producers
// always for participants.
func (s *Service) detail(ctx context.Context, p policy.Principal, operations []Operation, full bool) ([]Detail, error) {
	ids := make([]id.ID, len(operations))
	out := make([]Detail, len(operations))
	index := map[id.ID]*Detail{}
	for i, o := range operations {
		ids[i], out[i] = o.ID, Detail{Operation: o}
		index[o.ID] = &out[i]
	}
	if len(ids) == 0 {
		return out, nil
	}
	if err := s.addSites(ctx, p, ids, index, full); err != nil {
		return nil, err
	}
	if err := s.addData(ctx, ids, index); err != nil {
		return nil, err
	}
	if full && s.readsContacts(ctx, p, ids) {
		return out, s.addMembers(ctx, ids, index)
	}
	return out, nil
}

// addSites lists the sites where that is asked for, and else only counts them.
func (s *Service) addSites(ctx context.Context, p policy.Principal, ids []id.ID, index map[id.ID]*Detail, full bool) error {
	participant := p.Role == policy.RoleParticipant
	if !full && !participant {
		// Both countries have the same days.
		counts, err := s.sites.Counts(ctx, ids, civil.Paris.DateOf(s.now()))
		for operationID, c := range counts {
			d := index[operationID]
			d.SitesNumber, d.ConsumersNumber, d.ProducersNumber = c.Sites, c.Consumers, c.Producers
		}
		return err
	}
	sites, err := s.sites.OfOperations(ctx, ids)
	if err == nil && participant {
		err = s.hideNames(ctx, p, sites)
	}
	now := s.now()
	for _, site := range sites {
		d := index[site.OperationID]
		if site.Activation != nil && site.Activation.To <= d.Zone().DateOf(now) {
			continue
		}
		site.Own = p.Holds(site.ID)
		d.add(site, full, participant)
	}
	return err
}

// hideNames puts numbers in the place of names that a participant does not read: it knows
// its own sites and the producers that sell to it, and no other by name (decisions 6.2).
// The number of a producer is its place among those of its operation by age, so that it
// stays what it is when others come.
func (s *Service) hideNames(ctx context.Context, p policy.Principal, sites []Site) error {
	own := make([]id.ID, len(p.Sites))
	for i, site := range p.Sites {
		own[i] = site.ParticipantID
	}
	var sellers map[id.ID]bool
	if s.bills != nil && len(own) > 0 {
		var err error
		if sellers, err = s.bills.SellersOf(ctx, own); err != nil {
			return err
		}
	}
	byAge := make([]*Site, 0, len(sites))
	for i := range sites {
		if sites[i].produces() {
			byAge = append(byAge, &sites[i])
		}
	}
	slices.SortFunc(byAge, func(a, b *Site) int { return strings.Compare(string(a.ID), string(b.ID)) })
	places := map[id.ID]int{}
	for _, site := range byAge {
		places[site.OperationID]++
		if !p.Holds(site.ID) && !sellers[site.ID] {
			site.Name, site.Unnamed = "", places[site.OperationID]
		}
	}
	return nil
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

// addData finds the latest days, and with them the active producers.
func (s *Service) addData(ctx context.Context, ids []id.ID, index map[id.ID]*Detail) error {
	if s.dataDates != nil {
		days, err := s.dataDates.LatestDays(ctx, ids)
		if err != nil {
			return err
		}
		for operationID, day := range days {
			if d, ok := index[operationID]; ok {
				d.LatestDay = &day
			}
		}
	}
	var producers []id.ID
	for _, operationID := range ids {
		for _, site := range index[operationID].Producers {
			producers = append(producers, site.ID)
		}
	}
	days := map[id.ID]civil.Date{}
	if s.latestData != nil && len(producers) > 0 {
		var err error
		if days, err = s.latestData.LatestDaysOfSites(ctx, producers); err != nil {
			return err
		}
	}
	for _, operationID := range ids {
		d := index[operationID]
		d.ActiveProducerID = activeProducer(d.Producers, days)
	}
	return nil
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

// rank is how much a site counts as the producer that somebody looks at.
func (s Site) rank() int {
	switch {
	case s.Producer && s.Own:
		return 2
	case s.Producer:
		return 1
	}
	return 0
}

// readsContacts tells whether p may read contacts in every one of the operations.
func (s *Service) readsContacts(ctx context.Context, p policy.Principal, ids []id.ID) bool {
	return !slices.ContainsFunc(ids, func(operationID id.ID) bool {
		return s.guard.Operation(ctx, p, "participant:readContact", operationID) != nil
	})
}

func (s *Service) addMembers(ctx context.Context, ids []id.ID, index map[id.ID]*Detail) error {
	organizers, err := s.members.Of(ctx, ids, policy.RoleOrganizer)
	if err != nil {
		return err
	}
	for operationID, users := range organizers {
		index[operationID].OrganizerIDs = users
	}
	observers, err := s.members.Of(ctx, ids, policy.RoleObserver)
	if err != nil {
		return err
	}
	for operationID, users := range observers {
		if index[operationID].Observers, err = s.accounts.ByIDs(ctx, users); err != nil {
			return err
		}
	}
	return nil
}
