package apptest_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/openapi"
)

// TestWalkMixesIds calls every operation of the contract with the caller's own ids but one,
// wherever an id may stand: in the path, the query or any depth of the body. An id of
// another operation, or of another participant of the same operation, is answered exactly
// as one that nobody ever gave. The contract says where ids stand, so that new calls are
// walked by themselves.
func TestWalkMixesIds(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	far := newStrangerOf(t, s, strangerKind{"Fern", "fern@elsewhere.example", "ACC00000098", "9980000000000", "444608442", "FERN", "debit"})
	p := newParish(t, s)
	near := p.addNeighbours(t)
	p.publishAll(t, near)
	confirmIssuers(t, p.people['A'])
	abroad := &parish{stranger: far, people: map[rune]*apptest.Client{'A': p.people['A']}, server: s}
	asker := abroad.holder(t, s, "fern-bewohner@elsewhere.example", far.params["consumerId"])
	for _, one := range []struct {
		of     stranger
		ids    map[string]string
		holder *apptest.Client
	}{{p.stranger, p.params, p.people['C']}, {p.stranger, near, p.neighbour}, {far, far.params, asker}} {
		one.of.dealings(t, one.ids, one.holder)
	}
	p.invites(t, near)
	far.invites(t, far.params)
	borrow(t, s, far.params)
	var made []string
	for kind, one := range far.params {
		if one == far.params["tokenId"] && kind != "tokenId" {
			made = append(made, kind)
		}
	}
	t.Logf("%d of %d kinds of ids are of something that is there, but for %v", len(far.params)-len(made), len(far.params), made)
	require.LessOrEqual(t, len(made), 1, "%v: make one of them, or borrow it", made)
	before := far.state(t)
	asked := 0
	for _, r := range contractRoutes(t) {
		for _, slot := range idSlots(t, r) {
			for _, who := range readers {
				if who == 'A' && (r.method != http.MethodGet || reachesAll(r, slot)) {
					continue // the back-office reads every operation
				}
				own := with2(p.params, map[string]string{"userId": p.people[who].Get("/session").Map()["id"].(string)})
				if who == 'P' || who == 'O' && strings.HasPrefix(r.path, "/participants/{participantId}/billing/") {
					own["participantId"] = own["producerId"]
				}
				for _, other := range []map[string]string{far.params, near} {
					if other["operationId"] == own["operationId"] && !apart(r, slot, who) {
						continue
					}
					asked++
					slot.requireUnknown(t, r, p.people[who], own, other[slot.kind], fmt.Sprintf("%s.%s as %c", r.id, slot.name, who))
				}
			}
		}
	}
	t.Logf("%d ids of others tried", asked)
	require.Greater(t, asked, 800)
	require.Equal(t, before, far.state(t), "a call with an id of another operation changed something there")
}

// reachesAll reports whether the slot is the one by which the call finds its operation,
// so that who reads all operations is answered whatever stands there.
func reachesAll(r route, s idSlot) bool {
	return strings.HasPrefix(r.path, "/admin/") || r.path == "/payments/overdue" || s.kind == "operationId" || slices.Contains([]string{"participantId", "userId", "organizerId", "jobId", "allocationAlgorithmId", "creditorId", "paymentMandateId", "collectionId", "billId", "billingEntityIds", "participantsIds"}, s.name) ||
		s.name == "entityId" && strings.HasPrefix(r.path, "/payments/")
}

// apart reports whether two participants of one operation are kept apart for who asks:
// always for the accounts of participants; for who reads the operation only in the family
// of billing calls of one of its producers, whose plans and clients-to-be are the operation's.
func apart(r route, s idSlot, who rune) bool {
	switch {
	case s.kind == "operationId", s.kind == "planId":
		return false
	case strings.ContainsRune("CP", who):
		// A dashboard may be narrowed to one producer (specification section 6), and the heads of the
		// operation as a whole are for all who are in it.
		return s.name != "producerId"
	}
	return who == 'O' && strings.HasPrefix(r.path, "/participants/{participantId}/billing/") && s.name != "participantId" &&
		slices.Contains([]string{"invoiceId", "subscriptionId", "billingEntityId", "billableEntityId", "runId"}, s.kind)
}

// idSlot is a place of a call where an id stands.
type idSlot struct {
	name, in string
	kind     string   // of the id: the name of the path parameter that it would be
	path     []string // in the body; "[]" is the first item of a list
}

const idPattern = "^[0-9a-f]{8}-"

// idSlots finds the places of an operation where an id stands.
func idSlots(t *testing.T, r route) []idSlot {
	t.Helper()
	var all []idSlot
	for _, p := range r.parameters() {
		s := p.Schema.Value
		if s.Type.Is("array") {
			s = s.Items.Value
		}
		if strings.HasPrefix(s.Pattern, idPattern) && p.In != "header" {
			all = append(all, idSlot{name: p.Name, in: p.In, kind: idKind(r, p.Name)})
		}
	}
	if r.op.RequestBody != nil {
		if media := r.op.RequestBody.Value.Content["application/json"]; media != nil {
			for _, path := range idPaths(media.Schema.Value, nil) {
				names := slices.DeleteFunc(slices.Clone(path), func(n string) bool { return n == "[]" })
				all = append(all, idSlot{name: strings.Join(path, "."), in: "body", kind: idKind(r, names[len(names)-1]), path: path})
			}
		}
	}
	return all
}

func idPaths(s *openapi3.Schema, at []string) (all [][]string) {
	if strings.HasPrefix(s.Pattern, idPattern) {
		return [][]string{at}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		all = append(all, idPaths(s.Properties[name].Value, append(slices.Clone(at), name))...)
	}
	if s.Items != nil {
		all = append(all, idPaths(s.Items.Value, append(slices.Clone(at), "[]"))...)
	}
	return all
}

// idKind is what an id of that name is of.
func idKind(r route, name string) string {
	kinds := map[string]string{"clientIds": "billableEntityId", "consumerIds": "consumerId", "consumersInPool": "consumerId", "withIds": "producerId", "invoicesIds": "invoiceId", "toPlanId": "planId", "billsIds": "billId",
		"observerIds": "organizerId", "actorId": "organizerId", "recipients": "participantId", "objectId": "participantId", "billingEntityIds": "billingEntityId", "participantsIds": "producerId", "allocationPoolParametersId": "draftId", "configId": "allocationAlgorithmId", "producers": "producerId", "consumers": "consumerId"}
	switch {
	case name == "configId" && strings.Contains(r.path, "/billing-contracts"):
		return "billingConfigId"
	case name == "entityId" && strings.Contains(r.path, "/billable-entities"):
		return "billableEntityId"
	case name == "entityId":
		return "billingEntityId"
	case name == "invitationId" && strings.Contains(r.path, "/member-invitations"):
		return "memberInvitationId"
	case name == "ids":
		return listKind(r)
	case kinds[name] != "":
		return kinds[name]
	case contractNames().ids[strings.TrimSuffix(name, "s")]:
		return strings.TrimSuffix(name, "s")
	}
	return name
}

// listKind is what a list is of: what the path of one of its rows ends with, but for lists whose rows
// have no path, or one that says less.
func listKind(r route) string {
	for part, kind := range map[string]string{"/billable-entities": "billableEntityId", "/billing-entities": "billingEntityId", "/messages": "messageId", "/papers": "paperId", "/requests": "requestId", "/bills": "billId", "/recipients": "participantId", "/operation-billings": "operationId", "/site-invitations": "invitationId", "/member-invitations": "invitationId", "/alerts": "alertId", "/alerts/read": "alertId", "/statements": "statementId", "/payouts": "statementId", "/statement-payments": "statementId", "/bank-files": "fileId"} {
		if strings.HasSuffix(r.path, part) || strings.HasSuffix(r.path, part+"/publish") || strings.HasSuffix(r.path, part+"/download-zip") {
			return kind
		}
	}
	named := contractNames()
	for path := r.path; path != "" && !strings.HasSuffix(path, "}"); path = path[:strings.LastIndex(path, "/")] {
		if kind := named.rows[path]; kind != "" {
			return kind
		}
	}
	return "participantId"
}

// contractNames are the names that the paths of the contract give to ids.
var contractNames = sync.OnceValue(func() (names struct {
	rows map[string]string // of the rows of a list, by its path
	ids  map[string]bool
}) {
	names.rows, names.ids = map[string]string{}, map[string]bool{}
	doc, err := openapi3.NewLoader().LoadFromData(openapi.Bundle)
	if err != nil {
		panic(err)
	}
	for path := range doc.Paths.Map() {
		parts := strings.Split(path, "/")
		for i, part := range parts {
			name, isID := strings.CutPrefix(strings.TrimSuffix(part, "}"), "{")
			names.ids[name] = names.ids[name] || isID
			if isID && i == len(parts)-1 {
				names.rows[strings.Join(parts[:i], "/")] = name
			}
		}
	}
	return names
})

// nobodysID was never given to anything.
const nobodysID = "0199b0aa-ffff-7000-8000-00000000dead"

var requestID = regexp.MustCompile(`"requestId":"[^"]*"`)

// requireUnknown sends the id and one that nobody gave, and wants the same answer.
func (s idSlot) requireUnknown(t *testing.T, r route, client *apptest.Client, own map[string]string, id, what string) {
	t.Helper()
	require.NotEmpty(t, id, "%s: the other operation needs a %s", what, s.kind)
	hide := strings.NewReplacer(id, "ID", nobodysID, "ID")
	answer := func(id string) (int, string) {
		own := maps.Clone(own)
		own["entityId"] = own[idKind(r, "entityId")]
		reply := s.put(t, r, callOf(t, r, own), id).send(client)
		return reply.Status, hide.Replace(requestID.ReplaceAllString(string(reply.Body), ""))
	}
	status, body := answer(id)
	wantStatus, want := answer(nobodysID)
	if status != wantStatus || body != want {
		t.Errorf("%s: %d %.300s\n   for one that nobody gave: %d %.300s", what, status, body, wantStatus, want)
	}
	if status >= http.StatusInternalServerError {
		t.Errorf("%s: %d %s", what, status, body)
	}
}

func (s idSlot) put(t *testing.T, r route, c call, id string) call {
	t.Helper()
	switch s.in {
	case "path":
		parts := strings.Split(strings.SplitN(c.path, "?", 2)[0], "/")
		parts[slices.Index(strings.Split(c.pattern, "/"), "{"+s.name+"}")] = url.PathEscape(id)
		_, text, _ := strings.Cut(c.path, "?")
		if c.path = strings.Join(parts, "/"); text != "" {
			c.path += "?" + text
		}
	case "query":
		c.path = query(c.path, s.name, id)
		if s.name == "objectId" { // of a history, which is asked for by kind and id
			c.path = query(c.path, "objectKind", "participant")
		}
	case "body":
		c.body = putAt(r.op.RequestBody.Value.Content["application/json"].Schema.Value, c.body, s.path, id)
	}
	return c
}

// sampleOf is some value that a schema takes.
func sampleOf(s *openapi3.Schema) any {
	switch {
	case s.Example != nil:
		return s.Example
	case len(s.Enum) > 0:
		return s.Enum[0]
	case s.Type.Is("integer"), s.Type.Is("number"):
		return 1
	case s.Type.Is("array"):
		return []any{}
	case s.Nullable:
		return nil
	}
	return "Muster"
}

// putAt is a copy of a body with the value at the path; what is not there on the way is made
// of samples of what it needs.
func putAt(s *openapi3.Schema, body any, path []string, value any) any {
	switch {
	case len(path) == 0:
		return value
	case path[0] == "[]":
		items, _ := body.([]any)
		items = slices.Clone(items)
		if len(items) == 0 {
			items = []any{nil}
		}
		items[0] = putAt(s.Items.Value, items[0], path[1:], value)
		return items
	}
	object, _ := body.(map[string]any)
	object = with(object, nil)
	for _, name := range s.Required {
		if _, ok := object[name]; !ok {
			object[name] = sampleOf(s.Properties[name].Value)
		}
	}
	object[path[0]] = putAt(s.Properties[path[0]].Value, object[path[0]], path[1:], value)
	return object
}

func with2(base, more map[string]string) map[string]string {
	all := maps.Clone(base)
	maps.Copy(all, more)
	return all
}

// addNeighbours gives the operation a second couple of producer and consumer, with a
// client, an issuer, a subscription and a draft of their own.
// The consumer has an account, which asked for a file of its data, and a link to its report.
// It gives the ids that differ from those of the first couple.
func (p *parish) addNeighbours(t *testing.T) map[string]string {
	t.Helper()
	base, prm := "/operations/"+p.params["operationId"], p.kind.prm
	near := with2(p.params, nil)
	days := map[string]any{"address": "7 rue Haute", "postCode": "67000", "city": "Strasbourg", "activationRange": map[string]any{"entry": "2026-09-01"}, "dsoStatus": "EN_VIGUEUR", "dsoAction": "CREATION"}
	near["consumerId"] = p.created(t, base+"/participants", with(days, map[string]any{"name": nearConsumer, "energyType": "consumer", "dsoId": prm + "6", "entityType": "partIndiv"}))["id"].(string)
	near["producerId"] = p.created(t, base+"/participants", with(days, map[string]any{"name": nearSeller, "energyType": "producer", "dsoId": prm + "7", "productionTypeId": 3, "entityType": "proOther"}))["id"].(string)
	near["participantId"] = near["consumerId"]
	upload := p.organizer.Upload(base+"/measurements/imports", "files", []apptest.File{{Name: "nah.csv", Content: curves(prm+"6", prm+"7")}}, nil)
	require.Equal(t, http.StatusAccepted, upload.Status, "%s", upload.Body)
	near["jobId"] = upload.Map()["id"].(string)
	require.Equal(t, "SUCCESS", p.organizer.WaitJob(near["jobId"])["status"])
	near["importId"] = near["jobId"]
	party := map[string]any{"address": "7 rue Haute", "postCode": "67000", "city": "Strasbourg", "country": "FR"}
	near["billableEntityId"] = p.created(t, base+"/billing/billable-entities", with(party, map[string]any{"name": nearConsumer, "consumerType": "individual", "consumerIds": []string{near["consumerId"]}}))["id"].(string)
	near["billingEntityId"] = p.created(t, base+"/billing/billing-entities", with(party, map[string]any{"name": nearSeller, "vatRegime": "franchise", "legalNumber": nearLegalNumber,
		"seriesCode": nearSeries, "iban": nearIBAN, "bic": nearBIC, "producerIds": []string{near["producerId"]}}))["id"].(string)
	near["subscriptionId"] = p.created(t, base+"/billing/subscriptions", map[string]any{"planId": p.params["planId"], "startDate": "2026-09-01",
		"consumerId": near["consumerId"], "producerId": near["producerId"]})["id"].(string)
	near["discountId"] = p.created(t, base+"/billing/discounts", map[string]any{"consumerId": near["consumerId"], "producerId": near["producerId"], "startDate": "2027-01-01", "percentage": 5, "reason": "nachbarrabatt"})["id"].(string)
	near["adjustmentId"] = p.created(t, base+"/billing/adjustments", map[string]any{"subscriptionId": near["subscriptionId"], "kind": "CHARGE", "amountCents": 100, "reason": "nachbargebühr"})["id"].(string)
	for of, ids := range map[string]map[string]string{p.params["producerId"]: p.params, near["producerId"]: near} {
		run := p.organizer.Post("/participants/"+of+"/billing/run", map[string]any{"billUpTo": "2026-09-30", "mode": "SYNC"})
		require.Equal(t, http.StatusAccepted, run.Status, "%s", run.Body)
		ids["runId"] = run.Map()["id"].(string)
		require.Contains(t, string(run.Body), `"invoiceId"`)
	}
	p.neighbour = p.holder(t, p.server, nearMail, near["consumerId"])
	near["exportId"] = exported(t, p.neighbour, base, map[string]any{"columns": []any{"NAME"}, "dateFrom": "2026-09-01", "dateTo": "2026-09-02"})["id"].(string)
	p.find(t, near)
	p.files(t, near, p.kind.word+"nebenan")
	for _, makes := range strangersThings {
		makes(t, p.stranger, near)
	}
	return near
}

// dealings are what follows an invoice of a couple, and what its consumer asks: a reminder, a payment, an
// order to collect, the journal, the seller's claim, a wish that waits for an answer.
func (x stranger) dealings(t *testing.T, ids map[string]string, holder *apptest.Client) {
	t.Helper()
	base := "/operations/" + ids["operationId"]
	ok := func(reply apptest.Reply) apptest.Reply {
		t.Helper()
		require.Less(t, reply.Status, 300, "%s", reply.Body)
		require.NotContains(t, string(reply.Body), "FAILURE")
		return reply
	}
	ids["requestId"] = ok(holder.Post("/participants/"+ids["consumerId"]+"/requests", map[string]any{"kind": "MOVE", "day": "2026-12-31"})).Map()["id"].(string)
	issued := ok(x.organizer.Get(base + "/billing/invoices/" + ids["invoiceId"])).Map()
	if issued["status"] == "DRAFT" {
		ok(x.organizer.Post(base+"/billing/invoices/publish", map[string]any{"ids": []any{ids["invoiceId"]}, "confirmUnpriced": true}))
		issued = ok(x.organizer.Get(base + "/billing/invoices/" + ids["invoiceId"])).Map()
	}
	settle := func(more map[string]any) string {
		t.Helper()
		made := x.organizer.Post(base+"/payments/settlements", with(map[string]any{"invoicesIds": []any{ids["invoiceId"]}, "bookedOn": issued["issueDate"]}, more))
		return ok(made).List()[0]["id"].(string)
	}
	if issued["paymentMethod"] == "debit" { // one that came back is reminded of
		ok(x.organizer.Get("/payments/sepa/by-billing-entity/" + ids["billingEntityId"] + "?invoicesIds=" + ids["invoiceId"]))
		ids["collectionId"] = ok(x.organizer.Get(base + "/payments/collections")).List()[0]["id"].(string)
		settle(nil)
		ids["settlementId"] = settle(map[string]any{"kind": "RETURN", "reference": "MD06"})
	} else {
		ids["settlementId"] = settle(map[string]any{"amountCents": 1})
	}
	ids["reminderId"] = x.reminder(t, base, ids)
	ids["journalExportId"] = ok(x.organizer.Post(base+"/billing/billing-entities/"+ids["billingEntityId"]+"/journal-exports", map[string]any{})).Map()["id"].(string)
	for _, claim := range ok(x.server.As("admin@demo.pmo").Get(query("/admin/seller-claims", "filter", `{"operationId":"`+ids["operationId"]+`"}`))).List() {
		if claim["issuerName"] == issued["billingEntity"].(map[string]any)["name"] {
			ids["claimId"] = claim["id"].(string)
		}
	}
}

// reminder reminds the client of a couple of its invoice, as if it had been due long ago.
func (x stranger) reminder(t *testing.T, base string, ids map[string]string) string {
	t.Helper()
	dueLongAgo(t, x.server, ids["invoiceId"])
	for _, pause := range x.organizer.Get(base + "/payments/reminder-pauses").List() {
		if pause["holds"] == true {
			require.Equal(t, http.StatusOK, x.organizer.Post(base+"/payments/reminder-pauses/"+pause["id"].(string)+"/end", nil).Status)
		}
	}
	known := x.organizer.Put(base+"/billing/billable-entities/"+ids["billableEntityId"], map[string]any{"email": "kunde@elsewhere.example"})
	require.Equal(t, http.StatusOK, known.Status, "%s", known.Body)
	made := x.organizer.Post(base+"/payments/reminders", map[string]any{"clientIds": []any{ids["billableEntityId"]}})
	require.Equal(t, http.StatusOK, made.Status, "%s", made.Body)
	return made.List()[0]["id"].(string)
}

// invites proposes the site of a couple's seller to one account and a place in the team to another;
// neither answers.
func (x stranger) invites(t *testing.T, ids map[string]string) {
	t.Helper()
	pending := func(role, list string, ask func(email string) apptest.Reply) string {
		t.Helper()
		email := role + "-" + ids["producerId"] + "@elsewhere.example"
		who := opened(t, x.server, email, role)
		asked := ask(email)
		require.Less(t, asked.Status, 300, "%s", asked.Body)
		return who.Get("/users/" + who.Get("/session").Map()["id"].(string) + list).List()[0]["id"].(string)
	}
	ids["invitationId"] = pending("participant", "/site-invitations", func(email string) apptest.Reply {
		return x.organizer.Put("/participants/"+ids["producerId"], map[string]any{"userEmail": email})
	})
	ids["memberInvitationId"] = pending("organizer", "/member-invitations", func(email string) apptest.Reply {
		return x.organizer.Post("/operations/"+ids["operationId"]+"/members", map[string]any{"email": email, "capacity": "reader"})
	})
}

// borrow takes, for kinds that an operation of a French operator with the newer engine has not, the ids
// of the demo's own operations: what producers in Brussels are owed, and what the old engine billed.
func borrow(t *testing.T, s *apptest.Server, ids map[string]string) {
	t.Helper()
	old, brussels := s.As("organizer@demo.pmo"), s.As("organizer-be@demo.pmo")
	legacy, belgian := "/operations/"+old.Operation("ACC00000003"), "/operations/"+brussels.Operation("BE00000001")
	for _, one := range []struct {
		kind, path string
		by         *apptest.Client
	}{
		{"billingConfigId", legacy + "/billing-config", old}, {"contractId", legacy + "/billing-contracts", old}, {"billId", legacy + "/bills?billType=participant", old},
		{"statementId", belgian + "/statements", brussels}, {"payoutId", belgian + "/payouts", brussels},
	} {
		reply := one.by.Get(one.path)
		require.Equal(t, http.StatusOK, reply.Status, "%s: %s", one.path, reply.Body)
		if all := reply.List(); len(all) > 0 {
			ids[one.kind] = all[0]["id"].(string)
		} else {
			t.Logf("the demo has no %s", one.kind)
		}
	}
	owed := brussels.Get(belgian + "/statements/owed").List()
	require.NotEmpty(t, owed, "a statement of the demo waits to be paid")
	paid := brussels.Post(belgian+"/statement-payments", map[string]any{"ids": []any{owed[0]["id"]}, "bookedOn": "2026-11-20", "reference": "VIR"})
	require.Equal(t, http.StatusOK, paid.Status, "%s", paid.Body)
	ids["statementId"], ids["statementPaymentId"] = owed[0]["id"].(string), paid.List()[0]["id"].(string)
}

// find puts the invoices of the two couples among their ids.
func (p *parish) find(t *testing.T, near map[string]string) {
	t.Helper()
	for _, invoice := range p.organizer.Get("/operations/" + p.params["operationId"] + "/billing/invoices").List() {
		for _, ids := range []map[string]string{p.params, near} {
			if invoice["billingEntity"].(map[string]any)["id"] == ids["billingEntityId"] {
				ids["invoiceId"] = invoice["id"].(string)
				ids["number"], _ = invoice["number"].(string)
			}
		}
	}
	require.NotEqual(t, near["invoiceId"], p.params["invoiceId"])
}

// publishAll gives the drafts of both couples their numbers.
func (p *parish) publishAll(t *testing.T, near map[string]string) {
	t.Helper()
	confirmIssuers(t, p.people['A'])
	for _, ids := range []map[string]string{p.params, near} {
		published := p.organizer.Post("/operations/"+p.params["operationId"]+"/billing/invoices/publish", map[string]any{"runId": ids["runId"], "confirmUnpriced": true})
		require.Equal(t, http.StatusOK, published.Status, "%s", published.Body)
		require.NotContains(t, string(published.Body), "FAILURE")
	}
	p.find(t, near)
	p.number = p.params["number"]
	require.NotEmpty(t, p.number)
}
