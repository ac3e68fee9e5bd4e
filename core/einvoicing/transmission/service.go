// Package transmission sends issued invoices by the connection of their seller and follows what becomes
// of them.
package transmission

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Stores are what transmissions are kept in and made of.
type Stores struct {
	Connections   einvoicing.Connections
	Transmissions einvoicing.Transmissions
	Invoices      einvoicing.Invoices
}

// Deps is what the use cases need.
type Deps struct {
	einvoicing.Access
	Stores
	Composer
	Carriers   einvoicing.Carriers
	Signatures einvoicing.Signatures
	Queue      einvoicing.Queue
	Events     event.Publisher
}

// Service holds the use cases of transmissions.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Bounds.
const (
	MaxSent   = 500 // asked for together
	MaxListed = 10_000
)

// List is the transmissions of an operation, the newest first. Errors: those of Access.Enter,
// list.tooLong.
func (s *Service) List(ctx context.Context, p policy.Principal, operationID id.ID, f einvoicing.Filter) ([]einvoicing.Transmission, error) {
	if _, err := s.Enter(ctx, p, einvoicing.PermRead, operationID); err != nil {
		return nil, err
	}
	f.Limit = MaxListed + 1
	list, err := s.Transmissions.List(ctx, operationID, f)
	if err == nil && len(list) > MaxListed {
		err = fault.ListTooLong.With("max", MaxListed)
	}
	return list, err
}

// ByID is one with its statuses. Errors: those of Access.Enter, notFound.
func (s *Service) ByID(ctx context.Context, p policy.Principal, operationID, transmissionID id.ID) (einvoicing.Transmission, error) {
	if _, err := s.Enter(ctx, p, einvoicing.PermRead, operationID); err != nil {
		return einvoicing.Transmission{}, err
	}
	return s.Transmissions.ByID(ctx, operationID, transmissionID)
}

const maxUnclear = 500

// Unclear is what carriers gave and is of nothing that is known, the newest first. Errors: those of
// Access.Enter.
func (s *Service) Unclear(ctx context.Context, p policy.Principal, operationID id.ID) ([]einvoicing.Received, error) {
	if _, err := s.Enter(ctx, p, einvoicing.PermRead, operationID); err != nil {
		return nil, err
	}
	return s.Transmissions.Unclear(ctx, operationID, maxUnclear)
}

// candidates reads what decides whether documents are sent, in the order of their ids; those that are
// not there are left out.
func (s *Service) candidates(ctx context.Context, operationID id.ID, ids []id.ID) ([]candidate, error) {
	connections, err := s.Connections.List(ctx, operationID)
	if err != nil {
		return nil, err
	}
	bySeller := map[string]*einvoicing.Connection{}
	for n, c := range connections {
		if c.Active {
			bySeller[c.Seller] = &connections[n]
		}
	}
	heads, err := s.Invoices.Heads(ctx, operationID, ids)
	if err != nil {
		return nil, err
	}
	documents, err := s.Snapshots.Snapshots(ctx, operationID, ids)
	if err != nil {
		return nil, err
	}
	asked := slices.Clone(ids)
	for _, i := range ids {
		if credited := heads[i].CreditsID; !credited.IsZero() {
			asked = append(asked, credited)
		}
	}
	latest, err := s.Transmissions.LatestOf(ctx, operationID, einvoicing.OfInvoice, asked)
	if err != nil {
		return nil, err
	}
	of := func(i id.ID) *einvoicing.Transmission {
		if t, ok := latest[i]; ok {
			return &t
		}
		return nil
	}
	var out []candidate
	for _, i := range ids {
		if h, ok := heads[i]; ok {
			d := documents[i]
			out = append(out, candidate{head: h, document: d, connection: bySeller[party.LegalPerson(d.Seller.LegalNumber)], latest: of(i), credited: of(h.CreditsID)})
		}
	}
	return out, nil
}

// Published queues what was issued and is to travel, in the transaction that issues it. It handles
// billing.InvoicesPublished; what does not travel reaches its client otherwise.
func (s *Service) Published(ctx context.Context, operationID id.ID, invoiceIDs []id.ID) error {
	all, err := s.candidates(ctx, operationID, invoiceIDs)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(c candidate) bool { return c.refuse() != nil })
	return s.queue(ctx, operationID, all)
}

// queue stores transmissions and has them sent when the transaction of ctx commits.
func (s *Service) queue(ctx context.Context, operationID id.ID, all []candidate) error {
	if len(all) == 0 {
		return nil
	}
	list, ids := make([]einvoicing.Transmission, len(all)), make([]id.ID, len(all))
	for n, c := range all {
		list[n] = c.transmission(s.Now().UTC())
		ids[n] = list[n].ID
	}
	if err := s.Transmissions.Add(ctx, list); err != nil {
		return err
	}
	if err := s.Queue.Submit(ctx, ids); err != nil {
		return err
	}
	return event.Publish(ctx, s.Events, einvoicing.Changed{OperationID: operationID})
}

// Send queues documents that were issued before their seller had a connection, or were refused and can
// be sent anew: each by itself. Errors: those of Access.Enter, list.tooLong; of each invoice
// invoice.notFound and those of transmission.
func (s *Service) Send(ctx context.Context, p policy.Principal, operationID id.ID, invoiceIDs []id.ID) ([]billing.Result, error) {
	if _, err := s.Enter(ctx, p, einvoicing.PermSend, operationID); err != nil {
		return nil, err
	}
	ids := billing.Distinct(invoiceIDs)
	if len(ids) > MaxSent {
		return nil, fault.ListTooLong.With("max", MaxSent).At("invoicesIds")
	}
	var results []billing.Result
	change := p.Change(einvoicing.PermSend, operationID, "invoice", "")
	change.Details = map[string]any{"invoices": len(ids)}
	err := s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		all, err := s.candidates(ctx, operationID, ids)
		if err != nil {
			return err
		}
		refused := map[id.ID]*fault.Error{}
		for _, i := range ids {
			refused[i] = billing.ErrInvoiceNotFound
		}
		for _, c := range all {
			if refused[c.head.ID] = c.refuse(); refused[c.head.ID] == nil {
				tx.Concern(ctx, "invoice", c.head.ID)
			}
		}
		results = nil
		for _, i := range ids {
			results = append(results, billing.Result{ID: i, Refused: refused[i]})
		}
		return s.queue(ctx, operationID, slices.DeleteFunc(all, func(c candidate) bool { return refused[c.head.ID] != nil }))
	})
	return results, err
}

// Withdraw takes back what was not begun to be sent. Errors: those of Access.Enter, notFound,
// transmission.underWay.
func (s *Service) Withdraw(ctx context.Context, p policy.Principal, operationID, transmissionID id.ID) (einvoicing.Transmission, error) {
	if _, err := s.Enter(ctx, p, einvoicing.PermSend, operationID); err != nil {
		return einvoicing.Transmission{}, err
	}
	t, err := s.Transmissions.ByID(ctx, operationID, transmissionID)
	if err != nil {
		return t, err
	}
	err = s.Tx.InTx(ctx, p.Change(einvoicing.PermSend, operationID, "invoice", t.InvoiceID), func(ctx context.Context) error {
		if t, err = s.Transmissions.Locked(ctx, transmissionID); err != nil {
			return err
		}
		if t.State() != einvoicing.Queued || t.InDoubt && !s.mute(ctx, t) {
			return einvoicing.ErrUnderWay
		}
		t.Withdrawn, t.UpdatedAt = true, s.Now().UTC()
		return s.Transmissions.Save(ctx, t)
	})
	if err != nil {
		return t, err
	}
	return s.Transmissions.ByID(ctx, operationID, transmissionID)
}

// mute reports whether the carrier of a transmission cannot be asked for what it was handed: whether it has
// it is then for people to find out, who take it back or leave it.
func (s *Service) mute(ctx context.Context, t einvoicing.Transmission) bool {
	c, err := s.Connections.Find(ctx, t.ConnectionID)
	return err == nil && c.Mute() && t.Problem != nil && t.Problem.Kind == einvoicing.TroubleUnknown
}

// Look has the carrier of a connection asked now for what changed. Errors: those of Access.Enter,
// notFound.
func (s *Service) Look(ctx context.Context, p policy.Principal, operationID, connectionID id.ID) error {
	if _, err := s.Enter(ctx, p, einvoicing.PermSend, operationID); err != nil {
		return err
	}
	return s.Tx.InTx(ctx, p.Change(einvoicing.PermSend, operationID, "einvoiceConnection", connectionID), func(ctx context.Context) error {
		if _, err := s.Connections.ByID(ctx, operationID, connectionID); err != nil {
			return err
		}
		return s.hurry(ctx, connectionID)
	})
}

func (s *Service) hurry(ctx context.Context, connectionID id.ID) error {
	if err := s.Connections.Hurry(ctx, connectionID, s.Now().UTC()); err != nil {
		return err
	}
	return s.Queue.Poll(ctx, connectionID)
}

// heardAs names a call, so that the same is not heard twice.
func heardAs(call einvoicing.HookCall) string {
	sum := sha256.Sum256(append(append([]byte(call.Timestamp), '@'), call.Body...))
	return "call " + hex.EncodeToString(sum[:])
}

// Call is what a platform sent by itself to the address that ends with a token: that it is of the
// platform is checked, and then the platform is asked; nothing is taken from the call. Error:
// hook.refused, whatever is wrong.
func (s *Service) Call(ctx context.Context, token string, call einvoicing.HookCall) error {
	connectionID, ok := s.Signatures.Read(token)
	if !ok {
		return einvoicing.ErrHook
	}
	c, err := s.Connections.Find(ctx, connectionID)
	if err != nil || !c.Active || c.HookKey == "" {
		return einvoicing.ErrHook
	}
	carrier, err := s.Carriers.Of(c)
	if err != nil {
		return einvoicing.ErrHook
	}
	call.At = s.Now()
	flow, err := carrier.Hook(c, call)
	if err != nil {
		return einvoicing.ErrHook
	}
	fresh, err := s.Transmissions.Unseen(ctx, c.ID, []einvoicing.Flow{{CarrierID: heardAs(call), UpdatedAt: c.CreatedAt}})
	if err != nil {
		return err
	}
	if len(fresh) == 0 {
		return einvoicing.ErrHook // it was heard already
	}
	change := tx.Change{Agent: "system", Action: string(einvoicing.PermSend), OperationID: c.OperationID, ObjectKind: "einvoiceConnection", ObjectID: c.ID, Details: map[string]any{"flow": flow}}
	return s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		heard := einvoicing.Received{Flow: fresh[0], Outcome: einvoicing.Ignored, ReceivedAt: s.Now().UTC()}
		if err := s.Transmissions.Remember(ctx, c.ID, []einvoicing.Received{heard}); err != nil {
			return err
		}
		return s.hurry(ctx, c.ID)
	})
}
