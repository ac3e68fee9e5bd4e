package metering

import (
	"cmp"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/money"
)

func (m RegisterMonths) Equal(o RegisterMonths) bool {
	return slices.Equal(m.Volumes, o.Volumes) && slices.Equal(m.Costs, o.Costs)
}

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

func (v RegisterVolume) Compare(o RegisterVolume) int {
	return cmp.Or(cmp.Compare(v.Days.From, o.Days.From), cmp.Compare(v.DsoID, o.DsoID), cmp.Compare(v.Register, o.Register),
		cmp.Compare(v.Meter, o.Meter), cmp.Compare(v.Days.To, o.Days.To))
}

// NetworkCosts is what the operator asks for the network, without VAT (domain 5.3). The
// file has up to eight decimals, so they are kept in micro-euro.
type NetworkCosts struct {
	Use, Surcharges, Capacity, Metering, PublicService, Transport, RoadFee, Total money.MicroEuro
	Told                                                                          bool // the file tells the total; without it there is none, which is not nothing
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
	c.Told = c.Told && o.Told
}

// NetworkCost is that of an access point on the days of a period, over its registers.
type NetworkCost struct {
	DsoID string
	Days  civil.Range
	NetworkCosts
}

// CostsOf adds up the lines of each access point and period; those without costs are
// left out. A total is told where each line tells it.
func CostsOf(lines []RegisterVolume) []NetworkCost {
	type key struct {
		dsoID string
		days  civil.Range
	}
	sums := map[key]NetworkCosts{}
	for _, line := range lines {
		k := key{line.DsoID, line.Days}
		sum, known := sums[k]
		if !known {
			sum.Told = true
		}
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

// ByNumber groups sites by their number, ascending by first day.
func ByNumber(sites []Site) map[string][]Site {
	out := map[string][]Site{}
	for _, s := range sites {
		out[s.DsoID] = append(out[s.DsoID], s)
	}
	for _, of := range out {
		slices.SortFunc(of, func(a, b Site) int { return cmp.Compare(a.Period.From, b.Period.From) })
	}
	return out
}
