package enedis

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"time"

	"golang.org/x/text/encoding/charmap"

	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// FormatR15 is the name in the contract, and the source of its readings.
const FormatR15 = "R15"

// ErrXML is a file that is no well-formed XML; parameter fileName.
var ErrXML = fault.New(fault.Invalid, "xml.invalid", fault.Text("fileName"))

// R15 reads the monthly energies of the flow R15 (domain 3.3 g): of each reading with
// the flag Autoconsommation_Collective, the classes of measure 3 to 6, added up over
// the temporal classes of the operator. It gives no curve, but readings that check
// curves.
//
// Meaning of time: a date is the index at the start of that day, so that the days of a
// reading are from Date_Releve_Precedent to the day before Date_Releve.
type R15 struct{}

var _ files.Format = R15{}

// Recognise finds the element at the root.
func (R15) Recognise(head []byte) (found int, missing []string) {
	decoder := newDecoder(bytes.NewReader(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))))
	for {
		token, err := decoder.Token()
		if err != nil {
			return 0, []string{FormatR15}
		}
		if root, ok := token.(xml.StartElement); ok {
			if root.Name.Local == FormatR15 {
				return 1, nil
			}
			return 0, []string{FormatR15}
		}
	}
}

// alphabets that such files may be written in, beside UTF-8.
var alphabets = map[string]*charmap.Charmap{"iso-8859-1": charmap.ISO8859_1, "iso-8859-15": charmap.ISO8859_15,
	"windows-1252": charmap.Windows1252}

var errAlphabet = errors.New("enedis: unknown alphabet")

func newDecoder(in io.Reader) *xml.Decoder {
	d := xml.NewDecoder(in)
	d.CharsetReader = func(name string, in io.Reader) (io.Reader, error) {
		if known, ok := alphabets[strings.ToLower(name)]; ok {
			return known.NewDecoder().Reader(in), nil
		}
		return nil, errAlphabet
	}
	return d
}

// Read reads a file. Errors: xml.invalid, file.r15WithoutSharing, import.rejected with items by
// line.
func (R15) Read(ctx context.Context, in files.Input) (curvefile.Dataset, error) {
	head := make([]byte, 3)
	n, err := io.ReadFull(in.Reader, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return curvefile.Dataset{}, err
	}
	watch := &watchedReader{in: in.Reader}
	r := &r15{decoder: newDecoder(io.MultiReader(bytes.NewReader(bytes.TrimPrefix(head[:n], []byte("\xef\xbb\xbf"))), watch)),
		zone: in.Zone, index: map[readingKey]int{}}
	if err := r.all(ctx); err != nil {
		switch {
		case watch.err != nil:
			return curvefile.Dataset{}, watch.err
		case ctx.Err() != nil:
			return curvefile.Dataset{}, err
		}
		line, _ := r.decoder.InputPos()
		return curvefile.Dataset{}, ErrXML.With("fileName", in.Name).OnRow(line).Because(err)
	}
	switch {
	case r.refusals.Any():
		return curvefile.Dataset{}, metering.ErrRejected.With("fileName", in.Name).Of(r.refusals.Items(in.Name)...)
	case len(r.readings) == 0:
		return curvefile.Dataset{}, ErrNoSharing.With("fileName", in.Name)
	}
	return curvefile.Dataset{FileName: in.Name, Format: FormatR15, History: true, Periods: r.readings}, nil
}

// watchedReader remembers an error of reading, which is not the file's fault.
type watchedReader struct {
	in  io.Reader
	err error
}

func (w *watchedReader) Read(p []byte) (int, error) {
	n, err := w.in.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		w.err = err
	}
	return n, err
}

// r15 is a file on its way in.
type r15 struct {
	decoder  *xml.Decoder
	zone     civil.Zone
	refusals text.Refusals
	readings []metering.PeriodReading
	index    map[readingKey]int // of readings
	pending  []r15Reading       // of the PRM in hand
	prm      string
	prmLine  int
}

type readingKey struct {
	dsoID  string
	nature metering.Nature
	side   metering.Side
	days   civil.Range
}

// r15Reading is an element Donnees_Releve.
type r15Reading struct {
	Date     string     `xml:"Date_Releve"`
	Previous string     `xml:"Date_Releve_Precedent"`
	Shared   string     `xml:"Autoconsommation_Collective"`
	Status   string     `xml:"Statut_Releve"`
	Classes  []r15Class `xml:"Classe_Temporelle_Distributeur"`
	line     int
}

type r15Class struct {
	Measure string `xml:"Classe_Mesure"`
	Value   string `xml:"Valeur"`
	Unit    string `xml:"Unite_Mesure"`
}

// all goes through the file, one site at a time.
func (r *r15) all(ctx context.Context) error {
	for {
		token, err := r.decoder.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if err := r.element(t); err != nil {
				return err
			}
		case xml.EndElement:
			if t.Name.Local == "PRM" {
				r.site()
				if err := ctx.Err(); err != nil {
					return err
				}
			}
		}
	}
}

func (r *r15) element(start xml.StartElement) error {
	line, _ := r.decoder.InputPos()
	switch start.Name.Local {
	case "PRM":
		r.prm, r.prmLine, r.pending = "", line, nil
	case "Id_PRM":
		r.prmLine = line
		return r.decoder.DecodeElement(&r.prm, &start)
	case "Donnees_Releve":
		reading := r15Reading{line: line}
		if err := r.decoder.DecodeElement(&reading, &start); err != nil {
			return err
		}
		r.pending = append(r.pending, reading)
	}
	return nil
}

// site takes the readings of the PRM that ends.
func (r *r15) site() {
	for _, reading := range r.pending {
		if strings.TrimSpace(reading.Shared) == "1" {
			r.reading(reading)
		}
	}
	r.pending = nil
}

func (r *r15) refuse(f error, column, value string, line int) {
	r.refusals.Add(fault.From(f).With("column", column).With("value", value).At(column).OnRow(line))
}

// statuses: a corrective reading replaces the initial one.
var statuses = map[string]bool{"": false, "INITIAL": false, "RECTIFICATIF": true}

// reading takes what one reading says of its days.
func (r *r15) reading(in r15Reading) {
	var sites text.Collection
	prm, err := sites.PRM([]byte(strings.TrimSpace(r.prm)))
	if err != nil {
		r.refuse(err, "Id_PRM", r.prm, r.prmLine)
		return
	}
	corrective, err := text.Word([]byte(strings.TrimSpace(in.Status)), statuses)
	if err != nil {
		r.refuse(err, "Statut_Releve", in.Status, in.line)
	}
	totals := r.totals(in)
	if len(totals) == 0 {
		return
	}
	from, err := r.day(in.Previous)
	if err != nil {
		r.refuse(err, "Date_Releve_Precedent", in.Previous, in.line)
	}
	to, err2 := r.day(in.Date)
	if err2 != nil {
		r.refuse(err2, "Date_Releve", in.Date, in.line)
	}
	if err != nil || err2 != nil {
		return
	}
	if to <= from {
		r.refuse(civil.ErrReversed.With("from", from.String()).With("to", to.String()), "Date_Releve", in.Date, in.line)
		return
	}
	for _, t := range totals {
		r.keep(metering.PeriodReading{DsoID: prm, Nature: t.nature, Side: t.side, Days: civil.Range{From: from, To: to},
			Energy: t.energy, Rounding: t.rounding, Corrective: corrective, Source: FormatR15, Row: in.line})
	}
}

// day reads a date, alone or with a time and an offset.
func (r *r15) day(s string) (civil.Date, error) {
	s = strings.TrimSpace(s)
	if at, err := time.Parse(time.RFC3339, s); err == nil {
		return r.zone.DateOf(at), nil
	}
	d, err := civil.ParseDate(s[:min(len(s), len(time.DateOnly))])
	if err != nil {
		return 0, text.ErrTime
	}
	return d, nil
}
