package correction

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/billing/drafting"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

const (
	read   policy.Permission = "correction:read"
	update policy.Permission = "correction:update"
)

// Bounds: of what one answer lists, one call decides, one transaction looks at; letters of a reason.
const (
	MaxListed  = 10_000
	MaxDecided = 500
	together   = billing.MaxBatchPairs
	maxReason  = 500
)

// Deps is what the use cases need.
type Deps struct {
	billing.Access
	Agreements  agreement.Loader
	Sources     drafting.Sources
	Drafts      billing.Drafts
	Publication billing.Publication // reads what was issued
	Crediting   Crediting
	Corrections Corrections
	Thresholds  Thresholds
	Events      event.Publisher
}

// Service holds the use cases of corrections.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// CurvesChanged looks at the invoices of months whose curves, or whose sites, are others than before.
// It asks no permission: what changed them did.
func (s *Service) CurvesChanged(ctx context.Context, operationID id.ID, months []civil.Month) error {
	op, err := s.Operations.ByID(ctx, operationID)
	if err != nil || !op.Offers(operation.FeatureBilling) {
		return err
	}
	ids, err := s.Corrections.Touched(ctx, op.ID, months)
	if err != nil {
		return err
	}
	for part := range slices.Chunk(ids, together) {
		if err := s.look(ctx, op, part); err != nil {
			return err
		}
	}
	return nil
}

// look compares invoices with what they would be now. What it finds first is only whether there is
// something to store: it is found again while nobody changes curves.
func (s *Service) look(ctx context.Context, op operation.Operation, ids []id.ID) error {
	news, err := s.find(ctx, op, ids)
	if err != nil || len(news) == 0 {
		return err
	}
	change := tx.Change{Agent: "system", Action: string(read), OperationID: op.ID, ObjectKind: "correction", ObjectID: op.ID}
	return s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		var months []civil.Month
		for _, c := range news {
			months = append(months, civil.MonthsOf(c.Days)...)
		}
		slices.Sort(months)
		if err := s.Locks.Operation(ctx, op.ID, false); err != nil {
			return err
		}
		if err := s.Locks.Months(ctx, op.ID, slices.Compact(months)); err != nil {
			return err
		}
		found, err := s.find(ctx, op, ids)
		if err != nil {
			return err
		}
		for _, c := range found {
			tx.Concern(ctx, "invoice", c.InvoiceID)
		}
		tx.Note(ctx, "invoices", len(found))
		if err := s.Corrections.Put(ctx, found); err != nil {
			return err
		}
		return event.Publish(ctx, s.Events, CorrectionsFound{OperationID: op.ID})
	})
}

// find compares invoices, and answers what is not stored so. A decision to leave an invoice as it is
// was one about other figures when these have changed.
func (s *Service) find(ctx context.Context, op operation.Operation, ids []id.ID) ([]Correction, error) {
	issued, err := s.Publication.Published(ctx, op.ID, ids)
	if err != nil || len(issued) == 0 {
		return nil, err
	}
	found, err := s.compare(ctx, op, issued)
	if err != nil {
		return nil, err
	}
	stored, err := s.Corrections.ByInvoices(ctx, op.ID, ids)
	if err != nil {
		return nil, err
	}
	threshold, err := s.threshold(ctx, op.ID)
	if err != nil {
		return nil, err
	}
	var news []Correction
	for _, f := range found {
		c, known := stored[f.InvoiceID]
		if !known && !f.Differs || known && c.Found.same(f) {
			continue
		}
		if !known {
			c = Correction{ID: id.New(), OperationID: op.ID, FoundAt: s.Now()}
		}
		if c.Decision == Keep && (f.Differs != c.Differs || f.After != c.After || f.AmountNow != c.AmountNow || !slices.Equal(f.Pairs, c.Pairs)) {
			c.Decision, c.Reason, c.DecidedBy, c.DecidedAt = "", "", "", nil
		}
		c.Found, c.SeenAt, c.Offered = f, s.Now(), f.OfferedAbove(threshold.Amount)
		news = append(news, c)
	}
	return news, nil
}

func (s *Service) compare(ctx context.Context, op operation.Operation, issued []billing.Invoice) ([]Found, error) {
	b, err := s.Agreements.Load(ctx, op, agreement.Extent{Printed: true})
	if err != nil {
		return nil, err
	}
	now, err := s.Sources.Session(op).Again(ctx, b, issued)
	if err != nil {
		return nil, err
	}
	out := make([]Found, len(issued))
	for n, inv := range issued {
		out[n] = differenceOf(b, inv, now[inv.ID])
	}
	return out, nil
}

// List reads what was found, the latest days first. Errors: forbidden, notFound, featureNotAvailable,
// list.tooLong.
func (s *Service) List(ctx context.Context, p policy.Principal, operationID id.ID, f Filter) ([]Correction, error) {
	op, err := s.Enter(ctx, p, read, billing.Scope{OperationID: operationID})
	if err != nil {
		return nil, err
	}
	found, err := s.Corrections.List(ctx, op.ID, f, MaxListed+1)
	if err == nil && len(found) > MaxListed {
		err = fault.ListTooLong.With("max", MaxListed)
	}
	return found, err
}

// Waiting are the corrections of an operation that wait for a decision: for contexts above, after
// their own permission check.
func (s *Service) Waiting(ctx context.Context, operationID id.ID) ([]Correction, error) {
	return s.Corrections.List(ctx, operationID, Filter{States: []State{Open}}, MaxListed)
}

// Choice is what is decided of some corrections.
type Choice struct {
	IDs    []id.ID
	Reason string // printed on credit notes; of what is kept, for those who look later
}

// Correct takes invoices back by credit notes and drafts their days anew, each in one transaction.
// Refused one by one: correction.notFound, correction.decided, correction.changed,
// correction.notBillable with the reason, and what cancelling refuses. Errors: those of List,
// correction.tooMany.
func (s *Service) Correct(ctx context.Context, p policy.Principal, operationID id.ID, in Choice) ([]billing.Result, error) {
	op, err := s.Enter(ctx, p, update, billing.Scope{OperationID: operationID})
	if err != nil {
		return nil, err
	}
	return s.each(in, func(correctionID id.ID) error {
		return s.correct(ctx, p, op, correctionID, strings.TrimSpace(in.Reason))
	})
}

// Keep leaves invoices as they are, with a reason. Refused one by one: correction.notFound,
// correction.decided. Errors: those of List, correction.tooMany, correction.reasonRequired.
func (s *Service) Keep(ctx context.Context, p policy.Principal, operationID id.ID, in Choice) ([]billing.Result, error) {
	op, err := s.Enter(ctx, p, update, billing.Scope{OperationID: operationID})
	if err != nil {
		return nil, err
	}
	reason := strings.TrimSpace(in.Reason)
	if reason == "" || utf8.RuneCountInString(reason) > maxReason {
		return nil, ErrReason.With("max", maxReason)
	}
	return s.each(in, func(correctionID id.ID) error { return s.keep(ctx, p, op, correctionID, reason) })
}

// each decides one correction after the other; what refuses one leaves the others.
func (s *Service) each(in Choice, decide func(correctionID id.ID) error) ([]billing.Result, error) {
	ids := billing.Distinct(in.IDs)
	if len(ids) > MaxDecided {
		return nil, ErrTooMany.With("max", MaxDecided)
	}
	out := make([]billing.Result, len(ids))
	for n, one := range ids {
		out[n].ID = one
		if err := decide(one); err != nil {
			if out[n].Refused = fault.From(err); out[n].Refused == nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// decidable reads a correction under the locks of billing, and refuses what cannot be decided any more.
func (s *Service) decidable(ctx context.Context, op operation.Operation, correctionID id.ID) (Correction, error) {
	c, err := s.Corrections.ByID(ctx, op.ID, correctionID)
	if err != nil {
		return c, err
	}
	if err := s.LockPairs(ctx, op.ID, []billing.PartyPair{c.PartyPair}, civil.MonthsOf(c.Days)...); err != nil {
		return c, err
	}
	if c, err = s.Corrections.ByID(ctx, op.ID, correctionID); err == nil && !c.Undecided() {
		err = ErrDecided.With("state", string(c.State))
	}
	return c, err
}

func (s *Service) decide(ctx context.Context, p policy.Principal, c Correction, d Decision, reason string) error {
	at := s.Now()
	c.Decision, c.Reason, c.DecidedBy, c.DecidedAt = d, reason, p.UserID, &at
	tx.Concern(ctx, "invoice", c.InvoiceID)
	tx.Concern(ctx, "billableEntity", c.ClientID)
	if err := s.Corrections.Decide(ctx, c); err != nil {
		return err
	}
	return event.Publish(ctx, s.Events, CorrectionsFound{OperationID: c.OperationID})
}

func (s *Service) keep(ctx context.Context, p policy.Principal, op operation.Operation, correctionID id.ID, reason string) error {
	change := p.Change(update, op.ID, "correction", correctionID)
	change.Details = map[string]any{"decision": string(Keep)}
	return s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		c, err := s.decidable(ctx, op, correctionID)
		if err != nil {
			return err
		}
		return s.decide(ctx, p, c, Keep, reason)
	})
}

func (s *Service) correct(ctx context.Context, p policy.Principal, op operation.Operation, correctionID id.ID, reason string) error {
	change := p.Change(update, op.ID, "correction", correctionID)
	change.Details = map[string]any{"decision": string(Correct)}
	return s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		c, err := s.decidable(ctx, op, correctionID)
		if err != nil {
			return err
		}
		issued, err := s.Publication.Published(ctx, op.ID, []id.ID{c.InvoiceID})
		if err != nil {
			return err
		}
		found, err := s.compare(ctx, op, issued)
		switch {
		case err != nil:
			return err
		case len(found) == 0:
			return ErrDecided.With("state", string(Done))
		case found[0].Problem != nil:
			return ErrNotBillable.Of(found[0].Problem)
		case !c.Found.same(found[0]):
			return ErrChanged
		}
		taken, err := s.Crediting.CancelInvoices(ctx, p, billing.Scope{OperationID: op.ID}, billing.Selection{IDs: []id.ID{c.InvoiceID}, Reason: reason})
		if err != nil {
			return err
		}
		if refused := taken[0].Refused; refused != nil {
			return refused // nothing is done
		}
		if err := s.draft(ctx, found[0]); err != nil {
			return err
		}
		return s.decide(ctx, p, c, Correct, reason)
	})
}

// draft stores the days of an invoice that was taken back as a draft. Where somebody else issues or
// receives today, or not all of the days are billed as they were, the next run finds what is due.
func (s *Service) draft(ctx context.Context, f Found) error {
	if f.draft == nil || f.noneBilled || !f.rebuilt {
		return nil
	}
	inv := *f.draft
	inv.ID, inv.CreatedAt = id.New(), s.Now()
	tx.Concern(ctx, "invoice", inv.ID)
	return s.Drafts.Replace(ctx, inv.OperationID, nil, []billing.Invoice{inv})
}

// Threshold is from which difference on the operation is asked to decide. Errors: those of List.
func (s *Service) Threshold(ctx context.Context, p policy.Principal, operationID id.ID) (Threshold, error) {
	op, err := s.Enter(ctx, p, read, billing.Scope{OperationID: operationID})
	if err != nil {
		return Threshold{}, err
	}
	return s.threshold(ctx, op.ID)
}

func (s *Service) threshold(ctx context.Context, operationID id.ID) (Threshold, error) {
	t, known, err := s.Thresholds.Of(ctx, operationID)
	if err == nil && !known {
		t = Threshold{Amount: UsualThreshold}
	}
	return t, err
}

// SetThreshold sets it; what nobody has decided is offered by it from now on. Errors: those of List,
// correction.threshold.
func (s *Service) SetThreshold(ctx context.Context, p policy.Principal, operationID id.ID, amount money.Cents) (Threshold, error) {
	op, err := s.Enter(ctx, p, update, billing.Scope{OperationID: operationID})
	if err != nil {
		return Threshold{}, err
	}
	if amount < 0 || amount > MaxThreshold {
		return Threshold{}, ErrThreshold.With("max", MaxThreshold.String())
	}
	at := s.Now()
	t := Threshold{Amount: amount, UpdatedBy: p.UserID, UpdatedAt: &at}
	change := p.Change(update, op.ID, "operation", op.ID)
	change.Details = map[string]any{"thresholdCents": int64(amount)}
	return t, s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.Locks.Operation(ctx, op.ID, false); err != nil {
			return err
		}
		if err := s.Thresholds.Set(ctx, op.ID, t); err != nil {
			return err
		}
		return event.Publish(ctx, s.Events, CorrectionsFound{OperationID: op.ID})
	})
}
