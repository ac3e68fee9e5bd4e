//go:build real

package sepa_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/sepa"
	"github.com/openpmo/pmo/core/payment"
)

// TestFilesPassTheSchemas checks files by the schemas of ISO 20022, with xmllint where it is
// installed. A file with a wrong day must fail.
func TestFilesPassTheSchemas(t *testing.T) {
	t.Parallel()
	lint, err := exec.LookPath("xmllint")
	if err != nil {
		t.Skip("xmllint is not installed")
	}
	folder := filepath.Join(os.Getenv("PMO_REAL_DATA"), "billing", "iso20022-pain008")
	require.DirExists(t, folder, "set PMO_REAL_DATA to the folder of the real files")
	for v, schema := range map[payment.MessageVersion]string{payment.Pain00800108: "pain.008.001.08.xsd", payment.Pain00800102: "pain.008.001.02.xsd"} {
		for _, n := range []int{1, 4, 5000} {
			content, err := sepa.Writer{}.Write(order(t, v, n))
			require.NoError(t, err)
			check := func(content []byte) error {
				file := filepath.Join(t.TempDir(), "order.xml")
				require.NoError(t, os.WriteFile(file, content, 0o600))
				out, err := exec.CommandContext(t.Context(), lint, "--noout", "--schema", filepath.Join(folder, schema), file).CombinedOutput()
				t.Logf("%.500s", out)
				return err
			}
			require.NoError(t, check(content), "%s of %d", schema, n)
			content[len(content)-10] = '<'
			require.Error(t, check(content))
		}
	}
}
