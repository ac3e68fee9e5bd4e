package invoice

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// deliveredTogether is how many invoices one call takes.
const deliveredTogether = 1000

// channels are the ways by the words of the command line.
var channels = map[string]pmo.InvoiceChannel{"mail": pmo.InvoiceChannelMAIL, "e-invoice": pmo.InvoiceChannelEINVOICE, "public-portal": pmo.InvoiceChannelPUBLICPORTAL, "print": pmo.InvoiceChannelPRINT}

func channelFlag(cmd *cobra.Command) *string {
	return cmd.Flags().String("channel", "", "mail, e-invoice, public-portal or print; each client's own where none is told")
}

func channelOf(name string) (*pmo.InvoiceChannel, error) {
	if name == "" {
		return nil, nil
	}
	c, ok := channels[name]
	if !ok {
		return nil, exit.Usagef("--channel: %q is none of mail, e-invoice, public-portal, print", name)
	}
	return &c, nil
}

func newDeliver(f *factory.Factory) *cobra.Command {
	var s selection
	var yes, again, sample bool
	cmd := &cobra.Command{
		Use:   "deliver [ID|NUMBER...]",
		Short: "Send issued invoices to their clients",
		Long: `Send issued invoices to their clients, each by its client's channel: by id or number, those of a run,
or all that were never sent. A mail with the document leaves by itself; e-invoices, deposits on the portal
of public bodies and paper wait for who does it (mark-transmitted, print). An invoice goes to its client
once; --again sends one once more, at the address that its client has now. --sample sends one to yourself.`,
		Example: `  pmoctl invoice deliver --run last --operation ACC00000001 --yes
  pmoctl invoice deliver COM-2026-00012 --sample
  pmoctl invoice deliver COM-2026-00012 --again --channel print`,
	}
	operation, channel := factory.OperationFlag(cmd), channelFlag(cmd)
	s.flags(cmd, "all published invoices of the operation that were never sent")
	cmd.Flags().BoolVar(&again, "again", false, "send one invoice once more")
	cmd.Flags().BoolVar(&sample, "sample", false, "send yourself what the client of one invoice would get")
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		by, err := channelOf(*channel)
		if err != nil {
			return err
		}
		if again || sample {
			if len(args) != 1 {
				return exit.Usagef("--again and --sample are of one invoice")
			}
			return deliverOne(cmd.Context(), f, *operation, args[0], sample, by)
		}
		if err := s.check(args); err != nil {
			return err
		}
		return deliver(cmd.Context(), f, *operation, s, by, yes)
	}
	return cmd
}

func deliver(ctx context.Context, f *factory.Factory, operation string, s selection, by *pmo.InvoiceChannel, yes bool) error {
	c, id, err := f.At(ctx, operation)
	if err != nil {
		return err
	}
	list, err := s.find(ctx, f, id, pmo.InvoiceStatusFINALIZED)
	if err != nil {
		return err
	}
	if len(s.names) == 0 {
		list = slices.DeleteFunc(list, func(i pmo.Invoice) bool { return i.Delivery != nil && i.Delivery.State != pmo.DeliveryStateFAILED })
	}
	if len(list) == 0 {
		f.Note("there is no such invoice")
		return nil
	}
	if err := f.Confirm(ctx, yes, fmt.Sprintf("Send %d invoices to their clients", len(list))); err != nil {
		return err
	}
	if len(list) > deliveredTogether {
		return exit.Usagef("%d invoices are chosen, and at most %d are sent together", len(list), deliveredTogether)
	}
	chosen := ids(list)
	reply, err := c.StartDeliveriesWithResponse(ctx, id, nil, pmo.DeliveryOrder{Ids: &chosen, Channel: by})
	out, err := pmo.OK(reply, err)
	if err != nil {
		return err
	}
	return outcome(f, reply.Body, list, out.Results, "sent")
}

func deliverOne(ctx context.Context, f *factory.Factory, operation, name string, sample bool, by *pmo.InvoiceChannel) error {
	c, id, err := f.At(ctx, operation)
	if err != nil {
		return err
	}
	one, err := oneInvoice(ctx, f, id, name)
	if err != nil {
		return err
	}
	if sample {
		reply, err := c.SendDeliverySampleWithResponse(ctx, id, nil, pmo.DeliverySample{InvoiceId: one})
		sent, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("invoice", "address")
		t.Add(name, sent.Address)
		return f.Print(reply.Body, t)
	}
	reply, err := c.RepeatDeliveryWithResponse(ctx, id, nil, pmo.DeliveryRepetition{InvoiceId: one, Channel: by})
	d, err := pmo.OK(reply, err)
	if err != nil {
		return err
	}
	return f.Print(reply.Body, ways(*d))
}

func ways(list ...pmo.InvoiceDelivery) *output.Table {
	t := output.NewTable("id", "channel", "state", "current", "address", "since", "day", "reference", "problem", "by")
	for _, d := range list {
		channel := ""
		if d.Channel != nil {
			channel = string(*d.Channel)
		}
		t.Add(d.Id, channel, string(d.State), fmt.Sprint(d.Current), output.Or(d.Address), d.At.Format(time.RFC3339), output.Or(d.Day), output.Or(d.Reference), output.Or(d.Problem), output.Or(d.StartedByName))
	}
	return t
}

func newDeliveries(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "deliveries [ID|NUMBER]", Short: "List the ways of an invoice to its client, or where the invoices of an operation are", Args: cobra.MaximumNArgs(1),
		Example: "  pmoctl invoice deliveries COM-2026-00012 --operation ACC00000001\n  pmoctl invoice deliveries --month 2026-10 --operation ACC00000001"}
	operation := factory.OperationFlag(cmd)
	month := cmd.Flags().String("month", "", "of all: whose period ends in this month, YYYY-MM")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		if len(args) == 0 {
			return whereabouts(cmd.Context(), f, c, id, *month)
		}
		one, err := oneInvoice(cmd.Context(), f, id, args[0])
		if err != nil {
			return err
		}
		reply, err := c.ListDeliveriesWithResponse(cmd.Context(), id, &pmo.ListDeliveriesParams{InvoiceId: one})
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, ways(*found...))
	}
	return cmd
}

// whereabouts lists issued invoices with where they are.
func whereabouts(ctx context.Context, f *factory.Factory, c *pmo.ClientWithResponses, operationID pmo.Id, month string) error {
	params := pmo.ListOperationInvoicesParams{Status: &[]pmo.InvoiceStatus{pmo.InvoiceStatusFINALIZED}}
	if month != "" {
		params.Month = &month
	}
	list, raw, err := pmo.Collect(c.OperationInvoices(ctx, operationID, params))
	if err != nil {
		return err
	}
	t := output.NewTable("id", "number", "client", "channel", "state", "since")
	for _, i := range list {
		channel, state, since := "", "TO_SEND", ""
		if d := i.Delivery; d != nil {
			state, since = string(d.State), d.At.Format(time.RFC3339)
			if d.Channel != nil {
				channel = string(*d.Channel)
			}
		}
		t.Add(i.Id, output.Or(i.Number), i.BillableEntity.Name, channel, state, since)
	}
	return f.Print(raw, t)
}

func newMarkTransmitted(f *factory.Factory) *cobra.Command {
	var s selection
	var day, reference string
	cmd := &cobra.Command{
		Use:   "mark-transmitted ID|NUMBER...",
		Short: "Record that e-invoices were transmitted, deposits made or invoices posted",
		Long: `Record what was done by hand of invoices that wait for it: e-invoices transmitted, deposits on the
portal of public bodies, paper posted.`,
		Example: "  pmoctl invoice mark-transmitted COM-2026-00012 --day 2026-11-20 --reference 4711 --operation ACC00000001",
		Args:    cobra.MinimumNArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&day, "day", "", "when, YYYY-MM-DD; today where none is told")
	cmd.Flags().StringVar(&reference, "reference", "", "what the portal or platform gave (100 characters at most)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := s.check(args); err != nil {
			return err
		}
		body := pmo.DeliveryMark{}
		if day != "" {
			d, err := factory.Day("day", day)
			if err != nil {
				return err
			}
			body.Day = &d
		}
		if reference != "" {
			body.Reference = &reference
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		list, err := s.find(cmd.Context(), f, id)
		if err != nil {
			return err
		}
		body.Ids = ids(list)
		reply, err := c.MarkDeliveriesDoneWithResponse(cmd.Context(), id, nil, body)
		out, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return outcome(f, reply.Body, list, out.Results, "marked")
	}
	return cmd
}
