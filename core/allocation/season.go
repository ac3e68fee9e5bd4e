package allocation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant"
)

// YearDay is a day of every year. The last days of February are one: 28 and 29 both
// mean its last day where a season ends.
type YearDay struct{ Month, Day int }

// ParseYearDay reads MM-DD. Error: season.day.
func ParseYearDay(text string) (YearDay, error) {
	month, day, ok := strings.Cut(text, "-")
	m, errMonth := strconv.Atoi(month)
	n, errDay := strconv.Atoi(day)
	if !ok || errMonth != nil || errDay != nil {
		return YearDay{}, ErrSeasonDay
	}
	return YearDay{m, n}, nil
}

func (d YearDay) before(o YearDay) bool {
	return d.Month < o.Month || d.Month == o.Month && d.Day < o.Day
}

// Season is a named part of the year, both days included; it may run over the new
// year (domain 2.4).
type Season struct {
	Name       string
	Start, End YearDay
}

// Has reports whether the day lies in the season.
func (s Season) Has(d YearDay) bool {
	end := s.End
	if end.Month == 2 && end.Day >= 28 {
		end.Day = 29
	}
	if end.before(s.Start) {
		return !d.before(s.Start) || !end.before(d)
	}
	return !d.before(s.Start) && !end.before(d)
}

// ProposedSeasons are the two of the network tariff (domain 2.4), by their French names.
func ProposedSeasons() []Season {
	return []Season{
		{Name: "Saison haute", Start: YearDay{11, 1}, End: YearDay{3, 31}},
		{Name: "Saison basse", Start: YearDay{4, 1}, End: YearDay{10, 31}},
	}
}

// Seasonality is the seasons of an operation from a day on; none = one key all year.
// It never changes.
type Seasonality struct {
	OperationID   id.ID
	ID            id.ID
	Version       int // 1 is the first of the operation
	Seasons       []Season
	EffectiveDate civil.Date
	Reason        string
	AuthorID      id.ID
	Author        string // name, filled by the use cases
	CreatedAt     time.Time
}

// SeasonOn is the season of a day; "" = the operation has none then.
func (s Seasonality) SeasonOn(day civil.Date) string {
	at := YearDay{int(day.Month()), day.Day()}
	i := slices.IndexFunc(s.Seasons, func(season Season) bool { return season.Has(at) })
	if i < 0 {
		return ""
	}
	return s.Seasons[i].Name
}

func (s Seasonality) has(name string) bool {
	return slices.ContainsFunc(s.Seasons, func(season Season) bool { return season.Name == name })
}

// Timeline is all that says which key holds when: versions and seasons of one
// operation, in any order.
type Timeline struct {
	Versions      []Config
	Seasonalities []Seasonality
}

// NextVersion is the number of the version that is set next.
func (t Timeline) NextVersion() int {
	last := 0
	for _, c := range t.Versions {
		last = max(last, c.Version)
	}
	return last + 1
}

// SeasonalityOn is the one in force on a day; none before the first.
func (t Timeline) SeasonalityOn(day civil.Date) (found Seasonality, ok bool) {
	for _, s := range t.Seasonalities {
		if s.EffectiveDate > day {
			continue
		}
		if !ok || s.EffectiveDate > found.EffectiveDate || s.EffectiveDate == found.EffectiveDate && s.Version > found.Version {
			found, ok = s, true
		}
	}
	return found, ok
}

// On is the version that holds on a day: that of the day's season where it has one,
// else that of the whole year. ok is false when there is no version at all.
func (t Timeline) On(day civil.Date) (Config, bool) {
	seasonality, _ := t.SeasonalityOn(day)
	if season := seasonality.SeasonOn(day); season != "" {
		if c, ok := t.Of(season, day); ok {
			return c, true
		}
	}
	return InForce(t.yearly(), day)
}

// Status is where a version stands on a day. A version for a season is in force from
// its day on, whatever season it is; one for the whole year only while some season has
// none of its own.
func (t Timeline) Status(c Config, day civil.Date) Status {
	switch {
	case t.holds(c, day):
		return InForceNow
	case t.holdsAfter(c, day):
		return Scheduled
	}
	return Superseded
}

// holds reports whether a version holds at some time of the year, by what is in force on a
// day.
func (t Timeline) holds(c Config, day civil.Date) bool {
	seasonality, _ := t.SeasonalityOn(day)
	if c.Season != "" {
		found, ok := t.Of(c.Season, day)
		return ok && found.ID == c.ID && seasonality.has(c.Season)
	}
	withoutKey := func(s Season) bool { _, ok := t.Of(s.Name, day); return !ok }
	if len(seasonality.Seasons) > 0 && !slices.ContainsFunc(seasonality.Seasons, withoutKey) {
		return false
	}
	found, ok := InForce(t.yearly(), day)
	return ok && found.ID == c.ID
}

// holdsAfter reports whether it does on a later day, by what is set by now.
func (t Timeline) holdsAfter(c Config, day civil.Date) bool {
	for _, v := range t.Versions {
		if v.EffectiveDate > day && t.holds(c, v.EffectiveDate) {
			return true
		}
	}
	return slices.ContainsFunc(t.Seasonalities, func(s Seasonality) bool {
		return s.EffectiveDate > day && t.holds(c, s.EffectiveDate)
	})
}

// Of is the version of a season that holds on a day; none before its first.
func (t Timeline) Of(season string, day civil.Date) (found Config, ok bool) {
	for _, c := range t.Versions {
		if c.Season != season || c.EffectiveDate > day {
			continue
		}
		if !ok || c.laterThan(found) {
			found, ok = c, true
		}
	}
	return found, ok
}

// DaysOf are the days that a version, which need not be stored yet, holds at most: from
// its first day to that of the next one for the same season.
func (t Timeline) DaysOf(c Config) civil.Range {
	days := civil.Range{From: c.EffectiveDate, To: civil.Forever}
	for _, other := range t.Versions {
		if other.Version > 1 && other.Season == c.Season && other.EffectiveDate > c.EffectiveDate {
			days.To = min(days.To, other.EffectiveDate)
		}
	}
	return days
}

func (t Timeline) yearly() []Config {
	return slices.DeleteFunc(slices.Clone(t.Versions), func(c Config) bool { return c.Season != "" })
}

// Spans lists the keys in force in the order of the days, without a hole; neighbours
// are different versions.
func (t Timeline) Spans(days civil.Range) []Span {
	var spans []Span
	for day := days.From; day < days.To; day++ {
		c, ok := t.On(day)
		if !ok {
			return nil
		}
		if n := len(spans); n > 0 && spans[n-1].Key.ConfigID == c.ID {
			spans[n-1].Days.To = day + 1
			continue
		}
		spans = append(spans, Span{Days: civil.Range{From: day, To: day + 1}, Key: c.Key()})
	}
	return spans
}

// Pools are those of all versions.
func (t Timeline) Pools() (pools []Pool) {
	for _, c := range t.Versions {
		pools = append(pools, c.Pools...)
	}
	return pools
}

func (s Seasonality) Check() error {
	if utf8.RuneCountInString(s.Reason) > MaxReason {
		return ErrReason.With("max", MaxReason)
	}
	return checkSeasons(s.Seasons)
}

// Next is the first other version that holds after a day, while the site takes part,
// with the day it begins to hold.
func (t Timeline) Next(now Config, day civil.Date, site participant.Participant) *Config {
	for d := day + 1; d <= day+aheadDays; d++ {
		if site.Activation != nil && !site.ActiveOn(d) {
			return nil
		}
		if c, ok := t.On(d); ok && c.ID != now.ID {
			c.Params, c.Pools, c.EffectiveDate = nil, nil, d
			return &c
		}
	}
	return nil
}

func (d YearDay) exists() bool {
	return d.Month >= 1 && d.Month <= 12 && d.Day >= 1 && d.Day <= daysOf[d.Month]
}

func (d YearDay) String() string { return fmt.Sprintf("%02d-%02d", d.Month, d.Day) }

// CheckSeason refuses a key for a season that is not among those of the operation, and
// one for the whole year that would hold on no day, since every season has its own.
func (t Timeline) CheckSeason(c Config) error {
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

// daysOf are the days of a month in a leap year.
var daysOf = [13]int{0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}

// checkSeasons wants names, days that exist, and together the whole year, each day in
// one season (domain 2.4). None at all is one key all year.
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
