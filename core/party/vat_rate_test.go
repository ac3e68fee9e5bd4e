package party_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

func TestRatesOfVATAreThoseOfTheDay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		country dso.Country
		day     civil.Date
		rates   []money.VATRate
	}{
		{dso.France, civil.NewDate(2026, 11, 22), []money.VATRate{2000, 1000, 550, 210}},
		{dso.France, civil.NewDate(2014, 1, 1), []money.VATRate{2000, 1000, 550, 210}},
		{dso.France, civil.NewDate(2013, 12, 31), []money.VATRate{1960, 700, 550, 210}},
		{dso.France, civil.NewDate(2012, 1, 1), []money.VATRate{1960, 700, 550, 210}},
		{dso.France, civil.NewDate(2011, 12, 31), []money.VATRate{1960, 550, 210}},
		{dso.France, civil.NewDate(2000, 4, 1), []money.VATRate{1960, 550, 210}},
		{dso.France, civil.NewDate(2000, 3, 31), []money.VATRate{2060, 550, 210}},
		{dso.France, civil.NewDate(2000, 1, 1), []money.VATRate{2060, 550, 210}},
		{dso.France, civil.NewDate(1999, 12, 31), nil},
		{dso.Belgium, civil.NewDate(2000, 1, 1), []money.VATRate{2100, 1200, 600}},
		{dso.Belgium, civil.NewDate(1999, 12, 31), nil},
		{dso.Belgium, civil.NewDate(2026, 11, 22), []money.VATRate{2100, 1200, 600}},
		{"DE", civil.NewDate(2026, 11, 22), nil},
	} {
		require.Equal(t, c.rates, party.VATRatesOn(c.country, c.day), "%s %s", c.country, c.day)
		if len(c.rates) > 0 {
			day := civil.NewDate(2026, 11, 22)
			require.Contains(t, party.VATRatesOn(c.country, day), party.VATNormal.DefaultRate(c.country))
		}
	}
}

func TestPlacesWithVATOfTheirOwn(t *testing.T) {
	t.Parallel()
	for code, apart := range map[string]bool{"20000": true, "20290": true, "97110": true, "97400": true, "97600": true, "98714": true,
		"02000": false, "35300": false, "95200": false, "": false} {
		require.Equal(t, apart, party.VATApart(dso.France, code), code)
		require.False(t, party.VATApart(dso.Belgium, code), code)
	}
}
