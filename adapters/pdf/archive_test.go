package pdf

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/png"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
	"github.com/stretchr/testify/require"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/encoding/charmap"

	"github.com/openpmo/pmo/adapters/pdf/archive"
	"github.com/openpmo/pmo/adapters/pdf/letters"
	"github.com/openpmo/pmo/core/billing"
)

const embedded = "<?xml version=\"1.0\"?>\n<rsm:CrossIndustryInvoice>é</rsm:CrossIndustryInvoice>\n"

// kept is an issued document with its e-invoice.
func kept() billing.Document {
	d := sites3()
	d.Archival, d.Electronic = true, []byte(embedded)
	return d
}

// opened is a file as another program reads it.
type opened struct {
	*model.Context
	raw  []byte
	root types.Dict
	xmp  string
}

func open(raw []byte) (*opened, error) {
	api.DisableConfigDir()
	file, err := api.ReadContext(bytes.NewReader(raw), model.NewDefaultConfiguration())
	if err != nil {
		return nil, err
	}
	o := &opened{Context: file, raw: raw}
	if o.root, err = file.Catalog(); err != nil {
		return nil, err
	}
	metadata, _, err := file.DereferenceStreamDict(o.root["Metadata"])
	if err != nil || metadata == nil {
		return o, err
	}
	o.xmp = string(metadata.Raw)
	return o, nil
}

// property is the text of an element of the metadata; "" without one.
func (o *opened) property(name string) string {
	_, rest, ok := strings.Cut(o.xmp, "<"+name+">")
	if !ok {
		return ""
	}
	text, _, _ := strings.Cut(rest, "</"+name+">")
	return text
}

// dicts are all dictionaries of the file, those of streams too.
func (o *opened) dicts(seen func(d types.Dict)) {
	for number := range o.Table {
		object, err := o.Dereference(*types.NewIndirectRef(number, 0))
		if err != nil {
			continue
		}
		switch object := object.(type) {
		case types.Dict:
			seen(object)
		case types.StreamDict:
			seen(object.Dict)
		}
	}
}

// file is the embedded file of a filespec, and the dictionary that names it.
func (o *opened) file(spec types.Object) (types.Dict, *types.StreamDict, error) {
	named, err := o.DereferenceDict(spec)
	if err != nil || named == nil {
		return nil, nil, errors.Join(errors.New("no filespec"), err)
	}
	within, err := o.DereferenceDict(named["EF"])
	if err != nil || within == nil {
		return nil, nil, errors.Join(errors.New("no embedded file"), err)
	}
	stream, _, err := o.DereferenceStreamDict(within["F"])
	if err == nil {
		err = stream.Decode()
	}
	return named, stream, err
}

// associated is the file that the catalogue names as belonging to the document.
func (o *opened) associated() (types.Dict, *types.StreamDict, error) {
	all, err := o.DereferenceArray(o.root["AF"])
	if err != nil || len(all) != 1 {
		return nil, nil, fmt.Errorf("the catalogue associates %d files: %w", len(all), err)
	}
	return o.file(all[0])
}

// anyFile is the file whatever way leads to it, so that each check asks for one thing.
func (o *opened) anyFile() (named types.Dict, stream *types.StreamDict) {
	o.dicts(func(d types.Dict) {
		if t := d.Type(); t != nil && *t == "Filespec" {
			named, stream, _ = o.file(d)
		}
	})
	return named, stream
}

func unlike(what string, want, got any) error {
	if want != got {
		return fmt.Errorf("%s is %v, not %v", what, got, want)
	}
	return nil
}

// archivalChecks are what ISO 19005-3 (level B) and Factur-X 1.09 want of our documents.
var archivalChecks = map[string]func(o *opened) error{
	"header": func(o *opened) error {
		if !bytes.HasPrefix(o.raw, []byte("%PDF-1.7\n%")) || bytes.ContainsFunc(o.raw[10:14], func(r rune) bool { return r < 128 }) {
			return fmt.Errorf("it begins with %q", o.raw[:14])
		}
		return nil
	},
	"identity": func(o *opened) error {
		if len(o.ID) != 2 || o.Encrypt != nil {
			return fmt.Errorf("identity %v, encrypted %v", o.ID, o.Encrypt)
		}
		return nil
	},
	"metadata are XML": func(o *opened) error {
		decoder := xml.NewDecoder(strings.NewReader(o.xmp))
		for {
			if _, err := decoder.Token(); errors.Is(err, io.EOF) {
				return unlike("begun", true, strings.HasPrefix(o.xmp, "<?xpacket begin=\"\ufeff\""))
			} else if err != nil {
				return err
			}
		}
	},
	"part":        func(o *opened) error { return unlike("part", "3", o.property("pdfaid:part")) },
	"conformance": func(o *opened) error { return unlike("conformance", "B", o.property("pdfaid:conformance")) },
	"title": func(o *opened) error {
		var title string
		o.dicts(func(d types.Dict) {
			if text, ok := d["Title"]; ok {
				title, _ = model.Text(text)
			}
		})
		_, said, _ := strings.Cut(o.property("dc:title"), `x-default">`)
		said, _, _ = strings.Cut(said, "<")
		return unlike("title", title, html.UnescapeString(said))
	},
	"profile of the e-invoice": func(o *opened) error {
		return unlike("profile", "EN 16931 factur-x.xml INVOICE 1.0", strings.Join([]string{o.property("fx:ConformanceLevel"),
			o.property("fx:DocumentFileName"), o.property("fx:DocumentType"), o.property("fx:Version")}, " "))
	},
	"words are declared": func(o *opened) error {
		for _, word := range []string{"DocumentFileName", "DocumentType", "Version", "ConformanceLevel"} {
			if !strings.Contains(o.xmp, "<pdfaProperty:name>"+word+"</pdfaProperty:name>") {
				return fmt.Errorf("%s is not declared", word)
			}
		}
		return unlike("space", archive.ElectronicSpace, o.property("pdfaSchema:namespaceURI"))
	},
	"output intent": func(o *opened) error {
		all, err := o.DereferenceArray(o.root["OutputIntents"])
		if err != nil || len(all) != 1 {
			return fmt.Errorf("%d intents: %w", len(all), err)
		}
		intent, err := o.DereferenceDict(all[0])
		if err != nil {
			return err
		}
		return unlike("intent", "GTS_PDFA1", *intent.NameEntry("S"))
	},
	"colours": func(o *opened) error {
		var profile *types.StreamDict
		for number := range o.Table {
			if d, _, err := o.DereferenceStreamDict(*types.NewIndirectRef(number, 0)); err == nil && d != nil && d.Dict["Alternate"] != nil {
				profile = d
			}
		}
		if profile == nil {
			return errors.New("no profile")
		}
		if err := profile.Decode(); err != nil {
			return err
		}
		return errors.Join(unlike("components", 3, *profile.IntEntry("N")), rightProfile(profile.Content))
	},
	"fonts are embedded": func(o *opened) (err error) {
		o.dicts(func(d types.Dict) {
			if t := d.Type(); t != nil && *t == "FontDescriptor" && d["FontFile2"] == nil {
				err = fmt.Errorf("%s is not embedded", *d.NameEntry("FontName"))
			}
		})
		return err
	},
	"glyphs are found": func(o *opened) (err error) {
		o.dicts(func(d types.Dict) {
			if s := d.Subtype(); s != nil && *s == "CIDFontType2" && d["CIDToGIDMap"] == nil {
				err = errors.New("no way from characters to glyphs")
			}
		})
		return err
	},
	"widths": func(o *opened) (err error) {
		o.dicts(func(d types.Dict) {
			if s := d.Subtype(); s != nil && *s == "TrueType" {
				err = errors.Join(err, o.rightWidths(d))
			}
		})
		return err
	},
	"no transparency": func(o *opened) (err error) {
		o.dicts(func(d types.Dict) {
			for _, key := range []string{"SMask", "CA", "ca", "BM"} {
				if d[key] != nil {
					err = fmt.Errorf("something shines through: %s", key)
				}
			}
		})
		return err
	},
	"no action": func(o *opened) (err error) {
		o.dicts(func(d types.Dict) {
			for _, key := range []string{"OpenAction", "AA", "JS", "JavaScript", "Annots", "AcroForm"} {
				if d[key] != nil {
					err = fmt.Errorf("it does something: %s", key)
				}
			}
		})
		return err
	},
	"associated": func(o *opened) error {
		_, _, err := o.associated()
		return err
	},
	"relationship": func(o *opened) error {
		named, _ := o.anyFile()
		return unlike("relationship", "Alternative", *named.NameEntry("AFRelationship"))
	},
	"names": func(o *opened) error {
		names, err := o.DereferenceDict(o.root["Names"])
		if err != nil {
			return err
		}
		files, err := o.DereferenceDict(names["EmbeddedFiles"])
		if err != nil || files == nil {
			return errors.Join(errors.New("no embedded files"), err)
		}
		list, err := o.DereferenceArray(files["Names"])
		if err != nil {
			return err
		}
		return unlike("names", "(factur-x.xml)", fmt.Sprint(list[0]))
	},
	"name in both forms": func(o *opened) error {
		named, _ := o.anyFile()
		return unlike("names", "(factur-x.xml) (factur-x.xml)", fmt.Sprint(named["F"], " ", named["UF"]))
	},
	"kind of file": func(o *opened) error {
		_, stream := o.anyFile()
		return unlike("kind", "text/xml", *stream.NameEntry("Subtype"))
	},
	"date of the file": func(o *opened) error {
		_, stream := o.anyFile()
		parameters := stream.DictEntry("Params")
		return unlike("date", "(D:20261120000000+00'00')", fmt.Sprint(parameters["ModDate"]))
	},
	"the e-invoice comes out as it went in": func(o *opened) error {
		_, stream := o.anyFile()
		return errors.Join(unlike("e-invoice", embedded, string(stream.Content)), unlike("size", len(embedded), *stream.DictEntry("Params").IntEntry("Size")))
	},
}

// rightProfile reads what a reader needs of a profile of colours.
func rightProfile(icc []byte) error {
	if len(icc) < 132 || int(binary.BigEndian.Uint32(icc)) != len(icc) {
		return errors.New("the profile has another size than it says")
	}
	found := map[string][]byte{}
	for n := range int(binary.BigEndian.Uint32(icc[128:])) {
		entry := icc[132+12*n:]
		at, size := binary.BigEndian.Uint32(entry[4:]), binary.BigEndian.Uint32(entry[8:])
		found[string(entry[:4])] = icc[at : at+size]
	}
	var white [3]int32
	for _, colour := range []string{"rXYZ", "gXYZ", "bXYZ"} {
		for n := range white {
			white[n] += int32(binary.BigEndian.Uint32(found[colour][8+4*n:]))
		}
	}
	for n := range white {
		if off := white[n] - int32(binary.BigEndian.Uint32(found["wtpt"][8+4*n:])); off < -16 || off > 16 {
			return fmt.Errorf("red, green and blue are not white together: %d is off by %d", n, off)
		}
	}
	return unlike("profile", "4 mntrRGB XYZ acsp", fmt.Sprintf("%d %s%s", icc[8], icc[12:24], icc[36:40]))
}

// rightWidths compares what a font says of its characters with what its file holds.
func (o *opened) rightWidths(d types.Dict) error {
	widths, err := o.DereferenceArray(d["Widths"])
	if err != nil {
		return err
	}
	descriptor, err := o.DereferenceDict(d["FontDescriptor"])
	if err != nil {
		return err
	}
	if descriptor["FontFile2"] == nil {
		return nil // another check asks for it
	}
	file, _, err := o.DereferenceStreamDict(descriptor["FontFile2"])
	if err != nil {
		return err
	}
	if err := file.Decode(); err != nil {
		return err
	}
	face, err := sfnt.Parse(file.Content)
	if err != nil {
		return err
	}
	var buf sfnt.Buffer
	for n, width := range widths {
		r := charmap.Windows1252.DecodeByte(byte(32 + n))
		glyph, err := face.GlyphIndex(&buf, r)
		if !letters.Has(r) || err != nil {
			continue
		}
		if glyph == 0 {
			return fmt.Errorf("%q is not in the file", r)
		}
		of, err := face.GlyphAdvance(&buf, glyph, fixed.I(letters.Em), font.HintingNone)
		if err != nil {
			return err
		}
		if said, ok := width.(types.Integer); !ok || int(said) != of.Round() {
			return fmt.Errorf("%q is %v wide, not %d", r, width, of.Round())
		}
	}
	return nil
}

// failing are the checks that a file does not hold.
func failing(t *testing.T, raw []byte) []string {
	t.Helper()
	o, err := open(raw)
	require.NoError(t, err)
	out := []string{}
	for name, check := range archivalChecks {
		if err := check(o); err != nil {
			out = append(out, name)
		}
	}
	return out
}

// translucent is a picture through which something shines.
func translucent(t *testing.T) []byte {
	t.Helper()
	picture := image.NewNRGBA(image.Rect(0, 0, 80, 20))
	for x := range 80 {
		picture.SetNRGBA(x, x%20, color.NRGBA{R: 200, A: uint8(3 * x)})
	}
	var out bytes.Buffer
	require.NoError(t, png.Encode(&out, picture))
	return out.Bytes()
}

// TestDocumentsAreKeptForYears: every kind of document holds all that PDF/A-3b and Factur-X want, also with
// a translucent logo and with letters beyond Windows-1252, and its structure is right.
func TestDocumentsAreKeptForYears(t *testing.T) {
	t.Parallel()
	for name, sample := range samples {
		for _, change := range []func(d *billing.Document){
			func(*billing.Document) {}, func(d *billing.Document) { d.Logo = translucent(t) },
			func(d *billing.Document) { d.Buyer.Name = "Ελένη Łukasiewicz" }, func(d *billing.Document) { d.Seller.Name = `A & B <"é">` },
		} {
			d := sample()
			d.Archival, d.Electronic, d.IssueDate = true, []byte(embedded), kept().IssueDate
			change(&d)
			raw, err := New().Render(d)
			require.NoError(t, err)
			require.Empty(t, failing(t, raw), name)
			read(t, raw)
			again, err := New().Render(d)
			require.NoError(t, err)
			require.Equal(t, raw, again, "the same document gives the same bytes")
		}
	}
}

// TestADocumentWithoutEInvoiceSaysNothingOfOne: it is PDF/A all the same.
func TestADocumentWithoutEInvoiceSaysNothingOfOne(t *testing.T) {
	t.Parallel()
	d := kept()
	d.Electronic = nil
	raw, err := New().Render(d)
	require.NoError(t, err)
	for _, word := range []string{"factur-x", "/AF", "/Filespec", "fx:"} {
		require.NotContains(t, string(raw), word)
	}
	read(t, raw)
	o, err := open(raw)
	require.NoError(t, err)
	for _, name := range []string{"header", "identity", "metadata are XML", "part", "conformance", "title", "output intent", "colours", "fonts are embedded", "widths", "no transparency", "no action"} {
		require.NoError(t, archivalChecks[name](o), name)
	}
}

// TestPagesAreCompressed: the library is asked not to, so that nothing else would tell.
func TestPagesAreCompressed(t *testing.T) {
	t.Parallel()
	raw, err := New().Render(kept())
	require.NoError(t, err)
	require.False(t, bytes.Contains(raw, []byte("BT /F")), "a page that is not compressed")
	o, err := open(raw)
	require.NoError(t, err)
	for page := range o.PageCount {
		d, _, _, err := o.PageDict(page+1, false)
		require.NoError(t, err)
		content, _, err := o.DereferenceStreamDict(d["Contents"])
		require.NoError(t, err)
		require.True(t, content.HasSoleFilterNamed("FlateDecode"))
		require.NoError(t, content.Decode())
		require.Contains(t, string(content.Content), "BT /F")
		require.Less(t, 2*len(content.Raw), len(content.Content))
	}
}

// TestDocumentsOfBeforeAreDrawnAsTheyWere: an old snapshot says nothing of years.
func TestDocumentsOfBeforeAreDrawnAsTheyWere(t *testing.T) {
	t.Parallel()
	raw, err := New().Render(sites3())
	require.NoError(t, err)
	require.True(t, bytes.HasPrefix(raw, []byte("%PDF-1.3")))
	require.NotContains(t, string(raw), "pdfaid")
}

// TestEachCheckSeesWhatItIsFor: a document with one fault fails the check of that fault and no other.
func TestEachCheckSeesWhatItIsFor(t *testing.T) {
	t.Parallel()
	d := kept()
	d.Buyer.Name = "Ελένη"
	whole, err := render(d, false)
	require.NoError(t, err)
	require.Empty(t, failing(t, whole))
	width := regexp.MustCompile(`Widths \[\d{3} \d{3} `).FindString(string(whole)) // of the first characters
	for check, change := range map[string][2]string{
		"header":                                {"%PDF-1.7", "%PDF-1.3"},
		"identity":                              {"/ID [<", "/IX [<"},
		"metadata are XML":                      {"<pdf:Producer>", "<pdf:Produced>"},
		"part":                                  {"<pdfaid:part>3", "<pdfaid:part>2"},
		"conformance":                           {"<pdfaid:conformance>B", "<pdfaid:conformance>U"},
		"title":                                 {`<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Facture`, `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Factuur`},
		"profile of the e-invoice":              {"<fx:ConformanceLevel>EN 16931", "<fx:ConformanceLevel>EN 16932"},
		"words are declared":                    {"<pdfaProperty:name>Version", "<pdfaProperty:name>Virsion"},
		"output intent":                         {"/GTS_PDFA1", "/GTS_PDFX1"},
		"colours":                               {"/N 3 /Alternate", "/N 4 /Alternate"},
		"fonts are embedded":                    {"/FontFile2 ", "/FontFile9 "},
		"glyphs are found":                      {"/CIDToGIDMap", "/CIDToGIDMup"},
		"widths":                                {width, "Widths [999" + width[len("Widths [999"):]},
		"no action":                             {"/ViewerPreferences << /DisplayDocTitle true >>", "/OpenAction << /S /JavaScript /JS (x) >>      "},
		"associated":                            {"/AF [", "/AX ["},
		"relationship":                          {"/AFRelationship /Alternative", "/AFRelationship /Unspecified"},
		"names":                                 {"/Names << /EmbeddedFiles", "/Names << /EmbeddedFilez"},
		"name in both forms":                    {"/F (factur-x.xml) /UF (factur-x.xml)", "/F (factur-x.xml) /UF (factur-y.xml)"},
		"kind of file":                          {"/Subtype /text#2Fxml", "/Subtype /text#2Fcsv"},
		"date of the file":                      {"/ModDate (D:20261120000000+00'00')", "/ModDate (D:20261121000000+00'00')"},
		"the e-invoice comes out as it went in": {fmt.Sprintf("/Size %d /ModDate", len(embedded)), fmt.Sprintf("/Size %d /ModDate", len(embedded)+1)},
	} {
		require.Len(t, change[1], len(change[0]), check)
		require.Positive(t, bytes.Index(whole, []byte(change[0]))+1, check)
		broken := bytes.Replace(whole, []byte(change[0]), []byte(change[1]), 1)
		require.Equal(t, []string{check}, failing(t, broken), check)
	}
	// Drawn as before, a logo shines through.
	d.Logo, d.Archival = translucent(t), false
	shining, err := render(d, false)
	require.NoError(t, err)
	s := newSheet(d, false)
	shining, err = archive.Make(shining, s.about(), d.Electronic, nil)
	require.NoError(t, err)
	require.Equal(t, []string{"no transparency"}, failing(t, shining))
}

// TestAnEndThatIsNotTheLibrarysIsRefused: nothing is written over by guess.
func TestAnEndThatIsNotTheLibrarysIsRefused(t *testing.T) {
	t.Parallel()
	plain, err := render(sites3(), false)
	require.NoError(t, err)
	for _, broken := range [][]byte{nil, []byte("%PDF-1.3\n"), bytes.Replace(plain, []byte("/Type /Catalog"), []byte("/Type /Katalog"), 1),
		bytes.Replace(plain, []byte("startxref\n"), []byte("startxref\n9"), 1), bytes.Replace(plain, []byte("\nxref\n0 "), []byte("\nxref\n0 9"), 1)} {
		_, err := archive.Make(broken, archive.About{}, nil, nil)
		require.ErrorIs(t, err, archive.ErrTail)
	}
}
