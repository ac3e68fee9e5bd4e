package handover_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	server "github.com/pkg/sftp"
	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/ssh"

	"github.com/openpmo/pmo/adapters/handover"
	core "github.com/openpmo/pmo/core/payment/handover"
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
		s, err := server.NewServer(channel, server.WithServerWorkingDirectory(folder))
		if err != nil {
			return
		}
		go func() {
			_ = s.Serve()
			_ = channel.Close()
		}()
	}
}

func sftp(t *testing.T, h host) *handover.Place {
	t.Helper()
	p, err := handover.NewSFTP(handover.Settings{Address: "sftp://pmo@" + h.address + "/bank", HostKey: h.fingerprint, Password: "right"})
	require.NoError(t, err)
	t.Cleanup(func() { _ = p.Close() })
	return p
}

// TestFilesGoAndComeBack: the same in a folder and on an SFTP server. What is named is there whole, no
// name is taken twice, what is gone is told apart from a place that is not there.
func TestFilesGoAndComeBack(t *testing.T) {
	t.Parallel()
	for kind, open := range map[string]func(t *testing.T, folder string) *handover.Place{
		"folder": func(t *testing.T, folder string) *handover.Place {
			p, err := handover.OpenFolder(filepath.Join(folder, "bank"))
			require.NoError(t, err)
			t.Cleanup(func() { _ = p.Close() })
			return p
		},
		"sftp": func(t *testing.T, folder string) *handover.Place { return sftp(t, serve(t, folder, nil)) },
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			ctx, base := t.Context(), t.TempDir()
			bank := filepath.Join(base, "bank")
			require.NoError(t, os.Mkdir(bank, 0o755))
			p := open(t, base)
			require.Equal(t, kind, p.Name())
			none, err := p.Incoming(ctx)
			require.NoError(t, err)
			require.Empty(t, none)
			require.Error(t, p.Rename(ctx, "a.1.part", "a.xml"))
			require.NotErrorIs(t, p.Rename(ctx, "a.1.part", "a.xml"), core.ErrGone, "there is no folder out: nothing is known of the file")

			require.NoError(t, p.Write(ctx, "a.1.part", []byte("half")))
			require.NoError(t, p.Write(ctx, "a.1.part", []byte("whole")))
			require.NoError(t, p.Rename(ctx, "a.1.part", "a.xml"))
			content, err := os.ReadFile(filepath.Join(bank, "out", "a.xml"))
			require.NoError(t, err)
			require.Equal(t, "whole", string(content))
			require.ErrorIs(t, p.Rename(ctx, "a.1.part", "a.xml"), core.ErrGone)
			require.NoError(t, p.Write(ctx, "a.2.part", []byte("other")))
			err = p.Rename(ctx, "a.2.part", "a.xml")
			require.Error(t, err)
			require.NotErrorIs(t, err, core.ErrGone, "the name is taken")
			require.NoError(t, p.Remove(ctx, "a.2.part"))
			require.NoError(t, p.Remove(ctx, "a.2.part"))
			for _, name := range []string{"../x", "a/b", "..", ""} {
				require.Error(t, p.Write(ctx, name, nil), name)
				require.Error(t, p.Rename(ctx, "a.xml", name), name)
				require.Error(t, p.Remove(ctx, name), name)
			}

			own := filepath.Join(bank, "in", "ACC00000001")
			require.NoError(t, os.MkdirAll(filepath.Join(own, "old"), 0o755))
			at := time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
			require.NoError(t, os.WriteFile(filepath.Join(own, "camt.xml"), []byte("money"), 0o600))
			require.NoError(t, os.Chtimes(filepath.Join(own, "camt.xml"), at, at))
			require.NoError(t, os.WriteFile(filepath.Join(bank, "in", "nobody.xml"), nil, 0o600))
			files, err := p.Incoming(ctx)
			require.NoError(t, err)
			require.Len(t, files, 2, "no folders")
			slices.SortFunc(files, func(a, b core.Incoming) int { return strings.Compare(b.Folder, a.Folder) })
			require.Equal(t, []string{"", "nobody.xml"}, []string{files[1].Folder, files[1].Name}, "in no folder")
			_, err = p.Read(ctx, files[1], 3)
			require.NoError(t, err)
			require.NoError(t, p.PutAside(ctx, files[1], at, "of nobody"))
			require.FileExists(t, filepath.Join(bank, "refused", "20261120T080000.000Z-nobody.xml"))
			require.FileExists(t, filepath.Join(bank, "refused", "20261120T080000.000Z-nobody.xml.txt"))
			require.Equal(t, []any{"ACC00000001", "camt.xml", at}, []any{files[0].Folder, files[0].Name, files[0].ModifiedAt.UTC()})
			content, err = p.Read(ctx, files[0], 3)
			require.NoError(t, err)
			require.Equal(t, "mone", string(content), "one more than asked for, to see that there is more")
			_, err = p.Read(ctx, core.Incoming{Folder: "ACC00000001", Name: "none.xml"}, 3)
			require.ErrorIs(t, err, core.ErrGone)
			require.NoError(t, p.PutAside(ctx, files[0], at, ""))
			require.FileExists(t, filepath.Join(bank, "done", "ACC00000001", "20261120T080000.000Z-camt.xml"))
			require.NoError(t, p.PutAside(ctx, files[0], at, ""), "somebody else was faster")
			require.NoError(t, os.WriteFile(filepath.Join(own, "camt.xml"), []byte("what"), 0o600))
			require.NoError(t, p.PutAside(ctx, files[0], at, "not a statement"))
			reason, err := os.ReadFile(filepath.Join(bank, "refused", "ACC00000001", "20261120T080000.000Z-camt.xml.txt"))
			require.NoError(t, err)
			require.Equal(t, "not a statement\n", string(reason))
		})
	}
}

// TestAServerThatHangsUp is asked over a new connection the next time.
func TestAServerThatHangsUp(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	h := serve(t, base, nil)
	p := sftp(t, h)
	require.NoError(t, p.Write(t.Context(), "a.part", []byte("x")))
	require.NoError(t, (<-h.conns).Close())
	require.Error(t, p.Rename(t.Context(), "a.part", "a.xml"))
	require.NotErrorIs(t, p.Rename(t.Context(), "b.part", "a.xml"), io.EOF)
	require.NoError(t, p.Rename(t.Context(), "a.part", "a.xml"))
	require.FileExists(t, filepath.Join(base, "bank", "out", "a.xml"))
}

// TestOnlyTheKnownServerGetsFiles: another key, or another password, and nothing is written.
func TestOnlyTheKnownServerGetsFiles(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	h, other := serve(t, base, nil), serve(t, t.TempDir(), nil)
	for _, s := range []handover.Settings{
		{Address: "sftp://pmo@" + h.address, HostKey: other.fingerprint, Password: "right"},
		{Address: "sftp://pmo@" + h.address, HostKey: h.fingerprint, Password: "wrong"},
	} {
		p, err := handover.NewSFTP(s)
		require.NoError(t, err)
		require.Error(t, p.Write(t.Context(), "a.part", []byte("x")))
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
	p, err := handover.NewSFTP(handover.Settings{Address: "sftp://pmo@" + h.address, HostKey: h.fingerprint, KeyFile: file})
	require.NoError(t, err)
	t.Cleanup(func() { _ = p.Close() })
	require.NoError(t, p.Write(t.Context(), "a.part", []byte("x")))
}

func TestSettingsAreChecked(t *testing.T) {
	t.Parallel()
	good := handover.Settings{Address: "sftp://pmo@host/in", HostKey: "SHA256:x", Password: "p"}
	_, err := handover.NewSFTP(good)
	require.NoError(t, err)
	for name, change := range map[string]func(*handover.Settings){
		"scheme": func(s *handover.Settings) { s.Address = "ftp://pmo@host" }, "user": func(s *handover.Settings) { s.Address = "sftp://host" },
		"password in it": func(s *handover.Settings) { s.Address = "sftp://pmo:p@host" }, "host key": func(s *handover.Settings) { s.HostKey = "" },
		"nothing": func(s *handover.Settings) { s.Password = "" }, "both": func(s *handover.Settings) { s.KeyFile = "x" },
		"no such key": func(s *handover.Settings) { s.Password, s.KeyFile = "", "nowhere" },
	} {
		bad := good
		change(&bad)
		_, err := handover.NewSFTP(bad)
		require.Error(t, err, name)
	}
	_, err = handover.OpenFolder(filepath.Join(t.TempDir(), "nowhere"))
	require.Error(t, err)
}
