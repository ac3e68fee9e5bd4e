package allocation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/openpmo/pmo/core/fault"
)

// daysOf are the days of a month in a leap year.
var daysOf = [13]int{0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}

// checkSeasons wants names, days that exist, and together the whole year, each day in
// one season (decisions 3.7). None at all is one key all year.
func checkSeasons(seasons []Season) error {
	var wrong fault.List
	names := map[string]bool{}
	for i, s := range seasons {
		at := "seasons." + strconv.Itoa(i)
		if fold(s.Name) == "" || names[fold(s.Name)] {
			wrong.Add(ErrSeasonName.With("name", s.Name).At(at + ".name"))
		}
		names[fold(s.Name)] = true
		if !s.Start.exists() {
			wrong.Add(ErrSeasonDay.At(at + ".start"))
		}
		if !s.End.exists() {
			wrong.Add(ErrSeasonDay.At(at + ".end"))
		}
	}
	if len(seasons) > 0 && len(wrong.Items) == 0 {
		wrong.Add(checkYear(seasons))
	}
	if len(wrong.Items) == 1 {
		return wrong.Items[0]
	}
	return wrong.Err(ErrInvalid)
}

func (d YearDay) exists() bool {
	return d.Month >= 1 && d.Month <= 12 && d.Day >= 1 && d.Day <= daysOf[d.Month]
}

func (d YearDay) String() string { return fmt.Sprintf("%02d-%02d", d.Month, d.Day) }

// checkYear names the first day that is in no season or in two.
func checkYear(seasons []Season) error {
	for month := 1; month <= 12; month++ {
		for day := 1; day <= daysOf[month]; day++ {
			d, in := YearDay{month, day}, 0
			for _, s := range seasons {
				if s.Has(d) {
					in++
				}
			}
			if in != 1 {
				return ErrSeasonYear.With("date", d.String()).With("seasons", in)
			}
		}
	}
	return nil
}

// checkSeason refuses a key for a season that is not among those of the operation, and
// one for the whole year that would hold on no day, since every season has its own.
func (t Timeline) checkSeason(c Config) error {
	seasonality, _ := t.SeasonalityOn(c.EffectiveDate)
	if c.Season != "" {
		if !seasonality.has(c.Season) {
			return ErrSeason.With("name", c.Season)
		}
		return nil
	}
	t.Versions = append(slices.Clone(t.Versions), c)
	if t.holds(c, c.EffectiveDate) || t.holdsAfter(c, c.EffectiveDate) {
		return nil
	}
	names := make([]string, len(seasonality.Seasons))
	for i, s := range seasonality.Seasons {
		names[i] = s.Name
	}
	return ErrSeasonRequired.With("seasons", strings.Join(names, ", "))
}
