package billing

import (
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// AccountHoldings is what an account has to do with billing: the operations that it runs or
// watches, and the sites that it sees.
type AccountHoldings struct {
	Role       policy.Role
	Operations []id.ID
	Sites      []HeldSite // by operation, then by name
}

// HeldSite is a site of an account, with its client and its issuer; nil where there is none.
type HeldSite struct {
	Site
	Client, Issuer *Addressee
}

// Addressee is a party of invoices with its address.
type Addressee struct {
	ID                           id.ID
	Name, Street, PostCode, City string
}
