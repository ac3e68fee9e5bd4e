package apptest_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/bankfile/fake"
	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
)

// changed is a body with other values.
func changed(base map[string]any, pairs ...any) map[string]any {
	one := maps.Clone(base)
	for n := 0; n < len(pairs); n += 2 {
		one[pairs[n].(string)] = pairs[n+1]
	}
	return one
}

// siteRules are refusals about sites, who holds them, and what they are asked.
func (x stranger) siteRules() []refusedRule {
	const create, change, read, remove = http.MethodPost, http.MethodPut, http.MethodGet, http.MethodDelete
	of, consumer := "/operations/"+x.params["operationId"], "/participants/"+x.params["consumerId"]
	site := map[string]any{"name": "Versuch", "energyType": "consumer", "dsoId": "99800000000009", "entityType": "partIndiv", "address": "1 rue Haute", "postCode": "67000", "city": "Strasbourg",
		"activationRange": map[string]any{"entry": "2026-11-01"}}
	long := map[string]any{}
	for n := range 40 {
		long[fmt.Sprint("f", n)] = strings.Repeat("x", 1999)
	}
	succession := map[string]any{"date": "2026-08-01", "name": "Nachfolger", "entityType": "partIndiv"}
	consent := map[string]any{"purpose": "MESSAGES", "textVersion": "V1", "given": true, "proof": "bulletin"}
	paper := map[string]any{"kind": "TENANT_NOTICE", "participantIds": []any{x.params["consumerId"]}, "noticeDate": "2026-11-20", "refusalUntil": "2026-12-20"}
	message := map[string]any{"operationId": x.params["operationId"], "subject": "Versuch", "body": "Bonjour", "recipients": []any{x.params["consumerId"]}}
	return []refusedRule{
		{"an exit without an entry", create, of + "/participants", changed(site, "activationRange", map[string]any{"exit": "2026-11-02"}), 400, "activation.entryRequired", "entry", ""},
		{"what a consumer makes", create, of + "/participants", changed(site, "productionTypeId", 3), 400, "productionType.consumer", "productionTypeId", ""},
		{"a segment of the other side", create, of + "/participants", changed(site, "segment", "P1"), 400, "segment.otherEnergyType", "segment", ""},
		{"a tag of two", create, of + "/participants", changed(site, "tags", []any{"a,b"}), 400, "tags.invalid", "tags", ""},
		{"a SIRET", create, of + "/participants", changed(site, "siret", "12345678901234"), 400, "siret.invalid", "siret", ""},
		{"several things wrong with a site", create, of + "/participants", changed(site, "productionTypeId", 3, "segment", "P1"), 400, "participant.invalid", "", ""},
		{"an answer of the operator in passing", change, consumer, map[string]any{"dsoStatus": "EN_ATTENTE"}, 400, "participant.answerRecordedApart", "dsoStatus", ""},
		{"an answer that has no reason", create, consumer + "/dso-answer/record", map[string]any{"request": "ENTRY", "answer": "ACCEPTED", "date": "2026-09-01", "reason": "weil"}, 400, "field.unused", "reason", ""},
		{"an exit accepted on no day", create, consumer + "/dso-answer/record", map[string]any{"request": "EXIT", "answer": "ACCEPTED"}, 400, "folder.dayRequired", "date", ""},
		{"another one before the site took part", create, consumer + "/succession", succession, 409, "succession.notInside", "date", ""},
		{"a client of who only sells", create, of + "/enrolments/check", map[string]any{"site": changed(site, "energyType", "producer", "productionTypeId", 3, "entityType", "proOther"), "client": map[string]any{"action": "CREATE", "creation": map[string]any{"name": "Versuch", "consumerType": "individual"}}, "plan": map[string]any{"planId": x.params["planId"], "startDate": "2026-11-01"}}, 400, "enrolment.clientOfProducer", "client", ""},
		{"a draft that no form makes", change, of + "/enrolment-draft", map[string]any{"step": "SITE", "fields": long}, 400, "draft.tooLarge", "", ""},

		{"consent of a day to come", create, consumer + "/consents", changed(consent, "on", "2026-11-21"), 400, "consent.day", "on", ""},
		{"consent that nothing proves", create, consumer + "/consents", without(changed(consent), "proof"), 400, "consent.proof", "proof", ""},
		{"consent that stands", create, consumer + "/consents", changed(consent, "purpose", "CURVES"), 409, "consent.unchanged", "given", ""},

		{"a notice that ends before it began", create, of + "/papers", changed(paper, "refusalUntil", "2026-11-19"), 400, "paper.dates", "refusalUntil", ""},
		{"a paper of another's", create, of + "/papers", changed(paper, "participantIds", []any{nobodysID}), 400, "paper.siteUnknown", "participantIds", ""},

		{"a subject of two lines", create, "/communication/send", changed(message, "subject", "Ver\nsuch"), 400, "communication.subjectLines", "subject", ""},
		{"a message to nobody's site", create, "/communication/send", changed(message, "recipients", []any{nobodysID}), 400, "communication.recipientUnknown", "recipients[0]", ""},

		{"a link to a report that ended", create, consumer + "/report/links", map[string]any{"period": "2026-09", "lastDay": "2026-11-19"}, 400, "report.linkEnd", "lastDay", ""},

		{"a member that is none", change, of + "/members/" + nobodysID, map[string]any{"capacity": "reader"}, 404, "teamMember.notFound", "", ""},
		{"an invitation of a member", create, of + "/members/" + x.params["userId"] + "/mail/send", nil, 409, "teamMember.noInvitation", "", ""},
		{"an invitation of nobody", create, "/users/" + x.params["userId"] + "/member-invitations/" + nobodysID + "/accept", nil, 404, "memberInvitation.notFound", "", ""},

		{"the same password", change, "/users/update-pw-with-old", map[string]any{"oldPassword": apptest.Password, "newPassword": apptest.Password}, 400, "password.same", "newPassword", ""},
		{"a password that all have", change, "/users/update-pw-with-old", map[string]any{"oldPassword": apptest.Password, "newPassword": "motdepasse123"}, 400, "password.common", "newPassword", ""},
		{"a password of one letter", change, "/users/update-pw-with-old", map[string]any{"oldPassword": apptest.Password, "newPassword": "aaaaaaaaaaaaaaa"}, 400, "password.monotone", "newPassword", ""},
		{"a password that is the address", change, "/users/update-pw-with-old", map[string]any{"oldPassword": apptest.Password, "newPassword": x.kind.email}, 400, "password.isEmail", "newPassword", ""},
		{"the same address", create, "/users/" + x.params["userId"] + "/email-change", map[string]any{"email": x.kind.email, "password": apptest.Password}, 400, "email.same", "email", ""},
		{"a token without a name", create, "/tokens", map[string]any{"name": " "}, 400, "name.required", "name", ""},
		{"a token of the past", create, "/tokens", map[string]any{"name": "Versuch", "expiresAt": "2026-11-19T00:00:00Z"}, 400, "token.expiryPast", "expiresAt", ""},
		{"a token that is not there", remove, "/tokens/" + nobodysID, nil, 404, "token.notFound", "", ""},
		{"a session that is not there", remove, "/sessions/" + nobodysID, nil, 404, "session.notFound", "", ""},
		{"a code of no second factor", create, "/users/" + x.params["userId"] + "/second-factor/disable", map[string]any{"password": apptest.Password, "code": "123456"}, 404, "secondFactor.off", "", ""},

		{"an upload that is not there", read, of + "/measurements/imports/" + nobodysID, nil, 404, "import.notFound", "", ""},
		{"a reading of columns that is not there", read, of + "/measurements/file-mappings/" + nobodysID, nil, 404, "fileMapping.notFound", "", ""},
		{"a reading of columns without a name", create, of + "/measurements/file-mappings", map[string]any{"name": " ", "fingerprint": strings.Repeat("0c", 16), "answers": map[string]any{"unit": "KW"}}, 400, "fileMapping.name", "name", ""},
		{"a column twice", create, of + "/measurements/file-mappings", map[string]any{"name": "V", "fingerprint": strings.Repeat("0c", 16), "answers": map[string]any{"columns": []any{map[string]any{"index": 1, "role": "VALUE"}, map[string]any{"index": 1, "role": "TIME"}}}}, 400, "fileMapping.column", "answers.columns.1.index", ""},
		{"a month that is not over", create, of + "/measurements/definitive-months", map[string]any{"month": "2026-11", "reason": "Versuch"}, 400, "definitiveMonth.notPast", "month", ""},
		{"a month of nothing", create, of + "/measurements/definitive-months", map[string]any{"month": "2026-07", "reason": "Versuch"}, 409, "definitiveMonth.noData", "", ""},
		{"a month that is none", create, of + "/measurements/definitive-months", map[string]any{"month": "2026-13", "reason": "Versuch"}, 400, "month.invalid", "month", ""},
		{"coefficients that are not there", read, of + "/energy-allocation/coefficients/" + nobodysID, nil, 404, "coefficients.notFound", "", ""},
		{"steps without curves", read, of + "/energy-allocation/explanation?at=2026-10-05T12:00:00Z", nil, 404, "energies.none", "", ""},
		{"a trial of days without curves", create, of + "/energy-allocation/simulations", map[string]any{"dateFrom": "2026-10-01", "dateTo": "2026-10-02", "type": "by_default"}, 404, "energies.none", "", ""},
		{"a key of shares with nothing right", create, "/energy-allocation/config?operationId=" + x.params["operationId"], map[string]any{"type": "static", "params": []any{map[string]any{"consumerId": nobodysID, "value": 10}, map[string]any{"consumerId": x.params["consumerId"], "value": 101}}}, 400, "key.invalid", "", ""},
		{"a message with nothing right", create, "/communication/send", changed(message, "subject", "Ver\nsuch", "body", " "), 400, "communication.invalid", "", ""},
		{"a message with a file that is not there", create, "/communication/send", changed(message, "attachments", []any{map[string]any{"attachmentId": nobodysID, "name": "a.pdf"}}), 409, "communication.attachmentGone", "attachments[0]", ""},
		{"a name that is a number", create, "/tokens", map[string]any{"name": 5}, 400, "field.type", "name", ""},
		{"an empty list", create, of + "/participants/delete", map[string]any{"ids": []any{}}, 400, "field.tooShort", "ids", ""},
		{"a group that is not there", create, "/energy-allocation/config-param?consumerId=" + x.params["consumerId"], map[string]any{"allocationPoolParametersId": nobodysID, "value": 1}, 404, "pool.notFound", "allocationPoolParametersId", ""},
	}
}

// sellerRules are refusals about issuers, clients, what is booked, and how e-invoices go.
func (x stranger) sellerRules() []refusedRule {
	const create, change, read = http.MethodPost, http.MethodPut, http.MethodGet
	of := "/operations/" + x.params["operationId"]
	issuer, client := of+"/billing/billing-entities/"+x.params["billingEntityId"], of+"/billing/billable-entities/"+x.params["billableEntityId"]
	connection := map[string]any{"billingEntityId": x.params["billingEntityId"], "name": "Versuch", "kind": "PEPPOL_FOLDER", "peppol": map[string]any{"folder": "../x"}}
	supply := "/participants/" + x.params["consumerId"] + "/economy/pmo-price-config"
	check := "/participants/" + x.params["consumerId"] + "/economy/pmo?startDate=2026-09-01&endDate=2026-09-30&consumerType=individual"
	return []refusedRule{
		{"an address of no enterprise", change, client, map[string]any{"electronicAddressScheme": "0225", "electronicAddress": "abc"}, 400, "eAddress.form", "electronicAddress", ""},
		{"the address of another", change, issuer, map[string]any{"electronicAddressScheme": "0225", "electronicAddress": "356000000"}, 400, "eAddress.otherEnterprise", "electronicAddress", ""},
		{"a body that is no JSON", create, of + "/einvoicing/connections", changed(connection, "kind", "PEPPOL_JSON", "secret", "geheim", "peppol", map[string]any{"submitUrl": "https://carrier.example/{key}", "body": "{"}), 400, "connection.template", "body", ""},
		{"a folder elsewhere", create, of + "/einvoicing/connections", connection, 400, "connection.folder", "folder", ""},
		{"a price of nothing", change, supply, map[string]any{"contractType": "BASE", "baseMicroEuro": 0}, 400, "economy.priceRange", "baseMicroEuro", ""},
		{"the regulated tariff of four prices", change, supply, map[string]any{"contractType": "QUADRUPLE_PRICE", "isOnTRV": true}, 400, "economy.trvContract", "isOnTRV", ""},
		{"QUADRUPLE_PRICE: off-peak in summer", read, check + "&contractType=QUADRUPLE_PRICE&peakStart=06:30&offPeakStart=22:30", nil, 400, "economy.summerOffPeakPrice", "summerOffPeakMicroEuro", ""},
		{"QUADRUPLE_PRICE: peak in winter", read, check + "&contractType=QUADRUPLE_PRICE&peakStart=06:30&offPeakStart=22:30", nil, 400, "economy.winterPeakPrice", "winterPeakMicroEuro", ""},
		{"the regulated tariff of no power", read, check + "&contractType=BASE&TRV=true", nil, 400, "economy.powerUnknown", "TRV", ""},
		{"a settlement with nothing right", create, of + "/payments/settlements", map[string]any{"invoicesIds": []any{x.params["invoiceId"]}, "bookedOn": "2026-11-21", "amountCents": 0}, 400, "settlement.invalid", "", ""},
		{"a pause that is over", create, of + "/payments/reminder-pauses", map[string]any{"clientId": x.params["billableEntityId"], "reason": "V", "until": "2026-11-19"}, 400, "reminder.pausePast", "until", ""},
		{"reminders of no order", change, of + "/payments/reminder-settings", map[string]any{"days": []any{10, 5, 3}}, 400, "reminder.invalid", "", ""},
		{"a reminder of two subjects", change, of + "/payments/reminder-settings", map[string]any{"texts": []any{map[string]any{"level": 1, "language": "fr", "subject": "a\nb", "body": "%{invoices}"}}}, 400, "reminder.subjectLines", "texts[0].subject", ""},
		{"a platform of no code", change, of + "/einvoicing/e-reporting/" + x.params["billingEntityId"], map[string]any{"regime": "NORMAL_MONTHLY", "platformCode": "x y"}, 400, "ereport.invalid", "", ""},
	}
}

// officeKeys are refusals of accounts, operations, and of the tables of the back-office.
func officeKeys(admin, organizer *apptest.Client) []refusedRule {
	const create, change, read, remove = http.MethodPost, http.MethodPut, http.MethodGet, http.MethodDelete
	me, other := admin.Get("/session").Map()["id"].(string), organizer.Get("/session").Map()["id"].(string)
	user := map[string]any{"email": "versuch.285@example.org", "role": "organizer"}
	operation := map[string]any{"name": "Versuch", "externalId": "ACC00000285", "dso": "ENEDIS"}
	tariff := map[string]any{"consumerType": "individual", "contractType": "BASE", "startDate": "2031-01-01", "fromKVA": 3, "baseMicroEuro": 200000, "source": "V"}
	factor := map[string]any{"country": "FR", "startDate": "2031-01-01", "milligramsPerKilowattHour": 50000, "source": "V"}
	return []refusedRule{
		{"a user name of other signs", create, "/admin/users", changed(user, "username", "a b"), 400, "username.invalid", "username", ""},
		{"an account of no operation", create, "/admin/users", changed(user, "operationIds", []any{nobodysID}), 400, "user.operationUnknown", "operationIds", ""},
		{"an admin of an operation", create, "/admin/users", changed(user, "role", "admin", "operationIds", []any{nobodysID}), 400, "user.roleWithoutOperations", "operationIds", ""},
		{"one's own account", change, "/admin/users/" + me, map[string]any{"active": false}, 409, "user.ownAccount", "", ""},
		{"an account that is not there", change, "/admin/users/" + nobodysID, map[string]any{"firstname": "V"}, 404, "user.notFound", "", ""},
		{"a first mail to who has a password", create, "/admin/users/" + other + "/activation-mail/send", nil, 409, "user.initialized", "", ""},
		{"one's own second factor", remove, "/admin/users/" + me + "/second-factor", nil, 409, "secondFactor.own", "", ""},
		{"an external id that is used", create, "/admin/operations", changed(operation, "externalId", "ACC00000001"), 409, "operation.externalIdUsed", "externalId", ""},
		{"an operation with nothing right", create, "/admin/operations", changed(operation, "name", " ", "latitude", 91, "longitude", 0), 400, "operation.invalid", "", ""},
		{"an operation of nobody", create, "/admin/operations", changed(operation, "organizerIds", []any{nobodysID}), 400, "member.notFound", "organizerIds", ""},
		{"an operation that is not there", change, "/admin/operations/" + nobodysID, map[string]any{"name": "V"}, 404, "operation.notFound", "", ""},
		{"an organizer that is none", read, "/organizers/by-jwt", nil, 404, "organizer.notFound", "", ""},
		{"an order that no list has", read, `/admin/users?sort=["password","ASC"]`, nil, 400, "list.sortUnknown", "sort", ""},
		{"an order that is none", read, `/admin/users?sort=email`, nil, 400, "list.sortInvalid", "sort", ""},
		{"a filter that no list has", read, `/admin/users?filter={"password":"x"}`, nil, 400, "list.filterUnknown", "filter", ""},
		{"a filter that is none", read, `/admin/users?filter=x`, nil, 400, "list.filterInvalid", "filter", ""},
		{"rows the wrong way round", read, `/admin/users?range=[5,1]`, nil, 400, "list.rangeInvalid", "range", ""},
		{"a tariff of four prices", create, "/admin/trv-prices", changed(tariff, "contractType", "QUADRUPLE_PRICE"), 400, "economy.trvContract", "contractType", ""},
		{"a tariff with another's price", create, "/admin/trv-prices", changed(tariff, "peakMicroEuro", 1), 400, "economy.trvOtherPrice", "peakMicroEuro", ""},
		{"a tariff of another power", create, "/admin/trv-prices", changed(tariff, "fromKVA", 99), 400, "economy.trvPower", "fromKVA", ""},
		{"a tariff with nothing right", create, "/admin/trv-prices", changed(tariff, "fromKVA", 99, "peakMicroEuro", 1), 400, "economy.trvInvalid", "", ""},
		{"a factor of tons", create, "/admin/emission-factors", changed(factor, "milligramsPerKilowattHour", 1_000_000_000), 400, "emission.range", "milligramsPerKilowattHour", ""},
		{"a factor of the second", create, "/admin/emission-factors", changed(factor, "startDate", "2031-01-02"), 400, "emission.month", "startDate", ""},
		{"a factor with nothing right", create, "/admin/emission-factors", changed(factor, "startDate", "2031-01-02", "milligramsPerKilowattHour", 1_000_000_000), 400, "emission.invalid", "", ""},
		{"usual prices with nothing right", create, "/admin/price-ranges", map[string]any{"country": "FR", "startDate": "2031-01-01", "lowMicroEuro": 0, "highMicroEuro": 0}, 400, "priceRange.invalid", "", ""},
	}
}

// keyRules are refusals of keys, coefficients and curves of an operation whose operator takes coefficients.
func keyRules(operation string) []refusedRule {
	const create, read = http.MethodPost, http.MethodGet
	of := "/operations/" + operation
	coefficients := of + "/energy-allocation/coefficients"
	return []refusedRule{
		{"coefficients of no sites", create, coefficients, map[string]any{"month": "2020-01"}, 409, "coefficients.notNeeded", "month", ""},
		{"coefficients of days to come", create, coefficients, map[string]any{"month": "2026-11"}, 400, "coefficients.incomplete", "", ""},
		{"an operator that sends files", create, of + "/participants/sync", nil, 409, "perimeter.noConnection", "", ""},
		{"coefficients that are not there", read, coefficients + "/" + nobodysID, nil, 404, "coefficients.notFound", "", ""},
	}
}

// bankRules are refusals of files of banks, each by what is wrong with it, and of lines that are to settle an invoice.
func (x stranger) bankRules(t *testing.T, invoice string) {
	t.Helper()
	base := "/operations/" + x.params["operationId"] + "/payments"
	today := civil.NewDate(2026, 11, 20)
	camt := func(on civil.Date, all ...fake.Movement) string {
		return string(fake.Camt053("08", issuerIBAN, on, 0, all))
	}
	paid := fake.Movement{Reference: "R1", On: today, Amount: 100, Text: "acompte", Payer: "M GELDMÜLLER", PayerIBAN: debtorIBAN}
	plain := camt(today, paid)
	cut := func(old, new string) string {
		require.Contains(t, plain, old)
		return strings.Replace(plain, old, new, 1)
	}
	coda := string(fake.Coda(1, "BE71096123456769", today, 0, []fake.Movement{paid}))
	answer := func(message, number string) string {
		return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt><GrpHdr><MsgId>A</MsgId><CreDtTm>2026-11-20T07:00:00</CreDtTm></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>` +
			message + `</OrgnlMsgId><OrgnlMsgNmId>pain.008.001.08</OrgnlMsgNmId>` + number + `<GrpSts>RJCT</GrpSts></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`
	}
	collection := x.organizer.Get(base + "/collections").List()[0]
	mapping := func(pairs ...any) map[string]string {
		text, err := json.Marshal(changed(map[string]any{"billingEntityId": x.params["billingEntityId"], "day": "Jour", "amount": "Montant", "texts": []any{"Libellé"}, "decimal": "COMMA", "dates": "DAY_MONTH_YEAR"}, pairs...))
		require.NoError(t, err)
		return map[string]string{"mapping": string(text)}
	}
	const table = "Jour;Montant;Libellé;Débit;Crédit\n"
	take := func(content string, fields map[string]string) apptest.Reply {
		return x.organizer.Upload(base+"/bank-files", "file", []apptest.File{{Name: "relevé", Content: []byte(content)}}, fields)
	}
	before := x.organizer.Get(base + "/bank-files").Body
	for _, r := range []struct {
		key, field string
		row        float64
		content    string
		fields     map[string]string
	}{
		{"bankFile.xml", "", 0, plain[:len(plain)/2], nil},
		{"bankFile.depth", "", 0, cut("<BkToCstmrStmt>", "<BkToCstmrStmt>"+strings.Repeat("<a>", 60)+strings.Repeat("</a>", 60)), nil},
		{"bankFile.currency", "", 0, strings.ReplaceAll(plain, `Ccy="EUR"`, `Ccy="CHF"`), nil},
		{"bankFile.element", "", 0, strings.ReplaceAll(plain, "CRDT", "CR"), nil},
		{"bankFile.balance", "", 0, cut(">1.00<", ">2.00<"), nil},
		{"bankFile.ahead", "", 0, camt(today+1, fake.Movement{Reference: "R1", On: today + 1, Amount: 100}), nil},
		{"bankFile.record", "", 2, strings.Replace(coda, "\n1", "\nZ", 1), nil},
		{"bankFile.orderUnknown", "", 0, answer("NOBODYS", ""), nil},
		{"bankFile.orderDiffers", "", 0, answer(collection["messageId"].(string), "<OrgnlNbOfTxs>7</OrgnlNbOfTxs>"), nil},
		{"bankFile.column", "day", 0, table, mapping("day", "Datum")},
		{"bankFile.columnTwice", "amount", 0, table, mapping("amount", "Jour")},
		{"bankFile.amountColumns", "amount", 0, table, mapping("debit", "Débit", "credit", "Crédit")},
		{"bankFile.amount", "Montant", 2, table + "20/11/2026;1,2,3;x;;\n", mapping()},
		{"bankFile.twoSides", "Crédit", 2, table + "20/11/2026;;x;1,00;1,00\n", mapping("amount", "", "debit", "Débit", "credit", "Crédit")},
		{"bankFile.textTooLong", "", 2, table + "20/11/2026;1,00;" + strings.Repeat("x", 5000) + ";;\n", mapping()},
		{"bankFile.rows", "", 0, table + "20/11/2026;1,2,3;x;;\n", mapping()},
		{"bankFile.table", "", 0, "a\n", mapping()},
	} {
		reply := take(r.content, r.fields)
		require.GreaterOrEqual(t, reply.Status, 400, "%s: %s", r.key, reply.Body)
		whole := reply.Map()
		parts, _ := whole["errors"].([]any)
		require.True(t, slices.ContainsFunc(append(parts, whole), func(one any) bool {
			part := one.(map[string]any)
			field, _ := part["field"].(string)
			row, _ := part["row"].(float64)
			return part["key"] == r.key && field == r.field && (r.row == 0 || row == r.row)
		}), "%s at %q in row %v: %s", r.key, r.field, r.row, reply.Body)
	}
	require.Equal(t, string(before), string(x.organizer.Get(base+"/bank-files").Body), "nothing of it was kept")

	require.Equal(t, http.StatusOK, take(answer(collection["messageId"].(string), ""), nil).Status)
	require.Equal(t, "sepa.answered", x.organizer.Post("/payments/collections/"+collection["id"].(string)+"/cancel", nil).Key())
	kept := take(plain, nil)
	require.Equal(t, http.StatusOK, kept.Status, "%s", kept.Body)
	require.Contains(t, take(table+"20/11/2026;1,00;x;;\n", mapping()).Keys(), "bankFile.otherFormat", "the same days again")
	line := base + "/bank-lines/" + x.organizer.Get(base + "/bank-lines?fileId=" + kept.Map()["fileId"].(string)).List()[0]["id"].(string)
	share := func(pairs ...any) map[string]any { return changed(map[string]any{"invoiceId": invoice}, pairs...) }
	settle := func(shares ...any) apptest.Reply {
		return x.organizer.Post(line+"/settle", map[string]any{"invoices": shares})
	}
	require.Contains(t, settle(share(), share()).Keys(), "bankLine.invoiceTwice")
	require.Contains(t, settle(share("amountCents", 101)).Keys(), "bankLine.remainder")
	require.Contains(t, settle(share("amountCents", 0)).Keys(), "bankLine.invalid")
	require.Equal(t, http.StatusOK, settle(share()).Status)
	require.Contains(t, settle(share()).Keys(), "bankLine.notOpen")
}

// importRules are refusals and remarks of files of sites and clients, each at its column and line; none is kept.
func importRules(t *testing.T, organizer *apptest.Client, french string) {
	t.Helper()
	const clients = "nom;adresse;code_postal;ville;type;sites;reference\n"
	const line = "Gare;1 rue Haute;35300;Fougères;particulier;;"
	known := organizer.Get("/operations/" + french + "/participants?group=consumers").List()[0]
	for _, r := range []struct {
		key, column string
		row         float64
		path, name  string
		content     string
	}{
		{"import.clientType", "type", 2, "/operations/" + french + "/clients/import", "clients.csv", clients + strings.Replace(line, "particulier", "roi", 1) + "\n"},
		{"import.clientTwice", "nom", 3, "/operations/" + french + "/clients/import", "clients.csv", clients + line + "\n" + line + "\n"},
		{"import.noSuchSite", "sites", 2, "/operations/" + french + "/clients/import", "clients.csv", clients + "Gare;1 rue Haute;35300;Fougères;particulier;99700000000160;\n"},
		{"import.columnIgnored", "", 1, "/operations/" + french + "/clients/import", "clients.csv", "couleur;" + clients + "rouge;" + line + "\n"},
		{"import.zeroAdded", "code_postal", 2, "/operations/" + french + "/participants/import", "PERIM_ACC00000001_20261101.csv", "prm;type;nom;adresse;code_postal;ville;date_entree;date_sortie\n99700000000161;C;Gare;1 rue Haute;1300;Bourg;2026-11-01;\n"},
		{"import.yesNo", "prosommateur", 2, "/operations/" + french + "/participants/import", "PERIM_ACC00000001_20261101.csv", "prm;type;nom;adresse;code_postal;ville;date_entree;date_sortie;prosommateur\n99700000000161;C;Gare;1 rue Haute;35300;Bourg;2026-11-01;;jein\n"},
		{"contractPower.invalid", "puissance_kw", 2, "/operations/" + french + "/participants/import", "PERIM_ACC00000001_20261101.csv", "prm;type;nom;adresse;code_postal;ville;date_entree;date_sortie;puissance_kw\n99700000000161;C;Gare;1 rue Haute;35300;Bourg;2026-11-01;;viel\n"},
		{"import.typeChanged", "type", 2, "/operations/" + french + "/participants/import", "PERIM_ACC00000001_20261101.csv", "prm;type;nom;adresse;code_postal;ville;date_entree;date_sortie\n" + known["dsoId"].(string) + ";P;Gare;1 rue Haute;35300;Bourg;2026-11-01;\n"},
	} {
		reply := organizer.Upload(r.path, "file", []apptest.File{{Name: r.name, Content: []byte(r.content)}}, map[string]string{"dryRun": "true", "addZeros": "true"})
		whole := reply.Map()
		var parts []any
		for _, name := range []string{"errors", "warnings"} {
			some, _ := whole[name].([]any)
			parts = append(parts, some...)
		}
		require.True(t, slices.ContainsFunc(parts, func(one any) bool {
			part := one.(map[string]any)
			field, _ := part["field"].(string)
			row, _ := part["row"].(float64)
			return part["key"] == r.key && field == r.column && row == r.row && part["detail"] != ""
		}), "%s at %q in row %v: %s", r.key, r.column, r.row, reply.Body)
	}
}

// standingRules are refusals of what stands otherwise than it would have to: what is removed, declared,
// written to, or moved to another engine.
func (x stranger) standingRules(t *testing.T, admin *apptest.Client) {
	t.Helper()
	of := "/operations/" + x.params["operationId"]
	refusal := func(reply apptest.Reply, status int, key string) {
		t.Helper()
		require.Equal(t, []any{status, key}, []any{reply.Status, reply.Key()}, "%s", reply.Body)
	}
	creating := func(name, prm string, more map[string]any) string {
		return x.created(t, of+"/participants", with(map[string]any{"name": name, "energyType": "consumer", "dsoId": prm, "address": "6 rue Haute", "postCode": "67000", "city": "Strasbourg", "entityType": "partIndiv"}, more))["id"].(string)
	}
	named := creating("Geldwerk", "99800000000007", nil)
	key := x.organizer.Post("/energy-allocation/config?operationId="+x.params["operationId"], map[string]any{"type": "static", "params": []any{map[string]any{"consumerId": named, "value": 10}}})
	require.Equal(t, http.StatusCreated, key.Status, "%s", key.Body)
	refusal(x.organizer.Delete("/participants/"+named), 409, "participant.inKey")
	require.Equal(t, http.StatusOK, x.organizer.Post("/participants/"+x.params["consumerId"]+"/dso-answer/record", map[string]any{"request": "ENTRY", "answer": "REFUSED", "reason": "Versuch"}).Status)
	refusal(x.organizer.Delete("/participants/"+x.params["consumerId"]), 409, "participant.hasCurves")

	month := map[string]any{"month": "2026-09", "reason": "Versuch"}
	require.Equal(t, http.StatusCreated, x.organizer.Post(of+"/measurements/definitive-months", month).Status)
	refusal(x.organizer.Post(of+"/measurements/definitive-months", month), 409, "definitiveMonth.exists")
	refusal(x.organizer.Delete(of+"/measurements/definitive-months/2026-09"), 409, "definitiveMonth.invoiced")
	refusal(x.organizer.Put("/participants/"+x.params["consumerId"], map[string]any{"billedUntil": "2026-09-15"}), 409, "participant.billedHere")

	nameless := x.created(t, of+"/billing/billing-entities", map[string]any{"name": "Ohnenummer", "vatRegime": "normal", "seriesCode": "OHNENR"})["id"]
	refusal(x.organizer.Post(of+"/einvoicing/connections", map[string]any{"billingEntityId": nameless, "name": "V", "kind": "PEPPOL_FOLDER", "peppol": map[string]any{"folder": "v"}}), 409, "connection.sellerNumber")

	require.Equal(t, "participant.notFound", problemOf(t, x.organizer.Post(of+"/participants/delete", map[string]any{"ids": []any{nobodysID}})))
	roof := creating("Gelddach 2", "99800000000008", map[string]any{"energyType": "producer", "productionTypeId": 3, "entityType": "proOther", "activationRange": map[string]any{"entry": "2027-01-01"}})
	require.Equal(t, http.StatusOK, x.organizer.Put(of+"/billing/billing-entities/"+x.params["billingEntityId"], map[string]any{"producerIds": []any{x.params["producerId"], roof}}).Status)
	run := x.organizer.Post("/participants/"+roof+"/billing/run", map[string]any{"billUpTo": "2026-09-30", "mode": "SYNC"})
	require.Equal(t, http.StatusAccepted, run.Status, "%s", run.Body)
	require.Equal(t, http.StatusOK, x.organizer.Put(of+"/billing/billing-entities/"+x.params["billingEntityId"], map[string]any{"producerIds": []any{x.params["producerId"]}}).Status)
	refusal(x.organizer.Delete("/participants/"+roof), 409, "participant.startedRuns")

	bad := x.organizer.Upload(of+"/measurements/imports", "files", []apptest.File{{Name: "empty.csv"}}, nil).Map()["id"].(string)
	x.organizer.WaitJob(bad)
	refusal(x.organizer.Post(of+"/measurements/imports/"+bad+"/undo", nil), 409, "import.notUndoable")
	tariff := map[string]any{"consumerType": "individual", "contractType": "BASE", "startDate": "2031-01-01", "fromKVA": 3, "baseMicroEuro": 200000, "source": "V"}
	require.Equal(t, http.StatusCreated, admin.Post("/admin/trv-prices", tariff).Status)
	refusal(admin.Post("/admin/trv-prices", tariff), 409, "economy.trvTaken")
	odd := x.organizer.Raw(http.MethodPost, "/tokens", strings.NewReader(`{"name":"V"}`), http.Header{"Content-Type": {"application/json"}, "Idempotency-Key": {"schlüssel"}})
	refusal(odd, 400, "idempotency.keyInvalid")
	var pairs []any
	for range 300 {
		pairs = append(pairs, map[string]any{"consumerId": "x", "producerId": "y"})
	}
	require.Contains(t, x.organizer.Post(of+"/billing/subscriptions/multiple", map[string]any{"planId": x.params["planId"], "startDate": "2026-12-01", "pairs": pairs}).Keys(), "errors.more")

	blocked := admin.Post("/admin/users", map[string]any{"email": "geldlos.286@example.org", "role": "observer"}).Map()["id"].(string)
	require.Equal(t, http.StatusOK, admin.Put("/admin/users/"+blocked, map[string]any{"active": false}).Status)
	refusal(admin.Post("/admin/users/"+blocked+"/activation-mail/send", nil), 409, "user.inactive")
}

// brusselsCosts are the refusals of a run about volumes and network costs that the operator of Brussels tells:
// of an operation of its own with two sellers and a consumer.
func brusselsCosts(t *testing.T, s *apptest.Server) {
	t.Helper()
	o, admin := s.As("organizer-be@demo.pmo"), s.As("admin@demo.pmo")
	made := func(by *apptest.Client, path string, body any) string {
		t.Helper()
		reply := by.Post(path, body)
		require.Equal(t, http.StatusCreated, reply.Status, "%s: %s", path, reply.Body)
		return reply.Map()["id"].(string)
	}
	of := "/operations/" + made(admin, "/admin/operations", map[string]any{"name": "Frais", "externalId": "ACC00000285", "dso": "SIBELGA", "billingEngine": "ENGINE_2025", "organizerIds": []any{o.Get("/session").Map()["id"]}})
	site := func(n int, name, side string) string {
		return made(o, of+"/participants", map[string]any{"name": name, "energyType": side, "entityType": "partIndiv", "dsoId": meterOf(285, n), "address": "2 rue Haute", "postCode": "1000",
			"city": "Bruxelles", "activationRange": map[string]any{"entry": "2026-01-01"}, "dsoStatus": "EN_VIGUEUR", "dsoAction": "CREATION"})
	}
	roof, barn, flat := site(1, "Toit", "producer"), site(2, "Grange", "producer"), site(3, "Dupont", "consumer")
	issuer := func(name, producer, series, number string) string {
		return made(o, of+"/billing/billing-entities", map[string]any{"name": name, "address": "2 rue Haute", "postCode": "1000", "city": "Bruxelles", "country": "BE", "vatRegime": "normal",
			"legalNumber": number, "seriesCode": series, "iban": "BE71096123456769", "producerIds": []any{producer}})
	}
	seller := of + "/billing/billing-entities/" + issuer("Toit SRL", roof, "TOITFR", "0403199207")
	issuer("Grange SRL", barn, "GRANFR", "0540236550")
	confirmIssuers(t, admin)
	made(o, of+"/billing/billable-entities", map[string]any{"name": "Dupont", "address": "1 rue Haute", "postCode": "1000", "city": "Bruxelles", "country": "BE", "consumerType": "individual", "consumerIds": []any{flat}})
	volume := map[string]any{"code": "V", "type": "PER_UNIT", "usage": "VOLUME_PARTAGE_TH", "priceMicroEuro": 100_000}
	costs := map[string]any{"code": "R", "type": "PASS_THROUGH", "vatTreatment": "OWN_RATE"}
	plan := of + "/billing/plans/" + made(o, of+"/billing/plans", map[string]any{"name": "Frais", "period": "MONTHLY", "charges": []any{volume, costs}})
	subscription := map[string]any{"planId": plan[len(of+"/billing/plans/"):], "startDate": "2026-10-01", "consumerId": flat, "producerId": roof}
	made(o, of+"/billing/subscriptions", subscription)

	upload := func(files []apptest.File) {
		t.Helper()
		sent := o.Upload(of+"/measurements/upload-permanent-dataset", "files", files, map[string]string{"acceptSuspected": "true"})
		require.Equal(t, http.StatusAccepted, sent.Status, "%s", sent.Body)
		job := o.WaitJob(sent.Map()["jobId"].(string))
		require.Equal(t, "SUCCESS", job["status"], "%v", job["errors"])
	}
	failing := func(key string) map[string]any {
		t.Helper()
		run := o.Post(of+"/billing/run", map[string]any{"billUpTo": "2026-10-31", "mode": "SYNC"})
		require.Equal(t, http.StatusAccepted, run.Status, "%s", run.Body)
		for _, one := range run.Map()["invoices"].([]any) {
			if item := one.(map[string]any); item["key"] == key {
				return item
			}
		}
		t.Fatalf("no %s: %s", key, run.Body)
		return nil
	}
	change := func(at string, body map[string]any) {
		t.Helper()
		reply := o.Put(at, body)
		require.Equal(t, http.StatusOK, reply.Status, "%s", reply.Body)
	}
	shared := func(late int) []apptest.File {
		return octoberGiven(map[string]energy.MilliWh{meterOf(285, 3): 200_000_000}, map[string]energy.MilliWh{meterOf(285, 1): 100_000_000, meterOf(285, 2): 100_000_000}, late)
	}
	upload(shared(0))
	within := o.Post(of+"/billing/discounts", map[string]any{"consumerId": flat, "producerId": roof, "startDate": "2026-11-10", "percentage": 5, "reason": "Essai"})
	require.Equal(t, []any{http.StatusConflict, "discount.wholeMonths"}, []any{within.Status, within.Key()}, "%s", within.Body)
	change(plan, map[string]any{"charges": []any{volume, changed(costs, "vatTreatment", "GROSS", "vatPercentage", 21.0)}})
	require.Equal(t, "Toit SRL", failing("plan.costsGrossWithVat")["params"].(map[string]any)["name"])
	change(plan, map[string]any{"charges": []any{volume, costs}})
	change(seller, map[string]any{"vatRegime": "franchise"})
	require.Equal(t, "Toit SRL", failing("plan.costsNetWithoutVat")["params"].(map[string]any)["name"])
	change(seller, map[string]any{"vatRegime": "normal"})
	change(plan, map[string]any{"charges": []any{changed(volume, "usage", "VOLUME_PARTAGE_HI"), costs}})
	require.Equal(t, "VOLUME_PARTAGE_TH", failing("plan.volumeUnpriced")["params"].(map[string]any)["usage"])
	change(plan, map[string]any{"charges": []any{volume, costs}})
	only := made(o, of+"/billing/plans", map[string]any{"name": "Frais seuls", "period": "MONTHLY", "charges": []any{costs}})
	again := o.Post(of+"/billing/subscriptions", changed(subscription, "planId", only, "producerId", barn))
	require.Equal(t, []any{http.StatusConflict, "subscription.costsTwice"}, []any{again.Status, again.Key()}, "%s", again.Body)

	for key, total := range map[string]string{"plan.networkCostsMissing": "", "plan.networkCostsNegative": "-12,5"} {
		files := shared(0)
		var lines []string
		for line := range strings.Lines(string(files[0].Content)) {
			if line = strings.TrimRight(line, "\r\n"); strings.Contains(line, meterOf(285, 3)) {
				line = line[:strings.LastIndex(line, ";")+1] + total
			}
			lines = append(lines, line)
		}
		files[0].Content = []byte(strings.Join(lines, "\n") + "\n")
		upload(files)
		require.Equal(t, "Dupont", failing(key)["params"].(map[string]any)["name"])
	}
	subscriptions := of + "/billing/subscriptions"
	instead := func(body any) {
		require.Equal(t, http.StatusNoContent, o.Delete(subscriptions+"/"+o.Get(subscriptions).List()[0]["id"].(string)).Status)
		made(o, subscriptions, body)
	}
	instead(changed(subscription, "planId", only, "startDate", "2026-10-16"))
	require.Equal(t, "2026-10-16", failing("plan.networkCostsTorn")["params"].(map[string]any)["from"], "what is told of a month is not divided")
	instead(subscription)
	fee := []any{map[string]any{"code": "E", "type": "PER_UNIT", "usage": "ENERGY", "priceMicroEuro": 100_000}}
	change(plan, map[string]any{"charges": fee})
	upload(shared(8))
	failing("measurements.pairsContradict")
}
