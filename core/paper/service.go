package paper

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

const (
	read   policy.Permission = "paper:read"
	create policy.Permission = "paper:create"
	update policy.Permission = "paper:update"

	// Of a participant, about its own sites.
	readOwn policy.Permission = "paper:readOwn"
	send    policy.Permission = "paper:send"
)

// objectKind names papers in the audit trail.
const objectKind = "paper"

// Deps are what the service works with.
type Deps struct {
	Guard      policy.Guard
	Tx         tx.Runner
	Now        func() time.Time
	Papers     Papers
	Operations Operations
	Sites      Sites
	Creditors  Creditors
	Documents  Documents
	Drawer     Drawer
	Notices    Notices // nil = nobody is written to
}

// Service is the use cases of papers.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{d}
}

// List is the register: all papers of an operation, or of one of its sites, newest first.
// Errors: forbidden, notFound, list.tooLong.
func (s *Service) List(ctx context.Context, p policy.Principal, operationID, siteID id.ID) ([]Paper, error) {
	if err := s.Guard.Operation(ctx, p, read, operationID); err != nil {
		return nil, err
	}
	found, err := s.Papers.List(ctx, operationID, siteID, MostKept+1)
	if err == nil && len(found) > MostKept {
		err = fault.ListTooLong.With("max", MostKept)
	}
	return found, err
}

// ListOwn is the papers of a site, newest first, for who takes part with it. Errors: forbidden, notFound.
func (s *Service) ListOwn(ctx context.Context, p policy.Principal, siteID id.ID) ([]Paper, error) {
	operationID, err := s.Guard.Participant(ctx, p, readOwn, siteID)
	if err != nil {
		return nil, err
	}
	found, err := s.Papers.List(ctx, operationID, siteID, MostKept)
	for i := range found {
		found[i].Mail = nil // whom the organizer wrote to is its own
	}
	return found, err
}

// MakeInput asks for papers of one kind.
type MakeInput struct {
	OperationID              id.ID
	Kind                     Kind
	SiteIDs                  []id.ID
	NoticeDate, RefusalUntil *civil.Date // of a tenant notice
}

// Make fills and draws papers of chosen sites, all or none. What is not known is left to the hand, and
// named. Errors: forbidden, notFound, paper.kind, paper.count, paper.siteUnknown, paper.side,
// paper.dates, paper.tooMany.
func (s *Service) Make(ctx context.Context, p policy.Principal, in MakeInput) ([]Paper, error) {
	if err := s.Guard.Operation(ctx, p, create, in.OperationID); err != nil {
		return nil, err
	}
	if err := in.check(); err != nil {
		return nil, err
	}
	op, err := s.Operations.ByID(ctx, in.OperationID)
	if err != nil {
		return nil, err
	}
	sites, err := s.chosen(ctx, in)
	if err != nil {
		return nil, err
	}
	papers, contents, err := s.draw(ctx, p, op, in, sites)
	if err != nil {
		return nil, err
	}
	docs, err := s.Documents.Keep(ctx, op.ID, Stored, contents...)
	if err != nil {
		return nil, err
	}
	for n := range papers {
		papers[n].Content = docs[n]
	}
	change := p.Change(create, op.ID, objectKind, "")
	change.Details = map[string]any{"kind": string(in.Kind), "created": len(papers)}
	return papers, s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		kept, err := s.Papers.Count(ctx, op.ID)
		if err == nil && kept+len(papers) > MostKept {
			err = ErrTooMany.With("max", MostKept)
		}
		if err != nil {
			return err
		}
		return s.Documents.Attach(ctx, docs, func(ctx context.Context) error {
			if err := s.Papers.Add(ctx, papers); err != nil || s.Notices == nil {
				return err
			}
			return s.Notices.Ask(ctx, p, papers)
		})
	})
}

func (in *MakeInput) check() error {
	if !slices.Contains(Kinds, in.Kind) {
		return ErrKind.With("value", string(in.Kind)).At("kind")
	}
	slices.Sort(in.SiteIDs)
	in.SiteIDs = slices.Compact(in.SiteIDs)
	if len(in.SiteIDs) == 0 || len(in.SiteIDs) > MostAtOnce {
		return ErrCount.With("max", MostAtOnce).At("participantIds")
	}
	dated := in.NoticeDate != nil && in.RefusalUntil != nil && *in.NoticeDate <= *in.RefusalUntil
	if in.Kind == TenantNotice && !dated || in.Kind != TenantNotice && (in.NoticeDate != nil || in.RefusalUntil != nil) {
		return ErrDates.At("refusalUntil")
	}
	return nil
}

func (s *Service) chosen(ctx context.Context, in MakeInput) ([]participant.Participant, error) {
	all, err := s.Sites.OfOperation(ctx, in.OperationID)
	if err != nil {
		return nil, err
	}
	of := make(map[id.ID]participant.Participant, len(all))
	for _, one := range all {
		of[one.ID] = one
	}
	out := make([]participant.Participant, len(in.SiteIDs))
	for n, siteID := range in.SiteIDs {
		one, ok := of[siteID]
		if !ok {
			return nil, ErrSiteUnknown.With("id", string(siteID)).At("participantIds")
		}
		if err := fits(in.Kind, one); err != nil {
			return nil, err
		}
		out[n] = one
	}
	return out, nil
}

// draw makes the papers of sites, with their contents in the same order.
func (s *Service) draw(ctx context.Context, p policy.Principal, op operation.Operation, in MakeInput, sites []participant.Participant) ([]Paper, []document.Content, error) {
	languages, err := s.Papers.Languages(ctx, in.SiteIDs)
	if err != nil {
		return nil, nil, err
	}
	var creditor *Creditor
	if in.Kind == SEPAMandate {
		all, err := s.Creditors.OfOperation(ctx, op.ID)
		if err != nil {
			return nil, nil, err
		}
		if len(all) == 1 { // of several nobody knows which one will collect
			creditor = &all[0]
		}
	}
	now := s.Now().UTC()
	today := op.DSO.Zone().DateOf(now)
	papers, contents := make([]Paper, len(sites)), make([]document.Content, len(sites))
	for n, site := range sites {
		sheet := fill(in.Kind, inkOf(languages[site.ID], op.DSO.Country()), op, site, creditor, in.NoticeDate, in.RefusalUntil, today)
		file, err := s.Drawer.DrawPaper(sheet)
		if err != nil {
			return nil, nil, err
		}
		papers[n] = Paper{ID: id.New(), OperationID: op.ID, SiteID: site.ID, SiteName: site.Name, Kind: in.Kind, Language: sheet.Language, Lacks: sheet.lacks(),
			NoticeDate: in.NoticeDate, RefusalUntil: in.RefusalUntil, MadeAt: now, MadeBy: p.UserID}
		contents[n] = document.Of(file, "application/pdf")
	}
	return papers, contents, nil
}

// File is a signed copy that was received, whole.
type File struct {
	Name   string
	Size   int64
	SHA256 string // hex
	Open   func() (io.ReadCloser, error)
}

// SignInput says who signed a paper, when, with the copy.
type SignInput struct {
	Ref
	On   civil.Date
	By   string
	File File
}

// Sign records a signature and keeps the copy beside the paper; a participant does it for its own. Errors: forbidden, notFound,
// field.required, field.tooLong, paper.day, paper.file, paper.closed.
func (s *Service) Sign(ctx context.Context, p policy.Principal, in SignInput) (Paper, error) {
	one, perm, err := s.open(ctx, p, in.Ref, in.On, "signedOn")
	if err != nil {
		return one, err
	}
	if in.By = strings.TrimSpace(in.By); in.By == "" {
		return one, fault.FieldRequired.At("signedBy")
	}
	if utf8.RuneCountInString(in.By) > MostText {
		return one, fault.FieldTooLong.With("max", MostText).At("signedBy")
	}
	contentType, err := in.File.check()
	if err != nil {
		return one, err
	}
	docs, err := s.Documents.Keep(ctx, one.OperationID, Stored, document.Content{SHA256: in.File.SHA256, Size: in.File.Size, ContentType: contentType, Open: in.File.Open})
	if err != nil {
		return one, err
	}
	one.Signature = &Signature{On: in.On, By: in.By, FileName: in.File.Name, Content: docs[0]}
	return s.close(ctx, p, perm, one, func(ctx context.Context, store func(ctx context.Context) error) error {
		return s.Documents.Attach(ctx, docs, store)
	})
}

// check refuses what is no copy of a paper. Error: paper.file.
func (f File) check() (contentType string, err error) {
	refused := ErrFile.With("megabytes", MostFileSize>>20).At("file")
	contentType = document.TypeOf(f.Name)
	if f.Size == 0 || f.Size > MostFileSize || !slices.Contains([]string{"application/pdf", "image/png", "image/jpeg"}, contentType) {
		return "", refused
	}
	content, err := f.Open()
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, content.Close()) }()
	head, err := io.ReadAll(io.LimitReader(content, 64))
	if err == nil && !document.Fits(f.Name, head) {
		err = refused
	}
	return contentType, err
}

// Refuse records that a tenant does not take part. The tenant itself does it up to the last day of
// the notice; who runs the operation writes down what came by letter later too. Errors: forbidden,
// notFound, field.tooLong, paper.day, paper.noRefusal, paper.refusalLate, paper.closed.
func (s *Service) Refuse(ctx context.Context, p policy.Principal, ref Ref, on civil.Date, note string) (Paper, error) {
	one, perm, err := s.open(ctx, p, ref, on, "refusedOn")
	if err != nil {
		return one, err
	}
	if one.Kind != TenantNotice {
		return one, ErrNoRefusal
	}
	if perm == send && on > *one.RefusalUntil {
		return one, ErrLate.With("day", one.RefusalUntil.String()).At("refusedOn")
	}
	if note = strings.TrimSpace(note); utf8.RuneCountInString(note) > MostText {
		return one, fault.FieldTooLong.With("max", MostText).At("note")
	}
	one.Refusal = &Refusal{On: on, Note: note}
	return s.close(ctx, p, perm, one, func(ctx context.Context, store func(ctx context.Context) error) error { return store(ctx) })
}

// open is a paper that is neither signed nor refused, a day that is not to come, and by which right
// it is closed.
func (s *Service) open(ctx context.Context, p policy.Principal, ref Ref, on civil.Date, field string) (Paper, policy.Permission, error) {
	perm := update
	if !ref.SiteID.IsZero() {
		perm = send
	}
	one, err := s.find(ctx, p, perm, ref)
	if err != nil {
		return one, perm, err
	}
	if on == 0 {
		return one, perm, fault.FieldRequired.At(field)
	}
	if one.Status() != Made {
		return one, perm, ErrClosed
	}
	op, err := s.Operations.ByID(ctx, one.OperationID)
	if err == nil && on > op.DSO.Zone().DateOf(s.Now()) {
		err = ErrDay.At(field)
	}
	return one, perm, err
}

func (s *Service) close(ctx context.Context, p policy.Principal, perm policy.Permission, one Paper, around func(ctx context.Context, store func(ctx context.Context) error) error) (Paper, error) {
	one.Filed = &Filed{By: p.UserID, ByParticipant: perm == send}
	change := p.Change(perm, one.OperationID, "participant", one.SiteID)
	change.Details = map[string]any{"paper": string(one.ID), "kind": string(one.Kind), "status": string(one.Status())}
	return one, s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		return around(ctx, func(ctx context.Context) error {
			ok, err := s.Papers.Close(ctx, one)
			if err == nil && !ok {
				err = ErrClosed
			}
			return err
		})
	})
}

// find is a paper that may be seen by its operation, or by its site.
func (s *Service) find(ctx context.Context, p policy.Principal, perm policy.Permission, ref Ref) (Paper, error) {
	operationID := ref.OperationID
	var err error
	if ref.SiteID.IsZero() {
		err = s.Guard.Operation(ctx, p, perm, operationID)
	} else {
		operationID, err = s.Guard.Participant(ctx, p, perm, ref.SiteID)
	}
	if err != nil {
		return Paper{}, err
	}
	one, ok, err := s.Papers.ByID(ctx, operationID, ref.PaperID)
	if err == nil && (!ok || !ref.SiteID.IsZero() && one.SiteID != ref.SiteID) {
		return Paper{}, policy.ErrNotFound
	}
	return one, err
}

// Download is a file to be read; the caller closes its content.
type Download struct {
	Name    string
	Size    int64
	Content io.ReadSeekCloser
}

// Download reads a paper, or its signed copy. Errors: forbidden, notFound, paper.unsigned.
func (s *Service) Download(ctx context.Context, p policy.Principal, ref Ref, signed bool) (Download, error) {
	perm := read
	if !ref.SiteID.IsZero() {
		perm = readOwn
	}
	one, err := s.find(ctx, p, perm, ref)
	if err != nil {
		return Download{}, err
	}
	name, content := strings.ToLower(string(one.Kind))+" "+one.SiteName+".pdf", one.Content
	if signed {
		if one.Signature == nil {
			return Download{}, ErrUnsigned
		}
		name, content = one.Signature.FileName, one.Signature.Content
	}
	opened, err := s.Documents.Open(ctx, content)
	return Download{Name: name, Size: content.Size, Content: opened}, err
}
