package apptest_test

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/xlsx"
	"github.com/openpmo/pmo/cmd/server/apptest"
)

// payments is creditors and mandates, of an issuer and of its producer.
func (v *tour) payments() {
	v.Helper()
	postal := map[string]any{"address": "1 rue Haute", "postCode": "35300", "city": "Fougères", "country": "FR"}
	base := "/operations/" + v.enedis + "/billing/billing-entities"
	issuer := func(name, number, series string) (entity, producer string) {
		producer = v.newSite(v.enedis, "producer", name, map[string]any{"entry": "2026-11-01"})["id"].(string)
		made := v.created(base, with(postal, map[string]any{"name": name, "vatRegime": "franchise", "legalNumber": number, "seriesCode": series, "producerIds": []any{producer}}))
		return made["id"].(string), producer
	}
	creditor := map[string]any{"name": "Créancier", "ics": "FR72ZZZ123456", "iban": "FR1420041010050500013M02606", "bic": "PSSTFRPPSCE", "bankReconciliationId": "SOLEIL"}
	mandate := func(consumer, rum string) map[string]any {
		return map[string]any{"participantId": consumer, "mandateId": rum, "debtorName": "Anne Martin", "iban": "FR7630006000011234567890189", "signatureDate": "2026-10-01"}
	}
	first, _ := issuer("Créancier un", "552100554", "MANDA")
	for _, claim := range v.admin.Get(query("/admin/seller-claims", "filter", `{"status":"REQUESTED"}`)).List() {
		if claim["issuerName"] == "Créancier un" {
			v.do(v.admin, http.MethodPut, "/admin/seller-claims/"+claim["id"].(string), map[string]any{"status": "CONFIRMED"})
		}
	}
	begun := v.do(v.organizer, http.MethodPut, base+"/"+first, map[string]any{"firstNumber": 100}).Map()
	require.Equal(v, []any{2026.0, 100.0}, []any{begun["numberYear"], begun["nextNumber"]}, "numbers of another tool go on")
	require.Equal(v, "billingEntity.firstNumberFixed", v.organizer.Put(base+"/"+first, map[string]any{"firstNumber": 200}).Key())
	second, producer := issuer("Créancier deux", "732829320", "MANDB")
	one := v.created("/payments/creditors/by-billing-entities/"+first, creditor)
	v.has(one, "id", "billingEntityId", "name", "ics", "iban", "bic", "bankReconciliationId")
	v.created("/participants/"+producer+"/payments/creditor", with(creditor, map[string]any{"name": "Autre"}))
	path := "/payments/creditors/" + one["id"].(string)
	changed := v.do(v.organizer, http.MethodPut, path, map[string]any{"bankReconciliationId": nil, "name": "Créancière"}).Map()
	require.NotContains(v, changed, "bankReconciliationId")
	v.one(path, changed)
	list := "/payments/creditors/by-billing-entities?billingEntityIds=" + first
	require.Equal(v, []any{one["id"]}, ids(v.get(v.organizer, list).List()))
	v.differ(v.organizer, list, "billingEntityIds", first, second)
	of := "/payments/creditors/by-producers?participantsIds=" + producer
	require.Equal(v, "Autre", v.get(v.organizer, of).List()[0]["name"])
	v.differ(v.organizer, of, "participantsIds", producer, v.producers[v.enedis][0].id)

	consumers := v.consumers[v.enedis]
	kept := v.created("/payments/mandates/by-billing-entity/"+first, mandate(consumers[0].id, "TOUR-1"))
	v.has(kept, "id", "participantId", "mandateId", "debtorName", "creditorName", "ics", "iban", "scheme", "signatureDate", "status", "lapsesOn")
	require.Equal(v, []any{"ACTIVE", "2029-10-01", "Créancière"}, []any{kept["status"], kept["lapsesOn"], kept["creditorName"]})
	v.created("/participants/"+producer+"/payments/mandates", mandate(consumers[0].id, "TOUR-2"))
	path = "/payments/mandates/" + kept["id"].(string)
	amended := v.do(v.organizer, http.MethodPut, path, map[string]any{"iban": "BE71096123456769"}).Map()
	require.Equal(v, "BE71096123456769", amended["iban"])
	before := v.get(v.organizer, path).Map()["amendments"].([]any)
	require.Len(v, before, 1)
	require.Equal(v, "FR7630006000011234567890189", before[0].(map[string]any)["iban"])
	require.Equal(v, "BE71 •••• 6769", v.get(v.admin, path).Map()["iban"])
	for _, path := range []string{"/payments/mandates/by-billing-entity/" + first, "/payments/mandates/by-creditor/" + one["id"].(string)} {
		require.Equal(v, []any{kept["id"]}, ids(v.get(v.organizer, path).List()))
	}

	rows := func(rums ...string) map[string]any {
		var all []any
		for i, rum := range rums {
			row := mandate("", rum)
			delete(row, "participantId")
			row["dsoId"] = consumers[i%len(consumers)].dsoID
			all = append(all, row)
		}
		return map[string]any{"mandates": all}
	}
	for path, rum := range map[string]string{"/payments/mandates/import/by-billing-entity/" + first: "TOUR-3", "/payments/mandates/import/by-creditor/" + one["id"].(string): "TOUR-4"} {
		check := v.do(v.organizer, http.MethodPost, path+"?dryRun=true", rows(rum, "TOUR-1", "A B")).Map()
		require.Equal(v, []any{1.0, 2.0, true}, []any{check["created"], check["rejected"], check["dryRun"]})
		v.mark(http.MethodPost, path, "dryRun")
		items := check["errors"].([]any)
		require.Equal(v, []any{"mandate.duplicate", 2.0, "rum.invalid", 3.0}, []any{items[0].(map[string]any)["key"], items[0].(map[string]any)["row"],
			items[1].(map[string]any)["key"], items[1].(map[string]any)["row"]})
		refused := v.organizer.Post(path, rows(rum, "A B"))
		require.Equal(v, []any{http.StatusBadRequest, "mandate.importRejected"}, []any{refused.Status, refused.Key()})
		require.Equal(v, 1.0, v.do(v.organizer, http.MethodPost, path, rows(rum)).Map()["created"])
		require.Equal(v, 1.0, v.do(v.organizer, http.MethodPost, path, rows(rum)).Map()["unchanged"])
	}
	require.Len(v, v.get(v.organizer, "/payments/mandates/by-billing-entity/"+first).List(), 3)
	v.mandateFile("/payments/mandates/import/by-billing-entity/"+first, consumers[0].dsoID)
}

// mandateFile is mandates by a workbook: what is to be filled, looked at, refused by line and field, and kept.
func (v *tour) mandateFile(path, site string) {
	v.Helper()
	blank := v.get(v.organizer, path+"/template")
	require.Contains(v, blank.Header.Get("Content-Disposition"), "mandats-ACC00000001.xlsx")
	header := []string{"prm", "rum", "debiteur", "iban", "date_signature"}
	file := func(rum, iban string) []apptest.File {
		var book bytes.Buffer
		require.NoError(v, xlsx.WriteTable(&book, "Mandats", header, [][]any{{site, rum, "Anne Martin", iban, "01/10/2026"}}))
		return []apptest.File{{Name: "mandats.xlsx", Content: book.Bytes()}}
	}
	good := file("TOUR-5", "FR7630006000011234567890189")
	look := v.organizer.Upload(path+"/file?dryRun=true", "file", good, nil)
	v.seen(http.MethodPost, path+"/file?dryRun=true", look)
	v.mark(http.MethodPost, path+"/file", "dryRun")
	require.Equal(v, []any{1.0, true}, []any{look.Map()["created"], look.Map()["dryRun"]}, "%s", look.Body)
	require.Equal(v, true, v.organizer.Upload(path+"/file", "file", good, map[string]string{"dryRun": "true"}).Map()["dryRun"], "a check by a part, as by the query")
	refused := v.organizer.Upload(path+"/file", "file", file("TOUR-5", "FR7630006000011234567890188"), nil)
	require.Equal(v, []string{"mandate.importRejected", "iban.invalid"}, refused.Keys(), "%s", refused.Body)
	item := refused.Map()["errors"].([]any)[0].(map[string]any)
	require.Equal(v, []any{2.0, "iban"}, []any{item["row"], item["field"]})
	require.Equal(v, "import.fileType", v.organizer.Upload(path+"/file", "file", []apptest.File{{Name: "mandats.pdf", Content: []byte("%PDF")}}, nil).Key())
	for _, outcome := range []string{"created", "unchanged"} {
		kept := v.organizer.Upload(path+"/file", "file", good, nil)
		v.seen(http.MethodPost, path+"/file", kept)
		require.Equal(v, 1.0, kept.Map()[outcome], "%s", kept.Body)
	}
}

// collections orders the collection of an invoice of an operation of its own, by each of the ways.
func (v *tour) collections() {
	v.Helper()
	x := newStrangerOf(v.T, v.server, strangerKind{"Lastschrift", "lastschrift@elsewhere.example", "ACC00000097", "9960000000000", "444608442", "LAST", "debit"})
	confirmIssuers(v.T, v.admin)
	published := x.organizer.Post("/operations/"+x.params["operationId"]+"/billing/invoices/publish", map[string]any{"runId": x.params["runId"], "confirmUnpriced": true})
	require.NotContains(v, string(published.Body), "FAILURE")
	waiting := v.get(x.organizer, "/operations/"+x.params["operationId"]+"/payments/collectable").List()
	require.Len(v, waiting, 1)
	one := waiting[0]
	v.has(one, "id", "number", "billingEntityId", "billingEntityName", "billableEntityId", "billableEntityName", "amountCents", "periodStart", "periodEnd", "dueDate", "creditorId", "collectionDate", "mandateId")
	require.Equal(v, []any{x.params["invoiceId"], "LAST-0001", nil}, []any{one["id"], one["mandateId"], one["problem"]})

	byIssuer := "/payments/sepa/by-billing-entity/" + x.params["billingEntityId"]
	byProducer := "/participants/" + x.params["producerId"] + "/payments/sepa"
	selection := map[string]any{"invoicesIds": []any{one["id"]}}
	first := v.get(x.organizer, byIssuer+"?invoicesIds="+one["id"].(string))
	require.Equal(v, "application/xml", first.Header.Get("Content-Type"))
	require.Equal(v, `attachment; filename=sepa-lastschriftdach-2026-09.xml`, first.Header.Get("Content-Disposition"))
	require.Contains(v, string(first.Body), "<EndToEndId>LAST-"+one["number"].(string)+"</EndToEndId>")
	for _, again := range []apptest.Reply{v.get(x.organizer, byProducer+"?invoicesIds="+one["id"].(string)), v.do(x.organizer, http.MethodPost, byIssuer, selection), v.do(x.organizer, http.MethodPost, byProducer, selection)} {
		require.Equal(v, string(first.Body), string(again.Body), "the same set gives the same file")
	}
	v.mark(http.MethodGet, byIssuer, "invoicesIds")
	v.mark(http.MethodGet, byProducer, "invoicesIds")
	require.Empty(v, v.get(x.organizer, "/operations/"+x.params["operationId"]+"/payments/collectable").List())

	list := v.get(x.organizer, "/operations/"+x.params["operationId"]+"/payments/collections").List()
	require.Len(v, list, 1)
	path := "/payments/collections/" + list[0]["id"].(string)
	made := v.get(x.organizer, path).Map()
	v.has(made, "id", "creditorId", "creditorName", "billingEntityName", "ics", "status", "messageId", "firstCollectionDate", "lastCollectionDate", "month", "amountCents", "invoiceCount", "fileName", "createdAt", "createdByName")
	require.Equal(v, []any{"EXPORTED", one["amountCents"], 1.0, "2026-09", one["collectionDate"]}, []any{made["status"], made["amountCents"], made["invoiceCount"], made["month"], made["firstCollectionDate"]})
	asked := made["transactions"].([]any)[0].(map[string]any)
	require.Equal(v, []any{one["id"], "LAST-0001", true, "PENDING"}, []any{asked["invoiceId"], asked["mandateId"], asked["held"], asked["paymentStatus"]})
	require.Equal(v, string(first.Body), string(v.get(x.organizer, path+"/file").Body))
	withdrawn := v.do(x.organizer, http.MethodPost, path+"/cancel", nil).Map()
	require.Equal(v, "CANCELLED", withdrawn["status"])
	require.Len(v, v.get(x.organizer, "/operations/"+x.params["operationId"]+"/payments/collectable").List(), 1)
	second := v.get(x.organizer, byIssuer+"?invoicesIds="+one["id"].(string))
	require.Contains(v, string(second.Body), "-R1</EndToEndId>", "a bank tells the second attempt from the first")
	v.handedOver(x)
	v.reminded(x, one)
	v.settled(x, one)
}

// handedOver lays the file of the collection that holds down for the bank: whole, once, with a receipt;
// what the bank lays down is taken in, or refused with its reason.
func (v *tour) handedOver(x stranger) {
	v.Helper()
	base := "/operations/" + x.params["operationId"] + "/payments"
	var holding map[string]any
	for _, c := range v.get(x.organizer, base+"/collections").List() {
		if c["status"] == "EXPORTED" {
			holding = c
		} else {
			require.Equal(v, "handover.cancelled", x.organizer.Post("/payments/collections/"+c["id"].(string)+"/hand-over", nil).Key())
		}
	}
	at := "/payments/collections/" + holding["id"].(string)
	asked := v.do(x.organizer, http.MethodPost, at+"/hand-over", nil).Map()
	v.has(asked, "collectionId", "place", "fileName", "sha256", "state", "askedAt", "askedByName")
	folder := v.bankFolder
	in := filepath.Join(folder, "in", x.kind.externalID)
	require.NoError(v, os.MkdirAll(in, 0o755))
	require.NoError(v, os.WriteFile(filepath.Join(in, "nonsense.xml"), []byte("<Document/>"), 0o600))
	old := apptest.Today.Add(-time.Hour)
	require.NoError(v, os.Chtimes(filepath.Join(in, "nonsense.xml"), old, old))
	require.NoError(v, v.server.App.Services.Handovers.Sweep(v.Context()))
	found := v.get(x.organizer, base+"/hand-overs").Map()
	v.has(found, "place", "handOvers", "returned")
	done := found["handOvers"].([]any)[0].(map[string]any)
	require.Equal(v, []any{"DONE", asked["sha256"], "folder"}, []any{done["state"], done["sha256"], found["place"]})
	content, err := os.ReadFile(filepath.Join(folder, "out", done["fileName"].(string)))
	require.NoError(v, err)
	require.Equal(v, string(v.get(x.organizer, at+"/file").Body), string(content))
	require.Equal(v, "DONE", x.organizer.Post(at+"/hand-over", nil).Map()["state"])
	require.Equal(v, "sepa.handedOver", x.organizer.Post(at+"/cancel", nil).Key())
	require.NotEmpty(v, found["returned"].([]any)[0].(map[string]any)["problem"])
	reasons, err := filepath.Glob(filepath.Join(folder, "refused", x.kind.externalID, "*.txt"))
	require.NoError(v, err)
	require.Len(v, reasons, 1)
}

// settled is what was paid of the invoice that a collection holds: the status follows, what came back can
// be collected anew, and a credit note owes what was paid.
func (v *tour) settled(x stranger, invoice map[string]any) {
	v.Helper()
	base := "/operations/" + x.params["operationId"]
	path, one := base+"/payments/settlements", invoice["id"].(string)
	amount := invoice["amountCents"].(float64)
	read := func() []any {
		i := v.get(x.organizer, base+"/billing/invoices/"+one).Map()
		return []any{i["paymentStatus"], i["paidCents"]}
	}
	issued := v.get(x.organizer, base+"/billing/invoices/"+one).Map()["issueDate"].(string)
	body := func(pairs ...any) map[string]any {
		b := map[string]any{"invoicesIds": []any{one}, "bookedOn": issued}
		for n := 0; n < len(pairs); n += 2 {
			b[pairs[n].(string)] = pairs[n+1]
		}
		return b
	}
	record := func(pairs ...any) map[string]any {
		made := v.do(x.organizer, http.MethodPost, path, body(pairs...)).List()
		require.Len(v, made, 1)
		return made[0]
	}
	for _, c := range []struct {
		body map[string]any
		key  string
	}{
		{body("bookedOn", "2027-01-01"), "settlement.ahead"}, {body("bookedOn", "2020-01-01"), "settlement.beforeIssue"}, {body("amountCents", 0), "settlement.amount"},
		{body("kind", "RETURN"), "settlement.returnTooMuch"}, {body("invoicesIds", []any{one, x.params["tokenId"]}), "invoice.notFound"},
		{body("invoicesIds", []any{one, x.params["tokenId"]}, "amountCents", 5), "settlement.oneInvoice"},
	} {
		require.Contains(v, x.organizer.Post(path, c.body).Keys(), c.key)
	}
	require.Equal(v, []any{"PENDING", 0.0}, read(), "nothing of it was recorded")
	part := record("amountCents", 100, "reference", " VIR 1 ")
	v.has(part, "id", "invoiceId", "kind", "amountCents", "bookedOn", "reference", "createdAt")
	require.Equal(v, []any{"VIR 1", "PENDING", 100.0}, append([]any{part["reference"]}, read()...))
	rest := record()
	require.Equal(v, []any{amount - 100, "SUCCEEDED", amount}, append([]any{rest["amountCents"]}, read()...))
	require.Contains(v, x.organizer.Post(path, body()).Keys(), "settlement.paid")
	require.Empty(v, v.get(x.organizer, base+"/payments/collectable").List())
	back := record("kind", "RETURN", "reference", "MD06")
	require.Equal(v, []any{amount, "FAILED", 0.0}, append([]any{back["amountCents"]}, read()...))
	require.Len(v, v.get(x.organizer, base+"/payments/collectable").List(), 1, "it can be collected anew")
	require.Contains(v, x.organizer.Post(path+"/"+rest["id"].(string)+"/withdraw", nil).Keys(), "settlement.returnedSince")
	v.remindedOf(x, one)
	gone := v.do(x.organizer, http.MethodPost, path+"/"+back["id"].(string)+"/withdraw", nil).Map()
	v.has(gone, "withdrawnAt", "withdrawnByName")
	v.do(x.organizer, http.MethodPost, path+"/"+rest["id"].(string)+"/withdraw", nil)
	require.Contains(v, x.organizer.Post(path+"/"+rest["id"].(string)+"/withdraw", nil).Keys(), "settlement.withdrawn")
	require.Equal(v, []any{"PENDING", 100.0}, read())
	of := path + "?invoiceId=" + one
	require.Len(v, v.get(x.organizer, of).List(), 3, "what was withdrawn stays")
	v.refused(x.organizer, of, "invoiceId", x.params["tokenId"], "invoice.notFound")

	cancelled := x.organizer.Post(base+"/billing/invoices/cancel", map[string]any{"ids": []any{one}, "reason": "Erreur"})
	require.NotContains(v, string(cancelled.Body), "FAILURE")
	require.Contains(v, x.organizer.Post(path, body()).Keys(), "settlement.cancelled")
	note := v.get(x.organizer, base+"/billing/invoices?type=CREDIT_NOTE").List()[0]
	require.Equal(v, "PENDING", note["paymentStatus"], "the client is owed what was paid")
	repaid := record("invoicesIds", []any{note["id"]})
	require.Equal(v, 100.0, repaid["amountCents"])
	require.Equal(v, "SUCCEEDED", v.get(x.organizer, base+"/billing/invoices/"+note["id"].(string)).Map()["paymentStatus"])
}

// reminded is what the client of an invoice owes, whom reminders go to, and who is spared.
func (v *tour) reminded(x stranger, invoice map[string]any) {
	v.Helper()
	base, one := "/operations/"+x.params["operationId"], invoice["id"].(string)
	balances := v.get(x.organizer, base+"/payments/balances").List()
	require.Len(v, balances, 1)
	v.has(balances[0], "billableEntityId", "billableEntityName", "invoiceCount", "invoicedCents", "creditedCents", "settledCents", "openCents", "overpaidCents", "owedCents", "overdueCents", "overdueCount", "longestLateDays")
	client := balances[0]["billableEntityId"].(string)
	require.Empty(v, v.get(x.organizer, base+"/payments/balances?q=niemand").List())
	v.mark(http.MethodGet, base+"/payments/balances", "q")
	account := v.get(x.organizer, base+"/payments/balances/"+client).Map()
	require.Equal(v, balances[0], account["balance"])
	line := account["lines"].([]any)[0].(map[string]any)
	require.Equal(v, []any{"INVOICE", one, invoice["amountCents"], invoice["amountCents"]}, []any{line["kind"], line["invoiceId"], line["amountCents"], line["owedCents"]})
	own := v.get(x.organizer, "/participants/"+x.params["consumerId"]+"/payments/account").Map()
	require.Equal(v, account["lines"], own["lines"])
	for _, path := range []string{base + "/payments/overdue", "/payments/overdue"} {
		require.Empty(v, v.get(x.organizer, path+"?clientId="+client+"&paymentMethod=debit&minDaysLate=1&q=x").List())
		for _, name := range []string{"clientId", "paymentMethod", "minDaysLate", "q"} {
			v.mark(http.MethodGet, path, name)
		}
	}

	settings := base + "/payments/reminder-settings"
	set := v.get(x.organizer, settings).Map()
	v.has(set, "enabled", "days", "texts")
	require.Equal(v, []any{false, []any{7.0, 21.0, 45.0}}, []any{set["enabled"], set["days"]})
	own1 := map[string]any{"level": 1, "language": "fr", "subject": "Rappel", "body": "Merci : %{invoices}"}
	changed := v.do(x.organizer, http.MethodPut, settings, map[string]any{"enabled": true, "days": []any{5, 10, 20}, "texts": []any{own1}}).Map()
	require.Equal(v, []any{true, true}, []any{changed["enabled"], changed["texts"].([]any)[0].(map[string]any)["own"]})
	for body, key := range map[string]map[string]any{
		"reminder.days":        {"days": []any{5, 5, 20}},
		"reminder.noInvoices":  {"texts": []any{with(own1, map[string]any{"body": "Payez"})}},
		"reminder.placeholder": {"texts": []any{with(own1, map[string]any{"subject": "%{iban}"})}},
		"reminder.textTwice":   {"texts": []any{own1, own1}},
	} {
		require.Contains(v, x.organizer.Put(settings, key).Keys(), body)
	}
	preview := v.get(x.organizer, base+"/payments/reminder-preview").Map()
	v.has(preview, "day", "mails", "withheld")
	require.Contains(v, x.organizer.Post(base+"/payments/reminders", map[string]any{"clientIds": []any{client}}).Keys(), "reminder.nothing")

	pauses := base + "/payments/reminder-pauses"
	paused := v.do(x.organizer, http.MethodPost, pauses, map[string]any{"invoiceId": one, "reason": "Litige", "until": "2027-06-30"}).Map()
	v.has(paused, "id", "billableEntityName", "invoiceId", "number", "reason", "until", "holds", "createdByName", "createdAt")
	require.Contains(v, x.organizer.Post(pauses, map[string]any{"reason": "x"}).Keys(), "reminder.pauseOf")
	v.has(v.do(x.organizer, http.MethodPost, pauses+"/"+paused["id"].(string)+"/end", nil).Map(), "endedAt", "endedByName")
	require.Contains(v, x.organizer.Post(pauses+"/"+paused["id"].(string)+"/end", nil).Keys(), "reminder.pauseOver")
	require.Len(v, v.get(x.organizer, pauses).List(), 2, "what is over stays")
}

// remindedOf reminds the client of an invoice whose direct debit came back, as if it had been due long ago.
func (v *tour) remindedOf(x stranger, invoice string) {
	v.Helper()
	base := "/operations/" + x.params["operationId"]
	dueLongAgo(v.T, v.server, invoice)
	overdue := v.get(x.organizer, base+"/payments/overdue").List()
	require.Len(v, overdue, 1)
	v.has(overdue[0], "id", "operationId", "operationName", "number", "billingEntityId", "billingEntityName", "billableEntityId", "billableEntityName", "paymentMethod", "paymentStatus",
		"periodStart", "periodEnd", "issueDate", "dueDate", "daysLate", "amountCents", "paidCents", "openCents")
	require.Equal(v, []any{invoice, 20.0, "FAILED"}, []any{overdue[0]["id"], overdue[0]["daysLate"], overdue[0]["paymentStatus"]})
	client := overdue[0]["billableEntityId"].(string)
	v.do(x.organizer, http.MethodPut, base+"/billing/billable-entities/"+client, map[string]any{"email": "kunde@elsewhere.example"})
	preview := v.get(x.organizer, base+"/payments/reminder-preview").Map()
	require.Empty(v, preview["mails"], "the client is paused")
	require.Equal(v, "PAUSED", preview["withheld"].([]any)[0].(map[string]any)["reason"])
	for _, p := range v.get(x.organizer, base+"/payments/reminder-pauses").List() {
		if p["holds"] == true {
			v.do(x.organizer, http.MethodPost, base+"/payments/reminder-pauses/"+p["id"].(string)+"/end", nil)
		}
	}
	mail := v.get(x.organizer, base+"/payments/reminder-preview").Map()["mails"].([]any)[0].(map[string]any)
	v.has(mail, "billableEntityId", "billableEntityName", "level", "address", "language", "openCents", "invoices", "subject", "body")
	path := base + "/payments/reminders"
	made := v.do(x.organizer, http.MethodPost, path, map[string]any{"clientIds": []any{client}}).List()
	require.Len(v, made, 1)
	require.Contains(v, x.organizer.Post(path, map[string]any{}).Keys(), "reminder.nothing", "a level goes once")
	require.Len(v, v.get(x.organizer, path+"?clientId="+client+"&invoiceId="+invoice).List(), 1)
	require.Empty(v, v.get(x.organizer, path+"?clientId="+x.params["tokenId"]).List())
	require.Empty(v, v.get(x.organizer, path+"?invoiceId="+x.params["tokenId"]).List())
	v.mark(http.MethodGet, path, "clientId", "invoiceId")
	v.has(v.get(x.organizer, path+"/"+made[0]["id"].(string)).Map(), "id", "level", "status", "address", "language", "openCents", "invoices", "createdByName", "createdAt", "at")
}

// dueLongAgo makes an issued invoice one that was due twenty days ago.
func dueLongAgo(t *testing.T, s *apptest.Server, invoice string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.DatabaseURL)
	require.NoError(t, err)
	defer func() { _ = conn.Close(t.Context()) }()
	for _, sql := range []string{"set session_replication_role = replica", "update invoices set due_date = issue_date - 20, issue_date = issue_date - 50 where id = '" + invoice + "'"} {
		_, err := conn.Exec(t.Context(), sql)
		require.NoError(t, err)
	}
}
