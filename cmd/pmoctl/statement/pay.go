package statement

import (
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/download"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newOwed(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "owed", Short: "List published statements that are not paid, and what keeps some from being ordered", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.ListOwedStatementsWithResponse(cmd.Context(), id, nil)
		list, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("id", "number", "producer", "account", "due", ">euro", "payment", "problem")
		for _, s := range *list {
			t.Add(s.Id, s.Number, s.ProducerName, output.Or(s.Iban), output.Or(s.DueDate), output.Euro(s.AmountCents), string(s.PaymentStatus), problem(s))
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}

func problem(s pmo.OwedStatement) string {
	if s.Problem == nil {
		return ""
	}
	return output.Item(*s.Problem)
}

func payoutColumns() []string {
	return []string{"id", "created", "by", "execution", ">statements", ">euro", ">paid", ">returned", "status", "version", "file"}
}

func payouts(t *output.Table, list ...pmo.Payout) *output.Table {
	for _, p := range list {
		t.Add(p.Id, p.CreatedAt.Format(time.RFC3339), output.Or(p.CreatedByName), p.ExecutionDate.String(), strconv.Itoa(p.StatementCount), output.Euro(p.AmountCents), strconv.Itoa(p.PaidCount),
			strconv.Itoa(p.ReturnedCount), string(p.Status), string(p.MessageVersion), p.FileName)
	}
	return t
}

func newExport(f *factory.Factory) *cobra.Command {
	var on, dir string
	var yes, force bool
	cmd := &cobra.Command{
		Use:   "export [ID|NUMBER...]",
		Short: "Order the payment of statements: the file for the bank (pain.001)",
		Long: `Order the payment of statements, of all that are owed unless some are named, and save the
file for the bank. Those that cannot be ordered are named, and the exit code is 8. Each
statement is in one list: the same set gives the same file again.`,
		Example: "  pmoctl statement export --operation BE00000001 --on 2026-11-30 --dir banque --yes",
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&on, "on", "", "the day on which the bank is to pay, YYYY-MM-DD (default: the next on which banks pay)")
	cmd.Flags().StringVar(&dir, "dir", ".", "folder to save to")
	cmd.Flags().BoolVar(&force, "force", false, "write over a file that is there")
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		body := pmo.PayoutCreation{}
		if body.ExecutionDate, err = factory.DayOr("on", on); err != nil {
			return err
		}
		left := 0
		if len(args) > 0 {
			named, err := find(cmd.Context(), c, id, args, "")
			if err != nil {
				return err
			}
			body.Ids = ids(named)
		} else {
			reply, err := c.ListOwedStatementsWithResponse(cmd.Context(), id, nil)
			list, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			for _, s := range *list {
				if s.Problem != nil {
					left++
					f.Note("%s: %s", s.Number, problem(s))
					continue
				}
				body.Ids = append(body.Ids, s.Id)
			}
		}
		if len(body.Ids) == 0 {
			if left > 0 {
				return exit.Partialf("%d statements were left out", left)
			}
			f.Note("nothing is owed")
			return nil
		}
		if err := f.Confirm(cmd.Context(), yes, fmt.Sprintf("Order the payment of %d statements", len(body.Ids))); err != nil {
			return err
		}
		reply, err := c.ExportPayoutWithResponse(cmd.Context(), id, nil, body)
		made, err := pmo.Created(reply, err)
		if err != nil {
			return err
		}
		response, err := c.DownloadPayout(cmd.Context(), id, made.Id)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		file, err := download.Save(response, dir, "payout.xml", force)
		if err == nil && file.Skipped {
			err = fmt.Errorf("%s is there already; the list is ordered: save its file with statement file, or say --force", file.Path)
		}
		if err != nil {
			return err
		}
		f.Note("saved %s", file.Path)
		if err := f.Print(reply.Body, payouts(output.One(payoutColumns()...), *made)); err != nil {
			return err
		}
		if left > 0 {
			return exit.Partialf("%d statements were left out", left)
		}
		return nil
	}
	return cmd
}

func newPayouts(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "payouts [ID]", Short: "List payment lists, last first, or the statements of one", Args: cobra.MaximumNArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		if len(args) == 0 {
			reply, err := c.ListPayoutsWithResponse(cmd.Context(), id, nil)
			list, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			return f.Print(reply.Body, payouts(output.NewTable(payoutColumns()...), *list...))
		}
		reply, err := c.GetPayoutWithResponse(cmd.Context(), id, args[0])
		one, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("statement", "number", "producer", "account", ">euro", "end_to_end", "payment", "held")
		for _, s := range *one.Statements {
			t.Add(s.StatementId, s.Number, s.ProducerName, output.Or(s.Iban), output.Euro(s.AmountCents), s.EndToEndId, string(s.PaymentStatus), output.Yes(s.Held))
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}

func newFile(f *factory.Factory) *cobra.Command {
	var dir string
	var force bool
	cmd := &cobra.Command{Use: "file PAYOUT", Short: "Save the file of a payment list again", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&dir, "dir", ".", "folder to save to")
	cmd.Flags().BoolVar(&force, "force", false, "write over a file that is there")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		response, err := c.DownloadPayout(cmd.Context(), id, args[0])
		if err != nil {
			return err
		}
		file, err := download.Save(response, dir, "payout.xml", force)
		return saved(f, file, err)
	}
	return cmd
}

func newCancelPayout(f *factory.Factory) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{Use: "cancel-payout PAYOUT", Short: "Take back a payment list that the bank was not given", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		if err := f.Confirm(cmd.Context(), yes, "Take this payment list back"); err != nil {
			return err
		}
		reply, err := c.CancelPayoutWithResponse(cmd.Context(), id, args[0], nil)
		one, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, payouts(output.One(payoutColumns()...), *one))
	}
	return cmd
}

func payments(list ...pmo.StatementPayment) *output.Table {
	t := output.NewTable("id", "statement", "booked", "kind", ">euro", "reference", "by", "withdrawn")
	for _, p := range list {
		withdrawn := ""
		if p.WithdrawnAt != nil {
			withdrawn = p.WithdrawnAt.Format(time.RFC3339)
		}
		t.Add(p.Id, p.StatementId, p.BookedOn.String(), string(p.Kind), output.Euro(p.AmountCents), p.Reference, output.Or(p.CreatedByName), withdrawn)
	}
	return t
}

func newPay(f *factory.Factory) *cobra.Command {
	var date, reference string
	var back, yes bool
	cmd := &cobra.Command{
		Use:     "pay ID|NUMBER...",
		Short:   "Record that statements were paid, or that their money came back",
		Long:    "Record that statements were paid, each in full, or with --return that their money came back: all of them or none.",
		Example: "  pmoctl statement pay TAN-R-2026-00001 --date 2026-11-27 --operation BE00000001 --yes",
		Args:    cobra.MinimumNArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&date, "date", "", "day of the bank, YYYY-MM-DD")
	cmd.Flags().StringVar(&reference, "reference", "", "what the bank said (140 characters at most)")
	cmd.Flags().BoolVar(&back, "return", false, "the money came back")
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	_ = cmd.MarkFlagRequired("date")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		day, err := factory.Day("date", date)
		if err != nil {
			return err
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		list, err := find(cmd.Context(), c, id, args, "")
		if err != nil {
			return err
		}
		kind := pmo.SettlementKindPAYMENT
		if back {
			kind = pmo.SettlementKindRETURN
		}
		if err := f.Confirm(cmd.Context(), yes, fmt.Sprintf("Record a %s of %d statements, %s EUR in all", kind, len(list), output.Euro(total(list)))); err != nil {
			return err
		}
		body := pmo.StatementPaymentCreation{Ids: ids(list), BookedOn: day, Kind: &kind}
		if reference != "" {
			body.Reference = &reference
		}
		reply, err := c.RecordStatementPaymentsWithResponse(cmd.Context(), id, nil, body)
		made, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, payments(*made...))
	}
	return cmd
}

func newPayments(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "payments ID|NUMBER", Short: "List what was paid of a statement, and what came back", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		found, err := find(cmd.Context(), c, id, args, "")
		if err != nil {
			return err
		}
		reply, err := c.ListStatementPaymentsWithResponse(cmd.Context(), id, &pmo.ListStatementPaymentsParams{StatementId: found[0].Id})
		list, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, payments(*list...))
	}
	return cmd
}

func newUnpay(f *factory.Factory) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{Use: "unpay PAYMENT", Short: "Withdraw a payment that was recorded by mistake; it stays, marked", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		if err := f.Confirm(cmd.Context(), yes, "Withdraw this payment"); err != nil {
			return err
		}
		reply, err := c.WithdrawStatementPaymentWithResponse(cmd.Context(), id, args[0], nil)
		one, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, payments(*one))
	}
	return cmd
}

func newVersion(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "bank-format [PAIN_001_001_09|PAIN_001_001_03]", Short: "Show, or say, which order to pay the bank takes", Args: cobra.MaximumNArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		if len(args) == 0 {
			reply, err := c.GetPayoutSettingsWithResponse(cmd.Context(), id)
			s, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			return f.Print(reply.Body, output.One("version").Add(string(s.MessageVersion)))
		}
		reply, err := c.UpdatePayoutSettingsWithResponse(cmd.Context(), id, pmo.PayoutSettings{MessageVersion: pmo.PayoutMessageVersion(args[0])})
		s, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, output.One("version").Add(string(s.MessageVersion)))
	}
	return cmd
}
