package app

import "github.com/openpmo/pmo/core/job"

// jobHandlers is the table of what goes on after an answer: each kind of job once (ADR 0036).
func (a *App) jobHandlers() []job.Handler {
	s := a.Services
	return []job.Handler{s.Metering.Ingest.Job(), s.Billing.Runs.Job(), s.Allocation.Replay.Job(), s.Exports.Job(), s.Reports.Job()}
}
