package apptest_test

import (
	"bytes"
	"encoding/base64"
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/einvoice/afnor"
	madeup "github.com/openpmo/pmo/cmd/server/app/demo/platform"
	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/core/einvoicing"
)

// hookKey is what a platform gives for its calls.
var hookKey = bytes.Repeat([]byte{5}, 32)

// platform is what is told of a connection with the made-up platform of the demo.
func platform(issuer string) map[string]any {
	base := "https://" + madeup.Host
	return map[string]any{"billingEntityId": issuer, "name": "Briefpostplattform", "flowUrl": base + "/flow-service", "directoryUrl": base + "/directory-service", "tokenUrl": base + "/token",
		"clientId": "pmo", "secret": "geheimnis", "hookKey": base64.StdEncoding.EncodeToString(hookKey), "organizationId": "briefpost"}
}

// transmissions sends an invoice of an operation of its own by the platform of the demo.
func (v *tour) transmissions() {
	v.Helper()
	x := newStrangerOf(v.T, v.server, strangerKind{"Briefpost", "briefpost@elsewhere.example", "ACC00000094", "9930000000000", "444608442", "BRIEF", ""})
	base := "/operations/" + x.params["operationId"]
	issuer := x.params["billingEntityId"]
	v.do(x.organizer, http.MethodPut, base+"/billing/billable-entities/"+x.params["billableEntityId"], map[string]any{"consumerType": "professional", "legalNumber": "35600000000048"})
	confirmIssuers(v.T, v.admin)

	connections := base + "/einvoicing/connections"
	require.Equal(v, http.StatusNoContent, v.do(x.organizer, http.MethodDelete, connections+"/"+x.params["connectionId"], nil).Status)
	refused := x.organizer.Post(connections, with(platform(issuer), map[string]any{"flowUrl": "somewhere", "name": ""}))
	require.ElementsMatch(v, []string{"connection.invalid", "field.required", "connection.address"}, refused.Keys())
	made := v.do(x.organizer, http.MethodPost, connections, with(platform(issuer), map[string]any{"flowUrl": "https://127.0.0.1:9"}))
	require.Equal(v, http.StatusCreated, made.Status)
	require.NotContains(v, string(made.Body), "geheimnis")
	c := made.Map()
	v.has(c, "id", "operationId", "billingEntityId", "billingEntityName", "legalNumber", "name", "kind", "active", "flowUrl", "directoryUrl", "tokenUrl", "clientId", "organizationId", "version", "infoType",
		"sendsRule", "signature", "declaresPayments", "hasHookKey", "hookPath", "createdAt")
	require.Equal(v, []any{"444608442", "1.3", "JSON", "A", true, false, true}, []any{c["legalNumber"], c["version"], c["infoType"], c["signature"], c["sendsRule"], c["declaresPayments"], c["active"]})
	require.Contains(v, x.organizer.Post(connections, platform(issuer)).Keys(), "connection.taken")
	one := connections + "/" + c["id"].(string)
	said := v.do(x.organizer, http.MethodPost, one+"/test", nil).Map()
	require.Equal(v, []any{false, "FORBIDDEN"}, []any{said["works"], said["problem"].(map[string]any)["kind"]}, "an address of this machine is not called")

	transmissions := base + "/einvoicing/transmissions"
	mine := map[string]any{"invoicesIds": []any{x.params["invoiceId"]}}
	require.Equal(v, "transmission.notIssued", problemOf(v.T, x.organizer.Post(transmissions, mine)))
	published := x.organizer.Post(base+"/billing/invoices/publish", map[string]any{"runId": x.params["runId"], "confirmUnpriced": true})
	require.NotContains(v, string(published.Body), "FAILURE")
	read := func() map[string]any { return v.get(x.organizer, transmissions).List()[0] }
	waits := func(what func(t map[string]any) bool) map[string]any {
		require.Eventually(v, func() bool { return what(read()) }, apptest.Patience, 50*time.Millisecond, "%v", read())
		return read()
	}
	waiting := waits(func(t map[string]any) bool { return t["problem"] != nil })
	v.has(waiting, "id", "operationId", "connectionId", "connectionName", "invoiceId", "number", "billableEntityId", "billableEntityName", "subject", "state", "createdAt", "updatedAt", "nextAttemptAt", "attempts")
	require.Equal(v, []any{"QUEUED", x.params["invoiceId"], false}, []any{waiting["state"], waiting["invoiceId"], waiting["task"]})
	gone := v.do(x.organizer, http.MethodPost, transmissions+"/"+waiting["id"].(string)+"/withdraw", nil).Map()
	require.Equal(v, []any{"WITHDRAWN", true}, []any{gone["state"], gone["resendable"]})

	v.do(x.organizer, http.MethodPut, one, map[string]any{"active": false, "directoryUrl": nil})
	require.Equal(v, "transmission.unconnected", problemOf(v.T, x.organizer.Post(transmissions, mine)))
	require.Equal(v, "connection.noDirectory", x.organizer.Get(one+"/directory?siren=356000000").Key())
	v.do(x.organizer, http.MethodPut, one, map[string]any{"active": true, "directoryUrl": platform(issuer)["directoryUrl"]})
	changed := v.do(x.organizer, http.MethodPut, one, map[string]any{"flowUrl": platform(issuer)["flowUrl"], "organizationId": nil, "declaresPayments": true}).Map()
	require.NotContains(v, changed, "organizationId")
	require.Equal(v, changed["flowUrl"], v.get(x.organizer, one).Map()["flowUrl"])
	require.Equal(v, []any{c["id"]}, ids(v.get(x.organizer, connections).List()))
	require.Equal(v, map[string]any{"works": true}, v.do(x.organizer, http.MethodPost, one+"/test", nil).Map())
	sent := v.do(x.organizer, http.MethodPost, transmissions, map[string]any{"invoicesIds": []any{x.params["invoiceId"], x.params["tokenId"]}}).Map()["results"].([]any)
	require.Equal(v, []any{"SUCCESS", "FAILURE"}, []any{sent[0].(map[string]any)["status"], sent[1].(map[string]any)["status"]})
	deposited := waits(func(t map[string]any) bool { return t["state"] != "QUEUED" })
	v.has(deposited, "carrierId", "depositedAt", "sha256", "syntax")
	require.Equal(v, "DEPOSITED", deposited["state"])
	require.Equal(v, deposited, v.get(x.organizer, transmissions+"/"+deposited["id"].(string)).Map())
	require.Contains(v, string(v.do(x.organizer, http.MethodPost, transmissions, map[string]any{"invoicesIds": []any{x.params["invoiceId"]}}).Body), "transmission.live")
	require.Equal(v, "transmission.underWay", x.organizer.Post(transmissions+"/"+deposited["id"].(string)+"/withdraw", nil).Key())
	v.differ(x.organizer, transmissions, "state", "DEPOSITED", "REFUSED")
	v.differ(x.organizer, transmissions, "invoiceId", x.params["invoiceId"], x.params["tokenId"])
	v.differ(x.organizer, transmissions, "connectionId", c["id"].(string), x.params["tokenId"])

	line := v.get(x.organizer, one+"/directory?siren=356000000").List()
	require.Len(v, line, 1)
	choice := map[string]any{"billableEntityId": x.params["billableEntityId"], "scheme": "0225", "address": line[0]["address"]}
	require.Equal(v, http.StatusNoContent, v.do(x.organizer, http.MethodPost, one+"/directory/choice", choice).Status)
	require.Equal(v, line[0]["address"], v.get(x.organizer, base+"/billing/billable-entities/"+x.params["billableEntityId"]).Map()["electronicAddress"])
	require.Contains(v, x.organizer.Post(one+"/directory/choice", with(choice, map[string]any{"address": "356000000_NOWHERE"})).Keys(), "connection.lineUnknown")
	other := v.get(x.organizer, one+"/directory?siren=732829320").List()
	require.Contains(v, x.organizer.Post(one+"/directory/choice", with(choice, map[string]any{"address": other[0]["address"]})).Keys(), "connection.lineOther")
	v.has(line[0], "scheme", "address", "name", "siren", "status", "portalOnly", "reachable")
	v.differ(x.organizer, one+"/directory?siren=356000000", "siren", "356000000", "732829320")
	require.Contains(v, x.organizer.Get(one+"/directory?siren=1").Keys(), "connection.siren")
	v.do(x.organizer, http.MethodPost, one+"/look", nil)
	require.Empty(v, v.get(x.organizer, base+"/einvoicing/messages").List())

	v.called(c["hookPath"].(string)[len("/api"):], deposited["carrierId"].(string))
	require.Contains(v, x.organizer.Do(http.MethodDelete, one, nil).Keys(), "connection.used")
}

// reporting tells the administration of what an operation of its own sold to a person in October.
func (v *tour) reporting() {
	v.Helper()
	x := newStrangerOf(v.T, v.server, strangerKind{"Meldung", "meldung@elsewhere.example", "ACC00000120", "9910000000000", "542051180", "MELD", ""})
	base := "/operations/" + x.params["operationId"]
	confirmIssuers(v.T, v.admin)
	path := base + "/einvoicing/e-reporting"
	seller := v.get(x.organizer, path).List()[0]
	v.has(seller, "billingEntityId", "name", "legalNumber", "settings", "version", "hiddenOperations", "periods")
	require.Equal(v, []any{x.params["billingEntityId"], "TNT1"}, []any{seller["billingEntityId"], seller["settings"].(map[string]any)["untaxed"]})
	mine := path + "/" + x.params["billingEntityId"]
	require.Contains(v, x.organizer.Do(http.MethodPut, mine, map[string]any{"regime": "FRANCHISE", "platformCode": "1"}).Keys(), "ereport.platformCode")
	require.Contains(v, x.organizer.Do(http.MethodPut, mine, map[string]any{"regime": "FRANCHISE", "since": "1999-01-01"}).Keys(), "ereport.since")
	kept := v.do(x.organizer, http.MethodPut, mine, map[string]any{"regime": "FRANCHISE", "since": "2026-01-01"}).Map()
	v.has(kept, "regime", "untaxed", "dayOf", "since", "platformCode")
	published := x.organizer.Post(base+"/billing/invoices/publish", map[string]any{"runId": x.params["runId"], "confirmUnpriced": true})
	require.NotContains(v, string(published.Body), "FAILURE")
	var period map[string]any
	for _, one := range v.get(x.organizer, path).List()[0]["periods"].([]any) {
		if p := one.(map[string]any); p["invoices"].(float64) > 0 {
			period = p
		}
	}
	v.has(period, "periodStart", "periodEnd", "dueDate", "state", "invoices", "netCents", "vatCents", "reports")
	one := mine + "/" + period["periodStart"].(string)
	preview := v.get(x.organizer, one).Map()
	v.has(preview, "billingEntityId", "name", "legalNumber", "hiddenOperations", "period", "rows", "included", "excluded")
	v.has(preview["included"].([]any)[0].(map[string]any), "invoiceId", "operationId", "number", "type", "issueDate", "day", "clientName", "flow", "netCents", "vatCents")
	v.has(preview["rows"].([]any)[0].(map[string]any), "day", "category", "transactions", "netCents", "vatCents", "rates")
	require.Contains(v, x.organizer.Get(mine+"/2026-03-17").Keys(), "ereport.period")
	require.Contains(v, string(v.get(x.organizer, one+"/file").Body), "<TransactionsReport>")
	require.Contains(v, x.organizer.Post(one+"/send", map[string]any{"correct": true}).Keys(), "ereport.untold")
	connection := base + "/einvoicing/connections/" + x.params["connectionId"]
	v.do(x.organizer, http.MethodPut, connection, map[string]any{"active": false})
	require.Contains(v, x.organizer.Post(one+"/send", map[string]any{}).Keys(), "ereport.unconnected")
	v.do(x.organizer, http.MethodPut, connection, map[string]any{"active": true})
	for _, p := range v.get(x.organizer, path).List()[0]["periods"].([]any) {
		if p := p.(map[string]any); p["periodEnd"].(string) >= apptest.Today.Format("2006-01-02") {
			require.Contains(v, x.organizer.Post(mine+"/"+p["periodStart"].(string)+"/send", map[string]any{}).Keys(), "ereport.open")
		}
	}
	sent := v.do(x.organizer, http.MethodPost, one+"/send", map[string]any{}).Map()["period"].(map[string]any)
	require.Equal(v, "UNDER_WAY", sent["state"])
	v.has(sent["reports"].([]any)[0].(map[string]any), "id", "sequence", "kind", "number", "sha256", "byHand", "invoices", "netCents", "vatCents", "state", "createdByName", "createdAt")
	for _, order := range []map[string]any{{}, {"byHand": true}} {
		require.Contains(v, x.organizer.Post(one+"/send", order).Keys(), "ereport.underWay")
	}
}

// called is what a platform sends: signed, and heard once.
func (v *tour) called(path, flow string) {
	v.Helper()
	body := []byte(`{"flowId": "` + flow + `"}` + "\n") // as many bytes as it was signed with
	stamp := strconv.FormatInt(apptest.Today.Unix(), 10)
	signature := base64.StdEncoding.EncodeToString(afnor.Sign(einvoicing.SignPlain, hookKey, body, stamp))
	call := func(signature string) apptest.Reply {
		return v.server.Anonymous().Raw(http.MethodPost, path, bytes.NewReader(body), http.Header{"Content-Type": {"application/json"}, "Afnor-Signature": {signature}, "Afnor-Signature-Timestamp": {stamp}})
	}
	require.Equal(v, http.StatusForbidden, call("AAAA").Status)
	v.seen(http.MethodPost, path, call(signature))
	require.Equal(v, []any{http.StatusForbidden, "hook.refused"}, []any{call(signature).Status, call(signature).Key()})
}

// connected is a connection of a stranger, who has no transmission: core asks of another's.
func (x stranger) connected(t *testing.T) {
	t.Helper()
	base := "/operations/" + x.params["operationId"] + "/einvoicing/connections"
	x.params["connectionId"] = x.created(t, base, with(platform(x.params["billingEntityId"]), map[string]any{"name": x.kind.word + "plattform"}))["id"].(string)
	x.params["transmissionId"] = x.params["tokenId"]
}
