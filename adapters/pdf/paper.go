package pdf

import (
	"bytes"
	"fmt"
	"strconv"
	"time"

	"github.com/openpmo/pmo/adapters/pdf/letters"
	"github.com/openpmo/pmo/core/paper"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

var _ paper.Drawer = Renderer{}

// form is a paper being drawn, from top to bottom.
type form struct {
	flow
	s paper.Sheet
}

// handLine is the space of a line that is filled in by hand.
const handLine = 7.5

// DrawPaper draws a paper to be signed: its words, what is known, and lines for what is not. The same
// sheet gives the same bytes.
func (Renderer) DrawPaper(s paper.Sheet) ([]byte, error) { return drawPaper(s, true) }

func drawPaper(s paper.Sheet, compress bool) ([]byte, error) {
	theme := s.Theme.Readable()
	f := &form{flow: newFlow(theme, compress), s: s}
	at := time.Unix(int64(s.Made)*24*60*60, 0).UTC()
	f.pdf.SetCreationDate(at)
	f.pdf.SetModificationDate(at)
	f.pdf.SetTitle(letters.Printable(f.tell("title")+" – "+s.Operation), true)
	f.pdf.SetAuthor(letters.Printable(s.PMO), true)
	f.pdf.SetCreator("pmo", true)
	f.pdf.SetLang(s.Language)
	f.page()
	f.text(style{"", 9, quiet}, left, f.y, s.Operation)
	f.y = f.paragraph(style{"B", 17, f.primary}, left, f.y+6, fullWidth, 7.5, f.tell("title")) + 5
	f.clauses("before")
	for _, g := range s.Groups {
		f.group(g)
	}
	f.clauses("after")
	f.signatures()
	f.feet(f.tell("title") + " · " + f.s.Operation)
	var out bytes.Buffer
	if err := f.pdf.Output(&out); err != nil {
		return nil, fmt.Errorf("pdf: draw paper %s: %w", s.Kind, err)
	}
	return out.Bytes(), nil
}

// tell is a text of this kind of paper; blank places are for the hand.
func (f *form) tell(key string) string {
	return f.word(string(f.s.Kind) + "." + key)
}

const blank = "…………………………………"

func (f *form) word(key string) string {
	pmo := f.s.PMO
	if pmo == "" {
		pmo = blank
	}
	creditor := blank
	for _, g := range f.s.Groups {
		for _, field := range g.Fields {
			if g.Key == "creditor" && field.Key == "name" && field.Value != "" {
				creditor = field.Value
			}
		}
	}
	return catalogues.Text(f.s.Language, "papers", key, map[string]any{"operation": f.s.Operation, "pmo": pmo, "creditor": creditor})
}

// mostClauses is more than any paper has in one place.
const mostClauses = 12

// clauses writes the paragraphs of a place, in their order, as many as the catalogue has.
func (f *form) clauses(place string) {
	for n := 1; n <= mostClauses; n++ {
		key := place + "." + strconv.Itoa(n)
		text := f.tell(key)
		if text == "" || text == string(f.s.Kind)+"."+key {
			break
		}
		st := style{"", 9.5, ink}
		f.need(float64(len(f.wrap(st, text, fullWidth)))*4.6 + 2)
		f.y = f.paragraph(st, left, f.y, fullWidth, 4.6, text) + 2
	}
	f.y += 2
}

// group writes what is known beside its name, and a line where nothing is.
func (f *form) group(g paper.Group) {
	f.need(8 + handLine)
	f.text(f.heading, left, f.y, f.word("group."+g.Key))
	f.y += 6
	const names = 58.0
	for _, field := range g.Fields {
		f.need(handLine)
		f.text(style{"", 8.5, quiet}, left, f.y, f.short(style{"", 8.5, quiet}, f.word("field."+g.Key+"."+field.Key), names-3))
		if field.Value == "" {
			f.line(left+names, f.y+4.6, rightEdge, 0.2, quiet)
			f.y += handLine
			continue
		}
		f.y = f.paragraph(style{"", 9.5, ink}, left+names, f.y-0.3, fullWidth-names, 4.6, field.Value) + 1.2
	}
	f.y += 3
}

// signatures are the places to sign at.
func (f *form) signatures() {
	places := []string{"person"}
	if f.s.Kind == paper.Agreement || f.s.Kind == paper.BillingMandate {
		places = append(places, "pmo")
	}
	if f.s.Kind == paper.TenantNotice {
		places = []string{"refusing"}
	}
	f.need(48)
	for n, place := range places {
		x := left + float64(n)*(column-left)
		f.text(strong, x, f.y, f.word("sign."+place))
		f.text(label, x, f.y+6, f.word("sign.placeDate"))
		f.line(x, f.y+16, x+halfWidth, 0.2, quiet)
		f.text(label, x, f.y+19, f.word("sign.signature"))
		f.line(x, f.y+42, x+halfWidth, 0.2, quiet)
	}
	f.y += 46
}
