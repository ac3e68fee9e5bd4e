package sibelga

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/naming"
)

// cutRuns keeps the steps that begin on the days of the ranges, which are ascending.
func cutRuns(zone civil.Zone, runs []curvefile.Run, ranges []civil.Range) []curvefile.Run {
	var out []curvefile.Run
	for _, run := range runs {
		step, n := int64(run.Step), int64(len(run.Values))
		for _, days := range ranges {
			from := zone.Start(days.From).Unix()
			to := run.Start + n*step
			if !days.IsOpen() {
				to = min(to, zone.Start(days.To).Unix())
			}
			i, j := max(0, (from-run.Start+step-1)/step), (to-run.Start)/step
			if from <= run.Start {
				i = 0
			}
			if j = min(j, n); i >= j {
				continue
			}
			part := run
			part.Start, part.Values, part.Row = run.Start+i*step, run.Values[i:j:j], run.Row+int(i)
			if run.Quality != nil {
				part.Quality = run.Quality[i:j:j]
			}
			out = append(out, part)
		}
	}
	return out
}

// wholeDays are the civil days of which the runs, ascending, hold every step.
func wholeDays(zone civil.Zone, runs []curvefile.Run) []civil.Range {
	var spans [][2]int64
	for _, run := range runs {
		end := run.Start + int64(run.Step)*int64(len(run.Values))
		if n := len(spans); n > 0 && spans[n-1][1] == run.Start {
			spans[n-1][1] = end
			continue
		}
		spans = append(spans, [2]int64{run.Start, end})
	}
	var out []civil.Range
	for _, span := range spans {
		first := zone.DateOf(time.Unix(span[0], 0))
		if zone.Start(first).Unix() < span[0] {
			first++
		}
		// The day that holds the end is not whole; one that ends there is.
		if end := zone.DateOf(time.Unix(span[1], 0)); end > first {
			out = append(out, civil.Range{From: first, To: end})
		}
	}
	return out
}

// trueIn goes through the names that are set.
func trueIn(set map[string]bool) iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		for name, in := range set {
			if in && !yield(name, true) {
				return
			}
		}
	}
}

// people are the participants a refusal names, in lists by what is wrong and side.
type people struct {
	lists map[string]map[string]map[string]any // list → number → person
}

func newPeople() *people { return &people{map[string]map[string]map[string]any{}} }

// add keeps a person once in a list, with further words about it in pairs.
func (p *people) add(what string, side metering.Side, who map[string]any, more ...any) {
	list := map[metering.Side]string{metering.NoSide: "participants", metering.Consumer: "consumers", metering.Producer: "producers"}[side]
	if what != "" {
		list = what + map[metering.Side]string{metering.Consumer: "Consumers", metering.Producer: "Producers"}[side]
	}
	for i := 0; i+1 < len(more); i += 2 {
		who[more[i].(string)] = more[i+1]
	}
	if p.lists[list] == nil {
		p.lists[list] = map[string]map[string]any{}
	}
	if number := who["ean"].(string); p.lists[list][number] == nil {
		p.lists[list][number] = who
	}
}

// fault carries the lists; nil when nobody is on one.
func (p *people) fault(f *fault.Error, lists ...string) *fault.Error {
	if len(p.lists) == 0 {
		return nil
	}
	for _, list := range lists {
		named := make([]map[string]any, 0, len(p.lists[list]))
		for _, who := range p.lists[list] {
			named = append(named, who)
		}
		slices.SortFunc(named, func(a, b map[string]any) int {
			text := func(who map[string]any, of string) string { s, _ := who[of].(string); return s }
			return cmp.Or(naming.Compare(text(a, "name"), text(b, "name")), cmp.Compare(text(a, "ean"), text(b, "ean")))
		})
		f = f.With(list, named)
	}
	return f
}

// names lists the people of some lists in a form that a text can show.
func (p *people) names(lists ...string) []string {
	out := []string{}
	for _, list := range lists {
		for _, number := range slices.Sorted(maps.Keys(p.lists[list])) {
			text := number
			if name, ok := p.lists[list][number]["name"].(string); ok {
				text = name + " (" + number + ")"
			}
			out = append(out, text)
		}
	}
	return out
}

// shortened is at most four of some dates, then an ellipsis (specification section 8).
func shortened(dates []string) []string {
	if len(dates) <= maxDates {
		return dates
	}
	return append(slices.Clone(dates[:maxDates]), "…")
}

const maxDates = 4

// activeIn finds who holds an access point in a month.
func activeIn(sites []metering.Site, m civil.Month) (metering.Site, bool) {
	for _, s := range sites {
		if s.Period.Overlaps(m.Range()) {
			return s, true
		}
	}
	return metering.Site{}, false
}

func sumRuns(runs []curvefile.Run) (sum energy.MilliWh) {
	for _, run := range runs {
		for _, v := range run.Values {
			sum += v
		}
	}
	return sum
}

func countValues(runs []curvefile.Run) (n int) {
	for _, run := range runs {
		n += len(run.Values)
	}
	return n
}

// personIn names a participant in a refusal or a warning, beside its number.
func personIn(dsoID string, s metering.Site) map[string]any {
	who := map[string]any{"ean": dsoID}
	if !s.ParticipantID.IsZero() {
		who["name"], who["participantId"] = s.Name, string(s.ParticipantID)
		if !s.Period.IsEmpty() {
			who["entryDate"] = s.Period.From.String()
			if !s.Period.IsOpen() {
				who["exitDate"] = s.Period.Last().String()
			}
		}
	}
	return who
}
