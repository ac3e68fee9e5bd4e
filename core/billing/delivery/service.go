package delivery

import (
	"context"
	"errors"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/document"
	"github.com/openpmo/pmo/core/billing/einvoice"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

const (
	read policy.Permission = "invoice:read"
	send policy.Permission = "invoice:send"
)

// Means are by what deliveries are kept, written and sent.
type Means struct {
	Deliveries Deliveries
	Letters    Letters
	Mail       mail.Sender
	Queue      Queue
	Accounts   Accounts
	Binder     Binder
}

// Deps is what delivering needs.
type Deps struct {
	billing.Access
	Means
	Invoices  billing.InvoiceQueries
	Clients   billing.BillableEntities
	Snapshots billing.Documents
	Documents *document.Service
	Events    event.Publisher
}

// Service delivers invoices.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Order is which invoices go to their clients: chosen ones, or those that a run led to.
type Order struct {
	IDs     []id.ID
	RunID   id.ID
	Channel billing.Channel // "" = each client's own
}

// Of is the ways of an invoice to its client, the newest first. Errors: those of Enter, invoice.notFound.
func (s *Service) Of(ctx context.Context, p policy.Principal, operationID, invoiceID id.ID) ([]Delivery, error) {
	if _, err := s.Enter(ctx, p, read, billing.Scope{OperationID: operationID}); err != nil {
		return nil, err
	}
	heads, err := s.Invoices.Heads(ctx, operationID, []id.ID{invoiceID})
	if err != nil {
		return nil, err
	}
	if len(heads) == 0 {
		return nil, billing.ErrInvoiceNotFound.At("invoiceId")
	}
	return s.Deliveries.Of(ctx, operationID, invoiceID, maxWays)
}

// Deliver starts the way of invoices to their clients: a mail is queued, anything else waits for who
// does it. Refused one by one: invoice.notFound, invoice.noDocument, delivery.alreadyDelivered,
// delivery.addressMissing, delivery.addressInvalid, and those of einvoice.Of where an e-invoice is to
// be transmitted. Errors: those of Enter, invoice.selectionRequired, invoice.selectionTwice,
// delivery.tooMany.
func (s *Service) Deliver(ctx context.Context, p policy.Principal, operationID id.ID, o Order) ([]billing.Result, error) {
	op, err := s.Enter(ctx, p, send, billing.Scope{OperationID: operationID})
	if err != nil {
		return nil, err
	}
	ids, err := s.chosen(ctx, op.ID, o)
	if err != nil {
		return nil, err
	}
	change := p.Change(send, op.ID, "invoice", only(ids))
	return s.start(ctx, op, ids, o.Channel, p.UserID, change)
}

// Published delivers what was just published, where the operation wants that. It handles
// billing.InvoicesPublished and checks no permission: the operation said so before. What cannot be
// delivered stays to be sent.
func (s *Service) Published(ctx context.Context, operationID id.ID, invoiceIDs []id.ID) error {
	settings, err := s.Deliveries.Settings(ctx, operationID)
	if err != nil || !settings.Automatic {
		return err
	}
	op, err := s.Operations.ByID(ctx, operationID)
	if err != nil {
		return err
	}
	change := tx.Change{Agent: "system", Action: string(send), OperationID: op.ID, ObjectKind: "invoice", ObjectID: only(invoiceIDs)}
	_, err = s.start(ctx, op, billing.Distinct(invoiceIDs), "", "", change)
	return err
}

// chosen are the invoices of an order, each once.
func (s *Service) chosen(ctx context.Context, operationID id.ID, o Order) ([]id.ID, error) {
	switch {
	case len(o.IDs) > 0 && !o.RunID.IsZero():
		return nil, billing.ErrSelectionTwice
	case len(o.IDs) > MaxTogether:
		return nil, ErrTooMany.With("max", MaxTogether)
	case len(o.IDs) > 0:
		return billing.Distinct(o.IDs), nil
	case o.RunID.IsZero():
		return nil, billing.ErrSelectionRequired
	}
	rows, total, err := s.Invoices.List(ctx, operationID, billing.InvoiceFilter{RunID: o.RunID, Statuses: []billing.InvoiceStatus{billing.Finalized}, Limit: MaxOfRun})
	if err != nil {
		return nil, err
	}
	if total > MaxOfRun {
		return nil, ErrTooMany.With("max", MaxOfRun)
	}
	ids := make([]id.ID, len(rows))
	for n, row := range rows {
		ids[n] = row.ID
	}
	return ids, nil
}

// start stores the deliveries of invoices and has their mails sent, in one transaction. Who is second
// finds that the invoice has a current delivery, which the database holds.
func (s *Service) start(ctx context.Context, op operation.Operation, ids []id.ID, channel billing.Channel, by id.ID, change tx.Change) ([]billing.Result, error) {
	wanted, refused, err := s.wanted(ctx, op, ids, channel, by)
	if err != nil {
		return nil, err
	}
	change.Details = map[string]any{"invoices": len(ids)}
	if channel != "" {
		change.Details["channel"] = string(channel)
	}
	verdicts := map[id.ID]*fault.Error{}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		clear(verdicts)
		maps.Copy(verdicts, refused)
		return s.store(ctx, op.ID, wanted, verdicts, Delivery.again)
	})
	out := make([]billing.Result, len(ids))
	for n, i := range ids {
		out[n] = billing.Result{ID: i, Refused: verdicts[i]}
	}
	return out, err
}

// wanted decides of each invoice how it goes to its client, or why it cannot.
func (s *Service) wanted(ctx context.Context, op operation.Operation, ids []id.ID, channel billing.Channel, by id.ID) ([]Delivery, map[id.ID]*fault.Error, error) {
	heads, err := s.Invoices.Heads(ctx, op.ID, ids)
	if err != nil {
		return nil, nil, err
	}
	var clientIDs []id.ID
	for _, i := range ids {
		if h, ok := heads[i]; ok {
			clientIDs = append(clientIDs, h.ClientID)
		}
	}
	found, err := s.Clients.ByIDs(ctx, op.ID, billing.Distinct(clientIDs))
	if err != nil {
		return nil, nil, err
	}
	clients := make(map[id.ID]billing.BillableEntity, len(found))
	for _, c := range found {
		clients[c.ID] = c
	}
	var out []Delivery
	var electronic []id.ID
	refused, at := map[id.ID]*fault.Error{}, stamp(s.Now)
	for _, i := range ids {
		inv, ok := heads[i]
		if !ok {
			refused[i] = billing.ErrInvoiceNotFound
			continue
		}
		d, f := wanted(inv, clients[inv.ClientID], channel, by, at)
		if f != nil {
			refused[i] = f
			continue
		}
		if d.Channel == billing.ByEInvoice {
			electronic = append(electronic, i)
		}
		out = append(out, d)
	}
	if err := s.refuseWithoutEInvoice(ctx, op.ID, electronic, refused); err != nil {
		return nil, nil, err
	}
	return slices.DeleteFunc(out, func(d Delivery) bool { return refused[d.InvoiceID] != nil }), refused, nil
}

// together is how many documents are read at once.
const together = 200

// refuseWithoutEInvoice says of those that are to be transmitted why they are no e-invoice.
func (s *Service) refuseWithoutEInvoice(ctx context.Context, operationID id.ID, ids []id.ID, refused map[id.ID]*fault.Error) error {
	for some := range slices.Chunk(ids, together) {
		snapshots, err := s.Snapshots.Snapshots(ctx, operationID, some)
		if err != nil {
			return err
		}
		for i, doc := range snapshots {
			if _, err := einvoice.Of(doc); err != nil {
				refused[i] = fault.From(err)
			}
		}
	}
	return nil
}

// store makes deliveries the current ones of their invoices, unless what is current refuses that, and
// starts their way.
func (s *Service) store(ctx context.Context, operationID id.ID, ds []Delivery, verdicts map[id.ID]*fault.Error, refuse func(Delivery) *fault.Error) error {
	ids := make([]id.ID, len(ds))
	for n, d := range ds {
		ids[n] = d.InvoiceID
	}
	current, err := s.Deliveries.Current(ctx, operationID, ids)
	if err != nil {
		return err
	}
	var add []Delivery
	var retire []id.ID
	for _, d := range ds {
		if was, ok := current[d.InvoiceID]; ok {
			if f := refuse(was); f != nil {
				verdicts[d.InvoiceID] = f
				continue
			}
			retire = append(retire, was.ID)
		}
		add = append(add, d)
	}
	if _, err := s.Deliveries.Retire(ctx, operationID, retire); err != nil {
		return err
	}
	added, err := s.Deliveries.Add(ctx, add)
	if err != nil {
		return err
	}
	var mails, electronic []id.ID
	for _, d := range add {
		switch {
		case !added[d.ID]:
			verdicts[d.InvoiceID] = ErrDelivered
			continue
		case d.Channel == billing.ByMail:
			mails = append(mails, d.ID)
		case d.Channel == billing.ByEInvoice:
			electronic = append(electronic, d.InvoiceID)
		}
		tx.Concern(ctx, "invoice", d.InvoiceID)
	}
	if err := s.Queue.Mails(ctx, mails); err != nil || len(electronic) == 0 {
		return err
	}
	return event.Publish(ctx, s.Events, EInvoiceWanted{OperationID: operationID, InvoiceIDs: electronic})
}

// only is the one of which a line of the trail is; none where there are several.
func only(ids []id.ID) id.ID {
	if len(ids) == 1 {
		return ids[0]
	}
	return ""
}

// Resend starts the way of an invoice once more, at the address that its client has now, or by another
// channel; what was before stays to be read. Errors: those of Enter, those of Deliver,
// delivery.notStarted, delivery.underway.
func (s *Service) Resend(ctx context.Context, p policy.Principal, operationID, invoiceID id.ID, channel billing.Channel) (Delivery, error) {
	op, err := s.Enter(ctx, p, send, billing.Scope{OperationID: operationID})
	if err != nil {
		return Delivery{}, err
	}
	wanted, refused, err := s.wanted(ctx, op, []id.ID{invoiceID}, channel, p.UserID)
	if err != nil {
		return Delivery{}, err
	}
	if f := refused[invoiceID]; f != nil {
		return Delivery{}, f
	}
	change := p.Change(send, op.ID, "invoice", invoiceID)
	change.Details = map[string]any{"again": true}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		current, err := s.Deliveries.Current(ctx, op.ID, []id.ID{invoiceID})
		if err != nil {
			return err
		}
		if _, ok := current[invoiceID]; !ok {
			return ErrNotStarted
		}
		verdicts := map[id.ID]*fault.Error{}
		if err := s.store(ctx, op.ID, wanted, verdicts, Delivery.repeatable); err != nil {
			return err
		}
		if f := verdicts[invoiceID]; f != nil {
			return f
		}
		return nil
	})
	if err != nil {
		return Delivery{}, err
	}
	d, _, err := s.Deliveries.ByID(ctx, wanted[0].ID)
	return d, err
}

// MarkDone records what an organizer did by hand: transmitted, deposited on the portal, printed. Refused
// one by one: invoice.notFound, delivery.notStarted, delivery.byItself, delivery.done,
// delivery.atPlatform, delivery.dayInvalid. Errors: those of Enter, invoice.selectionRequired, delivery.tooMany,
// field.tooLong.
func (s *Service) MarkDone(ctx context.Context, p policy.Principal, operationID id.ID, m Mark) ([]billing.Result, error) {
	op, err := s.Enter(ctx, p, send, billing.Scope{OperationID: operationID})
	if err != nil {
		return nil, err
	}
	ids, err := s.chosen(ctx, op.ID, Order{IDs: m.InvoiceIDs})
	if err != nil {
		return nil, err
	}
	if utf8.RuneCountInString(m.Reference) > MostReference {
		return nil, fault.FieldTooLong.With("max", MostReference).At("reference")
	}
	heads, err := s.Invoices.Heads(ctx, op.ID, ids)
	if err != nil {
		return nil, err
	}
	out := make([]billing.Result, len(ids))
	change := p.Change(send, op.ID, "invoice", only(ids))
	change.Details = map[string]any{"invoices": len(ids), "byHand": true}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		current, err := s.Deliveries.Current(ctx, op.ID, ids)
		if err != nil {
			return err
		}
		for n, i := range ids {
			f, err := s.mark(ctx, op, p.UserID, heads[i], current[i], m)
			if err != nil {
				return err
			}
			out[n] = billing.Result{ID: i, Refused: f}
		}
		return nil
	})
	return out, err
}

// mark records that one was done, unless that is refused.
func (s *Service) mark(ctx context.Context, op operation.Operation, by id.ID, inv billing.Invoice, d Delivery, m Mark) (*fault.Error, error) {
	switch {
	case inv.ID.IsZero():
		return billing.ErrInvoiceNotFound, nil
	case d.ID.IsZero():
		return ErrNotStarted, nil
	}
	state, f := d.done()
	if f != nil {
		return f, nil
	}
	day, f := m.check(inv, s.Today(op))
	if f != nil {
		return f, nil
	}
	ok, err := s.Deliveries.Close(ctx, d.ID, End{State: state, At: stamp(s.Now), Day: &day, By: by, Reference: m.Reference})
	if err != nil {
		return nil, err
	}
	if !ok {
		return ErrDone.With("state", string(state)), nil
	}
	tx.Concern(ctx, "invoice", inv.ID)
	return nil, nil
}

// Print gives the documents that go on paper as one file, in the order asked for, and marks them as
// printed; one that is printed already is given again. Errors: those of Enter,
// invoice.selectionRequired, invoice.selectionTwice, delivery.tooMany, delivery.invalid with
// invoice.notFound, delivery.notStarted or delivery.notForPrint of each.
func (s *Service) Print(ctx context.Context, p policy.Principal, operationID id.ID, o Order) ([]byte, error) {
	op, err := s.Enter(ctx, p, send, billing.Scope{OperationID: operationID})
	if err != nil {
		return nil, err
	}
	ids, err := s.chosen(ctx, op.ID, o)
	if err != nil {
		return nil, err
	}
	if len(ids) > MaxPrinted {
		return nil, ErrTooMany.With("max", MaxPrinted)
	}
	heads, err := s.Invoices.Heads(ctx, op.ID, ids)
	if err != nil {
		return nil, err
	}
	current, err := s.Deliveries.Current(ctx, op.ID, ids)
	if err != nil {
		return nil, err
	}
	var lacking []*fault.Error
	files := make([][]byte, 0, len(ids))
	for _, i := range ids {
		if f := printable(heads[i], current[i]); f != nil {
			lacking = append(lacking, f.At(string(i)))
			continue
		}
		file, err := s.Documents.Published(ctx, heads[i], "")
		if err != nil {
			return nil, err
		}
		files = append(files, file.Content)
	}
	if len(lacking) > 0 {
		return nil, ErrInvalid.Of(lacking...)
	}
	bound, err := s.Binder.Bind(files)
	if err != nil {
		return nil, err
	}
	change := p.Change(send, op.ID, "invoice", only(ids))
	change.Details = map[string]any{"invoices": len(ids), "printed": true}
	today := s.Today(op)
	return bound, s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		for _, i := range ids {
			ok, err := s.Deliveries.Close(ctx, current[i].ID, End{State: billing.DeliveryPrinted, At: stamp(s.Now), Day: &today, By: p.UserID})
			if err != nil {
				return err
			}
			if ok {
				tx.Concern(ctx, "invoice", i)
			}
		}
		return nil
	})
}

// printable refuses what does not go on paper.
func printable(inv billing.Invoice, d Delivery) *fault.Error {
	switch {
	case inv.ID.IsZero():
		return billing.ErrInvoiceNotFound
	case d.ID.IsZero():
		return ErrNotStarted
	case d.Channel != billing.ByPrint:
		return ErrNotPaper
	}
	return nil
}

// SendSample sends who asks what the client of an invoice gets by mail. Nothing is delivered by it.
// Errors: those of Enter, invoice.notFound, invoice.noDocument, delivery.addressMissing.
func (s *Service) SendSample(ctx context.Context, p policy.Principal, operationID, invoiceID id.ID) (address string, err error) {
	op, err := s.Enter(ctx, p, send, billing.Scope{OperationID: operationID})
	if err != nil {
		return "", err
	}
	heads, err := s.Invoices.Heads(ctx, op.ID, []id.ID{invoiceID})
	if err != nil {
		return "", err
	}
	inv, ok := heads[invoiceID]
	switch {
	case !ok:
		return "", billing.ErrInvoiceNotFound
	case inv.Number == "":
		return "", billing.ErrInvoiceNoDocument.With("status", string(inv.Status))
	}
	if address, err = s.Accounts.Mailbox(ctx, p.UserID); err != nil {
		return "", err
	}
	if address == "" {
		return "", ErrNoAddress.With("name", "")
	}
	change := p.Change(send, op.ID, "invoice", inv.ID)
	change.Details = map[string]any{"sample": true}
	return address, s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		return s.Queue.Sample(ctx, Sample{ID: id.New(), OperationID: op.ID, InvoiceID: inv.ID, UserID: p.UserID})
	})
}

// DeliverMail sends the mail of a delivery that waits. It is the work of a job. Errors, to be tried again:
// mail.unavailable, those of reading.
func (s *Service) DeliverMail(ctx context.Context, deliveryID id.ID) error {
	d, ok, err := s.Deliveries.ByID(ctx, deliveryID)
	if err != nil || !ok || d.State != billing.DeliveryWaiting || d.Channel != billing.ByMail {
		return err
	}
	if err := s.Deliveries.Attempt(ctx, d.ID); err != nil {
		return err
	}
	m, err := s.letter(ctx, d.OperationID, d.InvoiceID, false)
	if err != nil {
		return err
	}
	m.ID, m.To = d.ID, d.Address
	end := End{State: billing.DeliverySent}
	if err := s.Mail.Send(ctx, m); errors.Is(err, mail.ErrAddress) || errors.Is(err, mail.ErrRejected) {
		end.State, end.Problem = billing.DeliveryFailed, fault.From(err).Key
	} else if err != nil {
		return err
	}
	end.At = stamp(s.Now)
	_, err = s.Deliveries.Close(ctx, d.ID, end)
	return err
}

// GiveUp closes a mail that no server took for days.
func (s *Service) GiveUp(ctx context.Context, deliveryID id.ID) error {
	_, err := s.Deliveries.Close(ctx, deliveryID, End{State: billing.DeliveryFailed, At: stamp(s.Now), Problem: mail.ErrUnavailable.Key})
	return err
}

// MailSample sends a copy that somebody asked for. It is the work of a job.
func (s *Service) MailSample(ctx context.Context, sample Sample) error {
	address, err := s.Accounts.Mailbox(ctx, sample.UserID)
	if err != nil || address == "" {
		return err
	}
	m, err := s.letter(ctx, sample.OperationID, sample.InvoiceID, true)
	if err != nil {
		return err
	}
	m.ID, m.To = sample.ID, address
	if err := s.Mail.Send(ctx, m); err != nil && !errors.Is(err, mail.ErrAddress) && !errors.Is(err, mail.ErrRejected) {
		return err
	}
	return nil
}

// letter is the mail of an invoice with its document; answers go to the PMO.
func (s *Service) letter(ctx context.Context, operationID, invoiceID id.ID, sample bool) (mail.Message, error) {
	op, err := s.Operations.ByID(ctx, operationID)
	if err != nil {
		return mail.Message{}, err
	}
	heads, err := s.Invoices.Heads(ctx, op.ID, []id.ID{invoiceID})
	if err != nil {
		return mail.Message{}, err
	}
	snapshots, err := s.Snapshots.Snapshots(ctx, op.ID, []id.ID{invoiceID})
	if err != nil {
		return mail.Message{}, err
	}
	doc, ok := snapshots[invoiceID]
	if !ok {
		return mail.Message{}, billing.ErrInvoiceNotFound
	}
	file, err := s.Documents.Published(ctx, heads[invoiceID], "")
	if err != nil {
		return mail.Message{}, err
	}
	language := doc.Language
	if language == "fr" && doc.Country == string(dso.Belgium) {
		language = "fr-BE"
	}
	m, err := s.Letters.Invoice(ctx, op, Letter{Language: language, Document: doc, Sample: sample})
	if err != nil {
		return mail.Message{}, err
	}
	if m.ReplyTo = op.Interlocutor.Email; m.ReplyTo != "" && (mail.Message{To: m.ReplyTo}).Check() != nil {
		m.ReplyTo = ""
	}
	m.Attachments = append(m.Attachments, mail.Attachment{Name: "facture-" + file.Number + ".pdf", ContentType: "application/pdf", Content: file.Content})
	return m, nil
}

// Told is what a platform says of an e-invoice.
type Told struct {
	Refused   bool
	Reference string
	Problem   string // key or words of the platform
}

// Transmitted records what a platform says of the e-invoice of an invoice, whether its way began here
// or there. One that reached its client otherwise stays as it is. It checks no permission: contexts
// above that speak to platforms call it.
func (s *Service) Transmitted(ctx context.Context, operationID, invoiceID id.ID, t Told) error {
	at := stamp(s.Now)
	end := End{State: billing.DeliveryTransmitted, At: at, Reference: t.Reference}
	if t.Refused {
		end.State, end.Problem = billing.DeliveryFailed, t.Problem
	}
	change := tx.Change{Agent: "system", Action: string(send), OperationID: operationID, ObjectKind: "invoice", ObjectID: invoiceID}
	return s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		current, err := s.Deliveries.Current(ctx, operationID, []id.ID{invoiceID})
		if err != nil {
			return err
		}
		d, ok := current[invoiceID]
		switch {
		case ok && byPlatform(d.Channel) && d.State == billing.DeliveryWaiting:
			_, err = s.Deliveries.Close(ctx, d.ID, end)
			return err
		case ok && d.State != billing.DeliveryFailed:
			return nil
		case ok:
			if _, err := s.Deliveries.Retire(ctx, operationID, []id.ID{d.ID}); err != nil {
				return err
			}
		}
		_, err = s.Deliveries.Add(ctx, []Delivery{{ID: id.New(), OperationID: operationID, InvoiceID: invoiceID, Channel: billing.ByEInvoice, State: end.State, Current: true,
			StartedAt: at, At: at, Reference: end.Reference, Problem: end.Problem}})
		return err
	})
}

// byPlatform reports whether a platform may bring what waits there to its client: the portal of public
// bodies takes what platforms send it.
func byPlatform(c billing.Channel) bool {
	return c == billing.ByEInvoice || c == billing.ByPublicPortal
}

// Settings is how an operation delivers. Errors: those of Enter.
func (s *Service) Settings(ctx context.Context, p policy.Principal, operationID id.ID) (Settings, error) {
	if _, err := s.Enter(ctx, p, read, billing.Scope{OperationID: operationID}); err != nil {
		return Settings{}, err
	}
	return s.Deliveries.Settings(ctx, operationID)
}

// ChangeSettings says how an operation delivers. Errors: those of Enter.
func (s *Service) ChangeSettings(ctx context.Context, p policy.Principal, operationID id.ID, to Settings) (Settings, error) {
	op, err := s.Enter(ctx, p, send, billing.Scope{OperationID: operationID})
	if err != nil {
		return Settings{}, err
	}
	change := p.Change(send, op.ID, "operation", op.ID)
	change.Details = map[string]any{"automatic": to.Automatic}
	return to, s.Tx.InTx(ctx, change, func(ctx context.Context) error { return s.Deliveries.SetSettings(ctx, op.ID, to) })
}
