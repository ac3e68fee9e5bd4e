package invoicing

import (
	"context"
	"errors"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// BillingRole is what an account is on the invoices of an operation.
type BillingRole string

// The roles.
const (
	AsPMO    BillingRole = "PMO"    // has them made
	AsIssuer BillingRole = "ISSUER" // sells
	AsClient BillingRole = "CLIENT" // pays
)

// BilledParty is an address of an account in an operation, with the sites that it stands for. An
// issuer or a client without an id is still to be set up, by the organizer.
type BilledParty struct {
	Role BillingRole
	billing.Addressee
	Sites []string
}

// AccountBilling is how an account is billed in an operation. Who only looks is no party.
type AccountBilling struct {
	Operation operation.Operation
	Parties   []BilledParty // PMO, issuers, clients; by the first of their sites
	Last      *billing.Invoice
	LastSite  id.ID  // in whose family Last is read; none = in the operation's
	Path      string // of the invoices, or of the operation where there are none, in the application
}

// OperationBillings tells how an account is billed in each of its operations: its roles and
// addresses, the last invoice as far as the caller may read it, and where the others are.
// Operations come by name. Errors: forbidden, notFound, user.notFound.
func (s *Service) OperationBillings(ctx context.Context, p policy.Principal, userID id.ID) ([]AccountBilling, error) {
	if err := s.Guard.Require(ctx, p, "account:read", policy.Resource{UserID: userID}); err != nil {
		return nil, err
	}
	held, err := s.Accounts.OfAccount(ctx, userID)
	if err != nil {
		return nil, err
	}
	operations := slices.Clone(held.Operations)
	for _, site := range held.Sites {
		if !slices.Contains(operations, site.OperationID) {
			operations = append(operations, site.OperationID)
		}
	}
	issued, err := s.Invoices.LastIssued(ctx, held.Operations)
	if err != nil {
		return nil, err
	}
	out := make([]AccountBilling, 0, len(operations))
	for _, operationID := range operations {
		op, err := s.Operations.ByID(ctx, operationID)
		if err != nil {
			return nil, err
		}
		b := AccountBilling{Operation: op, Parties: partiesOf(op, held), Path: pathOf(op, held.Role)}
		if held.Role == policy.RoleParticipant {
			err = s.lastOfSites(ctx, p, &b, held.Sites)
		} else if last, ok := issued[operationID]; ok {
			var may bool
			if may, err = s.allows(ctx, p, "invoice:read", policy.Resource{OperationID: operationID}); may {
				b.Last = &last
			}
		}
		if err != nil {
			return nil, err
		}
		out = append(out, b)
	}
	return out, nil
}

// partiesOf are the parties of an account in an operation.
func partiesOf(op operation.Operation, held billing.AccountHoldings) (parties []BilledParty) {
	if pmo := op.Interlocutor; held.Role == policy.RoleOrganizer {
		parties = append(parties, BilledParty{Role: AsPMO, Addressee: billing.Addressee{Name: pmo.LegalName, Street: pmo.Address, PostCode: pmo.PostCode, City: pmo.City}})
	}
	add := func(role BillingRole, site string, party *billing.Addressee) {
		one := BilledParty{Role: role}
		if party != nil {
			one.Addressee = *party
		}
		i := slices.IndexFunc(parties, func(o BilledParty) bool { return o.Role == role && o.ID == one.ID })
		if i < 0 {
			parties, i = append(parties, one), len(parties)
		}
		parties[i].Sites = append(parties[i].Sites, site)
	}
	for _, role := range []BillingRole{AsIssuer, AsClient} {
		for _, site := range held.Sites {
			switch {
			case site.OperationID != op.ID:
			case role == AsIssuer && site.Produces:
				add(role, site.Name, site.Issuer)
			case role == AsClient && site.Consumes:
				add(role, site.Name, site.Client)
			}
		}
	}
	return parties
}

// lastOfSites finds the newest invoice of the sites of an account, those of which the caller may
// read.
func (s *Service) lastOfSites(ctx context.Context, p policy.Principal, b *AccountBilling, sites []billing.HeldSite) error {
	if !b.Operation.Offers(operation.FeatureBilling) {
		return nil
	}
	for _, site := range sites {
		if site.OperationID != b.Operation.ID {
			continue
		}
		if may, err := s.allows(ctx, p, "invoice:readOwn", policy.Resource{OperationID: site.OperationID, ParticipantID: site.ID}); err != nil || !may {
			if err != nil {
				return err
			}
			continue
		}
		side := billing.Side{Published: true}
		if site.Produces {
			side.IssuedBy = site.ID
		}
		if site.Consumes {
			side.ReceivedBy = site.ID
		}
		list, _, err := s.Invoices.List(ctx, site.OperationID, billing.InvoiceFilter{Side: side, Types: []billing.InvoiceType{billing.TypeInvoice}, Limit: 1})
		if err != nil {
			return err
		}
		if len(list) > 0 && (b.Last == nil || list[0].Days.From > b.Last.Days.From) {
			b.Last, b.LastSite = &list[0], site.ID
		}
	}
	return nil
}

// pathOf is where the invoices of an operation are for a role, or the operation itself.
func pathOf(op operation.Operation, role policy.Role) string {
	base := "/pmo/operations/" + string(op.ID)
	switch {
	case !op.Offers(operation.FeatureBilling) || role == policy.RoleObserver:
		return base
	case role == policy.RoleParticipant:
		return base + "/my-invoices"
	}
	return base + "/billing/invoices"
}

func (s *Service) allows(ctx context.Context, p policy.Principal, perm policy.Permission, about policy.Resource) (bool, error) {
	err := s.Guard.Require(ctx, p, perm, about)
	if errors.Is(err, policy.ErrForbidden) || errors.Is(err, policy.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}
