package table_test

import (
	"bytes"
	"errors"
	"iter"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/table"
)

func rows(all [][]any, end error) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		for _, row := range all {
			if !yield(row, nil) {
				return
			}
		}
		if end != nil {
			yield(nil, end)
		}
	}
}

func TestRowsAreWrittenAsTheyAreMeant(t *testing.T) {
	t.Parallel()
	all := [][]any{{"École; annexe", energy.MilliWh(1)}, {"=1+1", nil}, {"+33 2", energy.MilliWh(9_000_000_000_000_001)}}
	var file bytes.Buffer
	require.NoError(t, table.WriteCSV(&file, []string{"Nom", "-kWh"}, rows(all, nil)))
	require.Equal(t, "\ufeffNom;'-kWh\r\n\"École; annexe\";0,000001\r\n'=1+1;\r\n'+33 2;9000000000,000001\r\n", file.String())
	cells, err := table.Cells(rows(all, nil))
	require.NoError(t, err)
	require.Equal(t, [][]any{{"École; annexe", 0.000001}, {"=1+1", nil}, {"+33 2", 9000000000.000001}}, cells)
	broken := errors.New("broken")
	require.ErrorIs(t, table.WriteCSV(&file, nil, rows(all, broken)), broken)
	_, err = table.Cells(rows(all, broken))
	require.ErrorIs(t, err, broken)
}

func TestNoTextOfAFileIsAFormula(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"=1+1": "'=1+1", "+33": "'+33", "-1": "'-1", "@x": "'@x", "\tx": "'\tx", "\nx": "'\nx", "École": "École", "": ""} {
		require.Equal(t, want, table.Inert(text))
	}
}
