//go:build linux

package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// bundled is how many documents the larger archive holds, and the smaller one a tenth of it.
const bundled = 2_500

// archives has the server pack published invoices of the town, with their stored documents, and tells how
// long it takes and by how much the server's memory rises: by as much for many as for few, since documents
// are sent as they are read. The ids go through a proxy that takes lines of 8 kB.
func archives(ctx context.Context, w *world, r *results) error {
	ids, err := w.issued(ctx, bundled)
	if err != nil {
		return err
	}
	jar, _ := cookiejar.New(nil)
	client := &http.Client{Jar: jar}
	s, err := launch(ctx, &http.Client{}, "/readyz", w.program.serve)
	if err != nil {
		return err
	}
	defer s.stop()
	proxy, refused, err := lineBound(s.base, 8<<10)
	if err != nil {
		return err
	}
	defer proxy.Close()
	if _, err := (person{client, proxy.URL}).send(http.MethodPost, "/session/login", map[string]any{"email": "organizer@bench.example", "password": password}); err != nil {
		if err := w.signUp(ctx, w.program, client, proxy.URL); err != nil { // the part that asks the server did not run
			return err
		}
	}
	path := proxy.URL + "/api/operations/" + string(w.large.id) + "/billing/invoices/download-zip"
	for _, count := range []int{10, bundled / 10, bundled} { // the first one opens what stays open
		if err := forgetHighest(s.cmd.Process.Pid); err != nil {
			return err
		}
		before, start := highestOf(s.cmd.Process.Pid), time.Now()
		size, found, err := pack(client, path, ids[:count])
		if err != nil {
			return err
		}
		if found != count {
			return fmt.Errorf("an archive of %d invoices holds %d", count, found)
		}
		r.tell("archive of %d invoices: %d MB in %.2f s, %.0f a second; resident memory of the server +%d MB", count, size>>20, time.Since(start).Seconds(),
			float64(count)/time.Since(start).Seconds(), (highestOf(s.cmd.Process.Pid)-before)>>20)
	}
	r.tell("archive: lines of over 8 kB, which the proxy refuses: %d", *refused)
	return nil
}

// issued is so many published invoices of the town whose documents are stored; what lacks is billed.
func (w *world) issued(ctx context.Context, count int) ([]id.ID, error) {
	scope := billing.Scope{OperationID: w.large.id}
	find := func() ([]id.ID, error) {
		rows, err := w.db.Pool().Query(ctx, "select id from invoices where operation_id = $1 and type = 'INVOICE' and number is not null order by issue_date, sequence limit $2", w.large.id, count)
		if err != nil {
			return nil, err
		}
		return pgx.CollectRows(rows, pgx.RowTo[id.ID])
	}
	ids, err := find()
	if err != nil {
		return nil, err
	}
	if len(ids) == 0 {
		if err := w.sell(ctx, scope); err != nil {
			return nil, err
		}
	}
	for month := civil.NewMonth(year, 1); len(ids) < count; month++ {
		if month > civil.NewMonth(year, 12) {
			return nil, fmt.Errorf("a year of the town is %d invoices, %d are asked for: more sites are needed", len(ids), count)
		}
		_, run, _, err := w.run(ctx, scope, month.Next().First()-1)
		if err != nil {
			return nil, err
		}
		if _, err := w.publish(ctx, scope, run); err != nil {
			return nil, err
		}
		if ids, err = find(); err != nil {
			return nil, err
		}
	}
	for part := range slices.Chunk(ids, 200) {
		if err := w.billing.Documents.StoreDocuments(ctx, w.large.id, part); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// pack asks for an archive and tells its size, and how many documents it holds.
func pack(client *http.Client, path string, ids []id.ID) (size int64, found int, err error) {
	body, err := json.Marshal(map[string]any{"ids": ids})
	if err != nil {
		return 0, 0, err
	}
	reply, err := client.Post(path, "application/json", bytes.NewReader(body))
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = reply.Body.Close() }()
	file, err := os.CreateTemp("", "pmo-bench-*.zip")
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, file.Close(), os.Remove(file.Name())) }()
	if size, err = io.Copy(file, reply.Body); err != nil {
		return size, 0, err
	}
	if reply.StatusCode != http.StatusOK {
		text := make([]byte, 500)
		n, _ := file.ReadAt(text, 0)
		return size, 0, fmt.Errorf("%s: %d %s", path, reply.StatusCode, text[:n])
	}
	read, err := zip.NewReader(file, size)
	if err != nil {
		return size, 0, err
	}
	return size, len(read.File), nil
}

// lineBound is a proxy before a server that refuses longer lines, as many hosts have one.
func lineBound(base string, most int) (*httptest.Server, *int, error) {
	target, err := url.Parse(base)
	if err != nil {
		return nil, nil, err
	}
	refused := new(int)
	forward := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target); r.Out.Host = target.Host }}
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.Method)+len(r.RequestURI)+len(r.Proto)+4 > most {
			*refused++ // one client asks one thing after the other
			http.Error(w, "request line too long", http.StatusRequestURITooLong)
			return
		}
		forward.ServeHTTP(w, r)
	})), refused, nil
}

// forgetHighest has a process forget what the most was that it was resident with.
func forgetHighest(pid int) error {
	return os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0o600)
}

// highestOf is the most resident memory of a process since it was forgotten.
func highestOf(pid int) int64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	kilobytes, _ := strconv.ParseInt(strings.Fields(rest + " 0")[0], 10, 64)
	return kilobytes << 10
}
