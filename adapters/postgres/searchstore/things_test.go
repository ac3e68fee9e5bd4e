package searchstore_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/operation"
)

// TestTextsAreFoldedAlike: the database compares as core does.
func TestTextsAreFoldedAlike(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	for _, text := range []string{"", "  Écoles DE l’Œuvre ", "ÀÂÄÁÇÉÈÊËÎÏÍÔÖÓÙÛÜÚŸÑŒÆ’", "àâäáçéèêëîïíôöóùûüúÿñœæ", "Straße 12", "PRM 300014"} {
		var got string
		require.NoError(t, db.Pool().QueryRow(t.Context(), "select folded($1)", text).Scan(&got))
		require.Equal(t, operation.Fold(text), got)
	}
}
