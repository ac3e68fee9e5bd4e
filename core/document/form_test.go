package document_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/document"
)

// TestATypeIsThatOfNameAndContent: both have to say the same, and what may run is no type at all.
func TestATypeIsThatOfNameAndContent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, head string
		fits       bool
	}{
		{"Convention.PDF", "%PDF-1.7", true}, {"a.jpeg", "\xff\xd8\xff\xe0", true}, {"a.xlsx", "PK\x03\x04", true}, {"a.csv", "prm;kWh", true},
		{"a.pdf", "<html>", false}, {"a.png", "%PDF-1.7", false}, {"a.csv", "a\x00b", false},
		{"a.html", "<html>", false}, {"a.svg", "<svg/>", false}, {"a.exe", "MZ", false}, {"pdf", "%PDF-1.7", false}, {"", "", false},
	} {
		require.Equal(t, c.fits, document.Fits(c.name, []byte(c.head)), c.name)
	}
	require.Equal(t, "application/pdf", document.TypeOf("Convention.PDF"))
	require.Empty(t, document.TypeOf("a.html"))
}
