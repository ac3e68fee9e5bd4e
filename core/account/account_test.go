package account

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/policy"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func TestBrakeOfAnAccount(t *testing.T) {
	a, now := Attempts{}, noon
	// What somebody waits who tries again as soon as possible, in seconds.
	var waits []int
	for range 12 {
		wait := accountBrake.wait(a, now)
		waits = append(waits, int(wait/time.Second))
		now = now.Add(wait)
		require.Zero(t, accountBrake.wait(a, now))
		a = a.begin(now)
	}
	// After a quarter of an hour the count starts again.
	require.Equal(t, []int{0, 0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 0}, waits)
}

func TestBrakeHoldsForEveryRhythm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, now := Attempts{}, noon
		through := 0
		for now.Sub(noon) < time.Hour {
			now = now.Add(time.Duration(rapid.IntRange(1, 600).Draw(t, "pause")) * time.Second)
			if accountBrake.wait(a, now) == 0 {
				a = a.begin(now)
				through++
			}
		}
		// Five free ones, then 30 seconds and doubling: eleven in half an hour, and again.
		if through > 22 {
			t.Fatalf("%d attempts within an hour", through)
		}
	})
}

func TestTakenBackAttemptsLeaveNoTrace(t *testing.T) {
	a := Attempts{Count: 19, LastAt: noon}
	begun := noon.Add(time.Minute)
	require.Equal(t, a, a.begin(begun).takeBack(begun, noon), "a good sign-in restarts no pause")
	other := begun.Add(time.Second)
	require.Equal(t, Attempts{Count: 20, LastAt: other}, a.begin(begun).begin(other).takeBack(begun, noon), "somebody else's attempt stays")
	require.Zero(t, Attempts{}.takeBack(begun, noon).Count)
}

func TestAddressKeyOfAHousehold(t *testing.T) {
	require.Equal(t, addressKey("2001:db8:1:2::1"), addressKey("2001:db8:1:2:ffff::9"))
	require.NotEqual(t, addressKey("2001:db8:1:2::1"), addressKey("2001:db8:1:3::1"))
	require.Equal(t, addressKey("192.0.2.1"), addressKey("::ffff:192.0.2.1"))
	require.NotEqual(t, addressKey("192.0.2.1"), addressKey("192.0.2.2"))
	require.NotContains(t, addressKey("192.0.2.1"), "192.0.2.1")
	require.Equal(t, accountKey(" A@b.fr"), accountKey("a@B.fr "))
}

func TestSessionSlidesToItsAbsoluteEnd(t *testing.T) {
	_, s := newSession("u", Device{}, noon)
	now := noon
	for i := 0; ; i++ {
		require.Less(t, i, 100)
		now = now.Add(11 * time.Hour)
		if s.ended(now) {
			break
		}
		var touched bool
		s, touched = s.touch(now)
		require.True(t, touched)
	}
	require.Equal(t, noon.Add(MaxSession), s.ExpiresAt)
	require.True(t, s.ended(s.ExpiresAt))

	_, s = newSession("u", Device{}, noon)
	_, touched := s.touch(noon.Add(59 * time.Second))
	require.False(t, touched, "written down at most once a minute")
	require.False(t, s.ended(noon.Add(IdleSession-time.Nanosecond)))
	require.True(t, s.ended(noon.Add(IdleSession)))
}

func TestSecretsAreNotStored(t *testing.T) {
	secret, s := newSession("u", Device{}, noon)
	require.Len(t, secret, 43)
	require.Len(t, string(s.Hash), 64)
	require.Equal(t, s.Hash, hashOf(secret))
	other, _ := newSession("u", Device{}, noon)
	require.NotEqual(t, secret, other)
}

func TestTokenScopes(t *testing.T) {
	held := []policy.Permission{"curve:import", "curve:read", "token:create"}
	past, future := noon, noon.Add(time.Second)
	person, token := policy.Principal{UserID: "u"}, policy.Principal{UserID: "u", Granted: held}
	for _, c := range []struct {
		name string
		p    policy.Principal
		in   CreateTokenInput
		want []policy.Permission
		key  string
	}{
		{"a person's token without scopes follows the role", person, CreateTokenInput{Name: "n"}, nil, ""},
		{"a token's token without scopes has the same", token, CreateTokenInput{Name: "n"}, held, ""},
		{"sorted, each once", person, CreateTokenInput{Name: "n", Scopes: []policy.Permission{"curve:read", "curve:import", "curve:read"}}, held[:2], ""},
		{"not held", person, CreateTokenInput{Name: "n", Scopes: []policy.Permission{"user:create"}}, nil, "token.scopeNotHeld"},
		{"none", person, CreateTokenInput{Name: "n", Scopes: []policy.Permission{}}, nil, "token.scopesEmpty"},
		{"no name", person, CreateTokenInput{Name: "  "}, nil, "name.required"},
		{"over already", person, CreateTokenInput{Name: "n", ExpiresAt: &past}, nil, "token.expiryPast"},
		{"over soon", person, CreateTokenInput{Name: "n", ExpiresAt: &future}, nil, ""},
	} {
		got, err := checkToken(c.in, c.p, held, noon)
		if c.key != "" {
			require.Equal(t, c.key, fault.KeyOf(err), c.name)
			continue
		}
		require.NoError(t, err, c.name)
		require.Equal(t, c.want, got.Scopes, c.name)
	}
	require.False(t, Token{ExpiresAt: &past}.usable(noon))
	require.True(t, Token{ExpiresAt: &future}.usable(noon))
}

func TestUsernames(t *testing.T) {
	for name, ok := range map[string]bool{"": true, "leroy_c": true, "le roy": false, "a@b.fr": false, "a\n": false} {
		require.Equal(t, ok, checkUsername(name) == nil, name)
	}
}

func TestPersonsAreTrimmedAndBounded(t *testing.T) {
	text, long := "  Camille ", string(make([]rune, 101))
	got, err := PersonChange{Firstname: &text}.apply(Person{Firstname: "x", City: "Lille"})
	require.NoError(t, err)
	require.Equal(t, Person{Firstname: "Camille", City: "Lille"}, got)
	_, err = PersonChange{Lastname: &long, City: &long}.apply(Person{})
	f := fault.From(err)
	require.NotNil(t, f)
	require.Len(t, f.Items, 2)
	require.Equal(t, []string{"lastname", "city"}, []string{f.Items[0].Field, f.Items[1].Field})
}
