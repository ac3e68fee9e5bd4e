package plan

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// newUsual is where prices are usual: read by all, kept by administrators.
func newUsual(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "usual", Short: "See where prices per kWh are usual, and set it"}
	cmd.AddCommand(newUsualToday(f), newUsualList(f), newUsualAdd(f), newUsualUpdate(f))
	return cmd
}

func newUsualToday(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "show", Short: "Where prices of an operation's plans are usual today", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.GetOperationUsualPricesWithResponse(cmd.Context(), id)
		u, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.One("since", "low", "high")
		if u.LowMicroEuro != nil && u.HighMicroEuro != nil {
			t.Add(output.Or(u.Since), output.Price(*u.LowMicroEuro), output.Price(*u.HighMicroEuro))
		} else {
			f.Note("no range is known")
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}

func ranges(rows []pmo.PriceRange) *output.Table {
	t := output.NewTable("country", "since", "low", "high", "id")
	for _, r := range rows {
		t.Add(string(r.Country), r.StartDate.String(), output.Price(r.LowMicroEuro), output.Price(r.HighMicroEuro), r.Id)
	}
	return t
}

func newUsualList(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List the ranges of usual prices, the newest first (administrators)", Args: cobra.NoArgs}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := f.Client()
		if err != nil {
			return err
		}
		all := "[0,999]"
		reply, err := c.ListAdminPriceRangesWithResponse(cmd.Context(), &pmo.ListAdminPriceRangesParams{Range: &all})
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, ranges(*found))
	}
	return cmd
}

// bindRange adds the flags of a range.
func bindRange(cmd *cobra.Command, with func(*cobra.Command, []fields.Field) *fields.Body) func() (*fields.Body, error) {
	body := with(cmd, []fields.Field{
		{Flag: "country", Name: "country", Values: []string{"FR", "BE"}},
		{Flag: "since", Name: "startDate", Kind: fields.Day, Usage: "first day, YYYY-MM-DD"},
	})
	low := cmd.Flags().String("low", "", "euros per kWh under which a price is unusual")
	high := cmd.Flags().String("high", "", "euros per kWh over which a price is unusual")
	return func() (*fields.Body, error) {
		for _, p := range []struct{ flag, name, text string }{{"low", "lowMicroEuro", *low}, {"high", "highMicroEuro", *high}} {
			if p.text == "" {
				continue
			}
			v, err := output.ParsePrice(p.text)
			if err != nil {
				return nil, exit.Usagef("--%s: %v", p.flag, err)
			}
			body.Set(p.name, v)
		}
		return body, nil
	}
}

func newUsualAdd(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "add", Short: "Set where prices are usual from a day on (administrators)", Args: cobra.NoArgs,
		Example: "  pmoctl plan usual add --country FR --since 2027-01-01 --low 0.06 --high 0.22"}
	read := bindRange(cmd, fields.Bind)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		body, err := read()
		if err != nil {
			return err
		}
		c, content, err := f.Written(body)
		if err != nil {
			return err
		}
		reply, err := c.CreateAdminPriceRangeWithBodyWithResponse(cmd.Context(), &pmo.CreateAdminPriceRangeParams{}, "application/json", content)
		made, err := pmo.Created(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, ranges([]pmo.PriceRange{*made}))
	}
	return cmd
}

func newUsualUpdate(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "update ID", Short: "Change a range of usual prices that was typed wrong (administrators)", Args: cobra.ExactArgs(1)}
	read := bindRange(cmd, fields.BindUpdate)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		body, err := read()
		if err != nil {
			return err
		}
		c, content, err := f.Written(body)
		if err != nil {
			return err
		}
		reply, err := c.UpdateAdminPriceRangeWithBodyWithResponse(cmd.Context(), args[0], &pmo.UpdateAdminPriceRangeParams{}, "application/json", content)
		changed, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, ranges([]pmo.PriceRange{*changed}))
	}
	return cmd
}
