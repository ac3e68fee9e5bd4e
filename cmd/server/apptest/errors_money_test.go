package apptest_test

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// TestRulesAboutMoneyAreRefusedInWords: each rule about creditors, mandates, collections, settlements, bill
// checks, finances and the old engine is refused by its own key, at its field, in French, and changes nothing.
func TestRulesAboutMoneyAreRefusedInWords(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	x := newStrangerOf(t, s, strangerKind{"Geld", "geld@elsewhere.example", "ACC00000180", "9980000000000", "552081317", "GELD", "debit"})
	confirmIssuers(t, s.As("admin@demo.pmo"))
	of, demo := "/operations/"+x.params["operationId"], s.As("organizer@demo.pmo")
	sites := of + "/participants"
	bare := x.created(t, sites, map[string]any{"name": "Ohnedach", "energyType": "producer", "dsoId": "99800000000005", "address": "4 rue Haute", "postCode": "67000", "city": "Strasbourg",
		"productionTypeId": 3, "entityType": "proOther", "activationRange": map[string]any{"entry": "2026-11-01"}, "dsoStatus": "EN_VIGUEUR", "dsoAction": "CREATION"})["id"].(string)
	issuer := x.created(t, of+"/billing/billing-entities", map[string]any{"name": "Ohnedach", "address": "4 rue Haute", "postCode": "67000", "city": "Strasbourg", "country": "FR", "vatRegime": "franchise",
		"legalNumber": "542065479", "seriesCode": "OHNE", "producerIds": []any{bare}})["id"].(string)
	paying := x.created(t, sites, map[string]any{"name": "Geldlos", "energyType": "consumer", "dsoId": "99800000000006", "address": "5 rue Haute", "postCode": "67000", "city": "Strasbourg",
		"entityType": "partIndiv", "activationRange": map[string]any{"entry": "2026-11-01"}, "dsoStatus": "EN_VIGUEUR", "dsoAction": "CREATION"})["id"].(string)

	told := func(base map[string]any, pairs ...any) map[string]any {
		one := maps.Clone(base)
		for n := 0; n < len(pairs); n += 2 {
			one[pairs[n].(string)] = pairs[n+1]
		}
		return one
	}
	const create, change, read = http.MethodPost, http.MethodPut, http.MethodGet
	creditors, mandates := "/payments/creditors/by-billing-entities/", "/payments/mandates/by-billing-entity/"
	creditor := map[string]any{"name": "Ohnedach", "ics": "FR72ZZZ123456", "iban": "FR1420041010050500013M02606", "bic": "PSSTFRPPSCE"}
	mandate := map[string]any{"participantId": paying, "mandateId": "GELD-0002", "debtorName": "Geldlos", "iban": "FR7630006000011234567890189", "signatureDate": "2026-10-01"}
	row := func(pairs ...any) map[string]any {
		one := told(mandate, pairs...)
		delete(one, "participantId")
		one["dsoId"] = "99800000000006"
		return map[string]any{"mandates": []any{one}}
	}
	check := "/participants/" + x.params["consumerId"] + "/economy/pmo?startDate=2026-09-01&endDate=2026-09-30"
	const hours = "&peakStart=06:30&offPeakStart=22:30"
	val := demo.Operation("ACC00000003")
	old := demo.Get("/operations/" + val + "/billing-config").List()[0]
	agreed := demo.Get("/operations/" + val + "/billing-contracts").List()[0]
	config := map[string]any{"producers": old["producers"], "consumers": old["consumers"], "startDate": "2027-01-01", "sellingPriceMicroEuro": 112000, "period": 3}
	contract := map[string]any{"configId": agreed["configId"], "producerId": agreed["producerId"], "consumerId": agreed["consumerId"], "startDate": agreed["startDate"]}
	pay := map[string]any{"invoicesIds": []any{x.params["invoiceId"]}, "bookedOn": "2026-11-20"}
	amount := map[string]any{"kind": "EXPENSE", "heading": "OTHER", "label": "Essai", "date": "2026-09-01", "amountCents": 100}
	surplus := map[string]any{"participantId": x.params["producerId"], "startDate": "2026-10-01", "priceMicroEuro": 90000}
	mine := []refusedRule{
		// Section 5, payment: length and format.
		{"name of a creditor", create, creditors + issuer, told(creditor, "name", ""), 400, "field.required", "name", "Ce champ est obligatoire."},
		{"IBAN of a creditor", create, creditors + issuer, told(creditor, "iban", "FR1420041010050500013M02607"), 400, "iban.invalid", "iban", "L’IBAN est invalide."},
		{"length of an IBAN", create, creditors + issuer, told(creditor, "iban", "FR142004101005"), 400, "iban.length", "iban", "Un IBAN du pays FR contient 27 caractères."},
		{"country of an IBAN", create, creditors + issuer, told(creditor, "iban", "US64SVBKUS6S3300958879"), 400, "iban.country", "iban", "Le pays US ne fait pas partie de l’espace SEPA."},
		{"BIC", create, creditors + issuer, told(creditor, "bic", "PSSTFR"), 400, "bic.invalid", "bic", "Le BIC est invalide (8 ou 11 caractères)."},
		{"ICS/NIC", create, creditors + issuer, told(creditor, "ics", "FR73ZZZ123456"), 400, "ics.invalid", "ics", "L’identifiant créancier SEPA (ICS/NIC) est invalide."},
		{"bankReconciliationId under 15", create, creditors + issuer, told(creditor, "bankReconciliationId", "QUINZECARACTERE"), 400, "bankReconciliationId.invalid", "bankReconciliationId",
			"L’identifiant de rapprochement bancaire a au plus 14 caractères, lettres, chiffres et signes, sans espace ni accent."},
		{"days that the bank wants", create, creditors + issuer, told(creditor, "leadDays", 99), 400, "field.range", "leadDays", "La valeur est hors des limites permises."},
		{"one creditor an issuer", create, creditors + x.params["billingEntityId"], creditor, 409, "creditor.exists", "", "Cet émetteur a déjà un créancier. Modifiez-le au lieu d’en ajouter un autre."},
		{"an ICS for which mandates were signed", change, "/payments/creditors/" + x.params["creditorId"], map[string]any{"ics": "FR19ZZZ654321"}, 409, "creditor.icsFixed", "ics", "L’ICS ne peut plus changer : des mandats sont signés pour lui."},
		{"RUM", create, mandates + x.params["billingEntityId"], told(mandate, "mandateId", "GELD 0002"), 400, "rum.invalid", "mandateId", "La référence unique de mandat (RUM) est invalide."},
		{"RUM unique", create, mandates + x.params["billingEntityId"], told(mandate, "mandateId", "GELD-0001"), 409, "mandate.duplicate", "mandateId", "La RUM GELD-0001 est déjà prise pour cet ICS."},
		{"participantId required", create, mandates + x.params["billingEntityId"], without(maps.Clone(mandate), "participantId"), 400, "field.required", "participantId", "Ce champ est obligatoire."},
		{"participant of the operation", create, mandates + x.params["billingEntityId"], told(mandate, "participantId", nobodysID), 400, "mandate.debtorUnknown", "participantId", "Ce participant n’est pas dans l’opération."},
		{"name of a debtor", create, mandates + x.params["billingEntityId"], told(mandate, "debtorName", ""), 400, "field.required", "debtorName", "Ce champ est obligatoire."},
		{"IBAN of a debtor", create, mandates + x.params["billingEntityId"], told(mandate, "iban", "FR7630006000011234567890188"), 400, "iban.invalid", "iban", "L’IBAN est invalide."},
		{"day of a signature", create, mandates + x.params["billingEntityId"], told(mandate, "signatureDate", "2026-11-21"), 400, "mandate.signedInFuture", "signatureDate", "La date de signature est dans l’avenir."},
		{"revoked before it was signed", change, "/payments/mandates/" + x.params["paymentMandateId"], map[string]any{"revokedOn": "2026-08-31"}, 400, "mandate.revokedBeforeSigned", "revokedOn", "La révocation ne peut pas précéder la signature."},
		{"a mandate that is not there", change, "/payments/mandates/" + nobodysID, map[string]any{"debtorName": "Geldlos"}, 404, "notFound", "", "L’élément demandé n’existe pas ou ne vous est pas accessible."},
		{"at least one mandate to import", create, "/payments/mandates/import/by-creditor/" + x.params["creditorId"], map[string]any{"mandates": []any{}}, 400, "mandate.importEmpty", "mandates", "Aucun mandat à importer."},
		{"one wrong row of an import", create, "/payments/mandates/import/by-billing-entity/" + x.params["billingEntityId"], row("iban", "FR00"), 400, "mandate.importRejected", "", "Rien n’est importé : corrigez 1 ligne(s)."},
		{"an account without creditor", create, mandates + issuer, mandate, 409, "error.payment.creditor.not_found", "", "Des données de créancier manquent pour : Ohnedach"},
		// Collections and settlements.
		{"nothing to collect", read, "/payments/sepa/by-billing-entity/" + x.params["billingEntityId"] + "?invoicesIds=" + x.params["invoiceId"], nil, 409, "sepa.notCollectable", "",
			"Ne se prélève pas (brouillon, avoir, facture annulée ou payée, autre moyen de paiement) : Geldmüller."},
		{"a draft is owed nothing", create, of + "/payments/settlements", pay, 409, "settlement.notIssued", "", "Rien n’est encore facturé à Geldmüller par ce document"},
		{"a day to come", create, of + "/payments/settlements", told(pay, "bookedOn", "2026-11-21"), 400, "settlement.ahead", "bookedOn", "Ce jour n’est pas encore venu"},
		{"amount of a settlement", create, of + "/payments/settlements", told(pay, "amountCents", 0), 400, "settlement.amount", "amountCents", "Indiquez un montant supérieur à 0, d’au plus 100000000 €"},
		// Section 5, bill check.
		{"consumer type", read, check + "&contractType=BASE&baseMicroEuro=200000", nil, 400, "economy.consumerType", "consumerType", "Choisissez le type de consommateur"},
		{"contract type", read, check + "&consumerType=individual", nil, 400, "economy.contractType", "contractType", "Choisissez le type de contrat"},
		{"BASE: a base price", read, check + "&consumerType=individual&contractType=BASE", nil, 400, "economy.basePrice", "baseMicroEuro", "Indiquez le prix du kWh"},
		{"DOUBLE_PRICE: peak", read, check + "&consumerType=individual&contractType=DOUBLE_PRICE&offPeakMicroEuro=1" + hours, nil, 400, "economy.peakPrice", "peakMicroEuro", "Indiquez le prix du kWh en heures pleines"},
		{"DOUBLE_PRICE: off-peak", read, check + "&consumerType=individual&contractType=DOUBLE_PRICE&peakMicroEuro=1" + hours, nil, 400, "economy.offPeakPrice", "offPeakMicroEuro", "Indiquez le prix du kWh en heures creuses"},
		{"DOUBLE_PRICE: where peak begins", read, check + "&consumerType=individual&contractType=DOUBLE_PRICE&peakMicroEuro=2&offPeakMicroEuro=1&offPeakStart=22:30", nil, 400, "economy.peakHour", "peakStart", "Indiquez l’heure à laquelle commencent les heures pleines"},
		{"DOUBLE_PRICE: where off-peak begins", read, check + "&consumerType=individual&contractType=DOUBLE_PRICE&peakMicroEuro=2&offPeakMicroEuro=1&peakStart=06:30", nil, 400, "economy.offPeakHour", "offPeakStart", "Indiquez l’heure à laquelle commencent les heures creuses"},
		{"they begin apart", read, check + "&consumerType=individual&contractType=DOUBLE_PRICE&peakMicroEuro=2&offPeakMicroEuro=1&peakStart=06:30&offPeakStart=06:30", nil, 400, "economy.sameHours", "offPeakStart", "Heures pleines et heures creuses ne commencent pas à la même heure"},
		{"QUADRUPLE_PRICE: four prices", read, check + "&consumerType=individual&contractType=QUADRUPLE_PRICE" + hours, nil, 400, "economy.summerPeakPrice", "summerPeakMicroEuro", "Indiquez le prix du kWh en heures pleines d’été"},
		{"QUADRUPLE_PRICE: winter too", read, check + "&consumerType=individual&contractType=QUADRUPLE_PRICE" + hours, nil, 400, "economy.winterOffPeakPrice", "winterOffPeakMicroEuro", "Indiquez le prix du kWh en heures creuses d’hiver"},
		{"days of a check", read, "/participants/" + x.params["consumerId"] + "/economy/pmo?startDate=2025-01-01&endDate=2026-09-30&consumerType=individual&contractType=BASE&baseMicroEuro=200000", nil, 400, "range.tooLong", "endDate", "La période ne peut pas dépasser 12 mois."},
		{"a check of who only produces", read, "/participants/" + bare + "/economy/pmo?startDate=2026-09-01&endDate=2026-09-30&consumerType=individual&contractType=BASE&baseMicroEuro=200000", nil, 409, "economy.consumerOnly", "", "Ce site ne reçoit pas d’énergie : il n’a pas de bilan économique"},
		// Sections 2 and 7, finances.
		{"amount that is assigned", create, of + "/finance/affectations", told(amount, "amountCents", 0), 400, "finance.amount", "amountCents", "Indiquez un montant supérieur à 0, d’au plus 100000000 €"},
		{"an expense is a consumer's", create, of + "/finance/affectations", told(amount, "participantId", bare), 400, "finance.side", "participantId", "Ohnedach ne peut pas porter ce montant : une dépense est celle d’un consommateur, une recette celle d’un producteur"},
		{"price of surplus", create, of + "/finance/surplus-prices", told(surplus, "priceMicroEuro", 0), 400, "finance.price", "priceMicroEuro", "Indiquez un prix supérieur à 0, d’au plus 10 € par kWh"},
		{"it begins with a month", create, of + "/finance/surplus-prices", told(surplus, "startDate", "2026-10-02"), 400, "finance.firstOfMonth", "startDate", "Un prix du surplus commence le premier jour d’un mois"},
		{"surplus of who makes none", create, of + "/finance/surplus-prices", told(surplus, "participantId", paying), 400, "finance.producerOnly", "participantId", "Geldlos ne produit pas"},
		{"one price a month", create, of + "/finance/surplus-prices", told(surplus, "startDate", "2026-09-01"), 409, "finance.priceTaken", "", "Un prix du surplus commence déjà ce jour-là pour ce producteur"},
		// Section 2: the old engine is of operations without ENGINE_2025.
		{"the old engine elsewhere", create, of + "/billing-config", config, 409, "featureNotAvailable", "", "Cette fonction n’existe pas pour cette opération."},
		{"statements elsewhere", create, of + "/statements/draft", map[string]any{}, 409, "featureNotAvailable", "", "Cette fonction n’existe pas pour cette opération."},
	}
	theirs := []refusedRule{
		{"plans of the old engine", read, "/operations/" + val + "/billing/plans", nil, 409, "featureNotAvailable", "", "Cette fonction n’existe pas pour cette opération."},
		{"a period that is none", create, "/operations/" + val + "/billing-config", told(config, "period", 5), 400, "field.enum", "period", "La valeur n’est pas permise. Valeurs possibles : 1, 2, 3, 4, 6, 12"},
		{"a site of nobody", create, "/operations/" + val + "/billing-config", told(config, "consumers", []any{nobodysID}), 400, "billingConfig.siteUnknown", "consumers", "Ce site n’est pas de l’opération."},
		{"a consumer that sells", create, "/operations/" + val + "/billing-config", told(config, "producers", []any{agreed["consumerId"]}), 400, "billingConfig.side", "producers", agreed["consumerName"].(string) + " n’est pas de ce côté du partage."},
		{"a contract of no config", create, "/operations/" + val + "/billing-contracts", told(contract, "configId", nobodysID), 400, "billingContract.configUnknown", "configId", "Cette configuration n’est pas de l’opération."},
		{"a contract twice", create, "/operations/" + val + "/billing-contracts", contract, 409, "billingContract.pairTaken", "startDate", "Un contrat de ce producteur avec ce consommateur commence déjà ce jour-là."},
		{"a contract of somebody else", create, "/operations/" + val + "/billing-contracts", told(contract, "consumerId", agreed["producerId"], "startDate", "2027-02-01"), 400, "billingContract.notOfConfig", "consumerId", "La configuration ne nomme pas ce site."},
		{"bills of days to come", create, "/operations/" + val + "/bills", map[string]any{"billUpTo": "2026-11-20"}, 400, "bill.until", "billUpTo", "Le dernier jour à facturer doit être passé."},
	}
	belgian := s.As("organizer-be@demo.pmo")
	plans := "/operations/" + belgian.Get("/operations").List()[0]["id"].(string) + "/billing/plans"
	plan := func(charges ...any) map[string]any {
		return map[string]any{"name": "Essai", "period": "MONTHLY", "charges": charges}
	}
	fee := map[string]any{"code": "F", "type": "FIXED", "priceMicroEuro": 1_000_000}
	network := func(pairs ...any) map[string]any {
		return told(map[string]any{"code": "R", "type": "PASS_THROUGH", "vatTreatment": "OWN_RATE"}, pairs...)
	}
	brussels := []refusedRule{
		{"a French way to pay", create, plans, told(plan(fee), "paymentMethod", "publicTreasuryDebit"), 400, "plan.methodUnavailable", "paymentMethod", "Ce moyen de paiement n’est pas possible ici : ce qui est dû aux producteurs se paie par virement, et le comptable public n’encaisse qu’en France."},
		{"network costs twice", create, plans, plan(network(), network("code", "R2")), 400, "charge.passThroughTwice", "type", "Un plan refacture les frais de réseau une seule fois. Retirez cette ligne."},
		{"a cost with a price", create, plans, plan(network("priceMicroEuro", 1)), 400, "charge.priceNotAllowed", "priceMicroEuro", "Les frais de réseau n’ont pas de prix à eux : leur montant est celui du fichier mensuel. Laissez le prix vide."},
		{"network costs of no VAT treatment", create, plans, plan(without(network(), "vatTreatment")), 400, "charge.vatTreatmentRequired", "vatTreatment",
			"Choisissez comment la TVA porte sur les frais de réseau : facturée à un taux, ou comprise dans le montant."},
		{"VAT within a cost, of no rate", create, plans, plan(network("vatTreatment", "GROSS")), 400, "charge.grossRateRequired", "vatPercentage", "Indiquez le taux de TVA compris dans les frais de réseau refacturés."},
	}
	mine = slices.Concat(mine, x.billingRules(), x.siteRules(), x.sellerRules())
	admin := s.As("admin@demo.pmo")
	before := fingerprint(t, s)
	for by, rules := range map[*apptest.Client][]refusedRule{x.organizer: mine, demo: append(theirs, keyRules(demo.Operation("ACC00000001"))...), belgian: brussels, admin: slices.Concat(officeRules(), officeKeys(admin, demo))} {
		for _, r := range rules {
			t.Run(r.rule, func(t *testing.T) {
				reply := inFrench(by, r)
				require.Equal(t, r.status, reply.Status, "%s", reply.Body)
				refusedIn(t, r, reply)
			})
		}
	}
	require.Equal(t, before, fingerprint(t, s), "nothing changes")
	x.failuresOfARun(t)
	x.standingRules(t, admin)
	brusselsCosts(t, s)
}

// failuresOfARun are those that specification section 8 names, with what the texts of the screen hang on: the
// key, its days or its name, and the beginning of the words in English.
func (x stranger) failuresOfARun(t *testing.T) {
	t.Helper()
	base := "/operations/" + x.params["operationId"]
	failed := func(last string) map[string]any {
		t.Helper()
		run := x.organizer.Post(base+"/billing/run", map[string]any{"billUpTo": last, "mode": "SYNC"}).Map()
		for _, one := range run["invoices"].([]any) {
			if item := one.(map[string]any); item["status"] == "FAILURE" {
				return item
			}
		}
		t.Fatalf("nothing failed: %v", run)
		return nil
	}
	issuer := base + "/billing/billing-entities/" + x.params["billingEntityId"]
	method := func(name string) {
		t.Helper()
		require.Equal(t, http.StatusOK, x.organizer.Put(base+"/billing/plans/"+x.params["planId"], map[string]any{"paymentMethod": name}).Status)
	}
	method("transfer")
	require.Equal(t, http.StatusOK, x.organizer.Put(issuer, map[string]any{"iban": nil}).Status)
	unpaid := failed("2026-09-30")
	require.Equal(t, []any{"payment.billingEntityIncomplete", "missing payment details for billing entity Gelddach"}, []any{unpaid["key"], unpaid["error"]})
	method("debit")
	require.Equal(t, http.StatusOK, x.organizer.Put(issuer, map[string]any{"iban": "FR1420041010050500013M02606"}).Status)
	require.Equal(t, http.StatusOK, x.organizer.Put("/payments/mandates/"+x.params["paymentMandateId"], map[string]any{"revokedOn": "2026-10-01"}).Status)
	unpaid = failed("2026-09-30")
	require.Equal(t, []any{"payment.billableEntityIncomplete", "missing payment details for billable entity Geldmüller"}, []any{unpaid["key"], unpaid["error"]})
	require.Equal(t, http.StatusOK, x.organizer.Put("/payments/mandates/"+x.params["paymentMandateId"], map[string]any{"revokedOn": nil}).Status)
	x.hoursOfAPlan(t, failed)
	x.staleDraft(t)
	x.withoutMandate(t)

	item := failed("2026-10-31")
	require.Equal(t, "measurements.missing", item["key"])
	require.Regexp(t, `^missing billable usages from 2026-10-01`, item["error"])

	var october bytes.Buffer
	october.WriteString("prm;nature;horodate;pas;valeur;unite;statut\n")
	for step := range 24 * 4 * 24 { // of summer time, but for one day
		if day := step/96 + 1; day != 12 {
			for meter, nature := range map[string]string{"1": "CONSO", "2": "PROD"} {
				fmt.Fprintf(&october, "%s%s;%s;2026-10-%02dT%02d:%02d:00+02:00;PT15M;400;W;D\n", x.kind.prm, meter, nature, day, step%96/4, step%4*15)
			}
		}
	}
	sent := x.organizer.Upload(base+"/measurements/imports", "files", []apptest.File{{Name: "oktober.csv", Content: october.Bytes()}}, nil)
	require.Equal(t, "SUCCESS", x.organizer.WaitJob(sent.Map()["id"].(string))["status"])
	item = failed("2026-10-31")
	require.Equal(t, "measurements.incomplete", item["key"])
	require.Regexp(t, `^Incomplete measurements for the following days: 2026-10-12`, item["error"])
}

// staleDraft changes the price of a plan under a draft: publishing refuses it, and says both amounts. VAT of
// the mainland is not charged to a client overseas.
func (x stranger) staleDraft(t *testing.T) {
	t.Helper()
	base := "/operations/" + x.params["operationId"] + "/billing"
	plan := base + "/plans/" + x.params["planId"]
	kept := x.organizer.Get(plan).Map()["charges"].([]any)
	run := x.organizer.Post(base+"/run", map[string]any{"billUpTo": "2026-09-30", "mode": "SYNC"}).Map()
	other := maps.Clone(kept[0].(map[string]any))
	other["priceMicroEuro"] = other["priceMicroEuro"].(float64) * 2
	require.Equal(t, http.StatusOK, x.organizer.Put(plan, map[string]any{"charges": append([]any{other}, kept[1:]...)}).Status)
	published := x.organizer.Post(base+"/invoices/publish", map[string]any{"runId": run["id"], "confirmUnpriced": true}).Map()
	problem := published["results"].([]any)[0].(map[string]any)["problem"].(map[string]any)
	require.Equal(t, "invoice.stale", problem["key"])
	said := problem["params"].(map[string]any)
	require.NotEqual(t, said["amountBefore"], said["amountAfter"])
	require.Equal(t, http.StatusOK, x.organizer.Put(plan, map[string]any{"charges": kept}).Status)

	client := base + "/billable-entities/" + x.params["billableEntityId"]
	postCode := x.organizer.Get(client).Map()["postCode"]
	regime := x.organizer.Get(base + "/billing-entities/" + x.params["billingEntityId"]).Map()["vatRegime"]
	issuer := base + "/billing-entities/" + x.params["billingEntityId"]
	require.Equal(t, http.StatusOK, x.organizer.Put(issuer, map[string]any{"vatRegime": "normal"}).Status)
	require.Equal(t, http.StatusOK, x.organizer.Put(client, map[string]any{"postCode": "97110"}).Status)
	overseas := x.organizer.Post(base+"/run", map[string]any{"billUpTo": "2026-09-30", "mode": "SYNC"}).Map()["invoices"].([]any)[0].(map[string]any)
	require.Equal(t, []any{"FAILURE", "vat.placeUnknown"}, []any{overseas["status"], overseas["key"]})
	require.Equal(t, http.StatusOK, x.organizer.Put(client, map[string]any{"postCode": postCode, "commitmentRequired": true}).Status)
	run = x.organizer.Post(base+"/run", map[string]any{"billUpTo": "2026-09-30", "mode": "SYNC"}).Map()
	require.Equal(t, "billableEntity.commitmentRequired", problemOf(t, x.organizer.Post(base+"/invoices/publish", map[string]any{"runId": run["id"], "confirmUnpriced": true})))
	require.Equal(t, http.StatusOK, x.organizer.Put(client, map[string]any{"commitmentRequired": false}).Status)
	require.Equal(t, http.StatusOK, x.organizer.Put(issuer, map[string]any{"vatRegime": regime}).Status)
}

// withoutMandate publishes what is to be collected, and takes the mandate away before it is.
func (x stranger) withoutMandate(t *testing.T) {
	t.Helper()
	base := "/operations/" + x.params["operationId"] + "/billing"
	run := x.organizer.Post(base+"/run", map[string]any{"billUpTo": "2026-09-30", "mode": "SYNC"}).Map()
	published := x.organizer.Post(base+"/invoices/publish", map[string]any{"runId": run["id"], "confirmUnpriced": true})
	require.NotContains(t, string(published.Body), "FAILURE")
	require.Equal(t, http.StatusOK, x.organizer.Put("/payments/mandates/"+x.params["paymentMandateId"], map[string]any{"revokedOn": "2026-10-01"}).Status)
	file := "/payments/sepa/by-billing-entity/" + x.params["billingEntityId"] + "?invoicesIds=" + run["invoices"].([]any)[0].(map[string]any)["invoiceId"].(string)
	lacks := refusedRule{rule: "mandate of a debtor", key: "error.payment.mandate.not_found", words: "Des données de mandat manquent pour : Geldmüller"}
	refusedIn(t, lacks, inFrench(x.organizer, refusedRule{method: http.MethodGet, path: file}))
	require.Empty(t, x.organizer.Get("/operations/"+x.params["operationId"]+"/payments/collections").List(), "no file was made")
	require.Equal(t, http.StatusOK, x.organizer.Put("/payments/mandates/"+x.params["paymentMandateId"], map[string]any{"revokedOn": nil}).Status)
	x.issuedRules(t, run["invoices"].([]any)[0].(map[string]any)["invoiceId"].(string))
}
