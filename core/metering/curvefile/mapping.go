package curvefile

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
)

// FileAnswers are what somebody says about a file that it does not say itself. What is
// left out is taken from the file.
type FileAnswers struct {
	FileName   string // the one file that is meant; "" = each
	Sheet      string // the one sheet of a workbook that is meant; "" = each
	LeaveOut   bool   // that file or sheet is not read
	Year       int    // of the first date; 0 = not said
	Zone       FileZone
	Labels     Labels
	DateOrder  DateOrder
	StepChange StepChange
	Decimal    DecimalMark
	LastLine   LastLine
	MeterIndex MeterIndex
	Nature     metering.Nature // of all columns that do not say theirs
	Unit       FileUnit        // likewise
	Columns    []ColumnAnswer
}

// ColumnAnswer is what somebody says about one column.
type ColumnAnswer struct {
	Index  int // from 0
	Role   ColumnRole
	DsoID  string
	Nature metering.Nature
	Unit   FileUnit
}

// Column is what was said of a column; nothing where it was not mentioned.
func (a FileAnswers) Column(index int) ColumnAnswer {
	for _, c := range a.Columns {
		if c.Index == index {
			return c
		}
	}
	return ColumnAnswer{Index: index}
}

// Over is a with what b says put in its place.
func (a FileAnswers) Over(b FileAnswers) FileAnswers {
	out := FileAnswers{FileName: b.FileName, Sheet: b.Sheet, LeaveOut: b.LeaveOut || a.LeaveOut, Year: cmp.Or(b.Year, a.Year), Zone: cmp.Or(b.Zone, a.Zone),
		Labels: cmp.Or(b.Labels, a.Labels), DateOrder: cmp.Or(b.DateOrder, a.DateOrder), StepChange: cmp.Or(b.StepChange, a.StepChange),
		Decimal: cmp.Or(b.Decimal, a.Decimal), LastLine: cmp.Or(b.LastLine, a.LastLine), MeterIndex: cmp.Or(b.MeterIndex, a.MeterIndex), Nature: cmp.Or(b.Nature, a.Nature), Unit: cmp.Or(b.Unit, a.Unit)}
	out.Columns = slices.Clone(a.Columns)
	for _, c := range b.Columns {
		at := slices.IndexFunc(out.Columns, func(o ColumnAnswer) bool { return o.Index == c.Index })
		if at < 0 {
			out.Columns = append(out.Columns, c)
			continue
		}
		o := &out.Columns[at]
		*o = ColumnAnswer{c.Index, cmp.Or(c.Role, o.Role), cmp.Or(c.DsoID, o.DsoID), cmp.Or(c.Nature, o.Nature), cmp.Or(c.Unit, o.Unit)}
	}
	return out
}

// check refuses what cannot be meant. Errors: fileMapping.year, fileMapping.word,
// fileMapping.column, with the field.
func (a FileAnswers) check() error {
	if a.Year != 0 && (a.Year < 1990 || a.Year > 2100) {
		return metering.ErrMappingYear.With("value", a.Year).At("year")
	}
	for _, word := range []struct {
		field string
		known bool
	}{
		{"stepChange", slices.Contains([]StepChange{"", StepChanged, RowsMissing}, a.StepChange)},
		{"zone", slices.Contains([]FileZone{"", ZoneLegal, ZoneUTC, ZoneWinter, ZoneInFile}, a.Zone)},
		{"labels", slices.Contains([]Labels{"", LabelsStart, LabelsEnd}, a.Labels)},
		{"decimalMark", slices.Contains([]DecimalMark{"", DecimalPoint, DecimalComma}, a.Decimal)},
		{"lastLine", slices.Contains([]LastLine{"", LastLineWhole, LastLineCut}, a.LastLine)},
		{"meterIndex", slices.Contains([]MeterIndex{"", MeterIndexShown, MeterIndexValues}, a.MeterIndex)},
		{"dateOrder", slices.Contains([]DateOrder{"", DayMonthYear, MonthDayYear, YearMonthDay}, a.DateOrder)},
		{"nature", a.Nature >= 0 && a.Nature <= metering.ConsExt},
		{"unit", a.Unit.known()},
	} {
		if !word.known {
			return metering.ErrMappingWord.At(word.field)
		}
	}
	seen := map[int]bool{}
	for i, c := range a.Columns {
		field := fmt.Sprintf("columns.%d", i)
		if c.Index < 0 || seen[c.Index] {
			return metering.ErrMappingColumn.With("value", c.Index).At(field + ".index")
		}
		seen[c.Index] = true
		roles := []ColumnRole{"", RoleDateTime, RoleDate, RoleTime, RoleSite, RoleValue, RoleIgnored}
		if !slices.Contains(roles, c.Role) || c.Nature < 0 || c.Nature > metering.ConsExt || !c.Unit.known() {
			return metering.ErrMappingWord.At(field)
		}
	}
	return nil
}

// FileMapping holds the answers for all files of an operation that are understood alike.
type FileMapping struct {
	ID          id.ID
	OperationID id.ID
	Name        string
	Fingerprint string   // of what was understood: 32 hexadecimal digits
	Outdated    bool     // its fingerprint was made as none is any more: it matches no file
	Header      []string // names of its columns, for people; none = not told
	Answers     FileAnswers
	Version     int
	CreatedAt   time.Time
	CreatedBy   id.ID
	Author      string // name of CreatedBy, for lists
	UpdatedAt   time.Time
}

// FileHints are what is known about files before they are read.
type FileHints struct {
	Mappings []FileMapping
	Answers  []FileAnswers   // for this import only
	Sites    []metering.Site // of the operation, to suggest one by its name
}

// Of gathers what is known about one file, or one sheet of a workbook: the mapping of
// its fingerprint, and over it what was said for this import. mapping is nil where none
// fits.
//
// names reports whether the heading of a column names a site; nil = none does. A mapping
// says whose a column is only where the file does so too.
func (h FileHints) Of(fileName, sheet, fingerprint string, names func(column int, dsoID string) bool) (answers FileAnswers, mapping *FileMapping) {
	for i, m := range h.Mappings {
		if m.Fingerprint == fingerprint {
			mapping, answers = &h.Mappings[i], m.Answers.withoutSites(names)
		}
	}
	for _, a := range h.Answers {
		if (a.FileName == "" || a.FileName == fileName) && (a.Sheet == "" || a.Sheet == sheet) {
			answers = answers.Over(a)
		}
	}
	return answers, mapping
}

// withoutSites leaves the sites out that the file does not name.
func (a FileAnswers) withoutSites(names func(column int, dsoID string) bool) FileAnswers {
	a.Columns = slices.Clone(a.Columns)
	for i, c := range a.Columns {
		if c.DsoID == "" || names != nil && names(c.Index, c.DsoID) {
			continue
		}
		a.Columns[i].DsoID = ""
		if c.Role == "" {
			a.Columns[i].Role = RoleValue // it was said whose its values are
		}
	}
	return a
}

// SiteNamed is the number of the one site whose name is in some text, as a suggestion;
// "" when there is none, or more than one.
func (h FileHints) SiteNamed(text string) string {
	text = strings.ToLower(text)
	found := ""
	for _, s := range h.Sites {
		name := strings.ToLower(strings.TrimSpace(s.Name))
		if len(name) < 4 || !strings.Contains(text, name) || found == s.DsoID {
			continue
		}
		if found != "" {
			return ""
		}
		found = s.DsoID
	}
	return found
}

// Mappings stores how files of unusual layouts are read.
type Mappings interface {
	// Add stores one. Error: fileMapping.exists.
	Add(ctx context.Context, m FileMapping) error
	// Get reads one. Error: fileMapping.notFound.
	Get(ctx context.Context, operationID, mappingID id.ID) (FileMapping, error)
	// List reads those of an operation, by name.
	List(ctx context.Context, operationID id.ID) ([]FileMapping, error)
	// Update stores a changed one whose version is still before. Error: object.changed.
	Update(ctx context.Context, m FileMapping, before int) error
	// Remove forgets one. Error: fileMapping.notFound.
	Remove(ctx context.Context, operationID, mappingID id.ID) error
}

// longestMappingName in characters.
const longestMappingName = 120

var fingerprint = regexp.MustCompile(`^[0-9a-f]{32}$`)

// Check refuses a mapping that cannot be kept. What is said of one file only is not kept.
func (m *FileMapping) Check() error {
	m.Answers.FileName, m.Answers.Sheet, m.Answers.LastLine, m.Answers.MeterIndex, m.Answers.LeaveOut = "", "", "", "", false
	switch {
	case m.Name == "" || len([]rune(m.Name)) > longestMappingName:
		return metering.ErrMappingName.With("max", longestMappingName).At("name")
	case !fingerprint.MatchString(m.Fingerprint):
		return metering.ErrMappingFingerprint.At("fingerprint")
	}
	if err := m.Answers.check(); err != nil {
		f := fault.From(err)
		return f.At("answers." + f.Field)
	}
	return nil
}

// CheckAnswers refuses answers that cannot be meant, naming the part they came in.
func CheckAnswers(all []FileAnswers) error {
	for _, a := range all {
		if err := a.check(); err != nil {
			f := fault.From(err)
			return f.At("mapping." + f.Field)
		}
	}
	return nil
}
