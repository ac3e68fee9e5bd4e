package transmission

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/tx"
)

// Worker sends what waits and follows it: nobody asks for it, so that nothing is permitted here.
type Worker struct{ Deps }

// NewWorker makes it.
func NewWorker(d Deps) *Worker { return &Worker{d} }

// leaseOf is how long one process has for an attempt: longer than a call may take.
const leaseOf = 2 * time.Minute

// Submit makes one attempt to send a transmission. It is the work of a job and of the sweep, which may
// both come, and come again: an attempt is claimed first, and what an earlier one may have handed over is
// looked for before anything is handed over again. What goes wrong with the carrier is kept with the
// transmission and is no error.
func (s *Worker) Submit(ctx context.Context, transmissionID id.ID) error {
	now := s.Now().UTC()
	t, ok, err := s.Transmissions.Claim(ctx, transmissionID, now, now.Add(leaseOf))
	if err != nil || !ok {
		return err
	}
	c, err := s.Connections.Find(ctx, t.ConnectionID)
	if err != nil {
		return err
	}
	carrier, err := s.Carriers.Of(c)
	if err != nil {
		return s.failed(ctx, t, err, false)
	}
	if t.InDoubt {
		flows, err := carrier.Find(ctx, c, t.ID)
		if err != nil {
			return s.failed(ctx, t, err, false)
		}
		if len(flows) > 0 {
			return s.record(ctx, t.ID, func(t *einvoicing.Transmission) { s.observe(t, flows) })
		}
	}
	file, err := s.Compose(ctx, t, c)
	if f := fault.From(err); f != nil && f.Kind != fault.Internal {
		return s.refuse(ctx, t, einvoicing.Ours, lacks(f))
	}
	if err != nil {
		return err
	}
	if t.Subject == einvoicing.OfInvoice && c.LooksUp() {
		obstacles, err := obstacles(ctx, carrier, c, file)
		if err != nil {
			return s.failed(ctx, t, err, false)
		}
		if len(obstacles) > 0 {
			return s.refuse(ctx, t, einvoicing.Ours, obstacles)
		}
	}
	if err := s.Transmissions.Announce(ctx, t.ID, file.SHA256, file.Syntax); err != nil {
		return err
	}
	carrierID, err := carrier.Submit(ctx, c, file.Outgoing)
	if err != nil {
		return s.failed(ctx, t, err, true)
	}
	return s.record(ctx, t.ID, func(t *einvoicing.Transmission) {
		at := s.Now().UTC()
		t.Evidence, t.DepositedAt = t.Deposit(carrierID), &at
	})
}

// obstacles say why a buyer cannot be sent to today: its address, or what a public body wants and the
// invoice does not name.
func obstacles(ctx context.Context, carrier einvoicing.Carrier, c einvoicing.Connection, f composed) ([]einvoicing.Reason, error) {
	reason, err := reachable(ctx, carrier, c, f.Buyer)
	if err != nil {
		return nil, err
	}
	if reason != "" {
		return []einvoicing.Reason{{Code: reason, Item: "BT-49", Text: f.Buyer.Value}}, nil
	}
	if f.Public == nil {
		return nil, nil
	}
	if f.Public.Siret == "" {
		return []einvoicing.Reason{{Code: einvoicing.ReasonSiret, Item: "BT-46"}}, nil
	}
	wants, ok, err := carrier.PublicBody(ctx, c, f.Public.Siret)
	if err != nil || !ok {
		return nil, err
	}
	return wanting(wants, *f.Public), nil
}

// wanting is what a public body wants and its invoice does not name.
func wanting(r einvoicing.PublicRules, b publicBuyer) (out []einvoicing.Reason) {
	switch {
	case r.Commitment && b.Commitment == "":
		out = append(out, einvoicing.Reason{Code: einvoicing.ReasonCommitment, Item: "BT-13"})
	case r.Either && b.Commitment == "" && b.Service == "":
		out = append(out, einvoicing.Reason{Code: einvoicing.ReasonEither, Item: "BT-13"})
	}
	if r.Service && b.Service == "" {
		out = append(out, einvoicing.Reason{Code: einvoicing.ReasonService, Item: "BT-10"})
	}
	return out
}

// reachable says why an address cannot be sent to today; "" = it can, or the directory knows nothing of
// addresses of that kind.
func reachable(ctx context.Context, carrier einvoicing.Carrier, c einvoicing.Connection, buyer einvoicing.Address) (string, error) {
	line, ok, err := carrier.Line(ctx, c, buyer)
	switch {
	case err != nil:
		return "", err
	case !ok:
		return einvoicing.ReasonUnlisted, nil
	case line.Portal:
		return einvoicing.ReasonPortal, nil
	case line.Status == einvoicing.LineUpcoming:
		return einvoicing.ReasonUpcoming, nil
	case line.Status == einvoicing.LineDisabled:
		return einvoicing.ReasonDisabled, nil
	}
	return "", nil
}

// observe adds what the carrier shows of deposits under our id.
func (s *Worker) observe(t *einvoicing.Transmission, flows []einvoicing.Flow) {
	for _, f := range flows {
		if t.Evidence = t.Observe(f); f.Delivered {
			t.Evidence, _ = t.Add(einvoicing.Status{Code: einvoicing.CodeReceived, At: f.UpdatedAt.Truncate(time.Second)})
		}
	}
	if t.DepositedAt == nil && t.CarrierID != "" {
		at := s.Now().UTC()
		t.DepositedAt = &at
	}
}

func (s *Worker) refuse(ctx context.Context, t einvoicing.Transmission, by einvoicing.Refuser, reasons []einvoicing.Reason) error {
	return s.record(ctx, t.ID, func(t *einvoicing.Transmission) { t.RefusedBy, t.Refusal = by, reasons })
}

// deniedPause is how long a carrier that does not let us in is left alone.
const deniedPause = 15 * time.Minute

// failed keeps what went wrong with an attempt. handed says that the file was on its way: then what is
// refused is refused for good, and where no answer came it is in doubt whether the carrier has it.
func (s *Worker) failed(ctx context.Context, before einvoicing.Transmission, cause error, handed bool) error {
	var trouble *einvoicing.Trouble
	if !errors.As(cause, &trouble) {
		return cause // the claim ends by itself, and what was handed over is in doubt until then
	}
	if trouble.Kind == einvoicing.TroubleRefused && handed {
		reasons := trouble.Reasons
		if len(reasons) == 0 {
			reasons = []einvoicing.Reason{{Code: fmt.Sprint(trouble.Status), Text: trouble.Text}}
		}
		return s.refuse(ctx, before, einvoicing.ByDeposit, reasons)
	}
	at := s.Now().UTC()
	before.Attempts++
	before.InDoubt = before.InDoubt || handed && trouble.Doubtful()
	before.Problem, before.AttemptedAt, before.NextAt = trouble.Problem(at), &at, at.Add(before.Pause(trouble.RetryAfter))
	if trouble.Kind == einvoicing.TroubleDenied || trouble.Kind == einvoicing.TroubleForbidden {
		before.NextAt = at.Add(deniedPause)
		if err := s.Connections.Report(ctx, before.ConnectionID, before.Problem); err != nil {
			return err
		}
	}
	return s.Transmissions.Retry(ctx, before)
}

// record adds to the evidence of a transmission in a transaction of its own.
func (s *Worker) record(ctx context.Context, transmissionID id.ID, add func(*einvoicing.Transmission)) error {
	known, err := s.Transmissions.Find(ctx, transmissionID)
	if err != nil {
		return err
	}
	change := tx.Change{Agent: "job", Action: string(einvoicing.PermSend), OperationID: known.OperationID, ObjectKind: "invoice", ObjectID: known.InvoiceID}
	if known.Subject == einvoicing.OfEReport {
		change.ObjectKind, change.ObjectID = "einvoiceConnection", known.ConnectionID
	}
	return s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		t, err := s.Transmissions.Locked(ctx, transmissionID)
		if err != nil {
			return err
		}
		add(&t)
		return s.save(ctx, t)
	})
}

// save stores the evidence of a transmission, whose attempt is over.
func (s *Worker) save(ctx context.Context, t einvoicing.Transmission) error {
	t.UpdatedAt, t.InDoubt, t.Problem = s.Now().UTC(), false, nil
	tx.Note(ctx, "status", string(t.State()))
	if err := s.Transmissions.Save(ctx, t); err != nil {
		return err
	}
	if told, ok := t.Told(); ok {
		if err := event.Publish(ctx, s.Events, told); err != nil {
			return err
		}
	}
	return event.Publish(ctx, s.Events, einvoicing.Changed{OperationID: t.OperationID})
}

const (
	// together is how many one sweep looks at; the rest waits for the next.
	together = 200
	// sweepFor is how long one sweep begins something: the job that does it has a minute.
	sweepFor = 25 * time.Second
)

// Sweep sends what waits, asks carriers for what changed, and says of what was paid that it is. It is the
// work of a periodic job: whatever was lost of queued work is found here. One that fails holds up no other.
func (s *Worker) Sweep(ctx context.Context) error {
	start := s.Now()
	var failed []error
	each := func(ids []id.ID, err error, do func(context.Context, id.ID) error) {
		failed = append(failed, err)
		for _, one := range ids {
			if s.Now().Sub(start) > sweepFor || ctx.Err() != nil {
				return
			}
			if err := do(ctx, one); err != nil {
				failed = append(failed, fmt.Errorf("e-invoicing %s: %w", one, err))
			}
		}
	}
	failed = append(failed, s.declare(ctx))
	waiting, err := s.Transmissions.Due(ctx, start.UTC(), together)
	each(waiting, err, s.Submit)
	due, err := s.Connections.Due(ctx, start.UTC(), together)
	each(due, err, s.Poll)
	return errors.Join(failed...)
}

// declare queues the message of invoices that are paid, where the seller says so to its buyers.
func (s *Worker) declare(ctx context.Context) error {
	paid, err := s.Transmissions.Paid(ctx, together)
	if err != nil || len(paid) == 0 {
		return err
	}
	byOperation := map[id.ID][]einvoicing.Transmission{}
	for _, t := range paid {
		at := s.Now().UTC()
		t.ID, t.Subject, t.NextAt, t.CreatedAt, t.UpdatedAt = id.New(), einvoicing.OfCollection, at, at, at
		byOperation[t.OperationID] = append(byOperation[t.OperationID], t)
	}
	for operationID, list := range byOperation {
		change := tx.Change{Agent: "system", Action: string(einvoicing.PermSend), OperationID: operationID, ObjectKind: "invoice", Details: map[string]any{"invoices": len(list)}}
		err := s.Tx.InTx(ctx, change, func(ctx context.Context) error {
			ids := make([]id.ID, len(list))
			for n, t := range list {
				ids[n] = t.ID
				tx.Concern(ctx, "invoice", t.InvoiceID)
			}
			if err := s.Transmissions.Add(ctx, list); err != nil {
				return err
			}
			return s.Queue.Submit(ctx, ids)
		})
		if err != nil && !errors.Is(err, einvoicing.ErrLive) { // another sweep was there first
			return err
		}
	}
	return nil
}

const (
	pollEvery = 5 * time.Minute
	// overlap is how far back a carrier is asked again: it may tell of one thing after another that it
	// dates later, and of two at one instant it may tell one. What comes twice is known.
	overlap = time.Minute
)

// Poll asks the carrier of a connection for all that changed since it was asked last. It is the work of a
// job and of the sweep.
func (s *Worker) Poll(ctx context.Context, connectionID id.ID) error {
	now := s.Now().UTC()
	ok, err := s.Connections.Claim(ctx, connectionID, now, now.Add(leaseOf))
	if err != nil || !ok {
		return err
	}
	c, err := s.Connections.Find(ctx, connectionID)
	if err != nil {
		return err
	}
	carrier, err := s.Carriers.Of(c)
	last := c.PolledUntil
	if follower, ok := carrier.(einvoicing.Follower); ok && err == nil {
		err = s.follow(ctx, c, follower)
	} else if err == nil {
		err = carrier.Changes(ctx, c, c.PolledUntil.Add(-overlap), func(flows []einvoicing.Flow) error {
			for _, f := range flows {
				if f.UpdatedAt.After(last) {
					last = f.UpdatedAt
				}
			}
			return s.receive(ctx, c, carrier, flows)
		})
	}
	var trouble *einvoicing.Trouble
	if errors.As(err, &trouble) {
		pause := max(pollEvery, trouble.RetryAfter)
		return errors.Join(s.Connections.Report(ctx, c.ID, trouble.Problem(s.Now().UTC())), s.Connections.Postpone(ctx, c.ID, s.Now().UTC().Add(pause)))
	}
	if err != nil {
		return err
	}
	if latest := s.Now().UTC(); last.After(latest) {
		last = latest // the carrier's clock is ahead: what comes meanwhile would be missed
	}
	return s.Connections.Polled(ctx, c.ID, last, now, now.Add(pollEvery))
}

// follow asks for each deposit of a connection that has no end yet.
func (s *Worker) follow(ctx context.Context, c einvoicing.Connection, carrier einvoicing.Follower) error {
	list, err := s.Transmissions.Outstanding(ctx, c.ID, together)
	if err != nil {
		return err
	}
	for _, one := range list {
		f, err := carrier.Follow(ctx, c, one.ID, one.CarrierID)
		var trouble *einvoicing.Trouble
		if errors.As(err, &trouble) && (trouble.Kind == einvoicing.TroubleRefused || trouble.Kind == einvoicing.TroubleUnreadable) {
			continue // of this one nothing can be said now; what has no answer for hours is an alert
		}
		if err != nil {
			return err
		}
		if f.Ack == one.Ack && !f.Delivered {
			continue
		}
		if err := s.record(ctx, one.ID, func(t *einvoicing.Transmission) { s.observe(t, []einvoicing.Flow{f}) }); err != nil {
			return err
		}
	}
	return nil
}

// receive takes in a page of what a carrier says: what was met before is left alone.
func (s *Worker) receive(ctx context.Context, c einvoicing.Connection, carrier einvoicing.Carrier, flows []einvoicing.Flow) error {
	fresh, err := s.Transmissions.Unseen(ctx, c.ID, flows)
	if err != nil || len(fresh) == 0 {
		return err
	}
	messages := map[string][]einvoicing.Message{}
	unreadable := map[string]bool{}
	for _, f := range fresh {
		if !f.Message {
			continue
		}
		m, err := carrier.Read(ctx, c, f.CarrierID)
		var trouble *einvoicing.Trouble
		switch {
		case err == nil:
			messages[f.CarrierID] = m
		case errors.As(err, &trouble) && trouble.Kind == einvoicing.TroubleUnreadable:
			unreadable[f.CarrierID] = true
		default:
			return err
		}
	}
	ours, err := s.Transmissions.ByTracking(ctx, c.ID, trackingIDs(fresh))
	if err != nil {
		return err
	}
	change := tx.Change{Agent: "job", Action: string(einvoicing.PermSend), OperationID: c.OperationID, ObjectKind: "einvoiceConnection", ObjectID: c.ID, Details: map[string]any{"flows": len(fresh)}}
	return s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		var received []einvoicing.Received
		for _, f := range fresh {
			r := einvoicing.Received{Flow: f, Outcome: einvoicing.Ignored, ReceivedAt: s.Now().UTC()}
			switch {
			case unreadable[f.CarrierID]:
				r.Outcome = einvoicing.Unreadable
			case f.Message:
				if err := s.takeMessages(ctx, c, messages[f.CarrierID], &r); err != nil {
					return err
				}
			case slices.Contains(ours, id.ID(f.TrackingID)):
				if err := s.takeFlow(ctx, id.ID(f.TrackingID), f, &r); err != nil {
					return err
				}
			}
			received = append(received, r)
		}
		return s.Transmissions.Remember(ctx, c.ID, received)
	})
}

func trackingIDs(flows []einvoicing.Flow) (ids []string) {
	for _, f := range flows {
		if f.TrackingID != "" && !f.Message {
			ids = append(ids, f.TrackingID)
		}
	}
	return ids
}

// takeFlow adds what a carrier says of a deposit.
func (s *Worker) takeFlow(ctx context.Context, transmissionID id.ID, f einvoicing.Flow, r *einvoicing.Received) error {
	t, err := s.Transmissions.Locked(ctx, transmissionID)
	if err != nil {
		return err
	}
	s.observe(&t, []einvoicing.Flow{f})
	r.TransmissionID, r.Outcome, r.Number = t.ID, einvoicing.Applied, t.Number
	if !t.InvoiceID.IsZero() {
		tx.Concern(ctx, "invoice", t.InvoiceID)
	}
	return s.save(ctx, t)
}

// takeMessages adds statuses of the life cycle to the invoices that they name.
func (s *Worker) takeMessages(ctx context.Context, c einvoicing.Connection, messages []einvoicing.Message, r *einvoicing.Received) error {
	r.Outcome = einvoicing.Applied
	for _, m := range messages {
		r.Number = m.Number
		transmissionID, ok, err := s.Transmissions.ByNumber(ctx, c.ID, m.Number)
		if err != nil {
			return err
		}
		if !ok {
			r.Outcome = einvoicing.Unmatched
			continue
		}
		t, err := s.Transmissions.Locked(ctx, transmissionID)
		if err != nil {
			return err
		}
		r.TransmissionID = t.ID
		var fresh []einvoicing.Status
		if t.Evidence, fresh = t.Add(m.Status); len(fresh) == 0 {
			continue
		}
		if !t.InvoiceID.IsZero() {
			tx.Concern(ctx, "invoice", t.InvoiceID)
		}
		if err := s.save(ctx, t); err != nil {
			return err
		}
	}
	return nil
}
