package curve

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/oapi-codegen/nullable"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// curveTable is a line for each step, with the label of its start, and a column
// for each series. Gaps stay empty.
func curveTable(c pmo.LoadCurve) (*output.Table, error) {
	label, err := labels(c)
	if err != nil {
		return nil, err
	}
	t := output.NewTable("time")
	steps := 0
	for _, s := range c.Series {
		name := ">" + strings.ToLower(string(s.Nature))
		if s.Scope != pmo.Global && manyScopes(c.Series, s.Nature) {
			name += "_" + strings.ToLower(string(s.Scope))
		}
		t.Columns = append(t.Columns, name+"_kwh")
		if s.Qualities != nil {
			t.Columns = append(t.Columns, strings.TrimPrefix(name, ">")+"_quality")
		}
		steps = max(steps, len(s.Values))
	}
	for i := range steps {
		row := []string{label(i)}
		for _, s := range c.Series {
			cell := ""
			if i < len(s.Values) {
				if energy, err := s.Values[i].Get(); err == nil {
					cell = output.ExactKWh(energy)
				}
			}
			if row = append(row, cell); s.Qualities != nil {
				row = append(row, qualityAt(*s.Qualities, i))
			}
		}
		t.Add(row...)
	}
	if c.Received != nil {
		addReceived(t, c.Received.Values)
	}
	return t, nil
}

// addReceived adds a column of what came from all producers, where the curve is seen from
// one of them.
func addReceived(t *output.Table, values []nullable.Nullable[int64]) {
	t.Columns = append(t.Columns, ">received_kwh")
	for i := range t.Rows {
		cell := ""
		if energy, err := values[i].Get(); err == nil {
			cell = output.ExactKWh(energy)
		}
		t.Rows[i] = append(t.Rows[i], cell)
	}
}

// qualityAt is the quality of a step.
func qualityAt(runs []pmo.QualityRun, i int) string {
	for _, run := range runs {
		if i >= run.From && i < run.From+run.Count {
			return string(run.Quality)
		}
	}
	return ""
}

// manyScopes tells whether the nature alone does not name a series.
func manyScopes(series []pmo.CurveSeries, n pmo.Nature) bool {
	count := 0
	for _, s := range series {
		if s.Nature == n {
			count++
		}
	}
	return count > 1
}

// labels gives the label of each step: instants with the zone's offset for PT…
// (elapsed time: a day of 25 hours has 25 of them), days and months for civil steps.
func labels(c pmo.LoadCurve) (func(i int) string, error) {
	zone, err := time.LoadLocation(c.Timezone)
	if err != nil {
		return nil, fmt.Errorf("the zone of the curve: %w", err)
	}
	start := c.Start.In(zone)
	switch c.Step {
	case "P1D":
		return func(i int) string { return start.AddDate(0, 0, i).Format(time.DateOnly) }, nil
	case "P1M":
		first := time.Date(start.Year(), start.Month(), 1, 0, 0, 0, 0, zone)
		return func(i int) string { return first.AddDate(0, i, 0).Format("2006-01") }, nil
	}
	step, err := elapsed(c.Step)
	if err != nil {
		return nil, err
	}
	return func(i int) string { return start.Add(time.Duration(i) * step).Format(time.RFC3339) }, nil
}

// elapsed reads PT15M and PT1H.
func elapsed(iso string) (time.Duration, error) {
	number, ok := strings.CutPrefix(iso, "PT")
	if ok && len(number) > 1 {
		unit := map[byte]time.Duration{'S': time.Second, 'M': time.Minute, 'H': time.Hour}[number[len(number)-1]]
		n, err := strconv.Atoi(number[:len(number)-1])
		if err == nil && n > 0 && unit > 0 {
			return time.Duration(n) * unit, nil
		}
	}
	return 0, fmt.Errorf("the server tells a step %q that this pmoctl does not know", iso)
}
