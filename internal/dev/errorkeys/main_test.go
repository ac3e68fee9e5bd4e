package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/fault"
)

// TestTheListIsWhatIsDeclared fails when `make gen` was forgotten.
func TestTheListIsWhatIsDeclared(t *testing.T) {
	t.Parallel()
	want, err := list(fault.Declarations())
	require.NoError(t, err)
	got, err := os.ReadFile("../../../openapi/error-keys.yaml")
	require.NoError(t, err)
	require.Equal(t, want, string(got), "run make gen")
}

func TestAKeyIsDeclaredOnce(t *testing.T) {
	t.Parallel()
	one := fault.Declaration{Kind: fault.Conflict, Key: "plan.taken", Params: fault.Int("max")}
	text, err := list([]fault.Declaration{one})
	require.NoError(t, err)
	require.Contains(t, text, "plan.taken: {status: 409, params: {max: int}, source: ours}\n")
	_, err = list([]fault.Declaration{one, one})
	require.ErrorContains(t, err, "plan.taken is declared twice")
}
