package app

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWithoutDatabaseTheServerRefusesToStart(t *testing.T) {
	var out, errs bytes.Buffer
	require.Equal(t, 2, Main([]string{"serve", "--data-dir", t.TempDir()}, &out, &errs))
	require.Contains(t, errs.String(), "PMO_DATABASE_URL is not set")
	require.Contains(t, errs.String(), "PMO_SECRET_KEY")
}

func TestMistypedVariablesAreToldWhenTheStartIsRefused(t *testing.T) {
	t.Setenv("PMO_ADRR", "127.0.0.1:9001")
	var out, errs bytes.Buffer
	require.Equal(t, 2, Main([]string{"serve", "--data-dir", t.TempDir()}, &out, &errs))
	require.Contains(t, errs.String(), "the nearest is PMO_ADDR", "also when the start is refused: it may be why")
}
