package apptest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// TestWhatInvoicesHoldIsSaidAndRefused follows one pair from a month that comes out at nothing to an invoice under a
// contract with a discount and amounts, its journal, its report to the administration, its credit note, and an
// invoice to an enterprise abroad; what each state keeps from being done is refused by its key.
func TestWhatInvoicesHoldIsSaidAndRefused(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	x := newStrangerOf(t, s, strangerKind{"Zustand", "zustand@elsewhere.example", "ACC00000311", "9970200000000", "410000004", "ZUST", ""})
	confirmIssuers(t, s.As("admin@demo.pmo"))
	x.freeMonth(t)
	x.reportsNothing(t)
	x.adjustedInvoice(t)
	x.enterpriseAbroad(t)
	x.sellerElsewhere(t)
}

// refuses asks for a refusal with a key.
func refuses(t *testing.T, key string, reply apptest.Reply) {
	t.Helper()
	require.Equal(t, []any{http.StatusConflict, key}, []any{reply.Status, reply.Key()}, "%s", reply.Body)
}

func (x stranger) changed(t *testing.T, path string, body map[string]any) map[string]any {
	t.Helper()
	reply := x.organizer.Put(path, body)
	require.Equal(t, http.StatusOK, reply.Status, "%s: %s", path, reply.Body)
	return reply.Map()
}

// september runs what is due up to the end of September, of the one pair.
func (x stranger) september(t *testing.T) map[string]any {
	t.Helper()
	run := x.organizer.Post("/operations/"+x.params["operationId"]+"/billing/run", map[string]any{"billUpTo": "2026-09-30", "mode": "SYNC"})
	require.Equal(t, http.StatusAccepted, run.Status, "%s", run.Body)
	items := run.Map()["invoices"].([]any)
	require.Len(t, items, 1, "%s", run.Body)
	return items[0].(map[string]any)
}

// published is the invoice of September with its number.
func (x stranger) published(t *testing.T) map[string]any {
	t.Helper()
	list := "/operations/" + x.params["operationId"] + "/billing/invoices"
	id := x.september(t)["invoiceId"]
	require.NotNil(t, id)
	done := x.organizer.Post(list+"/publish", map[string]any{"ids": []any{id}, "confirmUnpriced": true})
	require.NotContains(t, string(done.Body), "FAILURE")
	return x.organizer.Get(list + "/" + id.(string)).Map()
}

// freeMonth is billed at nothing by a discount of everything: it is no invoice, and due again once the discount goes.
func (x stranger) freeMonth(t *testing.T) {
	t.Helper()
	base := "/operations/" + x.params["operationId"] + "/billing"
	energy := x.organizer.Get(base + "/invoices/" + x.params["invoiceId"]).Map()["energyMilliWh"]
	free := x.created(t, base+"/discounts", map[string]any{"consumerId": x.params["consumerId"], "producerId": x.params["producerId"], "startDate": "2026-09-01", "endDate": "2026-09-30",
		"percentage": 100, "reason": "Versuch"})["id"].(string)
	nothing := x.organizer.Get(base + "/invoices/" + x.september(t)["invoiceId"].(string)).Map()
	require.Equal(t, []any{"NOT_CHARGED", 0.0, nil, energy}, []any{nothing["status"], nothing["amountCents"], nothing["number"], nothing["energyMilliWh"]})
	require.Equal(t, http.StatusNoContent, x.organizer.Delete(base+"/discounts/"+free).Status)
	again := x.organizer.Get(base + "/invoices/" + x.september(t)["invoiceId"].(string)).Map()
	require.Equal(t, []any{"DRAFT", energy}, []any{again["status"], again["energyMilliWh"]})
	require.Positive(t, again["amountCents"])
	require.Len(t, x.organizer.Get(base+"/invoices").List(), 1, "its energy is billed once")

	big := x.created(t, base+"/adjustments", map[string]any{"subscriptionId": x.params["subscriptionId"], "kind": "ALLOWANCE", "amountCents": 9_999_900, "reason": "Versuch"})["id"].(string)
	item := x.september(t)
	require.Equal(t, []any{"FAILURE", "invoice.negative"}, []any{item["status"], item["key"]})
	require.Equal(t, http.StatusNoContent, x.organizer.Delete(base+"/adjustments/"+big).Status)
}

// reportsNothing asks for reports of a seller of whom nobody told how it files, and of months without sales.
func (x stranger) reportsNothing(t *testing.T) {
	t.Helper()
	of := "/operations/" + x.params["operationId"]
	issuer, reports := of+"/billing/billing-entities/"+x.params["billingEntityId"], of+"/einvoicing/e-reporting"
	mine := reports + "/" + x.params["billingEntityId"]
	x.changed(t, issuer, map[string]any{"vatRegime": "normal"})
	refuses(t, "ereport.regime", x.organizer.Get(mine+"/2026-08-01"))
	x.changed(t, issuer, map[string]any{"vatRegime": "franchise"})
	x.changed(t, mine, map[string]any{"regime": "SIMPLIFIED", "since": "2026-08-10"})
	var got []string
	for _, p := range x.organizer.Get(reports).List()[0]["periods"].([]any) {
		got = append(got, fmt.Sprint(p.(map[string]any)["periodStart"], " ", p.(map[string]any)["state"]))
	}
	require.Equal(t, []string{"2026-11-01 OPEN", "2026-10-01 NOTHING", "2026-09-01 NOTHING", "2026-08-01 NOTHING"}, got)
	refuses(t, "ereport.nothing", x.organizer.Get(mine+"/2026-08-01/file"))
	refuses(t, "ereport.nothing", x.organizer.Post(mine+"/2026-08-01/send", map[string]any{"byHand": true}))
}

// adjustedInvoice is one under a contract, with a discount on some days, an amount taken off and one put on: page,
// e-invoice, journal and report say its amounts.
func (x stranger) adjustedInvoice(t *testing.T) {
	t.Helper()
	of := "/operations/" + x.params["operationId"]
	base := of + "/billing"
	client := base + "/billable-entities/" + x.params["billableEntityId"]
	x.changed(t, of, map[string]any{"interlocutor": map[string]any{"legalName": "Zustand PMO", "legalNumber": "410000020", "address": "1 rue Haute", "postCode": "67000", "city": "Strasbourg", "country": "FR"}})
	x.changed(t, client, map[string]any{"contractNumber": "2026-MARCHE-17", "email": "kunde@example.org"})
	discount := x.created(t, base+"/discounts", map[string]any{"consumerId": x.params["consumerId"], "producerId": x.params["producerId"], "startDate": "2026-09-11", "endDate": "2026-09-20",
		"percentage": 12.5, "reason": "Offre"})["id"].(string)
	var amounts []string
	for kind, cents := range map[string]int{"ALLOWANCE": 30, "CHARGE": 250} {
		amounts = append(amounts, x.created(t, base+"/adjustments", map[string]any{"subscriptionId": x.params["subscriptionId"], "kind": kind, "amountCents": cents, "reason": kind})["id"].(string))
	}
	inv := x.published(t)
	at := base + "/invoices/" + inv["id"].(string)
	total := fmt.Sprintf("%.2f", inv["amountCents"].(float64)/100)
	xml := string(x.organizer.Get(at + "/e-invoice").Body)
	for _, part := range []string{"<ram:IssuerAssignedID>2026-MARCHE-17<", "<ram:AllowanceTotalAmount>0.30<", "<ram:ChargeTotalAmount>2.50<", "<ram:GrandTotalAmount>" + total + "<", "<ram:DuePayableAmount>" + total + "<", "<ram:Reason>Offre<"} {
		require.Contains(t, xml, part)
	}
	require.NotContains(t, xml, "TotalPrepaidAmount", "it is issued unpaid")
	require.NotContains(t, xml, "RoundingAmount", "its sum is exact")
	require.Equal(t, "%PDF-", string(x.organizer.Get(at + "/download").Body[:5]))
	seller := base + "/billing-entities/" + x.params["billingEntityId"]
	fec := string(x.organizer.Get(seller + "/journal?dateFrom=2026-11-01&dateTo=2026-11-30&format=fec").Body)
	require.Regexp(t, "\t411000\t[^\n]*\t"+strings.Replace(total, ".", ",", 1)+"\t0,00\t", fec)

	for _, one := range amounts {
		refuses(t, "adjustment.issued", x.organizer.Delete(base+"/adjustments/"+one))
	}
	refuses(t, "discount.alreadyInvoiced", x.organizer.Delete(base+"/discounts/"+discount))
	ids := map[string]any{"ids": []any{inv["id"]}}
	require.Contains(t, string(x.organizer.Post(base+"/deliveries", with(ids, map[string]any{"channel": "MAIL"})).Body), "SUCCESS")
	require.Equal(t, "delivery.byItself", problemOf(t, x.organizer.Post(base+"/deliveries/mark", ids)))

	report := of + "/einvoicing/e-reporting/" + x.params["billingEntityId"] + "/2026-09-01"
	require.Contains(t, string(x.organizer.Get(report+"/file").Body), fmt.Sprintf("<TaxExclusiveAmount>%.2f<", inv["netCents"].(float64)/100))
	refuses(t, "ereport.untold", x.organizer.Post(report+"/send", map[string]any{"correct": true, "byHand": true}))
	told := x.organizer.Post(report+"/send", map[string]any{"byHand": true}).Map()["period"].(map[string]any)
	require.Equal(t, []any{"TOLD", inv["netCents"]}, []any{told["state"], told["netCents"]})
	refuses(t, "ereport.told", x.organizer.Post(report+"/send", map[string]any{"byHand": true}))
	refuses(t, "ereport.unchanged", x.organizer.Post(report+"/send", map[string]any{"correct": true, "byHand": true}))

	note := string(x.organizer.Get(base + "/invoices/" + x.takenBack(t, inv["id"]) + "/e-invoice").Body)
	require.Contains(t, note, "<ram:TypeCode>381<")
	require.Contains(t, note, "<ram:ChargeTotalAmount>2.50<")
	require.Contains(t, xml, "Facture établie par Zustand PMO")
	require.Contains(t, note, "Avoir établi par Zustand PMO", "it says in its own words who writes it")
	require.NotContains(t, note, "Facture établie")
	require.Contains(t, note, "<ram:GrandTotalAmount>"+total+"<")
	for _, one := range amounts { // they wait again, and so do the days
		require.Equal(t, http.StatusNoContent, x.organizer.Delete(base+"/adjustments/"+one).Status)
	}
	require.Equal(t, http.StatusNoContent, x.organizer.Delete(base+"/discounts/"+discount).Status)
}

// takenBack cancels an invoice and gives the id of its credit note.
func (x stranger) takenBack(t *testing.T, invoice any) string {
	t.Helper()
	list := "/operations/" + x.params["operationId"] + "/billing/invoices"
	done := x.organizer.Post(list+"/cancel", map[string]any{"ids": []any{invoice}, "reason": "Versuch"})
	require.NotContains(t, string(done.Body), "FAILURE")
	return x.organizer.Get(list + "/" + invoice.(string)).Map()["creditNote"].(map[string]any)["id"].(string)
}

// enterpriseAbroad buys of a seller under franchise, who has no VAT number, and told none of its own: the invoice is whole, and the report of it
// is not. The credit note of what never left does not leave either.
func (x stranger) enterpriseAbroad(t *testing.T) {
	t.Helper()
	of := "/operations/" + x.params["operationId"]
	base := of + "/billing"
	x.changed(t, base+"/billable-entities/"+x.params["billableEntityId"], map[string]any{"consumerType": "professional", "legalNumber": "0403199207", "country": "BE", "postCode": "1000", "city": "Bruxelles"})
	connection := of + "/einvoicing/connections/" + x.params["connectionId"]
	x.changed(t, connection, map[string]any{"active": false})
	inv := x.published(t)
	require.Contains(t, string(x.organizer.Get(base+"/invoices/"+inv["id"].(string)+"/e-invoice").Body), `<ram:ID schemeID="0208">0403199207<`)
	report := of + "/einvoicing/e-reporting/" + x.params["billingEntityId"] + "/2026-09-01"
	require.Equal(t, "CORRECTION", x.organizer.Get(report).Map()["period"].(map[string]any)["state"])
	whole := x.organizer.Post(report+"/send", map[string]any{"correct": true, "byHand": true})
	require.Equal(t, []string{"ereport.incomplete", "ereport.sellerVat", "ereport.buyerVat"}, whole.Keys())
	note := x.takenBack(t, inv["id"])
	x.changed(t, connection, map[string]any{"active": true})
	require.Equal(t, "transmission.creditsUnsent", problemOf(t, x.organizer.Post(of+"/einvoicing/transmissions", map[string]any{"invoicesIds": []any{note}})))
}

// sellerElsewhere is named by another operation too: it may not issue there, and who does not see that operation
// neither reports for the seller nor closes the month that runs.
func (x stranger) sellerElsewhere(t *testing.T) {
	t.Helper()
	admin, demo := x.server.As("admin@demo.pmo"), x.server.As("organizer@demo.pmo")
	op := admin.Post("/admin/operations", map[string]any{"name": "Anderswo", "externalId": "ACC00000312", "dso": "FAKE", "billingEngine": "ENGINE_2025", "organizerIds": []any{demo.Get("/session").Map()["id"]}})
	require.Equal(t, http.StatusCreated, op.Status, "%s", op.Body)
	there := "/operations/" + op.Map()["id"].(string)
	twin := demo.Post(there+"/billing/billing-entities", map[string]any{"name": "Zwilling", "address": "3 rue Haute", "postCode": "67000", "city": "Strasbourg", "country": "FR", "vatRegime": "franchise",
		"legalNumber": x.kind.legalNumber, "seriesCode": "ZWIL"})
	require.Equal(t, http.StatusCreated, twin.Status, "%s", twin.Body)
	refuses(t, "billingEntity.legalNumberTaken", demo.Get(there+"/einvoicing/e-reporting/"+twin.Map()["id"].(string)+"/2026-09-01"))
	of := "/operations/" + x.params["operationId"]
	refuses(t, "ereport.hidden", x.organizer.Get(of+"/einvoicing/e-reporting/"+x.params["billingEntityId"]+"/2026-10-01/file"))
	refuses(t, "monthLock.notOver", x.organizer.Post(of+"/billing/billing-entities/"+x.params["billingEntityId"]+"/month-locks", map[string]any{"month": "2026-11"}))
}
