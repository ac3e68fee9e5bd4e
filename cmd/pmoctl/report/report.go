// Package report holds the commands of reports of sites and of operations.
package report

import (
	"encoding/json"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/download"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the group.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "report", Short: "Take away reports of sites and of operations, link to them and mail them"}
	cmd.AddCommand(newParticipant(f), newOperation(f), newLink(f), newLinks(f), newUnlink(f), newSend(f))
	return cmd
}

func periodFlag(cmd *cobra.Command) *string {
	period := cmd.Flags().String("period", "", "a month, YYYY-MM, or a year, YYYY")
	_ = cmd.MarkFlagRequired("period")
	return period
}

// saved is where a file goes.
type saved struct {
	dir   *string
	force *bool
}

func savedFlags(cmd *cobra.Command) saved {
	return saved{cmd.Flags().String("dir", ".", "folder to save it in"), cmd.Flags().Bool("force", false, "replace a file that is there")}
}

func (s saved) save(f *factory.Factory, response *http.Response, name string) error {
	if err := os.MkdirAll(*s.dir, 0o755); err != nil {
		return err
	}
	file, err := download.Save(response, *s.dir, name, *s.force)
	if err != nil {
		return err
	}
	raw, err := json.Marshal(file)
	if err != nil {
		return err
	}
	return f.Print(raw, output.One("file", ">bytes", "skipped").Add(file.Path, strconv.FormatInt(file.Bytes, 10), output.Yes(file.Skipped)))
}

func newParticipant(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "participant SITE", Short: "Save the report of a site: energy, what was local and what it was worth, CO2, key", Args: cobra.ExactArgs(1),
		Example: "  pmoctl report participant 99434180000001 --period 2026-10"}
	operation, period, to := factory.OperationFlag(cmd), periodFlag(cmd), savedFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		c, id, err := f.At(ctx, *operation)
		if err != nil {
			return err
		}
		site, err := f.Participant(ctx, id, args[0])
		if err != nil {
			return err
		}
		response, err := c.DownloadParticipantReport(ctx, site, &pmo.DownloadParticipantReportParams{Period: *period})
		if err != nil {
			return err
		}
		return to.save(f, response, "report.pdf")
	}
	return cmd
}

func newOperation(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "operation", Short: "Save the report of an operation for a council or an assembly: sums only", Args: cobra.NoArgs,
		Example: "  pmoctl report operation --period 2026"}
	operation, period, to := factory.OperationFlag(cmd), periodFlag(cmd), savedFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		response, err := c.DownloadOperationReport(cmd.Context(), id, &pmo.DownloadOperationReportParams{Period: *period})
		if err != nil {
			return err
		}
		return to.save(f, response, "report.pdf")
	}
	return cmd
}

func table(rows []pmo.ReportLink) *output.Table {
	t := output.NewTable("period", "until", "revoked", ">downloads", "mailed", "url", "id")
	for _, l := range rows {
		t.Add(l.Period, l.ExpiresAt.Format(time.DateTime), output.Yes(l.RevokedAt != nil), strconv.Itoa(l.DownloadsNumber), output.Yes(l.Mailed), l.Url, l.Id)
	}
	return t
}

func newLink(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "link SITE", Short: "Make a link to the report of a site that anybody can follow until the end of a day", Args: cobra.ExactArgs(1),
		Example: "  pmoctl report link 99434180000001 --period 2026 --until 2026-12-31"}
	operation, period := factory.OperationFlag(cmd), periodFlag(cmd)
	until := cmd.Flags().String("until", "", "last day of the link, YYYY-MM-DD")
	_ = cmd.MarkFlagRequired("until")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		last, err := factory.Day("until", *until)
		if err != nil {
			return err
		}
		c, id, err := f.At(ctx, *operation)
		if err != nil {
			return err
		}
		site, err := f.Participant(ctx, id, args[0])
		if err != nil {
			return err
		}
		reply, err := c.CreateParticipantReportLinkWithResponse(ctx, site, &pmo.CreateParticipantReportLinkParams{}, pmo.ReportLinkCreate{Period: *period, LastDay: last})
		made, err := pmo.Created(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table([]pmo.ReportLink{*made}))
	}
	return cmd
}

func newLinks(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "links SITE", Short: "List the links to reports of a site, newest first", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		c, id, err := f.At(ctx, *operation)
		if err != nil {
			return err
		}
		site, err := f.Participant(ctx, id, args[0])
		if err != nil {
			return err
		}
		reply, err := c.ListParticipantReportLinksWithResponse(ctx, site, &pmo.ListParticipantReportLinksParams{})
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(*found))
	}
	return cmd
}

func newUnlink(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "unlink SITE LINK", Short: "End a link now", Args: cobra.ExactArgs(2)}
	operation := factory.OperationFlag(cmd)
	yes := cmd.Flags().Bool("yes", false, "do not ask")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		c, id, err := f.At(ctx, *operation)
		if err != nil {
			return err
		}
		site, err := f.Participant(ctx, id, args[0])
		if err != nil {
			return err
		}
		if err := f.Confirm(ctx, *yes, "End this link"); err != nil {
			return err
		}
		return pmo.Done(c.RevokeParticipantReportLinkWithResponse(ctx, site, args[1]))
	}
	return cmd
}

func newSend(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "send", Short: "Mail the report of each site to its contact, as a link that ends after 30 days", Args: cobra.NoArgs,
		Example: "  pmoctl report send --period 2026-10 --wait"}
	operation, period := factory.OperationFlag(cmd), periodFlag(cmd)
	sites := cmd.Flags().StringSlice("participant", nil, "these sites only, by PRM, EAN or id")
	wait := factory.WaitFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		ctx := cmd.Context()
		c, id, err := f.At(ctx, *operation)
		if err != nil {
			return err
		}
		body := pmo.ReportSend{Period: *period}
		if len(*sites) > 0 {
			ids, err := f.Participants(ctx, id, *sites)
			if err != nil {
				return err
			}
			body.ParticipantIds = &ids
		}
		reply, err := c.SendParticipantReportsWithResponse(ctx, id, &pmo.SendParticipantReportsParams{}, body)
		asked, err := pmo.Accepted(reply, err)
		if err != nil {
			return err
		}
		if !wait.On {
			return f.Print(reply.Body, output.One("job").Add(asked.JobId))
		}
		end, err := f.WaitJob(ctx, c, asked.JobId, *wait)
		done, err := pmo.OK(end, err)
		if err != nil {
			return err
		}
		if err := factory.JobEnd(*done); err != nil {
			return err
		}
		return f.PrintJob(end.Body, *done)
	}
	return cmd
}
