package factory

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// DefaultURL is where `make run` listens.
const DefaultURL = "http://127.0.0.1:8080"

// Settings are what `pmoctl login` keeps: where to ask, and with which token.
type Settings struct {
	URL     string `json:"url"`
	Token   string `json:"token"`
	TokenID string `json:"tokenId"`
	Email   string `json:"email"`
}

// SettingsPath is the file of the settings in the person's config folder.
func SettingsPath() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("no folder for settings: %w", err)
	}
	return filepath.Join(dir, "pmo", "pmoctl.json"), nil
}

// LoadSettings reads the settings; none are the zero value.
func LoadSettings() (Settings, error) {
	path, err := SettingsPath()
	if err != nil {
		return Settings{}, nil //nolint:nilerr // without a home there is nothing to load; PMO_URL and PMO_TOKEN do
	}
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Settings{}, nil
	}
	if err != nil {
		return Settings{}, err
	}
	var s Settings
	if err := json.Unmarshal(raw, &s); err != nil {
		return Settings{}, fmt.Errorf("%s is damaged (%w); remove it and run 'pmoctl login'", path, err)
	}
	return s, nil
}

// SaveSettings writes the settings for the person alone (0600), whole or not at all.
func SaveSettings(s Settings) error {
	path, err := SettingsPath()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	raw, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".pmoctl-*") // made 0600
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }()
	_, err = f.Write(append(raw, '\n'))
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// RemoveSettings forgets them.
func RemoveSettings() error {
	path, err := SettingsPath()
	if err != nil {
		return err
	}
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// sameServer tells whether two addresses are one server's.
func sameServer(a, b string) bool {
	trim := func(s string) string {
		return strings.TrimSuffix(strings.TrimRight(strings.ToLower(strings.TrimSpace(s)), "/"), "/api")
	}
	return trim(a) == trim(b)
}
