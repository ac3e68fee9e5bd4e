package apptest_test

import (
	"maps"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// billingRules are refusals of plans, price changes, issuers, subscriptions, selections of invoices and accounts.
func (x stranger) billingRules() []refusedRule {
	const create, change, read, remove = http.MethodPost, http.MethodPut, http.MethodGet, http.MethodDelete
	base := "/operations/" + x.params["operationId"] + "/billing"
	energy := map[string]any{"code": "E", "type": "PER_UNIT", "usage": "ENERGY", "priceMicroEuro": 100000}
	charge := func(pairs ...any) map[string]any {
		one := maps.Clone(energy)
		for n := 0; n < len(pairs); n += 2 {
			one[pairs[n].(string)] = pairs[n+1]
		}
		return one
	}
	plan := func(charges ...any) map[string]any {
		return map[string]any{"name": "Versuch", "period": "MONTHLY", "charges": charges}
	}
	price := base + "/plans/" + x.params["planId"] + "/price-changes"
	accounts := base + "/billing-entities/" + x.params["billingEntityId"] + "/accounts"
	rate := func(category string, percent float64, account string) map[string]any {
		return map[string]any{"vatCategory": category, "vatPercentage": percent, "salesAccount": account, "salesAccountName": "Ventes"}
	}
	var many []any
	for n := range 21 {
		many = append(many, rate("S", float64(n), "701200"))
	}
	issuer := map[string]any{"name": "Versuch", "address": "4 rue Haute", "postCode": "67000", "city": "Strasbourg", "country": "FR", "vatRegime": "franchise", "legalNumber": "542065479", "seriesCode": "VERS"}
	return []refusedRule{
		{"a price without a code", create, base + "/plans", plan(charge("code", " ")), 400, "charge.codeRequired", "code", "Donnez un code à chaque prix."},
		{"a code twice", create, base + "/plans", plan(energy, charge("priceMicroEuro", 1)), 400, "charge.codeTaken", "code", "Le code E sert deux fois dans ce plan."},
		{"a price of nothing that is measured", create, base + "/plans", plan(map[string]any{"code": "E", "type": "PER_UNIT", "priceMicroEuro": 1}), 400, "charge.usageRequired", "usage", "Choisissez l’usage d’un prix par kWh."},
		{"a fee of what is measured", create, base + "/plans", plan(charge("type", "FIXED")), 400, "charge.usageNotAllowed", "usage", "Un prix par mois n’a pas d’usage."},
		{"another price, of neither plan", create, price, map[string]any{"startDate": "2026-12-01"}, 400, "plan.changeTarget", "toPlanId", "Donnez soit un plan existant, soit un nouveau plan."},
		{"another price that is the same", create, price, map[string]any{"startDate": "2026-12-01", "newPlan": map[string]any{"name": "Versuch", "charges": []any{energy}}}, 409, "plan.samePrices", "charges", "Ces prix sont déjà ceux du plan."},
		{"another price of nobody", create, price, map[string]any{"startDate": "2026-08-01", "newPlan": map[string]any{"name": "Versuch", "charges": []any{charge("priceMicroEuro", 120000)}}}, 409, "plan.noneSubscribed", "startDate",
			"Personne n’a ce plan le 01/08/2026."},
		{"another price before a subscription runs", create, price, map[string]any{"startDate": "2026-08-01", "newPlan": map[string]any{"name": "Versuch", "charges": []any{charge("priceMicroEuro", 120000)}}, "subscriptionIds": []any{x.params["subscriptionId"]}},
			409, "subscription.notRunning", "startDate", "La souscription ne court pas le 01/08/2026 : choisissez une autre date ou retirez-la."},
		{"a preview of nothing", create, base + "/plans/preview", map[string]any{"monthFrom": "2026-09", "monthTo": "2026-09"}, 400, "plan.previewSubject", "charges", "Choisissez un plan ou saisissez des prix."},
		{"a subscription that is not there", remove, base + "/subscriptions/" + nobodysID, nil, 404, "subscription.notFound", "", "Cette souscription n’existe pas dans l’opération."},
		{"a client that is not there", read, base + "/billable-entities/" + nobodysID, nil, 404, "billableEntity.notFound", "", "Ce client n’existe pas dans l’opération."},
		{"a producer of two issuers", create, base + "/billing-entities", merged(maps.Clone(issuer), "producerIds", []any{x.params["producerId"]}), 409, "billingEntity.producerTaken", "producerIds", "Un producteur choisi a déjà un autre émetteur. Retirez-le d’abord de cet émetteur."},
		{"no invoice chosen", create, base + "/invoices/publish", map[string]any{}, 400, "invoice.selectionRequired", "ids", "Choisissez au moins une facture ou une campagne."},
		{"invoices chosen twice", create, base + "/invoices/publish?ids=" + x.params["invoiceId"], map[string]any{"runId": x.params["runId"]}, 400, "invoice.selectionTwice", "ids",
			"Désignez les factures d’une seule façon : dans l’adresse, dans le corps, ou par leur campagne."},
		{"a journal without a name", change, accounts, map[string]any{"journalName": " "}, 400, "journal.labelInvalid", "journalName", "Un libellé est requis, de 60 caractères au plus."},
		{"an account of another class", change, accounts, map[string]any{"toInvoiceAccount": "701000"}, 400, "journal.accountInvalid", "toInvoiceAccount", "« 701000 » n’est pas un compte de la classe 4 : trois chiffres au moins, puis chiffres ou capitales, 16 caractères au plus."},
		{"VAT to come, without a name", change, accounts, map[string]any{"vatToComeAccount": "445870", "vatToComeAccountName": ""}, 400, "journal.labelInvalid", "vatToComeAccountName", "Un libellé est requis, de 60 caractères au plus."},
		{"a prefix of small letters", change, accounts, map[string]any{"auxiliaryPrefix": "cl"}, 400, "journal.auxiliaryPrefix", "auxiliaryPrefix", "Le préfixe des comptes auxiliaires compte au plus 6 capitales ou chiffres."},
		{"accounts of a rate twice", change, accounts, map[string]any{"rates": []any{rate("S", 20, "701200"), rate("S", 20, "701300")}}, 400, "journal.rateTwice", "rates[1].vatPercentage", "Le taux de 20 % a déjà ses comptes."},
		{"accounts of a rate that no invoice has", change, accounts, map[string]any{"rates": []any{rate("E", 20, "701200")}}, 400, "journal.rateInvalid", "rates[0].vatPercentage", "Aucune facture ne peut avoir ce taux de TVA : 20 %."},
		{"accounts of more rates than there can be", change, accounts, map[string]any{"rates": many}, 400, "journal.tooManyRates", "rates", "20 taux au plus ont leurs propres comptes."},
		{"a person in the directory of enterprises", create, "/operations/" + x.params["operationId"] + "/einvoicing/connections/" + x.params["connectionId"] + "/directory/choice",
			map[string]any{"billableEntityId": x.params["billableEntityId"], "scheme": "0225", "address": "356000000"}, 409, "connection.clientNumber", "billableEntityId",
			"Geldmüller n’a pas de SIREN ni de numéro d’entreprise : complétez sa fiche avant de choisir une adresse"},
		{"an export that is not there", read, base + "/billing-entities/" + x.params["billingEntityId"] + "/journal-exports/" + nobodysID, nil, 404, "journal.exportNotFound", "", "Cet export n’existe pas, ou porte sur des opérations que vous ne voyez pas."},
	}
}

// officeRules are refusals of what the back-office decides of billing.
func officeRules() []refusedRule {
	const create, change = http.MethodPost, http.MethodPut
	usual := map[string]any{"country": "FR", "startDate": "2031-01-01", "lowMicroEuro": 60000, "highMicroEuro": 220000}
	with := func(name string, value any) map[string]any { return merged(maps.Clone(usual), name, value) }
	return []refusedRule{
		{"a claim that is not there", change, "/admin/seller-claims/" + nobodysID, map[string]any{"status": "CONFIRMED", "remark": "Versuch"}, 404, "claim.notFound", "", "Cette demande n’existe pas."},
		{"a usual price of nothing", create, "/admin/price-ranges", with("lowMicroEuro", 0), 400, "priceRange.price", "lowMicroEuro", "Le prix est supérieur à zéro et d’au plus 10 €/kWh."},
		{"usual prices the wrong way round", create, "/admin/price-ranges", with("highMicroEuro", 50000), 400, "priceRange.reversed", "highMicroEuro", "Le prix haut doit dépasser le prix bas."},
	}
}

// problemOf is the key by which a call of several refuses its only one, or its first.
func problemOf(t *testing.T, reply apptest.Reply) string {
	t.Helper()
	require.Equal(t, http.StatusOK, reply.Status, "%s", reply.Body)
	problem, ok := reply.Map()["results"].([]any)[0].(map[string]any)["problem"].(map[string]any)
	require.True(t, ok, "%s", reply.Body)
	return problem["key"].(string)
}

// issuedRules are refusals about an invoice that was published and is collected: of its way to a client of whom
// no address is known, of its e-invoice, of its being taken back.
func (x stranger) issuedRules(t *testing.T, invoice string) {
	t.Helper()
	base := "/operations/" + x.params["operationId"] + "/billing"
	fixed := x.organizer.Put(base+"/billing-entities/"+x.params["billingEntityId"], map[string]any{"seriesCode": "NEU"})
	require.Equal(t, []any{http.StatusConflict, "billingEntity.alreadyInvoiced"}, []any{fixed.Status, fixed.Key()})
	none := x.organizer.Get(base + "/invoices/" + invoice + "/e-invoice")
	require.Equal(t, http.StatusConflict, none.Status)
	require.ElementsMatch(t, []string{"einvoice.incomplete", "einvoice.buyerMail"}, none.Keys())

	ways, ids := base+"/deliveries", map[string]any{"ids": []any{invoice}}
	require.Equal(t, "delivery.notStarted", x.organizer.Post(ways+"/repeat", map[string]any{"invoiceId": invoice}).Key())
	require.Equal(t, "delivery.notStarted", problemOf(t, x.organizer.Post(ways+"/mark", ids)))
	require.Equal(t, "delivery.addressMissing", problemOf(t, x.organizer.Post(ways, with(ids, map[string]any{"channel": "MAIL"}))))
	require.Contains(t, string(x.organizer.Post(ways, with(ids, map[string]any{"channel": "PUBLIC_PORTAL"})).Body), "SUCCESS")
	require.Contains(t, x.organizer.Post(ways+"/print", ids).Keys(), "delivery.notForPrint")
	require.Equal(t, "delivery.dayInvalid", problemOf(t, x.organizer.Post(ways+"/mark", with(ids, map[string]any{"day": "2026-11-19"}))))
	require.Contains(t, string(x.organizer.Post(ways+"/mark", ids).Body), "SUCCESS")
	require.Equal(t, "delivery.done", problemOf(t, x.organizer.Post(ways+"/mark", ids)))

	sent := x.organizer.Post("/operations/"+x.params["operationId"]+"/einvoicing/transmissions", map[string]any{"invoicesIds": []any{invoice}})
	require.Equal(t, "transmission.privateClient", problemOf(t, sent))
	other := x.created(t, base+"/billing-entities", map[string]any{"name": "Anderswer", "vatRegime": "franchise", "legalNumber": "410000012", "seriesCode": "ANDW"})["id"].(string)
	x.created(t, "/payments/creditors/by-billing-entities/"+other, map[string]any{"name": "Anderswer", "ics": "FR19ZZZ654321", "iban": "FR1420041010050500013M02606"})
	refuses(t, "sepa.otherCreditor", x.organizer.Get("/payments/sepa/by-billing-entity/"+other+"?invoicesIds="+invoice))
	order := x.organizer.Get("/payments/sepa/by-billing-entity/" + x.params["billingEntityId"] + "?invoicesIds=" + invoice)
	require.Equal(t, http.StatusOK, order.Status, "%s", order.Body)
	require.Equal(t, "invoice.inCollection", problemOf(t, x.organizer.Post(base+"/invoices/cancel", ids)))
	require.Equal(t, "correction.notFound", problemOf(t, x.organizer.Post(base+"/corrections/keep", map[string]any{"ids": []any{nobodysID}, "reason": "Versuch"})))
	x.bankRules(t, invoice)
}

// hoursOfAPlan is a plan that prices some hours only: of a site whose hours nobody told nothing is known, and of
// energy at other hours there is no price.
func (x stranger) hoursOfAPlan(t *testing.T, failed func(last string) map[string]any) {
	t.Helper()
	plan := "/operations/" + x.params["operationId"] + "/billing/plans/" + x.params["planId"]
	contract := "/participants/" + x.params["consumerId"] + "/economy/pmo-price-config"
	kept := x.organizer.Get(plan).Map()["charges"]
	only := func(hours string) {
		t.Helper()
		charges := []any{map[string]any{"code": "E", "type": "PER_UNIT", "usage": "ENERGY", "priceMicroEuro": 100000, "pricingOption": hours}}
		require.Equal(t, http.StatusOK, x.organizer.Put(plan, map[string]any{"charges": charges}).Status)
	}
	only("OFF_PEAK")
	require.Equal(t, "subscription.hoursMissing", failed("2026-09-30")["key"])
	told := x.organizer.Put(contract, map[string]any{"contractType": "DOUBLE_PRICE", "peakMicroEuro": 220000, "offPeakMicroEuro": 160000, "peakHourStart": "06:30", "offPeakHourStart": "22:30"})
	require.Equal(t, http.StatusOK, told.Status, "%s", told.Body)
	item := failed("2026-09-30")
	require.Equal(t, []any{"plan.slotUnpriced", "PEAK"}, []any{item["key"], item["params"].(map[string]any)["pricingOption"]}, "the roof works by day")
	require.Equal(t, http.StatusOK, x.organizer.Put(plan, map[string]any{"charges": kept}).Status)
	require.Equal(t, http.StatusOK, x.organizer.Put(contract, map[string]any{"contractType": "BASE", "baseMicroEuro": 200000}).Status)
}
