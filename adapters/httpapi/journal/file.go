package journal

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strconv"
	"strings"

	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/billing/journal"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/table"
)

// Workbooks writes a workbook, as the server's Deps have it.
type Workbooks func(w io.Writer, sheets ...struct {
	Name   string
	Header []string
	Rows   [][]any
}) error

// MaxRows is how many entries a workbook holds: it is made in memory.
const MaxRows = 10_000

// fec is a journal in the layout of the law, written as it is read.
type fec struct{ core.Book }

func head(w http.ResponseWriter, name string) {
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", wire.Attachment(name))
	w.WriteHeader(http.StatusOK)
}

// broken breaks the connection off: half a journal must not look like a whole one. The first part was
// read before the answer began.
func broken(err error) { panic(fmt.Errorf("journal: %w", err)) }

func (f fec) VisitDownloadJournalResponse(w http.ResponseWriter) error {
	head(w, f.FileName(f.Days.Last(), "txt"))
	if core.WriteHeader(w) != nil {
		return nil // whoever asked is gone
	}
	for e, err := range f.Entries {
		if err != nil {
			broken(err)
		}
		if f.WriteEntry(w, e) != nil {
			return nil
		}
	}
	return nil
}

// list is the same lines as a list for software.
type list struct{ core.Book }

// rows are the lines of the journal; amount turns one into a cell.
func rows(b core.Book, amount func(money.Cents) any, read func(error)) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		for e, err := range b.Entries {
			if err != nil {
				read(err)
				yield(nil, err)
				return
			}
			for _, l := range e.Lines {
				fields := b.Fields(e, l)
				row := make([]any, len(fields))
				for n, f := range fields {
					row[n] = f
				}
				row[3], row[9], row[11], row[12], row[15] = e.Day.String(), e.Day.String(), amount(l.Debit), amount(l.Credit), e.Day.String()
				if !yield(row, nil) {
					return
				}
			}
		}
	}
}

func (l list) VisitDownloadJournalResponse(w http.ResponseWriter) error {
	head(w, l.FileName(l.Days.Last(), "csv"))
	comma := func(c money.Cents) any { return strings.Replace(c.String(), ".", ",", 1) }
	_ = table.WriteCSV(w, core.Header, rows(l.Book, comma, broken)) // any other error: whoever asked is gone
	return nil
}

// workbook is an answer that holds a workbook.
type workbook struct {
	name    string
	content []byte
}

func (b workbook) VisitDownloadJournalResponse(w http.ResponseWriter) error {
	w.Header().Set("Content-Length", strconv.Itoa(len(b.content)))
	head(w, b.name)
	_, _ = w.Write(b.content) // whoever asked is gone
	return nil
}

func (a API) workbook(b core.Book) (workbook, error) {
	all, entries := b.Entries, 0
	b.Entries = func(yield func(core.Entry, error) bool) {
		for e, err := range all {
			if entries++; entries > MaxRows {
				err = fault.ListTooLong.With("max", MaxRows).At("dateTo")
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
	cells, err := table.Cells(rows(b, func(c money.Cents) any { return c }, func(error) {}))
	if err != nil {
		return workbook{}, err
	}
	var file bytes.Buffer
	err = a.Workbooks(&file, struct {
		Name   string
		Header []string
		Rows   [][]any
	}{b.Code, core.Header, cells})
	return workbook{b.FileName(b.Days.Last(), "xlsx"), file.Bytes()}, err
}
