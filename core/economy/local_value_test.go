package economy_test

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/economystore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/economy"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// TestLocalEnergyComesToWhatIsInvoiced: of a consumer, with all taxes for an individual, and of all without them; on
// its days, and none of those to come; what nobody agreed on has no price.
func TestLocalEnergyComesToWhatIsInvoiced(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	s := economy.New(economy.Deps{Guard: b.Guard, Tx: b.DB, Now: b.Now, Stores: economy.Stores{Configs: economystore.NewConfigs(b.DB), Tariffs: economystore.NewTariffs(b.DB)},
		Operations: operationstore.NewOperations(b.DB), Sites: participantstore.NewParticipants(b.DB), Received: b.Meter, Agreements: b.Agreements()})
	received := map[billing.Pair]energy.MilliWh{}
	for pair, each := range b.Meter.Hourly {
		received[billing.Pair{ConsumerID: pair.ConsumerID}] += each // of all producers together
	}
	october := coretest.Days("2026-10-01", "2026-10-31")
	b.Run("2026-10-31")
	maps.Copy(b.Meter.Hourly, received)
	var net money.Cents
	var all energy.MilliWh
	for _, inv := range b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}}) {
		v, err := s.LocalValue(t.Context(), b.Organizer, economy.ValueInput{ParticipantID: b.Sites[inv.ClientName], Days: october})
		require.NoError(t, err)
		want := inv.Net
		if v.Taxed {
			want = inv.Amount
		}
		require.InDelta(t, int64(want), int64(v.Amount+v.Fixed), 1, "%s %+v", inv.ClientName, v)
		require.Equal(t, []any{inv.Energy, true, 0}, []any{v.Energy, v.Subscribed, len(v.Lacks)}, inv.ClientName)
		net, all = net+inv.Net, all+inv.Energy
	}
	whole, err := s.LocalValue(t.Context(), b.Organizer, economy.ValueInput{OperationID: b.Operation, Days: october})
	require.NoError(t, err)
	var sum energy.MilliWh
	for name, site := range b.Sites {
		v, err := s.LocalValue(t.Context(), b.Organizer, economy.ValueInput{ParticipantID: site, Days: october})
		if fault.KeyOf(err) != "economy.consumerOnly" {
			require.NoError(t, err, name)
			sum += v.Energy
		}
	}
	require.Equal(t, []any{false, sum}, []any{whole.Taxed, whole.Energy}, "what one invoices to oneself is no invoice, and has its value")
	require.Greater(t, sum, all)
	require.InDelta(t, int64(net), int64(whole.Amount+whole.Fixed), 4)

	ahead, err := s.LocalValue(t.Context(), b.Organizer, economy.ValueInput{OperationID: b.Operation, Days: coretest.Days("2026-11-06", "2026-12-31")})
	require.NoError(t, err)
	require.Equal(t, []any{energy.MilliWh(0), 0}, []any{ahead.Energy, len(ahead.Lacks)}, "days that are not over are not missing")
	own := b.Account("Martin")
	mine, err := s.LocalValue(t.Context(), own, economy.ValueInput{ParticipantID: b.Sites["Martin"], Days: october})
	require.NoError(t, err)
	require.Positive(t, mine.Amount)
	for name, c := range map[string]struct {
		in  economy.ValueInput
		key string
		own bool
	}{
		"a producer has none":           {economy.ValueInput{ParticipantID: b.Sites["Commune"], Days: october}, "economy.consumerOnly", false},
		"days the wrong way round":      {economy.ValueInput{OperationID: b.Operation, Days: civil.Range{From: october.To, To: october.From}}, "range.reversed", false},
		"more than a year":              {economy.ValueInput{OperationID: b.Operation, Days: coretest.Days("2025-01-01", "2026-10-31")}, "range.tooLong", false},
		"another operation":             {economy.ValueInput{OperationID: id.New(), Days: october}, "notFound", false},
		"the whole is no participant's": {economy.ValueInput{OperationID: b.Operation, Days: october}, "forbidden", true},
		"nor is another site":           {economy.ValueInput{ParticipantID: b.Sites["CCAS"], Days: october}, "notFound", true},
	} {
		p := b.Organizer
		if c.own {
			p = own
		}
		_, err := s.LocalValue(t.Context(), p, c.in)
		require.Equal(t, c.key, fault.KeyOf(err), name)
	}
	fresh := b.Site("Nouveau", "consumer", "")
	none, err := s.LocalValue(t.Context(), b.Organizer, economy.ValueInput{ParticipantID: fresh, Days: october})
	require.NoError(t, err)
	require.Equal(t, []any{false, money.Cents(0)}, []any{none.Subscribed, none.Amount})
}
