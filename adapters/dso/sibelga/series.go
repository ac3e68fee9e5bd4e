package sibelga

import (
	"slices"
	"time"

	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// series collects the quarters of one access point and kind, in any order: sixteen bytes
// a value.
type series struct {
	dsoID string
	kind
	quarters []int32 // since 1970
	values   []energy.MilliWh
	rows     []int32
	seen     map[int64]bool // starts in the hour that autumn repeats
}

// doubled decides which of the two instants a label of the doubled hour is: the first
// line that has it is in summer time, the second in winter time, whether the lines stand
// beside each other or an hour apart (domain 2.3).
func (s *series) doubled(summer, winter int64) int64 {
	if s.seen == nil {
		s.seen = map[int64]bool{}
	}
	if !s.seen[summer] {
		s.seen[summer] = true
		return summer
	}
	return winter
}

func (s *series) add(quarter int32, v energy.MilliWh, row int32) {
	s.quarters = append(s.quarters, quarter)
	s.values = append(s.values, v)
	s.rows = append(s.rows, row)
}

// runs gives the values in the order of time. Values that are there twice and equal
// count as repeated; unequal ones are refused.
func (s *series) runs(refusals *text.Refusals) (runs []curvefile.Run, repeated int) {
	s.sort()
	keep := 0
	for i, q := range s.quarters {
		if keep > 0 && q == s.quarters[keep-1] {
			if s.values[i] == s.values[keep-1] {
				repeated++
				continue
			}
			refusals.Add(metering.ErrDuplicate.OnRow(int(s.rows[i])).With("value", s.dsoID).With("nature", s.nature.String()).
				With("date", time.Unix(int64(q)*quarter, 0).UTC().Format(time.RFC3339)))
			continue
		}
		s.quarters[keep], s.values[keep], s.rows[keep] = q, s.values[i], s.rows[i]
		keep++
	}
	for i := 0; i < keep; {
		j := i + 1
		for j < keep && s.quarters[j] == s.quarters[j-1]+1 {
			j++
		}
		runs = append(runs, curvefile.Run{Start: int64(s.quarters[i]) * quarter, Step: quarter, Values: s.values[i:j:j], Row: int(s.rows[i])})
		i = j
	}
	return runs, repeated
}

func (s *series) sort() {
	if slices.IsSorted(s.quarters) {
		return
	}
	order := make([]int32, len(s.quarters))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return int(s.quarters[a]) - int(s.quarters[b]) })
	quarters, values, rows := make([]int32, len(order)), make([]energy.MilliWh, len(order)), make([]int32, len(order))
	for i, from := range order {
		quarters[i], values[i], rows[i] = s.quarters[from], s.values[from], s.rows[from]
	}
	s.quarters, s.values, s.rows = quarters, values, rows
}
