package analysis

import (
	"cmp"
	"slices"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/replay"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
)

// DefaultDrift is the percentage above which ours and the operator's figures drift
// apart, where no setting says otherwise.
const DefaultDrift = 2.0

// leastDrift is a difference too small to speak of whatever its percentage: 0.1 kWh.
const leastDrift = 100_000

// Drift is ours against the operator's over the days that have both.
type Drift struct {
	Days         civil.Range
	Threshold    float64 // percent
	ComparedDays int
	Sites        []SiteDrift // largest Moved first
	// Contradictions are days on which what a site received cannot come from the producers
	// of which the key gives it a part, ascending.
	Contradictions []replay.Contradiction
}

// SiteDrift is that of one site, with the days that differ.
type SiteDrift struct {
	allocation.Site
	DSO, Expected energy.MilliWh
	Moved         energy.MilliWh // sum of the differences of the days, each without its sign
	Alert         bool           // some day drifts
	Days          []DayDrift
}

// DayDrift is a day with a difference; Alert reports whether it drifts.
type DayDrift struct {
	replay.DayShares
	Alert bool
}

// Difference is ours less the operator's. Days that differ both ways make up for each
// other in it.
func (d SiteDrift) Difference() energy.MilliWh { return d.Expected - d.DSO }

// add takes a day that has both figures.
func (d *SiteDrift) add(day replay.DayShares, threshold float64) {
	d.DSO += day.DSO
	d.Expected += day.Expected
	if day.DSO == day.Expected {
		return
	}
	alert := Drifts(day.DSO, day.Expected, threshold)
	d.Alert = d.Alert || alert
	d.Moved += size(day.Expected - day.DSO)
	d.Days = append(d.Days, DayDrift{day, alert})
}

// compare fills in the sites.
func (out *Drift) compare(sites []replay.SiteDays) {
	compared := map[civil.Date]bool{}
	for _, site := range sites {
		d := SiteDrift{Site: site.Site}
		for _, day := range site.Days {
			if !day.Both {
				continue
			}
			compared[day.Day] = true
			d.add(day, out.Threshold)
		}
		if len(d.Days) > 0 {
			out.Sites = append(out.Sites, d)
		}
	}
	slices.SortFunc(out.Sites, func(a, b SiteDrift) int {
		return cmp.Or(cmp.Compare(b.Moved, a.Moved), cmp.Compare(a.ID, b.ID))
	})
	out.ComparedDays = len(compared)
}

// Drifts reports whether our figure of a day is further from the operator's than a percentage of
// it, and than 0.1 kWh (domain 6.6).
func Drifts(dso, expected energy.MilliWh, percent float64) bool {
	gap := size(expected - dso)
	return gap > leastDrift && float64(gap) > percent/100*float64(dso)
}

func size(v energy.MilliWh) energy.MilliWh { return max(v, -v) }
