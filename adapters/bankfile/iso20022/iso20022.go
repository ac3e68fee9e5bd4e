// Package iso20022 reads messages of ISO 20022 that come from elsewhere, with bounds: no definitions of
// their own, no more levels than messages have, letters that are known.
package iso20022

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment/bankfile"
)

// maxDepth is more levels than any message has; those of banks have some fifteen.
const maxDepth = 40

// space is what all messages are named by, before their name and version.
const space = "urn:iso:std:iso:20022:tech:xsd:"

var mark = []byte("\xef\xbb\xbf") // of UTF-8

// Recognise reports whether a file that begins so is a message of a kind, as camt.053.
func Recognise(head []byte, kind string) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, mark), " \t\r\n")
	return bytes.HasPrefix(head, []byte("<")) && bytes.Contains(head, []byte(space+kind+"."))
}

var declaration = regexp.MustCompile(`^<\?xml[^>]*\bencoding\s*=\s*["']([A-Za-z0-9._-]+)["']`)

var encodings = map[string]*charmap.Charmap{"ISO-8859-1": charmap.ISO8859_1, "LATIN1": charmap.ISO8859_1, "ISO-8859-15": charmap.ISO8859_15, "WINDOWS-1252": charmap.Windows1252}

const taken = "UTF-8, ISO-8859-1, ISO-8859-15, Windows-1252"

// decoded is a text in UTF-8.
func decoded(content []byte) ([]byte, error) {
	content = bytes.TrimPrefix(content, mark)
	name := "UTF-8"
	if m := declaration.FindSubmatch(content[:min(len(content), 200)]); m != nil {
		name = strings.ToUpper(string(m[1]))
	}
	refused := bankfile.ErrEncoding.With("encoding", name).With("taken", taken)
	if name == "UTF-8" || name == "US-ASCII" {
		if !utf8.Valid(content) {
			return nil, refused
		}
		return content, nil
	}
	known, ok := encodings[name]
	if !ok {
		return nil, refused
	}
	out, err := known.NewDecoder().Bytes(content)
	if err != nil || bytes.ContainsRune(out, utf8.RuneError) {
		return nil, refused
	}
	return out, nil
}

// guard gives the tokens of a text, and refuses what no message has.
type guard struct {
	inner *xml.Decoder
	depth int
}

func (g *guard) Token() (xml.Token, error) {
	t, err := g.inner.RawToken()
	switch t.(type) {
	case xml.Directive:
		return nil, bankfile.ErrDTD
	case xml.StartElement:
		if g.depth++; g.depth > maxDepth {
			return nil, bankfile.ErrDepth.With("max", maxDepth)
		}
	case xml.EndElement:
		g.depth--
	}
	return t, err
}

// Message is one that is read, element by element.
type Message struct {
	*xml.Decoder
	guard *guard
}

// Open begins to read a message of some versions, by the ends of their namespaces, as camt.053.001.08.
func Open(content []byte, versions ...string) (*Message, error) {
	text, err := decoded(content)
	if err != nil {
		return nil, err
	}
	inner := xml.NewDecoder(bytes.NewReader(text))
	inner.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // it is UTF-8 by now
	m := &Message{guard: &guard{inner: inner}}
	m.Decoder = xml.NewTokenDecoder(m.guard)
	for {
		t, err := m.Token()
		if err != nil {
			return nil, m.fault(err)
		}
		if start, ok := t.(xml.StartElement); ok {
			version := strings.TrimPrefix(start.Name.Space, space)
			for _, v := range versions {
				if version == v && start.Name.Local == "Document" {
					return m, nil
				}
			}
			return nil, bankfile.ErrVersion.With("version", version).With("taken", strings.Join(versions, ", "))
		}
	}
}

// Row is the line of the text that is read.
func (m *Message) Row() int {
	line, _ := m.guard.inner.InputPos()
	return line
}

func (m *Message) fault(err error) error {
	if f := fault.From(err); f != nil {
		return f
	}
	if err == nil {
		return nil
	}
	return bankfile.ErrXML.OnRow(m.Row()).Because(err)
}

// Each calls a function with each element below the one that was begun, until that ends. What a function
// leaves unread (false) is skipped.
func (m *Message) Each(read func(start xml.StartElement) (done bool, err error)) error {
	for {
		t, err := m.Token()
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return m.fault(err)
		}
		switch t := t.(type) {
		case xml.EndElement:
			return nil
		case xml.StartElement:
			done, err := read(t)
			if err == nil && !done {
				err = m.Skip()
			}
			if err != nil {
				return m.fault(err)
			}
		}
	}
}

// Decode reads an element into a value.
func (m *Message) Decode(into any, start xml.StartElement) (bool, error) {
	return true, m.fault(m.DecodeElement(into, &start))
}

// End reads what stands behind the document: nothing but blanks and comments.
func (m *Message) End() error {
	for {
		t, err := m.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return m.fault(err)
		}
		if _, ok := t.(xml.StartElement); ok {
			return bankfile.ErrXML.OnRow(m.Row())
		}
	}
}

// Amount is a sum with its currency.
type Amount struct {
	Currency string `xml:"Ccy,attr"`
	Value    string `xml:",chardata"`
}

var amountPattern = regexp.MustCompile(`^[0-9]{1,13}(\.[0-9]{1,5})?$`)

// Cents is the amount; only euros are taken, to the cent.
func (a Amount) Cents() (money.Cents, error) {
	v := strings.TrimSpace(a.Value)
	if a.Currency != "EUR" {
		return 0, bankfile.ErrCurrency.With("value", a.Currency)
	}
	if !amountPattern.MatchString(v) {
		return 0, bankfile.ErrAmount.With("value", v)
	}
	euros, decimals, _ := strings.Cut(v, ".")
	kept := (decimals + "00")[:2]
	if strings.Trim(strings.TrimPrefix(decimals, kept), "0") != "" && len(decimals) > 2 {
		return 0, bankfile.ErrAmount.With("value", v)
	}
	n, err := strconv.ParseInt(euros+kept, 10, 64)
	if err != nil {
		return 0, bankfile.ErrAmount.With("value", v).Because(err)
	}
	return money.Cents(n), nil
}

// Signed is an amount with the sign of its side, CRDT or DBIT.
func Signed(a money.Cents, side string) (money.Cents, error) {
	switch side {
	case "CRDT":
		return a, nil
	case "DBIT":
		return -a, nil
	}
	return 0, bankfile.ErrElement.With("element", "CdtDbtInd").With("value", side)
}

// Day is a day, or an instant of which the day counts as it is written.
type Day struct {
	Date string `xml:"Dt"`
	At   string `xml:"DtTm"`
}

// Given reports whether there is one.
func (d Day) Given() bool { return d.Date != "" || d.At != "" }

// Read reads it; element names it where it is none.
func (d Day) Read(element string) (civil.Date, error) {
	text := strings.TrimSpace(d.Date)
	if text == "" {
		text = strings.TrimSpace(d.At)
	}
	return ParseDay(element, text)
}

// ParseDay reads the day at the beginning of a text.
func ParseDay(element, text string) (civil.Date, error) {
	day, err := civil.ParseDate(text[:min(len(text), 10)])
	if err != nil {
		return 0, bankfile.ErrElement.With("element", element).With("value", clip(text))
	}
	return day, nil
}

// clip shortens what is shown of a wrong value.
func clip(text string) string {
	r := []rune(text)
	return string(r[:min(len(r), 60)])
}

// Text is the lines of a text as one, without blanks at its sides.
func Text(element string, most int, lines ...string) (string, error) {
	text := strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
	if utf8.RuneCountInString(text) > most {
		return "", bankfile.ErrLong.With("element", element).With("max", most)
	}
	return text, nil
}

// Identifier is a name that who ordered gave; NOTPROVIDED is none.
func Identifier(element, text string) (string, error) {
	text, err := Text(element, 35, text)
	if strings.EqualFold(text, "NOTPROVIDED") || strings.EqualFold(text, "NOT PROVIDED") {
		text = ""
	}
	return text, err
}

// IBAN is an account where it has one that holds; banks name others too.
func IBAN(text string) party.IBAN {
	iban, err := party.ParseIBAN(text)
	if err != nil {
		return ""
	}
	return iban
}
