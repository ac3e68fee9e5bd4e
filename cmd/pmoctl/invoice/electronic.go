package invoice

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// maxSent is how many invoices one call takes.
const maxSent = 500

// reasons are those of a refusal in a line.
func reasons(list []pmo.TransmissionReason) string {
	var all []string
	for _, r := range list {
		all = append(all, strings.TrimSpace(r.Code+" "+output.Or(r.Item)+" "+output.Or(r.Text)))
	}
	return strings.Join(all, "; ")
}

func transmissions(list ...pmo.Transmission) *output.Table {
	t := output.NewTable("id", "number", "client", "subject", "state", "refused_by", "reasons", "statuses", "by", ">attempts", "problem", "task", "updated")
	for _, x := range list {
		var codes []string
		for _, s := range x.Statuses {
			codes = append(codes, strconv.Itoa(s.Code))
		}
		problem := ""
		if x.Problem != nil {
			problem = strings.TrimSpace(string(x.Problem.Kind) + " " + output.Or(x.Problem.Text))
		}
		t.Add(x.Id, x.Number, x.BillableEntityName, string(x.Subject), string(x.State), output.Or(x.RefusedBy), reasons(x.Reasons), strings.Join(codes, " "), x.ConnectionName,
			strconv.Itoa(x.Attempts), problem, output.Yes(x.Task), x.UpdatedAt.Format("2006-01-02T15:04:05Z07:00"))
	}
	return t
}

// NewSend is the verb that sends invoices by the platform of their seller.
func NewSend(f *factory.Factory) *cobra.Command {
	var s selection
	cmd := &cobra.Command{
		Use:   "send [ID|NUMBER...]",
		Short: "Send issued invoices by the platform of their seller",
		Long: `Send invoices that were issued before their seller was connected, or were refused and may
be sent anew: by id or number, those of a run, or all that are published; at most 500, each
by itself. What is published once the seller is connected is sent by itself.`,
		Example: `  pmoctl einvoice send COM-2026-00012 --operation ACC00000001
  pmoctl einvoice send --run last --yes`,
	}
	operation := factory.OperationFlag(cmd)
	s.flags(cmd, "all published invoices of the operation")
	yes := cmd.Flags().Bool("yes", false, "do not ask")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := s.check(args); err != nil {
			return err
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		list, err := s.find(cmd.Context(), f, id, pmo.InvoiceStatusFINALIZED)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			f.Note("there is no such invoice")
			return nil
		}
		if len(list) > maxSent {
			return exit.Usagef("%d invoices are chosen, and at most %d are sent together", len(list), maxSent)
		}
		if err := f.Confirm(cmd.Context(), *yes, "Send "+factory.Count(len(list), "invoice")); err != nil {
			return err
		}
		reply, err := c.SendInvoicesElectronicallyWithResponse(cmd.Context(), id, nil, pmo.TransmissionSelection{InvoicesIds: ids(list)})
		results, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return outcome(f, reply.Body, list, results.Results, "queued")
	}
	return cmd
}

// NewStatus is the verb that tells what became of what was sent.
func NewStatus(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "status [ID|NUMBER]",
		Short: "Say what became of an invoice on its way, or of all",
		Long: `Say what became of an invoice on its way, or of all of an operation, the newest first:
QUEUED, DEPOSITED, ACCEPTED, DELIVERED, REFUSED or WITHDRAWN, with the reasons of a refusal and
the statuses of its life cycle.`,
		Example: `  pmoctl einvoice status COM-2026-00012 --operation ACC00000001
  pmoctl einvoice status --state REFUSED`,
		Args: cobra.MaximumNArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	states := cmd.Flags().StringSlice("state", nil, "only these states, by comma")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		params := pmo.ListTransmissionsParams{}
		if len(args) > 0 {
			one, err := oneInvoice(cmd.Context(), f, id, args[0])
			if err != nil {
				return err
			}
			params.InvoiceId = &one
		}
		if len(*states) > 0 {
			chosen := make([]pmo.TransmissionState, len(*states))
			for n, s := range *states {
				chosen[n] = pmo.TransmissionState(strings.ToUpper(s))
			}
			params.State = &chosen
		}
		reply, err := c.ListTransmissionsWithResponse(cmd.Context(), id, &params)
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, transmissions(*found...))
	}
	return cmd
}

// NewWithdraw is the verb that takes back what waits.
func NewWithdraw(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "withdraw TRANSMISSION", Short: "Take back what waits and was not begun to be sent", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.WithdrawTransmissionWithResponse(cmd.Context(), id, args[0])
		one, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, transmissions(*one))
	}
	return cmd
}
