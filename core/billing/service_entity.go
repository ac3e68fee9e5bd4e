package billing

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// BillingEntityChange is a new issuer, or what changes of one; nil = unchanged.
type BillingEntityChange struct {
	IdentityChange
	ExemptionText, IBAN, BIC, SeriesCode *string
	ProducerIDs                          []id.ID // nil = unchanged
	IfVersion                            int
}

var seriesPattern = regexp.MustCompile(`^[A-Z0-9]{1,10}$`)

func (c BillingEntityChange) apply(e BillingEntity, op operation.Operation) (BillingEntity, error) {
	var err error
	if e.Identity, err = c.IdentityChange.apply(e.Identity, op); err != nil {
		return e, err
	}
	if c.ExemptionText != nil {
		e.ExemptionText = strings.TrimSpace(*c.ExemptionText)
	}
	if c.IBAN != nil {
		if e.IBAN = ""; *c.IBAN != "" {
			if e.IBAN, err = party.ParseIBAN(*c.IBAN); err != nil {
				return e, err
			}
		}
	}
	if c.BIC != nil {
		if e.BIC = ""; *c.BIC != "" {
			if e.BIC, err = party.ParseBIC(*c.BIC); err != nil {
				return e, err
			}
		}
	}
	if c.SeriesCode != nil {
		e.SeriesCode = *c.SeriesCode
	}
	if !seriesPattern.MatchString(e.SeriesCode) {
		return e, ErrSeriesCode
	}
	if c.ProducerIDs != nil {
		e.ProducerIDs = unique(c.ProducerIDs)
	}
	return e, nil
}

// ListBillingEntities lists issuers, by name: all of an operation, or that of a
// producer. Full tells whether IBANs may be shown whole.
func (s *Service) ListBillingEntities(ctx context.Context, p policy.Principal, scope Scope) (list []BillingEntity, full bool, err error) {
	op, err := s.enter(ctx, p, "issuer:read", scope)
	if err != nil {
		return nil, false, err
	}
	list, err = s.issuersOf(ctx, op.ID, scope)
	return list, s.guard.Operation(ctx, p, "issuer:update", op.ID) == nil, err
}

// BillingEntity reads one issuer of the family; full as in ListBillingEntities.
// Error: billingEntity.notFound.
func (s *Service) BillingEntity(ctx context.Context, p policy.Principal, scope Scope, entityID id.ID) (e BillingEntity, full bool, err error) {
	list, full, err := s.ListBillingEntities(ctx, p, scope)
	if err == nil {
		e, err = find(list, entityID, ErrIssuerNotFound)
	}
	return e, full, err
}

// issuersOf are all issuers of an operation, or that of a producer.
func (s *Service) issuersOf(ctx context.Context, operationID id.ID, scope Scope) ([]BillingEntity, error) {
	list, err := s.BillingEntities.List(ctx, operationID)
	if !scope.ParticipantID.IsZero() {
		list = slices.DeleteFunc(list, func(e BillingEntity) bool { return !slices.Contains(e.ProducerIDs, scope.ParticipantID) })
	}
	return list, err
}

// CreateBillingEntity adds an issuer. In the family of a producer it is that
// producer's. Errors: those of party values, billingEntity.nameRequired,
// billingEntity.seriesCodeInvalid, billingEntity.producerTaken,
// subscription.producerNotInOperation.
func (s *Service) CreateBillingEntity(ctx context.Context, p policy.Principal, scope Scope, in BillingEntityChange) (BillingEntity, error) {
	op, err := s.enter(ctx, p, "issuer:create", scope)
	if err != nil {
		return BillingEntity{}, err
	}
	if !scope.ParticipantID.IsZero() {
		in.ProducerIDs = append(in.ProducerIDs, scope.ParticipantID)
	}
	e := BillingEntity{ID: id.New(), OperationID: op.ID, SeriesCode: "F", Version: 1, CreatedAt: s.Now()}
	e.VATRegime = party.VATNormal
	if e, err = in.apply(e, op); err != nil {
		return BillingEntity{}, err
	}
	change := p.Change("issuer:create", op.ID, "billingEntity", e.ID)
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.checkProducers(ctx, e); err != nil {
			return err
		}
		if err := s.BillingEntities.Add(ctx, e); err != nil {
			return err
		}
		e, err = s.claim(ctx, p, e)
		return err
	})
	return e, err
}

// UpdateBillingEntity changes an issuer. Once numbers were given in its name, the
// legal number and the series are fixed. A producer that moves to another issuer or
// to none stops its subscriptions on the last invoiced day.
// Errors: billingEntity.notFound, billingEntity.alreadyInvoiced, object.changed and
// those of CreateBillingEntity.
func (s *Service) UpdateBillingEntity(ctx context.Context, p policy.Principal, scope Scope, entityID id.ID, in BillingEntityChange) (BillingEntity, error) {
	op, err := s.enter(ctx, p, "issuer:update", scope)
	if err != nil {
		return BillingEntity{}, err
	}
	var e BillingEntity
	change := p.Change("issuer:update", op.ID, "billingEntity", entityID)
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.Locks.Operation(ctx, op.ID, true); err != nil {
			return err
		}
		list, err := s.issuersOf(ctx, op.ID, scope)
		if err != nil {
			return err
		}
		old, err := find(list, entityID, ErrIssuerNotFound)
		if err != nil {
			return err
		}
		if in.IfVersion != 0 && in.IfVersion != old.Version {
			return errChanged
		}
		if e, err = in.apply(old, op); err != nil {
			return err
		}
		if err := s.keepNumbering(ctx, old, e); err != nil {
			return err
		}
		if err := s.checkProducers(ctx, e); err != nil {
			return err
		}
		e.Version++
		if err := s.BillingEntities.Change(ctx, e); err != nil {
			return err
		}
		if e, err = s.claim(ctx, p, e); err != nil {
			return err
		}
		gone := removed(old.ProducerIDs, e.ProducerIDs)
		return s.stop(ctx, op, func(sub Subscription) bool { return slices.Contains(gone, sub.ProducerID) })
	})
	return e, err
}

// keepNumbering refuses to move an issuer that has numbers to another series.
func (s *Service) keepNumbering(ctx context.Context, old, e BillingEntity) error {
	if old.NumberingOwner() == e.NumberingOwner() && old.SeriesCode == e.SeriesCode {
		return nil
	}
	numbered, err := s.BillingEntities.Numbered(ctx, old.OperationID, old.ID)
	if err == nil && numbered {
		return ErrSeriesFixed.With("fields", []string{"legalNumber", "seriesCode"})
	}
	return err
}

func (s *Service) checkProducers(ctx context.Context, e BillingEntity) error {
	return s.checkSide(ctx, e.OperationID, e.ProducerIDs, func(site Site) bool { return site.Produces }, ErrProducerNotInOperation.At("producerIds"))
}
