package settlement

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/id"
)

// follow gives an invoice the payment status that follows from what was settled. What came back, or was
// refused, lets its collection go.
func follow(ctx context.Context, store Settlements, operationID id.ID, a Account, returned bool) error {
	if status := a.Status(); status != a.Payment {
		if err := store.SetStatus(ctx, operationID, a.ID, status); err != nil {
			return err
		}
	}
	if returned {
		return store.Release(ctx, a.ID)
	}
	return nil
}

// Ledger writes what another room of payment settles, in its transaction: it asked whether that may be,
// and read the accounts with their lock.
type Ledger struct {
	Store Settlements
	Now   func() time.Time
}

// Book stores new settlements of some accounts, in which they stand already, as of one instant.
func (l Ledger) Book(ctx context.Context, operationID, by id.ID, accounts []Account, fresh []Settlement) error {
	returned := map[id.ID]bool{}
	for n := range fresh {
		fresh[n].OperationID, fresh[n].CreatedBy = operationID, by
		if fresh[n].Kind != Payment {
			returned[fresh[n].InvoiceID] = true
		}
	}
	if err := l.Store.Add(ctx, fresh); err != nil {
		return err
	}
	for _, a := range accounts {
		if err := follow(ctx, l.Store, operationID, a, returned[a.ID]); err != nil {
			return err
		}
	}
	return nil
}

// Withdraw withdraws settlements that hold; those of a line are withdrawn together. Errors:
// settlement.cancelled, settlement.returnedSince.
func (l Ledger) Withdraw(ctx context.Context, operationID, by id.ID, accounts []Account, lineID id.ID) error {
	at := l.Now().UTC()
	for _, a := range accounts {
		var gone []Settlement
		for n := range a.Settled {
			if s := &a.Settled[n]; s.Holds() && s.LineID == lineID {
				s.WithdrawnAt = &at
				gone = append(gone, *s)
			}
		}
		if len(gone) == 0 {
			continue
		}
		if refused := a.Refuse(); refused != nil {
			return refused
		}
		if a.Paid() < 0 {
			return ErrReturnedSince
		}
		for _, s := range gone {
			if err := l.Store.Withdraw(ctx, s, by, at); err != nil {
				return err
			}
		}
		if err := follow(ctx, l.Store, operationID, a, false); err != nil {
			return err
		}
	}
	return nil
}
