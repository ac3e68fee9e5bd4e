package finance

import (
	"cmp"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/economy"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/naming"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/party"
)

// Lack is why something is not known, and how often: in so many months of a line, of so many sites in a
// month.
type Lack struct {
	Why   economy.Reason
	Times int
}

// NoSurplusPrice is a month with surplus of a producer without a price for it, besides the reasons why a
// supplier's energy has none.
const NoSurplusPrice economy.Reason = "NO_SURPLUS_PRICE"

// Priced is energy with what it cost, or brought, as far as that is known.
type Priced struct {
	Energy *energy.MilliWh // all of it; nil = not known in any month
	Of     energy.MilliWh  // that has a price
	Amount *money.Cents    // of that; nil = none has a price
	Lacks  []Lack          // by reason
}

func addTo[T ~int64](sum **T, v T) {
	if *sum == nil {
		*sum = new(T)
	}
	**sum += v
}

func (p *Priced) price(of energy.MilliWh, amount money.Cents) {
	p.Of += of
	addTo(&p.Amount, amount)
}

// settle makes what is known to be nothing cost nothing.
func (p *Priced) settle() {
	if p.Energy != nil && *p.Energy == 0 && p.Amount == nil && len(p.Lacks) == 0 {
		p.Amount = new(money.Cents)
	}
}

func (p *Priced) lack(why economy.Reason) {
	n := slices.IndexFunc(p.Lacks, func(l Lack) bool { return l.Why == why })
	if n < 0 {
		n = len(p.Lacks)
		p.Lacks = append(p.Lacks, Lack{Why: why})
	}
	p.Lacks[n].Times++
}

// Line is what one consumer spent, or one producer earned, on some days.
type Line struct {
	ParticipantID id.ID  // none = the operation, where it sells or bears an amount as a whole
	Name          string // empty for the operation
	TaxIncluded   bool   // of a consumer: its total is with VAT
	Produced      *energy.MilliWh
	Shared        *energy.MilliWh
	Sold          Sold
	Rest          Priced // of a consumer what its supplier delivered, of a producer its surplus
	Basis         economy.Basis
	LackingDays   int // days of which not everything is measured
	Assigned      money.Cents
}

// Total is all that is known of a line.
func (l Line) Total() money.Cents {
	sum := l.Sold.Net + l.Assigned
	if l.TaxIncluded {
		sum = l.Sold.Gross + l.Assigned
	}
	if l.Rest.Amount != nil {
		sum += *l.Rest.Amount
	}
	return sum
}

// Month is the same of all lines in a month.
type Month struct {
	Month    civil.Month
	Produced *energy.MilliWh
	Shared   *energy.MilliWh
	Sold     Sold
	Rest     Priced
	Assigned money.Cents
}

// HeadingSum is what is assigned to a heading on some days.
type HeadingSum struct {
	Kind    Kind
	Heading Heading
	Amount  money.Cents
}

// Statement is what the consumers of an operation spent, or its producers earned, on some days.
type Statement struct {
	Kind     Kind
	Days     civil.Range
	Lines    []Line // by name, the operation last
	Months   []Month
	Headings []HeadingSum
	Assumed  bool // suppliers were priced by the regulated tariff where nobody has told a contract
}

// book is what a statement is made of.
type book struct {
	kind     Kind
	days     civil.Range
	sites    []participant.Participant
	energies []billable.SiteMonth
	lacking  map[billable.Billed][]civil.Date
	sales    []Sale
	assigned []Affectation
	supplied map[id.ID]economy.Supplied // of consumers
	prices   prices                     // of producers
}

func (b book) side() metering.Side {
	if b.kind == Expense {
		return metering.Consumer
	}
	return metering.Producer
}

// statement adds the book up. Error: money.overflow.
func (b book) statement() (Statement, error) {
	st := Statement{Kind: b.kind, Days: b.days}
	first := civil.MonthOf(b.days.From)
	for _, m := range civil.MonthsOf(b.days) {
		st.Months = append(st.Months, Month{Month: m})
	}
	lines := map[id.ID]*Line{}
	line := func(of id.ID) *Line {
		if lines[of] == nil {
			lines[of] = &Line{ParticipantID: of}
		}
		return lines[of]
	}
	for _, e := range b.energies {
		if e.Side != b.side() {
			continue
		}
		if err := b.measured(e, line(e.ParticipantID), &st.Months[e.Month-first]); err != nil {
			return st, err
		}
	}
	sold, err := Divided(b.sales)
	if err != nil {
		return st, err
	}
	for n, s := range b.sales {
		of := s.ConsumerID
		if b.kind == Income {
			of = s.ProducerID
		}
		l, m := line(of), &st.Months[s.Month-first]
		l.Sold, m.Sold = l.Sold.plus(sold[n]), m.Sold.plus(sold[n])
	}
	for _, a := range b.assigned {
		if a.Kind == b.kind {
			line(a.ParticipantID).Assigned += a.Amount
			st.Months[civil.MonthOf(a.Day)-first].Assigned += a.Amount
		}
	}
	if b.kind == Income || b.supplied != nil {
		for _, l := range lines {
			l.Rest.settle()
		}
		for n := range st.Months {
			st.Months[n].Rest.settle()
		}
	}
	st.Headings = headings(b.assigned, b.kind)
	st.Lines = b.ordered(lines)
	return st, nil
}

// measured adds what a site had in a month. Error: money.overflow.
func (b book) measured(e billable.SiteMonth, l *Line, m *Month) error {
	if e.Whole != metering.Absent && b.kind == Income {
		addTo(&l.Produced, e.Whole)
		addTo(&m.Produced, e.Whole)
	}
	if e.Shared != metering.Absent {
		addTo(&l.Shared, e.Shared)
		addTo(&m.Shared, e.Shared)
	}
	rest, known := e.Rest()
	if known {
		addTo(&l.Rest.Energy, rest)
		addTo(&m.Rest.Energy, rest)
	}
	if b.kind == Expense && b.supplied == nil { // nobody asked for it
		return nil
	}
	of, amount, why, err := b.priced(e, rest, known)
	if err != nil {
		return err
	}
	if why != "" {
		l.Rest.lack(why)
		m.Rest.lack(why)
		return nil
	}
	if known && of == 0 && rest == 0 { // nothing has no price
		return nil
	}
	l.Rest.price(of, amount)
	m.Rest.price(of, amount)
	return nil
}

// priced is what the rest of a month cost, or brought. Error: money.overflow.
func (b book) priced(e billable.SiteMonth, rest energy.MilliWh, known bool) (of energy.MilliWh, amount money.Cents, why economy.Reason, err error) {
	if b.kind == Expense {
		cost := b.supplied[e.ParticipantID].Months[e.Month]
		return cost.Energy, cost.Amount, cost.Why, nil
	}
	if !known {
		return 0, 0, economy.NoData, nil
	}
	price, told := b.prices.on(e.ParticipantID, e.Month)
	if !told && rest > 0 {
		return 0, 0, NoSurplusPrice, nil
	}
	amount, err = money.Amount(money.KilowattHours(rest), price)
	return rest, amount, "", err
}

// ordered gives lines their names; sites of which there is nothing at all are left out.
func (b book) ordered(lines map[id.ID]*Line) []Line {
	out := make([]Line, 0, len(lines))
	for _, site := range b.sites {
		l := lines[site.ID]
		if l == nil {
			continue
		}
		l.Name = site.Name
		l.LackingDays = len(b.lacking[billable.Billed{ParticipantID: site.ID, Side: b.side()}])
		if b.kind == Expense {
			l.TaxIncluded = site.ConsumerType() == party.Individual
			l.Basis = b.supplied[site.ID].Basis
		}
		out = append(out, *l)
	}
	slices.SortStableFunc(out, func(x, y Line) int {
		return cmp.Or(naming.Compare(x.Name, y.Name), cmp.Compare(x.ParticipantID, y.ParticipantID))
	})
	if own := lines[""]; own != nil {
		out = append(out, *own)
	}
	return out
}

// headings sums assigned amounts of a kind, none = of both, by kind and heading.
func headings(assigned []Affectation, kind Kind) (out []HeadingSum) {
	for _, a := range assigned {
		if kind != "" && a.Kind != kind {
			continue
		}
		n := slices.IndexFunc(out, func(h HeadingSum) bool { return h.Kind == a.Kind && h.Heading == a.Heading })
		if n < 0 {
			n = len(out)
			out = append(out, HeadingSum{Kind: a.Kind, Heading: a.Heading})
		}
		out[n].Amount += a.Amount
	}
	slices.SortFunc(out, func(x, y HeadingSum) int {
		return cmp.Or(cmp.Compare(x.Kind, y.Kind), cmp.Compare(x.Heading, y.Heading))
	})
	return out
}
