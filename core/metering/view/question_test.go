package view_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/dashboard"
)

func TestQuestionsHaveAnOrderAndALength(t *testing.T) {
	t.Parallel()
	m := coretest.MeteredTown(t, "ENEDIS")
	for _, c := range []struct {
		days civil.Range
		want *fault.Error
		at   string
	}{
		{civil.Range{From: 20000, To: 20000}, metering.ErrOrder, "dateFrom"},
		{civil.Range{From: 20000, To: 19990}, metering.ErrOrder, "dateFrom"},
		{coretest.Days("2025-01-01", "2026-01-01"), metering.ErrTooLong, "dateTo"},
	} {
		_, err := m.Dashboard.OperationMetrics(t.Context(), m.Organizer, dashboard.MetricsInput{OperationID: m.Operation, Days: c.days})
		require.ErrorIs(t, err, c.want)
		require.Equal(t, c.at, fault.From(err).Field)
	}
	metrics := m.Metrics(coretest.Days("2025-01-01", "2025-12-31"))
	require.Empty(t, metrics.Values)
	require.Nil(t, metrics.SelfConsumption)
	require.Equal(t, 365, metrics.MissingDays)
}
