// Package archive makes a drawn PDF one for years: PDF/A-3b, with the e-invoice in it where there is
// one (ADR 74). It knows how the library that draws ends its files, and does no I/O.
package archive

import (
	"bytes"
	"crypto/sha256"
	"encoding/xml"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The e-invoice in a document, by Factur-X 1.09: its name in the file and its profile.
const (
	electronicName    = "factur-x.xml"
	electronicProfile = "EN 16931"
)

// ErrTail says that the library writes the end of a file otherwise than it did.
var ErrTail = errors.New("pdf: the end of the drawn file is not as expected")

// About is what the metadata of a document say, as its own dictionary does.
type About struct {
	Title, Author, Subject, Language string
	At                               time.Time
}

// Make makes a drawn document one for years, by PDF/A-3b: the colours have a profile, the
// metadata are XMP, the file has an identity, and the e-invoice, where there is one, is in it. The
// library does the first two by half and the others not, so the end of its file is written anew:
// the catalogue is the last object, and what comes here takes its place. Pages are compressed here
// as well: the library makes what it compresses by anew for each, which takes longer than compressing.
// Fonts are the same in all documents: they are drawn as fonts that every reader has (Placeholder), by the names
// under which they stand in fonts, so that the library neither reads nor writes more of them.
func Make(drawn []byte, a About, electronic []byte, fonts map[string]Font) ([]byte, error) {
	f, err := openTail(drawn, fonts)
	if err != nil {
		return nil, err
	}
	catalogue := f.reserve()
	metadata := f.add("/Type /Metadata /Subtype /XML", a.metadata(len(electronic) > 0))
	colours := f.add("/N 3 /Alternate /DeviceRGB /Filter /FlateDecode", colourProfile())
	attached := ""
	if len(electronic) > 0 {
		file := f.add(fmt.Sprintf("/Type /EmbeddedFile /Subtype /text#2Fxml /Filter /FlateDecode /Params << /Size %d /ModDate (%s) >>",
			len(electronic), date(a.At)), deflate(electronic))
		named := f.object(fmt.Sprintf("<< /Type /Filespec /F (%s) /UF (%s) /Desc (Factur-X) /AFRelationship /Alternative /EF << /F %d 0 R /UF %d 0 R >> >>",
			electronicName, electronicName, file, file))
		attached = fmt.Sprintf(" /AF [%d 0 R] /Names << /EmbeddedFiles << /Names [(%s) %d 0 R] >> >>", named, electronicName, named)
	}
	f.at(catalogue, fmt.Sprintf("<< /Type /Catalog /Pages 1 0 R /Lang (%s) /ViewerPreferences << /DisplayDocTitle true >> /Metadata %d 0 R "+
		"/OutputIntents [<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) /Info (sRGB IEC61966-2.1) /DestOutputProfile %d 0 R >>]%s >>",
		a.Language, metadata, colours, attached))
	return f.close(catalogue), nil
}

// date is an instant as PDF writes it.
func date(at time.Time) string { return at.UTC().Format("D:20060102150405+00'00'") }

// tail is a drawn file of which the end is written anew.
type tail struct {
	bytes.Buffer
	offsets []int // of the objects, from the first
	last    int   // number of the last object that the library wrote, its information dictionary
}

const headLength = len("%PDF-1.3")

// openTail takes the catalogue, the table of objects and the trailer off a file.
func openTail(drawn []byte, fonts map[string]Font) (*tail, error) {
	start := bytes.LastIndex(drawn, []byte("startxref\n"))
	if start < 0 || !bytes.HasPrefix(drawn, []byte("%PDF-1.")) {
		return nil, ErrTail
	}
	digits, _, _ := strings.Cut(string(drawn[start+len("startxref\n"):]), "\n")
	table, err := strconv.Atoi(digits)
	if err != nil || table < 0 || table > start || !bytes.HasPrefix(drawn[table:], []byte("xref\n0 ")) {
		return nil, ErrTail
	}
	lines := strings.Split(string(drawn[table:start]), "\n")
	count, err := strconv.Atoi(strings.TrimPrefix(lines[1], "0 "))
	if err != nil || count < 4 || len(lines) < count+2 {
		return nil, ErrTail
	}
	f := &tail{last: count - 2}
	var offsets []int
	for _, line := range lines[3 : count+2] {
		offset, err := strconv.Atoi(strings.TrimSuffix(line, " 00000 n "))
		if err != nil || offset < 0 || offset > table {
			return nil, ErrTail
		}
		offsets = append(offsets, offset)
	}
	catalogue := offsets[f.last]
	if !bytes.HasPrefix(drawn[catalogue:], []byte(strconv.Itoa(count-1)+" 0 obj\n<<\n/Type /Catalog\n")) {
		return nil, ErrTail
	}
	room := len(drawn) + 12<<10
	for _, font := range fonts {
		room += len(font.File) + len(font.Dictionary) + len(font.Descriptor)
	}
	f.Grow(room)
	f.WriteString("%PDF-1.7")
	return f, f.take(drawn, offsets, fonts)
}

// take writes the objects of a file but the last, each where the one before ends, and what fonts need behind them.
func (f *tail) take(drawn []byte, offsets []int, fonts map[string]Font) error {
	order := make([]int, len(offsets)) // the library writes what pages share after them
	for n := range order {
		order[n] = n
	}
	slices.SortFunc(order, func(a, b int) int { return offsets[a] - offsets[b] })
	if order[f.last] != f.last {
		return ErrTail
	}
	f.offsets = make([]int, f.last)
	f.Write(drawn[headLength:offsets[order[0]]])
	var whole []func()
	for n, number := range order[:f.last] {
		f.offsets[number] = f.Len()
		object := drawn[offsets[number]:offsets[order[n+1]]]
		name, ok := named(number+1, object)
		font, known := fonts[name]
		if !ok || !known {
			f.packed(object)
			continue
		}
		descriptor := f.reserve()
		f.at(number+1, fmt.Sprintf("<< /Type /Font /BaseFont /%s %s /FontDescriptor %d 0 R >>", name, font.Dictionary, descriptor))
		whole = append(whole, func() {
			file := f.add(fmt.Sprintf("/Filter /FlateDecode /Length1 %d", font.Length), font.File)
			f.at(descriptor, fmt.Sprintf("<< /Type /FontDescriptor %s /FontFile2 %d 0 R >>", font.Descriptor, file))
		})
	}
	for _, write := range whole {
		write()
	}
	return nil
}

// packed writes an object; a stream that the library left as it is compressed.
func (f *tail) packed(object []byte) {
	const begin, middle, end = " 0 obj\n<</Length ", ">>\nstream\n", "\nendstream\nendobj\n"
	number, rest, ok := bytes.Cut(object, []byte(begin))
	digits, rest, stream := bytes.Cut(rest, []byte(middle))
	content, closed := bytes.CutSuffix(rest, []byte(end))
	_, other := strconv.Atoi(string(number))
	if length, err := strconv.Atoi(string(digits)); !ok || other != nil || !stream || !closed || err != nil || length != len(content) {
		f.Write(object)
		return
	}
	content = deflate(content)
	fmt.Fprintf(f, "%s%s%d\n/Filter /FlateDecode\n%s", number, begin, len(content), middle)
	f.Write(content)
	f.WriteString(end)
}

// reserve gives the number of an object that is written later.
func (f *tail) reserve() int {
	f.offsets = append(f.offsets, 0)
	return len(f.offsets)
}

// at writes the object of a number.
func (f *tail) at(number int, body string) {
	f.offsets[number-1] = f.Len()
	fmt.Fprintf(f, "%d 0 obj\n%s\nendobj\n", number, body)
}

// object writes an object and answers its number.
func (f *tail) object(body string) int {
	number := f.reserve()
	f.at(number, body)
	return number
}

// add writes a stream and answers its number.
func (f *tail) add(dictionary string, content []byte) int {
	return f.object(fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", dictionary, len(content), content))
}

// close writes the table of objects and the trailer. The identity is that of the content, so that
// the same document has the same.
func (f *tail) close(catalogue int) []byte {
	table, sum := f.Len(), sha256.Sum256(f.Bytes())
	fmt.Fprintf(f, "xref\n0 %d\n0000000000 65535 f \n", len(f.offsets)+1)
	for _, offset := range f.offsets {
		fmt.Fprintf(f, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(f, "trailer\n<< /Size %d /Root %d 0 R /Info %d 0 R /ID [<%x> <%x>] >>\nstartxref\n%d\n%%%%EOF\n",
		len(f.offsets)+1, catalogue, f.last, sum[:16], sum[:16], table)
	return f.Bytes()
}

// metadata are those of a document as XMP. What Factur-X adds is not of the standard, so that its
// words are declared with it.
func (a About) metadata(electronic bool) []byte {
	at := a.At.UTC().Format(time.RFC3339)
	var out strings.Builder
	out.WriteString("<?xpacket begin=\"\ufeff\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n" +
		`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` + "\n")
	describe := func(spaces, body string) {
		out.WriteString(`<rdf:Description rdf:about="" ` + spaces + ">" + body + "</rdf:Description>\n")
	}
	describe(`xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"`, "<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>")
	alternative := func(name, text string) string {
		return "<dc:" + name + `><rdf:Alt><rdf:li xml:lang="x-default">` + escaped(text) + "</rdf:li></rdf:Alt></dc:" + name + ">"
	}
	describe(`xmlns:dc="http://purl.org/dc/elements/1.1/"`, alternative("title", a.Title)+alternative("description", a.Subject)+
		"<dc:creator><rdf:Seq><rdf:li>"+escaped(a.Author)+"</rdf:li></rdf:Seq></dc:creator>")
	describe(`xmlns:pdf="http://ns.adobe.com/pdf/1.3/"`, "<pdf:Producer>pmo</pdf:Producer>")
	describe(`xmlns:xmp="http://ns.adobe.com/xap/1.0/"`, "<xmp:CreatorTool>pmo</xmp:CreatorTool><xmp:CreateDate>"+at+"</xmp:CreateDate><xmp:ModifyDate>"+at+"</xmp:ModifyDate>")
	if electronic {
		describe(`xmlns:fx="`+ElectronicSpace+`"`, "<fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>"+electronicName+
			"</fx:DocumentFileName><fx:Version>1.0</fx:Version><fx:ConformanceLevel>"+electronicProfile+"</fx:ConformanceLevel>")
		describe(`xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"`,
			extension())
	}
	out.WriteString("</rdf:RDF></x:xmpmeta>\n<?xpacket end=\"w\"?>")
	return []byte(out.String())
}

// ElectronicSpace is the name of the words of Factur-X.
const ElectronicSpace = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"

// extension declares the words of Factur-X.
var extension = sync.OnceValue(func() string {
	resource := func(body string) string { return `<rdf:li rdf:parseType="Resource">` + body + "</rdf:li>" }
	var words strings.Builder
	for _, word := range [][2]string{{"DocumentFileName", "name of the embedded XML invoice"}, {"DocumentType", "kind of document"},
		{"Version", "version of the XML schema"}, {"ConformanceLevel", "profile of the embedded invoice"}} {
		words.WriteString(resource("<pdfaProperty:name>" + word[0] + "</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType>" +
			"<pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>" + word[1] + "</pdfaProperty:description>"))
	}
	return "<pdfaExtension:schemas><rdf:Bag>" + resource("<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>"+
		ElectronicSpace+"</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>"+words.String()+"</rdf:Seq></pdfaSchema:property>") +
		"</rdf:Bag></pdfaExtension:schemas>"
})

func escaped(text string) string {
	var out strings.Builder
	_ = xml.EscapeText(&out, []byte(text)) // a builder takes everything
	return out.String()
}
