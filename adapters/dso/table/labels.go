package table

import (
	"time"

	"github.com/openpmo/pmo/adapters/dso/table/content"
	"github.com/openpmo/pmo/adapters/dso/table/grid"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// labels decides which end of a step the times name.
func (t *table) labels() {
	found, maybe := map[curvefile.Labels]bool{}, map[curvefile.Labels]bool{}
	for _, g := range t.lines.groups {
		t.labelsOf(g, found, maybe)
	}
	start := found[curvefile.LabelsStart] && !found[curvefile.LabelsEnd] && !maybe[curvefile.LabelsEnd]
	end := found[curvefile.LabelsEnd] && !found[curvefile.LabelsStart] && !maybe[curvefile.LabelsStart]
	switch {
	case t.answers.Labels != "":
		t.Labels = t.answers.Labels
	case t.l.Labels != "":
		t.Labels = t.l.Labels
	case start:
		t.Labels = curvefile.LabelsStart
	case end:
		t.Labels = curvefile.LabelsEnd
	default:
		t.Labels = curvefile.LabelsStart
		t.ask(curvefile.AskLabels, []string{string(curvefile.LabelsStart), string(curvefile.LabelsEnd)}, string(curvefile.LabelsStart))
	}
	count := map[int32]int{}
	for _, g := range t.lines.groups {
		g.settleSteps(t.Labels, t.rowsMissing())
		for _, step := range g.steps {
			count[step]++
		}
	}
	for _, step := range grid.CurveSteps {
		if count[step] > count[t.Step] {
			t.Step = step
		}
	}
}

// labelsOf adds what first and last time of a group tell: days are whole as starts or as
// ends, by the clock of the file; where that is not the legal one, half of it by that is
// enough to doubt, and no more. An hourly file in UTC of legal days, named by their ends, looks like
// one of days of UTC, named by their starts. Weather services, which write yyyymmdd:hhmm, have days of UTC.
func (t *table) labelsOf(g *group, found, maybe map[curvefile.Labels]bool) {
	end := len(g.walls) - 1
	if end < 1 {
		return
	}
	for _, s := range g.stamps {
		if s.Seconds == content.Day {
			found[curvefile.LabelsEnd] = true // 24:00
			return
		}
	}
	first, last := g.walls[0]+int64(g.stamps[0].Offset), g.walls[end]+int64(g.stamps[end].Offset)
	tell := func(first, last int64, both bool, found map[curvefile.Labels]bool) {
		begins := [2]bool{timeOfDay(first) == 0, timeOfDay(last) == content.Day-int64(g.steps[end])}
		ends := [2]bool{timeOfDay(first) == int64(g.steps[0]), timeOfDay(last) == 0}
		found[curvefile.LabelsStart] = found[curvefile.LabelsStart] || begins[0] && begins[1] || !both && (begins[0] || begins[1])
		found[curvefile.LabelsEnd] = found[curvefile.LabelsEnd] || ends[0] && ends[1] || !both && (ends[0] || ends[1])
	}
	tell(first, last, true, found)
	if zone := t.knownZone(); zone != "" && zone != curvefile.ZoneLegal && !g.stamps[0].Compact {
		at := clock{zone: t.zone, kind: zone}
		a, _ := g.instants(&at, 0)
		b, _ := g.instants(&at, end)
		tell(t.legalTime(a[0]), t.legalTime(b[0]), false, maybe)
	}
}

// legalTime is what the legal clock shows at an instant.
func (t *table) legalTime(at int64) int64 {
	_, offset := time.Unix(at, 0).In(t.zone.Location()).Zone()
	return at + int64(offset)
}

// timeOfDay is the seconds since midnight.
func timeOfDay(wall int64) int64 { return wall - grid.FloorDiv(wall, content.Day)*content.Day }
