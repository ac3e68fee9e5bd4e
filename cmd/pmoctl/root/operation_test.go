package root

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/go/pmo/pmotest"
)

func TestOperationListInThreeFormats(t *testing.T) {
	s := signedIn(t, pmotest.Replies{})
	r := pmoctl("operation", "list")
	require.Equal(t, 0, r.code, r.err)
	require.Equal(t, []string{"ID", "EXTERNAL", "ID", "NAME", "DSO", "TYPE", "BILLING", "ENGINE", "CONSUMERS", "PRODUCERS", "LATEST", "DATA"},
		strings.Fields(strings.SplitN(r.out, "\n", 2)[0]))
	require.Contains(t, r.out, "ACC00000001  Soleil du Val  ENEDIS")

	r = pmoctl("operation", "list", "-o", "csv", "-q", "Val")
	require.Equal(t, "id,external_id,name,dso,type,billing_engine,consumers,producers,latest_data\n"+
		operationID+",ACC00000001,Soleil du Val,ENEDIS,OPEN,ENGINE_2025,24,1,2026-11-19\n", r.out)
	require.Contains(t, s.Requests("listOperations")[1].URL, "q=Val")

	r = pmoctl("operation", "list", "-o", "json")
	require.JSONEq(t, "["+operationJSON(operationID, "ACC00000001", "Soleil du Val")+"]", r.out)
}

func TestOperationsAreNamedByIDExternalIDOrName(t *testing.T) {
	replies := pmotest.Replies{
		"listOperations": pmotest.JSON(200, "["+operationJSON(operationID, "ACC00000001", "Soleil du Val")+","+
			operationJSON(otherID, "ACC00000002", "Vent")+","+operationJSON(jobID, "ACC00000003", "Vent")+"]"),
		"getOperation": pmotest.JSON(200, operationJSON(operationID, "ACC00000001", "Soleil du Val")),
	}
	s := signedIn(t, replies)
	for _, name := range []string{"ACC00000001", "acc00000001", "Soleil du Val", strings.ToUpper(operationID)} {
		r := pmoctl("operation", "get", name)
		require.Equal(t, 0, r.code, r.err)
		require.Contains(t, r.out, "EXTERNAL ID       ACC00000001")
	}
	for _, q := range s.Requests("getOperation") {
		require.Equal(t, "/api/operations/"+operationID, q.URL)
	}
	require.Len(t, s.Requests("listOperations"), 3, "an id needs no list")

	r := pmoctl("operation", "get", "Vent")
	require.Equal(t, 1, r.code)
	require.Contains(t, r.err, `"Vent" means 2 operations`)
	require.Contains(t, r.err, otherID+" ACC00000002 Vent")

	r = pmoctl("operation", "get", "Soleil")
	require.Equal(t, 1, r.code)
	require.Contains(t, r.err, `no operation "Soleil"`)
}

func TestOperationCreateMergesFileAndFlags(t *testing.T) {
	s := signedIn(t, pmotest.Replies{"createOperation": pmotest.JSON(201, operationJSON(operationID, "ACC00000042", "Val"))})
	r := pmoctlWith(`{"name":"from the file","externalId":"ACC00000042","dso":"FAKE","interlocutor":{"city":"Rennes"}}`,
		"operation", "create", "--file", "-", "--name", "Val", "--pmo-name", "Association", "--functionality", "ACI,GES_KPI", "--bill-runs")
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, `{"name":"Val","externalId":"ACC00000042","dso":"FAKE","interlocutor":{"city":"Rennes","legalName":"Association"},
		"functionalities":["ACI","GES_KPI"],"jdbToggle":true}`, s.Requests("createOperation")[0].Body)
}

func TestOperationUpdate(t *testing.T) {
	s := signedIn(t, pmotest.Replies{"updateOperation": pmotest.JSON(200, operationJSON(operationID, "ACC00000001", "Val"))})
	r := pmoctl("operation", "update", "ACC00000001", "--latitude", "48.3517", "--longitude", "-1.2044", "--pmo-city", "Rennes")
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, `{"latitude":48.3517,"longitude":-1.2044,"interlocutor":{"city":"Rennes"}}`, s.Requests("updateOperation")[0].Body)
	require.Contains(t, s.Requests("updateOperation")[0].URL, operationID)
	require.Equal(t, 0, pmoctl("operation", "update", operationID, "--clear", "latitude,longitude").code)
	require.JSONEq(t, `{"latitude":null,"longitude":null}`, s.Requests("updateOperation")[1].Body)
	require.Equal(t, 2, pmoctl("operation", "update", operationID).code, "nothing to change")
}

func TestParticipantUpdate(t *testing.T) {
	s := signedIn(t, pmotest.Replies{"updateParticipant": pmotest.JSON(200, site(consumerID, consumerPRM, "École", "consumer"))})
	r := pmoctl("participant", "update", consumerPRM, "--operation", "ACC00000001", "--exit", "2026-12-31", "--identity", "Camille Leroy",
		"--phone", "0299000000", "--latitude", "48.35", "--longitude", "-1.2", "--clear", "email")
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, `{"exit":"2026-12-31","identity":"Camille Leroy","phone":"0299000000","latitude":48.35,"longitude":-1.2,"email":null}`,
		s.Requests("updateParticipant")[0].Body)
	require.Contains(t, s.Requests("updateParticipant")[0].URL, consumerID)
	require.Equal(t, 2, pmoctl("participant", "update", consumerPRM, "--operation", "ACC00000001", "--exit", "31/12/2026").code)
}

func TestParticipantList(t *testing.T) {
	s := signedIn(t, pmotest.Replies{})
	r := pmoctl("participant", "list", "--operation", "ACC00000001", "--group", "consumers", "--from", "2026-10-01", "--to", "2026-10-31")
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, r.out, consumerPRM+"  École")
	url := s.Requests("listOperationParticipants")[0].URL
	require.Contains(t, url, "group=consumers")
	require.Contains(t, url, "dateFrom=2026-10-01&dateTo=2026-10-31")
}

func TestAnEmptyListIsToldAside(t *testing.T) {
	signedIn(t, pmotest.Replies{"listOperationParticipants": pmotest.JSON(200, "[]")})
	r := pmoctl("participant", "list", "--operation", "ACC00000001")
	require.Equal(t, result{0, "", "nothing found\n"}, r)
	require.Equal(t, "[]\n", pmoctl("participant", "list", "--operation", "ACC00000001", "-o", "json").out)
}

func TestParticipantCreate(t *testing.T) {
	s := signedIn(t, pmotest.Replies{"createParticipant": pmotest.JSON(201, site(consumerID, consumerPRM, "École", "consumer"))})
	r := pmoctl("participant", "create", "--operation", operationID, "--name", "École", "--energy-type", "consumer", "--dso-id", consumerPRM,
		"--power", "36", "--entry", "2026-01-01")
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, `{"name":"École","energyType":"consumer","dsoId":"99100000000017","contractPower":36,"activationRange":{"entry":"2026-01-01"}}`,
		s.Requests("createParticipant")[0].Body)
}

func TestParticipantImport(t *testing.T) {
	path := writeFile(t, "PERIM_ACC00000001_20261101.csv", "prm;padt\n")
	s := signedIn(t, pmotest.Replies{"importParticipants": append(
		pmotest.JSON(200, `{"created":2,"updated":1,"unchanged":20,"dryRun":true,"warnings":[{"key":"w","row":3,"detail":"Sans plan"}],
			"touchedInvoices":{"count":21,"months":["2026-09","2026-10"],"invoices":[{"id":"`+planID+`","number":"F-1","clientName":"École","periodStart":"2026-09-01","periodEnd":"2026-10-31"}]}}`),
		pmotest.Reply{Status: 400, Body: `{"type":"urn:pmo:problem:import.rejected","title":"Bad Request","status":400,"key":"import.rejected","requestId":"r1",
			"detail":"Import refusé\u00a0: lignes à corriger","errors":[{"key":"prm.length","field":"prm","row":14,"detail":"Le PRM doit contenir 14 caractères"},
			{"key":"date.invalid","field":"date_entree","row":15}]}`})})
	r := pmoctl("participant", "import", path, "--operation", "ACC00000001", "--dry-run")
	require.Equal(t, 0, r.code, r.err)
	require.Equal(t, "warnings:\n  row 3: Sans plan\n"+
		"warning: published invoices bill days that move and stay as they are (21, 2026-09, 2026-10): F-1, …\nchecked only, nothing was changed\n", r.err)
	require.Contains(t, r.out, "CREATED    2\n")
	sent := s.Requests("importParticipants")[0]
	require.Contains(t, sent.URL, "dryRun=true")
	require.Contains(t, sent.Body, `name="file"; filename="PERIM_ACC00000001_20261101.csv"`)

	r = pmoctl("participant", "import", path, "--operation", "ACC00000001")
	require.Equal(t, 1, r.code)
	require.Empty(t, r.out)
	require.Equal(t, "error: Import refusé\u00a0: lignes à corriger (import.rejected)\n"+
		"  row 14, prm: Le PRM doit contenir 14 caractères\n  row 15, date_entree: date.invalid\n", r.err)
}

func TestUsers(t *testing.T) {
	user := `{"id":"` + otherID + `","email":"noe@b.fr","role":"organizer","initialized":false,"active":true,"version":1,"createdAt":"` + instant + `"`
	s := signedIn(t, pmotest.Replies{
		"listAdminUsers":  {{Status: 200, Body: "[" + user + "}]", Header: map[string]string{"Content-Range": "users 0-0/1"}}},
		"createAdminUser": pmotest.JSON(201, user+`,"initialPassword":"once-only"}`),
	})
	r := pmoctl("user", "list", "--role", "organizer", "-q", "noe")
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, r.out, "noe@b.fr")
	require.Contains(t, s.Requests("listAdminUsers")[0].URL, "filter=%7B%22q%22%3A%22noe%22%2C%22role%22%3A%22organizer%22%7D")

	r = pmoctl("user", "create", "--email", "noe@b.fr", "--role", "organizer", "--operation", "ACC00000001")
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, r.out, "INITIAL PASSWORD  once-only")
	require.JSONEq(t, `{"email":"noe@b.fr","role":"organizer","operationIds":["`+operationID+`"]}`, s.Requests("createAdminUser")[0].Body)

	r = pmoctlWith("first-password\n", "user", "create", "--email", "noe@b.fr", "--role", "observer", "--password-stdin")
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, `{"email":"noe@b.fr","role":"observer","password":"first-password"}`, s.Requests("createAdminUser")[1].Body)
}

func TestOperationSetup(t *testing.T) {
	signedIn(t, pmotest.Replies{"getOperationSetup": pmotest.JSON(200, `{"operationId":"`+operationID+`","complete":false,"next":"SITES","fieldsNumber":7,"lacks":[{"field":"interlocutor.city","blocks":["SUBSCRIPTIONS","INVOICES"]}],"steps":[
		{"kind":"PMO","state":"DONE","actor":"ORGANIZER","number":0,"lackingNumber":0},
		{"kind":"SITES","state":"TODO","actor":"ORGANIZER","number":1,"lackingNumber":0},
		{"kind":"CURVES","state":"WAITING","waitsFor":"SITES","actor":"ORGANIZER","number":0,"lackingNumber":1}]}`)})
	r := pmoctl("operation", "setup", "ACC00000001", "-o", "csv")
	require.Equal(t, "step,state,number,lacking,waits for\nPMO,DONE,0,0,\nSITES,TODO,1,0,\nCURVES,WAITING,0,1,SITES\n", r.out)
	require.Contains(t, r.err, "next: SITES")
	require.Contains(t, r.err, "empty: interlocutor.city, in the way of subscriptions")
}

func TestSearch(t *testing.T) {
	s := signedIn(t, pmotest.Replies{"search": pmotest.JSON(200, `{"groups":[{"kind":"SITE","total":7,"hits":[
		{"id":"`+consumerID+`","operationId":"`+operationID+`","operationName":"Val","name":"École","detail":"30001444000001"}]}]}`)})
	r := pmoctl("search", "ecole", "val", "--each", "1", "-o", "csv")
	require.Equal(t, "kind,name,detail,operation,id\nSITE,École,30001444000001,Val,"+consumerID+"\n", r.out)
	require.Contains(t, r.err, "SITE: 1 of 7\n")
	require.Contains(t, s.Requests("search")[0].URL, "q=ecole+val&each=1")
	require.Equal(t, 2, pmoctl("search").code)
}

func TestOwnJobs(t *testing.T) {
	signedIn(t, pmotest.Replies{"listOwnJobs": pmotest.JSON(200, `[{"id":"`+consumerID+`","operationId":"`+operationID+`","kind":"billRun","status":"PENDING",
		"progress":{"pending":3,"success":1,"failure":1,"total":5},"createdAt":"2026-11-20T08:00:00Z"}]`)})
	r := pmoctl("job", "list", "-o", "csv")
	require.Equal(t, "id,kind,operation,status,done,total,begun\n"+consumerID+",billRun,"+operationID+",PENDING,2,5,2026-11-20T08:00:00Z\n", r.out)
}

func TestOperationTheme(t *testing.T) {
	s := signedIn(t, pmotest.Replies{
		"getOperation":         pmotest.JSON(200, operationJSON(operationID, "ACC00000001", "Val")),
		"updateOperationTheme": pmotest.JSON(200, `{"primary":"#0b5d1e","secondary":"#445566"}`),
	})
	r := pmoctl("operation", "theme", "ACC00000001")
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, r.out, "#112233")
	r = pmoctl("operation", "theme", "ACC00000001", "--primary", "#0b5d1e", "--dry-run")
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, r.err, "nothing was changed")
	require.JSONEq(t, `{"primary":"#0b5d1e"}`, s.Requests("updateOperationTheme")[0].Body)
	require.Contains(t, s.Requests("updateOperationTheme")[0].URL, "dryRun=true")
	require.Equal(t, 0, pmoctl("operation", "theme", "ACC00000001", "--reset").code)
	require.JSONEq(t, `{"primary":null,"secondary":null}`, s.Requests("updateOperationTheme")[1].Body)
	require.Equal(t, 2, pmoctl("operation", "theme", "ACC00000001", "--reset", "--primary", "#000000").code)
}

func TestLogos(t *testing.T) {
	link := `{"url":"/api/files/x","expiresAt":"` + instant + `"}`
	issuer := `{"id":"` + issuerID + `","operationId":"` + operationID + `","name":"Commune","vatRegime":"normal","producerIds":[],"ownedByOperation":false,"complete":true,"missing":[],"billingLogo":"` + jobID + `"}`
	s := signedIn(t, pmotest.Replies{
		"uploadOperationLogo": pmotest.JSON(200, link), "getOperationPresignedLogo": pmotest.JSON(200, link), "deleteOperationLogo": {{Status: 204}},
		"uploadParticipantBillingLogo": pmotest.JSON(200, link), "getParticipantPresignedBillingLogo": pmotest.JSON(200, link), "deleteParticipantBillingLogo": {{Status: 204}},
		"listOperationBillingEntities": pmotest.JSON(200, "["+issuer+"]"), "uploadOperationBillingEntityLogo": pmotest.JSON(200, issuer),
		"deleteOperationBillingEntityLogo": {{Status: 204}}, "getOperationBillingEntityLogo": {{Status: 200, Header: map[string]string{"Content-Type": "image/png"}, Body: "png"}},
	})
	file, saved := writeFile(t, "logo.png", "png"), filepath.Join(t.TempDir(), "saved.png")
	for _, c := range []struct {
		args  []string
		calls string
	}{
		{[]string{"operation", "logo", "ACC00000001"}, "getOperationPresignedLogo"},
		{[]string{"operation", "logo", "ACC00000001", "--set", file}, "uploadOperationLogo"},
		{[]string{"operation", "logo", "ACC00000001", "--remove"}, "deleteOperationLogo"},
		{[]string{"participant", "logo", producerPRM, "--operation", "ACC00000001"}, "getParticipantPresignedBillingLogo"},
		{[]string{"participant", "logo", producerPRM, "--operation", "ACC00000001", "--set", file}, "uploadParticipantBillingLogo"},
		{[]string{"participant", "logo", producerPRM, "--operation", "ACC00000001", "--remove"}, "deleteParticipantBillingLogo"},
		{[]string{"issuer", "logo", "Commune", "--operation", "ACC00000001", "--set", file}, "uploadOperationBillingEntityLogo"},
		{[]string{"issuer", "logo", "Commune", "--operation", "ACC00000001", "--save", saved}, "getOperationBillingEntityLogo"},
		{[]string{"issuer", "logo", "Commune", "--operation", "ACC00000001", "--remove"}, "deleteOperationBillingEntityLogo"},
	} {
		r := pmoctl(c.args...)
		require.Equal(t, 0, r.code, "%v: %s", c.args, r.err)
		require.Len(t, s.Requests(c.calls), 1, c.calls)
	}
	written, err := os.ReadFile(saved)
	require.NoError(t, err)
	require.Equal(t, "png", string(written))
	require.Equal(t, 2, pmoctl("issuer", "logo", "Commune", "--operation", "ACC00000001", "--save", saved).code, "it is not written over")
	require.Equal(t, 2, pmoctl("operation", "logo", "ACC00000001", "--set", file+"x").code)
	require.Equal(t, 2, pmoctl("issuer", "logo", "Commune", "--operation", "ACC00000001").code)
}

// TestChangesOfOccupantAreSentAsATable: the file goes as it is, each line is told, and rejected ones
// are an exit code of their own; a table goes without what it says itself.
func TestChangesOfOccupantAreSentAsATable(t *testing.T) {
	report := func(rejected int, dryRun bool) string {
		return fmt.Sprintf(`{"created":1,"unchanged":0,"rejected":%d,"dryRun":%t,"rows":[{"row":2,"outcome":"CREATED","dsoId":"%s","predecessor":"École","name":"M. B","startDate":"2026-10-15","plans":["Plan solaire"]}],
			"errors":[{"key":"import.noPredecessor","field":"prm","row":3,"detail":"Personne"}]}`, rejected, dryRun, consumerPRM)
	}
	s := signedIn(t, pmotest.Replies{"importSuccessions": pmotest.JSON(200, report(1, true)), "annotateSuccessionsImport": {{Status: 200, Header: map[string]string{"Content-Type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}, Body: "book"}}})
	table := filepath.Join(t.TempDir(), "moves.csv")
	require.NoError(t, os.WriteFile(table, []byte("prm;date_entree;nom;type_entite\n"), 0o600))
	r := pmoctl("participant", "succeed", "--operation", "ACC00000001", "--moves", table, "--dry-run")
	require.Equal(t, 8, r.code, r.err)
	require.Contains(t, r.out, "M. B")
	require.Contains(t, r.out, "Plan solaire")
	require.Contains(t, r.err, "Personne")
	require.Contains(t, r.err, "nothing was changed")
	book := filepath.Join(t.TempDir(), "moves.xlsx")
	r = pmoctl("participant", "succeed", "--operation", "ACC00000001", "--moves", table, "--annotated", book)
	require.Equal(t, 8, r.code, r.err)
	written, err := os.ReadFile(book)
	require.NoError(t, err)
	require.Equal(t, "book", string(written))
	require.Contains(t, s.Requests("importSuccessions")[1].URL, "dryRun=true", "it checks only")
	for _, args := range [][]string{{consumerPRM, "--annotated", book}, {"--moves", table, consumerPRM}, {"--moves", table, "--name", "M. B"}, {"--moves", table + ".none"}, {}} {
		r := pmoctl(append([]string{"participant", "succeed", "--operation", "ACC00000001"}, args...)...)
		require.Equal(t, 2, r.code, "%v: %s", args, r.err)
	}
}
