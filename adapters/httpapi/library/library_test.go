package library_test

import (
	"archive/zip"
	"bytes"
	"io"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi"
	"github.com/openpmo/pmo/adapters/httpapi/servertest"
	"github.com/openpmo/pmo/adapters/postgres/librarystore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/seal"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/library"
)

const pdf = "%PDF-1.7\n"

// shelf is a server that keeps documents of an operation with two sites.
type shelf struct {
	servertest.World
	world   *coretest.World
	kept    *coretest.Shelf
	at      string // the path of its documents
	folders string
}

func newShelf(t *testing.T) shelf {
	t.Helper()
	w, kept := coretest.New(t), &coretest.Shelf{Bytes: map[string][]byte{}}
	w.Site("École", "consumer", "")
	w.Site("Mairie", "consumer", "")
	links, err := seal.NewLinks(bytes.Repeat([]byte{7}, 32))
	require.NoError(t, err)
	service := library.New(library.Deps{Guard: w.Guard, Tx: w.DB, Now: w.Now, Entries: librarystore.NewEntries(w.DB, w.Now), Shares: librarystore.NewShares(w.DB),
		Operations: operationstore.NewOperations(w.DB), Documents: w.Keeping(kept), Signatures: links})
	operation := "/operations/" + string(w.Operation)
	s := shelf{servertest.Over(t, w, httpapi.Services{Library: service}), w, kept, operation + "/documents", operation + "/folders"}
	s.Callers["school"] = w.Account("École")
	return s
}

// folder makes a folder in another, "" = at the top.
func (s shelf) folder(t *testing.T, name, in string) string {
	t.Helper()
	body := `{"name":"` + name + `"}`
	if in != "" {
		body = `{"name":"` + name + `","folderId":"` + in + `"}`
	}
	made := s.Organizer("POST", s.folders, body)
	require.Equal(t, 201, made.StatusCode, made.One)
	return made.One["id"].(string)
}

// upload sends files to a folder, "" = to the top, and answers the ids of the documents.
func (s shelf) upload(t *testing.T, folder string, files ...servertest.Part) (ids []string) {
	t.Helper()
	parts := []servertest.Part{{Name: "folderId", Content: folder}}
	for _, f := range files {
		f.Name = "files"
		parts = append(parts, f)
	}
	sent := s.Form("organizer", s.at, parts)
	require.Equal(t, 200, sent.StatusCode, sent.One)
	for _, one := range sent.List {
		ids = append(ids, one["document"].(map[string]any)["id"].(string))
	}
	return ids
}

func (s shelf) names(t *testing.T, who, query string) (names []string) {
	t.Helper()
	listed := s.As(who, "GET", s.at+query, "")
	require.Equal(t, 200, listed.StatusCode, listed.One)
	for _, one := range listed.List {
		names = append(names, one["name"].(string))
	}
	return names
}

func refusal(t *testing.T, status int, key string, r servertest.Reply) map[string]any {
	t.Helper()
	require.Equal(t, status, r.StatusCode, r.Text)
	require.Equal(t, key, r.One["key"], r.Text)
	return r.One
}

func TestFoldersAndDocumentsOverHTTP(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	made := s.Organizer("POST", s.folders, `{"name":"Assemble\u0301es"}`)
	require.Equal(t, 201, made.StatusCode, made.One)
	statutes := made.One["id"].(string)
	require.Equal(t, "Assemblées", made.One["name"], "accents that were sent apart are put together")
	require.Equal(t, []string{`"1"`, "/api" + s.at + "/" + statutes}, []string{made.Header.Get("ETag"), made.Header.Get("Location")})
	inner := s.folder(t, "2026", statutes)

	sent := s.Form("organizer", s.at, []servertest.Part{{Name: "folderId", Content: inner}, {Name: "files", FileName: "proce\u0300s.pdf", Content: pdf}})
	require.Equal(t, 200, sent.StatusCode, sent.One)
	require.Equal(t, "CREATED", sent.List[0]["outcome"])
	document := sent.List[0]["document"].(map[string]any)["id"].(string)
	got := s.Organizer("GET", s.at+"/"+document, "")
	require.Equal(t, "procès.pdf", got.One["document"].(map[string]any)["name"])
	require.Equal(t, []any{map[string]any{"id": statutes, "name": "Assemblées"}, map[string]any{"id": inner, "name": "2026"}}, got.One["document"].(map[string]any)["path"])
	require.Equal(t, `"1"`, got.Header.Get("ETag"))
	require.Len(t, got.One["versions"], 1)

	require.Equal(t, []string{"Assemblées"}, s.names(t, "organizer", "?folderId=top"))
	require.Equal(t, []string{"2026"}, s.names(t, "organizer", "?folderId="+statutes))
	require.ElementsMatch(t, []string{"Assemblées", "2026", "procès.pdf"}, s.names(t, "organizer", ""))
	require.Equal(t, []string{"procès.pdf"}, s.names(t, "organizer", "?q=proc"))
	wrong := refusal(t, 400, "request.invalid", s.Organizer("GET", s.at+"?folderId=elsewhere", ""))
	require.Equal(t, "folderId", wrong["errors"].([]any)[0].(map[string]any)["field"])
	wrong = refusal(t, 400, "request.invalid", s.Form("organizer", s.at, []servertest.Part{{Name: "folderId", Content: "elsewhere"}, {Name: "files", FileName: "a.pdf", Content: pdf}}))
	require.Equal(t, "folderId", wrong["errors"].([]any)[0].(map[string]any)["field"])
	refusal(t, 403, "forbidden", s.As("observer", "POST", s.folders, `{"name":"X"}`))

	// A change says which one it changes: its name alone, its folder alone, the top.
	require.Equal(t, 200, s.Organizer("PUT", s.at+"/"+document, `{"name":"e\u0301tats.pdf"}`, "If-Match", `"1"`).StatusCode)
	moved := s.Organizer("PUT", s.at+"/"+document, `{"folderId":"`+statutes+`"}`, "If-Match", `"2"`)
	require.Equal(t, []any{200, "états.pdf", statutes, `"3"`}, []any{moved.StatusCode, moved.One["name"], moved.One["folderId"], moved.Header.Get("ETag")})
	top := s.Organizer("PUT", s.at+"/"+document, `{"folderId":"top"}`, "If-Match", `"3"`)
	require.Equal(t, 200, top.StatusCode, top.One)
	require.NotContains(t, top.One, "folderId")
	refusal(t, 412, "object.changed", s.Organizer("PUT", s.at+"/"+document, `{"folderId":"top"}`, "If-Match", `"3"`))
	refusal(t, 400, "request.invalid", s.Organizer("PUT", s.at+"/"+document, `{"folderId":"elsewhere"}`, "If-Match", `"4"`))
	refusal(t, 412, "object.changed", s.Organizer("DELETE", s.at+"/"+document, "", "If-Match", `"3"`))
}

func TestTheTrashOverHTTP(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	folder := s.folder(t, "Dossier", "")
	document := s.upload(t, folder, servertest.Part{FileName: "a.pdf", Content: pdf})[0]
	refusal(t, 409, "documents.notTrashed", s.Organizer("POST", s.at+"/"+document+"/purge", ""))
	require.Equal(t, 204, s.Organizer("DELETE", s.at+"/"+document, "", "If-Match", `"1"`).StatusCode)
	require.Empty(t, s.names(t, "organizer", "?folderId="+folder))
	require.Equal(t, []string{"a.pdf"}, s.names(t, "organizer", "?trashed=true"))
	require.NotContains(t, s.names(t, "organizer", "?trashed=false"), "a.pdf")
	restored := s.Organizer("POST", s.at+"/"+document+"/restore", `{"name":"e\u0301.pdf","folderId":"top"}`)
	require.Equal(t, 200, restored.StatusCode, restored.One)
	require.Equal(t, []any{"é.pdf", nil, `"3"`}, []any{restored.One["name"], restored.One["folderId"], restored.Header.Get("ETag")})
	refusal(t, 400, "request.invalid", s.Organizer("POST", s.at+"/"+document+"/restore", `{"folderId":"elsewhere"}`))
	require.Equal(t, 204, s.Organizer("DELETE", s.at+"/"+document, "", "If-Match", `"3"`).StatusCode)
	require.Equal(t, 204, s.Organizer("POST", s.at+"/"+document+"/purge", "").StatusCode)
	refusal(t, 404, "notFound", s.Organizer("GET", s.at+"/"+document, ""))
	require.Equal(t, 204, s.Organizer("DELETE", s.at+"/"+folder, "", "If-Match", `"1"`).StatusCode)
	emptied := s.Organizer("POST", s.at+"/empty-trash", "")
	require.Equal(t, map[string]any{"removedNumber": 1.0}, emptied.One)
	require.Empty(t, s.names(t, "organizer", "?trashed=true"))
}

func TestDownloadsOverHTTP(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	folder := s.folder(t, "Dossier", "")
	ids := s.upload(t, folder, servertest.Part{FileName: "état.pdf", Content: pdf}, servertest.Part{FileName: "b.txt", Content: "two"})
	document := ids[0]
	require.Equal(t, ids[:1], s.upload(t, folder, servertest.Part{FileName: "état.pdf", Content: pdf + "again"}), "a version of the same")

	saved := s.Organizer("GET", s.at+"/"+document+"/download", "")
	require.Equal(t, []any{200, pdf + "again", "application/octet-stream", "14"},
		[]any{saved.StatusCode, saved.Text, saved.Header.Get("Content-Type"), saved.Header.Get("Content-Length")})
	require.Contains(t, saved.Header.Get("Content-Disposition"), "attachment")
	require.Contains(t, saved.Header.Get("Content-Disposition"), url.PathEscape("état.pdf"))
	require.Equal(t, pdf, s.Organizer("GET", s.at+"/"+document+"/download?version=1", "").Text)
	refusal(t, 404, "notFound", s.Organizer("GET", s.at+"/"+document+"/download?version=3", ""))
	refusal(t, 400, "documents.noDocument", s.Organizer("GET", s.at+"/"+folder+"/download", ""))

	seen := s.Organizer("GET", s.at+"/"+document+"/preview", "")
	require.Equal(t, []any{200, pdf + "again", "application/pdf"}, []any{seen.StatusCode, seen.Text, seen.Header.Get("Content-Type")})
	require.True(t, strings.HasPrefix(seen.Header.Get("Content-Disposition"), "inline"))
	require.Equal(t, []string{"SAMEORIGIN", "script-src 'none'; frame-ancestors 'self'"}, []string{seen.Header.Get("X-Frame-Options"), seen.Header.Get("Content-Security-Policy")})
	require.Equal(t, pdf, s.Organizer("GET", s.at+"/"+document+"/preview?version=1", "").Text)
	refusal(t, 400, "documents.noPreview", s.Organizer("GET", s.at+"/"+ids[1]+"/preview", ""))

	all := s.Organizer("GET", s.at+"/download-zip?documentIds="+folder, "")
	require.Equal(t, []any{200, "application/zip"}, []any{all.StatusCode, all.Header.Get("Content-Type")})
	require.Contains(t, all.Header.Get("Content-Disposition"), "documents.zip")
	packed, err := zip.NewReader(strings.NewReader(all.Text), int64(len(all.Text)))
	require.NoError(t, err)
	found := map[string]string{}
	for _, f := range packed.File {
		in, err := f.Open()
		require.NoError(t, err)
		text, err := io.ReadAll(in)
		require.NoError(t, err)
		require.Equal(t, zip.Store, f.Method, "compressed already")
		found[f.Name] = string(text)
	}
	require.Equal(t, map[string]string{"Dossier/état.pdf": pdf + "again", "Dossier/b.txt": "two"}, found)
	empty := s.Organizer("GET", s.at+"/download-zip?documentIds="+s.folder(t, "Vide", ""), "")
	require.Equal(t, 200, empty.StatusCode, empty.Text)
	packed, err = zip.NewReader(strings.NewReader(empty.Text), int64(len(empty.Text)))
	require.NoError(t, err)
	require.Empty(t, packed.File)
	refusal(t, 404, "notFound", s.As("school", "GET", s.at+"/download-zip?documentIds="+folder, ""))
}

func TestSharingOverHTTP(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	folder := s.folder(t, "Dossier", "")
	document := s.upload(t, folder, servertest.Part{FileName: "a.pdf", Content: pdf})[0]
	require.Empty(t, s.names(t, "school", ""))
	school, town := string(s.world.Sites["École"]), string(s.world.Sites["Mairie"])
	shared := s.Organizer("POST", s.at+"/"+folder+"/shares", `{"participantIds":["`+school+`","`+town+`"]}`)
	require.Equal(t, 200, shared.StatusCode, shared.One)
	require.Len(t, shared.One["shares"], 2)
	require.ElementsMatch(t, []string{"Dossier", "a.pdf"}, s.names(t, "school", ""))
	read := s.Organizer("GET", s.at+"/"+document+"/shares", "")
	require.Empty(t, read.One["shares"])
	require.Len(t, read.One["inherited"], 2)
	for _, one := range shared.One["shares"].([]any) {
		share := one.(map[string]any)
		require.Equal(t, folder, share["documentId"])
		require.Equal(t, 204, s.Organizer("DELETE", s.at+"/"+folder+"/shares/"+share["id"].(string), "").StatusCode)
	}
	require.Empty(t, s.names(t, "school", ""))
	everyone := s.Organizer("POST", s.at+"/"+document+"/shares", `{"everyone":true}`)
	require.Equal(t, 200, everyone.StatusCode, everyone.One)
	require.NotContains(t, everyone.One["shares"].([]any)[0], "participantId")
	require.Equal(t, []string{"a.pdf"}, s.names(t, "school", ""))

	link := s.Organizer("POST", s.at+"/"+document+"/links", `{"lastDay":"2026-11-30"}`)
	require.Equal(t, 201, link.StatusCode, link.One)
	require.Equal(t, "2026-12-01T00:00:00+01:00", link.One["expiresAt"])
	followed := s.Call("GET", strings.TrimPrefix(link.One["url"].(string), "/api"), "")
	require.Equal(t, []any{200, pdf}, []any{followed.StatusCode, followed.Text}, followed.One)
	require.Contains(t, followed.Header.Get("Content-Disposition"), "a.pdf")
	links := s.Organizer("GET", s.at+"/"+document+"/shares", "").One["links"].([]any)
	require.InDelta(t, 1, links[0].(map[string]any)["openedNumber"], 0)
	require.Equal(t, 204, s.Organizer("DELETE", s.at+"/"+document+"/links/"+link.One["id"].(string), "").StatusCode)
	refusal(t, 404, "documents.linkOver", s.Call("GET", strings.TrimPrefix(link.One["url"].(string), "/api"), ""))
}
