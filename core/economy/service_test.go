package economy_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/economystore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/economy"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

type check struct {
	*coretest.World
	*economy.Service
}

func newCheck(t *testing.T) *check {
	t.Helper()
	c := &check{World: coretest.New(t)}
	c.Site("École", "consumer", "")
	c.Site("Mairie", "consumer", "")
	c.Site("Toiture", "producer", "")
	c.Service = economy.New(economy.Deps{Guard: c.Guard, Tx: c.DB, Now: c.Now, Stores: economy.Stores{Configs: economystore.NewConfigs(c.DB), Tariffs: economystore.NewTariffs(c.DB)},
		Operations: operationstore.NewOperations(c.DB), Sites: participantstore.NewParticipants(c.DB)})
	return c
}

func base(price money.MicroEuro) func(economy.Supply) economy.Supply {
	return func(s economy.Supply) economy.Supply {
		s.ContractType, s.Base = economy.Base, &price
		return s
	}
}

// TestAContractIsToldOnce: over the version that was seen, whole or not at all, and read by those who may.
func TestAContractIsToldOnce(t *testing.T) {
	t.Parallel()
	c := newCheck(t)
	ctx, school := t.Context(), c.Sites["École"]
	untold, err := c.PriceConfig(ctx, c.Organizer, school)
	require.NoError(t, err)
	require.Equal(t, economy.Supply{ConsumerType: party.Individual}, untold.Supply, "what the site says by itself")
	before := c.Count("audit_entries")
	_, err = c.PutPriceConfig(ctx, c.Organizer, school, 0, func(s economy.Supply) economy.Supply { s.ContractType = economy.Base; return s })
	require.Equal(t, "economy.invalid", fault.KeyOf(err))
	require.Equal(t, before, c.Count("audit_entries"))
	told, err := c.PutPriceConfig(ctx, c.Organizer, school, untold.Version, base(200_000))
	require.NoError(t, err)
	require.Equal(t, before+1, c.Count("audit_entries"))
	_, err = c.PutPriceConfig(ctx, c.Organizer, school, untold.Version, base(210_000))
	require.ErrorIs(t, err, fault.ObjectChanged)
	again, err := c.PutPriceConfig(ctx, c.Organizer, school, told.Version, base(210_000))
	require.NoError(t, err)
	read, err := c.PriceConfig(ctx, c.Account("École"), school)
	require.NoError(t, err)
	require.Equal(t, again.Supply, read.Supply)
	_, err = c.PriceConfig(ctx, c.Account("Mairie"), school)
	require.Equal(t, "notFound", fault.KeyOf(err))
	_, err = c.PutPriceConfig(ctx, c.Account("École"), school, 0, base(1))
	require.Equal(t, "forbidden", fault.KeyOf(err))
	_, err = c.PriceConfig(ctx, c.Observer(), school)
	require.Equal(t, "forbidden", fault.KeyOf(err))
	_, err = c.PriceConfig(ctx, c.Organizer, c.Sites["Toiture"])
	require.Equal(t, "economy.consumerOnly", fault.KeyOf(err))
	list, err := c.PriceConfigs(ctx, c.Organizer, []id.ID{c.Sites["Mairie"], school})
	require.NoError(t, err)
	require.Len(t, list, 1)
	_, err = c.PriceConfigs(ctx, c.Account("Mairie"), []id.ID{c.Sites["Mairie"], school})
	require.Equal(t, "notFound", fault.KeyOf(err))
	_, err = c.PriceConfigs(ctx, c.Organizer, make([]id.ID, 101))
	require.Equal(t, "list.tooLong", fault.KeyOf(err))
	c.Exec("update operations set dso = 'SIBELGA'")
	_, err = c.PriceConfig(ctx, c.Organizer, school)
	require.Equal(t, "featureNotAvailable", fault.KeyOf(err))
}

// TestTheRegulatedTariffIsDated: known grids with their figures (domain 8.2), one more from a day to come, by
// administrators alone.
func TestTheRegulatedTariffIsDated(t *testing.T) {
	t.Parallel()
	c := newCheck(t)
	ctx := t.Context()
	c.Clock = civil.Paris.Start(coretest.Date("2026-11-20"))
	last := func() []economy.Grid {
		grids, err := c.LastGrids(ctx, c.Account("École"))
		require.NoError(t, err)
		return grids
	}
	grids := last()
	require.Len(t, grids, 2)
	require.Equal(t, []any{party.Individual, coretest.Date("2026-02-01")}, []any{grids[0].ConsumerType, grids[0].From})
	watts := int64(6000)
	one, refused := grids[0].Of(economy.Base, &watts)
	require.Nil(t, refused)
	require.Equal(t, money.MicroEuro(193_980), *one.Base)
	two, refused := grids[0].Of(economy.Double, &watts)
	require.Nil(t, refused)
	require.Equal(t, []money.MicroEuro{206_500, 157_900}, []money.MicroEuro{*two.Peak, *two.OffPeak})
	require.Equal(t, coretest.Date("2025-02-01"), grids[1].From)

	price := money.MicroEuro(201_000)
	next := economy.TRVPrice{ConsumerType: party.Individual, ContractType: economy.Base, From: coretest.Date("2026-11-21"), Base: &price, Source: "CRE"}
	_, err := c.CreateTRVPrice(ctx, c.Organizer, next)
	require.Equal(t, "forbidden", fault.KeyOf(err))
	made, err := c.CreateTRVPrice(ctx, c.Admin(), next)
	require.NoError(t, err)
	_, err = c.CreateTRVPrice(ctx, c.Admin(), next)
	require.Equal(t, "economy.trvTaken", fault.KeyOf(err))
	require.Equal(t, coretest.Date("2026-02-01"), last()[0].From, "not before its day")
	c.Clock = civil.Paris.Start(coretest.Date("2026-11-21"))
	require.Equal(t, coretest.Date("2026-11-21"), last()[0].From)
	earlier := func(p economy.TRVPrice) economy.TRVPrice { p.From = coretest.Date("2026-10-01"); return p }
	_, err = c.UpdateTRVPrice(ctx, c.Admin(), made.ID, 7, earlier)
	require.ErrorIs(t, err, fault.ObjectChanged)
	_, err = c.UpdateTRVPrice(ctx, c.Admin(), id.New(), 0, earlier)
	require.Equal(t, "notFound", fault.KeyOf(err))
	_, err = c.UpdateTRVPrice(ctx, c.Admin(), made.ID, made.Version, earlier)
	require.NoError(t, err)
	require.Equal(t, coretest.Date("2026-10-01"), last()[0].From)
}

// TestTheSupplierOfASiteIsChecked: by the site's own figures, within the days that the caller may see, and not
// at all while a day lacks.
func TestTheSupplierOfASiteIsChecked(t *testing.T) {
	t.Parallel()
	m := coretest.HoledTown(t)
	s := economy.New(economy.Deps{Guard: m.Guard, Tx: m.DB, Now: m.Now, Stores: economy.Stores{Configs: economystore.NewConfigs(m.DB), Tariffs: economystore.NewTariffs(m.DB)},
		Operations: operationstore.NewOperations(m.DB), Sites: participantstore.NewParticipants(m.DB), Curves: m.Drawing})
	ask := func(p policy.Principal, site string, days civil.Range, billed *energy.MilliWh) (economy.SupplierBill, error) {
		return s.SupplierBill(t.Context(), p, economy.BillInput{ParticipantID: m.Sites[site], Days: days, Billed: billed})
	}
	october := coretest.October.Range()
	b, err := ask(m.Organizer, "Martin", october, nil)
	require.NoError(t, err)
	metrics, err := m.Dashboard.ParticipantMetrics(t.Context(), m.Organizer, dashboard.MetricsInput{ParticipantID: m.Sites["Martin"], Scope: metering.ScopeConsumer, Days: october})
	require.NoError(t, err)
	require.Equal(t, []energy.MilliWh{metrics.Values[metering.Conso].Energy, metrics.Values[metering.Autoconso].Energy}, []energy.MilliWh{b.Used, b.Shared}, "what the dashboard says")
	require.Equal(t, b.Used-b.Shared, b.Expected)
	require.Equal(t, []any{true, economy.Verdict("")}, []any{b.Whole(), b.Verdict})
	b, err = ask(m.Organizer, "Martin", october, &b.Expected)
	require.NoError(t, err)
	require.Contains(t, []economy.Verdict{economy.Deducted, economy.Undecided}, b.Verdict)

	own := m.SiteAccount("Martin", civil.Range{From: coretest.Date("2026-10-16"), To: civil.Forever})
	b, err = ask(own, "Martin", october, &b.Expected)
	require.NoError(t, err)
	require.False(t, b.Whole(), "days before its own are not its own")
	require.Equal(t, []any{economy.Verdict(""), energy.MilliWh(0), energy.MilliWh(0)}, []any{b.Verdict, b.Used, b.Expected}, "part of a bill proves nothing")
	_, err = ask(own, "Boulangerie", october, nil)
	require.Equal(t, "notFound", fault.KeyOf(err))
	b, err = ask(m.Organizer, "Boulangerie", october, &b.Used)
	require.NoError(t, err)
	require.Equal(t, []any{economy.NoData, economy.Verdict("")}, []any{b.Gaps[0].Reason, b.Verdict})

	for _, billed := range []energy.MilliWh{-1, economy.MostBilled + 1} {
		_, err = ask(m.Organizer, "Martin", october, &billed)
		require.Equal(t, "economy.billed", fault.KeyOf(err))
	}
	_, err = ask(m.Organizer, "Martin", civil.Range{From: october.To, To: october.From}, nil)
	require.Equal(t, "range.reversed", fault.KeyOf(err))
	_, err = ask(m.Observer(), "Martin", october, nil)
	require.Equal(t, "forbidden", fault.KeyOf(err))
}
