package place

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
)

const dialFor = 15 * time.Second

// Settings say which server, and who we are there.
type Settings struct {
	// Address is sftp://user@host:port/folder; no port = 22, no folder = where the user lands.
	Address  string
	HostKey  string // fingerprint of the server's key, SHA256:…
	Password string // this or KeyFile
	KeyFile  string // private key without a passphrase
}

// Server is a folder of an SFTP server. It keeps one connection, and makes a new one after a failure.
type Server struct {
	host, base string
	config     ssh.ClientConfig

	mu     sync.Mutex
	ssh    *ssh.Client
	client *sftp.Client
}

// NewSFTP checks the settings and reads the key; it does not connect yet. The server is known by the
// fingerprint of its key alone: without it anybody in between could take orders to collect, or hand us files.
func NewSFTP(s Settings) (*Server, error) {
	u, err := url.Parse(s.Address)
	switch {
	case err != nil || u.Scheme != "sftp" || u.Hostname() == "" || u.User.Username() == "":
		return nil, errors.New("the address is not sftp://user@host/folder")
	case strings.Contains(u.User.String(), ":"):
		return nil, errors.New("the password does not belong into the address")
	case !strings.HasPrefix(s.HostKey, "SHA256:"):
		return nil, errors.New("the fingerprint of the server's key does not begin with SHA256:, as ssh-keygen -l prints it")
	case (s.Password == "") == (s.KeyFile == ""):
		return nil, errors.New("a password or a key file is needed, and not both")
	}
	auth := ssh.Password(s.Password)
	if s.KeyFile != "" {
		text, err := os.ReadFile(s.KeyFile)
		if err != nil {
			return nil, fmt.Errorf("key file: %w", err)
		}
		key, err := ssh.ParsePrivateKey(text)
		if err != nil {
			return nil, fmt.Errorf("key file: %w", err)
		}
		auth = ssh.PublicKeys(key)
	}
	port := u.Port()
	if port == "" {
		port = "22"
	}
	r := &Server{host: net.JoinHostPort(u.Hostname(), port), base: strings.TrimPrefix(u.Path, "/")}
	r.config = ssh.ClientConfig{User: u.User.Username(), Auth: []ssh.AuthMethod{auth}, Timeout: dialFor, HostKeyCallback: func(_ string, _ net.Addr, key ssh.PublicKey) error {
		if got := ssh.FingerprintSHA256(key); got != s.HostKey {
			return fmt.Errorf("the server has the key %s, expected was %s", got, s.HostKey)
		}
		return nil
	}}
	return r, nil
}

var _ Files = (*Server)(nil)

// Kind is what kind of place it is.
func (*Server) Kind() string { return "sftp" }

// Close ends the connection.
func (r *Server) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.hangUp()
	return nil
}

func (r *Server) hangUp() {
	if r.ssh != nil {
		_ = r.ssh.Close() // first: the layer above would wait for a word of the server
	}
	if r.client != nil {
		_ = r.client.Close()
	}
	r.client, r.ssh = nil, nil
}

// with does something over the connection at hand, or a new one. The end of the context ends the
// connection, since the library does not know of it; so does anything that went wrong but a file that is
// not there, or is.
func (r *Server) with(ctx context.Context, do func(c *sftp.Client) error) error {
	c, err := r.connected(ctx)
	if err != nil {
		return fmt.Errorf("sftp: %w", err)
	}
	stop := context.AfterFunc(ctx, func() { r.failed(c) })
	defer stop()
	if err := do(c); err != nil {
		if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrExist) {
			r.failed(c)
		}
		return fmt.Errorf("sftp: %w", err)
	}
	return nil
}

func (r *Server) failed(c *sftp.Client) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.client == c {
		r.hangUp()
	}
}

func (r *Server) connected(ctx context.Context) (*sftp.Client, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.client != nil {
		return r.client, nil
	}
	conn, err := (&net.Dialer{Timeout: dialFor}).DialContext(ctx, "tcp", r.host)
	if err != nil {
		return nil, err
	}
	_ = conn.SetDeadline(time.Now().Add(dialFor)) // of the greeting only
	shell, channels, requests, err := ssh.NewClientConn(conn, r.host, &r.config)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	_ = conn.SetDeadline(time.Time{})
	r.ssh = ssh.NewClient(shell, channels, requests)
	if r.client, err = sftp.NewClient(r.ssh); err != nil {
		r.hangUp()
		return nil, err
	}
	return r.client, nil
}

func (r *Server) at(name string) string { return path.Join(r.base, name) }

// MkdirAll makes a folder, and those above it.
func (r *Server) MkdirAll(ctx context.Context, dir string) error {
	return r.with(ctx, func(c *sftp.Client) error { return c.MkdirAll(r.at(dir)) })
}

// ReadDir says what is in a folder.
func (r *Server) ReadDir(ctx context.Context, dir string) (out []fs.FileInfo, err error) {
	err = r.with(ctx, func(c *sftp.Client) error {
		out, err = c.ReadDirContext(ctx, r.at(dir))
		return err
	})
	return out, err
}

// Write makes a file, or what stands in its place.
func (r *Server) Write(ctx context.Context, name string, content []byte) error {
	return r.with(ctx, func(c *sftp.Client) error {
		file, err := c.OpenFile(r.at(name), os.O_WRONLY|os.O_CREATE|os.O_TRUNC)
		if err != nil {
			return err
		}
		_, err = file.Write(content)
		if err = errors.Join(err, file.Close()); err != nil {
			return err
		}
		info, err := c.Stat(r.at(name))
		if err == nil && info.Size() != int64(len(content)) {
			err = fmt.Errorf("%d of %d bytes arrived", info.Size(), len(content))
		}
		return err
	})
}

// Open opens a file; the end of the context ends the connection, and with it the reading.
func (r *Server) Open(ctx context.Context, name string) (io.ReadCloser, error) {
	c, err := r.connected(ctx)
	if err != nil {
		return nil, fmt.Errorf("sftp: %w", err)
	}
	file, err := c.Open(r.at(name))
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			r.failed(c)
		}
		return nil, fmt.Errorf("sftp: %w", err)
	}
	return &reading{file, context.AfterFunc(ctx, func() { r.failed(c) })}, nil
}

// reading is a file that is read until its context ends.
type reading struct {
	*sftp.File
	stop func() bool
}

func (f *reading) Close() error {
	f.stop()
	return f.File.Close()
}

// Rename names a file anew.
func (r *Server) Rename(ctx context.Context, from, to string) error {
	return r.with(ctx, func(c *sftp.Client) error {
		if _, err := c.Lstat(r.at(from)); err != nil {
			return err
		}
		if _, err := c.Lstat(r.at(to)); err == nil {
			return fmt.Errorf("rename to %s: %w", to, fs.ErrExist)
		}
		return c.Rename(r.at(from), r.at(to))
	})
}

// Remove takes a file away.
func (r *Server) Remove(ctx context.Context, name string) error {
	return r.with(ctx, func(c *sftp.Client) error { return c.Remove(r.at(name)) })
}
