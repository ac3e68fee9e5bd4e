// Package export holds the commands of files of sites and of what was measured there.
package export

import (
	"encoding/json"
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
	cmd := &cobra.Command{Use: "export", Short: "Have files made of sites and of what was measured there"}
	cmd.AddCommand(newStart(f), newList(f), newDownload(f))
	return cmd
}

func newStart(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "start", Short: "Ask for a file; you are written to when it is there", Args: cobra.NoArgs,
		Long: `Ask for a file of the sites of an operation and of what was measured there: a line a
site and step, or a line a site without --nature. It is made by a job; the address of
the file comes by mail.`,
		Example: "  pmoctl export start --columns NAME,DSO_ID --nature Conso,Autoconso --from 2026-10-01 --to 2026-10-31 --wait"}
	operation, days := factory.OperationFlag(cmd), factory.DaysFlags(cmd)
	columns := cmd.Flags().StringSlice("columns", []string{"NAME", "DSO_ID"}, "what of a site stands on each line, as NAME,DSO_ID,EMAIL,ADDRESS,POST_CODE,CITY")
	natures := cmd.Flags().StringSlice("nature", nil, "curves, as Conso,Autoconso; none = sites only")
	resolution := cmd.Flags().String("resolution", "day", "raw, hour, day or month")
	format := cmd.Flags().String("format", "csv", "csv or xlsx")
	sites := cmd.Flags().StringSlice("participant", nil, "these sites only, by PRM, EAN or id")
	wait := factory.WaitFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		ctx := cmd.Context()
		from, to, err := days.Dates()
		if err != nil {
			return err
		}
		c, id, err := f.At(ctx, *operation)
		if err != nil {
			return err
		}
		step, form := pmo.ExportResolution(*resolution), pmo.ExportFormat(*format)
		body := pmo.DataExportCreate{DateFrom: from, DateTo: to, Resolution: &step, Format: &form, Columns: []pmo.ExportColumn{}}
		for _, one := range *columns {
			body.Columns = append(body.Columns, pmo.ExportColumn(one))
		}
		if len(*natures) > 0 {
			asked := make([]pmo.Nature, len(*natures))
			for n, one := range *natures {
				asked[n] = pmo.Nature(one)
			}
			body.Natures = &asked
		}
		if len(*sites) > 0 {
			ids, err := f.Participants(ctx, id, *sites)
			if err != nil {
				return err
			}
			body.ParticipantIds = &ids
		}
		reply, err := c.StartExportWithResponse(ctx, id, &pmo.StartExportParams{}, body)
		asked, err := pmo.Accepted(reply, err)
		if err != nil {
			return err
		}
		if !wait.On {
			return f.Print(reply.Body, table([]pmo.DataExport{*asked}))
		}
		end, err := f.WaitJob(ctx, c, asked.Id, *wait)
		done, err := pmo.OK(end, err)
		if err != nil {
			return err
		}
		f.Items(done.Errors)
		if err := factory.JobEnd(*done); err != nil {
			return err
		}
		made, err := c.GetExportWithResponse(ctx, id, asked.Id)
		one, err := pmo.OK(made, err)
		if err != nil {
			return err
		}
		return f.Print(made.Body, table([]pmo.DataExport{*one}))
	}
	return cmd
}

func newList(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List the exports that you asked for, newest first", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.ListExportsWithResponse(cmd.Context(), id, &pmo.ListExportsParams{})
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(*found))
	}
	return cmd
}

func table(rows []pmo.DataExport) *output.Table {
	t := output.NewTable("stage", "from", "to", "resolution", "natures", "lines", "bytes", "kept_until", "file", "id")
	for _, e := range rows {
		lines, size, until := "", "", ""
		if e.LinesNumber != nil {
			lines = strconv.Itoa(*e.LinesNumber)
		}
		if e.Size != nil {
			size = strconv.FormatInt(*e.Size, 10)
		}
		if e.ExpiresAt != nil {
			until = e.ExpiresAt.Format(time.DateTime)
		}
		t.Add(string(e.Stage), e.DateFrom.String(), e.DateTo.String(), string(e.Resolution), output.Words(e.Natures), lines, size, until, output.Or(e.FileName), e.Id)
	}
	return t
}

func newDownload(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "download ID", Short: "Save the file of an export", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	dir := cmd.Flags().String("dir", ".", "folder to save it in")
	force := cmd.Flags().Bool("force", false, "replace a file that is there")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(*dir, 0o755); err != nil {
			return err
		}
		response, err := c.DownloadExport(cmd.Context(), id, args[0])
		if err != nil {
			return err
		}
		file, err := download.Save(response, *dir, "export.csv", *force)
		if err != nil {
			return err
		}
		raw, err := json.Marshal(file)
		if err != nil {
			return err
		}
		return f.Print(raw, output.One("file", ">bytes", "skipped").Add(file.Path, strconv.FormatInt(file.Bytes, 10), output.Yes(file.Skipped)))
	}
	return cmd
}
