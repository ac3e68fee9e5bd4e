package pagefigures

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/openpmo/pmo/adapters/xlsx"
)

// perimeterSizes are rows of files that are ten times as long from one to the next: time and memory
// that grow faster than they do are seen.
var perimeterSizes = []int{100, 1_000, 10_000}

// tellPerimeters has the server take in perimeter files: all sites new, then all changed. For each it
// writes the time and how far the server's resident memory rose above what it was before. The last
// operation, of the most sites, is the demo organizer's.
func tellPerimeters(out io.Writer, base string, pid int) error {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return err
	}
	admin := caller{&http.Client{Jar: jar, Timeout: 5 * time.Minute}, base}
	if _, err := admin.post("/session/login", map[string]any{"email": "admin@demo.pmo", "password": "demo-pmo-2026"}); err != nil {
		return err
	}
	organizer, err := organizerOf(base)
	if err != nil {
		return err
	}
	for i, rows := range perimeterSizes {
		externalID := fmt.Sprintf("ACC0000900%d", i)
		operation, err := admin.post("/admin/operations", map[string]any{"name": fmt.Sprintf("Perimeter of %d", rows), "externalId": externalID,
			"dso": "SRD", "billingEngine": "ENGINE_2025", "organizerIds": []string{organizer}})
		if err != nil {
			return err
		}
		path := "/operations/" + operation + "/participants/import"
		for _, street := range []string{"rue du Val", "rue de la Forêt"} {
			before, err := forgetHighest(pid)
			if err != nil {
				return err
			}
			start := time.Now()
			if err := admin.upload(path, "PERIM_"+externalID+"_20260901.csv", perimeterFile(i, rows, street)); err != nil {
				return fmt.Errorf("%d rows: %w", rows, err)
			}
			took := time.Since(start)
			after, err := highest(pid)
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "perimeter file of %d rows, %s: %.2f s, resident +%d MB\n", rows,
				map[bool]string{true: "new", false: "changed"}[street == "rue du Val"], took.Seconds(), (after-before)>>20)
		}
		if err := tellWorkbook(out, admin, pid, i, rows, path, externalID); err != nil {
			return err
		}
	}
	return nil
}

// tellWorkbook has the server take in the same sites as a workbook, whose street is another one.
func tellWorkbook(out io.Writer, admin caller, pid, which, rows int, path, externalID string) error {
	lines := strings.Split(strings.TrimSpace(string(perimeterFile(which, rows, "rue du Lac"))), "\n")
	cells := make([][]any, len(lines)-1)
	for i, line := range lines[1:] {
		for _, text := range strings.Split(line, ";") {
			cells[i] = append(cells[i], text)
		}
	}
	var book bytes.Buffer
	if err := xlsx.WriteTable(&book, "Sites", strings.Split(lines[0], ";"), cells); err != nil {
		return err
	}
	debug.FreeOSMemory()
	before, err := forgetHighest(pid)
	if err != nil {
		return err
	}
	start := time.Now()
	if err := admin.upload(path, "PERIM_"+externalID+"_20260902.xlsx", book.Bytes()); err != nil {
		return fmt.Errorf("workbook of %d rows: %w", rows, err)
	}
	took := time.Since(start)
	after, err := highest(pid)
	fmt.Fprintf(out, "perimeter workbook of %d rows, %d kB, changed: %.2f s, resident +%d MB\n", rows, book.Len()>>10, took.Seconds(), (after-before)>>20)
	return err
}

// organizerOf is the account of the demo's organizer.
func organizerOf(base string) (string, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return "", err
	}
	c := caller{&http.Client{Jar: jar, Timeout: time.Minute}, base}
	if _, err := c.post("/session/login", map[string]any{"email": "organizer@demo.pmo", "password": "demo-pmo-2026"}); err != nil {
		return "", err
	}
	reply, err := c.Get(base + "/api/session") //nolint:noctx // the client's own deadline
	if err != nil {
		return "", err
	}
	defer func() { _ = reply.Body.Close() }()
	var session struct{ ID string }
	return session.ID, json.NewDecoder(reply.Body).Decode(&session)
}

// perimeterFile has sites whose numbers no other file of the same run has.
func perimeterFile(which, rows int, street string) []byte {
	var b bytes.Buffer
	b.WriteString("prm;padt;type;nom;adresse;code_postal;ville;segment;date_entree;date_sortie;statut;action\n")
	for i := range rows {
		fmt.Fprintf(&b, "99%d%011d;;C;Site %d;%d %s;35300;Fougères;C5;2026-02-01;;EN_VIGUEUR;CREATION\n", which, i, i, i, street)
	}
	return b.Bytes()
}

// caller asks the API as somebody who signed in.
type caller struct {
	*http.Client
	base string
}

func (c caller) post(path string, body any) (id string, err error) {
	text, err := json.Marshal(body)
	if err != nil {
		return "", err
	}
	return c.send(path, "application/json", bytes.NewReader(text))
}

func (c caller) upload(path, name string, content []byte) error {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	file, err := form.CreateFormFile("file", name)
	if err != nil {
		return err
	}
	if _, err := file.Write(content); err != nil {
		return err
	}
	if err := form.Close(); err != nil {
		return err
	}
	_, err = c.send(path, form.FormDataContentType(), &body)
	return err
}

func (c caller) send(path, contentType string, body io.Reader) (id string, err error) {
	request, err := http.NewRequest(http.MethodPost, c.base+"/api"+path, body) //nolint:noctx // the client's own deadline
	if err != nil {
		return "", err
	}
	request.Header.Set("Content-Type", contentType)
	request.Header.Set("Origin", c.base)
	reply, err := c.Do(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = reply.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(reply.Body, 1<<20))
	if err != nil {
		return "", err
	}
	if reply.StatusCode >= http.StatusMultipleChoices {
		return "", fmt.Errorf("%s: %s: %.300s", path, reply.Status, text)
	}
	var named struct{ ID string }
	_ = json.Unmarshal(text, &named)
	return named.ID, nil
}

// forgetHighest starts the highest resident memory of a process anew, and tells what it is now.
func forgetHighest(pid int) (int64, error) {
	if err := os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0o600); err != nil {
		return 0, err
	}
	return highest(pid)
}

// highest is the most resident memory of a process since it was forgotten.
func highest(pid int) (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	var kilobytes int64
	_, err = fmt.Sscan(rest, &kilobytes)
	return kilobytes << 10, err
}
