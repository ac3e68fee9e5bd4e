package tx_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/tx"
)

type inner struct{ City, SIRET string }

type thing struct {
	inner
	Exact
	ID, ClientID id.ID
	ProducerIDs  []id.ID
	VATRegime    string
	Version      int
}

// Exact is embedded, and exported as its fields are.
type Exact struct{ PostCode string }

// What differs is told by the names of the contract; what every change changes is not told.
func TestDifferingFields(t *testing.T) {
	t.Parallel()
	before := thing{ID: "a", Version: 1, ProducerIDs: []id.ID{"p"}}
	after := thing{ID: "b", Version: 2, ClientID: "c", VATRegime: "normal", Exact: Exact{PostCode: "35300"}}
	require.Equal(t, []string{"clientId", "postCode", "producerIds", "vatRegime"}, tx.Differing(before, after))
	require.Empty(t, tx.Differing(before, before))
}

// A record belongs to one try of one change: what an inner one is about is its own.
func TestARecordIsOfItsChange(t *testing.T) {
	t.Parallel()
	tx.Concern(t.Context(), "plan", "p") // without a Runner there is no record
	ctx, outer := tx.Recording(t.Context())
	tx.Concern(ctx, "plan", "p", "", "p")
	below, inner := tx.Recording(ctx)
	tx.Concern(below, "invoice", "i")
	tx.Note(below, "fields", []string{"city"})
	require.Equal(t, []tx.Object{{Kind: "plan", ID: "p"}}, outer.Concerned())
	require.Equal(t, []tx.Object{{Kind: "invoice", ID: "i"}}, inner.Concerned())
	require.Nil(t, outer.Complete(tx.Change{}).Details)
	given := tx.Change{Details: map[string]any{"reason": "r"}}
	require.Equal(t, map[string]any{"reason": "r", "fields": []string{"city"}}, inner.Complete(given).Details)
	require.Len(t, given.Details, 1, "what the caller holds stays")
}

// TestValuesThatAreNothingPersonalAreNoted: a trace says from what to what a change takes words of
// the contract, and only that it changed what may be personal.
func TestValuesThatAreNothingPersonalAreNoted(t *testing.T) {
	t.Parallel()
	type site struct {
		Exact
		Segment    string
		City       string
		VATRegime  *string
		IsProsumer bool
		TermDays   int
		Version    int
	}
	normal := "normal"
	ctx, record := tx.Recording(t.Context())
	tx.NoteFields(ctx, site{Segment: "C4", City: "Rennes", TermDays: 30, Version: 1}, site{Exact: Exact{PostCode: "35300"}, Segment: "C5", City: "Fougères", VATRegime: &normal, IsProsumer: true, TermDays: 30, Version: 2})
	tx.NoteValue(ctx, "exit", "", "2026-11-30")
	tx.NoteValue(ctx, "entry", "2026-01-01", "2026-01-01")
	require.Equal(t, map[string]any{
		"fields": []string{"city", "isProsumer", "postCode", "segment", "vatRegime"},
		"values": []tx.Value{{Field: "isProsumer", From: "false", To: "true"}, {Field: "segment", From: "C4", To: "C5"}, {Field: "vatRegime", To: "normal"}, {Field: "exit", To: "2026-11-30"}},
	}, record.Complete(tx.Change{}).Details)
	tx.NoteValue(t.Context(), "exit", "", "2026-11-30") // without a Runner there is no record
}
