package agreement

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
)

// Extent says how much of an operation's agreements is read.
type Extent struct {
	// Pairs are the issuers and clients it is about; nil = all.
	Pairs []billing.PartyPair
	// Printed adds what only documents print and people read, of everybody or of the pairs.
	Printed bool
}

// Loader reads agreements, within the locks of whoever changes something.
type Loader struct {
	Sites            billing.Sites
	BillingEntities  billing.BillingEntities
	BillableEntities billing.BillableEntities
	Plans            billing.Plans
	Subscriptions    billing.Subscriptions
	Adjustments      Adjustments
}

// Load reads what decides who owes what.
func (l Loader) Load(ctx context.Context, op operation.Operation, x Extent) (*Agreements, error) {
	if x.Pairs == nil && x.Printed {
		return l.whole(ctx, op)
	}
	var clients []id.ID
	if x.Pairs != nil {
		clients = clientsOf(x.Pairs)
	}
	roster, err := l.Sites.Roster(ctx, op.ID, clients)
	if err != nil {
		return nil, err
	}
	b, err := l.bind(ctx, op, roster)
	if err != nil || x.Pairs == nil {
		return b, err
	}
	b.keepPairs(x.Pairs)
	if !x.Printed {
		return b, nil
	}
	printed, err := l.BillableEntities.ByIDs(ctx, op.ID, clients)
	b.Place = make(map[id.ID]int, len(printed))
	if err != nil {
		return b, err
	}
	for n, e := range printed {
		b.Clients[e.ID], b.Place[e.ID] = e, n
	}
	return b, l.locate(ctx, b)
}

// locate says where consumers are.
func (l Loader) locate(ctx context.Context, b *Agreements) error {
	var consumers []id.ID
	for _, site := range b.Sites {
		if site.Consumes {
			consumers = append(consumers, site.ID)
		}
	}
	slices.Sort(consumers)
	places, err := l.Sites.Places(ctx, b.Op.ID, consumers)
	for _, p := range places {
		site := b.Sites[p.ID]
		site.Street, site.PostCode, site.City = p.Street, p.PostCode, p.City
		b.Sites[p.ID] = site
	}
	return err
}

// whole reads everything, in the order of names.
func (l Loader) whole(ctx context.Context, op operation.Operation) (*Agreements, error) {
	sites, err := l.Sites.OfOperation(ctx, op.ID)
	if err != nil {
		return nil, err
	}
	clients, err := l.BillableEntities.List(ctx, op.ID)
	if err != nil {
		return nil, err
	}
	subscriptions, err := l.Subscriptions.List(ctx, op.ID)
	if err != nil {
		return nil, err
	}
	return l.bind(ctx, op, billing.Roster{Sites: sites, Clients: clients, Subscriptions: subscriptions})
}

// bind adds issuers and plans, of which there are few, and ties everything together.
func (l Loader) bind(ctx context.Context, op operation.Operation, r billing.Roster) (*Agreements, error) {
	b := &Agreements{Op: op, Sites: make(map[id.ID]billing.Site, len(r.Sites)), Issuers: map[id.ID]billing.BillingEntity{}, Clients: make(map[id.ID]billing.BillableEntity, len(r.Clients)),
		IssuerOf: map[id.ID]id.ID{}, ClientOf: make(map[id.ID]id.ID, len(r.Sites)), Plans: map[id.ID]billing.Plan{}, Subscriptions: r.Subscriptions}
	for _, site := range r.Sites {
		b.Sites[site.ID] = site
	}
	for _, e := range r.Clients {
		b.Clients[e.ID] = e
		for _, consumer := range e.ConsumerIDs {
			b.ClientOf[consumer] = e.ID
		}
	}
	issuers, err := l.BillingEntities.List(ctx, op.ID)
	if err != nil {
		return nil, err
	}
	for _, e := range issuers {
		b.Issuers[e.ID] = e
		if e.OwnedByOperation {
			b.Own = e.ID
		}
		for _, producer := range e.ProducerIDs {
			b.IssuerOf[producer] = e.ID
		}
	}
	plans, err := l.Plans.Prices(ctx, op.ID)
	for _, plan := range plans {
		b.Plans[plan.ID] = plan
	}
	b.findDoubles()
	if err != nil {
		return b, err
	}
	return b, l.addAdjustments(ctx, b)
}

// addAdjustments reads them.
func (l Loader) addAdjustments(ctx context.Context, b *Agreements) error {
	discounts, err := l.Adjustments.Discounts(ctx, b.Op.ID)
	if err != nil {
		return err
	}
	b.Discounts = map[billing.Pair][]Discount{}
	for _, d := range discounts {
		b.Discounts[d.Pair] = append(b.Discounts[d.Pair], d)
	}
	b.waiting, err = l.Adjustments.Waiting(ctx, b.Op.ID)
	return err
}

// IssuersOf are all issuers of an operation, or that of a producer.
func (l Loader) IssuersOf(ctx context.Context, operationID id.ID, scope billing.Scope) ([]billing.BillingEntity, error) {
	list, err := l.BillingEntities.List(ctx, operationID)
	if !scope.ParticipantID.IsZero() {
		list = slices.DeleteFunc(list, func(e billing.BillingEntity) bool { return !slices.Contains(e.ProducerIDs, scope.ParticipantID) })
	}
	return list, err
}

// Seller is the seller of a family, nil for the family of an operation.
func (l Loader) Seller(ctx context.Context, operationID id.ID, scope billing.Scope) (*billing.Seller, error) {
	if scope.ParticipantID.IsZero() {
		return nil, nil
	}
	issuers, err := l.IssuersOf(ctx, operationID, scope)
	seller := &billing.Seller{Producers: []id.ID{scope.ParticipantID}}
	for _, e := range issuers {
		seller.Issuers = append(seller.Issuers, e.ID)
		seller.Producers = append(seller.Producers, e.ProducerIDs...)
	}
	return seller, err
}

func clientsOf(pairs []billing.PartyPair) []id.ID {
	ids := make([]id.ID, len(pairs))
	for i, p := range pairs {
		ids[i] = p.ClientID
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
