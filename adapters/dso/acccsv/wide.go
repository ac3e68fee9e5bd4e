package acccsv

import (
	"context"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/openpmo/pmo/adapters/dso/columns"
	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// FormatWide is the name in the contract.
const FormatWide = "ACC_CSV_WIDE"

// WidePattern is what the name of a file in the wide form looks like.
const WidePattern = "<operation>_<NATURE>_<minutes>_<ddmmyyyy>_<ddmmyyyy>.csv"

// Refusals of files whose name and content differ.
var (
	// ErrFileName is a name that is not of the pattern; parameters fileName, expected.
	ErrFileName = fault.ImportFileName
	// ErrOutsideName is a time that is not on the days which the name tells; parameters
	// value, from, to.
	ErrOutsideName = fault.New(fault.Invalid, "curve.outsideFileName", fault.Text("column", "value", "from", "to", "fileName"))
	// ErrOtherStep is times that are further apart than the name tells; parameters
	// expected, found (minutes).
	ErrOtherStep = fault.New(fault.Invalid, "curve.otherStep", fault.Int("expected", "found"), fault.Text("fileName"))
	// ErrColumnTwice is a site with two columns; parameters fileName, column.
	ErrColumnTwice = fault.ImportColumnTwice
)

// Wide reads the wide form of ACC-CSV 1 (domain 4.2): a line for each step, a column for
// each site. The name of the file tells nature, step and days, and the content must be
// so. Values are mean power in watts; there is no status. Times are starts on the clock
// of the wall, the doubled hour of autumn twice in the order of time.
type Wide struct{}

var (
	_ files.Format = Wide{}
	_ files.Named  = Wide{}
)

// Recognise finds the time and the numbers of sites in the first line.
func (Wide) Recognise(head []byte) (found int, missing []string) {
	missing = []string{"Horodate", "PRM"}
	line, err := text.NewLines(strings.NewReader(string(head))).Head()
	if err != nil {
		return 0, missing
	}
	header := text.ParseHeader(line)
	if len(header) < 2 || header[0] != "horodate" {
		return 0, missing
	}
	for _, name := range header[1:] {
		// The head may end within a number.
		if strings.Trim(name, "0123456789") != "" || name == "" && len(header) == 2 {
			return 0, missing
		}
	}
	return 2, nil
}

// RecogniseNamed wants a name that tells a nature too: a file of coefficients looks the
// same.
func (w Wide) RecogniseNamed(name string, head []byte) (found int, missing []string) {
	if !widePrefix.MatchString(name) {
		return 0, []string{WidePattern}
	}
	return w.Recognise(head)
}

var (
	widePrefix = regexp.MustCompile(`(?i)^.+?_(PROD_EXT|CONSO_EXT|CONSO|PROD|AUTOCONSO|SURPLUS|COMPLEMENT)_`)
	wideName   = regexp.MustCompile(`(?i)^.+?_(PROD_EXT|CONSO_EXT|CONSO|PROD|AUTOCONSO|SURPLUS|COMPLEMENT)_(?:PT)?(\d{1,2})M?_(\d{8})_(\d{8})\.(?:csv|txt)$`)
)

// widely is what the name of a file tells.
type widely struct {
	nature metering.Nature
	step   int32 // seconds
	days   civil.Range
}

// parseWideName reads a name; ok is false for one that is not of the pattern.
func parseWideName(name string) (w widely, ok bool) {
	m := wideName.FindStringSubmatch(name)
	if m == nil {
		return w, false
	}
	minutes, _ := strconv.Atoi(m[2])
	step, known := steps["PT"+strconv.Itoa(minutes)+"M"]
	first, ok1 := wideDate(m[3])
	last, ok2 := wideDate(m[4])
	w = widely{Natures[strings.ToUpper(m[1])], step, civil.Range{From: first, To: last + 1}}
	return w, known && ok1 && ok2 && last >= first
}

// wideDate reads ddmmyyyy.
func wideDate(s string) (civil.Date, bool) {
	d, err := civil.ParseDate(s[4:] + "-" + s[2:4] + "-" + s[:2])
	return d, err == nil
}

// Read reads a file. Errors: import.fileName, import.columnTwice, import.empty,
// import.rejected with items by line.
func (Wide) Read(ctx context.Context, in files.Input) (curvefile.Dataset, error) {
	told, ok := parseWideName(in.Name)
	if !ok {
		return curvefile.Dataset{}, ErrFileName.With("fileName", in.Name).With("expected", WidePattern)
	}
	r := &wideReader{widely: told, zone: in.Zone, name: in.Name, lines: text.NewLines(in.Reader)}
	r.scale, _ = text.NewScale(text.Watt, time.Duration(told.step)*time.Second)
	if err := r.header(); err != nil {
		return curvefile.Dataset{}, err
	}
	if err := r.values(ctx); err != nil {
		return curvefile.Dataset{}, err
	}
	left := r.lastLine(in.Hints)
	if r.nearest > int64(told.step) && r.nearest < 1<<62 {
		r.columns.Refusals.Add(ErrOtherStep.With("expected", int(told.step/60)).With("found", int(r.nearest/60)).At("Horodate"))
	}
	set, err := r.columns.Dataset(in.Name, FormatWide, r.heads)
	if err != nil || left == nil {
		return set, err
	}
	set.Understood = left
	if left.Open() {
		set.Readings = nil
	}
	return set, nil
}

type wideReader struct {
	widely
	zone    civil.Zone
	name    string
	lines   *text.Lines
	columns *columns.Columns
	heads   []columns.Head
	scale   text.Scale
	row     []energy.MilliWh // of the line in hand
	last    int64            // start of the line before
	nearest int64            // seconds between two lines, at the least
	end     columns.LastLine
}

// header reads the numbers of the sites.
func (r *wideReader) header() error {
	line, err := r.lines.Head()
	if err != nil {
		return err
	}
	names := strings.Split(string(line), string(text.Separator))[1:]
	if n := len(names); n > 1 && strings.TrimSpace(names[n-1]) == "" {
		names = names[:n-1] // a separator at the end of the line
	}
	r.columns = columns.New(len(names))
	r.row = make([]energy.MilliWh, len(names))
	r.nearest = 1 << 62
	var sites text.Collection
	seen := map[string]bool{}
	for _, name := range names {
		name = strings.Trim(strings.TrimSpace(name), `"`)
		prm, err := sites.PRM([]byte(name))
		if err != nil {
			r.columns.Refuse(fault.From(err), name, name, r.lines.Row)
		}
		if seen[prm] && prm != "" {
			return ErrColumnTwice.With("column", prm).With("fileName", r.name)
		}
		seen[prm] = true
		r.heads = append(r.heads, columns.Head{DsoID: prm, Nature: r.nature, Unit: text.Watt, Labels: curvefile.LabelsStart})
	}
	r.columns.Warnings = sites.Warnings(&text.Table{})
	return nil
}
