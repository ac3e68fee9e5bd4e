// Package notice writes to participants whom papers wait for: once when a paper is made, again when
// the organizer asks for it, and once more when it has waited for long (ADR 95). What became of each
// mail is kept.
package notice

import (
	"context"
	"errors"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/operation/invitationmail"
	"github.com/openpmo/pmo/core/paper"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// DefaultReminderDays is after how many days without a word a paper is reminded of.
const DefaultReminderDays = 14

const (
	mostListed   = 100       // mails of a paper, the newest
	mostReminded = 500       // papers at a look; the next one has the rest
	pause        = time.Hour // between two mails about a paper that somebody asks for
)

var (
	// ErrNoReader is a paper of a site that no account in use sees.
	ErrNoReader = fault.New(fault.Conflict, "paper.noReader")
	// ErrRecent is a paper that somebody was written to about within the hour, or is about to be.
	ErrRecent = fault.New(fault.Conflict, "paper.mailRecent")
)

const (
	read   policy.Permission = "paper:read"
	notify policy.Permission = "paperMail:send"
)

// Reader is the account that a paper waits for.
type Reader struct {
	UserID id.ID
	Email  party.Email
}

// Mails keeps the mails.
type Mails interface {
	// Add stores a new one. Error: paper.mailRecent where one is queued, or was its only one.
	Add(ctx context.Context, m paper.Mail) error
	// ByID is one; ok is false where it is gone with its paper.
	ByID(ctx context.Context, mailID id.ID) (m paper.Mail, ok bool, err error)
	// Note says what became of a queued one, or with Queued what keeps it.
	Note(ctx context.Context, mailID id.ID, status invitationmail.Status, reason string, at time.Time) error
	// OfPaper lists the newest, at most limit.
	OfPaper(ctx context.Context, operationID, paperID id.ID, limit int) ([]paper.Mail, error)
	// Readers are the accounts in use that papers wait for; papers without one are left out.
	Readers(ctx context.Context, paperIDs []id.ID) (map[id.ID]Reader, error)
	// Due are papers that wait for a signature, were written about before since and not after, and
	// were never reminded of; the oldest, at most limit.
	Due(ctx context.Context, since time.Time, limit int) ([]paper.Ref, error)
}

// Queue has Service.Send done when the caller's transaction commits.
type Queue interface {
	PaperMail(ctx context.Context, mailID id.ID) error
}

// Text is what a mail says.
type Text struct {
	paper.Mail
	UserID    id.ID
	Operation string // name
	Site      string // name
	Paper     paper.Kind
	Until     *civil.Date // last day to refuse; of a tenant notice
}

// Post writes to somebody. Errors: mail.addressInvalid, mail.rejected, mail.unavailable.
type Post interface {
	SendPaperMail(ctx context.Context, t Text) error
}

// Deps are what the service works with.
type Deps struct {
	Guard        policy.Guard
	Tx           tx.Runner
	Now          func() time.Time
	Papers       paper.Papers
	Operations   paper.Operations
	Mails        Mails
	Queue        Queue
	Post         Post
	ReminderDays int // 0 = nobody is reminded
}

// Service is the use cases, and the work of jobs.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

var _ paper.Notices = (*Service)(nil)

// Ask writes to those whom new papers wait for. Sites without an account are left out: the register
// says that nobody was written to.
func (s *Service) Ask(ctx context.Context, p policy.Principal, papers []paper.Paper) error {
	ids := make([]id.ID, len(papers))
	for i, one := range papers {
		ids[i] = one.ID
	}
	readers, err := s.Mails.Readers(ctx, ids)
	if err != nil {
		return err
	}
	for _, one := range papers {
		if reader, ok := readers[one.ID]; ok {
			if _, err := s.ask(ctx, one, reader, paper.MailFirst, p.UserID); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Service) ask(ctx context.Context, one paper.Paper, to Reader, kind paper.MailKind, by id.ID) (paper.Mail, error) {
	m := paper.Mail{ID: id.New(), OperationID: one.OperationID, PaperID: one.ID, Kind: kind, Email: to.Email, AskedBy: by, AskedAt: s.Now().UTC(), Status: invitationmail.Queued}
	if err := s.Mails.Add(ctx, m); err != nil {
		return m, err
	}
	return m, s.Queue.PaperMail(ctx, m.ID)
}

// List is the mails about a paper, the newest first. Errors: forbidden, notFound.
func (s *Service) List(ctx context.Context, p policy.Principal, operationID, paperID id.ID) ([]paper.Mail, error) {
	if _, err := s.find(ctx, p, read, operationID, paperID); err != nil {
		return nil, err
	}
	return s.Mails.OfPaper(ctx, operationID, paperID, mostListed)
}

// SendAgain writes once more about a paper that waits. Errors: forbidden, notFound, paper.closed,
// paper.refusalLate, paper.noReader, paper.mailRecent.
func (s *Service) SendAgain(ctx context.Context, p policy.Principal, operationID, paperID id.ID) (m paper.Mail, err error) {
	one, err := s.find(ctx, p, notify, operationID, paperID)
	if err != nil {
		return m, err
	}
	waits, err := s.waits(ctx, one)
	switch {
	case err != nil:
		return m, err
	case one.Status() != paper.Made:
		return m, paper.ErrClosed
	case !waits:
		return m, paper.ErrLate.With("day", one.RefusalUntil.String())
	}
	change := p.Change(notify, operationID, "participant", one.SiteID)
	change.Details = map[string]any{"paper": string(one.ID), "kind": string(one.Kind)}
	return m, s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		readers, err := s.Mails.Readers(ctx, []id.ID{one.ID})
		if err != nil {
			return err
		}
		reader, ok := readers[one.ID]
		if !ok {
			return ErrNoReader
		}
		last, err := s.Mails.OfPaper(ctx, operationID, paperID, 1)
		if err != nil {
			return err
		}
		kind := paper.MailFirst
		if len(last) > 0 {
			if kind = paper.MailAgain; s.Now().Sub(last[0].AskedAt) < pause {
				return ErrRecent
			}
		}
		m, err = s.ask(ctx, one, reader, kind, p.UserID)
		return err
	})
}

func (s *Service) find(ctx context.Context, p policy.Principal, perm policy.Permission, operationID, paperID id.ID) (paper.Paper, error) {
	if err := s.Guard.Operation(ctx, p, perm, operationID); err != nil {
		return paper.Paper{}, err
	}
	one, ok, err := s.Papers.ByID(ctx, operationID, paperID)
	if err == nil && !ok {
		err = policy.ErrNotFound
	}
	return one, err
}

// waits reports whether somebody may still do something about a paper.
func (s *Service) waits(ctx context.Context, one paper.Paper) (bool, error) {
	if one.Status() != paper.Made || one.RefusalUntil == nil {
		return one.Status() == paper.Made, nil
	}
	op, err := s.Operations.ByID(ctx, one.OperationID)
	return err == nil && op.Zone().DateOf(s.Now()) <= *one.RefusalUntil, err
}

// Remind writes about papers that have waited for so many days without a word, each once. It is the
// work of a periodic job. The failure of one paper does not keep others from theirs.
func (s *Service) Remind(ctx context.Context) error {
	if s.ReminderDays <= 0 {
		return nil
	}
	due, err := s.Mails.Due(ctx, s.Now().AddDate(0, 0, -s.ReminderDays), mostReminded)
	if err != nil {
		return err
	}
	var failed []error
	for _, ref := range due {
		failed = append(failed, s.remind(ctx, ref))
	}
	return errors.Join(failed...)
}

func (s *Service) remind(ctx context.Context, ref paper.Ref) error {
	one, ok, err := s.Papers.ByID(ctx, ref.OperationID, ref.PaperID)
	if err != nil || !ok || one.Status() != paper.Made {
		return err
	}
	change := tx.Change{Agent: "system", Action: string(notify), OperationID: one.OperationID, ObjectKind: "participant", ObjectID: one.SiteID,
		Details: map[string]any{"paper": string(one.ID), "kind": string(one.Kind)}}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		readers, err := s.Mails.Readers(ctx, []id.ID{one.ID})
		if err != nil {
			return err
		}
		reader, ok := readers[one.ID]
		if !ok {
			return ErrNoReader
		}
		_, err = s.ask(ctx, one, reader, paper.MailReminder, "")
		return err
	})
	if errors.Is(err, ErrRecent) || errors.Is(err, ErrNoReader) { // another process was first, or the account went meanwhile
		return nil
	}
	return err
}

// Send mails one. It is the work of a job: what was signed or refused meanwhile, or waits for another
// account now, needs none any more. Errors: those of the mail.
func (s *Service) Send(ctx context.Context, mailID id.ID) error {
	m, ok, err := s.Mails.ByID(ctx, mailID)
	if err != nil || !ok || m.Status != invitationmail.Queued {
		return err
	}
	one, ok, err := s.Papers.ByID(ctx, m.OperationID, m.PaperID)
	if err != nil {
		return err
	}
	readers, err := s.Mails.Readers(ctx, []id.ID{m.PaperID})
	if err != nil {
		return err
	}
	waits, err := s.waits(ctx, one)
	if err != nil {
		return err
	}
	reader, read := readers[m.PaperID]
	if !ok || !waits || !read || reader.Email != m.Email {
		return s.note(ctx, mailID, invitationmail.Obsolete, "")
	}
	op, err := s.Operations.ByID(ctx, m.OperationID)
	if err != nil {
		return err
	}
	failed := s.Post.SendPaperMail(ctx, Text{Mail: m, UserID: reader.UserID, Operation: op.Name, Site: one.SiteName, Paper: one.Kind, Until: one.RefusalUntil})
	switch {
	case failed == nil:
		return s.note(ctx, mailID, invitationmail.Sent, "")
	case errors.Is(failed, mail.ErrAddress) || errors.Is(failed, mail.ErrRejected):
		return s.note(ctx, mailID, invitationmail.Refused, fault.KeyOf(failed))
	}
	return errors.Join(failed, s.note(ctx, mailID, invitationmail.Queued, fault.KeyOf(failed)))
}

// GiveUp keeps that a mail is not tried any more.
func (s *Service) GiveUp(ctx context.Context, mailID id.ID) error {
	return s.note(ctx, mailID, invitationmail.GivenUp, mail.ErrUnavailable.Key)
}

func (s *Service) note(ctx context.Context, mailID id.ID, status invitationmail.Status, reason string) error {
	return s.Mails.Note(ctx, mailID, status, reason, s.Now().UTC())
}
