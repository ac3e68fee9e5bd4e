package root

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/go/pmo/pmotest"
)

// TestFinance: statements with what they lack, a file of one, amounts in euros and prices per kWh.
func TestFinance(t *testing.T) {
	line := `{"participantId":"` + otherID + `","name":"École","sharedMilliWh":2000000000,"restMilliWh":1000000000,"pricedMilliWh":0,"lacks":[{"reason":"NO_CONTRACT","count":2}],"lackingDays":1,
		"invoicedNetCents":1000,"invoicedCents":1200,"collectedCents":0,"assignedCents":50,"totalCents":1050,"taxIncluded":false}`
	statement := pmotest.JSON(200, `{"dateFrom":"2026-09-01","dateTo":"2026-10-31","assumedTRV":false,"lines":[`+line+`],"months":[],"headings":[]}`)
	month := `{"month":"2026-09","lacks":[],"pricedMilliWh":0,"invoicedNetCents":1000,"invoicedCents":1200,"collectedCents":0,"assignedCents":0}`
	amount := `{"id":"` + otherID + `","kind":"EXPENSE","heading":"INSURANCE","label":"Toit","date":"2026-10-01","amountCents":12050,"version":1}`
	price := `{"id":"` + otherID + `","participantId":"` + otherID + `","participantName":"Toiture","startDate":"2026-01-01","priceMicroEuro":95000}`
	replies := pmotest.Replies{"getExpenses": statement, "getIncome": statement,
		"getFinanceMonitoring": pmotest.JSON(200, `{"dateFrom":"2026-09-01","dateTo":"2026-09-30","expenses":[`+month+`],"incomes":[`+month+`],"headings":[],"subscriptionsCount":1,
			"projection":[{"month":"2026-11","referenceMonth":"2025-11","energyNetCents":300,"fixedNetCents":45,"subscriptionsWithoutEnergy":1,"producersWithoutPrice":2}]}`),
		"downloadFinances": {{Status: 200, Header: map[string]string{"Content-Type": "application/octet-stream", "Content-Disposition": `attachment; filename=Recettes.csv`}, Body: "Site;"}},
		"listAffectations": pmotest.JSON(200, `[`+amount+`]`), "createAffectation": pmotest.JSON(201, amount), "deleteAffectation": {{Status: 204}},
		"listSurplusPrices": pmotest.JSON(200, `[`+price+`]`), "createSurplusPrice": pmotest.JSON(201, price), "deleteSurplusPrice": {{Status: 204}},
	}
	s := signedIn(t, replies)
	at := func(words ...string) []string {
		return append(append([]string{"finance"}, words...), "--operation", "ACC00000001")
	}
	days := []string{"--from", "2026-09-01", "--to", "2026-10-31", "-o", "csv"}
	r := pmoctl(append(at("expense", "--assume-trv"), days...)...)
	require.Contains(t, r.out, "École,,2000.000,1000.000,,NO_CONTRACT 2,1,10.00,12.00,0.00,0.50,10.50,no", r.err)
	require.Contains(t, s.Requests("getExpenses")[0].URL, "assumeTRV=true")
	require.Equal(t, 0, pmoctl(append(at("income"), days...)...).code)
	r = pmoctl(append(at("monitoring"), days...)...)
	require.Contains(t, r.out, "2026-11,2025-11,,,3.45,,,,,,1,2")
	require.Contains(t, r.err, "nothing is projected")
	dir := t.TempDir()
	require.Equal(t, 0, pmoctl(append(at("download", "income", "--dir", dir), days...)...).code)
	content, err := os.ReadFile(filepath.Join(dir, "Recettes.csv"))
	require.NoError(t, err)
	require.Equal(t, "Site;", string(content))
	require.Equal(t, 2, pmoctl(append(at("download", "debt"), days...)...).code)
	require.Contains(t, pmoctl(append(at("assigned"), days...)...).out, "EXPENSE,INSURANCE,Toit,,120.50")
	require.Equal(t, 0, pmoctl(at("assign", "120.50", "--kind", "EXPENSE", "--heading", "INSURANCE", "--date", "2026-10-01", "--label", "Toit")...).code)
	require.JSONEq(t, `{"kind":"EXPENSE","heading":"INSURANCE","label":"Toit","date":"2026-10-01","amountCents":12050}`, s.Requests("createAffectation")[0].Body)
	for _, wrong := range [][]string{{"1.005", "EXPENSE", "TAX"}, {"x", "EXPENSE", "TAX"}, {"1", "DEBT", "TAX"}, {"1", "INCOME", "FUN"}} {
		require.Equal(t, 2, pmoctl(at("assign", wrong[0], "--kind", wrong[1], "--heading", wrong[2], "--date", "2026-10-01")...).code, wrong)
	}
	require.Len(t, s.Requests("createAffectation"), 1)
	require.Equal(t, 0, pmoctl(at("unassign", otherID, "--yes")...).code)
	require.Contains(t, pmoctl(at("surplus-prices", "-o", "csv")...).out, "Toiture,2026-01-01,0.095")
	require.Equal(t, 0, pmoctl(at("set-surplus-price", otherID, "0.095", "--start", "2026-01-01")...).code)
	require.JSONEq(t, `{"participantId":"`+otherID+`","startDate":"2026-01-01","priceMicroEuro":95000}`, s.Requests("createSurplusPrice")[0].Body)
	require.Equal(t, 0, pmoctl(at("remove-surplus-price", otherID, "--yes")...).code)
}
