package fake

import (
	"math"

	"github.com/openpmo/pmo/core/civil"
)

// quarters of a day without a change of the clock; shapes are by quarter on the wall.
const quarters = 96

// shape is a factor of a site's mean power for each quarter of a day, in thousandths.
type shape [quarters]int64

// hourly makes a shape of 24 values, with straight lines between the hours.
func hourly(values [24]int64) (s shape) {
	for h, v := range values {
		next := values[(h+1)%24]
		for q := range int64(4) {
			s[h*4+int(q)] = (v*(4-q) + next*q) / 4
		}
	}
	return s
}

// Habits, ours: households by working day and week-end, businesses open and closed.
var (
	householdWork = hourly([24]int64{600, 520, 480, 460, 460, 520, 760, 1150, 1200, 950, 850, 880, 1050, 1020, 880, 820, 880, 1150, 1600, 1900, 1850, 1500, 1150, 820})
	householdRest = hourly([24]int64{700, 580, 520, 480, 460, 470, 540, 720, 1000, 1250, 1380, 1480, 1600, 1450, 1250, 1150, 1150, 1300, 1600, 1750, 1650, 1400, 1150, 900})
	businessOpen  = hourly([24]int64{380, 360, 350, 350, 370, 450, 750, 1300, 1850, 2050, 2100, 2050, 1800, 1950, 2050, 2000, 1900, 1650, 1150, 750, 560, 480, 430, 400})
	businessShut  = hourly([24]int64{370, 360, 350, 350, 350, 350, 360, 380, 400, 410, 420, 420, 410, 410, 400, 400, 390, 390, 390, 390, 390, 385, 380, 375})
)

// season is a factor of the mean power by month, in thousandths; electric heating in
// households, some cooling in businesses.
var (
	householdSeason = [12]int64{1550, 1480, 1250, 980, 780, 680, 650, 640, 740, 950, 1250, 1480}
	businessSeason  = [12]int64{1180, 1150, 1050, 950, 900, 960, 1050, 980, 920, 950, 1050, 1150}
)

// seasonOn goes from the middle of a month to that of the next without a jump.
func seasonOn(season *[12]int64, d civil.Date) int64 {
	_, month, day := d.YearMonthDay()
	m := int(month) - 1
	days := int64(civil.MonthOf(d).Days())
	at := int64(day)*2 - days // from -days to days, 0 in the middle
	other := season[(m+1)%12]
	if at < 0 {
		other, at = season[(m+11)%12], -at
	}
	return (season[m]*(2*days-at) + other*at) / (2 * days)
}

// sunOn is the power of a panel under a clear sky for each quarter in UTC, in
// thousandths of its peak, at the latitude of the middle of France. Conversions to
// float64 keep processors from fusing multiplications, which would round otherwise.
func sunOn(d civil.Date) (s [quarters]int64) {
	const (
		latitude  = 46.5 * math.Pi / 180
		longitude = 2.5 // degrees east
	)
	first := civil.NewDate(d.Year(), 1, 1)
	tilt := float64(-23.44*math.Pi/180) * math.Cos(float64(2*math.Pi/365)*float64(d-first+10))
	a := float64(math.Sin(latitude) * math.Sin(tilt))
	b := float64(math.Cos(latitude) * math.Cos(tilt))
	for q := range s {
		hour := float64(float64(q)+0.5)/4 + longitude/15
		height := a + float64(b*math.Cos(float64((hour-12)*math.Pi/12)))
		if height > 0 {
			// Panels lose some to heat, dust and wires, and more in the thick air of low sun.
			s[q] = int64(math.Round(float64(800 * float64(height*math.Sqrt(height)) / (height + 0.12))))
		}
	}
	return s
}

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
