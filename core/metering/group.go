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
	q, unchanged, err := s.ask(ctx, p, in.OperationID, in.Days, in.Natures, in.Known, "group", in.Side, namesOf(sites))
	if err != nil || unchanged {
		return nil, q.tag, unchanged, err
	}
	before := previousDays(in.Days)
	now, err := s.parts(ctx, in.OperationID, in.Days, q.natures)
	if err != nil {
		return nil, "", false, err
	}
	then, err := s.parts(ctx, in.OperationID, before, q.natures)
	if err != nil {
		return nil, "", false, err
	}
	others := GroupLine{Metrics: q.blank()}
	for _, site := range sites {
		if !site.plays(in.Side) || !site.Period.Overlaps(in.Days) {
			continue
		}
		line := GroupLine{ParticipantID: site.ParticipantID, Name: site.Name, Metrics: q.blank()}
		line.Metrics.Values = now.metrics(site.ParticipantID, in.Side, q.natures)
		line.Metrics.Previous = then.metrics(site.ParticipantID, in.Side, q.natures)
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
	return Metrics{Zone: q.op.Operator.Zone(), Days: q.days, PreviousDays: previousDays(q.days),
		Values: map[Nature]Metric{}, Previous: map[Nature]Metric{}}
}

func (p parts) metrics(participantID id.ID, side Side, natures []Nature) map[Nature]Metric {
	out := map[Nature]Metric{}
	at, ok := p.index[participantID]
	for _, n := range natures {
		if v := p.get(sumKey{n, side}, at); ok && v != Absent {
			out[n] = Metric{Energy: v}
		}
	}
	return out
}

func (l *GroupLine) add(o GroupLine) {
	l.Others++
	addMetrics(l.Metrics.Values, o.Metrics.Values)
	addMetrics(l.Metrics.Previous, o.Metrics.Previous)
}

func addMetrics(dst, src map[Nature]Metric) {
	for n, m := range src {
		dst[n] = Metric{Energy: dst[n].Energy + m.Energy}
	}
}

// rates fills what follows from the energies.
func (m *Metrics) rates() {
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
