package coretest

import (
	"bytes"
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/enedis"
	"github.com/openpmo/pmo/adapters/postgres/allocationstore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/assembly"
	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/allocation/coefficientset/preparation"
	"github.com/openpmo/pmo/core/allocation/coefficientset/submission"
	"github.com/openpmo/pmo/core/allocation/key"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant"
)

// Keys is a world with the services of allocation: the operation Soleil, ACC90000001, was
// made on 20 November 2026 at noon, which is now, by Ode Rieu.
type Keys struct {
	*World
	*assembly.Services
	Deps      assembly.Parts
	Noted     *Noted
	Today     civil.Date
	Consumers []id.ID // a and b, without days of their own
	Producer  id.ID   // p
}

// Noted stands for what billing and metering say to allocation and hear from it.
type Noted struct {
	InvoicedMonths map[string]bool // by the month as text: 2026-03
	Told           []string        // from which days other keys hold
	Fail           error           // of Publish
}

// Invoiced of allocation's port for billing.
func (n *Noted) Invoiced(_ context.Context, _ id.ID, m civil.Month) (bool, error) {
	return n.InvoicedMonths[m.String()], nil
}

// Publish of event.Publisher.
func (n *Noted) Publish(_ context.Context, e event.Event) error {
	switch e := e.(type) {
	case allocation.KeyChanged:
		n.Told = append(n.Told, e.From.String())
	case allocation.CoefficientsApplied:
		n.Told = append(n.Told, e.From.String())
	default:
		return nil
	}
	return n.Fail
}

// NewKeys makes the operation with two consumers and a producer. The test runs beside
// others.
func NewKeys(t *testing.T, operator dso.Operator) *Keys {
	t.Helper()
	t.Parallel()
	w := &Keys{World: New(t), Noted: &Noted{InvoicedMonths: map[string]bool{}}, Today: civil.NewDate(2026, 11, 20)}
	w.Clock = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	w.Exec("update operations set name = 'Soleil', external_id = 'ACC90000001', dso = $2, created_at = $3 where id = $1", w.Operation, string(operator), w.Clock)
	w.Exec("update users set email = 'o@ex.org', firstname = 'Ode', lastname = 'Rieu' where id = $1", w.Organizer.UserID)
	w.Consumers = []id.ID{w.addSite("a", "99a", participant.Consumer, nil), w.addSite("b", "99b", participant.Consumer, nil)}
	w.Producer = w.addSite("p", "99p", participant.Producer, nil)
	w.Deps = assembly.Parts{Guard: w.Guard, Tx: w.DB, Now: w.Now, Configs: allocationstore.NewConfigs(w.DB), Drafts: allocationstore.NewDrafts(w.DB),
		Seasons: allocationstore.NewSeasonalities(w.DB), Operations: operationstore.NewOperations(w.DB), Participants: participantstore.NewParticipants(w.DB),
		Authors: operationstore.NewAccounts(w.DB), Invoices: w.Noted, Events: w.Noted}
	w.assemble()
	return w
}

// assemble makes the services, and the jobs that they do.
func (w *Keys) assemble() {
	w.Deps.Jobs = w.NewJobs()
	w.Services = assembly.Assemble(w.Deps)
	w.Jobs.Handle(w.Replay.Job())
}

// Rewire makes the services anew with some of their dependencies exchanged.
func (w *Keys) Rewire(change func(*assembly.Parts)) {
	change(&w.Deps)
	w.assemble()
}

// On are the services at eight in the morning of another day, with some of their
// dependencies exchanged.
func (w *Keys) On(day civil.Date, change func(*assembly.Parts)) *assembly.Services {
	deps := w.Deps
	deps.Now = func() time.Time { return civil.Paris.Start(day).Add(8 * time.Hour) }
	if change != nil {
		change(&deps)
	}
	return assembly.Assemble(deps)
}

func (w *Keys) addSite(name, prm string, side participant.EnergyType, days *civil.Range) id.ID {
	w.T.Helper()
	p := participant.Participant{OperationID: w.Operation, ID: id.New(), EntityTypeOpen: true, Name: name, EnergyType: side, DsoID: prm, Activation: days,
		Version: 1, CreatedAt: w.Clock, UpdatedAt: w.Clock}
	require.NoError(w.T, participantstore.NewParticipants(w.DB).Add(w.T.Context(), p))
	w.Sites[name] = p.ID
	return p.ID
}

// Static is a key that gives a and b these parts, in ten-thousandths of a percent.
func (w *Keys) Static(a, b allocation.Value) key.CreateInput {
	return key.CreateInput{OperationID: w.Operation, Type: allocation.Static, Params: []allocation.Param{
		{ConsumerID: w.Consumers[1], Value: b}, {ConsumerID: w.Consumers[0], Value: a}}}
}

// SetKey sets the key from a day on.
func (w *Keys) SetKey(from civil.Date, kind allocation.Type, params ...allocation.Param) allocation.Config {
	w.T.Helper()
	c, err := w.Key.Create(w.T.Context(), w.Organizer, key.CreateInput{OperationID: w.Operation, Type: kind, EffectiveDate: &from, Params: params})
	require.NoError(w.T, err)
	return c
}

// Numbers of the meters of Senders. B changes hands in March.
const (
	PRMA, PRMB   = "99100000000011", "99100000000012"
	PRMP1, PRMP2 = "99100000000091", "99100000000092"
)

// Months and days of Senders.
var (
	March    = civil.NewMonth(2026, time.March)   // a day of 23 hours
	October  = civil.NewMonth(2026, time.October) // a day of 25
	Handover = civil.NewDate(2026, 3, 15)         // of the occupant of B
)

// Senders is Keys with the coefficients of months: Ariane, Bruno and after him Berthe at
// one meter, and two producers, the roof and the barn. Curves are a formula.
type Senders struct {
	*Keys
	Meters    *Formula
	Format    enedis.CoefficientFiles
	A, B1, B2 id.ID
	P1, P2    id.ID
}

// NewSenders makes them.
func NewSenders(t *testing.T, operator dso.Operator) *Senders {
	t.Helper()
	w := &Senders{Keys: NewKeys(t, operator), Meters: &Formula{More: map[civil.Month]energy.MilliWh{}}, Format: enedis.CoefficientFiles{CoefficientFormat: enedis.DefaultCoefficients}}
	always := civil.Range{From: civil.NewDate(2025, 1, 1), To: civil.Forever}
	w.A = w.AddSite("Ariane", PRMA, participant.Consumer, always)
	w.B1 = w.AddSite("Bruno", PRMB, participant.Consumer, civil.Range{From: always.From, To: Handover})
	w.B2 = w.AddSite("Berthe", PRMB, participant.Consumer, civil.Range{From: Handover, To: civil.Forever})
	w.P1 = w.AddSite("Roof", PRMP1, participant.Producer, always)
	w.P2 = w.AddSite("Barn", PRMP2, participant.Producer, always)
	w.Rewire(func(d *assembly.Parts) {
		d.Coefficients, d.Files, d.Energies = allocationstore.NewCoefficientSets(w.DB), w.Format, w.Meters
	})
	return w
}

// AddSite adds a participant with curves on some days.
func (w *Senders) AddSite(name, prm string, side participant.EnergyType, days civil.Range) id.ID {
	w.T.Helper()
	site := allocation.Site{ID: w.addSite(name, prm, side, &days), Name: name, DsoID: prm, Period: days}
	if side == participant.Producer {
		w.Meters.Producers = append(w.Meters.Producers, site)
	} else {
		w.Meters.Consumers = append(w.Meters.Consumers, site)
	}
	return site.ID
}

// Weights gives Ariane three parts, each occupant of B one.
func (w *Senders) Weights() []allocation.Param {
	return []allocation.Param{{ConsumerID: w.A, Value: 3 * allocation.One}, {ConsumerID: w.B1, Value: allocation.One}, {ConsumerID: w.B2, Value: allocation.One}}
}

// Levels lets Ariane have the roof first and the barn last.
func (w *Senders) Levels() []allocation.Param {
	level := func(c, p id.ID, n int) allocation.Param {
		return allocation.Param{ConsumerID: c, ProducerID: p, Value: allocation.Value(n) * allocation.One}
	}
	return []allocation.Param{level(w.A, w.P1, 1), level(w.B1, w.P1, 2), level(w.B2, w.P1, 2),
		level(w.A, w.P2, 2), level(w.B1, w.P2, 1), level(w.B2, w.P2, 1)}
}

// Wanted asks for the coefficients of a month as they are by default.
func (w *Senders) Wanted(m civil.Month) preparation.CreateInput {
	return preparation.CreateInput{OperationID: w.Operation, Month: m, Setting: coefficient.Default}
}

// MakeSet makes the coefficients of a month.
func (w *Senders) MakeSet(m civil.Month) coefficientset.CoefficientSet {
	w.T.Helper()
	set, err := w.Preparation.Create(w.T.Context(), w.Organizer, w.Wanted(m))
	require.NoError(w.T, err)
	return set
}

// Text is a file of a set as it is downloaded.
func (w *Senders) Text(set coefficientset.CoefficientSet, file int) []byte {
	w.T.Helper()
	var out bytes.Buffer
	require.NoError(w.T, w.Preparation.Write(w.T.Context(), w.Organizer, w.Operation, set.ID, set.Files[file].Name, &out))
	return out.Bytes()
}

// Record adds a state to a set, today.
func (w *Senders) Record(set coefficientset.CoefficientSet, status coefficientset.CoefficientStatus) error {
	_, err := w.Submission.RecordStep(w.T.Context(), w.Organizer, submission.StepInput{OperationID: w.Operation, SetID: set.ID, Status: status})
	return err
}

// Formula stands for metering: the curves of an operation, by quarters.
type Formula struct {
	Consumers, Producers []allocation.Site
	Gap                  civil.Date // of the first consumer, the whole day; 0 = none
	Without              []allocation.Site
	More                 map[civil.Month]energy.MilliWh // consumption of the first consumer beyond the formula
}

// MonthEnergies of allocation.Energies.
func (m *Formula) MonthEnergies(_ context.Context, _ id.ID, month civil.Month) (allocation.MonthEnergies, error) {
	e := allocation.MonthEnergies{Month: month, Start: civil.Paris.Start(month.First()), Step: 15 * time.Minute, Starts: []int{0}, Without: m.Without}
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
				e.Missing[t] = e.Missing[t] || d == m.Gap
			}
		}
		return out
	}
	if m.Gap != 0 {
		e.Gaps = m.Consumers[:1]
	}
	for i, s := range m.Consumers {
		if !s.Period.Overlaps(month.Range()) {
			continue
		}
		e.Consumers = append(e.Consumers, s)
		e.Consumption = append(e.Consumption, column(s, func(t, _ int) int { return (i + 1) * (37_000 + t*7919%100_000) }))
		e.Consumption[0][0] += m.More[month]
	}
	for i, s := range m.Producers {
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

// Import takes in coefficient files, or checks them.
func (w *Senders) Import(dryRun bool, files ...preparation.NamedFile) ([]coefficientset.CoefficientSet, error) {
	return w.Preparation.Import(w.T.Context(), w.Organizer, preparation.ImportInput{OperationID: w.Operation, Files: files, DryRun: dryRun})
}

// Named is a coefficient file.
func Named(name string, content []byte) preparation.NamedFile {
	return preparation.NamedFile{Name: name, Content: bytes.NewReader(content)}
}

// SharedBy is what each consumer has of a month by one key.
func SharedBy(t *testing.T, span allocation.Span, e allocation.MonthEnergies) [][]energy.MilliWh {
	t.Helper()
	var consumers, producers []id.ID
	for _, s := range e.Consumers {
		consumers = append(consumers, s.ID)
	}
	for _, s := range e.Producers {
		producers = append(producers, s.ID)
	}
	shares, err := span.For(consumers, producers)
	require.NoError(t, err)
	n := e.Starts[len(e.Starts)-1]
	received, pairs := block(len(consumers), n), make([][][]energy.MilliWh, len(producers))
	for p := range pairs {
		pairs[p] = block(len(consumers), n)
	}
	if !shares.ByProducer() {
		total := make([]energy.MilliWh, n)
		for _, p := range e.Production {
			for s, v := range p {
				total[s] += v
			}
		}
		require.NoError(t, shares.Allocate(received, total, e.Consumption))
		return received
	}
	require.NoError(t, shares.AllocatePairs(pairs, e.Production, e.Consumption))
	for _, of := range pairs {
		for c, column := range of {
			for s, v := range column {
				received[c][s] += v
			}
		}
	}
	return received
}

func block(columns, steps int) [][]energy.MilliWh {
	out := make([][]energy.MilliWh, columns)
	for i := range out {
		out[i] = make([]energy.MilliWh, steps)
	}
	return out
}

// RequireSameEnergy shares a month by its key and by its coefficients: they differ by the
// rounding of each producer's coefficients at most, and in sum by what the set says.
func RequireSameEnergy(t *testing.T, w *Senders, set coefficientset.CoefficientSet) {
	t.Helper()
	e, err := w.Meters.MonthEnergies(t.Context(), w.Operation, set.Month)
	require.NoError(t, err)
	spans, err := w.Applied.KeysIn(t.Context(), w.Operation, set.Month.Range())
	require.NoError(t, err)
	sites := map[id.ID]allocation.Site{}
	for _, s := range slices.Concat(e.Consumers, e.Producers) {
		sites[s.ID] = s
	}
	byKey := SharedBy(t, spans[0], e)
	bySet := SharedBy(t, allocation.Span{Days: set.Month.Range(), Key: allocation.Key{Type: allocation.SimpleDynamic}, Sets: set.Sets(), Sites: sites}, e)
	loss, some := energy.MilliWh(0), energy.MilliWh(0)
	for c := range byKey {
		for step := range byKey[c] {
			bound, total := energy.MilliWh(0), energy.MilliWh(0)
			for _, p := range e.Production {
				bound, total = bound+coefficient.Bound(p[step], 2), total+p[step]
			}
			bound = max(bound, coefficient.Bound(total, 2))
			off := byKey[c][step] - bySet[c][step]
			require.LessOrEqual(t, max(off, -off), bound, "consumer %d, step %d", c, step)
			loss, some = loss+off, some+byKey[c][step]
		}
	}
	require.Positive(t, some)
	require.Equal(t, set.Loss, loss)
}
