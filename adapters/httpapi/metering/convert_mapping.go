package metering

import (
	"time"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	core "github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/drawing"
)

// word is "" for what is absent.
func word[T ~string, W ~string](w *W) T {
	if w == nil {
		return ""
	}
	return T(*w)
}

// optionalWord is nil for "".
func optionalWord[W ~string, T ~string](t T) *W {
	if t == "" {
		return nil
	}
	w := W(t)
	return &w
}

func fromAPIAnswers(w model.FileAnswers) (curvefile.FileAnswers, error) {
	a := curvefile.FileAnswers{FileName: wire.Text(w.FileName), Zone: word[curvefile.FileZone](w.Zone), Labels: word[curvefile.Labels](w.Labels),
		DateOrder: word[curvefile.DateOrder](w.DateOrder), StepChange: word[curvefile.StepChange](w.StepChange), Unit: word[curvefile.FileUnit](w.Unit)}
	a.Sheet, a.LeaveOut = wire.Text(w.Sheet), w.LeaveOut != nil && *w.LeaveOut
	a.Decimal, a.LastLine = word[curvefile.DecimalMark](w.DecimalMark), word[curvefile.LastLine](w.LastLine)
	a.MeterIndex = word[curvefile.MeterIndex](w.MeterIndex)
	if w.Year != nil {
		a.Year = *w.Year
	}
	var list fault.List
	a.Nature = natureOf(&list, w.Nature)
	if w.Columns != nil {
		for _, c := range *w.Columns {
			a.Columns = append(a.Columns, curvefile.ColumnAnswer{Index: c.Index, Role: word[curvefile.ColumnRole](c.Role), DsoID: wire.Text(c.DsoId),
				Nature: natureOf(&list, c.Nature), Unit: word[curvefile.FileUnit](c.Unit)})
		}
	}
	return a, list.Err(problem.ErrInvalidRequest)
}

func natureOf(list *fault.List, w *model.Nature) core.Nature {
	if w == nil {
		return 0
	}
	n, err := core.ParseNature(string(*w))
	if f := fault.From(err); f != nil {
		list.Add(f.At("nature"))
	}
	return n
}

func optionalNature(n core.Nature) *model.Nature { return optionalWord[model.Nature](n.String()) }

func toAPIAnswers(a curvefile.FileAnswers) model.FileAnswers {
	out := model.FileAnswers{FileName: wire.OptionalText(a.FileName), Year: wire.OptionalCount(a.Year), Zone: optionalWord[model.FileZone](a.Zone),
		Labels: optionalWord[model.FileLabels](a.Labels), DateOrder: optionalWord[model.DateOrder](a.DateOrder),
		StepChange: optionalWord[model.FileStepChange](a.StepChange),
		Nature:     optionalNature(a.Nature), Unit: optionalWord[model.FileUnit](a.Unit)}
	out.Sheet, out.DecimalMark, out.LastLine = wire.OptionalText(a.Sheet), optionalWord[model.FileDecimalMark](a.Decimal), optionalWord[model.FileLastLine](a.LastLine)
	out.MeterIndex = optionalWord[model.FileMeterIndex](a.MeterIndex)
	if a.LeaveOut {
		out.LeaveOut = &a.LeaveOut
	}
	if len(a.Columns) > 0 {
		columns := make([]model.ColumnAnswer, len(a.Columns))
		for i, c := range a.Columns {
			columns[i] = model.ColumnAnswer{Index: c.Index, Role: optionalWord[model.ColumnRole](c.Role), DsoId: wire.OptionalText(c.DsoID),
				Nature: optionalNature(c.Nature), Unit: optionalWord[model.FileUnit](c.Unit)}
		}
		out.Columns = &columns
	}
	return out
}

func toAPIFileMapping(m curvefile.FileMapping) model.FileMapping {
	out := model.FileMapping{Id: string(m.ID), Version: m.Version, Name: m.Name, Fingerprint: m.Fingerprint, Answers: toAPIAnswers(m.Answers),
		CreatedAt: wire.InParis(m.CreatedAt), CreatedBy: wire.OptionalText(m.Author), UpdatedAt: wire.InParis(m.UpdatedAt)}
	if m.Outdated {
		out.Outdated = &m.Outdated
	}
	if len(m.Header) > 0 {
		out.Header = &m.Header
	}
	return out
}

func toAPIFiles(files []curvefile.FileUnderstanding, lang string) *[]model.FileUnderstanding {
	if len(files) == 0 {
		return nil
	}
	out := make([]model.FileUnderstanding, len(files))
	for i, f := range files {
		out[i] = toAPIFile(f, lang)
	}
	return &out
}

func toAPIFile(f curvefile.FileUnderstanding, lang string) model.FileUnderstanding {
	out := model.FileUnderstanding{FileName: f.FileName, Format: f.Format, Fingerprint: wire.OptionalText(f.Fingerprint),
		MappingId: wire.OptionalText(string(f.MappingID)), MappingName: wire.OptionalText(f.MappingName), Sheet: wire.OptionalText(f.Sheet),
		Encoding: wire.OptionalText(f.Encoding), Separator: wire.OptionalText(f.Separator), DecimalMark: wire.OptionalText(f.DecimalMark),
		DateFormat: wire.OptionalText(f.DateFormat), Zone: optionalWord[model.FileZone](f.Zone), Labels: optionalWord[model.FileLabels](f.Labels),
		Rows: wire.OptionalCount(f.Rows), Questions: make([]model.FileQuestion, len(f.Questions)),
		Columns: make([]model.FileColumn, len(f.Columns)), Notes: problem.Items(f.Notes, lang)}
	if out.Notes == nil {
		out.Notes = []model.ProblemItem{}
	}
	if unit := model.FileUnit(f.Unit); unit.Valid() {
		out.Unit = &unit
	}
	if f.Step > 0 {
		step := drawing.ISOStep(f.Step)
		out.Step = &step
	}
	if f.To > 0 {
		from, to := wireInstant(f.From), wireInstant(f.To)
		out.From, out.To = &from, &to
	}
	for i, q := range f.Questions {
		out.Questions[i] = toAPIFileQuestion(q)
	}
	for i, c := range f.Columns {
		out.Columns[i] = model.FileColumn{Index: c.Index, Header: c.Header, Samples: append([]string{}, c.Samples...),
			Role: optionalWord[model.ColumnRole](c.Role), DsoId: wire.OptionalText(c.DsoID), Nature: optionalNature(c.Nature),
			Unit: optionalWord[model.FileUnit](c.Unit), Names: wire.OptionalText(c.Names)}
	}
	if f.LeftOut {
		out.LeftOut = &f.LeftOut
	}
	if len(f.Curves) > 0 {
		curves := make([]model.FileCurve, len(f.Curves))
		for i, c := range f.Curves {
			curves[i] = model.FileCurve{DsoId: c.DsoID, Nature: model.Nature(c.Nature.String()), Values: c.Values, TotalMilliWh: int64(c.Total)}
		}
		out.Curves, out.CurveCount = &curves, wire.OptionalCount(f.CurveCount)
	}
	return out
}

func toAPIFileQuestion(q curvefile.FileQuestion) model.FileQuestion {
	out := model.FileQuestion{Kind: model.FileQuestionKind(q.Kind), Suggested: wire.OptionalText(q.Suggested)}
	if q.Column != curvefile.NoColumn {
		out.Column = &q.Column
	}
	if len(q.Options) > 0 {
		out.Options = &q.Options
	}
	return out
}

// wireInstant is an instant by the clock that Paris and Brussels share.
func wireInstant(seconds int64) time.Time { return time.Unix(seconds, 0).In(civil.Paris.Location()) }
