package billable

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
)

// SideMonth is what lacks of one side of a site in a month before it can be billed.
type SideMonth struct {
	Site  metering.Site
	Side  metering.Side
	Month civil.Month
	Days  civil.Range // of the month on which the site takes part
	// Missing are days of which the billed curve is not whole; Provisional are whole ones that
	// the operator may still change.
	Missing, Provisional []civil.Range
	// Measured: what the site drew, or made, is whole on all its days, so that what is missing is
	// the operator's allocation. For a producer the two are the same curve.
	Measured bool
	// Consumed and Received are of a consumer, Produced of a producer; the others owe no day.
	Consumed, Received, Produced KnownDays
}

// KnownDays is what is known of a curve on the days that it is owed for.
type KnownDays struct {
	Energy             energy.MilliWh // of the values that are there
	Owed, Known, Whole int            // days, those with some value, those with all
}

// Plus is what is known of both.
func (k KnownDays) Plus(other KnownDays) KnownDays {
	return KnownDays{Energy: k.Energy + other.Energy, Owed: k.Owed + other.Owed, Known: k.Known + other.Known, Whole: k.Whole + other.Whole}
}

// knownDays adds up the days of a curve; one that is not stored has none.
func knownDays(curve metering.Days, month civil.Month, days civil.Range) KnownDays {
	out := KnownDays{Owed: days.Days()}
	for d := days.From; d < days.To && curve != nil; d++ {
		day := curve[d-month.First()]
		if !day.State.Has(metering.HasData) {
			continue
		}
		out.Energy, out.Known = out.Energy+day.Sum, out.Known+1
		if day.State.Has(metering.Whole) {
			out.Whole++
		}
	}
	return out
}

// Ready reports whether the side can be billed for the month.
func (s SideMonth) Ready() bool { return len(s.Missing) == 0 && len(s.Provisional) == 0 }

// sideCurve names the stored month of a curve.
type sideCurve struct {
	dsoID  string
	side   metering.Side
	nature metering.Nature
	month  civil.Month
}

// cover sorts the days of a curve that lack: those that are not whole, and those that are and
// may still change. A curve that is not stored has no days.
func cover(curve metering.Days, month civil.Month, days civil.Range, final metering.Finality) (missing, provisional []civil.Range) {
	for d := days.From; d < days.To; d++ {
		one := []civil.Range{{From: d, To: d + 1}}
		switch {
		case curve == nil || !curve[d-month.First()].State.Has(metering.HasData|metering.Whole):
			missing = append(missing, one...)
		case !final.Final(d, curve[d-month.First()].State):
			provisional = append(provisional, one...)
		}
	}
	return civil.Merge(missing), civil.Merge(provisional)
}
