package simpleview

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

func TestSmallOperationsAreShownSimply(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		sites, limit int
		choice       Choice
		simple       bool
	}{
		{0, 50, BySize, true}, {49, 50, BySize, true}, {50, 50, BySize, false}, {200, 50, BySize, false},
		{200, 50, Simple, true}, {3, 50, Full, false}, {3, 0, BySize, false}, {3, 0, Simple, true},
	} {
		v := ViewOf([]operation.Feature{operation.FeaturePayment}, c.sites, c.choice, c.limit)
		require.Equal(t, c.simple, v.Simple, "%+v", c)
		require.Equal(t, c.choice != BySize, v.Chosen, "%+v", c)
		require.Equal(t, c.simple, len(v.Hidden) > 0, "%+v: all is shown where nothing is simple", c)
	}
}

// TestWhatIsNotThereIsNotLeftOut: an option is named only where the menus have what it belongs to.
func TestWhatIsNotThereIsNotLeftOut(t *testing.T) {
	t.Parallel()
	of := func(v operation.Variant, role policy.Role) []operation.Option {
		return Hideable(operation.MenuOf(v, role))
	}
	require.Equal(t, []operation.Option{"SEASONS", "OWN_REFERENCES", "EXPORTS", "PAYMENT", "ACCOUNTING", "EINVOICING", "BILL_CHECK", "EXPENSE", "INCOME", "FINANCIAL_MONITORING"},
		of(operation.Variant{DSO: dso.Enedis, Engine: operation.Engine2025}, policy.RoleOrganizer))
	require.Equal(t, []operation.Option{"OWN_REFERENCES", "EXPORTS", "PAYMENT", "ACCOUNTING", "EINVOICING"},
		of(operation.Variant{DSO: dso.Sibelga, Engine: operation.Engine2025}, policy.RoleOrganizer))
	require.Equal(t, []operation.Option{"SEASONS", "OWN_REFERENCES", "EXPORTS", "PAYMENT", "BILL_CHECK", "EXPENSE", "INCOME", "FINANCIAL_MONITORING"},
		of(operation.Variant{DSO: dso.Enedis}, policy.RoleObserver))
}
