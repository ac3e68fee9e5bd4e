package allocation

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// ExplainInput is an instant, and perhaps one consumer and another key.
type ExplainInput struct {
	OperationID   id.ID
	At            time.Time
	ParticipantID id.ID // "" = all
	ConfigID      id.ID // "" = the key in force then
}

// Explained is how the production of one step was shared.
type Explained struct {
	share.Explanation
	At                   time.Time // start of the step
	Step                 time.Duration
	Key                  Key
	Consumers, Producers []Site // what the indices of rounds mean
	Consumption          []energy.MilliWh
	DSO                  *energy.MilliWh // what the operator says the one asked about received; nil = not known
	Asked                int             // index of the consumer that was asked about; -1 = all
}

// Explain tells how a step was shared, round by round. Errors: forbidden, notFound,
// key.notFound, participant.notFound, energies.none where curves are missing.
func (s *Service) Explain(ctx context.Context, p policy.Principal, in ExplainInput) (Explained, error) {
	if err := s.Guard.Operation(ctx, p, read, in.OperationID); err != nil {
		return Explained{}, err
	}
	o, line, err := s.timeline(ctx, in.OperationID)
	if err != nil {
		return Explained{}, err
	}
	day := o.Zone().DateOf(in.At)
	spans, err := s.withSets(ctx, o, line.Spans(civil.Range{From: day, To: day + 1}))
	if err != nil {
		return Explained{}, err
	}
	span := spans[0]
	if !in.ConfigID.IsZero() {
		c, err := s.configOf(ctx, in.OperationID, in.ConfigID)
		if err != nil {
			return Explained{}, err
		}
		span = Span{Days: span.Days, Key: c.Key()}
	}
	e, err := s.Energies.MonthEnergies(ctx, in.OperationID, civil.MonthOf(day))
	if err != nil {
		return Explained{}, err
	}
	out, err := e.explain(span, in)
	if err != nil || out.Asked == share.None {
		return out, err
	}
	v, ok, err := s.Expectations.At(ctx, in.OperationID, out.Consumers[out.Asked].DsoID, e.Month, e.Step, int(out.At.Sub(e.Start)/e.Step))
	if ok {
		out.DSO = &v
	}
	return out, err
}

// explain looks at one step of a month.
func (e MonthEnergies) explain(span Span, in ExplainInput) (Explained, error) {
	step := int(in.At.Sub(e.Start) / e.Step)
	if len(e.Consumers) == 0 || len(e.Producers) == 0 || step < 0 || step >= len(e.Missing) || e.Missing[step] {
		return Explained{}, ErrNoEnergies
	}
	out := Explained{At: e.Start.Add(time.Duration(step) * e.Step), Step: e.Step, Key: span.Key, Consumers: e.Consumers, Producers: e.Producers, Asked: share.None}
	if !in.ParticipantID.IsZero() {
		if out.Asked = slices.IndexFunc(e.Consumers, func(s Site) bool { return s.ID == in.ParticipantID }); out.Asked < 0 {
			return Explained{}, ErrConsumer.With("consumerId", string(in.ParticipantID)).At("participantId")
		}
	}
	span.Step, span.Key.Algorithm = e.Step, cmp.Or(e.Algorithm, span.Key.Algorithm)
	rule, err := span.Rule(idsOf(e.Consumers), idsOf(e.Producers))
	if err != nil {
		return Explained{}, err
	}
	first := e.Starts[span.Days.From-e.Month.First()]
	last := e.Starts[span.Days.To-e.Month.First()]
	for _, column := range e.Consumption {
		out.Consumption = append(out.Consumption, column[step])
	}
	out.Explanation, err = share.Explain(rule, window(e.Production, first, last), window(e.Consumption, first, last), step-first)
	// Who is not there that day is not left out by the key.
	out.LeftOut = slices.DeleteFunc(out.LeftOut, func(i int) bool { return !e.Consumers[i].Period.Contains(span.Days.From) })
	return out, err
}
