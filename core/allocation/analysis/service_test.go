package analysis_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/analysis"
	"github.com/openpmo/pmo/core/allocation/assembly"
	"github.com/openpmo/pmo/core/allocation/key"
	"github.com/openpmo/pmo/core/allocation/replay"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// figures are what the operator says.
type figures struct {
	replay.Expectations
	days           []replay.SiteDays
	contradictions []replay.Contradiction
	flows          replay.Flows
	received       energy.MilliWh // of every site at every step
	asked          []string       // of At: number of the site
}

func (f *figures) Days(context.Context, id.ID, civil.Range) ([]replay.SiteDays, error) {
	return f.days, nil
}

func (f *figures) Contradictions(context.Context, id.ID, civil.Range) ([]replay.Contradiction, error) {
	return f.contradictions, nil
}

func (f *figures) Flows(context.Context, policy.Principal, id.ID, civil.Range) (replay.Flows, error) {
	return f.flows, nil
}

func (f *figures) At(_ context.Context, _ id.ID, dsoID string, _ civil.Month, _ time.Duration, step int) (energy.MilliWh, bool, error) {
	f.asked = append(f.asked, dsoID)
	return f.received + energy.MilliWh(step), f.received > 0, nil
}

type analysed struct {
	*coretest.Senders
	said *figures
}

func newAnalysed(t *testing.T, operator dso.Operator) analysed {
	t.Helper()
	w := analysed{coretest.NewSenders(t, operator), &figures{}}
	w.Rewire(func(d *assembly.Parts) { d.Expectations = w.said })
	return w
}

// TestDrift: days that both have are compared; the threshold is two percent unless another
// is asked for.
func TestDrift(t *testing.T) {
	w := newAnalysed(t, dso.Enedis)
	day := func(d int, theirs, ours energy.MilliWh, both bool) replay.DayShares {
		return replay.DayShares{Day: coretest.March.First().AddDays(d), DSO: theirs, Expected: ours, Both: both}
	}
	w.said.days = []replay.SiteDays{
		{Site: allocation.Site{ID: w.A}, Days: []replay.DayShares{day(0, 10_000_000, 10_200_000, true), day(1, 10_000_000, 10_200_001, true), day(2, 10_000_000, 0, false)}},
		{Site: allocation.Site{ID: w.B1}, Days: []replay.DayShares{day(0, 5, 5, true), day(3, 7, 7, true)}},
		{Site: allocation.Site{ID: w.B2}, Days: []replay.DayShares{day(3, 0, 100_000, true), day(4, 9_000_000, 8_000_000, true)}},
	}
	w.said.contradictions = []replay.Contradiction{{Day: coretest.March.First(), Steps: 2}}
	d, err := w.Analysis.Drift(t.Context(), w.Observer(), w.Operation, coretest.March.Range(), nil)
	require.NoError(t, err)
	require.Equal(t, []any{2.0, 4, 2}, []any{d.Threshold, d.ComparedDays, len(d.Sites)}, "who does not differ is not listed")
	require.Equal(t, []any{w.B2, energy.MilliWh(1_100_000), energy.MilliWh(-900_000), true}, []any{d.Sites[0].ID, d.Sites[0].Moved, d.Sites[0].Difference(), d.Sites[0].Alert})
	require.Equal(t, []bool{false, true}, []bool{d.Sites[0].Days[0].Alert, d.Sites[0].Days[1].Alert}, "0.1 kWh is too little to speak of")
	require.Equal(t, []bool{false, true}, []bool{d.Sites[1].Days[0].Alert, d.Sites[1].Days[1].Alert}, "two percent is not above two percent")
	require.Equal(t, w.said.contradictions, d.Contradictions)

	high := 50.0
	d, err = w.Analysis.Drift(t.Context(), w.Observer(), w.Operation, coretest.March.Range(), &high)
	require.NoError(t, err)
	require.Equal(t, []any{50.0, false}, []any{d.Threshold, d.Sites[0].Alert})
	_, err = w.Analysis.Drift(t.Context(), w.Organizer, w.Operation, civil.Range{}, nil)
	require.ErrorIs(t, err, civil.ErrReversed)
}

// TestAStepIsExplained by the key of its day, or by another one; of one consumer beside what
// the operator says.
func TestAStepIsExplained(t *testing.T) {
	w := newAnalysed(t, dso.Enedis)
	w.SetKey(coretest.March.First(), allocation.ByEquality)
	w.SetKey(coretest.Handover, allocation.ByWeight, w.Weights()...)
	noon := civil.Paris.Start(coretest.Handover).Add(12*time.Hour + 7*time.Minute)
	in := analysis.ExplainInput{OperationID: w.Operation, At: noon}
	got, err := w.Analysis.Explain(t.Context(), w.Observer(), in)
	require.NoError(t, err)
	require.Equal(t, []any{allocation.ByWeight, 15 * time.Minute, -1}, []any{got.Key.Type, got.Step, got.Asked})
	require.True(t, got.At.Equal(noon.Truncate(15*time.Minute)), "the step in which the instant lies")
	require.Nil(t, got.DSO)
	require.Len(t, got.LeftOut, 0, "Bruno, who has left, is not left out by the key")

	in.ParticipantID, w.said.received = w.B2, 1000
	got, err = w.Analysis.Explain(t.Context(), w.Organizer, in)
	require.NoError(t, err)
	require.Equal(t, []any{w.B2, []string{coretest.PRMB}}, []any{got.Consumers[got.Asked].ID, w.said.asked})
	step := int(got.At.Sub(civil.Paris.Start(coretest.March.First())) / got.Step)
	require.Equal(t, energy.MilliWh(1000+step), *got.DSO)
	w.said.received = 0
	got, err = w.Analysis.Explain(t.Context(), w.Organizer, in)
	require.NoError(t, err)
	require.Nil(t, got.DSO, "not known is not zero")

	day := w.Today
	draft, err := w.Key.Create(t.Context(), w.Organizer, key.CreateInput{OperationID: w.Operation, Type: allocation.ByDefault, Draft: true, EffectiveDate: &day})
	require.NoError(t, err)
	in.ConfigID = draft.ID
	got, err = w.Analysis.Explain(t.Context(), w.Organizer, in)
	require.NoError(t, err)
	require.Equal(t, allocation.ByDefault, got.Key.Type, "a draft may be tried")

	in.ConfigID = id.New()
	_, err = w.Analysis.Explain(t.Context(), w.Organizer, in)
	require.ErrorIs(t, err, allocation.ErrNotFound)
	in.ConfigID, in.ParticipantID = "", w.P1
	_, err = w.Analysis.Explain(t.Context(), w.Organizer, in)
	require.ErrorIs(t, err, allocation.ErrConsumer)
	w.Meters.Gap = coretest.Handover
	in.ParticipantID = ""
	_, err = w.Analysis.Explain(t.Context(), w.Organizer, in)
	require.ErrorIs(t, err, allocation.ErrNoEnergies, "nothing is said where a curve has a gap")
}

// TestTheMatrixHasBothFigures: the operator's as they are, ours over the days on which every
// curve is there.
func TestTheMatrixHasBothFigures(t *testing.T) {
	for operator, ours := range map[dso.Operator]bool{dso.Enedis: true, dso.Fake: true, dso.Sibelga: false} {
		t.Run(string(operator), func(t *testing.T) {
			w := newAnalysed(t, operator)
			w.SetKey(coretest.March.First(), allocation.ByEquality)
			w.Meters.Gap = coretest.Handover
			made := energy.MilliWh(5)
			w.said.flows = replay.Flows{Consumers: []replay.FlowEnd{{Site: allocation.Site{ID: w.A}}}, Producers: []replay.FlowEnd{{Site: allocation.Site{ID: w.P1}, Production: &made}},
				Cells: []replay.FlowCell{{ProducerID: w.P1, ConsumerID: w.A, Shared: 3}}}
			days := civil.Range{From: coretest.Handover - 1, To: coretest.Handover + 2}
			m, err := w.Analysis.Matrix(t.Context(), w.Observer(), w.Operation, days)
			require.NoError(t, err)
			var cell analysis.MatrixCell
			for _, c := range m.Cells {
				if c.ProducerID == w.P1 && c.ConsumerID == w.A {
					cell = c
				}
			}
			require.Equal(t, energy.MilliWh(3), *cell.Shared)
			if !ours {
				require.Equal(t, []any{1, 0}, []any{len(m.Cells), m.ExpectedDays}, "its key only describes what the operator does")
				require.Nil(t, cell.Expected)
				return
			}
			require.Equal(t, []any{2, days.From, days.Last()}, []any{m.ExpectedDays, m.ExpectedFrom, m.ExpectedTo}, "not the day with a gap")
			require.Positive(t, *cell.Expected)
			require.Equal(t, &made, m.Producers[0].Production)
			require.NotNil(t, m.Producers[0].Expected, "the surplus")
			require.Positive(t, *m.Consumers[0].Expected)
		})
	}
}

// TestAKeyIsTried beside the one in force: a version, a draft, or one that is only written.
func TestAKeyIsTried(t *testing.T) {
	w := newAnalysed(t, dso.Enedis)
	equal := w.SetKey(coretest.March.First(), allocation.ByEquality)
	w.Meters.Gap = coretest.Handover
	in := analysis.SimulateInput{OperationID: w.Operation, Days: coretest.March.Range(), ConfigID: equal.ID}
	same, err := w.Analysis.Simulate(t.Context(), w.Observer(), in)
	require.NoError(t, err)
	require.Equal(t, same.InForce, same.Simulated)
	require.Equal(t, []int{1, 30*96 - 4}, []int{same.MissingDays, same.Steps})

	in.ConfigID, in.Type = "", allocation.ByPriority
	in.Params = []allocation.Param{{ConsumerID: w.A, Value: allocation.One}, {ConsumerID: w.B2, Value: 2 * allocation.One},
		{ConsumerID: w.Consumers[0], Value: 2 * allocation.One}, {ConsumerID: w.Consumers[1], Value: 2 * allocation.One}}
	other, err := w.Analysis.Simulate(t.Context(), w.Organizer, in)
	require.NoError(t, err)
	require.Equal(t, same.InForce, other.InForce)
	require.Equal(t, w.A, other.Participants[0].ID, "who comes first gains")
	require.Positive(t, other.Participants[0].Difference())
	require.Negative(t, other.Participants[len(other.Participants)-1].Difference())
	require.Equal(t, same.Production, other.Simulated.Shared+other.Simulated.Surplus)
	require.Zero(t, w.Count("allocation_configs")-2, "nothing is stored")

	for name, c := range map[string]struct {
		change func(in *analysis.SimulateInput)
		want   *fault.Error
	}{
		"an unknown version":     {func(in *analysis.SimulateInput) { in.ConfigID = id.New() }, allocation.ErrNotFound},
		"coefficients of months": {func(in *analysis.SimulateInput) { in.Type, in.Params = allocation.SimpleDynamic, nil }, allocation.ErrType},
		"parts above the whole":  {func(in *analysis.SimulateInput) { in.Type, in.Params[0].Value = allocation.Static, allocation.Whole }, allocation.ErrSum},
		"no days":                {func(in *analysis.SimulateInput) { in.Days.To = in.Days.From }, civil.ErrReversed},
		"days without a curve": {func(in *analysis.SimulateInput) {
			in.Days = civil.Range{From: coretest.Handover, To: coretest.Handover + 1}
		}, allocation.ErrNoEnergies},
	} {
		wrong := in
		wrong.Params = append([]allocation.Param{}, in.Params...)
		c.change(&wrong)
		_, err := w.Analysis.Simulate(t.Context(), w.Organizer, wrong)
		require.ErrorIs(t, err, c.want, name)
	}
}

// TestAForeignKeyIsNotTried: a version of another operation is as unknown as one that nobody made.
func TestAForeignKeyIsNotTried(t *testing.T) {
	w := newAnalysed(t, dso.Enedis)
	mine := w.SetKey(coretest.March.First(), allocation.ByEquality)
	elsewhere := id.New()
	w.Exec(`insert into operations (id, external_id, name, type, dso, billing_engine, pmo_legal_name, pmo_country, created_at)
		values ($1, 'ACC90000002', 'Lune', 'OPEN', 'ENEDIS', 'ENGINE_2025', 'PMO', 'FR', now())`, elsewhere)
	both := w.Organizer
	both.Operations = append(both.Operations, elsewhere)
	_, err := w.Analysis.Simulate(t.Context(), both, analysis.SimulateInput{OperationID: elsewhere, Days: coretest.March.Range(), ConfigID: mine.ID})
	require.ErrorIs(t, err, allocation.ErrNotFound)
	_, err = w.Analysis.Explain(t.Context(), both, analysis.ExplainInput{OperationID: elsewhere, At: w.Clock, ConfigID: mine.ID})
	require.ErrorIs(t, err, allocation.ErrNotFound)
}

func TestWhoMayAnalyse(t *testing.T) {
	w := newAnalysed(t, dso.Enedis)
	stranger := policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer, Operations: []id.ID{id.New()}}
	for who, want := range map[*policy.Principal]string{&stranger: "notFound", {UserID: id.New(), Role: policy.RoleParticipant, Operations: []id.ID{w.Operation}}: "forbidden"} {
		_, err := w.Analysis.Drift(t.Context(), *who, w.Operation, coretest.March.Range(), nil)
		require.Equal(t, want, fault.KeyOf(err))
		_, err = w.Analysis.Explain(t.Context(), *who, analysis.ExplainInput{OperationID: w.Operation, At: w.Clock})
		require.Equal(t, want, fault.KeyOf(err))
		_, err = w.Analysis.Matrix(t.Context(), *who, w.Operation, coretest.March.Range())
		require.Equal(t, want, fault.KeyOf(err))
		_, err = w.Analysis.Simulate(t.Context(), *who, analysis.SimulateInput{OperationID: w.Operation, Days: coretest.March.Range()})
		require.Equal(t, want, fault.KeyOf(err))
	}
}
