package sftp_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"testing"

	server "github.com/pkg/sftp"
	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/ssh"

	"github.com/openpmo/pmo/adapters/pull/sftp"
)

// host is an SFTP server over a folder. It hangs up when told so.
type host struct {
	address, fingerprint string
	conns                chan net.Conn
}

func serve(t *testing.T, folder string, allowed ssh.PublicKey) host {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	require.NoError(t, err)
	signer, err := ssh.NewSignerFromKey(key)
	require.NoError(t, err)
	config := &ssh.ServerConfig{
		PasswordCallback: func(c ssh.ConnMetadata, password []byte) (*ssh.Permissions, error) {
			if c.User() == "pmo" && string(password) == "right" {
				return nil, nil
			}
			return nil, errors.New("no")
		},
		PublicKeyCallback: func(_ ssh.ConnMetadata, key ssh.PublicKey) (*ssh.Permissions, error) {
			if allowed != nil && string(key.Marshal()) == string(allowed.Marshal()) {
				return nil, nil
			}
			return nil, errors.New("no")
		},
	}
	config.AddHostKey(signer)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	h := host{listener.Addr().String(), ssh.FingerprintSHA256(signer.PublicKey()), make(chan net.Conn, 10)}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			h.conns <- conn
			go session(conn, config, folder)
		}
	}()
	return h
}

func session(conn net.Conn, config *ssh.ServerConfig, folder string) {
	_, channels, requests, err := ssh.NewServerConn(conn, config)
	if err != nil {
		return
	}
	go ssh.DiscardRequests(requests)
	for offered := range channels {
		channel, asked, err := offered.Accept()
		if err != nil {
			return
		}
		go func() {
			for r := range asked {
				_ = r.Reply(r.Type == "subsystem", nil)
			}
		}()
		s, err := server.NewServer(channel, server.ReadOnly(), server.WithServerWorkingDirectory(folder))
		if err != nil {
			return
		}
		go func() { _ = s.Serve() }()
	}
}

func TestFilesOnAServer(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(base, "in", "ACC00000001", "old"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(base, "in", "ACC00000001", "a.csv"), []byte("prm"), 0o600))
	h := serve(t, base, nil)
	d, err := sftp.New(sftp.Settings{Address: "sftp://pmo@" + h.address + "/in", HostKey: h.fingerprint, Password: "right"})
	require.NoError(t, err)
	t.Cleanup(func() { _ = d.Close() })

	look := func() error {
		files, err := d.List(t.Context(), "ACC00000001")
		if err != nil {
			return err
		}
		require.Len(t, files, 1)
		require.Equal(t, []any{"a.csv", int64(3)}, []any{files[0].Name, files[0].Size})
		require.False(t, files[0].ModifiedAt.IsZero())
		content, err := d.Open(t.Context(), "ACC00000001", "a.csv")
		if err != nil {
			return err
		}
		text, err := io.ReadAll(content)
		require.NoError(t, err)
		require.Equal(t, "prm", string(text))
		return content.Close()
	}
	require.NoError(t, look())
	none, err := d.List(t.Context(), "ACC00000002")
	require.NoError(t, err)
	require.Empty(t, none)
	_, err = d.Open(t.Context(), "ACC00000001", "../a.csv")
	require.Error(t, err)

	require.NoError(t, (<-h.conns).Close())
	require.Error(t, look(), "the server hung up")
	require.NoError(t, look(), "the next time there is a new connection")
	require.Len(t, h.conns, 1)
}

func TestOnlyTheKnownServerIsAsked(t *testing.T) {
	t.Parallel()
	h := serve(t, t.TempDir(), nil)
	other := serve(t, t.TempDir(), nil)
	d, err := sftp.New(sftp.Settings{Address: "sftp://pmo@" + h.address, HostKey: other.fingerprint, Password: "right"})
	require.NoError(t, err)
	_, err = d.List(t.Context(), "ACC00000001")
	require.ErrorContains(t, err, "expected was "+other.fingerprint)
	d, err = sftp.New(sftp.Settings{Address: "sftp://pmo@" + h.address, HostKey: h.fingerprint, Password: "wrong"})
	require.NoError(t, err)
	_, err = d.List(t.Context(), "ACC00000001")
	require.ErrorContains(t, err, "unable to authenticate")
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
	d, err := sftp.New(sftp.Settings{Address: "sftp://pmo@" + h.address, HostKey: h.fingerprint, KeyFile: file})
	require.NoError(t, err)
	t.Cleanup(func() { _ = d.Close() })
	files, err := d.List(t.Context(), "ACC00000001")
	require.NoError(t, err)
	require.Empty(t, files)
}

func TestSettingsAreChecked(t *testing.T) {
	t.Parallel()
	good := sftp.Settings{Address: "sftp://pmo@host/in", HostKey: "SHA256:x", Password: "p"}
	_, err := sftp.New(good)
	require.NoError(t, err)
	for name, change := range map[string]func(*sftp.Settings){
		"scheme": func(s *sftp.Settings) { s.Address = "ftp://pmo@host" }, "user": func(s *sftp.Settings) { s.Address = "sftp://host" },
		"password in it": func(s *sftp.Settings) { s.Address = "sftp://pmo:p@host" }, "host key": func(s *sftp.Settings) { s.HostKey = "" },
		"nothing": func(s *sftp.Settings) { s.Password = "" }, "both": func(s *sftp.Settings) { s.KeyFile = "x" },
		"no such key": func(s *sftp.Settings) { s.Password, s.KeyFile = "", "nowhere" },
	} {
		bad := good
		change(&bad)
		_, err := sftp.New(bad)
		require.Error(t, err, name)
	}
}
