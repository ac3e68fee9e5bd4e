package allocation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

const (
	decimals  = 4
	maxReason = 500
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

// Float is the number as JSON has it; ParseValue gives v back.
func (v Value) Float() float64 {
	f, _ := strconv.ParseFloat(v.String(), 64)
	return f
}

// String is the number with a point, without zeros at its end.
func (v Value) String() string {
	text := fmt.Sprintf("%d.%04d", v/One, v%One)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// Sites are those whom a key may name.
type Sites struct {
	Consumers []id.ID // those who take part on a day of the key
	Absent    []id.ID // consumers that do not: they may be named, but need not
	Producers []id.ID
	Names     map[id.ID]string
}

// check finds everything that is wrong with a key that is about to be set.
func (c Config) check(sites Sites) error {
	var wrong fault.List
	if !slices.Contains(Types(), c.Type) {
		wrong.Add(ErrType.With("value", string(c.Type)))
	}
	if utf8.RuneCountInString(c.Reason) > maxReason {
		wrong.Add(ErrReason.With("max", maxReason))
	}
	if c.Type != ByPool && len(c.Pools) > 0 {
		wrong.Add(ErrPools.With("type", string(c.Type)))
	}
	switch {
	case c.Type == ByPool && len(c.Params) == 0:
		c.checkPools(sites, &wrong)
	case c.Type.Bare() && len(c.Params) > 0:
		wrong.Add(ErrParameters.With("type", string(c.Type)))
	case !c.Type.Bare() && !c.Type.Selects() && len(c.Params) == 0:
		wrong.Add(ErrParametersRequired.With("type", string(c.Type)))
	default:
		c.checkParams(sites, &wrong)
		c.checkSelection(&wrong)
	}
	if len(wrong.Items) == 1 {
		return wrong.Items[0]
	}
	return wrong.Err(ErrInvalid)
}

// withoutPart lists the consumers of the days of a key that its parameters give nothing.
func (c Config) withoutPart(sites Sites) (out []id.ID) {
	if c.Type.Bare() || c.Type.Selects() && len(c.Params) == 0 {
		return nil
	}
	has := map[id.ID]bool{}
	for _, p := range c.Params {
		has[p.ConsumerID] = has[p.ConsumerID] || p.Value > 0
	}
	for _, consumer := range sites.Consumers {
		if !has[consumer] {
			out = append(out, consumer)
		}
	}
	return out
}

func (c Config) checkParams(sites Sites, wrong *fault.List) {
	consumers, producers := setOf(sites.Consumers, sites.Absent), setOf(sites.Producers)
	seen := map[Param]bool{}
	var sum Value
	for i, p := range c.Params {
		field := func(name string) string { return "params." + strconv.Itoa(i) + "." + name }
		pair := Param{ConsumerID: p.ConsumerID, ProducerID: p.ProducerID}
		if !consumers[p.ConsumerID] {
			wrong.Add(ErrConsumer.With("consumerId", string(p.ConsumerID)).At(field("consumerId")))
		}
		if seen[pair] {
			wrong.Add(ErrDuplicate.With("consumerId", string(p.ConsumerID)).At(field("consumerId")))
		}
		seen[pair] = true
		c.checkProducer(p, producers, field("producerId"), wrong)
		if err := checkValue(c.Type, p.Value, field("value")); err != nil {
			wrong.Add(err)
			continue
		}
		sum += p.Value
	}
	if c.Type == Static && sum > Whole {
		wrong.Add(ErrSum.With("sum", sum.String()))
	}
}

// checkSelection refuses a selection of nobody: without any parameter everybody takes
// part.
func (c Config) checkSelection(wrong *fault.List) {
	selected := func(p Param) bool { return p.Value != 0 }
	if c.Type.Selects() && len(c.Params) > 0 && !slices.ContainsFunc(c.Params, selected) {
		wrong.Add(ErrSelectionEmpty)
	}
}

func (c Config) checkProducer(p Param, producers map[id.ID]bool, field string, wrong *fault.List) {
	switch {
	case !c.Type.ByPair() && !p.ProducerID.IsZero():
		wrong.Add(ErrProducer.At(field))
	case c.Type.ByPair() && p.ProducerID.IsZero():
		wrong.Add(ErrProducerRequired.At(field))
	case c.Type.ByPair() && !producers[p.ProducerID]:
		wrong.Add(ErrProducerUnknown.With("producerId", string(p.ProducerID)).At(field))
	}
}

// checkValue refuses a number that is no percentage, neither 0 nor 1 of a selection, or
// no whole number from 1 where that is asked for (specification section 5: priority and
// share minimum 1).
func checkValue(t Type, v Value, field string) error {
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

// checkNumbers refuses, of a draft, what is no number of its key.
func (c Config) checkNumbers() error {
	var wrong fault.List
	for i, p := range c.Params {
		if p.Value == NoNumber {
			wrong.Add(checkValue(c.Type, p.Value, "params."+strconv.Itoa(i)+".value"))
		}
	}
	for i, p := range c.Pools {
		if p.Percentage < 0 || p.Percentage > Whole {
			wrong.Add(notPercentage(poolField(i, "percentageProduction")))
		}
		for _, m := range p.Members {
			if m.Value == NoNumber {
				wrong.Add(checkValue(ByPriority, m.Value, poolField(i, "withinPoolProductionParams."+string(m.ConsumerID))))
			}
		}
	}
	return wrong.Err(ErrInvalid)
}

// yearsAhead is how far away the first day of a key may be.
const yearsAhead = 10

// checkDay refuses a first day before firstMonth, or so far away that it is a slip.
func checkDay(day, today civil.Date) error {
	from, to := firstMonth.First(), civil.NewDate(today.Year()+yearsAhead, 12, 31)
	if day < from || day > to {
		return ErrEffectiveDate.With("from", from.String()).With("to", to.String())
	}
	return nil
}

// notPercentage refuses a number of a field that is no percentage.
func notPercentage(field string) *fault.Error {
	return ErrPercentage.With("min", 0).With("max", 100).With("decimals", decimals).At(field)
}
