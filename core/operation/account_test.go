package operation_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
)

func TestAccountStatus(t *testing.T) {
	t.Parallel()
	var got []string
	for i := range 8 {
		var a operation.Account
		if i&4 != 0 {
			a.ID = id.New()
		}
		if a.Initialized = i&2 != 0; i&1 != 0 {
			a.ActivationError = "mail.rejected"
		}
		got = append(got, string(a.Status()))
	}
	require.Equal(t, "NONE NONE NONE NONE INACTIVE ERROR ACTIVE ACTIVE", strings.Join(got, " "))
}
