package participant

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/logo"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newLogo(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "logo SITE",
		Short: "Set the logo of a producer on bills of the old engine, or a link to it",
		Long: `Set the logo of a producer of an operation with the old billing engine. With
ENGINE_2025 it is that of its issuer: pmoctl issuer logo.`,
		Example:           "  pmoctl participant logo 99100000000031 --operation ACC00000003 --set logo.png",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: f.CompleteSites,
	}
	operation := factory.OperationFlag(cmd)
	act := logo.Bind(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, operationID, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		id, err := f.Participant(cmd.Context(), operationID, args[0])
		if err != nil {
			return err
		}
		return act(cmd.Context(), logo.Picture{
			Set: func(ctx context.Context, path string) error {
				contentType, body := pmo.Files("file", []string{path})
				reply, err := c.UploadParticipantBillingLogoWithBodyWithResponse(ctx, id, nil, contentType, body)
				link, err := pmo.OK(reply, err)
				if err != nil {
					return err
				}
				return f.Print(reply.Body, output.One("url", "expires_at").Add(link.Url, output.Or(&link.ExpiresAt)))
			},
			Remove: func(ctx context.Context) error { return pmo.Done(c.DeleteParticipantBillingLogoWithResponse(ctx, id)) },
			Show: func(ctx context.Context) error {
				reply, err := c.GetParticipantPresignedBillingLogoWithResponse(ctx, id)
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
