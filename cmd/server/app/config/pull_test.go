package config

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhatIsFetchedIsOffByDefault(t *testing.T) {
	c, err := config(t, "--embedded")
	require.NoError(t, err)
	enedis, err := c.Pull.Enedis()
	require.NoError(t, err)
	require.Nil(t, enedis)
	drops, _, err := c.Pull.Drops()
	require.NoError(t, err)
	require.Empty(t, drops)
	w, err := c.Pull.Weather()
	require.NoError(t, err)
	require.Nil(t, w)
}

func TestNamesOfOuterServicesAreSettings(t *testing.T) {
	site, value, kind := "prm", "v", "k"
	names := map[string]*string{"site": &site, "value": &value, "kind": &kind}
	require.NoError(t, rename(" site=point.id, value = w,", names))
	require.Equal(t, []string{"point.id", "w", "k"}, []string{site, value, kind}, "what is not named stays")
	for _, list := range []string{"site", "when=t", "site=", "=x"} {
		require.Error(t, rename(list, names), list)
	}
	require.Equal(t, "point.id", site)
}

func TestSettingsOfWhatIsFetchedAreChecked(t *testing.T) {
	folder := t.TempDir()
	for word, args := range map[string][]string{
		"client-secret":     {"--enedis-client-id", "pmo"},
		"enedis-client":     {"--enedis-client-secret", "x"},
		"base-url":          {"--enedis-client-id", "pmo", "--enedis-client-secret", "x", "--enedis-base-url", "gateway"},
		"START needs":       {"--enedis-client-id", "pmo", "--enedis-client-secret", "x", "--enedis-labels", "START"},
		"name=value":        {"--enedis-client-id", "pmo", "--enedis-client-secret", "x", "--enedis-fields", "when=t"},
		"pull-dir":          {"--pull-dir", folder + "/nowhere"},
		"SHA256:":           {"--pull-sftp-url", "sftp://pmo@host/in", "--pull-sftp-password", "x"},
		"pull-sftp-url":     {"--pull-sftp-password", "x"},
		"cloud=x":           {"--weather-url", "https://weather.example/v1", "--weather-names", "irradiance=ghi,cloud=x"},
		"weather-url":       {"--weather-places", "*=46/2"},
		"latitude":          {"--weather-url", "https://weather.example/v1", "--weather-places", "*=460/2"},
		"solar-performance": {"--solar-performance-percent", "180"},
	} {
		_, err := config(t, append([]string{"--embedded"}, args...)...)
		require.ErrorContains(t, err, word)
	}
	t.Setenv("PMO_ENEDIS_CLIENT_ID", "pmo")
	t.Setenv("PMO_ENEDIS_CLIENT_SECRET", "x")
	t.Setenv("PMO_PULL_DIR", folder)
	t.Setenv("PMO_WEATHER_URL", "https://weather.example/v1")
	t.Setenv("PMO_WEATHER_PLACES", "*=46.5/2.5")
	c, err := config(t, "--embedded")
	require.NoError(t, err)
	enedis, err := c.Pull.Enedis()
	require.NoError(t, err)
	require.NotNil(t, enedis)
	drops, closers, err := c.Pull.Drops()
	require.NoError(t, err)
	require.Len(t, drops, 1)
	require.NoError(t, closers[0].Close())
	w, err := c.Pull.Weather()
	require.NoError(t, err)
	require.Len(t, w.Places, 1)
}
