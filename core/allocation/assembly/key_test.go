package assembly_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/opa"
	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/assembly"
	"github.com/openpmo/pmo/core/allocation/key"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/policy"
)

var (
	noon  = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	today = civil.NewDate(2026, 11, 20)
)

// recorder stands for billing and metering: which months are invoiced, what was told.
type recorder struct {
	invoiced map[string]bool
	told     []string
	fail     error
}

func (r *recorder) Invoiced(_ context.Context, _ id.ID, m civil.Month) (bool, error) {
	return r.invoiced[m.String()], nil
}

func (r *recorder) MonthsSince(context.Context, id.ID, civil.Date) ([]civil.Month, error) {
	return nil, nil
}

func (r *recorder) KeyChanged(_ context.Context, _ id.ID, from civil.Date) error {
	r.told = append(r.told, from.String())
	return r.fail
}

type world struct {
	db        *postgres.DB
	s         *assembly.Services
	deps      assembly.Deps
	other     *recorder
	operation id.ID
	organizer policy.Principal
	consumers []id.ID
	producer  id.ID
}

func newWorld(t *testing.T, operator dso.Operator) world {
	t.Helper()
	t.Parallel()
	db := pgtest.New(t)
	decider, err := opa.New(t.Context())
	require.NoError(t, err)
	sites, operations := postgres.NewParticipants(db), postgres.NewOperations(db)
	guard := policy.Guard{Decider: decider, Locator: sites}
	now := func() time.Time { return noon }
	w := world{db: db, other: &recorder{invoiced: map[string]bool{}}, organizer: policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer}}
	_, err = db.Pool().Exec(t.Context(), `insert into users (id, email, role, firstname, lastname, language, initialized, active, created_at)
		values ($1, 'o@ex.org', 'organizer', 'Ode', 'Rieu', 'fr', true, true, now())`, w.organizer.UserID)
	require.NoError(t, err)
	service := operation.New(operation.Deps{Guard: guard, Tx: db, Now: now, Operations: operations,
		Members: postgres.NewOperationMembers(db), Accounts: postgres.NewOperationAccounts(db), Sites: sites})
	made, err := service.Create(t.Context(), policy.Principal{UserID: id.New(), Role: policy.RoleAdmin},
		operation.CreateInput{Name: "Soleil", ExternalID: "ACC90000001", DSO: operator})
	require.NoError(t, err)
	w.operation = made.ID
	w.organizer.Operations = []id.ID{w.operation}
	for _, name := range []string{"a", "b", "p"} {
		p := participant.Participant{OperationID: w.operation, ID: id.New(), EntityTypeOpen: true, Name: name, EnergyType: participant.Consumer,
			DsoID: "99" + name, Version: 1, CreatedAt: noon, UpdatedAt: noon}
		if name == "p" {
			p.EnergyType, w.producer = participant.Producer, p.ID
		} else {
			w.consumers = append(w.consumers, p.ID)
		}
		require.NoError(t, sites.Add(t.Context(), p))
	}
	w.deps = assembly.Deps{Guard: guard, Tx: db, Now: now, Configs: postgres.NewAllocationConfigs(db), Drafts: postgres.NewAllocationDrafts(db), Seasons: postgres.NewAllocationSeasonalities(db),
		Operations: service, Participants: sites, Authors: postgres.NewOperationAccounts(db), Invoices: w.other, Curves: w.other}
	w.s = assembly.New(w.deps)
	return w
}

func (w world) static(a, b allocation.Value) key.CreateInput {
	return key.CreateInput{OperationID: w.operation, Type: allocation.Static, Params: []allocation.Param{
		{ConsumerID: w.consumers[1], Value: b}, {ConsumerID: w.consumers[0], Value: a}}}
}

func (w world) count(t *testing.T, table string) (n int) {
	t.Helper()
	require.NoError(t, w.db.Pool().QueryRow(t.Context(), "select count(*) from "+table).Scan(&n))
	return n
}

func TestEveryOperationBeginsWithTheRuleOfTheLaw(t *testing.T) {
	w := newWorld(t, dso.Enedis)
	c, err := w.s.Key.Last(t.Context(), w.organizer, w.operation)
	require.NoError(t, err)
	require.Equal(t, []any{1, allocation.ByDefault, today, ""}, []any{c.Version, c.Type, c.EffectiveDate, c.Author})
	require.Empty(t, c.Params)
	key, err := w.s.Key.KeyOn(t.Context(), w.operation, civil.NewDate(2024, 1, 1))
	require.NoError(t, err)
	require.Equal(t, c.ID, key.ConfigID, "it holds before its day too")
	require.Nil(t, c.Since(), "so that no day is its first")
	seen, err := w.s.Key.Get(t.Context(), w.organizer, c.ID)
	require.NoError(t, err)
	require.Equal(t, c.Hash, seen.Hash)
	require.Zero(t, w.count(t, "allocation_configs"), "who reads stores nothing")

	// The first change stores it as it was read; several at once count up.
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			if _, err := w.s.Key.Create(context.Background(), w.organizer, w.static(1, 1)); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	all, err := w.s.Key.List(t.Context(), w.organizer, w.operation)
	require.NoError(t, err)
	require.Len(t, all, 5)
	require.Equal(t, []*civil.Date{&all[3].EffectiveDate, nil}, []*civil.Date{all[3].Since(), all[4].Since()})
	c.Status = allocation.Superseded
	require.Equal(t, []any{c.ID, c.Hash, c.EffectiveDate, c.CreatedAt, c.Status},
		[]any{all[4].ID, all[4].Hash, all[4].EffectiveDate, all[4].CreatedAt.UTC(), all[4].Status})
}

func TestCreateKeepsEarlierVersions(t *testing.T) {
	w := newWorld(t, dso.Enedis)
	first, err := w.s.Key.Create(t.Context(), w.organizer, w.static(333_333, 666_667))
	require.NoError(t, err)
	require.Equal(t, []any{2, today, "Ode Rieu"}, []any{first.Version, first.EffectiveDate, first.Author})
	future := today + 30
	in := w.static(500_000, 0)
	in.EffectiveDate, in.Reason = &future, "  new panels "
	second, err := w.s.Key.Create(t.Context(), w.organizer, in)
	require.NoError(t, err)
	require.Equal(t, "new panels", second.Reason)

	last, err := w.s.Key.Last(t.Context(), w.organizer, w.operation)
	require.NoError(t, err)
	require.Equal(t, first, last, "a future version is not in force")
	seen, err := w.s.Key.Get(t.Context(), w.organizer, first.ID)
	require.NoError(t, err)
	require.Equal(t, []allocation.Param{{ConsumerID: w.consumers[0], Value: 333_333}, {ConsumerID: w.consumers[1], Value: 666_667}}, seen.Params)
	all, err := w.s.Key.List(t.Context(), w.organizer, w.operation)
	require.NoError(t, err)
	require.Equal(t, []int{3, 2, 1}, []int{all[0].Version, all[1].Version, all[2].Version})
	spans, err := w.s.CoefficientSet.KeysIn(t.Context(), w.operation, civil.Range{From: today - 1, To: future + 1})
	require.NoError(t, err)
	require.Len(t, spans, 3)
	require.Equal(t, []int64{333_333, 666_667}, spans[1].Key.Parts(w.consumers))
	require.Equal(t, first.Hash, spans[1].Key.Hash)
	require.Equal(t, []string{today.String(), future.String()}, w.other.told, "whom energy came from may be others now")
	_, err = w.db.Pool().Exec(t.Context(), "update allocation_configs set type = 'static'")
	require.Error(t, err, "a version never changes")
}

func TestCreateRefusesAndChangesNothing(t *testing.T) {
	w := newWorld(t, dso.Fake)
	_, err := w.s.Key.Create(t.Context(), w.organizer, w.static(333_334, 666_667))
	require.ErrorIs(t, err, allocation.ErrSum)
	in := w.static(1, 1)
	in.Params[0].ConsumerID = w.producer
	_, err = w.s.Key.Create(t.Context(), w.organizer, in)
	require.ErrorIs(t, err, allocation.ErrConsumer)
	w.other.invoiced["2026-09"] = true
	past := civil.NewDate(2026, 9, 30)
	in = w.static(1, 1)
	in.EffectiveDate = &past
	_, err = w.s.Key.Create(t.Context(), w.organizer, in)
	require.ErrorIs(t, err, allocation.ErrInvoiced)
	require.Equal(t, "2026-10-01", fault.From(err).Params["date"])
	require.Zero(t, w.count(t, "allocation_configs"))
	require.Zero(t, w.count(t, "allocation_params"))

	past = civil.NewDate(2026, 10, 1)
	w.other.fail = fault.New(fault.Internal, "internal")
	_, err = w.s.Key.Create(t.Context(), w.organizer, in)
	require.Error(t, err)
	require.Zero(t, w.count(t, "allocation_configs"), "what is shared again fails with it")
	w.other.fail = nil
	_, err = w.s.Key.Create(t.Context(), w.organizer, in)
	require.NoError(t, err)
	require.Equal(t, []string{"2026-10-01", "2026-10-01"}, w.other.told)
}

func TestUpdateParamMakesAVersion(t *testing.T) {
	w := newWorld(t, dso.Fake)
	change := key.UpdateParamInput{ConsumerID: w.consumers[0], Value: 250_000}
	_, err := w.s.Key.UpdateParam(t.Context(), w.organizer, change)
	require.ErrorIs(t, err, allocation.ErrParameters, "by_default has none")
	first, err := w.s.Key.Create(t.Context(), w.organizer, w.static(400_000, 600_000))
	require.NoError(t, err)
	change.ConfigID = first.ID
	second, err := w.s.Key.UpdateParam(t.Context(), w.organizer, change)
	require.NoError(t, err)
	require.Equal(t, first.Version+1, second.Version)
	require.Equal(t, []int64{250_000, 600_000}, second.Key().Parts(w.consumers))
	_, err = w.s.Key.UpdateParam(t.Context(), w.organizer, change)
	require.ErrorIs(t, err, allocation.ErrNotInForce)
	change.ConfigID, change.Value = "", 400_001
	_, err = w.s.Key.UpdateParam(t.Context(), w.organizer, change)
	require.ErrorIs(t, err, allocation.ErrSum)
	change.ConsumerID = w.producer
	_, err = w.s.Key.UpdateParam(t.Context(), w.organizer, change)
	require.Error(t, err)
	require.Equal(t, 3, w.count(t, "allocation_configs"))
}

func TestWhoMaySeeAndSetKeys(t *testing.T) {
	w := newWorld(t, dso.Enedis)
	c, err := w.s.Key.Last(t.Context(), w.organizer, w.operation)
	require.NoError(t, err)
	stranger := policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer, Operations: []id.ID{id.New()}}
	_, err = w.s.Key.Last(t.Context(), stranger, w.operation)
	require.Equal(t, "notFound", fault.KeyOf(err))
	_, err = w.s.Key.Get(t.Context(), stranger, c.ID)
	require.Equal(t, "key.notFound", fault.KeyOf(err))
	_, err = w.s.Key.Get(t.Context(), w.organizer, id.New())
	require.Equal(t, fault.NotFound, fault.From(err).Kind)
	observer := policy.Principal{UserID: id.New(), Role: policy.RoleObserver, Operations: []id.ID{w.operation}}
	_, err = w.s.Key.List(t.Context(), observer, w.operation)
	require.NoError(t, err)
	_, err = w.s.Key.Create(t.Context(), observer, w.static(1, 1))
	require.Equal(t, "forbidden", fault.KeyOf(err))
	site := policy.Principal{UserID: id.New(), Role: policy.RoleParticipant,
		Sites: []policy.Site{{ParticipantID: w.consumers[0], OperationID: w.operation, Period: civil.Range{To: civil.Forever}}}}
	_, err = w.s.Key.Last(t.Context(), site, w.operation)
	require.Equal(t, "forbidden", fault.KeyOf(err))
}
