package pairing

import (
	"github.com/openpmo/pmo/core/allocation/margin"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// GivenCurve is what one producer gave on the steps from from to to, margin.Unknown where one of
// the curves has a gap. kept and told are its surplus and Autoconso as they were sent;
// nil where they were not. It gives nothing on the other steps of the month.
func GivenCurve(made loadcurve.Series, kept, told *loadcurve.Series, from, to int) []energy.MilliWh {
	if kept == nil && told == nil {
		return nil
	}
	out := make([]energy.MilliWh, made.N)
	for t := from; t < to; t++ {
		out[t] = margin.Unknown
	}
	fill := func(quality loadcurve.Runs, value func(t int) energy.MilliWh) {
		at := 0
		for _, run := range quality {
			for t := max(at, from); t < min(at+run.Count, to) && run.Quality != loadcurve.Missing; t++ {
				out[t] = value(t)
			}
			at += run.Count
		}
	}
	if told != nil {
		fill(told.Quality, func(t int) energy.MilliWh { return told.Values[t] })
	}
	if kept != nil {
		fill(metering.Lower(made.Quality, kept.Quality), func(t int) energy.MilliWh { return max(0, made.Values[t]-kept.Values[t]) })
	}
	return out
}

// Margins completes what producers gave: nil where nothing is known of any.
func Margins(given [][]energy.MilliWh, n int) [][]energy.MilliWh {
	some := false
	for _, column := range given {
		some = some || column != nil
	}
	if !some {
		return nil
	}
	for p, column := range given {
		if column == nil {
			given[p] = Unknown(n)
		}
	}
	return given
}

// Unknown is a column of which no step is known.
func Unknown(n int) []energy.MilliWh {
	out := make([]energy.MilliWh, n)
	for t := range out {
		out[t] = margin.Unknown
	}
	return out
}

// Weights is in proportion to what each consumer's energy is split over producers: what they
// gave, as far as it is known. received is what consumers received together, asked for
// only where it is known of some producers and not of others. At a step at which nobody
// gave anything it is what was made. orphans are the steps at which consumers received what
// nobody can have given: all say that they gave nothing, or what the others made is less
// than is left, by more than a tolerance.
func Weights(made, given [][]energy.MilliWh, received func() ([]energy.MilliWh, error), tolerance energy.MilliWh) (weights [][]energy.MilliWh, orphans []int, err error) {
	if given == nil || len(made) == 0 {
		return made, nil, nil
	}
	n := len(made[0])
	block := make([]energy.MilliWh, len(made)*n)
	for range made {
		weights, block = append(weights, block[:n:n]), block[n:]
	}
	var all []energy.MilliWh
	others, parts := make([]energy.MilliWh, len(made)), make([]energy.MilliWh, len(made))
	for t := range n {
		known, free, open := energy.MilliWh(0), energy.MilliWh(0), false
		for p := range made {
			others[p] = 0
			if v := given[p][t]; v != margin.Unknown {
				weights[p][t] = v
				known += v
			} else if others[p] = made[p][t]; others[p] > 0 {
				open = true
				free += others[p]
			}
		}
		switch {
		case known == 0 && !open:
			orphans = append(orphans, t)
			for p := range made {
				weights[p][t] = made[p][t]
			}
			continue
		case !open:
			continue
		case known == 0:
			copy(parts, others)
		default:
			if all == nil {
				if all, err = received(); err != nil {
					return nil, nil, err
				}
			}
			rest := max(0, all[t]-known)
			if rest > free+tolerance {
				orphans = append(orphans, t)
			}
			if err := energy.Split(parts, others, rest); err != nil {
				return nil, nil, err
			}
		}
		for p := range made {
			if others[p] > 0 {
				weights[p][t] = parts[p]
			}
		}
	}
	return weights, orphans, nil
}

// AtLeast raises columns to others, in new memory.
func AtLeast(columns, others [][]energy.MilliWh) [][]energy.MilliWh {
	out := make([][]energy.MilliWh, len(columns))
	for i, column := range columns {
		out[i] = make([]energy.MilliWh, len(column))
		for t, v := range column {
			out[i][t] = max(v, others[i][t])
		}
	}
	return out
}
