package ingest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNamesOfUploadsArePlain(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"VOLUMES_2026-04.csv": true, "a.B-c_9.xlsx": true, "": false, "volumes avril.csv": false, "août.csv": false, "a/b.csv": false, "a+b": false} {
		require.Equal(t, want, plainName(name), name)
	}
}
