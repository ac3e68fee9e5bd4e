package billing

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// IdentityChange is what changes of an issuer or client; nil = unchanged, an empty
// text clears.
type IdentityChange struct {
	Name, Street, PostCode, City, Country, Email, Phone, LegalNumber, TaxID, VATRegime *string
}

func (c IdentityChange) apply(i Identity, op operation.Operation) (Identity, error) {
	for _, f := range []struct{ to, from *string }{
		{&i.Name, c.Name}, {&i.Street, c.Street}, {&i.PostCode, c.PostCode}, {&i.City, c.City},
		{&i.Email, c.Email}, {&i.Phone, c.Phone}, {&i.LegalNumber, c.LegalNumber}, {&i.TaxID, c.TaxID},
	} {
		if f.from != nil {
			*f.to = strings.TrimSpace(*f.from)
		}
	}
	given := string(i.Country)
	if c.Country != nil {
		given = *c.Country
	}
	var err error
	if i.Country, err = country(given, op); err != nil {
		return i, err
	}
	if c.VATRegime != nil {
		if i.VATRegime, err = party.ParseVATRegime(*c.VATRegime); err != nil {
			return i, err
		}
	}
	return i.check()
}

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
	list, err = s.BillingEntities.List(ctx, op.ID)
	if !scope.ParticipantID.IsZero() {
		list = slices.DeleteFunc(list, func(e BillingEntity) bool { return !slices.Contains(e.ProducerIDs, scope.ParticipantID) })
	}
	return list, s.guard.Operation(ctx, p, "issuer:update", op.ID) == nil, err
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
	return e, s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.checkSide(ctx, op.ID, e.ProducerIDs, func(site Site) bool { return site.Produces }, ErrProducerNotInOperation.At("producerIds")); err != nil {
			return err
		}
		return s.BillingEntities.Add(ctx, e)
	})
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
		list, err := s.BillingEntities.List(ctx, op.ID)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(list, func(e BillingEntity) bool { return e.ID == entityID })
		if i < 0 || !scope.ParticipantID.IsZero() && !slices.Contains(list[i].ProducerIDs, scope.ParticipantID) {
			return ErrIssuerNotFound
		}
		old := list[i]
		if in.IfVersion != 0 && in.IfVersion != old.Version {
			return errChanged
		}
		if e, err = in.apply(old, op); err != nil {
			return err
		}
		if err := s.keepNumbering(ctx, old, e); err != nil {
			return err
		}
		if err := s.checkSide(ctx, op.ID, e.ProducerIDs, func(site Site) bool { return site.Produces }, ErrProducerNotInOperation.At("producerIds")); err != nil {
			return err
		}
		e.Version++
		if err := s.BillingEntities.Change(ctx, e); err != nil {
			return err
		}
		gone := removed(old.ProducerIDs, e.ProducerIDs)
		return s.stop(ctx, op.ID, func(sub Subscription) bool { return slices.Contains(gone, sub.ProducerID) })
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

// checkSide refuses sites that are not of the operation, or of the other side.
func (s *Service) checkSide(ctx context.Context, operationID id.ID, ids []id.ID, side func(Site) bool, refusal *fault.Error) error {
	if len(ids) == 0 {
		return nil
	}
	sites, err := s.Sites.OfOperation(ctx, operationID)
	if err != nil {
		return err
	}
	known := map[id.ID]bool{}
	for _, site := range sites {
		known[site.ID] = side(site)
	}
	for _, i := range ids {
		if !known[i] {
			return refusal.With("id", i.String())
		}
	}
	return nil
}

func unique(ids []id.ID) []id.ID {
	out := slices.Clone(ids)
	slices.Sort(out)
	return slices.Compact(out)
}

// removed are the ids of a that b has not.
func removed(a, b []id.ID) []id.ID {
	return slices.DeleteFunc(slices.Clone(a), func(i id.ID) bool { return slices.Contains(b, i) })
}
