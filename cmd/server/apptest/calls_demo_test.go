package apptest_test

import (
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/app"
	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/core/coretest"
)

// owedWalk calls the lines of testdata/calls.tsv one by one.
type owedWalk struct {
	*tour
	open map[string]bool // lines that wait for a good answer
	all  int
}

// TestOwedCallsOnTheDemo: each line of testdata/calls.tsv, by its own method and path, has its good answer on
// the operations of the demo, what it reads is there, and what it writes is kept. It counts them.
func TestOwedCallsOnTheDemo(t *testing.T) {
	t.Parallel()
	whole := func(_ *app.Config, o *app.Options) { o.SmallDemo = false } // as it is served, with its direct debits
	w := &owedWalk{tour: newTour(t, whole), open: map[string]bool{}}
	for _, line := range owedCalls(t) {
		w.open[strings.ReplaceAll(line, "\t", " ")] = true
	}
	w.all = len(w.open)
	w.people()
	w.measured()
	w.billed(w.lices, "/operations/"+w.lices+"/billing", "/operations/{operationId}/billing")
	w.billed(w.enedis, "/participants/"+w.producers[w.enedis][1].id+"/billing", "/participants/{participantId}/billing")
	w.oldEngine()
	w.moneyOf()
	w.economyOf()
	w.sharedOut()
	w.written()
	done := fmt.Sprintf("%d of %d calls have their good answer on the demo", w.all-len(w.open), w.all)
	if file := os.Getenv("PMO_DEMO_CALLS_REPORT"); file != "" {
		require.NoError(t, os.WriteFile(file, []byte(done+"\n"), 0o600))
	}
	fmt.Println(done)
	require.Empty(t, w.open, "lines that nobody called")
	require.Equal(t, 133, w.all)
}

var parametersOfALine = regexp.MustCompile(`\\\{[^}]*\\\}`)

// line calls a line at a path of it, expects a status, and looks for fields: of the object, or of the first row
// of a list, which is not empty then.
func (w *owedWalk) line(who *apptest.Client, line, path string, body any, status int, fields ...string) apptest.Reply {
	w.Helper()
	method, _, _ := strings.Cut(line, " ")
	return w.answered2(line, path, who.Do(method, path, body), status, fields)
}

// file calls a line that takes a file.
func (w *owedWalk) file(line, path, part string, file apptest.File, status int, fields ...string) apptest.Reply {
	w.Helper()
	return w.answered2(line, path, w.organizer.Upload(path, part, []apptest.File{file}, nil), status, fields)
}

func (w *owedWalk) answered2(line, path string, reply apptest.Reply, status int, fields []string) apptest.Reply {
	w.Helper()
	require.True(w, w.open[line], "%s is no line, or was called", line)
	_, shape, _ := strings.Cut(line, " ")
	base, _, _ := strings.Cut(path, "?")
	require.Regexp(w, "^"+parametersOfALine.ReplaceAllString(regexp.QuoteMeta(shape), "[^/]+")+"$", base)
	require.Equal(w, status, reply.Status, "%s: %s", path, reply.Body)
	if len(fields) > 0 {
		row := reply.Map()
		if strings.HasPrefix(string(reply.Body), "[") {
			require.NotEmpty(w, reply.List(), "%s: the demo has none", path)
			row = reply.List()[0]
		}
		for _, f := range fields {
			require.Contains(w, row, f, path)
		}
	}
	delete(w.open, line)
	return reply
}

// people is session, accounts, operations and sites.
func (w *owedWalk) people() {
	w.Helper()
	const ok = http.StatusOK
	c := w.server.Anonymous()
	w.line(c, "POST /session/login", "/session/login", map[string]any{"email": "organizer@demo.pmo", "password": apptest.Password}, ok, "role", "success")
	me := w.line(c, "GET /session", "/session", nil, ok, "id", "role", "policy", "initialized", "hasAcceptedCgu").Map()["id"].(string)
	w.line(c, "POST /cgu/accept-cgu/{userId}", "/cgu/accept-cgu/"+me, nil, ok, "version", "acceptedAt")
	w.line(c, "GET /users/{userId}/account-info", "/users/"+me+"/account-info", nil, ok, "lastname", "firstname", "structure", "email")
	w.line(c, "GET /users/{userId}/operation-billings", "/users/"+me+"/operation-billings", nil, ok, "id", "name", "parties", "url")
	require.Len(w, w.line(c, "GET /appmap", "/appmap", nil, ok, "key", "url", "allowed").List(), 3)
	w.line(w.participant, "GET /participants/by-jwt", "/participants/by-jwt", nil, ok, "participant", "operation")
	w.line(c, "GET /organizers/by-jwt", "/organizers/by-jwt", nil, ok, "id", "email")
	w.line(w.observer, "GET /observers/by-jwt/operations", "/observers/by-jwt/operations?detailed=true", nil, ok, "consumers", "producers")
	require.Len(w, w.line(c, "GET /organizers/{organizerId}/operations", "/organizers/"+me+"/operations?detailed=true", nil, ok, "consumers", "producers", "observers").List(), 4)
	w.line(w.admin, "GET /admin/operations", "/admin/operations", nil, ok, "id", "name", "dso")
	of := "/operations/" + w.enedis
	w.line(c, "GET /operations/{operationId}/participants", of+"/participants?dateFrom=2026-09-01&dateTo=2026-09-30", nil, ok, "id", "name", "energyType", "dsoId", "status", "activationRange")
	w.line(c, "GET /operations/{operationId}/observers", of+"/observers", nil, ok, "id", "email")
	w.line(c, "GET /operations/{operationId}/interlocutor", of+"/interlocutor", nil, ok, "legalName", "legalNumber", "address", "postCode", "city")

	// What is written of them.
	require.Equal(w, "Val", w.line(c, "PUT /operations/{operationId}", "/operations/"+w.val, map[string]any{"name": "Val"}, ok, "id").Map()["name"])
	require.Equal(w, "#0b5d1e", w.line(c, "PUT /operations/{operationId}/theme", "/operations/"+w.val+"/theme", map[string]any{"primary": "#0B5D1E"}, ok).Map()["primary"])
	picture := apptest.File{Name: "logo.png", Content: coretest.Picture(1)}
	logo := w.file("POST /operations/{operationId}/upload-logo", "/operations/"+w.val+"/upload-logo", "file", picture, ok, "url").Map()["url"]
	require.Equal(w, logo, w.line(c, "GET /operations/{operationId}/presigned-logo", "/operations/"+w.val+"/presigned-logo", nil, ok).Map()["url"])
	w.line(c, "GET /theme/presigned-logos", "/theme/presigned-logos?operationIds="+w.val, nil, ok, "operationId", "url")
	sites := apptest.File{Name: "PERIM_ACC00000003_20261101.csv", Content: []byte("prm;type;nom;adresse;code_postal;ville;date_entree;date_sortie\n99700000000181;C;Nouveau;1 rue Haute;35300;Fougères;2026-11-01;\n")}
	taken := w.file("POST /operations/{operationId}/participants/import", "/operations/"+w.val+"/participants/import", "file", sites, ok, "created").Map()
	require.Equal(w, 1.0, taken["created"])
	consumer, producer := "/participants/"+w.consumers[w.val][0].id, "/participants/"+w.producers[w.val][0].id
	require.Equal(w, "Rennes", w.line(c, "PUT /participants/{participantId}", consumer, map[string]any{"city": "Rennes"}, ok, "id").Map()["city"])
	bill := w.file("POST /participants/{participantId}/upload-billing-logo", producer+"/upload-billing-logo", "file", picture, ok, "url").Map()["url"]
	require.Equal(w, bill, w.line(c, "GET /participants/{participantId}/presigned-billing-logo", producer+"/presigned-billing-logo", nil, ok).Map()["url"])
	w.line(w.admin, "GET /admin/cgu/approvals", "/admin/cgu/approvals", nil, ok, "id")

	made := w.admin.Post("/admin/users", map[string]any{"email": "walk@example.org", "role": "organizer"}).Map()
	fresh := w.server.Anonymous()
	require.Equal(w, ok, fresh.Post("/session/login", map[string]any{"email": "walk@example.org", "password": made["initialPassword"]}).Status)
	w.line(fresh, "PUT /users/update-pw-with-old", "/users/update-pw-with-old", map[string]any{"oldPassword": made["initialPassword"], "newPassword": apptest.Password}, ok, "initialized")
	w.line(fresh, "PUT /users/update-authenticated-user", "/users/update-authenticated-user", map[string]any{"initialized": true}, ok, "initialized")
	w.line(c, "GET /session/logout", "/session/logout", nil, http.StatusNoContent)
}

// measured is curves, sums and shares, and a file of the operation with the old engine.
func (w *owedWalk) measured() {
	w.Helper()
	const ok, days = http.StatusOK, "&dateFrom=2026-09-01&dateTo=2026-09-30"
	of, site := "/operations/"+w.enedis, "/participants/"+w.consumers[w.enedis][0].id
	for line, path := range map[string]string{"GET /operations/{operationId}/measurements/date-ranges": of, "GET /participants/{participantId}/measurements/date-ranges": site} {
		w.line(w.organizer, line, path+"/measurements/date-ranges", nil, ok, "uploadedData", "nonDefinitiveDataRange")
	}
	curves := w.line(w.organizer, "GET /measurements/load-curve/by-operation/{operationId}", "/measurements/load-curve/by-operation/"+w.enedis+"?nature=Conso,Prod"+days, nil, ok, "unit", "series").Map()
	require.Len(w, curves["series"], 2)
	w.line(w.organizer, "GET /measurements/load-curve/by-participant/{participantId}", "/measurements/load-curve/by-participant/"+w.consumers[w.enedis][0].id+"?scope=Consommateur&nature=Autoconso"+days, nil, ok, "unit", "series")
	w.line(w.organizer, "GET /measurements/metrics/by-operation", "/measurements/metrics/by-operation?operationId="+w.enedis+"&nature=Autoconso"+days, nil, ok, "autoConsumption")
	w.line(w.organizer, "GET /measurements/metrics/by-participant", "/measurements/metrics/by-participant?participantId="+w.consumers[w.enedis][0].id+"&nature=Conso"+days, nil, ok, "consumption")
	w.line(w.organizer, "GET /measurements/metrics/by-operation/group", "/measurements/metrics/by-operation/group?operationId="+w.enedis+"&group=consumers&nature=Conso"+days, nil, ok)
	w.line(w.organizer, "GET /operations/{operationId}/measurements/metrics", of+"/measurements/metrics?scope=Global"+days, nil, ok, "consumption", "production")
	w.line(w.organizer, "GET /participants/{participantId}/measurements/metrics", site+"/measurements/metrics?scope=Consommateur"+days, nil, ok, "consumption")
	w.line(w.organizer, "GET /operations/{operationId}/distribution", of+"/distribution?dateFrom=2026-09-01&dateTo=2026-09-30", nil, ok)
	upload := "/operations/" + w.val + "/measurements"
	sent := w.file("POST /operations/{operationId}/measurements/upload-permanent-dataset", upload+"/upload-permanent-dataset", "files",
		apptest.File{Name: "septembre.csv", Content: curvesOf(w.consumers[w.val][0].dsoID, w.producers[w.val][0].dsoID)}, http.StatusAccepted, "status", "jobId").Map()
	w.organizer.WaitJob(sent["jobId"].(string))
	w.line(w.organizer, "GET /operations/{operationId}/measurements/upload-event", upload+"/upload-event", nil, ok, "status")
}

func curvesOf(consumer, producer string) []byte { return curves(consumer, producer) }

// billed is one of the two families of billing: what the demo holds is read, drafts of the last months are made,
// published, taken back and deleted, and all that is agreed is made once more beside it.
func (w *owedWalk) billed(operation, base, shape string) {
	w.Helper()
	const ok, created = http.StatusOK, http.StatusCreated
	read := func(what string, fields ...string) []map[string]any {
		w.Helper()
		path, _, _ := strings.Cut(what, "?")
		return w.line(w.organizer, "GET "+shape+path, base+what, nil, ok, fields...).List()
	}
	issuer := read("/billing-entities", "id", "name", "vatRegime", "iban", "bic", "producerIds")[0]["id"].(string)
	client := read("/billable-entities", "id", "name", "address", "consumerIds")[0]["id"].(string)
	issued := w.organizer.Get(base + "/invoices?status=FINALIZED").List()[0]
	party := func(of string) string { return issued[of].(map[string]any)["id"].(string) }
	invoice := issued["id"].(string)
	read("/invoices", "id", "amountCents", "status", "paymentStatus", "billingEntity", "billableEntity", "periodEnd")
	plan := read("/plans", "id", "name", "period", "charges", "paymentMethod")[0]["id"].(string)
	read("/subscriptions", "id", "consumerId", "plan", "status", "startDate")
	last := w.line(w.organizer, "GET "+shape+"/invoices/lastInvoiceDate", base+"/invoices/lastInvoiceDate?billingEntityId="+party("billingEntity")+"&billableEntityId="+party("billableEntity"), nil, ok).Map()
	require.Equal(w, issued["periodEnd"], last["lastInvoiceDate"])
	for what, kind := range map[string]string{"/invoices/{invoiceId}/download": "application/pdf", "/invoices/accounting-summary": "sheet", "/invoices/download-zip": "application/zip"} {
		path := strings.ReplaceAll(what, "{invoiceId}", invoice)
		if path == what {
			path += "?invoicesIds=" + invoice
		}
		reply := w.line(w.organizer, "GET "+shape+what, base+path, nil, ok)
		require.Contains(w, reply.Header.Get("Content-Type"), kind)
		require.Contains(w, reply.Header.Get("Content-Disposition"), "attachment")
	}

	run := w.line(w.organizer, "POST "+shape+"/run", base+"/run", map[string]any{"billUpTo": "2026-10-31", "mode": "SYNC"}, http.StatusAccepted, "id", "status", "createdAt", "progress", "invoices").Map()
	require.Equal(w, "SUCCESS", run["status"])
	require.Equal(w, run, w.line(w.organizer, "GET "+shape+"/run/{runId}", base+"/run/"+run["id"].(string), nil, ok).Map())
	require.Equal(w, run, w.line(w.organizer, "GET "+shape+"/run/last", base+"/run/last", nil, ok).Map())
	drafts := w.organizer.Get(base + "/invoices?status=DRAFT").List()
	require.Greater(w, len(drafts), 2)
	done := func(reply apptest.Reply) {
		w.Helper()
		require.Equal(w, "SUCCESS", reply.Map()["results"].([]any)[0].(map[string]any)["status"], "%s", reply.Body)
	}
	one := func(n int) string { return "?ids=" + drafts[n]["id"].(string) }
	done(w.line(w.organizer, "POST "+shape+"/invoices/publish", base+"/invoices/publish"+one(0), nil, ok))
	done(w.line(w.organizer, "POST "+shape+"/invoices/cancel", base+"/invoices/cancel"+one(1), nil, ok))
	done(w.line(w.organizer, "DELETE "+shape+"/invoices", base+"/invoices"+one(2), nil, ok))

	postal := map[string]any{"address": "1 rue Haute", "postCode": "35300", "city": "Fougères", "country": "FR"}
	add := func(what string, body map[string]any) map[string]any {
		w.Helper()
		reply := w.line(w.organizer, "POST "+shape+what, base+what, body, created, "id")
		require.NotEmpty(w, reply.Header.Get("Location"))
		return reply.Map()
	}
	change := func(what, parameter, id string, body map[string]any) {
		w.Helper()
		reply := w.line(w.organizer, "PUT "+shape+what+"/{"+parameter+"}", base+what+"/"+id, body, ok)
		require.Subset(w, reply.Map(), body)
	}
	consumer, producer := w.newSite(operation, "consumer", "Voisin", map[string]any{"entry": "2026-11-01"})["id"], w.newSite(operation, "producer", "Toit neuf", map[string]any{"entry": "2026-11-01"})["id"]
	add("/billable-entities", with(postal, map[string]any{"name": "Voisin", "vatRegime": "none", "consumerIds": []any{consumer}}))
	change("/billable-entities", "entityId", client, map[string]any{"city": "Rennes"})
	seller := map[string]any{"name": "Émetteur", "vatRegime": "normal", "legalNumber": "732829320", "iban": "FR1420041010050500013M02606", "bic": "PSSTFRPPSCE", "producerIds": []any{producer}}
	if operation == w.enedis { // whoever makes an issuer there is its producer
		reply := w.line(w.organizer, "POST "+shape+"/billing-entities", "/participants/"+producer.(string)+"/billing/billing-entities", with(postal, with(seller, map[string]any{"seriesCode": "TOITN"})), created, "id")
		require.NotEmpty(w, reply.Header.Get("Location"))
	} else {
		add("/billing-entities", with(postal, with(seller, map[string]any{"seriesCode": "TOITM"})))
	}
	change("/billing-entities", "entityId", issuer, map[string]any{"contactName": "Dominique"})
	logo := "/billing-entities/" + issuer + "/logo"
	w.file("POST "+shape+"/billing-entities/{entityId}/logo", base+logo, "file", apptest.File{Name: "logo.png", Content: coretest.Picture(2)}, ok, "billingLogo")
	w.decoded(w.line(w.organizer, "GET "+shape+"/billing-entities/{entityId}/logo", base+logo, nil, ok))
	mine := add("/plans", map[string]any{"name": "Essai", "period": "MONTHLY", "charges": []any{map[string]any{"code": "E", "name": "Énergie", "type": "PER_UNIT", "usage": "ENERGY", "priceMicroEuro": 123400}}})
	change("/plans", "planId", mine["id"].(string), map[string]any{"name": "Essai 2"})
	pair := map[string]any{"consumerId": consumer}
	if operation == w.enedis {
		pair["producerId"] = w.producers[operation][1].id
	}
	subscribed := add("/subscriptions", with(pair, map[string]any{"planId": plan, "startDate": "2026-11-01"}))
	w.line(w.organizer, "DELETE "+shape+"/subscriptions/{subscriptionId}", base+"/subscriptions/"+subscribed["id"].(string), nil, http.StatusNoContent)
	many := map[string]any{"planId": plan, "startDate": "2026-11-01", "pairs": []any{pair}}
	w.line(w.organizer, "POST "+shape+"/subscriptions/multiple", base+"/subscriptions/multiple", many, created, "id")
}

// oldEngine is configs, contracts and bills of the operation that has the old engine.
func (w *owedWalk) oldEngine() {
	w.Helper()
	const ok, created = http.StatusOK, http.StatusCreated
	of, base := "/operations/{operationId}", "/operations/"+w.val
	first := func(line, path string, fields ...string) map[string]any {
		w.Helper()
		return w.line(w.organizer, line, path, nil, ok, fields...).List()[0]
	}
	config := first("GET "+of+"/billing-config", base+"/billing-config", "id", "producers", "consumers", "startDate", "sellingPriceMicroEuro", "period", "anniversary", "paymentMethod", "paymentDeadline", "subscriptionPriceMicroEuro")
	contract := first("GET "+of+"/billing-contracts", base+"/billing-contracts", "id", "producerId", "consumerId", "configId", "startDate")
	seller := contract["producerId"].(string)
	first("GET "+of+"/billing-config/by-producer/{producerId}", base+"/billing-config/by-producer/"+seller, "id")
	first("GET "+of+"/billing-contracts/by-producer/{producerId}", base+"/billing-contracts/by-producer/"+seller, "id")
	bill := first("GET "+of+"/bills", base+"/bills?billType=participant", "id", "producerId", "consumerId", "billingPeriodEnd", "documentName", "isLegacyBill", "amountCents")
	id := bill["id"].(string)
	own := "/participants/" + bill["consumerId"].(string)
	first("GET /participants/{participantId}/bills", own+"/bills?billType=participant", "id", "amountCents")
	for line, path := range map[string]string{"GET " + of + "/bills/billing-status": base, "GET /participants/{participantId}/bills/billing-status": own} {
		reply := w.line(w.organizer, line, path+"/bills/billing-status?billsIds="+id, nil, ok)
		require.Contains(w, reply.Header.Get("Content-Disposition"), "attachment")
	}
	link := w.line(w.organizer, "GET /bills/{billId}/presigned-url", "/bills/"+id+"/presigned-url", nil, ok, "url", "expiresAt").Map()["url"].(string)
	require.Equal(w, "%PDF-", string(w.server.Anonymous().Get(strings.TrimPrefix(link, "/api")).Body[:5]))
	paid := w.line(w.organizer, "PUT "+of+"/bills/{billId}", base+"/bills/"+id, map[string]any{"paymentStatus": "SUCCEEDED", "documentName": "f-octobre"}, ok).Map()
	require.Equal(w, []any{"SUCCEEDED", "f-octobre", bill["amountCents"]}, []any{paid["paymentStatus"], paid["documentName"], paid["amountCents"]})
	w.line(w.admin, "GET /admin/bills", "/admin/bills?billType=participant", nil, ok, "id", "operationName", "amountCents")

	terms := map[string]any{"producers": config["producers"], "consumers": config["consumers"], "startDate": "2027-01-01", "sellingPriceMicroEuro": 112000, "period": 3}
	made := w.line(w.organizer, "POST "+of+"/billing-config", base+"/billing-config", terms, created, "id").Map()
	at := base + "/billing-config/" + made["id"].(string)
	require.Equal(w, 15.0, w.line(w.organizer, "PUT "+of+"/billing-config/{configId}", at, map[string]any{"paymentDeadline": 15}, ok).Map()["paymentDeadline"])
	agreed := map[string]any{"configId": made["id"], "producerId": seller, "consumerId": contract["consumerId"], "startDate": "2027-03-01"}
	more := w.line(w.organizer, "POST "+of+"/billing-contracts", base+"/billing-contracts", agreed, created, "id").Map()
	path := base + "/billing-contracts/" + more["id"].(string)
	require.Equal(w, "2027-04-01", w.line(w.organizer, "PUT "+of+"/billing-contracts/{contractId}", path, map[string]any{"startDate": "2027-04-01"}, ok).Map()["startDate"])
	w.line(w.organizer, "DELETE "+of+"/billing-contracts/{contractId}", path, nil, http.StatusNoContent)
	w.line(w.organizer, "DELETE "+of+"/billing-config/{configId}", at, nil, http.StatusNoContent)
}

// moneyOf is the creditor of the demo, its mandates and the file that it sent to its bank, and another creditor.
func (w *owedWalk) moneyOf() {
	w.Helper()
	const ok, created = http.StatusOK, http.StatusCreated
	collected := w.organizer.Get("/operations/" + w.enedis + "/payments/collections").List()
	require.NotEmpty(w, collected)
	order := w.organizer.Get("/payments/collections/" + collected[0]["id"].(string)).Map()
	var invoices []string
	for _, t := range order["transactions"].([]any) {
		invoices = append(invoices, t.(map[string]any)["invoiceId"].(string))
	}
	sold := w.organizer.Get("/operations/" + w.enedis + "/billing/invoices/" + invoices[0]).Map()
	issuer := sold["billingEntity"].(map[string]any)["id"].(string)
	creditor := order["creditorId"].(string)
	seller := w.producers[w.enedis][1].id
	for line, path := range map[string]string{"GET /participants/{participantId}/payments/sepa": "/participants/" + seller + "/payments/sepa", "GET /payments/sepa/by-billing-entity/{entityId}": "/payments/sepa/by-billing-entity/" + issuer} {
		file := w.line(w.organizer, line, path+"?invoicesIds="+strings.Join(invoices, ","), nil, ok)
		require.Regexp(w, `filename=sepa-.+-2026-\d\d\.xml`, file.Header.Get("Content-Disposition"))
		require.Contains(w, string(file.Body), "pain.008.001.08")
	}
	fields := []string{"id", "name", "ics", "iban", "bic"}
	w.line(w.organizer, "GET /payments/creditors/by-producers", "/payments/creditors/by-producers?participantsIds="+seller, nil, ok, fields...)
	w.line(w.organizer, "GET /payments/creditors/by-billing-entities", "/payments/creditors/by-billing-entities?billingEntityIds="+issuer, nil, ok, fields...)
	fields = []string{"id", "participantId", "mandateId", "debtorName", "creditorName", "ics", "iban", "signatureDate"}
	w.line(w.organizer, "GET /payments/mandates/by-creditor/{creditorId}", "/payments/mandates/by-creditor/"+creditor, nil, ok, fields...)
	w.line(w.organizer, "GET /payments/mandates/by-billing-entity/{entityId}", "/payments/mandates/by-billing-entity/"+issuer, nil, ok, fields...)

	regie := w.organizer.Get("/participants/" + w.producers[w.enedis][0].id).Map()["billingEntity"].(map[string]any)["id"].(string)
	told := map[string]any{"name": "Régie", "ics": "FR72ZZZ123456", "iban": "FR1420041010050500013M02606", "bic": "PSSTFRPPSCE", "bankReconciliationId": "REGIE"}
	mine := w.line(w.organizer, "POST /payments/creditors/by-billing-entities/{entityId}", "/payments/creditors/by-billing-entities/"+regie, told, created, "id").Map()["id"].(string)
	other := w.newSite(w.lices, "producer", "Toit du créancier", map[string]any{"entry": "2026-11-01"})["id"].(string)
	postal := map[string]any{"name": "Créancier", "address": "1 rue Haute", "postCode": "35300", "city": "Fougères", "country": "FR", "vatRegime": "franchise", "legalNumber": "552100554", "seriesCode": "CREAN", "producerIds": []any{other}}
	require.Equal(w, created, w.organizer.Post("/operations/"+w.lices+"/billing/billing-entities", postal).Status)
	w.line(w.organizer, "POST /participants/{participantId}/payments/creditor", "/participants/"+other+"/payments/creditor", told, created, "id", "billingEntityId")
	mandate := func(consumer site, rum string) map[string]any {
		return map[string]any{"participantId": consumer.id, "mandateId": rum, "debtorName": consumer.name, "iban": "FR7630006000011234567890189", "signatureDate": "2026-10-01"}
	}
	buyers := w.consumers[w.enedis]
	w.line(w.organizer, "POST /payments/mandates/by-billing-entity/{entityId}", "/payments/mandates/by-billing-entity/"+regie, mandate(buyers[0], "WALK-1"), created, "id", "status")
	w.line(w.organizer, "POST /participants/{participantId}/payments/mandates", "/participants/"+other+"/payments/mandates", mandate(w.consumers[w.lices][0], "WALK-2"), created, "id", "status")
	for n, of := range [][2]string{{"POST /payments/mandates/import/by-creditor/{creditorId}", "/payments/mandates/import/by-creditor/" + mine}, {"POST /payments/mandates/import/by-billing-entity/{entityId}", "/payments/mandates/import/by-billing-entity/" + regie}} {
		row := mandate(buyers[n+1], fmt.Sprintf("WALK-%d", 3+n))
		delete(row, "participantId")
		row["dsoId"] = buyers[n+1].dsoID
		require.Equal(w, 1.0, w.line(w.organizer, of[0], of[1], map[string]any{"mandates": []any{row}}, ok).Map()["created"])
	}
}

// economyOf is the bill check of the participant of the demo, whose contract of supply is told.
func (w *owedWalk) economyOf() {
	w.Helper()
	const ok = http.StatusOK
	own := w.consumers[w.enedis][0].id
	w.line(w.participant, "GET /participants/{participantId}/economy/pmo-price-config", "/participants/"+own+"/economy/pmo-price-config", nil, ok, "consumerType", "contractType", "isOnTRV")
	w.line(w.organizer, "GET /economy/pmo-price-configs", "/economy/pmo-price-configs?participantsIds="+own, nil, ok, "participantId", "contractType")
	w.line(w.participant, "GET /trv-prices/last", "/trv-prices/last", nil, ok, "consumerType", "startDate", "prices")
	e := w.line(w.participant, "GET /participants/{participantId}/economy/pmo", "/participants/"+own+"/economy/pmo?startDate=2026-09-01&endDate=2026-09-30&consumerType=professional&contractType=BASE&baseMicroEuro=200000", nil, ok,
		"withoutCents", "withCents", "economyCents", "consumerAutoConsumptionMilliWh", "consumerSupplierConsumptionMilliWh").Map()
	require.Positive(w, e["consumerAutoConsumptionMilliWh"])
	require.Equal(w, e["economyCents"], e["withoutCents"].(float64)-e["withCents"].(float64))
}

// sharedOut is the key of the operation with the old engine: pools, one number of a pool, seasons.
func (w *owedWalk) sharedOut() {
	w.Helper()
	const ok, created = http.StatusOK, http.StatusCreated
	of := "?operationId=" + w.enedis
	last := w.line(w.organizer, "GET /energy-allocation/config/last", "/energy-allocation/config/last"+of, nil, ok, "id", "type", "params").Map()
	w.line(w.organizer, "GET /energy-allocation/active-config-param", "/energy-allocation/active-config-param?allocationAlgorithmId="+last["id"].(string), nil, ok, "consumerId", "value")
	mine := "?operationId=" + w.val
	weighed := map[string]any{"type": "by_weight", "params": []any{map[string]any{"consumerId": w.consumers[w.val][0].id, "value": 2}}}
	key := w.line(w.organizer, "POST /energy-allocation/config", "/energy-allocation/config"+mine, weighed, created, "id", "status").Map()
	changed := map[string]any{"allocationAlgorithmId": key["id"], "value": 3}
	w.line(w.organizer, "POST /energy-allocation/config-param", "/energy-allocation/config-param?consumerId="+w.consumers[w.val][1].id, changed, created, "id", "params")
	var everyone []any
	for _, p := range w.organizer.Get("/operations/" + w.val + "/participants").List() {
		if p["energyType"] == "consumer" || p["isProsumer"] == true {
			everyone = append(everyone, p["id"])
		}
	}
	draft := w.organizer.Post("/energy-allocation/config"+mine, map[string]any{"type": "by_pool"}).Map()
	pools := []any{map[string]any{"id": nil, "name": "Groupe 1", "percentageProduction": 100, "surplusDestinationPoolName": "Surplus", "algorithm": "by_default", "consumersInPool": everyone}}
	set := w.line(w.organizer, "POST /energy-allocation/config-pools", "/energy-allocation/config-pools?allocationAlgorithmId="+draft["id"].(string), map[string]any{"pools": pools}, created, "id", "pools").Map()
	w.line(w.organizer, "GET /energy-allocation/active-config-pools", "/energy-allocation/active-config-pools?allocationAlgorithmId="+set["id"].(string), nil, ok, "name", "percentageProduction", "surplusDestinationPoolName")
	proposed := w.line(w.organizer, "GET /energy-allocation/seasonality", "/energy-allocation/seasonality"+mine, nil, ok, "seasons", "proposed").Map()["proposed"]
	require.Len(w, w.line(w.organizer, "POST /energy-allocation/seasonality", "/energy-allocation/seasonality"+mine, map[string]any{"seasons": proposed, "reason": "hiver"}, created).Map()["seasons"], 2)
}

// written is a message to everybody of the operation of the demo.
func (w *owedWalk) written() {
	w.Helper()
	base := "/operations/" + w.enedis + "/communication"
	all := w.organizer.Get(base + "/recipients").List()
	message := map[string]any{"operationId": w.enedis, "subject": "Assemblée générale", "body": "Le 12 décembre.", "recipients": idsOf(all)}
	report := w.line(w.organizer, "POST /communication/send", "/communication/send", message, http.StatusOK, "accepted", "rejected", "missing").Map()
	require.NotEmpty(w, report["accepted"])
	require.Eventually(w, func() bool {
		return w.organizer.Get(base + "/messages/" + report["id"].(string)).Map()["counts"].(map[string]any)["queued"].(float64) == 0
	}, time.Minute, 20*time.Millisecond)
}

// TestTheDemosOldEngineMovesOn: the operation of the demo that has the old engine lacks nothing to move to the
// newer one; what it billed stays, and what is due since is billed from then on.
func TestTheDemosOldEngineMovesOn(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	o := s.As("organizer@demo.pmo")
	base := "/operations/" + o.Operation("ACC00000003")
	bills := o.Get(base + "/bills").List()
	require.NotEmpty(t, bills)
	dry := o.Post(base+"/billing-migration", map[string]any{"dryRun": true}).Map()
	require.Empty(t, dry["blocks"], "%v", dry)
	require.Equal(t, []any{false, 2.0}, []any{dry["migrated"], dry["planCount"]})
	require.Positive(t, dry["subscriptionCount"])
	require.NotContains(t, o.Get(base).Map(), "billingEngine", "a look changes nothing")
	moved := o.Post(base+"/billing-migration", map[string]any{}).Map()
	require.Equal(t, []any{true, dry["subscriptionCount"], dry["plans"]}, []any{moved["migrated"], moved["subscriptionCount"], moved["plans"]}, "%v", moved)
	require.Equal(t, "ENGINE_2025", o.Get(base).Map()["billingEngine"])
	require.Len(t, o.Get(base+"/bills").List(), len(bills))
	run := o.Post(base+"/billing/run", map[string]any{"billUpTo": "2026-11-19", "mode": "SYNC"}).Map()
	require.Equal(t, "SUCCESS", run["status"])
	for _, i := range o.Get(base + "/billing/invoices?status=DRAFT").List() {
		for _, b := range bills {
			require.False(t, b["consumerId"] != nil && i["periodStart"].(string) <= b["billingPeriodEnd"].(string), "days of a bill are billed again")
		}
	}
	require.True(t, slices.ContainsFunc(bills, func(b map[string]any) bool { return b["paymentStatus"] == "FAILED" }))
}
