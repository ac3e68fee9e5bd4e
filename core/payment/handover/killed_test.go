package handover_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/opa"
	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

const victimEnv = "PMO_TEST_HANDOVER_VICTIM"

// life is what a process is to do until it is killed.
type life struct {
	URL, Objects, Folder string
	Organizer            policy.Principal
	IssuerID             id.ID
	Invoices             []id.ID
	Now                  time.Time
	Ends                 bool // by itself, once all is done
}

// TestVictimProcess is the process of the test below: two people export the same invoice at once, the
// file is handed over, and it is killed.
func TestVictimProcess(t *testing.T) {
	text := os.Getenv(victimEnv)
	if text == "" {
		return
	}
	var l life
	require.NoError(t, json.Unmarshal([]byte(text), &l))
	ctx := context.Background()
	db, err := postgres.Open(ctx, l.URL, postgres.Options{})
	require.NoError(t, err)
	decider, err := opa.New(ctx)
	require.NoError(t, err)
	s, err := servicesOf(db, policy.Guard{Decider: decider, Locator: participantstore.NewParticipants(db)}, func() time.Time { return l.Now }, l.Objects, l.Folder, &banks{})
	require.NoError(t, err)
	fmt.Println("ready")
	for _, invoice := range l.Invoices {
		var both sync.WaitGroup
		for range 2 {
			both.Go(func() {
				f, err := s.collections.ExportOfIssuer(ctx, l.Organizer, l.IssuerID, []id.ID{invoice})
				if err == nil {
					_, err = s.handovers.HandOver(ctx, l.Organizer, f.ID)
				}
				if err != nil {
					t.Errorf("export: %v", err)
				}
			})
		}
		both.Wait()
		if err := s.handovers.Sweep(ctx); err != nil {
			t.Errorf("sweep: %v", err)
		}
	}
	for !l.Ends {
		time.Sleep(time.Millisecond)
	}
}

// bank takes what lies in out as soon as it has its name, and keeps what it took; at the end it looks
// once more.
func bank(ctx context.Context, folder, taken string) error {
	for n := 0; ; {
		last := ctx.Err() != nil
		entries, err := os.ReadDir(filepath.Join(folder, "out"))
		if err != nil && !os.IsNotExist(err) {
			return err
		}
		for _, one := range entries {
			if strings.HasSuffix(one.Name(), ".part") {
				continue
			}
			n++
			if err := os.Rename(filepath.Join(folder, "out", one.Name()), filepath.Join(taken, fmt.Sprintf("%d-%s", n, one.Name()))); err != nil {
				return err
			}
		}
		if last {
			return nil
		}
		time.Sleep(time.Millisecond)
	}
}

// TestNoInvoiceReachesTheBankTwice: two people export each invoice at once and hand it over, in a process
// that is killed with SIGKILL at any moment, between file and answer too. In the end the bank has each
// invoice in exactly one whole file.
func TestNoInvoiceReachesTheBankTwice(t *testing.T) {
	t.Parallel()
	w := newTown(t, rounds)
	taken := t.TempDir()
	ctx, stop := context.WithCancel(t.Context())
	banking := make(chan error, 1)
	go func() { banking <- bank(ctx, w.folder, taken) }()
	l := life{URL: w.DB.Pool().Config().ConnString(), Objects: w.objects, Folder: w.folder, Organizer: w.Organizer, IssuerID: w.issuer.ID, Now: w.Clock}
	start := func() (*exec.Cmd, *bufio.Scanner) {
		l.Now = l.Now.Add(10 * time.Minute) // what the one before had claimed is free
		text, err := json.Marshal(l)
		require.NoError(t, err)
		victim := exec.Command(os.Args[0], "-test.run=^TestVictimProcess$")
		victim.Env = append(os.Environ(), victimEnv+"="+string(text))
		out, err := victim.StdoutPipe()
		require.NoError(t, err)
		victim.Stderr = os.Stderr
		require.NoError(t, victim.Start())
		return victim, bufio.NewScanner(out)
	}
	for n := range rounds {
		l.Invoices = w.invoices[max(0, n-1) : n+1]
		victim, out := start()
		for out.Scan() && out.Text() != "ready" {
		}
		time.Sleep(rand.N(120 * time.Millisecond))
		require.NoError(t, victim.Process.Kill())
		_ = victim.Wait()
	}
	l.Invoices, l.Ends = w.invoices, true
	for range 2 {
		victim, out := start()
		var said []string
		for out.Scan() {
			said = append(said, out.Text())
		}
		require.NoError(t, victim.Wait(), "%s", strings.Join(said, "\n"))
	}
	stop()
	require.NoError(t, <-banking)
	files, err := os.ReadDir(taken)
	require.NoError(t, err)
	require.Len(t, files, rounds)
	ends := map[string]int{}
	for _, f := range files {
		content, err := os.ReadFile(filepath.Join(taken, f.Name()))
		require.NoError(t, err)
		require.Equal(t, 1, strings.Count(string(content), "</Document>"), "whole")
		_, rest, _ := strings.Cut(string(content), "<EndToEndId>")
		name, _, _ := strings.Cut(rest, "</EndToEndId>")
		ends[name]++
	}
	require.Len(t, ends, rounds, "%v", ends)
	o, err := w.handovers.Stand(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Len(t, o.Out, rounds, "one collection of each invoice")
	for _, h := range o.Out {
		require.NotNil(t, h.DoneAt, "%s %s", h.FileName, h.State)
	}
}
