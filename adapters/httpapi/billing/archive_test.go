package billing

import (
	"archive/zip"
	"bytes"
	"errors"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing/document"
	"github.com/openpmo/pmo/core/billing/invoicing"
	"github.com/openpmo/pmo/core/civil"
)

func archiveOf(failing error, files ...document.File) archive {
	return archive{Bundle: invoicing.Bundle{Name: "Val d’Étang / Est", Last: civil.NewDate(2026, 10, 31), Files: func(yield func(document.File, error) bool) {
		for _, f := range files {
			if !yield(f, nil) {
				return
			}
		}
		if failing != nil {
			yield(document.File{}, failing)
		}
	}}}
}

func TestAnArchiveNamesItselfAndItsFiles(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	require.NoError(t, archiveOf(nil, document.File{Number: "COM-2026-1", Content: []byte("%PDF-1")}, document.File{Number: "COM-2026-1", Content: []byte("%PDF-2")}).write(w))
	require.Contains(t, w.Header().Get("Content-Disposition"), "f-2026-10-31-Val%20d%E2%80%99%C3%89tang%20-%20Est.zip")
	read, err := zip.NewReader(bytes.NewReader(w.Body.Bytes()), int64(w.Body.Len()))
	require.NoError(t, err)
	require.Equal(t, []string{"facture-COM-2026-1.pdf", "facture-COM-2026-1-2.pdf"}, []string{read.File[0].Name, read.File[1].Name})
}

func TestAnArchiveIsWholeOrFails(t *testing.T) {
	t.Parallel()
	lost := errors.New("lost")
	w := httptest.NewRecorder()
	require.ErrorIs(t, archiveOf(lost).write(w), lost, "nothing was written: an answer like any other")
	require.Zero(t, w.Body.Len())
	require.Panics(t, func() { _ = archiveOf(lost, document.File{Number: "1"}).write(httptest.NewRecorder()) })
}
