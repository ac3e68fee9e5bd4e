package analysis

import (
	"cmp"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
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
	Key                  allocation.Key
	Consumers, Producers []allocation.Site // what the indices of rounds mean
	Consumption          []energy.MilliWh
	DSO                  *energy.MilliWh // what the operator says the one asked about received; nil = not known
	Asked                int             // index of the consumer that was asked about; -1 = all
}

// explain looks at one step of a month.
func explain(e allocation.MonthEnergies, span allocation.Span, in ExplainInput) (Explained, error) {
	step := int(in.At.Sub(e.Start) / e.Step)
	if len(e.Consumers) == 0 || len(e.Producers) == 0 || step < 0 || step >= len(e.Missing) || e.Missing[step] {
		return Explained{}, allocation.ErrNoEnergies
	}
	out := Explained{At: e.Start.Add(time.Duration(step) * e.Step), Step: e.Step, Key: span.Key, Consumers: e.Consumers, Producers: e.Producers, Asked: share.None}
	if !in.ParticipantID.IsZero() {
		if out.Asked = slices.IndexFunc(e.Consumers, func(s allocation.Site) bool { return s.ID == in.ParticipantID }); out.Asked < 0 {
			return Explained{}, allocation.ErrConsumer.With("consumerId", string(in.ParticipantID)).At("participantId")
		}
	}
	span.Step, span.Key.Algorithm = e.Step, cmp.Or(e.Algorithm, span.Key.Algorithm)
	rule, err := span.Rule(coefficientset.IDsOf(e.Consumers), coefficientset.IDsOf(e.Producers))
	if err != nil {
		return Explained{}, err
	}
	first := e.Starts[span.Days.From-e.Month.First()]
	last := e.Starts[span.Days.To-e.Month.First()]
	for _, column := range e.Consumption {
		out.Consumption = append(out.Consumption, column[step])
	}
	out.Explanation, err = share.Explain(rule, coefficientset.Window(e.Production, first, last), coefficientset.Window(e.Consumption, first, last), step-first)
	// Who is not there that day is not left out by the key.
	out.LeftOut = slices.DeleteFunc(out.LeftOut, func(i int) bool { return !e.Consumers[i].Period.Contains(span.Days.From) })
	return out, err
}
