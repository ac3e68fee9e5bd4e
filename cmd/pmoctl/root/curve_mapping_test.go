package root

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/go/pmo/pmotest"
)

const headerPrint = "5d41402abc4b2a76b9719d911017c592"

func understoodResult(questions string) string {
	return fmt.Sprintf(`,"finishedAt":"%s","result":{"dryRun":true,"points":0,"changedSites":0,"changedDays":0,"unchanged":true,"sites":[],
		"files":[{"fileName":"onduleur.csv","format":"TABLE","fingerprint":"%s","labels":"START","step":"PT15M","rows":96,
		"columns":[{"index":0,"header":"Date","samples":[],"role":"DATE_TIME"},{"index":1,"header":"P1","samples":["1,5"]}],
		"notes":[{"key":"file.newestFirst","detail":"Lignes remises dans l’ordre"}],"questions":[%s]}]}`, instant, headerPrint, questions)
}

func inverterFiles(t *testing.T) (data, answers string) {
	t.Helper()
	folder := t.TempDir()
	data, answers = filepath.Join(folder, "onduleur.csv"), filepath.Join(folder, "onduleur.yaml")
	require.NoError(t, os.WriteFile(data, []byte("Date;P1\n"), 0o600))
	require.NoError(t, os.WriteFile(answers, []byte("year: 2025\nunit: KW\ncolumns:\n  - {index: 1, role: VALUE, dsoId: \"01234567890123\"}\n"), 0o600))
	return data, answers
}

func TestCurvePreviewTellsWhatIsOpen(t *testing.T) {
	s := signedIn(t, pmotest.Replies{
		"importCurves": pmotest.JSON(202, jobJSON("PENDING", "")),
		"getJob":       pmotest.JSON(200, jobJSON("SUCCESS", understoodResult(`{"kind":"YEAR"},{"kind":"NATURE","column":1,"suggested":"Prod"},{"kind":"LABELS","options":["START","END"]}`))),
	})
	data, answers := inverterFiles(t)
	r := pmoctl("curve", "preview", data, "--operation", "ACC00000001", "--mapping", answers, "-o", "csv")
	require.Equal(t, 8, r.code, r.err)
	require.Contains(t, r.out, "onduleur.csv,TABLE,,,START,,PT15M,,,96,3,"+headerPrint)
	for _, line := range []string{"Lignes remises dans l’ordre", "onduleur.csv: YEAR?", "NATURE of column 1 (P1)?, likely Prod", "LABELS? START", "3 questions are open"} {
		require.Contains(t, r.err, line)
	}
	body := s.Requests("importCurves")[0].Body
	require.Contains(t, body, `name="dryRun"`)
	require.Contains(t, body, `{"columns":[{"dsoId":"01234567890123","index":1,"role":"VALUE"}],"unit":"KW","year":2025}`)
}

func TestCurvePreviewIsContentWithNothingOpen(t *testing.T) {
	signedIn(t, pmotest.Replies{
		"importCurves": pmotest.JSON(202, jobJSON("PENDING", "")),
		"getJob":       pmotest.JSON(200, jobJSON("SUCCESS", understoodResult(""))),
	})
	data, _ := inverterFiles(t)
	require.Equal(t, 0, pmoctl("curve", "preview", data, "--operation", "ACC00000001").code)
	require.Equal(t, 2, pmoctl("curve", "preview", data, "--operation", "ACC00000001", "--mapping", data+".none").code)
}

func mappingJSON(name string) string {
	return fmt.Sprintf(`{"id":"%s","name":"%s","fingerprint":"%s","version":1,"createdAt":"%s","updatedAt":"%s","answers":{"zone":"UTC","columns":[{"index":1,"role":"VALUE","nature":"Prod"}]}}`,
		jobID, name, headerPrint, instant, instant)
}

func TestMappingsAreSavedListedAndDeleted(t *testing.T) {
	data, answers := inverterFiles(t)
	s := signedIn(t, pmotest.Replies{
		"importCurves":      pmotest.JSON(202, jobJSON("PENDING", "")),
		"getJob":            pmotest.JSON(200, jobJSON("SUCCESS", understoodResult(`{"kind":"YEAR"}`))),
		"listFileMappings":  pmotest.JSON(200, "["+mappingJSON("Onduleur")+"]"),
		"createFileMapping": pmotest.JSON(201, mappingJSON("Autre")),
		"updateFileMapping": pmotest.JSON(200, mappingJSON("Onduleur")),
		"deleteFileMapping": {{Status: 204}},
	})
	at := []string{"--operation", "ACC00000001"}
	require.Contains(t, pmoctl(append([]string{"curve", "mapping", "list"}, at...)...).out, "1 VALUE Prod")
	r := pmoctl(append([]string{"curve", "mapping", "save", "Autre", "--like", data, "--mapping", answers}, at...)...)
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, `{"name":"Autre","fingerprint":"`+headerPrint+`","header":["Date","P1"],"answers":{"year":2025,"unit":"KW","columns":[{"index":1,"role":"VALUE","dsoId":"01234567890123"}]}}`,
		s.Requests("createFileMapping")[0].Body)
	r = pmoctl(append([]string{"curve", "mapping", "save", "Onduleur", "--fingerprint", headerPrint, "--mapping", answers}, at...)...)
	require.Equal(t, 0, r.code, r.err)
	require.Len(t, s.Requests("updateFileMapping"), 1)
	require.Equal(t, 2, pmoctl(append([]string{"curve", "mapping", "save", "X", "--mapping", answers}, at...)...).code)
	require.Equal(t, 2, pmoctl(append([]string{"curve", "mapping", "delete", "Personne", "--yes"}, at...)...).code)
	require.Equal(t, 0, pmoctl(append([]string{"curve", "mapping", "delete", "Onduleur", "--yes"}, at...)...).code)
	require.Len(t, s.Requests("deleteFileMapping"), 1)
}

// What looks like a mistake, as the server lists it.
const suspectedMonth = `"suspected":[{"dsoId":"01234567890123","name":"Mairie","nature":"Conso","month":"2026-10","reason":"DEFINITIVE_LOST","beforeMilliWh":72351000000,"afterMilliWh":112000000}],"suspectedCount":1`

func TestCurveImportSaysWhatPreviewSays(t *testing.T) {
	s := signedIn(t, pmotest.Replies{
		"importCurves": pmotest.JSON(202, jobJSON("PENDING", "")),
		"getJob": pmotest.JSON(200, jobJSON("SUCCESS", `,"result":{"dryRun":true,"points":96,"sites":[],"changedSites":0,"changedDays":0,"unchanged":false,
			"readings":3,"readingsChanged":2,"readingSites":[{"dsoId":"01234567890123","name":"Mairie","readings":3,"changed":2}],`+suspectedMonth+`,
			"files":[{"fileName":"onduleur.xlsx","format":"TABLE","mappingName":"Onduleur","sheet":"Données","questions":[],
				"columns":[{"index":2,"header":"Réactive","samples":[],"role":"IGNORED"}],"notes":[{"key":"file.sorted","detail":"Lignes remises dans l'ordre"}]}]}`)),
	})
	data, _ := inverterFiles(t)
	r := pmoctl("curve", "import", data, "--operation", "ACC00000001", "--dry-run")
	require.Equal(t, 8, r.code, r.err)
	for _, line := range []string{"mapping Onduleur", "sheet Données", "columns left out: 2 (Réactive)", "Lignes remises dans l'ordre",
		"01234567890123 Mairie: 3 readings of whole periods, 2 new or changed",
		"SUSPECTED 01234567890123 Mairie Conso 2026-10: 72351.000 kWh -> 112.000 kWh (DEFINITIVE_LOST)", "2 readings of whole periods", "1 question is open"} {
		require.Contains(t, r.err, line)
	}
	require.NotContains(t, s.Requests("importCurves")[0].Body, "acceptSuspected")
	pmoctl("curve", "import", data, "--operation", "ACC00000001", "--accept-suspected")
	require.Contains(t, s.Requests("importCurves")[1].Body, `name="acceptSuspected"`)
}

func TestCurveImportThatWaitsIsConfirmedOrUndone(t *testing.T) {
	const importID = "0199b0aa-0000-7000-8000-000000000012"
	s := signedIn(t, pmotest.Replies{
		"importCurves": pmotest.JSON(202, jobJSON("PENDING", "")),
		"getJob": pmotest.JSON(200, jobJSON("FAILURE", `,"errors":[{"key":"curve.suspectedLoss","detail":"Mairie"}],
			"result":{"dryRun":false,"points":96,"sites":[],"changedSites":1,"changedDays":31,"unchanged":false,`+suspectedMonth+`}`)),
		"confirmCurveImport": pmotest.JSON(202, jobJSON("PENDING", "")),
		"undoCurveImport":    pmotest.JSON(200, `{"id":"`+importID+`","status":"UNDONE","dryRun":false,"createdAt":"2026-11-20T09:00:00+01:00","files":[]}`),
	})
	data, _ := inverterFiles(t)
	r := pmoctl("curve", "import", data, "--operation", "ACC00000001", "--wait")
	require.Equal(t, 8, r.code, r.err)
	require.Contains(t, r.err, "72351.000 kWh -> 112.000 kWh")
	require.Contains(t, r.err, "curve confirm "+importID)
	require.Equal(t, 0, pmoctl("curve", "confirm", importID, "--operation", "ACC00000001").code)
	require.Len(t, s.Requests("confirmCurveImport"), 1)
	r = pmoctl("curve", "undo", importID, "--operation", "ACC00000001")
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, r.out, "UNDONE")
}
