package apptest_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// refused is what a call refuses: its status, its key or that of its first item, and the words for people.
type refused struct {
	what         string
	reply        apptest.Reply
	status       int
	key, of, say string // of: the key of the whole, where key is that of an item
}

// plainSpaces makes the spaces of French typography plain.
var plainSpaces = strings.NewReplacer("\u00a0", " ", "\u202f", " ")

// TestRefusalsOfPlansAndSubscriptions: each refusal of sections 5 and 8 has its own key and says in French
// what is wrong, over HTTP, and changes nothing.
func TestRefusalsOfPlansAndSubscriptions(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	x := newStrangerOf(t, s, strangerKind{"Absage", "absage@elsewhere.example", "ACC00000151", "9951000000000", "542051180", "ABS", ""})
	confirmIssuers(t, s.As("admin@demo.pmo"))
	base := "/operations/" + x.params["operationId"] + "/billing"
	published := x.organizer.Post(base+"/invoices/publish", map[string]any{"runId": x.params["runId"], "confirmUnpriced": true})
	require.NotContains(t, string(published.Body), "FAILURE")
	site := func(name, side, prm, entry string) string {
		body := map[string]any{"name": name, "energyType": side, "dsoId": prm, "address": "1 rue Haute", "postCode": "67000",
			"city": "Strasbourg", "entityType": "partIndiv", "activationRange": map[string]any{"entry": entry}, "dsoStatus": "EN_VIGUEUR", "dsoAction": "CREATION"}
		if side == "producer" {
			body["productionTypeId"] = 3
		}
		return x.created(t, "/operations/"+x.params["operationId"]+"/participants", body)["id"].(string)
	}
	client := func(name, city, consumer string) {
		x.created(t, base+"/billable-entities", map[string]any{"name": name, "address": "1 rue Haute", "postCode": "67000", "city": city, "country": "FR", "consumerType": "individual", "consumerIds": []string{consumer}})
	}
	nobodys := site("Sans client", "consumer", "99510000000003", "2026-10-01")
	second := site("Second", "consumer", "99510000000004", "2026-10-10")
	client("Second", "Strasbourg", second)
	orphan := site("Sans émetteur", "producer", "99510000000005", "2026-10-15")
	charge := func(more map[string]any) map[string]any {
		return with(map[string]any{"code": "E", "type": "PER_UNIT", "usage": "ENERGY", "priceMicroEuro": 110000}, more)
	}
	plan := func(name string, more map[string]any) map[string]any {
		return with(map[string]any{"name": name, "period": "MONTHLY", "charges": []any{charge(nil)}}, more)
	}
	other := x.created(t, base+"/plans", plan("Autre plan", nil))["id"].(string)
	fee := x.created(t, base+"/plans", plan("Frais", map[string]any{"charges": []any{map[string]any{"code": "F", "type": "FIXED", "priceMicroEuro": 1000000}}}))["id"].(string)
	x.created(t, base+"/subscriptions", map[string]any{"planId": other, "startDate": "2026-10-15", "consumerId": second, "producerId": x.params["producerId"]})

	plans := func(body any) apptest.Reply { return x.organizer.Post(base+"/plans", body) }
	subscribe := func(planID, start string, more map[string]any) apptest.Reply {
		return x.organizer.Post(base+"/subscriptions", with(map[string]any{"planId": planID, "startDate": start, "consumerId": second, "producerId": x.params["producerId"]}, more))
	}
	mine := map[string]any{"consumerId": x.params["consumerId"]}
	before := x.organizer.Get(base + "/subscriptions").Body
	plansBefore := x.organizer.Get(base + "/plans").Body
	for _, c := range []refused{
		{"plan that is not there", x.organizer.Get(base + "/plans/" + nobodysID), 404, "plan.notFound", "", "Ce plan n’existe pas dans l’opération."},
		{"invoiced plan", x.organizer.Put(base+"/plans/"+x.params["planId"], map[string]any{"period": "YEARLY"}), 409, "planAlreadyInvoiced", "",
			"Ce plan a déjà servi à facturer : seuls son nom et sa description peuvent changer."},
		{"name taken", plans(plan("Autre plan", nil)), 409, "plan.nameTaken", "", "Un autre plan porte déjà ce nom."},
		{"no name", plans(plan("  ", nil)), 400, "plan.nameRequired", "plan.invalid", "Donnez un nom au plan."},
		{"no price", plans(plan("A", map[string]any{"charges": []any{charge(map[string]any{"priceMicroEuro": 0})}})), 400, "charge.priceInvalid", "plan.invalid", "Saisissez un prix supérieur à zéro."},
		{"no such rate", plans(plan("A", map[string]any{"charges": []any{charge(map[string]any{"vatPercentage": 7})}})), 400, "charge.vatInvalid", "plan.invalid", "Le pays n’a pas de taux de TVA de 7 %"},
		{"volume of another operator", plans(plan("A", map[string]any{"charges": []any{charge(map[string]any{"usage": "VOLUME_PARTAGE_HI"})}})), 400, "charge.usageUnavailable", "plan.invalid",
			"Cet usage n’existe pas pour cette opération."},
		{"costs that no operator tells", plans(plan("A", map[string]any{"charges": []any{map[string]any{"code": "R", "type": "PASS_THROUGH", "vatTreatment": "OWN_RATE"}}})), 400, "charge.passThroughUnavailable", "plan.invalid",
			"Le gestionnaire de réseau de cette opération ne transmet pas de frais de réseau par site : ils ne peuvent pas être refacturés."},
		{"a price of no type", plans(plan("A", map[string]any{"charges": []any{map[string]any{"code": "F", "type": "FIXED"}}})), 400, "charge.priceInvalid", "plan.invalid", "Saisissez un prix supérieur à zéro."},
		{"VAT of a fee", plans(plan("A", map[string]any{"charges": []any{map[string]any{"code": "F", "type": "FIXED", "priceMicroEuro": 1, "vatTreatment": "GROSS"}}})), 400, "charge.vatTreatmentNotAllowed", "plan.invalid",
			"Le traitement de la TVA ne se choisit que pour des frais de réseau refacturés."},
		{"hours of a fee", plans(plan("A", map[string]any{"charges": []any{map[string]any{"code": "F", "type": "FIXED", "priceMicroEuro": 1000000, "pricingOption": "PEAK"}}})), 400,
			"charge.pricingOptionUnavailable", "plan.invalid", "Les heures pleines et creuses ne valent que pour un prix au kWh de l’énergie partagée."},
		{"start not after the last invoice", subscribe(other, "2026-09-30", mine), 409, "subscription.overlapsInvoicedPeriod", "", "Cette période est facturée jusqu’au 30/09/2026. Choisissez une date d’application ultérieure."},
		{"the same plan again", subscribe(other, "2026-11-01", nil), 409, "subscription.alreadySubscribed", "", "Ce plan est déjà souscrit depuis le 15/10/2026."},
		{"not after the previous one", subscribe(fee, "2026-10-15", nil), 409, "subscription.startNotAfterPrevious", "", "La date de début doit suivre celle de la souscription précédente, le 15/10/2026."},
		{"dates the wrong way round", subscribe(fee, "2026-11-10", map[string]any{"endDate": "2026-11-01"}), 400, "subscription.datesReversed", "", "La date de fin précède la date de début."},
		{"before the site took part", subscribe(fee, "2026-10-09", nil), 409, "subscription.outsidePerimeter", "", "Le site Second n’est pas dans le périmètre à la date de début. Choisissez une date de sa présence."},
		{"no consumer of the operation", subscribe(fee, "2026-11-01", map[string]any{"consumerId": nobodysID}), 409, "subscription.consumerNotInOperation", "", "Ce site n’est pas un consommateur de l’opération."},
		{"no producer of the operation", subscribe(fee, "2026-11-01", map[string]any{"producerId": nobodysID}), 409, "subscription.producerNotInOperation", "", "Ce site n’est pas un producteur de l’opération."},
		{"nobody to invoice", subscribe(fee, "2026-11-01", map[string]any{"consumerId": nobodys}), 409, "subscription.clientMissing", "", "Le site Sans client n’est rattaché à aucun client. Rattachez-le d’abord."},
		{"nobody who issues", subscribe(fee, "2026-11-01", map[string]any{"producerId": orphan}), 409, "subscription.issuerMissing", "", "Le producteur Sans émetteur n’est rattaché à aucun émetteur. Rattachez-le d’abord."},
		{"the PMO is not filled in", x.organizer.Post(base+"/subscriptions", map[string]any{"planId": fee, "startDate": "2026-11-01", "consumerId": second}), 409, "interlocutor.incomplete", "", "Complétez d’abord les informations de la PMO :"},
		{"nobody at all", x.organizer.Post(base+"/subscriptions", map[string]any{"planId": fee, "startDate": "2026-11-01"}), 400, "subscription.consumerRequired", "", "Choisissez un consommateur."},
		{"an invoiced one is not deleted", x.organizer.Delete(base + "/subscriptions/" + x.params["subscriptionId"]), 409, "subscription.alreadyInvoiced", "",
			"Cette souscription, ou une suivante, est facturée jusqu’au 30/09/2026 : elle ne peut pas être supprimée."},
		{"several, of which one is refused", x.organizer.Post(base+"/subscriptions/multiple", map[string]any{"planId": fee, "startDate": "2026-11-01", "pairs": []any{
			map[string]any{"consumerId": second, "producerId": x.params["producerId"]}, map[string]any{"consumerId": nobodys, "producerId": x.params["producerId"]}}}), 409,
			"subscription.clientMissing", "subscription.rejected", "Le site Sans client n’est rattaché à aucun client. Rattachez-le d’abord."},
	} {
		problem := c.reply.Map()
		require.Equal(t, c.status, c.reply.Status, "%s: %s", c.what, c.reply.Body)
		if c.of != "" {
			require.Equal(t, c.of, problem["key"], c.what)
			problem = problem["errors"].([]any)[0].(map[string]any)
		}
		require.Equal(t, c.key, problem["key"], "%s: %s", c.what, c.reply.Body)
		require.Contains(t, plainSpaces.Replace(problem["detail"].(string)), c.say, c.what)
	}
	require.Equal(t, string(before), string(x.organizer.Get(base+"/subscriptions").Body), "nothing of it was kept")
	require.Equal(t, string(plansBefore), string(x.organizer.Get(base+"/plans").Body))

	// A price outside the usual range is taken, with a word on it.
	dear := plans(plan("Cher", map[string]any{"charges": []any{charge(map[string]any{"priceMicroEuro": 5_000_000})}}))
	require.Equal(t, http.StatusCreated, dear.Status, "%s", dear.Body)
	require.Equal(t, "plan.unusualPrice", dear.Map()["warnings"].([]any)[0].(map[string]any)["key"])

	// What a run says of a client whose data lacks, and of numbers given already.
	run := x.organizer.Post(base+"/run", map[string]any{"billUpTo": "2026-10-31", "mode": "SYNC"}).Map()
	for _, one := range run["invoices"].([]any) {
		item := one.(map[string]any)
		require.Equal(t, []any{"FAILURE", "measurements.missing"}, []any{item["status"], item["key"]})
		require.Regexp(t, `^missing billable usages from 2026-10-`, item["error"])
	}
	for key, reply := range map[string]apptest.Reply{
		"invoice.notDraft": x.organizer.Post(base+"/invoices/publish", map[string]any{"ids": []any{x.params["invoiceId"]}}),
		"invoice.notFound": x.organizer.Post(base+"/invoices/publish", map[string]any{"ids": []any{nobodysID}}),
	} {
		require.Equal(t, key, reply.Map()["results"].([]any)[0].(map[string]any)["problem"].(map[string]any)["key"])
	}

	undone := x.organizer.Post("/operations/"+x.params["operationId"]+"/measurements/imports/"+x.params["jobId"]+"/undo", nil)
	require.Equal(t, []any{http.StatusConflict, "import.undoInvoiced"}, []any{undone.Status, undone.Key()}, "its month is billed")

	// A site that leaves its client stops its subscription on the last invoice date.
	left := x.organizer.Put(base+"/billable-entities/"+x.params["billableEntityId"], map[string]any{"consumerIds": []any{}})
	require.Equal(t, http.StatusOK, left.Status, "%s", left.Body)
	for _, s := range x.organizer.Get(base + "/subscriptions").List() {
		if s["id"] == x.params["subscriptionId"] {
			require.Equal(t, []any{"ENDED", "2026-09-30"}, []any{s["status"], s["endDate"]})
		}
	}

	// A subscription whose only invoice was taken back is named on it for ever.
	taken := x.organizer.Post(base+"/invoices/cancel", map[string]any{"ids": []any{x.params["invoiceId"]}})
	require.Contains(t, string(taken.Body), "SUCCESS")
	require.Equal(t, "subscription.onCancelledInvoice", x.organizer.Delete(base+"/subscriptions/"+x.params["subscriptionId"]).Key())
}

// TestOneKeyPublishesOnce: the same question with one Idempotency-Key, eight times at once: the drafts have
// their numbers once, and whoever gets an answer gets the first one.
func TestOneKeyPublishesOnce(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	x := newStrangerOf(t, s, strangerKind{"Einmal", "einmal@elsewhere.example", "ACC00000150", "9950000000000", "542051180", "EIN", ""})
	confirmIssuers(t, s.As("admin@demo.pmo"))
	path := "/operations/" + x.params["operationId"] + "/billing/invoices/publish"
	body := map[string]any{"runId": x.params["runId"], "confirmUnpriced": true}
	x.organizer.Header.Set("Idempotency-Key", "publier")
	replies := make([]apptest.Reply, 8)
	var together sync.WaitGroup
	start := make(chan struct{})
	for n := range replies {
		together.Go(func() {
			<-start
			replies[n] = x.organizer.Post(path, body)
		})
	}
	close(start)
	together.Wait()
	first := 0
	for _, r := range replies {
		require.Equal(t, http.StatusOK, r.Status, "%s", r.Body)
		require.Equal(t, string(replies[0].Body), string(r.Body))
		if r.Header.Get("Idempotent-Replayed") == "" {
			first++
		}
	}
	require.Equal(t, 1, first)
	require.Contains(t, string(replies[0].Body), "SUCCESS")
	x.organizer.Header.Del("Idempotency-Key")
	list := x.organizer.Get("/operations/" + x.params["operationId"] + "/billing/invoices").List()
	require.Len(t, list, 1)
	require.Equal(t, "EIN-2026-00001", list[0]["number"])
}
