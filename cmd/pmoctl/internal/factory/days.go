package factory

import (
	"time"

	"github.com/oapi-codegen/runtime/types"
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
)

// Days are the flags --from and --to: civil days of the operator, both included.
type Days struct{ from, to *string }

// DaysFlags adds them; they must be given.
func DaysFlags(cmd *cobra.Command) Days {
	d := Days{
		from: cmd.Flags().String("from", "", "first day, as 2026-10-01"),
		to:   cmd.Flags().String("to", "", "last day (included)"),
	}
	_ = cmd.MarkFlagRequired("from")
	_ = cmd.MarkFlagRequired("to")
	return d
}

// Dates are both days. Whether their order and length are allowed is the server's to say.
func (d Days) Dates() (from, to types.Date, err error) {
	if from, err = Day("from", *d.from); err != nil {
		return from, to, err
	}
	to, err = Day("to", *d.to)
	return from, to, err
}

// Day reads the day of a flag.
func Day(flag, text string) (types.Date, error) {
	if err := fields.CheckDay(flag, text); err != nil {
		return types.Date{}, err
	}
	day, err := time.Parse(time.DateOnly, text)
	return types.Date{Time: day}, exit.AsUsage(err)
}

// DayOr is Day, or nil where the flag is not given.
func DayOr(flag, text string) (*types.Date, error) {
	if text == "" {
		return nil, nil
	}
	day, err := Day(flag, text)
	return &day, err
}
