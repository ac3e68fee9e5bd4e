package transport

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSecretsAreNotKeptWithAnswers(t *testing.T) {
	for _, c := range []struct{ operation, body, want string }{
		{"createToken", `{"id":"1","secret":"pmo_x"}`, `{"id":"1"}`},
		{"createAdminUser", `{"id":"1","initialPassword":"x","active":true}`, `{"id":"1","active":true}`},
		{"createPlan", `{"id":"1","secret":"a name"}`, `{"id":"1","secret":"a name"}`},
	} {
		got := forgetful(StoredReply{Operation: c.operation, Body: []byte(c.body)})
		require.JSONEq(t, c.want, string(got.Body))
	}
	require.Empty(t, forgetful(StoredReply{Operation: "createToken", Body: []byte("pmo_")}).Body)
}
