// Package emission holds the commands of CO2 factors.
package emission

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the group.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "emission", Short: "See and keep what a kWh emits: the factors of all CO2 figures (administrators)"}
	cmd.AddCommand(newList(f), newAdd(f), newUpdate(f))
	return cmd
}

func table(rows ...pmo.EmissionFactor) *output.Table {
	t := output.NewTable("country", "production", "since", ">mg_per_kwh", "source", "id")
	for _, one := range rows {
		kind := "grid"
		if one.ProductionTypeId != nil {
			kind = strconv.Itoa(*one.ProductionTypeId)
		}
		t.Add(one.Country, kind, one.StartDate.String(), strconv.FormatInt(one.MilligramsPerKilowattHour, 10), one.Source, one.Id)
	}
	return t
}

func newList(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List the factors, the newest first", Args: cobra.NoArgs}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := f.Client()
		if err != nil {
			return err
		}
		all := "[0,999]"
		reply, err := c.ListAdminEmissionFactorsWithResponse(cmd.Context(), &pmo.ListAdminEmissionFactorsParams{Range: &all})
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(*found...))
	}
	return cmd
}

func changing() []fields.Field {
	return []fields.Field{
		{Flag: "since", Name: "startDate", Kind: fields.Day, Usage: "the first day of a month, YYYY-MM-DD"},
		{Flag: "mg-per-kwh", Name: "milligramsPerKilowattHour", Kind: fields.Whole, Usage: "milligrams of CO2 a kWh, direct emissions"},
		{Flag: "source", Name: "source", Usage: "where it was published"},
	}
}

func newAdd(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "add", Short: "Add a factor", Args: cobra.NoArgs,
		Example: "  pmoctl emission add --country FR --since 2027-01-01 --mg-per-kwh 20000 --source 'RTE, bilan électrique 2026'"}
	body := fields.Bind(cmd, append(changing(), fields.Field{Flag: "country", Name: "country", Values: []string{"FR", "BE"}},
		fields.Field{Flag: "production-type", Name: "productionTypeId", Kind: fields.Whole, Usage: "kind of production; none = the grid"}))
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, content, err := f.Written(body)
		if err != nil {
			return err
		}
		reply, err := c.CreateAdminEmissionFactorWithBodyWithResponse(cmd.Context(), &pmo.CreateAdminEmissionFactorParams{}, "application/json", content)
		made, err := pmo.Created(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(*made))
	}
	return cmd
}

func newUpdate(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "update ID", Short: "Change a factor that was typed wrong", Args: cobra.ExactArgs(1)}
	body := fields.BindUpdate(cmd, changing())
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, content, err := f.Written(body)
		if err != nil {
			return err
		}
		reply, err := c.UpdateAdminEmissionFactorWithBodyWithResponse(cmd.Context(), args[0], &pmo.UpdateAdminEmissionFactorParams{}, "application/json", content)
		changed, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(*changed))
	}
	return cmd
}
