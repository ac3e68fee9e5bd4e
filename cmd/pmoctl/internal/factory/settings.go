package factory

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// DefaultURL is where `make run` listens.
const DefaultURL = "http://127.0.0.1:8080"

// Settings are what is kept between runs: the contexts, and which of them holds.
type Settings struct {
	Current  string    `json:"current,omitempty"`
	Contexts []Context `json:"contexts"`
}

// Context is a server under a name: where to ask, with which token, and the operation
// that is meant where none is named.
type Context struct {
	Name      string `json:"name"`
	URL       string `json:"url"`
	Token     string `json:"token,omitempty"`
	TokenID   string `json:"tokenId,omitempty"` // of a token that login made, to revoke it
	Email     string `json:"email,omitempty"`
	Operation string `json:"operation,omitempty"` // as it was named: id, externalId or exact name
}

// SettingsPath is the file of the settings in the person's config folder.
func SettingsPath() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("no folder for settings: %w", err)
	}
	return filepath.Join(dir, "pmo", "pmoctl.json"), nil
}

// LoadSettings reads the settings; none are the zero value. A file of before there were
// contexts is one context.
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
	var s struct {
		Settings
		Context
	}
	if err := json.Unmarshal(raw, &s); err != nil {
		return Settings{}, fmt.Errorf("%s is damaged (%w); remove it and run 'pmoctl login'", path, err)
	}
	if len(s.Contexts) == 0 && s.URL != "" {
		s.Name = nameOf(s.URL)
		return Settings{Current: s.Name, Contexts: []Context{s.Context}}, nil
	}
	return s.Settings, nil
}

// Named is the context of that name.
func (s Settings) Named(name string) (Context, bool) {
	i := slices.IndexFunc(s.Contexts, func(c Context) bool { return c.Name == name })
	if i < 0 {
		return Context{}, false
	}
	return s.Contexts[i], true
}

// At is the context of a server: the current one where several are, else the first.
func (s Settings) At(address string) (Context, bool) {
	if c, ok := s.Named(s.Current); ok && SameServer(c.URL, address) {
		return c, true
	}
	i := slices.IndexFunc(s.Contexts, func(c Context) bool { return SameServer(c.URL, address) })
	if i < 0 {
		return Context{}, false
	}
	return s.Contexts[i], true
}

// NewName is a name for the context of a server that has none: its host, and a number
// where that is taken.
func (s Settings) NewName(address string) string {
	name := nameOf(address)
	for n := 2; ; n++ {
		if _, taken := s.Named(name); !taken {
			return name
		}
		name = fmt.Sprintf("%s-%d", nameOf(address), n)
	}
}

// nameOf is the host of a server.
func nameOf(address string) string {
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		return u.Host
	}
	return "default"
}

// Put adds a context or replaces the one of its name. The first is the current one.
func (s *Settings) Put(c Context) {
	if i := slices.IndexFunc(s.Contexts, func(old Context) bool { return old.Name == c.Name }); i >= 0 {
		s.Contexts[i] = c
	} else {
		s.Contexts = append(s.Contexts, c)
	}
	if _, ok := s.Named(s.Current); !ok {
		s.Current = c.Name
	}
}

// Remove forgets a context. When it was the current one, none is: which server is asked
// next is the person's to say.
func (s *Settings) Remove(name string) {
	s.Contexts = slices.DeleteFunc(s.Contexts, func(c Context) bool { return c.Name == name })
	if s.Current == name {
		s.Current = ""
	}
}

// SaveSettings writes the settings for the person alone (0600), whole or not at all.
// Without contexts there is no file.
func SaveSettings(s Settings) error {
	path, err := SettingsPath()
	if err != nil {
		return err
	}
	if len(s.Contexts) == 0 {
		if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	raw, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	return writePrivate(path, append(raw, '\n'))
}

// writePrivate writes a file that the person alone may read, whole or not at all.
func writePrivate(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".pmoctl-*") // made 0600
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }()
	_, err = f.Write(content)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// SameServer reports whether two addresses are one server's.
func SameServer(a, b string) bool {
	trim := func(s string) string {
		return strings.TrimSuffix(strings.TrimRight(strings.ToLower(strings.TrimSpace(s)), "/"), "/api")
	}
	return trim(a) == trim(b)
}
