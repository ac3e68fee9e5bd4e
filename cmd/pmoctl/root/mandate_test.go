package root

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/go/pmo/pmotest"
)

func creditorJSON() string {
	return `{"id":"` + otherID + `","operationId":"` + operationID + `","billingEntityId":"` + issuerID + `","name":"Commune","ics":"FR72ZZZ123456","iban":"FR1420041010050500013M02606"}`
}

func mandateJSON() string {
	return `{"id":"` + planID + `","operationId":"` + operationID + `","creditorId":"` + otherID + `","participantId":"` + consumerID + `","mandateId":"SOLEIL-1","debtorName":"Anne Martin",
		"creditorName":"Commune","ics":"FR72ZZZ123456","iban":"FR7630006000011234567890189","scheme":"CORE","signatureDate":"2026-10-01","status":"ACTIVE","lapsesOn":"2029-10-01"}`
}

func TestMandates(t *testing.T) {
	report := `{"created":1,"unchanged":0,"rejected":1,"dryRun":true,"rows":[],"errors":[{"key":"iban.invalid","row":2,"field":"iban","detail":"IBAN invalide"}]}`
	s := signedIn(t, pmotest.Replies{
		"listCreditorsByBillingEntities": pmotest.JSON(200, "["+creditorJSON()+"]"),
		"createBillingEntityCreditor":    pmotest.JSON(201, creditorJSON()),
		"updateCreditor":                 pmotest.JSON(200, creditorJSON()),
		"listMandatesByBillingEntity":    pmotest.JSON(200, "["+mandateJSON()+"]"),
		"getMandate":                     pmotest.JSON(200, mandateJSON()),
		"createBillingEntityMandate":     pmotest.JSON(201, mandateJSON()),
		"updateMandate":                  pmotest.JSON(200, mandateJSON()),
		"importMandatesByBillingEntity":  pmotest.JSON(200, report),
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

	file := filepath.Join(t.TempDir(), "mandats.csv")
	require.NoError(t, os.WriteFile(file, []byte("\ufeffdsoId;mandateId;debtorName\r\n99;A;\"Martin; Anne\"\r\n98;B;\r\n"), 0o600))
	r = pmoctl(append([]string{"mandate", "import", file, "--dry-run"}, of...)...)
	require.Equal(t, 8, r.code, r.err)
	require.Contains(t, r.err, "IBAN invalide")
	require.JSONEq(t, `{"mandates":[{"dsoId":"99","mandateId":"A","debtorName":"Martin; Anne"},{"dsoId":"98","mandateId":"B"}]}`, s.Requests("importMandatesByBillingEntity")[0].Body)
	require.Contains(t, s.Requests("importMandatesByBillingEntity")[0].URL, "dryRun=true")
	require.NoError(t, os.WriteFile(file, []byte("dsoId;rum\n99;A\n"), 0o600))
	r = pmoctl(append([]string{"mandate", "import", file}, of...)...)
	require.Equal(t, 2, r.code)
	require.Contains(t, r.err, `there is no column "rum"`)
}
