package site_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/site"
)

func TestTheBillingLogoOfAProducer(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	w.Site.Logos = (&coretest.World{DB: w.DB, Clock: coretest.Noon}).Logos(&coretest.Shelf{Bytes: map[string][]byte{}})
	o := w.AddOperation(t, "A", dso.Enedis)
	producer := coretest.Consumer(o.ID, "99100000000031", coretest.Day("2026-01-01"), nil)
	producer.EnergyType, producer.Segment = participant.Producer, ""
	roof := w.AddSite(t, producer)
	home := w.AddSite(t, coretest.Consumer(o.ID, "99100000000017", coretest.Day("2026-01-01"), nil))
	_, err := w.Site.BillingLogo(t.Context(), coretest.Admin, roof.ID)
	require.Equal(t, "logo.notFound", fault.KeyOf(err))
	_, err = w.Site.SetBillingLogo(t.Context(), coretest.Admin, home.ID, coretest.Picture(1))
	require.Equal(t, "logo.notOfConsumer", fault.KeyOf(err))
	link, err := w.Site.SetBillingLogo(t.Context(), coretest.Admin, roof.ID, coretest.Picture(1))
	require.NoError(t, err)
	require.Contains(t, link.URL, "logo-99100000000031.png")
	read, err := w.Site.Get(t.Context(), coretest.Admin, roof.ID)
	require.NoError(t, err)
	require.Equal(t, roof.Version+1, read.Version)
	_, err = w.Site.Update(t.Context(), coretest.Admin, site.UpdateInput{ParticipantID: roof.ID, Name: new("Toit")})
	require.NoError(t, err)
	_, err = w.Site.BillingLogo(t.Context(), coretest.Admin, roof.ID)
	require.NoError(t, err, "another change keeps it")
	for range 2 {
		require.NoError(t, w.Site.RemoveBillingLogo(t.Context(), coretest.Admin, roof.ID))
	}
	_, err = w.Site.BillingLogo(t.Context(), coretest.Admin, roof.ID)
	require.Equal(t, "logo.notFound", fault.KeyOf(err))

	_, err = w.DB.Pool().Exec(t.Context(), "update operations set billing_engine = 'ENGINE_2025'")
	require.NoError(t, err)
	_, err = w.Site.SetBillingLogo(t.Context(), coretest.Admin, roof.ID, coretest.Picture(1))
	require.Equal(t, "featureNotAvailable", fault.KeyOf(err), "it is that of its issuer")
}
