package rollup_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/rollup"
)

// books are what billing says of a month.
type books struct {
	invoiced, notCharged bool
	fails                error
}

func (b books) Invoiced(context.Context, id.ID, civil.Month) (bool, error) { return b.invoiced, nil }

func (b books) NotCharged(context.Context, id.ID, civil.Month) (bool, error) {
	return b.notCharged, b.fails
}

// TestWhetherAMonthIsBilledIsWhatBillingSays; where nobody bills, no month is.
func TestWhetherAMonthIsBilledIsWhatBillingSays(t *testing.T) {
	t.Parallel()
	month, lost := civil.NewMonth(2026, time.October), errors.New("lost")
	invoiced, notCharged, err := rollup.New(rollup.Deps{}).Invoiced(t.Context(), "o", month)
	require.NoError(t, err)
	require.Equal(t, []bool{false, false}, []bool{invoiced, notCharged}, "nobody bills")
	for _, b := range []books{{}, {invoiced: true}, {notCharged: true}, {invoiced: true, notCharged: true}, {invoiced: true, notCharged: true, fails: lost}} {
		invoiced, notCharged, err = rollup.New(rollup.Deps{Invoices: b}).Invoiced(t.Context(), "o", month)
		require.ErrorIs(t, err, b.fails)
		require.Equal(t, []bool{b.invoiced && b.fails == nil, b.notCharged && b.fails == nil}, []bool{invoiced, notCharged}, "%+v", b)
	}
}
