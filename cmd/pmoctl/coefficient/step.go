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
	{"send", "Record that the files were sent to the operator", pmo.CoefficientStepStatusSENT},
	{"acknowledge", "Record that the operator has them", pmo.CoefficientStepStatusACKNOWLEDGED},
	{"refuse", "Record that the operator refused them", pmo.CoefficientStepStatusREFUSED},
	{"apply", "Record that the operator shared by them", pmo.CoefficientStepStatusAPPLIED},
}

func newStep(f *factory.Factory, s step) *cobra.Command {
	var date, note string
	accept := false
	cmd := &cobra.Command{
		Use:     s.verb + " MONTH|ID",
		Short:   s.short,
		Example: "  pmoctl coefficient " + s.verb + " 2026-10 --operation ACC00000001",
		Args:    cobra.ExactArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&date, "date", "", "when it happened (default today)")
	cmd.Flags().StringVar(&note, "note", "", "what is worth knowing of it")
	if s.status == pmo.CoefficientStepStatusSENT {
		cmd.Flags().BoolVar(&accept, "accept-outdated", false, "these files were sent, although key, curves or sites have changed since they were made")
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		day, err := factory.DayOr("date", date)
		if err != nil {
			return err
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		set, _, err := findIn(cmd.Context(), c, id, args[0], s.pick)
		if err != nil {
			return err
		}
		body := pmo.CoefficientStep{Status: s.status, Date: day}
		if note != "" {
			body.Note = &note
		}
		if accept {
			body.AcceptOutdated = &accept
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

// pick is the set of a month that a step is of: the operator answers to the one it has.
func (s step) pick(m pmo.CoefficientMonth) *pmo.CoefficientSet {
	if s.status != pmo.CoefficientStepStatusSENT && m.Sent != nil {
		return m.Sent
	}
	return m.Current
}
