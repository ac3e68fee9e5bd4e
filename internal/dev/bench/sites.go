//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"time"

	"github.com/openpmo/pmo/adapters/xlsx"
	"github.com/openpmo/pmo/internal/dev/archivefigures"
)

// siteFiles has the server take in workbooks of sites, each into a town of its own: how long they take, and
// by how much the memory of the server rises with the rows.
func siteFiles(ctx context.Context, w *world, r *results) error {
	for n, rows := range []int{1_000, 5_000, 10_000} {
		t, err := w.newTown(ctx, 20+n, 1)
		if err != nil {
			return err
		}
		if err := w.takeSites(ctx, t, 20+n, rows, r); err != nil {
			return err
		}
	}
	return nil
}

// takeSites sends one workbook to a server that has done nothing yet.
func (w *world) takeSites(ctx context.Context, t town, kind, rows int, r *results) error {
	s, err := launch(ctx, &http.Client{}, "/readyz", w.program.serve)
	if err != nil {
		return err
	}
	defer s.stop()
	jar, _ := cookiejar.New(nil)
	client := &http.Client{Jar: jar}
	if err := signUp(ctx, w.program, client, s.base, fmt.Sprintf("sites%d", rows), t); err != nil {
		return err
	}
	contentType, body, err := siteFile(kind, rows)
	if err != nil {
		return err
	}
	pid := s.cmd.Process.Pid
	if err := archivefigures.ForgetHighest(pid); err != nil {
		return err
	}
	before, size, start := archivefigures.Highest(pid), body.Len(), time.Now()
	reply, err := client.Post(s.base+"/api/operations/"+string(t.id)+"/participants/import", contentType, body)
	if err != nil {
		return err
	}
	defer func() { _ = reply.Body.Close() }()
	answer, err := io.ReadAll(reply.Body)
	if err != nil {
		return err
	}
	var report struct{ Created int }
	if err := json.Unmarshal(answer, &report); err != nil || report.Created != rows {
		return fmt.Errorf("a workbook of %d sites: %d %.300s", rows, reply.StatusCode, answer)
	}
	r.tell("workbook of %d sites, %d kB: %.1f s; resident memory of the server +%d MB", rows, size>>10, time.Since(start).Seconds(), (archivefigures.Highest(pid)-before)>>20)
	return nil
}

// siteFile is a form with a workbook of so many sites.
func siteFile(kind, rows int) (contentType string, body *bytes.Buffer, err error) {
	cells := make([][]any, rows)
	for i := range cells {
		cells[i] = []any{fmt.Sprintf("%014d", 40_000_000_000_000+kind*1_000_000+i), "C", fmt.Sprintf("Site %05d", i), fmt.Sprintf("%d rue du Val", i), "35300", "Fougères", "C5",
			"2026-01-01", "", "EN_VIGUEUR", "CREATION", "partIndiv", fmt.Sprintf("site%d@example.org", i)}
	}
	body = &bytes.Buffer{}
	form := multipart.NewWriter(body)
	file, err := form.CreateFormFile("file", "sites.xlsx")
	if err != nil {
		return "", nil, err
	}
	err = xlsx.WriteTable(file, "Participants", []string{"prm", "type", "nom", "adresse", "code_postal", "ville", "segment", "date_entree", "date_sortie", "statut", "action", "type_entite", "email"}, cells)
	if err != nil {
		return "", nil, err
	}
	return form.FormDataContentType(), body, form.Close()
}
