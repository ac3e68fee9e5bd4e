package tx_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/tx"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

// A history says which fields were changed: each has a word in the languages of the screens.
func TestNotedFieldsHaveWords(t *testing.T) {
	t.Parallel()
	for _, of := range []any{participant.Participant{}, billing.Plan{}, billing.BillingEntity{}, billing.BillableEntity{}} {
		names := tx.FieldNames(reflect.TypeOf(of))
		require.Greater(t, len(names), 5)
		for _, name := range names {
			for _, lang := range []string{"fr", "nl"} {
				require.Contains(t, catalogues.Keys(lang, "pages"), "field."+name, "%T in %s", of, lang)
			}
		}
	}
}
