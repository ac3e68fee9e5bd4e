// Package reminder holds the commands of reminders to clients about what is overdue.
package reminder

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "reminder", Short: "Reminders to clients about what is overdue"}
	cmd.AddCommand(newList(f), newShow(f), newPreview(f), newSend(f), newSettings(f), newPauses(f), newPause(f), newResume(f))
	return cmd
}

func numbers(list []pmo.RemindedInvoice) string {
	out := make([]string, len(list))
	for n, i := range list {
		out[n] = i.Number
	}
	return strings.Join(out, " ")
}

func table(list []pmo.Reminder) *output.Table {
	t := output.NewTable("id", "created", "client", ">level", "status", "address", "language", ">open", "invoices", "by")
	for _, r := range list {
		t.Add(r.Id, r.CreatedAt.Format(time.RFC3339), r.BillableEntityName, fmt.Sprint(r.Level), string(r.Status), r.Address, string(r.Language), output.Euro(r.OpenCents), numbers(r.Invoices), output.Or(r.CreatedByName))
	}
	return t
}

func newList(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List the reminders of an operation, last first", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	client := cmd.Flags().String("client", "", "to one client: its id or name")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		params := pmo.ListRemindersParams{}
		if *client != "" {
			clientID, err := f.BillingClient(cmd.Context(), id, *client)
			if err != nil {
				return err
			}
			params.ClientId = &clientID
		}
		reply, err := c.ListRemindersWithResponse(cmd.Context(), id, &params)
		list, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(*list))
	}
	return cmd
}

func newShow(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "show REMINDER", Short: "Show a reminder with what it said", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.GetReminderWithResponse(cmd.Context(), id, args[0])
		r, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, output.One("id", "client", "level", "status", "at", "address", "language", "open", "invoices", "subject", "body").
			Add(r.Id, r.BillableEntityName, fmt.Sprint(r.Level), string(r.Status), r.At.Format(time.RFC3339), r.Address, string(r.Language), output.Euro(r.OpenCents), numbers(r.Invoices), output.Or(r.Subject), output.Or(r.Body)))
	}
	return cmd
}

func newPreview(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "preview", Short: "Show what would be sent today, and of what nobody is reminded",
		Long: `Show the mails that would be sent today, one for each client and level, then the overdue
invoices that nobody is reminded of, each with why not.`, Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.PreviewRemindersWithResponse(cmd.Context(), id)
		p, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("client", ">level", "address", "language", ">open", "invoices", "why_not", "from")
		for _, m := range p.Mails {
			t.Add(m.BillableEntityName, fmt.Sprint(m.Level), m.Address, string(m.Language), output.Euro(m.OpenCents), numbers(m.Invoices), "", "")
		}
		for _, w := range p.Withheld {
			t.Add(w.BillableEntityName, fmt.Sprint(w.Level), "", "", output.Euro(w.OpenCents), w.Number, string(w.Reason), output.Or(w.From))
		}
		f.Note("%d mails would be sent, and of %d invoices nobody is reminded", len(p.Mails), len(p.Withheld))
		return f.Print(reply.Body, t)
	}
	return cmd
}

func newSend(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "send [CLIENT...]", Short: "Remind clients today of what is overdue",
		Long: `Remind clients today: what the preview shows, of all clients or of those that are named,
whether that is done each day or not. Each level of an invoice goes once.`,
		Example: "  pmoctl reminder send 'Boulangerie Martin' --operation ACC00000001 --yes"}
	operation := factory.OperationFlag(cmd)
	yes := cmd.Flags().Bool("yes", false, "do not ask")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		body := pmo.ReminderSending{}
		if len(args) > 0 {
			ids := make([]pmo.Id, len(args))
			for n, name := range args {
				if ids[n], err = f.BillingClient(cmd.Context(), id, name); err != nil {
					return err
				}
			}
			body.ClientIds = &ids
		}
		who := "all clients who are overdue"
		if len(args) > 0 {
			who = factory.Count(len(args), "client")
		}
		if err := f.Confirm(cmd.Context(), *yes, "Write to "+who); err != nil {
			return err
		}
		reply, err := c.SendRemindersWithResponse(cmd.Context(), id, nil, body)
		made, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(*made))
	}
	return cmd
}
