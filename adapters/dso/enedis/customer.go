package enedis

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/adapters/dso/columns"
	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
)

// What a customer takes from the portal of Enedis about a site of his own. It is the
// history of one site, without any status.

// ErrStepUnknown is a file that says no step and has too few values to tell it.
var ErrStepUnknown = fault.New(fault.Invalid, "curve.stepUnknown", fault.Text("fileName"))

// portalNatures are the words of the portal, folded.
var portalNatures = map[string]metering.Nature{"consommation": metering.Conso, "production": metering.Prod}

// portalUnits are the units of the portal, folded: mean power over the step.
var portalUnits = map[string]text.Unit{"w": text.Watt, "kw": text.Kilowatt}

// portalSteps are the steps of a load curve, in minutes.
var portalSteps = map[int64]bool{5: true, 10: true, 15: true, 30: true, 60: true}

func goodStep(seconds int64) bool { return seconds > 0 && seconds%60 == 0 && portalSteps[seconds/60] }

// enoughToBelieve is how many steps in a row make a wider step; fewer are gaps.
const enoughToBelieve = 3

// inferSteps tells the step of each value from the distances of their ends, ascending.
// A shorter distance is a shorter step. A longer one is a gap, unless it goes on. Error:
// curve.stepUnknown.
func inferSteps(ends []int64) ([]int32, error) {
	gaps := make([]int64, len(ends)) // to the value before; that of the first is as the next
	for i := 1; i < len(ends); i++ {
		gaps[i] = ends[i] - ends[i-1]
	}
	step := firstStep(gaps)
	if step == 0 {
		return nil, ErrStepUnknown
	}
	steps := make([]int32, len(ends))
	for i := range ends {
		switch gap := gaps[i]; {
		case i == 0 || gap == 0 || gap == step:
		case gap < step && goodStep(gap), gap > step && goodStep(gap) && goesOn(gaps[i:], gap):
			step = gap
		case gap > step && i+1 < len(ends) && goodStep(gaps[i+1]) && (gaps[i+1] < step || goesOn(gaps[i+1:], gaps[i+1])):
			step = gaps[i+1] // another step behind a hole
		}
		steps[i] = int32(step)
	}
	return steps, nil
}

// firstStep is the first distance when it goes on, else the shortest of the first ones
// that are steps: some may be gaps.
func firstStep(gaps []int64) (step int64) {
	const first = 8
	gaps = gaps[1:]
	if len(gaps) > 0 && goodStep(gaps[0]) && goesOn(gaps, gaps[0]) {
		return gaps[0]
	}
	for _, gap := range gaps[:min(first, len(gaps))] {
		switch {
		case goodStep(gap) && (step == 0 || gap < step):
			step = gap
		case !goodStep(gap) && step > 0: // behind a hole it may be another one
			return step
		}
	}
	return step
}

func goesOn(gaps []int64, gap int64) bool {
	if len(gaps) < enoughToBelieve {
		return false
	}
	for _, next := range gaps[:enoughToBelieve] {
		if next != gap {
			return false
		}
	}
	return true
}

// scales keep one scale a step.
type scales struct {
	unit text.Unit
	by   map[int32]*text.Scale
}

func (s *scales) at(step int32) *text.Scale {
	if s.by == nil {
		s.by = map[int32]*text.Scale{}
	}
	if s.by[step] == nil {
		scale, _ := text.NewScale(s.unit, time.Duration(step)*time.Second)
		s.by[step] = &scale
	}
	return s.by[step]
}

func trimmed(s string) string { return strings.Trim(strings.TrimSpace(s), `"`) }

// portalNumber reads a mean power. Errors: number.invalid, curve.negative.
func portalNumber(s string) (value int64, decimals int, err error) {
	value, decimals, ok := columns.ParseValue(s)
	switch {
	case !ok:
		return 0, 0, text.ErrNumber
	case value < 0:
		return 0, 0, metering.ErrNegative
	}
	return value, decimals, nil
}

// portalWord finds what a word of the portal means, however it is written.
func portalWord[V any](c *columns.Columns, value, column string, row int, words map[string]V) V {
	v, ok := words[text.Fold([]byte(value))]
	if !ok {
		allowed := strings.Join(slices.Sorted(maps.Keys(words)), ", ")
		c.Refuse(text.ErrWord.With("allowed", allowed), column, value, row)
	}
	return v
}
