package metering

import (
	"cmp"
	"context"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/policy"
)

// Register is the counter of a meter that a volume was read from (domain 2.4). It is
// what the operator's file says, never computed.
type Register string

// The registers: day and night of a customer with two tariffs, or the only one.
const (
	RegisterHigh  Register = "HI"
	RegisterLow   Register = "LOW"
	RegisterTotal Register = "TH"
)

// RegisterVolume is a line of Sibelga's monthly file: what one register counted on the
// days of a period that lies within a month (domain 5.3).
type RegisterVolume struct {
	DsoID      string
	Days       civil.Range
	Meter      string // as the operator writes it; may be empty
	Register   Register
	Shared     energy.MilliWh // received by sharing
	Complement energy.MilliWh // bought from the supplier
	Given      energy.MilliWh // injected and shared
	Surplus    energy.MilliWh // injected and not shared
	Costs      NetworkCosts   // of this line; zero where the file has none
	Row        int            // line of the file
}

// Month is the civil month of the line.
func (v RegisterVolume) Month() civil.Month { return civil.MonthOf(v.Days.From) }

func (v RegisterVolume) compare(o RegisterVolume) int {
	return cmp.Or(cmp.Compare(v.Days.From, o.Days.From), cmp.Compare(v.DsoID, o.DsoID), cmp.Compare(v.Register, o.Register),
		cmp.Compare(v.Meter, o.Meter), cmp.Compare(v.Days.To, o.Days.To))
}

// NetworkCosts is what the operator asks for the network, without VAT (domain 5.3). The
// file has up to eight decimals, so they are kept in micro-euro.
type NetworkCosts struct {
	Use, Surcharges, Capacity, Metering, PublicService, Transport, RoadFee, Total money.MicroEuro
}

func (c *NetworkCosts) add(o NetworkCosts) {
	c.Use += o.Use
	c.Surcharges += o.Surcharges
	c.Capacity += o.Capacity
	c.Metering += o.Metering
	c.PublicService += o.PublicService
	c.Transport += o.Transport
	c.RoadFee += o.RoadFee
	c.Total += o.Total
}

// NetworkCost is that of an access point on the days of a period, over its registers.
type NetworkCost struct {
	DsoID string
	Days  civil.Range
	NetworkCosts
}

// costsOf adds up the lines of each access point and period; those without costs are
// left out.
func costsOf(lines []RegisterVolume) []NetworkCost {
	type key struct {
		dsoID string
		days  civil.Range
	}
	sums := map[key]NetworkCosts{}
	for _, line := range lines {
		k := key{line.DsoID, line.Days}
		sum := sums[k]
		sum.add(line.Costs)
		sums[k] = sum
	}
	out := make([]NetworkCost, 0, len(sums))
	for k, sum := range sums {
		if sum != (NetworkCosts{}) {
			out = append(out, NetworkCost{k.dsoID, k.days, sum})
		}
	}
	slices.SortFunc(out, func(a, b NetworkCost) int {
		return cmp.Or(cmp.Compare(a.Days.From, b.Days.From), cmp.Compare(a.DsoID, b.DsoID), cmp.Compare(a.Days.To, b.Days.To))
	})
	return out
}

// RegisterMonths is what the monthly files of some months said.
type RegisterMonths struct {
	Volumes []RegisterVolume // by period, number, register and meter
	Costs   []NetworkCost    // by period and number
}

// Registers stores the lines of monthly files.
type Registers interface {
	// Replace puts lines and costs in the place of what the months had, with the import
	// that brought them.
	Replace(ctx context.Context, operationID, importID id.ID, months []civil.Month, of RegisterMonths) error
	// Written tells the months that an import stored lines of, and the latest import that
	// replaced some of them and was not undone since; none when there is none.
	Written(ctx context.Context, operationID, importID id.ID) (months []civil.Month, later id.ID, err error)
	// Restore takes away the lines of an import and brings back what they replaced.
	Restore(ctx context.Context, operationID, importID id.ID) error
	// List reads what the periods that begin in r said.
	List(ctx context.Context, operationID id.ID, r civil.Range) (RegisterMonths, error)
	// Before tells the registers that each number had in its latest month before one.
	Before(ctx context.Context, operationID id.ID, month civil.Month) (map[string][]Register, error)
}

// RegisterReading is RegisterMonths with who held each access point then.
type RegisterReading struct {
	RegisterMonths
	sites map[string][]Site
}

// Holder is the participant that held the access point on all of the days, its numbers
// alone when there is none.
func (r RegisterReading) Holder(dsoID string, days civil.Range) Site {
	for _, s := range r.sites[dsoID] {
		if s.Period.Covers(days) {
			return s
		}
	}
	return Site{DsoID: dsoID}
}

// OperationRegisters is what the monthly files said of the periods that begin on days
// of the range; a participant reads the lines of its own sites.
// Errors: forbidden, notFound, range.reversed, range.tooLong.
func (s *Service) OperationRegisters(ctx context.Context, p policy.Principal, operationID id.ID, days civil.Range) (RegisterReading, error) {
	if err := s.guard.Operation(ctx, p, permRead, operationID); err != nil {
		return RegisterReading{}, err
	}
	if err := checkDays(days); err != nil {
		return RegisterReading{}, err
	}
	found, err := s.registers.List(ctx, operationID, days)
	if err != nil {
		return RegisterReading{}, err
	}
	sites, err := s.perimeter.Sites(ctx, operationID)
	if err != nil {
		return RegisterReading{}, err
	}
	reading := RegisterReading{found, byNumber(sites)}
	if p.Role == policy.RoleParticipant {
		hidden := func(dsoID string, days civil.Range) bool {
			return !visible(p, reading.Holder(dsoID, days)).Covers(days)
		}
		reading.Volumes = slices.DeleteFunc(reading.Volumes, func(v RegisterVolume) bool { return hidden(v.DsoID, v.Days) })
		reading.Costs = slices.DeleteFunc(reading.Costs, func(c NetworkCost) bool { return hidden(c.DsoID, c.Days) })
	}
	return reading, nil
}

// byNumber groups sites by their number, ascending by first day.
func byNumber(sites []Site) map[string][]Site {
	out := map[string][]Site{}
	for _, s := range sites {
		out[s.DsoID] = append(out[s.DsoID], s)
	}
	for _, of := range out {
		slices.SortFunc(of, func(a, b Site) int { return cmp.Compare(a.Period.From, b.Period.From) })
	}
	return out
}

// SiteRegisters is what a site's meter counted on some days. It is for billing and
// checks no permission.
type SiteRegisters struct {
	Volumes map[Register]energy.MilliWh // received by sharing
	Given   energy.MilliWh              // over all registers
	// Whole is false when lines reach beyond the days, or some of the site's days have
	// no line: a register cannot be divided, so that these days cannot be billed.
	Whole bool
}

// RegistersOf sums the lines of each participant on the days of r.
func (s *Service) RegistersOf(ctx context.Context, operationID id.ID, r civil.Range) (map[id.ID]SiteRegisters, error) {
	from := civil.MonthOf(r.From).First() // a line that reaches into r begins in its first month at the earliest
	found, err := s.registers.List(ctx, operationID, civil.Range{From: from, To: r.To})
	if err != nil {
		return nil, err
	}
	sites, err := s.perimeter.Sites(ctx, operationID)
	if err != nil {
		return nil, err
	}
	lines := map[string][]RegisterVolume{}
	for _, line := range found.Volumes {
		lines[line.DsoID] = append(lines[line.DsoID], line)
	}
	out := make(map[id.ID]SiteRegisters, len(sites))
	for _, site := range sites {
		if own := site.Period.Intersect(r); !own.IsEmpty() {
			out[site.ParticipantID] = sumRegisters(lines[site.DsoID], own)
		}
	}
	return out, nil
}

// sumRegisters adds up the lines that lie within the days.
func sumRegisters(lines []RegisterVolume, days civil.Range) SiteRegisters {
	sum := SiteRegisters{Volumes: map[Register]energy.MilliWh{}, Whole: true}
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
