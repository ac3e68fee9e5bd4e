package password_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/account/password"
	"github.com/openpmo/pmo/core/fault"
)

func TestPasswordRules(t *testing.T) {
	for text, key := range map[string]string{
		"onze-signes":              "password.tooShort",
		"douze-signes":             "",
		"éàüéàüéàüéàü":             "password.monotone",
		"éàüôéàüôéàüô":             "",
		"Camille.Leroy@Exemple.fr": "password.isEmail",
		"camille.leroy":            "password.isEmail",
		"camille.leroy-2026":       "",
		"aaaaaaaaaaaaaaaa":         "password.monotone",
		"demo-pmo-2026":            "",
		"Password2026!":            "password.common",
		"P@ssw0rd-2026":            "password.common",
		"motdepasse123":            "password.common",
		"123456789012":             "password.common",
		"azertyuiop12":             "password.common",
		"Azerty-azerty":            "password.common",
		"abcdefghijkl":             "password.common",
		"bonjourbonjour":           "password.common",
		"210987654321":             "password.common", // a row the other way round
		"sdfghj-91827":             "password.common", // six keys in a row, and digits
		"jhgfds-91827":             "password.common",
		"sdfgh-918273":             "",                // five are no row
		"m.o.t-d-e-pa55e":          "password.common", // signs between the letters
		"court123":                 "password.tooShort",
		"correct cheval batterie":  "",
		"password de la maison":    "",
		"tournesol-au-vent":        "",
		string(make([]byte, 201)):  "field.tooLong",
	} {
		err := password.Check(text, "camille.leroy@exemple.fr")
		if key == "" {
			require.NoError(t, err, text)
			continue
		}
		require.Equal(t, key, fault.KeyOf(err), text)
	}
}

func TestInitialPasswordsAreGoodOnes(t *testing.T) {
	seen := map[string]bool{}
	for range 200 {
		p := password.Initial()
		require.NoError(t, password.Check(p, "a@b.fr"))
		require.Len(t, p, 24)
		require.False(t, seen[p])
		seen[p] = true
	}
}
