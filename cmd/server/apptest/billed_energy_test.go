package apptest_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// TestWhatIsBilledIsWhatWasShared: on the operations of the demo that are billed by what pairs had, the lines of each
// consumer add up to what the operator says it received, and those of each seller to what its producers made less
// what the operator says they fed in beside, within half a Wh a line; of sellers within 1 mWh a consumer and step
// beside, which is how exactly pairs meet the figures of producers. Lists and documents are compared elsewhere
// (TestADocumentSaysTheFiguresOfItsReply), and a year of real curves by TestRealYear.
func TestWhatIsBilledIsWhatWasShared(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	o := s.As("organizer@demo.pmo")
	const month = "dateFrom=2026-09-01&dateTo=2026-09-30"
	operations, consumers, sellers := 0, 0, 0
	for _, op := range o.Get("/operations").List() {
		base := "/operations/" + op["id"].(string) + "/billing"
		listed := o.Get(base + "/invoices?type=INVOICE,STATEMENT&status=FINALIZED,NOT_CHARGED,DRAFT&limit=1000")
		if listed.Status != 200 {
			continue // the old engine
		}
		received, lines := map[string]float64{}, map[string]int{} // Wh by consumer
		sold, soldLines := map[string]float64{}, map[string]int{} // by seller
		for _, one := range listed.List() {
			if one["periodEnd"] != "2026-09-30" || one["cancelled"] == true {
				continue
			}
			invoice := o.Get(base + "/invoices/" + one["id"].(string)).Map()
			said, _ := invoice["lines"].([]any)
			for _, l := range said {
				line := l.(map[string]any)
				if line["unit"] != "KWH" {
					continue
				}
				wh := math.Round(line["quantity"].(float64) * 1000)
				require.InDelta(t, wh, line["quantity"].(float64)*1000, 1e-6, "whole Wh")
				site, seller := line["participantId"].(string), invoice["billingEntity"].(map[string]any)["id"].(string)
				received[site] += wh
				lines[site]++
				sold[seller] += wh
				soldLines[seller]++
			}
		}
		if len(received) == 0 {
			continue
		}
		operations++
		for site, wh := range received {
			got := o.Get("/participants/" + site + "/measurements/metrics?scope=Consommateur&" + month).Map()
			shared := got["autoConsumption"].(map[string]any)["energyMilliWh"].(float64)
			require.InDelta(t, shared, wh*1000, 500*float64(lines[site]), "what %s received", site)
			consumers++
		}
		for _, issuer := range o.Get(base + "/billing-entities").List() {
			wh, sells := sold[issuer["id"].(string)]
			if !sells || issuer["ownedByOperation"] == true {
				continue
			}
			var shared float64
			for _, producer := range issuer["producerIds"].([]any) {
				got := o.Get("/participants/" + producer.(string) + "/measurements/metrics?scope=Producteur&" + month).Map()
				shared += got["production"].(map[string]any)["energyMilliWh"].(float64) - got["surplus"].(map[string]any)["energyMilliWh"].(float64)
			}
			const steps = 30 * 96
			require.InDelta(t, shared, wh*1000, 500*float64(soldLines[issuer["id"].(string)])+float64(steps*len(received)), "what %s sold", issuer["name"])
			sellers++
		}
	}
	t.Logf("%d operations, %d consumers, %d sellers", operations, consumers, sellers)
	require.Positive(t, operations)
	require.GreaterOrEqual(t, consumers, 5)
	require.GreaterOrEqual(t, sellers, 2)
}
