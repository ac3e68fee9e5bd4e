// Package migration moves an operation from the old billing engine to the newer one (ADR 88).
//
// Owns: what configs and contracts become, what lacks, that it happens once. Does not own: configs,
// contracts and bills (packages legacy and bill), plans and subscriptions (package contract).
package migration

import (
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// Basis says what the prices of the old engine, which knows no VAT, are where an issuer charges it.
type Basis string

// The bases; "" = not said.
const (
	IncludingVAT Basis = "INCLUDING_VAT" // what clients pay stays the same
	ExcludingVAT Basis = "EXCLUDING_VAT" // VAT comes on top
)

// mostListed subscriptions are told with their names; the rest is counted.
const mostListed = 500

// maxTermDays is the longest term that plans have.
const maxTermDays = 60

// Done is a migration that was made.
type Done struct {
	OperationID                    id.ID
	At                             time.Time
	By                             id.ID // none = by the product itself
	Basis                          Basis
	Plans, Subscriptions, Finished int
}

// Outcome is what a migration makes, or made.
type Outcome struct {
	Done             *Done // nil = not made
	Plans            []Plan
	Subscriptions    []Subscription // at most mostListed
	Count            int            // of subscriptions
	Finished         int            // contracts of which all days are billed, or whose sites are out
	Blocks, Warnings []Lack
}

// Plan is what a config becomes: one for each rate of VAT of those who sell by it.
type Plan struct {
	billing.Plan
	ConfigID      id.ID
	Subscriptions int
}

// Subscription is what is left of a contract: days that no bill is for.
type Subscription struct {
	billing.Pair
	ProducerName, ConsumerName, PlanName string
	Days                                 civil.Range
	BilledUntil                          *civil.Date // last day before them that a bill is for
}

// Lack is what keeps a migration from being made, or should be looked at, with what to mend.
type Lack struct {
	*fault.Error
	Kind   Kind
	Object id.ID
}

// Kind is what has to be mended.
type Kind string

// The kinds.
const (
	OfSite    Kind = "SITE"
	OfIssuer  Kind = "ISSUER"
	OfClient  Kind = "CLIENT"
	OfConfig  Kind = "CONFIG"
	OfRequest Kind = "REQUEST" // what the call leaves open
	OfBills   Kind = "BILLS"
)

// net is a price without VAT of a price with it.
func net(price money.MicroEuro, rate money.VATRate) money.MicroEuro {
	whole := 10_000 + int64(rate)
	return money.MicroEuro((int64(price)*10_000*2 + whole) / (whole * 2))
}

// periodOf is the period of a plan that is billed every so many months; "" = plans have none such.
func periodOf(months int) billing.PlanPeriod {
	for _, p := range []billing.PlanPeriod{billing.Monthly, billing.Bimonthly, billing.Quarterly, billing.TwiceAYear, billing.Yearly} {
		if p.Months() == months {
			return p
		}
	}
	return ""
}
