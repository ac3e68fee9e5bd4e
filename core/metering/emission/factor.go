// Package emission knows what a kWh emits, by country, kind of production and month: dated data that the
// back-office keeps (domain 7).
//
// Owns: factors, which one holds when, what local energy avoids. Does not own: how much energy there was.
package emission

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// Bounds.
const (
	MostFactors    = 500
	mostMilligrams = 2_000_000 // of a kWh; coal emits a million
	mostSource     = 200
)

// kinds of production, by the number of the contract (specification section 3).
var kinds = []int{3, 10, 11, 13}

// Factor is what a kWh emits at its production from a month on. Direct emissions only, of grid and sources
// alike: life-cycle figures of one side and direct ones of the other would give savings below zero.
type Factor struct {
	ID             id.ID
	Country        dso.Country
	ProductionType int // 0 = the grid
	From           civil.Date
	Milligrams     int64 // of CO2 a kWh
	Source         string
	Version        int
	CreatedAt      time.Time
}

// Check says everything that is wrong with a factor, as items of emission.invalid.
func (f Factor) Check() error {
	var wrong fault.List
	if f.Country != dso.France && f.Country != dso.Belgium {
		wrong.Add(fault.FieldEnum.With("allowed", "FR, BE").At("country"))
	}
	if f.ProductionType != 0 && !slices.Contains(kinds, f.ProductionType) {
		wrong.Add(fault.FieldEnum.With("allowed", "3, 10, 11, 13").At("productionTypeId"))
	}
	if f.Milligrams < 0 || f.Milligrams > mostMilligrams {
		wrong.Add(ErrRange.With("max", mostMilligrams).At("milligramsPerKilowattHour"))
	}
	if f.From != civil.MonthOf(f.From).First() {
		wrong.Add(ErrMonth.At("startDate"))
	}
	switch source := strings.TrimSpace(f.Source); {
	case source == "":
		wrong.Add(fault.FieldRequired.At("source"))
	case utf8.RuneCountInString(source) > mostSource:
		wrong.Add(fault.FieldTooLong.With("max", mostSource).At("source"))
	}
	return wrong.Err(ErrInvalid)
}

// Factors are those of all countries.
type Factors []Factor

// of is what a kWh emits in a month, in kg: by the last factor that has begun, or by the first there is
// before any has; 0 where there is none.
func (f Factors) of(country dso.Country, productionType int, m civil.Month) float64 {
	var holds *Factor
	for n := range f {
		one := &f[n]
		if one.Country != country || one.ProductionType != productionType {
			continue
		}
		switch {
		case holds == nil:
			holds = one
		case one.From <= m.First():
			if holds.From > m.First() || one.From > holds.From {
				holds = one
			}
		case holds.From > m.First() && one.From < holds.From:
			holds = one
		}
	}
	if holds == nil {
		return 0
	}
	return float64(holds.Milligrams) / 1_000_000
}

// Avoided is what a kWh from a producer of a kind saves in a month, in kg; below zero where its making
// emits more than the grid.
func (f Factors) Avoided(country dso.Country, m civil.Month, productionType int) float64 {
	grid := f.of(country, 0, m)
	if productionType == 0 {
		return grid
	}
	return grid - f.of(country, productionType, m)
}

// Emits reports whether some kind of production besides one emits something in a country.
func (f Factors) Emits(country dso.Country, besides int) bool {
	for _, one := range f {
		if one.Country == country && one.ProductionType != 0 && one.ProductionType != besides && one.Milligrams > 0 {
			return true
		}
	}
	return false
}

func (f Factor) details() map[string]any {
	return map[string]any{"country": string(f.Country), "productionTypeId": f.ProductionType, "startDate": f.From.String(), "milligramsPerKilowattHour": f.Milligrams}
}
