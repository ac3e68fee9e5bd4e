package importstore

import (
	"encoding/json"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/meteringstore"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/metering/ingest/intake"
)

// storedResult is an import result, as JSON in a packed column.
type storedResult struct {
	DryRun       bool                   `json:"dryRun"`
	Points       int64                  `json:"points"`
	Sites        []storedSite           `json:"sites"`
	ChangedSites int                    `json:"changedSites"`
	ChangedDays  int                    `json:"changedDays"`
	Unchanged    bool                   `json:"unchanged"`
	Warnings     []postgres.StoredFault `json:"warnings"`
	WarningCount int                    `json:"warningCount,omitempty"` // none in rows from before it was kept
	Files        []storedFile           `json:"files,omitempty"`
	Registers    int                    `json:"registers,omitempty"`
	Readings     int                    `json:"readings,omitempty"`

	ReadingsChanged int                  `json:"readingsChanged,omitempty"`
	ReadingSites    []ingest.ReadingSite `json:"readingSites,omitempty"`
	Suspected       []intake.Suspicion   `json:"suspected,omitempty"`
	SuspectedCount  int                  `json:"suspectedCount,omitempty"`
}

type storedSite struct {
	ParticipantID string           `json:"participantId"`
	Name          string           `json:"name"`
	DsoID         string           `json:"dsoId"`
	Nature        metering.Nature  `json:"nature"`
	Month         civil.Month      `json:"month"`
	Step          int32            `json:"step"`
	Unit          string           `json:"unit"`
	Labels        curvefile.Labels `json:"labels"`
	Points        int              `json:"points"`
	Missing       int              `json:"missing"`
	Doubtful      int              `json:"doubtful"`
	Total         energy.MilliWh   `json:"total"`
	Previous      *energy.MilliWh  `json:"previous,omitempty"`
	Ratio         *float64         `json:"ratio,omitempty"`
	Factor        string           `json:"factor,omitempty"`
	ChangedDays   int              `json:"changedDays"`
	Definitive    bool             `json:"definitive"`
}

func toStoredResult(r *ingest.ImportResult) ([]byte, error) {
	if r == nil {
		return nil, nil
	}
	stored := storedResult{DryRun: r.DryRun, Points: r.Points, ChangedSites: r.ChangedSites, ChangedDays: r.ChangedDays,
		Unchanged: r.Unchanged, Warnings: postgres.ToStoredFaults(r.Warnings), WarningCount: r.WarningCount, Files: toStoredFiles(r.Files), Registers: r.Registers, Readings: r.Readings,
		ReadingsChanged: r.ReadingsChanged, ReadingSites: r.ReadingSites, Suspected: r.Suspected, SuspectedCount: r.SuspectedCount,
		Sites: make([]storedSite, len(r.Sites))}
	for i, s := range r.Sites {
		stored.Sites[i] = storedSite{string(s.ParticipantID), s.Name, s.DsoID, s.Nature, s.Month, s.Step, s.Unit, s.Labels,
			s.Points, s.Missing, s.Doubtful, s.Total, s.Previous, s.Ratio, s.Factor, s.ChangedDays, s.Definitive}
	}
	text, err := json.Marshal(stored)
	return meteringstore.PackBlob(text), err
}

func fromStoredResult(data []byte) (*ingest.ImportResult, error) {
	if data == nil {
		return nil, nil
	}
	text, err := meteringstore.UnpackBlob(data)
	if err != nil {
		return nil, err
	}
	var stored storedResult
	if err := json.Unmarshal(text, &stored); err != nil {
		return nil, err
	}
	r := &ingest.ImportResult{DryRun: stored.DryRun, Points: stored.Points, ChangedSites: stored.ChangedSites,
		ChangedDays: stored.ChangedDays, Unchanged: stored.Unchanged, Warnings: postgres.FromStoredFaults(stored.Warnings), WarningCount: max(stored.WarningCount, len(stored.Warnings)), Files: fromStoredFiles(stored.Files),
		Registers: stored.Registers, Readings: stored.Readings, ReadingsChanged: stored.ReadingsChanged, ReadingSites: stored.ReadingSites,
		Suspected: stored.Suspected, SuspectedCount: stored.SuspectedCount,
		Sites: make([]intake.ImportSite, len(stored.Sites))}
	for i, s := range stored.Sites {
		r.Sites[i] = intake.ImportSite{ParticipantID: id.ID(s.ParticipantID), Name: s.Name, DsoID: s.DsoID, Nature: s.Nature,
			Month: s.Month, Step: s.Step, Unit: s.Unit, Labels: s.Labels, Points: s.Points, Missing: s.Missing, Doubtful: s.Doubtful,
			Total: s.Total, Previous: s.Previous, Ratio: s.Ratio, Factor: s.Factor, ChangedDays: s.ChangedDays, Definitive: s.Definitive}
	}
	return r, nil
}
