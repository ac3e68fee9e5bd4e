package config

import (
	"net/netip"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"
)

func config(t *testing.T, args ...string) (Config, error) {
	t.Helper()
	flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
	AddFlags(flags)
	require.NoError(t, flags.Parse(args))
	return Read(flags)
}

func TestSettingsComeFromFlagsThenEnvironment(t *testing.T) {
	t.Setenv("PMO_ADDR", "127.0.0.1:9001")
	t.Setenv("PMO_SUPPORT_EMAIL", "aide@exemple.org")
	c, err := config(t, "--embedded", "--addr", "127.0.0.1:9002")
	require.NoError(t, err)
	require.Equal(t, "127.0.0.1:9002", c.Addr)
	require.Equal(t, "aide@exemple.org", c.SupportEmail)
	require.Equal(t, "http://127.0.0.1:9002", c.PublicURL)
}

func TestEveryMistakeIsNamedAtOnce(t *testing.T) {
	_, err := config(t, "--addr", "nowhere", "--demo-until", "31/12/2026", "--log-format", "xml", "--s3-endpoint", "localhost:9000")
	for _, word := range []string{"addr", "demo-until", "log-format", "s3-bucket", "PMO_DATABASE_URL"} {
		require.ErrorContains(t, err, word)
	}
}

// TestOnlyADemoIsAhead: whoever works with real days has those of the machine.
func TestOnlyADemoIsAhead(t *testing.T) {
	c, err := config(t, "--embedded", "--demo", "--demo-ahead", "18")
	require.NoError(t, err)
	require.Equal(t, 18, c.DemoAhead)
	for _, wrong := range [][]string{{"--embedded", "--demo-ahead", "18"}, {"--demo", "--demo-ahead", "18", "--database-url", "postgres://db", "--secret-key", "0123456789abcdef0123456789abcdef"},
		{"--embedded", "--demo", "--demo-ahead", "-1"}} {
		_, err := config(t, wrong...)
		require.ErrorContains(t, err, "demo-ahead", "%v", wrong)
	}
}

func TestWhereSigningOutLeadsIsASetting(t *testing.T) {
	c, err := config(t, "--embedded")
	require.NoError(t, err)
	require.Equal(t, "/logout", c.LogoutURL)
	for _, good := range []string{"https://sso.example/out?client=pmo", "http://portal.example", "/portal"} {
		t.Setenv("PMO_LOGOUT_URL", good)
		c, err := config(t, "--embedded")
		require.NoError(t, err, good)
		require.Equal(t, good, c.LogoutURL)
	}
	for _, bad := range []string{"javascript:alert(1)", "//sso.example", "portal", "https:///out", "ftp://sso.example"} {
		_, err := config(t, "--embedded", "--logout-url", bad)
		require.ErrorContains(t, err, "logout-url", bad)
	}
}

func TestTheSecretIsMadeOnce(t *testing.T) {
	c := Config{DataDir: t.TempDir()}
	first, err := c.Secret()
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(first), 32)
	second, err := c.Secret()
	require.NoError(t, err)
	require.Equal(t, first, second)
}

func TestAnObjectStoreIsNamedWholeOrNotAtAll(t *testing.T) {
	for _, half := range []string{"PMO_S3_BUCKET", "PMO_S3_ACCESS_KEY", "PMO_S3_SECRET_KEY"} {
		t.Run(half, func(t *testing.T) {
			t.Setenv(half, "x")
			_, err := config(t, "--embedded")
			require.ErrorContains(t, err, "need s3-endpoint")
		})
	}
	_, err := config(t, "--embedded", "--s3-endpoint", "s3.example", "--s3-bucket", "pmo", "--s3-access-key", "a", "--s3-secret-key", "b")
	require.NoError(t, err)
}

func TestMistypedVariablesAreTold(t *testing.T) {
	t.Setenv("PMO_ADRR", "127.0.0.1:9001")
	t.Setenv("PMO_TEST_ANYTHING", "x")
	t.Setenv("PMO_SUPPORT_EMAIL", "aide@exemple.org")
	require.Equal(t, []string{"PMO_ADRR is no setting and is not read; the nearest is PMO_ADDR"}, Unread())
}

func TestTrustedProxies(t *testing.T) {
	got, err := Networks(" 10.1.2.3/8, 192.0.2.7,2001:db8::1,")
	require.NoError(t, err)
	require.Equal(t, []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("192.0.2.7/32"), netip.MustParsePrefix("2001:db8::1/128")}, got)
	_, err = config(t, "--embedded", "--trusted-proxies", "10.0.0.0/8,nginx")
	require.ErrorContains(t, err, `trusted-proxies: "nginx"`)
}
