package allocation

import "github.com/openpmo/pmo/core/allocation/coefficient"

// CoefficientDifference is the mean coefficient of a site in a month and in the month
// before, for all production together or for one producer (full dynamique). nil = the
// site has no column there, or the producer no file.
type CoefficientDifference struct {
	Producer     string // its number; "" = all production together
	Site         string // its number
	Mean, Before *int64 // in ten-thousandths of a percent
}

// Differences sets the means of the month beside those of the month before, file by
// file: those of this month in their order, then those that are gone. ok is false
// without a month before, and where one of the two pools all production and the other
// has a file for each producer: their percentages are not of the same thing.
func (s CoefficientSet) Differences() (rows []CoefficientDifference, ok bool) {
	if s.Previous == nil || s.Mode != s.Previous.Mode {
		return nil, false
	}
	type column struct{ producer, site string }
	at := map[column]int{}
	put := func(set coefficient.Set, to func(*CoefficientDifference) **int64) {
		for _, m := range set.Means() {
			c := column{set.Producer, m.Site}
			i, known := at[c]
			if !known {
				i = len(rows)
				at[c] = i
				rows = append(rows, CoefficientDifference{Producer: c.producer, Site: c.site})
			}
			mean := m.Mean
			*to(&rows[i]) = &mean
		}
	}
	for _, f := range s.Files {
		put(f.Set, func(d *CoefficientDifference) **int64 { return &d.Mean })
	}
	for _, f := range s.Previous.Files {
		put(f.Set, func(d *CoefficientDifference) **int64 { return &d.Before })
	}
	return rows, true
}
