package pdf

import (
	"bytes"
	"fmt"
	"golang.org/x/sync/errgroup"
	"runtime"
	"time"

	"github.com/openpmo/pmo/adapters/pdf/archive"
	"github.com/openpmo/pmo/adapters/pdf/letters"
	"github.com/openpmo/pmo/core/billing"
)

var _ billing.Renderer = Renderer{}

// Renderer draws invoices. It holds nothing and may be used by several goroutines.
type Renderer struct{}

// New is a renderer.
func New() Renderer { return Renderer{} }

// Render draws d as PDF. The same document gives the same bytes; characters that the
// fonts lack are replaced by near ones, never refused. It is PDF/A-3b, with the e-invoice in it where
// d has one, unless d was issued before documents were (ADR 74). An error is a defect of this
// package or of the PDF library, not of the document.
func (Renderer) Render(d billing.Document) ([]byte, error) { return render(d, true) }

// RenderAll draws documents on all processors.
func (r Renderer) RenderAll(ds []billing.Document) ([][]byte, error) {
	out := make([][]byte, len(ds))
	var all errgroup.Group
	all.SetLimit(runtime.GOMAXPROCS(0))
	for n, d := range ds {
		all.Go(func() (err error) {
			out[n], err = r.Render(d)
			return err
		})
	}
	return out, all.Wait()
}

func render(d billing.Document, compress bool) ([]byte, error) {
	s := newSheet(d, compress && !d.Archival) // archive.Make compresses
	s.draw()
	var out bytes.Buffer
	if err := s.pdf.Output(&out); err != nil {
		return nil, fmt.Errorf("pdf: draw invoice %s: %w", d.Number, err)
	}
	if !d.Archival {
		return out.Bytes(), nil
	}
	content, err := archive.Make(out.Bytes(), s.about(), d.Electronic, keptFonts())
	if err != nil {
		return nil, fmt.Errorf("pdf: keep invoice %s: %w", d.Number, err)
	}
	return content, nil
}

// draw draws all of the document.
func (s *sheet) draw() {
	s.describe()
	s.firstPage()
	s.table()
	s.closing()
	s.mentions()
	s.feet()
}

// describe fills in what a viewer shows and a search finds.
func (s *sheet) describe() {
	a := s.about()
	s.pdf.SetCreationDate(a.At)
	s.pdf.SetModificationDate(a.At)
	s.pdf.SetTitle(a.Title, true)
	s.pdf.SetSubject(a.Subject, true)
	s.pdf.SetAuthor(a.Author, true)
	s.pdf.SetCreator("pmo", true)
	s.pdf.SetLang(a.Language)
	if s.d.Archival {
		s.pdf.SetProducer("pmo", true)
	}
}

// about is what is said of a document outside its pages. The date is the issue date: the moment of
// drawing would make every rendering differ.
func (s *sheet) about() archive.About {
	return archive.About{Title: letters.Printable(s.title() + " – " + s.d.Writer().Name), Subject: letters.Printable(s.d.Operation + " – " + s.period(s.d.First, s.d.Last)),
		Author: letters.Printable(s.d.Writer().Name), Language: s.tag(), At: time.Unix(int64(s.d.IssueDate)*24*60*60, 0).UTC()}
}
