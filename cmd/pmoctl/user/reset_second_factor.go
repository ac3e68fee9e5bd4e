package user

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newResetSecondFactor(f *factory.Factory) *cobra.Command {
	yes := false
	cmd := &cobra.Command{
		Use:   "reset-second-factor USER",
		Short: "Turn off the second factor of somebody who lost the device and the recovery codes",
		Long: `Turn off the second factor of an account, after you made sure who asks for it: the
password alone opens it from then on. Its sessions end. USER is its id or e-mail.`,
		Example: "  pmoctl user reset-second-factor noe@example.org",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := f.Client()
			if err != nil {
				return err
			}
			id, err := idOf(cmd.Context(), c, args[0])
			if err != nil {
				return err
			}
			if err := f.Confirm(cmd.Context(), yes, "Turn off the second factor of "+args[0]); err != nil {
				return err
			}
			return pmo.Done(c.ResetSecondFactorWithResponse(cmd.Context(), id))
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	return cmd
}
