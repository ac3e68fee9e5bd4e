package postgres

import (
	"encoding/json"

	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// storedAnswers are answers about a file in a jsonb column.
type storedAnswers struct {
	FileName   string                `json:"fileName,omitempty"`
	Sheet      string                `json:"sheet,omitempty"`
	LeaveOut   bool                  `json:"leaveOut,omitempty"`
	Decimal    curvefile.DecimalMark `json:"decimalMark,omitempty"`
	LastLine   curvefile.LastLine    `json:"lastLine,omitempty"`
	MeterIndex curvefile.MeterIndex  `json:"meterIndex,omitempty"`
	Year       int                   `json:"year,omitempty"`
	Zone       curvefile.FileZone    `json:"zone,omitempty"`
	Labels     curvefile.Labels      `json:"labels,omitempty"`
	DateOrder  curvefile.DateOrder   `json:"dateOrder,omitempty"`
	StepChange curvefile.StepChange  `json:"stepChange,omitempty"`
	Nature     metering.Nature       `json:"nature,omitempty"`
	Unit       curvefile.FileUnit    `json:"unit,omitempty"`
	Columns    []storedAnswersColumn `json:"columns,omitempty"`
}

type storedAnswersColumn struct {
	Index  int                  `json:"index"`
	Role   curvefile.ColumnRole `json:"role,omitempty"`
	DsoID  string               `json:"dsoId,omitempty"`
	Nature metering.Nature      `json:"nature,omitempty"`
	Unit   curvefile.FileUnit   `json:"unit,omitempty"`
}

func storedAnswersOf(a curvefile.FileAnswers) storedAnswers {
	out := storedAnswers{FileName: a.FileName, Sheet: a.Sheet, LeaveOut: a.LeaveOut, Decimal: a.Decimal, LastLine: a.LastLine, MeterIndex: a.MeterIndex, Year: a.Year, Zone: a.Zone, Labels: a.Labels, DateOrder: a.DateOrder, StepChange: a.StepChange, Nature: a.Nature, Unit: a.Unit}
	for _, c := range a.Columns {
		out.Columns = append(out.Columns, storedAnswersColumn(c))
	}
	return out
}

func (s storedAnswers) answers() curvefile.FileAnswers {
	out := curvefile.FileAnswers{FileName: s.FileName, Sheet: s.Sheet, LeaveOut: s.LeaveOut, Decimal: s.Decimal, LastLine: s.LastLine, MeterIndex: s.MeterIndex, Year: s.Year, Zone: s.Zone, Labels: s.Labels, DateOrder: s.DateOrder, StepChange: s.StepChange, Nature: s.Nature, Unit: s.Unit}
	for _, c := range s.Columns {
		out.Columns = append(out.Columns, curvefile.ColumnAnswer(c))
	}
	return out
}

func toStoredAnswers(a curvefile.FileAnswers) ([]byte, error) {
	return json.Marshal(storedAnswersOf(a))
}

// toStoredImportAnswers keeps the answers of one import.
func toStoredImportAnswers(all []curvefile.FileAnswers) ([]byte, error) {
	stored := make([]storedAnswers, len(all))
	for i, a := range all {
		stored[i] = storedAnswersOf(a)
	}
	return json.Marshal(stored)
}

func fromStoredImportAnswers(data []byte) ([]curvefile.FileAnswers, error) {
	var stored []storedAnswers
	if err := json.Unmarshal(data, &stored); err != nil || len(stored) == 0 {
		return nil, err
	}
	out := make([]curvefile.FileAnswers, len(stored))
	for i, s := range stored {
		out[i] = s.answers()
	}
	return out, nil
}

// fingerprintKind is how fingerprints are made now (docs/adr/0021).
const fingerprintKind = 2

func fromDBFileMapping(row sqlcgen.FileMapping, author string) (curvefile.FileMapping, error) {
	m := curvefile.FileMapping{ID: row.ID, OperationID: row.OperationID, Name: row.Name, Fingerprint: row.Fingerprint, Header: row.Header,
		Outdated: row.FingerprintKind < fingerprintKind, Version: int(row.Version), CreatedAt: row.CreatedAt, CreatedBy: row.CreatedBy, Author: author, UpdatedAt: row.UpdatedAt}
	var stored storedAnswers
	err := json.Unmarshal(row.Answers, &stored)
	m.Answers = stored.answers()
	return m, err
}

// storedFile is how a file was understood, in the result of an import.
type storedFile struct {
	FileName    string             `json:"fileName"`
	Format      string             `json:"format"`
	Fingerprint string             `json:"fingerprint,omitempty"`
	MappingID   id.ID              `json:"mappingId,omitempty"`
	MappingName string             `json:"mappingName,omitempty"`
	Sheet       string             `json:"sheet,omitempty"`
	LeftOut     bool               `json:"leftOut,omitempty"`
	Encoding    string             `json:"encoding,omitempty"`
	Separator   string             `json:"separator,omitempty"`
	DecimalMark string             `json:"decimalMark,omitempty"`
	DateFormat  string             `json:"dateFormat,omitempty"`
	Zone        curvefile.FileZone `json:"zone,omitempty"`
	Labels      curvefile.Labels   `json:"labels,omitempty"`
	Unit        curvefile.FileUnit `json:"unit,omitempty"`
	Step        int32              `json:"step,omitempty"`
	Rows        int                `json:"rows,omitempty"`
	Curves      []storedFileCurve  `json:"curves,omitempty"`
	CurveCount  int                `json:"curveCount,omitempty"`
	From        int64              `json:"from,omitempty"`
	To          int64              `json:"to,omitempty"`
	Questions   []storedQuestion   `json:"questions,omitempty"`
	Columns     []storedColumn     `json:"columns,omitempty"`
	Notes       []storedFault      `json:"notes,omitempty"`
}

type storedQuestion struct {
	Kind      curvefile.QuestionKind `json:"kind"`
	Column    int                    `json:"column"`
	Options   []string               `json:"options,omitempty"`
	Suggested string                 `json:"suggested,omitempty"`
}

type storedColumn struct {
	Index   int                  `json:"index"`
	Header  string               `json:"header"`
	Samples []string             `json:"samples,omitempty"`
	Role    curvefile.ColumnRole `json:"role,omitempty"`
	DsoID   string               `json:"dsoId,omitempty"`
	Nature  metering.Nature      `json:"nature,omitempty"`
	Unit    curvefile.FileUnit   `json:"unit,omitempty"`
	Names   string               `json:"names,omitempty"`
}

type storedFileCurve struct {
	DsoID  string          `json:"dsoId"`
	Nature metering.Nature `json:"nature"`
	Values int             `json:"values"`
	Total  energy.MilliWh  `json:"totalMilliWh"`
}

func toStoredFiles(files []curvefile.FileUnderstanding) []storedFile {
	out := make([]storedFile, len(files))
	for i, f := range files {
		s := storedFile{FileName: f.FileName, Format: f.Format, Fingerprint: f.Fingerprint, MappingID: f.MappingID, MappingName: f.MappingName,
			Sheet: f.Sheet, LeftOut: f.LeftOut, CurveCount: f.CurveCount, Encoding: f.Encoding, Separator: f.Separator, DecimalMark: f.DecimalMark, DateFormat: f.DateFormat, Zone: f.Zone,
			Labels: f.Labels, Unit: f.Unit, Step: f.Step, Rows: f.Rows, From: f.From, To: f.To, Notes: toStoredFaults(f.Notes)}
		for _, q := range f.Questions {
			s.Questions = append(s.Questions, storedQuestion(q))
		}
		for _, c := range f.Columns {
			s.Columns = append(s.Columns, storedColumn(c))
		}
		for _, c := range f.Curves {
			s.Curves = append(s.Curves, storedFileCurve(c))
		}
		out[i] = s
	}
	return out
}

func fromStoredFiles(stored []storedFile) []curvefile.FileUnderstanding {
	var out []curvefile.FileUnderstanding
	for _, s := range stored {
		f := curvefile.FileUnderstanding{FileName: s.FileName, Format: s.Format, Fingerprint: s.Fingerprint, MappingID: s.MappingID,
			MappingName: s.MappingName, Sheet: s.Sheet, LeftOut: s.LeftOut, CurveCount: s.CurveCount, Encoding: s.Encoding, Separator: s.Separator, DecimalMark: s.DecimalMark,
			DateFormat: s.DateFormat, Zone: s.Zone, Labels: s.Labels, Unit: s.Unit, Step: s.Step, Rows: s.Rows, From: s.From, To: s.To,
			Notes: fromStoredFaults(s.Notes)}
		for _, q := range s.Questions {
			f.Questions = append(f.Questions, curvefile.FileQuestion(q))
		}
		for _, c := range s.Columns {
			f.Columns = append(f.Columns, curvefile.FileColumn(c))
		}
		for _, c := range s.Curves {
			f.Curves = append(f.Curves, curvefile.FileCurve(c))
		}
		out = append(out, f)
	}
	return out
}
