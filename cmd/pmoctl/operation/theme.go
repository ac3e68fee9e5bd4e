package operation

import (
	"context"

	"github.com/oapi-codegen/nullable"
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/logo"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newTheme(f *factory.Factory) *cobra.Command {
	var primary, secondary string
	var reset, dryRun bool
	cmd := &cobra.Command{
		Use:   "theme [OPERATION]",
		Short: "Show or change the colours of an operation for all its users",
		Long: `Show the colours of an operation, or change those that flags name. A primary colour
that words on white cannot be read in is refused, with the nearest that can.`,
		Example: `  pmoctl operation theme ACC00000001 --primary '#0b5d1e' --dry-run
  pmoctl operation theme ACC00000001 --reset`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: f.CompleteOperations,
	}
	cmd.Flags().StringVar(&primary, "primary", "", "colour of heads and buttons, as #0b5d1e")
	cmd.Flags().StringVar(&secondary, "secondary", "", "colour of accents")
	cmd.Flags().BoolVar(&reset, "reset", false, "the product's own colours again")
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "check only, change nothing")
	cmd.MarkFlagsMutuallyExclusive("reset", "primary")
	cmd.MarkFlagsMutuallyExclusive("reset", "secondary")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), named(args))
		if err != nil {
			return err
		}
		if !reset && primary == "" && secondary == "" {
			reply, err := c.GetOperationWithResponse(cmd.Context(), id)
			o, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			return f.Print(reply.Body, colours(o.Theme))
		}
		body := pmo.ThemeUpdate{}
		if reset {
			body.Primary, body.Secondary = nullable.NewNullNullable[string](), nullable.NewNullNullable[string]()
		}
		if primary != "" {
			body.Primary = nullable.NewNullableWithValue(primary)
		}
		if secondary != "" {
			body.Secondary = nullable.NewNullableWithValue(secondary)
		}
		reply, err := c.UpdateOperationThemeWithResponse(cmd.Context(), id, &pmo.UpdateOperationThemeParams{DryRun: &dryRun}, body)
		theme, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		if dryRun {
			f.Note("checked only, nothing was changed")
		}
		return f.Print(reply.Body, colours(*theme))
	}
	return cmd
}

func colours(t pmo.Theme) *output.Table {
	return output.One("primary", "secondary", "logo").Add(t.Primary, t.Secondary, output.Or(t.Logo))
}

func newLogo(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "logo [OPERATION]",
		Short: "Set the logo of an operation and its PMO, or a link to it",
		Long: `Set the logo of an operation for all its users: it stands on screens and mails, and on
invoices that the PMO issues. Without a flag it prints a link, that ends within two
hours and needs no session.`,
		Example: `  pmoctl operation logo ACC00000001 --set logo.png
  pmoctl operation logo ACC00000001 --remove`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: f.CompleteOperations,
	}
	act := logo.Bind(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), named(args))
		if err != nil {
			return err
		}
		return act(cmd.Context(), logo.Picture{
			Set: func(ctx context.Context, path string) error {
				contentType, body := pmo.Files("file", []string{path})
				reply, err := c.UploadOperationLogoWithBodyWithResponse(ctx, id, nil, contentType, body)
				link, err := pmo.OK(reply, err)
				if err != nil {
					return err
				}
				return f.Print(reply.Body, output.One("url", "expires_at").Add(link.Url, output.Or(&link.ExpiresAt)))
			},
			Remove: func(ctx context.Context) error { return pmo.Done(c.DeleteOperationLogoWithResponse(ctx, id)) },
			Show: func(ctx context.Context) error {
				reply, err := c.GetOperationPresignedLogoWithResponse(ctx, id)
				link, err := pmo.OK(reply, err)
				if err != nil {
					return err
				}
				return f.Print(reply.Body, output.One("url", "expires_at").Add(link.Url, output.Or(&link.ExpiresAt)))
			},
		})
	}
	return cmd
}
