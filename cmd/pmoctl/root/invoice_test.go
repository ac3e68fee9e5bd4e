package root

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/go/pmo/pmotest"
)

func bulk(results ...string) []pmotest.Reply {
	return pmotest.JSON(200, `{"results":[`+strings.Join(results, ",")+`]}`)
}

func succeeded(id string) string { return `{"id":"` + id + `","status":"SUCCESS"}` }

func TestInvoiceList(t *testing.T) {
	s := signedIn(t, pmotest.Replies{
		"listOperationInvoices":         pmotest.JSON(200, "["+invoiceJSON(invoiceID, "FINALIZED", `,"number":"COM-2026-0001","issueDate":"2026-11-06"`)+"]"),
		"getLastOperationBillRun":       pmotest.JSON(200, billRun("SUCCESS")),
		"listOperationBillableEntities": pmotest.JSON(200, `[{"id":"`+clientID+`","operationId":"`+operationID+`","name":"Boulangerie","consumerType":"professional","consumerIds":[],"complete":true,"missing":[]}]`),
	})
	r := pmoctl("invoice", "list", "--operation", "ACC00000001", "--status", "DRAFT,FINALIZED", "--run", "last", "--client", "Boulangerie", "--issuer", issuerID, "--plan", planID, "--overdue", "-o", "csv")
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, r.out, invoiceID+",COM-2026-0001,INVOICE,FINALIZED,PENDING,Commune,Boulangerie,2026-10-01,2026-10-31,2793.750,281.38,56.28,337.66,2026-11-06,\n")
	url := s.Requests("listOperationInvoices")[0].URL
	for _, part := range []string{"status=DRAFT,FINALIZED", "runId=" + runID, "billableEntityId=" + clientID, "billingEntityId=" + issuerID, "planId=" + planID, "limit=1000", "overdue=true"} {
		require.Contains(t, url, part)
	}
}

func TestRunList(t *testing.T) {
	signedIn(t, pmotest.Replies{"listOperationBillRuns": pmotest.JSON(200, `[{"id":"`+runID+`","status":"SUCCESS","createdAt":"`+instant+`","billUpTo":"2026-10-31","mode":"ASYNC","invoicesNumber":3,"failuresNumber":1,"amountCents":56596}]`)})
	r := pmoctl("run", "list", "--operation", "ACC00000001", "-o", "csv")
	require.Equal(t, 0, r.code, r.err)
	require.Equal(t, "id,started,bill_up_to,mode,status,invoices,failures,amount_eur\n"+runID+","+instant+",2026-10-31,ASYNC,SUCCESS,3,1,565.96\n", r.out)
}

func TestInvoiceSummary(t *testing.T) {
	signedIn(t, pmotest.Replies{"getInvoiceSummary": pmotest.JSON(200, `{"toPay":{"amountCents":2134,"count":1,"overdue":false,"dueDate":"2026-12-22","parties":[{"name":"Commune","amountCents":2134,"count":1,"overdue":false,"dueDate":"2026-12-22"}]},
		"toReceive":{"amountCents":0,"count":0,"overdue":false,"parties":[]},"invoices":[],"years":[{"year":2026,"side":"RECEIVED","netCents":1778,"amountCents":2134,"energyMilliWh":165000000,"count":1}]}`)})
	r := pmoctl("invoice", "summary", consumerPRM, "--operation", "ACC00000001", "-o", "csv")
	require.Equal(t, result{0, "year,side,invoices,kwh,net,amount\n2026,RECEIVED,1,165.000,17.78,21.34\n", "to pay: 21.34 €, Commune, due 2026-12-22\n"}, r)
}

func TestInvoiceTotals(t *testing.T) {
	total := func(n, cents int) string {
		return fmt.Sprintf(`{"number":%d,"energyMilliWh":2000000,"netCents":%d,"vatCents":0,"amountCents":%d}`, n, cents, cents)
	}
	s := signedIn(t, pmotest.Replies{"getOperationInvoiceTotals": pmotest.JSON(200, `{"drafts":`+total(3, 33766)+`,"published":`+total(2, 500)+`,"toDeliver":`+total(1, 300)+`,"overdue":`+
		total(1, 200)+`,"paid":`+total(1, 200)+`,"cancelled":`+total(0, 0)+`,"creditNotes":`+total(0, 0)+`,"statements":`+total(0, 0)+`}`)})
	r := pmoctl("invoice", "totals", "--operation", "ACC00000001", "-q", "Martin", "-o", "csv")
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, r.out, "drafts,3,2.000,337.66,0.00,337.66\npublished,2,2.000,5.00,0.00,5.00\ntoDeliver,1,2.000,3.00,0.00,3.00\noverdue,1,2.000,2.00,0.00,2.00\npaid,1,")
	require.Contains(t, s.Requests("getOperationInvoiceTotals")[0].URL, "q=Martin")
}

func TestInvoicePublish(t *testing.T) {
	stale := `{"id":"` + otherID + `","status":"FAILURE","problem":{"type":"urn:pmo:problem:invoice.stale","title":"Conflict","status":409,"key":"invoice.stale","detail":"Données modifiées","requestId":"r"}}`
	s := signedIn(t, pmotest.Replies{
		"getLastOperationBillRun":  pmotest.JSON(200, billRun("SUCCESS")),
		"listOperationInvoices":    pmotest.JSON(200, "["+invoiceJSON(invoiceID, "DRAFT", "")+","+invoiceJSON(otherID, "DRAFT", "")+"]"),
		"publishOperationInvoices": append(bulk(succeeded(invoiceID), stale), bulk(succeeded(invoiceID), succeeded(otherID))...),
	})
	r := pmoctl("invoice", "publish", "--operation", "ACC00000001", "--run", "last")
	require.Equal(t, 2, r.code)
	require.Contains(t, r.err, "Publish 2 invoices, 675.32 EUR in all: say --yes")
	require.Empty(t, s.Requests("publishOperationInvoices"))

	r = pmoctl("invoice", "publish", "--operation", "ACC00000001", "--run", "last", "--yes")
	require.Equal(t, 8, r.code)
	require.Contains(t, s.Requests("listOperationInvoices")[1].URL, "status=DRAFT")
	require.JSONEq(t, `{"ids":["`+invoiceID+`","`+otherID+`"]}`, s.Requests("publishOperationInvoices")[0].Body)
	require.Contains(t, r.out, "Boulangerie  FAILURE  Données modifiées (invoice.stale)")
	require.Contains(t, r.err, "1 published, 1 refused")

	require.Equal(t, 0, pmoctl("invoice", "publish", "--operation", "ACC00000001", "--all", "--yes").code)
}

func TestInvoiceCancel(t *testing.T) {
	s := signedIn(t, pmotest.Replies{
		"listOperationInvoices":   pmotest.JSON(200, "["+invoiceJSON(invoiceID, "FINALIZED", `,"number":"COM-2026-0001"`)+"]"),
		"cancelOperationInvoices": bulk(succeeded(invoiceID)),
	})
	r := pmoctl("invoice", "cancel", "COM-2026-0001", "--operation", "ACC00000001", "--reason", "Relevé corrigé")
	require.Equal(t, 2, r.code)
	require.Contains(t, r.err, "Cancel 1 invoices")
	require.Empty(t, s.Requests("cancelOperationInvoices"))
	r = pmoctl("invoice", "cancel", "COM-2026-0001", "--operation", "ACC00000001", "--reason", "Relevé corrigé", "--yes")
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, `{"ids":["`+invoiceID+`"],"reason":"Relevé corrigé"}`, s.Requests("cancelOperationInvoices")[0].Body)
	require.Contains(t, r.err, "1 cancelled, 0 refused")
}

func TestInvoicePublishNothing(t *testing.T) {
	signedIn(t, pmotest.Replies{"listOperationInvoices": pmotest.JSON(200, "[]")})
	require.Equal(t, result{0, "", "there is no draft\n"}, pmoctl("invoice", "publish", "--operation", "ACC00000001", "--all"))
}

func TestInvoiceDeleteSendsAHundredAtATime(t *testing.T) {
	var rows, done []string
	for i := range 101 {
		id := fmt.Sprintf("0199b0aa-0000-7000-8000-%012d", i)
		rows, done = append(rows, invoiceJSON(id, "DRAFT", "")), append(done, succeeded(id))
	}
	s := signedIn(t, pmotest.Replies{
		"listOperationInvoices":   pmotest.JSON(200, "["+strings.Join(rows, ",")+"]"),
		"deleteOperationInvoices": append(bulk(done[:100]...), bulk(done[100])...),
	})
	r := pmoctl("invoice", "delete", "--operation", "ACC00000001", "--all", "--yes")
	require.Equal(t, 0, r.code, r.err)
	require.Len(t, s.Requests("deleteOperationInvoices"), 2)
	require.Contains(t, r.err, "101 deleted, 0 refused")
}

func pdf(disposition string) pmotest.Reply {
	return pmotest.Reply{Status: 200, Body: "%PDF-1.7", Header: map[string]string{"Content-Type": "application/pdf", "Content-Disposition": disposition}}
}

// TestInvoicesTogetherAreOneFile: an archive of their documents, and what an accountant books.
func TestInvoicesTogetherAreOneFile(t *testing.T) {
	for verb, call := range map[string][2]string{"zip": {"exportOperationInvoices", "application/zip"},
		"accounting": {"exportOperationAccountingSummary", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}} {
		s := signedIn(t, pmotest.Replies{
			"listOperationInvoices": pmotest.JSON(200, "["+invoiceJSON(invoiceID, "FINALIZED", `,"number":"COM-2026-0001"`)+","+invoiceJSON(otherID, "FINALIZED", `,"number":"COM-2026-0002"`)+"]"),
			call[0]:                 {{Status: 200, Body: "PK", Header: map[string]string{"Content-Type": call[1], "Content-Disposition": `attachment; filename="f-2026-10-31-Val.zip"`}}},
		})
		dir := t.TempDir()
		r := pmoctl("invoice", verb, "--all", "--operation", "ACC00000001", "--dir", dir)
		require.Equal(t, 0, r.code, r.err)
		require.JSONEq(t, `{"ids":["`+invoiceID+`","`+otherID+`"]}`, s.Requests(call[0])[0].Body)
		content, err := os.ReadFile(filepath.Join(dir, "f-2026-10-31-Val.zip"))
		require.NoError(t, err)
		require.Equal(t, "PK", string(content))
	}
}

func TestInvoiceDownloadNamesFilesAsTheServerDoes(t *testing.T) {
	numbered := invoiceJSON(invoiceID, "FINALIZED", `,"number":"COM-2026-0001"`)
	s := signedIn(t, pmotest.Replies{
		"listOperationInvoices": pmotest.JSON(200, "["+numbered+","+invoiceJSON(otherID, "FINALIZED", `,"number":"COM-2026-0002"`)+"]"),
		"downloadOperationInvoice": {
			pdf(`attachment; filename="COM-2026-0001.pdf"`),
			pdf(`attachment; filename*=UTF-8''Facture%20%C3%89cole.pdf`),
		},
	})
	dir := filepath.Join(t.TempDir(), "factures")
	r := pmoctl("invoice", "download", "--all", "--operation", "ACC00000001", "--dir", dir, "--language", "fr")
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, s.Requests("listOperationInvoices")[0].URL, "status=FINALIZED,CANCELLED")
	require.Contains(t, s.Requests("downloadOperationInvoice")[0].URL, "language=fr")
	for _, name := range []string{"COM-2026-0001.pdf", "Facture École.pdf"} {
		content, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		require.Equal(t, "%PDF-1.7", string(content))
	}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 2, "no half-written file stays")
}

func TestInvoiceDownloadKeepsWhatIsThere(t *testing.T) {
	signedIn(t, pmotest.Replies{
		"getOperationInvoice":      pmotest.JSON(200, invoiceJSON(invoiceID, "FINALIZED", `,"number":"COM-2026-0001"`)),
		"downloadOperationInvoice": {pdf(`attachment; filename="../../COM-2026-0001.pdf"`)},
	})
	dir := t.TempDir()
	path := filepath.Join(dir, "COM-2026-0001.pdf")
	require.NoError(t, os.WriteFile(path, []byte("mine"), 0o600))
	r := pmoctl("invoice", "download", invoiceID, "--operation", operationID, "--dir", dir, "-o", "csv")
	require.Equal(t, 0, r.code, r.err)
	require.Equal(t, "invoice_id,file,bytes,skipped\n"+invoiceID+","+path+",4,yes\n", r.out)

	require.Equal(t, 0, pmoctl("invoice", "download", invoiceID, "--operation", operationID, "--dir", dir, "--force").code)
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "%PDF-1.7", string(content))
}

func TestInvoiceDownloadOfSomeThatFail(t *testing.T) {
	s := signedIn(t, pmotest.Replies{
		"listOperationInvoices":    pmotest.JSON(200, "["+invoiceJSON(invoiceID, "FINALIZED", `,"number":"COM-2026-0001"`)+","+invoiceJSON(otherID, "FINALIZED", `,"number":"COM-2026-0002"`)+"]"),
		"downloadOperationInvoice": append(pmotest.Problem(404, "invoice.notFound", "Facture introuvable"), pdf("")),
	})
	dir := t.TempDir()
	r := pmoctl("invoice", "download", "--all", "--operation", "ACC00000001", "--dir", dir)
	require.Equal(t, 8, r.code)
	require.Contains(t, r.err, "COM-2026-0001:\nerror: Facture introuvable (invoice.notFound)")
	require.FileExists(t, filepath.Join(dir, "COM-2026-0002.pdf"), "the number stands in where the server gives no name")

	r = pmoctl("invoice", "download", "COM-2026-0009", "--operation", "ACC00000001", "--dir", dir)
	require.Equal(t, 1, r.code)
	require.Contains(t, r.err, `no invoice "COM-2026-0009"`)
	require.Contains(t, s.Requests("listOperationInvoices")[1].URL, "q=COM-2026-0009")
}

// TestInvoiceSettle: what is named or open is recorded once it is confirmed, amounts in euros, and a
// mistake is withdrawn.
func TestInvoiceSettle(t *testing.T) {
	one := `{"id":"` + otherID + `","invoiceId":"` + invoiceID + `","kind":"PAYMENT","amountCents":4000,"bookedOn":"2026-11-20","reference":"VIR","createdAt":"2026-11-23T10:00:00+01:00"%s}`
	made := pmotest.JSON(200, "["+fmt.Sprintf(one, "")+"]")
	s := signedIn(t, pmotest.Replies{
		"listOperationInvoices": pmotest.JSON(200, "["+invoiceJSON(invoiceID, "FINALIZED", `,"number":"COM-2026-0001","paidCents":0`)+"]"),
		"recordSettlements":     made, "listSettlements": made,
		"withdrawSettlement": pmotest.JSON(200, fmt.Sprintf(one, `,"withdrawnAt":"2026-11-23T11:00:00+01:00"`)),
	})
	at := func(words ...string) []string {
		return append(append([]string{"invoice"}, words...), "--operation", "ACC00000001")
	}
	require.Equal(t, 2, pmoctl(at("settle", "COM-2026-0001", "--date", "2026-11-20")...).code, "asked before")
	require.Equal(t, 2, pmoctl(at("settle", "COM-2026-0001", "--date", "2026-11-20", "--amount", "4.001", "--yes")...).code)
	require.Empty(t, s.Requests("recordSettlements"))
	r := pmoctl(at("settle", "COM-2026-0001", "--date", "2026-11-20", "--amount", "40", "--reference", "VIR", "--yes", "-o", "csv")...)
	require.Contains(t, r.out, "2026-11-20,PAYMENT,40.00,VIR", r.err)
	require.JSONEq(t, `{"invoicesIds":["`+invoiceID+`"],"bookedOn":"2026-11-20","kind":"PAYMENT","amountCents":4000,"reference":"VIR"}`, s.Requests("recordSettlements")[0].Body)
	r = pmoctl(at("settle", "--all", "--return", "--date", "2026-11-20", "--yes")...)
	require.Contains(t, r.err, "no such invoice", "nothing was paid that could come back")
	require.Contains(t, pmoctl(at("settlements", "COM-2026-0001", "-o", "csv")...).out, "40.00")
	require.Contains(t, pmoctl(at("unsettle", otherID, "--yes", "-o", "csv")...).out, "2026-11-23T11:00:00+01:00")
}

// TestInvoiceCorrections: by number or all that wait, once it is confirmed; what is refused is told and is 8.
func TestInvoiceCorrections(t *testing.T) {
	figures := `{"energyMilliWh":120000000,"netCents":1200}`
	one := `{"id":"` + otherID + `","state":"OPEN","invoiceId":"` + invoiceID + `","invoiceNumber":"COM-2026-0001","billingEntityId":"` + otherID + `","billingEntityName":"Commune",
		"billableEntityId":"` + otherID + `","billableEntityName":"École","periodStart":"2026-10-01","periodEnd":"2026-10-31","before":` + figures + `,"after":` + figures + `,
		"amountCents":1440,"amountAfterCents":1080,"priced":true,"paidCents":0,"pairs":[{"consumerId":"` + otherID + `","consumerName":"École","before":` + figures + `,"after":` + figures + `}],
		"heldDraftsNumber":0,"foundAt":"2026-11-20T10:00:00+01:00","seenAt":"2026-11-20T10:00:00+01:00"}`
	results := pmotest.JSON(200, `{"results":[{"id":"`+otherID+`","status":"SUCCESS"}]}`)
	s := signedIn(t, pmotest.Replies{"listCorrections": pmotest.JSON(200, "["+one+"]"), "correctInvoices": results, "keepInvoices": results,
		"updateCorrectionSettings": pmotest.JSON(200, `{"thresholdCents":250}`)})
	at := func(words ...string) []string {
		return append(append([]string{"invoice"}, words...), "--operation", "ACC00000001")
	}
	require.Contains(t, pmoctl(at("corrections", "--state", "open", "-o", "csv")...).out, ",14.40,10.80,-3.60,1,0")
	require.Contains(t, s.Requests("listCorrections")[0].URL, "state=OPEN")
	require.Contains(t, pmoctl(at("corrections", "--pairs", "-o", "csv")...).out, "COM-2026-0001,École,,120.000,120.000,12.00,12.00")
	require.Contains(t, pmoctl(at("corrections", "--threshold", "2.50", "-o", "csv")...).out, "2.50")
	require.Equal(t, 2, pmoctl(at("correct")...).code, "nothing is named")
	require.Equal(t, 2, pmoctl(at("correct", "COM-2026-0001")...).code, "asked before")
	require.Equal(t, 2, pmoctl(at("correct", "COM-9", "--yes")...).code)
	require.Equal(t, 2, pmoctl(at("keep", "COM-2026-0001", "--yes")...).code, "a reason is required")
	require.Empty(t, append(s.Requests("correctInvoices"), s.Requests("keepInvoices")...))
	require.Equal(t, 0, pmoctl(at("correct", "COM-2026-0001", "--reason", "Corrigé", "--yes")...).code)
	require.JSONEq(t, `{"ids":["`+otherID+`"],"reason":"Corrigé"}`, s.Requests("correctInvoices")[0].Body)
	require.Equal(t, 0, pmoctl(at("keep", "--all", "--reason", "Vu", "--yes")...).code)
	require.JSONEq(t, `{"ids":["`+otherID+`"],"reason":"Vu"}`, s.Requests("keepInvoices")[0].Body)
}

func TestInvoiceDeliver(t *testing.T) {
	way := `{"id":"` + otherID + `","invoiceId":"` + invoiceID + `","channel":"MAIL","state":"SENT","current":true,"address":"martin@exemple.org","startedAt":"` + instant + `","at":"` + instant + `","attempts":1}`
	missing := `{"id":"` + otherID + `","status":"FAILURE","problem":{"type":"urn:pmo:problem:delivery.addressMissing","title":"Conflict","status":409,"key":"delivery.addressMissing","detail":"Pas d'adresse","requestId":"r"}}`
	s := signedIn(t, pmotest.Replies{
		"getLastOperationBillRun": pmotest.JSON(200, billRun("SUCCESS")),
		"listOperationInvoices": pmotest.JSON(200, "["+invoiceJSON(invoiceID, "FINALIZED", `,"number":"COM-2026-0001"`)+","+invoiceJSON(otherID, "FINALIZED", `,"number":"COM-2026-0002"`)+
			","+invoiceJSON(runID, "FINALIZED", `,"number":"COM-2026-0003","delivery":{"state":"SENT","channel":"MAIL","at":"`+instant+`"}`)+"]"),
		"startDeliveries":     bulk(succeeded(invoiceID), missing),
		"repeatDelivery":      pmotest.JSON(200, way),
		"sendDeliverySample":  pmotest.JSON(200, `{"address":"moi@exemple.org"}`),
		"listDeliveries":      pmotest.JSON(200, "["+way+"]"),
		"markDeliveriesDone":  bulk(succeeded(invoiceID)),
		"getOperationInvoice": pmotest.JSON(200, invoiceJSON(invoiceID, "FINALIZED", `,"number":"COM-2026-0001"`)),
	})
	r := pmoctl("invoice", "deliver", "--operation", "ACC00000001", "--run", "last", "--yes", "--channel", "mail")
	require.Equal(t, 8, r.code, r.err)
	require.JSONEq(t, `{"ids":["`+invoiceID+`","`+otherID+`"],"channel":"MAIL"}`, s.Requests("startDeliveries")[0].Body, "what was sent is not asked for again")
	require.Contains(t, r.err, "1 sent, 1 refused")
	r = pmoctl("invoice", "deliver", invoiceID, "--operation", "ACC00000001", "--again", "-o", "csv")
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, r.out, otherID+",MAIL,SENT,true,martin@exemple.org,"+instant)
	r = pmoctl("invoice", "deliver", invoiceID, "--operation", "ACC00000001", "--sample", "-o", "csv")
	require.Equal(t, result{0, "invoice,address\n" + invoiceID + ",moi@exemple.org\n", ""}, r)
	require.Equal(t, 2, pmoctl("invoice", "deliver", "--all", "--again", "--operation", "ACC00000001").code)
	require.Equal(t, 2, pmoctl("invoice", "deliver", "--all", "--channel", "pigeon", "--operation", "ACC00000001").code)
	r = pmoctl("invoice", "deliveries", invoiceID, "--operation", "ACC00000001", "-o", "csv")
	require.Contains(t, r.out, "id,channel,state,current,address,since,day,reference,problem,by\n")
	r = pmoctl("invoice", "deliveries", "--operation", "ACC00000001", "-o", "csv")
	require.Contains(t, r.out, invoiceID+",COM-2026-0001,Boulangerie,,TO_SEND,\n")
	require.Contains(t, r.out, runID+",COM-2026-0003,Boulangerie,MAIL,SENT,"+instant)
	r = pmoctl("invoice", "mark-transmitted", invoiceID, "--day", "2026-11-20", "--reference", "4711", "--operation", "ACC00000001")
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, `{"ids":["`+invoiceID+`"],"day":"2026-11-20","reference":"4711"}`, s.Requests("markDeliveriesDone")[0].Body)
}
