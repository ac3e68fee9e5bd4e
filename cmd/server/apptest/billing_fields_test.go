package apptest_test

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/openapi"
)

// given is one value of a field: it is read back as it was given, as another text where it
// is put in form, or refused with a key.
type given struct {
	value   any
	back    any // nil = the value
	refused string
	as      string // the field that says it afterwards; "" = the same
}

// billingFields are values of every field that a body of billing may hold, by schema and field.
// A field of a list is named as list.field.
func billingFields(x stranger, consumer, producer string) map[string]map[string][]given {
	identity := map[string][]given{
		"name": {{value: "Anders"}}, "address": {{value: "8 rue Basse"}}, "postCode": {{value: "67100"}, {value: "6710", refused: "postCode.invalid"}},
		"city": {{value: "Schiltigheim"}}, "country": {{value: "FR"}, {value: "DE", refused: "country.unknown"}},
		"email": {{value: "anders@example.org"}, {value: "anders", refused: "email.invalid"}}, "phoneNumber": {{value: "+33 3 88 00 00 00"}},
		"legalNumber": {{value: "444608442"}, {value: "444608443", refused: "siren.invalid"}}, "taxId": {{value: "FR66444608442"}, {value: "FR00", refused: "vatNumber.invalid"}},
		"vatRegime": {{value: "normal"}, {value: "exemption"}}, "addressLine2": {{value: "Hinterhaus"}}, "contactName": {{value: "Jeanne"}},
		"electronicAddressScheme": {{value: "0225", refused: "eAddress.incomplete"}}, "electronicAddress": {{value: "444608442", refused: "eAddress.incomplete"}},
	}
	issuer := with2any(identity, map[string][]given{"vatExemptionText": {{value: "Article 261"}}, "legalForm": {{value: "SAS"}}, "shareCapitalCents": {{value: 1000000.0}}, "registrationCourt": {{value: "Strasbourg"}},
		"franchiseForm": {{value: "ZERO_RATE"}}, "vatOnDebits": {{value: true}}, "billingMandateDate": {{value: "2026-09-01"}, {value: "2030-01-01", refused: "billingMandate.ahead"}}, "billingMandateReference": {{value: "M-1"}}, "iban": {{value: "FR76 3000 6000 0112 3456 7890 189", back: "FR7630006000011234567890189"}, {value: "FR76", refused: "iban.invalid"}},
		"bic": {{value: "AGRIFRPP"}, {value: "AGRI", refused: "bic.invalid"}}, "seriesCode": {{value: "ANDERS"}}, "firstNumber": {{value: 40.0, as: "nextNumber"}, {value: 1.0, refused: "field.range"}}, "producerIds": {{value: []any{producer}}, {value: []any{consumer}, refused: "subscription.producerNotInOperation"}}})
	client := with2any(identity, map[string][]given{"consumerType": {{value: "professional"}, {value: "individual"}}, "publicBody": {{value: false}, {value: true, refused: "billableEntity.publicPerson"}}, "serviceCode": {{value: "ACHATS"}},
		"commitmentNumber": {{value: "2026-42"}}, "contractNumber": {{value: "2026-M-17"}}, "commitmentRequired": {{value: true}}, "invoiceChannel": {{value: "PRINT"}}, "language": {{value: "nl"}},
		"iban": {{value: "FR76 3000 6000 0112 3456 7890 189", back: "FR7630006000011234567890189"}, {value: "FR76", refused: "iban.invalid"}}, "bic": {{value: "AGRIFRPP"}, {value: "AGRI", refused: "bic.invalid"}},
		"reference": {{value: "C-17"}}, "tags": {{value: []any{"école"}}},
		"consumerIds": {{value: []any{consumer}}, {value: []any{x.params["producerId"]}, refused: "subscription.consumerNotInOperation"}}})
	charge := func(change map[string]any) []any {
		return []any{with(map[string]any{"code": "E", "type": "PER_UNIT", "usage": "ENERGY", "priceMicroEuro": 100000.0}, change)}
	}
	plan := map[string][]given{"name": {{value: "Anders"}}, "description": {{value: "Anders"}}, "period": {{value: "YEARLY"}}, "paymentMethod": {{value: "cheque"}, {value: "debit"}},
		"paymentTerm":  {{value: 45.0}},
		"charges.code": {{value: charge(map[string]any{"code": "ANDERS"})}}, "charges.name": {{value: charge(map[string]any{"name": "Anders"})}},
		"charges.type":           {{value: []any{map[string]any{"code": "F", "type": "FIXED", "priceMicroEuro": 1000000.0}}}, {value: []any{map[string]any{"code": "R", "type": "PASS_THROUGH", "vatTreatment": "OWN_RATE"}}, refused: "charge.passThroughUnavailable"}},
		"charges.vatTreatment":   {{value: charge(map[string]any{"vatTreatment": "OWN_RATE"}), refused: "charge.vatTreatmentNotAllowed"}},
		"charges.usage":          {{value: charge(map[string]any{"usage": "INJECTION_PARTAGE"}), refused: "charge.usageUnavailable"}, {value: charge(map[string]any{"usage": "VOLUME_PARTAGE_HI"}), refused: "charge.usageUnavailable"}},
		"charges.pricingOption":  {{value: charge(map[string]any{"pricingOption": "PEAK"})}, {value: charge(map[string]any{"pricingOption": "BASE"}), back: charge(nil)}},
		"charges.priceMicroEuro": {{value: charge(map[string]any{"priceMicroEuro": 123457.0})}},
		"charges.vatPercentage":  {{value: charge(map[string]any{"vatPercentage": 5.5})}, {value: charge(map[string]any{"vatPercentage": 2.123}), refused: "field.decimals"}, {value: charge(map[string]any{"vatPercentage": 42_949_692.96}), refused: "field.range"}, {value: charge(map[string]any{"vatPercentage": 13.0}), refused: "charge.vatInvalid"}},
	}
	return map[string]map[string][]given{"BillingEntity": issuer, "BillableEntity": client, "Plan": plan}
}

func with2any(base, more map[string][]given) map[string][]given {
	all := maps.Clone(base)
	maps.Copy(all, more)
	return all
}

// TestEveryBillingFieldHasAnEffect walks the bodies that make and change plans, issuers and
// clients, by the contract: each value of each field is read back, or refused with a key. A
// field that the contract gains wants a line above.
func TestEveryBillingFieldHasAnEffect(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	x := newStranger(t, s)
	operation := "/operations/" + x.params["operationId"]
	site := map[string]any{"name": "Mehr", "address": "1 rue Basse", "productionTypeId": 3, "entityType": "partIndiv", "activationRange": map[string]any{"entry": "2026-09-01"}, "dsoStatus": "EN_VIGUEUR", "dsoAction": "CREATION"}
	producer := x.created(t, operation+"/participants", with(site, map[string]any{"energyType": "producer", "dsoId": x.kind.prm + "9"}))["id"].(string)
	delete(site, "productionTypeId")
	consumer := x.created(t, operation+"/participants", with(site, map[string]any{"energyType": "consumer", "dsoId": x.kind.prm + "8"}))["id"].(string)
	doc := contract(t)
	place := map[string]any{"name": "Platz", "address": "3 rue Haute", "postCode": "67000", "city": "Strasbourg", "country": "FR"}
	for _, c := range []struct {
		schema, path string
		whole        map[string]any
	}{
		{"BillingEntity", "/billing/billing-entities", with(place, map[string]any{"seriesCode": "PLATZ"})},
		{"BillableEntity", "/billing/billable-entities", place},
		{"Plan", "/billing/plans", map[string]any{"name": "Platz", "period": "MONTHLY", "charges": []any{map[string]any{"code": "E", "type": "PER_UNIT", "usage": "ENERGY", "priceMicroEuro": 100000.0}}}},
	} {
		table := billingFields(x, consumer, producer)[c.schema]
		n := 0
		for _, kind := range []string{"Creation", "Update"} {
			for _, field := range fieldNames(doc.Components.Schemas[c.schema+kind].Value) {
				require.Contains(t, table, field, "%s%s: say what %s does", c.schema, kind, field)
				name, _, _ := strings.Cut(field, ".")
				for _, g := range table[field] {
					n++
					what := c.schema + kind + "." + field
					whole := with(c.whole, map[string]any{"name": "Platz " + string(rune('A'+n/26)) + string(rune('a'+n%26))})
					var reply apptest.Reply
					if kind == "Creation" {
						reply = x.organizer.Post(operation+c.path, with(whole, map[string]any{name: g.value}))
					} else {
						reply = x.organizer.Put(operation+c.path+"/"+x.created(t, operation+c.path, whole)["id"].(string), map[string]any{name: g.value})
					}
					if g.refused != "" {
						assert.Contains(t, reply.Keys(), g.refused, "%s = %v: %s", what, g.value, reply.Body)
						continue
					}
					if !assert.Less(t, reply.Status, 300, "%s = %v: %s", what, g.value, reply.Body) {
						continue
					}
					read := x.organizer.Get(operation + c.path + "/" + reply.Map()["id"].(string)).Map()
					back := g.back
					if back == nil {
						back = g.value
					}
					assert.Equal(t, back, within(read[cmp.Or(g.as, name)], back), what)
					if name == "consumerIds" || name == "producerIds" { // free again for the next
						require.Less(t, x.organizer.Put(operation+c.path+"/"+reply.Map()["id"].(string), map[string]any{name: []any{}}).Status, 300, what)
					}
					if name == "name" {
						x.organizer.Put(operation+c.path+"/"+reply.Map()["id"].(string), map[string]any{"name": whole["name"]})
					}
				}
			}
		}
		require.Greater(t, n, 15, c.schema)
	}
}

// within is what of an answer was given: an answer may hold more in the objects of a list.
func within(answer, given any) any {
	list, ok := answer.([]any)
	wanted, same := given.([]any)
	if !ok || !same || len(list) != len(wanted) {
		return answer
	}
	out := make([]any, len(list))
	for i := range list {
		object, ok := list[i].(map[string]any)
		of, same := wanted[i].(map[string]any)
		if out[i] = list[i]; !ok || !same {
			continue
		}
		part := map[string]any{}
		for name := range of {
			if value, ok := object[name]; ok {
				part[name] = value
			}
		}
		out[i] = part
	}
	return out
}

// fieldNames are the fields of a body; those of the objects of a list by list.field.
func fieldNames(s *openapi3.Schema) (all []string) {
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		p := s.Properties[name].Value
		if p.Items != nil && len(p.Items.Value.Properties) > 0 {
			for _, inner := range fieldNames(p.Items.Value) {
				all = append(all, name+"."+inner)
			}
			continue
		}
		all = append(all, name)
	}
	return all
}

// TestEveryFieldOfSubscriptionsAndRunsHasAnEffect is the same for the bodies that are not
// read back as they are.
func TestEveryFieldOfSubscriptionsAndRunsHasAnEffect(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	p := newParish(t, s)
	near := p.addNeighbours(t)
	confirmIssuers(t, p.people['A'])
	base := "/operations/" + p.params["operationId"] + "/billing"
	doc := contract(t)
	require.Equal(t, []string{"consumerId", "endDate", "endOthers", "planId", "producerId", "startDate"}, fieldNames(doc.Components.Schemas["SubscriptionCreation"].Value))
	require.Equal(t, []string{"endDate", "endOthers", "pairs.consumerId", "pairs.producerId", "planId", "startDate"}, fieldNames(doc.Components.Schemas["SubscriptionsCreation"].Value))
	require.Equal(t, []string{"billUpTo", "mode"}, fieldNames(doc.Components.Schemas["BillRunCreation"].Value))
	require.Equal(t, []string{"confirmUnpriced", "ids", "runId"}, fieldNames(doc.Components.Schemas["InvoiceSelection"].Value))

	pair := map[string]any{"consumerId": p.params["consumerId"], "producerId": near["producerId"]}
	one := with(pair, map[string]any{"planId": p.params["planId"], "startDate": "2026-10-05", "endDate": "2026-10-20"})
	for _, many := range []bool{false, true} {
		path, body := base+"/subscriptions", one
		if many {
			path, body = path+"/multiple", map[string]any{"planId": one["planId"], "startDate": one["startDate"], "endDate": one["endDate"], "pairs": []any{pair}}
		}
		reply := p.organizer.Post(path, body)
		require.Equal(t, http.StatusCreated, reply.Status, "%s", reply.Body)
		made := reply.Map()
		if many {
			made = reply.List()[0]
		}
		require.Equal(t, []any{one["consumerId"], one["producerId"], one["planId"], one["startDate"], one["endDate"]},
			[]any{made["consumerId"], made["producerId"], made["plan"].(map[string]any)["id"], made["startDate"], made["endDate"]})
		require.Equal(t, http.StatusNoContent, p.organizer.Delete(base+"/subscriptions/"+made["id"].(string)).Status)
	}
	// The energy of the running pair twice: refused, or the other ends the day before.
	p.interlocutor(t)
	for _, many := range []bool{false, true} {
		path, body := base+"/subscriptions", map[string]any{"consumerId": near["consumerId"], "planId": p.params["planId"], "startDate": "2026-11-01"}
		if many {
			path, body = path+"/multiple", map[string]any{"planId": p.params["planId"], "startDate": "2026-11-01", "pairs": []any{map[string]any{"consumerId": near["consumerId"]}}}
		}
		refused := p.organizer.Post(path, body)
		require.Contains(t, refused.Keys(), "subscription.energyTwice", "%s", refused.Body)
		reply := p.organizer.Post(path, with(body, map[string]any{"endOthers": true}))
		require.Equal(t, http.StatusCreated, reply.Status, "%s", reply.Body)
		made := reply.Map()
		if many {
			made = reply.List()[0]
		}
		require.Equal(t, http.StatusNoContent, p.organizer.Delete(base+"/subscriptions/"+made["id"].(string)).Status)
	}
	alone := p.organizer.Post(base+"/subscriptions", map[string]any{"producerId": near["producerId"], "planId": p.params["planId"], "startDate": "2026-11-01"})
	require.Contains(t, alone.Keys(), "subscription.planOfConsumers", "%s", alone.Body)

	for _, mode := range []string{"SYNC", "ASYNC"} {
		run := p.organizer.Post(base+"/run", map[string]any{"billUpTo": "2026-09-30", "mode": mode})
		require.Equal(t, []any{"2026-09-30", mode}, []any{run.Map()["billUpTo"], run.Map()["mode"]}, "%s", run.Body)
		require.Equal(t, "SUCCESS", p.organizer.WaitJob(run.Map()["id"].(string))["status"])
		p.params["runId"] = run.Map()["id"].(string)
	}
	p.find(t, near)
	asked := p.organizer.Post(base+"/invoices/publish", map[string]any{"ids": []any{near["invoiceId"]}})
	require.Equal(t, "invoice.energyUnpriced", asked.Key(), "%s", asked.Body)
	done := p.organizer.Post(base+"/invoices/publish", map[string]any{"ids": []any{near["invoiceId"]}, "confirmUnpriced": true})
	require.JSONEq(t, `{"results":[{"id":"`+near["invoiceId"]+`","status":"SUCCESS"}]}`, string(done.Body))
	done = p.organizer.Post(base+"/invoices/publish", map[string]any{"runId": p.params["runId"], "confirmUnpriced": true})
	require.JSONEq(t, `{"results":[{"id":"`+p.params["invoiceId"]+`","status":"SUCCESS"}]}`, string(done.Body), "the rest of the run")
}

// interlocutor gives the operation what its own issuer is made of.
func (p *parish) interlocutor(t *testing.T) {
	t.Helper()
	reply := p.organizer.Put("/operations/"+p.params["operationId"], map[string]any{"interlocutor": map[string]any{"legalName": "Zwölf PMO", "legalNumber": "552081317",
		"address": "1 rue Haute", "postCode": "67000", "city": "Strasbourg", "country": "FR"}})
	require.Equal(t, http.StatusOK, reply.Status, "%s", reply.Body)
}

// contract is the whole of it.
func contract(t *testing.T) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(openapi.Bundle)
	require.NoError(t, err)
	return doc
}

// TestNumbersAreNeverCut gives each number of each body more decimals than anything keeps:
// it is refused by its field, or answered to the last digit.
func TestNumbersAreNeverCut(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	x, admin := newStranger(t, s), s.As("admin@demo.pmo")
	const fine = 12.3456789012
	seen := map[string]bool{}
	for _, r := range contractRoutes(t) {
		if r.op.RequestBody == nil || r.op.RequestBody.Value.Content["application/json"] == nil {
			continue
		}
		schema := r.op.RequestBody.Value.Content["application/json"].Schema.Value
		for _, path := range numberPaths(schema, nil) {
			if strings.Contains(r.path, "energy-allocation") || path[0] == "longitude" {
				continue // what a number of a key may be hangs on its type: below; latitude brings the longitude
			}
			by := x.organizer
			if strings.HasPrefix(r.path, "/admin/") || r.id == "createOperation" {
				by = admin
			}
			c := callOf(t, r, x.params)
			c.body = putAt(schema, c.body, path, fine)
			if name := path[len(path)-1]; name == "latitude" || name == "longitude" { // one is nothing without the other
				c.body = with(c.body.(map[string]any), map[string]any{"latitude": fine, "longitude": fine})
			}
			reply := c.send(by)
			what := r.id + "." + strings.Join(path, ".")
			seen[path[len(path)-1]] = true
			if reply.Status < 300 {
				assert.Contains(t, string(reply.Body), "12.3456789012", "%s is cut: %s", what, reply.Body)
				continue
			}
			assert.Equal(t, http.StatusBadRequest, reply.Status, "%s: %s", what, reply.Body)
			assert.Contains(t, string(reply.Body), path[len(path)-1], "%s: %s", what, reply.Body)
		}
	}
	for _, name := range []string{"vatPercentage", "contractPower", "latitude"} {
		require.True(t, seen[name], name)
	}
	for field, body := range map[string]map[string]any{
		"value": {"type": "static", "params": []any{map[string]any{"consumerId": x.params["consumerId"], "value": fine}}},
		"percentageProduction": {"type": "by_pool", "pools": []any{map[string]any{"id": nil, "name": "G", "percentageProduction": fine, "algorithm": "by_default",
			"surplusDestinationPoolName": "Surplus", "consumersInPool": []any{x.params["consumerId"]}}}},
	} {
		reply := x.organizer.Post("/energy-allocation/config?operationId="+x.params["operationId"], body)
		assert.Equal(t, http.StatusBadRequest, reply.Status, "%s: %s", field, reply.Body)
		assert.Contains(t, string(reply.Body), "ecimal", "%s: %s", field, reply.Body)
	}
}

// numberPaths are the places of a body where a number with decimals stands.
func numberPaths(s *openapi3.Schema, at []string) (all [][]string) {
	if s.Type.Is("number") {
		return [][]string{at}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		all = append(all, numberPaths(s.Properties[name].Value, append(slices.Clone(at), name))...)
	}
	if s.Items != nil {
		all = append(all, numberPaths(s.Items.Value, append(slices.Clone(at), "[]"))...)
	}
	return all
}
