package account

import (
	"context"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newSecondFactor(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "second-factor", Short: "The code that your sign-in asks for after the password"}
	cmd.AddCommand(newSecondFactorStatus(f), newSecondFactorEnable(f), newSecondFactorConfirm(f), newSecondFactorCodes(f), newSecondFactorDisable(f))
	return cmd
}

// own is a client, and the id of who is signed in.
func own(ctx context.Context, f *factory.Factory) (*pmo.ClientWithResponses, string, error) {
	c, err := f.Client()
	if err != nil {
		return nil, "", err
	}
	session, err := c.GetSessionWithResponse(ctx)
	who, err := pmo.OK(session, err)
	if err != nil {
		return nil, "", err
	}
	return c, who.Id, nil
}

func newSecondFactorStatus(f *factory.Factory) *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "Show whether your sign-in asks for a code",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, user, err := own(cmd.Context(), f)
			if err != nil {
				return err
			}
			reply, err := c.GetSecondFactorWithResponse(cmd.Context(), user)
			state, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			since := ""
			if state.EnabledAt != nil {
				since = state.EnabledAt.Format(time.RFC3339)
			}
			return f.Print(reply.Body, output.One("enabled", "required", "since", "recovery_codes_left").
				Add(output.Yes(state.Enabled), output.Yes(state.Required), since, strconv.Itoa(state.RecoveryCodesLeft)))
		},
	}
}

func newSecondFactorEnable(f *factory.Factory) *cobra.Command {
	passwordStdin := false
	cmd := &cobra.Command{
		Use:   "enable",
		Short: "Make a secret for your authenticator app; 'confirm' turns it on",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, user, err := own(cmd.Context(), f)
			if err != nil {
				return err
			}
			password, err := f.Secret(cmd.Context(), passwordStdin, "Password")
			if err != nil {
				return err
			}
			reply, err := c.BeginSecondFactorWithResponse(cmd.Context(), user, pmo.SecondFactorBegin{Password: password})
			made, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			f.Note("type the secret into your app, then: pmoctl account second-factor confirm CODE")
			return f.Print(reply.Body, output.One("secret", "uri").Add(made.Secret, made.Uri))
		},
	}
	cmd.Flags().BoolVar(&passwordStdin, "password-stdin", false, "read the password from standard input")
	return cmd
}

func newSecondFactorConfirm(f *factory.Factory) *cobra.Command {
	return &cobra.Command{
		Use:     "confirm CODE",
		Short:   "Turn it on by a first code; prints the recovery codes, once",
		Example: "  pmoctl account second-factor confirm 123456",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, user, err := own(cmd.Context(), f)
			if err != nil {
				return err
			}
			reply, err := c.ConfirmSecondFactorWithResponse(cmd.Context(), user, pmo.SecondFactorConfirmation{Code: args[0]})
			made, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			return f.Print(reply.Body, recoveryTable(made.RecoveryCodes))
		},
	}
}

func recoveryTable(codes []string) *output.Table {
	t := output.NewTable("recovery_code")
	for _, code := range codes {
		t.Add(code)
	}
	return t
}

// proven is a command that takes the password and a code, and does something with them to one's own account.
func proven(f *factory.Factory, use, short string, do func(ctx context.Context, c *pmo.ClientWithResponses, user string, proof pmo.SecondFactorProof) error) *cobra.Command {
	passwordStdin := false
	cmd := &cobra.Command{
		Use:   use,
		Short: short,
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, user, err := own(cmd.Context(), f)
			if err != nil {
				return err
			}
			password, err := f.Secret(cmd.Context(), passwordStdin, "Password")
			if err != nil {
				return err
			}
			return do(cmd.Context(), c, user, pmo.SecondFactorProof{Password: password, Code: args[0]})
		},
	}
	cmd.Flags().BoolVar(&passwordStdin, "password-stdin", false, "read the password from standard input")
	return cmd
}

func newSecondFactorCodes(f *factory.Factory) *cobra.Command {
	return proven(f, "renew-codes CODE", "Replace your recovery codes; those of before are good for nothing",
		func(ctx context.Context, c *pmo.ClientWithResponses, user string, proof pmo.SecondFactorProof) error {
			reply, err := c.RenewRecoveryCodesWithResponse(ctx, user, proof)
			made, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			return f.Print(reply.Body, recoveryTable(made.RecoveryCodes))
		})
}

func newSecondFactorDisable(f *factory.Factory) *cobra.Command {
	return proven(f, "disable CODE", "Turn it off, with your password and a code or a recovery code",
		func(ctx context.Context, c *pmo.ClientWithResponses, user string, proof pmo.SecondFactorProof) error {
			return pmo.Done(c.DisableSecondFactorWithResponse(ctx, user, proof))
		})
}
