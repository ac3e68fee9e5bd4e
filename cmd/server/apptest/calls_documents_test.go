package apptest_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

func paper(name, content string) []apptest.File {
	return []apptest.File{{Name: name, Content: []byte(content)}}
}

// documents is a folder with a document of two versions, shared, linked, moved, trashed and purged.
func (v *tour) documents() {
	v.Helper()
	own := v.get(v.participant, "/participants/by-jwt").List()[0]
	site := own["participant"].(map[string]any)
	base := "/operations/" + own["operation"].(map[string]any)["id"].(string)
	docs := base + "/documents"
	folder := v.created(base+"/folders", map[string]any{"name": "Conventions"})
	v.has(folder, "id", "kind", "name", "path", "changedAt", "author")
	kept := v.organizer.Upload(docs, "files", paper("Convention.pdf", "%PDF-1.7 one"), map[string]string{"folderId": folder["id"].(string)})
	v.seen(http.MethodPost, docs, kept)
	require.Equal(v, "CREATED", kept.List()[0]["outcome"])
	again := v.organizer.Upload(docs, "files", paper("Convention.pdf", "%PDF-1.7 two"), map[string]string{"folderId": folder["id"].(string)})
	require.Equal(v, "VERSION_ADDED", again.List()[0]["outcome"])
	document := again.List()[0]["document"].(map[string]any)
	v.has(document, "id", "kind", "name", "folderId", "path", "changedAt", "author", "size", "contentType", "version")
	path := docs + "/" + document["id"].(string)
	detail := v.get(v.organizer, path).Map()
	require.Len(v, detail["versions"], 2)
	v.has(detail["versions"].([]any)[0].(map[string]any), "version", "size", "contentType", "addedAt", "author", "sha256")

	v.differ(v.organizer, docs, "folderId", "", "top")
	v.differ(v.organizer, docs, "q", "", "conventions")
	v.differ(v.organizer, path+"/download", "version", "", "1")
	v.differ(v.organizer, path+"/preview", "version", "", "1")
	shown := v.get(v.organizer, path+"/preview")
	require.Equal(v, []any{"application/pdf", "nosniff", "SAMEORIGIN", "script-src 'none'; frame-ancestors 'self'"}, []any{shown.Header.Get("Content-Type"),
		shown.Header.Get("X-Content-Type-Options"), shown.Header.Get("X-Frame-Options"), shown.Header.Get("Content-Security-Policy")})
	read := v.get(v.organizer, path+"/download")
	require.Equal(v, []any{"%PDF-1.7 two", "application/octet-stream", "nosniff"}, []any{string(read.Body), read.Header.Get("Content-Type"), read.Header.Get("X-Content-Type-Options")})
	require.Contains(v, read.Header.Get("Content-Disposition"), "attachment")
	archive := docs + "/download-zip"
	packed := v.get(v.organizer, query(archive, "documentIds", folder["id"].(string)))
	v.mark(http.MethodGet, archive, "documentIds")
	files, err := zip.NewReader(bytes.NewReader(packed.Body), int64(len(packed.Body)))
	require.NoError(v, err)
	require.Equal(v, "Conventions/Convention.pdf", files.File[0].Name)

	require.Equal(v, http.StatusNotFound, v.participant.Get(path+"/download").Status)
	sharing := v.do(v.organizer, http.MethodPost, docs+"/"+folder["id"].(string)+"/shares", map[string]any{"participantIds": []any{site["id"]}}).Map()
	share := sharing["shares"].([]any)[0].(map[string]any)
	v.has(share, "id", "documentId", "participantId", "participantName", "sharedAt")
	require.Len(v, v.get(v.organizer, path+"/shares").Map()["inherited"], 1)
	seen := v.get(v.participant, docs).List()
	require.Len(v, seen, 2)
	require.NotContains(v, fmt.Sprint(seen), "author")
	v.get(v.participant, path+"/download")
	v.do(v.organizer, http.MethodDelete, docs+"/"+folder["id"].(string)+"/shares/"+share["id"].(string), nil)
	require.Empty(v, v.get(v.participant, docs).List())

	link := v.do(v.organizer, http.MethodPost, path+"/links", map[string]any{"lastDay": "2026-12-31"}).Map()
	v.has(link, "id", "url", "createdAt", "expiresAt")
	public := strings.TrimPrefix(link["url"].(string), "/api")
	require.Equal(v, "%PDF-1.7 two", string(v.get(v.server.Anonymous(), public).Body))
	v.do(v.organizer, http.MethodDelete, path+"/links/"+link["id"].(string), nil)
	require.Equal(v, "documents.linkOver", v.server.Anonymous().Get(public).Key())

	moved := v.do(v.organizer, http.MethodPut, path, map[string]any{"name": "Signée.pdf", "folderId": "top"}).Map()
	require.NotContains(v, moved, "folderId")
	v.do(v.organizer, http.MethodDelete, path, nil)
	v.differ(v.organizer, docs, "trashed", "false", "true")
	v.do(v.organizer, http.MethodPost, path+"/restore", map[string]any{"folderId": folder["id"]})
	v.do(v.organizer, http.MethodDelete, path, nil)
	v.do(v.organizer, http.MethodPost, path+"/purge", nil)
	v.do(v.organizer, http.MethodDelete, docs+"/"+folder["id"].(string), nil)
	require.EqualValues(v, 1, v.do(v.organizer, http.MethodPost, docs+"/empty-trash", nil).Map()["removedNumber"])
}

// TestDocumentsAreRefusedByTheirKeys: what a client may do wrong with files, folders and shares.
func TestDocumentsAreRefusedByTheirKeys(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	o, p := s.As("organizer@demo.pmo"), s.As("participant@demo.pmo")
	op := p.Get("/participants/by-jwt").List()[0]["operation"].(map[string]any)["id"].(string)
	base := "/operations/" + op
	docs := base + "/documents"
	many := make([]apptest.File, 16)
	for n := range many {
		many[n] = paper(fmt.Sprintf("%02d.txt", n), "x")[0]
	}
	keys := func(r apptest.Reply) []string { return r.Keys() }
	require.Contains(t, keys(o.Upload(docs, "files", many, nil)), "documents.count")
	require.Equal(t, http.StatusOK, o.Upload(docs, "files", many[:15], nil).Status)
	require.Subset(t, keys(o.Upload(docs, "files", paper("a.html", "<script>"), nil)), []string{"documents.upload", "documents.type"})
	require.Contains(t, keys(o.Upload(docs, "files", paper("a.pdf", "<script>"), nil)), "documents.type")
	require.Contains(t, keys(o.Upload(docs, "files", paper("empty.txt", ""), nil)), "documents.empty")
	require.Contains(t, keys(o.Upload(docs, "files", paper("a.txt", "x"), map[string]string{"folderId": nobodysID})), "documents.folderUnknown")
	require.Contains(t, keys(o.Upload(docs, "files", paper("a.txt", "x"), map[string]string{"folderId": "nowhere"})), "id.invalid")
	var ids []string
	for level := range 6 {
		body := map[string]any{"name": fmt.Sprint("niveau ", level)}
		if level > 0 {
			body["folderId"] = ids[level-1]
		}
		made := o.Post(base+"/folders", body)
		if level == 5 {
			require.Equal(t, []any{http.StatusBadRequest, "documents.tooDeep"}, []any{made.Status, made.Key()})
			break
		}
		require.Equal(t, http.StatusCreated, made.Status, "%s", made.Body)
		ids = append(ids, made.Map()["id"].(string))
	}
	require.Equal(t, "documents.nameTaken", o.Post(base+"/folders", map[string]any{"name": "NIVEAU 0"}).Key())
	require.Contains(t, keys(o.Post(base+"/folders", map[string]any{"name": "a/b"})), "documents.name")
	require.Equal(t, "documents.cycle", o.Put(docs+"/"+ids[0], map[string]any{"folderId": ids[3]}).Key())
	file := o.Get(query(docs, "q", "00.txt")).List()[0]["id"].(string)
	require.Equal(t, "documents.noPreview", o.Get(docs+"/"+file+"/preview").Key())
	require.Equal(t, "documents.extension", o.Put(docs+"/"+file, map[string]any{"name": "00.pdf"}).Key())
	require.Equal(t, "documents.nameTaken", o.Put(docs+"/"+file, map[string]any{"name": "01.txt"}).Key())
	require.Equal(t, "documents.siteUnknown", o.Post(docs+"/"+file+"/shares", map[string]any{"participantIds": []any{nobodysID}}).Key())
	require.Equal(t, "documents.nobody", o.Post(docs+"/"+file+"/shares", map[string]any{}).Key())
	require.Equal(t, "documents.linkEnd", o.Post(docs+"/"+file+"/links", map[string]any{"lastDay": "2026-11-19"}).Key())
	require.Equal(t, "documents.noDocument", o.Post(docs+"/"+ids[0]+"/links", map[string]any{"lastDay": "2026-11-20"}).Key())
	require.Contains(t, keys(o.Upload(docs, "files", append(paper("a.txt", "x"), paper("A.TXT", "y")...), nil)), "documents.twice")
	for range 20 {
		require.Equal(t, http.StatusCreated, o.Post(docs+"/"+file+"/links", map[string]any{"lastDay": "2026-11-20"}).Status)
	}
	require.Equal(t, "documents.links", o.Post(docs+"/"+file+"/links", map[string]any{"lastDay": "2026-11-20"}).Key())
	require.Equal(t, "documents.notTrashed", o.Post(docs+"/"+file+"/purge", nil).Key())
	for _, path := range []string{"", "/download"} {
		require.Equal(t, []any{http.StatusNotFound, "notFound"}, []any{p.Get(docs + "/" + file + path).Status, p.Get(docs + "/" + file + path).Key()})
	}
	require.Equal(t, "forbidden", p.Get(query(docs, "trashed", "true")).Key())
	require.Equal(t, "forbidden", p.Upload(docs, "files", paper("a.txt", "x"), nil).Key())
	require.Equal(t, "documents.linkOver", s.Anonymous().Get("/document-links/"+strings.Repeat("A", 43)).Key())
}

// TestAnArchiveIsWhole: many documents in folders, each with its content.
func TestAnArchiveIsWhole(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	o := s.As("organizer@demo.pmo")
	base := "/operations/" + o.Operation("ACC00000001")
	folder := o.Post(base+"/folders", map[string]any{"name": "Été"}).Map()["id"].(string)
	for n := range 3 {
		name := fmt.Sprintf("%d.txt", n)
		require.Equal(t, http.StatusOK, o.Upload(base+"/documents", "files", paper(name, name), map[string]string{"folderId": folder}).Status)
	}
	body := o.Get(query(base+"/documents/download-zip", "documentIds", folder)).Body
	read, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	require.NoError(t, err)
	require.Len(t, read.File, 3)
	for _, f := range read.File {
		content, err := f.Open()
		require.NoError(t, err)
		text, err := io.ReadAll(content)
		require.NoError(t, err)
		require.Equal(t, "Été/"+string(text), f.Name)
	}
}
