package billrun

import (
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// RunInput says up to when a run bills.
type RunInput struct {
	BillUpTo *civil.Date     // nil = today in the operator's zone
	Mode     billing.RunMode // empty = ASYNC
}

// Check is what a run would do.
type Check struct {
	BillUpTo, Proposed civil.Date
	LastDefinitive     *civil.Date // end of the last complete definitive month; nil = there is none
	OverwrittenDrafts  int
	Unpriced           billing.Unpriced // energy of the periods that nobody would be billed for
	Subscriptions      int              // running on a day of these periods; 0 = nothing can be due
	Clients            []CheckItem
}

// CheckItem is one issuer and client of a check.
type CheckItem struct {
	IssuerID, ClientID     id.ID
	IssuerName, ClientName string
	Periods                []civil.Range // the days that would be billed, oldest first
	Problems               []*fault.Error
}

// itemOf is the entry of a pair; dues come pair by pair.
func (c *Check) itemOf(pair billing.PartyPair) *CheckItem {
	if n := len(c.Clients); n == 0 || c.Clients[n-1].IssuerID != pair.IssuerID || c.Clients[n-1].ClientID != pair.ClientID {
		c.Clients = append(c.Clients, CheckItem{IssuerID: pair.IssuerID, ClientID: pair.ClientID})
	}
	return &c.Clients[len(c.Clients)-1]
}

// add keeps a problem once: two periods may stumble on the same.
func (i *CheckItem) add(problem *fault.Error) {
	for _, known := range i.Problems {
		if known.Error() == problem.Error() {
			return
		}
	}
	i.Problems = append(i.Problems, problem)
}
