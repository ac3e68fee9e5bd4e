//go:build real

package apptest_test

import (
	"math"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// What the plan of the real year costs, and what each issuer adds in VAT.
const (
	yearPrice = 123_457   // µ€ a kWh: an odd price meets every rounding
	yearFee   = 1_234_567 // µ€ a month
)

// yearIssuers are those of the two roofs: VAT in ten-thousandths.
var yearIssuers = []struct {
	name, siren, series, regime string
	vat                         int64
}{
	{"Toits réunis", "732829320", "TOITS", "normal", 2_000},
	{"Ferme du Val", "444608442", "FERME", "franchise", 0},
}

// requireBilled invoices every consumer with both producers, for each month of 2024.
func (y *realYear) requireBilled() {
	t := y.t
	t.Helper()
	clients, issuers := y.sell()
	run := y.Post(y.path("/billing/run"), map[string]any{"billUpTo": "2024-12-31", "mode": "SYNC"})
	require.Equal(t, http.StatusAccepted, run.Status, "%s", run.Body)
	invoices := map[string]pairMonth{}
	failed := 0
	for _, one := range run.Map()["invoices"].([]any) {
		item := one.(map[string]any)
		key := pairMonth{clients[item["billableEntityId"].(string)], issuers[item["billingEntityId"].(string)], item["periodStart"].(string)[:7]}
		if key.month == leapDay[:7] {
			failed++
			require.Equal(t, "FAILURE", item["status"])
			require.Contains(t, item["error"], leapDay)
			require.Contains(t, item, "key")
			continue
		}
		require.Equal(t, "SUCCESS", item["status"], "%v", item)
		invoices[item["invoiceId"].(string)] = key
	}
	pairs := len(y.consumers) * len(y.producers)
	require.Equal(t, pairs, failed)
	require.Len(t, invoices, 11*pairs)

	confirmIssuers(t, y.admin)
	published := y.Post(y.path("/billing/invoices/publish"), map[string]any{"runId": run.Map()["id"]})
	require.Equal(t, http.StatusOK, published.Status, "%s", published.Body)
	results := published.Map()["results"].([]any)
	require.Len(t, results, 11*pairs)
	for _, r := range results {
		require.Equal(t, "SUCCESS", r.(map[string]any)["status"], "%v", r)
	}
	y.requireToTheCent(invoices)
}

type pairMonth struct {
	consumer, producer int
	month              string
}

// sell makes issuers, clients, the plan and a subscription of each pair; the answer
// finds the site of an entity.
func (y *realYear) sell() (clients, issuers map[string]int) {
	clients, issuers = map[string]int{}, map[string]int{}
	base := y.path("/billing")
	party := map[string]any{"address": "3 rue Haute", "postCode": "67000", "city": "Strasbourg", "country": "FR"}
	for n, p := range y.producers {
		who := yearIssuers[n]
		issuers[y.created(base+"/billing-entities", with(party, map[string]any{"name": who.name, "vatRegime": who.regime, "legalNumber": who.siren,
			"seriesCode": who.series, "iban": "FR1420041010050500013M02606", "producerIds": []string{y.ids[p]}}))] = p
	}
	var list []any
	for _, c := range y.consumers {
		clients[y.created(base+"/billable-entities", with(party, map[string]any{"name": yearSites[c].name, "consumerType": "individual",
			"consumerIds": []string{y.ids[c]}}))] = c
		for _, p := range y.producers {
			list = append(list, map[string]any{"consumerId": y.ids[c], "producerId": y.ids[p]})
		}
	}
	plan := y.created(base+"/plans", map[string]any{"name": "Year", "period": "MONTHLY", "paymentMethod": "transfer", "paymentTerm": 30,
		"charges": []any{map[string]any{"code": "E", "type": "PER_UNIT", "usage": "ENERGY", "priceMicroEuro": yearPrice},
			map[string]any{"code": "F", "type": "FIXED", "priceMicroEuro": yearFee}}})
	for _, pair := range list {
		y.created(base+"/subscriptions", with(pair.(map[string]any), map[string]any{"planId": plan, "startDate": "2024-01-01"}))
	}
	return clients, issuers
}

// requireToTheCent computes each invoice again from the raw curves: energy summed in
// mWh and rounded once to the Wh, each line rounded once, VAT once on the sum.
func (y *realYear) requireToTheCent(invoices map[string]pairMonth) {
	t := y.t
	t.Helper()
	billed := map[string]int64{} // mWh by month
	var total int64
	for invoiceID, key := range invoices {
		reply := y.Get(y.path("/billing/invoices/" + invoiceID))
		require.Equal(t, http.StatusOK, reply.Status, "%s", reply.Body)
		var got struct {
			Number                     string
			NetCents, VatCents         int64
			AmountCents, EnergyMilliWh int64
			Lines                      []struct {
				Quantity float64
				NetCents int64
			}
		}
		reply.Into(t, &got)
		energy := sumMonth(t, y.from[[2]int{key.consumer, key.producer}], key.month)
		wattHours := (energy + 500) / 1000
		lines := []int64{(wattHours*yearPrice + 5_000_000) / 10_000_000, (yearFee + 5_000) / 10_000}
		net := lines[0] + lines[1]
		vat := (net*y.vatOf(key.producer) + 5_000) / 10_000
		require.NotEmpty(t, got.Number)
		require.Equal(t, energy, got.EnergyMilliWh, "%v", key)
		require.Equal(t, []int64{net, vat, net + vat}, []int64{got.NetCents, got.VatCents, got.AmountCents}, "%v", key)
		require.Len(t, got.Lines, 2)
		require.Equal(t, lines, []int64{got.Lines[0].NetCents, got.Lines[1].NetCents}, "%v", key)
		require.Equal(t, wattHours, int64(math.Round(got.Lines[0].Quantity*1000)), "%v", key)
		require.Equal(t, 1.0, got.Lines[1].Quantity, "%v", key)
		billed[key.month] += energy
		total += got.AmountCents
	}
	require.Len(t, billed, 11)
	for month, energy := range billed { // nothing shared is left unbilled
		var shared int64
		for _, c := range y.consumers {
			shared += sumMonth(t, y.received[c], month)
		}
		require.Equal(t, shared, energy, month)
	}
	y.requireListed(len(invoices), total)
}

func (y *realYear) vatOf(producer int) int64 {
	for n, p := range y.producers {
		if p == producer {
			return yearIssuers[n].vat
		}
	}
	return 0
}

// requireListed compares with the list of invoices.
func (y *realYear) requireListed(count int, total int64) {
	y.t.Helper()
	reply := y.Get(y.path("/billing/invoices"))
	require.Equal(y.t, http.StatusOK, reply.Status, "%s", reply.Body)
	var sum int64
	for _, i := range reply.List() {
		sum += int64(i["amountCents"].(float64))
	}
	require.Len(y.t, reply.List(), count)
	require.Equal(y.t, total, sum)
	y.t.Logf("%d invoices, %d.%02d €", count, total/100, total%100)
}

// sumMonth adds the quarters of a civil month of 2024.
func sumMonth(t *testing.T, curve []int64, month string) (sum int64) {
	t.Helper()
	first, err := time.ParseInLocation("2006-01", month, paris(t))
	require.NoError(t, err)
	start := time.Date(2024, 1, 1, 0, 0, 0, 0, paris(t))
	for q := first.Sub(start) / (15 * time.Minute); q < first.AddDate(0, 1, 0).Sub(start)/(15*time.Minute); q++ {
		require.NotEqual(t, gap, curve[q], "a gap was billed")
		sum += curve[q]
	}
	return sum
}
