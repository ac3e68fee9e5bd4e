// Package job holds the commands of work that goes on at the server.
package job

import (
	"context"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "job", Short: "Work that goes on at the server", Aliases: []string{"jobs"}}
	cmd.AddCommand(newShow(f), newList(f))
	return cmd
}

func newShow(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show JOB",
		Short: "Show how far a job is; exit code 8 while it goes on",
		Args:  cobra.ExactArgs(1),
	}
	wait := factory.WaitFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return show(cmd.Context(), f, args[0], *wait) }
	return cmd
}

func show(ctx context.Context, f *factory.Factory, id string, wait factory.Waiting) error {
	c, err := f.Client()
	if err != nil {
		return err
	}
	var reply *pmo.GetJobResponse
	if wait.On {
		reply, err = f.WaitJob(ctx, c, id, wait)
	} else {
		reply, err = c.GetJobWithResponse(ctx, id)
	}
	job, err := pmo.OK(reply, err)
	if err != nil {
		return err
	}
	if job.Kind == "curveImport" && job.Status != pmo.JobStatusPENDING {
		return f.PrintImport(reply)
	}
	f.Items(job.Errors)
	if err := f.PrintJob(reply.Body, *job); err != nil {
		return err
	}
	return factory.JobEnd(*job)
}

func newList(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the jobs that you have asked for and that go on, or ended within a day",
		Args:  cobra.NoArgs,
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := f.Client()
		if err != nil {
			return err
		}
		reply, err := c.ListOwnJobsWithResponse(cmd.Context(), nil)
		jobs, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("id", "kind", "operation", "status", "done", "total", "begun")
		for _, j := range *jobs {
			t.Add(j.Id, j.Kind, j.OperationId, string(j.Status), strconv.Itoa(j.Progress.Success+j.Progress.Failure), strconv.Itoa(j.Progress.Total), j.CreatedAt.Format(time.RFC3339))
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}
