package agreement

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
)

// TestHoursAreThoseOfTheSubscription: sites of one invoice have their own; a line at any hour says nothing.
func TestHoursAreThoseOfTheSubscription(t *testing.T) {
	t.Parallel()
	a, b := civil.Hours{From: 60, To: 120}, civil.Hours{From: 300, To: 600}
	inv := billing.Invoice{Lines: []billing.Line{{SubscriptionID: "2"}, {SubscriptionID: "1", Hours: &a}, {SubscriptionID: "2", Hours: &b, Option: billing.AtOffPeakHours}}}
	require.Equal(t, &a, hoursOf(inv, "1"))
	require.Equal(t, &civil.Hours{From: 600, To: 300}, hoursOf(inv, "2"))
	require.Nil(t, hoursOf(inv, "3"))
}
