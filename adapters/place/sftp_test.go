package place_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/ssh"

	"github.com/openpmo/pmo/adapters/place"
	"github.com/openpmo/pmo/adapters/place/fake"
)

func serve(t *testing.T, folder string, allowed ssh.PublicKey) *fake.Server {
	t.Helper()
	s, err := fake.Serve(folder, allowed)
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// TestAServerThatHangsUp is asked over a new connection the next time.
func TestAServerThatHangsUp(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	h := serve(t, base, nil)
	s, err := place.NewSFTP(place.Settings{Address: "sftp://pmo@" + h.Address + "/bank", HostKey: h.Fingerprint, Password: "right"})
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	require.NoError(t, s.MkdirAll(t.Context(), "out"))
	require.NoError(t, s.Write(t.Context(), "out/a.part", []byte("x")))
	content, err := s.Open(t.Context(), "out/a.part")
	require.NoError(t, err)
	require.NoError(t, (<-h.Conns).Close())
	require.Error(t, s.Rename(t.Context(), "out/a.part", "out/a.xml"))
	_, err = io.ReadAll(content)
	require.Error(t, err, "half a file is none")
	require.NoError(t, s.Rename(t.Context(), "out/a.part", "out/a.xml"))
	require.FileExists(t, filepath.Join(base, "bank", "out", "a.xml"))
	require.Len(t, h.Conns, 1)
}

// TestOnlyTheKnownServerIsAsked: another key, or another password, and nothing is read or written.
func TestOnlyTheKnownServerIsAsked(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	h, other := serve(t, base, nil), serve(t, t.TempDir(), nil)
	for why, settings := range map[string]place.Settings{
		"expected was " + other.Fingerprint: {Address: "sftp://pmo@" + h.Address, HostKey: other.Fingerprint, Password: "right"},
		"unable to authenticate":            {Address: "sftp://pmo@" + h.Address, HostKey: h.Fingerprint, Password: "wrong"},
	} {
		s, err := place.NewSFTP(settings)
		require.NoError(t, err)
		require.ErrorContains(t, s.Write(t.Context(), "a.part", []byte("x")), why)
		_, err = s.ReadDir(t.Context(), ".")
		require.ErrorContains(t, err, why)
	}
	entries, err := os.ReadDir(base)
	require.NoError(t, err)
	require.Empty(t, entries)
}

func TestKeyFile(t *testing.T) {
	t.Parallel()
	public, private, err := ed25519.GenerateKey(rand.Reader)
	require.NoError(t, err)
	block, err := ssh.MarshalPrivateKey(private, "")
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "key")
	require.NoError(t, os.WriteFile(file, pem.EncodeToMemory(block), 0o600))
	allowed, err := ssh.NewPublicKey(public)
	require.NoError(t, err)
	h := serve(t, t.TempDir(), allowed)
	s, err := place.NewSFTP(place.Settings{Address: "sftp://pmo@" + h.Address, HostKey: h.Fingerprint, KeyFile: file})
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	require.NoError(t, s.Write(t.Context(), "a.part", []byte("x")))
}

func TestSettingsAreChecked(t *testing.T) {
	t.Parallel()
	good := place.Settings{Address: "sftp://pmo@host/in", HostKey: "SHA256:x", Password: "p"}
	_, err := place.NewSFTP(good)
	require.NoError(t, err)
	for name, change := range map[string]func(*place.Settings){
		"scheme": func(s *place.Settings) { s.Address = "ftp://pmo@host" }, "user": func(s *place.Settings) { s.Address = "sftp://host" },
		"password in it": func(s *place.Settings) { s.Address = "sftp://pmo:p@host" }, "host key": func(s *place.Settings) { s.HostKey = "" },
		"nothing": func(s *place.Settings) { s.Password = "" }, "both": func(s *place.Settings) { s.KeyFile = "x" },
		"no such key": func(s *place.Settings) { s.Password, s.KeyFile = "", "nowhere" },
	} {
		bad := good
		change(&bad)
		_, err := place.NewSFTP(bad)
		require.Error(t, err, name)
	}
	_, err = place.OpenFolder(filepath.Join(t.TempDir(), "nowhere"))
	require.Error(t, err)
}
