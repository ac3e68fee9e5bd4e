package apptest_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/core/coretest"
)

// refusedRule is a rule of specification sections 5 and 8 about people, what breaks it, and what
// the API then says: key, field, and the words that an organizer reads.
type refusedRule struct {
	rule, method, path string
	body               map[string]any
	status             int
	key, field, words  string
}

// TestRulesAboutPeopleAreRefusedInWords: each rule about accounts, sites, clients, documents,
// messages and exports is refused by its own key, at its field, in French, and changes nothing.
func TestRulesAboutPeopleAreRefusedInWords(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	organizer, admin, brussels := s.As("organizer@demo.pmo"), s.As("admin@demo.pmo"), s.As("organizer-be@demo.pmo")
	french, fake, belgian := organizer.Operation("ACC00000001"), organizer.Operation("ACC00000002"), brussels.Operation("BE00000001")
	taken := organizer.Get("/operations/" + fake + "/participants").List()[0]["dsoId"].(string)
	takenEAN := brussels.Get("/operations/" + belgian + "/participants").List()[0]["dsoId"].(string)
	abroad := brussels.Get("/operations/" + belgian + "/billing/billing-entities").List()[0]["id"].(string)
	admin.Post("/admin/users", map[string]any{"email": "noe.160@example.org", "username": "noe160", "role": "observer"})
	me := organizer.Get("/session").Map()["id"].(string)
	site := func(name string, value any) map[string]any {
		one := map[string]any{"name": "Gare", "energyType": "consumer", "dsoId": "99700000000160", "entityType": "proOther", "address": "1 rue Haute", "postCode": "35300", "city": "Fougères",
			"activationRange": map[string]any{"entry": "2026-10-01"}}
		maps.Copy(one, map[string]any{name: value})
		return one
	}
	ean := func(name string, value any) map[string]any {
		one := site("dsoId", "541448920000000160")
		maps.Copy(one, map[string]any{"postCode": "1000", "city": "Bruxelles", name: value})
		return one
	}
	sites, eans := "/operations/"+french+"/participants", "/operations/"+belgian+"/participants"
	const create = http.MethodPost
	rules := []refusedRule{
		{"PRM of 14 characters", create, sites, site("dsoId", "9970000000016"), 400, "prm.length", "dsoId", "Le PRM doit contenir 14 caractères"},
		{"PRM of digits", create, sites, site("dsoId", "9970000000016A"), 400, "prm.digits", "dsoId", "Le PRM ne contient que des chiffres."},
		{"grid identifier not empty", create, sites, site("dsoId", ""), 400, "field.required", "dsoId", "Ce champ est obligatoire."},
		{"PADT of 10 characters or none", create, sites, site("padt", "12345"), 400, "padt.length", "padt", "Le PADT doit être vide ou contenir 10 caractères."},
		{"a PRM in one operation at once", create, sites, site("dsoId", taken), 409, "prm.alreadyUsed", "dsoId", "Le PRM " + taken + " est déjà utilisé par un autre participant ou une autre opération sur ces dates."},
		{"name", create, sites, site("name", ""), 400, "field.required", "name", "Ce champ est obligatoire."},
		{"nature", create, sites, site("energyType", ""), 400, "field.enum", "energyType", "La valeur n’est pas permise. Valeurs possibles : consumer, producer"},
		{"type", create, sites, without(site("dsoId", "99700000000160"), "entityType"), 400, "field.required", "entityType", "Ce champ est obligatoire."},
		{"one of ten types", create, sites, site("entityType", "partRich"), 400, "field.enum", "entityType", "La valeur n’est pas permise. Valeurs possibles : proIndustrial, proTertiary, proTertiaryPrivate, proArtisan, proAgricol, proOther, partIndiv, partCollective, partCollectiveSocial, partOther"},
		{"segments", create, sites, site("segment", "C6"), 400, "field.enum", "segment", "La valeur n’est pas permise. Valeurs possibles : C1, C2, C3, C4, C5, P1, P2, P3, P4_SURPLUS, P4_TOTAL"},
		{"production types", create, sites, merged(site("energyType", "producer"), "productionTypeId", 12), 400, "field.enum", "productionTypeId", "La valeur n’est pas permise. Valeurs possibles : 3, 10, 11, 13"},
		{"address", create, sites, site("address", ""), 400, "address.required", "address", "L’adresse est obligatoire."},
		{"department of 2 or 3 characters", create, sites, site("departmentCode", "1"), 400, "departmentCode.invalid", "departmentCode", "Le code de département doit contenir 2 ou 3 caractères (35, 2A, 971)."},
		{"INSEE code of 5 characters", create, sites, site("inseeCode", "3511"), 400, "inseeCode.invalid", "inseeCode", "Le code INSEE doit contenir 5 caractères (35115, 2A004)."},
		{"INSEE code of the department", create, sites, merged(site("departmentCode", "35"), "inseeCode", "29019"), 400, "inseeCode.otherDepartment", "inseeCode", "Le code INSEE n’est pas celui d’une commune du département 35."},
		{"latitude", create, sites, merged(site("latitude", 91), "longitude", 0), 400, "latitude.invalid", "latitude", "La latitude doit être comprise entre -90 et 90."},
		{"longitude", create, sites, merged(site("latitude", 0), "longitude", -181), 400, "longitude.invalid", "longitude", "La longitude doit être comprise entre -180 et 180."},
		{"latitude and longitude together", create, sites, site("latitude", 48), 400, "position.incomplete", "longitude", "Indiquez la latitude et la longitude, ou aucune des deux."},
		{"e-mail", create, sites, site("email", "gare@"), 400, "email.invalid", "email", "L’adresse e-mail est invalide."},
		{"a producer is commissioned or scheduled", create, sites, merged(site("energyType", "producer"), "activationRange", map[string]any{}), 400, "producer.notCommissioned", "entry", "Un producteur doit être en service ou avoir une date de mise en service prévue : indiquez sa date d’entrée."},
		{"first day before the last", create, sites, site("activationRange", map[string]any{"entry": "2026-10-02", "exit": "2026-10-01"}), 400, "activation.reversed", "exit", "La date de sortie (01/10/2026) précède la date d’entrée (02/10/2026)."},
		{"EAN of 18 characters", create, eans, ean("dsoId", "54144892000000016"), 400, "ean.invalid", "dsoId", "Le numéro EAN est invalide"},
		{"EAN begins with 5414489", create, eans, ean("dsoId", "541449920000000160"), 400, "ean.invalid", "dsoId", "Le numéro EAN est invalide"},
		{"EAN of digits", create, eans, ean("dsoId", "54144892000000016A"), 400, "ean.digits", "dsoId", ""},
		{"number of a Belgian issuer", create, "/operations/" + belgian + "/billing/billing-entities", map[string]any{"name": "Gare", "vatRegime": "normal", "seriesCode": "G285", "legalNumber": "0403199208"}, 400, "bce.invalid", "legalNumber", ""},
		{"e-reporting of who sells in Brussels", http.MethodPut, "/operations/" + belgian + "/einvoicing/e-reporting/" + abroad, map[string]any{"regime": "NORMAL_MONTHLY"}, 409, "ereport.foreign", "", ""},
		{"an EAN in one operation at once", create, eans, ean("dsoId", takenEAN), 409, "ean.alreadyUsed", "dsoId", "Le numéro EAN " + takenEAN + " est déjà utilisé par un autre participant ou une autre opération sur ces dates."},
		{"no French department in Brussels", create, eans, ean("departmentCode", "35"), 400, "place.franceOnly", "departmentCode", "Ce code n’existe qu’en France."},
		{"Belgian post code of 4", create, eans, ean("postCode", "10000"), 400, "postCode.invalid", "postCode", "Le code postal doit contenir 4 chiffres."},
		{"account to attach to", create, sites, site("userEmail", "personne@exemple"), 400, "email.invalid", "userEmail", "L’adresse e-mail est invalide."},
		{"plan of a new participant", create, "/operations/" + french + "/enrolments/check", map[string]any{"site": site("name", "Gare"), "client": map[string]any{"action": "CREATE", "creation": map[string]any{"name": "Gare"}}}, 400, "plan.required", "plan.planId", "Un plan est requis pour ajouter ce participant."},
		{"client: name, address, post code, city", create, "/operations/" + french + "/billing/billable-entities", map[string]any{"name": " ", "consumerType": "individual"}, 400, "billingEntity.nameRequired", "name", "Saisissez un nom."},
		{"issuer: name", create, "/operations/" + french + "/billing/billing-entities", map[string]any{"name": " ", "vatRegime": "normal", "seriesCode": "G160"}, 400, "billingEntity.nameRequired", "name", "Saisissez un nom."},
		{"IBAN of a client", create, "/operations/" + french + "/billing/billable-entities", map[string]any{"name": "Gare", "consumerType": "individual", "iban": "FR1420041010050500013M02607"}, 400, "iban.invalid", "iban", "L’IBAN est invalide."},
		{"length of an IBAN", create, "/operations/" + french + "/billing/billable-entities", map[string]any{"name": "Gare", "consumerType": "individual", "iban": "FR1420041010050500013M0260"}, 400, "iban.length", "iban", "Un IBAN du pays FR contient 27 caractères."},
		{"BIC of a client", create, "/operations/" + french + "/billing/billable-entities", map[string]any{"name": "Gare", "consumerType": "individual", "iban": "FR1420041010050500013M02606", "bic": "PSST"}, 400, "bic.invalid", "bic", "Le BIC est invalide (8 ou 11 caractères)."},
		{"a plan that is there", http.MethodPut, "/operations/" + french + "/billing/plans/" + me, map[string]any{"description": "x"}, 404, "plan.notFound", "", "Ce plan n’existe pas dans l’opération."},
		{"an operation that is there", http.MethodGet, "/operations/" + me + "/interlocutor", nil, 404, "notFound", "", "L’élément demandé n’existe pas ou ne vous est pas accessible."},
		{"column of an export", create, "/operations/" + french + "/exports", map[string]any{"columns": []string{}, "natures": []string{"Conso"}, "dateFrom": "2026-10-01", "dateTo": "2026-10-31", "resolution": "day", "format": "csv"}, 400, "export.personalColumn", "columns", "Choisissez au moins une colonne personnelle"},
		{"range of an export", create, "/operations/" + french + "/exports", map[string]any{"columns": []string{"NAME"}, "natures": []string{"Conso"}, "dateFrom": "2025-01-01", "dateTo": "2026-10-31", "resolution": "day", "format": "csv"}, 400, "range.tooLong", "dateTo", "La période ne peut pas dépasser 12 mois."},
		{"colour of the theme", http.MethodPut, "/operations/" + french + "/theme", map[string]any{"primary": "#f0f0f0", "secondary": "#F3B617"}, 400, "theme.tooLight", "primary", "Couleur trop claire : le texte ne se lirait pas sur fond blanc (contraste 1,1 pour 4,5). La plus proche qui convient : #767676."},
		{"subject of a message", create, "/communication/send", map[string]any{"operationId": french, "subject": "", "body": "Bonjour", "recipients": []string{me}}, 400, "field.required", "subject", "Ce champ est obligatoire."},
		{"name of a folder", create, "/operations/" + french + "/folders", map[string]any{"name": "a/b"}, 400, "documents.name", "name", `« a/b » n’est pas un nom valable : sans / \ : * ? " < > |, sans point au début ou à la fin, sans caractère invisible.`},
		{"old password", http.MethodPut, "/users/update-pw-with-old", map[string]any{"oldPassword": "faux", "newPassword": "une-phrase-longue-2026"}, 401, "password.oldInvalid", "oldPassword", "L’ancien mot de passe indiqué est incorrect."},
		{"another's account", http.MethodGet, "/users/" + coretest.Other(me, len(me)-1) + "/account-info", nil, 404, "notFound", "", "L’élément demandé n’existe pas ou ne vous est pas accessible."},
	}
	office := []refusedRule{
		{"external id of an operation", create, "/admin/operations", map[string]any{"name": "Gare", "externalId": "", "dso": "ENEDIS"}, 400, "field.required", "externalId", "Ce champ est obligatoire."},
		{"name of an operation", create, "/admin/operations", map[string]any{"name": "", "externalId": "ACC00000160", "dso": "ENEDIS"}, 400, "field.required", "name", "Ce champ est obligatoire."},
		{"e-mail of an account used", create, "/admin/users", map[string]any{"email": "observer@demo.pmo", "role": "participant"}, 409, "user.emailUsed", "email", "Cette adresse e-mail est déjà utilisée par un autre compte."},
		{"user name used, whatever its capitals", create, "/admin/users", map[string]any{"email": "autre.160@example.org", "username": "NOE160", "role": "participant"}, 409, "user.usernameUsed", "username", "Ce nom d’utilisateur est déjà pris."},
		{"account of a site, by the back-office", create, sites, site("userEmail", "personne@example.org"), 400, "user.email_not_found_for_organizer", "userEmail", "Aucun compte n’existe avec l’adresse personne@example.org."},
		{"operator of an operation", create, "/admin/operations", map[string]any{"name": "Gare", "externalId": "ACC00000190", "dso": "EDF"}, 400, "field.enum", "dso", "La valeur n’est pas permise. Valeurs possibles : ENEDIS, SRD, SER, GREENALP, SIBELGA, FAKE"},
		{"e-mail of an account", create, "/admin/users", map[string]any{"email": "nobody", "role": "participant"}, 400, "email.invalid", "email", "L’adresse e-mail est invalide."},
	}
	before := fingerprint(t, s)
	for who, list := range map[*apptest.Client][]refusedRule{organizer: rules, admin: office} {
		for _, r := range list {
			by := who
			if strings.HasPrefix(r.path, "/operations/"+belgian) {
				by = brussels
			}
			reply := inFrench(by, r)
			require.Equal(t, r.status, reply.Status, "%s: %s", r.rule, reply.Body)
			refusedIn(t, r, reply)
		}
	}
	refusedIn(t, refusedRule{rule: "login", key: "login.invalid", words: "Utilisateur inconnu ou mot de passe incorrect"},
		inFrench(s.Anonymous(), refusedRule{method: http.MethodPost, path: "/session/login", body: map[string]any{"email": "organizer@demo.pmo", "password": "faux"}}))
	importRules(t, organizer, french)
	require.Equal(t, before, fingerprint(t, s), "nothing changes")
}

// refusedIn wants the key, the field and the words in a refusal or in one of its parts.
func refusedIn(t *testing.T, r refusedRule, reply apptest.Reply) {
	t.Helper()
	whole := reply.Map()
	parts, _ := whole["errors"].([]any)
	for _, one := range append([]any{whole}, parts...) {
		part := one.(map[string]any)
		field, _ := part["field"].(string)
		if part["key"] == r.key && field == r.field {
			if r.words != "" { // else those of the catalogue, whatever they are
				require.Equal(t, r.words, spaced.Replace(part["detail"].(string)), r.rule)
			}
			require.NotEmpty(t, part["detail"], r.rule)
			return
		}
	}
	require.Fail(t, r.rule, "%s", reply.Body)
}

// spaced has common spaces where French has narrow ones.
var spaced = strings.NewReplacer("\u202f", " ", "\u00a0", " ")

func without(body map[string]any, name string) map[string]any {
	delete(body, name)
	return body
}

func merged(body map[string]any, name string, value any) map[string]any {
	maps.Copy(body, map[string]any{name: value})
	return body
}

// inFrench asks as a browser of France does.
func inFrench(c *apptest.Client, r refusedRule) apptest.Reply {
	text, _ := json.Marshal(r.body)
	header := http.Header{"Accept-Language": {"fr"}}
	if r.body != nil {
		header.Set("Content-Type", "application/json")
	}
	return c.Raw(r.method, r.path, bytes.NewReader(text), header)
}
