package apptest_test

import (
	"net/http"

	"github.com/stretchr/testify/require"
)

// oldBilling is configs and contracts of the operation with the old engine.
func (v *tour) oldBilling() {
	v.Helper()
	base := "/operations/" + v.val
	roof, barn, buyers := v.producers[v.val][0].id, v.producers[v.val][1].id, v.consumers[v.val]
	terms := map[string]any{"producers": []any{roof}, "consumers": []any{buyers[0].id, buyers[1].id}, "startDate": "2027-01-01", "sellingPriceMicroEuro": 112000, "period": 3}
	config := v.created(base+"/billing-config", terms)
	v.has(config, "id", "producers", "consumers", "startDate", "sellingPriceMicroEuro", "subscriptionPriceMicroEuro", "period", "anniversary", "paymentMethod", "paymentDeadline")
	require.Equal(v, []any{"2020-01-01", "transfer", 30.0}, []any{config["anniversary"], config["paymentMethod"], config["paymentDeadline"]})
	second := v.created(base+"/billing-config", with(terms, map[string]any{"producers": []any{barn}, "subscriptionPriceMicroEuro": 2_000_000, "paymentMethod": "debit"}))
	path := base + "/billing-config/" + config["id"].(string)
	require.Equal(v, config, v.get(v.organizer, path).Map())
	of := func(what, producer string) []map[string]any {
		return v.get(v.organizer, base+what+"/by-producer/"+producer).List()
	}
	require.Contains(v, ids(of("/billing-config", roof)), config["id"])
	require.NotContains(v, ids(of("/billing-config", roof)), second["id"])
	require.Contains(v, ids(v.get(v.organizer, base+"/billing-config").List()), second["id"])
	var made map[string]any
	for _, c := range of("/billing-contracts", roof) {
		if c["configId"] == config["id"] && c["consumerId"] == buyers[0].id {
			made = c
		}
	}
	v.has(made, "id", "producerId", "producerName", "consumerId", "consumerName", "configId", "startDate")
	v.organizer.Header.Set("If-Match", `"9"`)
	require.Equal(v, http.StatusPreconditionFailed, v.organizer.Put(path, map[string]any{"paymentDeadline": 15}).Status)
	v.organizer.Header.Del("If-Match")
	require.Equal(v, 15.0, v.do(v.organizer, http.MethodPut, path, map[string]any{"paymentDeadline": 15}).Map()["paymentDeadline"])
	require.Contains(v, ids(of("/billing-contracts", roof)), made["id"], "other terms leave contracts")
	contract := v.created(base+"/billing-contracts", map[string]any{"configId": config["id"], "producerId": roof, "consumerId": buyers[0].id, "startDate": "2027-03-01"})
	at := base + "/billing-contracts/" + contract["id"].(string)
	require.Equal(v, contract, v.get(v.organizer, at).Map())
	require.Equal(v, "2027-04-01", v.do(v.organizer, http.MethodPut, at, map[string]any{"startDate": "2027-04-01"}).Map()["startDate"])
	v.do(v.organizer, http.MethodDelete, at, nil)
	v.do(v.organizer, http.MethodPut, path, map[string]any{"consumers": []any{buyers[1].id}})
	require.NotContains(v, ids(of("/billing-contracts", roof)), made["id"], "other sides make them anew")
	v.differ(v.organizer, base+"/billing-config", "ids", config["id"].(string), second["id"].(string))
	require.Equal(v, "featureNotAvailable", v.organizer.Get("/operations/"+v.enedis+"/billing-config").Key())
	require.Equal(v, http.StatusNotFound, v.participant.Get(base+"/billing-config").Status)
	for _, one := range []string{path, base + "/billing-config/" + second["id"].(string)} {
		v.do(v.organizer, http.MethodDelete, one, nil)
	}
	require.NotContains(v, ids(v.get(v.organizer, base+"/billing-contracts").List()), contract["id"])
	v.bills(base, roof, buyers)
}

// bills are made of a month before those of the demo, once; one is paid, and all are taken away.
func (v *tour) bills(base, roof string, buyers []site) {
	v.Helper()
	v.created(base+"/billing-config", map[string]any{"producers": []any{roof}, "consumers": []any{buyers[0].id, buyers[1].id}, "startDate": "2026-07-01",
		"sellingPriceMicroEuro": 112000, "subscriptionPriceMicroEuro": 2_000_000, "period": 1})
	made := v.do(v.organizer, http.MethodPost, base+"/bills", map[string]any{"billUpTo": "2026-10-31"}).Map()
	v.has(made, "participantBills", "producerBills", "waiting", "waitingCount", "more")
	require.Positive(v, made["participantBills"], "%v", made)
	again := v.organizer.Post(base+"/bills", map[string]any{"billUpTo": "2026-10-31"}).Map() // nothing changes, nothing is audited
	require.Equal(v, []any{0.0, 0.0}, []any{again["participantBills"], again["producerBills"]}, "none twice")
	bills := v.get(v.organizer, base+"/bills?billType=participant").List()
	v.has(bills[0], "id", "billType", "producerId", "producerName", "consumerId", "consumerName", "billingPeriodStart", "billingPeriodEnd", "sharedMilliWh", "amountCents", "dueDate",
		"documentName", "paymentStatus", "isLegacyBill", "createdAt")
	v.differ(v.organizer, base+"/bills", "billType", "participant", "producer")
	one, two := bills[0]["id"].(string), bills[1]["id"].(string)
	paid := v.do(v.organizer, http.MethodPut, base+"/bills/"+one, map[string]any{"paymentStatus": "SUCCEEDED"}).Map()
	require.Equal(v, "SUCCEEDED", paid["paymentStatus"])
	v.adminBills(one)
	v.billsAsInvoices(base, bills[0])
	link := v.get(v.organizer, "/bills/"+one+"/presigned-url").Map()
	v.has(link, "url", "expiresAt")
	status := base + "/bills/billing-status?billsIds=" + one
	require.Contains(v, v.get(v.organizer, status).Header.Get("Content-Disposition"), "f-")
	v.differ(v.organizer, status, "billsIds", one, two)
	require.Equal(v, http.StatusNotFound, v.organizer.Get(status+"&producerId="+buyers[0].id).Status)
	v.mark(http.MethodGet, base+"/bills/billing-status", "producerId")
	of := "/participants/" + bills[0]["consumerId"].(string) + "/bills"
	require.Contains(v, ids(v.get(v.organizer, of).List()), bills[0]["id"])
	v.differ(v.organizer, of, "billType", "participant", "producer")
	v.differ(v.organizer, of+"/billing-status?billsIds="+one, "billsIds", one, v.get(v.organizer, of).List()[1]["id"].(string))
}

// billsAsInvoices lists bills in the form of invoices, in both families, and takes their documents away.
func (v *tour) billsAsInvoices(base string, bill map[string]any) {
	v.Helper()
	for _, list := range []string{base + "/billing/invoices", "/participants/" + bill["consumerId"].(string) + "/billing/invoices"} {
		rows := v.get(v.organizer, list+"?isLegacyBill=true").List()
		v.has(rows[0], "id", "type", "status", "paymentStatus", "periodStart", "periodEnd", "billingEntity", "billableEntity", "amountCents", "documentName", "isLegacyBill")
		require.Contains(v, ids(rows), bill["id"])
		v.mark(http.MethodGet, list, "isLegacyBill")
		require.Contains(v, v.organizer.Get(list+"?isLegacyBill=true&status=DRAFT").Keys(), "invoice.legacyFilter")
		document := list + "/" + bill["id"].(string) + "/download?isLegacyBill=true"
		file := v.organizer.Get(document)
		require.Equal(v, []any{http.StatusOK, "%PDF-"}, []any{file.Status, string(file.Body[:5])})
		packed := v.organizer.Get(list + "/download-zip?billsIds=" + bill["id"].(string))
		require.Equal(v, []any{http.StatusOK, "application/zip"}, []any{packed.Status, packed.Header.Get("Content-Type")})
		v.mark(http.MethodGet, list+"/download-zip", "billsIds")
	}
}

// adminBills is how the back-office lists and mends bills of all operations.
func (v *tour) adminBills(one string) {
	v.Helper()
	v.adminList("/admin/bills", `["producerName","ASC"]`, "paymentStatus", "SUCCEEDED")
	v.differ(v.admin, "/admin/bills", "billType", "participant", "producer")
	at := "/admin/bills/" + one
	row := v.get(v.admin, at).Map()
	v.has(row, "id", "version", "operationId", "operationName", "billType", "producerId", "producerName", "consumerId", "consumerName", "billingPeriodStart", "billingPeriodEnd",
		"sharedMilliWh", "amountCents", "dueDate", "documentName", "paymentStatus", "isLegacyBill", "createdAt")
	require.Equal(v, []any{v.val, "SUCCEEDED", 2.0}, []any{row["operationId"], row["paymentStatus"], row["version"]})
	renamed := v.do(v.admin, http.MethodPut, at, map[string]any{"documentName": "f-corrigée"}).Map()
	require.Equal(v, []any{"f-corrigée", "SUCCEEDED", row["amountCents"]}, []any{renamed["documentName"], renamed["paymentStatus"], renamed["amountCents"]})
	v.admin.Header.Set("If-Match", `"2"`)
	require.Equal(v, http.StatusPreconditionFailed, v.admin.Put(at, map[string]any{"paymentStatus": "FAILED"}).Status)
	v.admin.Header.Del("If-Match")
	require.Equal(v, http.StatusForbidden, v.organizer.Get(at).Status)
	require.Equal(v, http.StatusForbidden, v.organizer.Put(at, map[string]any{"paymentStatus": "FAILED"}).Status)
}
