package bill

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/legacy"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/table"
	"github.com/openpmo/pmo/core/tx"
)

const (
	read   policy.Permission = "bill:read"
	create policy.Permission = "bill:create"
	update policy.Permission = "bill:update"

	objectKind = "bill" // in the audit trail
)

// Deps are what the service works with.
type Deps struct {
	Guard        policy.Guard
	Tx           tx.Runner
	Now          func() time.Time
	Bills        Bills
	Agreements   Agreements
	Operations   legacy.Operations
	Sites        legacy.Sites
	Measurements Measurements
	Documents    Documents
	Printer      Printer
}

// Service is the use cases of bills.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{d}
}

// List are the bills of an operation, the latest period first; an operation that has moved to the
// newer engine keeps them. Errors: forbidden, notFound, list.tooLong.
func (s *Service) List(ctx context.Context, p policy.Principal, operationID id.ID, of Type) ([]Bill, error) {
	if err := s.Guard.Operation(ctx, p, read, operationID); err != nil {
		return nil, err
	}
	return s.listed(ctx, operationID, Filter{Type: of})
}

func (s *Service) listed(ctx context.Context, operationID id.ID, f Filter) ([]Bill, error) {
	all, err := s.Bills.OfOperation(ctx, operationID, f, MostListed+1)
	if err == nil && len(all) > MostListed {
		err = fault.ListTooLong.With("max", MostListed)
	}
	return all, err
}

// OfSite are the bills of a site, as who pays or as who sells; a participant has those of its own
// days. Errors: forbidden, notFound, list.tooLong.
func (s *Service) OfSite(ctx context.Context, p policy.Principal, siteID id.ID, of Type) ([]Bill, error) {
	operationID, err := s.Guard.Participant(ctx, p, read, siteID)
	if err != nil {
		return nil, err
	}
	all, err := s.listed(ctx, operationID, Filter{of, siteID})
	return slices.DeleteFunc(all, func(b Bill) bool { return p.Role == policy.RoleParticipant && !b.of(p) }), err
}

// find is a bill that somebody may read or change: of the operation, or of an own site.
func (s *Service) find(ctx context.Context, p policy.Principal, perm policy.Permission, billID id.ID) (Bill, error) {
	b, ok, err := s.Bills.ByID(ctx, billID)
	if err != nil {
		return b, err
	}
	asked := policy.Resource{OperationID: b.OperationID, ParticipantID: b.ProducerID}
	if !b.ConsumerID.IsZero() && p.Holds(b.ConsumerID) {
		asked.ParticipantID = b.ConsumerID
	}
	if err := s.Guard.Require(ctx, p, perm, asked); err != nil {
		return Bill{}, err
	}
	if !ok || p.Role == policy.RoleParticipant && !b.of(p) {
		return Bill{}, policy.ErrNotFound
	}
	return b, nil
}

// Link is where the document of a bill may be read for a while. Errors: forbidden, notFound.
func (s *Service) Link(ctx context.Context, p policy.Principal, billID id.ID) (url string, expires time.Time, err error) {
	b, err := s.find(ctx, p, read, billID)
	if err != nil {
		return "", expires, err
	}
	url, err = s.Documents.Link(ctx, b.Content, b.DocumentName+".pdf", linkLife)
	return url, s.Now().Add(linkLife).UTC(), err
}

// Update changes whether a bill was paid and what its document is called, nothing else.
// Errors: forbidden, notFound, object.changed, field.enum, field.required, field.tooLong.
func (s *Service) Update(ctx context.Context, p policy.Principal, operationID, billID id.ID, in Change) (b Bill, err error) {
	if err := s.Guard.Operation(ctx, p, update, operationID); err != nil {
		return b, err
	}
	return s.change(ctx, p, operationID, billID, in)
}

// Correct is Update by the back-office, for a bill of any operation. Errors: those of Update.
func (s *Service) Correct(ctx context.Context, p policy.Principal, billID id.ID, in Change) error {
	if err := s.Guard.Global(ctx, p, "admin:update"); err != nil {
		return err
	}
	b, ok, err := s.Bills.ByID(ctx, billID)
	if err == nil && !ok {
		err = policy.ErrNotFound
	}
	if err != nil {
		return err
	}
	_, err = s.change(ctx, p, b.OperationID, billID, in)
	return err
}

func (s *Service) change(ctx context.Context, p policy.Principal, operationID, billID id.ID, in Change) (b Bill, err error) {
	err = s.Tx.InTx(ctx, p.Change(update, operationID, objectKind, billID), func(ctx context.Context) error {
		before, ok, err := s.Bills.ByID(ctx, billID)
		if err == nil && (!ok || before.OperationID != operationID) {
			err = policy.ErrNotFound
		}
		if err == nil && in.IfVersion != 0 && in.IfVersion != before.Version {
			err = fault.ObjectChanged
		}
		if err == nil {
			b, err = in.apply(before)
		}
		if err != nil {
			return err
		}
		tx.Note(ctx, "paymentStatus", string(b.Payment))
		return s.Bills.Change(ctx, b)
	})
	return b, err
}

// Generate makes the bills of all whole periods up to a day, none twice, and says what waits for
// data: a gap is never zero. Errors: forbidden, notFound, featureNotAvailable, bill.until.
func (s *Service) Generate(ctx context.Context, p policy.Principal, operationID id.ID, until *civil.Date) (Generation, error) {
	if err := s.Guard.Operation(ctx, p, create, operationID); err != nil {
		return Generation{}, err
	}
	return s.generate(ctx, p, operationID, until)
}

// Sweep makes what is due in all operations of the old engine. It is the work of a periodic job.
func (s *Service) Sweep(ctx context.Context) error {
	all, err := s.Bills.Operations(ctx)
	if err != nil {
		return err
	}
	var failed []error
	for _, operationID := range all {
		_, err := s.generate(ctx, policy.Principal{Agent: "system"}, operationID, nil)
		failed = append(failed, err)
	}
	return errors.Join(failed...)
}

func (s *Service) generate(ctx context.Context, p policy.Principal, operationID id.ID, until *civil.Date) (g Generation, err error) {
	op, err := s.Operations.ByID(ctx, operationID)
	if err == nil {
		err = op.Require(operation.FeatureOldBilling)
	}
	if err != nil {
		return g, err
	}
	w := &work{Service: s, op: op, today: op.Zone().DateOf(s.Now()), sites: map[id.ID]participant.Participant{}, measured: map[civil.Range]measures{}, documents: map[id.ID]document.Document{}}
	last := w.today - 1
	if until != nil {
		if last = *until; last >= w.today {
			return g, ErrUntil
		}
	}
	wanted, err := w.wanted(ctx, last)
	if err != nil {
		return g, err
	}
	var made []Bill
	open := map[group]bool{} // not all of it is billed
	for _, d := range wanted {
		missing, err := w.missing(ctx, d)
		switch {
		case err != nil:
			return g, err
		case len(missing) > 0:
			g.WaitingCount++
			if len(g.Waiting) < mostTold {
				g.Waiting = append(g.Waiting, Waiting{d.ProducerID, d.ConsumerID, w.sites[d.ProducerID].Name, w.sites[d.ConsumerID].Name, d.days, missing[:min(len(missing), 10)]})
			}
			open[group{d.ProducerID, d.cycle}] = true
		case len(made) == MostAtOnce:
			g.More, open[group{d.ProducerID, d.cycle}] = true, true
		default:
			b, err := w.bill(ctx, d)
			if err != nil {
				return g, err
			}
			made = append(made, b)
		}
	}
	g.Participants = len(made)
	statements, more, err := w.statements(ctx, made, open)
	g.More = g.More || more
	if err != nil || len(made)+len(statements) == 0 {
		return g, err
	}
	g.Producers = len(statements)
	return g, w.store(ctx, p, made, statements)
}

// StatusOf packs bills of a producer with a table of what was paid. Errors: forbidden, notFound,
// bill.count.
func (s *Service) StatusOf(ctx context.Context, p policy.Principal, operationID, producerID id.ID, ids []id.ID) (File, error) {
	if err := s.Guard.Operation(ctx, p, read, operationID); err != nil {
		return File{}, err
	}
	return s.pack(ctx, operationID, ids, func(b Bill) bool { return producerID.IsZero() || b.ProducerID == producerID })
}

// StatusOfSite packs bills of a site, as who pays or as who sells. Errors: those of StatusOf.
func (s *Service) StatusOfSite(ctx context.Context, p policy.Principal, siteID id.ID, ids []id.ID) (File, error) {
	operationID, may, err := s.enterFamily(ctx, p, billing.Scope{ParticipantID: siteID})
	if err != nil {
		return File{}, err
	}
	return s.pack(ctx, operationID, ids, may)
}

// Pages are the documents of bills, to stand beside those of invoices (ADR 88): of an operation, or
// of a site as who pays or as who sells. Errors: forbidden, notFound, bill.count.
func (s *Service) Pages(ctx context.Context, p policy.Principal, scope billing.Scope, ids []id.ID) (Pages, error) {
	operationID, may, err := s.enterFamily(ctx, p, scope)
	if err != nil {
		return Pages{}, err
	}
	chosen, err := s.chosen(ctx, operationID, ids, may)
	out := Pages{Last: last(chosen).Days.Last(), Name: last(chosen).ProducerName}
	for _, b := range chosen {
		var content bytes.Buffer
		if err = s.copy(ctx, &content, b); err != nil {
			return Pages{}, err
		}
		out.Files = append(out.Files, File{safe(b.DocumentName) + ".pdf", content.Bytes()})
	}
	return out, err
}

// enterFamily asks the policy about an operation or a site, and says which bills may be read there.
func (s *Service) enterFamily(ctx context.Context, p policy.Principal, scope billing.Scope) (operationID id.ID, may func(Bill) bool, err error) {
	if scope.ParticipantID.IsZero() {
		return scope.OperationID, func(Bill) bool { return true }, s.Guard.Operation(ctx, p, read, scope.OperationID)
	}
	operationID, err = s.Guard.Participant(ctx, p, read, scope.ParticipantID)
	return operationID, func(b Bill) bool {
		return (b.ConsumerID == scope.ParticipantID || b.ProducerID == scope.ParticipantID) && (p.Role != policy.RoleParticipant || b.of(p))
	}, err
}

// chosen are bills by their ids, each once. Errors: notFound, bill.count.
func (s *Service) chosen(ctx context.Context, operationID id.ID, ids []id.ID, may func(Bill) bool) ([]Bill, error) {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	if len(ids) == 0 || len(ids) > MostInFile {
		return nil, ErrCount.With("max", MostInFile).At("billsIds")
	}
	out := make([]Bill, len(ids))
	for n, one := range ids {
		b, ok, err := s.Bills.ByID(ctx, one)
		if err != nil {
			return nil, err
		}
		if !ok || b.OperationID != operationID || !may(b) {
			return nil, policy.ErrNotFound
		}
		out[n] = b
	}
	return out, nil
}

func (s *Service) pack(ctx context.Context, operationID id.ID, ids []id.ID, may func(Bill) bool) (File, error) {
	chosen, err := s.chosen(ctx, operationID, ids, may)
	if err != nil {
		return File{}, err
	}
	var out, cells bytes.Buffer
	archive, rows := zip.NewWriter(&out), csv.NewWriter(&cells)
	rows.Comma, rows.UseCRLF = ';', true
	cells.WriteString("\ufeff")
	lines := [][]string{{"document", "producer", "consumer", "from", "to", "amountCents", "dueDate", "paymentStatus"}}
	for n, b := range chosen {
		w, err := archive.Create(fmt.Sprintf("%03d-%s.pdf", n+1, safe(b.DocumentName)))
		if err == nil {
			err = s.copy(ctx, w, b)
		}
		if err != nil {
			return File{}, err
		}
		lines = append(lines, []string{table.Inert(b.DocumentName), table.Inert(b.ProducerName), table.Inert(b.ConsumerName), b.Days.From.String(), b.Days.Last().String(), fmt.Sprint(int64(b.Amount)), b.Due.String(), string(b.Payment)})
	}
	if err := rows.WriteAll(lines); err != nil {
		return File{}, err
	}
	w, err := archive.Create("status.csv")
	if err == nil {
		_, err = w.Write(cells.Bytes())
	}
	if err = errors.Join(err, archive.Close()); err != nil {
		return File{}, err
	}
	return File{"f-" + last(chosen).Days.Last().String() + "-" + safe(last(chosen).ProducerName) + ".zip", out.Bytes()}, nil
}

// last is the first of the bills that no other ends behind.
func last(bills []Bill) (out Bill) {
	for _, b := range bills {
		if out.ID.IsZero() || b.Days.To > out.Days.To {
			out = b
		}
	}
	return out
}

// copy writes the document of a bill.
func (s *Service) copy(ctx context.Context, w io.Writer, b Bill) error {
	content, err := s.Documents.Open(ctx, b.Content)
	if err != nil {
		return err
	}
	defer func() { _ = content.Close() }()
	_, err = io.Copy(w, content)
	return err
}
