package invoicing_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/invoicing"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/policy"
)

// holder is an account that holds some sites of the town.
func holder(b *coretest.Billing, sites ...string) policy.Principal {
	p := b.Account(sites[0])
	for _, more := range sites[1:] {
		p.Sites = append(p.Sites, b.Account(more).Sites...)
	}
	return p
}

// TestASummaryAddsUpWhatItLists: each figure is the sum of rows that are listed beside it.
func TestASummaryAddsUpWhatItLists(t *testing.T) {
	t.Parallel()
	b := coretest.TwoSellers(t)
	b.Run("2026-10-31")
	drafts := b.Listed(billing.InvoiceFilter{})
	for _, d := range drafts {
		require.Nil(t, b.Publish(d.ID)[0].Refused)
	}
	paid := b.Listed(billing.InvoiceFilter{})[0]
	b.Exec("update invoices set payment_status = 'SUCCEEDED' where id = $1", paid.ID)
	for site := range b.Sites {
		got, err := b.Invoices.Summary(t.Context(), holder(b, site), b.Sites[site])
		require.NoError(t, err)
		var toPay, toReceive, received, issued, parties int64
		for _, row := range got.Rows {
			require.Equal(t, b.Sites[site], row.ParticipantID)
			open := row.PaymentStatus != billing.PaymentSucceeded
			switch row.Side {
			case invoicing.Received:
				received += int64(row.Amount)
				if open {
					toPay += int64(row.Amount)
				}
			default:
				issued += int64(row.Amount)
				if open {
					toReceive += int64(row.Amount)
				}
			}
		}
		require.EqualValues(t, toPay, got.ToPay.Amount, site)
		require.EqualValues(t, toReceive, got.ToReceive.Amount, site)
		for _, one := range got.ToPay.Parties {
			parties += int64(one.Amount)
		}
		require.Equal(t, toPay, parties, site)
		for _, y := range got.Years {
			require.Equal(t, 2026, y.Year)
			want := received
			if y.Side == invoicing.Issued {
				want = issued
			}
			require.EqualValues(t, want, y.Amount, site)
		}
		require.Equal(t, received > 0, got.Last != nil, site)
		if got.Last != nil {
			require.EqualValues(t, received, got.Last.Amount, "one period")
			require.Equal(t, coretest.Date("2026-11-01"), *got.NextFrom)
			require.Equal(t, toPay == 0, got.Last.Settled)
		}
	}
}

func TestASummaryIsOfAllOwnSitesOnce(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	all := b.Listed(billing.InvoiceFilter{})
	for _, d := range all {
		require.Nil(t, b.Publish(d.ID)[0].Refused)
	}
	of := func(sites ...string) invoicing.Summary {
		got, err := b.Invoices.Summary(t.Context(), holder(b, sites...), b.Sites[sites[0]])
		require.NoError(t, err)
		return got
	}
	martin, commune := of("Martin"), of("Commune")
	require.Equal(t, 1, martin.ToPay.Count)
	require.Len(t, commune.Rows, len(all))
	both := of("Martin", "Commune")
	require.Len(t, both.Rows, len(all), "an invoice that one site issues and another receives is there once")
	require.Equal(t, len(all), both.ToPay.Count+both.ToReceive.Count)
	_, err := b.Invoices.Summary(t.Context(), holder(b, "Martin"), b.Sites["Commune"])
	require.ErrorIs(t, err, policy.ErrNotFound)
}

func TestASummaryBeforeAnyInvoice(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	got, err := b.Invoices.Summary(t.Context(), holder(b, "Martin"), b.Sites["Martin"])
	require.NoError(t, err)
	require.Equal(t, invoicing.Summary{}, got, "a draft is nobody's yet")
}
