package importstore_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/importstore"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// TestMappingsOfAnEarlierFingerprintAreOutdated: a new one is not, and both keep what may
// be said of values.
func TestMappingsOfAnEarlierFingerprintAreOutdated(t *testing.T) {
	t.Parallel()
	f := coretest.MeteredTown(t, "ENEDIS")
	mappings := importstore.NewFileMappings(f.DB)
	for i, name := range []string{"avant", "depuis"} {
		require.NoError(t, mappings.Add(t.Context(), curvefile.FileMapping{ID: id.New(), OperationID: f.Operation, Name: name, Version: 1,
			Fingerprint: []string{"5d41402abc4b2a76b9719d911017c592", "7d793037a0760186574b0282f2f435e7"}[i], CreatedAt: f.Clock, UpdatedAt: f.Clock, CreatedBy: f.Organizer.UserID,
			Answers: curvefile.FileAnswers{Unit: curvefile.Kilowatt}}))
	}
	_, err := f.DB.Pool().Exec(t.Context(), "update file_mappings set fingerprint_kind = 1 where name = 'avant'")
	require.NoError(t, err)
	list, err := mappings.List(t.Context(), f.Operation)
	require.NoError(t, err)
	require.Len(t, list, 2)
	require.Equal(t, []any{"avant", true, "depuis", false}, []any{list[0].Name, list[0].Outdated, list[1].Name, list[1].Outdated})
	require.Equal(t, curvefile.Kilowatt, list[1].Answers.Unit)
}
