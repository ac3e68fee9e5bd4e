package apptest_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

// papers are made for two sites, one is signed with a copy, one refused.
func (v *tour) papers() {
	v.Helper()
	base := "/operations/" + v.enedis + "/papers"
	sites := v.consumers[v.enedis]
	made := v.do(v.organizer, http.MethodPost, base, map[string]any{"kind": "PARTICIPATION_AGREEMENT", "participantIds": []any{sites[0].id, sites[1].id}}).List()
	require.Len(v, made, 2)
	v.has(made[0], "id", "participantId", "participantName", "kind", "status", "language", "lacks", "madeAt")
	one := base + "/" + made[0]["id"].(string)
	require.True(v, strings.HasPrefix(string(v.get(v.organizer, one+"/download").Body), "%PDF-"))
	require.Equal(v, "paper.unsigned", v.organizer.Get(one+"/download?signed=true").Key())
	signed := v.organizer.Upload(one+"/signature", "file", paper("Signée.pdf", "%PDF-1.7 signed"), map[string]string{"signedOn": "2026-11-02", "signedBy": "Anne Martin"})
	v.seen(http.MethodPost, one+"/signature", signed)
	require.Equal(v, []any{"SIGNED", "Anne Martin", "2026-11-02"}, []any{signed.Map()["status"], signed.Map()["signedBy"], signed.Map()["signedOn"]})
	v.differ(v.organizer, one+"/download", "signed", "", "true")
	require.Equal(v, "paper.closed", v.organizer.Upload(one+"/signature", "file", paper("Signée.pdf", "%PDF-1.7 signed"), map[string]string{"signedOn": "2026-11-02", "signedBy": "Anne Martin"}).Key())
	require.Contains(v, v.organizer.Upload(one+"/signature", "file", paper("Signée.pdf", "%PDF-1.7"), map[string]string{"signedBy": "Anne Martin"}).Keys(), "field.required")
	other := base + "/" + made[1]["id"].(string)
	padded := v.organizer.Upload(other+"/signature", "file", paper("Signée.pdf", "%PDF-1.7"), map[string]string{"signedBy": "Anne Martin" + strings.Repeat(" ", 1024) + "et Paul", "signedOn": "2026-11-02"})
	require.Contains(v, padded.Keys(), "field.tooLong", "nothing of a name is cut")
	require.Contains(v, v.organizer.Upload(other+"/signature", "file", paper("Signée.pdf", "%PDF-1.7"), map[string]string{"signedBy": "Anne Martin", "signedOn": "2026-11-21"}).Keys(), "paper.day")
	require.Contains(v, v.organizer.Upload(other+"/signature", "file", paper("Signée.pdf", "<script>"), map[string]string{"signedBy": "Anne Martin", "signedOn": "2026-11-02"}).Keys(), "paper.file")
	require.Equal(v, "paper.noRefusal", v.organizer.Post(other+"/refusal", map[string]any{"refusedOn": "2026-11-02"}).Key())
	require.Equal(v, "paper.noReader", v.organizer.Post(other+"/mail/send", nil).Key())
	notice := v.do(v.organizer, http.MethodPost, base, map[string]any{"kind": "TENANT_NOTICE", "participantIds": []any{sites[0].id}, "noticeDate": "2026-10-01", "refusalUntil": "2026-11-30"}).List()
	v.has(notice[0], "noticeDate", "refusalUntil")
	refused := v.do(v.organizer, http.MethodPost, base+"/"+notice[0]["id"].(string)+"/refusal", map[string]any{"refusedOn": "2026-11-02", "note": "Par courrier"}).Map()
	require.Equal(v, []any{"REFUSED", "2026-11-02", "Par courrier"}, []any{refused["status"], refused["refusedOn"], refused["note"]})
	require.Len(v, v.get(v.organizer, base).List(), 3)
	v.differ(v.organizer, base, "participantId", "", sites[1].id)
	v.differ(v.organizer, base, "ids", made[0]["id"].(string), made[1]["id"].(string))
	v.ownPapers()
	require.Equal(v, http.StatusForbidden, v.participant.Get(base).Status)
	require.Equal(v, "paper.side", v.organizer.Post(base, map[string]any{"kind": "BILLING_MANDATE", "participantIds": []any{sites[0].id}}).Keys()[0])
}

// ownPapers are read, signed and refused by a participant for its own site.
func (v *tour) ownPapers() {
	v.Helper()
	site := v.get(v.participant, "/participants/by-jwt").List()[0]["participant"].(map[string]any)
	own := site["id"].(string)
	base := "/operations/" + site["operationId"].(string) + "/papers"
	made := v.do(v.organizer, http.MethodPost, base, map[string]any{"kind": "PARTICIPATION_AGREEMENT", "participantIds": []any{own}}).List()
	notice := v.do(v.organizer, http.MethodPost, base, map[string]any{"kind": "TENANT_NOTICE", "participantIds": []any{own}, "noticeDate": "2026-10-01", "refusalUntil": "2026-11-30"}).List()
	waiting := base + "/" + made[0]["id"].(string)
	v.has(v.get(v.organizer, waiting+"/mails").List()[0], "id", "kind", "email", "askedAt", "askedBy", "status")
	require.Equal(v, "paper.mailRecent", v.organizer.Post(waiting+"/mail/send", nil).Key())
	require.Eventually(v, func() bool { return v.get(v.organizer, waiting+"/mails").List()[0]["status"] == "SENT" }, 5*time.Minute, 50*time.Millisecond)
	db, err := pgx.Connect(v.Context(), v.server.DatabaseURL)
	require.NoError(v, err)
	defer db.Close(v.Context())
	_, err = db.Exec(v.Context(), "update paper_mails set asked_at = asked_at - interval '2 hours' where paper_id = $1", made[0]["id"])
	require.NoError(v, err)
	require.Equal(v, "AGAIN", v.do(v.organizer, http.MethodPost, waiting+"/mail/send", nil).Map()["kind"])
	v.page(v.organizer, waiting+"/mails")
	v.has(v.get(v.organizer, base+"?participantId="+own).List()[1], "lastMail")
	at := "/participants/" + own + "/papers"
	require.GreaterOrEqual(v, len(v.get(v.participant, at).List()), 2)
	v.page(v.participant, at)
	one := at + "/" + made[0]["id"].(string)
	require.True(v, strings.HasPrefix(string(v.get(v.participant, one+"/download").Body), "%PDF-"))
	signed := v.participant.Upload(one+"/signature", "file", paper("Signée.pdf", "%PDF-1.7 own"), map[string]string{"signedOn": "2026-11-02", "signedBy": "Camille Leroy"})
	v.seen(http.MethodPost, one+"/signature", signed)
	require.Equal(v, []any{"SIGNED", "PARTICIPANT"}, []any{signed.Map()["status"], signed.Map()["filedBy"]})
	v.differ(v.participant, one+"/download", "signed", "", "true")
	over := v.organizer.Post(base, map[string]any{"kind": "TENANT_NOTICE", "participantIds": []any{own}, "noticeDate": "2026-10-01", "refusalUntil": "2026-11-01"}).List()
	late := v.participant.Post(at+"/"+over[0]["id"].(string)+"/refusal", map[string]any{"refusedOn": "2026-11-03"})
	refusedIn(v.T, refusedRule{rule: "a tenant too late", key: "paper.refusalLate", field: "refusedOn"}, late)
	refused := v.do(v.participant, http.MethodPost, at+"/"+notice[0]["id"].(string)+"/refusal", map[string]any{"refusedOn": "2026-11-03"}).Map()
	require.Equal(v, []any{"REFUSED", "PARTICIPANT"}, []any{refused["status"], refused["filedBy"]})
}

// aPaper waits for the signature of the consumer.
func aPaper(t *testing.T, x stranger, ids map[string]string) {
	t.Helper()
	papers := x.organizer.Post("/operations/"+ids["operationId"]+"/papers", map[string]any{"kind": "PARTICIPATION_AGREEMENT", "participantIds": []any{ids["consumerId"]}})
	require.Equal(t, http.StatusOK, papers.Status, "%s", papers.Body)
	ids["paperId"] = papers.List()[0]["id"].(string)
}

var _ = ofStranger(aPaper)
