package einvoicingstore

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/einvoicingstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// Transmissions stores what is on its way, and what carriers gave.
type Transmissions struct{ db *postgres.DB }

// NewTransmissions is the store over db.
func NewTransmissions(db *postgres.DB) *Transmissions { return &Transmissions{db} }

var (
	_ einvoicing.Transmissions = (*Transmissions)(nil)
	_ einvoicing.Invoices      = (*Transmissions)(nil)
)

func reasonsFromDB(stored []byte) (list []einvoicing.Reason, err error) {
	if len(stored) > 0 {
		err = json.Unmarshal(stored, &list)
	}
	if len(list) == 0 {
		list = nil
	}
	return list, err
}

func reasonsToDB(list []einvoicing.Reason) []byte {
	if len(list) == 0 {
		return []byte("[]")
	}
	text, _ := json.Marshal(list) // of texts
	return text
}

func transmissionFromDB(r sqlcgen.Transmission) (t einvoicing.Transmission, err error) {
	t = einvoicing.Transmission{ID: r.ID, OperationID: r.OperationID, ConnectionID: r.ConnectionID, InvoiceID: postgres.IDOf(r.InvoiceID), EReportID: postgres.IDOf(r.EreportID), Subject: einvoicing.Subject(r.Subject),
		Evidence: einvoicing.Evidence{Withdrawn: r.Withdrawn, RefusedBy: einvoicing.Refuser(r.RefusedBy), CarrierID: r.CarrierID, Ack: einvoicing.Acknowledgement(r.Ack)},
		Attempts: int(r.Attempts), InDoubt: r.InDoubt, NextAt: r.NextAt, AttemptedAt: r.AttemptedAt, DepositedAt: r.DepositedAt, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt,
		PaidOn: postgres.FromOptionalDate(r.PaidOn), SHA256: r.Sha256, Syntax: einvoicing.Syntax(r.Syntax)}
	if r.AckAt != nil {
		t.AckAt = *r.AckAt
	}
	if t.Refusal, err = reasonsFromDB(r.Refusal); err != nil {
		return t, err
	}
	if t.AckReasons, err = reasonsFromDB(r.AckReasons); err != nil {
		return t, err
	}
	t.Problem, err = problemFromDB(r.Problem)
	return t, err
}

// addStatuses reads the statuses of transmissions.
func (s *Transmissions) addStatuses(ctx context.Context, list []einvoicing.Transmission) error {
	if len(list) == 0 {
		return nil
	}
	at, ids := map[id.ID]int{}, make([]id.ID, len(list))
	for n, t := range list {
		at[t.ID], ids[n] = n, t.ID
	}
	rows, err := queries(ctx, s.db).ListTransmissionStatuses(ctx, ids)
	if err != nil {
		return err
	}
	for _, r := range rows {
		reasons, err := reasonsFromDB(r.Reasons)
		if err != nil {
			return err
		}
		t := &list[at[r.TransmissionID]]
		t.Statuses = append(t.Statuses, einvoicing.Status{Code: int(r.Code), At: r.At, Reasons: reasons})
	}
	return nil
}

// List is those that a filter chooses.
func (s *Transmissions) List(ctx context.Context, operationID id.ID, f einvoicing.Filter) ([]einvoicing.Transmission, error) {
	return s.list(ctx, operationID, f, []id.ID{})
}

func (s *Transmissions) list(ctx context.Context, operationID id.ID, f einvoicing.Filter, ids []id.ID) ([]einvoicing.Transmission, error) {
	p := sqlcgen.ListTransmissionsParams{OperationID: operationID, Ids: ids, States: []string{}, Most: int32(f.Limit)}
	if !f.InvoiceID.IsZero() {
		p.InvoiceID = &f.InvoiceID
	}
	if !f.ConnectionID.IsZero() {
		p.ConnectionID = &f.ConnectionID
	}
	for _, state := range f.States {
		p.States = append(p.States, string(state))
	}
	rows, err := queries(ctx, s.db).ListTransmissions(ctx, p)
	if err != nil {
		return nil, err
	}
	out := make([]einvoicing.Transmission, len(rows))
	for n, r := range rows {
		if out[n], err = transmissionFromDB(r.Transmission); err != nil {
			return nil, err
		}
		out[n].Number, out[n].ClientName, out[n].ClientID, out[n].ConnectionName, out[n].Task = r.Number, r.ClientName, r.ClientID, r.ConnectionName, r.Task
	}
	return out, s.addStatuses(ctx, out)
}

// ByID finds one of an operation.
func (s *Transmissions) ByID(ctx context.Context, operationID, transmissionID id.ID) (einvoicing.Transmission, error) {
	found, err := s.list(ctx, operationID, einvoicing.Filter{Limit: 1}, []id.ID{transmissionID})
	if err == nil && len(found) == 0 {
		err = policy.ErrNotFound
	}
	if err != nil {
		return einvoicing.Transmission{}, err
	}
	return found[0], nil
}

// Find is one by its id alone.
func (s *Transmissions) Find(ctx context.Context, transmissionID id.ID) (einvoicing.Transmission, error) {
	r, err := queries(ctx, s.db).GetTransmission(ctx, transmissionID)
	if err != nil {
		return einvoicing.Transmission{}, postgres.OrMissing(err, policy.ErrNotFound)
	}
	one, err := transmissionFromDB(r.Transmission)
	if err != nil {
		return one, err
	}
	one.Number = r.Number
	list := []einvoicing.Transmission{one}
	err = s.addStatuses(ctx, list)
	return list[0], err
}

// Locked is the same, kept from others until the transaction ends.
func (s *Transmissions) Locked(ctx context.Context, transmissionID id.ID) (einvoicing.Transmission, error) {
	if err := queries(ctx, s.db).LockTransmission(ctx, transmissionID); err != nil {
		return einvoicing.Transmission{}, err
	}
	return s.Find(ctx, transmissionID)
}

// LatestOf is the newest of each invoice.
func (s *Transmissions) LatestOf(ctx context.Context, operationID id.ID, subject einvoicing.Subject, invoiceIDs []id.ID) (map[id.ID]einvoicing.Transmission, error) {
	rows, err := queries(ctx, s.db).ListLatestTransmissions(ctx, sqlcgen.ListLatestTransmissionsParams{OperationID: operationID, Subject: string(subject), InvoiceIds: invoiceIDs})
	if err != nil {
		return nil, err
	}
	list := make([]einvoicing.Transmission, len(rows))
	for n, r := range rows {
		if list[n], err = transmissionFromDB(r); err != nil {
			return nil, err
		}
	}
	err = s.addStatuses(ctx, list)
	out := make(map[id.ID]einvoicing.Transmission, len(list))
	for _, t := range list {
		out[t.InvoiceID] = t
	}
	return out, err
}

// Add stores new ones.
func (s *Transmissions) Add(ctx context.Context, list []einvoicing.Transmission) error {
	for _, t := range list {
		p := sqlcgen.InsertTransmissionParams{OperationID: t.OperationID, ID: t.ID, ConnectionID: t.ConnectionID, InvoiceID: postgres.OptionalID(t.InvoiceID), EreportID: postgres.OptionalID(t.EReportID), Subject: string(t.Subject),
			State: string(t.State()), NextAt: t.NextAt, CreatedAt: t.CreatedAt, UpdatedAt: t.UpdatedAt}
		if t.PaidOn != nil {
			p.PaidOn = postgres.ToDate(*t.PaidOn)
		}
		if err := constraints.Translate(queries(ctx, s.db).InsertTransmission(ctx, p)); err != nil {
			return err
		}
	}
	return nil
}

// Save stores the evidence of one; an attempt at it is over.
func (s *Transmissions) Save(ctx context.Context, t einvoicing.Transmission) error {
	p := sqlcgen.UpdateTransmissionParams{State: string(t.State()), Withdrawn: t.Withdrawn, RefusedBy: string(t.RefusedBy), Refusal: reasonsToDB(t.Refusal), CarrierID: t.CarrierID,
		Ack: string(t.Ack), AckReasons: reasonsToDB(t.AckReasons), DepositedAt: t.DepositedAt, UpdatedAt: t.UpdatedAt, ID: t.ID}
	if !t.AckAt.IsZero() {
		p.AckAt = &t.AckAt
	}
	q := queries(ctx, s.db)
	if err := constraints.Translate(q.UpdateTransmission(ctx, p)); err != nil {
		return err
	}
	for _, one := range t.Statuses {
		if err := q.InsertTransmissionStatus(ctx, sqlcgen.InsertTransmissionStatusParams{TransmissionID: t.ID, Code: int32(one.Code), At: one.At, Reasons: reasonsToDB(one.Reasons)}); err != nil {
			return err
		}
	}
	return nil
}

// Retry stores that an attempt failed.
func (s *Transmissions) Retry(ctx context.Context, t einvoicing.Transmission) error {
	return queries(ctx, s.db).RetryTransmission(ctx, sqlcgen.RetryTransmissionParams{Attempts: int32(t.Attempts), InDoubt: t.InDoubt, Problem: problemToDB(t.Problem),
		AttemptedAt: t.AttemptedAt, NextAt: t.NextAt, ID: t.ID})
}

// Announce stores which file is about to be handed over.
func (s *Transmissions) Announce(ctx context.Context, transmissionID id.ID, sha256 string, syntax einvoicing.Syntax) error {
	return queries(ctx, s.db).AnnounceTransmission(ctx, sqlcgen.AnnounceTransmissionParams{Sha256: sha256, Syntax: string(syntax), ID: transmissionID})
}

// Due lists queued ones that may be tried.
func (s *Transmissions) Due(ctx context.Context, now time.Time, limit int) ([]id.ID, error) {
	return queries(ctx, s.db).ListTransmissionsDue(ctx, now, int32(limit))
}

// Claim keeps others from one until an instant, and notes that an attempt begins.
func (s *Transmissions) Claim(ctx context.Context, transmissionID id.ID, now, until time.Time) (einvoicing.Transmission, bool, error) {
	doubt, err := queries(ctx, s.db).ClaimTransmission(ctx, sqlcgen.ClaimTransmissionParams{Until: until, Now: now, ID: transmissionID})
	if errors.Is(err, pgx.ErrNoRows) {
		return einvoicing.Transmission{}, false, nil
	}
	if err != nil {
		return einvoicing.Transmission{}, false, err
	}
	t, err := s.Find(ctx, transmissionID)
	t.InDoubt = doubt
	return t, err == nil, err
}

// Outstanding are deposits that have no end yet.
func (s *Transmissions) Outstanding(ctx context.Context, connectionID id.ID, limit int) ([]einvoicing.Transmission, error) {
	rows, err := queries(ctx, s.db).ListOutstanding(ctx, connectionID, int32(limit))
	if err != nil {
		return nil, err
	}
	out := make([]einvoicing.Transmission, len(rows))
	for n, r := range rows {
		if out[n], err = transmissionFromDB(r); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// ByTracking finds those of a connection among some ids.
func (s *Transmissions) ByTracking(ctx context.Context, connectionID id.ID, ids []string) ([]id.ID, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return queries(ctx, s.db).ListTransmissionsByTracking(ctx, connectionID, ids)
}

// ByNumber finds the newest of a connection for an invoice of that number.
func (s *Transmissions) ByNumber(ctx context.Context, connectionID id.ID, number string) (id.ID, bool, error) {
	found, err := queries(ctx, s.db).FindTransmissionByNumber(ctx, connectionID, number)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", false, nil
	}
	return found, err == nil, err
}

// Unseen are those that were not met in this state of theirs, each once.
func (s *Transmissions) Unseen(ctx context.Context, connectionID id.ID, flows []einvoicing.Flow) ([]einvoicing.Flow, error) {
	if len(flows) == 0 {
		return nil, nil
	}
	type state struct {
		carrierID string
		at        int64
	}
	of := func(carrierID string, at time.Time) state { return state{carrierID, at.UnixMicro()} }
	p := sqlcgen.ListSeenFlowsParams{ConnectionID: connectionID}
	for _, f := range flows {
		p.CarrierIds, p.UpdatedAts = append(p.CarrierIds, f.CarrierID), append(p.UpdatedAts, f.UpdatedAt)
	}
	rows, err := queries(ctx, s.db).ListSeenFlows(ctx, p)
	if err != nil {
		return nil, err
	}
	seen := map[state]bool{}
	for _, r := range rows {
		seen[of(r.CarrierID, r.UpdatedAt)] = true
	}
	var out []einvoicing.Flow
	for _, f := range flows {
		if one := of(f.CarrierID, f.UpdatedAt); !seen[one] {
			seen[one] = true
			out = append(out, f)
		}
	}
	return out, nil
}

const maxRaw = 64 << 10

// Remember keeps what was received.
func (s *Transmissions) Remember(ctx context.Context, connectionID id.ID, received []einvoicing.Received) error {
	for _, r := range received {
		p := sqlcgen.InsertCarrierMessageParams{ConnectionID: connectionID, CarrierID: r.CarrierID, UpdatedAt: r.UpdatedAt, Outcome: string(r.Outcome), Number: r.Number,
			Raw: storable(r.Raw), ReceivedAt: r.ReceivedAt}
		if !r.TransmissionID.IsZero() {
			p.TransmissionID = &r.TransmissionID
		}
		if err := queries(ctx, s.db).InsertCarrierMessage(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// Unclear lists what was received and is of nothing that is known.
func (s *Transmissions) Unclear(ctx context.Context, operationID id.ID, limit int) ([]einvoicing.Received, error) {
	rows, err := queries(ctx, s.db).ListUnclearMessages(ctx, operationID, int32(limit))
	out := make([]einvoicing.Received, len(rows))
	for n, r := range rows {
		m := r.CarrierMessage
		out[n] = einvoicing.Received{Flow: einvoicing.Flow{CarrierID: m.CarrierID, UpdatedAt: m.UpdatedAt, Raw: []byte(m.Raw)}, ConnectionID: m.ConnectionID,
			ConnectionName: r.ConnectionName, Outcome: einvoicing.Outcome(m.Outcome), Number: m.Number, ReceivedAt: m.ReceivedAt}
	}
	return out, err
}

// Paid lists invoices that are paid and of which that is to be said.
func (s *Transmissions) Paid(ctx context.Context, limit int) ([]einvoicing.Transmission, error) {
	rows, err := queries(ctx, s.db).ListPaidTransmissions(ctx, int32(limit))
	out := make([]einvoicing.Transmission, len(rows))
	for n, r := range rows {
		paid := postgres.FromDate(r.PaidOn)
		out[n] = einvoicing.Transmission{OperationID: r.OperationID, ConnectionID: r.ConnectionID, InvoiceID: postgres.IDOf(r.InvoiceID), PaidOn: &paid}
	}
	return out, err
}

// Heads are invoices that are there.
func (s *Transmissions) Heads(ctx context.Context, operationID id.ID, invoiceIDs []id.ID) (map[id.ID]einvoicing.Head, error) {
	rows, err := queries(ctx, s.db).ListHeads(ctx, operationID, invoiceIDs)
	out := make(map[id.ID]einvoicing.Head, len(rows))
	for _, r := range rows {
		out[r.ID] = einvoicing.Head{ID: r.ID, OperationID: r.OperationID, Number: r.Number, Type: billing.InvoiceType(r.Type), CreditsID: postgres.IDOf(r.CreditsID)}
	}
	return out, err
}

// Refused is how many were refused and stand still (rule.Carriers).
func (s *Transmissions) Refused(ctx context.Context, operationID id.ID) (int, *time.Time, error) {
	r, err := queries(ctx, s.db).CountRefused(ctx, operationID)
	return int(r.Number), oldest(int(r.Number), r.Since), err
}

// Stuck is how many have waited since before an instant (rule.Carriers).
func (s *Transmissions) Stuck(ctx context.Context, operationID id.ID, before time.Time) (int, *time.Time, error) {
	r, err := queries(ctx, s.db).CountStuck(ctx, operationID, before)
	return int(r.Number), oldest(int(r.Number), r.Since), err
}

// oldest is since when some wait; nil where none does.
func oldest(n int, since time.Time) *time.Time {
	if n == 0 {
		return nil
	}
	return &since
}
