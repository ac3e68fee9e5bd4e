package apptest_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// operations is who runs what (specification 3 and 7, operations).
func (v *tour) operations() {
	v.Helper()
	me := v.get(v.organizer, "/organizers/by-jwt").Map()
	v.has(me, "id", "email", "firstname", "lastname")
	list := "/organizers/" + me["id"].(string) + "/operations"
	plain, detailed := v.differ(v.organizer, list, "detailed", "", "true")
	v.detailed(plain.List(), detailed.List(), true)
	plain, detailed = v.differ(v.observer, "/observers/by-jwt/operations", "detailed", "false", "true")
	v.detailed(plain.List(), detailed.List(), false)
	all, one := v.differ(v.organizer, "/operations", "q", "", "quartier DES lices")
	require.Len(v, all.List(), 4)
	require.Len(v, one.List(), 1)
	require.Equal(v, "Quartier des Lices", one.List()[0]["name"])

	made := v.do(v.admin, http.MethodPost, "/operations", map[string]any{"name": "Neuve", "externalId": "ACC00000055", "dso": "SRD",
		"organizerEmails": []string{"organizer@demo.pmo"}, "interlocutor": map[string]any{"legalName": "Neuve SA", "city": "Poitiers"}}).Map()
	require.Equal(v, "2020-01-01", made["anniversaryDate"])
	require.Equal(v, map[string]any{"primary": "#001e62", "secondary": "#f3b617"}, made["theme"])
	v.do(v.organizer, http.MethodPut, "/operations/"+made["id"].(string), map[string]any{"name": "Nouvelle", "functionalities": []string{"ACI"},
		"latitude": 46.58, "longitude": 0.34})
	read := v.get(v.organizer, "/operations/"+made["id"].(string)).Map()
	require.Equal(v, "Nouvelle", read["name"])
	require.Equal(v, []any{[]any{"ACI"}, 46.58, 0.34}, []any{read["functionalities"], read["latitude"], read["longitude"]})
	for key, bad := range map[string]map[string]any{"latitude.invalid": {"latitude": 90.5}, "longitude.invalid": {"longitude": -180.5}, "position.incomplete": {"longitude": nil}} {
		require.Equal(v, key, v.organizer.Put("/operations/"+made["id"].(string), bad).Key())
	}
	v.do(v.organizer, http.MethodPut, "/operations/"+made["id"].(string), map[string]any{"latitude": nil, "longitude": nil})
	require.NotContains(v, v.get(v.organizer, "/operations/"+made["id"].(string)).Map(), "latitude")
	v.has(v.get(v.organizer, "/operations/"+v.enedis).Map(), "id", "name", "externalId", "type", "dso", "billingEngine", "jdbToggle", "features",
		"sitesNumber", "producersNumber", "consumersNumber", "consumers", "producers", "observers", "interlocutor", "activeProducerId", "functionalities", "theme", "useEnphaseData", "latitude", "longitude")
	// What the menus of the organizer may show, and those of a participant of the same operation.
	require.Equal(v, []any{"coefficients", "metrics", "payment", "billing", "plans", "subscriptions", "invoicesRun", "editedInvoices", "einvoicing", "expense", "income",
		"financialMonitoring", "billCheck", "communication"}, v.get(v.organizer, "/operations/"+v.enedis).Map()["features"])
	for _, own := range v.get(v.participant, "/participants/by-jwt").List() {
		if of := own["operation"].(map[string]any); of["id"] == v.enedis {
			require.Equal(v, []any{"coefficients", "metrics", "billing", "plans", "expense", "income", "financialMonitoring", "billCheck", "communication"}, of["features"])
		}
	}
	v.view()
	pmo := v.get(v.organizer, "/operations/"+v.enedis+"/interlocutor").Map()
	v.has(pmo, "legalName", "legalNumber", "taxId", "address", "postCode", "city", "country", "email", "phoneNumber", "contactName", "vatFranchise")
	observers := v.get(v.organizer, "/operations/"+v.enedis+"/observers").List()
	require.Equal(v, "observer@demo.pmo", observers[0]["email"])
	v.naturalOrder(made["id"].(string))
}

// naturalOrder is that of names in lists: 2 before 10, whatever letters are accented.
func (v *tour) naturalOrder(operation string) {
	v.Helper()
	want := []string{"École", "Maison 2", "Maison 10", "Moulin", "Zoé"}
	for _, n := range []int{2, 4, 0, 3, 1} {
		v.newSite(operation, "consumer", want[n], map[string]any{"entry": "2026-11-01"})
	}
	var names []string
	for _, site := range v.get(v.organizer, "/operations/"+operation+"/participants?sort=name").List() {
		names = append(names, site["name"].(string))
	}
	require.Equal(v, want, names)
}

// view is how much of an operation its team is shown, each as it chose (ADR 94).
func (v *tour) view() {
	v.Helper()
	path := "/operations/" + v.enedis + "/view"
	shown := func(who *apptest.Client) map[string]any {
		return v.get(who, "/operations/"+v.enedis).Map()["view"].(map[string]any)
	}
	simple := v.do(v.organizer, http.MethodPut, path, map[string]any{"view": "SIMPLE"}).Map()
	require.Equal(v, []any{true, true}, []any{simple["simple"], simple["chosen"]})
	require.Subset(v, simple["hidden"], []any{"PAYMENT", "ACCOUNTING", "SEASONS", "OWN_REFERENCES"})
	require.Subset(v, simple["hidden"], simple["inUse"], "what is in use is left out with a word")
	require.Contains(v, simple["inUse"], "BILL_CHECK", "contracts of supply are there")
	require.Equal(v, simple, shown(v.organizer))
	require.Equal(v, map[string]any{"simple": false, "chosen": false, "hidden": []any{}, "inUse": []any{}}, shown(v.observer))
	v.get(v.organizer, "/operations/"+v.enedis+"/exports") // nothing is forbidden by it
	require.Equal(v, "forbidden", v.participant.Put(path, map[string]any{"view": "FULL"}).Key())
	for _, choice := range []string{"FULL", "BY_SIZE"} {
		require.Empty(v, v.do(v.organizer, http.MethodPut, path, map[string]any{"view": choice}).Map()["hidden"])
	}
}

// detailed compares a list with and without the sites; only organizers see observers.
func (v *tour) detailed(plain, detailed []map[string]any, observers bool) {
	v.Helper()
	require.Len(v, detailed, len(plain))
	for i, o := range detailed {
		require.NotContains(v, plain[i], "consumers")
		require.Len(v, o["producers"], int(o["producersNumber"].(float64)))
		require.Len(v, o["consumers"], int(o["consumersNumber"].(float64)))
		require.Equal(v, plain[i]["sitesNumber"], o["sitesNumber"])
		require.Equal(v, observers, o["observers"] != nil)
	}
}

// participants is sites, by hand and by file.
func (v *tour) participants() {
	v.Helper()
	own := v.get(v.participant, "/participants/by-jwt").List()
	require.Len(v, own, 1)
	require.Equal(v, v.consumers[v.enedis][0].id, own[0]["participant"].(map[string]any)["id"])
	require.Len(v, own[0]["operation"].(map[string]any)["producers"], 3, "the producers of its operation are attached")
	require.NotContains(v, own[0]["operation"], "consumers")

	list := "/operations/" + v.val + "/participants"
	gone := v.newSite(v.val, "consumer", "Partie", map[string]any{"entry": "2026-07-01", "exit": "2026-08-31"})
	v.get(v.organizer, list)
	all, later := v.differ(v.organizer, list, "dateFrom", "2026-08-31", "2026-09-01")
	require.Equal(v, 1, len(all.List())-len(later.List()), "the site that left")
	before, _ := v.differ(v.organizer, list, "dateTo", "2026-06-30", "2026-07-01")
	require.Empty(v, before.List())
	consumers, producers := v.differ(v.organizer, list, "group", "consumers", "producers")
	require.Len(v, consumers.List(), len(v.consumers[v.val])+1)
	require.Len(v, producers.List(), len(v.producers[v.val]))
	_, found := v.differ(v.organizer, list, "q", "", "partie")
	require.Equal(v, gone["id"], found.List()[0]["id"])
	v.page(v.organizer, list)

	path := "/participants/" + gone["id"].(string)
	v.do(v.organizer, http.MethodPut, path, map[string]any{"city": "Rennes", "contractPower": 9, "email": "p@example.org",
		"identity": "Camille Leroy", "phone": "+33 2 99 00 00 00", "latitude": 48.11, "longitude": -1.68})
	site := v.get(v.organizer, path).Map()
	v.has(site, "id", "name", "energyType", "dsoId", "entityType", "address", "postCode", "city", "email", "contractPower",
		"activationRange", "entryDateKnown", "status", "operationId", "isProsumer", "dsoStatus", "dsoAction", "dsoDetails", "billingDetail")
	require.Equal(v, "deleted", site["status"], "its exit is past")
	require.Equal(v, []any{"Rennes", 9.0, "p@example.org", 48.11, -1.68}, []any{site["city"], site["contractPower"], site["email"], site["latitude"], site["longitude"]})
	require.Equal(v, []any{"Camille Leroy", "+33 2 99 00 00 00"}, []any{site["identity"], site["phone"]})
	v.has(site["enedisDetail"].(map[string]any), "entityType", "name", "prm", "address", "city", "postCode", "activationRange", "updatedAt")
	v.entitiesOfSites()
	v.has(site["dsoDetails"].(map[string]any), "name", "address", "city", "postCode", "folder_status", "account_status")
	asked := map[string]any{"request": "EXIT", "answer": "REFUSED", "reason": "contrat en cours"}
	answered := v.do(v.organizer, http.MethodPost, path+"/dso-answer/record", asked).Map()
	require.Equal(v, []any{"up", "EN_VIGUEUR", "CREATION", true}, []any{answered["status"], answered["dsoStatus"], answered["dsoAction"], answered["mayLeave"]})
	require.NotContains(v, answered["activationRange"], "exit", "a refused exit keeps the site")
	asked = map[string]any{"request": "EXIT", "answer": "ACCEPTED", "date": "2026-08-31"}
	require.Equal(v, "deleted", v.do(v.organizer, http.MethodPost, path+"/dso-answer/record", asked).Map()["status"])
	v.importSites()
	v.removals()
	v.folders()
}

// folders is the status of a folder by the operator's words and the days (specification 4), and the
// order in which sites are listed by it.
func (v *tour) folders() {
	v.Helper()
	me := v.organizer.Get("/session").Map()["id"]
	made := v.admin.Post("/admin/operations", map[string]any{"name": "Dossiers", "externalId": "ACC00000230", "dso": "FAKE", "billingEngine": "ENGINE_2025", "organizerIds": []any{me}})
	require.Equal(v, http.StatusCreated, made.Status, "%s", made.Body)
	path := "/operations/" + made.Map()["id"].(string) + "/participants"
	past, ahead := map[string]any{"entry": "2026-01-01"}, map[string]any{"entry": "2027-01-01"}
	for n, c := range []struct {
		status, action string
		days           map[string]any
		want           string
	}{
		{"NO_TRAIL_ERR", "CREATION", past, "error"}, {"EN_COURS", "NO_TRAIL_ERR", past, "error"},
		{"EN_VIGUEUR", "CREATION", map[string]any{"entry": "2026-01-01", "exit": "2026-08-31"}, "deleted"}, {"EN_VIGUEUR", "SUPPRESSION", past, "deleted"},
		{"EN_VIGUEUR", "MODIFICATION", past, "up"}, {"EN_COURS", "SUPPRESSION", past, "deleting"}, {"EN_COURS", "CREATION", past, "up"},
		{"EN_COURS", "CREATION", ahead, "creating"}, {"EN_COURS", "CREATION", nil, "creating"}, {"EN_COURS", "MODIFICATION", past, "processing"},
	} {
		body := map[string]any{"name": fmt.Sprint("Dossier ", n), "energyType": "consumer", "dsoId": fmt.Sprint("9970000002300", n), "entityType": "partIndiv", "address": "1 rue",
			"dsoStatus": c.status, "dsoAction": c.action}
		if c.days != nil {
			body["activationRange"] = c.days
		}
		reply := v.organizer.Post(path, body)
		require.Equal(v, http.StatusCreated, reply.Status, "%s", reply.Body)
		site := reply.Map()
		require.Equal(v, []any{c.want, "NONE"}, []any{site["status"], site["dsoDetails"].(map[string]any)["account_status"]}, "%s %s %v", c.status, c.action, c.days)
		require.Equal(v, c.want, site["dsoDetails"].(map[string]any)["folder_status"])
	}
	var order []any
	for _, site := range v.organizer.Get(path).List() {
		order = append(order, site["status"])
	}
	require.Equal(v, []any{"creating", "processing", "up", "deleting", "deleted", "error"}, slices.Compact(order))
	v.admin.Post("/admin/users", map[string]any{"email": "inactif.230@example.org", "role": "participant"})
	attached := v.admin.Put("/participants/"+v.organizer.Get(path).List()[0]["id"].(string), map[string]any{"userEmail": "inactif.230@example.org"})
	require.Equal(v, "INACTIVE", attached.Map()["dsoDetails"].(map[string]any)["account_status"], "%s", attached.Body)
	require.Equal(v, "ACTIVE", v.get(v.participant, "/participants/by-jwt").List()[0]["participant"].(map[string]any)["dsoDetails"].(map[string]any)["account_status"])
}

// importSites sends a perimeter file, first to look, then to do it.
func (v *tour) importSites() {
	v.Helper()
	file := []apptest.File{{Name: "PERIM_ACC00000003_20261101.csv", Content: []byte("prm;type;nom;adresse;code_postal;ville;date_entree;date_sortie\n" +
		"99700000000007;C;Nouveau;1 rue Haute;35300;Fougères;2026-11-01;\n")}}
	synced := v.do(v.organizer, http.MethodPost, "/operations/"+v.lices+"/participants/sync?dryRun=true", nil).Map()
	require.Equal(v, true, synced["dryRun"])
	v.do(v.organizer, http.MethodPost, "/operations/"+v.lices+"/participants/sync", nil)
	v.mark(http.MethodPost, "/operations/"+v.lices+"/participants/sync", "dryRun")
	path := "/operations/" + v.val + "/participants/import"
	look := v.organizer.Upload(path+"?dryRun=true", "file", file, nil)
	v.seen(http.MethodPost, path+"?dryRun=true", look)
	require.Equal(v, []any{1.0, true}, []any{look.Map()["created"], look.Map()["dryRun"]})
	done := v.organizer.Upload(path, "file", file, nil)
	require.Equal(v, []any{1.0, false}, []any{done.Map()["created"], done.Map()["dryRun"]}, "%s", done.Body)
	require.Equal(v, 1.0, v.organizer.Upload(path, "file", file, nil).Map()["unchanged"], "the same file again changes nothing")
	v.mark(http.MethodPost, path, "dryRun")
	cut := []apptest.File{{Name: "PERIM_ACC00000003_20261101.csv", Content: []byte("prm;type;nom;adresse;code_postal;ville;date_entree;date_sortie\n" +
		"9100000000007;C;Coupé;1 rue Haute;1000;Bourg;2026-11-01;\n")}}
	require.Equal(v, 1.0, v.organizer.Upload(path+"?dryRun=true", "file", cut, nil).Map()["rejected"])
	require.Equal(v, 0.0, v.organizer.Upload(path+"?dryRun=true&addZeros=true", "file", cut, nil).Map()["rejected"])
	v.mark(http.MethodPost, path, "addZeros")
	annotated := v.organizer.Upload(path+"/annotate", "file", cut, nil)
	v.seen(http.MethodPost, path+"/annotate", annotated)
	require.Contains(v, annotated.Header.Get("Content-Disposition"), "a_corriger_PERIM_ACC00000003_20261101.xlsx")
	back := []apptest.File{{Name: "a_corriger_PERIM_ACC00000003_20261101.xlsx", Content: annotated.Body}}
	require.Equal(v, 1.0, v.organizer.Upload(path+"?dryRun=true", "file", back, nil).Map()["rejected"], "as it was sent")
	mended := v.organizer.Upload(path+"/annotate?addZeros=true", "file", back, nil)
	v.seen(http.MethodPost, path+"/annotate?addZeros=true", mended)
	require.NotEqual(v, annotated.Body, mended.Body, "nothing is wrong with it then")
	v.mark(http.MethodPost, path+"/annotate", "addZeros")
	template := v.get(v.organizer, path+"/template")
	require.Contains(v, template.Header.Get("Content-Disposition"), "PERIM_ACC00000003_")
	again := []apptest.File{{Name: "sites.xlsx", Content: template.Body}}
	same := v.organizer.Upload(path+"?dryRun=true", "file", again, nil).Map()
	require.Equal(v, []any{0.0, 0.0, 0.0}, []any{same["created"], same["updated"], same["rejected"]}, "what stands, taken in again, changes nothing: %v", same["errors"])
}

// removals are sites that never took part, removed for good, and one that did and stays.
func (v *tour) removals() {
	v.Helper()
	asked := func(name, dsoID string) map[string]any {
		return v.created("/operations/"+v.val+"/participants", map[string]any{"name": name, "energyType": "consumer", "dsoId": dsoID, "entityType": "partIndiv",
			"address": "1 rue Haute", "postCode": "35300", "city": "Fougères", "activationRange": map[string]any{"entry": "2027-01-01"}})
	}
	wrong := asked("Erreur de saisie", "99730000000001")
	at := "/participants/" + wrong["id"].(string)
	told := v.get(v.organizer, at+"/timeline").Map()
	v.has(told, "reason", "steps")
	require.Equal(v, "ENTRY_ASKED", told["reason"].(map[string]any)["cause"])
	v.has(told["reason"].(map[string]any), "status", "cause", "date", "text")
	v.do(v.organizer, http.MethodDelete, at, nil)
	require.Equal(v, http.StatusNotFound, v.organizer.Get(at).Status)
	other := asked("Doublon", "99730000000002")
	in := v.consumers[v.val][0].id
	stays := v.organizer.Do(http.MethodDelete, "/participants/"+in, nil)
	require.Equal(v, []any{http.StatusConflict, "participant.tookPart"}, []any{stays.Status, stays.Key()}, "%s", stays.Body)
	results := v.do(v.organizer, http.MethodPost, "/operations/"+v.val+"/participants/delete", map[string]any{"ids": []any{other["id"], in}}).Map()["results"].([]any)
	require.Equal(v, "SUCCESS", results[0].(map[string]any)["status"])
	require.Equal(v, "participant.tookPart", results[1].(map[string]any)["problem"].(map[string]any)["key"])
	billed := v.get(v.organizer, "/participants/"+v.consumers[v.enedis][0].id+"/timeline").Map()["steps"].([]any)
	v.has(billed[2].(map[string]any), "kind", "state", "date")
}

// entitiesOfSites is who is invoiced for a site, who issues for it and who sees it.
func (v *tour) entitiesOfSites() {
	v.Helper()
	consumer := v.get(v.organizer, "/participants/"+v.consumers[v.enedis][0].id).Map()
	v.has(consumer["billableEntity"].(map[string]any), "id", "name")
	require.Equal(v, consumer["user"].(map[string]any)["id"], consumer["userId"])
	require.Equal(v, []any{"participant", "SARL Le Fournil"}, []any{consumer["username"], consumer["identity"]})
	producer := v.get(v.organizer, "/participants/"+v.producers[v.enedis][0].id).Map()
	v.has(producer["billingEntity"].(map[string]any), "id", "name")
	seen := v.get(v.observer, "/participants/"+v.consumers[v.enedis][0].id).Map()
	require.NotContains(v, seen, "identity")
	require.NotContains(v, seen, "username")
}

// newSite adds a participant with a number that nobody has.
func (v *tour) newSite(operation, energyType, name string, activation map[string]any) map[string]any {
	v.Helper()
	n := len(v.consumers) + len(v.producers)
	for _, of := range []map[string][]site{v.consumers, v.producers} {
		for _, sites := range of {
			n += len(sites)
		}
	}
	body := map[string]any{"name": name, "energyType": energyType, "dsoId": fmt.Sprintf("997100%08d", n+v.made), "entityType": "partIndiv",
		"address": "1 rue Haute", "postCode": "35300", "city": "Fougères", "dsoStatus": "EN_VIGUEUR", "dsoAction": "CREATION",
		"activationRange": activation}
	if energyType == "producer" {
		body["productionTypeId"] = 3
	}
	v.made++
	return v.created("/operations/"+operation+"/participants", body)
}

// keys is the allocation key of an operation, and its versions.
func (v *tour) keys() {
	v.Helper()
	now, _ := v.differ(v.organizer, "/energy-allocation/config/last", "operationId", v.val, v.lices)
	require.Equal(v, "by_default", now.Map()["type"])
	first := now.Map()["id"].(string)
	consumer := v.consumers[v.val][0].id
	body := map[string]any{"type": "static", "params": []any{map[string]any{"consumerId": consumer, "value": 12.5}}, "reason": "essai"}
	made := v.created("/energy-allocation/config?operationId="+v.val, body)
	v.mark(http.MethodPost, "/energy-allocation/config", "operationId")
	require.Equal(v, v.val, made["operationId"])
	v.has(made, "id", "type", "params", "effectiveDate", "version")
	last := v.get(v.organizer, "/energy-allocation/config/last?operationId="+v.val).Map()
	require.Equal(v, made["id"], last["id"])
	_, params := v.differ(v.organizer, "/energy-allocation/active-config-param", "allocationAlgorithmId", first, made["id"].(string))
	require.Equal(v, []map[string]any{{"consumerId": consumer, "value": 12.5}}, params.List())

	path := "/energy-allocation/config-param?consumerId=" + consumer
	set := v.do(v.organizer, http.MethodPost, path, map[string]any{"allocationAlgorithmId": made["id"], "value": 25}).Map()
	require.Equal(v, []any{map[string]any{"consumerId": consumer, "value": 25.0}}, set["params"])
	other := v.do(v.organizer, http.MethodPost, "/energy-allocation/config-param?consumerId="+v.consumers[v.val][1].id, map[string]any{"value": 10}).Map()
	require.Len(v, other["params"], 2)
	refused := v.organizer.Post(path+"&producerId="+v.producers[v.val][0].id, map[string]any{"value": 25})
	require.Contains(v, refused.Keys(), "key.producerNotAllowed")
	v.mark(http.MethodPost, path, "consumerId", "producerId")
	versions := v.get(v.organizer, "/operations/"+v.val+"/energy-allocation/configs").List()
	require.Len(v, versions, 4)
	require.Equal(v, other["id"], versions[0]["id"], "newest first")
}

// imports is files of curves, looked at and taken (specification 7, measurements).
func (v *tour) imports() {
	v.Helper()
	files := []apptest.File{{Name: "septembre.csv", Content: curves(v.consumers[v.val][0].dsoID, v.producers[v.val][0].dsoID)}}
	base := "/operations/" + v.val + "/measurements"
	for _, dryRun := range []string{"true", "false"} {
		started := v.organizer.Upload(base+"/imports", "files", files, map[string]string{"dryRun": dryRun})
		v.seen(http.MethodPost, base+"/imports", started)
		require.Equal(v, "/api/jobs/"+started.Map()["id"].(string), started.Header.Get("Location"))
		job := v.organizer.WaitJob(started.Map()["id"].(string))
		if dryRun == "false" { // far from what the demo has stored: it waits for a yes
			require.Equal(v, "FAILURE", job["status"], "%v", job)
			confirmed := v.do(v.organizer, http.MethodPost, base+"/imports/"+job["id"].(string)+"/confirm", nil)
			require.Equal(v, http.StatusAccepted, confirmed.Status)
			job = v.organizer.WaitJob(job["id"].(string))
		}
		require.Equal(v, "SUCCESS", job["status"], "%v", job)
		result := job["result"].(map[string]any)
		require.Equal(v, []any{dryRun == "true", float64(2 * 30 * 96), false}, []any{result["dryRun"], result["points"], result["unchanged"]})
		v.get(v.organizer, "/jobs/"+started.Map()["id"].(string))
		require.Equal(v, started.Map()["id"], v.get(v.organizer, "/jobs").List()[0]["id"])
	}
	require.Equal(v, "none", v.get(v.organizer, base+"/upload-event").Map()["status"])
	upload := v.organizer.Upload(base+"/upload-permanent-dataset", "files", files, nil)
	v.seen(http.MethodPost, base+"/upload-permanent-dataset", upload)
	require.Equal(v, "started", upload.Map()["status"])
	v.organizer.WaitJob(upload.Map()["jobId"].(string))
	require.Equal(v, "succeeded", v.get(v.organizer, base+"/upload-event").Map()["status"])
	imports := v.get(v.organizer, base+"/imports").List()
	require.Len(v, imports, 3)
	v.has(imports[0], "id", "status", "createdAt", "finishedAt", "files", "result")
	require.Equal(v, true, imports[0]["result"].(map[string]any)["unchanged"], "the same file a second time")
	v.page(v.organizer, base+"/imports")
	v.definitive(base + "/definitive-months")
	v.fileMappings(base)
}

func (v *tour) definitive(path string) {
	v.Helper()
	declared := v.created(path, map[string]any{"month": "2026-10", "reason": "relu avec le gestionnaire"})
	require.Equal(v, []any{"2026-10", "relu avec le gestionnaire"}, []any{declared["month"], declared["reason"]})
	require.True(v, slices.ContainsFunc(v.get(v.organizer, path).List(), func(m map[string]any) bool { return m["month"] == "2026-10" }))
	require.Contains(v, strings.ToLower(fmt.Sprint(declared["declaredBy"])), "leroy")
	require.Equal(v, declared, v.get(v.organizer, path+"/2026-10").Map())
	v.do(v.organizer, http.MethodDelete, path+"/2026-10", nil)
	require.Equal(v, "definitiveMonth.notFound", v.organizer.Get(path+"/2026-10").Key())
	require.Empty(v, v.get(v.organizer, path).List())
}

// registers is what Sibelga's monthly files said: by register, with who holds the access
// point, and the costs of the network.
func (v *tour) registers() {
	v.Helper()
	c := v.server.As("organizer-be@demo.pmo")
	path := "/operations/" + c.Operation("BE00000001") + "/measurements/registers?dateFrom=2026-09-01&dateTo=2026-10-31"
	found := v.get(c, path).Map()
	for _, list := range []string{"volumes", "costs"} {
		v.has(found[list].([]any)[0].(map[string]any), "dsoId", "participantId", "name", "dateFrom", "dateTo")
	}
	kinds := map[any]bool{}
	for _, line := range found["volumes"].([]any) {
		kinds[line.(map[string]any)["register"]] = true
	}
	require.Equal(v, map[any]bool{"HI": true, "LOW": true, "TH": true}, kinds)
	v.differ(c, path, "dateFrom", "2026-09-01", "2026-10-01")
	v.differ(c, path, "dateTo", "2026-10-31", "2026-09-30")
}
