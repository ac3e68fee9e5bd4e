package entity

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/logo"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps is what the use cases need.
type Deps struct {
	billing.Access
	Agreements       agreement.Loader
	BillingEntities  billing.BillingEntities
	Claims           billing.SellerClaims
	Numbers          Numbers
	BillableEntities billing.BillableEntities
	Subscriptions    billing.Subscriptions
	Sites            billing.Sites
	Logos            *logo.Service
}

// Service holds the use cases of issuers, clients and the right to issue.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// ListBillingEntities lists issuers, by name: all of an operation, or that of a
// producer. Full reports whether IBANs may be shown whole.
func (s *Service) ListBillingEntities(ctx context.Context, p policy.Principal, scope billing.Scope) (list []billing.BillingEntity, full bool, err error) {
	op, err := s.EnterParties(ctx, p, "issuer:read", scope)
	if err != nil {
		return nil, false, err
	}
	list, err = s.Agreements.IssuersOf(ctx, op.ID, scope)
	return list, s.Guard.Operation(ctx, p, "issuer:update", op.ID) == nil, err
}

// BillingEntity reads one issuer of the family; full as in ListBillingEntities.
// Error: billingEntity.notFound.
func (s *Service) BillingEntity(ctx context.Context, p policy.Principal, scope billing.Scope, entityID id.ID) (e billing.BillingEntity, full bool, err error) {
	list, full, err := s.ListBillingEntities(ctx, p, scope)
	if err == nil {
		e, err = issuerIn(list, entityID)
	}
	return e, full, err
}

// CreateBillingEntity adds an issuer. In the family of a producer it is that
// producer's. Errors: those of party values, billingEntity.nameRequired,
// billingEntity.seriesCodeInvalid, billingEntity.producerTaken,
// subscription.producerNotInOperation.
func (s *Service) CreateBillingEntity(ctx context.Context, p policy.Principal, scope billing.Scope, in BillingEntityChange) (billing.BillingEntity, error) {
	op, err := s.EnterParties(ctx, p, "issuer:create", scope)
	if err != nil {
		return billing.BillingEntity{}, err
	}
	if !scope.ParticipantID.IsZero() {
		in.ProducerIDs = append(in.ProducerIDs, scope.ParticipantID)
	}
	e := billing.BillingEntity{ID: id.New(), OperationID: op.ID, SeriesCode: "F", Version: 1, CreatedAt: s.Now()}
	e.VATRegime = party.VATNormal
	if e, err = in.apply(e, op, s.Today(op)); err != nil {
		return billing.BillingEntity{}, err
	}
	change := p.Change("issuer:create", op.ID, "billingEntity", e.ID)
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		tx.Concern(ctx, "participant", e.ProducerIDs...)
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
// A first number is set once, before any of the series is taken.
// Errors: billingEntity.notFound, billingEntity.alreadyInvoiced, billingEntity.firstNumberInvalid,
// billingEntity.firstNumberFixed, those of MayIssue for a first number, object.changed and those of
// CreateBillingEntity.
func (s *Service) UpdateBillingEntity(ctx context.Context, p policy.Principal, scope billing.Scope, entityID id.ID, in BillingEntityChange) (billing.BillingEntity, error) {
	op, err := s.EnterParties(ctx, p, "issuer:update", scope)
	if err != nil {
		return billing.BillingEntity{}, err
	}
	var e billing.BillingEntity
	change := p.Change("issuer:update", op.ID, "billingEntity", entityID)
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.Locks.Operation(ctx, op.ID, true); err != nil {
			return err
		}
		list, err := s.Agreements.IssuersOf(ctx, op.ID, scope)
		if err != nil {
			return err
		}
		old, err := issuerIn(list, entityID)
		if err != nil {
			return err
		}
		if in.IfVersion != 0 && in.IfVersion != old.Version {
			return billing.ErrChanged
		}
		if e, err = in.apply(old, op, s.Today(op)); err != nil {
			return err
		}
		if err := s.keepNumbering(ctx, old, e); err != nil {
			return err
		}
		if err := s.checkProducers(ctx, e); err != nil {
			return err
		}
		e.Version++
		tx.NoteFields(ctx, old, e)
		tx.Concern(ctx, "participant", slices.Concat(removed(old.ProducerIDs, e.ProducerIDs), removed(e.ProducerIDs, old.ProducerIDs))...)
		if err := s.BillingEntities.Change(ctx, e); err != nil {
			return err
		}
		if e, err = s.claim(ctx, p, e); err != nil {
			return err
		}
		if in.FirstNumber != nil {
			if e, err = s.begin(ctx, op, e, *in.FirstNumber); err != nil {
				return err
			}
		}
		gone := removed(old.ProducerIDs, e.ProducerIDs)
		return s.endSubscriptions(ctx, op, func(sub billing.Subscription) bool { return slices.Contains(gone, sub.ProducerID) })
	})
	return e, err
}

// EnsureOwnIssuer makes the operation's own issuer from its interlocutor, or returns
// the one that is there. Consumers who subscribe alone are invoiced by it.
// Errors: interlocutor.incomplete with the empty fields.
func (s *Service) EnsureOwnIssuer(ctx context.Context, p policy.Principal, operationID id.ID) (billing.BillingEntity, error) {
	op, err := s.EnterParties(ctx, p, "issuer:create", billing.Scope{OperationID: operationID})
	if err != nil {
		return billing.BillingEntity{}, err
	}
	var own billing.BillingEntity
	change := p.Change("issuer:create", op.ID, "billingEntity", "")
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.Locks.Operation(ctx, op.ID, true); err != nil {
			return err
		}
		list, err := s.BillingEntities.List(ctx, op.ID)
		if err != nil {
			return err
		}
		if i := slices.IndexFunc(list, func(e billing.BillingEntity) bool { return e.OwnedByOperation }); i >= 0 {
			own = list[i]
			return nil
		}
		own, err = s.AddOwnIssuer(ctx, p, op)
		return err
	})
	return own, err
}

// AddOwnIssuer stores the issuer that the interlocutor is.
func (s *Service) AddOwnIssuer(ctx context.Context, p policy.Principal, op operation.Operation) (billing.BillingEntity, error) {
	pmo := op.Interlocutor
	if !pmo.Complete() {
		return billing.BillingEntity{}, billing.ErrPmoIncomplete.With("fields", pmoMissing(pmo))
	}
	regime, series, where := string(party.VATNormal), "PMO", string(pmo.Country)
	if pmo.VATFranchise {
		regime = string(party.VATFranchise)
	}
	e := billing.BillingEntity{ID: id.New(), OperationID: op.ID, OwnedByOperation: true, Version: 1, CreatedAt: s.Now()}
	e, err := BillingEntityChange{
		IdentityChange: IdentityChange{Name: &pmo.LegalName, Street: &pmo.Address, PostCode: &pmo.PostCode, City: &pmo.City, Country: &where,
			Email: &pmo.Email, Phone: &pmo.PhoneNumber, LegalNumber: &pmo.LegalNumber, TaxID: &pmo.TaxID, VATRegime: &regime},
		SeriesCode: &series,
	}.apply(e, op, s.Today(op))
	if err != nil {
		return billing.BillingEntity{}, err
	}
	tx.Concern(ctx, "billingEntity", e.ID)
	if err := s.BillingEntities.Add(ctx, e); err != nil {
		return billing.BillingEntity{}, err
	}
	return s.claim(ctx, p, e)
}

// keepNumbering refuses to move an issuer that has numbers to another series.
func (s *Service) keepNumbering(ctx context.Context, old, e billing.BillingEntity) error {
	if old.NumberingOwner() == e.NumberingOwner() && old.SeriesCode == e.SeriesCode {
		return nil
	}
	numbered, err := s.BillingEntities.Numbered(ctx, old.OperationID, old.ID)
	if err == nil && numbered {
		return billing.ErrSeriesFixed.With("fields", []string{"legalNumber", "seriesCode"})
	}
	return err
}

// begin goes on with the numbers of another tool: the first one of ours, in this year. Who may not
// issue sets none, for a series is one legal person's in all operations.
func (s *Service) begin(ctx context.Context, op operation.Operation, e billing.BillingEntity, first int) (billing.BillingEntity, error) {
	if first < MinFirstNumber || first > MaxFirstNumber {
		return e, ErrFirstNumber.With("min", MinFirstNumber).With("max", MaxFirstNumber)
	}
	if f := e.MayIssue(); f != nil {
		return e, f
	}
	year := s.Today(op).Year()
	begun, err := s.Numbers.Begin(ctx, e.NumberingOwner(), e.SeriesCode, year, first)
	if err == nil && !begun {
		err = ErrFirstNumberFixed.With("series", e.SeriesCode)
	}
	e.NumberYear, e.NextNumber = year, first
	return e, err
}

func (s *Service) checkProducers(ctx context.Context, e billing.BillingEntity) error {
	return s.checkSide(ctx, e.OperationID, e.ProducerIDs, func(site billing.Site) bool { return site.Produces }, billing.ErrProducerNotInOperation.At("producerIds"))
}

// claim asks for the right to issue in the name of e, within the transaction that stores
// it, and gives e with where that stands. What it no longer claims is dropped.
func (s *Service) claim(ctx context.Context, p policy.Principal, e billing.BillingEntity) (billing.BillingEntity, error) {
	if err := s.Claims.DropIdle(ctx, e.OperationID); err != nil || e.LegalNumber == "" {
		e.Claim = ""
		return e, err
	}
	c := billing.SellerClaim{ID: id.New(), Owner: e.NumberingOwner(), Series: e.SeriesCode, OperationID: e.OperationID, Status: billing.ClaimRequested,
		RequestedBy: p.UserID, RequestedAt: s.Now()}
	known, err := s.Claims.Of(ctx, c.Owner)
	if err != nil {
		return e, err
	}
	e.HeldElsewhere = slices.ContainsFunc(known, func(k billing.SellerClaim) bool {
		return k.OperationID != c.OperationID && k.Status == billing.ClaimConfirmed
	})
	if i := slices.IndexFunc(known, func(k billing.SellerClaim) bool { return k.OperationID == c.OperationID && k.Series == c.Series }); i >= 0 {
		e.Claim = known[i].Status
		return e, nil
	}
	if admitted(c, known, p) {
		c.Status, c.DecidedAt, c.DecidedBy, c.Remark = billing.ClaimConfirmed, &c.RequestedAt, p.UserID, "the organizer holds the number already"
	}
	e.Claim = c.Status
	return e, s.Claims.Add(ctx, c)
}

// DecideClaim answers a claim; an answer may be changed, and invoices that were issued stay.
// Errors: forbidden, claim.notFound, claim.statusInvalid, object.changed.
func (s *Service) DecideClaim(ctx context.Context, p policy.Principal, claimID id.ID, in ClaimDecision) error {
	if err := s.Guard.Global(ctx, p, "admin:update"); err != nil {
		return err
	}
	if in.Status != billing.ClaimConfirmed && in.Status != billing.ClaimRefused {
		return billing.ErrClaimStatus
	}
	change := p.Change("claim:update", "", "sellerClaim", claimID)
	change.Details = map[string]any{"status": string(in.Status), "remark": in.Remark}
	return s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		c, err := s.Claims.Get(ctx, claimID)
		if err != nil {
			return err
		}
		if in.IfVersion != 0 && in.IfVersion != c.Version {
			return billing.ErrChanged
		}
		now := s.Now()
		c.Status, c.Remark, c.DecidedBy, c.DecidedAt = in.Status, in.Remark, p.UserID, &now
		return s.Claims.Decide(ctx, c)
	})
}

// ListBillableEntities lists clients, by name: all of an operation, or those of the family
// of a participant.
func (s *Service) ListBillableEntities(ctx context.Context, p policy.Principal, scope billing.Scope) ([]billing.BillableEntity, error) {
	op, err := s.EnterParties(ctx, p, "client:read", scope)
	if err != nil {
		return nil, err
	}
	list, err := s.clientsOf(ctx, op.ID, scope)
	if err == nil && s.Guard.Operation(ctx, p, "client:update", op.ID) != nil {
		for i := range list {
			list[i] = withoutNotes(list[i])
		}
	}
	return list, err
}

// withoutNotes is a client as those read it who may not change it: of the account number the
// end, and nothing of what the organizer notes for itself.
func withoutNotes(e billing.BillableEntity) billing.BillableEntity {
	e.Masked, e.Reference, e.Tags = true, "", nil
	return e
}

// BillableEntity reads one client of the family. Error: billableEntity.notFound.
func (s *Service) BillableEntity(ctx context.Context, p policy.Principal, scope billing.Scope, entityID id.ID) (billing.BillableEntity, error) {
	op, err := s.EnterParties(ctx, p, "client:read", scope)
	if err != nil {
		return billing.BillableEntity{}, err
	}
	e, err := s.clientOf(ctx, op.ID, scope, entityID)
	if err == nil && s.Guard.Operation(ctx, p, "client:update", op.ID) != nil {
		e = withoutNotes(e)
	}
	return e, err
}

// clientsOf are all clients of an operation, or those of the family of a participant: whom
// it sells to, who is invoiced for it, and who has no subscription with anybody yet.
func (s *Service) clientsOf(ctx context.Context, operationID id.ID, scope billing.Scope) ([]billing.BillableEntity, error) {
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
	return slices.DeleteFunc(list, func(e billing.BillableEntity) bool {
		return !slices.ContainsFunc(e.ConsumerIDs, func(c id.ID) bool { return served[c] }) &&
			slices.ContainsFunc(e.ConsumerIDs, func(c id.ID) bool { return taken[c] })
	}), nil
}

func (s *Service) clientOf(ctx context.Context, operationID id.ID, scope billing.Scope, entityID id.ID) (billing.BillableEntity, error) {
	var list []billing.BillableEntity
	var err error
	if scope.ParticipantID.IsZero() {
		list, err = s.BillableEntities.ByIDs(ctx, operationID, []id.ID{entityID})
	} else {
		list, err = s.clientsOf(ctx, operationID, scope)
	}
	if err != nil {
		return billing.BillableEntity{}, err
	}
	return clientIn(list, entityID)
}

// CreateBillableEntity adds a client. Errors: those of party values,
// billableEntity.consumerTaken, subscription.consumerNotInOperation.
func (s *Service) CreateBillableEntity(ctx context.Context, p policy.Principal, scope billing.Scope, in BillableEntityChange) (billing.BillableEntity, error) {
	op, err := s.EnterParties(ctx, p, "client:create", scope)
	if err != nil {
		return billing.BillableEntity{}, err
	}
	e := s.newClient(op)
	if e, err = in.apply(e, op); err != nil {
		return billing.BillableEntity{}, err
	}
	change := p.Change("client:create", op.ID, "billableEntity", e.ID)
	return e, s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		tx.Concern(ctx, "participant", e.ConsumerIDs...)
		if err := s.checkConsumers(ctx, e); err != nil {
			return err
		}
		return s.BillableEntities.Add(ctx, e)
	})
}

// newClient is a client of which nothing is said yet: an individual's or a body's that
// charges no VAT, written to in the language of the operation.
func (s *Service) newClient(op operation.Operation) billing.BillableEntity {
	e := billing.BillableEntity{ID: id.New(), OperationID: op.ID, Language: op.Language(), Version: 1, CreatedAt: s.Now()}
	e.VATRegime = party.VATNone
	return e
}

// CreateClientsOf makes a client of each site, of what is known of it, all at once; the
// results are those of the sites, in their order, each once. Refused one by one:
// subscription.consumerNotInOperation, billableEntity.consumerTaken, those of party values.
func (s *Service) CreateClientsOf(ctx context.Context, p policy.Principal, scope billing.Scope, consumerIDs []id.ID) ([]billing.Result, error) {
	op, err := s.EnterParties(ctx, p, "client:create", scope)
	if err != nil {
		return nil, err
	}
	consumerIDs = billing.Distinct(consumerIDs)
	var results []billing.Result
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
		places, taken := map[id.ID]billing.Place{}, map[id.ID]bool{}
		for _, one := range list {
			places[one.ID] = one
		}
		for _, e := range clients {
			for _, consumer := range e.ConsumerIDs {
				taken[consumer] = true
			}
		}
		results = make([]billing.Result, len(consumerIDs))
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
			tx.Concern(ctx, "billableEntity", e.ID)
			tx.Concern(ctx, "participant", consumer)
		}
		return nil
	})
	return results, err
}

// clientAt is the client that a site makes; the zero place is no site of the operation.
func (s *Service) clientAt(op operation.Operation, at billing.Place, taken bool) (billing.BillableEntity, error) {
	switch {
	case !at.Consumes:
		return billing.BillableEntity{}, billing.ErrConsumerNotInOperation.At("consumerIds")
	case taken:
		return billing.BillableEntity{}, billing.ErrConsumerTaken
	}
	kind := party.ConsumerTypeOf(at.EntityType, at.EstablishmentID)
	e := s.newClient(op)
	return BillableEntityChange{ConsumerType: &kind, ConsumerIDs: []id.ID{at.ID}, IdentityChange: IdentityChange{Name: &at.Name, Street: &at.Street,
		PostCode: &at.PostCode, City: &at.City, Email: &at.Email, Phone: &at.Phone, LegalNumber: &at.EstablishmentID}}.apply(e, op)
}

// UpdateBillableEntity changes a client. A site that moves to another client or to none
// stops its subscriptions on the last invoiced day (specification section 4).
// Errors: billableEntity.notFound, object.changed and those of CreateBillableEntity.
func (s *Service) UpdateBillableEntity(ctx context.Context, p policy.Principal, scope billing.Scope, entityID id.ID, in BillableEntityChange) (billing.BillableEntity, error) {
	op, err := s.EnterParties(ctx, p, "client:update", scope)
	if err != nil {
		return billing.BillableEntity{}, err
	}
	var e billing.BillableEntity
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
			return billing.ErrChanged
		}
		if e, err = in.apply(old, op); err != nil {
			return err
		}
		if err := s.checkConsumers(ctx, e); err != nil {
			return err
		}
		e.Version++
		tx.NoteFields(ctx, old, e)
		tx.Concern(ctx, "participant", slices.Concat(removed(old.ConsumerIDs, e.ConsumerIDs), removed(e.ConsumerIDs, old.ConsumerIDs))...)
		if err := s.BillableEntities.Change(ctx, e); err != nil {
			return err
		}
		gone := removed(old.ConsumerIDs, e.ConsumerIDs)
		return s.endSubscriptions(ctx, op, func(sub billing.Subscription) bool { return slices.Contains(gone, sub.ConsumerID) })
	})
	return e, err
}

func (s *Service) checkConsumers(ctx context.Context, e billing.BillableEntity) error {
	return s.checkSide(ctx, e.OperationID, e.ConsumerIDs, func(site billing.Site) bool { return site.Consumes }, billing.ErrConsumerNotInOperation.At("consumerIds"))
}

// checkSide refuses sites that are not of the operation, or of the other side.
func (s *Service) checkSide(ctx context.Context, operationID id.ID, ids []id.ID, side func(billing.Site) bool, refusal *fault.Error) error {
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

// endSubscriptions ends subscriptions on their last invoiced day; those that were never invoiced
// are deleted. It stands in the histories of their plans and sites, and of what goes on instead.
func (s *Service) endSubscriptions(ctx context.Context, op operation.Operation, which func(billing.Subscription) bool) error {
	before, err := s.Subscriptions.List(ctx, op.ID)
	if err != nil {
		return err
	}
	var never []id.ID
	was := make(map[id.ID]civil.Range, len(before))
	for _, sub := range before {
		was[sub.ID] = sub.Days
		if which(sub) && sub.InvoicedUntil == nil {
			never = append(never, sub.ID)
			sub.Concern(ctx)
		}
	}
	if err := s.Subscriptions.Remove(ctx, op.ID, never); err != nil {
		return err
	}
	b, err := s.Agreements.Load(ctx, op, agreement.Extent{Printed: true}) // what those had closed was open again
	if err != nil {
		return err
	}
	for _, sub := range b.Subscriptions {
		end := b.EndOfReopened(sub, before)
		if which(sub) {
			end = *sub.InvoicedUntil + 1
		}
		if sub.Days.To > end {
			if err := s.Subscriptions.End(ctx, op.ID, sub.ID, end); err != nil {
				return err
			}
			sub.Days.To = end
		}
		if sub.Days != was[sub.ID] {
			sub.Concern(ctx)
		}
	}
	return nil
}

// Logo is the picture on the invoices of an issuer, as PNG. Errors: billingEntity.notFound,
// logo.notFound.
func (s *Service) Logo(ctx context.Context, p policy.Principal, scope billing.Scope, entityID id.ID) ([]byte, error) {
	e, _, err := s.BillingEntity(ctx, p, scope, entityID)
	if err != nil {
		return nil, err
	}
	return s.Logos.Read(ctx, e.OperationID, e.LogoID)
}

// SetLogo makes a picture the logo of an issuer. Invoices that are published keep theirs.
// Errors: billingEntity.notFound, those of logo.Keep.
func (s *Service) SetLogo(ctx context.Context, p policy.Principal, scope billing.Scope, entityID id.ID, file []byte) (billing.BillingEntity, error) {
	op, err := s.EnterParties(ctx, p, "issuer:update", scope)
	if err != nil {
		return billing.BillingEntity{}, err
	}
	kept, err := s.Logos.Keep(ctx, op.ID, file)
	if err != nil {
		return billing.BillingEntity{}, err
	}
	var e billing.BillingEntity
	err = s.Tx.InTx(ctx, p.Change("issuer:update", op.ID, "billingEntity", entityID), func(ctx context.Context) error {
		return s.Logos.Name(ctx, kept, func(ctx context.Context) (before id.ID, err error) {
			e, before, err = s.putLogo(ctx, op.ID, scope, entityID, kept.ID)
			return before, err
		})
	})
	return e, err
}

// RemoveLogo takes the logo of an issuer away; none is no error. Error: billingEntity.notFound.
func (s *Service) RemoveLogo(ctx context.Context, p policy.Principal, scope billing.Scope, entityID id.ID) error {
	op, err := s.EnterParties(ctx, p, "issuer:update", scope)
	if err != nil {
		return err
	}
	return s.Tx.InTx(ctx, p.Change("issuer:update", op.ID, "billingEntity", entityID), func(ctx context.Context) error {
		_, before, err := s.putLogo(ctx, op.ID, scope, entityID, "")
		if err != nil {
			return err
		}
		return s.Logos.Release(ctx, before)
	})
}

// putLogo stores which logo an issuer has, and answers the one before.
func (s *Service) putLogo(ctx context.Context, operationID id.ID, scope billing.Scope, entityID, logoID id.ID) (e billing.BillingEntity, before id.ID, err error) {
	if err := s.Locks.Operation(ctx, operationID, true); err != nil {
		return e, "", err
	}
	list, err := s.Agreements.IssuersOf(ctx, operationID, scope)
	if err != nil {
		return e, "", err
	}
	old, err := issuerIn(list, entityID)
	if err != nil || old.LogoID == logoID {
		return old, "", err
	}
	e = old
	e.LogoID = logoID
	e.Version++
	tx.NoteFields(ctx, old, e)
	return e, old.LogoID, s.BillingEntities.Change(ctx, e)
}
