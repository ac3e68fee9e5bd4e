package metering

import (
	"cmp"
	"context"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// GroupInput asks for one line a consumer, or a producer.
type GroupInput struct {
	OperationID id.ID
	Side        Side
	Natures     []Nature // none = all
	Days        civil.Range
	Known       string // If-None-Match
}

// GroupLine is the totals of one participant, or of the others together.
type GroupLine struct {
	ParticipantID id.ID // none for the others
	Name          string
	Others        int
	Metrics       Metrics // without peaks
}

// Group is the totals of each participant of a side, by name; a participant sees
// itself, and the others as one line where these are three or more.
// Errors: forbidden, notFound, range.reversed, range.tooLong.
func (s *Service) Group(ctx context.Context, p policy.Principal, in GroupInput) (lines []GroupLine, tag string, unchanged bool, err error) {
	if err := s.guard.Operation(ctx, p, permRead, in.OperationID); err != nil {
		return nil, "", false, err
	}
	sites, err := s.perimeter.Sites(ctx, in.OperationID)
	if err != nil {
		return nil, "", false, err
	}
	q, unchanged, err := s.askBack(ctx, p, in.OperationID, in.Days, earliest(in.Days), in.Natures, in.Known, "group", in.Side, namesOf(sites))
	if err != nil || unchanged {
		return nil, q.tag, unchanged, err
	}
	var had [3]parts // of the period, the one before, the year before
	natures := q.withACI()
	for i, days := range []civil.Range{in.Days, previousDays(in.Days), yearBefore(in.Days)} {
		if had[i], err = s.parts(ctx, q.known, in.OperationID, days, natures); err != nil {
			return nil, "", false, err
		}
	}
	others := GroupLine{Metrics: q.blank()}
	for _, site := range sites {
		if !site.plays(in.Side) || !site.Period.Overlaps(in.Days) {
			continue
		}
		line := GroupLine{ParticipantID: site.ParticipantID, Name: site.Name, Metrics: q.blank()}
		line.Metrics.Values = had[0].metrics(site.ParticipantID, in.Side, natures)
		line.Metrics.Previous = had[1].metrics(site.ParticipantID, in.Side, natures)
		line.Metrics.YearBefore = had[2].metrics(site.ParticipantID, in.Side, natures)
		if !own(p, site.ParticipantID) {
			others.add(line)
			continue
		}
		line.Metrics.rates()
		lines = append(lines, line)
	}
	slices.SortStableFunc(lines, func(a, b GroupLine) int { return cmp.Compare(a.Name, b.Name) })
	if others.Others >= minOthers {
		others.Metrics.rates()
		lines = append(lines, others)
	}
	return lines, q.tag, false, nil
}

func (q question) blank() Metrics {
	return Metrics{Zone: q.op.Operator.Zone(), Days: q.days, PreviousDays: previousDays(q.days), YearBeforeDays: yearBefore(q.days),
		Values: map[Nature]Metric{}, Previous: map[Nature]Metric{}, YearBefore: map[Nature]Metric{}}
}

func (p parts) metrics(participantID id.ID, side Side, natures []Nature) map[Nature]Metric {
	out := map[Nature]Metric{}
	at, ok := p.find(participantID)
	for _, n := range natures {
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
	addMetrics(l.Metrics.Values, o.Metrics.Values)
	addMetrics(l.Metrics.Previous, o.Metrics.Previous)
	addMetrics(l.Metrics.YearBefore, o.Metrics.YearBefore)
}

func addMetrics(dst, src map[Nature]Metric) {
	for n, m := range src {
		dst[n] = Metric{Energy: dst[n].Energy + m.Energy}
	}
}

// rates fills what follows from the energies.
func (m *Metrics) rates() {
	m.ratesWithACI()
	shared, ok := m.Values[Autoconso]
	if !ok {
		return
	}
	if made, ok := m.Values[Prod]; ok {
		m.SelfConsumption = rate(shared.Energy, made.Energy)
		m.Sharing = m.SelfConsumption
	}
	if used, ok := m.Values[Conso]; ok {
		m.SelfProduction = rate(shared.Energy, used.Energy)
		complement := used.Energy - shared.Energy
		m.Complement = &complement
	}
}
