package apptest_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// billedEnergy is what the invoices of a period count, in Wh, by consumer and by seller, and of how many lines.
type billedEnergy struct {
	received, sold   map[string]float64
	lines, soldLines map[string]int
}

// TestWhatIsBilledIsWhatWasShared: on every operation of the demo that the newer engine bills, in each of its months,
// the lines of each consumer add up to what the operator says it received (in Brussels, by the lines of its file), and
// those of each seller to what its producers made less what the operator says they fed in beside, within half a Wh a
// line; of sellers within 1 mWh a consumer and step beside, which is how exactly pairs meet the figures of producers (ADR 108).
// What is published is in the journal of its seller to the cent. Lists and documents are compared elsewhere
// (TestListDocumentXMLAndJournalSayTheSame), and a year of real curves by TestRealYear.
func TestWhatIsBilledIsWhatWasShared(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	operations, months, consumers, sellers, entries, byFile := 0, 0, 0, 0, 0, 0
	for _, op := range operationsOf(s, "organizer@demo.pmo", "organizer-be@demo.pmo") {
		o := op.organizer
		base := "/operations/" + op.said["id"].(string)
		listed := o.Get(base + "/billing/invoices?type=INVOICE,STATEMENT&status=FINALIZED,NOT_CHARGED,DRAFT&limit=1000")
		if listed.Status != 200 {
			continue // the old engine
		}
		periods := map[[2]string]*billedEnergy{}
		booked := map[string]map[string]float64{} // cents by seller and number
		for _, one := range listed.List() {
			if one["cancelled"] == true {
				continue
			}
			days := [2]string{one["periodStart"].(string), one["periodEnd"].(string)}
			if periods[days] == nil {
				periods[days] = &billedEnergy{map[string]float64{}, map[string]float64{}, map[string]int{}, map[string]int{}}
			}
			seller := one["billingEntity"].(map[string]any)["id"].(string)
			if number, numbered := one["number"].(string); numbered && one["type"] == "INVOICE" {
				if booked[seller] == nil {
					booked[seller] = map[string]float64{}
				}
				booked[seller][number] = one["amountCents"].(float64)
			}
			periods[days].add(t, o.Get(base+"/billing/invoices/"+one["id"].(string)).Map(), seller)
		}
		if len(periods) > 0 {
			operations++
		}
		issuers := o.Get(base + "/billing/billing-entities").List()
		for days, e := range periods {
			months++
			among := "dateFrom=" + days[0] + "&dateTo=" + days[1]
			if op.said["dso"] == "SIBELGA" {
				shared := map[string]float64{}
				for _, v := range o.Get(base + "/measurements/registers?" + among).Map()["volumes"].([]any) {
					line := v.(map[string]any)
					if site, held := line["participantId"].(string); held {
						shared[site] += line["sharedMilliWh"].(float64)
					}
				}
				for site, wh := range e.received {
					require.InDelta(t, shared[site], wh*1000, 500*float64(e.lines[site]), "%s of %v", site, days)
					consumers, byFile = consumers+1, byFile+1
				}
				continue
			}
			for site, wh := range e.received {
				got := o.Get("/participants/" + site + "/measurements/metrics?scope=Consommateur&" + among).Map()
				shared := got["autoConsumption"].(map[string]any)["energyMilliWh"].(float64)
				require.InDelta(t, shared, wh*1000, 500*float64(e.lines[site]), "what %s received in %v", site, days)
				consumers++
			}
			for _, issuer := range issuers {
				wh, sells := e.sold[issuer["id"].(string)]
				if !sells || issuer["ownedByOperation"] == true {
					continue
				}
				var shared float64
				for _, producer := range issuer["producerIds"].([]any) {
					got := o.Get("/participants/" + producer.(string) + "/measurements/metrics?scope=Producteur&" + among).Map()
					shared += got["production"].(map[string]any)["energyMilliWh"].(float64) - got["surplus"].(map[string]any)["energyMilliWh"].(float64)
				}
				const steps = 31 * 96
				require.InDelta(t, shared, wh*1000, 500*float64(e.soldLines[issuer["id"].(string)])+float64(steps*len(e.received)), "what %s sold in %v", issuer["name"], days)
				sellers++
			}
		}
		for seller, numbers := range booked {
			found := inJournal(t, o, base+"/billing/billing-entities/"+seller+"/journal?dateFrom=2026-01-01&dateTo=2026-12-31")
			for number, cents := range numbers {
				require.InDelta(t, cents, found[number], 1e-6, "%s in the journal", number)
				entries++
			}
		}
	}
	t.Logf("%d operations, %d months, %d consumers (%d by a monthly file), %d sellers, %d entries", operations, months, consumers, byFile, sellers, entries)
	require.GreaterOrEqual(t, operations, 3)
	require.GreaterOrEqual(t, consumers, 10)
	require.Positive(t, byFile)
	require.GreaterOrEqual(t, sellers, 2)
	require.Positive(t, entries)
}

// operationOf is an operation, and somebody who organizes it.
type operationOf struct {
	organizer *apptest.Client
	said      map[string]any
}

func operationsOf(s *apptest.Server, organizers ...string) (out []operationOf) {
	for _, email := range organizers {
		o := s.As(email)
		for _, op := range o.Get("/operations").List() {
			out = append(out, operationOf{o, op})
		}
	}
	return out
}

// add takes in the lines of an invoice.
func (e *billedEnergy) add(t *testing.T, invoice map[string]any, seller string) {
	said, _ := invoice["lines"].([]any)
	for _, l := range said {
		line := l.(map[string]any)
		if line["unit"] != "KWH" {
			continue
		}
		wh := math.Round(line["quantity"].(float64) * 1000)
		require.InDelta(t, wh, line["quantity"].(float64)*1000, 1e-6, "whole Wh")
		site := line["participantId"].(string)
		e.received[site] += wh
		e.lines[site]++
		e.sold[seller] += wh
		e.soldLines[seller]++
	}
}

// inJournal reads what the entries of a journal come to, in cents by number; each is balanced.
func inJournal(t *testing.T, c *apptest.Client, path string) map[string]float64 {
	file := c.Get(path)
	require.Equal(t, 200, file.Status, "%s", file.Body)
	debit, credit := map[string]float64{}, map[string]float64{}
	rows := strings.Split(strings.TrimRight(string(file.Body), "\r\n"), "\n")
	for _, row := range rows[1:] {
		cells := strings.Split(strings.TrimSuffix(row, "\r"), "\t")
		require.Len(t, cells, 18)
		for at, sum := range map[int]map[string]float64{11: debit, 12: credit} {
			if cells[at] == "" {
				continue
			}
			euros, err := strconv.ParseFloat(strings.ReplaceAll(cells[at], ",", "."), 64)
			require.NoError(t, err)
			sum[cells[8]] = math.Round(sum[cells[8]] + 100*euros)
		}
	}
	require.Equal(t, fmt.Sprint(debit), fmt.Sprint(credit), "each entry is balanced")
	return debit
}
