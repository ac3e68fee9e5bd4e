package curve

import (
	"context"
	"errors"
	"mime"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

type exportOptions struct {
	showOptions
	format, out string
}

func newExport(f *factory.Factory) *cobra.Command {
	var o exportOptions
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Save curves as a file for offices: CSV or a workbook",
		Long: `Save the curves of an operation or of one site with the quality of each value: kWh
with 6 decimals, which is exact, and local instants. An empty value is a gap. Without
--out the file has the name that the server gives; - writes it to the standard output.`,
		Example: "  pmoctl curve export --operation ACC00000001 --from 2026-10-01 --to 2026-10-31 --format xlsx",
		Args:    cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&o.participant, "participant", "", "one site of it: id, PRM or EAN")
	o.scope.add(cmd)
	cmd.Flags().StringSliceVar(&o.natures, "nature", nil, "Conso, Prod, Autoconso, Surplus, ProdExt, ConsExt (default: all there are)")
	cmd.Flags().StringVar(&o.resolution, "resolution", "raw", "auto, raw, hour, day or month")
	cmd.Flags().StringVar(&o.format, "format", "csv", "csv or xlsx")
	cmd.Flags().StringVar(&o.out, "out", "", "where to; a file that is there is written over")
	o.days = factory.DaysFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		o.operation = *operation
		return export(cmd.Context(), f, o)
	}
	return cmd
}

func export(ctx context.Context, f *factory.Factory, o exportOptions) error {
	params, err := o.params()
	if err != nil {
		return err
	}
	c, err := f.Client()
	if err != nil {
		return err
	}
	operationID, siteID, err := f.Target(ctx, o.operation, o.participant)
	if err != nil {
		return err
	}
	if siteID != "" {
		params.ParticipantId = &siteID
	}
	reply, err := c.DownloadCurvesWithResponse(ctx, operationID, params)
	if err != nil {
		return err
	}
	if reply.StatusCode() != 200 {
		return pmo.Refused(reply.StatusCode(), reply.Body)
	}
	if o.out == "-" {
		_, err := f.Out.Write(reply.Body)
		return err
	}
	path := o.out
	if path == "" {
		_, told, _ := mime.ParseMediaType(reply.HTTPResponse.Header.Get("Content-Disposition"))
		if path = filepath.Base(told["filename"]); path == "." || path == ".." || path == "/" {
			path = "curves." + o.format
		}
	}
	if err := writeWhole(path, reply.Body); err != nil {
		return err
	}
	f.Note("saved %s", path)
	return nil
}

// params is what the flags say, without the site.
func (o exportOptions) params() (*pmo.DownloadCurvesParams, error) {
	from, to, err := o.days.Dates()
	if err != nil {
		return nil, err
	}
	natures, err := naturesOf(o.natures)
	if err != nil {
		return nil, err
	}
	format, resolution := pmo.DownloadCurvesParamsFormat(o.format), pmo.Resolution(o.resolution)
	if !format.Valid() || !resolution.Valid() {
		return nil, exit.Usagef("--format is csv or xlsx, --resolution auto, raw, hour, day or month")
	}
	scope, err := o.scope.of(o.participant)
	return &pmo.DownloadCurvesParams{Scope: scope, Nature: natures, DateFrom: from, DateTo: to, Resolution: &resolution, Format: &format}, err
}

// writeWhole writes a file whole or not at all.
func writeWhole(path string, content []byte) error {
	part, err := os.CreateTemp(filepath.Dir(path), ".pmoctl-*")
	if err != nil {
		return exit.AsUsage(err)
	}
	defer func() { _ = os.Remove(part.Name()) }()
	_, err = part.Write(content)
	if err = errors.Join(err, part.Chmod(0o644), part.Close()); err != nil {
		return err
	}
	return os.Rename(part.Name(), path)
}
