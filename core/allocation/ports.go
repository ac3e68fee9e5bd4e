package allocation

import (
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
)

// Known reports whether the month has a step with all curves.
func (e MonthEnergies) Known() bool {
	return len(e.Consumers) > 0 && len(e.Producers) > 0 && slices.Contains(e.Missing, false)
}

// Participants lists all participants of an operation, also those that have left.
type Participants interface {
	OfOperation(ctx context.Context, operationID id.ID) ([]participant.Participant, error)
}

// Operations is what is asked of package operation.
type Operations interface {
	// ByID finds one. Error: operation.notFound.
	ByID(ctx context.Context, operationID id.ID) (operation.Operation, error)
	// Locked is ByID that makes others wait until the transaction ends.
	Locked(ctx context.Context, operationID id.ID) (operation.Operation, error)
}

// Site is a participant as keys need it.
type Site struct {
	ID     id.ID
	Name   string
	DsoID  string // PRM or EAN
	Period civil.Range
}

// MonthEnergies is what the sites of an operation drew and made in a month, by the
// operator's figures, on one grid.
type MonthEnergies struct {
	Month civil.Month
	// Algorithm is the version of the arithmetic for the month: that of its invoices where
	// it is invoiced; 0 = the present one.
	Algorithm int
	Start     time.Time
	Step      time.Duration
	Starts    []int // step at which each civil day begins, and at the end the number of steps
	// Consumers and Producers with a curve, ascending by participant id; their columns
	// are [site][step], zero outside the days of a site and in gaps.
	Consumers, Producers    []Site
	Consumption, Production [][]energy.MilliWh
	Missing                 []bool // steps at which some site that takes part has a gap
	Gaps                    []Site // sites whose curves lack steps of their days
	Without                 []Site // sites that take part and have no curve at all
}

// Energies reads them, without a permission check of its own.
type Energies interface {
	MonthEnergies(ctx context.Context, operationID id.ID, month civil.Month) (MonthEnergies, error)
}

// Queue starts jobs when the caller's transaction commits. It may be nil.
type Queue interface {
	// Expect has Service.Expect done.
	Expect(ctx context.Context, operationID id.ID, months []civil.Month) error
}
