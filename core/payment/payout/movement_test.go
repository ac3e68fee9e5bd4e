package payout

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing/statement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// TestARecordIsRefusedFromItsBoundsOn: each bound itself is fine, what is beyond it is not.
func TestARecordIsRefusedFromItsBoundsOn(t *testing.T) {
	t.Parallel()
	today := civil.NewDate(2026, 11, 2)
	good := Record{StatementIDs: make([]id.ID, MaxRecorded), BookedOn: today, Reference: " " + strings.Repeat("é", 140)}
	require.NoError(t, good.Check(today))
	for name, change := range map[string]func(*Record){
		"a statement too many": func(r *Record) { r.StatementIDs = make([]id.ID, MaxRecorded+1) },
		"a letter too many":    func(r *Record) { r.Reference += "a" },
		"tomorrow":             func(r *Record) { r.BookedOn = today.AddDays(1) },
	} {
		r := good
		change(&r)
		require.ErrorIs(t, r.Check(today), ErrInvalid, name)
	}
}

// TestOnePayerPaysWhatItOwes: what another one owes refuses the set and is named; an operation has one issuer of its
// own for good, so that no call makes such a set.
func TestOnePayerPaysWhatItOwes(t *testing.T) {
	t.Parallel()
	of := func(number string, payer id.ID) Claim {
		return Claim{Number: number, PayerID: payer, Status: statement.Published, Amount: 100}
	}
	m := Material{Payer: Payer{ID: "own"}, Claims: []Claim{of("R-2", "other"), of("R-1", "own"), of("R-3", "other")}}
	refused := m.refuse()
	require.ErrorIs(t, refused, ErrOtherPayer)
	require.Equal(t, []string{"R-2", "R-3"}, refused.Params["numbers"])
	m.Claims = m.Claims[1:2]
	require.NotErrorIs(t, m.refuse(), ErrOtherPayer)
}
