package invoicing

import (
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
