package billing

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// BillableEntityChange is a new client, or what changes of one; nil = unchanged.
type BillableEntityChange struct {
	IdentityChange
	ConsumerType *party.ConsumerType
	Language     *string
	ConsumerIDs  []id.ID // nil = unchanged
	IfVersion    int
}

func (c BillableEntityChange) apply(e BillableEntity, op operation.Operation) (BillableEntity, error) {
	var err error
	if e.Identity, err = c.IdentityChange.apply(e.Identity, op); err != nil {
		return e, err
	}
	if c.ConsumerType != nil {
		e.ConsumerType = *c.ConsumerType
	}
	if e.ConsumerType == "" {
		e.ConsumerType = party.ConsumerTypeOf("", e.LegalNumber)
	}
	if c.Language != nil {
		e.Language = *c.Language
	}
	if e.Language != "fr" && e.Language != "nl" {
		return e, errLanguage
	}
	if c.ConsumerIDs != nil {
		e.ConsumerIDs = unique(c.ConsumerIDs)
	}
	return e, nil
}

var errLanguage = fault.New(fault.Invalid, "language.unknown").At("language")

// ListBillableEntities lists clients, by name: all of an operation, or those of the family
// of a participant.
func (s *Service) ListBillableEntities(ctx context.Context, p policy.Principal, scope Scope) ([]BillableEntity, error) {
	op, err := s.enter(ctx, p, "client:read", scope)
	if err != nil {
		return nil, err
	}
	return s.clientsOf(ctx, op.ID, scope)
}

// BillableEntity reads one client of the family. Error: billableEntity.notFound.
func (s *Service) BillableEntity(ctx context.Context, p policy.Principal, scope Scope, entityID id.ID) (BillableEntity, error) {
	op, err := s.enter(ctx, p, "client:read", scope)
	if err != nil {
		return BillableEntity{}, err
	}
	return s.clientOf(ctx, op.ID, scope, entityID)
}

// clientsOf are all clients of an operation, or those of the family of a participant: whom
// it sells to, who is invoiced for it, and who has no subscription with anybody yet.
func (s *Service) clientsOf(ctx context.Context, operationID id.ID, scope Scope) ([]BillableEntity, error) {
	list, err := s.BillableEntities.List(ctx, operationID)
	if err != nil || scope.ParticipantID.IsZero() {
		return list, err
	}
	subscriptions, err := s.Subscriptions.List(ctx, operationID)
	if err != nil {
		return nil, err
	}
	served, taken := map[id.ID]bool{scope.ParticipantID: true}, map[id.ID]bool{}
	for _, sub := range subscriptions {
		taken[sub.ConsumerID] = true
		served[sub.ConsumerID] = served[sub.ConsumerID] || sub.ProducerID == scope.ParticipantID
	}
	return slices.DeleteFunc(list, func(e BillableEntity) bool {
		return !slices.ContainsFunc(e.ConsumerIDs, func(c id.ID) bool { return served[c] }) &&
			slices.ContainsFunc(e.ConsumerIDs, func(c id.ID) bool { return taken[c] })
	}), nil
}

func (s *Service) clientOf(ctx context.Context, operationID id.ID, scope Scope, entityID id.ID) (BillableEntity, error) {
	var list []BillableEntity
	var err error
	if scope.ParticipantID.IsZero() {
		list, err = s.BillableEntities.ByIDs(ctx, operationID, []id.ID{entityID})
	} else {
		list, err = s.clientsOf(ctx, operationID, scope)
	}
	if err != nil {
		return BillableEntity{}, err
	}
	return find(list, entityID, ErrClientNotFound)
}

// CreateBillableEntity adds a client. Errors: those of party values,
// billableEntity.consumerTaken, subscription.consumerNotInOperation.
func (s *Service) CreateBillableEntity(ctx context.Context, p policy.Principal, scope Scope, in BillableEntityChange) (BillableEntity, error) {
	op, err := s.enter(ctx, p, "client:create", scope)
	if err != nil {
		return BillableEntity{}, err
	}
	e := BillableEntity{ID: id.New(), OperationID: op.ID, Language: "fr", Version: 1, CreatedAt: s.Now()}
	e.VATRegime = party.VATNone
	if e, err = in.apply(e, op); err != nil {
		return BillableEntity{}, err
	}
	change := p.Change("client:create", op.ID, "billableEntity", e.ID)
	return e, s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.checkConsumers(ctx, e); err != nil {
			return err
		}
		return s.BillableEntities.Add(ctx, e)
	})
}

// CreateClientsOf makes a client of each site, of what is known of it, all at once; the
// results are those of the sites, in their order, each once. Refused one by one:
// subscription.consumerNotInOperation, billableEntity.consumerTaken, those of party values.
func (s *Service) CreateClientsOf(ctx context.Context, p policy.Principal, scope Scope, consumerIDs []id.ID) ([]Result, error) {
	op, err := s.enter(ctx, p, "client:create", scope)
	if err != nil {
		return nil, err
	}
	consumerIDs = firstOnly(consumerIDs)
	var results []Result
	change := p.Change("client:create", op.ID, "billableEntity", "")
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.Locks.Operation(ctx, op.ID, true); err != nil {
			return err
		}
		list, err := s.Sites.Places(ctx, op.ID, consumerIDs)
		if err != nil {
			return err
		}
		clients, err := s.BillableEntities.List(ctx, op.ID)
		if err != nil {
			return err
		}
		places, taken := map[id.ID]Place{}, map[id.ID]bool{}
		for _, one := range list {
			places[one.ID] = one
		}
		for _, e := range clients {
			for _, consumer := range e.ConsumerIDs {
				taken[consumer] = true
			}
		}
		results = make([]Result, len(consumerIDs))
		for i, consumer := range consumerIDs {
			results[i].ID = consumer
			e, err := s.clientAt(op, places[consumer], taken[consumer])
			if f := fault.From(err); f != nil {
				results[i].Refused = f
				continue
			}
			if err == nil {
				err = s.BillableEntities.Add(ctx, e)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	return results, err
}

// clientAt is the client that a site makes; the zero place is no site of the operation.
func (s *Service) clientAt(op operation.Operation, at Place, taken bool) (BillableEntity, error) {
	switch {
	case !at.Consumes:
		return BillableEntity{}, ErrConsumerNotInOperation.At("consumerIds")
	case taken:
		return BillableEntity{}, ErrConsumerTaken
	}
	kind := party.ConsumerTypeOf(at.EntityType, at.EstablishmentID)
	e := BillableEntity{ID: id.New(), OperationID: op.ID, Language: "fr", Version: 1, CreatedAt: s.Now()}
	e.VATRegime = party.VATNone
	return BillableEntityChange{ConsumerType: &kind, ConsumerIDs: []id.ID{at.ID}, IdentityChange: IdentityChange{Name: &at.Name, Street: &at.Street,
		PostCode: &at.PostCode, City: &at.City, Email: &at.Email, Phone: &at.Phone, LegalNumber: &at.EstablishmentID}}.apply(e, op)
}

// UpdateBillableEntity changes a client. A site that moves to another client or to none
// stops its subscriptions on the last invoiced day (specification section 4).
// Errors: billableEntity.notFound, object.changed and those of CreateBillableEntity.
func (s *Service) UpdateBillableEntity(ctx context.Context, p policy.Principal, scope Scope, entityID id.ID, in BillableEntityChange) (BillableEntity, error) {
	op, err := s.enter(ctx, p, "client:update", scope)
	if err != nil {
		return BillableEntity{}, err
	}
	var e BillableEntity
	change := p.Change("client:update", op.ID, "billableEntity", entityID)
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.Locks.Operation(ctx, op.ID, true); err != nil {
			return err
		}
		old, err := s.clientOf(ctx, op.ID, scope, entityID)
		if err != nil {
			return err
		}
		if in.IfVersion != 0 && in.IfVersion != old.Version {
			return errChanged
		}
		if e, err = in.apply(old, op); err != nil {
			return err
		}
		if err := s.checkConsumers(ctx, e); err != nil {
			return err
		}
		e.Version++
		if err := s.BillableEntities.Change(ctx, e); err != nil {
			return err
		}
		gone := removed(old.ConsumerIDs, e.ConsumerIDs)
		return s.stop(ctx, op, func(sub Subscription) bool { return slices.Contains(gone, sub.ConsumerID) })
	})
	return e, err
}

func (s *Service) checkConsumers(ctx context.Context, e BillableEntity) error {
	return s.checkSide(ctx, e.OperationID, e.ConsumerIDs, func(site Site) bool { return site.Consumes }, ErrConsumerNotInOperation.At("consumerIds"))
}

// stop ends subscriptions on their last invoiced day; those that were never invoiced
// are deleted.
func (s *Service) stop(ctx context.Context, op operation.Operation, which func(Subscription) bool) error {
	before, err := s.Subscriptions.List(ctx, op.ID)
	if err != nil {
		return err
	}
	var never []id.ID
	for _, sub := range before {
		if which(sub) && sub.InvoicedUntil == nil {
			never = append(never, sub.ID)
		}
	}
	if err := s.Subscriptions.Remove(ctx, op.ID, never); err != nil {
		return err
	}
	b, err := s.book(ctx, op) // what those had closed was open again
	if err != nil {
		return err
	}
	for _, sub := range b.subscriptions {
		end := b.endOfReopened(sub, before)
		if which(sub) {
			end = *sub.InvoicedUntil + 1
		}
		if sub.Days.To > end {
			if err := s.Subscriptions.End(ctx, op.ID, sub.ID, end); err != nil {
				return err
			}
		}
	}
	return nil
}
