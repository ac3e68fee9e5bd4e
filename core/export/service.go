package export

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/job"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

const (
	read   policy.Permission = "data:read"
	create policy.Permission = "data:export"
)

// objectKind names exports in the audit trail.
const objectKind = "dataExport"

// Deps are what the service works with.
type Deps struct {
	Guard   policy.Guard
	Tx      tx.Runner
	Now     func() time.Time
	Waits   Waits // the zero value = DefaultWaits
	Exports Exports
	Jobs    *job.Service
	Sources
	Files
	Letters
}

// Sources are where what is exported is read.
type Sources struct {
	Sites      Sites
	Operations Operations
	Curves     Curves
}

// Files are what a file is made with and where it lies.
type Files struct {
	Documents Documents
	Words     Words
	Workbook  Workbook
}

// Letters are how who asked hears of a file.
type Letters struct {
	Signatures Signatures
	Queue      Queue
	Mail       Mail
}

// Service is the use cases of exports.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	if d.Waits == (Waits{}) {
		d.Waits = DefaultWaits
	}
	return &Service{d}
}

// View is an export as who asked for it sees it.
type View struct {
	Export
	Stage Stage
}

func (s *Service) view(e Export) View { return View{e, e.Stage(s.Now(), s.Waits)} }

// seen are the sites of an operation that somebody's file may tell of, with the days that it may: a
// participant's own.
func (s *Service) seen(ctx context.Context, operationID id.ID, asker Asker) ([]participant.Participant, error) {
	all, err := s.Sites.OfOperation(ctx, operationID)
	if err != nil || asker.Role != policy.RoleParticipant {
		return all, err
	}
	var own []participant.Participant
	for _, one := range all {
		for _, held := range asker.Sites {
			if held.ParticipantID == one.ID {
				if one.Activation != nil {
					days := one.Activation.Intersect(held.Period)
					one.Activation = &days
				}
				own = append(own, one)
			}
		}
	}
	return own, nil
}

// Start asks for a file; a job makes it. A participant's holds its own sites. Errors: forbidden,
// notFound, export.column, export.personalColumn, export.sites, export.siteUnknown, nature.unknown,
// range.reversed, range.tooLong, export.nothing, export.tooLarge, export.tooManySites,
// export.kept, export.inProgress.
func (s *Service) Start(ctx context.Context, p policy.Principal, operationID id.ID, language string, ask Ask) (View, error) {
	if err := s.Guard.Operation(ctx, p, create, operationID); err != nil {
		return View{}, err
	}
	if err := ask.check(); err != nil {
		return View{}, err
	}
	e := Export{ID: id.New(), OperationID: operationID, AskedBy: p.UserID, Asker: Asker{Role: p.Role}, Ask: ask, Language: language, CreatedAt: s.Now().UTC(), Status: job.Pending}
	for _, held := range p.Sites {
		if p.Role == policy.RoleParticipant && held.OperationID == operationID {
			e.Asker.Sites = append(e.Asker.Sites, held)
		}
	}
	sites, err := s.seen(ctx, operationID, e.Asker)
	if err == nil {
		sites, err = ask.chosen(sites)
	}
	if err == nil {
		err = ask.checkSize(sites)
	}
	if err != nil {
		return View{}, err
	}
	change := p.Change(create, operationID, objectKind, e.ID)
	change.Details = map[string]any{"columns": ask.Columns, "natures": ask.Natures, "startDate": ask.Days.From.String(), "endDate": ask.Days.Last().String(), "sites": len(sites)}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		j, err := s.Jobs.Open(ctx, job.Asked{ID: e.ID, OperationID: operationID, Kind: JobKind, AloneOn: p.UserID, AskedBy: p.UserID, Agent: p.Agent, CreatedAt: e.CreatedAt})
		if err != nil {
			return err
		}
		kept, err := s.Exports.Own(ctx, operationID, p.UserID, MostListed)
		if err != nil {
			return err
		}
		there := 0
		for _, one := range kept {
			if !one.Content.ID.IsZero() {
				there++
			}
		}
		if there >= MostKept {
			return ErrTooMany.With("max", MostKept)
		}
		if err := s.Exports.Add(ctx, e); err != nil {
			return err
		}
		return s.Jobs.Enqueue(ctx, JobKind, j.ID, j.Parts)
	})
	if err != nil {
		return View{}, err
	}
	return s.view(e), nil
}

// Job is how exports are made.
func (s *Service) Job() job.Handler {
	h := job.Handle(JobKind, create, func(ctx context.Context, j job.Job, _ struct{}) (made, error) { return s.make(ctx, j.ID) })
	h.Object, h.InProgress = objectKind, ErrInProgress
	return h
}

// made is what a job says of what it did.
type made struct {
	Lines int `json:"lines"`
}

// AuditDetails of job.Audited.
func (m made) AuditDetails() map[string]any { return map[string]any{"lines": m.Lines} }

// make makes the file of an export, once however often it is called, and has it told by mail.
func (s *Service) make(ctx context.Context, exportID id.ID) (made, error) {
	e, ok, err := s.Exports.ByID(ctx, exportID)
	if err != nil || !ok || e.FinishedAt != nil {
		return made{e.Lines}, err
	}
	op, err := s.Operations.ByID(ctx, e.OperationID)
	if err != nil {
		return made{}, err
	}
	sites, err := s.seen(ctx, e.OperationID, e.Asker)
	if err == nil {
		sites, err = e.Ask.chosen(sites)
	}
	if err == nil {
		err = e.Ask.checkSize(sites)
	}
	if err != nil {
		return made{}, err
	}
	file := &sheet{e: e, sites: sites, words: s.Words, curve: s.Curves.ParticipantCurve, advanced: func(done int) {
		if done%10 == 0 || done == len(sites) {
			s.Jobs.Advance(ctx, e.ID, done, len(sites))
		}
	}}
	content, err := file.write(ctx, s.Workbook, op.ExternalID)
	if err != nil {
		return made{}, err
	}
	e.FileName, e.Lines = file.fileName(op.ExternalID, e.ID), file.lines
	return made{e.Lines}, s.keep(ctx, e, content)
}

// types are what the forms are called where files are served.
var types = map[Format]string{CSV: "text/csv", XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}

func (s *Service) keep(ctx context.Context, e Export, content []byte) error {
	docs, err := s.Documents.Keep(ctx, e.OperationID, Stored, document.Of(content, types[e.Ask.Format]))
	if err != nil {
		return err
	}
	now := s.Now().UTC()
	until := now.Add(Kept)
	e.Content, e.FinishedAt, e.ExpiresAt = docs[0], &now, &until
	change := policy.Principal{UserID: e.AskedBy, Agent: "job"}.Change(create, e.OperationID, objectKind, e.ID)
	change.Details = map[string]any{"lines": e.Lines, "sha256": e.Content.SHA256}
	return s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		return s.Documents.Attach(ctx, docs, func(ctx context.Context) error {
			ok, err := s.Exports.Finish(ctx, e)
			if err != nil || !ok {
				return err
			}
			return s.Queue.ExportMail(ctx, e.ID)
		})
	})
}

// Tell mails who asked that the file is there. It is the work of a job; one that is gone meanwhile
// needs no mail. Errors: those of the mail.
func (s *Service) Tell(ctx context.Context, exportID id.ID) error {
	e, ok, err := s.Exports.ByID(ctx, exportID)
	if err != nil || !ok || !e.there(s.Now()) {
		return err
	}
	op, err := s.Operations.ByID(ctx, e.OperationID)
	if err != nil {
		return err
	}
	return s.Mail.SendExport(ctx, Text{ExportID: e.ID, UserID: e.AskedBy, OperationID: e.OperationID, Operation: op.Name, FileName: e.FileName,
		Token: s.Signatures.Sign(e.ID), ExpiresAt: *e.ExpiresAt})
}

// Own lists the exports that who asks made of an operation, newest first, at most MostListed.
// Errors: forbidden, notFound.
func (s *Service) Own(ctx context.Context, p policy.Principal, operationID id.ID) ([]View, error) {
	if err := s.Guard.Operation(ctx, p, read, operationID); err != nil {
		return nil, err
	}
	found, err := s.Exports.Own(ctx, operationID, p.UserID, MostListed)
	out := make([]View, len(found))
	for n, e := range found {
		out[n] = s.view(e)
	}
	return out, err
}

// own finds an export of who asks.
func (s *Service) own(ctx context.Context, p policy.Principal, operationID, exportID id.ID) (Export, error) {
	if err := s.Guard.Operation(ctx, p, read, operationID); err != nil {
		return Export{}, err
	}
	e, ok, err := s.Exports.ByID(ctx, exportID)
	if err == nil && (!ok || e.OperationID != operationID || e.AskedBy != p.UserID) {
		err = policy.ErrNotFound
	}
	return e, err
}

// Get is one's own export. Errors: forbidden, notFound.
func (s *Service) Get(ctx context.Context, p policy.Principal, operationID, exportID id.ID) (View, error) {
	e, err := s.own(ctx, p, operationID, exportID)
	return s.view(e), err
}

// File is a file to be read; the caller closes its content.
type File struct {
	Name    string
	Size    int64
	Content io.ReadSeekCloser
}

// Open reads the file of one's own export. Errors: forbidden, notFound, export.over.
func (s *Service) Open(ctx context.Context, p policy.Principal, operationID, exportID id.ID) (File, error) {
	e, err := s.own(ctx, p, operationID, exportID)
	if err != nil {
		return File{}, err
	}
	return s.open(ctx, e)
}

// OpenLink reads the file that a link leads to, whoever follows it. Error: export.over.
func (s *Service) OpenLink(ctx context.Context, token string) (File, error) {
	exportID, ok := s.Signatures.Read(token)
	if !ok {
		return File{}, ErrOver
	}
	e, ok, err := s.Exports.ByID(ctx, exportID)
	if err != nil {
		return File{}, err
	}
	if !ok {
		return File{}, ErrOver
	}
	return s.open(ctx, e)
}

func (s *Service) open(ctx context.Context, e Export) (File, error) {
	if !e.there(s.Now()) {
		return File{}, ErrOver
	}
	content, err := s.Documents.Open(ctx, e.Content)
	return File{Name: e.FileName, Size: e.Content.Size, Content: content}, err
}

// sweptAtOnce is how many files one sweep lets go of; the rest waits for the next.
const sweptAtOnce = 100

// Sweep lets go of files that were kept long enough. It is the work of a periodic job.
func (s *Service) Sweep(ctx context.Context) error {
	past, err := s.Exports.Past(ctx, s.Now().UTC(), sweptAtOnce)
	if err != nil {
		return err
	}
	var failed []error
	for _, e := range past {
		change := policy.Principal{Agent: "system"}.Change(create, e.OperationID, objectKind, e.ID)
		change.Details = map[string]any{"expired": true}
		failed = append(failed, s.Tx.InTx(ctx, change, func(ctx context.Context) error {
			if err := s.Exports.Drop(ctx, e.ID); err != nil {
				return err
			}
			return s.Documents.Release(ctx, e.Content.ID)
		}))
	}
	return errors.Join(failed...)
}
