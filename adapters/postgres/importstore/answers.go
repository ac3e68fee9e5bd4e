package importstore

import (
	"encoding/json"

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
