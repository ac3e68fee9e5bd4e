package collection

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

const (
	read   policy.Permission = "collection:read"
	export policy.Permission = "collection:export"
	cancel policy.Permission = "collection:cancel"

	// kind of the document of a collection.
	kind document.Kind = "sepa"
)

// Deps is what the use cases need.
type Deps struct {
	Guard       policy.Guard
	Tx          tx.Runner
	Now         func() time.Time
	Operations  payment.Operations
	Issuers     payment.Issuers
	Creditors   payment.Creditors
	Collections Collections
	Documents   Documents
	Writer      Writer
	Cipher      Cipher
}

// Service holds the use cases of collections.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// enter asks for a right in an operation, and whether the operation has payments at all. What was
// not found has no operation, and is asked about too.
// Errors: forbidden, notFound, featureNotAvailable.
func (s *Service) enter(ctx context.Context, p policy.Principal, perm policy.Permission, operationID id.ID) (operation.Operation, error) {
	if err := s.Guard.Operation(ctx, p, perm, operationID); err != nil {
		return operation.Operation{}, err
	}
	if operationID.IsZero() {
		return operation.Operation{}, policy.ErrNotFound
	}
	op, err := s.Operations.ByID(ctx, operationID)
	if err != nil {
		return operation.Operation{}, err
	}
	return op, op.Require(operation.FeaturePayment)
}

// Candidate is an invoice that waits for its collection, and what keeps it from being collected.
type Candidate struct {
	Invoice  Invoice
	Creditor *payment.Creditor // nil: its issuer has none
	RUM      party.RUM         // of the mandate that would be used
	On       civil.Date        // day on which it would be collected
	Refused  *fault.Error      // nil = it can be collected
}

// Candidates are the issued invoices of an operation that are to be paid by direct debit, are not paid
// and are in no collection that holds, by their number. Error: notFound.
func (s *Service) Candidates(ctx context.Context, p policy.Principal, operationID id.ID) ([]Candidate, error) {
	op, err := s.enter(ctx, p, read, operationID)
	if err != nil {
		return nil, err
	}
	waiting, err := s.Collections.Open(ctx, operationID)
	if err != nil {
		return nil, err
	}
	clients, issuers := map[party.ICS][]id.ID{}, map[id.ID]*payment.Creditor{}
	entities := make([]id.ID, len(waiting))
	for n, i := range waiting {
		entities[n] = i.IssuerID
	}
	slices.Sort(entities)
	creditors, err := s.Creditors.OfIssuers(ctx, slices.Compact(entities))
	if err != nil {
		return nil, err
	}
	for n := range creditors {
		issuers[creditors[n].BillingEntityID] = &creditors[n]
	}
	for _, i := range waiting {
		if c := issuers[i.IssuerID]; c != nil {
			clients[c.ICS] = append(clients[c.ICS], i.ClientID)
		}
	}
	mandates := map[party.ICS][]Mandate{}
	for ics, ids := range clients {
		slices.Sort(ids)
		if mandates[ics], err = s.Collections.Mandates(ctx, ics, slices.Compact(ids)); err != nil {
			return nil, err
		}
	}
	today := op.Zone().DateOf(s.Now())
	out := make([]Candidate, len(waiting))
	for n, i := range waiting {
		c := issuers[i.IssuerID]
		out[n] = Candidate{Invoice: i, Creditor: c}
		if c == nil {
			out[n].Refused = payment.ErrCreditorsMissing.With("creditors", []string{i.IssuerName})
			continue
		}
		m := Material{Creditor: *c, Issuers: []id.ID{i.IssuerID}, Invoices: []Invoice{i}, Mandates: mandates[c.ICS], Today: today}
		mandate, _ := m.mandate(i)
		out[n].RUM, out[n].On, out[n].Refused = mandate.RUM, m.day(i), fault.From(m.refuse())
	}
	return out, nil
}

// File is the file of a collection.
type File struct {
	Collection
	Content []byte
}

// ExportOfIssuer orders the collection of invoices of the creditor of an issuer. The same set of
// invoices gives the stored file again, whoever asks and however often.
// Errors: notFound, error.payment.creditor.not_found, sepa.changed and those of Material.Order.
func (s *Service) ExportOfIssuer(ctx context.Context, p policy.Principal, entityID id.ID, invoiceIDs []id.ID) (File, error) {
	found, err := s.Issuers.ByIDs(ctx, []id.ID{entityID})
	if err != nil {
		return File{}, err
	}
	var issuer payment.Issuer
	if len(found) > 0 {
		issuer = found[0]
	}
	op, err := s.enter(ctx, p, export, issuer.OperationID)
	if err != nil {
		return File{}, err
	}
	return s.export(ctx, p, op, issuer, invoiceIDs)
}

// ExportOfProducer is ExportOfIssuer for the issuer of a producer. Error: billingEntity.notFound.
func (s *Service) ExportOfProducer(ctx context.Context, p policy.Principal, participantID id.ID, invoiceIDs []id.ID) (File, error) {
	operationID, err := s.Guard.Participant(ctx, p, export, participantID)
	if err != nil {
		return File{}, err
	}
	op, err := s.enter(ctx, p, export, operationID)
	if err != nil {
		return File{}, err
	}
	found, err := s.Issuers.OfProducers(ctx, operationID, []id.ID{participantID})
	if err == nil && len(found) == 0 {
		err = billing.ErrIssuerNotFound
	}
	if err != nil {
		return File{}, err
	}
	return s.export(ctx, p, op, found[0], invoiceIDs)
}

func (s *Service) export(ctx context.Context, p policy.Principal, op operation.Operation, issuer payment.Issuer, invoiceIDs []id.ID) (File, error) {
	invoiceIDs = slices.Compact(slices.Sorted(slices.Values(invoiceIDs)))
	if len(invoiceIDs) > MaxInvoices {
		return File{}, fault.ListTooLong.With("max", MaxInvoices).At("invoicesIds")
	}
	invoices, err := s.invoices(ctx, p, op, invoiceIDs)
	if err != nil {
		return File{}, err
	}
	creditors, err := s.Creditors.OfIssuers(ctx, []id.ID{issuer.ID})
	if err == nil && len(creditors) == 0 {
		err = payment.ErrCreditorsMissing.With("creditors", []string{issuer.Name})
	}
	if err != nil {
		return File{}, err
	}
	set := SetOf(invoiceIDs)
	if stored, there, err := s.Collections.Holding(ctx, creditors[0].ICS, set); err != nil || there {
		return s.again(ctx, p, stored, err)
	}
	made, err := s.make(ctx, p, op, issuer, creditors[0], invoices, set)
	if fault.KeyOf(err) == ErrAlreadyCollected.Key {
		// Somebody else asked for the same at the same time: theirs is the file.
		if stored, there, again := s.Collections.Holding(ctx, creditors[0].ICS, set); again == nil && there {
			return s.again(ctx, p, stored, nil)
		}
	}
	return made, err
}

// invoices finds those asked for, of operations that who asks may export of too. Error: notFound.
func (s *Service) invoices(ctx context.Context, p policy.Principal, op operation.Operation, invoiceIDs []id.ID) ([]Invoice, error) {
	invoices, err := s.Collections.Invoices(ctx, invoiceIDs)
	if err != nil {
		return nil, err
	}
	asked := map[id.ID]bool{op.ID: true}
	for _, i := range invoices {
		if !asked[i.OperationID] {
			if _, err := s.enter(ctx, p, export, i.OperationID); err != nil {
				return nil, policy.ErrNotFound.Because(err)
			}
			asked[i.OperationID] = true
		}
	}
	if len(invoices) < len(invoiceIDs) || len(invoices) == 0 {
		return nil, policy.ErrNotFound
	}
	return invoices, nil
}

func (s *Service) make(ctx context.Context, p policy.Principal, op operation.Operation, issuer payment.Issuer, creditor payment.Creditor, invoices []Invoice, set []byte) (File, error) {
	material := Material{Creditor: creditor, Invoices: invoices, Today: op.Zone().DateOf(s.Now())}
	same, err := s.Creditors.OfICS(ctx, creditor.ICS)
	if err != nil {
		return File{}, err
	}
	for _, c := range same {
		if c.IBAN == creditor.IBAN {
			material.Issuers = append(material.Issuers, c.BillingEntityID)
		}
	}
	clients := make([]id.ID, len(invoices))
	for n, i := range invoices {
		clients[n] = i.ClientID
	}
	slices.Sort(clients)
	if material.Mandates, err = s.Collections.Mandates(ctx, creditor.ICS, slices.Compact(clients)); err != nil {
		return File{}, err
	}
	c := Collection{ID: id.New(), OperationID: op.ID, CreditorID: creditor.ID, CreditorName: creditor.Name, IssuerName: issuer.Name, ICS: creditor.ICS, Set: set, Status: Exported,
		CreatedBy: p.UserID, CreatedAt: s.Now(), Version: 1}
	c.MessageID = strings.ReplaceAll(c.ID.String(), "-", "")
	order, err := material.Order(c.MessageID, c.CreatedAt)
	if err != nil {
		return File{}, err
	}
	c.Amount, c.Invoices = order.Total()
	c.First, c.Last = order.Batches[0].On, order.Batches[len(order.Batches)-1].On
	for _, i := range invoices {
		c.Month = max(c.Month, civil.MonthOf(i.Days.Last()))
	}
	content, err := s.Writer.Write(order)
	if err != nil {
		return File{}, fmt.Errorf("write the order: %w", err)
	}
	docs, err := s.keep(ctx, op.ID, content)
	if err != nil {
		return File{}, err
	}
	c.DocumentID = docs[0].ID
	change := p.Change(export, op.ID, "collection", c.ID)
	change.Details = map[string]any{"invoices": c.Invoices, "amountCents": int64(c.Amount)}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		return s.Documents.Attach(ctx, docs, func(ctx context.Context) error { return s.Collections.Add(ctx, c, order) })
	})
	if fault.KeyOf(err) == ErrAlreadyCollected.Key {
		err = s.taken(ctx, invoices, err)
	}
	if err != nil {
		return File{}, err
	}
	return File{c, content}, nil
}

// taken names the invoices that another collection took meanwhile.
func (s *Service) taken(ctx context.Context, invoices []Invoice, cause error) error {
	ids := make([]id.ID, len(invoices))
	for n, i := range invoices {
		ids[n] = i.ID
	}
	now, err := s.Collections.Invoices(ctx, ids)
	if err != nil {
		return err
	}
	var numbers []string
	for _, i := range now {
		if !i.CollectionID.IsZero() {
			numbers = append(numbers, i.label())
		}
	}
	slices.Sort(numbers)
	return ErrAlreadyCollected.With("numbers", numbers).Because(cause)
}

// keep stores a file, encrypted: it holds the accounts of debtors.
func (s *Service) keep(ctx context.Context, operationID id.ID, content []byte) ([]document.Document, error) {
	sealed := s.Cipher.Seal(content)
	return s.Documents.Keep(ctx, operationID, kind, document.Of(sealed, "application/octet-stream"))
}

// again gives the file of a collection out once more; the trail has it, for it holds accounts.
func (s *Service) again(ctx context.Context, p policy.Principal, c Collection, err error) (File, error) {
	if err != nil {
		return File{}, err
	}
	f, err := s.stored(ctx, c)
	if err != nil {
		return File{}, err
	}
	change := p.Change(export, c.OperationID, "collection", c.ID)
	change.Details = map[string]any{"again": true}
	return f, s.Tx.InTx(ctx, change, func(context.Context) error { return nil })
}

// stored reads the file of a collection.
func (s *Service) stored(ctx context.Context, c Collection) (File, error) {
	docs, err := s.Documents.Kept(ctx, c.OperationID, kind, c.DocumentID)
	if err != nil {
		return File{}, err
	}
	sealed, err := s.Documents.Open(ctx, docs[c.DocumentID])
	if err != nil {
		return File{}, err
	}
	defer func() { _ = sealed.Close() }()
	all, err := io.ReadAll(sealed)
	if err != nil {
		return File{}, err
	}
	content, err := s.Cipher.Open(all)
	return File{c, content}, err
}

// List are the collections with invoices of an operation, last first. Error: notFound.
func (s *Service) List(ctx context.Context, p policy.Principal, operationID id.ID) ([]Collection, error) {
	if _, err := s.enter(ctx, p, read, operationID); err != nil {
		return nil, err
	}
	return s.Collections.OfOperation(ctx, operationID)
}

// find reads one. Errors: those of enter.
func (s *Service) find(ctx context.Context, p policy.Principal, perm policy.Permission, collectionID id.ID) (Collection, error) {
	c, err := s.Collections.ByID(ctx, collectionID)
	if err != nil && fault.From(err) == nil {
		return Collection{}, err
	}
	_, err = s.enter(ctx, p, perm, c.OperationID)
	return c, err
}

// Get reads one with its transactions, but for those of operations that who asks does not read.
// Error: notFound.
func (s *Service) Get(ctx context.Context, p policy.Principal, collectionID id.ID) (Collection, []Collected, error) {
	c, err := s.find(ctx, p, read, collectionID)
	if err != nil {
		return Collection{}, nil, err
	}
	all, err := s.Collections.Transactions(ctx, c.ID)
	return c, slices.DeleteFunc(all, func(one Collected) bool { return s.Guard.Operation(ctx, p, read, one.OperationID) != nil }), err
}

// whole finds a collection to do something with all of it: who asks has the right in each operation
// of its invoices. Error: notFound.
func (s *Service) whole(ctx context.Context, p policy.Principal, perm policy.Permission, collectionID id.ID) (Collection, error) {
	c, err := s.find(ctx, p, perm, collectionID)
	if err != nil {
		return Collection{}, err
	}
	all, err := s.Collections.Transactions(ctx, c.ID)
	for _, one := range all {
		if err := s.Guard.Operation(ctx, p, perm, one.OperationID); err != nil {
			return Collection{}, policy.ErrNotFound.Because(err)
		}
	}
	return c, err
}

// Download reads the file of a collection again. Error: notFound.
func (s *Service) Download(ctx context.Context, p policy.Principal, collectionID id.ID) (File, error) {
	c, err := s.whole(ctx, p, export, collectionID)
	return s.again(ctx, p, c, err)
}

// Entire is the file of a collection for who has a right in each operation of its invoices; what it is
// given out for writes the trail. Error: notFound.
func (s *Service) Entire(ctx context.Context, p policy.Principal, perm policy.Permission, collectionID id.ID) (File, error) {
	c, err := s.whole(ctx, p, perm, collectionID)
	if err != nil {
		return File{}, err
	}
	return s.stored(ctx, c)
}

// Content is the file of a collection for what goes on after an answer. Error: notFound.
func (s *Service) Content(ctx context.Context, collectionID id.ID) ([]byte, error) {
	c, err := s.Collections.ByID(ctx, collectionID)
	if err != nil {
		return nil, err
	}
	f, err := s.stored(ctx, c)
	return f.Content, err
}

// Cancel takes a collection back that the bank was not given: its invoices can be collected again.
// One that is cancelled stays so. Errors: notFound, object.changed, sepa.answered,
// sepa.handedOver.
func (s *Service) Cancel(ctx context.Context, p policy.Principal, collectionID id.ID) (Collection, error) {
	c, err := s.whole(ctx, p, cancel, collectionID)
	if err != nil {
		return Collection{}, err
	}
	if c.Status == Cancelled {
		return c, nil
	}
	at := s.Now()
	err = s.Tx.InTx(ctx, p.Change(cancel, c.OperationID, "collection", c.ID), func(ctx context.Context) error {
		return s.Collections.Cancel(ctx, c, at)
	})
	if err != nil {
		return Collection{}, err
	}
	return s.Collections.ByID(ctx, c.ID)
}
