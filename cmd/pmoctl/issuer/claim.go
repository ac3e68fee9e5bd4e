package issuer

import (
	"encoding/json"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// newClaims lists who may issue for which legal person, for the back-office.
func newClaims(f *factory.Factory) *cobra.Command {
	var status string
	cmd := &cobra.Command{
		Use:   "claims",
		Short: "List who may issue for which legal person, and who waits for a yes (back-office)",
		Args:  cobra.NoArgs,
	}
	cmd.Flags().StringVar(&status, "status", "", "only REQUESTED, CONFIRMED or DENIED ones")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := f.Client()
		if err != nil {
			return err
		}
		params := pmo.ListAdminSellerClaimsParams{Range: new("[0,999]")}
		if status != "" {
			filter, err := json.Marshal(map[string]string{"status": status})
			if err != nil {
				return err
			}
			params.Filter = new(string(filter))
		}
		reply, err := c.ListAdminSellerClaimsWithResponse(cmd.Context(), &params)
		claims, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("id", "legal_number", "series", "issuer", "operation", "status", "held_by", "requested_by")
		for _, one := range *claims {
			t.Add(one.Id, one.LegalNumber, one.Series, one.IssuerName, one.OperationName, string(one.Status), output.Or(one.HeldBy), output.Or(one.RequestedBy))
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}

// newDecide answers a claim: confirm or deny.
func newDecide(f *factory.Factory, verb, short string, status pmo.ClaimStatus) *cobra.Command {
	var remark string
	cmd := &cobra.Command{
		Use:   verb + " CLAIM",
		Short: short,
		Args:  cobra.ExactArgs(1),
	}
	cmd.Flags().StringVar(&remark, "remark", "", "why, or on which proof")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := f.Client()
		if err != nil {
			return err
		}
		body := pmo.SellerClaimDecision{Status: status}
		if remark != "" {
			body.Remark = &remark
		}
		reply, err := c.DecideAdminSellerClaimWithResponse(cmd.Context(), args[0], nil, body)
		claim, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		f.Note("%s of %s: %s", claim.LegalNumber, claim.OperationName, claim.Status)
		return nil
	}
	return cmd
}
