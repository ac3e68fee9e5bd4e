package table

import (
	"slices"

	"github.com/openpmo/pmo/adapters/dso/table/content"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// autumn decides which of its two instants each time of a doubled hour is: 0 for summer
// time, 1 for winter time, unknown where nothing tells. The map has the lines of such
// hours only. Lines in the order of time go back once, when the clock does. Where the
// two of each time stand side by side, the first is summer time. A time that is there
// once, in an hour that does not go back, may be either, and so may all in a file without
// any order: they are not read.
func (g *group) autumn(zone civil.Zone, kind curvefile.FileZone, labels curvefile.Labels) map[int]int {
	out := map[int]int{}
	at := clock{zone: zone, kind: kind, labels: labels}
	var night []int
	for i, wall := range g.written {
		found, n := at.instants(wall)
		if n < 2 || found[0] == found[1] {
			continue
		}
		if len(night) > 0 && wall-g.written[night[0]] > content.Day {
			g.night(night, out)
			night = night[:0]
		}
		night = append(night, i)
	}
	if len(night) > 0 {
		g.night(night, out)
	}
	return out
}

// unknown is a time that may be summer time or winter time.
const unknown = -1

// night decides for the lines of one night.
func (g *group) night(lines []int, out map[int]int) {
	order := slices.Clone(lines)
	slices.SortStableFunc(order, func(a, b int) int {
		if g.newest {
			return int(g.rows[b]) - int(g.rows[a])
		}
		return int(g.rows[a]) - int(g.rows[b])
	})
	back, descents, equal := 0, 0, false
	for n := 1; n < len(order); n++ {
		switch before, now := g.written[order[n-1]], g.written[order[n]]; {
		case now < before:
			back, descents = n, descents+1
		case now == before:
			equal = true
		}
	}
	if g.inOrder && descents == 1 && !equal {
		for n, i := range order {
			out[i] = 0
			if n >= back {
				out[i] = 1
			}
		}
		return
	}
	times := map[int64]int{}
	for _, i := range order {
		times[g.written[i]]++
	}
	seen := map[int64]bool{}
	for _, i := range order {
		switch wall := g.written[i]; {
		case times[wall] == 1, !g.inOrder:
			out[i] = unknown
		case seen[wall]:
			out[i] = 1
		default:
			out[i], seen[wall] = 0, true
		}
	}
}
