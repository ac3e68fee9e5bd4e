package money

import (
	"cmp"
	"slices"
)

// Line is what a total needs of an invoice line.
type Line struct {
	Net  Cents
	Rate VATRate
}

// VATGroup is the sum of the lines of one rate and the tax on it.
type VATGroup struct {
	Rate VATRate
	Net  Cents
	VAT  Cents
}

// Totals of a document. Gross = Net + VAT; both are sums of the groups.
type Totals struct {
	Groups []VATGroup // highest rate first
	Net    Cents
	VAT    Cents
	Gross  Cents
}

// Total adds lines up by rate and taxes each group once. Error: money.overflow.
func Total(lines []Line) (Totals, error) {
	var t Totals
	for _, l := range lines {
		i := slices.IndexFunc(t.Groups, func(g VATGroup) bool { return g.Rate == l.Rate })
		if i < 0 {
			i = len(t.Groups)
			t.Groups = append(t.Groups, VATGroup{Rate: l.Rate})
		}
		var err error
		if t.Groups[i].Net, err = Add(t.Groups[i].Net, l.Net); err != nil {
			return Totals{}, err
		}
	}
	slices.SortFunc(t.Groups, func(a, b VATGroup) int { return cmp.Compare(b.Rate, a.Rate) })
	for i := range t.Groups {
		g := &t.Groups[i]
		var err error
		if g.VAT, err = VAT(g.Net, g.Rate); err != nil {
			return Totals{}, err
		}
		if t.Net, err = Add(t.Net, g.Net); err != nil {
			return Totals{}, err
		}
		if t.VAT, err = Add(t.VAT, g.VAT); err != nil {
			return Totals{}, err
		}
	}
	var err error
	t.Gross, err = Add(t.Net, t.VAT)
	return t, err
}
