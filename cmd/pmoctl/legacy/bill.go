package legacy

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// NewBills is the noun of bills with its verbs.
func NewBills(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "bill", Short: "Bills of the old billing engine", Aliases: []string{"bills"}}
	cmd.AddCommand(newListBills(f), newAllBills(f), newGenerate(f), newPaid(f), newLink(f))
	return cmd
}

func billTable(t *output.Table, list ...pmo.Bill) *output.Table {
	for _, b := range list {
		t.Add(b.Id, string(b.BillType), b.ProducerName, output.Or(b.ConsumerName), b.BillingPeriodStart.String(), b.BillingPeriodEnd.String(), euros(b.AmountCents*10_000),
			string(b.PaymentStatus), b.DocumentName)
	}
	return t
}

func billColumns() []string {
	return []string{"id", "type", "producer", "consumer", "from", "to", "euros", "payment", "document"}
}

func newListBills(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List the bills of an operation, the latest period first", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	of := cmd.Flags().String("type", "", "participant or producer")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, operationID, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		params := &pmo.ListBillsParams{}
		if *of != "" {
			kind := pmo.BillType(*of)
			params.BillType = &kind
		}
		reply, err := c.ListBillsWithResponse(cmd.Context(), operationID, params)
		list, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, billTable(output.NewTable(billColumns()...), *list...))
	}
	return cmd
}

func newAllBills(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "all", Short: "List the bills of all operations, the latest period first, at most 1000 (administrators)", Args: cobra.NoArgs,
		Example: "  pmoctl bill all --type participant --filter '{\"paymentStatus\":\"FAILED\"}'"}
	of := cmd.Flags().String("type", "", "participant or producer")
	filter := cmd.Flags().String("filter", "", "as the back-office filters, JSON: operationId, producerId, consumerId, billingPeriodEnd, paymentStatus, q")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := f.Client()
		if err != nil {
			return err
		}
		rows := "[0,999]"
		params := &pmo.ListAdminBillsParams{Range: &rows}
		if *of != "" {
			kind := pmo.BillType(*of)
			params.BillType = &kind
		}
		if *filter != "" {
			params.Filter = filter
		}
		reply, err := c.ListAdminBillsWithResponse(cmd.Context(), params)
		list, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable(append([]string{"operation"}, billColumns()...)...)
		for _, b := range *list {
			t.Add(b.OperationName, b.Id, string(b.BillType), b.ProducerName, output.Or(b.ConsumerName), b.BillingPeriodStart.String(), b.BillingPeriodEnd.String(),
				euros(b.AmountCents*10_000), string(b.PaymentStatus), b.DocumentName)
		}
		if err := f.Print(reply.Body, t); err != nil {
			return err
		}
		if told := reply.HTTPResponse.Header.Get("Content-Range"); len(*list) == 1000 {
			f.Note("these are %s: narrow the list by --filter", told)
		}
		return nil
	}
	return cmd
}

func newGenerate(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "generate", Short: "Make the bills of all whole periods up to a day, none twice", Args: cobra.NoArgs,
		Example: "  pmoctl bill generate --operation ACC00000003 --up-to 2026-10-31"}
	operation := factory.OperationFlag(cmd)
	upTo := cmd.Flags().String("up-to", "", "last day to bill (default yesterday)")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		until, err := factory.DayOr("up-to", *upTo)
		if err != nil {
			return err
		}
		c, operationID, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.GenerateBillsWithResponse(cmd.Context(), operationID, nil, pmo.BillGenerationAsk{BillUpTo: until})
		made, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		f.Note("%d bills of participants, %d of producers", made.ParticipantBills, made.ProducerBills)
		if made.WaitingCount > 0 {
			f.Note("%d wait for definitive data", made.WaitingCount)
		}
		if made.More {
			f.Note("there are more to make: ask again")
		}
		t := output.NewTable("producer", "consumer", "from", "to", "first_missing_day")
		for _, w := range made.Waiting {
			t.Add(w.ProducerName, w.ConsumerName, w.DateFrom.String(), w.DateTo.String(), w.MissingDays[0].String())
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}

func newPaid(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "update ID", Short: "Say whether a bill was paid, and what its document is called", Args: cobra.ExactArgs(1),
		Example: "  pmoctl bill update 0199b0aa-0000-7000-8000-000000000001 --operation ACC00000003 --payment SUCCEEDED"}
	operation := factory.OperationFlag(cmd)
	payment := cmd.Flags().String("payment", "", "PENDING, FAILED or SUCCEEDED")
	name := cmd.Flags().String("name", "", "of the document")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, operationID, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		body := pmo.BillUpdate{}
		if *payment != "" {
			status := pmo.PaymentStatus(*payment)
			body.PaymentStatus = &status
		}
		if *name != "" {
			body.DocumentName = name
		}
		reply, err := c.UpdateBillWithResponse(cmd.Context(), operationID, args[0], nil, body)
		changed, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, billTable(output.One(billColumns()...), *changed))
	}
	return cmd
}

func newLink(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "link ID", Short: "Where the document of a bill may be read for a quarter of an hour", Args: cobra.ExactArgs(1)}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := f.Client()
		if err != nil {
			return err
		}
		reply, err := c.GetBillLinkWithResponse(cmd.Context(), args[0])
		link, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.One("url", "until")
		t.Add(link.Url, link.ExpiresAt.Format("2006-01-02 15:04"))
		return f.Print(reply.Body, t)
	}
	return cmd
}
