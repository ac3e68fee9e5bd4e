package replay

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
)

// Expectation is our own allocation of a month by the keys in force (domain 6.6):
// beside the operator's figures, never in place of them.
type Expectation struct {
	allocation.MonthEnergies
	Shared [][]energy.MilliWh // [consumer][step]
	Given  [][]energy.MilliWh // [producer][step]
	Stamp  Stamp
}

// Stamp names what an allocation was made of, so that it can be made again
// (domain 6.7).
type Stamp struct {
	Algorithm      int
	ConfigVersions []int  // of the key, in the order of their days
	Inputs         string // SHA-256 in hex of curves and keys in their order
}

// Expect shares a month by spans that cover it.
func Expect(e allocation.MonthEnergies, spans []allocation.Span) (Expectation, error) {
	steps := e.Starts[len(e.Starts)-1]
	out := Expectation{MonthEnergies: e, Shared: coefficientset.ColumnsOf(len(e.Consumers), steps), Given: coefficientset.ColumnsOf(len(e.Producers), steps)}
	err := EachDay(e, spans, e.Month.Range(), func(from, to int, pairs [][][]energy.MilliWh) {
		for p := range pairs {
			for c, column := range pairs[p] {
				shared, given := out.Shared[c][from:to], out.Given[p][from:to]
				for t, v := range column {
					shared[t] += v
					given[t] += v
				}
			}
		}
	})
	out.Stamp = StampOf(e, spans)
	return out, err
}

// EachDay shares day after day, so that memory does not grow with the month: pairs are
// [producer][consumer] columns of the steps from to to, and the callee's only during
// the call.
func EachDay(e allocation.MonthEnergies, spans []allocation.Span, days civil.Range, visit func(from, to int, pairs [][][]energy.MilliWh)) error {
	if len(e.Consumers) == 0 || len(e.Producers) == 0 {
		return nil
	}
	first := e.Month.First()
	for _, span := range spans {
		for d := max(span.Days.From, days.From, first); d < min(span.Days.To, days.To, e.Month.Range().To); d++ {
			day := span
			day.Days, day.Step = civil.Range{From: d, To: d + 1}, e.Step
			day.Key.Algorithm = cmp.Or(e.Algorithm, day.Key.Algorithm)
			shares, err := day.For(coefficientset.IDsOf(e.Consumers), coefficientset.IDsOf(e.Producers))
			if err != nil {
				return err
			}
			from, to := e.Starts[d-first], e.Starts[d-first+1]
			pairs := make([][][]energy.MilliWh, len(e.Producers))
			for p := range pairs {
				pairs[p] = coefficientset.ColumnsOf(len(e.Consumers), to-from)
			}
			if err := shares.AllocatePairs(pairs, coefficientset.Window(e.Production, from, to), coefficientset.Window(e.Consumption, from, to)); err != nil {
				return err
			}
			visit(from, to, pairs)
		}
	}
	return nil
}

// StampOf hashes all that the result follows from.
func StampOf(e allocation.MonthEnergies, spans []allocation.Span) Stamp {
	out, sum := Stamp{Algorithm: cmp.Or(e.Algorithm, allocation.Algorithm)}, sha256.New()
	for _, span := range spans {
		out.ConfigVersions = append(out.ConfigVersions, span.Key.Version)
		sum.Write(span.Key.Hash[:])
		coefficientset.Number(sum, int64(span.Days.From))
		for _, set := range span.Sets {
			sum.Write([]byte(set.Producer))
			for _, column := range set.Values {
				coefficientset.Number(sum, int64(len(column)))
				_ = binary.Write(sum, binary.LittleEndian, column)
			}
		}
	}
	coefficientset.WriteCurves(e, sum)
	out.Inputs = hex.EncodeToString(sum.Sum(nil))
	return out
}

// ReplayedMonth is what became of one month.
type ReplayedMonth struct {
	Month          civil.Month
	Stamp          Stamp
	Published      bool // by us as the operator (FAKE): origin dso
	Sites          int  // curves that were made
	DifferentSites int  // of them, those that are stored otherwise
	Reason         string
}

// Reasons for leaving a month out.
const (
	NoCurves     = "NO_CURVES"     // no step has all curves
	OperatorsOwn = "OPERATORS_OWN" // the operator computes, our key only describes it
)
