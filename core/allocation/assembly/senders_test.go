package assembly_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/enedis"
	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/assembly"
	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/allocation/key"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/policy"
)

const (
	prmA, prmB   = "99100000000011", "99100000000012" // b changes hands in March
	prmP1, prmP2 = "99100000000091", "99100000000092"
)

var (
	march   = civil.NewMonth(2026, time.March)   // a day of 23 hours
	october = civil.NewMonth(2026, time.October) // a day of 25
	change  = civil.NewDate(2026, 3, 15)         // of the occupant of b
)

// metersOf stands for metering: the curves of an operation, made of a formula.
type metersOf struct {
	consumers, producers []allocation.Site
	gap                  civil.Date // of the first consumer, the whole day; 0 = none
	without              []allocation.Site
	more                 map[civil.Month]energy.MilliWh // consumption of the first consumer beyond the formula
}

func (m *metersOf) MonthEnergies(_ context.Context, _ id.ID, month civil.Month) (allocation.MonthEnergies, error) {
	e := allocation.MonthEnergies{Month: month, Start: civil.Paris.Start(month.First()), Step: 15 * time.Minute, Starts: []int{0}, Without: m.without}
	for d := month.First(); d < month.Next().First(); d++ {
		e.Starts = append(e.Starts, e.Starts[len(e.Starts)-1]+civil.Paris.Steps(d, e.Step))
	}
	n := e.Starts[len(e.Starts)-1]
	e.Missing = make([]bool, n)
	column := func(s allocation.Site, value func(t, quarter int) int) []energy.MilliWh {
		out := make([]energy.MilliWh, n)
		for d := month.First(); d < month.Next().First(); d++ {
			at := e.Starts[d-month.First()]
			for t := at; t < e.Starts[d-month.First()+1]; t++ {
				if s.Period.Contains(d) {
					out[t] = energy.MilliWh(value(t, t-at))
				}
				e.Missing[t] = e.Missing[t] || d == m.gap
			}
		}
		return out
	}
	if m.gap != 0 {
		e.Gaps = m.consumers[:1]
	}
	for i, s := range m.consumers {
		if !s.Period.Overlaps(month.Range()) {
			continue
		}
		e.Consumers = append(e.Consumers, s)
		e.Consumption = append(e.Consumption, column(s, func(t, _ int) int { return (i + 1) * (37_000 + t*7919%100_000) }))
		e.Consumption[0][0] += m.more[month]
	}
	for i, s := range m.producers {
		e.Producers = append(e.Producers, s)
		e.Production = append(e.Production, column(s, func(t, quarter int) int {
			if quarter < 28 || quarter > 72 {
				return 0
			}
			return (i + 1) * (5_000 + t*104_729%190_000)
		}))
	}
	return e, nil
}

// senders is an operation of ENEDIS with two consumers' meters, one of which changes
// hands, and two producers.
type senders struct {
	world
	meters    *metersOf
	files     enedis.CoefficientFiles
	a, b1, b2 id.ID
	p1, p2    id.ID
}

func newSenders(t *testing.T, operator dso.Operator) senders {
	t.Helper()
	w := senders{world: newWorld(t, operator), meters: &metersOf{more: map[civil.Month]energy.MilliWh{}}, files: enedis.CoefficientFiles{CoefficientFormat: enedis.DefaultCoefficients}}
	always := civil.Range{From: civil.NewDate(2025, 1, 1), To: civil.Forever}
	w.a = w.site(t, "Ariane", prmA, participant.Consumer, always)
	w.b1 = w.site(t, "Bruno", prmB, participant.Consumer, civil.Range{From: always.From, To: change})
	w.b2 = w.site(t, "Berthe", prmB, participant.Consumer, civil.Range{From: change, To: civil.Forever})
	w.p1 = w.site(t, "Roof", prmP1, participant.Producer, always)
	w.p2 = w.site(t, "Barn", prmP2, participant.Producer, always)
	deps := w.deps
	deps.Coefficients, deps.Files, deps.Energies = postgres.NewCoefficientSets(w.db), w.files, w.meters
	w.deps, w.s = deps, assembly.New(deps)
	return w
}

func (w senders) site(t *testing.T, name, prm string, side participant.EnergyType, days civil.Range) id.ID {
	t.Helper()
	p := participant.Participant{OperationID: w.operation, ID: id.New(), EntityTypeOpen: true, Name: name, EnergyType: side, DsoID: prm, Activation: &days,
		Version: 1, CreatedAt: noon, UpdatedAt: noon}
	require.NoError(t, postgres.NewParticipants(w.db).Add(t.Context(), p))
	site := allocation.Site{ID: p.ID, Name: name, DsoID: prm, Period: days}
	if side == participant.Producer {
		w.meters.producers = append(w.meters.producers, site)
	} else {
		w.meters.consumers = append(w.meters.consumers, site)
	}
	return p.ID
}

func (w senders) key(t *testing.T, from civil.Date, kind allocation.Type, params ...allocation.Param) allocation.Config {
	t.Helper()
	c, err := w.s.Key.Create(t.Context(), w.organizer, key.CreateInput{OperationID: w.operation, Type: kind, EffectiveDate: &from, Params: params})
	require.NoError(t, err)
	return c
}

// weights gives Ariane three parts, each occupant of b one.
func (w senders) weights() []allocation.Param {
	return []allocation.Param{{ConsumerID: w.a, Value: 3 * allocation.One}, {ConsumerID: w.b1, Value: allocation.One}, {ConsumerID: w.b2, Value: allocation.One}}
}

// levels lets Ariane have the roof first and the barn last.
func (w senders) levels() []allocation.Param {
	level := func(c, p id.ID, n int) allocation.Param {
		return allocation.Param{ConsumerID: c, ProducerID: p, Value: allocation.Value(n) * allocation.One}
	}
	return []allocation.Param{level(w.a, w.p1, 1), level(w.b1, w.p1, 2), level(w.b2, w.p1, 2),
		level(w.a, w.p2, 2), level(w.b1, w.p2, 1), level(w.b2, w.p2, 1)}
}

func (w senders) in(m civil.Month) coefficientset.CreateCoefficientsInput {
	return coefficientset.CreateCoefficientsInput{OperationID: w.operation, Month: m, Setting: coefficient.Default}
}

func (w senders) made(t *testing.T, m civil.Month) coefficientset.CoefficientSet {
	t.Helper()
	set, err := w.s.CoefficientSet.CreateCoefficients(t.Context(), w.organizer, w.in(m))
	require.NoError(t, err)
	return set
}

// text is a file of a set as it is downloaded.
func (w senders) text(t *testing.T, set coefficientset.CoefficientSet, file int) []byte {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, w.s.CoefficientSet.WriteCoefficients(t.Context(), w.organizer, w.operation, set.ID, set.Files[file].Name, &out))
	return out.Bytes()
}

func (w senders) step(set coefficientset.CoefficientSet, status coefficientset.CoefficientStatus) error {
	_, err := w.s.CoefficientSet.RecordStep(context.Background(), w.organizer, coefficientset.StepInput{OperationID: w.operation, SetID: set.ID, Status: status})
	return err
}

func (w senders) imports(dryRun bool, files ...coefficientset.NamedFile) ([]coefficientset.CoefficientSet, error) {
	return w.s.CoefficientSet.ImportCoefficients(context.Background(), w.organizer,
		coefficientset.ImportCoefficientsInput{OperationID: w.operation, Files: files, DryRun: dryRun})
}

func named(name string, content []byte) coefficientset.NamedFile {
	return coefficientset.NamedFile{Name: name, Content: bytes.NewReader(content)}
}

// observer reads, and does nothing else.
func (w senders) observer() policy.Principal {
	return policy.Principal{UserID: id.New(), Role: policy.RoleObserver, Operations: []id.ID{w.operation}}
}
