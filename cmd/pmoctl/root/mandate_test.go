package root

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/go/pmo/pmotest"
)

func creditorJSON() string {
	return `{"id":"` + otherID + `","operationId":"` + operationID + `","billingEntityId":"` + issuerID + `","name":"Commune","ics":"FR72ZZZ123456","iban":"FR1420041010050500013M02606","messageVersion":"PAIN_008_001_08","leadDays":3}`
}

func mandateJSON() string {
	return `{"id":"` + planID + `","operationId":"` + operationID + `","creditorId":"` + otherID + `","participantId":"` + consumerID + `","mandateId":"SOLEIL-1","debtorName":"Anne Martin",
		"creditorName":"Commune","ics":"FR72ZZZ123456","iban":"FR7630006000011234567890189","scheme":"CORE","signatureDate":"2026-10-01","status":"ACTIVE","lapsesOn":"2029-10-01"}`
}

func TestMandates(t *testing.T) {
	report := `{"created":1,"unchanged":0,"rejected":1,"dryRun":true,"rows":[],"errors":[{"key":"iban.invalid","row":2,"field":"iban","detail":"IBAN invalide"}]}`
	s := signedIn(t, pmotest.Replies{
		"listCreditorsByBillingEntities":   pmotest.JSON(200, "["+creditorJSON()+"]"),
		"createBillingEntityCreditor":      pmotest.JSON(201, creditorJSON()),
		"updateCreditor":                   pmotest.JSON(200, creditorJSON()),
		"listMandatesByBillingEntity":      pmotest.JSON(200, "["+mandateJSON()+"]"),
		"getMandate":                       pmotest.JSON(200, mandateJSON()),
		"createBillingEntityMandate":       pmotest.JSON(201, mandateJSON()),
		"updateMandate":                    pmotest.JSON(200, mandateJSON()),
		"importMandateFileByBillingEntity": pmotest.JSON(200, report),
		"getMandateImportTemplate":         {{Status: 200, Header: map[string]string{"Content-Type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}, Body: "PK"}},
	})
	at := []string{"--operation", "ACC00000001"}
	of := append([]string{"--issuer", issuerID}, at...)
	r := pmoctl(append([]string{"creditor", "create", "--name", "Commune", "--ics", "FR72ZZZ123456", "--iban", "FR1420041010050500013M02606"}, of...)...)
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, `{"name":"Commune","ics":"FR72ZZZ123456","iban":"FR1420041010050500013M02606"}`, s.Requests("createBillingEntityCreditor")[0].Body)
	r = pmoctl("creditor", "update", otherID, "--clear", "bic")
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, `{"bic":null}`, s.Requests("updateCreditor")[0].Body)

	r = pmoctl(append([]string{"mandate", "list", "-o", "csv"}, of...)...)
	require.Equal(t, "id,rum,debtor,iban,scheme,signed,status,lapses,creditor\n"+planID+",SOLEIL-1,Anne Martin,FR7630006000011234567890189,CORE,2026-10-01,ACTIVE,2029-10-01,Commune\n", r.out, r.err)
	require.Contains(t, s.Requests("listMandatesByBillingEntity")[0].URL, issuerID)
	r = pmoctl(append([]string{"mandate", "create", "--participant", consumerPRM, "--rum", "SOLEIL-1", "--debtor", "Anne Martin", "--iban", "FR7630006000011234567890189", "--signed", "2026-10-01"}, of...)...)
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, `{"participantId":"`+consumerID+`","mandateId":"SOLEIL-1","debtorName":"Anne Martin","iban":"FR7630006000011234567890189","signatureDate":"2026-10-01"}`,
		s.Requests("createBillingEntityMandate")[0].Body)
	r = pmoctl("mandate", "update", planID, "--revoked", "2026-12-01")
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, `{"revokedOn":"2026-12-01"}`, s.Requests("updateMandate")[0].Body)
	require.Equal(t, 0, pmoctl("mandate", "show", planID).code)

	dir := t.TempDir()
	file := filepath.Join(dir, "mandats.xlsx")
	require.NoError(t, os.WriteFile(file, []byte("what the server reads"), 0o600))
	r = pmoctl(append([]string{"mandate", "import", file, "--dry-run"}, of...)...)
	require.Equal(t, 8, r.code, r.err)
	require.Contains(t, r.err, "row 2, iban: IBAN invalide")
	sent := s.Requests("importMandateFileByBillingEntity")[0]
	require.Contains(t, sent.Body, `name="file"; filename="mandats.xlsx"`)
	require.Contains(t, sent.Body, "what the server reads")
	require.Contains(t, sent.URL, "dryRun=true")
	require.Equal(t, 2, pmoctl(append([]string{"mandate", "import", filepath.Join(dir, "nowhere.csv")}, of...)...).code)
	require.Equal(t, 2, pmoctl(append([]string{"mandate", "import", dir}, of...)...).code)
	blank := filepath.Join(dir, "modele.xlsx")
	r = pmoctl(append([]string{"mandate", "template", "--out", blank}, of...)...)
	require.Equal(t, 0, r.code, r.err)
	content, err := os.ReadFile(blank)
	require.NoError(t, err)
	require.Equal(t, "PK", string(content))
	require.Equal(t, "PK", pmoctl(append([]string{"mandate", "template", "--out", "-"}, of...)...).out)
}

// TestSepa: a file for each issuer; what cannot be collected is named, and the others are.
func TestSepa(t *testing.T) {
	collection := `{"id":"` + otherID + `","operationId":"` + operationID + `","creditorId":"` + planID + `","creditorName":"Commune","billingEntityName":"Commune","ics":"FR72ZZZ123456","status":"EXPORTED",
		"messageId":"m","firstCollectionDate":"2026-12-22","lastCollectionDate":"2026-12-22","month":"2026-10","amountCents":1234,"invoiceCount":1,"paidCount":0,"returnedCount":0,
		"fileName":"sepa-commune-2026-10.xml","createdAt":"2026-11-23T10:00:00+01:00","createdByName":"Olivia"}`
	waits := func(id, number, period, more string) string {
		return `{"id":"` + id + `","number":"` + number + `","billingEntityId":"` + issuerID + `","billingEntityName":"Commune","billableEntityId":"` + otherID + `","billableEntityName":"Anne","amountCents":1234,
			"periodStart":"` + period + `-01","periodEnd":"` + period + `-28","paymentStatus":"PENDING"` + more + `}`
	}
	file := []pmotest.Reply{{Status: 200, Header: map[string]string{"Content-Type": "application/xml", "Content-Disposition": `attachment; filename=sepa-commune-2026-10.xml`}, Body: "<Document/>"}}
	s := signedIn(t, pmotest.Replies{
		"listCollections":                  pmotest.JSON(200, "["+collection+"]"),
		"listCollectableInvoices":          pmotest.JSON(200, "["+waits(consumerID, "COM-1", "2026-10", "")+","+waits(planID, "COM-2", "2026-10", `,"problem":{"key":"error.payment.mandate.not_found","detail":"Mandat absent"}`)+","+waits(otherID, "COM-3", "2026-09", "")+"]"),
		"exportBillingEntitySepaSelection": file,
		"downloadCollection":               file,
		"cancelCollection":                 pmotest.JSON(200, collection),
	})
	at, dir := []string{"--operation", "ACC00000001"}, t.TempDir()
	r := pmoctl(append([]string{"sepa", "list", "-o", "csv"}, at...)...)
	require.Contains(t, r.out, ",Olivia,Commune,2026-10,1,12.34,2026-12-22,0,0,EXPORTED,sepa-commune-2026-10.xml", r.err)
	r = pmoctl(append([]string{"sepa", "due", "-o", "csv"}, at...)...)
	require.Contains(t, r.out, "Mandat absent", r.err)
	r = pmoctl(append([]string{"sepa", "export", "--month", "2026-10", "--dir", dir}, at...)...)
	require.Equal(t, 8, r.code, r.err)
	require.Contains(t, r.err, "COM-2: ")
	require.JSONEq(t, `{"invoicesIds":["`+consumerID+`"]}`, s.Requests("exportBillingEntitySepaSelection")[0].Body)
	content, err := os.ReadFile(filepath.Join(dir, "sepa-commune-2026-10.xml"))
	require.NoError(t, err)
	require.Equal(t, "<Document/>", string(content))
	require.Equal(t, 2, pmoctl(append([]string{"sepa", "export", "--month", "octobre"}, at...)...).code)
	require.Equal(t, 0, pmoctl("sepa", "download", otherID, "--dir", dir).code)
	require.Equal(t, 0, pmoctl("sepa", "cancel", otherID).code)
}
