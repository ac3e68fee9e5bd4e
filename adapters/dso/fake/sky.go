package fake

import (
	"github.com/openpmo/pmo/core/civil"
)

// sky is what all sites of an operation have in common on a civil day, by quarter.
type sky struct {
	wall  []uint8 // quarter on the clock of the wall
	light []int64 // clear sky, thousandths of a panel's peak
	clear []int64 // what clouds leave of it, thousandths
}

func (o *Operator) skies(days civil.Range) []sky {
	all := make([]sky, 0, days.Days())
	for d := days.From; d < days.To; d++ {
		all = append(all, o.sky(d))
	}
	return all
}

// sky of a day. Clouds wander around the mean of their day, never above a clear sky.
func (o *Operator) sky(d civil.Date) sky {
	r := o.all.at(int64(d))
	from := o.zone.Start(d)
	n := o.zone.Steps(d, step)
	s := sky{wall: make([]uint8, n), light: make([]int64, n), clear: make([]int64, n)}
	mean := 1000 - r.below(31)*r.below(31) // clear days are the most frequent
	change := (1000 - mean) * mean / 700   // a half clouded sky changes the most
	wander := int64(0)
	sun, sunDay := [quarters]int64{}, civil.Min
	for i := range n {
		utc := from.Unix() + int64(i)*900
		if day := civil.Date(utc / 86400); day != sunDay {
			sun, sunDay = sunOn(day), day
		}
		local := from.Unix() + int64(i)*900 + offset(o.zone, utc)
		s.wall[i] = uint8(local % 86400 / 900)
		s.light[i] = sun[utc%86400/900]
		wander = wander*9/10 + (r.around(1000)-1000)*change/1000
		s.clear[i] = min(max(mean+wander, 60), 1000)
	}
	return s
}
