// Package platform is the made-up platform of e-invoices that the demo speaks with, and serves one to try
// connections with.
package platform

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/adapters/einvoice/fakeplatform"
)

// Host is the name of the made-up platform of the demo. It is answered within the server, and no
// name of the network.
const Host = "plateforme.demo.pmo"

// course is what the made-up platforms tell of an invoice: it is deposited, sent, received and shown, and
// approved later.
func course() []fakeplatform.Step {
	return []fakeplatform.Step{{Code: 200}, {Code: 201, After: 2 * time.Second}, {Code: 202, After: 2 * time.Second}, {Code: 203, After: 2 * time.Second}, {Code: 205, After: time.Minute}}
}

// New is the platform of the demo. The buyer refuses each invoice whose number ends with 1, for
// its rate of VAT.
func New(now func() time.Time) http.Handler {
	return fakeplatform.New(fakeplatform.Options{AckAfter: 2 * time.Second, Course: course(), Reports: fakeplatform.Step{Code: 300}, Now: now, Refuses: func(number string) (fakeplatform.Step, bool) {
		return fakeplatform.Step{Code: 210, After: 10 * time.Second, Reason: "TX_TVA_ERR", Words: "Le taux de TVA ne correspond pas au contrat"}, strings.HasSuffix(number, "1")
	}})
}

// platformScript is what a made-up platform is told in a file.
type platformScript struct {
	Version  string                         `json:"version"`
	ClientID string                         `json:"clientId"`
	Secret   string                         `json:"secret"`
	AckAfter string                         `json:"ackAfter"`
	PageOf   int                            `json:"pageOf"`
	Listed   map[string][]fakeplatform.Line `json:"listed"`
	Rules    []fakeplatform.Rule            `json:"rules"`
	Course   []struct {
		fakeplatform.Step
		After string `json:"after"`
	} `json:"course"`
}

// Command serves a made-up platform, to try connections with.
func Command() *cobra.Command {
	var addr, script string
	cmd := &cobra.Command{Use: "platform", Short: "Serve a made-up French platform of e-invoices (XP Z12-013), to try connections with", Args: cobra.NoArgs,
		Long: `Serve a made-up French platform of e-invoices. It takes deposits, acknowledges them, tells of
their life cycle and keeps a directory; a script has it misbehave. Connections reach it at
http://ADDR, with the token at http://ADDR/token, where the server runs with
--einvoicing-local.

A script is JSON: version, clientId, secret, ackAfter ("2s"), pageOf, course (code, after,
reason, words), listed (by SIREN) and rules. A rule is of a call (token, deposit, search,
flow, directory), for so many times: status, body (json, html, none, huge, slow, garbage,
noFlowId), retryAfter, stores, hangs, ack, reason.`,
		Example: `  pmo-server fake platform --addr 127.0.0.1:8090
  pmo-server fake platform --script '{"rules":[{"call":"deposit","times":1,"stores":true,"hangs":true}]}'`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o, err := platformOptions(script)
			if err != nil {
				return err
			}
			listener, err := net.Listen("tcp", addr)
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "http://%s\n", listener.Addr())
			return servePlatform(cmd.Context(), listener, fakeplatform.New(o))
		}}
	cmd.Flags().StringVar(&addr, "addr", "127.0.0.1:8090", "where it listens")
	cmd.Flags().StringVar(&script, "script", "", "a file, or its text")
	return cmd
}

// platformOptions reads a script.
func platformOptions(script string) (fakeplatform.Options, error) {
	o := fakeplatform.Options{AckAfter: 2 * time.Second, Course: course(), Reports: fakeplatform.Step{Code: 300}}
	if script == "" {
		return o, nil
	}
	text := []byte(script)
	if !strings.HasPrefix(strings.TrimSpace(script), "{") {
		var err error
		if text, err = os.ReadFile(script); err != nil {
			return o, err
		}
	}
	var s platformScript
	if err := json.Unmarshal(text, &s); err != nil {
		return o, fmt.Errorf("script: %w", err)
	}
	o.Version, o.ClientID, o.Secret, o.PageOf, o.Listed, o.Rules = s.Version, s.ClientID, s.Secret, s.PageOf, s.Listed, s.Rules
	var err error
	if s.AckAfter != "" {
		if o.AckAfter, err = time.ParseDuration(s.AckAfter); err != nil {
			return o, fmt.Errorf("script: ackAfter: %w", err)
		}
	}
	if s.Course != nil {
		o.Course = nil
	}
	for _, one := range s.Course {
		step := one.Step
		if one.After != "" {
			if step.After, err = time.ParseDuration(one.After); err != nil {
				return o, fmt.Errorf("script: after: %w", err)
			}
		}
		o.Course = append(o.Course, step)
	}
	return o, nil
}

func servePlatform(ctx context.Context, listener net.Listener, p *fakeplatform.Platform) error {
	server := &http.Server{Handler: p, ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { p.Release(); _ = server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
