package table_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// atom is the narrowest step, in seconds: what is written and read is compared by it.
const atom = 300

// study is a file as somebody may have made it, and what it means.
type study struct {
	name    string
	content string
	truth   curvefile.FileAnswers // of every question that it may leave open
	// written is the energy of each atom that a line of the file is about, by number of
	// the site.
	written map[string]map[int64]int64
}

// shape is how a study is written.
type shape struct {
	step, later  int64 // seconds; later is the one of the second half
	zone         curvefile.FileZone
	labels       curvefile.Labels
	layout       string // of the times; "" = date and time in two columns
	unit         string
	separator    string
	order        string
	sites        int
	jitter       int64 // seconds, at most
	saysLabels   bool
	from         time.Time
	rows         int
	lost         map[int]bool
	carriedDates bool
}

var layouts = []string{"02/01/2006 15:04", "2/1/2006 15:04:05", "2006-01-02 15:04", "02.01. 15:04", "2006/01/02 15h04", "02/01/06 03:04 PM", ""}

// beginnings are days around which times are hard to read.
var beginnings = []civil.Date{civil.NewDate(2024, 3, 30), civil.NewDate(2024, 10, 26), civil.NewDate(2024, 2, 28),
	civil.NewDate(2023, 12, 30), civil.NewDate(2024, 11, 3), civil.NewDate(2024, 6, 11)}

func drawShape(t *rapid.T) shape {
	pick := func(name string, of ...int64) int64 { return rapid.SampledFrom(of).Draw(t, name) }
	s := shape{step: pick("step", 300, 600, 900, 1800, 3600)}
	s.later = s.step
	s.zone = rapid.SampledFrom([]curvefile.FileZone{curvefile.ZoneLegal, curvefile.ZoneLegal, curvefile.ZoneUTC, curvefile.ZoneWinter, curvefile.ZoneInFile}).Draw(t, "zone")
	s.labels = rapid.SampledFrom([]curvefile.Labels{curvefile.LabelsStart, curvefile.LabelsEnd}).Draw(t, "labels")
	s.saysLabels = rapid.Bool().Draw(t, "says labels")
	s.layout = rapid.SampledFrom(layouts).Draw(t, "layout")
	if s.zone == curvefile.ZoneInFile {
		s.layout = rapid.SampledFrom([]string{time.RFC3339, "2006-01-02 15:04-0700"}).Draw(t, "layout with offset")
	}
	s.unit = rapid.SampledFrom([]string{"W", "kW", "Wh", "kWh"}).Draw(t, "unit")
	s.separator = rapid.SampledFrom([]string{";", "\t", "|"}).Draw(t, "separator")
	s.order = rapid.SampledFrom([]string{"up", "up", "down", "any"}).Draw(t, "order")
	s.sites = rapid.IntRange(1, 2).Draw(t, "sites")
	hours := rapid.IntRange(30, 80).Draw(t, "hours")
	s.rows = int(int64(hours) * 3600 / s.step)
	begin := civil.Paris.Start(rapid.SampledFrom(beginnings).Draw(t, "day"))
	s.from = begin
	if s.saysLabels { // else a file from 00:15 to 00:00 is one of ends, as curve-files.md says
		s.from = begin.Add(time.Duration(pick("first", 0, 0, 1, 5)*s.step) * time.Second)
	}
	if rapid.Bool().Draw(t, "whole days") {
		s.rows = int(72 * 3600 / s.step)
		s.from = begin
	}
	switch rapid.IntRange(0, 3).Draw(t, "odd") {
	case 0:
		border := civil.Paris.DateOf(s.from.Add(time.Duration(int64(s.rows/2)*s.step) * time.Second))
		if later := pick("later step", 300, 600, 900, 1800, 3600); civil.Paris.Start(border+1).Sub(civil.Paris.Start(border)) == 24*time.Hour {
			s.later = later // a night when the clock changes hides how far apart lines are
		}
	case 1:
		s.jitter = min(s.step/4, 290)
	}
	s.carriedDates = s.layout == "" && s.order == "up" && s.zone != curvefile.ZoneInFile && rapid.Bool().Draw(t, "dates once")
	s.lost = drawLost(t, s)
	return s
}

// drawLost picks the lines that the file lacks. Eight in a row are there, so that the
// step can be seen; where the step changes, holes are wide, and none is beside the
// change.
func drawLost(t *rapid.T, s shape) map[int]bool {
	lost := map[int]bool{}
	kept := rapid.IntRange(0, s.rows-8).Draw(t, "kept")
	if s.later == s.step {
		percent := rapid.SampledFrom([]int{0, 2, 10, 50}).Draw(t, "percent lost")
		every := rapid.SampledFrom([]int{0, 0, 2, 4}).Draw(t, "only every")
		seed := rapid.Uint64().Draw(t, "seed")
		for i := range s.rows {
			seed = seed*6364136223846793005 + 1442695040888963407
			if int(seed>>33%100) < percent || every > 0 && i > s.rows/2 && i%every != 0 {
				lost[i] = true
			}
		}
	}
	for range rapid.IntRange(0, 2).Draw(t, "holes") {
		at, n := rapid.IntRange(0, s.rows).Draw(t, "hole"), rapid.IntRange(1, 60).Draw(t, "wide")
		for i := at; i < min(at+n, s.rows); i++ {
			lost[i] = true
		}
	}
	for i := range 8 {
		delete(lost, kept+i)
	}
	if !s.saysLabels {
		delete(lost, 0)
	}
	if s.later != s.step {
		for i := -4; i < 20; i++ {
			delete(lost, s.rows/2+i)
		}
		for i := range 5 {
			delete(lost, i)
			delete(lost, s.rows-1-i)
		}
	}
	return lost
}

// line is one line of a study.
type line struct {
	at     time.Time // start of its step
	step   int64
	values []int64 // multiples of 12; -1 = an empty cell
}

// write makes the file.
func (s shape) write(t *rapid.T) study {
	numbers := []string{site, other}[:s.sites]
	out := study{name: "etude.csv", written: map[string]map[int64]int64{}, truth: curvefile.FileAnswers{Year: s.from.In(s.location()).Year(),
		Labels: s.labels, Zone: s.zone, DateOrder: curvefile.DayMonthYear, StepChange: curvefile.RowsMissing}}
	if s.later != s.step {
		out.truth.StepChange = curvefile.StepChanged
	}
	if s.layout == "02.01. 15:04" && s.labels == curvefile.LabelsEnd {
		out.truth.Year = s.from.Add(time.Duration(s.step) * time.Second).In(s.location()).Year()
	}
	seed := rapid.Uint64().Draw(t, "values")
	next := func(n int64) int64 {
		seed = seed*6364136223846793005 + 1442695040888963407
		return int64(seed>>33) % n
	}
	var lines []line
	at := s.from
	changed := false
	for i := range s.rows {
		l := line{at: at, step: s.step}
		if changed = changed || i >= s.rows/2 && at.Unix()%s.later == 0; changed { // on its own grid
			l.step = s.later
		}
		at = at.Add(time.Duration(l.step) * time.Second)
		if s.lost[i] {
			continue
		}
		for range numbers {
			v := next(400) * 12
			if next(50) == 0 {
				v = -1
			}
			l.values = append(l.values, v)
		}
		lines = append(lines, l)
	}
	for _, l := range lines {
		for n, number := range numbers {
			if out.written[number] == nil {
				out.written[number] = map[int64]int64{}
			}
			for a := l.at.Unix(); a < l.at.Unix()+l.step && l.values[n] >= 0; a += atom {
				out.written[number][a] = s.energy(l.values[n], l.step)
			}
		}
	}
	switch s.order {
	case "down":
		slices.Reverse(lines)
	case "any":
		for i := range lines {
			j := int(next(int64(i + 1)))
			lines[i], lines[j] = lines[j], lines[i]
		}
	}
	out.content = s.text(numbers, lines, next)
	return out
}

// energy of an atom, in mWh.
func (s shape) energy(value, step int64) int64 {
	switch s.unit {
	case "W":
		return value * 1000 / 12
	case "kW":
		return value * 1_000_000 / 12
	case "Wh":
		return value * 1000 / (step / atom)
	}
	return value * 1_000_000 / (step / atom)
}

func (s shape) location() *time.Location {
	switch s.zone {
	case curvefile.ZoneUTC:
		return time.UTC
	case curvefile.ZoneWinter:
		return time.FixedZone("", 3600)
	}
	return civil.Paris.Location()
}

func (s shape) text(numbers []string, lines []line, next func(int64) int64) string {
	var out strings.Builder
	heading := "Horodate"
	if s.saysLabels {
		heading = map[curvefile.Labels]string{curvefile.LabelsStart: "Début", curvefile.LabelsEnd: "Fin"}[s.labels]
	}
	if s.layout == "" {
		heading += s.separator + "Heure"
	}
	out.WriteString(heading)
	for _, number := range numbers {
		fmt.Fprintf(&out, "%sConso %s (%s)", s.separator, number, s.unit)
	}
	before := ""
	for _, l := range lines {
		label := l.at
		if s.labels == curvefile.LabelsEnd {
			label = label.Add(time.Duration(l.step) * time.Second)
		}
		if s.jitter > 0 {
			label = label.Add(time.Duration(next(2*s.jitter)-s.jitter) * time.Second)
		}
		label = label.In(s.location())
		cell := label.Format(s.layout)
		if s.layout == "" {
			date := label.Format("02/01/2006")
			if cell = date; s.carriedDates && date == before {
				cell = ""
			}
			before = date
			cell += s.separator + label.Format("15:04:05")
		}
		out.WriteString("\n" + cell)
		for _, v := range l.values {
			out.WriteString(s.separator)
			if v >= 0 {
				fmt.Fprint(&out, v)
			}
		}
	}
	return out.String() + "\n"
}
