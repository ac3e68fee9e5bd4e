//go:build linux

package main

import (
	"fmt"
	"io"
)

// goal is a bound of decisions 4.3.
type goal struct {
	name  string
	limit float64
	unit  string // of both figures
	least bool   // the limit is the least, else the most
	lacks string // what the goal asks for and is not built; it is short until then
}

// goals in the order of decisions 4.3.
var goals = []goal{
	{name: "import-cpu", limit: 1. / 6, unit: "x"},
	{name: "import-rate", limit: 15, unit: "Mpoints/cpu-s", least: true},
	{name: "reimport-wal", limit: 0.5, unit: "B/point"},
	{name: "corrected-month", limit: 2, unit: "x"},
	{name: "disk", limit: 1.6, unit: "B/point"},
	{name: "dashboard", limit: 3, unit: "ms"},
	{name: "dashboard-growth", limit: 1.5, unit: "x"},
	{name: "distribution-growth", limit: 5, unit: "x"},
	{name: "prorata", limit: 2, unit: "ns"},
	{name: "prorata-two-cores", limit: 1.8, unit: "x", least: true},
	{name: "equality", limit: 6, unit: "ns"},
	{name: "weight", limit: 6, unit: "ns"},
	{name: "priority", limit: 6, unit: "ns"},
	{name: "pools", limit: 6, unit: "ns"},
	{name: "coefficients-loss", limit: 0.25, unit: "x"},
	{name: "api-metrics", limit: 1, unit: "ms"},
	{name: "api-curve", limit: 2, unit: "ms"},
	{name: "api-distribution", limit: 3, unit: "ms"},
	{name: "billrun-write", limit: 10_000, unit: "/s", least: true},
	{name: "billrun-documents", limit: 100, unit: "/s", least: true, lacks: "XML"},
	{name: "start", limit: 150, unit: "ms"},
	{name: "idle-memory", limit: 80, unit: "MB"},
}

// results are the figures that were measured, by goal.
type results struct {
	out   io.Writer
	found map[string]float64
}

// tell writes a line for people: a figure, and its rival's.
func (r *results) tell(format string, args ...any) { fmt.Fprintf(r.out, format+"\n", args...) }

func (r *results) set(name string, v float64) { r.found[name] = v }

// write ends the output with one line a goal. A figure that is missing is short.
func (r *results) write() {
	for _, g := range goals {
		bound := fmt.Sprintf("<=%.3g%s", g.limit, g.unit)
		if g.least {
			bound = fmt.Sprintf(">=%.5g%s", g.limit, g.unit)
		}
		measured, verdict := "none", "SHORT"
		if v, ok := r.found[g.name]; ok {
			measured = fmt.Sprintf("%.4g%s", v, g.unit)
			if g.lacks == "" && (g.least && v >= g.limit || !g.least && v <= g.limit) {
				verdict = "ok"
			}
		}
		fmt.Fprintf(r.out, "GOAL %s %s %s %s\n", g.name, measured, bound, verdict)
	}
}
