package bankfile

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/openpmo/pmo/core/fault"
)

// DecimalMark is what stands between euros and cents.
type DecimalMark string

// The marks.
const (
	Comma DecimalMark = "COMMA"
	Point DecimalMark = "POINT"
)

// DateForm is in which order a day is written.
type DateForm string

// The forms: 24/12/2026, 12/24/2026 and 2026-12-24, between whatever signs.
const (
	DayFirst   DateForm = "DAY_MONTH_YEAR"
	MonthFirst DateForm = "MONTH_DAY_YEAR"
	YearFirst  DateForm = "YEAR_MONTH_DAY"
)

// MaxColumns of a table.
const MaxColumns = 100

// Mapping says what the columns of a table mean, by their names. An amount has a sign, or a column for
// each side.
type Mapping struct {
	Day              string
	Amount           string
	Debit, Credit    string
	Texts            []string // one after the other
	Counterparty     string
	CounterpartyIBAN string
	Reference        string // of the bank
	Decimal          DecimalMark
	Dates            DateForm
}

// Check says everything that is wrong with a mapping for a table with these columns.
func (m Mapping) Check(columns []string) fault.List {
	var wrong fault.List
	if m.Day == "" {
		wrong.Add(fault.FieldRequired.At("day"))
	}
	if single, sides := m.Amount != "", m.Debit != "" && m.Credit != ""; single == sides || single && (m.Debit != "" || m.Credit != "") {
		wrong.Add(ErrAmountColumns.At("amount"))
	}
	if m.Decimal != Comma && m.Decimal != Point {
		wrong.Add(fault.FieldEnum.With("allowed", "COMMA, POINT").With("value", string(m.Decimal)).At("decimal"))
	}
	if m.Dates != DayFirst && m.Dates != MonthFirst && m.Dates != YearFirst {
		wrong.Add(fault.FieldEnum.With("allowed", "DAY_MONTH_YEAR, MONTH_DAY_YEAR, YEAR_MONTH_DAY").With("value", string(m.Dates)).At("dates"))
	}
	has, used := map[string]int{}, map[string]bool{}
	for _, c := range columns {
		has[c]++
	}
	for _, one := range m.named() {
		switch {
		case one.column == "":
		case has[one.column] != 1:
			wrong.Add(ErrColumn.With("column", one.column).At(one.field))
		case used[one.column]:
			wrong.Add(ErrColumnTwice.With("column", one.column).At(one.field))
		default:
			used[one.column] = true
		}
	}
	return wrong
}

type namedColumn struct{ field, column string }

func (m Mapping) named() []namedColumn {
	out := []namedColumn{{"day", m.Day}, {"amount", m.Amount}, {"debit", m.Debit}, {"credit", m.Credit}, {"counterparty", m.Counterparty},
		{"counterpartyIban", m.CounterpartyIBAN}, {"reference", m.Reference}}
	for _, t := range m.Texts {
		out = append(out, namedColumn{"texts", t})
	}
	return out
}

// Fingerprint names tables with the same columns in the same order.
func Fingerprint(columns []string) string {
	sum := sha256.Sum256([]byte(strings.Join(columns, "\x1f")))
	return hex.EncodeToString(sum[:])
}
