package library_test

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/historystore"
	"github.com/openpmo/pmo/adapters/postgres/librarystore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/seal"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/history"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/library"
	"github.com/openpmo/pmo/core/policy"
)

// shelves are the documents of an operation with two sites.
type shelves struct {
	*coretest.World
	*library.Service
	kept  *coretest.Shelf
	store *document.Service
}

func newShelves(t *testing.T) *shelves {
	t.Helper()
	w := &shelves{World: coretest.New(t), kept: &coretest.Shelf{Bytes: map[string][]byte{}}}
	w.Site("École", "consumer", "")
	w.Site("Mairie", "consumer", "")
	links, err := seal.NewLinks(bytes.Repeat([]byte{7}, 32))
	require.NoError(t, err)
	w.store = w.Keeping(w.kept)
	w.Service = library.New(library.Deps{Guard: w.Guard, Tx: w.DB, Now: w.Now, Entries: librarystore.NewEntries(w.DB, w.Now), Shares: librarystore.NewShares(w.DB),
		Operations: operationstore.NewOperations(w.DB), Documents: w.store, Signatures: links})
	return w
}

func file(name, content string) library.File {
	sum := sha256.Sum256([]byte(content))
	return library.File{Name: name, Size: int64(len(content)), SHA256: hex.EncodeToString(sum[:]),
		Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(content)), nil }}
}

func (w *shelves) folder(name string, in id.ID) id.ID {
	w.T.Helper()
	v, err := w.CreateFolder(w.T.Context(), w.Organizer, w.Operation, in, name)
	require.NoError(w.T, err)
	return v.ID
}

func (w *shelves) add(in id.ID, name, content string) id.ID {
	w.T.Helper()
	added, err := w.Upload(w.T.Context(), w.Organizer, w.Operation, in, []library.File{file(name, content)})
	require.NoError(w.T, err)
	return added[0].ID
}

func (w *shelves) names(p policy.Principal, q library.Query) (names []string) {
	w.T.Helper()
	found, err := w.List(w.T.Context(), p, w.Operation, q)
	require.NoError(w.T, err)
	for _, v := range found {
		path := ""
		for _, f := range v.Path {
			path += f.Name + "/"
		}
		names = append(names, path+v.Name)
	}
	return names
}

func (w *shelves) text(p policy.Principal, entry id.ID, version int) (string, error) {
	d, err := w.Open(w.T.Context(), p, w.Operation, entry, version)
	if err != nil {
		return "", err
	}
	return read(w.T, d), nil
}

func read(t testing.TB, d library.Download) string {
	t.Helper()
	defer func() { _ = d.Content.Close() }()
	text, err := io.ReadAll(d.Content)
	require.NoError(t, err)
	return string(text)
}

// TestANameTwiceIsAVersion: nothing is written over, and the same content once more changes nothing.
func TestANameTwiceIsAVersion(t *testing.T) {
	t.Parallel()
	w := newShelves(t)
	top := w.folder("Statuts", "")
	added, err := w.Upload(t.Context(), w.Organizer, w.Operation, top, []library.File{file("a.txt", "one"), file("b.txt", "two")})
	require.NoError(t, err)
	require.Equal(t, []library.Outcome{library.Created, library.Created}, []library.Outcome{added[0].Outcome, added[1].Outcome})
	a := added[0].ID
	lines := w.Count("audit_entries")
	added, err = w.Upload(t.Context(), w.Organizer, w.Operation, top, []library.File{file("A.TXT", "one")})
	require.NoError(t, err)
	require.Equal(t, []any{library.Unchanged, a, 1}, []any{added[0].Outcome, added[0].ID, added[0].Number})
	require.Equal(t, lines, w.Count("audit_entries"), "nothing was changed")
	w.Clock = w.Clock.Add(time.Hour)
	added, err = w.Upload(t.Context(), w.Organizer, w.Operation, top, []library.File{file("a.txt", "three")})
	require.NoError(t, err)
	require.Equal(t, []any{library.Versioned, a, 2, 2}, []any{added[0].Outcome, added[0].ID, added[0].Number, added[0].Revision})
	d, err := w.Get(t.Context(), w.Organizer, w.Operation, a)
	require.NoError(t, err)
	require.Equal(t, []any{2, 2, 1}, []any{len(d.Versions), d.Versions[0].Number, d.Versions[1].Number})
	for version, want := range map[int]string{0: "three", 1: "one", 2: "three"} {
		got, err := w.text(w.Organizer, a, version)
		require.NoError(t, err)
		require.Equal(t, want, got, version)
	}
	_, err = w.text(w.Organizer, a, 3)
	require.Equal(t, "notFound", fault.KeyOf(err))
	_, err = w.text(w.Organizer, top, 0)
	require.Equal(t, "documents.noDocument", fault.KeyOf(err))
	require.Equal(t, []string{"Statuts/a.txt", "Statuts/b.txt", "Statuts"}, w.names(w.Organizer, library.Query{}))
	require.Equal(t, []string{"Statuts"}, w.names(w.Organizer, library.Query{FolderID: coretest.Ptr(id.ID(""))}))
	require.Equal(t, []string{"Statuts/b.txt"}, w.names(w.Organizer, library.Query{Words: "TXT B"}))
}

// TestABadFileKeepsAllOut: each is told by its name, and nothing of the upload is there.
func TestABadFileKeepsAllOut(t *testing.T) {
	t.Parallel()
	w := newShelves(t)
	w.folder("dir.txt", "")
	good := file("good.txt", "fine")
	huge := good
	huge.Name, huge.Size = "huge.txt", library.MostFileSize+1
	many := make([]library.File, library.MostFiles+1)
	for n := range many {
		many[n] = file(strconv.Itoa(n)+".txt", "x")
	}
	for key, files := range map[string][]library.File{
		"documents.type": {good, file("page.html", "<html>")}, "documents.name": {good, file("a/b.txt", "x")}, "documents.size": {good, huge},
		"documents.empty": {good, file("none.txt", "")}, "documents.twice": {good, file("GOOD.txt", "x")}, "documents.nameTaken": {good, file("Dir.txt", "x")},
		"documents.count": many,
	} {
		_, err := w.Upload(t.Context(), w.Organizer, w.Operation, "", files)
		if key == "documents.count" {
			require.Equal(t, key, fault.KeyOf(err))
			continue
		}
		require.Equal(t, "documents.upload", fault.KeyOf(err), key)
		require.Equal(t, key, fault.From(err).Items[0].Key)
	}
	_, err := w.Upload(t.Context(), w.Organizer, w.Operation, "", nil)
	require.Equal(t, "documents.count", fault.KeyOf(err))
	_, err = w.Upload(t.Context(), w.Organizer, w.Operation, id.New(), []library.File{good})
	require.Equal(t, "documents.folderUnknown", fault.KeyOf(err))
	require.Equal(t, []string{"dir.txt"}, w.names(w.Organizer, library.Query{}))
	_, err = w.Upload(t.Context(), w.Organizer, w.Operation, "", many[1:])
	require.NoError(t, err, "fifteen are taken")
}

// TestTheDatabaseKeepsTheTree where no use case stands before it: a folder in itself, one too deep and
// a name twice are refused there too.
func TestTheDatabaseKeepsTheTree(t *testing.T) {
	t.Parallel()
	w := newShelves(t)
	a := w.folder("a", "")
	b := w.folder("b", a)
	at := b
	for _, name := range []string{"c", "d", "e"} {
		at = w.folder(name, at)
	}
	_, err := w.CreateFolder(t.Context(), w.Organizer, w.Operation, at, "f")
	require.Equal(t, "documents.tooDeep", fault.KeyOf(err))
	w.add(at, "deep.txt", "down here")
	for what, sql := range map[string]string{
		"in itself":  "update library_entries set parent_id = id where id = '" + string(b) + "'",
		"in its own": "update library_entries set parent_id = '" + string(b) + "', parent_depth = depth - 1, parent_kind = 'FOLDER', depth = 3 where id = '" + string(a) + "'",
		"too deep":   "update library_entries set depth = 6 where id = '" + string(at) + "'",
		"twice":      "update library_entries set name_key = 'b', parent_id = '" + string(a) + "', parent_depth = 1, depth = 2 where name = 'd'",
		"in a file":  "update library_entries set parent_id = (select id from library_entries where kind = 'DOCUMENT'), parent_depth = 4 where id = '" + string(at) + "'",
	} {
		_, err := w.DB.Pool().Exec(t.Context(), sql)
		require.Error(t, err, what)
	}
	v, err := w.Change(t.Context(), w.Organizer, library.ChangeInput{OperationID: w.Operation, EntryID: b, FolderID: coretest.Ptr(id.ID("")), Name: coretest.Ptr(" B ")})
	require.NoError(t, err)
	require.Equal(t, []any{"B", 1, 2}, []any{v.Name, v.Depth, v.Revision})
	require.Contains(t, w.names(w.Organizer, library.Query{}), "B/c/d/e/deep.txt")
	_, err = w.Change(t.Context(), w.Organizer, library.ChangeInput{OperationID: w.Operation, EntryID: b, IfRevision: 1, Name: coretest.Ptr("x")})
	require.Equal(t, "object.changed", fault.KeyOf(err))
	_, err = w.Change(t.Context(), w.Organizer, library.ChangeInput{OperationID: w.Operation, EntryID: b, FolderID: &at})
	require.Equal(t, "documents.cycle", fault.KeyOf(err))
}

// TestAParticipantSeesWhatIsSharedWithIt and nothing else, in lists, search, archives and versions; an
// observer everything but the trash, and neither changes anything.
func TestAParticipantSeesWhatIsSharedWithIt(t *testing.T) {
	t.Parallel()
	w := newShelves(t)
	school, town, observer := w.Account("École"), w.Account("Mairie"), w.Observer()
	top := w.folder("Privé", "")
	shared := w.folder("Assemblée", top)
	one, two := w.add(shared, "one.txt", "first"), w.add(top, "two.txt", "second")
	w.add(shared, "one.txt", "first, mended")
	all := w.add("", "all.txt", "to all")
	share := func(entry id.ID, everyone bool, sites ...id.ID) library.Sharing {
		s, err := w.Share(t.Context(), w.Organizer, library.ShareInput{OperationID: w.Operation, EntryID: entry, Sites: sites, Everyone: everyone})
		require.NoError(t, err)
		return s
	}
	require.Empty(t, w.names(school, library.Query{}))
	share(shared, false, w.Sites["École"])
	require.Len(t, share(shared, false, w.Sites["École"]).Shares, 1, "once")
	share(all, true)
	require.Equal(t, []string{"all.txt", "Assemblée", "Assemblée/one.txt"}, w.names(school, library.Query{}))
	require.Equal(t, []string{"all.txt"}, w.names(town, library.Query{}))
	require.Empty(t, w.names(town, library.Query{Words: "one"}))
	require.Len(t, w.names(observer, library.Query{}), 5)

	text, err := w.text(school, one, 0)
	require.NoError(t, err)
	require.Equal(t, "first, mended", text)
	for name, ask := range map[string]func() error{
		"another's document": func() error { _, err := w.text(town, one, 0); return err },
		"one beside it":      func() error { _, err := w.text(school, two, 0); return err },
		"a former version":   func() error { _, err := w.text(school, one, 1); return err },
		"what leads to it":   func() error { _, err := w.Get(t.Context(), school, w.Operation, top); return err },
		"another's folder":   func() error { _, err := w.Get(t.Context(), town, w.Operation, shared); return err },
		"an archive of it":   func() error { _, err := w.Archive(t.Context(), town, w.Operation, []id.ID{shared}); return err },
		"an archive above":   func() error { _, err := w.Archive(t.Context(), school, w.Operation, []id.ID{top}); return err },
	} {
		require.Equal(t, "notFound", fault.KeyOf(ask()), name)
	}
	d, err := w.Get(t.Context(), school, w.Operation, one)
	require.NoError(t, err)
	require.Equal(t, []any{1, "", "", 0, false}, []any{len(d.Versions), d.Author, d.Versions[0].Author, d.Sites, d.Everyone})
	require.Equal(t, []any{shared, 1}, []any{d.ParentID, len(d.Path)})
	inside, err := w.Get(t.Context(), school, w.Operation, shared)
	require.NoError(t, err)
	require.Empty(t, inside.ParentID, "the folder above is not told of")
	files, err := w.Archive(t.Context(), school, w.Operation, []id.ID{shared, all})
	require.NoError(t, err)
	var paths []string
	for f, err := range files {
		require.NoError(t, err)
		paths = append(paths, f.Path+"="+read(t, f.Download))
	}
	require.Equal(t, []string{"Assemblée/one.txt=first, mended", "all.txt=to all"}, paths)

	for _, who := range []policy.Principal{school, observer, w.Admin()} {
		for name, ask := range map[string]func(context.Context) error{
			"upload": func(ctx context.Context) error {
				_, err := w.Upload(ctx, who, w.Operation, "", []library.File{file("x.txt", "x")})
				return err
			},
			"folder": func(ctx context.Context) error { _, err := w.CreateFolder(ctx, who, w.Operation, "", "x"); return err },
			"change": func(ctx context.Context) error {
				_, err := w.Change(ctx, who, library.ChangeInput{OperationID: w.Operation, EntryID: one, Name: coretest.Ptr("x.txt")})
				return err
			},
			"trash": func(ctx context.Context) error { return w.Trash(ctx, who, w.Operation, one, 0) },
			"trash list": func(ctx context.Context) error {
				_, err := w.List(ctx, who, w.Operation, library.Query{Trash: true})
				return err
			},
			"restore": func(ctx context.Context) error {
				_, err := w.Restore(ctx, who, library.RestoreInput{OperationID: w.Operation, EntryID: one})
				return err
			},
			"purge":   func(ctx context.Context) error { return w.Purge(ctx, who, w.Operation, one) },
			"empty":   func(ctx context.Context) error { _, err := w.EmptyTrash(ctx, who, w.Operation); return err },
			"sharing": func(ctx context.Context) error { _, err := w.Sharing(ctx, who, w.Operation, one); return err },
			"share": func(ctx context.Context) error {
				_, err := w.Share(ctx, who, library.ShareInput{OperationID: w.Operation, EntryID: one, Everyone: true})
				return err
			},
			"link": func(ctx context.Context) error {
				_, err := w.AddLink(ctx, who, w.Operation, one, coretest.Date("2026-12-01"))
				return err
			},
			"unshare": func(ctx context.Context) error { return w.Unshare(ctx, who, w.Operation, one, id.New()) },
			"revoke":  func(ctx context.Context) error { return w.RevokeLink(ctx, who, w.Operation, one, id.New()) },
		} {
			require.Equal(t, "forbidden", fault.KeyOf(ask(t.Context())), "%s by %s", name, who.Role)
		}
	}

	sharing, err := w.Sharing(t.Context(), w.Organizer, w.Operation, one)
	require.NoError(t, err)
	require.Equal(t, []any{0, 1, "École"}, []any{len(sharing.Shares), len(sharing.Inherited), sharing.Inherited[0].SiteName})
	require.NoError(t, w.Unshare(t.Context(), w.Organizer, w.Operation, shared, sharing.Inherited[0].ID))
	require.Equal(t, []string{"all.txt"}, w.names(school, library.Query{}))
	require.Equal(t, "notFound", fault.KeyOf(w.Unshare(t.Context(), w.Organizer, w.Operation, shared, sharing.Inherited[0].ID)))
	for key, in := range map[string]library.ShareInput{"documents.nobody": {}, "documents.siteUnknown": {Sites: []id.ID{id.New()}}, "documents.shares": {Sites: make([]id.ID, library.MostShares+1)}} {
		in.OperationID, in.EntryID = w.Operation, one
		_, err := w.Share(t.Context(), w.Organizer, in)
		require.Equal(t, key, fault.KeyOf(err))
	}
}

// TestALinkEnds with its last day, when it is revoked, and while its document is in the trash; it counts.
func TestALinkEnds(t *testing.T) {
	t.Parallel()
	w := newShelves(t)
	paper := w.add("", "one.txt", "first")
	ends := func(day string) (library.Link, error) {
		return w.AddLink(t.Context(), w.Organizer, w.Operation, paper, coretest.Date(day))
	}
	for _, day := range []string{"2026-11-05", "2027-11-07"} {
		_, err := ends(day)
		require.Equal(t, "documents.linkEnd", fault.KeyOf(err), day)
	}
	_, err := w.AddLink(t.Context(), w.Organizer, w.Operation, w.folder("f", ""), coretest.Date("2026-11-06"))
	require.Equal(t, "documents.noDocument", fault.KeyOf(err))
	short, err := ends("2026-11-06")
	require.NoError(t, err)
	long, err := ends("2026-11-30")
	require.NoError(t, err)
	follow := func(l library.Link) (string, error) {
		d, err := w.OpenLink(t.Context(), l.Token)
		if err != nil {
			return "", err
		}
		return read(t, d), nil
	}
	for range 2 {
		text, err := follow(short)
		require.NoError(t, err)
		require.Equal(t, "first", text)
	}
	w.Clock = short.ExpiresAt.Add(-time.Second)
	_, err = follow(short)
	require.NoError(t, err, "its last day is a whole one")
	w.Clock = short.ExpiresAt
	_, err = follow(short)
	require.Equal(t, "documents.linkOver", fault.KeyOf(err))
	_, err = w.OpenLink(t.Context(), coretest.Other(short.Token, 10))
	require.Equal(t, "documents.linkOver", fault.KeyOf(err))

	w.add("", "one.txt", "second")
	text, err := follow(long)
	require.NoError(t, err)
	require.Equal(t, "second", text, "the version in force")
	require.NoError(t, w.Trash(t.Context(), w.Organizer, w.Operation, paper, 0))
	_, err = follow(long)
	require.Equal(t, "documents.linkOver", fault.KeyOf(err))
	_, err = w.Restore(t.Context(), w.Organizer, library.RestoreInput{OperationID: w.Operation, EntryID: paper})
	require.NoError(t, err)
	_, err = follow(long)
	require.NoError(t, err)
	require.NoError(t, w.RevokeLink(t.Context(), w.Organizer, w.Operation, paper, long.ID))
	_, err = follow(long)
	require.Equal(t, "documents.linkOver", fault.KeyOf(err))
	require.Equal(t, "notFound", fault.KeyOf(w.RevokeLink(t.Context(), w.Organizer, w.Operation, paper, long.ID)))
	s, err := w.Sharing(t.Context(), w.Organizer, w.Operation, paper)
	require.NoError(t, err)
	require.Equal(t, []any{2, 2, 3}, []any{len(s.Links), s.Links[0].Opened, s.Links[1].Opened})
	for range library.MostLinks {
		_, err = ends("2026-12-01")
		require.NoError(t, err)
	}
	_, err = ends("2026-12-01")
	require.Equal(t, "documents.links", fault.KeyOf(err))
}

// TestTheTrash gives back what was put into it, and what is purged is gone with its contents, but for
// those that something else names.
func TestTheTrash(t *testing.T) {
	t.Parallel()
	w := newShelves(t)
	top := w.folder("Contrats", "")
	inner := w.folder("2026", top)
	one := w.add(inner, "one.txt", "alone")
	w.add(inner, "one.txt", "alone, anew")
	w.add("", "same.txt", "twice")
	w.add(inner, "twice.txt", "twice")
	require.NoError(t, w.Trash(t.Context(), w.Organizer, w.Operation, one, 0))
	require.Equal(t, "notFound", fault.KeyOf(w.Trash(t.Context(), w.Organizer, w.Operation, one, 0)))
	require.Equal(t, "object.changed", fault.KeyOf(w.Trash(t.Context(), w.Organizer, w.Operation, top, 7)))
	require.NoError(t, w.Trash(t.Context(), w.Organizer, w.Operation, top, 1))
	require.Equal(t, []string{"same.txt"}, w.names(w.Organizer, library.Query{}))
	require.Equal(t, []string{"Contrats", "Contrats/2026/one.txt"}, w.names(w.Organizer, library.Query{Trash: true}))
	restore := func(in library.RestoreInput) error {
		in.OperationID = w.Operation
		_, err := w.Restore(t.Context(), w.Organizer, in)
		return err
	}
	require.Equal(t, "documents.folderUnknown", fault.KeyOf(restore(library.RestoreInput{EntryID: one})), "its folder is in the trash")
	require.NoError(t, restore(library.RestoreInput{EntryID: one, FolderID: coretest.Ptr(id.ID("")), Name: coretest.Ptr("saved.txt")}))
	require.Equal(t, "documents.notTrashed", fault.KeyOf(restore(library.RestoreInput{EntryID: one})))
	require.Equal(t, []string{"same.txt", "saved.txt"}, w.names(w.Organizer, library.Query{}))
	w.folder("contrats", "")
	require.Equal(t, "documents.nameTaken", fault.KeyOf(restore(library.RestoreInput{EntryID: top})))
	require.Equal(t, "documents.notTrashed", fault.KeyOf(w.Purge(t.Context(), w.Organizer, w.Operation, one)))
	require.NoError(t, w.Purge(t.Context(), w.Organizer, w.Operation, top))
	require.Empty(t, w.names(w.Organizer, library.Query{Trash: true}))
	require.NoError(t, w.Trash(t.Context(), w.Organizer, w.Operation, one, 0))
	n, err := w.EmptyTrash(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	require.Len(t, w.kept.Bytes, 3)
	w.Clock = w.Clock.Add(25 * time.Hour)
	require.NoError(t, w.store.Sweep(t.Context()))
	var left []string
	for _, content := range w.kept.Bytes {
		left = append(left, string(content))
	}
	require.Equal(t, []string{"twice"}, left, "what another document names stays")
	require.Equal(t, []string{"contrats", "same.txt"}, w.names(w.Organizer, library.Query{}))
}

// TestDocumentsOfAnotherOperationAreNotFound, whatever is asked.
func TestDocumentsOfAnotherOperationAreNotFound(t *testing.T) {
	t.Parallel()
	w := newShelves(t)
	paper := w.add("", "one.txt", "first")
	elsewhere := w.Organizer
	elsewhere.Operations = []id.ID{id.New()}
	_, err := w.List(t.Context(), elsewhere, w.Operation, library.Query{})
	require.Equal(t, "notFound", fault.KeyOf(err))
	_, err = w.Get(t.Context(), w.Organizer, w.Operation, id.New())
	require.Equal(t, "notFound", fault.KeyOf(err))
	_, err = w.Open(t.Context(), elsewhere, elsewhere.Operations[0], paper, 0)
	require.Equal(t, "notFound", fault.KeyOf(err))
}

// TestTheAuditTrailNamesDocuments: each line says which folder or document it is about, by what it is
// called today, with its version and from where to where it was moved; the trail itself holds ids only.
func TestTheAuditTrailNamesDocuments(t *testing.T) {
	t.Parallel()
	w := newShelves(t)
	trail := history.New(history.Deps{Guard: w.Guard, Trail: historystore.NewTrail(w.DB)})
	said := func(p policy.Principal) (lines []string) {
		entries, _, err := trail.Of(t.Context(), p, history.Input{OperationID: w.Operation, About: []string{"document", "folder"}, Limit: 100})
		require.NoError(t, err)
		for _, e := range slices.Backward(entries) {
			line := string(e.Act)
			for _, d := range e.Details.Documents {
				line += " " + cmp.Or(d.Path, "–")
				if d.Version > 0 {
					line += " v" + strconv.Itoa(d.Version)
				}
			}
			for _, v := range e.Details.Values {
				line += " " + v.Field + ":" + v.From + "→" + v.To
			}
			lines = append(lines, line)
		}
		return lines
	}
	statutes, old := w.folder("Statuts", ""), w.folder("Anciens", "")
	a := w.add(statutes, "a.txt", "one")
	w.add(statutes, "a.txt", "two")
	_, err := w.Share(t.Context(), w.Organizer, library.ShareInput{OperationID: w.Operation, EntryID: a, Everyone: true})
	require.NoError(t, err)
	name := "Madame Rousseau.txt"
	_, err = w.Change(t.Context(), w.Organizer, library.ChangeInput{OperationID: w.Operation, EntryID: a, Name: &name})
	require.NoError(t, err)
	_, err = w.Change(t.Context(), w.Organizer, library.ChangeInput{OperationID: w.Operation, EntryID: a, FolderID: &old})
	require.NoError(t, err)
	top := id.ID("")
	_, err = w.Change(t.Context(), w.Organizer, library.ChangeInput{OperationID: w.Operation, EntryID: a, FolderID: &top})
	require.NoError(t, err)
	require.Equal(t, []string{
		"DOCUMENT_FOLDER_CREATED Statuts",
		"DOCUMENT_FOLDER_CREATED Anciens",
		"DOCUMENTS_ADDED Madame Rousseau.txt v1",
		"DOCUMENTS_ADDED Madame Rousseau.txt v2",
		"DOCUMENT_SHARED Madame Rousseau.txt v2",
		"DOCUMENT_UPDATED Madame Rousseau.txt v2",
		"DOCUMENT_UPDATED Madame Rousseau.txt v2 folderId:Statuts→Anciens",
		"DOCUMENT_UPDATED Madame Rousseau.txt v2 folderId:Anciens→/",
	}, said(w.Organizer))

	var held int
	require.NoError(t, w.DB.Pool().QueryRow(t.Context(), "select count(*) from audit_entries where details::text like '%Rousseau%'").Scan(&held))
	require.Zero(t, held, "the trail keeps no name")
	require.NoError(t, w.Trash(t.Context(), w.Organizer, w.Operation, a, 0))
	require.NoError(t, w.Purge(t.Context(), w.Organizer, w.Operation, a))
	lines := said(w.Organizer)
	require.Equal(t, "DOCUMENTS_ADDED – v1", lines[2], "what is gone has no name any more")
	require.Equal(t, []string{"DOCUMENT_TRASHED – v2", "DOCUMENT_PURGED –"}, lines[8:])
}
