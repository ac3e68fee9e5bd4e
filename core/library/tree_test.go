package library

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// grow is a tree of paths; one that ends with / is a folder. Ids are the paths.
func grow(paths ...string) Tree {
	var entries []Entry
	for _, p := range paths {
		kind, bare := Paper, strings.TrimSuffix(p, "/")
		if bare != p {
			kind = Folder
		}
		at := strings.LastIndex(bare, "/")
		e := Entry{ID: id.ID(bare), Kind: kind, Name: bare[at+1:], Depth: strings.Count(bare, "/") + 1}
		if at > 0 {
			e.ParentID = id.ID(bare[:at])
		}
		e.Content.Size = 10
		entries = append(entries, e)
	}
	return TreeOf(entries)
}

func (t Tree) trash(ids ...id.ID) Tree {
	now := time.Unix(0, 0)
	for _, one := range ids {
		t.entries[t.at[one]].TrashedAt = &now
	}
	return t
}

func idsOf(entries []Entry) (ids []string) {
	for _, e := range entries {
		ids = append(ids, string(e.ID))
	}
	return ids
}

// TestAMoveKeepsTheTreeATree: no folder in itself, none too deep, no name twice.
func TestAMoveKeepsTheTreeATree(t *testing.T) {
	t.Parallel()
	tree := grow("a/", "a/b/", "a/b/c/", "a/b/c/d/", "a/b/c/d/e/", "a/b/c/d/e/deep.pdf", "x/", "x/y/", "x/y/z.pdf", "x/B/", "top.pdf", "gone/", "gone/in/").trash("gone")
	for _, c := range []struct{ what, to, name, key string }{
		{"top.pdf", "a/b/c/d/e", "top.pdf", ""},
		{"top.pdf", "a/b/c/d/e", "DEEP.pdf", "documents.nameTaken"},
		{"a", "a", "a", "documents.cycle"},
		{"a", "a/b/c", "a", "documents.cycle"},
		{"a", "x", "a", "documents.tooDeep"},
		{"a/b/c/d/e", "x", "e", ""},
		{"x", "a/b/c", "x", ""},
		{"x", "a/b/c/d", "x", "documents.tooDeep"},
		{"a/b", "x", "b", "documents.nameTaken"},
		{"a/b", "x", "b2", ""},
		{"a/b", "", "top.pdf", "documents.nameTaken"},
		{"a/b", "top.pdf", "b", "documents.folderUnknown"},
		{"a/b", "none", "b", "documents.folderUnknown"},
		{"a/b", "gone", "b", "documents.folderUnknown"},
		{"a/b", "gone/in", "b", "documents.folderUnknown"},
		{"a/b", "", "gone", ""},
		{"x", "", "X", ""},
	} {
		e, _ := tree.Find(id.ID(c.what))
		moved, further, below, err := tree.move(e, id.ID(c.to), c.name)
		if c.key != "" {
			require.Equal(t, c.key, fault.KeyOf(err), "%s to %q as %s", c.what, c.to, c.name)
			continue
		}
		require.NoError(t, err, "%s to %q", c.what, c.to)
		require.Equal(t, []any{id.ID(c.to), c.name, e.Depth + further}, []any{moved.ParentID, moved.Name, moved.Depth})
		require.Len(t, below, len(tree.Below(e)))
	}
}

// TestWhatIsSharedIsSeenAndNothingElse: by itself or by a folder above; not what is beside it, above
// it, or in the trash.
func TestWhatIsSharedIsSeenAndNothingElse(t *testing.T) {
	t.Parallel()
	tree := grow("a/", "a/b/", "a/b/one.pdf", "a/b/two.pdf", "a/b/c/", "a/b/c/three.pdf", "a/four.pdf", "five.pdf")
	for _, c := range []struct {
		shared, trash []id.ID
		seen          []string
	}{
		{nil, nil, nil},
		{[]id.ID{"five.pdf"}, nil, []string{"five.pdf"}},
		{[]id.ID{"a/b"}, nil, []string{"a/b", "a/b/one.pdf", "a/b/two.pdf", "a/b/c", "a/b/c/three.pdf"}},
		{[]id.ID{"a/b/one.pdf", "a/b/c"}, nil, []string{"a/b/one.pdf", "a/b/c", "a/b/c/three.pdf"}},
		{[]id.ID{"a/b"}, []id.ID{"a"}, nil},
		{[]id.ID{"a/b"}, []id.ID{"a/b/c", "a/b/one.pdf"}, []string{"a/b", "a/b/two.pdf"}},
		{[]id.ID{"none"}, nil, nil},
	} {
		shared := map[id.ID]bool{}
		for _, one := range c.shared {
			shared[one] = true
		}
		fresh := grow("a/", "a/b/", "a/b/one.pdf", "a/b/two.pdf", "a/b/c/", "a/b/c/three.pdf", "a/four.pdf", "five.pdf").trash(c.trash...)
		require.Equal(t, c.seen, idsOf(fresh.SharedBy(shared).entries), "%v", c)
	}
	seen := tree.SharedBy(map[id.ID]bool{"a/b": true})
	e, _ := seen.Find("a/b/c/three.pdf")
	require.Equal(t, []any{[]string{"a/b", "a/b/c"}, 3}, []any{idsOf(seen.Path(e)), e.Depth}, "the folder above is not told of")
	e, _ = seen.Find("a/b")
	require.Equal(t, []any{id.ID(""), 1}, []any{e.ParentID, e.Depth})
}

// TestAnArchiveHoldsEachDocumentOnce at a path of its own, and nothing from the trash.
func TestAnArchiveHoldsEachDocumentOnce(t *testing.T) {
	t.Parallel()
	tree := grow("a/", "a/b/", "a/b/one.pdf", "a/two.pdf", "a/gone.pdf", "x/", "x/two.pdf", "two.pdf").trash("a/gone.pdf")
	list, err := tree.archived([]id.ID{"a", "a/b/one.pdf", "two.pdf", "x/two.pdf"})
	require.NoError(t, err)
	var paths []string
	for _, one := range list {
		paths = append(paths, one.path)
	}
	require.Equal(t, []string{"a/b/one.pdf", "a/two.pdf", "two.pdf", "two (2).pdf"}, paths)
	for _, bad := range []id.ID{"none", "a/gone.pdf"} {
		_, err = tree.archived([]id.ID{bad})
		require.Equal(t, "notFound", fault.KeyOf(err))
	}
	tree.entries[tree.at["a/two.pdf"]].Content.Size = mostArchivedBytes
	_, err = tree.archived([]id.ID{"a"})
	require.Equal(t, "documents.archive", fault.KeyOf(err))
}

// TestNames: those that a disk does not take, and those that look like others, are refused.
func TestNames(t *testing.T) {
	t.Parallel()
	for name, key := range map[string]string{
		"Convention d’autoconsommation (signée).pdf": "", "été 2026": "", "": "field.required", strings.Repeat("é", 121): "field.tooLong", strings.Repeat("é", 120): "",
		"a/b": "documents.name", `a\b`: "documents.name", "a:b": "documents.name", "..": "documents.name", ".htaccess": "documents.name", "a.": "documents.name",
		"a\nb": "documents.name", "a\u202egnp.exe": "documents.name", "a\u200bb": "documents.name", "a\x00": "documents.name", "what?": "documents.name",
	} {
		err := checkName(name)
		if key == "" {
			require.NoError(t, err, name)
			continue
		}
		require.Equal(t, key, fault.KeyOf(err), "%q", name)
	}
	e := Entry{Kind: Paper, Name: "a.pdf"}
	e.Content.ContentType = "application/pdf"
	require.NoError(t, checkRename(e, "b.PDF"))
	require.Equal(t, "documents.extension", fault.KeyOf(checkRename(e, "b.png")))
	require.Equal(t, "documents.extension", fault.KeyOf(checkRename(e, "b")))
	e.Kind = Folder
	require.NoError(t, checkRename(e, "b.png"))
}

// weighed are entries of so many bytes.
type weighed struct {
	Entries
	bytes int64
}

func (w weighed) Bytes(context.Context, id.ID) (int64, error) { return w.bytes, nil }

// TestAnOperationKeepsSoMuch: the last entry and the last byte are taken, one more is not; what is
// unchanged takes no room, and a new version no entry.
func TestAnOperationKeepsSoMuch(t *testing.T) {
	t.Parallel()
	room := func(entries int, kept int64, plan ...Added) error {
		paths := make([]string, entries)
		for n := range paths {
			paths[n] = fmt.Sprintf("%d.pdf", n)
		}
		return (&Service{Deps{Entries: weighed{bytes: kept}}}).room(t.Context(), "operation", grow(paths...), plan)
	}
	of := func(o Outcome, size int64) Added {
		a := Added{Outcome: o}
		a.Content.Size = size
		return a
	}
	require.NoError(t, room(MostEntries-1, MostBytes-7, of(Created, 7), of(Unchanged, 100)))
	require.NoError(t, room(MostEntries, MostBytes-7, of(Versioned, 7)))
	full := fault.From(room(1, MostBytes-7, of(Created, 8)))
	require.Equal(t, []any{"documents.full", MostBytes >> 30}, []any{full.Key, full.Params["gigabytes"]})
	many := fault.From(room(MostEntries, 0, of(Created, 1)))
	require.Equal(t, []any{"documents.tooMany", MostEntries}, []any{many.Key, many.Params["max"]})
}

// TestADocumentHasSoManyVersions: the last is taken; after it only what is the same.
func TestADocumentHasSoManyVersions(t *testing.T) {
	t.Parallel()
	tree := grow("a.pdf")
	at := &tree.entries[tree.at["a.pdf"]]
	at.Number, at.Content.ID = MostVersions-1, "kept"
	file, other := []File{{Name: "a.pdf"}}, []document.Document{{ID: "another"}}
	added, err := tree.filed("operation", "", file, other)
	require.NoError(t, err)
	require.Equal(t, []any{Versioned, MostVersions}, []any{added[0].Outcome, added[0].Number})
	at.Number = MostVersions
	_, err = tree.filed("operation", "", file, other)
	wrong := fault.From(err)
	if len(wrong.Items) == 1 {
		wrong = wrong.Items[0]
	}
	require.Equal(t, []any{"documents.versions", "a.pdf", MostVersions, "files"}, []any{wrong.Key, wrong.Params["fileName"], wrong.Params["max"], wrong.Field})
	added, err = tree.filed("operation", "", file, []document.Document{{ID: "kept"}})
	require.NoError(t, err)
	require.Equal(t, Unchanged, added[0].Outcome)
}
