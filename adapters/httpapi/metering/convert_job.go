package metering

import (
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/metering/ingest/intake"
)

var importStatuses = map[ingest.ImportStatus]model.JobStatus{
	ingest.ImportStarted: model.JobStatusPENDING, ingest.ImportSucceeded: model.JobStatusSUCCESS, ingest.ImportFailed: model.JobStatusFAILURE,
	ingest.ImportSuspected: model.JobStatusFAILURE, ingest.ImportUndone: model.JobStatusSUCCESS,
}

// ToAPIImportJob shows an import as a job; its result is a CurveImportResult.
func ToAPIImportJob(i ingest.Import, lang string) (model.Job, error) {
	out := model.Job{Id: string(i.ID), Kind: "curveImport", Status: importStatuses[i.Status], CreatedAt: wire.InParis(i.CreatedAt),
		FinishedAt: wire.OptionalInParis(i.FinishedAt), Progress: importProgress(i)}
	if items := problem.Items(i.Errors, lang); len(items) > 0 {
		out.Errors = &items
	}
	if i.Result == nil {
		return out, nil
	}
	var err error
	out.Result, err = wire.JobResult(toAPIImportResult(*i.Result, lang))
	return out, err
}

// importProgress counts datasets while the import runs, and files when it is over.
func importProgress(i ingest.Import) model.Progress {
	switch i.Status {
	case ingest.ImportSucceeded, ingest.ImportUndone:
		return model.Progress{Success: len(i.Files), Total: len(i.Files)}
	case ingest.ImportFailed, ingest.ImportSuspected:
		return model.Progress{Failure: len(i.Files), Total: len(i.Files)}
	}
	total := max(i.Total, len(i.Files))
	return model.Progress{Pending: total - i.Done, Success: i.Done, Total: total}
}

func toAPICurveImport(i ingest.Import, lang string) model.CurveImport {
	out := model.CurveImport{Id: string(i.ID), Status: model.CurveImportStatus(i.Status), DryRun: i.DryRun, CreatedAt: wire.InParis(i.CreatedAt),
		FinishedAt: wire.OptionalInParis(i.FinishedAt), CreatedBy: wire.OptionalText(i.Author), Source: importSource(i.Kind),
		Files: make([]model.CurveFile, len(i.Files))}
	for n, f := range i.Files {
		out.Files[n] = model.CurveFile{Name: f.Name, Size: f.Size, Sha256: &i.Files[n].SHA256, Format: wire.OptionalText(f.Format)}
	}
	if i.Confirmed {
		out.Confirmed = &i.Confirmed
	}
	if i.Result != nil {
		result := toAPIImportResult(*i.Result, lang)
		out.Result = &result
	}
	if items := problem.Items(i.Errors, lang); len(items) > 0 {
		out.Errors = &items
	}
	return out
}

func toAPIImportResult(r ingest.ImportResult, lang string) model.CurveImportResult {
	out := model.CurveImportResult{DryRun: r.DryRun, Points: r.Points, ChangedSites: r.ChangedSites, ChangedDays: r.ChangedDays,
		Unchanged: r.Unchanged, Files: toAPIFiles(r.Files, lang), Sites: make([]model.CurveImportSite, len(r.Sites))}
	for i, s := range r.Sites {
		out.Sites[i] = toAPIImportSite(s)
	}
	if r.Readings > 0 {
		out.Readings, out.ReadingsChanged = &r.Readings, &r.ReadingsChanged
		sites := make([]model.ReadingsOfSite, len(r.ReadingSites))
		for n, s := range r.ReadingSites {
			sites[n] = model.ReadingsOfSite{ParticipantId: wire.OptionalText(string(s.ParticipantID)), Name: wire.OptionalText(s.Name), DsoId: s.DsoID,
				Readings: s.Readings, Changed: s.Changed}
		}
		out.ReadingSites = &sites
	}
	if r.SuspectedCount > 0 {
		months := make([]model.SuspectedMonth, len(r.Suspected))
		for n, s := range r.Suspected {
			months[n] = toAPISuspectedMonth(s)
		}
		out.Suspected, out.SuspectedCount = &months, &r.SuspectedCount
	}
	if items := problem.Items(r.Warnings, lang); len(items) > 0 {
		out.Warnings, out.WarningCount = &items, &r.WarningCount
	}
	return out
}

func toAPIImportSite(s intake.ImportSite) model.CurveImportSite {
	out := model.CurveImportSite{ParticipantId: wire.OptionalText(string(s.ParticipantID)), Name: wire.OptionalText(s.Name), DsoId: s.DsoID,
		Nature: model.Nature(s.Nature.String()), Month: s.Month.String(), Step: drawing.ISOStep(s.Step), Unit: wire.OptionalText(s.Unit),
		Points: s.Points, Missing: s.Missing, Doubtful: s.Doubtful, TotalMilliWh: int64(s.Total), PreviousMonthMilliWh: (*int64)(s.Previous),
		Ratio: s.Ratio, ChangedDays: s.ChangedDays, Definitive: s.Definitive}
	if s.Labels != "" {
		labels := model.CurveImportSiteLabels(s.Labels)
		out.Labels = &labels
	}
	if s.Factor != "" {
		factor := model.CurveImportSiteSuspectedFactor(s.Factor)
		out.SuspectedFactor = &factor
	}
	return out
}

func toAPISuspectedMonth(s intake.Suspicion) model.SuspectedMonth {
	out := model.SuspectedMonth{ParticipantId: wire.OptionalText(string(s.ParticipantID)), Name: wire.OptionalText(s.Name), DsoId: s.DsoID,
		Nature: model.Nature(s.Nature.String()), Month: s.Month.String(), Reason: model.SuspicionReason(s.Reason),
		BeforeMilliWh: (*int64)(s.Before), AfterMilliWh: int64(s.After)}
	if s.PowerW > 0 {
		out.LimitWatts = &s.PowerW
	}
	return out
}
