//go:build linux

// Package sitefigures measures workbooks of sites: how long a server takes to take them in, and by how much its
// memory rises with their rows.
package sitefigures

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"time"

	"github.com/openpmo/pmo/adapters/xlsx"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/internal/dev/archivefigures"
)

// Tell sends a server workbooks of more and more new sites of an operation and tells what they took. The client
// is signed in; the operation is one whose sites have a PRM.
func Tell(out io.Writer, client *http.Client, server string, pid int, operationID id.ID) error {
	for kind, rows := range []int{1_000, 5_000, 10_000} {
		if err := take(out, client, server+"/api/operations/"+string(operationID)+"/participants/import", pid, kind, rows); err != nil {
			return err
		}
	}
	return nil
}

func take(out io.Writer, client *http.Client, path string, pid, kind, rows int) error {
	contentType, body, err := workbook(kind, rows)
	if err != nil {
		return err
	}
	if err := archivefigures.ForgetHighest(pid); err != nil {
		return err
	}
	before, size, start := archivefigures.Highest(pid), body.Len(), time.Now()
	reply, err := client.Post(path, contentType, body)
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
	fmt.Fprintf(out, "workbook of %d sites, %d kB: %.1f s; resident memory of the server +%d MB\n", rows, size>>10, time.Since(start).Seconds(), (archivefigures.Highest(pid)-before)>>20)
	return nil
}

// workbook is a form with one of so many sites, whose numbers no other kind has.
func workbook(kind, rows int) (contentType string, body *bytes.Buffer, err error) {
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
