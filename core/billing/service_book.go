package billing

import (
	"context"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
)

// book reads what decides who owes what, with all that documents print and people
// read. It is read within the locks of whoever changes something.
func (s *Service) book(ctx context.Context, op operation.Operation) (*book, error) {
	sites, err := s.Sites.OfOperation(ctx, op.ID)
	if err != nil {
		return nil, err
	}
	clients, err := s.BillableEntities.List(ctx, op.ID)
	if err != nil {
		return nil, err
	}
	subscriptions, err := s.Subscriptions.List(ctx, op.ID)
	if err != nil {
		return nil, err
	}
	return s.bind(ctx, op, Roster{Sites: sites, Clients: clients, Subscriptions: subscriptions})
}

// tally is the book without what only documents print: what a run computes with.
// clients = nil means all.
func (s *Service) tally(ctx context.Context, op operation.Operation, clients []id.ID) (*book, error) {
	roster, err := s.Sites.Roster(ctx, op.ID, clients)
	if err != nil {
		return nil, err
	}
	return s.bind(ctx, op, roster)
}

// tallyOf is the part of the tally that some pairs need: what a job reads.
func (s *Service) tallyOf(ctx context.Context, op operation.Operation, pairs []PartyPair) (*book, error) {
	b, err := s.tally(ctx, op, clientsOf(pairs))
	if err == nil {
		b.only(pairs)
	}
	return b, err
}

// bookOf is the part of the book that some pairs need: what publishing reads.
func (s *Service) bookOf(ctx context.Context, op operation.Operation, pairs []PartyPair) (*book, error) {
	b, err := s.tallyOf(ctx, op, pairs)
	if err != nil {
		return nil, err
	}
	clients, err := s.BillableEntities.ByIDs(ctx, op.ID, clientsOf(pairs))
	b.place = make(map[id.ID]int, len(clients))
	for n, e := range clients {
		b.clients[e.ID], b.place[e.ID] = e, n
	}
	return b, err
}

func clientsOf(pairs []PartyPair) []id.ID {
	ids := make([]id.ID, len(pairs))
	for i, p := range pairs {
		ids[i] = p.ClientID
	}
	return unique(ids)
}

// bind adds issuers and plans, of which there are few, and ties everything together.
func (s *Service) bind(ctx context.Context, op operation.Operation, r Roster) (*book, error) {
	b := &book{op: op, sites: make(map[id.ID]Site, len(r.Sites)), issuers: map[id.ID]BillingEntity{}, clients: make(map[id.ID]BillableEntity, len(r.Clients)),
		issuerOf: map[id.ID]id.ID{}, clientOf: make(map[id.ID]id.ID, len(r.Sites)), plans: map[id.ID]Plan{}, subscriptions: r.Subscriptions}
	for _, site := range r.Sites {
		b.sites[site.ID] = site
	}
	for _, e := range r.Clients {
		b.clients[e.ID] = e
		for _, consumer := range e.ConsumerIDs {
			b.clientOf[consumer] = e.ID
		}
	}
	issuers, err := s.BillingEntities.List(ctx, op.ID)
	if err != nil {
		return nil, err
	}
	for _, e := range issuers {
		b.issuers[e.ID] = e
		if e.OwnedByOperation {
			b.own = e.ID
		}
		for _, producer := range e.ProducerIDs {
			b.issuerOf[producer] = e.ID
		}
	}
	plans, err := s.Plans.Prices(ctx, op.ID)
	for _, plan := range plans {
		b.plans[plan.ID] = plan
	}
	b.findDoubles()
	return b, err
}
