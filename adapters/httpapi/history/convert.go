package history

import (
	"fmt"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/civil"
	core "github.com/openpmo/pmo/core/history"
)

func toAPIEntry(e core.Entry) (model.HistoryEntry, error) {
	out := model.HistoryEntry{Id: string(e.ID), At: wire.InParis(e.At), Act: model.HistoryAct(e.Act), How: model.HistoryHow(e.How),
		By: model.HistoryActor{Role: optional[model.Role](string(e.By.Role)), Id: wire.OptionalText(string(e.By.ID)), You: e.By.You, Name: wire.OptionalText(e.By.Name)}, ObjectKind: e.ObjectKind, ObjectId: wire.OptionalText(string(e.ObjectID))}
	details, err := toAPIDetails(e.Details)
	if err != nil {
		return out, fmt.Errorf("history: line %s: %w", e.ID, err)
	}
	if *details != (model.HistoryDetails{}) {
		out.Details = details
	}
	return out, nil
}

func toAPIDetails(d core.Details) (*model.HistoryDetails, error) {
	out := &model.HistoryDetails{Created: d.Created, Updated: d.Updated, Invoices: d.Invoices, Pairs: d.Pairs, Files: d.Files, Suspected: d.Suspected, Purged: d.Purged,
		Version: d.Version, UnpricedMilliWh: d.UnpricedMilliWh, Month: wire.OptionalText(d.Month), Request: optional[model.DsoRequest](d.Request),
		Answer: optional[model.HistoryDetailsAnswer](d.Answer), Reason: wire.OptionalText(d.Reason)}
	if len(d.Fields) > 0 {
		out.Fields = &d.Fields
	}
	if len(d.Values) > 0 {
		values := make([]model.HistoryValue, len(d.Values))
		for i, v := range d.Values {
			values[i] = model.HistoryValue{Field: v.Field, From: wire.OptionalText(v.From), To: wire.OptionalText(v.To)}
		}
		out.Values = &values
	}
	if len(d.Documents) > 0 {
		documents := make([]model.HistoryDocument, len(d.Documents))
		for i, one := range d.Documents {
			documents[i] = model.HistoryDocument{Id: string(one.ID), Path: wire.OptionalText(one.Path)}
			if one.Version > 0 {
				documents[i].Version = &one.Version
			}
		}
		out.Documents = &documents
	}
	if d.Definitive {
		out.Definitive = &d.Definitive
	}
	for _, day := range []struct {
		text string
		to   **openapi_types.Date
	}{{d.StartDate, &out.StartDate}, {d.EffectiveDate, &out.EffectiveDate}, {d.BillUpTo, &out.BillUpTo}, {d.Entry, &out.Entry}, {d.Exit, &out.Exit}} {
		if day.text == "" {
			continue
		}
		date, err := civil.ParseDate(day.text)
		if err != nil {
			return out, err
		}
		*day.to = wire.OptionalDate(&date)
	}
	return out, nil
}

// optional is nil for an empty word.
func optional[T ~string](word string) *T {
	if word == "" {
		return nil
	}
	v := T(word)
	return &v
}
