package billing

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing/document"
	"github.com/openpmo/pmo/core/civil"
)

func TestNamesOfDocuments(t *testing.T) {
	t.Parallel()
	for want, f := range map[string]document.File{
		"facture-COM-2026-00001.pdf":            {Number: "COM-2026-00001"},
		"facture-COM-2026-00001-nl.pdf":         {Number: "COM-2026-00001", Translation: "nl"},
		"brouillon-2026-10-01-0123456789ab.pdf": {From: civil.NewDate(2026, 10, 1), InvoiceID: "01999999-0000-7000-8000-0123456789ab"},
	} {
		require.Equal(t, want, documentName(f))
	}
}
