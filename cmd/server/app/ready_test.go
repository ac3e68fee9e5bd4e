package app

import (
	"errors"
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
)

func TestReadinessSaysWhy(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	a := &App{db: db, config: Config{DataDir: t.TempDir()}}
	require.NoError(t, a.ready(t.Context()))
	require.Nil(t, a.outage(errors.New("something else")))
	require.NoError(t, a.ready(t.Context()))
	for _, full := range []error{
		fmt.Errorf("storing: %w", &pgconn.PgError{Code: "53100", Message: "could not extend file: No space left on device"}),
		fmt.Errorf("spooling: %w", syscall.ENOSPC),
	} {
		a.full = fullDisk{}
		require.ErrorIs(t, a.outage(full), postgres.ErrStorageFull)
		require.ErrorContains(t, a.ready(t.Context()), "disk is full")
		require.False(t, a.full.within(0))
	}
	a.full.at.Store(time.Now().Add(-time.Hour).UnixNano())
	require.NoError(t, a.ready(t.Context()), "there is room again")
	a.draining.Store(true)
	require.ErrorContains(t, a.ready(t.Context()), "draining")
	a.draining.Store(false)
	db.Close()
	require.ErrorContains(t, a.ready(t.Context()), "database")
}

func TestWeakSetUpsAreTold(t *testing.T) {
	t.Parallel()
	good := Config{Addr: "0.0.0.0:8080", PublicURL: "https://pmo.example", TrustedProxies: "10.0.0.1", MetricsAddr: "127.0.0.1:9090", SMTPHost: "mail.example", SMTPTLS: "starttls"}
	require.Empty(t, good.weaknesses())
	local := Config{Addr: "127.0.0.1:8080", PublicURL: "http://127.0.0.1:8080", Demo: true, SMTPHost: "localhost", SMTPTLS: "none", S3Endpoint: "127.0.0.1:9000", S3Insecure: true}
	require.Empty(t, local.weaknesses(), "a machine of one's own")
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
		require.Len(t, weak.weaknesses(), 1, word)
		require.Contains(t, weak.weaknesses()[0], word)
	}
}
