package issuer

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/logo"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newLogo(f *factory.Factory) *cobra.Command {
	var save string
	cmd := &cobra.Command{
		Use:   "logo NAME",
		Short: "Set the logo of an issuer, or save it",
		Long: `Set the logo that stands on the invoices of an issuer. Invoices that are published keep
the one they were published with. --save writes it to a new file.`,
		Example: `  pmoctl issuer logo 'Commune de Fougères' --operation ACC00000001 --set logo.png
  pmoctl issuer logo 'Commune de Fougères' --operation ACC00000001 --save fougeres.png`,
		Args: cobra.ExactArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&save, "save", "", "a file to write it to, as PNG")
	act := logo.Bind(cmd)
	cmd.MarkFlagsOneRequired("set", "remove", "save")
	cmd.MarkFlagsMutuallyExclusive("set", "remove", "save")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, operationID, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		id, err := f.Issuer(cmd.Context(), operationID, args[0])
		if err != nil {
			return err
		}
		return act(cmd.Context(), logo.Picture{
			Set: func(ctx context.Context, path string) error {
				contentType, body := pmo.Files("file", []string{path})
				reply, err := c.UploadOperationBillingEntityLogoWithBodyWithResponse(ctx, operationID, id, nil, contentType, body)
				e, err := pmo.OK(reply, err)
				if err != nil {
					return err
				}
				return f.Print(reply.Body, output.One("id", "name", "logo").Add(e.Id, e.Name, output.Or(e.BillingLogo)))
			},
			Remove: func(ctx context.Context) error {
				return pmo.Done(c.DeleteOperationBillingEntityLogoWithResponse(ctx, operationID, id))
			},
			Show: func(ctx context.Context) error {
				reply, err := c.GetOperationBillingEntityLogoWithResponse(ctx, operationID, id)
				if err == nil {
					err = pmo.Done(reply, err)
				}
				if err != nil {
					return err
				}
				file, err := os.OpenFile(save, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
				if err != nil {
					return exit.AsUsage(err)
				}
				_, err = file.Write(reply.Body)
				if closed := file.Close(); err == nil {
					err = closed
				}
				return err
			},
		})
	}
	return cmd
}
