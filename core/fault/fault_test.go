package fault_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/fault"
)

var errPrm = fault.New(fault.Invalid, "prm.length")

func TestCopiesLeaveTheOriginalAlone(t *testing.T) {
	t.Parallel()
	got := errPrm.With("length", 13).At("prm").OnRow(14)
	require.Equal(t, 13, got.Params["length"])
	require.Equal(t, "prm", got.Field)
	require.Equal(t, 14, got.Row)
	require.Nil(t, errPrm.Params)
	require.Empty(t, errPrm.Field)
	second := got.With("other", 1)
	require.NotContains(t, got.Params, "other")
	require.Contains(t, second.Params, "length")
}

func TestTheLogReadsWhereAFaultIs(t *testing.T) {
	t.Parallel()
	require.Equal(t, "prm.length", errPrm.Error())
	require.Equal(t, "prm.length at prm on row 1 map[length:13]; other: boom", errPrm.At("prm").OnRow(1).With("length", 13).
		Of(fault.New(fault.Invalid, "other").Because(errors.New("boom"))).Error())
}

func TestIsComparesKeysThroughWrapping(t *testing.T) {
	t.Parallel()
	err := fmt.Errorf("reading: %w", errPrm.With("length", 1))
	require.ErrorIs(t, err, errPrm)
	require.NotErrorIs(t, err, fault.New(fault.Invalid, "other"))
	require.Equal(t, "prm.length", fault.KeyOf(err))
	require.Equal(t, "internal", fault.KeyOf(errors.New("boom")))
}

func TestListIsNilUntilSomethingIsWrong(t *testing.T) {
	t.Parallel()
	var list fault.List
	parent := fault.New(fault.Invalid, "import.rejected")
	list.Add(nil)
	require.NoError(t, list.Err(parent))
	list.Add(errPrm.OnRow(2))
	list.Add(errors.New("disk"))
	err := fault.From(list.Err(parent))
	require.Len(t, err.Items, 2)
	require.Equal(t, fault.Internal, err.Items[1].Kind)
	require.Empty(t, parent.Items)
}
