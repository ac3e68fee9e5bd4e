package month

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/correction"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
)

// TestASideIsToldForWhatLacksAndForWhatMayChange: each only where it has such days, and both where
// it has both.
func TestASideIsToldForWhatLacksAndForWhatMayChange(t *testing.T) {
	t.Parallel()
	one := []civil.Range{{From: 10, To: 11}}
	two := []civil.Range{{From: 12, To: 14}}
	side := func(name string, missing, provisional []civil.Range) billable.SideMonth {
		return billable.SideMonth{Site: metering.Site{Name: name}, Missing: missing, Provisional: provisional}
	}
	checks := dataChecks([]billable.SideMonth{side("whole", nil, nil), side("gap", one, nil), side("early", nil, two), side("both", one, two)})
	type told struct {
		name string
		kind CheckKind
		days []civil.Range
	}
	var got []told
	for _, c := range checks {
		require.Equal(t, Blocking, c.Severity)
		got = append(got, told{c.SiteName, c.Kind, c.Days})
	}
	require.Equal(t, []told{{"gap", CheckMissing, one}, {"early", CheckProvisional, two}, {"both", CheckMissing, one}, {"both", CheckProvisional, two}}, got)
}

// TestAnOpenCorrectionIsACheckOfItsMonth: odd by itself; where drafts of other sellers wait with it, it
// blocks.
func TestAnOpenCorrectionIsACheckOfItsMonth(t *testing.T) {
	t.Parallel()
	m := civil.NewMonth(2026, 10)
	c := correction.Correction{Found: correction.Found{InvoiceID: "i", PartyPair: billing.PartyPair{IssuerID: "s", ClientID: "c"}, Days: m.Range(), Amount: 1000, AmountNow: 1500,
		Before: correction.Figures{Energy: 7}, After: correction.Figures{Energy: 4}}, IssuerName: "Toit", ClientName: "Martin"}
	held := c
	held.InvoiceID, held.HeldDrafts = "j", 2
	before := c
	before.Days = (m - 1).Range()
	checks := correctionChecks([]correction.Correction{c, held, before}, m)
	require.Len(t, checks, 2)
	require.Equal(t, Check{Kind: CheckCorrection, Severity: Odd, IssuerID: "s", IssuerName: "Toit", ClientID: "c", ClientName: "Martin", InvoiceID: "i",
		Days: []civil.Range{m.Range()}, Energy: -3, Amount: 1500, Previous: 1000}, checks[0])
	require.Equal(t, Blocking, checks[1].Severity)
}
