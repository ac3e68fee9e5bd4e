package document_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
)

// TestAnIssuedInvoiceKeepsItsLogo when its issuer has another one, or none, and the sweep has gone over.
func TestAnIssuedInvoiceKeepsItsLogo(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "martin"})[0]
	download := func() []byte {
		t.Helper()
		_, err := b.Invoices.Download(t.Context(), b.Organizer, b.Scope, inv.ID, "nl")
		require.NoError(t, err)
		return b.Printed.Logo
	}
	require.Empty(t, download(), "no logo")
	_, err := b.Entities.Logo(t.Context(), b.Organizer, b.Scope, inv.IssuerID)
	require.Equal(t, "logo.notFound", fault.KeyOf(err))
	_, err = b.Entities.SetLogo(t.Context(), b.Organizer, b.Scope, inv.IssuerID, []byte("%PDF-"))
	require.Equal(t, "logo.noPicture", fault.KeyOf(err))

	set := func(n uint8) []byte {
		t.Helper()
		e, err := b.Entities.SetLogo(t.Context(), b.Organizer, b.Scope, inv.IssuerID, coretest.Picture(n))
		require.NoError(t, err)
		require.False(t, e.LogoID.IsZero())
		picture, err := b.Entities.Logo(t.Context(), b.Organizer, b.Scope, inv.IssuerID)
		require.NoError(t, err)
		return picture
	}
	first := set(1)
	require.Equal(t, first, download(), "a draft shows it")
	require.Nil(t, b.Publish(inv.ID)[0].Refused)
	second := set(2)
	require.NotEqual(t, first, second)
	sweep := func() {
		t.Helper()
		b.Clock = b.Clock.Add(25 * time.Hour)
		require.NoError(t, b.Keeping(b.Shelf).Sweep(t.Context()))
	}
	sweep()
	require.Equal(t, first, download(), "it is issued")
	require.NoError(t, b.Entities.RemoveLogo(t.Context(), b.Organizer, b.Scope, inv.IssuerID))
	require.NoError(t, b.Entities.RemoveLogo(t.Context(), b.Organizer, b.Scope, inv.IssuerID), "twice is no error")
	sweep()
	require.Len(t, b.Shelf.Bytes, 1, "only the one of the invoice is left")
	require.Equal(t, first, download())
	_, err = b.DB.Pool().Exec(t.Context(), "update invoices set logo_id = null where number is not null")
	require.ErrorContains(t, err, "is issued and cannot change")
	require.NoError(t, b.Documents.StoreDocuments(t.Context(), b.Operation, b.Told.Documents))
	require.Equal(t, first, b.Printed.Logo)
}

// TestTheOwnIssuerHasTheLogoOfTheOperation where it has none of its own.
func TestTheOwnIssuerHasTheLogoOfTheOperation(t *testing.T) {
	t.Parallel()
	b := coretest.NewBilling(t)
	b.CompleteInterlocutor()
	home := b.Site("a", "consumer", "")
	own := b.OwnIssuer()
	b.Confirm()
	b.Client("Martin", "", "individual", home)
	b.Plan = b.MakeFee("abo")
	require.NoError(t, b.TrySubscribe(b.Plan.ID, home, "", "2026-10-01"))
	kept, err := b.Logos(b.Shelf).Keep(t.Context(), b.Operation, coretest.Picture(1))
	require.NoError(t, err)
	b.Exec("update documents set state = 'STORED'")
	b.Exec("update operations set logo_id = $2 where id = $1", b.Operation, string(kept.ID))
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{})[0]
	require.Equal(t, own.ID, inv.IssuerID)
	_, err = b.Invoices.Download(t.Context(), b.Organizer, b.Scope, inv.ID, "")
	require.NoError(t, err)
	require.Equal(t, kept.ID, b.Printed.LogoID)
	_, err = b.Entities.SetLogo(t.Context(), b.Organizer, b.Scope, own.ID, coretest.Picture(2))
	require.NoError(t, err)
	_, err = b.Invoices.Download(t.Context(), b.Organizer, b.Scope, inv.ID, "")
	require.NoError(t, err)
	require.NotEqual(t, kept.ID, b.Printed.LogoID)
}
