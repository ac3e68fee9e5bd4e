package perim_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/perim"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
)

func TestReadSheet(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{
		"utf-8":        "prm;nom\n\n991;É \"A\"\n",
		"with a mark":  "\uFEFFprm;nom\r\n\r\n991;É \"A\"\r\n",
		"windows-1252": "prm;nom\n\n991;\xc9 \"A\"\n",
		"commas":       "prm,nom\n\n991,É \"A\"",
		"tabs":         "prm\tnom\n\n991\tÉ \"A\"",
	} {
		got, err := perim.Reader{}.ReadSheet(t.Context(), []byte(content), 10)
		require.NoError(t, err, name)
		require.Equal(t, perimeterfile.Sheet{Header: []string{"prm", "nom"}, HeadLine: 1,
			Rows: []perimeterfile.Row{{Line: 3, Cells: []perimeterfile.Cell{{Text: "991"}, {Text: `É "A"`}}}}}, got, name)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]error{
		"":                         perimeterfile.ErrEmpty,
		";;\n":                     perimeterfile.ErrEmpty,
		"prm;nom\nP\x00K;x\n":      perimeterfile.ErrNotText,
		"prm;nom\n1;a\n2;b\n3;c\n": perimeterfile.ErrTooManyRows,
		"prm;nom\n1;a\n2":          perimeterfile.ErrTruncated,
		"prm;nom\n1\n2;b\n":        perimeterfile.ErrImportRejected,
	} {
		_, err := perim.Reader{}.ReadSheet(t.Context(), []byte(content), 2)
		require.ErrorIs(t, err, want, "%q", content)
	}
}
