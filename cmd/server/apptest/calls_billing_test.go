package apptest_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// families are the two ways to the same calls (specification 7, billing): those of an
// operation, and those of one of its producers.
func (v *tour) families() []string {
	return []string{"/operations/" + v.lices + "/billing", "/participants/" + v.producers[v.enedis][0].id + "/billing"}
}

func (v *tour) operationOf(family string) string {
	if family == v.families()[0] {
		return v.lices
	}
	return v.enedis
}

// entities is issuers and clients.
func (v *tour) entities() {
	v.Helper()
	postal := map[string]any{"address": "1 rue Haute", "postCode": "35300", "city": "Fougères", "country": "FR"}
	for _, family := range v.families() {
		operation := v.operationOf(family)
		producer := v.newSite(operation, "producer", "Toit neuf", map[string]any{"entry": "2026-11-01"})["id"]
		consumer := v.newSite(operation, "consumer", "Voisin", map[string]any{"entry": "2026-11-01"})["id"]
		if operation == v.enedis {
			family = "/participants/" + producer.(string) + "/billing" // whoever makes an issuer there is its producer
		}
		issuer := v.created(family+"/billing-entities", with(postal, map[string]any{"name": "Émetteur", "vatRegime": "normal", "legalNumber": "732829320",
			"iban": "FR1420041010050500013M02606", "bic": "PSSTFRPPSCE", "seriesCode": map[string]string{v.lices: "TOURA", v.enedis: "TOURB"}[operation], "producerIds": []any{producer}}))
		v.has(issuer, "id", "name", "address", "city", "postCode", "vatRegime", "iban", "bic", "producerIds", "complete")
		client := v.created(family+"/billable-entities", with(postal, map[string]any{"name": "Voisin", "vatRegime": "none", "consumerIds": []any{consumer}}))
		v.has(client, "id", "name", "address", "city", "postCode", "vatRegime", "consumerIds", "complete")
		for path, id := range map[string]any{"/billing-entities": issuer["id"], "/billable-entities": client["id"]} {
			changed := v.do(v.organizer, http.MethodPut, family+path+"/"+id.(string), map[string]any{"city": "Rennes"}).Map()
			require.Equal(v, "Rennes", changed["city"])
			v.one(family+path+"/"+id.(string), changed)
			v.get(v.organizer, family+path)
			require.Contains(v, ids(v.get(v.organizer, "/operations/"+operation+"/billing"+path).List()), id)
		}
		require.Contains(v, ids(v.get(v.organizer, family+"/billing-entities").List()), issuer["id"])
	}
}

// manyClients makes clients of sites: each site once, and what is refused by its site.
func (v *tour) manyClients() {
	v.Helper()
	site := v.newSite(v.lices, "consumer", "Viele", map[string]any{"entry": "2026-11-01"})
	path := "/operations/" + v.lices + "/billing/billable-entities/multiple"
	body := map[string]any{"consumerIds": []any{site["id"], v.producers[v.lices][0].id, nobodysID, site["id"]}}
	for n := range 2 {
		results := v.do(v.organizer, http.MethodPost, path, body).Map()["results"].([]any)
		require.Len(v, results, 3, "each site once")
		var keys []any
		for _, r := range results {
			problem, _ := r.(map[string]any)["problem"].(map[string]any)
			keys = append(keys, problem["key"])
		}
		require.Equal(v, []any{[]any{nil, "billableEntity.consumerTaken"}[n], "subscription.consumerNotInOperation", "subscription.consumerNotInOperation"}, keys)
	}
	made := 0
	for _, e := range v.get(v.organizer, "/operations/"+v.lices+"/billing/billable-entities").List() {
		if e["name"] == "Viele" {
			made++
			require.Equal(v, []any{"1 rue Haute", "35300", "Fougères", "FR", "individual", []any{site["id"]}}, []any{e["address"], e["postCode"], e["city"], e["country"], e["consumerType"], e["consumerIds"]})
		}
	}
	require.Equal(v, 1, made)
}

// one reads an object again: as the change has answered it, with the tag that the next
// change wants.
func (v *tour) one(path string, want map[string]any) {
	v.Helper()
	reply := v.get(v.organizer, path)
	require.Equal(v, want, reply.Map())
	require.Equal(v, `"2"`, reply.Header.Get("ETag"), path)
	v.organizer.Header.Set("If-Match", `"1"`)
	defer v.organizer.Header.Del("If-Match")
	require.Equal(v, "object.changed", v.organizer.Put(path, map[string]any{"name": "Trop tard"}).Key(), path)
}

func ids(rows []map[string]any) []any {
	out := make([]any, len(rows))
	for i, r := range rows {
		out[i] = r["id"]
	}
	return out
}

func (v *tour) plans() {
	v.Helper()
	for _, family := range v.families() {
		plan := v.created(family+"/plans", map[string]any{"name": "Essai", "description": "d", "period": "QUARTERLY", "paymentMethod": "cheque", "paymentTerm": 15,
			"charges": []any{map[string]any{"code": "E", "name": "Énergie", "type": "PER_UNIT", "usage": "ENERGY", "pricingOption": "BASE", "priceMicroEuro": 123400, "vatPercentage": 5.5}}})
		v.has(plan, "id", "name", "description", "period", "charges", "paymentMethod", "paymentTerm")
		require.Equal(v, 123400.0, plan["charges"].([]any)[0].(map[string]any)["priceMicroEuro"])
		v.one(family+"/plans/"+plan["id"].(string), v.do(v.organizer, http.MethodPut, family+"/plans/"+plan["id"].(string), map[string]any{"name": "Essai 2"}).Map())
		for _, p := range v.get(v.organizer, family+"/plans").List() {
			if p["name"] == "Plan solaire" {
				refused := v.organizer.Put(family+"/plans/"+p["id"].(string), map[string]any{"period": "YEARLY"})
				require.Equal(v, "planAlreadyInvoiced", refused.Key())
			}
		}
		require.Contains(v, ids(v.get(v.organizer, family+"/plans").List()), plan["id"])
	}
}

func (v *tour) subscriptions() {
	v.Helper()
	for _, family := range v.families() {
		operation, pair := v.operationOf(family), map[string]any{}
		pair["consumerId"] = v.client(operation, "Abonné")
		if operation == v.enedis {
			pair["producerId"] = v.producers[operation][0].id
		}
		plan := v.get(v.organizer, family+"/plans").List()[0]["id"]
		one := v.created(family+"/subscriptions", with(pair, map[string]any{"planId": plan, "startDate": "2026-11-01", "endDate": "2026-11-15"}))
		v.has(one, "id", "consumerId", "plan", "status", "startDate", "endDate")
		require.Equal(v, "ENDED", one["status"])
		plans := v.get(v.organizer, family+"/plans").List()
		later := v.created(family+"/subscriptions", with(pair, map[string]any{"planId": plans[len(plans)-1]["id"], "startDate": "2026-11-16"}))
		pair["consumerId"] = v.client(operation, "Second")
		many := v.do(v.organizer, http.MethodPost, family+"/subscriptions/multiple", map[string]any{"planId": plan, "startDate": "2026-11-01", "pairs": []any{pair}})
		require.Equal(v, http.StatusCreated, many.Status)
		active, ended := v.differ(v.organizer, family+"/subscriptions", "status", "ACTIVE", "ENDED")
		require.Equal(v, []any{one["id"]}, ids(ended.List()))
		require.NotEmpty(v, active.List())
		if strings.HasPrefix(family, "/operations/") {
			asked := map[string]any{"startDate": "2026-12-01", "pairs": []any{pair}}
			effect := v.do(v.organizer, http.MethodPost, family+"/subscriptions/check", asked).Map()
			require.Equal(v, []any{many.List()[0]["id"]}, effect["endingIds"])
			delete(asked, "startDate")
			require.Empty(v, v.do(v.organizer, http.MethodPost, family+"/subscriptions/check", asked).Map()["endingIds"])
		}
		v.adjustments(family, many.List()[0]["id"], pair)
		v.do(v.organizer, http.MethodDelete, family+"/subscriptions/"+one["id"].(string), nil)
		left := ids(v.get(v.organizer, family+"/subscriptions").List())
		require.NotContains(v, left, one["id"])
		require.NotContains(v, left, later["id"], "the later ones of the pair go with it")
	}
}

// adjustments changes what a pair pays beside its prices: for some days, and once.
func (v *tour) adjustments(family string, subscription any, pair map[string]any) {
	v.Helper()
	in := with(pair, map[string]any{"startDate": "2026-11-01", "percentage": 12.5, "reason": "Offre de bienvenue"})
	discount := v.created(family+"/discounts", in)
	v.has(discount, "id", "consumerId", "consumerName", "startDate", "percentage", "reason", "createdAt", "createdByName")
	require.Equal(v, "discount.overlap", v.organizer.Post(family+"/discounts", in).Key())
	require.Equal(v, "discount.percentage", v.organizer.Post(family+"/discounts", with(in, map[string]any{"percentage": 100.01})).Key())
	require.Equal(v, "field.range", v.organizer.Post(family+"/discounts", with(in, map[string]any{"percentage": 42_949_692.96})).Key())
	for key, change := range map[string]map[string]any{
		"discount.datesReversed": {"startDate": "2027-02-01", "endDate": "2027-01-31"}, "discount.notSubscribed": {"startDate": "2020-01-01", "endDate": "2020-01-31"},
		"adjustment.reason": {"reason": " ", "startDate": "2027-01-01"},
	} {
		require.Equal(v, key, v.organizer.Post(family+"/discounts", with(in, change)).Key())
	}
	at := family + "/discounts/" + discount["id"].(string)
	require.Equal(v, "2026-12-31", v.do(v.organizer, http.MethodPut, at, map[string]any{"endDate": "2026-12-31"}).Map()["endDate"])
	require.Contains(v, ids(v.get(v.organizer, family+"/discounts").List()), discount["id"])
	v.do(v.organizer, http.MethodDelete, at, nil)
	require.Equal(v, "discount.notFound", v.organizer.Delete(at).Key())

	amount := v.created(family+"/adjustments", map[string]any{"subscriptionId": subscription, "kind": "ALLOWANCE", "amountCents": 500, "reason": "Geste commercial"})
	v.has(amount, "id", "billingEntity", "billableEntity", "kind", "amountCents", "reason", "status", "createdAt", "createdByName")
	require.Equal(v, "WAITING", amount["status"])
	require.Equal(v, "adjustment.amount", v.organizer.Post(family+"/adjustments", map[string]any{"subscriptionId": subscription, "kind": "CHARGE", "amountCents": 0, "reason": "Frais"}).Key())
	for key, change := range map[string]map[string]any{
		"adjustment.vatRate": {"vatPercentage": 12.3}, "adjustment.reason": {"reason": " "}, "adjustment.partiesRequired": {"subscriptionId": nil},
	} {
		wrong := with(map[string]any{"subscriptionId": subscription, "kind": "CHARGE", "amountCents": 100, "reason": "Frais"}, change)
		maps.DeleteFunc(wrong, func(_ string, one any) bool { return one == nil })
		require.Equal(v, key, v.organizer.Post(family+"/adjustments", wrong).Key())
	}
	require.Equal(v, "adjustment.notFound", v.organizer.Delete(family+"/adjustments/"+nobodysID).Key())
	waiting, _ := v.differ(v.organizer, family+"/adjustments", "status", "WAITING", "INVOICED")
	require.Contains(v, ids(waiting.List()), amount["id"])
	client := amount["billableEntity"].(map[string]any)["id"].(string)
	of, _ := v.differ(v.organizer, family+"/adjustments", "billableEntityId", client, "0199b0aa-0000-7000-8000-00000000ffff")
	require.Equal(v, []any{amount["id"]}, ids(of.List()))
	v.do(v.organizer, http.MethodDelete, family+"/adjustments/"+amount["id"].(string), nil)
	require.NotContains(v, ids(v.get(v.organizer, family+"/adjustments").List()), amount["id"])
}

// client is a new consumer with somebody to invoice.
func (v *tour) client(operation, name string) any {
	v.Helper()
	consumer := v.newSite(operation, "consumer", name, map[string]any{"entry": "2026-11-01"})["id"]
	v.created("/operations/"+operation+"/billing/billable-entities", map[string]any{"name": name, "address": "1 rue Haute", "postCode": "35300",
		"city": "Fougères", "country": "FR", "consumerType": "individual", "consumerIds": []any{consumer}})
	return consumer
}

// runs makes drafts: first looked at, then made, then read again.
func (v *tour) runs() {
	v.Helper()
	for _, family := range v.families() {
		check := v.do(v.organizer, http.MethodPost, family+"/run/check", map[string]any{"billUpTo": "2026-10-31"}).Map()
		require.Equal(v, []any{"2026-10-31", "2026-10-31"}, []any{check["billUpTo"], check["proposedBillUpTo"]})
		require.NotEmpty(v, check["clients"])
		require.Equal(v, "2026-11-20", v.organizer.Post(family+"/run/check", map[string]any{}).Map()["billUpTo"], "today")
		for _, call := range []string{"/run", "/run/check"} {
			late := v.organizer.Post(family+call, map[string]any{"billUpTo": "2026-11-21"})
			require.Equal(v, []any{http.StatusBadRequest, "run.billUpToInFuture"}, []any{late.Status, late.Map()["key"]})
		}
		run := v.do(v.organizer, http.MethodPost, family+"/run", map[string]any{"billUpTo": "2026-10-31", "mode": "SYNC"}).Map()
		v.has(run, "id", "status", "createdAt", "progress", "invoices")
		require.Equal(v, "SUCCESS", run["status"])
		progress := run["progress"].(map[string]any)
		require.Equal(v, []any{0.0, 0.0, progress["total"]}, []any{progress["pending"], progress["failure"], progress["success"]})
		require.Equal(v, progress["total"], float64(len(run["invoices"].([]any))))
		require.Equal(v, run, v.get(v.organizer, family+"/run/"+run["id"].(string)).Map())
		require.Equal(v, run, v.get(v.organizer, family+"/run/last").Map())
		if strings.HasPrefix(family, "/operations/") {
			listed := v.get(v.organizer, family+"/runs").List()[0]
			require.Equal(v, []any{run["id"], run["status"], run["billUpTo"], 0.0}, []any{listed["id"], listed["status"], listed["billUpTo"], listed["failuresNumber"]})
		}
	}
}

// invoices reads, downloads, deletes and publishes the drafts of runs.
func (v *tour) invoices() {
	v.Helper()
	for _, family := range v.families() {
		list := family + "/invoices"
		drafts, final := v.differ(v.organizer, list, "status", "DRAFT", "FINALIZED")
		require.NotEmpty(v, final.List())
		draft, issued := drafts.List()[0], final.List()[0]
		v.has(issued, "id", "number", "periodStart", "periodEnd", "billingEntity", "billableEntity", "amountCents", "paymentMethod", "status", "paymentStatus", "cancelled")
		require.NotContains(v, draft, "number")
		v.filters(list, draft, issued)
		v.page(v.organizer, list)
		one := v.get(v.organizer, list+"/"+issued["id"].(string)).Map()
		var net float64
		for _, l := range one["lines"].([]any) {
			net += l.(map[string]any)["netCents"].(float64)
		}
		require.Equal(v, []any{one["netCents"], one["amountCents"]}, []any{net, net + one["vatCents"].(float64)})
		v.lastDate(list, issued)
		v.summary(family)
		v.download(list+"/"+draft["id"].(string)+"/download", draft["id"].(string))
		v.electronic(list, issued, draft)
		v.archive(list+"/download-zip", issued["id"].(string), draft["id"].(string))
		v.accounting(list+"/accounting-summary", issued, draft)
		v.bulk(list, drafts.List())
	}
	v.cancelled(v.families()[0] + "/invoices")
}

// cancelled takes a published invoice back: it stays, and a credit note names it.
func (v *tour) cancelled(list string) {
	v.Helper()
	held := v.get(v.organizer, query(list, "status", "FINALIZED", "type", "INVOICE")).List()[0]
	require.Equal(v, true, held["cancellable"])
	body := map[string]any{"ids": []any{held["id"]}, "reason": "Relevé corrigé"}
	done := v.do(v.organizer, http.MethodPost, list+"/cancel", body).Map()
	require.Equal(v, []any{map[string]any{"id": held["id"], "status": "SUCCESS"}}, done["results"])
	notes := v.get(v.organizer, query(list, "type", "CREDIT_NOTE")).List()
	require.Len(v, notes, 1)
	require.Equal(v, map[string]any{"id": held["id"], "number": held["number"]}, notes[0]["credits"])
	require.Equal(v, []any{"FINALIZED", held["amountCents"], false}, []any{notes[0]["status"], notes[0]["amountCents"], notes[0]["cancellable"]})
	gone := v.get(v.organizer, list+"/"+held["id"].(string)).Map()
	require.Equal(v, []any{"CANCELLED", held["number"], map[string]any{"id": notes[0]["id"], "number": notes[0]["number"]}}, []any{gone["status"], gone["number"], gone["creditNote"]})
	document := v.get(v.organizer, list+"/"+notes[0]["id"].(string)+"/download")
	require.Equal(v, "%PDF-", string(document.Body[:5]))
	again := v.organizer.Do(http.MethodPost, list+"/cancel", body).Map()["results"].([]any)[0].(map[string]any)
	require.Equal(v, "invoice.notCancellable", again["problem"].(map[string]any)["key"])
	totals := v.get(v.organizer, list+"/totals").Map()
	require.Equal(v, held["amountCents"], totals["creditNotes"].(map[string]any)["amountCents"])
}

// electronic is the XML of a published invoice, to the cent what the invoice says.
func (v *tour) electronic(list string, issued, draft map[string]any) {
	v.Helper()
	path := func(i map[string]any) string { return list + "/" + i["id"].(string) + "/e-invoice" }
	file := v.get(v.organizer, path(issued))
	require.Equal(v, "application/xml", file.Header.Get("Content-Type"))
	require.Contains(v, file.Header.Get("Content-Disposition"), "facture-"+issued["number"].(string)+".xml")
	require.Contains(v, string(file.Body), fmt.Sprintf("<ram:GrandTotalAmount>%.2f</ram:GrandTotalAmount>", issued["amountCents"].(float64)/100))
	require.Contains(v, string(file.Body), "<ram:ID>"+issued["number"].(string)+"</ram:ID>")
	require.Contains(v, v.organizer.Get(path(draft)).Keys(), "invoice.noDocument")
	if strings.HasPrefix(list, "/operations/") {
		require.Equal(v, map[string]any{"available": true, "withinDocument": true}, v.get(v.organizer, list+"/"+issued["id"].(string)).Map()["eInvoice"])
	}
	document := v.get(v.organizer, list+"/"+issued["id"].(string)+"/download")
	api.DisableConfigDir()
	within, err := api.ExtractAttachmentsRaw(bytes.NewReader(document.Body), "", nil, nil)
	require.NoError(v, err)
	require.Len(v, within, 1)
	require.Equal(v, "factur-x.xml", within[0].FileName)
	extracted, err := io.ReadAll(within[0])
	require.NoError(v, err)
	require.Equal(v, string(file.Body), string(extracted), "what is in the document is what stands beside it")
}

// archive holds the documents of published invoices, asked for in the query and in the body.
func (v *tour) archive(path, issued, draft string) {
	v.Helper()
	one := query(path, "invoicesIds", issued)
	asked, sent := v.get(v.organizer, one), v.do(v.organizer, http.MethodPost, path, map[string]any{"ids": []any{issued}})
	for _, file := range []apptest.Reply{asked, sent} {
		require.Equal(v, http.StatusOK, file.Status, "%s", file.Body)
		require.Equal(v, "application/zip", file.Header.Get("Content-Type"))
		require.Contains(v, file.Header.Get("Content-Disposition"), "f-2026-09-30-")
		read, err := zip.NewReader(bytes.NewReader(file.Body), int64(len(file.Body)))
		require.NoError(v, err)
		require.Len(v, read.File, 1)
		require.True(v, strings.HasSuffix(read.File[0].Name, ".pdf"))
	}
	require.Contains(v, v.organizer.Get(query(path, "invoicesIds", issued+","+draft)).Keys(), "invoice.noDocument")
	v.mark(http.MethodGet, path, "invoicesIds")
	v.refused(v.organizer, one, "billsIds", issued, "notFound") // bills of the old engine only
}

// accounting is a workbook of published invoices, asked for in the query and in the body.
func (v *tour) accounting(path string, issued, draft map[string]any) {
	v.Helper()
	chosen := issued["id"].(string)
	asked, sent := v.get(v.organizer, query(path, "invoicesIds", chosen)), v.do(v.organizer, http.MethodPost, path, map[string]any{"ids": []any{chosen}})
	for _, file := range []apptest.Reply{asked, sent} {
		require.Contains(v, file.Header.Get("Content-Disposition"), "comptabilite_")
		require.Contains(v, file.Header.Get("Content-Disposition"), "_2026-09-30.xlsx")
		book, err := excelize.OpenReader(bytes.NewReader(file.Body))
		require.NoError(v, err)
		rows, err := book.GetRows("Factures", excelize.Options{RawCellValue: true})
		require.NoError(v, err)
		amount, err := strconv.ParseFloat(rows[1][9], 64)
		require.NoError(v, err)
		require.Equal(v, []any{issued["number"], issued["amountCents"]}, []any{rows[1][0], math.Round(amount * 100)})
		require.Equal(v, rows[1][7:10], rows[2][7:10], "the total of one")
		rates, err := book.GetRows("TVA", excelize.Options{RawCellValue: true})
		require.NoError(v, err)
		require.Equal(v, rows[1][7:10], rates[len(rates)-1][4:7], "rates come to the same")
	}
	require.Contains(v, v.organizer.Get(query(path, "invoicesIds", chosen+","+draft["id"].(string))).Keys(), "invoice.noDocument")
	v.mark(http.MethodGet, path, "invoicesIds")
}

// summary adds up what a site was invoiced, or issued.
func (v *tour) summary(family string) {
	v.Helper()
	if !strings.HasPrefix(family, "/participants/") {
		return
	}
	s := v.get(v.organizer, family+"/invoice-summary").Map()
	open, rows := s["toReceive"].(map[string]any)["amountCents"].(float64)+s["toPay"].(map[string]any)["amountCents"].(float64), s["invoices"].([]any)
	require.NotEmpty(v, rows)
	require.NotEmpty(v, s["years"])
	sum := 0.0
	for _, row := range rows {
		if inv := row.(map[string]any)["invoice"].(map[string]any); inv["status"] == "FINALIZED" && inv["type"] == "INVOICE" && inv["paymentStatus"] != "SUCCEEDED" {
			sum += inv["amountCents"].(float64)
		}
	}
	require.Equal(v, sum, open)
}

func (v *tour) filters(list string, draft, issued map[string]any) {
	v.Helper()
	id := func(party string) string { return issued[party].(map[string]any)["id"].(string) }
	_, none := v.differ(v.organizer, list, "type", "INVOICE", "CREDIT_NOTE")
	require.Empty(v, none.List())
	_, client := v.differ(v.organizer, list, "billableEntityId", "", id("billableEntity"))
	for _, i := range client.List() {
		require.Equal(v, issued["billableEntity"], i["billableEntity"])
	}
	v.differ(v.organizer, list, "billingEntityId", id("billingEntity"), id("billableEntity"))
	_, run := v.differ(v.organizer, list, "runId", draft["runId"].(string), issued["runId"].(string))
	require.Contains(v, ids(run.List()), issued["id"])
	_, noPlan := v.differ(v.organizer, list, "planId", "", id("billableEntity"))
	require.Empty(v, noPlan.List())
	month, next := v.differ(v.organizer, list, "month", issued["periodEnd"].(string)[:7], "2026-12")
	require.Contains(v, ids(month.List()), issued["id"])
	require.Empty(v, next.List(), "nothing ends there yet")
	for _, i := range month.List() {
		require.Equal(v, issued["periodEnd"].(string)[:7], i["periodEnd"].(string)[:7])
	}
	_, found := v.differ(v.organizer, list, "q", "", issued["number"].(string))
	require.Equal(v, []any{issued["id"]}, ids(found.List()))
}

func (v *tour) lastDate(list string, issued map[string]any) {
	v.Helper()
	id := func(party string) string { return issued[party].(map[string]any)["id"].(string) }
	path := query(list+"/lastInvoiceDate", "billingEntityId", id("billingEntity"), "billableEntityId", id("billableEntity"))
	last := v.get(v.organizer, path).Map()
	require.Equal(v, "2026-09-30", last["lastInvoiceDate"])
	v.refusedOrOther(path, "billingEntityId", id("billableEntity"))
	v.refusedOrOther(path, "billableEntityId", id("billingEntity"))
	v.differ(v.organizer, list, "overdue", "true", "false")
	v.differ(v.organizer, list, "paid", "true", "false")
	if strings.HasPrefix(list, "/operations/") {
		published := v.get(v.organizer, list+"/totals").Map()["published"].(map[string]any)
		require.EqualValues(v, len(v.get(v.organizer, query(list, "status", "FINALIZED")).List()), published["number"])
		v.differ(v.organizer, list+"/totals", "q", "", "nobody is called so")
		v.differ(v.organizer, list+"/totals", "billingEntityId", id("billingEntity"), id("billableEntity"))
		v.differ(v.organizer, list+"/totals", "planId", "", id("billableEntity"))
		v.differ(v.organizer, list+"/totals", "month", issued["periodEnd"].(string)[:7], "2026-12")
		v.differ(v.organizer, list+"/totals", "billableEntityId", id("billableEntity"), id("billingEntity"))
	}
}

// refusedOrOther shows that another value finds something else, or nothing.
func (v *tour) refusedOrOther(path, parameter, value string) {
	v.Helper()
	a, b := v.get(v.organizer, path), v.organizer.Get(query(path, parameter, value))
	require.NotEqual(v, string(a.Body), string(b.Body))
	require.Less(v, b.Status, 500)
	v.mark(http.MethodGet, path, parameter)
}

func (v *tour) download(path, _ string) {
	v.Helper()
	fr, nl := v.differ(v.organizer, path, "language", "fr", "nl")
	for _, file := range []apptest.Reply{fr, nl} {
		require.Equal(v, "application/pdf", file.Header.Get("Content-Type"))
		require.Equal(v, "%PDF-", string(file.Body[:5]))
		require.Contains(v, file.Header.Get("Content-Disposition"), ".pdf")
	}
	v.refused(v.organizer, path, "isLegacyBill", "true", "notFound") // it is an invoice
}

// bulk deletes one draft, publishes one by its id in the query and the rest in the body.
func (v *tour) bulk(list string, drafts []map[string]any) {
	v.Helper()
	require.Greater(v, len(drafts), 3)
	id := func(i int) string { return drafts[i]["id"].(string) }
	deleted := v.do(v.organizer, http.MethodDelete, list+"?ids="+id(0), nil).Map()
	require.Equal(v, []any{map[string]any{"id": id(0), "status": "SUCCESS"}}, deleted["results"])
	require.Equal(v, http.StatusNotFound, v.organizer.Get(list+"/"+id(0)).Status)
	published := v.do(v.organizer, http.MethodPost, list+"/publish?ids="+id(1), nil).Map()
	require.Equal(v, []any{map[string]any{"id": id(1), "status": "SUCCESS"}}, published["results"])
	require.Equal(v, "DRAFT", v.get(v.organizer, list+"/"+id(2)).Map()["status"])
	v.do(v.organizer, http.MethodPost, list+"/publish", map[string]any{"ids": []string{id(2)}})
	both := v.get(v.organizer, list+"/"+id(2)).Map()
	require.Equal(v, "FINALIZED", both["status"])
	require.NotEmpty(v, both["number"])
	again := v.organizer.Do(http.MethodDelete, list+"?ids="+id(2), nil).Map()["results"].([]any)[0].(map[string]any)
	require.Equal(v, "invoice.notDraft", again["problem"].(map[string]any)["key"])
	v.mark(http.MethodDelete, list, "ids")
	v.mark(http.MethodPost, list+"/publish", "ids")
	aside := v.do(v.organizer, http.MethodPost, list+"/cancel?ids="+id(3), nil).Map()
	require.Equal(v, []any{map[string]any{"id": id(3), "status": "SUCCESS"}}, aside["results"])
	require.Equal(v, "CANCELLED", v.get(v.organizer, list+"/"+id(3)).Map()["status"])
	v.mark(http.MethodPost, list+"/cancel", "ids")
}
