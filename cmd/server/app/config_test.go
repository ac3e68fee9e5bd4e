package app

import (
	"bytes"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"
)

func config(t *testing.T, args ...string) (Config, error) {
	t.Helper()
	flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
	addFlags(flags)
	require.NoError(t, flags.Parse(args))
	return readConfig(flags)
}

func TestWithoutDatabaseTheServerRefusesToStart(t *testing.T) {
	var out, errs bytes.Buffer
	require.Equal(t, 2, Main([]string{"serve", "--data-dir", t.TempDir()}, &out, &errs))
	require.Contains(t, errs.String(), "PMO_DATABASE_URL is not set")
	require.Contains(t, errs.String(), "PMO_SECRET_KEY")
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

func TestTheSecretIsMadeOnce(t *testing.T) {
	c := Config{DataDir: t.TempDir()}
	first, err := c.secret()
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(first), 32)
	second, err := c.secret()
	require.NoError(t, err)
	require.Equal(t, first, second)
}
