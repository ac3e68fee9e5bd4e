// Package period counts billing periods from an anchor, and cuts days by them.
package period

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/money"
)

// Segment is a stretch of days of one billing period that is billed at once.
type Segment struct {
	Period civil.Range // the whole billing period
	Days   civil.Range // the days of it that are billed; never empty
}

// boundary is the k-th start of a period of n months. It is counted from the anchor
// each time, so that an anchor on the 31st does not drift to the 28th; k may be
// negative.
func boundary(anchor civil.Date, n, k int) civil.Date { return anchor.AddMonths(n * k) }

// periodIndex is the k whose period holds d.
func periodIndex(anchor civil.Date, n int, d civil.Date) int {
	k := (int(civil.MonthOf(d))-int(civil.MonthOf(anchor)))/n - 1
	for boundary(anchor, n, k+1) <= d {
		k++
	}
	return k
}

// Segments cuts the days of a subscription into billing periods of n months counted
// from anchor, oldest first, and keeps those whose last day is not after upTo: a
// period that the subscription leaves earlier is due at its last day. It stops after
// most of them, so that an end in the far future costs nothing.
func Segments(anchor civil.Date, n int, days civil.Range, upTo civil.Date, most int) []Segment {
	if days.IsEmpty() {
		return nil
	}
	var due []Segment
	for k := periodIndex(anchor, n, days.From); ; k++ {
		period := civil.Range{From: boundary(anchor, n, k), To: boundary(anchor, n, k+1)}
		s := Segment{Period: period, Days: period.Intersect(days)}
		if s.Days.IsEmpty() || s.Days.Last() > upTo {
			return due
		}
		if due = append(due, s); len(due) == most {
			return due
		}
	}
}

// Months is how many months the days are, in parts of money.MonthParts: each month
// between two anniversaries counts for the share of its days that is covered.
func Months(anchor civil.Date, days civil.Range) int64 {
	var parts int64
	for k := periodIndex(anchor, 1, days.From); ; k++ {
		month := civil.Range{From: boundary(anchor, 1, k), To: boundary(anchor, 1, k+1)}
		covered := month.Intersect(days)
		if covered.IsEmpty() {
			return parts
		}
		parts += int64(covered.Days()) * money.MonthParts / int64(month.Days())
	}
}

// Subtract is the days of r that are in none of taken, in order.
func Subtract(r civil.Range, taken []civil.Range) []civil.Range {
	var left []civil.Range
	from := r.From
	for _, t := range civil.Merge(taken) {
		if part := (civil.Range{From: from, To: min(t.From, r.To)}); !part.IsEmpty() {
			left = append(left, part)
		}
		from = max(from, t.To)
	}
	if part := (civil.Range{From: from, To: r.To}); !part.IsEmpty() {
		left = append(left, part)
	}
	return left
}
