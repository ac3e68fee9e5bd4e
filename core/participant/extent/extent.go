// Package extent says how far apart the sites of an operation lie and how much its producers can
// make, beside what the law allows on a day (domain 9.1).
package extent

import (
	"math"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/party"
)

// LimitName is a distance that the law allows.
type LimitName string

// The distances of an extended operation: for all; by derogation in rural and peri-urban communes
// only; in rural communes only.
const (
	Extended  LimitName = "EXTENDED"
	PeriUrban LimitName = "PERI_URBAN"
	Rural     LimitName = "RURAL"
)

// CapName is where a power cap holds.
type CapName string

// The caps: on the mainland, and where the grid is not connected to it.
const (
	Mainland CapName = "MAINLAND"
	Islands  CapName = "ISLANDS"
)

type distanceRule struct {
	name   LimitName
	metres int64
	days   civil.Range
}

type capRule struct {
	name  CapName
	watts int64
	days  civil.Range
}

// amended is when the order of 21 November 2019 got the form that these rows are of.
var amended = civil.NewDate(2025, 2, 21)

// A change of the law ends a row and adds another. Ascending by distance.
var (
	distances = []distanceRule{
		{Extended, 2_000, civil.Range{From: amended, To: civil.Forever}},
		{PeriUrban, 10_000, civil.Range{From: amended, To: civil.Forever}},
		{Rural, 20_000, civil.Range{From: amended, To: civil.Forever}},
	}
	caps = []capRule{
		{Mainland, 3_000_000, civil.Range{From: civil.NewDate(2019, 11, 21), To: amended}},
		{Mainland, 5_000_000, civil.Range{From: amended, To: civil.Forever}},
		{Islands, 500_000, civil.Range{From: civil.NewDate(2019, 11, 21), To: civil.Forever}},
	}
)

// Limit is a distance and whether the farthest sites keep to it.
type Limit struct {
	Name   LimitName
	Metres int64
	Within bool
}

// Cap is what the power of all producers stays under.
type Cap struct {
	Name   CapName
	Watts  int64
	Within bool
}

// Extent is how large an operation is on a day. What is not known is named and not counted.
type Extent struct {
	Sites    int                       // that take part, or are to
	Metres   *int64                    // between the two farthest; nil = fewer than two have a place
	Farthest []participant.Participant // these two, by name
	Limits   []Limit                   // ascending; none where the law has none, or no distance is known
	Unplaced []participant.Participant // sites without a place

	Watts     int64 // of the producers whose power is known
	Producers int
	Powerless []participant.Participant // producers whose power is not known
	Cap       *Cap                      // nil = the law has none
}

// Of measures the sites of a country on a day; those that have left are not looked at. sites are by
// name.
func Of(country dso.Country, sites []participant.Participant, today civil.Date) (e Extent) {
	var placed []participant.Participant
	islands := false
	for _, p := range sites {
		if p.Activation != nil && p.Activation.To <= today {
			continue
		}
		e.Sites++
		islands = islands || party.VATApart(country, p.PostCode) // the same places: Corsica and overseas
		if p.Position == nil {
			e.Unplaced = append(e.Unplaced, p)
		} else {
			placed = append(placed, p)
		}
		if !p.Produces() {
			continue
		}
		e.Producers++
		if p.ContractPower == nil {
			e.Powerless = append(e.Powerless, p)
		} else {
			e.Watts += *p.ContractPower
		}
	}
	if a, b, metres, ok := farthest(placed); ok {
		e.Metres, e.Farthest = &metres, []participant.Participant{placed[a], placed[b]}
	}
	if country != dso.France {
		return e
	}
	for _, r := range distances {
		if e.Metres != nil && r.days.Contains(today) {
			e.Limits = append(e.Limits, Limit{r.name, r.metres, *e.Metres <= r.metres})
		}
	}
	where := Mainland
	if islands {
		where = Islands
	}
	for _, r := range caps {
		if e.Producers > 0 && r.name == where && r.days.Contains(today) {
			e.Cap = &Cap{r.name, r.watts, e.Watts < r.watts}
		}
	}
	return e
}

// earth is the mean radius in metres.
const earth = 6_371_008.8

// farthest finds the two sites with the greatest distance, by great circle, rounded to the metre. The
// straight line through the earth grows with it, and is cheaper to compare.
func farthest(placed []participant.Participant) (a, b int, metres int64, ok bool) {
	type point struct{ x, y, z float64 }
	points := make([]point, len(placed))
	for i, p := range placed {
		lat, lon := p.Position.Latitude*math.Pi/180, p.Position.Longitude*math.Pi/180
		points[i] = point{math.Cos(lat) * math.Cos(lon), math.Cos(lat) * math.Sin(lon), math.Sin(lat)}
	}
	best := -1.0
	for i, p := range points {
		for j := i + 1; j < len(points); j++ {
			q := points[j]
			if d := (p.x-q.x)*(p.x-q.x) + (p.y-q.y)*(p.y-q.y) + (p.z-q.z)*(p.z-q.z); d > best {
				best, a, b = d, i, j
			}
		}
	}
	if best < 0 {
		return 0, 0, 0, false
	}
	return a, b, int64(math.Round(2 * earth * math.Asin(min(1, math.Sqrt(best)/2)))), true
}
