package trial

import (
	"cmp"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/drafting"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/naming"
)

// Input is what is tried: the prices of a plan, or others, and over which months. Whose energy it is
// over are the subscribers of the plan; without one, or where it has none, all pairs that have a plan
// in these months; where nobody has, every consumer with what it received of all producers.
type Input struct {
	PlanID    id.ID            // none = no plan is meant
	Charges   []billing.Charge // nil = those of the plan
	First     civil.Month
	Last      civil.Month
	Consumers []id.ID // nil = all
}

// Whose is whose energy a preview is over.
type Whose string

// Who it can be.
const (
	Subscribers   Whose = "SUBSCRIBERS"    // of the plan
	AllSubscribed Whose = "ALL_SUBSCRIBED" // whatever plan they have
	Everybody     Whose = "EVERYBODY"      // nobody has one
)

// Preview is what prices would have billed, each month by itself.
type Preview struct {
	First, Last civil.Month
	Plan        billing.Plan // as tried; without id where no plan is meant
	Whose       Whose
	Clients     []Client // those that cannot be billed first, then by name; at most MaxClients
	Number      int      // of clients
	Blocked     int      // of them, that would not be billed whole
	Unpriced    []drafting.Volume
	Total       Sum
}

// Sum is what some months come to. The amount is without VAT where VATUnknown is set.
type Sum struct {
	Energy           energy.MilliWh
	Net, VAT, Amount money.Cents
	VATUnknown       bool
	LackingDays      int // days of sites of which not all is known for good
}

func (s *Sum) add(t drafting.Tried) {
	s.Energy += t.Energy
	s.Net, s.VAT, s.Amount = s.Net+t.Totals.Net, s.VAT+t.Totals.VAT, s.Amount+t.Totals.Gross
	s.VATUnknown = s.VATUnknown || t.VATUnknown
	s.LackingDays += t.LackingDays
}

// Client is what one issuer would bill one client.
type Client struct {
	billing.PartyPair
	IssuerName, ClientName string // of the operation, of the site, where there is no party yet
	Sum
	Lines    []Line // by charge, in the order of the plan
	Unpriced []drafting.Volume
	Refused  *fault.Error // the first reason why a month has no price
	Months   []civil.Month
}

// Line is a charge over all months of a client.
type Line struct {
	Label    string
	Unit     billing.Unit
	Quantity money.QuantityE4
	Net      money.Cents
}

// MaxClients is how many a preview names.
const MaxClients = 500

// add takes in a month of the client.
func (c *Client) add(t drafting.Tried) {
	c.Sum.add(t)
	if month := civil.MonthOf(t.Parts[0].Span.From); !slices.Contains(c.Months, month) {
		c.Months = append(c.Months, month)
	}
	if c.Refused == nil {
		c.Refused = t.Refused
	}
	c.Unpriced = added(c.Unpriced, t.Unpriced)
	for _, l := range t.Lines {
		n := slices.IndexFunc(c.Lines, func(o Line) bool { return o.Label == l.Label && o.Unit == l.Unit })
		if n < 0 {
			n, c.Lines = len(c.Lines), append(c.Lines, Line{Label: l.Label, Unit: l.Unit})
		}
		c.Lines[n].Quantity += l.Quantity
		c.Lines[n].Net += l.Net
	}
}

// added are volumes with others, by usage.
func added(volumes, more []drafting.Volume) []drafting.Volume {
	for _, v := range more {
		n := slices.IndexFunc(volumes, func(o drafting.Volume) bool { return o.Usage == v.Usage })
		if n < 0 {
			n, volumes = len(volumes), append(volumes, drafting.Volume{Usage: v.Usage})
		}
		volumes[n].Energy += v.Energy
	}
	return volumes
}

// order puts who cannot be billed first.
func (p *Preview) order() {
	blocked := func(c Client) int {
		if c.Refused != nil {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(p.Clients, func(a, b Client) int {
		return cmp.Or(cmp.Compare(blocked(a), blocked(b)), naming.Compare(a.ClientName, b.ClientName), naming.Compare(a.IssuerName, b.IssuerName),
			cmp.Compare(a.ClientID, b.ClientID), cmp.Compare(a.IssuerID, b.IssuerID))
	})
	p.Number = len(p.Clients)
	for _, c := range p.Clients {
		p.Total.Energy += c.Energy
		p.Total.Net, p.Total.VAT, p.Total.Amount = p.Total.Net+c.Net, p.Total.VAT+c.VAT, p.Total.Amount+c.Amount
		p.Total.VATUnknown = p.Total.VATUnknown || c.VATUnknown
		p.Total.LackingDays += c.LackingDays
		p.Unpriced = added(p.Unpriced, c.Unpriced)
		if c.Refused != nil {
			p.Blocked++
		}
	}
	p.Clients = p.Clients[:min(len(p.Clients), MaxClients)]
}
