package bank

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/bankfile/camt053"
	"github.com/openpmo/pmo/adapters/bankfile/coda"
	"github.com/openpmo/pmo/core/payment/bankfile"
)

// TestABankIsMadeUp: for invoices as pmoctl prints them, the same by the same seed, in each format.
func TestABankIsMadeUp(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	invoices := write("i.json", `[{"number":"COM-2026-00001","status":"FINALIZED","type":"INVOICE","paymentMethod":"transfer","amountCents":5000,"issueDate":"2026-09-05","dueDate":"2026-10-05","billableEntity":{"name":"Anne Martin"}},
		{"number":"COM-2026-00002","status":"FINALIZED","type":"INVOICE","paymentMethod":"debit","amountCents":7000,"issueDate":"2026-09-05","dueDate":"2026-10-05","billableEntity":{"name":"Petit"}},
		{"number":"COM-2026-00003","status":"FINALIZED","type":"INVOICE","paymentMethod":"debit","amountCents":7000,"issueDate":"2026-09-05","billableEntity":{"name":"Roux"}},{"status":"DRAFT","amountCents":3}]`)
	collection := write("c.json", `{"transactions":[{"number":"COM-2026-00002","endToEndId":"SOLEIL-COM-2026-00002","collectionDate":"2026-10-07"}]}`)
	run := func(format, seed string) (content []byte) {
		cmd := Command()
		var out bytes.Buffer
		cmd.SetOut(&out)
		cmd.SetArgs([]string{"--invoices", invoices, "--collection", collection, "--account", "FR1420041010050500013M02606", "--format", format, "--until", "2026-11-30", "--seed", seed, "--out", filepath.Join(folder, format+seed)})
		require.NoError(t, cmd.Execute())
		for _, path := range bytes.Fields(out.Bytes()) {
			one, err := os.ReadFile(string(path))
			require.NoError(t, err)
			var reader bankfile.Reader = camt053.Reader{}
			if format == "CODA" {
				reader = coda.Reader{}
			}
			_, err = reader.Read(one)
			require.NoError(t, err)
			content = append(content, one...)
		}
		return content
	}
	first := run("camt.053.001.08", "1")
	require.Equal(t, first, run("camt.053.001.08", "1"))
	require.NotEqual(t, first, run("camt.053.001.08", "2"))
	require.Contains(t, string(first), "<EndToEndId>SOLEIL-COM-2026-00002</EndToEndId>")
	require.NotContains(t, string(first), "COM-2026-00003", "nobody has asked the bank for it")
	run("camt.053.001.02", "1")
	run("CODA", "1")
	for _, args := range [][]string{{"--account", "FR00"}, {"--format", "MT940"}, {"--until", "x"}, {"--invoices", invoices + ".none"}, {"--invoices", write("n.json", "[]")}} {
		cmd := Command()
		cmd.SilenceUsage, cmd.SilenceErrors = true, true
		cmd.SetArgs(append([]string{"--invoices", invoices, "--account", "FR1420041010050500013M02606", "--out", folder}, args...))
		require.Error(t, cmd.Execute(), args)
	}
}
