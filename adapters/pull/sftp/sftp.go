// Package sftp is a drop on an SFTP server: below a folder there, one folder an
// operation, named by its external id.
//
// The server is known by the fingerprint of its key, which the settings must give:
// without it, anybody in between could hand us files. Nothing there is changed.
package sftp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"

	"github.com/openpmo/pmo/core/metering/pull/drop"
)

const dialFor = 15 * time.Second

// Settings say which server, and who we are there.
type Settings struct {
	// Address is sftp://user@host:port/folder; no port = 22, no folder = where the user
	// lands.
	Address  string
	HostKey  string // fingerprint of the server's key, SHA256:…
	Password string // this or KeyFile
	KeyFile  string // private key without a passphrase
}

// Drop is one folder of a server (drop.Drop). It keeps one connection and makes a
// new one after a failure.
type Drop struct {
	host   string
	base   string
	config ssh.ClientConfig

	mu     sync.Mutex
	ssh    *ssh.Client
	client *sftp.Client
}

var _ drop.Drop = (*Drop)(nil)

// New checks the settings and reads the key; it does not connect yet.
func New(s Settings) (*Drop, error) {
	u, err := url.Parse(s.Address)
	if err != nil || u.Scheme != "sftp" || u.Hostname() == "" || u.User.Username() == "" {
		return nil, fmt.Errorf("sftp address %q is not sftp://user@host/folder", s.Address)
	}
	if _, set := u.User.Password(); set {
		return nil, errors.New("the password of an sftp server does not belong into its address")
	}
	if !strings.HasPrefix(s.HostKey, "SHA256:") {
		return nil, fmt.Errorf("the fingerprint %q of the sftp server's key does not begin with SHA256:, as ssh-keygen -l prints it", s.HostKey)
	}
	auth, err := s.auth()
	if err != nil {
		return nil, err
	}
	port := u.Port()
	if port == "" {
		port = "22"
	}
	return &Drop{host: net.JoinHostPort(u.Hostname(), port), base: strings.TrimPrefix(u.Path, "/"),
		config: ssh.ClientConfig{User: u.User.Username(), Auth: auth, Timeout: dialFor, HostKeyCallback: known(s.HostKey)}}, nil
}

func (s Settings) auth() ([]ssh.AuthMethod, error) {
	switch {
	case (s.Password == "") == (s.KeyFile == ""):
		return nil, errors.New("an sftp server needs a password or a key file, and not both")
	case s.Password != "":
		return []ssh.AuthMethod{ssh.Password(s.Password)}, nil
	}
	text, err := os.ReadFile(s.KeyFile)
	if err != nil {
		return nil, fmt.Errorf("key for the sftp server: %w", err)
	}
	key, err := ssh.ParsePrivateKey(text)
	if err != nil {
		return nil, fmt.Errorf("key for the sftp server: %w", err)
	}
	return []ssh.AuthMethod{ssh.PublicKeys(key)}, nil
}

// known accepts the key with one fingerprint.
func known(fingerprint string) ssh.HostKeyCallback {
	return func(host string, _ net.Addr, key ssh.PublicKey) error {
		if got := ssh.FingerprintSHA256(key); got != fingerprint {
			return fmt.Errorf("sftp server %s has the key %s, expected was %s", host, got, fingerprint)
		}
		return nil
	}
}

// Close ends the connection.
func (d *Drop) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.drop()
	return nil
}

// Name of the drop.
func (*Drop) Name() string { return "sftp" }

// List names the files of an operation.
func (d *Drop) List(ctx context.Context, externalID string) ([]drop.File, error) {
	if !isName(externalID) {
		return nil, nil
	}
	client, err := d.connected(ctx)
	if err != nil {
		return nil, err
	}
	entries, err := client.ReadDirContext(ctx, path.Join(d.base, externalID))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		d.failed(client)
		return nil, fmt.Errorf("sftp: %w", err)
	}
	var files []drop.File
	for _, info := range entries {
		if info.Mode().IsRegular() {
			files = append(files, drop.File{Name: info.Name(), Size: info.Size(), ModifiedAt: info.ModTime()})
		}
	}
	return files, nil
}

// Open reads a file.
func (d *Drop) Open(ctx context.Context, externalID, name string) (io.ReadCloser, error) {
	if !isName(externalID) || !isName(name) {
		return nil, fs.ErrNotExist
	}
	client, err := d.connected(ctx)
	if err != nil {
		return nil, err
	}
	file, err := client.Open(path.Join(d.base, externalID, name))
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			d.failed(client)
		}
		return nil, fmt.Errorf("sftp: %w", err)
	}
	// The library does not know of ctx while it reads: its end ends the connection.
	return &reading{file, context.AfterFunc(ctx, func() { d.failed(client) })}, nil
}

// reading is a file that is read until its context ends.
type reading struct {
	*sftp.File
	stop func() bool
}

func (r *reading) Close() error {
	r.stop()
	return r.File.Close()
}

// connected is the connection at hand, or a new one.
func (d *Drop) connected(ctx context.Context) (*sftp.Client, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.client != nil {
		return d.client, nil
	}
	dialer := net.Dialer{Timeout: dialFor}
	conn, err := dialer.DialContext(ctx, "tcp", d.host)
	if err != nil {
		return nil, fmt.Errorf("sftp: %w", err)
	}
	_ = conn.SetDeadline(time.Now().Add(dialFor)) // of the greeting only
	shell, channels, requests, err := ssh.NewClientConn(conn, d.host, &d.config)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("sftp: %w", err), conn.Close())
	}
	_ = conn.SetDeadline(time.Time{})
	d.ssh = ssh.NewClient(shell, channels, requests)
	if d.client, err = sftp.NewClient(d.ssh); err != nil {
		d.drop()
		return nil, fmt.Errorf("sftp: %w", err)
	}
	return d.client, nil
}

// failed gives up a connection in trouble, unless there is a newer one.
func (d *Drop) failed(client *sftp.Client) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.client == client {
		d.drop()
	}
}

// drop ends the connection below first: the layer above would wait for a word of the
// server.
func (d *Drop) drop() {
	if d.ssh != nil {
		_ = d.ssh.Close()
	}
	if d.client != nil {
		_ = d.client.Close()
	}
	d.client, d.ssh = nil, nil
}

func isName(s string) bool { return s != "" && s != "." && s != ".." && path.Base(s) == s }
