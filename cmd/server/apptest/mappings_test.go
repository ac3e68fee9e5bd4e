package apptest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// study is a file of a study: no year, no site, no unit.
func study(days int) []byte {
	var out strings.Builder
	out.WriteString("Horodate;Onduleur\n")
	for at := time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC); at.Before(time.Date(2026, 10, 1+days, 0, 0, 0, 0, time.UTC)); at = at.Add(15 * time.Minute) {
		fmt.Fprintf(&out, "%s;%d,5\n", at.Format("02.01. 15:04"), at.Hour())
	}
	return []byte(out.String())
}

// sendStudy sends a file with answers, and gives the job when it is over.
func sendStudy(t *testing.T, c *apptest.Client, base, name string, content []byte, dryRun bool, answers map[string]any) map[string]any {
	t.Helper()
	fields := map[string]string{"dryRun": fmt.Sprint(dryRun), "acceptSuspected": "true"}
	if answers != nil {
		text, err := json.Marshal(answers)
		require.NoError(t, err)
		fields["mapping"] = string(text)
	}
	reply := c.Upload(base+"/imports", "files", []apptest.File{{Name: name, Content: content}}, fields)
	require.Equal(t, http.StatusAccepted, reply.Status, "%s", reply.Body)
	return c.WaitJob(reply.Map()["id"].(string))
}

// fileOf is how the one file of an import was understood.
func fileOf(t *testing.T, job map[string]any) map[string]any {
	t.Helper()
	require.Equal(t, "SUCCESS", job["status"], "%v", job["errors"])
	files := job["result"].(map[string]any)["files"].([]any)
	require.Len(t, files, 1)
	return files[0].(map[string]any)
}

func questionsOf(file map[string]any) (kinds []string) {
	for _, q := range file["questions"].([]any) {
		kinds = append(kinds, q.(map[string]any)["kind"].(string))
	}
	return kinds
}

// TestUnusualFilesAskFirst looks at a file of a study, answers its questions once and
// for all, and imports the next one like it without a question.
func TestUnusualFilesAskFirst(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	c := s.As("organizer@demo.pmo")
	operation := c.Operation("ACC00000001")
	base := "/operations/" + operation + "/measurements"
	var producer string
	for _, p := range c.Get("/operations/" + operation + "/participants").List() {
		if p["energyType"] == "producer" {
			producer = p["dsoId"].(string)
		}
	}
	first := study(3)
	file := fileOf(t, sendStudy(t, c, base, "onduleur.csv", first, true, nil))
	require.Equal(t, []string{"YEAR", "SITE", "NATURE", "UNIT"}, questionsOf(file))
	require.Equal(t, []any{"TABLE", "UTF-8", ";", ",", "START", "PT15M", float64(288)},
		[]any{file["format"], file["encoding"], file["separator"], file["decimalMark"], file["labels"], file["step"], file["rows"]})
	require.NotContains(t, file, "from", "without a year there are no days")

	refused := sendStudy(t, c, base, "onduleur.csv", first, false, nil)
	require.Equal(t, "FAILURE", refused["status"])
	item := refused["errors"].([]any)[0].(map[string]any)
	require.Equal(t, "import.mappingNeeded", item["key"])
	require.Equal(t, map[string]any{"fileName": "onduleur.csv", "questions": []any{"YEAR", "SITE", "NATURE", "UNIT"}}, item["params"])

	answers := map[string]any{"year": 2026, "zone": "LEGAL", "nature": "Prod", "unit": "KW", "columns": []any{map[string]any{"index": 1, "dsoId": producer}}}
	seen := fileOf(t, sendStudy(t, c, base, "onduleur.csv", first, true, answers))
	require.Empty(t, questionsOf(seen))
	require.Equal(t, []any{"2026-10-01T00:00:00+02:00", "2026-10-04T00:00:00+02:00", "LEGAL"}, []any{seen["from"], seen["to"], seen["zone"]})
	wrong := c.Upload(base+"/imports", "files", []apptest.File{{Name: "a.csv", Content: first}}, map[string]string{"mapping": `{"year":26}`})
	require.Contains(t, wrong.Keys(), "fileMapping.year", "%s", wrong.Body)
	broken := c.Upload(base+"/imports", "files", []apptest.File{{Name: "a.csv", Content: first}}, map[string]string{"mapping": `{"jahr":26}`})
	require.Equal(t, http.StatusBadRequest, broken.Status, "%s", broken.Body)

	kept := map[string]any{"name": "Onduleur", "fingerprint": file["fingerprint"], "header": []any{"Horodate", "Onduleur"}, "answers": answers}
	refusedMapping := c.Post(base+"/file-mappings", kept)
	require.Contains(t, refusedMapping.Keys(), "fileMapping.site", "the heading does not say whose it is")
	answers["columns"] = []any{map[string]any{"index": 1, "role": "VALUE"}}
	mapping := c.Post(base+"/file-mappings", kept)
	require.Equal(t, http.StatusCreated, mapping.Status, "%s", mapping.Body)
	asked := fileOf(t, sendStudy(t, c, base, "encore.csv", study(2), true, nil))
	require.Equal(t, "Onduleur", asked["mappingName"])
	require.Equal(t, []string{"SITE"}, questionsOf(asked))
	done := sendStudy(t, c, base, "encore.csv", study(2), false, map[string]any{"columns": []any{map[string]any{"index": 1, "dsoId": producer}}})
	stored := fileOf(t, done)
	require.Equal(t, "Onduleur", stored["mappingName"])
	curve := stored["curves"].([]any)[0].(map[string]any)
	require.Equal(t, []any{producer, "Prod", float64(192), float64(2 * 288 * 1_000_000)}, []any{curve["dsoId"], curve["nature"], curve["values"], curve["totalMilliWh"]})
	record := c.Get(base + "/imports?limit=1").List()[0]["result"].(map[string]any)["files"].([]any)[0].(map[string]any)
	require.Equal(t, "Onduleur", record["mappingName"], "the record of the import says so too")
	site := done["result"].(map[string]any)["sites"].([]any)[0].(map[string]any)
	require.Equal(t, []any{"Prod", producer, float64(192)}, []any{site["nature"], site["dsoId"], site["points"]})
	// kW over a quarter of an hour: 2 days × 4 × (0.5 + … + 23.5) × 0.25 kWh.
	require.EqualValues(t, 2*288*1_000_000, site["totalMilliWh"])
	other := s.As("observer@demo.pmo").Get(base + "/file-mappings")
	require.Equal(t, http.StatusForbidden, other.Status)
}

// TestLinesFurtherApartThroughTheAPI sends a file that lacks every second line of its
// later half: what that means is asked, the answer is remembered with the mapping, and
// nothing counts where no line is.
func TestLinesFurtherApartThroughTheAPI(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	c := s.As("organizer@demo.pmo")
	operation := c.Operation("ACC00000001")
	base := "/operations/" + operation + "/measurements"
	var consumer, name string
	for _, p := range c.Get("/operations/" + operation + "/participants").List() {
		if p["energyType"] == "consumer" {
			consumer, name = p["dsoId"].(string), p["name"].(string)
		}
	}
	var content strings.Builder
	content.WriteString("Début;" + strings.ToUpper(name) + "\n")
	for i := range 96 * 2 {
		if i < 96 || i%2 == 0 {
			fmt.Fprintf(&content, "%02d/10/2026 %02d:%02d;%d\n", 5+i/96, i/4%24, i%4*15, 1000+i%7)
		}
	}
	file := fileOf(t, sendStudy(t, c, base, "trous.csv", []byte(content.String()), true, nil))
	require.Equal(t, []string{"ZONE", "STEP_CHANGE", "NATURE", "UNIT"}, questionsOf(file), "the site is the one of that name")
	require.Equal(t, consumer, file["columns"].([]any)[1].(map[string]any)["dsoId"])
	var notes []any
	for _, note := range file["notes"].([]any) {
		notes = append(notes, note.(map[string]any)["key"])
	}
	require.Equal(t, []any{"file.apart", "file.namedColumns"}, notes)
	apart := file["notes"].([]any)[0].(map[string]any)["params"].(map[string]any)
	require.Equal(t, []any{"2026-10-06", float64(15), []any{float64(30)}}, []any{apart["date"], apart["expected"], apart["minutes"]})
	answers := map[string]any{"zone": "LEGAL", "stepChange": "ROWS_MISSING", "nature": "Conso", "unit": "W"}
	mapping := c.Post(base+"/file-mappings", map[string]any{"name": "Trous", "fingerprint": file["fingerprint"], "answers": answers})
	require.Equal(t, http.StatusCreated, mapping.Status, "%s", mapping.Body)
	require.Equal(t, "ROWS_MISSING", mapping.Map()["answers"].(map[string]any)["stepChange"])
	done := sendStudy(t, c, base, "trous.csv", []byte(content.String()), false, nil)
	require.Equal(t, "SUCCESS", done["status"], "%v", done)
	site := done["result"].(map[string]any)["sites"].([]any)[0].(map[string]any)
	require.Equal(t, []any{consumer, "PT15M", float64(144)}, []any{site["dsoId"], site["step"], site["points"]})
	wrong := c.Upload(base+"/imports", "files", []apptest.File{{Name: "a.csv", Content: []byte(content.String())}}, map[string]string{"mapping": `{"stepChange":"MAYBE"}`})
	require.Equal(t, http.StatusBadRequest, wrong.Status, "%s", wrong.Body)
}

// fileMappings remembers, lists, changes and forgets a mapping.
func (v *tour) fileMappings(base string) {
	v.Helper()
	path := base + "/file-mappings"
	body := map[string]any{"name": "Bilan", "fingerprint": strings.Repeat("0a", 16), "header": []any{"Date", "kW"}, "answers": map[string]any{"zone": "UTC", "labels": "END",
		"dateOrder": "DMY", "stepChange": "ROWS_MISSING", "columns": []any{map[string]any{"index": 1, "role": "VALUE", "unit": "WH", "nature": "Conso"}}}}
	made := v.created(path, body)
	require.Equal(v, body["header"], made["header"])
	v.has(made, "id", "name", "fingerprint", "answers", "createdAt", "createdBy", "updatedAt")
	require.Equal(v, body["answers"].(map[string]any)["labels"], made["answers"].(map[string]any)["labels"])
	require.Equal(v, []string{"fileMapping.exists"}, v.organizer.Post(path, body).Keys())
	one := path + "/" + made["id"].(string)
	changed := v.do(v.organizer, http.MethodPut, one, map[string]any{"name": "Bilan annuel"})
	require.Equal(v, []any{"Bilan annuel", made["answers"]}, []any{changed.Map()["name"], changed.Map()["answers"]})
	require.Equal(v, `"2"`, changed.Header.Get("ETag"))
	require.Equal(v, "Bilan annuel", v.get(v.organizer, path).List()[0]["name"])
	require.Equal(v, changed.Map(), v.get(v.organizer, one).Map())
	v.do(v.organizer, http.MethodDelete, one, nil)
	require.Empty(v, v.get(v.organizer, path).List())
	require.Equal(v, http.StatusNotFound, v.organizer.Do(http.MethodDelete, one, nil).Status)
}

// portalBook is a workbook of the portal of Enedis: a sheet of each side, half an hour of
// 1 kW and of 3 kW.
func portalBook(t *testing.T, sites map[string]string) []byte {
	t.Helper()
	book := excelize.NewFile()
	for sheet, value := range map[string]string{"Consommation Horaire": "1,000", "Production Horaire": "3,000"} {
		_, err := book.NewSheet(sheet)
		require.NoError(t, err)
		for row, cells := range [][]any{{"Compte Client"}, {nil, "Point Référence Mesure (PRM) : ", sites[sheet]}, {nil, "Début", "Fin", "Valeur (en kW)"},
			{nil, "05/10/2026 00:00:00", "05/10/2026 00:30:00", value}, {nil, "05/10/2026 00:30:00", "05/10/2026 01:00:00", value}} {
			require.NoError(t, book.SetSheetRow(sheet, fmt.Sprintf("A%d", row+1), &cells))
		}
	}
	require.NoError(t, book.DeleteSheet("Sheet1"))
	var out bytes.Buffer
	require.NoError(t, book.Write(&out))
	return out.Bytes()
}

// TestFilesThatWereReadWrong: a portal workbook with two sheets, a table with one odd cell,
// and a last line that is cut, through the public entrance.
func TestFilesThatWereReadWrong(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	c := s.As("organizer@demo.pmo")
	operation := c.Operation("ACC00000001")
	base := "/operations/" + operation + "/measurements"
	site := map[string]string{}
	for _, p := range c.Get("/operations/" + operation + "/participants").List() {
		site[p["energyType"].(string)] = p["dsoId"].(string)
	}
	book := portalBook(t, map[string]string{"Consommation Horaire": site["consumer"], "Production Horaire": site["producer"]})
	file := fileOf(t, sendStudy(t, c, base, "portail.xlsx", book, true, nil))
	require.EqualValues(t, 4, file["rows"])
	var curves []string
	for _, one := range file["curves"].([]any) {
		curve := one.(map[string]any)
		curves = append(curves, fmt.Sprint(curve["dsoId"], " ", curve["nature"], " ", int64(curve["totalMilliWh"].(float64))))
	}
	require.ElementsMatch(t, []string{site["consumer"] + " Conso 1000000", site["producer"] + " Prod 3000000"}, curves)

	var odd strings.Builder
	odd.WriteString("Début;Remarque;Conso " + site["consumer"] + " (kWh)\n")
	for i := range 96 {
		remark := map[bool]string{true: "192.168.1.10, puis 1..5", false: ""}[i == 40]
		fmt.Fprintf(&odd, "15/10/2026 %02d:%02d;%s;%d,125\n", i/4, i%4*15, remark, i%3)
	}
	whole := odd.String()
	said := map[string]any{"zone": "LEGAL"}
	file = fileOf(t, sendStudy(t, c, base, "remarque.csv", []byte(whole), true, said))
	require.Empty(t, questionsOf(file))
	require.EqualValues(t, 96*1_125_000, file["curves"].([]any)[0].(map[string]any)["totalMilliWh"])
	bad := sendStudy(t, c, base, "cellule.csv", []byte(strings.Replace(whole, ";2,125", ";1..5", 1)), true, said)
	item := bad["errors"].([]any)[0].(map[string]any)
	require.Equal(t, []any{"number.invalid", float64(4)}, []any{item["key"], item["row"]})
	doubt := strings.ReplaceAll(whole, ";0,125", ";3,125")
	require.Equal(t, []string{"DECIMAL_MARK"}, questionsOf(fileOf(t, sendStudy(t, c, base, "doute.csv", []byte(doubt), true, said))))

	cut := strings.ReplaceAll(whole, ",125", "")
	cut = strings.TrimSuffix(cut, "\n")
	file = fileOf(t, sendStudy(t, c, base, "coupe.csv", []byte(cut), true, said))
	require.Equal(t, []string{"LAST_LINE"}, questionsOf(file))
	done := sendStudy(t, c, base, "coupe.csv", []byte(cut), false, map[string]any{"zone": "LEGAL", "lastLine": "CUT"})
	require.EqualValues(t, 95, fileOf(t, done)["curves"].([]any)[0].(map[string]any)["values"])

	// What looks like the index of a meter is asked; whoever knows better can say so.
	meter := fmt.Sprintf(meterReadings(), site["consumer"])
	require.Contains(t, questionsOf(fileOf(t, sendStudy(t, c, base, "compteur.csv", []byte(meter), true, said))), "METER_INDEX")
	refused := sendStudy(t, c, base, "compteur.csv", []byte(meter), true, map[string]any{"zone": "LEGAL", "dateOrder": "DMY", "meterIndex": "INDEX"})
	item = refused["errors"].([]any)[0].(map[string]any)
	require.Equal(t, []any{"curve.indexReadings", float64(2)}, []any{item["key"], item["row"]})
	taken := sendStudy(t, c, base, "compteur.csv", []byte(meter), true, map[string]any{"zone": "LEGAL", "dateOrder": "DMY", "meterIndex": "VALUES"})
	require.EqualValues(t, 96, fileOf(t, taken)["curves"].([]any)[0].(map[string]any)["values"])
}
