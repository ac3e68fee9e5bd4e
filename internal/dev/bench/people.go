//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os/exec"
	"strings"
	"time"
)

// password is that of everybody in the bench.
const password = "bench-password-2026"

// signUp opens an admin on the command line and an organizer of a town through
// the API; the session of the latter stays in client.
func signUp(ctx context.Context, p program, client *http.Client, base, name string, t town) error {
	cmd := exec.CommandContext(ctx, p.path, "admin", "create", name+"-admin@bench.example") //nolint:gosec // built by us
	cmd.Env = p.env
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("admin create: %w", err)
	}
	text := strings.TrimSpace(string(out))
	first := text[strings.LastIndexByte(text, ' ')+1:]
	jar, _ := cookiejar.New(nil)
	admin := person{&http.Client{Jar: jar, Timeout: 10 * time.Second}, base}
	if err := admin.begin(name+"-admin@bench.example", first); err != nil {
		return err
	}
	organizer := person{client, base}
	_, err = admin.send(http.MethodPost, "/admin/users", map[string]any{"email": name + "@bench.example", "role": "organizer",
		"password": password + "-first", "operationIds": []string{string(t.id)}})
	if err != nil {
		return err
	}
	return organizer.begin(name+"@bench.example", password+"-first")
}

type person struct {
	*http.Client
	base string
}

// begin signs in with a first password, changes it and accepts the terms.
func (p person) begin(email, first string) error {
	if _, err := p.send(http.MethodPost, "/session/login", map[string]any{"email": email, "password": first}); err != nil {
		return err
	}
	if _, err := p.send(http.MethodPut, "/users/update-pw-with-old", map[string]any{"oldPassword": first, "newPassword": password}); err != nil {
		return err
	}
	session, err := p.send(http.MethodGet, "/session", nil)
	if err != nil {
		return err
	}
	_, err = p.send(http.MethodPost, "/cgu/accept-cgu/"+session.ID, nil)
	return err
}

type named struct{ ID string }

func (p person) send(method, path string, body any) (out named, err error) {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return out, err
		}
		content = bytes.NewReader(text)
	}
	r, err := http.NewRequest(method, p.base+"/api"+path, content)
	if err != nil {
		return out, err
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	reply, err := p.Do(r)
	if err != nil {
		return out, err
	}
	defer func() { _ = reply.Body.Close() }()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		return out, err
	}
	if reply.StatusCode >= 300 {
		return out, fmt.Errorf("%s %s: %d %s", method, path, reply.StatusCode, text)
	}
	_ = json.Unmarshal(text, &out) // answers without an id are not looked at
	return out, nil
}
