package root

import (
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo/pmotest"
)

// What a wrong command line leaves: the code, and what it says. No server is asked.
func TestWrongCommandLines(t *testing.T) {
	alone(t)
	t.Setenv("PMO_TOKEN", "pmo_test")
	t.Setenv("PMO_URL", "http://127.0.0.1:1")
	const days = " --from 2026-10-01 --to 2026-10-31"
	for line, message := range map[string]string{
		"frobnicate":                                                    `pmoctl has no command "frobnicate"`,
		"invoice burn":                                                  `pmoctl invoice has no command "burn"`,
		"operation list x":                                              `unknown command "x"`,
		"operation list -o xml":                                         `-o is table, json or csv, not "xml"`,
		"operation list --frobnicate":                                   "unknown flag: --frobnicate",
		"operation get":                                                 "which operation?",
		"operation list --jq .[":                                        "--jq: ",
		"operation list --jq . -o csv":                                  "--jq works on JSON, not on -o csv",
		"operation list --context nowhere":                              `there is no context "nowhere"`,
		"api":                                                           "accepts 2 arg(s), received 0",
		"api BREW /coffee":                                              `the method is one of GET, POST`,
		"api GET https://example.org/":                                  "is not a path of the API",
		"api GET //example.org/":                                        "is not a path of the API",
		"api GET /operations/../../metrics":                             "it goes up",
		"api POST /tokens --paginate":                                   "GET only",
		"api GET /operations -o csv":                                    "api prints answers as they come",
		"api GET /operations -q x":                                      `--query "x" is not name=value`,
		"api GET /operations -H x":                                      `--header "x" is not 'Name: value'`,
		"api POST /tokens --input /none":                                "--input: open /none",
		"api GET /operations/{operationId}":                             "which operation?",
		"context add prod":                                              "accepts 2 arg(s), received 1",
		"context add prod pmo.example.org":                              "is not the address of a server",
		"context use":                                                   "which context?",
		"context use prod":                                              `there is no context "prod"`,
		"context remove prod":                                           `there is no context "prod"`,
		"curve import - --operation a":                                  "standard input is empty",
		"curve import - a.csv --operation a":                            "no others go with it",
		"curve import . --name a.csv --operation a":                     "give - as the file",
		"operation create":                                              "say what it should be",
		"operation create --dso EDF":                                    `--dso is one of ENEDIS, SRD, SER, GREENALP, SIBELGA, FAKE, not "EDF"`,
		"operation create --file /none":                                 "--file: open /none",
		"run start":                                                     "which operation? say --operation",
		"run start --operation a --mode FAST":                           `--mode is ASYNC or SYNC`,
		"run start --operation a --bill-up-to 31/10/2026":               `--bill-up-to is a day as 2026-10-31, not "31/10/2026"`,
		"run start --operation a --up-to 2026-02-30":                    `--bill-up-to is a day`,
		"participant list --operation a --group observers":              `--group is consumers or producers`,
		"participant import /none.csv --operation a":                    "no such file",
		"curve import /none.csv --operation a":                          "no such file",
		"curve import . --operation a --status provisional":             `--status is definitive or left out`,
		"curve show --operation a --nature Solar" + days:                `there is no "Solar"`,
		"curve show --operation a --resolution week" + days:             `--resolution is auto`,
		"curve show --operation a":                                      `required flag(s) "from", "to" not set`,
		"metrics show --operation a --group x" + days:                   `--group is consumers, producers or observers`,
		"key set --operation a":                                         "say which key",
		"key set --operation a --type by_luck":                          `the type is one of by_default, static, by_equality, by_weight, by_priority, by_pool, by_ungrouped_priority, simple_dynamic, not "by_luck"`,
		"key set --operation a --file /none.json":                       "--file: open /none.json",
		"key set --operation a --param x=1 --file k.csv":                "none of the others can be",
		"key set --operation a --param x":                               "is not consumer=number",
		"key param --operation a --consumer x --value much":             `--value "much" is not a number`,
		"key draft update d --operation a":                              "at least one of the flags",
		"key season set --operation a --season Haute=11-01":             "is not name=MM-DD..MM-DD",
		"key season set --operation a":                                  "at least one of the flags",
		"key set --operation a --param x=-1":                            "is not consumer=number",
		"plan create --operation a --charge code=A,price=abc":           "is not a price in euros",
		"plan create --operation a --charge colour=red":                 `there is no "colour"`,
		"plan update p --operation a --clear colour":                    `there is no field "colour"`,
		"plan update p --operation a --name x --clear name":             "are both given",
		"subscription create --operation a --plan p --start 2026-10-01": "group [consumer producer]",
		"subscription delete x --operation a":                           "say --yes",
		"invoice publish --operation a":                                 "say which invoices",
		"invoice publish x --all --operation a":                         "not both",
		"invoice download --all --operation a --language en":            "--language is fr or nl",
		"invoice list --operation a --status PAID":                      "--status is DRAFT",
		"login pmo.example.org --email a@b.fr --password-stdin":         "is not the address of a server",
		"login http://127.0.0.1:1 --email a@b.fr":                       "password cannot be asked: this is not a terminal",
		"login http://127.0.0.1:1 --email a@b.fr --password-stdin":      "standard input holds no password",
	} {
		r := pmoctl(strings.Fields(line)...)
		require.Equal(t, 2, r.code, "%s: %s", line, r.err)
		require.Contains(t, r.err, message, line)
		require.Empty(t, r.out, line)
	}
}

func TestAServerOutOfReachIsAnError(t *testing.T) {
	alone(t)
	t.Setenv("PMO_TOKEN", "pmo_test")
	t.Setenv("PMO_URL", "http://127.0.0.1:1")
	r := pmoctl("operation", "list")
	require.Equal(t, 1, r.code)
	require.Contains(t, r.err, "error: cannot reach http://127.0.0.1:1:")
}

func TestNobodySignedInIsFour(t *testing.T) {
	alone(t)
	r := pmoctl("whoami")
	require.Equal(t, 4, r.code)
	require.Contains(t, r.err, "not signed in at http://127.0.0.1:8080")

	signedIn(t, pmotest.Replies{"getSession": pmotest.Problem(401, "token.invalid", "Jeton inconnu")})
	r = pmoctl("whoami")
	require.Equal(t, 4, r.code)
	require.Equal(t, "error: Jeton inconnu (token.invalid)\n", r.err)
}

func TestHelpOfEveryCommandTouchesNothing(t *testing.T) {
	alone(t)
	t.Setenv("PMO_URL", "::not an address")
	var walk func(cmd *cobra.Command, path []string)
	walk = func(cmd *cobra.Command, path []string) {
		require.NotEmpty(t, cmd.Short, path)
		r := pmoctl(append(path, "--help")...)
		require.Equal(t, 0, r.code, path)
		require.Empty(t, r.err, path)
		require.NotEmpty(t, r.out, path)
		for _, sub := range cmd.Commands() {
			walk(sub, append(path[:len(path):len(path)], sub.Name()))
		}
	}
	walk(New(&factory.Factory{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}), nil)
}

func TestTopicsAndCompletion(t *testing.T) {
	alone(t)
	require.Contains(t, pmoctl("help", "exit-codes").out, "8  still going on, or some items failed")
	require.Contains(t, pmoctl("help", "environment").out, "PMO_TOKEN")
	require.Contains(t, pmoctl("completion", "bash").out, "__start_pmoctl")
	require.Contains(t, pmoctl("__complete", "operation", "create", "--dso", "").out, "SIBELGA")
	require.True(t, strings.HasPrefix(pmoctl("version").out, "pmoctl "))
}

func TestLanguageOfMessages(t *testing.T) {
	for _, c := range []struct {
		env, flag, want string
	}{
		{"fr_FR.UTF-8", "", "fr-FR"}, {"nl_BE", "", "nl-BE"}, {"C.UTF-8", "", ""}, {"fr_FR.UTF-8", "nl", "nl"}, {"", "", ""},
		{"en_GB.UTF-8", "", "en-GB"}, {"de_DE@euro", "", "de-DE"}, {"en_US.UTF-8", "it", "it"},
	} {
		s := signedIn(t, pmotest.Replies{})
		t.Setenv("LANG", c.env)
		args := []string{"operation", "list"}
		if c.flag != "" {
			args = append(args, "--lang", c.flag)
		}
		r := pmoctl(args...)
		require.Equal(t, 0, r.code)
		unknown := strings.Count(r.err, "the server has no texts in")
		require.Equal(t, map[bool]int{true: 1}[c.want == "de-DE" || c.want == "it"], unknown, r.err)
		require.Equal(t, c.want, s.Requests("listOperations")[0].Header.Get("Accept-Language"), c)
	}
}

// pmoctl lives on the contract: it knows neither the core nor the adapters, and
// carries no policy engine and no database driver.
func TestPmoctlIsSmall(t *testing.T) {
	raw, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "github.com/openpmo/pmo/cmd/pmoctl").CombinedOutput()
	require.NoError(t, err, string(raw))
	for path := range strings.Lines(string(raw)) {
		for _, banned := range []string{"openpmo/pmo/core", "openpmo/pmo/adapters", "open-policy-agent", "jackc/pgx", "kin-openapi", "testify"} {
			require.NotContains(t, path, banned)
		}
	}
}
