package replay

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// SiteDays is what one site received day by day; the same site may have had several
// occupants.
type SiteDays struct {
	allocation.Site
	Days []DayShares // ascending
}

// DayShares is one day by the operator and by us; Both is false where one is missing.
type DayShares struct {
	Day           civil.Date
	DSO, Expected energy.MilliWh
	Both          bool
}

// Contradiction is such a day of a site.
type Contradiction struct {
	allocation.Site
	Day    civil.Date
	Steps  int
	Energy energy.MilliWh // by how much the figures miss
}

// Flows is what consumers had of each producer over some days, by the operator.
type Flows struct {
	Consumers, Producers []FlowEnd
	Cells                []FlowCell
}

// FlowEnd is a site with its energies; nil = there is no data.
type FlowEnd struct {
	allocation.Site
	Consumption, Production, Shared, Surplus *energy.MilliWh
}

// FlowCell is one consumer's energy of one producer.
type FlowCell struct {
	ProducerID, ConsumerID id.ID
	Shared                 energy.MilliWh
}

// Expectations keeps our own allocation beside the operator's.
type Expectations interface {
	// Lock keeps the curves of a month as they are until the caller's transaction ends.
	Lock(ctx context.Context, operationID id.ID, month civil.Month) error
	// MonthsSince lists the months with curves from a day on, ascending.
	MonthsSince(ctx context.Context, operationID id.ID, from civil.Date) ([]civil.Month, error)
	// Put compares the curves of a month with those stored: as expectation, or, where
	// pmo is the operator, as what it published. It counts them and those that differ;
	// with write these are replaced, within the caller's transaction.
	Put(ctx context.Context, operationID id.ID, x Expectation, write bool) (sites, different int, err error)
	// Days reads what consumers received on each day, by the operator and by us.
	Days(ctx context.Context, operationID id.ID, days civil.Range) ([]SiteDays, error)
	// Contradictions reads the days on which what a site received, whom the key lets it
	// have energy of, and what producers gave contradict each other, ascending.
	Contradictions(ctx context.Context, operationID id.ID, days civil.Range) ([]Contradiction, error)
	// At is what a site received at one step of a month of that width, by the operator;
	// ok is false where that is not known.
	At(ctx context.Context, operationID id.ID, dsoID string, month civil.Month, width time.Duration, step int) (v energy.MilliWh, ok bool, err error)
	// Flows reads what consumers had of each producer by the operator's figures, with
	// the caller's rights.
	Flows(ctx context.Context, p policy.Principal, operationID id.ID, days civil.Range) (Flows, error)
}
