package allocation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

const (
	decimals  = 4
	maxReason = 500
)

// ParseValue reads a number as a contract's JSON has it: the shortest decimal that is
// this float. ok is false below zero and with more than four decimals.
func ParseValue(number float64) (v Value, ok bool) {
	if !(number >= 0 && number < 1e12) {
		return 0, false
	}
	whole, fraction, _ := strings.Cut(strconv.FormatFloat(number, 'f', -1, 64), ".")
	if len(fraction) > decimals {
		return 0, false
	}
	n, err := strconv.ParseInt(whole+fraction+strings.Repeat("0", decimals-len(fraction)), 10, 64)
	return Value(n), err == nil
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

// check finds everything that is wrong with a key that is about to be set.
func (c Config) check(consumers []id.ID) error {
	var wrong fault.List
	if !slices.Contains(Settable(), c.Type) {
		wrong.Add(ErrType.With("value", string(c.Type)))
	}
	if utf8.RuneCountInString(c.Reason) > maxReason {
		wrong.Add(ErrReason.With("max", maxReason))
	}
	switch {
	case c.Type == ByDefault && len(c.Params) > 0:
		wrong.Add(ErrParameters.With("type", string(c.Type)))
	case c.Type == Static && len(c.Params) == 0:
		wrong.Add(ErrParametersRequired.With("type", string(c.Type)))
	case c.Type == Static:
		c.checkStatic(consumers, &wrong)
	}
	if len(wrong.Items) == 1 {
		return wrong.Items[0]
	}
	return wrong.Err(ErrInvalid)
}

func (c Config) checkStatic(consumers []id.ID, wrong *fault.List) {
	known, seen := map[id.ID]bool{}, map[id.ID]bool{}
	for _, consumer := range consumers {
		known[consumer] = true
	}
	var sum Value
	for i, p := range c.Params {
		field := func(name string) string { return "params." + strconv.Itoa(i) + "." + name }
		if !known[p.ConsumerID] {
			wrong.Add(ErrConsumer.With("consumerId", string(p.ConsumerID)).At(field("consumerId")))
		}
		if seen[p.ConsumerID] {
			wrong.Add(ErrDuplicate.With("consumerId", string(p.ConsumerID)).At(field("consumerId")))
		}
		seen[p.ConsumerID] = true
		if !p.ProducerID.IsZero() {
			wrong.Add(ErrProducer.At(field("producerId")))
		}
		if p.Value < 0 || p.Value > Whole {
			wrong.Add(NotPercentage(field("value")))
			continue
		}
		sum += p.Value
	}
	if sum > Whole {
		wrong.Add(ErrSum.With("sum", sum.String()))
	}
}

// NotPercentage refuses a number of a field that is no percentage.
func NotPercentage(field string) *fault.Error {
	return ErrPercentage.With("min", 0).With("max", 100).With("decimals", decimals).At(field)
}
