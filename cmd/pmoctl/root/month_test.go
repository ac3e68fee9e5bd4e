package root

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/go/pmo/pmotest"
)

func monthJSON(month, state, next string, blocking string) string {
	return `{"operationId":"` + operationID + `","month":"` + month + `","state":"` + state + `"` + next + `,"steps":[
		{"kind":"DATA","state":"DONE","data":{"sidesNumber":25,"readyNumber":25}},
		{"kind":"COEFFICIENTS","state":"MISSED","deadline":"2026-11-05","daysLeft":-15,"coefficients":{"needed":true}},
		{"kind":"CHECKS","state":"BLOCKED","checks":{"blockingNumber":` + blocking + `,"oddNumber":2}},
		{"kind":"DRAFTS","state":"TODO","actor":"ORGANIZER","action":"MAKE_DRAFTS","drafts":{"number":3,"amountCents":56596,"dueNumber":1}},
		{"kind":"PUBLISHED","state":"WAITING","reason":"DRAFTS_MISSING","published":{"number":0,"amountCents":0,"overdueNumber":0}}]`
}

const nextJSON = `,"next":{"step":"DRAFTS","action":"MAKE_DRAFTS","actor":"ORGANIZER"}`

func TestMonthStatus(t *testing.T) {
	checks := `,"checks":[{"kind":"SITE_WITHOUT_CLIENT","severity":"BLOCKING","participantId":"` + consumerID + `","participantName":"École"},
		{"kind":"ENERGY_UNPRICED","severity":"ODD","participantName":"École","producerName":"Commune","periods":[{"from":"2026-10-01","to":"2026-10-31"}],"energyMilliWh":3250000},
		{"kind":"AMOUNT_UNUSUAL","severity":"ODD","billingEntityName":"Commune","billableEntityName":"Martin","amountCents":12001,"previousAmountCents":8000}],"sites":[],"sitesNumber":0}`
	s := signedIn(t, pmotest.Replies{
		"listOperationMonths": pmotest.JSON(200, "["+monthJSON("2026-11", "IN_PROGRESS", "", "0")+"},"+monthJSON("2026-10", "OPEN", nextJSON, "0")+"}]"),
		"getOperationMonth":   pmotest.JSON(200, monthJSON("2026-10", "OPEN", nextJSON, "1")+checks),
	})
	r := pmoctl("month", "status", "--operation", "ACC00000001", "-o", "csv")
	require.Equal(t, 8, r.code, "something blocks")
	require.Contains(t, s.Requests("getOperationMonth")[0].URL, "/months/2026-10", "the last month that is over")
	require.Equal(t, `step,state,reason,figures,actor,action,deadline
DATA,DONE,,25 of 25 sites,,,
COEFFICIENTS,MISSED,,,,,2026-11-05
CHECKS,BLOCKED,,"1 block, 2 odd",,,
DRAFTS,TODO,,"3 drafts, 565.96 EUR, 1 due",ORGANIZER,MAKE_DRAFTS,
PUBLISHED,WAITING,DRAFTS_MISSING,"0 invoices, 0.00 EUR, 0 overdue",,,
`, r.out)
	require.Contains(t, r.err, "2026-10: OPEN; next: drafts: make_drafts\n")
	require.Contains(t, r.err, "blocking SITE_WITHOUT_CLIENT École\n")
	require.Contains(t, r.err, "odd ENERGY_UNPRICED École Commune 2026-10-01..2026-10-31 3.250 kWh\n")
	require.Contains(t, r.err, "odd AMOUNT_UNUSUAL Commune Martin 120.01 EUR after 80.00 EUR\n")
	r = pmoctl("month", "status", "2026-10", "--operation", "ACC00000001", "-o", "json")
	require.Contains(t, r.out, `"blockingNumber":1`)
	r = pmoctl("month", "list", "--operation", "ACC00000001", "-o", "csv")
	require.Equal(t, "month,state,step,action,actor,deadline\n2026-11,IN_PROGRESS,,,,\n2026-10,OPEN,DRAFTS,MAKE_DRAFTS,ORGANIZER,\n", r.out)
	require.Equal(t, 0, r.code)
}

func TestMonthStatusOfANewOperation(t *testing.T) {
	signedIn(t, pmotest.Replies{"listOperationMonths": pmotest.JSON(200, "[]")})
	r := pmoctl("month", "status", "--operation", "ACC00000001")
	require.Equal(t, 2, r.code)
	require.Contains(t, r.err, "no month of this operation is over yet")
}

func TestMonthOfAllOperations(t *testing.T) {
	line := func(name, urgency string) string {
		return `{"operationName":"` + name + `","externalId":"ACC00000001","dso":"ENEDIS","urgency":"` + urgency + `","sitesNumber":25,
			"consumed":{"milliWh":3250000,"partial":false},"shared":{"milliWh":1250000,"partial":true},"overdue":{"number":2,"amountCents":4500},` +
			strings.TrimPrefix(monthJSON("2026-10", "OPEN", nextJSON, "1"), "{") + "}"
	}
	s := signedIn(t, pmotest.Replies{"listMonths": pmotest.JSON(200, "["+line("Soleil du Val", "LATE")+","+line("Moulin", "TODO")+"]")})
	r := pmoctl("month", "list", "--all", "--month", "2026-10", "-o", "csv")
	require.Equal(t, 8, r.code, "one is late")
	require.Contains(t, s.Requests("listMonths")[0].URL, "month=2026-10")
	require.Equal(t, `operation,month,urgency,step,action,deadline,sites,kWh,shared kWh,drafts EUR,invoiced EUR,overdue EUR
Soleil du Val,2026-10,LATE,DRAFTS,MAKE_DRAFTS,,25,3.250,~1.250,565.96,0.00,45.00
Moulin,2026-10,TODO,DRAFTS,MAKE_DRAFTS,,25,3.250,~1.250,565.96,0.00,45.00
`, r.out)
	require.Equal(t, 2, pmoctl("month", "list", "--month", "2026-10").code)
	signedIn(t, pmotest.Replies{"listMonths": pmotest.JSON(200, "["+line("Moulin", "TODO")+"]")})
	require.Equal(t, 0, pmoctl("month", "list", "--all").code)
}
