package communication

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

const (
	read   policy.Permission = "communication:read"
	create policy.Permission = "communication:create"

	maxListed = 10_000
)

// Deps are what the service works with.
type Deps struct {
	Guard      policy.Guard
	Tx         tx.Runner
	Now        func() time.Time
	Messages   Messages
	Recipients Recipients
	Operations Operations
	Documents  Documents
	Letters    Letters
	Queue      Queue
	Mail       mail.Sender
}

// Service is the use cases of messages.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{d}
}

// enter asks for a right, and whether the operation has messages at all.
// Errors: forbidden, notFound, featureNotAvailable.
func (s *Service) enter(ctx context.Context, p policy.Principal, perm policy.Permission, operationID id.ID) (operation.Operation, error) {
	if err := s.Guard.Operation(ctx, p, perm, operationID); err != nil {
		return operation.Operation{}, err
	}
	op, err := s.Operations.ByID(ctx, operationID)
	if err != nil {
		return op, err
	}
	return op, op.Require(operation.FeatureCommunication)
}

func (s *Service) recipients(ctx context.Context, op operation.Operation) ([]Recipient, error) {
	return s.Recipients.OfOperation(ctx, op.ID, op.Zone().DateOf(s.Now()))
}

// List lists who can be written to, by name: of one group, where one is named, and whose name,
// holder and address hold the words of q. Errors: forbidden, notFound, featureNotAvailable,
// list.tooLong.
func (s *Service) List(ctx context.Context, p policy.Principal, operationID id.ID, group Group, q string) ([]Recipient, error) {
	op, err := s.enter(ctx, p, read, operationID)
	if err != nil {
		return nil, err
	}
	all, err := s.recipients(ctx, op)
	if err != nil {
		return nil, err
	}
	found := slices.DeleteFunc(all, func(r Recipient) bool {
		return group != "" && !slices.Contains(r.Groups, group) || !r.holds(q)
	})
	if len(found) > maxListed {
		return nil, fault.ListTooLong.With("max", maxListed)
	}
	return found, nil
}

// Preview is the mail as it would arrive in a language. Errors: forbidden, notFound,
// featureNotAvailable, communication.invalid with those of the fields.
func (s *Service) Preview(ctx context.Context, p policy.Principal, operationID id.ID, d Draft, language string) (mail.Message, error) {
	op, err := s.enter(ctx, p, read, operationID)
	if err != nil {
		return mail.Message{}, err
	}
	if d = d.tidy(); d.check() != nil {
		return mail.Message{}, d.check()
	}
	return s.lay(op, d, language), nil
}

// lay is the mail of a message; answers go to the PMO of the operation.
func (s *Service) lay(op operation.Operation, d Draft, language string) mail.Message {
	m := s.Letters.Lay(op, d, language)
	if m.ReplyTo = op.Interlocutor.Email; m.ReplyTo != "" && (mail.Message{To: m.ReplyTo}).Check() != nil {
		m.ReplyTo = ""
	}
	return m
}

// File is a file that was received, whole.
type File struct {
	Name   string
	Size   int64
	SHA256 string // hex
	Open   func() (io.ReadCloser, error)
}

// Upload keeps a file for a message that is sent within a day. Errors: forbidden, notFound,
// featureNotAvailable, communication.attachmentSize, attachmentName, attachmentType.
func (s *Service) Upload(ctx context.Context, p policy.Principal, operationID id.ID, f File) (Attachment, error) {
	if _, err := s.enter(ctx, p, create, operationID); err != nil {
		return Attachment{}, err
	}
	if f.Size > MostAttachmentBytes {
		return Attachment{}, ErrAttachmentSize.With("fileName", f.Name).With("megabytes", MostAttachmentBytes>>20)
	}
	head, err := beginning(f)
	if err != nil {
		return Attachment{}, err
	}
	contentType, err := contentTypeOf(f.Name, head)
	if err != nil {
		return Attachment{}, err
	}
	a := Attachment{Name: f.Name, Document: document.Document{ContentType: contentType}}
	if err := a.checkName(); err != nil {
		return Attachment{}, err
	}
	docs, err := s.Documents.Keep(ctx, operationID, attachments, document.Content{SHA256: f.SHA256, Size: f.Size, ContentType: contentType, Open: f.Open})
	if err != nil {
		return Attachment{}, err
	}
	a.Document = docs[0]
	return a, nil
}

// beginning is the first bytes of a file.
func beginning(f File) (head []byte, err error) {
	content, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, content.Close()) }()
	return io.ReadAll(io.LimitReader(content, 4<<10))
}

// Named is a file that was uploaded, under the name that recipients see.
type Named struct {
	DocumentID id.ID
	Name       string
}

// SendInput is a message to send.
type SendInput struct {
	OperationID id.ID
	Draft
	Recipients  []id.ID // sites and observers
	Attachments []Named
}

// Report tells who is written to, and who is not.
type Report struct {
	MessageID id.ID // none where nobody can be written to: nothing was kept then
	Accepted  []Recipient
	Rejected  []Recipient // their address is none
	Missing   []Recipient // they have no address
}

// Send writes to recipients, one mail an address. Errors: forbidden, notFound,
// featureNotAvailable, communication.invalid with those of the fields, recipientUnknown, tooMany
// and those of attachments.
func (s *Service) Send(ctx context.Context, p policy.Principal, in SendInput) (Report, error) {
	op, err := s.enter(ctx, p, create, in.OperationID)
	if err != nil {
		return Report{}, err
	}
	in.Draft = in.tidy()
	if err := in.check(); err != nil {
		return Report{}, err
	}
	files, err := s.named(ctx, in)
	if err != nil {
		return Report{}, err
	}
	all, err := s.recipients(ctx, op)
	if err != nil {
		return Report{}, err
	}
	chosen, err := choose(all, in.Recipients)
	if err != nil {
		return Report{}, err
	}
	report := reportOf(chosen)
	if len(report.Accepted) == 0 {
		return report, nil
	}
	now := s.Now().UTC()
	m := Message{ID: id.New(), OperationID: op.ID, Subject: in.Subject, Body: in.Body, SentBy: p.UserID, SentAt: now, Attachments: files}
	m.Deliveries, m.Unreached = deliveriesOf(chosen, now)
	report.MessageID = m.ID
	docs := make([]document.Document, len(files))
	for n, f := range files {
		docs[n] = f.Document
	}
	change := p.Change(create, op.ID, "message", m.ID)
	change.Details = map[string]any{"mails": len(m.Deliveries), "files": len(files)}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.pace(ctx, op.ID, now); err != nil {
			return err
		}
		return s.Documents.Attach(ctx, docs, func(ctx context.Context) error {
			if err := s.Messages.Add(ctx, m); err != nil {
				return err
			}
			return s.Queue.Deliveries(ctx, idsOf(m.Deliveries))
		})
	})
	if errors.Is(err, document.ErrGone) {
		err = ErrAttachmentGone.With("fileName", files[0].Name)
	}
	return report, err
}

// pace refuses a message more than an operation may send in a day; others wait for their turn.
func (s *Service) pace(ctx context.Context, operationID id.ID, now time.Time) error {
	if _, err := s.Operations.Locked(ctx, operationID); err != nil {
		return err
	}
	sent, err := s.Messages.SentSince(ctx, operationID, now.Add(-24*time.Hour))
	if err == nil && sent >= MostADay {
		err = ErrTooMany.With("max", MostADay)
	}
	return err
}

// named finds the files of a message.
func (s *Service) named(ctx context.Context, in SendInput) ([]Attachment, error) {
	if len(in.Attachments) == 0 {
		return nil, nil
	}
	if len(in.Attachments) > MostAttachments {
		return nil, ErrAttachmentCount.With("max", MostAttachments).At("attachments")
	}
	ids := make([]id.ID, len(in.Attachments))
	for n, a := range in.Attachments {
		ids[n] = a.DocumentID
	}
	kept, err := s.Documents.Kept(ctx, in.OperationID, attachments, ids...)
	if err != nil {
		return nil, err
	}
	out, size := make([]Attachment, len(ids)), int64(0)
	for n, a := range in.Attachments {
		field := fmt.Sprintf("attachments[%d]", n)
		d, ok := kept[a.DocumentID]
		if !ok {
			return nil, ErrAttachmentGone.With("fileName", a.Name).At(field)
		}
		out[n] = Attachment{Document: d, Name: a.Name}
		if err := out[n].checkName(); err != nil {
			return nil, fault.From(err).At(field + ".name")
		}
		if size += d.Size; size > MostAttachedBytes {
			return nil, ErrAttachmentSize.With("fileName", a.Name).With("megabytes", MostAttachedBytes>>20).At(field)
		}
	}
	return out, nil
}

// choose finds recipients by id, each once, in the order of all.
// Errors: field.required, field.tooLong, communication.recipientUnknown.
func choose(all []Recipient, ids []id.ID) ([]Recipient, error) {
	switch {
	case len(ids) == 0:
		return nil, fault.FieldRequired.At("recipients")
	case len(ids) > MostRecipients:
		return nil, fault.FieldTooLong.With("max", MostRecipients).At("recipients")
	}
	there, wanted := make(map[id.ID]bool, len(all)), make(map[id.ID]bool, len(ids))
	for _, r := range all {
		there[r.ID] = true
	}
	for n, one := range ids {
		if !there[one] {
			return nil, ErrRecipientUnknown.With("id", string(one)).At(fmt.Sprintf("recipients[%d]", n))
		}
		wanted[one] = true
	}
	return slices.DeleteFunc(slices.Clone(all), func(r Recipient) bool { return !wanted[r.ID] }), nil
}

func reportOf(chosen []Recipient) (report Report) {
	for _, r := range chosen {
		switch r.Reach() {
		case Missing:
			report.Missing = append(report.Missing, r)
		case Rejected:
			report.Rejected = append(report.Rejected, r)
		case Reachable:
			report.Accepted = append(report.Accepted, r)
		}
	}
	return report
}

func idsOf(mails []Delivery) []id.ID {
	ids := make([]id.ID, len(mails))
	for n, d := range mails {
		ids[n] = d.ID
	}
	return ids
}

// Sent lists what an operation has sent, newest first. Errors: forbidden, notFound,
// featureNotAvailable, list.tooLong.
func (s *Service) Sent(ctx context.Context, p policy.Principal, operationID id.ID) ([]Summary, error) {
	if _, err := s.enter(ctx, p, read, operationID); err != nil {
		return nil, err
	}
	found, err := s.Messages.List(ctx, operationID, maxListed+1)
	if err == nil && len(found) > maxListed {
		err = fault.ListTooLong.With("max", maxListed)
	}
	return found, err
}

// Get is one message, whole. Errors: forbidden, notFound, featureNotAvailable.
func (s *Service) Get(ctx context.Context, p policy.Principal, operationID, messageID id.ID) (Message, error) {
	if _, err := s.enter(ctx, p, read, operationID); err != nil {
		return Message{}, err
	}
	return s.one(ctx, operationID, messageID)
}

func (s *Service) one(ctx context.Context, operationID, messageID id.ID) (Message, error) {
	m, ok, err := s.Messages.ByID(ctx, operationID, messageID)
	if err == nil && !ok {
		err = policy.ErrNotFound
	}
	return m, err
}

// Resend sends a message again to one of its recipients, at the address that it has now: the mail
// is another one. Errors: forbidden, notFound, featureNotAvailable, communication.underway,
// communication.unreachable, communication.tooMany.
func (s *Service) Resend(ctx context.Context, p policy.Principal, operationID, messageID, recipientID id.ID) (d Delivery, err error) {
	op, err := s.enter(ctx, p, create, operationID)
	if err != nil {
		return d, err
	}
	all, err := s.recipients(ctx, op)
	if err != nil {
		return d, err
	}
	change := p.Change(create, op.ID, "message", messageID)
	change.Details = map[string]any{"mails": 1}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if _, err := s.Operations.Locked(ctx, operationID); err != nil { // two at once send one mail
			return err
		}
		m, err := s.one(ctx, operationID, messageID)
		if err != nil {
			return err
		}
		if d, err = m.again(all, recipientID, s.Now().UTC()); err != nil {
			return err
		}
		if err := s.Messages.AddDelivery(ctx, messageID, d); err != nil {
			return err
		}
		return s.Queue.Deliveries(ctx, []id.ID{d.ID})
	})
	return d, err
}

// Deliver sends a mail that is queued. It is the work of a job. Errors, to be tried again:
// mail.unavailable, those of reading.
func (s *Service) Deliver(ctx context.Context, deliveryID id.ID) error {
	one, ok, err := s.Messages.Mail(ctx, deliveryID)
	if err != nil || !ok || one.Status != Queued {
		return err
	}
	op, err := s.Operations.ByID(ctx, one.Message.OperationID)
	if err != nil {
		return err
	}
	m := s.lay(op, Draft{one.Message.Subject, one.Message.Body}, one.Language)
	m.ID, m.To = one.ID, one.Address
	for _, a := range one.Message.Attachments {
		content, err := s.content(ctx, a.Document)
		if err != nil {
			return err
		}
		m.Attachments = append(m.Attachments, mail.Attachment{Name: a.Name, ContentType: a.Document.ContentType, Content: content})
	}
	status := Sent
	if err := s.Mail.Send(ctx, m); errors.Is(err, mail.ErrAddress) || errors.Is(err, mail.ErrRejected) {
		status = Refused
	} else if err != nil {
		return err
	}
	return s.Messages.Close(ctx, deliveryID, status, s.Now().UTC())
}

func (s *Service) content(ctx context.Context, d document.Document) (content []byte, err error) {
	file, err := s.Documents.Open(ctx, d)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return io.ReadAll(io.LimitReader(file, MostAttachmentBytes))
}

// GiveUp closes a mail that no server took for days.
func (s *Service) GiveUp(ctx context.Context, deliveryID id.ID) error {
	return s.Messages.Close(ctx, deliveryID, Failed, s.Now().UTC())
}
