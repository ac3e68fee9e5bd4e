package root

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/go/pmo/pmotest"
)

// TestJournal: what is new is handed over and saved, an export is saved again without a new one, and
// months are closed and opened.
func TestJournal(t *testing.T) {
	export := `{"id":"` + otherID + `","billingEntityId":"` + issuerID + `","firstDate":"2026-11-06","lastDate":"2026-11-06","firstNumber":"COM-1","lastNumber":"COM-3","entriesCount":3,"debitCents":56596,"amountCents":56596,"owedCents":1234,
		"fileName":"444608442VE20261106.txt","sha256":"ab","size":5,"createdAt":"2026-11-23T10:00:00+01:00","createdByName":"Olivia"%s}`
	plain, more := pmotest.JSON(201, fmt.Sprintf(export, "")), pmotest.JSON(201, fmt.Sprintf(export, `,"more":true`))
	file := []pmotest.Reply{{Status: 200, Header: map[string]string{"Content-Type": "application/octet-stream", "Content-Disposition": `attachment; filename=444608442VE20261106.txt`}, Body: "VE\tx\t"}}
	accounts := `{"journalCode":"VE","journalName":"Ventes","clientAccount":"411000","clientAccountName":"Clients","salesAccount":"701000","salesAccountName":"Ventes","vatAccount":"445710","vatAccountName":"TVA","toInvoiceAccount":"418100","toInvoiceAccountName":"À établir",
		"auxiliaryRule":"NONE","auxiliaryPrefix":"C","rates":[{"vatCategory":"S","vatPercentage":5.5,"salesAccount":"701055","salesAccountName":"x"}],"purchaseJournalCode":"AC","purchaseJournalName":"Achats","supplierAccount":"401000","supplierAccountName":"F","supplierPrefix":"F","purchaseAccount":"607000",
		"purchaseAccountName":"E","deductibleVatAccount":"445660","deductibleVatAccountName":"T","told":true,"version":2}`
	replies := pmotest.Replies{
		"listSellers": pmotest.JSON(200, `[{"billingEntityId":"`+issuerID+`","name":"Commune","legalNumber":"444608442","confirmed":true,"operationsCount":2,"hiddenOperationsCount":1,"issuedCount":3,"issuedCents":56596,
			"newCount":3,"newCents":56596,"owedCount":2,"owedCents":1234,"newOwedCount":1,"newOwedCents":1000,"firstNewDate":"2026-11-06","lockedMonths":["2026-10"]}]`),
		"listOperationBillingEntities": pmotest.JSON(200, `[{"id":"`+issuerID+`","operationId":"`+operationID+`","name":"Commune","vatRegime":"normal","producerIds":[],"ownedByOperation":false,"complete":true,"missing":[]}]`),
		"createJournalExport":          plain, "downloadJournalExport": file, "downloadJournal": file,
		"listJournalExports": pmotest.JSON(200, `{"exports":[`+fmt.Sprintf(export, "")+`],"totalCount":241}`),
		"getSellerAccounts":  pmotest.JSON(200, accounts), "updateSellerAccounts": pmotest.JSON(200, accounts),
		"listMonthLocks": pmotest.JSON(200, `[{"month":"2026-10","lockedAt":"2026-11-23T10:00:00+01:00","lockedByName":"Olivia"}]`),
		"lockMonth":      pmotest.JSON(201, `{"month":"2026-10","lockedAt":"2026-11-23T10:00:00+01:00"}`),
		"unlockMonth":    {{Status: 204}},
	}
	s := signedIn(t, replies)
	at, dir := []string{"--operation", "ACC00000001", "--issuer", "Commune"}, t.TempDir()
	r := pmoctl("journal", "sellers", "--operation", "ACC00000001", "-o", "csv")
	require.Contains(t, r.out, ",Commune,444608442,yes,2,1,3,565.96,3,565.96,2,12.34,1,10.00,2026-11-06,,2026-10", r.err)
	r = pmoctl(append([]string{"journal", "export", "--until", "2026-11-30", "--dir", dir}, at...)...)
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, r.err, "COM-1 to COM-3")
	require.JSONEq(t, `{"until":"2026-11-30"}`, s.Requests("createJournalExport")[0].Body)
	content, err := os.ReadFile(filepath.Join(dir, "444608442VE20261106.txt"))
	require.NoError(t, err)
	require.Equal(t, "VE\tx\t", string(content))
	require.Equal(t, 0, pmoctl(append([]string{"journal", "export", otherID, "--dir", t.TempDir()}, at...)...).code)
	require.Len(t, s.Requests("createJournalExport"), 1, "saving again hands nothing over")
	r = pmoctl(append([]string{"journal", "exports", "-o", "csv"}, at...)...)
	require.Contains(t, r.out, ",3,565.96,565.96,12.34,444608442VE20261106.txt,ab")
	require.Contains(t, r.err, "240 older ones")
	require.Equal(t, 0, pmoctl(append([]string{"journal", "download", "--from", "2026-11-01", "--to", "2026-11-30", "--format", "csv", "--dir", t.TempDir()}, at...)...).code)
	require.Contains(t, s.Requests("downloadJournal")[0].URL, "dateFrom=2026-11-01&dateTo=2026-11-30&format=csv")
	require.Equal(t, 2, pmoctl(append([]string{"journal", "download", "--from", "2026-11-01", "--to", "2026-11-30", "--format", "pdf"}, at...)...).code)
	require.Contains(t, pmoctl(append([]string{"journal", "accounts"}, at...)...).out, "S 5.5 %: 701055")
	require.Equal(t, 0, pmoctl(append([]string{"journal", "update-accounts", "--code", "VT", "--purchase-account", "607100"}, at...)...).code)
	require.JSONEq(t, `{"journalCode":"VT","purchaseAccount":"607100"}`, s.Requests("updateSellerAccounts")[0].Body)
	require.Contains(t, pmoctl(append([]string{"lock", "list"}, at...)...).out, "Olivia")
	require.Equal(t, 0, pmoctl(append([]string{"lock", "add", "2026-10"}, at...)...).code)
	require.JSONEq(t, `{"month":"2026-10"}`, s.Requests("lockMonth")[0].Body)
	require.Equal(t, 0, pmoctl(append([]string{"lock", "remove", "2026-10", "--yes"}, at...)...).code)
	replies["createJournalExport"] = more
	signedIn(t, replies)
	r = pmoctl(append([]string{"journal", "export", "--dir", t.TempDir()}, at...)...)
	require.Equal(t, 8, r.code, r.err)
}
