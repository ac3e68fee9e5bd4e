package apptest_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// communication is a message with a file to all of an operation, and one of it again.
func (v *tour) communication() {
	v.Helper()
	base := "/operations/" + v.val + "/communication"
	everybody, consumers := v.differ(v.organizer, base+"/recipients", "group", "", "consumers")
	require.Less(v, len(consumers.List()), len(everybody.List()))
	all := everybody.List()
	v.has(all[0], "id", "name", "kind", "groups", "reach", "language")
	v.differ(v.organizer, base+"/recipients", "q", "", strings.Fields(all[0]["name"].(string))[0])
	draft := map[string]any{"subject": "Assemblée générale", "body": "Bonjour,\n\nL’assemblée a lieu le 12 décembre."}
	shown := v.do(v.organizer, http.MethodPost, base+"/preview", draft).Map()
	v.has(shown, "subject", "text", "html")
	require.NotContains(v, shown["html"], "<script")
	kept := v.organizer.Upload(base+"/attachments", "file", []apptest.File{{Name: "ordre.pdf", Content: []byte("%PDF-1.7 ordre du jour")}}, nil)
	v.seen(http.MethodPost, base+"/attachments", kept)
	file := kept.Map()
	attach := func(files ...apptest.File) []string {
		return v.organizer.Upload(base+"/attachments", "file", files, nil).Keys()
	}
	require.Contains(v, attach(apptest.File{Name: "ordre.exe", Content: []byte("MZ")}), "communication.attachmentType")
	require.Contains(v, attach(apptest.File{Name: "a:b.pdf", Content: []byte("%PDF-1.7 x")}), "communication.attachmentName")
	require.Contains(v, attach(), "communication.attachmentCount")
	require.Contains(v, attach(apptest.File{Name: "ordre.pdf", Content: append([]byte("%PDF-1.7 "), make([]byte, 11<<20)...)}), "communication.attachmentSize")
	v.has(file, "id", "name", "size", "contentType")
	draft["operationId"], draft["recipients"], draft["attachments"] = v.val, idsOf(all), []any{map[string]any{"attachmentId": file["id"], "name": "Ordre du jour.pdf"}}
	report := v.do(v.organizer, http.MethodPost, "/communication/send", draft).Map()
	v.has(report, "id", "accepted", "rejected", "missing")
	accepted := report["accepted"].([]any)
	require.Len(v, all, len(accepted)+len(report["rejected"].([]any))+len(report["missing"].([]any)))
	listed := v.get(v.organizer, base+"/messages").List()
	v.has(listed[0], "id", "subject", "sentAt", "author", "counts", "attachmentsNumber")
	path := base + "/messages/" + report["id"].(string)
	require.Eventually(v, func() bool { return v.get(v.organizer, path).Map()["counts"].(map[string]any)["queued"].(float64) == 0 }, apptest.Patience, 20*time.Millisecond)
	one := v.get(v.organizer, path).Map()
	v.has(one, "id", "subject", "body", "sentAt", "author", "counts", "attachments", "deliveries", "unreached")
	again := path + "/recipients/" + accepted[0].(map[string]any)["id"].(string) + "/resend"
	v.has(v.do(v.organizer, http.MethodPost, again, nil).Map(), "id", "email", "status", "at")
}

func idsOf(rows []map[string]any) (out []any) {
	for _, row := range rows {
		out = append(out, row["id"])
	}
	return out
}

// TestAMessageArrives in the outbox of a server without a mail server, once an address, with its
// file, in the frame of the operation; Brussels has none.
func TestAMessageArrives(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	o, admin := s.As("organizer@demo.pmo"), s.As("admin@demo.pmo")
	val := o.Operation("ACC00000001")
	all := o.Get("/operations/" + val + "/communication/recipients").List()
	sent := o.Post("/communication/send", map[string]any{"operationId": val, "subject": "Réunion", "body": "Mardi à 18 h.", "recipients": idsOf(all)})
	require.Equal(t, http.StatusOK, sent.Status, "%s", sent.Body)
	addresses := map[string]bool{}
	for _, one := range sent.Map()["accepted"].([]any) {
		addresses[one.(map[string]any)["email"].(string)] = true
	}
	require.NotEmpty(t, addresses)
	mails := func() (got []map[string]any) {
		for _, m := range admin.Get("/admin/outbox").List() {
			if m["subject"] == "Réunion" {
				got = append(got, m)
			}
		}
		return got
	}
	require.Eventually(t, func() bool { return len(mails()) == len(addresses) }, apptest.Patience, 20*time.Millisecond)
	for _, m := range mails() {
		require.True(t, addresses[m["to"].(string)], "%v", m["to"])
	}
	whole := string(admin.Get("/admin/outbox/" + mails()[0]["id"].(string)).Body)
	require.Contains(t, whole, "Mardi à 18 h.")
	brussels := s.As("organizer-be@demo.pmo")
	reply := brussels.Get("/operations/" + brussels.Operation("BE00000001") + "/communication/messages")
	require.Equal(t, []any{http.StatusConflict, "featureNotAvailable"}, []any{reply.Status, reply.Keys()[0]})
}
