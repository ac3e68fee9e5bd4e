package participant

import (
	"context"
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// Limits of a perimeter file. An operation of 10 000 sites fits.
const (
	MaxFileBytes  = 5 << 20
	MaxFileRows   = 10_000
	workbookEnd   = ".xlsx"
	textEnd       = ".csv"
	perimeterWord = "PERIM_"
)

// perimeterName is PERIM_<operation>_<yyyymmdd>, the name of a perimeter file.
var perimeterName = regexp.MustCompile(`(?i)^PERIM_(.+)_(\d{8})$`)

// ImportInput is a perimeter file. DryRun checks only. AddZeros is the yes to
// import.zeroMissing: numbers and postal codes that lack one digit begin with a zero that
// a spreadsheet has cut.
type ImportInput struct {
	OperationID id.ID
	FileName    string
	Content     []byte
	DryRun      bool
	AddZeros    bool
}

// Import adds and updates the sites of a perimeter file: all rows or none. The
// columns are those of domain 4.2, in any order; sites that the file does not name
// stay as they are; the same file again changes nothing. A check of a file that can be
// read is no error: its report names what each row would do, rejected ones with the
// reason. Errors: forbidden, notFound, import.…; import.rejected holds what is wrong row
// by row.
func (s *Service) Import(ctx context.Context, p policy.Principal, in ImportInput) (ImportReport, error) {
	const perm policy.Permission = "participant:import"
	if err := s.guard.Operation(ctx, p, perm, in.OperationID); err != nil {
		return ImportReport{}, err
	}
	o, err := s.operations.ByID(ctx, in.OperationID)
	if err != nil {
		return ImportReport{}, err
	}
	sheet, err := s.readFile(ctx, o, in)
	if err != nil {
		return ImportReport{}, named(in.FileName, err)
	}
	t, err := readTable(o.DSO, sheet, in.AddZeros)
	if err != nil {
		return ImportReport{}, named(in.FileName, err)
	}
	report := ImportReport{DryRun: in.DryRun, Warnings: t.warnings}
	if in.DryRun {
		todo, err := s.compare(ctx, o, t)
		if err != nil {
			return report, named(in.FileName, err)
		}
		report.count(todo)
		report.Touched, err = s.touched(ctx, o, todo.moved())
		return report, err
	}
	change := p.Change(perm, in.OperationID, "participant", "")
	change.Details = map[string]any{}
	err = s.tx.InTx(ctx, change, func(ctx context.Context) error {
		o, err := s.operations.Locked(ctx, in.OperationID)
		if err != nil {
			return err
		}
		todo, err := s.compare(ctx, o, t)
		if err != nil {
			return err
		}
		if err := todo.wrong.Err(ErrImportRejected); err != nil {
			return err
		}
		report.count(todo)
		change.Details["created"], change.Details["updated"] = report.Created, report.Updated
		report.Touched, err = s.carryOut(ctx, o, todo)
		return err
	})
	if err != nil {
		return ImportReport{}, named(in.FileName, err)
	}
	return report, nil
}

// named puts the file's name into a refusal of it or of its rows.
func named(fileName string, err error) error {
	if f := fault.From(err); f != nil && fileName != "" && strings.HasPrefix(f.Key, "import.") {
		return f.With("fileName", fileName)
	}
	return err
}

// readFile checks name and size, and reads the table.
func (s *Service) readFile(ctx context.Context, o operation.Operation, in ImportInput) (Sheet, error) {
	name := path.Base(strings.ReplaceAll(in.FileName, `\`, "/"))
	end := strings.ToLower(path.Ext(name))
	reader := map[string]SheetReader{workbookEnd: s.workbooks, textEnd: s.texts}[end]
	switch {
	case in.FileName == "":
		return Sheet{}, ErrFileRequired
	case reader == nil:
		return Sheet{}, ErrFileType
	case len(in.Content) == 0:
		return Sheet{}, ErrEmpty
	case len(in.Content) > MaxFileBytes:
		return Sheet{}, ErrTooLarge.With("limitBytes", MaxFileBytes)
	}
	if err := checkName(o, name, end); err != nil {
		return Sheet{}, err
	}
	return reader.ReadSheet(ctx, in.Content, MaxFileRows)
}

// checkName wants the operation's id in the name of a text file, and in that of a
// workbook that is named like one.
func checkName(o operation.Operation, name, end string) error {
	stem := name[:len(name)-len(end)]
	parts := perimeterName.FindStringSubmatch(stem)
	if parts == nil {
		if end == workbookEnd && !strings.HasPrefix(strings.ToUpper(stem), perimeterWord) {
			return nil
		}
		return ErrFileName.With("expected", fmt.Sprintf("%s%s_<aaaammjj>%s", perimeterWord, o.ExternalID, end))
	}
	if !strings.EqualFold(parts[1], o.ExternalID) {
		return ErrOtherOperation.With("operation", o.ExternalID)
	}
	return nil
}
