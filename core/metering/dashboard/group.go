package dashboard

import (
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/monthly"
	"github.com/openpmo/pmo/core/metering/view"
)

// GroupInput asks for one line a consumer, or a producer.
type GroupInput struct {
	OperationID id.ID
	Side        metering.Side     // none = observers, who have no site
	Natures     []metering.Nature // none = all
	Days        civil.Range
	Known       []metering.Revision // If-None-Match
}

// GroupLine is the totals of one participant, or of the others together.
type GroupLine struct {
	ParticipantID id.ID // none for the others
	Name          string
	Others        int
	Metrics       Metrics // without peaks; missing days are those of the operation
	splits        splits
}

// blank makes metrics without energies.
func blank(ctx context.Context, q view.Question) (func() Metrics, error) {
	sums, err := q.Monthly.Sums(ctx, q.Known, q.Op.ID, ComparedMonths(q.Days, metering.AllDays), q.Natures)
	c := TallyOf(q, sums, metering.ScopeGlobal)
	like := c.missing()
	return func() Metrics {
		m := like
		m.Values, m.Previous, m.YearBefore = map[metering.Nature]Metric{}, map[metering.Nature]Metric{}, map[metering.Nature]Metric{}
		return m
	}, err
}

func metricsOf(p monthly.Parts, participantID id.ID, side metering.Side, natures []metering.Nature) map[metering.Nature]Metric {
	out := map[metering.Nature]Metric{}
	at, ok := p.Find(participantID)
	for _, n := range natures {
		if n > metering.ACI {
			continue
		}
		of := side
		if n == metering.ACI {
			of = metering.Producer
		}
		if v := p.Get(metering.NatureSide{Nature: n, Side: of}, at); ok && v != metering.Absent {
			out[n] = Metric{Energy: v}
		}
	}
	return out
}

// together are the others as one line. In each of the three periods they are whoever took part
// in it: without those who left since, what is left of the operation's total would be theirs alone.
type together struct {
	line GroupLine
	many [3]int // in the period, the one before, the year before
}

func (t *together) add(one GroupLine, period civil.Range, asked [3]civil.Range) {
	to, of := &t.line.Metrics, one.Metrics
	for i, sums := range [3][2]map[metering.Nature]Metric{{to.Values, of.Values}, {to.Previous, of.Previous}, {to.YearBefore, of.YearBefore}} {
		if period.Overlaps(asked[i]) {
			t.many[i]++
			addMetrics(sums[0], sums[1])
		}
	}
	if period.Overlaps(asked[0]) {
		t.line.splits = t.line.splits.add(one.splits)
	}
}

// lines is that of the others; none where too few of them are told from one another.
func (t *together) lines() []GroupLine {
	if t.many[0] < metering.MinOthers {
		return nil
	}
	for i, sums := range []map[metering.Nature]Metric{t.line.Metrics.Previous, t.line.Metrics.YearBefore} {
		if t.many[i+1] < metering.MinOthers {
			clear(sums)
		}
	}
	t.line.Others = t.many[0]
	t.line.Metrics.rates(t.line.splits)
	return []GroupLine{t.line}
}

func addMetrics(dst, src map[metering.Nature]Metric) {
	for n, m := range src {
		dst[n] = Metric{Energy: dst[n].Energy + m.Energy}
	}
}

// splitsOf are the energy of a participant, as far as it is known what was shared of it.
func splitsOf(p monthly.Parts, participantID id.ID, side metering.Side) (out splits) {
	at, ok := p.Find(participantID)
	if !ok {
		return out
	}
	whole := metering.Conso
	if side == metering.Producer {
		whole = metering.Prod
	}
	var of matching
	shared := p.Get(metering.NatureSide{Nature: metering.Autoconso, Side: side}, at) != metering.Absent
	for _, n := range []metering.Nature{whole, metering.Unmatched, metering.Autoconso, metering.UnmatchedShared} {
		if e := p.Get(metering.NatureSide{Nature: n, Side: side}, at); e != metering.Absent && shared {
			of.take(n, whole, e)
		}
	}
	var aci withACI
	for _, k := range []metering.NatureSide{{Nature: metering.ACI, Side: metering.Producer}, {Nature: metering.UnmatchedACI, Side: side}, {Nature: metering.WithoutACI, Side: side}, {Nature: metering.WithoutACIShared, Side: side}} {
		if e := p.Get(k, at); e != metering.Absent && shared {
			aci.take(k.Nature, e)
		}
	}
	alone := of.into()
	if side == metering.Producer {
		out.produced, out.producedWithACI = alone, aci.beside(alone)
		return out
	}
	out.consumed, out.consumedWithACI = alone, aci.beside(alone)
	return out
}
