package apptest_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// lacking is an operation of two sellers and three sites in which something always lacks.
type lacking struct {
	stranger
	of, base             string
	issuer, client       string // paths of the first seller and its client
	other                string // path of the client who has the third site
	second               string // id of the second seller
	barn, flat           string // the second producer, a site of another client
	roofInvoice, flatInv any    // of September, by the first seller
}

// TestWhatLacksIsSaidByItsKey follows the September of two sellers, from drafts of which a price, an address, a client
// or a decision lacks, to an invoice that a platform refuses for good and a bank is asked to collect once.
func TestWhatLacksIsSaidByItsKey(t *testing.T) {
	t.Parallel()
	clock := &moving{apptest.Today}
	s := apptest.Demo(t, apptest.Today, clock.runs)
	x := &lacking{stranger: newStrangerOf(t, s, strangerKind{"Mangel", "mangel@elsewhere.example", "ACC00000321", "9970300000000", "420000002", "MANG", "debit"})}
	x.of = "/operations/" + x.params["operationId"]
	x.base = x.of + "/billing"
	x.issuer, x.client = x.base+"/billing-entities/"+x.params["billingEntityId"], x.base+"/billable-entities/"+x.params["billableEntityId"]
	x.writesAgain(t)
	x.pricesAndAddresses(t)
	x.summaries(t)
	x.corrections(t)
	x.collectedOnce(t)
	x.refusedForGood(t, clock)
	x.leaves(t)
}

// site is active from a day on, or from the one to the other of two.
func (x *lacking) site(t *testing.T, n, name, side string, days ...string) string {
	t.Helper()
	active := map[string]any{"entry": days[0]}
	if len(days) > 1 {
		active["exit"] = days[1]
	}
	body := map[string]any{"name": name, "energyType": side, "dsoId": x.kind.prm + n, "address": "1 rue Haute", "postCode": "67000", "city": "Strasbourg", "entityType": "partIndiv",
		"activationRange": active, "dsoStatus": "EN_VIGUEUR", "dsoAction": "CREATION"}
	if side == "producer" {
		body["productionTypeId"] = 3
	}
	return x.created(t, x.of+"/participants", body)["id"].(string)
}

// takes reads curves of September, and says yes to what looks like a mistake.
func (x *lacking) takes(t *testing.T, name string, content []byte) {
	t.Helper()
	upload := x.organizer.Upload(x.of+"/measurements/imports", "files", []apptest.File{{Name: name, Content: content}}, nil)
	require.Equal(t, http.StatusAccepted, upload.Status, "%s", upload.Body)
	job := x.organizer.WaitJob(upload.Map()["id"].(string))
	if job["status"] == "FAILURE" {
		confirmed := x.organizer.Post(x.of+"/measurements/imports/"+job["id"].(string)+"/confirm", nil)
		require.Equal(t, http.StatusAccepted, confirmed.Status, "%s", confirmed.Body)
		job = x.organizer.WaitJob(job["id"].(string))
	}
	require.Equal(t, "SUCCESS", job["status"], "%v", job)
}

// drafts are those of September by client and seller.
func (x *lacking) drafts(t *testing.T) map[string]any {
	t.Helper()
	run := x.organizer.Post(x.base+"/run", map[string]any{"billUpTo": "2026-09-30", "mode": "SYNC"})
	require.Equal(t, http.StatusAccepted, run.Status, "%s", run.Body)
	out := map[string]any{}
	for _, i := range run.Map()["invoices"].([]any) {
		one := i.(map[string]any)
		require.Equal(t, "SUCCESS", one["status"], "%s", run.Body)
		out[fmt.Sprint(one["billableEntityName"], " of ", one["billingEntityName"])] = one["invoiceId"]
	}
	return out
}

func (x *lacking) publish(invoices ...any) apptest.Reply {
	return x.organizer.Post(x.base+"/invoices/publish", map[string]any{"ids": invoices})
}

func (x *lacking) publishes(t *testing.T, invoices ...any) {
	t.Helper()
	done := x.publish(invoices...)
	require.Equal(t, http.StatusOK, done.Status, "%s", done.Body)
	require.NotContains(t, string(done.Body), "FAILURE")
}

// writesAgain: who has lost its address is not written to again.
func (x *lacking) writesAgain(t *testing.T) {
	t.Helper()
	site := "/participants/" + x.params["consumerId"]
	again := x.of + "/communication/messages/" + x.params["messageId"] + "/recipients/" + x.params["consumerId"] + "/resend"
	require.Eventually(t, func() bool { return x.organizer.Post(again, nil).Status == http.StatusAccepted }, apptest.Patience, 20*time.Millisecond)
	x.changed(t, site, map[string]any{"email": nil})
	require.Eventually(t, func() bool { return x.organizer.Post(again, nil).Key() == "communication.unreachable" }, apptest.Patience, 20*time.Millisecond)
	refuses(t, "communication.unreachable", x.organizer.Post(again, nil))

}

// pricesAndAddresses publishes only what is priced, by a seller and to a client who are known.
func (x *lacking) pricesAndAddresses(t *testing.T) {
	t.Helper()
	x.barn, x.flat = x.site(t, "3", "Grange", "producer", "2026-09-01"), x.site(t, "4", "Wohnung", "consumer", "2026-09-01")
	x.takes(t, "mehr.csv", curves(x.kind.prm+"4", x.kind.prm+"3"))
	party := map[string]any{"address": "3 rue Haute", "postCode": "67000", "city": "Strasbourg", "country": "FR"}
	other := x.created(t, x.base+"/billable-entities", with(party, map[string]any{"name": "Wohnung", "consumerType": "individual", "consumerIds": []any{x.flat}}))["id"]
	x.other = x.base + "/billable-entities/" + other.(string)
	nobody := map[string]any{"billingEntityId": x.params["billingEntityId"], "billableEntityId": other, "kind": "CHARGE", "amountCents": 100, "reason": "Versuch"}
	refuses(t, "adjustment.noInvoices", x.organizer.Post(x.base+"/adjustments", nobody))
	x.created(t, "/payments/mandates/by-billing-entity/"+x.params["billingEntityId"], map[string]any{"participantId": x.flat, "mandateId": "MANG-0004", "debtorName": "Wohnung", "iban": debtorIBAN, "signatureDate": "2026-09-01"})
	x.created(t, x.base+"/subscriptions", map[string]any{"planId": x.params["planId"], "startDate": "2026-09-01", "consumerId": x.flat, "producerId": x.params["producerId"]})
	x.changed(t, x.client, map[string]any{"consumerType": "professional", "legalNumber": "35600000000048"})
	confirmIssuers(t, x.server.As("admin@demo.pmo"))

	draft := x.drafts(t)["Mangelmüller of Mangeldach"]
	unpriced := x.publish(draft)
	require.Equal(t, []string{"invoice.energyUnpriced", "invoice.pairUnpriced"}, unpriced.Keys()[:2], "%s", unpriced.Body)
	x.second = x.created(t, x.base+"/billing-entities", with(party, map[string]any{"name": "Grange", "vatRegime": "none", "seriesCode": "GRAN", "iban": "FR1420041010050500013M02606", "producerIds": []any{x.barn}}))["id"].(string)
	plan := x.created(t, x.base+"/plans", map[string]any{"name": "Scheunenplan", "period": "MONTHLY", "paymentMethod": "transfer", "paymentTerm": 45,
		"charges": []any{map[string]any{"code": "E", "type": "PER_UNIT", "usage": "ENERGY", "priceMicroEuro": 200_000}}})["id"]
	for _, site := range []string{x.params["consumerId"], x.flat} {
		x.created(t, x.base+"/subscriptions", map[string]any{"planId": plan, "startDate": "2026-09-01", "consumerId": site, "producerId": x.barn})
	}
	drafts := x.drafts(t)
	require.Len(t, drafts, 4)
	x.roofInvoice, x.flatInv = drafts["Mangelmüller of Mangeldach"], drafts["Wohnung of Mangeldach"]

	for key, at := range map[string]string{"billingEntity.incomplete": x.issuer, "billableEntity.incomplete": x.client} {
		x.changed(t, at, map[string]any{"address": nil})
		require.Equal(t, key, problemOf(t, x.publish(x.roofInvoice)))
		x.changed(t, at, map[string]any{"address": "3 rue Haute"})
	}
	own := "/participants/" + x.params["consumerId"] + "/billing/invoices"
	require.Empty(t, x.organizer.Get(own).List(), "a draft is nothing that a site has received")
	hidden := x.organizer.Get(own + "/" + x.roofInvoice.(string))
	require.Equal(t, []any{http.StatusNotFound, "invoice.notFound"}, []any{hidden.Status, hidden.Key()})
	x.publishes(t, x.roofInvoice, x.flatInv, drafts["Wohnung of Grange"])
	require.Equal(t, []any{x.roofInvoice}, ids(x.organizer.Get(own).List()))
	lacks := x.organizer.Get(x.base + "/invoices/" + drafts["Wohnung of Grange"].(string) + "/e-invoice")
	require.Equal(t, []any{http.StatusConflict, []string{"einvoice.incomplete", "einvoice.sellerNumber", "einvoice.buyerMail"}}, []any{lacks.Status, lacks.Keys()}, "%s", lacks.Body)
}

// summaries add up what two sites have to pay, to whom and until when, and what a producer is owed; each by the term of
// its plan.
func (x *lacking) summaries(t *testing.T) {
	t.Helper()
	summary := func(site string) map[string]any {
		return x.organizer.Get("/participants/" + site + "/billing/invoice-summary").Map()
	}
	of := func(all map[string]any, side string) []any {
		open := all[side].(map[string]any)
		out := []any{open["amountCents"], open["count"], open["dueDate"]}
		for _, p := range open["parties"].([]any) {
			one := p.(map[string]any)
			out = append(out, one["name"], one["amountCents"], one["dueDate"])
		}
		return out
	}
	flat, roof := summary(x.flat), summary(x.params["producerId"])
	require.Equal(t, []any{900.0, 2.0, "2026-12-20", "Grange", 600.0, "2027-01-04", "Mangeldach", 300.0, "2026-12-20"}, of(flat, "toPay"), "issued on 20 November, after 45 and after 30 days")
	require.Equal(t, []any{600.0, 2.0, "2026-12-20", "Mangelmüller", 300.0, "2026-12-20", "Wohnung", 300.0, "2026-12-20"}, of(roof, "toReceive"))
	require.Equal(t, []any{map[string]any{"year": 2026.0, "side": "RECEIVED", "count": 2.0, "energyMilliWh": 60e6, "netCents": 900.0, "amountCents": 900.0}}, flat["years"])
	require.Equal(t, []any{0.0, 0.0, nil}, of(flat, "toReceive"))
	for _, days := range []any{-1, 61} {
		term := x.organizer.Put(x.base+"/plans/"+x.params["planId"], map[string]any{"paymentTerm": days})
		require.Equal(t, []any{http.StatusBadRequest, []string{"request.invalid", "field.range"}}, []any{term.Status, term.Keys()}, "%s", term.Body)
		wrong := term.Map()["errors"].([]any)[0].(map[string]any)
		require.Equal(t, []any{"paymentTerm", map[string]any{"min": 0.0, "max": 60.0}}, []any{wrong["field"], wrong["params"]})
	}
}

// corrections: a draft to a client waits for the decision about another invoice of the same days, which is not taken
// while the client is nobody's.
func (x *lacking) corrections(t *testing.T) {
	t.Helper()
	x.changed(t, x.base+"/correction-settings", map[string]any{"thresholdCents": 50})
	less := bytes.ReplaceAll(curves(x.kind.prm+"1", x.kind.prm+"2"), []byte(";PT15M;400;W;D"), []byte(";PT15M;300;W;D"))
	x.takes(t, "weniger.csv", less)
	var open map[string]any
	require.Eventually(t, func() bool {
		for _, one := range x.organizer.Get(x.base + "/corrections?state=OPEN").List() {
			if one["invoiceId"] == x.roofInvoice {
				open = one
			}
		}
		return open != nil
	}, apptest.Patience, 50*time.Millisecond)
	draft := x.drafts(t)["Mangelmüller of Grange"]
	require.Equal(t, "invoice.heldByCorrection", problemOf(t, x.publish(draft)))
	decide := func(how string) apptest.Reply {
		return x.organizer.Post(x.base+"/corrections/"+how, map[string]any{"ids": []any{open["id"]}, "reason": "Versuch"})
	}
	x.changed(t, x.client, map[string]any{"consumerIds": []any{}})
	require.Equal(t, "correction.notBillable", problemOf(t, decide("correct")))
	// The site of the other client is invoiced by both sellers until the end of September; this one is not, by the second.
	x.changed(t, x.other, map[string]any{"consumerIds": []any{x.flat, x.params["consumerId"]}})
	refuses(t, "subscription.startNotAfterLastInvoice", x.organizer.Post(x.base+"/subscriptions", map[string]any{"planId": x.params["planId"], "startDate": "2026-09-15", "consumerId": x.params["consumerId"], "producerId": x.barn}))
	x.changed(t, x.other, map[string]any{"consumerIds": []any{x.flat}})
	x.changed(t, x.client, map[string]any{"consumerIds": []any{x.params["consumerId"]}})
	require.NotContains(t, string(decide("keep").Body), "FAILURE")
}

// collectedOnce asks a bank for an invoice, then for it and another. The paper of a mandate names the one creditor that
// there is; of two it names none.
func (x *lacking) collectedOnce(t *testing.T) {
	t.Helper()
	creditor := func() (lacks []any) {
		made := x.organizer.Post(x.of+"/papers", map[string]any{"kind": "SEPA_MANDATE", "participantIds": []any{x.params["consumerId"]}})
		require.Equal(t, http.StatusOK, made.Status, "%s", made.Body)
		for _, field := range made.List()[0]["lacks"].([]any) {
			if strings.HasPrefix(field.(string), "creditor.") {
				lacks = append(lacks, field)
			}
		}
		return lacks
	}
	require.Equal(t, []any{"creditor.rum"}, creditor(), "name, address and ICS are those of the creditor")
	x.created(t, "/payments/creditors/by-billing-entities/"+x.second, map[string]any{"name": "Grange", "ics": "FR19ZZZ654321", "iban": "FR1420041010050500013M02606"})
	require.Equal(t, []any{"creditor.name", "creditor.address", "creditor.ics", "creditor.rum"}, creditor())
	at := "/payments/sepa/by-billing-entity/" + x.params["billingEntityId"]
	first := x.organizer.Post(at, map[string]any{"invoicesIds": []any{x.flatInv}})
	require.Equal(t, http.StatusOK, first.Status, "%s", first.Body)
	both := x.organizer.Post(at, map[string]any{"invoicesIds": []any{x.flatInv, x.roofInvoice}})
	refuses(t, "sepa.alreadyCollected", both)
	require.Len(t, both.Map()["params"].(map[string]any)["numbers"], 1)
}

// refusedForGood sends an invoice whose number the buyer's platform does not like: it is not sent again, but taken back,
// and made anew.
func (x *lacking) refusedForGood(t *testing.T, clock *moving) {
	t.Helper()
	path := x.of + "/einvoicing/transmissions"
	sent := func() map[string]any {
		for _, one := range x.organizer.Get(path + "?invoiceId=" + x.roofInvoice.(string)).List() {
			return one
		}
		return map[string]any{}
	}
	require.Eventually(t, func() bool { return sent()["state"] == "DEPOSITED" }, apptest.Patience, 50*time.Millisecond)
	require.Eventually(t, func() bool {
		clock.now = clock.now.Add(time.Minute)
		x.organizer.Post(x.of+"/einvoicing/connections/"+x.params["connectionId"]+"/look", nil)
		return sent()["state"] == "REFUSED"
	}, apptest.Patience, 200*time.Millisecond)
	one := sent()
	require.Equal(t, []any{true, true, false, "TX_TVA_ERR"}, []any{one["task"], one["ended"], one["resendable"], one["reasons"].([]any)[0].(map[string]any)["code"]}, "%v", one)
	require.Equal(t, "transmission.ended", problemOf(t, x.organizer.Post(path, map[string]any{"invoicesIds": []any{x.roofInvoice}})))
	x.takenBack(t, x.roofInvoice)
	own := "/participants/" + x.params["consumerId"] + "/billing/invoices"
	require.NotContains(t, ids(x.organizer.Get(own).List()), x.roofInvoice, "what was taken back is not shown to who received it")
	require.Equal(t, "CANCELLED", x.organizer.Get(x.base + "/invoices/" + x.roofInvoice.(string)).Map()["status"])
	require.NotNil(t, x.drafts(t)["Mangelmüller of Mangeldach"], "its days are due again")
}

// leaves: a site is written to on its last day, and on none after it.
func (x *lacking) leaves(t *testing.T) {
	t.Helper()
	listed := map[any]bool{}
	lastDay, left := x.site(t, "5", "Keller", "consumer", "2026-11-01", "2026-11-20"), x.site(t, "6", "Speicher", "consumer", "2026-11-01", "2026-11-19")
	for _, one := range x.organizer.Get(x.of + "/communication/recipients").List() {
		listed[one["id"]] = true
	}
	require.True(t, listed[lastDay], "its last day is today")
	require.False(t, listed[left], "its last day was yesterday")
}
