package rollup

import (
	"cmp"
	"slices"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/pairing"
)

// Input is an operation month before it is summed.
type Input struct {
	Op     metering.Operation
	Month  civil.Month
	Sites  []metering.Site        // ascending by participant id
	Curves []metering.SeriesMonth // of origin DSO, with chunks
	keys   func(q pairing.KeyQuery) ([]pairing.KeySpan, error)
	// algorithm is the version of the arithmetic (share.Version); 0 = this one.
	algorithm int
	// What was found of the month before, and what was found of the files on the way in.
	before, arrived []metering.Finding
}

// Output is what follows from it.
type Output struct {
	Derived  []metering.SeriesMonth // those that differ from what is stored
	Rollup   Rollup
	Warnings []*fault.Error
}

// Summed derives what operators leave to others, and sums everything: a key shares, pairs are
// found, producers get what they gave and kept, every curve is added up, and what does not
// fit together is named. Each step takes values and gives others. A curve is decoded when a
// step reads it, so that memory does not grow with the number of sites but for producers.
func Summed(in Input) (Output, error) {
	in.algorithm = cmp.Or(in.algorithm, share.Version)
	curves, stored := SiteCurvesOf(in), storedDerived(in.Curves)
	received, apart, err := shareOut(in, curves)
	if err != nil {
		return Output{}, err
	}
	derived := derivedRows(curves.Grid, received, stored)
	curves = curves.with(derived)

	made, err := curves.columns(madeKind)
	if err != nil {
		return Output{}, err
	}
	by, err := weightsOf(curves, made, in.algorithm)
	if err != nil {
		return Output{}, err
	}
	pairs, conflicts, err := pairsOf(curves, made, by, apart, in.algorithm)
	if err != nil {
		return Output{}, err
	}
	totals, err := totalsOf(curves, madeKind, receivedKind)
	if err != nil {
		return Output{}, err
	}
	if shared, some := totals.curve(receivedKind); some {
		ofProducers, err := producerCurves(curves, made, by, apart, shared)
		if err != nil {
			return Output{}, err
		}
		more := derivedRows(curves.Grid, ofProducers, stored)
		curves, derived = curves.with(more), append(derived, more...)
	}
	rest, err := totalsOf(curves, usedKind, metering.NatureSide{Nature: metering.Conso, Side: metering.Producer}, givenKind, keptKind,
		metering.NatureSide{Nature: metering.ProdExt, Side: metering.Consumer}, metering.NatureSide{Nature: metering.ProdExt, Side: metering.Producer},
		metering.NatureSide{Nature: metering.ConsExt, Side: metering.Consumer}, metering.NatureSide{Nature: metering.ConsExt, Side: metering.Producer})
	if err != nil {
		return Output{}, err
	}
	alone, err := aloneTotals(curves)
	if err != nil {
		return Output{}, err
	}
	totals = slices.Concat(totals, rest, alone)
	if apart != nil {
		conflicts = append(conflicts, apart.Conflicts...)
	}
	seen, err := findingsOf(curves, totals, in.arrived)
	if err != nil {
		return Output{}, err
	}
	fresh := slices.SortedFunc(slices.Values(slices.Concat(in.arrived, seen.found, conflicts)), metering.Finding.Compare)
	out := Output{Derived: changedRows(curves.Grid, derived, stored), Rollup: Rollup{Month: in.Month, Pairs: pairs,
		Findings: standing(curves, fresh, in.before, seen.looked)}}
	for _, t := range totals {
		out.Rollup.Sums, out.Rollup.Distributions = append(out.Rollup.Sums, t.Sum), append(out.Rollup.Distributions, t.Each)
	}
	out.Rollup.LatestDay = latestDay(out.Rollup.Distributions)
	out.Warnings = slices.Concat(metering.FindingFaults(fresh), balanceWarning(in.Month, out.Rollup.Findings), silentWarning(curves))
	return out, nil
}
