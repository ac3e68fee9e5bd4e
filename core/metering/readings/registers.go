package readings

import (
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
)

// Registers stores the lines of monthly files.
type Registers interface {
	// Replace puts lines and costs in the place of what the months had, with the import
	// that brought them.
	Replace(ctx context.Context, operationID, importID id.ID, months []civil.Month, of metering.RegisterMonths) error
	// Written tells the months that an import stored lines of, and the latest import that
	// replaced some of them and was not undone since; none when there is none.
	Written(ctx context.Context, operationID, importID id.ID) (months []civil.Month, later id.ID, err error)
	// Restore takes away the lines of an import and brings back what they replaced.
	Restore(ctx context.Context, operationID, importID id.ID) error
	// List reads what the periods that begin in r said.
	List(ctx context.Context, operationID id.ID, r civil.Range) (metering.RegisterMonths, error)
	// Before tells the registers that each number had in its latest month before one.
	Before(ctx context.Context, operationID id.ID, month civil.Month) (map[string][]metering.Register, error)
}

// RegisterReading is RegisterMonths with who held each access point then.
type RegisterReading struct {
	metering.RegisterMonths
	sites map[string][]metering.Site
}

// Holder is the participant that held the access point on all of the days, its numbers
// alone when there is none.
func (r RegisterReading) Holder(dsoID string, days civil.Range) metering.Site {
	for _, s := range r.sites[dsoID] {
		if s.Period.Covers(days) {
			return s
		}
	}
	return metering.Site{DsoID: dsoID}
}

// SiteRegisters is what a site's meter counted on some days. It is for billing and
// checks no permission.
type SiteRegisters struct {
	Volumes map[metering.Register]energy.MilliWh // received by sharing
	Given   energy.MilliWh                       // over all registers
	// Whole is false when lines reach beyond the days, or some of the site's days have
	// no line: a register cannot be divided, so that these days cannot be billed.
	Whole bool
	// Costs of the network, in the order of days, of periods whose total the file tells. Those of the site's
	// days that none of them covers are between the first and the last of CostsLacking. CostsTorn: one reaches
	// beyond the days.
	Costs        []metering.NetworkCost
	CostsLacking civil.Range
	CostsTorn    bool
}

// addCosts takes in the costs of a site on its days.
func (s *SiteRegisters) addCosts(costs []metering.NetworkCost, days civil.Range) {
	var known []civil.Range
	for _, c := range costs {
		switch {
		case c.Days.Intersect(days).IsEmpty():
		case !days.Covers(c.Days):
			s.CostsTorn = true
		case c.Told:
			s.Costs, known = append(s.Costs, c), append(known, c.Days)
		}
	}
	lacking := days
	for _, of := range civil.Merge(known) {
		if of.From == lacking.From {
			lacking.From = of.To
		}
		if of.To == lacking.To {
			lacking.To = of.From
		}
	}
	if !lacking.IsEmpty() {
		s.CostsLacking = lacking
	}
}

// sumRegisters adds up the lines that lie within the days.
func sumRegisters(lines []metering.RegisterVolume, days civil.Range) SiteRegisters {
	sum := SiteRegisters{Volumes: map[metering.Register]energy.MilliWh{}, Whole: true}
	var known []civil.Range
	for _, line := range lines {
		switch {
		case line.Days.Intersect(days).IsEmpty():
		case days.Covers(line.Days):
			sum.Volumes[line.Register] += line.Shared
			sum.Given += line.Given
			known = append(known, line.Days)
		default:
			sum.Whole = false
		}
	}
	if merged := civil.Merge(known); len(merged) != 1 || merged[0] != days {
		sum.Whole = false
	}
	return sum
}
