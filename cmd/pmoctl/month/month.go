// Package month holds the commands of months: from data to invoices that reached their clients.
package month

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "month", Short: "Months: from data to invoices sent", Aliases: []string{"months"}}
	cmd.AddCommand(newStatus(f), newList(f))
	return cmd
}

func newList(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List where the last twelve months stand, or one month in all operations",
		Long: `List where the last twelve months of an operation stand, and what each waits for.
With --all: where one month stands in all operations, the most urgent first; without --month it is
the last one that is over. It then ends with 8 while something blocks or is late.`,
		Example: "  pmoctl month list --operation ACC00000001\n  pmoctl month list --all --month 2026-10",
		Args:    cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	all := cmd.Flags().Bool("all", false, "one month in all operations")
	month := cmd.Flags().String("month", "", "with --all: the month, as 2026-10")
	cmd.MarkFlagsMutuallyExclusive("all", "operation")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := f.Client()
		if err != nil {
			return err
		}
		if *all {
			return listAll(cmd.Context(), f, c, *month)
		}
		if *month != "" {
			return exit.Usagef("--month needs --all")
		}
		id, err := f.Operation(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.ListOperationMonthsWithResponse(cmd.Context(), id, nil)
		months, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("month", "state", "step", "action", "actor", "deadline")
		for _, m := range *months {
			if n := m.Next; n != nil {
				t.Add(m.Month, string(m.State), string(n.Step), output.Or(n.Action), output.Or(n.Actor), output.Or(n.Deadline))
				continue
			}
			t.Add(m.Month, string(m.State), "", "", "", "")
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}

// listAll prints one month of every operation in reach.
func listAll(ctx context.Context, f *factory.Factory, c *pmo.ClientWithResponses, month string) error {
	asked := &pmo.ListMonthsParams{}
	if month != "" {
		asked.Month = &month
	}
	reply, err := c.ListMonthsWithResponse(ctx, asked)
	lines, err := pmo.OK(reply, err)
	if err != nil {
		return err
	}
	t := output.NewTable("operation", "month", "urgency", "step", "action", "deadline", "sites", "kWh", "shared kWh", "drafts EUR", "invoiced EUR", "overdue EUR")
	waiting := 0
	for _, l := range *lines {
		if l.Urgency == pmo.MonthUrgencyLATE || l.Urgency == pmo.MonthUrgencyBLOCKED {
			waiting++
		}
		var step, action, deadline, drafts, invoiced, overdue string
		if n := l.Next; n != nil {
			step, action, deadline = string(n.Step), output.Or(n.Action), output.Or(n.Deadline)
		}
		for _, s := range l.Steps {
			if s.Drafts != nil {
				drafts = output.Euro(s.Drafts.AmountCents)
			}
			if s.Published != nil {
				invoiced = output.Euro(s.Published.AmountCents)
			}
		}
		if l.Overdue != nil {
			overdue = output.Euro(l.Overdue.AmountCents)
		}
		t.Add(l.OperationName, l.Month, string(l.Urgency), step, action, deadline, strconv.Itoa(l.SitesNumber), kWh(l.Consumed), kWh(l.Shared), drafts, invoiced, overdue)
	}
	if err := f.Print(reply.Body, t); err != nil {
		return err
	}
	if waiting > 0 {
		return exit.Partialf("%d operations are late or blocked", waiting)
	}
	return nil
}

// kWh is what is known of some energy, with a tilde where days lack; "" = nothing.
func kWh(e *pmo.MonthEnergy) string {
	switch {
	case e == nil:
		return ""
	case e.Partial:
		return "~" + output.KWh(e.MilliWh)
	}
	return output.KWh(e.MilliWh)
}

func newStatus(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "status [month]",
		Short: "Show where a month stands, what blocks it and the next thing to do",
		Long: `Show the steps of a month, from data to invoices sent, with what blocks and what is odd.
Without a month it is the last one that is over. It ends with 8 while something blocks.`,
		Example: "  pmoctl month status\n  pmoctl month status 2026-10 --operation ACC00000001 -o json",
		Args:    cobra.MaximumNArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := f.Client()
		if err != nil {
			return err
		}
		id, err := f.Operation(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		month := strings.Join(args, "")
		if month == "" {
			months, err := pmo.OK(c.ListOperationMonthsWithResponse(cmd.Context(), id, nil))
			if err != nil {
				return err
			}
			if month = lastOver(*months); month == "" {
				return exit.Usagef("no month of this operation is over yet; name one, as in 'pmoctl month status 2026-10'")
			}
		}
		reply, err := c.GetOperationMonthWithResponse(cmd.Context(), id, month)
		m, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return print(f, reply.Body, *m)
	}
	return cmd
}

// lastOver is the latest month that has ended; "" = none of them.
func lastOver(months []pmo.MonthSummary) string {
	for _, m := range months {
		if m.State != pmo.MonthStateINPROGRESS {
			return m.Month
		}
	}
	return ""
}

func print(f *factory.Factory, raw []byte, m pmo.OperationMonth) error {
	t := output.NewTable("step", "state", "reason", "figures", "actor", "action", "deadline")
	blocking := 0
	for _, s := range m.Steps {
		if s.Checks != nil {
			blocking = s.Checks.BlockingNumber
		}
		t.Add(string(s.Kind), string(s.State), output.Or(s.Reason), figures(s), output.Or(s.Actor), output.Or(s.Action), output.Or(s.Deadline))
	}
	note := fmt.Sprintf("%s: %s", m.Month, m.State)
	if n := m.Next; n != nil {
		note += "; next: " + strings.ToLower(strings.Join(strings.Fields(string(n.Step)+" "+output.Or(n.Action)), ": "))
		if n.Deadline != nil {
			note += " by " + n.Deadline.String()
		}
	}
	f.Note("%s", note)
	for _, c := range m.Checks {
		f.Note("%s %s", strings.ToLower(string(c.Severity)), line(c))
	}
	if err := f.Print(raw, t); err != nil {
		return err
	}
	if blocking > 0 {
		return exit.Partialf("%d checks block the month", blocking)
	}
	return nil
}

// figures is what a step says in numbers.
func figures(s pmo.MonthStep) string {
	switch {
	case s.Data != nil:
		return fmt.Sprintf("%d of %d sites", s.Data.ReadyNumber, s.Data.SidesNumber)
	case s.Coefficients != nil:
		return output.Or(s.Coefficients.Status)
	case s.Checks != nil:
		return fmt.Sprintf("%d block, %d odd", s.Checks.BlockingNumber, s.Checks.OddNumber)
	case s.Drafts != nil:
		return fmt.Sprintf("%d drafts, %s EUR, %d due", s.Drafts.Number, output.Euro(s.Drafts.AmountCents), s.Drafts.DueNumber)
	case s.Paid != nil:
		return fmt.Sprintf("%s EUR collected, %s EUR of it too much, %s EUR open, %d overdue (%s EUR)", output.Euro(s.Paid.CollectedCents), output.Euro(s.Paid.OverpaidCents), output.Euro(s.Paid.OpenCents), s.Paid.OverdueNumber, output.Euro(s.Paid.OverdueCents))
	case s.Statements != nil:
		m := s.Statements
		return fmt.Sprintf("%d to state, %d drafted (%s EUR), %d published (%s EUR), %s EUR paid, %s EUR open, %d in no list, %d overdue", m.DueNumber, m.DraftNumber, output.Euro(m.DraftCents), m.Number,
			output.Euro(m.AmountCents), output.Euro(m.PaidCents), output.Euro(m.OpenCents), m.UnorderedNumber, m.OverdueNumber)
	case s.Sent != nil:
		parts := []string{}
		if s.Sent.UnsentNumber > 0 {
			parts = append(parts, fmt.Sprintf("%d to send", s.Sent.UnsentNumber))
		}
		for _, w := range s.Sent.Ways {
			parts = append(parts, strings.TrimSpace(fmt.Sprintf("%d %s %s", w.Number, strings.ToLower(output.Or(w.Channel)), strings.ToLower(string(w.State)))))
		}
		return strings.Join(parts, ", ")
	case s.Published != nil:
		return fmt.Sprintf("%d invoices, %s EUR, %d overdue", s.Published.Number, output.Euro(s.Published.AmountCents), s.Published.OverdueNumber)
	}
	return ""
}

// line is a check in words: what was found, of whom, when.
func line(c pmo.MonthCheck) string {
	words := []string{string(c.Kind)}
	for _, name := range []*string{c.ParticipantName, c.ProducerName, c.BillingEntityName, c.BillableEntityName} {
		if name != nil {
			words = append(words, *name)
		}
	}
	if c.Periods != nil {
		for _, p := range *c.Periods {
			words = append(words, p.From.String()+".."+p.To.String())
		}
	}
	if c.Deadline != nil {
		words = append(words, "by "+c.Deadline.String())
	}
	if c.EnergyMilliWh != nil {
		words = append(words, output.KWh(*c.EnergyMilliWh)+" kWh")
	}
	if c.AmountCents != nil && c.PreviousAmountCents != nil {
		words = append(words, output.Euro(*c.AmountCents)+" EUR after "+output.Euro(*c.PreviousAmountCents)+" EUR")
	}
	if c.Number != nil {
		words = append(words, fmt.Sprintf("%d periods", *c.Number))
	}
	if c.Problem != nil {
		words = append(words, output.Item(*c.Problem))
	}
	return strings.Join(words, " ")
}
