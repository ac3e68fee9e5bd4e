package curvefile

import (
	"slices"

	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
)

// FileZone says which clock wrote the times of a file. The words are the contract's.
type FileZone string

// The clocks. ZoneWinter is legal winter time all year long, as simulations use it.
const (
	ZoneLegal  FileZone = "LEGAL"
	ZoneUTC    FileZone = "UTC"
	ZoneWinter FileZone = "UTC_PLUS_1"
	ZoneInFile FileZone = "IN_FILE" // each time has its offset
)

// DateOrder is the order of the parts of a date. The words are the contract's.
type DateOrder string

// The orders.
const (
	DayMonthYear DateOrder = "DMY"
	MonthDayYear DateOrder = "MDY"
	YearMonthDay DateOrder = "YMD"
)

// FileUnit is what the numbers of a column count: mean power over the step, or energy
// within it. The words are the contract's.
type FileUnit string

// The units.
const (
	Watt         FileUnit = "W"
	Kilowatt     FileUnit = "KW"
	Megawatt     FileUnit = "MW"
	WattHour     FileUnit = "WH"
	KilowattHour FileUnit = "KWH"
	MegawattHour FileUnit = "MWH"
)

// FileUnits lists them.
func FileUnits() []FileUnit {
	return []FileUnit{Watt, Kilowatt, Megawatt, WattHour, KilowattHour, MegawattHour}
}

// DecimalMark is the sign before the decimals of the numbers of a file; the other of the
// two stands between thousands. The words are the contract's.
type DecimalMark string

// The marks.
const (
	DecimalPoint DecimalMark = "POINT"
	DecimalComma DecimalMark = "COMMA"
)

// LastLine says whether the last line of a file that has no line end is whole. The words
// are the contract's.
type LastLine string

// The answers.
const (
	LastLineWhole LastLine = "WHOLE"
	LastLineCut   LastLine = "CUT" // it is left out
)

// MeterIndex says whether values that hardly ever fall are what a meter shows. The words
// are the contract's.
type MeterIndex string

// The answers.
const (
	MeterIndexShown  MeterIndex = "INDEX"  // what a meter shows, which is no curve
	MeterIndexValues MeterIndex = "VALUES" // energy or power of steps
)

// ColumnRole says what the cells of a column are. The words are the contract's.
type ColumnRole string

// The roles. A date may stand in a column of its own, with the time of day in another.
const (
	RoleDateTime ColumnRole = "DATE_TIME"
	RoleDate     ColumnRole = "DATE"
	RoleTime     ColumnRole = "TIME"
	RoleSite     ColumnRole = "SITE" // the number of the site of each line
	RoleValue    ColumnRole = "VALUE"
	RoleIgnored  ColumnRole = "IGNORED"
)

// StepChange says what it means that some lines of a file are further apart than the
// others. The words are the contract's.
type StepChange string

// The meanings.
const (
	StepChanged StepChange = "NEW_STEP"     // their step is wider
	RowsMissing StepChange = "ROWS_MISSING" // lines between them are missing
)

// QuestionKind is what a file does not tell. The words are the contract's.
type QuestionKind string

// The questions, in the order in which people answer them.
const (
	AskColumns    QuestionKind = "COLUMNS" // which of several columns hold the values
	AskDateOrder  QuestionKind = "DATE_ORDER"
	AskYear       QuestionKind = "YEAR"
	AskZone       QuestionKind = "ZONE"
	AskLabels     QuestionKind = "LABELS"
	AskStepChange QuestionKind = "STEP_CHANGE" // whether lines further apart have a wider step
	AskDecimal    QuestionKind = "DECIMAL_MARK"
	AskLastLine   QuestionKind = "LAST_LINE"   // whether a last line without a line end is whole
	AskMeter      QuestionKind = "METER_INDEX" // whether values that hardly ever fall are what a meter shows
	AskSite       QuestionKind = "SITE"
	AskNature     QuestionKind = "NATURE"
	AskUnit       QuestionKind = "UNIT"
)

// NoColumn is the column of a question about the whole file.
const NoColumn = -1

// FileQuestion is something that must be answered before the file can be stored.
type FileQuestion struct {
	Kind      QuestionKind
	Column    int      // from 0; NoColumn = the whole file
	Options   []string // the possible answers, where they are few
	Suggested string   // a likely answer; never taken by itself
}

// FileColumn is a column as it was understood.
type FileColumn struct {
	Index   int // from 0
	Header  string
	Samples []string
	Role    ColumnRole // "" = not known yet
	DsoID   string
	Nature  metering.Nature
	Unit    FileUnit
	Names   string // number of the site that its heading names, by number or by name
}

// FileUnderstanding is what was understood of one file, and what it leaves open.
type FileUnderstanding struct {
	FileName    string
	Format      string
	Fingerprint string // of what was understood, where answers can be remembered
	MappingID   id.ID  // the mapping that was used
	MappingName string
	Sheet       string // of a workbook
	LeftOut     bool   // somebody said that it is not to be read
	Encoding    string
	Separator   string
	DecimalMark string
	DateFormat  string
	Zone        FileZone
	Labels      Labels
	Unit        FileUnit
	Step        int32 // seconds; the usual one
	Rows        int   // lines with a time
	Curves      []FileCurve
	CurveCount  int
	From, To    int64 // unix seconds, start of the first step and end of the last; 0 = not known
	Questions   []FileQuestion
	Columns     []FileColumn
	Notes       []*fault.Error // what was done on the way
}

// FileCurve is what was read of one site and nature.
type FileCurve struct {
	DsoID  string
	Nature metering.Nature
	Values int
	Total  energy.MilliWh
}

// maxFileCurves of a file are told, and how many there are.
const maxFileCurves = 200

// Open reports whether something must be answered first.
func (u FileUnderstanding) Open() bool { return len(u.Questions) > 0 }

// Asked names the open questions, each once.
func (u FileUnderstanding) Asked() []string {
	var kinds []string
	seen := map[QuestionKind]bool{}
	for _, q := range u.Questions {
		if !seen[q.Kind] {
			seen[q.Kind] = true
			kinds = append(kinds, string(q.Kind))
		}
	}
	return kinds
}

// addCurves adds up what was read of each site and nature, in the order of the file.
func (u *FileUnderstanding) addCurves(readings []Readings) {
	type key struct {
		dsoID  string
		nature metering.Nature
	}
	at := map[key]int{}
	u.Curves = nil
	for _, r := range readings {
		k := key{r.DsoID, r.Nature}
		i, known := at[k]
		if !known {
			i = len(at)
			if at[k] = i; i < maxFileCurves {
				u.Curves = append(u.Curves, FileCurve{DsoID: r.DsoID, Nature: r.Nature})
			}
		}
		if i >= maxFileCurves {
			continue // counted, not told
		}
		c := &u.Curves[i]
		for _, run := range r.Runs {
			c.Values += len(run.Values)
			sum := energy.MilliWh(0)
			for _, v := range run.Values {
				sum += v
			}
			c.Total += sum
		}
	}
	u.CurveCount = len(at)
}

// cover widens the range of the file.
func (u *FileUnderstanding) cover(from, to int64) {
	if from >= to {
		return
	}
	if u.To == 0 || from < u.From {
		u.From = from
	}
	u.To = max(u.To, to)
}

func (u FileUnit) known() bool {
	return u == "" || slices.Contains(FileUnits(), u)
}
