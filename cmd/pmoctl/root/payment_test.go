package root

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/go/pmo/pmotest"
)

func bankLineJSON(state, more string) string {
	return `{"id":"` + otherID + `","operationId":"` + operationID + `","fileId":"` + runID + `","fileName":"a.xml","kind":"BOOKED","state":"` + state + `","bookedOn":"2026-11-20","amountCents":12000,
		"settledCents":4000,"iban":"FR14 •••• 2606","text":"loyer","counterparty":"MARTIN","returned":false,"settlements":[]` + more + `}`
}

func TestPayments(t *testing.T) {
	report := `{"fileId":"` + runID + `","dryRun":true,"format":"CAMT_053","ibans":[],"read":3,"new":2,"known":1,"unbooked":1,"accepted":0,"elsewhere":0,"settled":1,"open":1,"setAside":0,"matchedBefore":0,
		"paidCents":4000,"returnedCents":0,"overpaidCents":0,"lines":[` + bankLineJSON("OPEN", `,"reason":"NO_REFERENCE"`) + `],"linesLeftOut":0}`
	proposal := `,"proposals":[{"invoiceId":"` + invoiceID + `","number":"COM-2026-0001","billableEntityName":"Martin","kind":"PAYMENT","amountCents":8000,"openCents":9000,"score":65,"evidence":["SAME_ACCOUNT","SAME_NAME"]}]`
	s := signedIn(t, pmotest.Replies{
		"importBankFile":        pmotest.JSON(200, report),
		"listBankFiles":         pmotest.JSON(200, `[{"id":"`+runID+`","operationId":"`+operationID+`","name":"a.xml","format":"CAMT_053","ibans":["FR14 •••• 2606"],"firstDate":"2026-11-01","lineCount":2,"openCount":1,"createdAt":"`+instant+`"}]`),
		"listBankLines":         pmotest.JSON(200, "["+bankLineJSON("OPEN", `,"reason":"NO_REFERENCE"`)+"]"),
		"getBankLine":           pmotest.JSON(200, bankLineJSON("OPEN", proposal)),
		"settleBankLine":        pmotest.JSON(200, bankLineJSON("OPEN", "")),
		"setBankLinesAside":     pmotest.JSON(200, "["+bankLineJSON("SET_ASIDE", `,"aside":{"reason":"FEE","note":"","at":"`+instant+`"}`)+"]"),
		"reopenBankLine":        pmotest.JSON(200, bankLineJSON("OPEN", "")),
		"matchBankLines":        pmotest.JSON(200, `{"matched":2,"paidCents":500,"returnedCents":0,"overpaidCents":0}`),
		"listBankFileMappings":  pmotest.JSON(200, `[{"id":"`+planID+`","operationId":"`+operationID+`","billingEntityName":"Commune","columns":["Date","Montant"],"mapping":{"billingEntityId":"`+issuerID+`","day":"Date","decimal":"COMMA","dates":"DAY_MONTH_YEAR"}}]`),
		"deleteBankFileMapping": {{Status: 204}},
		"listOperationInvoices": pmotest.JSON(200, "["+invoiceJSON(invoiceID, "FINALIZED", `,"number":"COM-2026-0001"`)+"]"),
	})
	at := func(args ...string) result {
		return pmoctl(append(append([]string{"payment"}, args...), "--operation", "ACC00000001")...)
	}
	file := filepath.Join(t.TempDir(), "a.xml")
	require.NoError(t, os.WriteFile(file, []byte("<x/>"), 0o600))
	mapping := filepath.Join(t.TempDir(), "m.json")
	require.NoError(t, os.WriteFile(mapping, []byte(`{"billingEntityId":"`+issuerID+`","day":"Date","decimal":"COMMA","dates":"DAY_MONTH_YEAR"}`), 0o600))
	r := at("import", file, "--dry-run", "--mapping", mapping, "-o", "csv")
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, r.out, otherID+",2026-11-20,120.00,80.00,OPEN,NO_REFERENCE,MARTIN,loyer,\n")
	require.Contains(t, r.err, "3 read, 2 new, 1 known: 1 settled, 1 open")
	require.Contains(t, r.err, "nothing is kept")
	for _, part := range []string{`name="dryRun"`, `"day":"Date"`, "<x/>"} {
		require.Contains(t, s.Requests("importBankFile")[0].Body, part)
	}
	require.Equal(t, 2, at("import", file, "--mapping", file).code)
	require.Equal(t, 2, at("import", file+".none").code)
	require.Contains(t, at("files", "-o", "csv").out, "a.xml,CAMT_053,FR14 •••• 2606,2026-11-01,,2,1")
	require.Contains(t, at("lines", "--open", "-o", "csv").out, "NO_REFERENCE")
	require.Contains(t, s.Requests("listBankLines")[0].URL, "state=OPEN")
	require.Equal(t, 2, at("lines", "--open", "--state", "OPEN").code)
	require.Contains(t, at("line", otherID, "-o", "csv").out, invoiceID+",COM-2026-0001,Martin,PAYMENT,80.00,90.00,65,")
	r = at("settle-line", otherID, "COM-2026-0001=12.50", planID)
	require.Equal(t, 2, r.code)
	require.Empty(t, s.Requests("settleBankLine"))
	r = at("settle-line", otherID, "COM-2026-0001=12.50", planID, "--yes")
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, `{"invoices":[{"invoiceId":"`+invoiceID+`","amountCents":1250},{"invoiceId":"`+planID+`"}]}`, s.Requests("settleBankLine")[0].Body)
	require.Equal(t, 2, at("settle-line", otherID, "COM-2026-0001=1.234", "--yes").code)
	require.NotEqual(t, 0, at("settle-line", otherID, "COM-2026-0009", "--yes").code)
	r = at("set-aside", otherID, "--reason", "FEE", "--note", "frais", "-o", "csv")
	require.Contains(t, r.out, ",0.00,SET_ASIDE,FEE,", r.err)
	require.JSONEq(t, `{"ids":["`+otherID+`"],"reason":"FEE","note":"frais"}`, s.Requests("setBankLinesAside")[0].Body)
	require.Equal(t, 0, at("reopen", otherID, "--yes").code)
	require.Contains(t, at("match", "-o", "csv").out, "2,5.00,0.00,0.00")
	require.Contains(t, at("mappings", "-o", "csv").out, `Commune,"Date, Montant",COMMA,DAY_MONTH_YEAR`)
	require.Equal(t, 0, at("forget-mapping", planID).code)
}
