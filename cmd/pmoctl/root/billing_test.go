package root

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/go/pmo/pmotest"
)

func planJSON() string {
	return `{"id":"` + planID + `","operationId":"` + operationID + `","name":"Plan solaire","period":"MONTHLY","paymentMethod":"transfer","paymentTerm":30,
		"alreadyInvoiced":false,"subscriptionsNumber":4,"charges":[{"code":"ENERGIE","type":"PER_UNIT","usage":"ENERGY","priceMicroEuro":123400},
		{"code":"ABONNEMENT","type":"FIXED","priceMicroEuro":2000000}],"warnings":[{"key":"plan.lowPrice","detail":"Prix bas"}]}`
}

func TestPlans(t *testing.T) {
	s := signedIn(t, pmotest.Replies{
		"listOperationPlans":  pmotest.JSON(200, "["+planJSON()+"]"),
		"createOperationPlan": pmotest.JSON(201, planJSON()),
		"getOperationPlan":    pmotest.JSON(200, planJSON()),
		"updateOperationPlan": append(pmotest.JSON(200, planJSON()), pmotest.Problem(409, "planAlreadyInvoiced", "Ce plan est déjà facturé")...),
	})
	r := pmoctl("plan", "list", "--operation", "ACC00000001", "-o", "csv")
	require.Contains(t, r.out, planID+",Plan solaire,MONTHLY,ENERGIE 0.1234 EUR/kWh; ABONNEMENT 2.00 EUR/month,transfer,30,4,no\n")

	r = pmoctl("plan", "create", "--operation", "ACC00000001", "--name", "Plan solaire", "--period", "MONTHLY", "--payment-term", "30",
		"--charge", "code=ENERGIE,name=Énergie,type=PER_UNIT,usage=ENERGY,price=0.1234,vat=20", "--charge", "code=ABONNEMENT,type=FIXED,price=2")
	require.Equal(t, 0, r.code, r.err)
	require.Equal(t, "  Prix bas\n", r.err)
	require.JSONEq(t, `{"name":"Plan solaire","period":"MONTHLY","paymentTerm":30,"charges":[
		{"code":"ENERGIE","name":"Énergie","type":"PER_UNIT","usage":"ENERGY","priceMicroEuro":123400,"vatPercentage":20},
		{"code":"ABONNEMENT","type":"FIXED","priceMicroEuro":2000000}]}`, s.Requests("createOperationPlan")[0].Body)

	require.Contains(t, pmoctl("plan", "show", "Plan solaire", "--operation", "ACC00000001").out, "Plan solaire")
	require.Contains(t, s.Requests("getOperationPlan")[0].URL, planID)
	r = pmoctl("plan", "update", "Plan solaire", "--operation", "ACC00000001", "--name", "Plan 2026", "--clear", "description")
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, `{"name":"Plan 2026","description":null}`, s.Requests("updateOperationPlan")[0].Body)
	require.Contains(t, s.Requests("updateOperationPlan")[0].URL, planID)

	r = pmoctl("plan", "update", planID, "--operation", "ACC00000001", "--period", "YEARLY")
	require.Equal(t, 1, r.code)
	require.Equal(t, "error: Ce plan est déjà facturé (planAlreadyInvoiced)\n", r.err)
}

// TestPricesAreTriedAndChanged: what stumbles is told and ends with eight; nothing changes unasked.
func TestPricesAreTriedAndChanged(t *testing.T) {
	sum := `{"energyMilliWh":60250000,"netCents":844,"lackingDays":0}`
	check := func(problem, refused string) string {
		return `{"startDate":"2027-01-01","month":"2026-10","definitive":true,"refusedNumber":` + refused + `,"before":` + sum + `,"after":` + sum + `,"subscriptions":[
			{"subscriptionId":"` + otherID + `","consumerId":"` + consumerID + `","consumerName":"École","startDate":"2026-10-01","before":` + sum + `,"after":` + sum + problem + `}]}`
	}
	s := signedIn(t, pmotest.Replies{
		"listOperationPlans": pmotest.JSON(200, "["+planJSON()+"]"),
		"previewOperationPlan": pmotest.JSON(200, `{"monthFrom":"2026-10","monthTo":"2026-10","whose":"EVERYBODY","clientsNumber":1,"blockedNumber":1,"total":`+sum+`,
			"unpriced":[{"usage":"VOLUME_PARTAGE_LOW","energyMilliWh":60250000}],
			"clients":[{"issuerName":"PMO","clientName":"Peeters","months":1,"total":`+sum+`,"lines":[],"problem":{"key":"plan.volumeUnpriced","detail":"Pas de prix"}}]}`),
		"checkOperationPlanPriceChange": append(append(pmotest.JSON(200, check(`,"problem":{"key":"subscription.notRunning","detail":"Ne court pas"}`, "1")), pmotest.JSON(200, check("", "0"))...), pmotest.JSON(200, check("", "0"))...),
		"changeOperationPlanPrice":      pmotest.JSON(201, `{"plan":`+planJSON()+`,"subscriptions":[`+subscriptionJSON()+`]}`),
	})
	r := pmoctl("plan", "preview", "--operation", "ACC00000001", "--from", "2026-10", "--charge", "code=HI,type=PER_UNIT,usage=VOLUME_PARTAGE_HI,price=0.14", "-o", "csv")
	require.Equal(t, 8, r.code, r.err)
	require.Contains(t, r.out, "Peeters,PMO,1,60.250,8.44,,,Pas de prix")
	require.Contains(t, r.err, "volume VOLUME_PARTAGE_LOW of 60.250 kWh has no price")
	require.JSONEq(t, `{"monthFrom":"2026-10","monthTo":"2026-10","charges":[{"code":"HI","type":"PER_UNIT","usage":"VOLUME_PARTAGE_HI","priceMicroEuro":140000}]}`, s.Requests("previewOperationPlan")[0].Body)

	change := []string{"plan", "change-price", "Plan solaire", "--operation", "ACC00000001", "--start", "2027-01-01", "--name", "2027", "--charge", "code=E,type=PER_UNIT,usage=ENERGY,price=0.11"}
	r = pmoctl(append(change, "--check")...)
	require.Equal(t, 8, r.code, r.err)
	require.Contains(t, r.out, "Ne court pas")
	require.Empty(t, s.Requests("changeOperationPlanPrice"))
	r = pmoctl(append(change, "--yes")...)
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, `{"startDate":"2027-01-01","newPlan":{"name":"2027","charges":[{"code":"E","type":"PER_UNIT","usage":"ENERGY","priceMicroEuro":110000}]}}`, s.Requests("changeOperationPlanPrice")[0].Body)
	require.Equal(t, 2, pmoctl("plan", "change-price", "Plan solaire", "--operation", "ACC00000001", "--start", "2027-01-01").code)
}

func subscriptionJSON() string {
	return `{"id":"` + otherID + `","operationId":"` + operationID + `","consumerId":"` + consumerID + `","consumerName":"École","producerId":"` + producerID +
		`","producerName":"Commune","plan":{"id":"` + planID + `","name":"Plan solaire"},"status":"ACTIVE","startDate":"2026-10-01"}`
}

func TestSubscriptions(t *testing.T) {
	s := signedIn(t, pmotest.Replies{
		"listOperationPlans":                   pmotest.JSON(200, "["+planJSON()+"]"),
		"checkOperationSubscriptions":          pmotest.JSON(200, `{"endingIds":["`+otherID+`"],"earliestStart":"2026-09-01"}`),
		"listOperationSubscriptions":           pmotest.JSON(200, "["+subscriptionJSON()+"]"),
		"createOperationSubscription":          pmotest.JSON(201, subscriptionJSON()),
		"createMultipleOperationSubscriptions": pmotest.JSON(201, "["+subscriptionJSON()+"]"),
		"deleteOperationSubscription":          append([]pmotest.Reply{{Status: 204}}, pmotest.Problem(409, "subscriptionAlreadyInvoiced", "Déjà facturée")...),
	})
	r := pmoctl("subscription", "list", "--operation", "ACC00000001", "--status", "ACTIVE", "-o", "csv")
	require.Equal(t, "id,consumer,producer,plan,status,start,end,invoiced_until\n"+otherID+",École,Commune,Plan solaire,ACTIVE,2026-10-01,,\n", r.out)

	r = pmoctl("subscription", "check", "--operation", "ACC00000001", "--consumer", consumerPRM, "--start", "2026-10-01", "-o", "csv")
	require.Equal(t, "ending_id\n"+otherID+"\n", r.out)
	require.Contains(t, r.err, "invoiced until the day before 2026-09-01")
	require.JSONEq(t, `{"startDate":"2026-10-01","pairs":[{"consumerId":"`+consumerID+`"}]}`, s.Requests("checkOperationSubscriptions")[0].Body)
	create := []string{"subscription", "create", "--operation", "ACC00000001", "--plan", "Plan solaire", "--start", "2026-10-01"}
	r = pmoctl(append(create, "--consumer", consumerPRM, "--producer", producerPRM)...)
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, `{"planId":"`+planID+`","consumerId":"`+consumerID+`","producerId":"`+producerID+`","startDate":"2026-10-01"}`,
		s.Requests("createOperationSubscription")[0].Body)

	r = pmoctl(append(create, "--consumer", consumerPRM+","+otherID, "--end", "2026-12-31", "--end-others")...)
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, `{"planId":"`+planID+`","startDate":"2026-10-01","endDate":"2026-12-31","endOthers":true,"pairs":[{"consumerId":"`+consumerID+`"},{"consumerId":"`+otherID+`"}]}`,
		s.Requests("createMultipleOperationSubscriptions")[0].Body)

	r = pmoctl("subscription", "delete", planID, otherID, "--operation", "ACC00000001", "--yes")
	require.Equal(t, 8, r.code)
	require.Contains(t, r.err, "deleted "+planID)
	require.Contains(t, r.err, "Déjà facturée (subscriptionAlreadyInvoiced)")
	require.Contains(t, r.err, "1 of 2 were not deleted")
}

func TestIssuersAndClients(t *testing.T) {
	issuer := `{"id":"` + issuerID + `","operationId":"` + operationID + `","name":"Commune","vatRegime":"normal","producerIds":[],"ownedByOperation":false,"complete":true,"missing":[]}`
	client := `{"id":"` + clientID + `","operationId":"` + operationID + `","name":"Boulangerie","consumerType":"professional","consumerIds":[],"complete":false,"missing":["city"]}`
	s := signedIn(t, pmotest.Replies{
		"listOperationBillingEntities":  pmotest.JSON(200, "["+issuer+"]"),
		"createOperationBillingEntity":  pmotest.JSON(201, issuer),
		"getOperationBillingEntity":     pmotest.JSON(200, issuer),
		"updateOperationBillingEntity":  pmotest.JSON(200, issuer),
		"listOperationBillableEntities": pmotest.JSON(200, "["+client+"]"),
		"createOperationBillableEntity": pmotest.JSON(201, client),
		"getOperationBillableEntity":    pmotest.JSON(200, client),
		"updateOperationBillableEntity": pmotest.JSON(200, client),
	})
	at := []string{"--operation", "ACC00000001"}
	require.Contains(t, pmoctl(append([]string{"issuer", "list"}, at...)...).out, "Commune")
	require.Contains(t, pmoctl(append([]string{"client", "list"}, at...)...).out, "Boulangerie")
	require.Contains(t, pmoctl(append([]string{"issuer", "show", "Commune"}, at...)...).out, "Commune")
	require.Contains(t, pmoctl(append([]string{"client", "show", clientID}, at...)...).out, "Boulangerie")

	r := pmoctl(append([]string{"issuer", "create", "--name", "Commune", "--series", "COM", "--producer", producerPRM}, at...)...)
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, `{"name":"Commune","seriesCode":"COM","producerIds":["`+producerID+`"]}`, s.Requests("createOperationBillingEntity")[0].Body)
	r = pmoctl(append([]string{"issuer", "update", "Commune", "--city", "Fougères", "--clear", "iban,bic"}, at...)...)
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, `{"city":"Fougères","iban":null,"bic":null}`, s.Requests("updateOperationBillingEntity")[0].Body)

	r = pmoctl(append([]string{"client", "create", "--name", "Boulangerie", "--consumer-type", "professional", "--consumer", consumerPRM}, at...)...)
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, `{"name":"Boulangerie","consumerType":"professional","consumerIds":["`+consumerID+`"]}`, s.Requests("createOperationBillableEntity")[0].Body)
	r = pmoctl(append([]string{"client", "update", "Boulangerie", "--clear", "email"}, at...)...)
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, s.Requests("updateOperationBillableEntity")[0].URL, clientID)
	require.JSONEq(t, `{"email":null}`, s.Requests("updateOperationBillableEntity")[0].Body)
}

// TestClientsOfSites: those that have none already, with what was refused, and 8.
func TestClientsOfSites(t *testing.T) {
	s := signedIn(t, pmotest.Replies{
		"listOperationBillableEntities":   pmotest.JSON(200, "[]"),
		"createOperationBillableEntities": pmotest.JSON(200, `{"results":[{"id":"`+consumerID+`","status":"SUCCESS"}]}`),
	})
	r := pmoctl("client", "create-from-sites", "--operation", "ACC00000001", "--all", "-o", "csv")
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, `{"consumerIds":["`+consumerID+`"]}`, s.Requests("createOperationBillableEntities")[0].Body)
	require.Contains(t, r.out, consumerID)
	require.Contains(t, r.err, "1 clients made, 0 refused")

	s = signedIn(t, pmotest.Replies{"createOperationBillableEntities": pmotest.JSON(200, `{"results":[{"id":"`+consumerID+`","status":"FAILURE",
		"problem":{"type":"urn:pmo:problem:billableEntity.consumerTaken","title":"Conflict","status":409,"key":"billableEntity.consumerTaken","detail":"Ce site a un client.","requestId":"r"}}]}`)})
	r = pmoctl("client", "create-from-sites", consumerPRM, "--operation", "ACC00000001")
	require.Equal(t, 8, r.code, r.err)
	require.Contains(t, r.out, "Ce site a un client.")
	require.Len(t, s.Requests("createOperationBillableEntities"), 1)
	require.Equal(t, 2, pmoctl("client", "create-from-sites", "--operation", "ACC00000001").code)
}

func TestRunStartWaitsAndEndsWithEightWhenSomeFailed(t *testing.T) {
	missing := runItem("FAILURE", `,"key":"measurements.incomplete","error":"Incomplete measurements for the following days: 2026-10-14"`)
	s := signedIn(t, pmotest.Replies{
		"startOperationBillRun": pmotest.JSON(202, billRun("PENDING")),
		"getOperationBillRun":   append(pmotest.JSON(200, billRun("PENDING")), pmotest.JSON(200, billRun("SUCCESS", runItem("SUCCESS", `,"amountCents":17003`), missing))...),
	})
	r := pmoctl("run", "start", "--operation", "ACC00000001", "--up-to", "2026-10-31", "--wait", "-o", "csv")
	require.Equal(t, 8, r.code)
	require.JSONEq(t, `{"billUpTo":"2026-10-31","mode":"ASYNC"}`, s.Requests("startOperationBillRun")[0].Body)
	require.Equal(t, "issuer,client,period_start,period_end,status,amount_eur,invoice_id,error\n"+
		"Commune,Boulangerie,2026-10-01,2026-10-31,SUCCESS,170.03,,\n"+
		"Commune,Boulangerie,2026-10-01,2026-10-31,FAILURE,,,Incomplete measurements for the following days: 2026-10-14\n", r.out)
	require.Contains(t, r.err, "1 drafts, 1 failed")
}

func TestRunStartWithoutWaitIsDoneWhenItHasStarted(t *testing.T) {
	signedIn(t, pmotest.Replies{"startOperationBillRun": append(pmotest.JSON(202, billRun("PENDING")),
		pmotest.Problem(409, "run.alreadyRunning", "Une campagne est en cours")...)})
	require.Equal(t, 0, pmoctl("run", "start", "--operation", "ACC00000001").code)
	r := pmoctl("run", "start", "--operation", "ACC00000001")
	require.Equal(t, 1, r.code)
	require.Contains(t, r.err, "run.alreadyRunning")
}

func TestRunShowLastAndCheck(t *testing.T) {
	s := signedIn(t, pmotest.Replies{
		"getLastOperationBillRun": pmotest.JSON(200, billRun("SUCCESS", runItem("SUCCESS", `,"amountCents":0,"notCharged":true`))),
		"getOperationBillRun":     append(pmotest.JSON(200, billRun("PENDING", runItem("PENDING", ""))), pmotest.JSON(200, billRun("SUCCESS", runItem("SUCCESS", `,"amountCents":0,"notCharged":true`)))...),
		"checkOperationBillRun": pmotest.JSON(200, `{"billUpTo":"2026-10-31","proposedBillUpTo":"2026-09-30","lastDefinitive":"2026-09-30","overwrittenDrafts":2,"subscriptionsNumber":1,"clients":[
			{"billingEntityId":"`+issuerID+`","billingEntityName":"Commune","billableEntityId":"`+clientID+`","billableEntityName":"Boulangerie",
			"periods":[{"from":"2026-10-01","to":"2026-10-31"}],"problems":[{"key":"client.incomplete","field":"address","detail":"Adresse absente"}]}]}`),
	})
	require.Equal(t, 8, pmoctl("run", "show", runID, "--operation", "ACC00000001").code)
	r := pmoctl("run", "last", "--operation", "ACC00000001")
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, r.out, "NOT_CHARGED")

	r = pmoctl("run", "check", "--operation", "ACC00000001", "--up-to", "2026-10-31", "-o", "csv")
	require.Equal(t, 8, r.code)
	require.Contains(t, r.out, "Commune,Boulangerie,2026-10-01..2026-10-31,address: Adresse absente\n")
	require.Contains(t, r.err, "2 drafts would be replaced; last complete definitive month ends on 2026-09-30")
	require.JSONEq(t, `{"billUpTo":"2026-10-31"}`, s.Requests("checkOperationBillRun")[0].Body)
}

// TestRunCheckEndsWithEightForWhatBlocks: energy before a subscription began is told, and
// blocks nothing.
func TestRunCheckEndsWithEightForWhatBlocks(t *testing.T) {
	for reason, code := range map[string]int{"SUBSCRIPTION_LATER": 0, "NOT_SUBSCRIBED": 8} {
		signedIn(t, pmotest.Replies{
			"checkOperationBillRun": pmotest.JSON(200, `{"billUpTo":"2026-10-31","proposedBillUpTo":"2026-09-30","overwrittenDrafts":0,"subscriptionsNumber":1,"clients":[],
				"unpriced":{"energyMilliWh":240000000,"pairsNumber":1,"pairs":[{"consumerId":"`+consumerID+`","consumerName":"Lavoir","producerId":"`+producerID+`","producerName":"Toit",
				"periodStart":"2026-10-01","periodEnd":"2026-10-10","energyMilliWh":240000000,"reason":"`+reason+`"}]}}`),
		})
		r := pmoctl("run", "check", "--operation", "ACC00000001", "--up-to", "2026-10-31")
		require.Equal(t, code, r.code, reason)
		require.Contains(t, r.err, "Lavoir from Toit, 2026-10-01..2026-10-10", reason)
		require.Equal(t, code == 8, strings.Contains(r.err, "--confirm-unpriced"), reason)
	}
}
