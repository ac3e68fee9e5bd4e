package apptest_test

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/bankfile/fake"
	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/money"
)

// bank collects an invoice, is told that it was refused, and takes statements: of an operation of its own.
func (v *tour) bank() {
	v.Helper()
	x := newStrangerOf(v.T, v.server, strangerKind{"Kontoauszug", "kontoauszug@elsewhere.example", "ACC00000093", "9920000000000", "552100554", "KONTO", "debit"})
	confirmIssuers(v.T, v.admin)
	base := "/operations/" + x.params["operationId"]
	published := x.organizer.Post(base+"/billing/invoices/publish", map[string]any{"runId": x.params["runId"], "confirmUnpriced": true})
	require.NotContains(v, string(published.Body), "FAILURE")
	one := v.get(x.organizer, base+"/payments/collectable").List()[0]
	amount := money.Cents(one["amountCents"].(float64))
	status := func() []any {
		i := v.get(x.organizer, base+"/billing/invoices/"+one["id"].(string)).Map()
		return []any{i["paymentStatus"], i["paidCents"]}
	}
	require.Equal(v, http.StatusOK, x.organizer.Get("/payments/sepa/by-billing-entity/"+x.params["billingEntityId"]+"?invoicesIds="+one["id"].(string)).Status)
	collection := v.get(x.organizer, base+"/payments/collections").List()[0]

	take := func(name string, content []byte, fields map[string]string) apptest.Reply {
		return x.organizer.Upload(base+"/payments/bank-files", "file", []apptest.File{{Name: name, Content: content}}, fields)
	}
	taken := func(content []byte) map[string]any {
		reply := take("relevé.xml", content, nil)
		v.seen(http.MethodPost, base+"/payments/bank-files", reply)
		return reply.Map()
	}
	answer := fmt.Appendf(nil, `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt><GrpHdr><MsgId>A</MsgId><CreDtTm>2026-11-20T07:00:00</CreDtTm></GrpHdr>
		<OrgnlGrpInfAndSts><OrgnlMsgId>%s</OrgnlMsgId><OrgnlMsgNmId>pain.008.001.08</OrgnlMsgNmId><GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>AM04</Cd></Rsn></StsRsnInf></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`, collection["messageId"])
	tried := take("retour.xml", answer, map[string]string{"dryRun": "true"}).Map()
	require.Equal(v, []any{true, 1.0, 1.0, nil}, []any{tried["dryRun"], tried["new"], tried["settled"], tried["fileId"]})
	require.Equal(v, []any{"PENDING", 0.0}, status(), "nothing is kept of a dry run")
	refused := taken(answer)
	v.has(refused, "fileId", "format", "ibans", "firstDate", "lastDate", "lines")
	require.Equal(v, []any{1.0, 1.0, "PAIN_002"}, []any{refused["new"], refused["settled"], refused["format"]})
	require.Equal(v, []any{"FAILED", 0.0}, status(), "the failed payment is seen")
	require.Equal(v, 1.0, v.get(x.organizer, base+"/payments/collections").List()[0]["returnedCount"])
	account := v.get(x.organizer, base+"/payments/balances/"+x.params["billableEntityId"]).Map()
	require.Len(v, account["lines"], 1, "no money moved")
	require.Equal(v, float64(amount), account["lines"].([]any)[0].(map[string]any)["owedCents"])
	require.Len(v, v.get(x.organizer, base+"/payments/collectable").List(), 1, "it can be collected anew")

	issued := civil.NewDate(2026, 11, 20)
	pay := func(reference, text string, amount money.Cents) fake.Movement {
		return fake.Movement{Reference: reference, On: issued, Amount: amount, Text: text, Payer: "M KONTOAUSZUGMÜLLER", PayerIBAN: debtorIBAN}
	}
	statement := fake.Camt053("08", issuerIBAN, issued, 0, []fake.Movement{pay("R1", "Facture "+one["number"].(string), 100), pay("R2", "loyer", 5_000), pay("R3", "FRAIS", -450)})
	done := taken(statement)
	require.Equal(v, []any{3.0, 1.0, 2.0, 0.0, 100.0}, []any{done["new"], done["settled"], done["open"], done["known"], done["paidCents"]})
	require.Equal(v, []any{"PENDING", 100.0}, status())
	require.Equal(v, []any{0.0, 3.0}, []any{taken(statement)["new"], taken(statement)["known"]}, "the same file again")
	for key, content := range map[string][]byte{"bankFile.unknown": []byte("%PDF"), "bankFile.version": []byte(strings.ReplaceAll(string(statement), "053.001.08", "053.001.99")),
		"bankFile.accountUnknown": fake.Camt053("08", payerIBAN, issued, 0, nil), "bankFile.mappingNeeded": []byte("A;B;C\n1;2;3\n"),
		"bankFile.dtd":      []byte(strings.Replace(string(statement), "?>", "?><!DOCTYPE Document [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>", 1)),
		"bankFile.encoding": []byte(strings.Replace(string(statement), "UTF-8", "EBCDIC-FR", 1))} {
		require.Contains(v, take("x", content, nil).Keys(), key)
	}
	require.Equal(v, http.StatusBadRequest, take("x", []byte("A;B;C\n1;2;3\n"), map[string]string{"mapping": `{"day":1}`}).Status)
	large := take("x", append([]byte("<"), make([]byte, 17<<20)...), nil)
	require.Equal(v, []any{http.StatusRequestEntityTooLarge, "import.tooLarge"}, []any{large.Status, large.Key()})

	lines := base + "/payments/bank-lines"
	v.differ(x.organizer, lines, "state", "OPEN", "SETTLED")
	v.differ(x.organizer, lines, "fileId", done["fileId"].(string), refused["fileId"].(string))
	require.Len(v, v.get(x.organizer, base+"/payments/bank-files").List(), 3, "with the table of before")
	open := v.get(x.organizer, lines+"?state=OPEN").List()
	require.Len(v, open, 3)
	byText := map[string]map[string]any{}
	for _, l := range open {
		v.has(l, "id", "fileId", "fileName", "kind", "state", "bookedOn", "amountCents", "iban", "text", "reason")
		byText[l["text"].(string)] = l
	}
	rent := lines + "/" + byText["loyer"]["id"].(string)
	proposal := v.get(x.organizer, rent).Map()["proposals"].([]any)[0].(map[string]any)
	require.Equal(v, []any{one["number"], float64(amount - 100)}, []any{proposal["number"], proposal["openCents"]})
	share := map[string]any{"invoices": []any{map[string]any{"invoiceId": one["id"]}}}
	settled := v.do(x.organizer, http.MethodPost, rent+"/settle", share).Map()
	require.Equal(v, []any{"OPEN", float64(amount - 100), "SUCCEEDED"}, []any{settled["state"], settled["settledCents"], status()[0]})
	require.Contains(v, x.organizer.Post(rent+"/settle", share).Keys(), "settlement.paid")
	of := v.get(x.organizer, base+"/payments/settlements?invoiceId="+one["id"].(string)).List()
	var from []any
	for _, s := range of {
		from = append(from, s["bankLineId"])
	}
	require.Contains(v, from, byText["loyer"]["id"])
	again := v.do(x.organizer, http.MethodPost, rent+"/reopen", nil).Map()
	require.Equal(v, []any{"OPEN", "BY_HAND", 0.0}, []any{again["state"], again["reason"], again["settledCents"]})
	require.Contains(v, x.organizer.Post(rent+"/reopen", nil).Keys(), "bankLine.open")
	aside := v.do(x.organizer, http.MethodPost, lines+"/set-aside", map[string]any{"ids": []any{byText["FRAIS"]["id"], byText["loyer"]["id"]}, "reason": "OTHER_BUSINESS", "note": "loyer"}).List()
	require.Equal(v, []any{"SET_ASIDE", "loyer"}, []any{aside[0]["state"], aside[0]["aside"].(map[string]any)["note"]})
	require.Equal(v, 0.0, v.do(x.organizer, http.MethodPost, lines+"/match", nil).Map()["matched"])

	mappings := v.get(x.organizer, base+"/payments/bank-file-mappings").List()
	v.has(mappings[0], "id", "billingEntityName", "columns", "mapping")
	v.do(x.organizer, http.MethodDelete, base+"/payments/bank-file-mappings/"+mappings[0]["id"].(string), nil)
	require.Empty(v, v.get(x.organizer, base+"/payments/bank-file-mappings").List())
}
