package site_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/folder"
	"github.com/openpmo/pmo/core/participant/site"
)

func TestWhoStandsOnInvoices(t *testing.T) {
	t.Parallel()
	v := site.View{Participant: participant.Participant{Name: "École", City: "Fougères", SIRET: "44460844213631"}}
	detail, own := v.OnInvoices()
	require.Equal(t, []any{"École", "Fougères", true, "44460844213631"}, []any{detail.Name, detail.City, own, v.Establishment()})
	v.SIRET = ""
	v.Billed.Detail = participant.BillingDetail{Name: "Commune", LegalNumber: "44460844213631"}
	detail, own = v.OnInvoices()
	require.Equal(t, []any{"Commune", false, "44460844213631"}, []any{detail.Name, own, v.Establishment()})
	for _, number := range []string{"444608442", "0403170701", ""} {
		v.Billed.Detail.LegalNumber = number
		require.Empty(t, v.Establishment(), "a SIREN and an enterprise number are no SIRET: %s", number)
	}
}

// TestTheFolderStatusIsOfTheOperatorsDay: half an hour into its second day, a site that left on
// the first one is gone, whatever day it is in UTC.
func TestTheFolderStatusIsOfTheOperatorsDay(t *testing.T) {
	t.Parallel()
	left := &civil.Range{From: civil.NewDate(2026, 1, 1), To: civil.NewDate(2026, 7, 2)} // the first day outside
	for at, want := range map[string]folder.Status{
		"2026-07-01T21:30:00Z": folder.Up, "2026-07-01T22:30:00Z": folder.Deleted, "2026-07-02T12:00:00Z": folder.Deleted} {
		now, err := time.Parse(time.RFC3339, at)
		require.NoError(t, err)
		s := site.New(site.Deps{Now: func() time.Time { return now }})
		for _, operator := range []dso.Operator{dso.Enedis, dso.Sibelga} {
			require.Equal(t, want, s.FolderStatusNow(operator, "EN_VIGUEUR", "CREATION", left), "%s %s", at, operator)
		}
	}
}
