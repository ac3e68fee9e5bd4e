package civil

import "slices"

// Range is the days from From to the day before To. To ≤ From holds no day.
type Range struct{ From, To Date }

// Inclusive makes the range of the days first to last, both included, as the wire
// writes it. Error: range.reversed.
func Inclusive(first, last Date) (Range, error) {
	if last < first {
		return Range{}, ErrReversed.With("from", first.String()).With("to", last.String())
	}
	if last >= Forever {
		return Range{first, Forever}, nil
	}
	return Range{first, last + 1}, nil
}

// Contains reports whether d is one of the days.
func (r Range) Contains(d Date) bool { return r.From <= d && d < r.To }

// Covers reports whether every day of o is one of r's.
func (r Range) Covers(o Range) bool { return o.IsEmpty() || r.From <= o.From && o.To <= r.To }

// Overlaps reports whether a day is in both.
func (r Range) Overlaps(o Range) bool { return !r.Intersect(o).IsEmpty() }

// Intersect is the days in both; the zero Range when there are none.
func (r Range) Intersect(o Range) Range {
	c := Range{max(r.From, o.From), min(r.To, o.To)}
	if c.IsEmpty() {
		return Range{}
	}
	return c
}

// Days is the number of days.
func (r Range) Days() int { return max(0, int(r.To)-int(r.From)) }

// IsEmpty reports whether there is no day.
func (r Range) IsEmpty() bool { return r.To <= r.From }

// IsOpen reports whether the range has no end.
func (r Range) IsOpen() bool { return r.To >= Forever }

// Last is the last day that belongs to the range. An empty range has none.
func (r Range) Last() Date { return r.To - 1 }

// AtMost refuses a range longer than so many months from its first day.
// Error: range.tooLong.
func (r Range) AtMost(months int) error {
	if r.To > r.From.AddMonths(months) {
		return ErrTooLong.With("months", months)
	}
	return nil
}

// String is "from..to", the end excluded.
func (r Range) String() string { return r.From.String() + ".." + r.To.String() }

// Merge puts ranges in order and joins those that overlap or touch; empty ones go.
// The argument is left alone.
func Merge(ranges []Range) []Range {
	sorted := slices.DeleteFunc(slices.Clone(ranges), Range.IsEmpty)
	slices.SortFunc(sorted, func(a, b Range) int { return int(a.From) - int(b.From) })
	var out []Range
	for _, r := range sorted {
		if n := len(out); n > 0 && r.From <= out[n-1].To {
			out[n-1].To = max(out[n-1].To, r.To)
			continue
		}
		out = append(out, r)
	}
	return out
}
