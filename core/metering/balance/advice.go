package balance

import (
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/drawing"
)

// Advice is one thing a site may do to use more of what is local. It is given only where it is worth it.
type Advice struct {
	Kind     AdviceKind
	From, To int            // full hours of legal time
	Energy   energy.MilliWh // at most, on a mean day of the last weeks
}

// AdviceKind is what is advised, by the kind of site.
type AdviceKind string

// The kinds: use moved into the hours in which the operation has most left over, at home or at work;
// into those of one's own surplus; and a surplus that finds nobody.
const (
	MoveAtHome  AdviceKind = "MOVE_AT_HOME"
	MoveAtWork  AdviceKind = "MOVE_AT_WORK"
	MoveToOwn   AdviceKind = "MOVE_TO_OWN"
	SeekPartner AdviceKind = "SEEK_PARTNER"
)

// worthwhile is the least energy a day of which advice is given; at 7 cents between grid and local
// energy it makes 2 euros a month.
const worthwhile = energy.KilowattHour

// fewestDays is of how many days hours are spoken of at all.
const fewestDays = 7

// move shifts use of the grid into the best hours of a surplus: no more than is left over there, nor than
// is drawn at other hours. Nil where that is not worth it.
func move(kind AdviceKind, surplus, used, shared drawing.HourProfile) *Advice {
	if surplus.Best == nil || min(surplus.Counted, used.Counted, shared.Counted) < fewestDays {
		return nil
	}
	out := Advice{Kind: kind, From: surplus.Best.From, To: surplus.Best.From + 2}
	var elsewhere energy.MilliWh
	for hour, mean := range used.Means {
		if mean == drawing.Gap || shared.Means[hour] == drawing.Gap || hour >= out.From && hour < out.To {
			continue
		}
		elsewhere += energy.MilliWh(max(0, mean-shared.Means[hour]))
	}
	out.Energy = min(surplus.Best.Energy, elsewhere)
	if out.Energy < worthwhile {
		return nil
	}
	return &out
}

// seek tells of a surplus of which at least worthwhile a day finds nobody.
func seek(surplus drawing.HourProfile) *Advice {
	if surplus.Best == nil || surplus.Counted < fewestDays {
		return nil
	}
	var day energy.MilliWh
	for _, mean := range surplus.Means {
		if mean != drawing.Gap {
			day += energy.MilliWh(mean)
		}
	}
	if day < worthwhile {
		return nil
	}
	return &Advice{Kind: SeekPartner, From: surplus.Best.From, To: surplus.Best.From + 2, Energy: day}
}

// kindFor is which advice a site is given; SeekPartner looks at what it made, MoveToOwn at both.
func kindFor(s metering.Site) AdviceKind {
	switch {
	case s.Plays(metering.Consumer) && s.Plays(metering.Producer):
		return MoveToOwn
	case s.Plays(metering.Producer):
		return SeekPartner
	case s.Professional:
		return MoveAtWork
	}
	return MoveAtHome
}
