package account

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/policy"
)

// A token without scopes may do what its user may; one with none of them may do nothing.
func TestScopesOfATokenAreReadAsTheyAreSaid(t *testing.T) {
	t.Parallel()
	require.Nil(t, fromAPITokenCreation(model.TokenCreation{Name: "n"}).Scopes)
	none := []string{}
	require.Equal(t, []policy.Permission{}, fromAPITokenCreation(model.TokenCreation{Name: "n", Scopes: &none}).Scopes)
	two := []string{"operation:read", "invoice:read"}
	in := fromAPITokenCreation(model.TokenCreation{Name: "n", Scopes: &two})
	require.Equal(t, []policy.Permission{"operation:read", "invoice:read"}, in.Scopes)
	require.Equal(t, "n", in.Name)

	held := []policy.Permission{"operation:read"}
	require.Equal(t, []string{"operation:read"}, toAPIToken(account.Token{}, held).Scopes, "all that its user may")
	require.Empty(t, toAPIToken(account.Token{Scopes: []policy.Permission{}}, held).Scopes)
	require.Equal(t, two, toAPIToken(account.Token{Scopes: in.Scopes}, held).Scopes)
}
