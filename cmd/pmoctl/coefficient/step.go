package coefficient

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// step is a verb that records what became of a set.
type step struct {
	verb, short string
	status      pmo.CoefficientStepStatus
}

var steps = []step{
	{"send", "Record that the files were sent to the operator", pmo.SENT},
	{"acknowledge", "Record that the operator has them", pmo.ACKNOWLEDGED},
	{"refuse", "Record that the operator refused them", pmo.REFUSED},
	{"apply", "Record that the operator shared by them", pmo.APPLIED},
}

func newStep(f *factory.Factory, s step) *cobra.Command {
	var date, note string
	cmd := &cobra.Command{
		Use:     s.verb + " MONTH|ID",
		Short:   s.short,
		Example: "  pmoctl coefficient " + s.verb + " 2026-10 --operation ACC00000001",
		Args:    cobra.ExactArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&date, "date", "", "when it happened (default today)")
	cmd.Flags().StringVar(&note, "note", "", "what is worth knowing of it")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		day, err := factory.DayOr("date", date)
		if err != nil {
			return err
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		set, _, err := find(cmd.Context(), c, id, args[0])
		if err != nil {
			return err
		}
		body := pmo.CoefficientStep{Status: s.status, Date: day}
		if note != "" {
			body.Note = &note
		}
		reply, err := c.CreateCoefficientStepWithResponse(cmd.Context(), id, set.Id, nil, body)
		after, err := pmo.Created(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(after))
	}
	return cmd
}
