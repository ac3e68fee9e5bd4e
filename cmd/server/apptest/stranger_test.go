package apptest_test

import (
	"bytes"
	"cmp"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/core/id"
)

// stranger is an operation that none of the demo's people has to do with, with an
// object of every kind in it. Its names are found nowhere else.
type stranger struct {
	kind      strangerKind
	server    *apptest.Server
	organizer *apptest.Client
	params    map[string]string // path or query parameter → id
	words     []string          // what nobody else may ever read
}

// strangersThings make an object of a consumer and producer of the stranger's, and put its id among
// theirs, by which all calls are walked. Each is named beside the calls that ask for it.
var strangersThings []func(t *testing.T, x stranger, ids map[string]string)

// ofStranger adds one to them: `var _ = ofStranger(aPaper)`.
func ofStranger(makes func(t *testing.T, x stranger, ids map[string]string)) struct{} {
	strangersThings = append(strangersThings, makes)
	return struct{}{}
}

func newStranger(t *testing.T, s *apptest.Server) stranger {
	t.Helper()
	return newStrangerOf(t, s, strangerKind{"Zwölf", "stranger@elsewhere.example", "ACC00000099", "9970000000000", "732829320", "ZWOLF", ""})
}

// strangerKind is what two strangers may not have alike: the beginning of their names and
// of their PRM, and what is unique over all operations.
type strangerKind struct {
	word, email, externalID, prm, legalNumber, series string
	method                                            string // of paying; "" = transfer
}

func newStrangerOf(t *testing.T, s *apptest.Server, kind strangerKind) stranger {
	t.Helper()
	admin, email := s.As("admin@demo.pmo"), kind.email
	user := admin.Post("/admin/users", map[string]any{"email": email, "role": "organizer", "password": apptest.Password + "-first"})
	require.Equal(t, http.StatusCreated, user.Status, "%s", user.Body)
	o := signUp(t, s, email)
	op := admin.Post("/admin/operations", map[string]any{"name": kind.word + "hausen", "externalId": kind.externalID, "dso": "FAKE",
		"billingEngine": "ENGINE_2025", "organizerIds": []any{user.Map()["id"]}})
	require.Equal(t, http.StatusCreated, op.Status, "%s", op.Body)
	x := stranger{kind: kind, server: s, organizer: o, params: map[string]string{}, words: []string{kind.word + "hausen", email, kind.word + "müller", kind.word + "dach", kind.word + "überweisung"}}
	x.params["operationId"] = op.Map()["id"].(string)
	x.params["userId"], x.params["organizerId"] = user.Map()["id"].(string), user.Map()["id"].(string)
	x.addSites(t)
	x.addBilling(t)
	x.addRest(t)
	for _, makes := range strangersThings {
		makes(t, x, x.params)
	}
	return x
}

// signUp changes the first password and accepts the terms.
func signUp(t *testing.T, s *apptest.Server, email string) *apptest.Client {
	t.Helper()
	c := s.Anonymous()
	require.Equal(t, http.StatusOK, c.Post("/session/login", map[string]any{"email": email, "password": apptest.Password + "-first"}).Status)
	reply := c.Put("/users/update-pw-with-old", map[string]any{"oldPassword": apptest.Password + "-first", "newPassword": apptest.Password})
	require.Equal(t, http.StatusOK, reply.Status, "%s", reply.Body)
	id := c.Get("/session").Map()["id"].(string)
	require.Equal(t, http.StatusOK, c.Post("/cgu/accept-cgu/"+id, nil).Status)
	return c
}

func (x stranger) created(t *testing.T, path string, body any) map[string]any {
	t.Helper()
	reply := x.organizer.Post(path, body)
	require.Equal(t, http.StatusCreated, reply.Status, "%s: %s", path, reply.Body)
	return reply.Map()
}

func (x stranger) addSites(t *testing.T) {
	t.Helper()
	sites := "/operations/" + x.params["operationId"] + "/participants"
	consumer := x.created(t, sites, map[string]any{"name": x.kind.word + "müller", "energyType": "consumer", "dsoId": x.kind.prm + "1",
		"address": "1 rue Haute", "postCode": "67000", "city": "Strasbourg", "entityType": "partIndiv",
		"activationRange": map[string]any{"entry": "2026-09-01"}, "dsoStatus": "EN_VIGUEUR", "dsoAction": "CREATION"})
	producer := x.created(t, sites, map[string]any{"name": x.kind.word + "dach", "energyType": "producer", "dsoId": x.kind.prm + "2",
		"address": "2 rue Haute", "postCode": "67000", "city": "Strasbourg", "productionTypeId": 3, "entityType": "proOther",
		"activationRange": map[string]any{"entry": "2026-09-01"}, "dsoStatus": "EN_VIGUEUR", "dsoAction": "CREATION"})
	x.params["participantId"], x.params["consumerId"] = consumer["id"].(string), consumer["id"].(string)
	x.params["producerId"] = producer["id"].(string)
	upload := x.organizer.Upload("/operations/"+x.params["operationId"]+"/measurements/imports", "files",
		[]apptest.File{{Name: "september.csv", Content: curves(x.kind.prm+"1", x.kind.prm+"2")}}, nil)
	require.Equal(t, http.StatusAccepted, upload.Status, "%s", upload.Body)
	x.params["jobId"] = upload.Map()["id"].(string)
	job := x.organizer.WaitJob(x.params["jobId"])
	require.Equal(t, "SUCCESS", job["status"], "%v", job)
}

// curves is an ACC-CSV file of September 2026: 400 W drawn, 1 kW made at noon.
func curves(consumer, producer string) []byte {
	var b bytes.Buffer
	b.WriteString("prm;nature;horodate;pas;valeur;unite;statut\n")
	for day := 1; day <= 30; day++ {
		for quarter := range 96 {
			at := fmt.Sprintf("2026-09-%02dT%02d:%02d:00+02:00", day, quarter/4, quarter%4*15)
			made := 0
			if quarter >= 40 && quarter < 60 {
				made = 1000
			}
			fmt.Fprintf(&b, "%s;CONSO;%s;PT15M;400;W;D\n%s;PROD;%s;PT15M;%d;W;D\n", consumer, at, producer, at, made)
		}
	}
	return b.Bytes()
}

func (x stranger) addBilling(t *testing.T) {
	t.Helper()
	base := "/operations/" + x.params["operationId"] + "/billing"
	party := map[string]any{"address": "3 rue Haute", "postCode": "67000", "city": "Strasbourg", "country": "FR"}
	client := with(party, map[string]any{"name": x.kind.word + "müller", "consumerType": "individual", "consumerIds": []string{x.params["consumerId"]}})
	issuer := with(party, map[string]any{"name": x.kind.word + "dach", "vatRegime": "franchise", "legalNumber": x.kind.legalNumber, "seriesCode": x.kind.series,
		"iban": "FR1420041010050500013M02606", "bic": "PSSTFRPPSCE", "producerIds": []string{x.params["producerId"]}})
	x.params["billableEntityId"] = x.created(t, base+"/billable-entities", client)["id"].(string)
	x.params["billingEntityId"] = x.created(t, base+"/billing-entities", issuer)["id"].(string)
	x.params["entityId"] = x.params["billingEntityId"]
	x.addMandate(t)
	plan := x.created(t, base+"/plans", map[string]any{"name": x.kind.word + "plan", "description": x.kind.word + "beschreibung", "period": "MONTHLY", "paymentMethod": cmp.Or(x.kind.method, "transfer"), "paymentTerm": 30,
		"charges": []any{map[string]any{"code": "E", "type": "PER_UNIT", "usage": "ENERGY", "priceMicroEuro": 100000}}})
	x.params["planId"] = plan["id"].(string)
	sub := x.created(t, base+"/subscriptions", map[string]any{"planId": x.params["planId"], "startDate": "2026-09-01",
		"consumerId": x.params["consumerId"], "producerId": x.params["producerId"]})
	x.params["subscriptionId"] = sub["id"].(string)
	x.params["discountId"] = x.created(t, base+"/discounts", map[string]any{"consumerId": x.params["consumerId"], "producerId": x.params["producerId"], "startDate": "2027-01-01",
		"percentage": 5, "reason": x.kind.word + "rabatt"})["id"].(string)
	run := x.organizer.Post(base+"/run", map[string]any{"billUpTo": "2026-09-30", "mode": "SYNC"})
	require.Equal(t, http.StatusAccepted, run.Status, "%s", run.Body)
	x.params["runId"] = run.Map()["id"].(string)
	items := run.Map()["invoices"].([]any)
	require.Len(t, items, 1, "%s", run.Body)
	item := items[0].(map[string]any)
	require.Equal(t, "SUCCESS", item["status"], "%s", run.Body)
	x.params["invoiceId"] = item["invoiceId"].(string)
	x.params["adjustmentId"] = x.created(t, base+"/adjustments", map[string]any{"subscriptionId": x.params["subscriptionId"], "kind": "CHARGE", "amountCents": 100, "reason": x.kind.word + "gebühr"})["id"].(string)
	// Withdrawn, so that the amounts of its invoices stay those of the energy.
	require.Equal(t, http.StatusNoContent, x.organizer.Delete(base+"/adjustments/"+x.params["adjustmentId"]).Status)
}

// addMandate lets the producer's issuer collect from the consumer. The ICS is one for all: RUM
// differ by the word.
func (x stranger) addMandate(t *testing.T) {
	t.Helper()
	x.params["billingEntityIds"], x.params["participantsIds"] = x.params["billingEntityId"], x.params["producerId"]
	entity := x.params["billingEntityId"]
	x.params["creditorId"] = x.created(t, "/payments/creditors/by-billing-entities/"+entity, map[string]any{"name": x.kind.word + "dach", "ics": "FR72ZZZ123456",
		"iban": "FR1420041010050500013M02606", "bankReconciliationId": x.kind.series})["id"].(string)
	x.params["paymentMandateId"] = x.created(t, "/payments/mandates/by-billing-entity/"+entity, map[string]any{"participantId": x.params["consumerId"],
		"mandateId": x.kind.series + "-0001", "debtorName": x.kind.word + "müller", "iban": debtorIBAN, "signatureDate": "2026-09-01"})["id"].(string)
}

func (x stranger) addRest(t *testing.T) {
	t.Helper()
	x.params["tokenId"] = x.created(t, "/tokens", map[string]any{"name": x.kind.word + "token"})["id"].(string)
	key := x.created(t, "/energy-allocation/config?operationId="+x.params["operationId"], map[string]any{"type": "by_default"})
	x.params["allocationAlgorithmId"] = key["id"].(string)
	draft := x.created(t, "/energy-allocation/config?operationId="+x.params["operationId"], map[string]any{"type": "by_default", "draft": true, "name": x.kind.word + "entwurf"})
	x.params["draftId"] = draft["id"].(string)
	mapping := x.created(t, "/operations/"+x.params["operationId"]+"/measurements/file-mappings", map[string]any{"name": x.kind.word + "dach",
		"fingerprint": strings.Repeat("0b", 16), "answers": map[string]any{"unit": "KW"}})
	x.params["mappingId"] = mapping["id"].(string)
	x.addCoefficients(t)
	x.params["month"], x.params["token"], x.params["claimId"] = "2026-09", "x.y", x.params["tokenId"]
	x.writes(t)
	x.params["exportId"] = exported(t, x.organizer, "/operations/"+x.params["operationId"], map[string]any{"columns": []any{"NAME"}, "dateFrom": "2026-09-01", "dateTo": "2026-09-02"})["id"].(string)
	taken := x.organizer.Post("/participants/"+x.params["consumerId"]+"/consents", map[string]any{"purpose": "CURVES", "textVersion": "V1", "given": true, "proof": x.kind.word + "bulletin"})
	require.Equal(t, http.StatusOK, taken.Status, "%s", taken.Body)
	x.params["requestId"] = x.params["tokenId"] // core/consent asks of another's
	x.params["emissionFactorId"] = "019ab000-0000-7000-8000-0000000000c1"
	x.params["priceRangeId"] = "0199b0aa-0092-7000-8000-000000000001"
	x.params["trvPriceId"] = "019ab000-0000-7000-8000-000000000001"
	supply := x.organizer.Put("/participants/"+x.params["consumerId"]+"/economy/pmo-price-config", map[string]any{"contractType": "BASE", "baseMicroEuro": 200000})
	require.Equal(t, http.StatusOK, supply.Status, "%s", supply.Body)
	amount := x.created(t, "/operations/"+x.params["operationId"]+"/finance/affectations", map[string]any{"kind": "EXPENSE", "heading": "OTHER", "label": x.kind.word + "versicherung", "date": "2026-09-01", "amountCents": 100})
	x.params["affectationId"] = amount["id"].(string)
	price := x.created(t, "/operations/"+x.params["operationId"]+"/finance/surplus-prices", map[string]any{"participantId": x.params["producerId"], "startDate": "2026-09-01", "priceMicroEuro": 90000})
	x.params["surplusPriceId"] = price["id"].(string)
	x.params["alertId"], x.params["rule"] = x.alert(t), "SITE_SILENT"
	x.files(t, x.params, x.kind.word)
	x.params["importId"] = x.params["jobId"]
	x.params["sessionId"] = x.organizer.Get("/sessions").List()[0]["id"].(string)
	client := x.organizer.Get("/operations/" + x.params["operationId"] + "/billing/billable-entities").List()[0]["id"].(string)
	x.params["clientId"] = client
	pause := x.organizer.Post("/operations/"+x.params["operationId"]+"/payments/reminder-pauses", map[string]any{"clientId": client, "reason": x.kind.word + "vereinbarung"})
	require.Equal(t, http.StatusOK, pause.Status, "%s", pause.Body)
	x.params["pauseId"] = pause.Map()["id"].(string)
	x.params["reminderId"] = x.params["tokenId"]   // core/payment/reminder asks of another's
	x.params["settlementId"] = x.params["tokenId"] // core/payment/settlement asks of another's
	x.params["collectionId"] = x.params["tokenId"] // core/payment/collection asks of another's
	// Nobody is owed anything in these operations; core/billing/statement and core/payment/payout ask of others'.
	x.params["statementId"], x.params["payoutId"], x.params["statementPaymentId"] = x.params["tokenId"], x.params["tokenId"], x.params["tokenId"]
	x.params["journalExportId"], x.params["month"] = x.params["tokenId"], "2026-09" // core/billing/journal asks of another's
	x.params["periodStart"] = "2026-09-01"                                          // core/einvoicing/ereporting asks of another's seller
	x.connected(t)
	x.bank(t)
	x.params["memberId"] = x.params["userId"]
	// The old engine bills none of these operations; core/billing/legacy asks of others' there.
	x.params["billingConfigId"], x.params["contractId"], x.params["billId"] = x.params["tokenId"], x.params["tokenId"], x.params["tokenId"]
	// TestWalkMixesIds invites somebody.
	x.params["invitationId"], x.params["memberInvitationId"] = x.params["tokenId"], x.params["tokenId"]
}

// bank takes in a table of a bank, of one line that names nothing.
func (x stranger) bank(t *testing.T) {
	t.Helper()
	base := "/operations/" + x.params["operationId"] + "/payments"
	table := "Datum;Betrag;Text;Name;Konto\n10/11/2026;12,00;" + x.kind.word + "überweisung;" + x.kind.word + "zahler;" + payerIBAN + "\n"
	mapping := `{"billingEntityId":"` + x.params["billingEntityId"] + `","day":"Datum","amount":"Betrag","texts":["Text"],"counterparty":"Name","counterpartyIban":"Konto","decimal":"COMMA","dates":"DAY_MONTH_YEAR"}`
	taken := x.organizer.Upload(base+"/bank-files", "file", []apptest.File{{Name: x.kind.word + "bank.csv", Content: []byte(table)}}, map[string]string{"mapping": mapping})
	require.Equal(t, http.StatusOK, taken.Status, "%s", taken.Body)
	x.params["fileId"] = taken.Map()["fileId"].(string)
	x.params["bankLineId"] = taken.Map()["lines"].([]any)[0].(map[string]any)["id"].(string)
	x.params["bankFileMappingId"] = x.organizer.Get(base + "/bank-file-mappings").List()[0]["id"].(string)
}

// addCoefficients takes in the coefficients of September: all of it to the consumer.
func (x stranger) addCoefficients(t *testing.T) {
	t.Helper()
	var b bytes.Buffer
	b.WriteString("Horodate;" + x.kind.prm + "1\n")
	for step := range 30 * 96 {
		fmt.Fprintf(&b, "%02d/09/2026 %02d:%02d;100,00\n", step/96+1, step%96/4, step%4*15)
	}
	base := "/operations/" + x.params["operationId"] + "/energy-allocation/coefficients"
	reply := x.organizer.Upload(base+"/import", "files", []apptest.File{{Name: x.kind.word + "koeffizienten.csv", Content: b.Bytes()}}, nil)
	require.Equal(t, http.StatusCreated, reply.Status, "%s", reply.Body)
	x.params["setId"] = reply.List()[0]["setId"].(string)
	set := x.organizer.Get(base + "/" + x.params["setId"])
	require.Equal(t, http.StatusOK, set.Status, "%s", set.Body)
	x.params["fileName"] = set.Map()["files"].([]any)[0].(map[string]any)["name"].(string)
}

func with(base, more map[string]any) map[string]any {
	all := map[string]any{}
	for _, m := range []map[string]any{base, more} {
		for k, v := range m {
			all[k] = v
		}
	}
	return all
}

// alert waits for an alert of the operation: curves were read for September only.
func (x *stranger) alert(t *testing.T) string {
	t.Helper()
	base := "/operations/" + x.params["operationId"]
	set := x.organizer.Post(base+"/alert-rules/OPERATION_SILENT", map[string]any{"threshold": 2, "enabled": true})
	require.Equal(t, http.StatusOK, set.Status, "%s", set.Body)
	require.NoError(t, x.server.App.Services.Alerts.Evaluate(t.Context(), id.ID(x.params["operationId"])))
	found := x.organizer.Get(base + "/alerts").List()
	require.NotEmpty(t, found)
	return found[0]["id"].(string)
}

// writes sends a message with a file to the consumer.
func (x *stranger) writes(t *testing.T) {
	t.Helper()
	base := "/operations/" + x.params["operationId"] + "/communication"
	x.params["recipientId"] = x.params["consumerId"]
	changed := x.organizer.Put("/participants/"+x.params["consumerId"], map[string]any{"email": strings.ToLower(x.kind.word) + "@kunde.example"})
	require.Equal(t, http.StatusOK, changed.Status, "%s", changed.Body)
	kept := x.organizer.Upload(base+"/attachments", "file", []apptest.File{{Name: "brief.txt", Content: []byte(x.kind.word)}}, nil)
	require.Equal(t, http.StatusCreated, kept.Status, "%s", kept.Body)
	x.params["attachmentId"] = kept.Map()["id"].(string)
	sent := x.organizer.Post("/communication/send", map[string]any{"operationId": x.params["operationId"], "subject": x.kind.word + "betreff", "body": x.kind.word + "text",
		"recipients": []string{x.params["consumerId"]}})
	require.Equal(t, http.StatusOK, sent.Status, "%s", sent.Body)
	x.params["messageId"] = sent.Map()["id"].(string)
}

// files keeps a document in a folder, shared with the consumer of ids and by a link.
func (x stranger) files(t *testing.T, ids map[string]string, word string) {
	t.Helper()
	base := "/operations/" + ids["operationId"]
	folder := x.created(t, base+"/folders", map[string]any{"name": word + "ordner"})
	kept := x.organizer.Upload(base+"/documents", "files", []apptest.File{{Name: word + "vertrag.pdf", Content: []byte("%PDF-1.7 " + word + "wort")}}, map[string]string{"folderId": folder["id"].(string)})
	require.Equal(t, http.StatusOK, kept.Status, "%s", kept.Body)
	ids["documentId"] = kept.List()[0]["document"].(map[string]any)["id"].(string)
	ids["documentIds"], ids["folderId"] = ids["documentId"], folder["id"].(string)
	shared := x.organizer.Post(base+"/documents/"+ids["documentId"]+"/shares", map[string]any{"participantIds": []string{ids["consumerId"]}})
	require.Equal(t, http.StatusOK, shared.Status, "%s", shared.Body)
	ids["shareId"] = shared.Map()["shares"].([]any)[0].(map[string]any)["id"].(string)
	ids["linkId"] = x.created(t, base+"/documents/"+ids["documentId"]+"/links", map[string]any{"lastDay": "2026-12-31"})["id"].(string)
}
