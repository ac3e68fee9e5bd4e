package pmo_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/oapi-codegen/nullable"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/go/pmo"
	"github.com/openpmo/pmo/sdk/go/pmo/pmotest"
)

const (
	operationID = "0199b0aa-0000-7000-8000-00000000000a"
	jobID       = "0199b0aa-0000-7000-8000-00000000000b"
	userID      = "0199b0aa-0000-7000-8000-00000000000c"
)

func connect(t *testing.T, s *pmotest.Server) *pmo.ClientWithResponses {
	t.Helper()
	c, err := pmo.Connect(s.URL, pmo.WithToken("pmo_secret"), pmo.WithLanguage("nl-BE"))
	require.NoError(t, err)
	return c
}

func TestConnectTakesAddressesOfServers(t *testing.T) {
	for address, api := range map[string]string{
		"http://localhost:8080":         "http://localhost:8080/api/",
		"https://pmo.example.org/":      "https://pmo.example.org/api/",
		"https://pmo.example.org/api":   "https://pmo.example.org/api/",
		" https://example.org/energie ": "https://example.org/energie/api/",
	} {
		c, err := pmo.Connect(address)
		require.NoError(t, err, address)
		require.Equal(t, api, c.Server)
	}
	for _, address := range []string{"", "localhost:8080", "pmo.example.org", "ftp://example.org", "https://u:p@example.org", "https://example.org?x=1"} {
		_, err := pmo.Connect(address)
		require.Error(t, err, address)
	}
}

func TestRequestsCarryTokenAndLanguage(t *testing.T) {
	s := pmotest.New(t, pmotest.Replies{"listOperations": pmotest.JSON(200, `[]`)})
	operations, err := pmo.OK(connect(t, s).ListOperationsWithResponse(t.Context(), nil))
	require.NoError(t, err)
	require.Empty(t, *operations)
	header := s.Requests("listOperations")[0].Header
	require.Equal(t, "Bearer pmo_secret", header.Get("Authorization"))
	require.Equal(t, "nl-BE", header.Get("Accept-Language"))
}

func TestRefusalsAreProblems(t *testing.T) {
	s := pmotest.New(t, pmotest.Replies{
		"getOperation": pmotest.Problem(404, "operation.notFound", "Opération introuvable"),
		"deleteToken":  {{Status: 403, Body: `{"type":"x","title":"Forbidden","status":403,"key":"permission.denied","requestId":"r"}`}},
	})
	c := connect(t, s)
	_, err := pmo.OK(c.GetOperationWithResponse(t.Context(), operationID))
	require.EqualError(t, err, "Opération introuvable (operation.notFound)")
	require.True(t, pmo.HasKey(err, "operation.notFound"))
	require.Equal(t, http.StatusNotFound, pmo.StatusOf(err))

	err = pmo.Done(c.DeleteTokenWithResponse(t.Context(), jobID))
	require.EqualError(t, err, "Forbidden (permission.denied)")
}

func TestAnAnswerOutsideTheContractIsAnError(t *testing.T) {
	err := pmo.Refused(200, []byte("<html>  <body>Welcome</body></html>"))
	require.ErrorContains(t, err, "<html> <body>Welcome")
	require.Zero(t, pmo.StatusOf(err))
	require.EqualError(t, pmo.Refused(502, []byte("bad gateway")), "502 Bad Gateway")
}

func TestSignInMakesATokenAndLeavesNoSession(t *testing.T) {
	s := pmotest.New(t, pmotest.Replies{
		"login":       {{Status: 200, Body: `{"success":true,"role":"organizer"}`, Header: map[string]string{"Set-Cookie": "pmo_session=abc; Path=/; HttpOnly"}}},
		"createToken": pmotest.JSON(201, `{"id":"`+jobID+`","name":"pmoctl@host","scopes":[],"createdAt":"2026-11-20T08:00:00+01:00","secret":"pmo_new"}`),
		"logout":      {{Status: 204}},
	})
	token, err := pmo.SignIn(t.Context(), s.URL, "a@b.fr", "secret", "pmoctl@host")
	require.NoError(t, err)
	require.Equal(t, "pmo_new", *token.Secret)
	require.Equal(t, "pmo_session=abc", s.Requests("createToken")[0].Header.Get("Cookie"))
	require.Len(t, s.Requests("logout"), 1)
}

func TestSignInTellsTheRefusal(t *testing.T) {
	s := pmotest.New(t, pmotest.Replies{"login": pmotest.Problem(401, "login.invalid", "Utilisateur inconnu ou mot de passe incorrect")})
	_, err := pmo.SignIn(t.Context(), s.URL, "a@b.fr", "wrong", "x")
	require.True(t, pmo.HasKey(err, "login.invalid"), err)
}

func TestSignInAsksForACodeWhenTheServerDoes(t *testing.T) {
	s := pmotest.New(t, pmotest.Replies{
		"login":       append(pmotest.Problem(401, "login.codeRequired", "Saisissez le code"), pmotest.JSON(200, `{"success":true,"role":"organizer"}`)...),
		"createToken": pmotest.JSON(201, `{"id":"`+jobID+`","name":"x","scopes":[],"createdAt":"2026-11-20T08:00:00+01:00","secret":"pmo_new"}`),
		"logout":      {{Status: 204}},
	})
	asked := 0
	code := func(context.Context) (string, error) { asked++; return "123456", nil }
	_, err := pmo.SignInWithCode(t.Context(), s.URL, "a@b.fr", "secret", code, "x")
	require.NoError(t, err)
	require.Equal(t, 1, asked)
	require.JSONEq(t, `{"email":"a@b.fr","password":"secret","code":"123456"}`, string(s.Requests("login")[1].Body))
}

func participant(n int) string {
	return fmt.Sprintf(`{"id":"0199b0aa-0000-7000-8000-0000000001%02d","operationId":"%s","name":"Site %d","energyType":"consumer","dsoId":"991000000000%02d","status":"up","activationRange":{},"entryDateKnown":true,"isProsumer":false,"mayLeave":true,"dsoDetails":{"name":"Site","folder_status":"up","account_status":"NONE"}}`, n, operationID, n, n)
}

func TestPagesFollowTheCursor(t *testing.T) {
	s := pmotest.New(t, pmotest.Replies{"listOperationParticipants": {
		{Status: 200, Body: "[" + participant(1) + "," + participant(2) + "]", Header: map[string]string{"Next-Cursor": "b2Zm", "Total-Count": "3"}},
		{Status: 200, Body: "[" + participant(3) + "]", Header: map[string]string{"Total-Count": "3"}},
	}})
	rows, raw, err := pmo.Collect(connect(t, s).OperationParticipants(t.Context(), operationID, pmo.ListOperationParticipantsParams{}))
	require.NoError(t, err)
	require.Len(t, rows, 3)
	require.JSONEq(t, "["+participant(1)+","+participant(2)+","+participant(3)+"]", string(raw))
	requests := s.Requests("")
	require.Contains(t, requests[0].URL, "limit=1000")
	require.Contains(t, requests[1].URL, "cursor=b2Zm")
}

func TestPagesStopAtARefusal(t *testing.T) {
	s := pmotest.New(t, pmotest.Replies{"listOperationParticipants": append(
		[]pmotest.Reply{{Status: 200, Body: "[" + participant(1) + "]", Header: map[string]string{"Next-Cursor": "x"}}},
		pmotest.Problem(400, "cursor.invalid", "no")...)})
	var names []string
	var last error
	for row, err := range pmo.Rows(connect(t, s).OperationParticipants(t.Context(), operationID, pmo.ListOperationParticipantsParams{})) {
		if last = err; err == nil {
			names = append(names, row.Name)
		}
	}
	require.Equal(t, []string{"Site 1"}, names)
	require.True(t, pmo.HasKey(last, "cursor.invalid"))
}

func TestPagesDoNotTurnInCircles(t *testing.T) {
	s := pmotest.New(t, pmotest.Replies{"listOperationParticipants": {{Status: 200, Body: "[]", Header: map[string]string{"Next-Cursor": "x"}}}})
	_, _, err := pmo.Collect(connect(t, s).OperationParticipants(t.Context(), operationID, pmo.ListOperationParticipantsParams{}))
	require.ErrorContains(t, err, "same page")
}

func TestAdminUsersFollowTheRange(t *testing.T) {
	user := `{"id":"` + userID + `","email":"a@b.fr","role":"admin","initialized":true,"active":true,"version":1,"createdAt":"2026-11-20T08:00:00+01:00"}`
	s := pmotest.New(t, pmotest.Replies{"listAdminUsers": {
		{Status: 200, Body: "[" + user + "," + user + "]", Header: map[string]string{"Content-Range": "users 0-1/3"}},
		{Status: 200, Body: "[" + user + "]", Header: map[string]string{"Content-Range": "users 2-2/3"}},
	}})
	rows, _, err := pmo.Collect(connect(t, s).AdminUsers(t.Context(), pmo.ListAdminUsersParams{}))
	require.NoError(t, err)
	require.Len(t, rows, 3)
	require.Contains(t, s.Requests("")[1].URL, "range=%5B2%2C1001%5D")
}

func job(status, rest string) pmotest.Reply {
	return pmotest.Reply{Status: 200, Body: `{"id":"` + jobID + `","kind":"curveImport","status":"` + status +
		`","progress":{"pending":0,"success":0,"failure":0,"total":0},"createdAt":"2026-11-20T08:00:00+01:00"` + rest + `}`}
}

func TestWaitJobPollsUntilTheEndAndForgivesPauses(t *testing.T) {
	s := pmotest.New(t, pmotest.Replies{"getJob": {
		job("PENDING", ""),
		pmotest.Problem(503, "service.unavailable", "later")[0],
		job("SUCCESS", `,"result":{"dryRun":false,"points":9007199254740993,"sites":[],"changedSites":1,"changedDays":1,"unchanged":false}`),
	}})
	var seen []pmo.JobStatus
	r, err := connect(t, s).WaitJob(t.Context(), jobID, pmo.Wait{First: time.Microsecond, Each: func(s pmo.JobStatus, _ pmo.Progress) { seen = append(seen, s) }})
	require.NoError(t, err)
	require.Equal(t, []pmo.JobStatus{pmo.JobStatusPENDING, pmo.JobStatusSUCCESS}, seen)
	result, err := r.CurveImportResult()
	require.NoError(t, err)
	require.EqualValues(t, 9007199254740993, result.Points, "energies and counts past 2^53 are exact")
}

func TestWaitJobGivesUp(t *testing.T) {
	s := pmotest.New(t, pmotest.Replies{"getJob": pmotest.Problem(503, "service.unavailable", "later")})
	_, err := connect(t, s).WaitJob(t.Context(), jobID, pmo.Wait{First: time.Microsecond, Most: time.Microsecond})
	require.Equal(t, 503, pmo.StatusOf(err))
	require.Len(t, s.Requests("getJob"), 5)

	s = pmotest.New(t, pmotest.Replies{"getJob": pmotest.Problem(404, "job.notFound", "no")})
	_, err = connect(t, s).WaitJob(t.Context(), jobID, pmo.Wait{})
	require.Equal(t, 404, pmo.StatusOf(err))
	require.Len(t, s.Requests("getJob"), 1)
}

func TestWaitJobEndsWithItsContext(t *testing.T) {
	s := pmotest.New(t, pmotest.Replies{"getJob": {job("PENDING", "")}})
	ctx, cancel := context.WithCancel(t.Context())
	_, err := connect(t, s).WaitJob(ctx, jobID, pmo.Wait{Each: func(pmo.JobStatus, pmo.Progress) { cancel() }})
	require.ErrorIs(t, err, context.Canceled)
}

func TestFilesStreamWhatIsOnDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "CDC_ACC1_202610_1.csv")
	require.NoError(t, os.WriteFile(path, []byte("prm;nature\n"), 0o600))
	s := pmotest.New(t, pmotest.Replies{"importCurves": {{Status: 202, Body: job("PENDING", "").Body}}})
	contentType, body := pmo.Files("files", []string{path}, pmo.Part{Name: "dryRun", Value: "true"})
	_, err := pmo.Accepted(connect(t, s).ImportCurvesWithBodyWithResponse(t.Context(), operationID, nil, contentType, body))
	require.NoError(t, err)
	sent := s.Requests("importCurves")[0].Body
	require.Less(t, strings.Index(sent, `name="dryRun"`), strings.Index(sent, `name="files"; filename="CDC_ACC1_202610_1.csv"`))
	require.Contains(t, sent, "prm;nature\n")
}

func TestAFileThatIsNotThereEndsTheCall(t *testing.T) {
	_, body := pmo.Files("files", []string{filepath.Join(t.TempDir(), "absent.csv")})
	_, err := body.Read(make([]byte, 10))
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestParametersGoWhereTheContractWantsThem(t *testing.T) {
	s := pmotest.New(t, pmotest.Replies{
		"listOperationInvoices": pmotest.JSON(200, `[]`),
		"updateAccountInfo":     pmotest.Problem(412, "object.changed", "Modifié"),
	})
	c := connect(t, s)
	_, err := pmo.OK(c.ListOperationInvoicesWithResponse(t.Context(), operationID, &pmo.ListOperationInvoicesParams{
		Status: &[]pmo.InvoiceStatus{"DRAFT", "FINALIZED"}, Q: new("a & b"), Limit: new(5)}))
	require.NoError(t, err)
	sentTo, err := url.Parse(s.Requests("listOperationInvoices")[0].URL)
	require.NoError(t, err)
	query := sentTo.Query()
	require.Equal(t, "DRAFT,FINALIZED", query.Get("status"), "several values by comma")
	require.Equal(t, "a & b", query.Get("q"))
	require.Equal(t, "5", query.Get("limit"))
	require.Len(t, query, 3, "what is nil is left out")

	answer, err := c.UpdateAccountInfoWithResponse(t.Context(), userID, &pmo.UpdateAccountInfoParams{IfMatch: new(`"7"`)}, pmo.AccountInfoUpdate{Firstname: nullable.NewNullableWithValue("Ana")})
	require.NoError(t, err)
	require.Nil(t, answer.JSON200)
	require.Equal(t, "object.changed", answer.Problem.Key)
	sent := s.Requests("updateAccountInfo")[0]
	require.Equal(t, `"7"`, sent.Header.Get("If-Match"))
	require.Equal(t, "application/json", sent.Header.Get("Content-Type"))
	require.JSONEq(t, `{"firstname":"Ana"}`, sent.Body)
}
