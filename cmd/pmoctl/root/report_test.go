package root

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/go/pmo/pmotest"
)

// TestReport: files are saved under the names that the server gives, links are made, listed and ended, and a
// mailing is waited for.
func TestReport(t *testing.T) {
	file := pmotest.Reply{Status: 200, Header: map[string]string{"Content-Type": "application/octet-stream", "Content-Disposition": "attachment; filename=rapport-ecole-2026-10.pdf"}, Body: "%PDF-1.7"}
	link := `{"id":"` + otherID + `","period":"2026-10","startDate":"2026-10-01","endDate":"2026-10-31","url":"/api/report-links/x","createdAt":"` + instant + `","expiresAt":"2027-01-01T00:00:00+01:00","downloadsNumber":3,"mailed":false}`
	s := signedIn(t, pmotest.Replies{"downloadParticipantReport": {file}, "downloadOperationReport": {file}, "createParticipantReportLink": pmotest.JSON(201, link),
		"listParticipantReportLinks": pmotest.JSON(200, "["+link+"]"), "revokeParticipantReportLink": {{Status: 204}}, "sendParticipantReports": pmotest.JSON(202, `{"jobId":"`+jobID+`"}`),
		"getJob": pmotest.JSON(200, `{"id":"`+jobID+`","kind":"reportSend","status":"SUCCESS","progress":{"pending":0,"success":1,"failure":0,"total":1},"createdAt":"`+instant+`","result":{"mailed":1,"unreached":[],"failed":[]}}`)})
	at := func(words ...string) []string {
		return append(append([]string{"report"}, words...), "--operation", "ACC00000001")
	}
	for _, words := range [][]string{{"participant", consumerPRM, "--period", "2026-10"}, {"operation", "--period", "2026"}} {
		dir := t.TempDir()
		r := pmoctl(at(append(words, "--dir", dir)...)...)
		require.Equal(t, 0, r.code, r.err)
		content, err := os.ReadFile(filepath.Join(dir, "rapport-ecole-2026-10.pdf"))
		require.NoError(t, err)
		require.Equal(t, "%PDF-1.7", string(content))
	}
	require.Contains(t, s.Requests("downloadParticipantReport")[0].URL, "period=2026-10")
	r := pmoctl(at("link", consumerPRM, "--period", "2026-10", "--until", "2026-12-31", "-o", "csv")...)
	require.Contains(t, r.out, "2026-10,2027-01-01 00:00:00,no,3,no,/api/report-links/x", r.err)
	require.JSONEq(t, `{"period":"2026-10","lastDay":"2026-12-31"}`, s.Requests("createParticipantReportLink")[0].Body)
	require.Contains(t, pmoctl(at("links", consumerPRM, "-o", "csv")...).out, otherID)
	require.Equal(t, 0, pmoctl(at("unlink", consumerPRM, otherID, "--yes")...).code)
	r = pmoctl(at("send", "--period", "2026-10", "--participant", consumerPRM, "--wait")...)
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, `{"period":"2026-10","participantIds":["`+consumerID+`"]}`, s.Requests("sendParticipantReports")[0].Body)
	require.Equal(t, 2, pmoctl(at("operation")...).code, "a period is needed")
}
