package root

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/go/pmo/pmotest"
)

// TestSupplierBill: energy typed in kWh goes out as mWh, and a day that lacks is told instead of a verdict.
func TestSupplierBill(t *testing.T) {
	s := signedIn(t, pmotest.Replies{"getSupplierBill": append(
		pmotest.JSON(200, `{"startDate":"2026-10-01","endDate":"2026-10-31","gaps":[],"provisional":true,"registers":2,"usedMilliWh":300000000,"sharedMilliWh":40000000,"expectedMilliWh":260000000,
			"toleranceMilliWh":3500000,"billedMilliWh":300500000,"excessMilliWh":40500000,"verdict":"NOT_DEDUCTED"}`),
		pmotest.JSON(200, `{"startDate":"2026-10-01","endDate":"2026-10-31","gaps":[{"reason":"NO_DATA","startDate":"2026-10-04","endDate":"2026-10-05"}],"provisional":false,"registers":4}`)...)})
	at := []string{"economy", "bill", consumerPRM, "--operation", "ACC00000001", "--from", "2026-10-01", "--to", "2026-10-31", "-o", "csv"}
	r := pmoctl(append(at, "--billed", "300,5")...)
	require.Contains(t, r.out, "300.000,40.000,260.000,3.500,300.500,40.500,NOT_DEDUCTED,yes", r.err)
	require.Contains(t, s.Requests("getSupplierBill")[0].URL, "billedMilliWh=300500000")
	r = pmoctl(at...)
	require.Contains(t, r.err, "no verdict: 2026-10-04 to 2026-10-05, NO_DATA")
	require.NotContains(t, s.Requests("getSupplierBill")[1].URL, "billedMilliWh")
	require.Equal(t, 2, pmoctl(append(at, "--billed", "many")...).code)
}
