package library

import (
	"context"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

const (
	read       policy.Permission = "document:read"
	create     policy.Permission = "document:create"
	makeFolder policy.Permission = "folder:create"
	update     policy.Permission = "document:update"
	share      policy.Permission = "document:share"
	remove     policy.Permission = "document:delete"
)

// objectKind names entries in the audit trail.
const objectKind = "document"

// Deps are what the service works with.
type Deps struct {
	Guard      policy.Guard
	Tx         tx.Runner
	Now        func() time.Time
	Entries    Entries
	Shares     Shares
	Operations Operations
	Documents  Documents
	Signatures Signatures
}

// Service is the use cases of documents and folders.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{d}
}

// View is an entry as somebody sees it, with the folders that lead to it.
type View struct {
	Entry
	Path []Entry // from the top
}

// Detail is an entry with the versions of a document, newest first.
type Detail struct {
	View
	Versions []Version
}

// seen is the tree as a principal sees it: a participant what is shared with its sites, nobody else's
// share or name in it; others everything, the trash included.
func (s *Service) seen(ctx context.Context, p policy.Principal, operationID id.ID) (Tree, error) {
	if err := s.Guard.Operation(ctx, p, read, operationID); err != nil {
		return Tree{}, err
	}
	tree, err := s.tree(ctx, operationID)
	if err != nil || p.Role != policy.RoleParticipant {
		return tree, err
	}
	var sites []id.ID
	for _, site := range p.Sites {
		if site.OperationID == operationID {
			sites = append(sites, site.ParticipantID)
		}
	}
	shared, err := s.Shares.With(ctx, operationID, sites)
	if err != nil {
		return Tree{}, err
	}
	tree = tree.SharedBy(shared)
	for n := range tree.entries {
		e := &tree.entries[n]
		e.Author, e.ChangedBy, e.Everyone, e.Sites, e.Links = "", "", false, 0, 0
	}
	return tree, nil
}

func (s *Service) tree(ctx context.Context, operationID id.ID) (Tree, error) {
	all, err := s.Entries.All(ctx, operationID)
	return TreeOf(all), err
}

// changing is the tree while nobody else changes it, within a transaction.
func (s *Service) changing(ctx context.Context, operationID id.ID) (Tree, error) {
	if _, err := s.Operations.Locked(ctx, operationID); err != nil {
		return Tree{}, err
	}
	return s.tree(ctx, operationID)
}

// Query narrows a list.
type Query struct {
	FolderID *id.ID // what is in a folder; "" = at the top
	Words    string // which the name holds, accents and capitals aside
	Trash    bool   // what is in the trash, instead of what is not
}

// List lists folders and documents by name: all of them, or those of a query.
// Errors: forbidden, notFound.
func (s *Service) List(ctx context.Context, p policy.Principal, operationID id.ID, q Query) ([]View, error) {
	if q.Trash {
		if err := s.Guard.Operation(ctx, p, remove, operationID); err != nil {
			return nil, err
		}
	}
	tree, err := s.seen(ctx, p, operationID)
	if err != nil {
		return nil, err
	}
	found := tree.Live()
	if q.Trash {
		found = tree.Trash()
	}
	views := make([]View, 0, len(found))
	for _, e := range found {
		if (q.FolderID == nil || *q.FolderID == e.ParentID) && holds(e.Name, q.Words) {
			views = append(views, View{Entry: e, Path: tree.Path(e)})
		}
	}
	return views, nil
}

func holds(name, words string) bool {
	name = operation.Fold(name)
	for word := range strings.FieldsSeq(operation.Fold(words)) {
		if !strings.Contains(name, word) {
			return false
		}
	}
	return true
}

// Get is one folder or document. A participant sees the version in force only.
// Errors: forbidden, notFound.
func (s *Service) Get(ctx context.Context, p policy.Principal, operationID, entryID id.ID) (Detail, error) {
	tree, err := s.seen(ctx, p, operationID)
	if err != nil {
		return Detail{}, err
	}
	e, ok := tree.Find(entryID)
	if !ok {
		return Detail{}, policy.ErrNotFound
	}
	d := Detail{View: View{Entry: e, Path: tree.Path(e)}}
	if e.Kind == Paper {
		d.Versions, err = s.versions(ctx, p, e)
	}
	return d, err
}

// versions are those that somebody may read.
func (s *Service) versions(ctx context.Context, p policy.Principal, e Entry) ([]Version, error) {
	all, err := s.Entries.Versions(ctx, e.OperationID, e.ID)
	if err != nil || p.Role != policy.RoleParticipant {
		return all, err
	}
	all = slices.DeleteFunc(all, func(v Version) bool { return v.Number != e.Number })
	for n := range all {
		all[n].Author, all[n].AddedBy = "", ""
	}
	return all, nil
}

// CreateFolder makes a folder in another, "" = at the top. Errors: forbidden, notFound,
// field.required, field.tooLong, documents.name, folderUnknown, tooDeep, nameTaken, tooMany.
func (s *Service) CreateFolder(ctx context.Context, p policy.Principal, operationID, parentID id.ID, name string) (View, error) {
	if err := s.Guard.Operation(ctx, p, makeFolder, operationID); err != nil {
		return View{}, err
	}
	name = strings.TrimSpace(name)
	if err := checkName(name); err != nil {
		return View{}, fault.From(err).At("name")
	}
	now := s.Now().UTC()
	e := Entry{ID: id.New(), OperationID: operationID, Kind: Folder, ParentID: parentID, Name: name, Revision: 1, CreatedAt: now, ChangedAt: now, ChangedBy: p.UserID}
	err := s.Tx.InTx(ctx, p.Change(makeFolder, operationID, objectKind, e.ID), func(ctx context.Context) error {
		tree, err := s.changing(ctx, operationID)
		if err != nil {
			return err
		}
		if len(tree.entries) >= MostEntries {
			return ErrTooMany.With("max", MostEntries)
		}
		if e.Depth, err = tree.place(parentID); err != nil {
			return err
		}
		if e.Depth > MostDepth {
			return ErrDepth.With("max", MostDepth).At("folderId")
		}
		if _, taken := tree.Named(parentID, name); taken {
			return ErrNameTaken.With("name", name).At("name")
		}
		about(ctx, e)
		return s.Entries.Add(ctx, e)
	})
	if err != nil {
		return View{}, err
	}
	return s.view(ctx, operationID, e.ID)
}

// view reads an entry after it was changed.
func (s *Service) view(ctx context.Context, operationID, entryID id.ID) (View, error) {
	tree, err := s.tree(ctx, operationID)
	if err != nil {
		return View{}, err
	}
	e, ok := tree.Find(entryID)
	if !ok {
		return View{}, policy.ErrNotFound
	}
	return View{Entry: e, Path: tree.Path(e)}, nil
}

// ChangeInput is another name, another folder, or both.
type ChangeInput struct {
	OperationID id.ID
	EntryID     id.ID
	IfRevision  int // 0 = whatever it is
	Name        *string
	FolderID    *id.ID // "" = the top
}

// Change renames or moves what is not in the trash. Errors: forbidden, notFound, object.changed,
// field.required, field.tooLong, documents.name, extension, folderUnknown, cycle, tooDeep, nameTaken.
func (s *Service) Change(ctx context.Context, p policy.Principal, in ChangeInput) (View, error) {
	if err := s.Guard.Operation(ctx, p, update, in.OperationID); err != nil {
		return View{}, err
	}
	err := s.Tx.InTx(ctx, p.Change(update, in.OperationID, objectKind, in.EntryID), func(ctx context.Context) error {
		tree, err := s.changing(ctx, in.OperationID)
		if err != nil {
			return err
		}
		e, err := tree.live(in.EntryID)
		if err != nil {
			return err
		}
		if in.IfRevision != 0 && in.IfRevision != e.Revision {
			return operation.ErrChanged
		}
		return s.put(ctx, p, tree, e, in.Name, in.FolderID)
	})
	if err != nil {
		return View{}, err
	}
	return s.view(ctx, in.OperationID, in.EntryID)
}

// put stores an entry in another folder, under another name, or both.
func (s *Service) put(ctx context.Context, p policy.Principal, tree Tree, e Entry, name *string, folderID *id.ID) error {
	to, called := e.ParentID, e.Name
	if folderID != nil {
		to = *folderID
	}
	if name != nil {
		called = strings.TrimSpace(*name)
	}
	if err := checkRename(e, called); err != nil {
		return err
	}
	moved, further, below, err := tree.move(e, to, called)
	if err != nil {
		return err
	}
	moved.ChangedAt, moved.ChangedBy, moved.TrashedAt = s.Now().UTC(), p.UserID, nil
	about(ctx, e)
	tx.NoteFields(ctx, placeOf(e), placeOf(moved))
	return s.Entries.Save(ctx, moved, further, below)
}

// place is what a change of an entry may change, under the names of the contract.
type place struct {
	Name     string
	FolderID id.ID
}

func placeOf(e Entry) place { return place{e.Name, e.ParentID} }

// noted is a folder or document in a line of the audit trail, which names it by its id only: what it is
// called may be a person's name, and the trail keeps what it holds for good (ADR 104).
type noted struct {
	ID      id.ID `json:"id"`
	Version int   `json:"version,omitempty"` // in force; none of a folder
}

// about notes which folders and documents the change that runs in ctx is about.
func about(ctx context.Context, entries ...Entry) {
	list := make([]noted, len(entries))
	for n, e := range entries {
		list[n] = noted{e.ID, e.Number}
	}
	if len(list) > 0 {
		tx.Note(ctx, "documents", list)
	}
}

// Trash puts a folder or document into the trash, a folder with all that is in it: nobody it was
// shared with sees it any more, and its links lead nowhere, until it is restored.
// Errors: forbidden, notFound, object.changed.
func (s *Service) Trash(ctx context.Context, p policy.Principal, operationID, entryID id.ID, ifRevision int) error {
	if err := s.Guard.Operation(ctx, p, remove, operationID); err != nil {
		return err
	}
	return s.Tx.InTx(ctx, p.Change(remove, operationID, objectKind, entryID), func(ctx context.Context) error {
		tree, err := s.changing(ctx, operationID)
		if err != nil {
			return err
		}
		e, err := tree.live(entryID)
		if err != nil {
			return err
		}
		if ifRevision != 0 && ifRevision != e.Revision {
			return operation.ErrChanged
		}
		about(ctx, e)
		now := s.Now().UTC()
		e.TrashedAt, e.ChangedAt, e.ChangedBy = &now, now, p.UserID
		return s.Entries.Save(ctx, e, 0, nil)
	})
}

// RestoreInput takes something out of the trash, to where it was unless another place is named.
type RestoreInput struct {
	OperationID id.ID
	EntryID     id.ID
	Name        *string
	FolderID    *id.ID // "" = the top
}

// Restore takes something out of the trash. Errors: forbidden, notFound, documents.notTrashed,
// folderUnknown where its folder is in the trash, nameTaken and the others of Change.
func (s *Service) Restore(ctx context.Context, p policy.Principal, in RestoreInput) (View, error) {
	if err := s.Guard.Operation(ctx, p, remove, in.OperationID); err != nil {
		return View{}, err
	}
	change := p.Change(remove, in.OperationID, objectKind, in.EntryID)
	change.Details = map[string]any{"status": "restored"}
	err := s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		tree, err := s.changing(ctx, in.OperationID)
		if err != nil {
			return err
		}
		e, err := tree.trashed(in.EntryID)
		if err != nil {
			return err
		}
		return s.put(ctx, p, tree, e, in.Name, in.FolderID)
	})
	if err != nil {
		return View{}, err
	}
	return s.view(ctx, in.OperationID, in.EntryID)
}

// Purge removes something that is in the trash for good, with all that is in it; its contents go with
// the next sweep after a day. Errors: forbidden, notFound, documents.notTrashed.
func (s *Service) Purge(ctx context.Context, p policy.Principal, operationID, entryID id.ID) error {
	_, err := s.purge(ctx, p, operationID, entryID, func(tree Tree) ([]Entry, error) {
		e, err := tree.trashed(entryID)
		return []Entry{e}, err
	})
	return err
}

// EmptyTrash removes everything that is in the trash for good, and counts it. Errors: forbidden, notFound.
func (s *Service) EmptyTrash(ctx context.Context, p policy.Principal, operationID id.ID) (int, error) {
	return s.purge(ctx, p, operationID, "", func(tree Tree) ([]Entry, error) { return tree.Trash(), nil })
}

func (s *Service) purge(ctx context.Context, p policy.Principal, operationID, entryID id.ID, chosen func(Tree) ([]Entry, error)) (n int, err error) {
	if err := s.Guard.Operation(ctx, p, remove, operationID); err != nil {
		return 0, err
	}
	change := p.Change(remove, operationID, objectKind, entryID)
	change.Details = map[string]any{"status": "purged"}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		tree, err := s.changing(ctx, operationID)
		if err != nil {
			return err
		}
		roots, err := chosen(tree)
		if err != nil {
			return err
		}
		gone := map[id.ID]bool{}
		for _, root := range roots {
			gone[root.ID] = true
			for _, e := range tree.Below(root) {
				gone[e.ID] = true
			}
		}
		if n = len(gone); n == 0 {
			return nil
		}
		ids := make([]id.ID, 0, n)
		for one := range gone {
			ids = append(ids, one)
		}
		slices.Sort(ids)
		tx.Note(ctx, "purged", n)
		contents, err := s.Entries.Remove(ctx, operationID, ids)
		if err != nil {
			return err
		}
		return s.Documents.Release(ctx, contents...)
	})
	return n, err
}

// Added is what became of a file that was sent.
type Added struct {
	Outcome Outcome
	View
}

// Upload keeps files in a folder, all of them or none: a name that is new is a new document, one that
// a document of the folder has is its next version, and the same content once more changes nothing.
// Errors: forbidden, notFound, documents.count, documents.folderUnknown, documents.tooMany,
// documents.full, documents.upload with those of the files: documents.name, size, empty, type, twice,
// versions, nameTaken.
func (s *Service) Upload(ctx context.Context, p policy.Principal, operationID, folderID id.ID, files []File) ([]Added, error) {
	if err := s.Guard.Operation(ctx, p, create, operationID); err != nil {
		return nil, err
	}
	contents, err := checked(files)
	if err != nil {
		return nil, err
	}
	tree, err := s.tree(ctx, operationID)
	if err != nil {
		return nil, err
	}
	if _, err := tree.place(folderID); err != nil { // before anything is kept
		return nil, err
	}
	docs, err := s.Documents.Keep(ctx, operationID, Stored, contents...)
	if err != nil {
		return nil, err
	}
	plan, err := tree.filed(operationID, folderID, files, docs)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(plan, func(a Added) bool { return a.Outcome != Unchanged }) {
		if plan, err = s.file(ctx, p, operationID, folderID, files, docs); err != nil {
			return nil, err
		}
	}
	return s.told(ctx, operationID, plan)
}

// checked are the contents of files that may be kept.
func checked(files []File) ([]document.Content, error) {
	if len(files) == 0 || len(files) > MostFiles {
		return nil, ErrCount.With("max", MostFiles).At("files")
	}
	var wrong fault.List
	names, contents := map[string]bool{}, make([]document.Content, len(files))
	for n := range files {
		f := &files[n]
		f.Name = strings.TrimSpace(f.Name)
		contentType, err := f.check()
		if err == nil && names[NameKey(f.Name)] {
			err = ErrTwice.With("fileName", f.Name)
		}
		if err != nil {
			if fault.From(err) == nil {
				return nil, err
			}
			wrong.Add(fault.From(err).At("files"))
		}
		names[NameKey(f.Name)] = true
		contents[n] = document.Content{SHA256: f.SHA256, Size: f.Size, ContentType: contentType, Open: f.Open}
	}
	return contents, wrong.Err(ErrUpload)
}

// file stores what is new of files, in one transaction.
func (s *Service) file(ctx context.Context, p policy.Principal, operationID, folderID id.ID, files []File, docs []document.Document) (plan []Added, err error) {
	change := p.Change(create, operationID, objectKind, folderID)
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		tree, err := s.changing(ctx, operationID)
		if err != nil {
			return err
		}
		if plan, err = tree.filed(operationID, folderID, files, docs); err != nil {
			return err
		}
		return s.Documents.Attach(ctx, docs, func(ctx context.Context) error {
			if err := s.room(ctx, operationID, tree, plan); err != nil {
				return err
			}
			return s.keep(ctx, p, plan)
		})
	})
	return plan, err
}

// room refuses more than an operation keeps. Errors: documents.tooMany, documents.full.
func (s *Service) room(ctx context.Context, operationID id.ID, tree Tree, plan []Added) error {
	bytes, err := s.Entries.Bytes(ctx, operationID)
	if err != nil {
		return err
	}
	entries := len(tree.entries)
	for _, a := range plan {
		if a.Outcome == Created {
			entries++
		}
		if a.Outcome != Unchanged {
			bytes += a.Content.Size
		}
	}
	switch {
	case entries > MostEntries:
		return ErrTooMany.With("max", MostEntries)
	case bytes > MostBytes:
		return ErrFull.With("gigabytes", MostBytes>>30)
	}
	return nil
}

func (s *Service) keep(ctx context.Context, p policy.Principal, plan []Added) error {
	now := s.Now().UTC()
	var kept []Entry
	for n := range plan {
		e := &plan[n].Entry
		switch plan[n].Outcome {
		case Created:
			e.CreatedAt, e.ChangedAt, e.ChangedBy = now, now, p.UserID
			if err := s.Entries.Add(ctx, *e); err != nil {
				return err
			}
		case Versioned:
			e.ChangedAt, e.ChangedBy = now, p.UserID
			if err := s.Entries.AddVersion(ctx, *e); err != nil {
				return err
			}
		case Unchanged:
			continue
		}
		tx.Concern(ctx, objectKind, e.ID)
		kept = append(kept, *e)
	}
	about(ctx, kept...)
	return nil
}

// told reads what was stored of a plan.
func (s *Service) told(ctx context.Context, operationID id.ID, plan []Added) ([]Added, error) {
	tree, err := s.tree(ctx, operationID)
	if err != nil {
		return nil, err
	}
	for n := range plan {
		if e, ok := tree.Find(plan[n].ID); ok {
			plan[n].View = View{Entry: e, Path: tree.Path(e)}
		}
	}
	return plan, nil
}

// Open reads a document, or one of its former versions; number 0 is the version in force. A
// participant reads that in force of what is shared with it. Errors: forbidden, notFound,
// documents.noDocument.
func (s *Service) Open(ctx context.Context, p policy.Principal, operationID, entryID id.ID, number int) (Download, error) {
	tree, err := s.seen(ctx, p, operationID)
	if err != nil {
		return Download{}, err
	}
	e, ok := tree.Find(entryID)
	if !ok {
		return Download{}, policy.ErrNotFound
	}
	if e.Kind != Paper {
		return Download{}, ErrNoDocument
	}
	if number == 0 || number == e.Number {
		return s.open(ctx, e.Name, e.Content)
	}
	versions, err := s.versions(ctx, p, e)
	if err != nil {
		return Download{}, err
	}
	for _, v := range versions {
		if v.Number == number {
			return s.open(ctx, numbered(e.Name, "v"+strconv.Itoa(number)), v.Content)
		}
	}
	return Download{}, policy.ErrNotFound
}

// Preview reads a PDF or a picture to be looked at; the rest is as in Open. Error: documents.noPreview.
func (s *Service) Preview(ctx context.Context, p policy.Principal, operationID, entryID id.ID, number int) (Download, error) {
	d, err := s.Open(ctx, p, operationID, entryID, number)
	if err == nil && !slices.Contains(shown, d.ContentType) {
		_ = d.Content.Close()
		return Download{}, ErrNoPreview
	}
	return d, err
}

func (s *Service) open(ctx context.Context, name string, d document.Document) (Download, error) {
	content, err := s.Documents.Open(ctx, d)
	return Download{Name: name, Size: d.Size, ContentType: d.ContentType, Content: content}, err
}

// Archive is documents by id, and all that is in folders by id, as far as somebody may read them: read
// one after the other, each closed before the next. Errors: forbidden, notFound, documents.archive.
func (s *Service) Archive(ctx context.Context, p policy.Principal, operationID id.ID, ids []id.ID) (iter.Seq2[Archived, error], error) {
	tree, err := s.seen(ctx, p, operationID)
	if err != nil {
		return nil, err
	}
	list, err := tree.archived(ids)
	if err != nil {
		return nil, err
	}
	return func(yield func(Archived, error) bool) {
		for _, one := range list {
			d, err := s.open(ctx, one.e.Name, one.e.Content)
			if err != nil {
				yield(Archived{}, err)
				return
			}
			more := yield(Archived{Path: one.path, Download: d}, nil)
			if closed := d.Content.Close(); closed != nil || !more {
				return
			}
		}
	}, nil
}

// OpenLink reads what a link leads to, and counts that. Errors: documents.linkOver.
func (s *Service) OpenLink(ctx context.Context, token string) (Download, error) {
	linkID, ok := s.Signatures.Read(token)
	if !ok {
		return Download{}, ErrLink
	}
	l, ok, err := s.Shares.Link(ctx, linkID)
	if err != nil {
		return Download{}, err
	}
	now := s.Now().UTC()
	if !ok || l.Over(now) {
		return Download{}, ErrLink
	}
	tree, err := s.tree(ctx, l.OperationID)
	if err != nil {
		return Download{}, err
	}
	e, err := tree.live(l.EntryID)
	if err != nil {
		return Download{}, ErrLink
	}
	d, err := s.open(ctx, e.Name, e.Content)
	if err != nil {
		return Download{}, err
	}
	if err := s.Shares.Count(ctx, l.ID, now); err != nil {
		_ = d.Content.Close()
		return Download{}, fault.Unexpected.Because(err)
	}
	return d, nil
}

// Sharing is who may read an entry. Errors: forbidden, notFound.
func (s *Service) Sharing(ctx context.Context, p policy.Principal, operationID, entryID id.ID) (Sharing, error) {
	if err := s.Guard.Operation(ctx, p, share, operationID); err != nil {
		return Sharing{}, err
	}
	tree, err := s.tree(ctx, operationID)
	if err != nil {
		return Sharing{}, err
	}
	e, ok := tree.Find(entryID)
	if !ok {
		return Sharing{}, policy.ErrNotFound
	}
	asked := []id.ID{e.ID}
	for _, f := range tree.Path(e) {
		asked = append(asked, f.ID)
	}
	found, err := s.Shares.Of(ctx, operationID, asked)
	if err != nil {
		return Sharing{}, err
	}
	var out Sharing
	for _, one := range found {
		if one.EntryID == e.ID {
			out.Shares = append(out.Shares, one)
		} else {
			out.Inherited = append(out.Inherited, one)
		}
	}
	if out.Links, err = s.Shares.Links(ctx, operationID, e.ID); err != nil {
		return Sharing{}, err
	}
	for n := range out.Links {
		out.Links[n].Token = s.Signatures.Sign(out.Links[n].ID)
	}
	return out, nil
}

// ShareInput is with whom an entry is shared, beside those that it is shared with already.
type ShareInput struct {
	OperationID id.ID
	EntryID     id.ID
	Sites       []id.ID
	Everyone    bool // every site of the operation, those to come too
}

// Share lets those of sites read an entry, and all that is in it. One that may already stays as it is.
// Errors: forbidden, notFound, documents.nobody, documents.siteUnknown, documents.shares.
func (s *Service) Share(ctx context.Context, p policy.Principal, in ShareInput) (Sharing, error) {
	if err := s.Guard.Operation(ctx, p, share, in.OperationID); err != nil {
		return Sharing{}, err
	}
	if len(in.Sites) == 0 && !in.Everyone {
		return Sharing{}, ErrNobody
	}
	if len(in.Sites) > MostShares {
		return Sharing{}, ErrShares.With("max", MostShares)
	}
	change := p.Change(share, in.OperationID, objectKind, in.EntryID)
	change.Details = map[string]any{"sites": len(in.Sites), "everyone": in.Everyone}
	err := s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		tree, err := s.changing(ctx, in.OperationID)
		if err != nil {
			return err
		}
		e, err := tree.live(in.EntryID)
		if err != nil {
			return err
		}
		strangers, err := s.Shares.Strangers(ctx, in.OperationID, in.Sites)
		if err != nil {
			return err
		}
		if len(strangers) > 0 {
			return ErrSiteUnknown.With("id", string(strangers[0])).At("participantIds")
		}
		there, err := s.Shares.Of(ctx, in.OperationID, []id.ID{e.ID})
		if err != nil {
			return err
		}
		about(ctx, e)
		added := s.further(p, e, there, in)
		if len(there)+len(added) > MostShares {
			return ErrShares.With("max", MostShares)
		}
		for _, one := range added {
			tx.Concern(ctx, "participant", one.SiteID)
		}
		return s.Shares.Add(ctx, in.OperationID, added)
	})
	if err != nil {
		return Sharing{}, err
	}
	return s.Sharing(ctx, p, in.OperationID, in.EntryID)
}

// further are the shares of an input that are not there yet.
func (s *Service) further(p policy.Principal, e Entry, there []Share, in ShareInput) (added []Share) {
	sites := slices.Clone(in.Sites)
	slices.Sort(sites)
	sites = slices.Compact(sites)
	if in.Everyone {
		sites = append(sites, "")
	}
	for _, site := range sites {
		if !slices.ContainsFunc(there, func(one Share) bool { return one.SiteID == site }) {
			added = append(added, Share{ID: id.New(), EntryID: e.ID, SiteID: site, SharedAt: s.Now().UTC(), SharedBy: p.UserID})
		}
	}
	return added
}

// Unshare takes a share back. Errors: forbidden, notFound.
func (s *Service) Unshare(ctx context.Context, p policy.Principal, operationID, entryID, shareID id.ID) error {
	return s.revoke(ctx, p, operationID, entryID, func(ctx context.Context) (bool, error) {
		one, found, err := s.Shares.Remove(ctx, operationID, entryID, shareID)
		tx.Concern(ctx, "participant", one.SiteID)
		return found, err
	})
}

// RevokeLink ends a link now. Errors: forbidden, notFound.
func (s *Service) RevokeLink(ctx context.Context, p policy.Principal, operationID, entryID, linkID id.ID) error {
	return s.revoke(ctx, p, operationID, entryID, func(ctx context.Context) (bool, error) {
		return s.Shares.Revoke(ctx, operationID, entryID, linkID, s.Now().UTC())
	})
}

func (s *Service) revoke(ctx context.Context, p policy.Principal, operationID, entryID id.ID, take func(ctx context.Context) (bool, error)) error {
	if err := s.Guard.Operation(ctx, p, share, operationID); err != nil {
		return err
	}
	change := p.Change(share, operationID, objectKind, entryID)
	change.Details = map[string]any{"status": "revoked"}
	return s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		found, err := take(ctx)
		if err == nil && !found {
			err = policy.ErrNotFound
		}
		return err
	})
}

// AddLink makes a link to a document that anybody may follow until the end of a day.
// Errors: forbidden, notFound, documents.noDocument, documents.linkEnd, documents.links.
func (s *Service) AddLink(ctx context.Context, p policy.Principal, operationID, entryID id.ID, lastDay civil.Date) (Link, error) {
	if err := s.Guard.Operation(ctx, p, share, operationID); err != nil {
		return Link{}, err
	}
	op, err := s.Operations.ByID(ctx, operationID)
	if err != nil {
		return Link{}, err
	}
	now := s.Now().UTC()
	end, err := endOf(lastDay, op.Zone(), now)
	if err != nil {
		return Link{}, err
	}
	l := Link{ID: id.New(), EntryID: entryID, OperationID: operationID, ExpiresAt: end, CreatedAt: now, CreatedBy: p.UserID}
	change := p.Change(share, operationID, objectKind, entryID)
	change.Details = map[string]any{"status": "linked"}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		tree, err := s.changing(ctx, operationID)
		if err != nil {
			return err
		}
		e, err := tree.live(entryID)
		if err != nil {
			return err
		}
		if e.Kind != Paper {
			return ErrNoDocument
		}
		about(ctx, e)
		links, err := s.Shares.Links(ctx, operationID, entryID)
		if err != nil {
			return err
		}
		links = slices.DeleteFunc(links, func(one Link) bool { return one.Over(now) })
		if len(links) >= MostLinks {
			return ErrLinks.With("max", MostLinks)
		}
		return s.Shares.AddLink(ctx, l)
	})
	l.Token = s.Signatures.Sign(l.ID)
	return l, err
}
