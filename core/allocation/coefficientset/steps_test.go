package coefficientset_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation/coefficientset"
)

// TestWhatMayBeRecordedOfASet next, and whether the operator has it: what a screen offers is what
// the use case takes.
func TestWhatMayBeRecordedOfASet(t *testing.T) {
	t.Parallel()
	const (
		prepared, sent, taken = coefficientset.CoefficientsPrepared, coefficientset.CoefficientsSent, coefficientset.CoefficientsAcknowledged
		refused, applied      = coefficientset.CoefficientsRefused, coefficientset.CoefficientsApplied
	)
	for _, c := range []struct {
		history []coefficientset.CoefficientStatus
		next    []coefficientset.CoefficientStatus
		held    bool
	}{
		{nil, []coefficientset.CoefficientStatus{sent}, false},
		{[]coefficientset.CoefficientStatus{prepared, sent}, []coefficientset.CoefficientStatus{taken, refused, applied}, true},
		{[]coefficientset.CoefficientStatus{prepared, sent, taken}, []coefficientset.CoefficientStatus{applied, refused}, true},
		{[]coefficientset.CoefficientStatus{prepared, sent, refused}, []coefficientset.CoefficientStatus{sent}, false},
		{[]coefficientset.CoefficientStatus{prepared, sent, applied}, nil, true},
	} {
		var set coefficientset.CoefficientSet
		for _, status := range c.history {
			set.History = append(set.History, coefficientset.CoefficientEvent{Status: status})
		}
		require.Equal(t, c.next, set.NextSteps(), "%v", c.history)
		require.Equal(t, c.held, set.Held(), "%v", c.history)
		set.Superseded = true
		require.Empty(t, set.NextSteps())
		require.False(t, set.Held())
	}
}
