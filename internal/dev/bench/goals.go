//go:build linux

package main

import (
	"fmt"
	"io"
)

// goal is a bound of docs/performance.md: how much of its rival's time or size ours may take,
// or how much more of it is done at least. Machines differ by a factor of two, ratios do
// not.
type goal struct {
	name  string
	limit float64
	least bool // the limit is the least, else the most
}

// goals in the order of docs/performance.md.
var goals = []goal{
	{name: "import-cpu", limit: 0.15},
	{name: "reimport-wal", limit: 1},
	{name: "corrected-month", limit: 1.5},
	{name: "disk", limit: 0.018},
	{name: "dashboard", limit: 0.0006},
	{name: "dashboard-growth", limit: 1.3},
	{name: "distribution-growth", limit: 2},
	{name: "prorata", limit: 1.05},
	{name: "priority", limit: 1.05},
	{name: "pools", limit: 1.05},
	{name: "equality", limit: 0.05},
	{name: "weight", limit: 0.05},
	{name: "prorata-two-cores", limit: 0.58},
	{name: "coefficients-loss", limit: 0.25},
	{name: "api-metrics", limit: 3},
	{name: "api-curve", limit: 3},
	{name: "api-distribution", limit: 4},
	{name: "billrun-write", limit: 2, least: true},
	{name: "billrun-documents", limit: 0.2, least: true},
	{name: "start", limit: 5},
	{name: "idle-memory", limit: 2.5},
	{name: "import-memory", limit: 1},
}

// turns is how often ours and the rival follow each other.
const turns = 9

// results are the figures that were measured, by goal.
type results struct {
	out   io.Writer
	found map[string]float64
}

// tell writes a line for people: a figure, and its rival's.
func (r *results) tell(format string, args ...any) { fmt.Fprintf(r.out, format+"\n", args...) }

func (r *results) set(name string, v float64) { r.found[name] = v }

// measured is what one side took, turn by turn.
type measured struct {
	what   string
	values []float64
}

// compare sets a goal from turns in which ours and the rival followed each other: the
// median of their ratios. It tells both sides in their unit.
func (r *results) compare(name, unit string, ours, rival measured) {
	ratios := make([]float64, min(len(ours.values), len(rival.values)))
	for i := range ratios {
		ratios[i] = ours.values[i] / rival.values[i]
	}
	r.tell("%s: %s %.4g %s, rival: %s %.4g %s; %.4gx, from %.3g to %.3g in %d turns", name, ours.what, median(ours.values), unit,
		rival.what, median(rival.values), unit, median(ratios), quantile(ratios, 0), quantile(ratios, 1), len(ratios))
	r.set(name, median(ratios))
}

// write ends the output with one line a goal. A figure that is missing is short.
func (r *results) write() {
	for _, g := range goals {
		sign := "<="
		if g.least {
			sign = ">="
		}
		figure, verdict := "none", "SHORT"
		if v, ok := r.found[g.name]; ok {
			figure = fmt.Sprintf("%.3gx", v)
			if g.least && v >= g.limit || !g.least && v <= g.limit {
				verdict = "ok"
			}
		}
		fmt.Fprintf(r.out, "GOAL %s %s %s%.3g %s\n", g.name, figure, sign, g.limit, verdict)
	}
}
