package account_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

func TestTokensEndWithWhatMadeThem(t *testing.T) {
	w := newWorld(t)
	o := w.user(policy.RoleOrganizer, "o@exemple.fr")
	p := policy.Principal{UserID: o.ID, Role: o.Role}
	w.settled()
	token := func(p policy.Principal, in account.CreateTokenInput) account.NewToken {
		t.Helper()
		in.Name = "t"
		made, err := w.CreateToken(t.Context(), p, in)
		require.NoError(t, err)
		return made
	}
	of := func(made account.NewToken) policy.Principal {
		t.Helper()
		c, err := w.ByToken(t.Context(), made.Secret)
		require.NoError(t, err)
		return c.Principal
	}
	ended := func(made account.NewToken, why string) {
		t.Helper()
		_, err := w.ByToken(t.Context(), made.Secret)
		require.Equal(t, "token.invalid", fault.KeyOf(err), why)
	}
	soon, late := w.at().Add(time.Hour), w.at().Add(48*time.Hour)
	parent := token(p, account.CreateTokenInput{ExpiresAt: &soon})
	for _, asked := range []*time.Time{nil, &late} {
		child := token(of(parent), account.CreateTokenInput{ExpiresAt: asked})
		require.Equal(t, soon, *child.ExpiresAt, "not longer than its parent")
	}
	child := token(of(parent), account.CreateTokenInput{})
	grandchild := token(of(child), account.CreateTokenInput{})
	require.NoError(t, w.DeleteToken(t.Context(), p, parent.ID))
	ended(child, "with its parent")
	ended(grandchild, "with its parent's parent")

	other := token(p, account.CreateTokenInput{})
	_, err := w.ChangePassword(t.Context(), p, account.ChangePasswordInput{OldPassword: secret, NewPassword: "une tout autre phrase"})
	require.NoError(t, err)
	ended(other, "with the password")

	other = token(p, account.CreateTokenInput{})
	boss := policy.Principal{UserID: w.user(policy.RoleAdmin, "a@exemple.fr").ID, Role: policy.RoleAdmin}
	for _, active := range []bool{false, true} {
		_, err := w.UpdateUser(t.Context(), boss, account.UpdateUserInput{UserID: o.ID, Active: &active})
		require.NoError(t, err)
		ended(other, "with the block, and does not come back")
	}
}

// TestTheLastUseOfATokenIsKnownToAMinute: a use within the minute changes nothing, one a minute later is the last.
func TestTheLastUseOfATokenIsKnownToAMinute(t *testing.T) {
	w := newWorld(t)
	o := w.user(policy.RoleOrganizer, "o@exemple.fr")
	p := policy.Principal{UserID: o.ID, Role: o.Role}
	w.settled()
	made, err := w.CreateToken(t.Context(), p, account.CreateTokenInput{Name: "t"})
	require.NoError(t, err)
	began := w.at()
	for _, step := range []struct {
		later time.Duration
		want  time.Time
	}{{0, began}, {time.Minute - time.Second, began}, {time.Second, began.Add(time.Minute)}} {
		w.later(step.later)
		_, err := w.ByToken(t.Context(), made.Secret)
		require.NoError(t, err)
		list, err := w.Tokens(t.Context(), p)
		require.NoError(t, err)
		require.Equal(t, step.want, list.Tokens[0].LastUsedAt.UTC())
	}
}

// TestATokenThatIsNoneOfOnesOwn: whether it is somebody else's or nobody's is not told.
func TestATokenThatIsNoneOfOnesOwn(t *testing.T) {
	w := newWorld(t)
	o, other := w.user(policy.RoleOrganizer, "o@exemple.fr"), w.user(policy.RoleOrganizer, "p@exemple.fr")
	p := policy.Principal{UserID: o.ID, Role: o.Role}
	w.settled()
	made, err := w.CreateToken(t.Context(), p, account.CreateTokenInput{Name: "t"})
	require.NoError(t, err)
	stranger := policy.Principal{UserID: other.ID, Role: other.Role}
	for _, tokenID := range []id.ID{made.ID, id.New()} {
		require.ErrorIs(t, w.DeleteToken(t.Context(), stranger, tokenID), account.ErrTokenNotFound)
	}
	require.NoError(t, w.DeleteToken(t.Context(), p, made.ID))
	require.ErrorIs(t, w.DeleteToken(t.Context(), p, made.ID), account.ErrTokenNotFound, "it is gone")
}
