//go:build real

package apptest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// mayOf2024 are its quarters among those of the year.
func mayOf2024(t *testing.T) (from, to int) {
	t.Helper()
	start := time.Date(2024, 1, 1, 0, 0, 0, 0, paris(t))
	at := func(month time.Month) int {
		return int(time.Date(2024, month, 1, 0, 0, 0, 0, paris(t)).Sub(start) / (15 * time.Minute))
	}
	return at(time.May), at(time.June)
}

// realCoefficients is May 2024 of the study in an operation of its own.
type realCoefficients struct {
	realOperation
	curves    []*yearCurve
	consumers []string // ids, in the order of yearSites
	from, to  int
}

// newRealCoefficients has May of the study's sites and a key by weights: 1 for the first
// consumer, 2 for the second and so on.
func newRealCoefficients(t *testing.T, dso, externalID string) realCoefficients {
	t.Helper()
	m := realCoefficients{realOperation: newRealOperation(t, dso, "ENGINE_2025", externalID)}
	m.from, m.to = mayOf2024(t)
	params := []any{}
	for _, s := range yearSites {
		whole := readYear(t, realFile(t, "dso", "acc_curves_15min", s.file), s.legal)
		curve := new(yearCurve)
		for q := range curve {
			if curve[q] = gap; q >= m.from && q < m.to {
				curve[q] = whole[q]
			}
		}
		m.curves = append(m.curves, curve)
		if s.producer {
			m.site(s.name, "producer", s.prm, "2024-01-01")
			continue
		}
		m.consumers = append(m.consumers, m.site(s.name, "consumer", s.prm, "2024-01-01"))
		params = append(params, map[string]any{"consumerId": m.consumers[len(m.consumers)-1], "value": len(m.consumers)})
	}
	m.created("/energy-allocation/config?operationId="+m.id, map[string]any{"type": "by_weight", "params": params, "effectiveDate": "2024-01-01", "reason": "étude"})
	m.imported("may.csv", longForm(t, m.curves))
	return m
}

func (m realCoefficients) base() string { return m.path("/energy-allocation/coefficients") }

// received is what each consumer had of each quarter, as pmo published it.
func (m realCoefficients) received() (shared [][]int64) {
	m.t.Helper()
	for _, site := range m.consumers {
		_, byNature := m.raw("by-participant/"+site, "2024-05-01", "2024-05-31", "")
		require.Len(m.t, byNature["Autoconso"], m.to-m.from)
		shared = append(shared, byNature["Autoconso"])
	}
	return shared
}

// TestRealCoefficients: a month of a real project, made into the operator's file, read
// back, and applied by another server that is the operator: every quarter of every site
// is that of the key within the rounding of two decimals, and in sum what the set says.
func TestRealCoefficients(t *testing.T) {
	t.Parallel()
	sender := newRealCoefficients(t, "ENEDIS", "ACC00000097")
	made := sender.Post(sender.base(), map[string]any{"month": "2024-05"})
	require.Equal(t, http.StatusCreated, made.Status, "%s", made.Body)
	set := made.Map()
	require.Equal(t, []any{"SIMPLE", 6.0, float64(31 * 96)}, []any{set["mode"], set["sites"], set["steps"]})
	name := set["files"].([]any)[0].(map[string]any)["name"].(string)
	require.Equal(t, "ACC00000097_15_01052024_31052024.csv", name)
	path := sender.base() + "/" + set["id"].(string)
	file := sender.Get(path + "/files/" + name)
	require.Equal(t, http.StatusOK, file.Status)
	check := sender.Upload(path+"/check", "files", []apptest.File{{Name: name, Content: file.Body}}, nil)
	require.Equal(t, []any{true, 0.0, 0.0}, []any{check.Map()["equal"], check.Map()["differences"], check.Map()["energyDifferenceMilliWh"]}, "%s", check.Body)
	for line := range strings.Lines(string(file.Body)) {
		require.LessOrEqual(t, percentIn(t, line), 10_000, line)
	}

	operator := newRealCoefficients(t, "FAKE", "ACC00000096")
	byKey := operator.received()
	operator.created("/energy-allocation/config?operationId="+operator.id, map[string]any{"type": "simple_dynamic", "effectiveDate": "2024-01-01", "reason": "fichier"})
	taken := operator.Upload(operator.base()+"/import", "files", []apptest.File{{Name: "coefficients.csv", Content: file.Body}}, nil)
	require.Equal(t, http.StatusCreated, taken.Status, "%s", taken.Body)
	operator.requireWithinRounding(t, byKey, operator.received(), set["lossMilliWh"])
}

// percentIn is the sum of a line's coefficients in hundredths of a percent.
func percentIn(t *testing.T, line string) (sum int) {
	t.Helper()
	for _, field := range strings.Split(strings.TrimSpace(line), ";")[1:] {
		var whole, part int
		if _, err := fmt.Sscanf(field, "%d,%02d", &whole, &part); err == nil {
			sum += 100*whole + part
		}
	}
	return sum
}

func (m realCoefficients) requireWithinRounding(t *testing.T, byKey, bySet [][]int64, said any) {
	t.Helper()
	loss, all := int64(0), int64(0)
	for c := range byKey {
		for q, was := range byKey[c] {
			production := int64(0)
			for i, s := range yearSites {
				if s.producer {
					production += m.curves[i][m.from+q]
				}
			}
			off := was - bySet[c][q]
			require.LessOrEqual(t, max(off, -off), (production+9_999)/10_000, "site %d, quarter %d: %d by key, %d by coefficients", c, q, was, bySet[c][q])
			loss, all = loss+off, all+was
		}
	}
	require.Positive(t, all)
	require.Equal(t, said, float64(loss), "the loss that the set says")
	t.Logf("%d mWh of %d lost to two decimals", loss, all)
}
