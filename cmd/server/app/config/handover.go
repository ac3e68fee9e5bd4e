package config

import (
	"errors"
	"fmt"

	"github.com/openpmo/pmo/adapters/place"
	"github.com/openpmo/pmo/adapters/place/handover"
)

// HandoverConfig is where files for banks are laid down and files from banks are taken from: a folder, or
// an SFTP server. It is off by default.
type HandoverConfig struct {
	Dir          string `mapstructure:"handover-dir"`
	SFTPURL      string `mapstructure:"handover-sftp-url"`
	SFTPHostKey  string `mapstructure:"handover-sftp-host-key"`
	SFTPPassword string `mapstructure:"handover-sftp-password"`
	SFTPKeyFile  string `mapstructure:"handover-sftp-key-file"`
}

var handoverSettings = []setting{
	{"handover-dir", "folder from whose folder out the client of the bank takes files, and into whose folder in it lays files", ""},
	{"handover-sftp-url", "the same on a server: sftp://user@host/folder", ""},
	{"handover-sftp-host-key", "fingerprint of the server's key (SHA256:…)", ""},
	{"handover-sftp-password", "password at the server; or give a key file", ""},
	{"handover-sftp-key-file", "private key for the server, without a passphrase", ""},
}

func (c HandoverConfig) check() error {
	place, err := c.Place()
	if place != nil {
		err = errors.Join(err, place.Close())
	}
	return err
}

// Place is the one that the settings name; nil when it is off.
func (c HandoverConfig) Place() (*handover.Place, error) {
	switch {
	case c.SFTPURL == "" && c.SFTPHostKey+c.SFTPPassword+c.SFTPKeyFile != "":
		return nil, errors.New("handover-sftp-host-key, -password and -key-file need handover-sftp-url")
	case c.SFTPURL != "" && c.Dir != "":
		return nil, errors.New("handover-dir and handover-sftp-url: files go to one place only")
	case c.SFTPURL != "":
		server, err := place.NewSFTP(place.Settings{Address: c.SFTPURL, HostKey: c.SFTPHostKey, Password: c.SFTPPassword, KeyFile: c.SFTPKeyFile})
		if err != nil {
			return nil, fmt.Errorf("handover-sftp: %w", err)
		}
		return handover.In(server), nil
	case c.Dir != "":
		folder, err := place.OpenFolder(c.Dir)
		if err != nil {
			return nil, fmt.Errorf("handover-dir: %w", err)
		}
		return handover.In(folder), nil
	}
	return nil, nil
}
