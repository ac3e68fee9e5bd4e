package factory

import (
	"fmt"
	"time"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// PrintJob prints a job as it stands.
func (f *Factory) PrintJob(raw []byte, j pmo.Job) error {
	finished := ""
	if j.FinishedAt != nil {
		finished = j.FinishedAt.Format(time.RFC3339)
	}
	return f.Print(raw, output.One("id", "kind", "status", ">success", ">failure", ">pending", ">total", "created", "finished").
		Add(j.Id, j.Kind, string(j.Status), fmt.Sprint(j.Progress.Success), fmt.Sprint(j.Progress.Failure), fmt.Sprint(j.Progress.Pending),
			fmt.Sprint(j.Progress.Total), j.CreatedAt.Format(time.RFC3339), finished))
}

// JobEnd is how a command ends that showed a job: 1 when it failed, 8 while it
// goes on or when some of it failed.
func JobEnd(j pmo.Job) error {
	switch {
	case j.Status == pmo.JobStatusFAILURE:
		return fmt.Errorf("the job failed")
	case j.Status == pmo.JobStatusPENDING:
		return exit.Partialf("the job goes on")
	case j.Progress.Failure > 0:
		return exit.Partialf("%d of %d failed", j.Progress.Failure, j.Progress.Total)
	}
	return nil
}

// PrintImport prints the end of a curve import: what was understood and what
// changed, or each error with its line.
func (f *Factory) PrintImport(end *pmo.GetJobResponse) error {
	job := *end.JSON200
	result, err := end.CurveImportResult()
	if err != nil {
		return err
	}
	if result == nil || result.Suspected == nil {
		f.Items(job.Errors)
	}
	if result == nil {
		if err := f.PrintJob(end.Body, job); err != nil {
			return err
		}
		return JobEnd(job)
	}
	open := f.Understood(*result)
	if err := f.Print(end.Body, importTable(result.Sites)); err != nil {
		return err
	}
	switch {
	case job.Status != pmo.JobStatusSUCCESS && result.Suspected != nil:
		return exit.Partialf("nothing is stored: agree with pmoctl curve confirm %s, or give it up with pmoctl curve undo %s", job.Id, job.Id)
	case job.Status == pmo.JobStatusSUCCESS:
		f.Note("%s", changeOf(*result))
	}
	if result.DryRun {
		return OpenEnd(open)
	}
	return JobEnd(job)
}

// changeOf is one line of what an import changed, or would.
func changeOf(r pmo.CurveImportResult) string {
	what := fmt.Sprintf("changed: %s, %s", Count(r.ChangedSites, "site"), Count(r.ChangedDays, "day"))
	if r.ReadingsChanged != nil && *r.ReadingsChanged > 0 {
		what += fmt.Sprintf(", %s of whole periods", Count(*r.ReadingsChanged, "reading"))
	}
	if r.Unchanged {
		what = "unchanged: nothing differs from what is stored"
	}
	if r.DryRun {
		what += " (checked only, nothing was stored)"
	}
	return fmt.Sprintf("%d points read; %s", r.Points, what)
}

// Count says how many there are of something, as 1 file or 3 files.
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func importTable(sites []pmo.CurveImportSite) *output.Table {
	t := output.NewTable("dso_id", "name", "nature", "month", "step", "labels", ">points", ">missing", ">doubtful", ">total_kwh",
		">previous_month_kwh", ">ratio", "suspected", ">changed_days", "definitive")
	for _, s := range sites {
		ratio := ""
		if s.Ratio != nil {
			ratio = output.Number(*s.Ratio, 3)
		}
		t.Add(s.DsoId, output.Or(s.Name), string(s.Nature), s.Month, s.Step, output.Or(s.Labels), fmt.Sprint(s.Points), fmt.Sprint(s.Missing),
			fmt.Sprint(s.Doubtful), output.KWh(s.TotalMilliWh), output.KWhOr(s.PreviousMonthMilliWh), ratio, output.Or(s.SuspectedFactor),
			fmt.Sprint(s.ChangedDays), output.Yes(s.Definitive))
	}
	return t
}
