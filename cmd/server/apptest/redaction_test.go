package apptest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/core/party"
)

// What is said once and must be found where it may be read, and nowhere else.
const (
	ownPhone, otherPhone         = "+33 6 11 22 33 01", "+33 6 11 22 33 02"
	ownMail, otherMail           = "eigen.mail@elsewhere.example", "nachbar.mail@elsewhere.example"
	otherIdentity                = "Frau Nachbarinhaberin"
	otherName, otherNumber       = "Nachbarhaus", "99700000000003"
	strangeRoof                  = "Nebendach"
	clientMail, clientPhone      = "rechnung.nachbar@elsewhere.example", "+33 6 11 22 33 04"
	otherClient                  = "Nachbarkunde"
	invitedMail                  = "eingeladen@elsewhere.example"
	consumerAccount, sellerLogin = "konsument@elsewhere.example", "verkauf@elsewhere.example"
	issuerIBAN                   = "FR1420041010050500013M02606"
	sellerName, ownName          = "Zwölfdach", "Zwölfmüller"
	issuerBIC, nearBIC           = "PSSTFRPPSCE", "AGRIFRPP"
	nearSeller, nearConsumer     = "Nahdach", "Nahmüller"
	nearIBAN                     = "FR7630006000011234567890189"
	nearMail                     = "nebenan@elsewhere.example"
	debtorIBAN                   = "DE89370400440532013000"
	payerIBAN                    = "NL91ABNA0417164300"
	nearLegalNumber, nearSeries  = "552100554", "NAHSERIE"
	planDescription              = "Zwölfbeschreibung"
)

// readers are who asks: a letter each in the table below.
const readers = "AOVCP" // admin, organizer, observer, a consumer's account, a producer's account

// TestWhoReadsWhichField asks every GET of the contract, on every site of an operation, as
// every role, and finds each value where the table says, and nowhere else. A cell is the
// letters of those who read it.
func TestWhoReadsWhichField(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	p := newParish(t, s)
	near := p.addNeighbours(t)
	p.sites = append(p.sites, near["consumerId"], near["producerId"])
	drafts := p.readAll(t)
	p.publishAll(t, near)
	published := p.readAll(t)
	var wrong []string
	for _, cell := range []struct{ field, value, may string }{
		{"phone of a consumer", ownPhone, "AOC"},
		{"phone of another consumer", otherPhone, "AO"},
		{"e-mail of a consumer", ownMail, "AOC"},
		{"e-mail of another consumer", otherMail, "AO"},
		{"holder of another's contract", otherIdentity, "AO"},
		{"name of another consumer", otherName, "AOV"},
		{"PRM of another consumer", otherNumber, "AOV"},
		{"one's own name, which one's seller invoices", ownName, "AOVCP"},
		{"name of one's seller", sellerName, "AOVCP"},
		{"name of a producer who sells one nothing", strangeRoof, "AOV"},
		{"name of another client", otherClient, "AOV"},
		{"e-mail of another client", clientMail, "AO"},
		{"phone of another client", clientPhone, "AO"},
		{"account of a consumer", consumerAccount, "AOC"},
		{"account of a producer", sellerLogin, "AOP"},
		{"to whom a site is proposed", invitedMail, "AO"},
		{"whole IBAN of an issuer", issuerIBAN, "O"},
		{"whole IBAN of a debtor", debtorIBAN, "O"},
		{"masked IBAN of a debtor", masked(debtorIBAN), "A"},
		{"whole IBAN of who paid", payerIBAN, "O"},
		{"masked IBAN of who paid", masked(payerIBAN), "A"},
		{"who paid", p.kind.word + "zahler", "AO"},
		{"what a payer wrote", p.kind.word + "überweisung", "AO"},
		{"RUM of a mandate", p.kind.series + "-0001", "AO"},
		{"SEPA identifier of a creditor", "FR72ZZZ123456", "AO"},
		{"number of an invoice", p.number, "AOCP"},
		{"a published invoice", p.params["invoiceId"], "AOCP"},
		// What one producer's account, a consumer's and an observer see of billing beyond their own.
		{"masked IBAN of one's own issuer", masked(issuerIBAN), "AP"},
		{"BIC of one's own issuer", issuerBIC, "AOP"},
		{"series of one's own issuer", p.kind.series, "AOCP"}, // it begins the numbers
		{"one's own subscription", p.params["subscriptionId"], "AOCP"},
		{"whom a seller invoices, by client", p.params["billableEntityId"], "AOVCP"},
		{"another producer", nearSeller, "AOV"},
		{"whom another producer sells to", nearConsumer, "AOV"},
		{"whole IBAN of another's issuer", nearIBAN, "O"},
		{"masked IBAN of another's issuer", masked(nearIBAN), "A"},
		{"legal number of another's issuer", nearLegalNumber, "AO"},
		{"series of another's issuer", nearSeries, "AO"},
		{"another's issuer", near["billingEntityId"], "AOV"}, // observers: at the site, as its name
		{"another's client", near["billableEntityId"], "AOV"},
		{"another's subscription", near["subscriptionId"], "AO"},
		{"another's invoice", near["invoiceId"], "AO"},
		{"a run", p.params["runId"], "AOCP"}, // of which one's invoice is
		{"a run of another", near["runId"], "AO"},
		{"totals of a run", `"kind":"billRun"`, "AO"},
		{"energy that is billed to nobody", `"unpriced":`, "AO"},
		{"description of a plan", planDescription, "AO"},
		{"price of a plan as a whole", `"alreadyInvoiced":`, "AO"},
	} {
		for _, who := range readers {
			if found := strings.Contains(published[who], cell.value); found != strings.ContainsRune(cell.may, who) {
				wrong = append(wrong, fmt.Sprintf("%s: %c reads it: %t", cell.field, who, found))
			}
		}
	}
	require.Empty(t, wrong)
	for _, who := range readers {
		for _, ids := range []map[string]string{p.params, near} {
			require.Equal(t, strings.ContainsRune("AO", who), strings.Contains(drafts[who], ids["invoiceId"]), "a draft as %c", who)
		}
	}
}

// masked is how an account is shown to who may know it by its ends. The whole mask is looked
// for: four digits alone are sometimes those of an id.
func masked(iban string) string { return party.IBAN(iban).Masked() }

// parish is the stranger's operation with everything that somebody may not read, and
// somebody of every role in it.
type parish struct {
	stranger
	people map[rune]*apptest.Client
	sites  []string
	number string // of the invoice, once it is published
	server *apptest.Server
	// neighbour has an account, and the site of the second couple's consumer.
	neighbour *apptest.Client
}

func newParish(t *testing.T, s *apptest.Server) *parish {
	t.Helper()
	p := &parish{stranger: newStranger(t, s), people: map[rune]*apptest.Client{}, server: s}
	admin := s.As("admin@demo.pmo")
	p.people['A'], p.people['O'], p.people['V'] = admin, p.organizer, s.As("observer@demo.pmo")
	observer := p.people['V'].Get("/session").Map()["id"]
	require.Equal(t, http.StatusOK, admin.Put("/admin/operations/"+p.params["operationId"], map[string]any{"observerIds": []any{observer}}).Status)
	p.people['C'] = p.holder(t, s, consumerAccount, p.params["consumerId"])
	p.people['P'] = p.holder(t, s, sellerLogin, p.params["producerId"])
	p.changed(t, p.params["consumerId"], map[string]any{"phone": ownPhone, "email": ownMail})
	sites := "/operations/" + p.params["operationId"] + "/participants"
	days := map[string]any{"address": "9 rue Haute", "activationRange": map[string]any{"entry": "2026-11-01"}, "dsoStatus": "EN_VIGUEUR", "dsoAction": "CREATION"}
	other := p.created(t, sites, with(days, map[string]any{"name": otherName, "energyType": "consumer", "entityType": "partIndiv", "dsoId": otherNumber,
		"phone": otherPhone, "email": otherMail, "identity": otherIdentity, "userEmail": invitedMail}))["id"].(string)
	roof := p.created(t, sites, with(days, map[string]any{"name": strangeRoof, "energyType": "producer", "entityType": "proOther", "dsoId": "99700000000004", "productionTypeId": 3}))["id"].(string)
	p.created(t, "/operations/"+p.params["operationId"]+"/billing/billable-entities", map[string]any{"name": otherClient, "consumerType": "individual",
		"address": "9 rue Haute", "postCode": "67000", "city": "Strasbourg", "country": "FR", "email": clientMail, "phoneNumber": clientPhone, "consumerIds": []string{other}})
	p.sites = []string{p.params["consumerId"], p.params["producerId"], other, roof}
	return p
}

// holder is somebody with an account who has agreed to a site.
func (p *parish) holder(t *testing.T, s *apptest.Server, email, participantID string) *apptest.Client {
	t.Helper()
	made := p.people['A'].Post("/admin/users", map[string]any{"email": email, "role": "participant", "password": apptest.Password + "-first"})
	require.Equal(t, http.StatusCreated, made.Status, "%s", made.Body)
	c := signUp(t, s, email)
	p.changed(t, participantID, map[string]any{"userEmail": email})
	base := "/users/" + made.Map()["id"].(string) + "/site-invitations"
	require.Equal(t, http.StatusNoContent, c.Post(base+"/"+c.Get(base).List()[0]["id"].(string)+"/accept", nil).Status)
	return c
}

func (p *parish) changed(t *testing.T, participantID string, body map[string]any) {
	t.Helper()
	reply := p.organizer.Put("/participants/"+participantID, body)
	require.Equal(t, http.StatusOK, reply.Status, "%s", reply.Body)
}

// readAll is all that each role is answered by any GET, on any of the sites.
func (p *parish) readAll(t *testing.T) map[rune]string {
	t.Helper()
	all := map[rune]string{}
	for _, who := range readers {
		var text strings.Builder
		for _, r := range contractRoutes(t) {
			if r.method != http.MethodGet || r.id == "logout" {
				continue
			}
			seen := map[string]bool{}
			for _, site := range p.sites {
				ids := map[string]string{}
				for name, value := range p.params {
					ids[name] = value
				}
				ids["participantId"] = site
				for _, user := range []string{p.params["userId"], p.people[who].Get("/session").Map()["id"].(string)} {
					ids["userId"] = user
					one := callOf(t, r, ids)
					if seen[one.path] {
						continue
					}
					seen[one.path] = true
					if reply := one.send(p.people[who]); reply.Status == http.StatusOK {
						text.Write(reply.Body)
					}
				}
			}
		}
		all[who] = text.String()
	}
	return all
}
