package coefficient

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newMake(f *factory.Factory) *cobra.Command {
	var mode, rounding string
	decimals := 0
	cmd := &cobra.Command{
		Use:   "make MONTH",
		Short: "Make the coefficients of a month from the key and the stored curves",
		Long: `Make the coefficients of a month from the key and the stored curves. They are checked:
every step, every site that takes part, no sum above 100. An earlier set of the month
is superseded and stays readable; one that the operator has only when this one is sent.`,
		Example: "  pmoctl coefficient make 2026-10 --operation ACC00000001",
		Args:    cobra.ExactArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&mode, "mode", "", "SIMPLE (one file) or FULL (one for each producer); default as the key needs it")
	cmd.Flags().StringVar(&rounding, "rounding", "", "LARGEST_REMAINDER (default) or FLOOR")
	cmd.Flags().IntVar(&decimals, "decimals", 2, "decimals of the percentages, 0 to 4")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		body := pmo.CoefficientSetCreation{Month: args[0]}
		if _, ok := monthOf(args[0]); !ok {
			return exit.Usagef("the month is as 2026-10, not %q", args[0])
		}
		if mode != "" {
			if body.Mode = new(pmo.CoefficientMode(mode)); !body.Mode.Valid() {
				return exit.Usagef("--mode is SIMPLE or FULL, not %q", mode)
			}
		}
		if rounding != "" {
			if body.Rounding = new(pmo.CoefficientRounding(rounding)); !body.Rounding.Valid() {
				return exit.Usagef("--rounding is LARGEST_REMAINDER or FLOOR, not %q", rounding)
			}
		}
		if cmd.Flags().Changed("decimals") {
			body.Decimals = &decimals
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.CreateCoefficientSetWithResponse(cmd.Context(), id, nil, body)
		set, err := pmo.Created(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(set))
	}
	return cmd
}

func newShow(f *factory.Factory) *cobra.Command {
	history, difference := false, false
	cmd := &cobra.Command{Use: "show MONTH|ID", Short: "Show a set: its sites, files and what became of it", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().BoolVar(&history, "history", false, "a line for each state, with who and when")
	cmd.Flags().BoolVar(&difference, "difference", false, "a line for each site, beside the month before; for each producer where files are")
	cmd.MarkFlagsMutuallyExclusive("history", "difference")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		set, raw, err := find(cmd.Context(), c, id, args[0])
		if err != nil {
			return err
		}
		switch {
		case difference:
			return f.Print(raw, differenceTable(set))
		case !history:
			return f.Print(raw, table(set))
		}
		t := output.NewTable("status", "date", "recorded", "by", "note")
		for _, e := range set.History {
			t.Add(string(e.Status), e.Date.String(), e.At.Format("2006-01-02 15:04"), output.Or(e.By), output.Or(e.Note))
		}
		return f.Print(raw, t)
	}
	return cmd
}

// differenceTable is empty where there is no month to compare with.
func differenceTable(set *pmo.CoefficientSet) *output.Table {
	t := output.NewTable("producer_id", "producer", "participant_id", "name", "before_month", ">before_percent", ">percent")
	if set.Difference == nil {
		return t
	}
	number := func(v *float64) string {
		if v == nil {
			return ""
		}
		return output.Number(*v, 4)
	}
	for _, s := range set.Difference.Sites {
		t.Add(output.Or(s.ProducerId), output.Or(s.ProducerName), s.ParticipantId, s.Name, set.Difference.Month,
			number(s.PreviousPercentageProduction), number(s.PercentageProduction))
	}
	return t
}
