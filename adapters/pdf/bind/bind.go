// Package bind puts documents into one file, to be printed.
package bind

import (
	"bytes"
	"errors"
	"io"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"

	"github.com/openpmo/pmo/core/billing/delivery"
)

// Binder puts PDFs together; its zero value is ready.
type Binder struct{}

var _ delivery.Binder = Binder{}

// Bind is the pages of all files in their order. What is embedded in them stays behind: it is for
// machines, and paper is for people.
func (Binder) Bind(files [][]byte) ([]byte, error) {
	if len(files) == 0 {
		return nil, errors.New("bind: nothing to print")
	}
	api.DisableConfigDir()
	sources := make([]io.ReadSeeker, len(files))
	for n, file := range files {
		sources[n] = bytes.NewReader(file)
	}
	var out bytes.Buffer
	if err := api.MergeRaw(sources, &out, false, model.NewDefaultConfiguration()); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
