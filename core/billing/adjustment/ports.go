package adjustment

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// Store keeps discounts and one-off amounts. Errors: discount.notFound, discount.overlap, adjustment.notFound.
type Store interface {
	agreement.Adjustments
	AddDiscount(ctx context.Context, d agreement.Discount) error
	// EndDiscount sets the day after its last.
	EndDiscount(ctx context.Context, operationID, discountID id.ID, after civil.Date) error
	RemoveDiscount(ctx context.Context, operationID, discountID id.ID) error
	// InvoicedDays are the days of a pair on invoices that stand, and on statements within one person.
	InvoicedDays(ctx context.Context, operationID id.ID, pair billing.Pair) ([]civil.Range, error)

	// List reads the amounts of an operation that are not withdrawn, or are on an invoice, the latest first.
	List(ctx context.Context, operationID id.ID) ([]View, error)
	Get(ctx context.Context, operationID, adjustmentID id.ID) (View, error)
	Add(ctx context.Context, a agreement.Adjustment) error
	Withdraw(ctx context.Context, operationID, adjustmentID, by id.ID, at time.Time) error
	// Names are those of the people who made something.
	Names(ctx context.Context, users []id.ID) (map[id.ID]string, error)
}
