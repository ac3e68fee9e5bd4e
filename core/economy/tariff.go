package economy

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

// Bounds of the regulated tariff: it is for sites of at most 36 kVA.
const (
	MostKVA    = 36
	mostSource = 200
)

// TRVPrice is a price of the regulated tariff (TRV) from a day on.
type TRVPrice struct {
	ID           id.ID
	ConsumerType party.ConsumerType // individuals: all taxes included; professionals: without VAT
	ContractType ContractType
	From         civil.Date
	FromKVA      int // for sites of at least this power
	Base         *money.MicroEuro
	Peak         *money.MicroEuro
	OffPeak      *money.MicroEuro
	Source       string // where it was published
	Version      int
	CreatedAt    time.Time
}

func (t TRVPrice) prices() Prices { return Prices{Base: t.Base, Peak: t.Peak, OffPeak: t.OffPeak} }

// Check says everything that is wrong with a price, as items of economy.trvInvalid.
func (t TRVPrice) Check() error {
	var wrong fault.List
	if t.ContractType == Quadruple {
		wrong.Add(ErrTRVContract.At("contractType"))
	}
	needed := t.ContractType.slots()
	for _, n := range t.prices().named() {
		switch {
		case n.price == nil && needed[n.slot] && t.ContractType != Quadruple:
			wrong.Add(n.lacks.At(n.field))
		case n.price != nil && !needed[n.slot]:
			wrong.Add(ErrTRVOtherPrice.At(n.field))
		case n.price != nil && (*n.price <= 0 || *n.price > MostPrice):
			wrong.Add(ErrPriceRange.With("max", int(MostPrice/1_000_000)).At(n.field))
		}
	}
	if t.FromKVA < 0 || t.FromKVA > MostKVA {
		wrong.Add(ErrTRVPower.With("max", MostKVA).At("fromKVA"))
	}
	switch source := strings.TrimSpace(t.Source); {
	case source == "":
		wrong.Add(fault.FieldRequired.At("source"))
	case utf8.RuneCountInString(source) > mostSource:
		wrong.Add(fault.FieldTooLong.With("max", mostSource).At("source"))
	}
	return wrong.Err(ErrTRVInvalid)
}

// Grid is the regulated tariff of a type of consumers from a day on.
type Grid struct {
	ConsumerType party.ConsumerType
	From         civil.Date
	Prices       []TRVPrice
}

// Tariff is all that is known of the regulated tariff.
type Tariff []TRVPrice

// On is the grid of a type of consumers that is in force on a day: all that begins with the newest day
// until then. What a newer grid does not name is not known from its day on.
func (t Tariff) On(c party.ConsumerType, day civil.Date) (Grid, bool) {
	g := Grid{ConsumerType: c, From: civil.Min}
	for _, p := range t {
		if p.ConsumerType != c || p.From > day || p.From < g.From {
			continue
		}
		if p.From > g.From {
			g.From, g.Prices = p.From, nil
		}
		g.Prices = append(g.Prices, p)
	}
	return g, len(g.Prices) > 0
}

// Of is the price of a contract type for a site of a power in watts; nil = not known. Without the
// power there is a price only where all powers have the same.
func (g Grid) Of(c ContractType, watts *int64) (Prices, *fault.Error) {
	of := slices.DeleteFunc(slices.Clone(g.Prices), func(p TRVPrice) bool { return p.ContractType != c })
	if watts == nil {
		switch len(of) {
		case 0:
			return Prices{}, ErrTRVMissing.With("from", g.From.String())
		case 1:
			if of[0].FromKVA == 0 {
				return of[0].prices(), nil
			}
		}
		return Prices{}, ErrPowerUnknown
	}
	if *watts > MostKVA*1000 {
		return Prices{}, ErrTRVPower.With("max", MostKVA)
	}
	best := -1
	for n, p := range of {
		if int64(p.FromKVA)*1000 <= *watts && (best < 0 || p.FromKVA > of[best].FromKVA) {
			best = n
		}
	}
	if best < 0 {
		return Prices{}, ErrTRVMissing.With("from", g.From.String())
	}
	return of[best].prices(), nil
}
