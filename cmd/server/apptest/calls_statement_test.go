package apptest_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/sibelga"
	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
)

// meterOf is the n-th meter of an operation of Sibelga that a tour makes, with the check digit of GS1.
func meterOf(series, n int) string {
	body := fmt.Sprintf("54144890%05d%04d", series, n)
	sum := 0
	for i, digit := range body {
		sum += int(digit-'0') * (3 - 2*(i%2))
	}
	return body + fmt.Sprint((10-sum%10)%10)
}

// sharedOctober are the two files that Sibelga sends of October, with what some meters were given or gave
// in each of four quarters.
func sharedOctober(received, given map[string]energy.MilliWh) []apptest.File {
	return octoberGiven(received, given, 0)
}

// octoberGiven is the same, given so many quarters after it was received, which cannot be.
func octoberGiven(received, given map[string]energy.MilliWh, late int) []apptest.File {
	month := sibelga.Month{Sharing: "ES_RELEVES", Month: civil.NewMonth(2026, 10), Zone: civil.Brussels}
	curve := func(quarter energy.MilliWh, first int) []energy.MilliWh {
		values := make([]energy.MilliWh, civil.Brussels.StepsIn(month.Month.Range(), 15*time.Minute))
		for q := range 4 {
			values[first+q] = quarter
		}
		return values
	}
	for number, quarter := range received {
		month.Points = append(month.Points, sibelga.Point{EAN: number, Meter: "M", Days: month.Month.Range(), Shared: curve(quarter, 40), Complement: curve(1000, 40)})
	}
	for number, quarter := range given {
		month.Points = append(month.Points, sibelga.Point{EAN: number, Meter: "M", Days: month.Month.Range(), Given: curve(quarter, 40+late), Surplus: curve(1000, 40+late)})
	}
	var monthly, quarters bytes.Buffer
	if err := month.Monthly(&monthly); err != nil {
		panic(err)
	}
	if err := month.Quarters(&quarters, sibelga.Newer); err != nil {
		panic(err)
	}
	return []apptest.File{{Name: "VOLUMES_2026-10.csv", Content: monthly.Bytes()}, {Name: "QUARTS_OCT2026.csv", Content: quarters.Bytes()}}
}

// statements states, orders and pays what two producers of an operation of Brussels of its own are owed:
// one is a private person, the other a company that lets its invoices be written.
func (v *tour) statements() {
	v.Helper()
	me := v.organizer.Get("/session").Map()["id"]
	made := v.admin.Post("/admin/operations", map[string]any{"name": "Relevés", "externalId": "ACC00000110", "dso": "SIBELGA", "type": "OPEN", "billingEngine": "ENGINE_2025", "organizerIds": []any{me}})
	require.Equal(v, http.StatusCreated, made.Status, "%s", made.Body)
	operation := made.Map()["id"].(string)
	base := "/operations/" + operation
	told := v.organizer.Put(base, map[string]any{"interlocutor": map[string]any{"legalName": "Relevés ASBL", "legalNumber": "0540236550", "address": "1 rue Haute", "postCode": "1000", "city": "Bruxelles", "country": "BE", "email": "releves@exemple.example"}})
	require.Equal(v, http.StatusOK, told.Status, "%s", told.Body)
	site := func(n int, name, energyType string) string {
		reply := v.organizer.Post(base+"/participants", map[string]any{"name": name, "energyType": energyType, "entityType": "partIndiv", "dsoId": meterOf(110, n), "address": "2 rue Haute", "postCode": "1000",
			"city": "Bruxelles", "activationRange": map[string]any{"entry": "2026-01-01"}, "dsoStatus": "EN_VIGUEUR", "dsoAction": "CREATION"})
		require.Equal(v, http.StatusCreated, reply.Status, "%s", reply.Body)
		return reply.Map()["id"].(string)
	}
	lambert, toits := site(1, "Lambert", "producer"), site(2, "Toits", "producer")
	dupont := site(3, "Dupont", "consumer")
	upload := v.organizer.Upload(base+"/measurements/upload-permanent-dataset", "files",
		sharedOctober(map[string]energy.MilliWh{meterOf(110, 3): 420_187_500}, map[string]energy.MilliWh{meterOf(110, 1): 170_187_500, meterOf(110, 2): 250_000_000}), nil)
	require.Equal(v, http.StatusAccepted, upload.Status, "%s", upload.Body)
	require.Equal(v, "SUCCESS", v.organizer.WaitJob(upload.Map()["jobId"].(string))["status"])

	issuer := func(name, producer, series string, more map[string]any) string {
		reply := v.organizer.Post(base+"/billing/billing-entities", with(map[string]any{"name": name, "address": "2 rue Haute", "postCode": "1000", "city": "Bruxelles", "country": "BE", "vatRegime": "none",
			"seriesCode": series, "email": "producteur@exemple.example", "iban": "BE71096123456769", "producerIds": []any{producer}}, more))
		require.Equal(v, http.StatusCreated, reply.Status, "%s", reply.Body)
		return reply.Map()["id"].(string)
	}
	issuer("Jeanne Lambert", lambert, "LAMB", nil)
	company := issuer("Toits SRL", toits, "TOIT", map[string]any{"vatRegime": "normal", "legalNumber": "0403199207"})
	plan := v.organizer.Post(base+"/billing/plans", map[string]any{"name": "Injection", "period": "MONTHLY", "paymentMethod": "transfer", "paymentTerm": 30,
		"charges": []any{map[string]any{"code": "INJ", "name": "Énergie partagée", "type": "PER_UNIT", "usage": "INJECTION_PARTAGE", "priceMicroEuro": 80000}}})
	require.Equal(v, http.StatusCreated, plan.Status, "%s", plan.Body)
	foreign := v.organizer.Post(base+"/billing/plans", map[string]any{"name": "Trésor", "period": "MONTHLY", "paymentMethod": "publicTreasuryDebit", "paymentTerm": 30,
		"charges": []any{map[string]any{"code": "ABO", "type": "FIXED", "priceMicroEuro": 80000}}})
	require.Equal(v, http.StatusBadRequest, foreign.Status)
	require.Contains(v, foreign.Keys(), "plan.methodUnavailable", "there is no public accountant in Belgium who collects")
	subscribed := v.organizer.Post(base+"/billing/subscriptions/multiple", map[string]any{"planId": plan.Map()["id"], "startDate": "2026-10-01", "pairs": []any{map[string]any{"producerId": lambert}, map[string]any{"producerId": toits}}})
	require.Equal(v, http.StatusCreated, subscribed.Status, "%s", subscribed.Body)
	for _, e := range v.organizer.Get(base + "/billing/billing-entities").List() {
		if e["ownedByOperation"] == true {
			reply := v.organizer.Put(base+"/billing/billing-entities/"+e["id"].(string), map[string]any{"iban": "BE68539007547034", "seriesCode": "REL", "vatRegime": "franchise"})
			require.Equal(v, http.StatusOK, reply.Status, "%s", reply.Body)
		}
	}
	confirmIssuers(v.T, v.admin)

	wrongSide := v.organizer.Post(base+"/billing/subscriptions", map[string]any{"planId": plan.Map()["id"], "consumerId": dupont, "startDate": "2026-10-01"})
	require.Equal(v, []any{http.StatusConflict, "subscription.planOfProducers"}, []any{wrongSide.Status, wrongSide.Key()})
	otherSide := map[string]any{"code": "ABO", "type": "FIXED", "priceMicroEuro": 80000}
	injected := map[string]any{"code": "INJ", "name": "Énergie partagée", "type": "PER_UNIT", "usage": "INJECTION_PARTAGE", "priceMicroEuro": 80000}
	change := func(charges ...any) apptest.Reply {
		return v.organizer.Put(base+"/billing/plans/"+plan.Map()["id"].(string), map[string]any{"charges": charges})
	}
	require.Equal(v, []any{http.StatusConflict, "plan.sideFixed"}, []any{change(otherSide).Status, change(otherSide).Key()})
	require.Contains(v, change(injected, map[string]any{"code": "V", "type": "PER_UNIT", "usage": "VOLUME_PARTAGE_TH", "priceMicroEuro": 80000}).Keys(), "charge.usageMixed")
	require.Contains(v, change(injected, map[string]any{"code": "R", "type": "PASS_THROUGH", "vatTreatment": "OWN_RATE"}).Keys(), "charge.passThroughOfProducers")

	list := base + "/statements"
	drafted := v.do(v.organizer, http.MethodPost, list+"/draft", map[string]any{"billUpTo": "2026-10-31"}).Map()
	require.Len(v, drafted["statements"], 1)
	refused := drafted["refused"].([]any)[0].(map[string]any)
	require.Equal(v, []any{"Toits", "2026-10-01", "2026-10-31", "statement.mandateMissing"}, []any{refused["producerName"], refused["periodStart"], refused["periodEnd"], refused["problem"].(map[string]any)["key"]})
	for _, number := range []string{"0540236550", "0403199207"} { // that of the operation itself, then its own again
		reply := v.organizer.Put(base+"/billing/billing-entities/"+company, map[string]any{"legalNumber": number})
		require.Equal(v, http.StatusOK, reply.Status, "%s", reply.Body)
		same := strings.Contains(string(v.organizer.Post(list+"/draft", map[string]any{"billUpTo": "2026-10-31"}).Body), `"statement.samePerson"`)
		require.Equal(v, number == "0540236550", same, "nobody owes himself")
	}
	confirmIssuers(v.T, v.admin)
	mandate := v.organizer.Put(base+"/billing/billing-entities/"+company, map[string]any{"billingMandateDate": "2026-01-15"})
	require.Equal(v, http.StatusOK, mandate.Status, "%s", mandate.Body)
	drafted = v.do(v.organizer, http.MethodPost, list+"/draft", map[string]any{"billUpTo": "2026-10-31"}).Map()
	require.Empty(v, drafted["refused"])
	require.Len(v, drafted["statements"], 2)
	throwaway := drafted["statements"].([]any)[0].(map[string]any)["id"].(string)
	require.Equal(v, http.StatusNoContent, v.do(v.organizer, http.MethodDelete, list+"/"+throwaway, nil).Status)
	drafted = v.do(v.organizer, http.MethodPost, list+"/draft", map[string]any{}).Map()

	var drafts []any
	for _, st := range drafted["statements"].([]any) {
		drafts = append(drafts, st.(map[string]any)["id"])
	}
	dearer := change(with(injected, map[string]any{"priceMicroEuro": 90000}))
	require.Equal(v, http.StatusOK, dearer.Status, "%s", dearer.Body)
	require.Equal(v, "statement.stale", problemOf(v.T, v.organizer.Post(list+"/publish", map[string]any{"ids": drafts})), "at another price")
	require.Equal(v, http.StatusOK, change(injected).Status)
	require.Equal(v, "statement.notPublished", v.organizer.Post(list+"/"+drafts[0].(string)+"/cancel", map[string]any{"reason": "x"}).Key())
	require.Equal(v, "payout.notOwed", v.organizer.Post(base+"/payouts", map[string]any{"ids": drafts}).Key())
	published := v.do(v.organizer, http.MethodPost, list+"/publish", map[string]any{"ids": drafts})
	require.NotContains(v, string(published.Body), "FAILURE")
	of := map[string]map[string]any{}
	for _, st := range v.get(v.organizer, list).List() {
		of[st["producerName"].(string)] = st
	}
	one, invoice := of["Lambert"], of["Toits"]
	v.has(one, "id", "operationId", "producerId", "producerName", "billingEntityId", "billingEntityName", "payerId", "payerName", "kind", "status", "number", "periodStart", "periodEnd", "issueDate", "dueDate",
		"language", "energyMilliWh", "netCents", "amountCents", "paymentStatus", "createdAt")
	require.Equal(v, []any{"STATEMENT", "REL-R-2026-00001", 680_750_000.0, 5446.0, 0.0, "2026-10-31"}, []any{one["kind"], one["number"], one["energyMilliWh"], one["amountCents"], one["vatCents"], one["periodEnd"]})
	require.Equal(v, []any{"SELF_BILLED", "TOIT-A-2026-00001", 8000.0, 1680.0, 9680.0}, []any{invoice["kind"], invoice["number"], invoice["netCents"], invoice["vatCents"], invoice["amountCents"]})
	v.differ(v.organizer, list, "producerId", lambert, toits)
	v.differ(v.organizer, list, "status", "PUBLISHED", "DRAFT")
	v.differ(v.organizer, list, "month", "2026-10", "2026-09")
	v.refused(v.organizer, list, "month", "2026-13", "field.pattern")
	v.differ(v.organizer, list, "q", "lambert", "toits")
	v.page(v.organizer, list)
	at := func(st map[string]any) string { return list + "/" + st["id"].(string) }
	line := v.get(v.organizer, at(invoice)).Map()["lines"].([]any)[0].(map[string]any)
	require.Equal(v, []any{"Énergie partagée", 1000.0, "KWH", 80000.0, 8000.0, 21.0}, []any{line["label"], line["quantity"], line["unit"], line["priceMicroEuro"], line["netCents"], line["vatPercentage"]})
	french, _ := v.differ(v.organizer, at(one)+"/file", "language", "", "nl")
	require.True(v, bytes.HasPrefix(french.Body, []byte("%PDF")))
	require.Equal(v, `attachment; filename=REL-R-2026-00001.pdf`, french.Header.Get("Content-Disposition"))
	xml := v.get(v.organizer, at(invoice)+"/electronic")
	require.Contains(v, string(xml.Body), "<cbc:InvoiceTypeCode>389</cbc:InvoiceTypeCode>")
	require.Equal(v, "statement.noInvoice", v.organizer.Get(at(one)+"/electronic").Key())
	require.Empty(v, v.organizer.Get(base+"/billing/invoices").List(), "no client is invoiced")
	require.Empty(v, v.organizer.Get(base+"/payments/overdue").List())

	v.booked(base, one, invoice)

	own := "/participants/" + lambert + "/statements"
	require.Equal(v, []any{one["id"]}, ids(v.get(v.organizer, own).List()))
	summary := v.get(v.organizer, "/participants/"+lambert+"/statement-summary").Map()
	toReceive := summary["toReceive"].(map[string]any)
	v.has(toReceive, "amountCents", "count", "dueDate", "overdue")
	require.Len(v, summary["statements"], 1)
	v.differ(v.organizer, own+"/"+one["id"].(string)+"/file", "language", "", "nl")
	require.Equal(v, "statement.notFound", v.organizer.Get(own+"/"+invoice["id"].(string)+"/file").Key(), "of another producer")

	seller := base + "/billing/billing-entities/" + one["billingEntityId"].(string)
	require.Equal(v, http.StatusOK, v.organizer.Put(seller, map[string]any{"email": nil}).Status)
	require.Equal(v, "statement.addressMissing", problemOf(v.T, v.organizer.Post(list+"/send", map[string]any{"ids": []any{one["id"]}})))
	require.Equal(v, http.StatusOK, v.organizer.Put(seller, map[string]any{"email": "producteur@exemple.example"}).Status)
	sent := v.do(v.organizer, http.MethodPost, list+"/send", map[string]any{"ids": []any{one["id"]}})
	require.NotContains(v, string(sent.Body), "FAILURE")
	require.Eventually(v, func() bool {
		mail, _ := v.organizer.Get(at(one)).Map()["mail"].(map[string]any)
		return mail["state"] == "SENT"
	}, apptest.Patience, 100*time.Millisecond)

	require.Equal(v, "statement.notDraft", v.organizer.Delete(at(one)).Key())
	require.Contains(v, v.organizer.Post(at(one)+"/cancel", map[string]any{"reason": " "}).Keys(), "statement.reasonRequired")
	gone := v.do(v.organizer, http.MethodPost, at(one)+"/cancel", map[string]any{"reason": "prix convenu autrement"}).Map()
	require.Equal(v, []any{"CANCELLED", "prix convenu autrement"}, []any{gone["status"], gone["reason"]})
	require.Equal(v, "statement.selfBilled", v.organizer.Post(at(invoice)+"/cancel", map[string]any{"reason": "x"}).Key())
	again := v.organizer.Post(list+"/draft", map[string]any{}).Map()["statements"].([]any)[0].(map[string]any)["id"]
	require.NotContains(v, string(v.organizer.Post(list+"/publish", map[string]any{"ids": []any{again}}).Body), "FAILURE")
	one = v.organizer.Get(list + "/" + again.(string)).Map()
	require.Equal(v, "REL-R-2026-00002", one["number"], "a number is never given twice")
	v.paidOut(base, one, invoice)
}

// booked is what the month and the accountant read of two statements.
func (v *tour) booked(base string, one, invoice map[string]any) {
	v.Helper()
	step := func() map[string]any {
		steps := v.organizer.Get(base + "/months/2026-10").Map()["steps"].([]any)
		return steps[len(steps)-1].(map[string]any)
	}
	october := step()
	require.Equal(v, []any{"STATEMENTS", "TODO", "PAY_STATEMENTS"}, []any{october["kind"], october["state"], october["action"]})
	require.Equal(v, map[string]any{"dueNumber": 0.0, "draftNumber": 0.0, "draftCents": 0.0, "number": 2.0, "amountCents": 15126.0, "paidCents": 0.0, "openCents": 15126.0, "unorderedNumber": 2.0, "overdueNumber": 0.0}, october["statements"])

	books := base + "/billing/billing-entities/" + one["payerId"].(string)
	accounts := v.organizer.Get(books + "/accounts").Map()
	require.Equal(v, []any{"AC", "440000", "604000", "411000", "F"}, []any{accounts["purchaseJournalCode"], accounts["supplierAccount"], accounts["purchaseAccount"], accounts["deductibleVatAccount"], accounts["supplierPrefix"]})
	require.Equal(v, "404000", accounts["toInvoiceAccount"])
	require.NotContains(v, accounts, "vatToComeAccount", "no VAT is booked in Belgium before the invoice")
	require.Equal(v, []string{"journal.invalid", "journal.sameCode", "journal.accountInvalid"}, v.organizer.Put(books+"/accounts", map[string]any{"purchaseJournalCode": "VE", "purchaseAccount": "701000"}).Keys())
	file := string(v.organizer.Get(books + "/journal?dateFrom=2026-11-01&dateTo=2026-11-30&format=csv").Body)
	require.Contains(v, file, "604000;Achats d’électricité", "the association is under franchise: it buys with VAT")
	for _, st := range []map[string]any{one, invoice} {
		require.Contains(v, file, st["number"].(string))
	}
	require.Contains(v, file, "54,46")
	require.Contains(v, file, "96,80")
	made := v.organizer.Post(books+"/journal-exports", map[string]any{}).Map()
	require.Equal(v, []any{2.0, 15126.0, 0.0}, []any{made["entriesCount"], made["owedCents"], made["amountCents"]})
	for _, seller := range v.organizer.Get(base + "/billing/sellers").List() {
		if seller["billingEntityId"] == one["payerId"] {
			require.Equal(v, []any{2.0, 15126.0, 0.0}, []any{seller["owedCount"], seller["owedCents"], seller["newOwedCount"]})
		}
	}
}

// paidOut orders the payment of two statements, and records what became of it.
func (v *tour) paidOut(base string, one, invoice map[string]any) {
	v.Helper()
	owed := v.get(v.organizer, base+"/statements/owed").List()
	require.Len(v, owed, 2)
	v.has(owed[0], "id", "number", "producerId", "producerName", "billingEntityName", "iban", "periodStart", "periodEnd", "dueDate", "amountCents", "paymentStatus")
	require.Equal(v, "BE71 •••• 6769", owed[0]["iban"])
	require.Equal(v, "PAIN_001_001_09", v.get(v.organizer, base+"/payout-settings").Map()["messageVersion"])
	v.do(v.organizer, http.MethodPut, base+"/payout-settings", map[string]any{"messageVersion": "PAIN_001_001_03"})
	v.do(v.organizer, http.MethodPut, base+"/payout-settings", map[string]any{"messageVersion": "PAIN_001_001_09"})

	selection := map[string]any{"ids": []any{one["id"], invoice["id"]}, "executionDate": "2026-11-21"}
	past := v.organizer.Post(base+"/payouts", with(selection, map[string]any{"executionDate": "2026-11-19"}))
	require.Equal(v, []any{http.StatusBadRequest, "payout.dayPast", "executionDate"}, []any{past.Status, past.Key(), past.Map()["errors"].([]any)[0].(map[string]any)["field"]})
	v.withoutAccounts(base, selection, one)
	made := v.created(base+"/payouts", selection)
	v.has(made, "id", "operationId", "payerName", "messageId", "messageVersion", "status", "executionDate", "amountCents", "statementCount", "fileName", "createdByName", "createdAt")
	require.Equal(v, []any{15126.0, 2.0, "2026-11-23"}, []any{made["amountCents"], made["statementCount"], made["executionDate"]}, "the 21st is a Saturday")
	require.Equal(v, made["id"], v.created(base+"/payouts", selection)["id"], "the same set gives the same list")
	require.Equal(v, "statement.ordered", v.organizer.Post(base+"/statements/"+one["id"].(string)+"/cancel", map[string]any{"reason": "x"}).Key())
	at := base + "/payouts/" + made["id"].(string)
	whole := v.get(v.organizer, at).Map()
	require.Len(v, whole["statements"], 2)
	v.has(whole["statements"].([]any)[0].(map[string]any), "statementId", "number", "producerName", "billingEntityName", "iban", "amountCents", "endToEndId", "paymentStatus")
	file := v.get(v.organizer, at+"/file")
	require.Contains(v, string(file.Body), "<CtrlSum>151.26</CtrlSum>")
	require.Equal(v, "attachment; filename=virements-2026-11-23.xml", file.Header.Get("Content-Disposition"))
	require.Equal(v, "payout.alreadyOrdered", v.organizer.Post(base+"/payouts", map[string]any{"ids": []any{one["id"]}}).Key())
	require.Equal(v, "CANCELLED", v.do(v.organizer, http.MethodPost, at+"/cancel", nil).Map()["status"])
	second := v.created(base+"/payouts", map[string]any{"ids": []any{invoice["id"]}})
	require.Len(v, v.get(v.organizer, base+"/payouts").List(), 2)

	payments := base + "/statement-payments"
	record := func(ids []any, pairs ...any) apptest.Reply {
		return v.organizer.Post(payments, changed(map[string]any{"ids": ids, "bookedOn": "2026-11-20"}, pairs...))
	}
	first := []any{one["id"]}
	ahead := record(first, "bookedOn", "2026-11-21")
	require.Contains(v, ahead.Keys(), "payout.ahead")
	require.Equal(v, "bookedOn", ahead.Map()["errors"].([]any)[0].(map[string]any)["field"])
	require.Subset(v, record(first, "bookedOn", "2026-11-21", "reference", strings.Repeat("x", 500)).Keys(), []string{"payout.invalid", "payout.ahead", "field.tooLong"})
	require.Contains(v, record(first, "bookedOn", "2026-10-01").Keys(), "payout.beforeIssue")
	require.Contains(v, record(first, "kind", "RETURN").Keys(), "payout.notPaid")
	paid := v.do(v.organizer, http.MethodPost, payments, map[string]any{"ids": []any{one["id"], invoice["id"]}, "bookedOn": "2026-11-20", "reference": "VIR"}).List()
	require.Len(v, paid, 2)
	v.has(paid[0], "id", "statementId", "kind", "amountCents", "bookedOn", "reference", "createdAt")
	require.Equal(v, "payout.answered", v.organizer.Post(base+"/payouts/"+second["id"].(string)+"/cancel", nil).Key())
	require.Equal(v, "statement.paid", v.organizer.Post(base+"/statements/"+one["id"].(string)+"/cancel", map[string]any{"reason": "x"}).Key())
	require.Contains(v, record(first).Keys(), "payout.paid")
	back := v.do(v.organizer, http.MethodPost, payments, map[string]any{"ids": []any{one["id"]}, "bookedOn": "2026-11-20", "kind": "RETURN", "reference": "AC04"}).List()
	require.Equal(v, "FAILED", v.organizer.Get(base + "/statements/" + one["id"].(string)).Map()["paymentStatus"])
	require.Equal(v, "payout.returnedSince", v.organizer.Post(payments+"/"+paid[0]["id"].(string)+"/withdraw", nil).Key())
	require.NotEmpty(v, v.do(v.organizer, http.MethodPost, payments+"/"+back[0]["id"].(string)+"/withdraw", nil).Map()["withdrawnAt"])
	require.Equal(v, "payout.withdrawn", v.organizer.Post(payments+"/"+back[0]["id"].(string)+"/withdraw", nil).Key())
	a, _ := v.get(v.organizer, payments+"?statementId="+one["id"].(string)), v.get(v.organizer, payments+"?statementId="+invoice["id"].(string))
	require.Len(v, a.List(), 2, "what was withdrawn stays")
	v.mark(http.MethodGet, payments+"?statementId="+one["id"].(string), "statementId")
	require.Empty(v, v.organizer.Get(base+"/statements/owed").List())
}

// withoutAccounts takes the account of who pays, then that of who is paid: nothing is ordered.
func (v *tour) withoutAccounts(base string, selection map[string]any, one map[string]any) {
	v.Helper()
	for key, entity := range map[string]any{"payout.payerAccountMissing": one["payerId"], "payout.accountMissing": one["billingEntityId"]} {
		at := base + "/billing/billing-entities/" + entity.(string)
		require.Equal(v, http.StatusOK, v.organizer.Put(at, map[string]any{"iban": nil}).Status)
		require.Equal(v, key, v.organizer.Post(base+"/payouts", selection).Key())
		require.Equal(v, http.StatusOK, v.organizer.Put(at, map[string]any{"iban": "BE71096123456769"}).Status)
	}
}
