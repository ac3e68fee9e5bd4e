package rollup

import (
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
)

// Rollups stores the sums of operation months.
type Rollups interface {
	// Write replaces all sums of a month and raises its version.
	Write(ctx context.Context, operationID id.ID, r Rollup) error
	// Sums reads the summed curves of months, by month, nature and side; chunks on demand.
	Sums(ctx context.Context, operationID id.ID, q SumQuery) ([]SumMonth, error)
	// Distributions reads what each participant had: Totals, and of the months of
	// q.Partial Days in their place.
	Distributions(ctx context.Context, operationID id.ID, q PartQuery) ([]DistributionMonth, error)
	// Pairs reads what consumers had from each producer, and all together, of months
	// with two producers or more. Days are filled for the months of q.Partial only.
	Pairs(ctx context.Context, operationID id.ID, q PairQuery) ([]PairMonth, error)
	// Outdated lists the months of an operation, "" = of all, whose pairs are of an older
	// arithmetic than a version, ascending.
	Outdated(ctx context.Context, operationID id.ID, version int) ([]OutdatedMonth, error)
	// Findings reads what was found in months, by month, site, side, kind and day.
	Findings(ctx context.Context, operationID id.ID, months []civil.Month) ([]metering.Finding, error)
	// LatestDays is the last day with data of each operation that has some.
	LatestDays(ctx context.Context, operationIDs []id.ID) (map[id.ID]civil.Date, error)
}

// SumQuery says which summed curves are wanted. No months = all.
type SumQuery struct {
	Months  []civil.Month
	Natures []metering.Nature
	Chunks  bool
}

// PartQuery says which months are wanted, and which of them by day.
type PartQuery struct {
	Months  []civil.Month
	Partial []civil.Month
	Natures []metering.Nature
}

// PairQuery says which months are wanted, which of them by day, and of whom: Consumers
// nil = every one.
type PairQuery struct {
	Months    []civil.Month
	Partial   []civil.Month
	Consumers []id.ID
}

// Invoices reports whether a published invoice bills a day of a month. It may be nil:
// nothing is invoiced then.
type Invoices interface {
	Invoiced(ctx context.Context, operationID id.ID, month civil.Month) (bool, error)
	// NotCharged reports whether a day of the month was billed without anything to pay.
	NotCharged(ctx context.Context, operationID id.ID, month civil.Month) (bool, error)
}
