//go:build linux

// Package archivefigures measures archives of documents: how long they take, and by how much the memory of the
// server rises, which is no more for many documents than for few, since they are sent as they are read.
package archivefigures

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/id"
)

// most is how long a line may be that proxies of many hosts pass on.
const most = 8 << 10

// Tell asks a server for archives of a few and of all invoices of an operation, through a proxy that takes
// short lines only, and tells what they took. Who asks is signed in at what open is given.
func Tell(out io.Writer, server string, pid int, operationID id.ID, ids []id.ID, open func(base string) (*http.Client, error)) error {
	proxy, refused, err := lineBound(server)
	if err != nil {
		return err
	}
	defer proxy.Close()
	client, err := open(proxy.URL)
	if err != nil {
		return err
	}
	path := proxy.URL + "/api/operations/" + string(operationID) + "/billing/invoices/download-zip"
	for _, count := range []int{10, len(ids) / 10, len(ids)} { // the first one opens what stays open
		if err := ForgetHighest(pid); err != nil {
			return err
		}
		before, start := Highest(pid), time.Now()
		size, found, err := pack(client, path, ids[:count])
		if err != nil {
			return err
		}
		if found != count {
			return fmt.Errorf("an archive of %d invoices holds %d", count, found)
		}
		took := time.Since(start).Seconds()
		fmt.Fprintf(out, "archive of %d invoices: %d MB in %.2f s, %.0f a second; resident memory of the server +%d MB\n", count, size>>20, took, float64(count)/took, (Highest(pid)-before)>>20)
	}
	fmt.Fprintf(out, "archive: lines of over 8 kB, which the proxy refuses: %d\n", *refused)
	return nil
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
func lineBound(base string) (*httptest.Server, *int, error) {
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

// ForgetHighest has a process forget what the most was that it was resident with.
func ForgetHighest(pid int) error {
	return os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0o600)
}

// Highest is the most resident memory of a process since it was forgotten.
func Highest(pid int) int64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	kilobytes, _ := strconv.ParseInt(strings.Fields(rest + " 0")[0], 10, 64)
	return kilobytes << 10
}
