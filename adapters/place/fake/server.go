// Package fake is an SFTP server over a folder, for tests.
package fake

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"net"

	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"
)

// Server lets the user pmo in by the password "right", or by a key. It ends with its listener.
type Server struct {
	Address     string // host and port
	Fingerprint string // of its key
	Conns       chan net.Conn
	listener    net.Listener
}

// Serve starts one over a folder; a key may be let in too.
func Serve(folder string, allowed ssh.PublicKey) (*Server, error) {
	return serve(allowed, func(channel ssh.Channel) error {
		s, err := sftp.NewServer(channel, sftp.WithServerWorkingDirectory(folder))
		if err != nil {
			return err
		}
		return s.Serve()
	})
}

// ServeLies starts one whose only file is that of a liar.
func ServeLies(l *Liar) (*Server, error) {
	return serve(nil, func(channel ssh.Channel) error { return sftp.NewRequestServer(channel, l.handlers()).Serve() })
}

func serve(allowed ssh.PublicKey, talk func(ssh.Channel) error) (*Server, error) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	signer, err := ssh.NewSignerFromKey(key)
	if err != nil {
		return nil, err
	}
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
	if err != nil {
		return nil, err
	}
	s := &Server{listener.Addr().String(), ssh.FingerprintSHA256(signer.PublicKey()), make(chan net.Conn, 10), listener}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			s.Conns <- conn
			go session(conn, config, talk)
		}
	}()
	return s, nil
}

// Close lets nobody in any more.
func (s *Server) Close() error { return s.listener.Close() }

func session(conn net.Conn, config *ssh.ServerConfig, talk func(ssh.Channel) error) {
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
		go func() {
			_ = talk(channel)
			_ = channel.Close()
		}()
	}
}
