package library

import (
	"slices"
	"strconv"
	"strings"

	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// Tree is all that an operation keeps, in its folders.
type Tree struct {
	entries []Entry
	at      map[id.ID]int
	in      map[id.ID][]int // by folder; "" = the top
}

// TreeOf arranges entries, whose folders are all among them.
func TreeOf(entries []Entry) Tree {
	t := Tree{entries: entries, at: make(map[id.ID]int, len(entries)), in: map[id.ID][]int{}}
	for n, e := range entries {
		t.at[e.ID] = n
		t.in[e.ParentID] = append(t.in[e.ParentID], n)
	}
	return t
}

// Find is one entry; ok is false where there is none.
func (t Tree) Find(entryID id.ID) (e Entry, ok bool) {
	n, ok := t.at[entryID]
	if ok {
		e = t.entries[n]
	}
	return e, ok
}

// Path are the folders that lead to an entry, from the top, without itself.
func (t Tree) Path(e Entry) (path []Entry) {
	for range t.entries { // bounded also where rows made a circle
		parent, ok := t.Find(e.ParentID)
		if !ok {
			break
		}
		path, e = append(path, parent), parent
	}
	slices.Reverse(path)
	return path
}

// Trashed reports whether an entry, or a folder that it is in, is in the trash.
func (t Tree) Trashed(e Entry) bool {
	return e.TrashedAt != nil || slices.ContainsFunc(t.Path(e), func(f Entry) bool { return f.TrashedAt != nil })
}

// Below are the entries in a folder and in its folders, each before what is in it.
func (t Tree) Below(e Entry) (below []Entry) {
	for _, n := range t.in[e.ID] {
		below = append(below, t.entries[n])
		below = append(below, t.Below(t.entries[n])...)
	}
	return below
}

// Live are the entries that are not in the trash.
func (t Tree) Live() (live []Entry) {
	for _, e := range t.entries {
		if !t.Trashed(e) {
			live = append(live, e)
		}
	}
	return live
}

// Trash are the entries that were put into the trash, each by itself.
func (t Tree) Trash() (trash []Entry) {
	for _, e := range t.entries {
		if e.TrashedAt != nil {
			trash = append(trash, e)
		}
	}
	return trash
}

// SharedBy is the tree of what is not in the trash and is shared, by itself or by a folder that it
// is in. What leads to it from the top is left out: it stands at the top itself then.
func (t Tree) SharedBy(shared map[id.ID]bool) Tree {
	var seen []Entry
	for _, e := range t.Live() {
		path := t.Path(e)
		if !shared[e.ID] && !slices.ContainsFunc(path, func(f Entry) bool { return shared[f.ID] }) {
			continue
		}
		first := slices.IndexFunc(path, func(f Entry) bool { return shared[f.ID] })
		if first < 0 {
			e.ParentID, e.Depth = "", 1
		} else {
			e.Depth -= first
		}
		seen = append(seen, e)
	}
	return TreeOf(seen)
}

// Named is what has a name in a folder and is not in the trash; ok is false where nothing has.
// Capitals do not tell names apart: some disks do not either.
func (t Tree) Named(folderID id.ID, name string) (e Entry, ok bool) {
	for _, n := range t.in[folderID] {
		if e := t.entries[n]; e.TrashedAt == nil && NameKey(e.Name) == NameKey(name) {
			return e, true
		}
	}
	return e, false
}

// NameKey is the same of names that a folder holds one of.
func NameKey(name string) string { return strings.ToLower(name) }

// place finds the depth of what is put into a folder; "" = the top.
// Error: documents.folderUnknown.
func (t Tree) place(folderID id.ID) (depth int, err error) {
	if folderID.IsZero() {
		return 1, nil
	}
	f, ok := t.Find(folderID)
	if !ok || f.Kind != Folder || t.Trashed(f) {
		return 0, ErrFolderUnknown.At("folderId")
	}
	return f.Depth + 1, nil
}

// move is an entry as it stands in another folder under another name, how many depths further down
// that is, and what is in it. Errors: documents.folderUnknown, cycle, tooDeep, nameTaken.
func (t Tree) move(e Entry, folderID id.ID, name string) (moved Entry, further int, below []id.ID, err error) {
	depth, err := t.place(folderID)
	if err != nil {
		return e, 0, nil, err
	}
	if target, ok := t.Find(folderID); ok && slices.ContainsFunc(append(t.Path(target), target), func(f Entry) bool { return f.ID == e.ID }) {
		return e, 0, nil, ErrCycle.At("folderId")
	}
	if other, ok := t.Named(folderID, name); ok && other.ID != e.ID {
		return e, 0, nil, ErrNameTaken.With("name", name).At("name")
	}
	further = depth - e.Depth
	for _, one := range append([]Entry{e}, t.Below(e)...) {
		if one.Kind == Folder && one.Depth+further > MostDepth {
			return e, 0, nil, ErrDepth.With("max", MostDepth).At("folderId")
		}
		if one.ID != e.ID {
			below = append(below, one.ID)
		}
	}
	e.ParentID, e.Name, e.Depth = folderID, name, depth
	return e, further, below, nil
}

// live finds what is not in the trash. Error: notFound.
func (t Tree) live(entryID id.ID) (Entry, error) {
	e, ok := t.Find(entryID)
	if !ok || t.Trashed(e) {
		return e, policy.ErrNotFound
	}
	return e, nil
}

// trashed finds what was put into the trash by itself. Errors: notFound, documents.notTrashed.
func (t Tree) trashed(entryID id.ID) (Entry, error) {
	e, ok := t.Find(entryID)
	if !ok {
		return e, policy.ErrNotFound
	}
	if e.TrashedAt == nil {
		return e, ErrNotTrashed
	}
	return e, nil
}

// filed is what becomes of files in a folder. Errors: documents.folderUnknown, documents.upload.
func (t Tree) filed(operationID, folderID id.ID, files []File, docs []document.Document) ([]Added, error) {
	depth, err := t.place(folderID)
	if err != nil {
		return nil, err
	}
	var wrong fault.List
	plan := make([]Added, len(files))
	for n, f := range files {
		e, found := t.Named(folderID, f.Name)
		outcome := Versioned
		switch {
		case !found:
			outcome = Created
			e = Entry{ID: id.New(), OperationID: operationID, Kind: Paper, ParentID: folderID, Depth: depth, Name: f.Name, Revision: 1}
		case e.Kind == Folder:
			wrong.Add(ErrNameTaken.With("name", f.Name).At("files"))
		case e.Content.ID == docs[n].ID:
			outcome = Unchanged
		case e.Number >= MostVersions:
			wrong.Add(ErrVersions.With("fileName", f.Name).With("max", MostVersions).At("files"))
		}
		if outcome != Unchanged {
			e.Number, e.Content = e.Number+1, docs[n]
		}
		plan[n] = Added{Outcome: outcome, View: View{Entry: e}}
	}
	return plan, wrong.Err(ErrUpload)
}

// archived are the documents of an archive, none in the trash, none twice, each at a path of its own.
// Errors: notFound, documents.archive.
func (t Tree) archived(ids []id.ID) (list []packed, err error) {
	var size int64
	seen, paths := map[id.ID]bool{}, map[string]bool{}
	add := func(folders []string, e Entry) {
		if seen[e.ID] || e.Kind != Paper || e.TrashedAt != nil {
			return
		}
		seen[e.ID], size = true, size+e.Content.Size
		path := strings.Join(append(folders, e.Name), "/")
		for n := 2; paths[NameKey(path)]; n++ {
			path = strings.Join(append(folders, numbered(e.Name, strconv.Itoa(n))), "/")
		}
		paths[NameKey(path)] = true
		list = append(list, packed{path, e})
	}
	var within func(folders []string, e Entry)
	within = func(folders []string, e Entry) {
		add(folders, e)
		if e.Kind == Folder && e.TrashedAt == nil {
			inside := append(folders[:len(folders):len(folders)], e.Name)
			for _, n := range t.in[e.ID] {
				within(inside, t.entries[n])
			}
		}
	}
	for _, one := range ids {
		e, err := t.live(one)
		if err != nil {
			return nil, err
		}
		within(nil, e)
	}
	if len(list) > mostArchived || size > mostArchivedBytes {
		return nil, ErrArchive.With("max", mostArchived).With("megabytes", mostArchivedBytes>>20)
	}
	return list, nil
}
