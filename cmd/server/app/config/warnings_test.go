package config

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWeakSetUpsAreTold(t *testing.T) {
	t.Parallel()
	good := Config{Addr: "0.0.0.0:8080", PublicURL: "https://pmo.example", TrustedProxies: "10.0.0.1", MetricsAddr: "127.0.0.1:9090", SMTPHost: "mail.example", SMTPTLS: "starttls"}
	require.Empty(t, good.Weaknesses())
	local := Config{Addr: "127.0.0.1:8080", PublicURL: "http://127.0.0.1:8080", Demo: true, SMTPHost: "localhost", SMTPTLS: "none", S3Endpoint: "127.0.0.1:9000", S3Insecure: true}
	require.Empty(t, local.Weaknesses(), "a machine of one's own")
	for word, change := range map[string]func(*Config){
		"public-url":      func(c *Config) { c.PublicURL = "http://pmo.example" },
		"trusted-proxies": func(c *Config) { c.TrustedProxies = "" },
		"metrics-addr":    func(c *Config) { c.MetricsAddr = "" },
		"demo":            func(c *Config) { c.Demo = true },
		"smtp-tls":        func(c *Config) { c.SMTPTLS = "none" },
		"s3-insecure":     func(c *Config) { c.S3Endpoint, c.S3Insecure = "s3.example", true },
	} {
		weak := good
		change(&weak)
		require.Len(t, weak.Weaknesses(), 1, word)
		require.Contains(t, weak.Weaknesses()[0], word)
	}
}
