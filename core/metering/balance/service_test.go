package balance_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/balance"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/policy"
)

func ask(t *testing.T, m *coretest.Metering, p policy.Principal, site string, month *civil.Month) balance.SiteBalance {
	t.Helper()
	b, err := m.Balance.Site(t.Context(), p, balance.SiteInput{ParticipantID: m.Sites[site], Month: month})
	require.NoError(t, err)
	return b
}

// The balance of a month is the site's figures of that month, whoever produced the energy.
func TestABalanceIsTheMonthsFigures(t *testing.T) {
	t.Parallel()
	for _, operator := range []string{"ENEDIS", "FAKE"} {
		f, october := coretest.ProsumerTown(t), coretest.October
		if operator == "ENEDIS" {
			f = coretest.HoledTown(t)
		}
		for site := range f.Sites {
			got := ask(t, f, f.Organizer, site, &october)
			require.Equal(t, october, got.Month.Month, site)
			require.Len(t, got.Year, 12, site)
			require.Equal(t, got.Month, got.Year[11], site)
			for _, one := range []struct {
				scope metering.Scope
				whole metering.Nature
				b     *balance.Balance
				rate  func(dashboard.Metrics) *float64
			}{
				{metering.ScopeConsumer, metering.Conso, got.Month.Used, func(m dashboard.Metrics) *float64 { return m.SelfProduction }},
				{metering.ScopeProducer, metering.Prod, got.Month.Made, func(m dashboard.Metrics) *float64 { return m.Sharing }},
			} {
				m, err := f.Dashboard.ParticipantMetrics(t.Context(), f.Organizer, dashboard.MetricsInput{ParticipantID: f.Sites[site], Scope: one.scope, Days: october.Range()})
				require.NoError(t, err)
				if _, there := m.Values[one.whole]; !there {
					require.Nil(t, one.b, site)
					continue
				}
				require.NotNil(t, one.b, site)
				require.Equal(t, energy.Round(m.Values[one.whole].Energy, one.b.Grain), one.b.Whole, site)
				require.Equal(t, energy.Round(m.Values[metering.Autoconso].Energy, one.b.Grain), one.b.Shared, site)
				require.InDelta(t, *one.rate(m), one.b.Rate, 1e-12, site)
				require.NotNil(t, one.b.CO2Kg, site)
				require.InDelta(t, *m.CO2Kg, *one.b.CO2Kg, 1e-9, site)
				require.Equal(t, m.MissingDays, got.MissingDays, site)
			}
		}
	}
}

func TestAMonthOfABalanceIsChosen(t *testing.T) {
	t.Parallel()
	f := coretest.HoledTown(t)
	require.Equal(t, coretest.October-1, ask(t, f, f.Organizer, "Boulangerie", nil).Month.Month, "October lacks a day")
	require.Equal(t, coretest.October, ask(t, f, f.Organizer, "Martin", nil).Month.Month)
	september := coretest.October - 1
	got := ask(t, f, f.Organizer, "Martin", &september)
	require.Equal(t, september, got.Month.Month)
	require.Equal(t, coretest.October, got.Year[11].Month, "the year ends where data does")
	require.Equal(t, got.Month, got.Year[10])
	require.Nil(t, got.Year[9].Used, "a gap is no zero")
	require.Equal(t, &balance.Next{Kind: balance.NextLate, Day: coretest.Date("2026-11-01")}, got.Next)
}

func TestABalanceIsItsOwnersOnly(t *testing.T) {
	t.Parallel()
	f := coretest.ProsumerTown(t)
	martin := f.SiteAccount("Martin", civil.Range{From: coretest.Date("2026-10-16"), To: civil.Forever})
	own := ask(t, f, martin, "Martin", nil)
	require.Equal(t, coretest.Days("2026-10-16", "2026-10-31"), own.Days)
	require.Less(t, own.Month.Used.Whole, ask(t, f, f.Organizer, "Martin", nil).Month.Used.Whole)
	_, err := f.Balance.Site(t.Context(), martin, balance.SiteInput{ParticipantID: f.Sites["Mairie"]})
	require.ErrorIs(t, err, policy.ErrNotFound)
	september := coretest.October - 1
	_, err = f.Balance.Site(t.Context(), martin, balance.SiteInput{ParticipantID: f.Sites["Martin"], Month: &september})
	require.ErrorIs(t, err, policy.ErrNotFound, "before its own days")
	_, err = f.Balance.Site(t.Context(), f.Organizer, balance.SiteInput{ParticipantID: id.New()})
	require.ErrorIs(t, err, policy.ErrNotFound)
}

func TestABalanceIsNamed(t *testing.T) {
	t.Parallel()
	f := coretest.ProsumerTown(t)
	in := balance.SiteInput{ParticipantID: f.Sites["Martin"]}
	first, err := f.Balance.Site(t.Context(), f.Organizer, in)
	require.NoError(t, err)
	in.Known = []metering.Revision{first.Revision}
	again, err := f.Balance.Site(t.Context(), f.Organizer, in)
	require.NoError(t, err)
	require.True(t, again.Unchanged)
	f.Clock = f.Clock.AddDate(0, 0, 1)
	again, err = f.Balance.Site(t.Context(), f.Organizer, in)
	require.NoError(t, err)
	require.False(t, again.Unchanged, "what comes next depends on the day")
}
