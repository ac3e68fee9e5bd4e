package table

import (
	"errors"
	"time"

	"github.com/openpmo/pmo/adapters/dso/columns"
	"github.com/openpmo/pmo/adapters/dso/table/content"
	"github.com/openpmo/pmo/adapters/dso/table/layout"
	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// finish works out what the lines mean, and gives readings when nothing is open.
func (t *table) finish() (curvefile.Dataset, error) {
	if err := t.lostSites(); err != nil {
		return curvefile.Dataset{}, err
	}
	if err := t.settle(); err != nil {
		return curvefile.Dataset{}, err
	}
	if err := t.meters(); err != nil {
		return curvefile.Dataset{}, err
	}
	t.choose()
	t.askNumbers()
	t.describe()
	set := curvefile.Dataset{FileName: t.name, Format: Name, History: true, Understood: &t.FileUnderstanding}
	if t.Open() {
		t.cover()
		return set, nil
	}
	for _, g := range t.lines.groups {
		if err := t.readings(g, &set); err != nil {
			return curvefile.Dataset{}, err
		}
	}
	if t.lines.refusals.Any() {
		return curvefile.Dataset{}, metering.ErrRejected.With("fileName", t.name).Of(t.lines.refusals.Items(t.name)...)
	}
	if len(set.Readings) == 0 {
		return curvefile.Dataset{}, metering.ErrNoValues.With("fileName", t.name)
	}
	if t.lines.empty > 0 {
		set.Warnings = append(set.Warnings, text.WarnEmpty.With("count", t.lines.empty))
	}
	t.cover()
	return set, nil
}

// settle finds order, year, steps and which end of a step the times name.
func (t *table) settle() error {
	t.lastLine()
	order, sure := t.lines.dateOrder()
	switch {
	case t.answers.DateOrder != "" && (order != curvefile.YearMonthDay || t.lines.shortYears()):
		order = t.answers.DateOrder
	case !sure:
		options := []string{string(curvefile.DayMonthYear), string(curvefile.MonthDayYear)}
		if t.lines.shortYears() {
			options = append(options, string(curvefile.YearMonthDay))
		}
		t.ask(curvefile.AskDateOrder, options, string(order))
	}
	t.DateFormat = t.formatOf(order)
	if t.lines.lacksYear() && t.answers.Year == 0 {
		t.ask(curvefile.AskYear, nil, "")
	}
	newest := false
	for _, g := range t.lines.groups {
		down, ok := t.lines.settle(g, order, t.answers.Year)
		if !ok {
			return t.noStep(g)
		}
		newest = newest || down
		t.Rows += len(g.walls)
	}
	if newest {
		t.note(NoteNewestFirst)
	}
	if err := t.mixedOffsets(); err != nil {
		return err
	}
	t.stepChange()
	t.labels()
	t.notes()
	t.clock()
	return nil
}

// noStep refuses times that are no curve: too few, or days and months apart.
func (t *table) noStep(g *group) error {
	if t.lines.refusals.Any() {
		return metering.ErrRejected.With("fileName", t.name).Of(t.lines.refusals.Items(t.name)...)
	}
	seconds := int64(0)
	if len(g.walls) > 1 {
		seconds = g.walls[1] - g.walls[0]
	}
	return metering.ErrRejected.With("fileName", t.name).Of(metering.ErrStep.With("seconds", seconds).
		With("fileName", t.name).At(t.l.Columns[t.l.TimeAt].Header).OnRow(int(g.rows[0])))
}

// knownZone is the clock that is said or seen; "" where the nights must tell.
func (t *table) knownZone() curvefile.FileZone {
	first := t.lines.groups[0].stamps[0]
	switch {
	case first.HasOffset:
		return curvefile.ZoneInFile
	case t.answers.Zone != "" && t.answers.Zone != curvefile.ZoneInFile:
		return t.answers.Zone
	case t.l.Zone != "":
		return t.l.Zone
	case first.Compact:
		return curvefile.ZoneUTC
	}
	return ""
}

// clock decides which clock wrote the times.
func (t *table) clock() {
	t.Zone = t.knownZone()
	switch first := t.lines.groups[0].stamps[0]; {
	case t.Zone == curvefile.ZoneUTC && first.Compact && t.l.Zone == "" && t.answers.Zone == "":
		t.note(NoteUTC)
	case t.Zone != "":
	case t.lines.lacksYear() && t.answers.Year == 0:
		// The days when the clock changes are not known yet.
	default:
		t.legalOrNot()
	}
}

// legalOrNot asks for the clock where the times do not follow the legal one.
func (t *table) legalOrNot() {
	t.Zone = curvefile.ZoneLegal
	holds, sure := t.lines.lookAtLegal(t.zone, t.Labels).holds()
	if sure && holds {
		return
	}
	likely := curvefile.ZoneLegal
	if !holds {
		likely = curvefile.ZoneWinter
	}
	t.Zone = ""
	t.ask(curvefile.AskZone, []string{string(curvefile.ZoneLegal), string(curvefile.ZoneWinter), string(curvefile.ZoneUTC)}, string(likely))
}

// readings turns the lines of a group into readings of the columns.
func (t *table) readings(g *group, set *curvefile.Dataset) error {
	out := columns.New(len(t.lines.columns))
	at := clock{zone: t.zone, kind: t.Zone, labels: t.Labels}
	row := make([]energy.MilliWh, len(t.lines.columns))
	scales := map[scaleKey]*text.Scale{}
	skipped, unclear := 0, 0
	autumn := g.autumn(t.zone, t.Zone, t.Labels)
	for i, wall := range g.walls {
		found, n := g.instants(&at, i)
		if n == 0 {
			skipped++
			continue
		}
		which := autumn[i]
		if which == unknown {
			unclear++
			continue
		}
		m := columns.Moment{At: found[which], Second: found[which], Step: g.steps[i], Row: g.rows[i]}
		if t.Labels == curvefile.LabelsEnd {
			m.At, m.Second = m.At-int64(m.Step), m.Second-int64(m.Step)
		}
		for c, column := range t.lines.columns {
			row[c] = t.energy(scales, column, g.cells[c][i], g.steps[i], g.rows[i])
		}
		addPieces(out, m, row, max(1, g.pieces(wall, m.Step)))
	}
	if skipped > 0 {
		t.note(NoteSkipped.With("count", skipped))
	}
	if unclear > 0 {
		t.note(NoteUnclear.With("count", unclear))
	}
	heads := make([]columns.Head, len(t.lines.columns))
	for c, column := range t.lines.columns {
		heads[c] = columns.Head{DsoID: column.DsoID, Nature: column.Nature, Unit: text.Unit(column.Unit), Labels: t.Labels}
		if t.l.SiteAt >= 0 {
			heads[c].DsoID = t.prm(g)
		}
	}
	got, err := out.Dataset(t.name, Name, heads)
	if errors.Is(err, metering.ErrNoValues) {
		return nil // another site has some
	}
	if f := fault.From(err); f != nil {
		for _, item := range f.Items {
			t.lines.refusals.Add(item)
		}
		return nil
	}
	set.Readings = append(set.Readings, got.Readings...)
	set.Warnings = append(set.Warnings, got.Warnings...)
	return err
}

// addPieces cuts a step evenly; its energy stays.
func addPieces(out *columns.Columns, m columns.Moment, row []energy.MilliWh, n int) {
	if n == 1 {
		out.Add(m, row...)
		return
	}
	m.Step /= int32(n)
	part := make([]energy.MilliWh, len(row))
	for i := range n {
		for c, e := range row {
			part[c] = e
			if e != columns.Gap {
				part[c] = e/energy.MilliWh(n) + min(1, max(0, e%energy.MilliWh(n)-energy.MilliWh(i)))
			}
		}
		out.Add(m, part...)
		m.At, m.Second = m.At+int64(m.Step), m.Second+int64(m.Step)
	}
}

type scaleKey struct {
	unit curvefile.FileUnit
	step int32
}

// energy of a cell. A negative one is refused.
func (t *table) energy(scales map[scaleKey]*text.Scale, column *layout.Column, packed content.Amount, step, row int32) energy.MilliWh {
	if packed == content.NoValue {
		return columns.Gap
	}
	n := packed.Number()
	unit := column.Unit
	if n.Unit != "" {
		unit = n.Unit
	}
	key := scaleKey{unit, step}
	scale := scales[key]
	if scale == nil {
		made, _ := text.NewScale(text.Unit(unit), time.Duration(step)*time.Second)
		scale = &made
		scales[key] = scale
	}
	value, decimals := t.lines.marks.Settled(n)
	if value < 0 {
		t.lines.refusals.Add(metering.ErrNegative.With("value", column.DsoID).With("column", column.Header).At(column.Header).OnRow(int(row)))
		return columns.Gap
	}
	e, err := scale.Energy(value, decimals)
	if err != nil {
		t.lines.refusals.Add(fault.From(err).At(column.Header).OnRow(int(row)))
		return columns.Gap
	}
	return e
}

// lostSites refuses numbers of sites that have lost digits, before anything is asked.
func (t *table) lostSites() error {
	var lost text.Refusals
	for _, g := range t.lines.groups {
		if f := content.LostSite(g.site); f != nil {
			header := t.l.Columns[t.l.SiteAt].Header
			lost.Add(f.At(header).OnRow(int(g.rows[0])))
		}
	}
	if !lost.Any() {
		return nil
	}
	return metering.ErrRejected.With("fileName", t.name).Of(lost.Items(t.name)...)
}

// prm is the number of the site of a group.
func (t *table) prm(g *group) string {
	if !content.IsSite(g.site) {
		t.lines.refusals.Add(text.ErrWord.With("value", columns.Short(g.site)).With("allowed", "PRM, EAN").
			At(t.l.Columns[t.l.SiteAt].Header).OnRow(int(g.rows[0])))
	}
	return g.site
}

// cover tells the range of the file, once its clock is known.
func (t *table) cover() {
	if t.Zone == "" || t.lines.lacksYear() && t.answers.Year == 0 {
		return
	}
	at := clock{zone: t.zone, kind: t.Zone, labels: t.Labels}
	for _, g := range t.lines.groups {
		for _, i := range []int{0, len(g.walls) - 1} {
			found, n := g.instants(&at, i)
			if n == 0 {
				continue
			}
			from := found[0]
			if i > 0 {
				from = found[1]
			}
			if t.Labels == curvefile.LabelsEnd {
				from -= int64(g.steps[i])
			}
			if t.To == 0 || from < t.From {
				t.From = from
			}
			t.To = max(t.To, from+int64(g.steps[i]))
		}
	}
}
