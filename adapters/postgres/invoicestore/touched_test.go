package invoicestore_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant"
)

func TestTouchingFindsPublishedInvoices(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	for _, name := range []string{"CCAS", "Boulangerie"} {
		require.Nil(t, b.Publish(b.Listed(billing.InvoiceFilter{Query: name})[0].ID)[0].Refused)
	}
	touching := func(from, to string, sites ...id.ID) (clients []string) {
		var asked []participant.SiteDays
		for _, site := range sites {
			asked = append(asked, participant.SiteDays{ParticipantID: site, Days: civil.Range{From: coretest.Date(from), To: coretest.Date(to) + 1}})
		}
		found, err := b.Use.Touching(t.Context(), b.Operation, asked)
		require.NoError(t, err)
		for _, f := range found {
			require.NotEmpty(t, f.Number)
			require.Equal(t, civil.Range{From: coretest.Date("2026-10-01"), To: coretest.Date("2026-11-01")}, f.Days)
			require.Equal(t, asked[0].Days, f.Moved)
			clients = append(clients, f.ClientName)
		}
		return clients
	}
	ccas, martin := b.Sites["CCAS"], b.Sites["Martin"]
	require.Equal(t, []string{"CCAS"}, touching("2026-10-15", "2026-12-31", ccas))
	require.Equal(t, []string{"CCAS"}, touching("2026-10-31", "2026-10-31", ccas, martin), "a draft is no invoice yet")
	require.Empty(t, touching("2026-11-01", "2026-12-31", ccas), "from the day after")
	require.Empty(t, touching("2026-09-01", "2026-09-30", ccas))
	require.Len(t, touching("2026-10-15", "2026-12-31", ""), 2, "of anybody")
	forever, err := b.Use.Touching(t.Context(), b.Operation, []participant.SiteDays{{ParticipantID: ccas, Days: civil.Range{From: coretest.Date("2026-10-15"), To: civil.Forever}}})
	require.NoError(t, err)
	require.Len(t, forever, 1)
	elsewhere, err := b.Use.Touching(t.Context(), id.New(), []participant.SiteDays{{Days: civil.Range{From: coretest.Date("2026-10-15"), To: civil.Forever}}})
	require.NoError(t, err)
	require.Empty(t, elsewhere)
}
