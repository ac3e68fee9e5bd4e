package curve

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// uploadFiles is what an upload has: the monthly and the quarter-hour file.
const uploadFiles = 2

func newUpload(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "upload MONTHLY QUARTERS",
		Short: "Send the two files of a Sibelga month",
		Long: `Send the monthly and the quarter-hour file of Sibelga, in any order, and store both or
none. Names have letters without accents, digits and - _ . only. One upload runs at
a time in an operation. With --wait it is told what was stored, or which access
points stand in the way, beside the names of their participants.`,
		Example: `  pmoctl curve upload VOLUMES_2026-10.xlsx QUARTS_OCT2026.xlsx --operation BE00000001 --wait`,
		Args:    cobra.ExactArgs(uploadFiles),
	}
	operation := factory.OperationFlag(cmd)
	wait := factory.WaitFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return upload(cmd.Context(), f, *operation, args, *wait)
	}
	return cmd
}

func upload(ctx context.Context, f *factory.Factory, operation string, args []string, wait factory.Waiting) error {
	files, err := gather(args)
	if err != nil {
		return err
	}
	if len(files) != uploadFiles {
		return exit.Usagef("an upload has two files, these are %d", len(files))
	}
	c, err := f.Client()
	if err != nil {
		return err
	}
	id, err := f.Operation(ctx, operation)
	if err != nil {
		return err
	}
	contentType, body := pmo.Files("files", files)
	reply, err := c.UploadPermanentDatasetWithBodyWithResponse(ctx, id, nil, contentType, body)
	started, err := pmo.Accepted(reply, err)
	if err != nil {
		return err
	}
	if !wait.On || started.JobId == nil {
		f.Note("upload started; see pmoctl curve imports")
		return f.Print(reply.Body, output.One("status", "job").Add(string(started.Status), output.Or(started.JobId)))
	}
	if _, err := f.WaitJob(ctx, c, *started.JobId, wait); err != nil {
		return err
	}
	event, err := c.GetUploadEventWithResponse(ctx, id)
	end, err := pmo.OK(event, err)
	if err != nil {
		return err
	}
	return printUpload(f, event.Body, *end)
}

// printUpload tells what became of an upload.
func printUpload(f *factory.Factory, raw []byte, event pmo.UploadEvent) error {
	f.Items(event.Errors)
	f.Warnings(event.Warnings, event.WarningCount)
	if event.Error != nil {
		for _, person := range peopleOf(event.Error.Fields) {
			f.Note("  %s", person)
		}
	}
	t := output.One("status", "error", "months", ">points", ">registers")
	name, months, points, registers := "", "", "", ""
	if event.Error != nil {
		name = event.Error.Name
	}
	if event.Months != nil {
		months = strings.Join(*event.Months, " ")
	}
	if event.Points != nil && event.Registers != nil {
		points, registers = fmt.Sprint(*event.Points), fmt.Sprint(*event.Registers)
	}
	if err := f.Print(raw, t.Add(string(event.Status), name, months, points, registers)); err != nil {
		return err
	}
	if event.Status == pmo.UploadEventStatusFailed {
		return fmt.Errorf("the upload failed: %s", name)
	}
	return nil
}

// peopleOf lists the access points an error names, each with what is wrong about it.
func peopleOf(fields *pmo.UploadErrorFields) []string {
	if fields == nil {
		return nil
	}
	var out []string
	for _, list := range []struct {
		what   string
		people *[]pmo.UploadPerson
	}{{"missing consumer", fields.MissingConsumers}, {"missing producer", fields.MissingProducers},
		{"unexpected consumer", fields.UnexpectedConsumers}, {"unexpected producer", fields.UnexpectedProducers},
		{"other days than those of the activation", fields.Participants},
		{"incomplete, consumer", fields.Consumers}, {"incomplete, producer", fields.Producers}} {
		if list.people == nil {
			continue
		}
		for _, p := range *list.people {
			line := fmt.Sprintf("%s: %s %s", list.what, p.Ean, output.Or(p.Name))
			if p.Days != nil {
				line += " (" + firstDays(*p.Days) + ")"
			}
			out = append(out, strings.TrimSpace(line))
		}
	}
	return out
}

// firstDays is at most four days, then an ellipsis.
func firstDays[D fmt.Stringer](days []D) string {
	const most = 4
	texts := make([]string, 0, most)
	for _, d := range days[:min(most, len(days))] {
		texts = append(texts, d.String())
	}
	text := strings.Join(texts, ", ")
	if len(days) > most {
		text += "…"
	}
	return text
}
