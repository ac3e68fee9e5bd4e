//go:build linux

package main

import (
	"fmt"
	"time"

	"github.com/openpmo/pmo/adapters/dso/fake"
	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// coefficients compares what the two roundings of percentages cost over a year of the
// curves of FAKE: energy that a key shares and that coefficients of two decimals, applied
// by the operator, do not give. The figure is the worst of all keys and sizes.
func coefficients(r *results) error {
	keys := []share.Algorithm{share.ByDefault, share.ByEquality, share.ByPriority}
	worst := 0.
	for _, sites := range []int{25, 200} {
		operator := fake.New("BENCH", 1, civil.Paris, fake.Sites("BENCH", 1, sites, 3))
		year := civil.Range{From: civil.NewDate(2025, time.January, 1), To: civil.NewDate(2026, time.January, 1)}
		lost := map[share.Algorithm][2]energy.MilliWh{}
		var shared energy.MilliWh
		for _, set := range operator.Datasets(year, year.To.AddDays(60)) {
			production, consumption := yearColumns(set)
			for _, key := range keys {
				sums, all, err := roundingLoss(key, production, consumption)
				if err != nil {
					return err
				}
				before := lost[key]
				lost[key] = [2]energy.MilliWh{before[0] + sums[0], before[1] + sums[1]}
				if key == share.ByDefault {
					shared += all
				}
			}
		}
		for _, key := range keys {
			ours, floor := lost[key][0], lost[key][1]
			if floor <= 0 {
				return fmt.Errorf("%s: floors lose nothing", key)
			}
			ratio := float64(ours) / float64(floor)
			worst = max(worst, ratio)
			r.tell("coefficients of %d sites, %s: largest remainder loses %.3f kWh of %.0f shared, rival floor %.3f (%.4f)", sites, key,
				float64(ours)/1e6, float64(shared)/1e6, float64(floor)/1e6, ratio)
		}
	}
	r.set("coefficients-loss", worst)
	return nil
}

// yearColumns turns a month of the operator into columns.
func yearColumns(set curvefile.Dataset) (production []energy.MilliWh, consumption [][]energy.MilliWh) {
	for _, reading := range set.Readings {
		values := reading.Runs[0].Values
		if reading.Nature == metering.Conso {
			consumption = append(consumption, values)
			continue
		}
		if production == nil {
			production = make([]energy.MilliWh, len(values))
		}
		for t, v := range values {
			production[t] += v
		}
	}
	return production, consumption
}

// roundingLoss is what largest remainder and floor lose, and what is shared.
func roundingLoss(key share.Algorithm, production []energy.MilliWh, consumption [][]energy.MilliWh) (lost [2]energy.MilliWh, all energy.MilliWh, err error) {
	var k share.Kernel
	rule := share.Rule{Algorithm: key}
	for i := range consumption {
		rule.Parameters = append(rule.Parameters, int64(1+i%4))
	}
	shared, applied := columns[energy.MilliWh](len(consumption), len(production)), columns[energy.MilliWh](len(consumption), len(production))
	if err := k.Share(shared, production, consumption, rule); err != nil {
		return lost, 0, err
	}
	for i, rounding := range []coefficient.Rounding{coefficient.LargestRemainder, coefficient.Floor} {
		s := coefficient.Setting{Decimals: 2, Rounding: rounding}
		values, err := s.Round(shared, production)
		if err != nil {
			return lost, 0, err
		}
		if err := k.Dynamic(applied, production, consumption, values, int64(coefficient.Whole(2))); err != nil {
			return lost, 0, err
		}
		if lost[i], err = coefficient.Loss(shared, applied); err != nil {
			return lost, 0, err
		}
	}
	totals, err := share.Totals(shared)
	if err != nil {
		return lost, 0, err
	}
	all, err = energy.Sum(totals)
	return lost, all, err
}
