package root

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/go/pmo/pmotest"
)

const periodJSON = `{"periodStart":"2027-09-01","periodEnd":"2027-10-31","dueDate":"2027-11-30","state":"TOLD","invoices":2,"netCents":18432,"vatCents":3686,
	"reports":[{"id":"` + transmissionID + `","sequence":1,"kind":"IN","number":"E1-20270901-1","sha256":"","byHand":true,"invoices":2,"netCents":18432,"vatCents":3686,"createdAt":"` + instant + `"}]}`

func TestEReporting(t *testing.T) {
	preview := `{"billingEntityId":"` + invoiceID + `","name":"Commune","legalNumber":"217400563","hiddenOperations":0,"period":` + periodJSON + `,"rows":[],
		"included":[{"invoiceId":"` + invoiceID + `","operationId":"` + operationID + `","number":"A-1","type":"INVOICE","issueDate":"2027-11-05","day":"2027-10-31","clientName":"Martin","flow":"CONSUMERS","netCents":18432,"vatCents":3686}],
		"excluded":[{"invoiceId":"` + invoiceID + `","operationId":"` + operationID + `","number":"A-2","type":"INVOICE","issueDate":"2027-11-05","day":"2027-10-31","clientName":"SARL","reason":"BUSINESS","netCents":100,"vatCents":20}]}`
	settings := `{"regime":"FRANCHISE","untaxed":"TNT1","dayOf":"PERIOD_END","since":"2027-09-01","platformCode":"0999"}`
	s := signedIn(t, pmotest.Replies{
		"listEReporting":      pmotest.JSON(200, `[{"billingEntityId":"`+invoiceID+`","name":"Commune","legalNumber":"217400563","settings":`+settings+`,"version":1,"hiddenOperations":0,"periods":[`+periodJSON+`]}]`),
		"getEReportingPeriod": pmotest.JSON(200, preview), "sendEReport": pmotest.JSON(200, preview), "updateEReportingSettings": pmotest.JSON(200, settings),
	})
	r := pmoctl("ereporting", "list", "--operation", "ACC00000001", "-o", "csv")
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, r.out, "Commune,217400563,FRANCHISE,2027-09-01,2027-10-31,2027-11-30,TOLD,2,184.32,36.86,E1-20270901-1,by hand\n")
	r = pmoctl("ereporting", "preview", invoiceID, "2027-09-01", "--operation", "ACC00000001", "-o", "csv")
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, r.out, "A-1,Martin,2027-10-31,yes,184.32,36.86,CONSUMERS,\nA-2,SARL,2027-10-31,no,1.00,0.20,BUSINESS,\n")
	for verb, body := range map[string]string{"send": `{"correct":false,"byHand":true}`, "correct": `{"correct":true,"byHand":true}`} {
		before := len(s.Requests("sendEReport"))
		r = pmoctl("ereporting", verb, invoiceID, "2027-09-01", "--by-hand", "--operation", "ACC00000001")
		require.Equal(t, 0, r.code, r.err)
		require.JSONEq(t, body, s.Requests("sendEReport")[before].Body)
	}
	r = pmoctl("ereporting", "settings", invoiceID, "--regime", "franchise", "--since", "2027-09-01", "--operation", "ACC00000001")
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, `{"regime":"FRANCHISE","since":"2027-09-01"}`, s.Requests("updateEReportingSettings")[0].Body)
	require.NotEqual(t, 0, pmoctl("ereporting", "send", invoiceID, "September", "--operation", "ACC00000001").code)
}
