//go:build real

package einvoice_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
)

// TestFilesPassTheRules checks each sample by its schema (xmllint) and by the official rules
// (xslt3 of Saxon), where these are installed. A French file without one of its notes must fail.
func TestFilesPassTheRules(t *testing.T) {
	t.Parallel()
	lint, err := exec.LookPath("xmllint")
	if err != nil {
		t.Skip("xmllint is not installed")
	}
	folder := filepath.Join(os.Getenv("PMO_REAL_DATA"), "billing")
	require.DirExists(t, folder, "set PMO_REAL_DATA to the folder of the real files")
	schemas := map[string]string{"fr": "facturx-1.09-en16931/Factur-X_EN16931.xsd", "be": "ubl-2.1-xsd/maindoc/UBL-Invoice-2.1.xsd", "be-credit": "ubl-2.1-xsd/maindoc/UBL-CreditNote-2.1.xsd"}
	rules := compiled(t, folder, map[string][]string{
		"fr": {"en16931-cen/EN16931-CII-validation", "facturx-1.09-en16931/FACTUR-X_EN16931", "fr-ctc-xp-z12-012/BR-FR-Flux2-Schematron-CII"},
		"be": {"peppol-bis3/CEN-EN16931-UBL-2026.5", "peppol-bis3/PEPPOL-EN16931-UBL-2026.5"},
		"sb": {"peppol-bis3/CEN-EN16931-UBL-2026.5", "peppol-bis3/PEPPOL-EN16931-UBL-SB-2026.5"}})
	for name, d := range samples() {
		content := written(t, d)
		file := filepath.Join(t.TempDir(), name+".xml")
		require.NoError(t, os.WriteFile(file, content, 0o600))
		kind := name[:2]
		if kind == "be" && strings.HasSuffix(name, "-credit") {
			kind += "-credit"
		}
		out, err := exec.CommandContext(t.Context(), lint, "--noout", "--schema", filepath.Join(folder, schemas[kind]), file).CombinedOutput()
		require.NoError(t, err, "%s: %.500s", name, out)
		set := name[:2]
		if d.Kind == billing.TypeSelfBilled { // written by the buyer, which Peppol has rules of its own for
			set = "sb"
		}
		for _, rule := range rules[set] {
			require.Empty(t, faults(t, rule, file), "%s by %s", name, filepath.Base(rule))
		}
		if name == "fr-pro-standard" && len(rules["fr"]) > 0 {
			require.NoError(t, os.WriteFile(file, bytes.Replace(content, []byte(">PMT<"), []byte(">AAI<"), 1), 0o600))
			require.NotEmpty(t, faults(t, rules["fr"][2], file), "without the note on recovery")
		}
		if name == "be-self-billed" && len(rules["sb"]) > 0 {
			require.NoError(t, os.WriteFile(file, bytes.Replace(content, []byte(">389<"), []byte(">380<"), 1), 0o600))
			require.NotEmpty(t, faults(t, rules["sb"][1], file), "as an invoice that the seller wrote")
		}
	}
}

// compiled makes the rules ready once; none where xslt3 is not installed.
func compiled(t *testing.T, folder string, sheets map[string][]string) map[string][]string {
	t.Helper()
	if _, err := exec.LookPath("xslt3"); err != nil {
		t.Log("XSLT3 IS NOT INSTALLED: the schemas alone are checked")
		return nil
	}
	out := map[string][]string{}
	for country, all := range sheets {
		for _, sheet := range all {
			ready := filepath.Join(t.TempDir(), filepath.Base(sheet)+".sef.json")
			said, err := exec.CommandContext(t.Context(), "xslt3", "-xsl:"+filepath.Join(folder, sheet+".xslt"), "-export:"+ready, "-nogo").CombinedOutput()
			require.NoError(t, err, "%s", said)
			out[country] = append(out[country], ready)
		}
	}
	return out
}

// faults are what a file does not hold of the rules.
func faults(t *testing.T, rule, file string) []string {
	t.Helper()
	said, err := exec.CommandContext(t.Context(), "xslt3", "-xsl:"+rule, "-s:"+file).CombinedOutput()
	require.NoError(t, err, "%.500s", said)
	require.Contains(t, string(said), "fired-rule", "the rules were asked")
	return strings.Split(string(said), "<svrl:failed-assert")[1:]
}
