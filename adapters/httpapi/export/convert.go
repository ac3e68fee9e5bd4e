package export

import (
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/export"
	"github.com/openpmo/pmo/core/metering/drawing"
)

func fromAPIAsk(b model.DataExportCreate) core.Ask {
	a := core.Ask{Days: wire.Days(b.DateFrom, b.DateTo), Resolution: drawing.Daily, Format: core.CSV, SiteIDs: wire.IDs(b.ParticipantIds)}
	for _, one := range b.Columns {
		a.Columns = append(a.Columns, core.Column(one))
	}
	if b.Natures != nil {
		for _, one := range *b.Natures {
			a.Natures = append(a.Natures, string(one))
		}
	}
	if b.Resolution != nil {
		a.Resolution = drawing.Resolution(*b.Resolution)
	}
	if b.Format != nil {
		a.Format = core.Format(*b.Format)
	}
	return a
}

func toAPIExport(v core.View) model.DataExport {
	out := model.DataExport{Id: string(v.ID), Stage: model.ExportStage(v.Stage), Columns: []model.ExportColumn{}, Natures: []model.Nature{},
		DateFrom: wire.Date(v.Ask.Days.From), DateTo: wire.Date(v.Ask.Days.Last()), Resolution: model.ExportResolution(v.Ask.Resolution),
		Format: model.ExportFormat(v.Ask.Format), ParticipantsNumber: len(v.Ask.SiteIDs), CreatedAt: wire.InParis(v.CreatedAt),
		FinishedAt: wire.OptionalInParis(v.FinishedAt), ExpiresAt: wire.OptionalInParis(v.ExpiresAt), FileName: wire.OptionalText(v.FileName)}
	for _, one := range v.Ask.Columns {
		out.Columns = append(out.Columns, model.ExportColumn(one))
	}
	for _, one := range v.Ask.Natures {
		out.Natures = append(out.Natures, model.Nature(one))
	}
	if v.FinishedAt != nil {
		lines := v.Lines
		out.LinesNumber = &lines
	}
	if !v.Content.ID.IsZero() {
		size := v.Content.Size
		out.Size = &size
	}
	return out
}
