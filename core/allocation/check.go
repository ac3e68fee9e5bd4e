package allocation

import (
	"strconv"
	"strings"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
)

const (
	decimals  = 4
	MaxReason = 500
)

// ParseValue reads a number as a contract's JSON has it: the shortest decimal that is
// this float; NoNumber below zero and with more than four decimals.
func ParseValue(number float64) Value {
	if !(number >= 0 && number < 1e12) {
		return NoNumber
	}
	whole, fraction, _ := strings.Cut(strconv.FormatFloat(number, 'f', -1, 64), ".")
	if len(fraction) > decimals {
		return NoNumber
	}
	n, err := strconv.ParseInt(whole+fraction+strings.Repeat("0", decimals-len(fraction)), 10, 64)
	if err != nil {
		return NoNumber
	}
	return Value(n)
}

// Sites are those whom a key may name.
type Sites struct {
	Consumers []id.ID // those who take part on a day of the key
	Absent    []id.ID // consumers that do not: they may be named, but need not
	Producers []id.ID
	Names     map[id.ID]string
}

// CheckValue refuses a number that is no percentage, neither 0 nor 1 of a selection, or
// no whole number from 1 where that is asked for (specification section 5: priority and
// share minimum 1).
func CheckValue(t Type, v Value, field string) error {
	if t == Static {
		if v < 0 || v > Whole {
			return notPercentage(field)
		}
		return nil
	}
	if t.Selects() {
		if v != 0 && v != One {
			return ErrSelection.At(field)
		}
		return nil
	}
	if v < One || v%One != 0 || v > maxNumber {
		return ErrNumber.With("min", 1).With("max", int64(maxNumber/One)).At(field)
	}
	return nil
}

// maxNumber is the largest priority or number of parts: what the kernels take.
const maxNumber = 1_000_000 * One

func setOf(lists ...[]id.ID) map[id.ID]bool {
	set := map[id.ID]bool{}
	for _, list := range lists {
		for _, each := range list {
			set[each] = true
		}
	}
	return set
}

// yearsAhead is how far away the first day of a key may be.
const yearsAhead = 10

// CheckDay refuses a first day before firstMonth, or so far away that it is a slip.
func CheckDay(day, today civil.Date) error {
	from, to := FirstMonth.First(), civil.NewDate(today.Year()+yearsAhead, 12, 31)
	if day < from || day > to {
		return ErrEffectiveDate.With("from", from.String()).With("to", to.String())
	}
	return nil
}

// notPercentage refuses a number of a field that is no percentage.
func notPercentage(field string) *fault.Error {
	return ErrPercentage.With("min", 0).With("max", 100).With("decimals", decimals).At(field)
}

// fold is a name as names are compared: without case, and spaces only between words.
func fold(name string) string { return strings.ToLower(strings.Join(strings.Fields(name), " ")) }

// Expects reports whether we share beside the operator: not where we are the operator,
// nor where the key only describes what the operator does (SIBELGA, domain 6.2).
func Expects(o operation.Operation) bool {
	c := o.DSO.Capabilities()
	return !c.AllocatesHere && c.Metrics
}

// aheadDays is how far a key that follows is looked for: every season comes once.
const aheadDays = 366

// FirstMonth is when collective self-consumption became possible (ordonnance 2016-1019 of
// 27 July 2016): no earlier one is invoiced.
var FirstMonth = civil.NewMonth(2016, 7)

// poolAlgorithms are those that a pool may have (specification section 5).
var poolAlgorithms = []share.Algorithm{share.ByDefault, share.ByPriority, share.ByShareWithMinimum}

func poolField(i int, name string) string { return "pools." + strconv.Itoa(i) + "." + name }
