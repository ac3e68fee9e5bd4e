package metering

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/naming"
	"github.com/openpmo/pmo/core/policy"
)

// GroupInput asks for one line a consumer, or a producer.
type GroupInput struct {
	OperationID id.ID
	Side        Side     // none = observers, who have no site
	Natures     []Nature // none = all
	Days        civil.Range
	Known       string // If-None-Match
}

// GroupLine is the totals of one participant, or of the others together.
type GroupLine struct {
	ParticipantID id.ID // none for the others
	Name          string
	Others        int
	Metrics       Metrics // without peaks; missing days are those of the operation
	splits        splits
}

// Group is the totals of each participant of a side, by name; a participant sees
// itself, and the others as one line where these are three or more.
// Errors: forbidden, notFound, range.reversed, range.tooLong, featureNotAvailable.
func (s *Service) Group(ctx context.Context, p policy.Principal, in GroupInput) (lines []GroupLine, tag string, unchanged bool, err error) {
	if err := s.guard.Operation(ctx, p, permRead, in.OperationID); err != nil {
		return nil, "", false, err
	}
	sites, err := s.perimeter.Sites(ctx, in.OperationID)
	if err != nil {
		return nil, "", false, err
	}
	q, unchanged, err := s.askBack(ctx, p, in.OperationID, in.Days, earliest(in.Days), in.Natures, in.Known, "group", in.Side, namesOf(sites))
	if err == nil {
		err = q.op.offersMetrics()
	}
	if err != nil || unchanged {
		return nil, q.tag, unchanged, err
	}
	var had [3]parts // of the period, the one before, the year before
	natures := q.measured()
	for i, days := range []civil.Range{in.Days, previousDays(in.Days), yearBefore(in.Days)} {
		if had[i], err = s.parts(ctx, q.known, in.OperationID, days, natures); err != nil {
			return nil, "", false, err
		}
	}
	blank, err := q.blank(ctx)
	if err != nil {
		return nil, "", false, err
	}
	others := GroupLine{Metrics: blank()}
	for _, site := range sites {
		if in.Side == NoSide || !site.plays(in.Side) || !site.Period.Overlaps(in.Days) {
			continue
		}
		line := GroupLine{ParticipantID: site.ParticipantID, Name: site.Name, Metrics: blank()}
		line.splits = had[0].splits(site.ParticipantID, in.Side)
		line.Metrics.Values = had[0].metrics(site.ParticipantID, in.Side, natures)
		line.Metrics.Previous = had[1].metrics(site.ParticipantID, in.Side, natures)
		line.Metrics.YearBefore = had[2].metrics(site.ParticipantID, in.Side, natures)
		if !own(p, site.ParticipantID) {
			others.add(line)
			continue
		}
		line.Metrics.rates(line.splits)
		lines = append(lines, line)
	}
	slices.SortStableFunc(lines, func(a, b GroupLine) int { return naming.Compare(a.Name, b.Name) })
	if others.Others >= minOthers {
		others.Metrics.rates(others.splits)
		lines = append(lines, others)
	}
	return lines, q.tag, false, nil
}

// blank makes metrics without energies.
func (q question) blank(ctx context.Context) (func() Metrics, error) {
	sums, err := q.s.sums(ctx, q.known, q.op.ID, comparedMonths(q.days, allDays), q.natures)
	c := q.tallyOf(sums, ScopeGlobal)
	like := c.missing()
	return func() Metrics {
		m := like
		m.Values, m.Previous, m.YearBefore = map[Nature]Metric{}, map[Nature]Metric{}, map[Nature]Metric{}
		return m
	}, err
}

func (p parts) metrics(participantID id.ID, side Side, natures []Nature) map[Nature]Metric {
	out := map[Nature]Metric{}
	at, ok := p.find(participantID)
	for _, n := range natures {
		if n > ACI {
			continue
		}
		of := side
		if n == ACI {
			of = Producer
		}
		if v := p.get(sumKey{n, of}, at); ok && v != Absent {
			out[n] = Metric{Energy: v}
		}
	}
	return out
}

func (l *GroupLine) add(o GroupLine) {
	l.Others++
	l.splits = l.splits.add(o.splits)
	addMetrics(l.Metrics.Values, o.Metrics.Values)
	addMetrics(l.Metrics.Previous, o.Metrics.Previous)
	addMetrics(l.Metrics.YearBefore, o.Metrics.YearBefore)
}

func addMetrics(dst, src map[Nature]Metric) {
	for n, m := range src {
		dst[n] = Metric{Energy: dst[n].Energy + m.Energy}
	}
}

// splits are the energy of a participant, as far as it is known what was shared of it.
func (p parts) splits(participantID id.ID, side Side) (out splits) {
	at, ok := p.find(participantID)
	if !ok {
		return out
	}
	whole := Conso
	if side == Producer {
		whole = Prod
	}
	var of matching
	shared := p.get(sumKey{Autoconso, side}, at) != Absent
	for _, n := range []Nature{whole, Unmatched, Autoconso, UnmatchedShared} {
		if e := p.get(sumKey{n, side}, at); e != Absent && shared {
			of.take(n, whole, e)
		}
	}
	var aci withACI
	for _, k := range []sumKey{{ACI, Producer}, {UnmatchedACI, side}, {WithoutACI, side}, {WithoutACIShared, side}} {
		if e := p.get(k, at); e != Absent && shared {
			aci.take(k.nature, e)
		}
	}
	alone := of.into()
	if side == Producer {
		out.produced, out.producedWithACI = alone, aci.beside(alone)
		return out
	}
	out.consumed, out.consumedWithACI = alone, aci.beside(alone)
	return out
}

// offersMetrics refuses an operator whose totals come with its curves and its
// distribution only: SIBELGA (decisions 3.10, 6.4). Error: featureNotAvailable.
func (o Operation) offersMetrics() error {
	if o.Operator.Capabilities().Metrics {
		return nil
	}
	return ErrFeature.With("feature", "metrics").With("dso", string(o.Operator))
}
