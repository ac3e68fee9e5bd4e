//go:build linux

package main

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering/assembly"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/distribution"
	"github.com/openpmo/pmo/core/metering/drawing"
)

// wholeYear is what the dashboards show.
func wholeYear() civil.Range {
	return civil.Range{From: civil.NewDate(year, 1, 1), To: civil.NewDate(year+1, 1, 1)}
}

// questions of a dashboard, put to a service.
func (w *world) questions(of *assembly.Services, t town, days civil.Range) (totals, curve, shares func(context.Context) error) {
	totals = func(ctx context.Context) error {
		_, err := of.Dashboard.OperationMetrics(ctx, w.organizer, dashboard.MetricsInput{OperationID: t.id, Days: days})
		return err
	}
	curve = func(ctx context.Context) error {
		_, err := of.Drawing.OperationCurve(ctx, w.organizer, drawing.CurveInput{OperationID: t.id, Days: days})
		return err
	}
	shares = func(ctx context.Context) error {
		_, err := of.Distribution.Distribution(ctx, w.organizer, distribution.DistributionInput{OperationID: t.id, Days: days, Top: 10})
		return err
	}
	return totals, curve, shares
}

// dashboards asks what a dashboard asks, of 100 and of 1 000 sites by turns.
func dashboards(ctx context.Context, w *world, r *results) error {
	const times = 100
	var cpu, database, wall [2][3][]float64 // ms, by town and question
	rows, err := newJSONMonth(w.small)
	if err != nil {
		return err
	}
	var rival []float64
	runtime.GC()
	for range turns {
		took, err := rows.year()
		if err != nil {
			return err
		}
		rival = append(rival, took)
		for i, t := range []town{w.small, w.large} {
			totals, curve, distribution := w.questions(w.metering, t, wholeYear())
			for q, ask := range []func(context.Context) error{totals, curve, distribution} {
				c, err := w.cluster.cost(func() error {
					for range times {
						if err := ask(ctx); err != nil {
							return err
						}
					}
					return nil
				})
				if err != nil {
					return err
				}
				database[i][q] = append(database[i][q], millis(c.server)/times)
				cpu[i][q], wall[i][q] = append(cpu[i][q], millis(c.cpu)/times), append(wall[i][q], millis(c.wall)/times)
			}
		}
	}
	large, small := cpu[1], cpu[0]
	r.compare("dashboard", "cpu-ms", measured{"12 months of 1 000 sites", sums(large[:]...)}, measured{"totals of 100 sites from a JSON row a step, in memory", rival})
	for q, name := range []string{"totals", "curve", "distribution"} {
		r.tell("dashboard, %s: %.2f cpu-ms, %.2f of them the database's, %.2f on the wall; 100 sites: %.2f cpu-ms", name, median(large[q]), median(database[1][q]), median(wall[1][q]), median(small[q]))
	}
	r.compare("dashboard-growth", "cpu-ms", measured{"totals and curve of 1 000 sites", sums(large[0], large[1])}, measured{"of 100", sums(small[0], small[1])})
	r.compare("distribution-growth", "cpu-ms", measured{"distribution of 1 000 sites", large[2]}, measured{"of 100", small[2]})
	return w.firstDashboards(ctx, r)
}

// sums adds up figures turn by turn.
func sums(parts ...[]float64) []float64 {
	out := make([]float64, len(parts[0]))
	for _, p := range parts {
		for i, v := range p {
			out[i] += v
		}
	}
	return out
}

// firstDashboards asks a service that remembers nothing, as after a start or an import:
// for the year, and for a period whose first and last months are read by day.
func (w *world) firstDashboards(ctx context.Context, r *results) error {
	year := wholeYear()
	for _, p := range []struct {
		name string
		days civil.Range
	}{{"12 months", year}, {"12 months, the first and the last in part", civil.Range{From: year.From + 11, To: year.To - 12}}} {
		var cpu, database []float64
		for range 7 {
			const times = 20
			c, err := w.cluster.cost(func() error {
				for range times {
					totals, curve, distribution := w.questions(assembly.Assemble(w.deps), w.large, p.days)
					if err := errors.Join(totals(ctx), curve(ctx), distribution(ctx)); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				return err
			}
			cpu, database = append(cpu, millis(c.cpu)/times), append(database, millis(c.server)/times)
		}
		r.tell("the same with nothing remembered, %s: %.2f cpu-ms, the database's %.2f", p.name, median(cpu), median(database))
	}
	return nil
}

// jsonRow is a step as a store of documents keeps it: values and qualities of all sites.
type jsonRow struct {
	At        time.Time  `json:"at"`
	Consumers [][3]int64 `json:"consumers"`
	Quality   [][3]int   `json:"quality"`
	Producers [][2]int64 `json:"producers"`
}

// jsonMonth is the rival of totals: a month of rows as texts.
type jsonMonth [][]byte

func newJSONMonth(t town) (jsonMonth, error) {
	m := newMonth(civil.NewMonth(year, 1), t.sites, 1)
	half := len(m.columns) / 2
	rows := make(jsonMonth, len(m.columns[0].watts))
	for step := range rows {
		row := jsonRow{At: m.from.Add(time.Duration(step) * 15 * time.Minute)}
		for i, c := range m.columns[:half] {
			a, b := int64(c.watts[step]), int64(m.columns[half+i].watts[step])
			if c.nature == "PROD" {
				row.Producers = append(row.Producers, [2]int64{a, b})
				continue
			}
			row.Consumers, row.Quality = append(row.Consumers, [3]int64{a, b, a - b}), append(row.Quality, [3]int{1, 1, 1})
		}
		text, err := json.Marshal(row)
		if err != nil {
			return nil, err
		}
		rows[step] = text
	}
	return rows, nil
}

// year decodes the month and adds it up, counted twelve times. In ms.
func (rows jsonMonth) year() (float64, error) {
	before := cpuOf(processClock)
	var total int64
	for _, text := range rows {
		var row jsonRow
		if err := json.Unmarshal(text, &row); err != nil {
			return 0, err
		}
		for _, c := range row.Consumers {
			total += c[0] + c[1] + c[2]
		}
	}
	return 12 * millis(cpuOf(processClock)-before), nil
}
