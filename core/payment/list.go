package payment

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
)

// List is a file with a mandate a line.
type List struct {
	FileName string
	Content  []byte
	DryRun   bool
}

// BlankList is a list of mandates to be filled: the words above, and whoever has none yet.
type BlankList struct {
	Name   string // of the file
	Header []string
	Rows   [][]string
}

// Bounds of a cell: what is longer is no value of a mandate, and numbers of more digits are
// rounded by spreadsheets.
const (
	maxCell   = 200
	maxDigits = 15
)

// A column is called as its field in the contract, or as people here call it.
var columns = []struct{ field, word string }{
	{"dsoId", "prm"}, {"mandateId", "rum"}, {"debtorName", "debiteur"}, {"iban", "iban"}, {"bic", "bic"}, {"scheme", "schema"},
	{"signatureDate", "date_signature"}, {"bankReconciliationId", "rapprochement"}, {"participantId", "participant"},
}

// Without these nothing can be made of a list.
var requiredFields = []string{"mandateId", "debtorName", "iban", "signatureDate"}

// eanWord is the word above the numbers of sites in Brussels.
const eanWord = "ean"

// headerOf is the words above a list for an operator, the site's own number first.
func headerOf(o dso.Operator) []string {
	var out []string
	for _, c := range columns {
		switch {
		case c.field == "participantId":
		case c.field == "dsoId" && o.IdentifierKind() == dso.KindEAN:
			out = append(out, eanWord)
		default:
			out = append(out, c.word)
		}
	}
	return out
}

// fieldOf is the field that a word above a column means, empty where it means none.
func fieldOf(title string) string {
	word := strings.ReplaceAll(operation.Fold(title), " ", "_")
	if word == eanWord || word == "pdl" {
		return "dsoId"
	}
	for _, c := range columns {
		if word == c.word || word == strings.ToLower(c.field) {
			return c.field
		}
	}
	return ""
}

// fieldsOf are the fields of the columns of a list; a column without a word above it has none.
func fieldsOf(sheet perimeterfile.Sheet) ([]string, error) {
	fields := make([]string, len(sheet.Header))
	for i, title := range sheet.Header {
		if strings.TrimSpace(title) == "" {
			continue
		}
		field := fieldOf(title)
		switch {
		case field == "":
			return nil, ErrColumnUnknown.With("column", title).With("columns", words())
		case slices.Contains(fields, field):
			return nil, perimeterfile.ErrColumnTwice.With("column", title)
		}
		fields[i] = field
	}
	var missing []string
	for _, field := range requiredFields {
		if !slices.Contains(fields, field) {
			missing = append(missing, wordOf(field))
		}
	}
	if !slices.Contains(fields, "dsoId") && !slices.Contains(fields, "participantId") {
		missing = append([]string{wordOf("dsoId")}, missing...)
	}
	if len(missing) > 0 {
		return nil, perimeterfile.ErrColumnsMissing.With("columns", strings.Join(missing, ", "))
	}
	return fields, nil
}

func wordOf(field string) string {
	for _, c := range columns {
		if c.field == field {
			return c.word
		}
	}
	return field
}

// words are all that may stand above a column.
func words() string {
	out := make([]string, len(columns))
	for i, c := range columns {
		out[i] = c.word
	}
	return strings.Join(out, ", ")
}

// listed is a row of an import: the mandate as it was sent, and what could not be read of it.
type listed struct {
	MandateInput
	row    int // from 1; of a file its line
	unread []*fault.Error
}

// withUnread is what is wrong of a row: of a field that could not be read it is not told twice.
func (l listed) withUnread(wrong fault.List) fault.List {
	out := fault.List{Items: slices.Clone(l.unread)}
	for _, f := range wrong.Items {
		if !slices.ContainsFunc(l.unread, func(u *fault.Error) bool { return u.Field == f.Field }) {
			out.Items = append(out.Items, f)
		}
	}
	return out
}

// numbered are mandates that come without a file.
func numbered(inputs []MandateInput) []listed {
	out := make([]listed, len(inputs))
	for i, in := range inputs {
		out[i] = listed{MandateInput: in, row: i + 1}
	}
	return out
}

// readList turns a sheet into rows. Nothing of it is left out: a value without a column is told too. The
// error is one of the whole file.
func readList(sheet perimeterfile.Sheet) ([]listed, error) {
	fields, err := fieldsOf(sheet)
	if err != nil {
		return nil, err
	}
	out := make([]listed, len(sheet.Rows))
	for i, row := range sheet.Rows {
		out[i].row = row.Line
		for at, cell := range row.Cells {
			text := strings.TrimSpace(cell.Text)
			switch {
			case text == "":
			case at >= len(fields):
				out[i].unread = append(out[i].unread, fault.RowFields.With("expected", len(fields)).With("received", len(row.Cells)))
			case fields[at] == "":
				return nil, ErrColumnUnknown.With("column", strconv.Itoa(at+1)).With("columns", words())
			default:
				out[i].put(fields[at], text, cell.Number, sheet)
			}
		}
	}
	return out, nil
}

// put takes the text of a cell for a field.
func (l *listed) put(field, text string, number bool, sheet perimeterfile.Sheet) {
	switch {
	case utf8.RuneCountInString(text) > maxCell:
		l.unread = append(l.unread, fault.FieldTooLong.With("max", maxCell).At(field))
		return
	case number && len(text) > maxDigits:
		l.unread = append(l.unread, perimeterfile.ErrNumberCut.At(field))
		return
	}
	if field == "signatureDate" {
		if day, ok := perimeterfile.Day(text, sheet.DayZero); ok {
			text = day.String()
		}
	}
	*map[string]*string{"participantId": &l.ParticipantID, "dsoId": &l.DsoID, "mandateId": &l.RUM, "debtorName": &l.DebtorName, "iban": &l.IBAN, "bic": &l.BIC,
		"scheme": &l.Scheme, "signatureDate": &l.SignatureDate, "bankReconciliationId": &l.ReconciliationID}[field] = text
}
