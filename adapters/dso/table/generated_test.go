package table_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/adapters/dso/table"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// generatedFiles is how many tables are made. Each is made of its number and of nothing
// else, so that one that fails can be made again.
const generatedFiles = 2200

// mostFailures are told, the first one with its lines.
const mostFailures = 20

// TestGeneratedTables makes tables of all layouts, clocks, units and signs, most with one
// thing that disturbs. Each is read exactly, asked about and then read exactly, or refused;
// none is read wrong. What disturbs in another column than that of the values never keeps
// a file from being read.
func TestGeneratedTables(t *testing.T) {
	t.Parallel()
	outcomes := map[string]int{}
	for seed := range uint64(generatedFiles) {
		m := generate(seed)
		outcome, err := m.judge()
		if outcomes[outcome]++; err == nil {
			continue
		}
		if outcomes[""] == 1 {
			t.Log(m.excerpt())
		}
		t.Errorf("file %d (%s): %v", seed, m.about(), err)
		if outcomes[""] == mostFailures {
			t.FailNow()
		}
	}
	t.Logf("%d files: %v", generatedFiles, outcomes)
	for _, outcome := range []string{"read", "asked", "refused"} {
		require.Greater(t, outcomes[outcome], generatedFiles/50, outcome)
	}
}

// FuzzGeneratedTable makes more of them.
func FuzzGeneratedTable(f *testing.F) {
	f.Add(uint64(0))
	f.Fuzz(func(t *testing.T, seed uint64) {
		m := generate(seed)
		if _, err := m.judge(); err != nil {
			t.Fatalf("file %d (%s): %v\n%s", seed, m.about(), err, m.excerpt())
		}
	})
}

// made is a table with the truth about it.
type made struct {
	r       *rand.Rand
	name    string
	content string
	layout  string
	disturb string
	unit    wroteUnit
	marks   wroteMarks
	zone    curvefile.FileZone
	labels  curvefile.Labels
	order   curvefile.DateOrder
	step    int64
	values  []madeColumn
	truth   map[string]map[int64]int64 // by site and nature: mWh by start of the step
	dropped map[string]map[int64]int64 // what may be read or not
	// refusable is a file of which a refusal is right; unreadable one that must not be read.
	refusable, unreadable bool
	cut                   bool
	extra                 int // column that disturbs; -1 = none
	odd                   int // line with a cell that is a text in a workbook; -1 = none
	sheets                []string
}

type madeColumn struct {
	index  int
	site   string
	nature metering.Nature
	sheet  string
}

type wroteUnit struct {
	unit     curvefile.FileUnit
	words    []string // as headings and cells have it
	perWatt  int64    // of a unit; energy below
	isEnergy bool
	decimals []int
}

var wroteUnits = []wroteUnit{
	{unit: curvefile.Watt, words: []string{"W", "w", "Watts", "watt"}, perWatt: 1, isEnergy: false, decimals: []int{0, 1, 2}},
	{unit: curvefile.Kilowatt, words: []string{"kW", "KW", "kilowatts"}, perWatt: 1000, isEnergy: false, decimals: []int{2, 3, 4}},
	{unit: curvefile.Megawatt, words: []string{"MW", "mégawatt", "Mw"}, perWatt: 1_000_000, isEnergy: false, decimals: []int{5, 6}},
	{unit: curvefile.WattHour, words: []string{"Wh", "WH", "W.h", "watt-heures"}, perWatt: 1, isEnergy: true, decimals: []int{0, 1, 3}},
	{unit: curvefile.KilowattHour, words: []string{"kWh", "KWH", "kW.h", "kilowattheures", "kW·h"}, perWatt: 1000, isEnergy: true, decimals: []int{2, 3, 5}},
	{unit: curvefile.MegawattHour, words: []string{"MWh", "MWH", "mégawattheures", "MW.h"}, perWatt: 1_000_000, isEnergy: true, decimals: []int{5, 6, 8}},
}

type wroteMarks struct {
	decimal, group string
	fixed          bool // each number has all its decimals
}

var disturbances = []string{"none", "none", "commas", "dots", "ip", "address", "phone", "percent", "temperature", "date", "index", "reactive", "total", "empty column", "late column", "remark with unit", "remark with quote",
	"odd cell", "own unit", "gap", "blank lines", "footer", "newest first", "twice", "open quote", "extra cell", "no line end", "cut value", "cut time", "missing rows",
	"meter", "meter of days", "reactive only", "above power", "decimal mark that changes"}

var texts = map[string][]string{
	"commas":           {"1,2,3", "vu, revu, corrigé", "12,5,3"},
	"dots":             {"1..5", "1.2.3", "v1.2.3.4", "..."},
	"ip":               {"192.168.1.10", "10.0.0.254"},
	"address":          {"12, rue de la Paix, 75002 Paris", "3.5.7, allée B"},
	"phone":            {"01.02.03.04.05", "06 12 34 56 78"},
	"percent":          {"12,5 %", "99.9%", "100"},
	"temperature":      {"12,5", "9.8", "-1,2"},
	"date":             {"01/02/2024", "2024-02-01", "01.02.24"},
	"total":            {"123.456.789", "1,234,567", "9.999"},
	"remark with unit": {"puissance 9 kVA", "36 kW souscrits", "compteur W"},
}

// generate makes the file of a number.
func generate(seed uint64) *made {
	r := rand.New(rand.NewPCG(seed, 20261122))
	pick := func(all ...string) string { return all[r.IntN(len(all))] }
	m := &made{r: r, extra: -1, odd: -1, truth: map[string]map[int64]int64{}, dropped: map[string]map[int64]int64{}, name: "etude.csv"}
	m.layout = pick("column", "two columns of time", "column per site", "two natures", "line per site", "start and end")
	if r.IntN(14) == 0 { // they take long
		m.layout = pick("workbook", "workbook per site", "two sheets", "workbook of texts")
	}
	m.disturb = disturbances[r.IntN(len(disturbances))]
	m.unit = wroteUnits[r.IntN(len(wroteUnits))]
	m.zone = []curvefile.FileZone{curvefile.ZoneLegal, curvefile.ZoneLegal, curvefile.ZoneUTC, curvefile.ZoneWinter, curvefile.ZoneInFile}[r.IntN(5)]
	m.labels = curvefile.Labels(pick("START", "END"))
	m.step = []int64{300, 600, 900, 900, 1800, 1800, 1800, 1800, 3600, 3600, 3600, 3600}[r.IntN(12)]
	m.marks = wroteMarks{decimal: pick(".", ","), fixed: r.IntN(2) == 0}
	m.marks.group = pick("", "", " ", "\u00a0", "\u202f", "'")
	if r.IntN(3) == 0 {
		m.marks.group = map[string]string{".": ",", ",": "."}[m.marks.decimal]
	}
	m.write()
	return m
}

func (m *made) about() string {
	return fmt.Sprintf("%s, %s, %s, %s, %s, %s, step %d, decimal %q, group %q, fixed %v", m.layout, m.disturb, m.unit.unit, m.zone, m.labels, m.order, m.step, m.marks.decimal, m.marks.group, m.marks.fixed)
}

func (m *made) excerpt() string {
	if strings.HasPrefix(m.content, "PK") {
		return "a workbook"
	}
	lines := strings.SplitAfter(m.content, "\n")
	if len(lines) > 40 {
		lines = slices.Concat(lines[:25], []string{"…\n"}, lines[len(lines)-8:])
	}
	return strings.Join(lines, "")
}

func (m *made) isBook() bool {
	return strings.HasPrefix(m.layout, "workbook") || m.layout == "two sheets"
}

// days are those of the file: in winter, in summer, or over a night when the clock changes.
func (m *made) days() (from civil.Date, n int) {
	switch m.r.IntN(5) {
	case 0:
		return civil.NewDate(2026, 3, 28), 2
	case 1:
		return civil.NewDate(2025, 10, 25), 2
	case 2:
		return civil.NewDate(2026, 7, 1+m.r.IntN(28)), 1 + m.r.IntN(2)
	}
	if m.step < 1800 {
		return civil.NewDate(2026, time.Month(1+m.r.IntN(2)), 1+m.r.IntN(25)), 1
	}
	return civil.NewDate(2026, time.Month(1+m.r.IntN(2)), 1+m.r.IntN(25)), 1 + m.r.IntN(2)
}

// starts are the instants at which the steps of the file begin.
func (m *made) starts() (all []int64) {
	from, n := m.days()
	begin, end := int64(0), int64(0)
	switch m.zone {
	case curvefile.ZoneUTC:
		begin, end = int64(from)*86400, int64(from+civil.Date(n))*86400
	case curvefile.ZoneWinter:
		begin, end = int64(from)*86400-3600, int64(from+civil.Date(n))*86400-3600
	default:
		begin, end = civil.Paris.Start(from).Unix(), civil.Paris.Start(from+civil.Date(n)).Unix()
	}
	for at := begin; at < end; at += m.step {
		all = append(all, at)
	}
	return all
}

var stampLayouts = []struct {
	layout string
	order  curvefile.DateOrder
}{
	{"02/01/2006 15:04", curvefile.DayMonthYear}, {"02/01/2006 15:04", curvefile.DayMonthYear}, {"2006-01-02 15:04:05", curvefile.YearMonthDay},
	{"2006-01-02T15:04", curvefile.YearMonthDay}, {"02.01.2006 15:04", curvefile.DayMonthYear}, {"02/01/06 15:04", curvefile.DayMonthYear},
	{"1/2/2006 3:04 PM", curvefile.MonthDayYear}, {"06-01-02 15:04", curvefile.YearMonthDay}, {"02-01-2006 15h04", curvefile.DayMonthYear},
}

// wall is the clock of the file at an instant.
func (m *made) wall(at int64) time.Time {
	switch m.zone {
	case curvefile.ZoneUTC:
		return time.Unix(at, 0).UTC()
	case curvefile.ZoneWinter:
		return time.Unix(at+3600, 0).UTC()
	}
	return time.Unix(at, 0).In(civil.Paris.Location())
}

// power of a site, in tenths of a watt, never the same for long.
func (m *made) power(i int) int64 {
	switch m.r.IntN(24) {
	case 0:
		return 0
	case 1:
		return m.r.Int64N(9_000_000)
	}
	return 2_000 + int64(i%7)*1_111 + m.r.Int64N(250_000)
}

// number writes a power in the unit of the file, and gives the energy that it means.
func (m *made) number(tenthWatts int64, u wroteUnit, decimals int) (text string, energy int64) {
	v := new(big.Rat).SetFrac64(tenthWatts, 10*u.perWatt)
	if u.isEnergy {
		v.Mul(v, big.NewRat(m.step, 3600))
	}
	digits := v.FloatString(decimals)
	v.SetString(digits)
	exact := new(big.Rat).Mul(v, new(big.Rat).SetInt64(u.perWatt*1000))
	if !u.isEnergy {
		exact.Mul(exact, big.NewRat(m.step, 3600))
	}
	return m.format(digits), halfEven(exact)
}

// halfEven rounds to a whole number.
func halfEven(x *big.Rat) int64 {
	q, rest := new(big.Int).DivMod(x.Num(), x.Denom(), new(big.Int))
	switch c := new(big.Int).Mul(rest, big.NewInt(2)).Cmp(x.Denom()); {
	case c > 0, c == 0 && q.Bit(0) == 1:
		q.Add(q, big.NewInt(1))
	}
	return q.Int64()
}

// format puts the signs of the file into digits with a point.
func (m *made) format(digits string) string {
	whole, part, _ := strings.Cut(digits, ".")
	if !m.marks.fixed {
		part = strings.TrimRight(part, "0")
	}
	if m.marks.group != "" {
		var grouped []string
		for len(whole) > 3 {
			grouped = append([]string{whole[len(whole)-3:]}, grouped...)
			whole = whole[:len(whole)-3]
		}
		whole = strings.Join(append([]string{whole}, grouped...), m.marks.group)
	}
	if part == "" {
		return whole
	}
	return whole + m.marks.decimal + part
}

// write makes the lines and the truth.
func (m *made) write() {
	pick := func(all ...string) string { return all[m.r.IntN(len(all))] }
	stamps := stampLayouts[m.r.IntN(len(stampLayouts))]
	if m.zone == curvefile.ZoneInFile {
		stamps.layout, stamps.order = "2006-01-02T15:04:05Z07:00", curvefile.YearMonthDay
	}
	m.order = stamps.order
	starts := m.starts()
	decimals := m.unit.decimals[m.r.IntN(len(m.unit.decimals))]
	word := pick(m.unit.words...)
	inCells := m.r.IntN(6) == 0 && !m.isBook() // the unit stands in each cell
	saysUnit := m.r.IntN(5) > 0 && !inCells
	nature := []metering.Nature{metering.Conso, metering.Prod}[m.r.IntN(2)]
	label := map[metering.Nature]string{metering.Conso: "Consommation", metering.Prod: "Production"}
	heading := func(nature metering.Nature, site string) string {
		h := label[nature]
		if site != "" {
			h += " " + site
		}
		if saysUnit {
			h += " (" + word + ")"
		}
		return h
	}
	timeHeading := "Horodate"
	switch {
	case m.r.IntN(3) == 0 && m.labels == curvefile.LabelsStart:
		timeHeading = "Début"
	case m.r.IntN(3) == 0 && m.labels == curvefile.LabelsEnd:
		timeHeading = "Date de fin"
	}
	if m.r.IntN(3) == 0 {
		timeHeading += map[curvefile.FileZone]string{curvefile.ZoneUTC: " (UTC)", curvefile.ZoneWinter: " UTC+1", curvefile.ZoneLegal: " (heure locale)"}[m.zone]
	}
	var above [][]string
	var header []string
	var columns []madeColumn
	twoTimes := m.layout == "two columns of time" && m.zone != curvefile.ZoneInFile
	before := 1
	switch m.layout {
	case "two columns of time":
		header = []string{timeHeading}
		if twoTimes {
			header, before = []string{"Jour", "Heure"}, 2
		}
		header = append(header, heading(nature, site))
		columns = []madeColumn{{index: before, site: site, nature: nature, sheet: ""}}
	case "column per site", "workbook per site":
		header = []string{timeHeading, heading(nature, site), heading(nature, other)}
		columns = []madeColumn{{index: 1, site: site, nature: nature, sheet: ""}, {index: 2, site: other, nature: nature, sheet: ""}}
	case "two natures":
		above = [][]string{{"PRM", site}, {}}
		header = []string{timeHeading, heading(metering.Conso, ""), heading(metering.Prod, "")}
		columns = []madeColumn{{index: 1, site: site, nature: metering.Conso, sheet: ""}, {index: 2, site: site, nature: metering.Prod, sheet: ""}}
	case "line per site":
		header, before = []string{"PRM", timeHeading, heading(nature, "")}, 2
		columns = []madeColumn{{index: 2, site: site, nature: nature, sheet: ""}, {index: 2, site: other, nature: nature, sheet: ""}}
	case "start and end":
		header, before = []string{"Début", "Fin", heading(nature, site)}, 2
		m.labels = curvefile.LabelsStart
		columns = []madeColumn{{index: 2, site: site, nature: nature, sheet: ""}}
	default:
		header = []string{timeHeading, heading(nature, "")}
		if m.r.IntN(2) == 0 {
			above = [][]string{{"PRM : " + site}, {}}
		}
		columns = []madeColumn{{index: 1, site: site, nature: nature, sheet: ""}}
	}
	if m.disturb == "above power" {
		above = append([][]string{{"Puissance souscrite : 36 kW"}, {"Installation", "9 kWc"}}, above...)
	}
	if m.disturb == "reactive only" {
		header[before] = pick("Energie réactive", "Énergie réactive (kvarh)", "Energie reactive consommation (kWh)", "Consommation réactive (kW)")
		m.unreadable = len(columns) == 1 || m.layout == "line per site"
	}
	separator := pick(";", ";", "\t", "|", ",")
	if separator == "," && (m.marks.decimal == "," || m.marks.group == ",") && m.r.IntN(3) > 0 {
		separator = ";"
	}
	// quoted keeps a sign within a cell.
	quoted := func(cell string) string {
		if strings.Contains(cell, separator) && m.r.IntN(8) > 0 {
			return `"` + cell + `"`
		}
		if strings.Contains(cell, separator) {
			m.refusable = true
		}
		return cell
	}
	var rows [][]string
	numeric := map[int]bool{}
	for _, c := range columns {
		numeric[c.index] = true
		m.truth[c.site+" "+c.nature.String()] = map[int64]int64{}
	}
	group := [][]madeColumn{columns}
	if m.layout == "line per site" {
		group = [][]madeColumn{{columns[0]}, {columns[1]}}
	}
	for _, of := range group {
		meter := map[string]int64{}
		for i, at := range starts {
			label := at
			if m.labels == curvefile.LabelsEnd {
				label += m.step
			}
			row := make([]string, len(header))
			stamp := m.wall(label).Format(stamps.layout)
			switch {
			case twoTimes:
				row[0], row[1] = m.wall(label).Format(strings.SplitN(stamps.layout, " ", 2)[0]), ""
				if d, c, ok := strings.Cut(stamp, " "); ok {
					row[0], row[1] = d, c
				} else {
					d, c, _ := strings.Cut(stamp, "T")
					row[0], row[1] = d, c
				}
			case m.layout == "line per site":
				row[0], row[1] = of[0].site, stamp
			case m.layout == "start and end":
				row[0], row[1] = stamp, m.wall(label+m.step).Format(stamps.layout)
			default:
				row[0] = stamp
			}
			for _, c := range of {
				key := c.site + " " + c.nature.String()
				p := m.power(i)
				if m.disturb == "meter" || m.disturb == "meter of days" {
					meter[key] += 1 + p/100
					if m.disturb == "meter" && i == len(starts)/2 || m.disturb == "meter of days" && m.wall(at).Hour() == 0 && m.wall(at).Minute() == 0 {
						meter[key] = 5
					}
					p, m.unreadable = meter[key]*20_000, true
				}
				text, energy := m.number(p, m.unit, decimals)
				if inCells {
					text += pick(" ", "", "\u00a0") + word
				}
				row[c.index] = text
				m.truth[key][at] = energy
			}
			rows = append(rows, row)
		}
	}
	if m.disturb == "reactive only" && !m.unreadable {
		delete(m.truth, columns[0].site+" "+columns[0].nature.String())
		columns = columns[1:]
	}
	m.values = columns
	m.disturbRows(&header, &rows, columns, starts, decimals)
	if m.isBook() {
		m.writeBook(above, header, rows, stamps.layout)
		return
	}
	var out strings.Builder
	if m.r.IntN(4) == 0 {
		out.WriteString("\ufeff")
	}
	end := pick("\n", "\r\n")
	for _, line := range above {
		out.WriteString(strings.Join(line, separator) + end)
	}
	out.WriteString(strings.Join(header, separator) + end)
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			if m.disturb == "open quote" && strings.HasPrefix(cell, `"`) {
				cells[i] = cell
				continue
			}
			cells[i] = quoted(cell)
		}
		out.WriteString(strings.TrimSuffix(strings.Join(cells, separator), "\x00") + end)
		if m.disturb == "blank lines" && m.r.IntN(20) == 0 {
			out.WriteString(end)
		}
	}
	m.content = out.String()
	switch m.disturb {
	case "no line end":
		m.content = strings.TrimRight(m.content, "\r\n")
	case "cut value", "cut time":
		m.cutEnd(starts, separator)
	}
}

// disturbRows adds the one thing that disturbs.
func (m *made) disturbRows(header *[]string, rows *[][]string, columns []madeColumn, starts []int64, decimals int) {
	r := m.r
	add := func(name string, cell func(i int) string) {
		at := len(*header)
		if r.IntN(2) == 0 && m.layout != "line per site" {
			at = columns[0].index
		}
		*header = slices.Insert(slices.Clone(*header), at, name)
		for i := range *rows {
			(*rows)[i] = slices.Insert((*rows)[i], at, cell(i))
		}
		for i := range columns {
			if columns[i].index >= at {
				columns[i].index++
			}
		}
		m.extra = at
	}
	rarely := func(of []string) func(int) string {
		every := 1 + r.IntN(60)
		return func(i int) string {
			if i%every != 0 {
				return ""
			}
			return of[r.IntN(len(of))]
		}
	}
	odd := r.IntN(len(*rows))
	cellOf := func(i int) (site madeColumn, at int64) {
		c := columns[0]
		if m.layout == "line per site" {
			c = columns[i/len(starts)]
		}
		return c, starts[i%len(starts)]
	}
	switch m.disturb {
	case "commas", "dots", "ip", "address", "phone", "date", "remark with unit":
		add([]string{"Remarque", "Adresse", "Commentaire", ""}[r.IntN(4)], rarely(texts[m.disturb]))
	case "percent":
		add("Taux (%)", rarely(texts[m.disturb]))
	case "temperature":
		add([]string{"Température", "Temp (°C)"}[r.IntN(2)], func(int) string { return texts[m.disturb][r.IntN(3)] })
	case "total":
		add("Total", func(int) string { return texts[m.disturb][r.IntN(3)] })
	case "index":
		add("Index (kWh)", func(i int) string { return fmt.Sprint(48_210 + i) })
	case "reactive":
		add("Energie réactive (kvarh)", func(i int) string { return fmt.Sprint(i * 7 % 13) })
	case "empty column":
		add("Puissance souscrite", func(int) string { return "" })
	case "late column":
		add("Température", func(i int) string {
			if i+5 < len(*rows) {
				return ""
			}
			return "12,5"
		})
	case "remark with quote":
		add("Remarque", rarely([]string{`dit "prudence"`, `5" de neige`}))
	case "open quote":
		add("Remarque", func(i int) string {
			if i == odd {
				return `"à revoir`
			}
			return ""
		})
		m.refusable = true
	case "odd cell":
		c, at := cellOf(odd)
		m.odd = odd
		(*rows)[odd][c.index] = []string{"1.2.3", "12,3,4", "x12", "-5", "1..5", "#REF!", "1 2", "(5)", "12 kVA", "3 kvarh", "1.23.456", "12:30"}[r.IntN(12)]
		delete(m.truth[c.site+" "+c.nature.String()], at)
		m.refusable = true
	case "own unit":
		c, at := cellOf(odd)
		u := wroteUnits[r.IntN(len(wroteUnits))]
		text, energy := m.number(m.power(odd), u, max(u.decimals[0], 2))
		(*rows)[odd][c.index] = text + " " + u.words[0]
		m.truth[c.site+" "+c.nature.String()][at] = energy
	case "gap":
		c, at := cellOf(odd)
		(*rows)[odd][c.index] = []string{"", "NA", "-", "n.d."}[r.IntN(4)]
		delete(m.truth[c.site+" "+c.nature.String()], at)
	case "decimal mark that changes":
		c, at := cellOf(odd)
		if m.marks.group == "." || m.marks.group == "," {
			return // it would be a number of the file as well
		}
		m.odd = odd
		marks := m.marks
		m.marks = wroteMarks{decimal: map[string]string{".": ",", ",": "."}[marks.decimal], fixed: true}
		text, energy := m.number(m.power(odd), m.unit, decimals)
		m.marks = marks
		(*rows)[odd][c.index] = text
		m.truth[c.site+" "+c.nature.String()][at] = energy
		m.refusable = true
		if decimals == 3 { // nobody can say what it is
			delete(m.truth[c.site+" "+c.nature.String()], at)
			m.unreadable = true
			if strings.HasPrefix(text, "0") || !strings.Contains(text, ",") && !strings.Contains(text, ".") {
				m.unreadable = false
				m.truth[c.site+" "+c.nature.String()][at] = energy
			}
		}
	case "footer":
		foot := make([]string, len(*header))
		foot[0] = "Total"
		foot[columns[0].index] = "99 999,5"
		*rows = append(*rows, foot)
	case "newest first":
		slices.Reverse(*rows)
	case "twice":
		*rows = slices.Insert(*rows, odd, slices.Clone((*rows)[odd]))
		m.refusable = true
	case "extra cell":
		(*rows)[odd] = append((*rows)[odd], "7")
		m.refusable = true
	case "missing rows":
		if odd+3 < len(*rows) && odd > 3 {
			for i := odd; i < odd+2; i++ {
				for _, c := range columns {
					if site, at := cellOf(i); m.layout != "line per site" || site.site == c.site {
						delete(m.truth[c.site+" "+c.nature.String()], at)
					}
				}
			}
			*rows = slices.Delete(*rows, odd, odd+2)
		}
	}
}

// cutEnd cuts the last line in its last cell, or in its time.
func (m *made) cutEnd(starts []int64, separator string) {
	whole := strings.TrimRight(m.content, "\r\n")
	at := strings.LastIndex(whole, separator)
	last := whole[at+1:]
	keep := at + 1 + m.r.IntN(max(1, len(last)))
	if m.disturb == "cut time" {
		begin := strings.LastIndex(whole, "\n") + 1
		keep = begin + 1 + m.r.IntN(len(whole)-begin-1)
	}
	m.content = whole[:keep]
	for keep > 0 && m.content[keep-1]&0xc0 == 0x80 || keep > 0 && m.content[keep-1] >= 0xc0 { // no half character
		keep--
		m.content = whole[:keep]
	}
	m.cut = !strings.HasSuffix(m.content, "\n")
	for _, c := range m.values {
		if m.disturb == "cut value" && c != m.values[len(m.values)-1] || m.layout == "line per site" && c.site != m.values[len(m.values)-1].site {
			continue
		}
		key, last := c.site+" "+c.nature.String(), starts[len(starts)-1]
		m.dropped[key] = map[int64]int64{last: m.truth[key][last]}
		delete(m.truth[key], last)
	}
	m.refusable = true
}

// writeBook makes a workbook of the lines.
func (m *made) writeBook(above [][]string, header []string, rows [][]string, layout string) {
	m.name = "etude.xlsx"
	f := excelize.NewFile()
	defer func() { _ = f.Close() }()
	sheets := []string{"Courbe"}
	if m.layout == "two sheets" {
		sheets = []string{"Consommation", "Production"}
	}
	for n, sheet := range sheets {
		_, _ = f.NewSheet(sheet)
		line := 0
		put := func(cells []any) {
			line++
			name, _ := excelize.CoordinatesToCellName(1, line)
			_ = f.SetSheetRow(sheet, name, &cells)
		}
		texts := func(cells []string) (out []any) {
			for _, c := range cells {
				if c == "" {
					out = append(out, nil)
				} else {
					out = append(out, c)
				}
			}
			return out
		}
		for _, cells := range above {
			put(texts(cells))
		}
		own := slices.Clone(header)
		if n == 1 { // the other side of the same site
			first := m.values[0]
			for i := range own {
				own[i] = strings.NewReplacer("Consommation", "Production", "Production", "Consommation").Replace(own[i])
			}
			swapped := metering.Prod
			if first.nature == metering.Prod {
				swapped = metering.Conso
			}
			key, of := first.site+" "+swapped.String(), first.site+" "+first.nature.String()
			m.truth[key] = map[int64]int64{}
			for at, v := range m.truth[of] {
				m.truth[key][at] = v
			}
			m.values = append(m.values, madeColumn{index: first.index, site: first.site, nature: swapped, sheet: sheet})
			m.values[0].sheet = sheets[0]
		}
		put(texts(own))
		asNumbers := m.layout != "workbook of texts"
		for i, row := range rows {
			cells := texts(row)
			for _, c := range m.values {
				if c.index >= len(row) || !asNumbers || i == m.odd {
					continue
				}
				if v, ok := m.plain(row[c.index]); ok {
					cells[c.index] = v
				}
			}
			if t, err := time.Parse(layout, row[0]); err == nil && asNumbers && m.zone != curvefile.ZoneInFile {
				cells[0] = t
			}
			put(cells)
		}
	}
	_ = f.DeleteSheet("Sheet1")
	var out bytes.Buffer
	_ = f.Write(&out)
	m.content = out.String()
	m.sheets = sheets
}

// plain is the number that a text of the file is.
func (m *made) plain(text string) (float64, bool) {
	if m.marks.group != "" {
		text = strings.ReplaceAll(text, m.marks.group, "")
	}
	text = strings.Replace(text, m.marks.decimal, ".", 1)
	for _, c := range text {
		if c != '.' && (c < '0' || c > '9') {
			return 0, false
		}
	}
	v, ok := new(big.Rat).SetString(text)
	if !ok {
		return 0, false
	}
	f, _ := v.Float64()
	return f, true
}

// judge reads the file, answers what is asked with the truth, and compares.
func (m *made) judge() (outcome string, err error) {
	said := map[string]*curvefile.FileAnswers{}
	outcome = "read"
	for range 8 {
		sets, err := m.read(said)
		if err != nil {
			if fault.From(err) == nil {
				return "", fmt.Errorf("an error that is no fault: %w", err)
			}
			if !m.refusable && !m.unreadable {
				return "", fmt.Errorf("refused: %w %+v", err, items(err))
			}
			return "refused", nil
		}
		open := false
		for _, set := range sets {
			if set.Understood.Open() {
				open = true
				sheet := set.Understood.Sheet
				if said[sheet] == nil {
					said[sheet] = &curvefile.FileAnswers{Sheet: sheet}
				}
				m.answer(*set.Understood, said[sheet])
			}
		}
		if open {
			if outcome = "asked"; m.unreadable {
				return outcome, nil
			}
			continue
		}
		if err := m.compare(sets); err != nil {
			return "", err
		}
		return outcome, nil
	}
	return "", fmt.Errorf("still open: %+v", said)
}

func items(err error) (all []string) {
	for _, item := range fault.From(err).Items {
		all = append(all, fmt.Sprintf("%s %d %v", item.Key, item.Row, item.Params))
	}
	return all[:min(len(all), 3)]
}

func (m *made) read(said map[string]*curvefile.FileAnswers) ([]curvefile.Dataset, error) {
	hints := curvefile.FileHints{}
	for _, sheet := range slices.Sorted(maps.Keys(said)) {
		hints.Answers = append(hints.Answers, *said[sheet])
	}
	reader := files.New(files.DefaultLimits()).Otherwise(table.Format{}).With(hints)
	open := func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(m.content)), nil }
	return reader.Read(context.Background(), m.name, int64(len(m.content)), open, civil.Paris)
}

// answer is the truth about what is asked.
func (m *made) answer(u curvefile.FileUnderstanding, said *curvefile.FileAnswers) {
	say := func(answer curvefile.ColumnAnswer) {
		*said = said.Over(curvefile.FileAnswers{FileName: said.FileName, Sheet: said.Sheet, Columns: []curvefile.ColumnAnswer{answer}})
	}
	byColumn := func(index int) (c madeColumn, ok bool) {
		for _, c := range m.values {
			if c.index == index && (c.sheet == "" || c.sheet == u.Sheet) {
				return c, true
			}
		}
		return c, false
	}
	for _, q := range u.Questions {
		switch q.Kind {
		case curvefile.AskZone:
			said.Zone = m.zone
		case curvefile.AskLabels:
			said.Labels = m.labels
		case curvefile.AskDateOrder:
			said.DateOrder = m.order
		case curvefile.AskStepChange:
			said.StepChange = curvefile.RowsMissing
		case curvefile.AskDecimal:
			said.Decimal = map[string]curvefile.DecimalMark{".": curvefile.DecimalPoint, ",": curvefile.DecimalComma}[m.marks.decimal]
		case curvefile.AskLastLine:
			said.LastLine = curvefile.LastLineWhole
			if m.cut {
				said.LastLine = curvefile.LastLineCut
			}
		case curvefile.AskColumns:
			for _, c := range m.values {
				if c.sheet == "" || c.sheet == u.Sheet {
					answer := curvefile.ColumnAnswer{Index: c.index, Role: curvefile.RoleValue, Nature: c.nature, Unit: m.unit.unit}
					if m.layout != "line per site" {
						answer.DsoID = c.site
					}
					say(answer)
				}
			}
		case curvefile.AskSite, curvefile.AskNature, curvefile.AskUnit:
			c, ok := byColumn(q.Column)
			switch {
			case !ok:
				say(curvefile.ColumnAnswer{Index: q.Column, Role: curvefile.RoleIgnored})
			case q.Kind == curvefile.AskSite:
				say(curvefile.ColumnAnswer{Index: q.Column, DsoID: c.site})
			case q.Kind == curvefile.AskNature:
				say(curvefile.ColumnAnswer{Index: q.Column, Nature: c.nature})
			default:
				say(curvefile.ColumnAnswer{Index: q.Column, Unit: m.unit.unit})
			}
		}
	}
}

// compare puts what was read beside the truth.
func (m *made) compare(sets []curvefile.Dataset) error {
	got := map[string]map[int64]int64{}
	for _, set := range sets {
		for _, r := range set.Readings {
			key := r.DsoID + " " + r.Nature.String()
			if got[key] == nil {
				got[key] = map[int64]int64{}
			}
			for _, run := range r.Runs {
				for i, v := range run.Values {
					at := run.Start + int64(i)*int64(run.Step)
					if int64(run.Step) != m.step {
						return fmt.Errorf("%s: a step of %d", key, run.Step)
					}
					got[key][at] = int64(v)
				}
			}
		}
	}
	notes := 0
	for _, set := range sets {
		notes += len(set.Understood.Notes) + len(set.Warnings)
	}
	keys := map[string]bool{}
	for key := range m.truth {
		keys[key] = true
	}
	for key := range got {
		keys[key] = true
	}
	for key := range keys {
		for at, v := range got[key] {
			if w, ok := m.dropped[key][at]; ok && w == v {
				continue
			}
			if w, ok := m.truth[key][at]; !ok || w != v {
				return fmt.Errorf("%s at %s: %d is read, the truth is %d (%v)", key, time.Unix(at, 0).In(civil.Paris.Location()), v, w, ok)
			}
		}
		missing := 0
		for at := range m.truth[key] {
			if _, ok := got[key][at]; !ok {
				missing++
			}
		}
		if most := 2 * int(3600/min(m.step, 3600)); missing > most && m.disturb != "open quote" || missing > 0 && notes == 0 {
			return fmt.Errorf("%s: %d values are not read, and %d notes", key, missing, notes)
		}
	}
	return nil
}
