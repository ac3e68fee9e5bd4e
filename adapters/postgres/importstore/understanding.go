package importstore

import (
	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// storedFile is how a file was understood, in the result of an import.
type storedFile struct {
	FileName    string                 `json:"fileName"`
	Format      string                 `json:"format"`
	Fingerprint string                 `json:"fingerprint,omitempty"`
	MappingID   id.ID                  `json:"mappingId,omitempty"`
	MappingName string                 `json:"mappingName,omitempty"`
	Sheet       string                 `json:"sheet,omitempty"`
	LeftOut     bool                   `json:"leftOut,omitempty"`
	Encoding    string                 `json:"encoding,omitempty"`
	Separator   string                 `json:"separator,omitempty"`
	DecimalMark string                 `json:"decimalMark,omitempty"`
	DateFormat  string                 `json:"dateFormat,omitempty"`
	Zone        curvefile.FileZone     `json:"zone,omitempty"`
	Labels      curvefile.Labels       `json:"labels,omitempty"`
	Unit        curvefile.FileUnit     `json:"unit,omitempty"`
	Step        int32                  `json:"step,omitempty"`
	Rows        int                    `json:"rows,omitempty"`
	Curves      []storedFileCurve      `json:"curves,omitempty"`
	CurveCount  int                    `json:"curveCount,omitempty"`
	From        int64                  `json:"from,omitempty"`
	To          int64                  `json:"to,omitempty"`
	Questions   []storedQuestion       `json:"questions,omitempty"`
	Columns     []storedColumn         `json:"columns,omitempty"`
	Notes       []postgres.StoredFault `json:"notes,omitempty"`
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
			Labels: f.Labels, Unit: f.Unit, Step: f.Step, Rows: f.Rows, From: f.From, To: f.To, Notes: postgres.ToStoredFaults(f.Notes)}
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
			Notes: postgres.FromStoredFaults(s.Notes)}
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
