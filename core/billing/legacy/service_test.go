package legacy_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/legacystore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/core/billing/legacy"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/policy"
)

// world is an operation of the old engine: two roofs sell to Anne and to the bakery.
type world struct {
	*coretest.World
	*legacy.Service
	roof, barn, anne, bakery id.ID
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{World: coretest.New(t)}
	w.Exec("update operations set billing_engine = null where id = $1", w.Operation)
	store := legacystore.NewAgreements(w.DB)
	w.Service = legacy.New(legacy.Deps{Guard: w.Guard, Tx: w.DB, Now: w.Now, Configs: store, Contracts: store, Operations: operationstore.NewOperations(w.DB),
		Sites: participantstore.NewParticipants(w.DB)})
	w.roof, w.barn = w.World.Site("Toit", "producer", ""), w.World.Site("Grange", "producer", "")
	w.anne, w.bakery = w.World.Site("Anne", "consumer", ""), w.World.Site("Boulangerie", "consumer", "")
	return w
}

func input(start string, producers, consumers []id.ID) legacy.ConfigChange {
	return legacy.ConfigChange{Producers: &producers, Consumers: &consumers, Start: coretest.Ptr(coretest.Date(start)), SellingPrice: coretest.Ptr(money.MicroEuro(112_000)),
		Period: coretest.Ptr(1)}
}

func (w *world) make(start string, producers, consumers []id.ID) legacy.Config {
	w.T.Helper()
	c, err := w.CreateConfig(w.T.Context(), w.Organizer, w.Operation, input(start, producers, consumers))
	require.NoError(w.T, err)
	return c
}

func (w *world) contracts() (ids []id.ID, pairs [][2]id.ID) {
	w.T.Helper()
	all, err := w.ListContracts(w.T.Context(), w.Organizer, w.Operation)
	require.NoError(w.T, err)
	for _, c := range all {
		ids, pairs = append(ids, c.ID), append(pairs, [2]id.ID{c.ProducerID, c.ConsumerID})
	}
	return ids, pairs
}

// TestAConfigMakesItsContracts: one for each producer and consumer, with what the operation says
// where the config says nothing.
func TestAConfigMakesItsContracts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.make("2026-03-01", []id.ID{w.barn, w.roof, w.roof}, []id.ID{w.anne, w.bakery})
	require.Len(t, c.Producers, 2, "each once")
	_, pairs := w.contracts()
	require.ElementsMatch(t, [][2]id.ID{{w.roof, w.anne}, {w.roof, w.bakery}, {w.barn, w.anne}, {w.barn, w.bakery}}, pairs)
	read, err := w.Config(t.Context(), w.Organizer, w.Operation, c.ID)
	require.NoError(t, err)
	require.Equal(t, coretest.Date("2020-01-01"), read.Anniversary)
	require.Equal(t, 30, read.Deadline)
	_, err = w.CreateConfig(t.Context(), w.Organizer, w.Operation, input("2026-03-01", []id.ID{w.roof}, []id.ID{w.anne}))
	require.ErrorIs(t, err, legacy.ErrPairTaken)
	listed, err := w.ListConfigs(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Len(t, listed, 1, "a config without its contracts is not kept")
}

// TestPricesLeaveContractsAndSidesMakeThemAnew is the rule of specification section 4.
func TestPricesLeaveContractsAndSidesMakeThemAnew(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.make("2026-03-01", []id.ID{w.roof}, []id.ID{w.anne, w.bakery})
	before, _ := w.contracts()
	updated := func(in legacy.ConfigChange) {
		_, err := w.UpdateConfig(t.Context(), w.Organizer, w.Operation, c.ID, in)
		require.NoError(t, err)
	}
	updated(legacy.ConfigChange{SellingPrice: coretest.Ptr(money.MicroEuro(115_000)), Period: coretest.Ptr(3), IfVersion: 1})
	after, _ := w.contracts()
	require.Equal(t, before, after)
	updated(legacy.ConfigChange{Consumers: &[]id.ID{w.anne}})
	sides, pairs := w.contracts()
	require.Equal(t, [][2]id.ID{{w.roof, w.anne}}, pairs)
	require.NotContains(t, before, sides[0])
	updated(legacy.ConfigChange{Start: coretest.Ptr(coretest.Date("2026-04-01"))})
	starts, _ := w.contracts()
	require.NotEqual(t, sides, starts)
	_, err := w.UpdateConfig(t.Context(), w.Organizer, w.Operation, c.ID, legacy.ConfigChange{IfVersion: 1})
	require.Equal(t, "object.changed", fault.KeyOf(err))
	require.NoError(t, w.DeleteConfig(t.Context(), w.Organizer, w.Operation, c.ID, 4))
	none, _ := w.contracts()
	require.Empty(t, none)
}

// TestContractsAreOfTheirConfig: the config names both sides.
func TestContractsAreOfTheirConfig(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.make("2026-03-01", []id.ID{w.roof}, []id.ID{w.anne})
	try := func(config, producer, consumer id.ID, start string) error {
		_, err := w.CreateContract(t.Context(), w.Organizer, w.Operation, legacy.ContractInput{ConfigID: config, ProducerID: producer, ConsumerID: consumer, Start: coretest.Date(start)})
		return err
	}
	require.ErrorIs(t, try(id.New(), w.roof, w.anne, "2026-05-01"), legacy.ErrConfigUnknown)
	require.ErrorIs(t, try(c.ID, w.barn, w.anne, "2026-05-01"), legacy.ErrNotOfConfig)
	require.ErrorIs(t, try(c.ID, w.roof, w.bakery, "2026-05-01"), legacy.ErrNotOfConfig)
	require.ErrorIs(t, try(c.ID, w.roof, w.anne, "2026-03-01"), legacy.ErrPairTaken)
	require.NoError(t, try(c.ID, w.roof, w.anne, "2026-05-01"))
	all, err := w.ListContracts(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Len(t, all, 2)
	held := legacy.Holdings(all)
	require.Equal(t, civil.Range{From: coretest.Date("2026-03-01"), To: coretest.Date("2026-05-01")}, held[0].Days, "the later one holds from its start")
	require.True(t, held[1].Days.IsOpen())
	moved, err := w.UpdateContract(t.Context(), w.Organizer, w.Operation, all[1].ID, legacy.ContractChange{Start: coretest.Ptr(coretest.Date("2026-06-01")), IfVersion: 1})
	require.NoError(t, err)
	require.Equal(t, 2, moved.Version)
	require.NoError(t, w.DeleteContract(t.Context(), w.Organizer, w.Operation, moved.ID, 2))
	require.ErrorIs(t, w.DeleteContract(t.Context(), w.Organizer, w.Operation, moved.ID, 0), policy.ErrNotFound)
}

// TestSidesAreChecked: sites of the operation, on their side of the sharing.
func TestSidesAreChecked(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, err := w.CreateConfig(t.Context(), w.Organizer, w.Operation, input("2026-03-01", []id.ID{w.anne}, []id.ID{w.bakery}))
	require.ErrorIs(t, err, legacy.ErrSide)
	_, err = w.CreateConfig(t.Context(), w.Organizer, w.Operation, input("2026-03-01", []id.ID{w.roof}, []id.ID{id.New()}))
	require.ErrorIs(t, err, legacy.ErrSiteUnknown)
	wrong := input("2026-03-01", nil, []id.ID{w.anne})
	wrong.SellingPrice, wrong.Period = coretest.Ptr(money.MicroEuro(-1)), coretest.Ptr(5)
	_, err = w.CreateConfig(t.Context(), w.Organizer, w.Operation, wrong)
	var keys []string
	for _, one := range fault.From(err).Items {
		keys = append(keys, one.Field+" "+one.Key)
	}
	require.ElementsMatch(t, []string{"sellingPriceMicroEuro billingConfig.bounds", "producers field.required", "period field.enum"}, keys)
}

// TestWhoMaySeeAgreements: a producer its own, the newer engine none.
func TestWhoMaySeeAgreements(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.make("2026-03-01", []id.ID{w.roof, w.barn}, []id.ID{w.anne})
	of, err := w.ConfigsOfProducer(t.Context(), w.Account("Toit"), w.Operation, w.roof)
	require.NoError(t, err)
	require.Equal(t, []id.ID{w.roof}, of[0].Producers, "not who else sells")
	contracts, err := w.ContractsOfProducer(t.Context(), w.Account("Toit"), w.Operation, w.roof)
	require.NoError(t, err)
	require.Len(t, contracts, 1)
	_, err = w.ContractsOfProducer(t.Context(), w.Account("Toit"), w.Operation, w.barn)
	require.ErrorIs(t, err, policy.ErrNotFound)
	for _, p := range []policy.Principal{w.Account("Toit"), w.Observer()} {
		_, err = w.ListConfigs(t.Context(), p, w.Operation)
		require.Error(t, err)
	}
	for _, p := range []policy.Principal{w.Account("Toit"), w.Observer(), w.Admin()} {
		require.ErrorIs(t, w.DeleteConfig(t.Context(), p, w.Operation, c.ID, 0), policy.ErrForbidden)
	}
	_, err = w.ListConfigs(t.Context(), w.Admin(), w.Operation)
	require.NoError(t, err)
	accountant := w.Organizer
	accountant.Narrowed = []policy.Narrowed{{OperationID: w.Operation, To: policy.Accountant}}
	_, err = w.UpdateConfig(t.Context(), accountant, w.Operation, c.ID, legacy.ConfigChange{Deadline: coretest.Ptr(15)})
	require.NoError(t, err)
	accountant.Narrowed[0].To = policy.Reader
	_, err = w.UpdateConfig(t.Context(), accountant, w.Operation, c.ID, legacy.ConfigChange{Deadline: coretest.Ptr(20)})
	require.ErrorIs(t, err, policy.ErrForbidden)
	w.Exec("update operations set billing_engine = 'ENGINE_2025' where id = $1", w.Operation)
	_, err = w.ListConfigs(t.Context(), w.Organizer, w.Operation)
	require.Equal(t, "featureNotAvailable", fault.KeyOf(err))
}

// TestPeriodsBeginAtTheAnniversary: its month, and every so many months before and after.
func TestPeriodsBeginAtTheAnniversary(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		months           int
		anniversary, day string
		from, to         string
	}{
		{1, "2020-01-01", "2026-10-31", "2026-10-01", "2026-11-01"},
		{2, "2020-01-01", "2026-10-01", "2026-09-01", "2026-11-01"},
		{3, "2020-02-15", "2026-10-31", "2026-08-01", "2026-11-01"},
		{4, "2020-01-01", "2026-12-31", "2026-09-01", "2027-01-01"},
		{6, "2020-01-01", "2019-12-31", "2019-07-01", "2020-01-01"},
		{12, "2020-04-01", "2026-03-31", "2025-04-01", "2026-04-01"},
	} {
		got := legacy.Config{Period: c.months, Anniversary: coretest.Date(c.anniversary)}.PeriodOf(coretest.Date(c.day))
		require.Equal(t, civil.Range{From: coretest.Date(c.from), To: coretest.Date(c.to)}, got, "%+v", c)
	}
}

// many are agreements of an operation that has so many contracts.
type many struct {
	keeps
	there int
}

type keeps interface{ legacy.Contracts }

func (m many) Contracts(ctx context.Context, operationID id.ID) ([]legacy.Contract, error) {
	real, err := m.keeps.Contracts(ctx, operationID)
	return append(make([]legacy.Contract, m.there-len(real)), real...), err
}

// TestAnOperationHasSoManyContracts: the last of them is made, and none beyond it, one by one as by a config.
func TestAnOperationHasSoManyContracts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	config := w.make("2026-03-01", []id.ID{w.roof}, []id.ID{w.anne})
	store := legacystore.NewAgreements(w.DB)
	for _, c := range []struct {
		there int
		key   string
	}{{legacy.MostContracts, "billingConfig.tooMany"}, {legacy.MostContracts - 1, ""}} {
		there, key := c.there, c.key
		full := legacy.New(legacy.Deps{Guard: w.Guard, Tx: w.DB, Now: w.Now, Configs: store, Contracts: many{store, there}, Operations: operationstore.NewOperations(w.DB), Sites: participantstore.NewParticipants(w.DB)})
		_, err := full.CreateContract(t.Context(), w.Organizer, w.Operation, legacy.ContractInput{ConfigID: config.ID, ProducerID: w.roof, ConsumerID: w.anne, Start: coretest.Date("2026-04-01")})
		if key == "" {
			require.NoError(t, err)
			continue
		}
		require.Equal(t, key, fault.KeyOf(err), "%d: %v", there, err)
	}
}
