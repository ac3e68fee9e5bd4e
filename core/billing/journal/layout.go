package journal

import (
	"fmt"
	"io"
	"strings"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/money"
)

// Header are the 18 columns of article A47 A-1 of the French book of tax procedures, in its order and
// spelling.
var Header = []string{"JournalCode", "JournalLib", "EcritureNum", "EcritureDate", "CompteNum", "CompteLib", "CompAuxNum", "CompAuxLib", "PieceRef", "PieceDate", "EcritureLib",
	"Debit", "Credit", "EcritureLet", "DateLet", "ValidDate", "Montantdevise", "Idevise"}

func compact(d civil.Date) string { return strings.ReplaceAll(d.String(), "-", "") }

func comma(c money.Cents) string { return strings.Replace(c.String(), ".", ",", 1) }

// WriteHeader writes the first line of the file.
func WriteHeader(w io.Writer) error { return writeLine(w, Header) }

// writeLine writes fields between tabs in ISO 8859-15, the set of signs that the law names.
func writeLine(w io.Writer, fields []string) error {
	var line []byte
	for n, f := range fields {
		if n > 0 {
			line = append(line, '\t')
		}
		line = appendLatin9(line, f)
	}
	if _, err := w.Write(append(line, '\r', '\n')); err != nil {
		return fmt.Errorf("write the journal: %w", err)
	}
	return nil
}

// latin9 are the signs of ISO 8859-15 that stand elsewhere than in Unicode.
var latin9 = map[rune]byte{'€': 0xA4, 'Š': 0xA6, 'š': 0xA8, 'Ž': 0xB4, 'ž': 0xB8, 'Œ': 0xBC, 'œ': 0xBD, 'Ÿ': 0xBE}

// written are signs that it does not have, and what is written for them: it means the same.
var written = map[rune]string{'’': "'", '‘': "'", 'ʼ': "'", '“': `"`, '”': `"`, '„': `"`, '–': "-", '—': "-", '‑': "-", '…': "...", '\u202f': " ", '\u2009': " ", '\u2007': " ",
	'¤': "U+00A4", '¦': "U+00A6", '¨': `"`, '´': "'", '¸': ",", '¼': "1/4", '½': "1/2", '¾': "3/4"}

// appendLatin9 writes a text. What ends fields or lines becomes a space; a letter that the set does not
// have becomes its number in Unicode, as U+0142: it can be read back, and is no other letter.
func appendLatin9(out []byte, s string) []byte {
	for _, r := range s {
		code, special := latin9[r]
		stands, other := written[r]
		switch {
		case special:
			out = append(out, code)
		case other:
			out = append(out, stands...)
		case r == '|' || r < 0x20 || r >= 0x7F && r < 0xA0:
			out = append(out, ' ')
		case r <= 0xFF:
			out = append(out, byte(r))
		default:
			out = fmt.Appendf(out, "U+%04X", r)
		}
	}
	return out
}
