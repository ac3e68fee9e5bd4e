package root

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/go/pmo/pmotest"
)

// TestReminders: what would be sent and why the rest is not, what was, when and in which words, and who
// is spared.
func TestReminders(t *testing.T) {
	invoices := `[{"invoiceId":"` + otherID + `","number":"COM-1","openCents":4010,"dueDate":"2026-11-06"}]`
	reminder := `{"id":"` + jobID + `","billableEntityId":"` + otherID + `","billableEntityName":"Martin","level":1,"status":"SENT","address":"m@example.org","language":"fr","openCents":4010,"invoices":` + invoices +
		`,"subject":"Rappel","body":"Bonjour","createdAt":"` + instant + `","at":"` + instant + `"}`
	settings := `{"enabled":true,"days":[7,21,45],"texts":[{"level":1,"language":"fr","subject":"Rappel","body":"x","own":true}]}`
	pause := `{"id":"` + tokenID + `","billableEntityId":"` + otherID + `","billableEntityName":"Martin","reason":"Litige","holds":true,"createdAt":"` + instant + `"}`
	s := signedIn(t, pmotest.Replies{
		"listOperationBillableEntities": pmotest.JSON(200, `[{"id":"`+otherID+`","operationId":"`+operationID+`","name":"Martin","consumerType":"individual","vatRegime":"none","consumerIds":[],"complete":true,"missing":[]}]`),
		"listReminders":                 pmotest.JSON(200, `[`+reminder+`]`), "getReminder": pmotest.JSON(200, reminder), "sendReminders": pmotest.JSON(200, `[`+reminder+`]`),
		"previewReminders": pmotest.JSON(200, `{"day":"2026-12-13","mails":[{"billableEntityId":"`+otherID+`","billableEntityName":"Martin","level":1,"address":"m@example.org","language":"fr","openCents":4010,"invoices":`+invoices+`,"subject":"Rappel","body":"x"}],
			"withheld":[{"invoiceId":"`+otherID+`","number":"COM-2","billableEntityId":"`+otherID+`","billableEntityName":"CCAS","openCents":100,"dueDate":"2026-11-06","level":0,"reason":"PUBLIC_TREASURY"}]}`),
		"getReminderSettings": pmotest.JSON(200, settings), "updateReminderSettings": pmotest.JSON(200, settings),
		"listReminderPauses": pmotest.JSON(200, `[`+pause+`]`), "pauseReminders": pmotest.JSON(200, pause), "endReminderPause": pmotest.JSON(200, pause),
	})
	at := func(args ...string) result { return pmoctl(append(args, "--operation", "ACC00000001")...) }
	require.Contains(t, at("reminder", "list", "--client", "Martin", "-o", "csv").out, ",Martin,1,SENT,m@example.org,fr,40.10,COM-1,")
	require.Contains(t, s.Requests("listReminders")[0].URL, "clientId="+otherID)
	require.Contains(t, at("reminder", "show", jobID).out, "Bonjour")
	r := at("reminder", "preview", "-o", "csv")
	require.Contains(t, r.out, "Martin,1,m@example.org,fr,40.10,COM-1,,")
	require.Contains(t, r.out, "CCAS,0,,,1.00,COM-2,PUBLIC_TREASURY,")
	require.Contains(t, r.err, "1 mails would be sent, and of 1 invoices nobody is reminded")
	require.Equal(t, 0, at("reminder", "send", "Martin", "--yes").code)
	require.JSONEq(t, `{"clientIds":["`+otherID+`"]}`, s.Requests("sendReminders")[0].Body)
	require.Contains(t, at("reminder", "settings", "-o", "csv").out, "yes,1,7,fr,yes,Rappel")
	require.Empty(t, s.Requests("updateReminderSettings"))
	file := filepath.Join(t.TempDir(), "texts.json")
	require.NoError(t, os.WriteFile(file, []byte(`[{"level":1,"language":"fr","subject":"Rappel","body":"%{invoices}"}]`), 0o600))
	require.Equal(t, 0, at("reminder", "settings", "--off", "--days", "5,10,20", "--texts", file).code)
	require.JSONEq(t, `{"enabled":false,"days":[5,10,20],"texts":[{"level":1,"language":"fr","subject":"Rappel","body":"%{invoices}"}]}`, s.Requests("updateReminderSettings")[0].Body)
	require.Equal(t, 2, at("reminder", "settings", "--days", "5").code)
	require.Equal(t, 0, at("reminder", "pause", "--client", "Martin", "--reason", "Litige", "--until", "2026-12-31").code)
	require.JSONEq(t, `{"clientId":"`+otherID+`","reason":"Litige","until":"2026-12-31"}`, s.Requests("pauseReminders")[0].Body)
	require.Equal(t, 0, at("reminder", "pause", "--invoice", otherID, "--reason", "Litige").code)
	require.Contains(t, at("reminder", "pauses").out, "Litige")
	require.Equal(t, 0, at("reminder", "resume", tokenID).code)
}

// TestBalances: what clients owe, the account of one, and what is overdue.
func TestBalances(t *testing.T) {
	balance := `{"billableEntityId":"` + otherID + `","billableEntityName":"Martin","invoiceCount":2,"invoicedCents":5010,"creditedCents":0,"settledCents":1000,"openCents":4010,"overpaidCents":0,"owedCents":4010,"overdueCents":4010,"overdueCount":1,"longestLateDays":14}`
	overdue := pmotest.JSON(200, `[{"id":"`+otherID+`","operationId":"`+operationID+`","operationName":"Soleil","number":"COM-1","billingEntityId":"`+otherID+`","billingEntityName":"Commune","billableEntityId":"`+otherID+`","billableEntityName":"Martin",
		"paymentMethod":"transfer","paymentStatus":"PENDING","periodStart":"2026-10-01","periodEnd":"2026-10-31","issueDate":"2026-11-06","dueDate":"2026-12-06","daysLate":14,"amountCents":5010,"paidCents":1000,"openCents":4010}]`)
	s := signedIn(t, pmotest.Replies{
		"listOperationBillableEntities": pmotest.JSON(200, `[{"id":"`+otherID+`","operationId":"`+operationID+`","name":"Martin","consumerType":"individual","vatRegime":"none","consumerIds":[],"complete":true,"missing":[]}]`),
		"listClientBalances":            pmotest.JSON(200, `[`+balance+`]`),
		"getClientAccount":              pmotest.JSON(200, `{"balance":`+balance+`,"lines":[{"date":"2026-11-06","kind":"INVOICE","invoiceId":"`+otherID+`","number":"COM-1","dueDate":"2026-12-06","amountCents":5010,"owedCents":5010}]}`),
		"listOverdueInvoices":           overdue, "listMyOverdueInvoices": overdue,
	})
	at := []string{"--operation", "ACC00000001", "-o", "csv"}
	require.Contains(t, pmoctl(append([]string{"client", "balance"}, at...)...).out, ",Martin,2,50.10,0.00,10.00,40.10,0.00,40.10,40.10,1,14")
	require.Contains(t, pmoctl(append([]string{"client", "balance", "Martin"}, at...)...).out, "2026-11-06,INVOICE,COM-1,2026-12-06,,50.10,50.10,")
	r := pmoctl(append([]string{"invoice", "overdue", "--days", "7", "--client", "Martin", "--method", "transfer"}, at...)...)
	require.Contains(t, r.out, "Soleil,COM-1,Martin,Commune,transfer,2026-11-06,2026-12-06,14,50.10,10.00,40.10,")
	require.Contains(t, r.err, "1 invoices, 40.10 EUR open")
	require.Contains(t, s.Requests("listOverdueInvoices")[0].URL, "minDaysLate=7")
	require.Equal(t, 0, pmoctl("invoice", "overdue", "--all", "--query", "mar").code)
	require.Equal(t, 2, pmoctl("invoice", "overdue", "--all", "--client", "Martin").code)
}
