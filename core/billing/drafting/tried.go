package drafting

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/money"
)

// Volume is energy of a usage.
type Volume struct {
	Usage  billing.Usage
	Energy energy.MilliWh
}

// Tried is what some days would be billed by prices that nobody need have agreed on.
type Tried struct {
	agreement.Due
	Lines       []billing.Line
	Energy      energy.MilliWh // each kWh once
	Totals      money.Totals
	VATUnknown  bool         // nobody issues or receives yet: Totals are without VAT
	Unpriced    []Volume     // volumes that no charge prices: the days would not be billed
	LackingDays int          // days of sites of which not all is known for good
	Refused     *fault.Error // why it has no price
}

// Try computes what dues would be billed by the data that there are, whatever was agreed on.
// Those of which one party is not known yet are computed without VAT.
func (s *Session) Try(ctx context.Context, b *agreement.Agreements, dues []agreement.Due) ([]Tried, error) {
	f, err := s.Facts(ctx, b, dues)
	if err != nil {
		return nil, err
	}
	out := make([]Tried, len(dues))
	for n, d := range dues {
		out[n] = f.try(d)
	}
	return out, nil
}

func (f facts) try(d agreement.Due) Tried {
	t := Tried{Due: d, VATUnknown: d.IssuerID.IsZero() || d.ClientID.IsZero()}
	priced := d
	priced.Statement = d.Statement || t.VATUnknown
	for _, p := range d.Parts {
		days, _ := f.lacking(p)
		slices.Sort(days)
		t.LackingDays += len(slices.Compact(days))
		if pricesRegisters(p.Plan) {
			t.Unpriced = append(t.Unpriced, f.unpriced(p)...)
		}
		lines, refused := f.lines(priced, p)
		if refused != nil {
			t.Refused = refused
			continue
		}
		t.Lines = append(t.Lines, lines...)
	}
	if t.Refused != nil {
		t.Lines = nil
		return t
	}
	t.Energy = f.counted(d)
	var err error
	if t.Totals, err = (billing.Invoice{Lines: t.Lines}).Totals(); err != nil {
		t.Refused = fault.From(err)
	}
	return t
}
