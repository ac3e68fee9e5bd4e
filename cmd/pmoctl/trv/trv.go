// Package trv holds the commands of the regulated tariff.
package trv

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the group.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "trv", Short: "See and keep the regulated tariff (TRV)"}
	cmd.AddCommand(newLast(f), newList(f), newAdd(f), newUpdate(f))
	return cmd
}

func price(v *int64) string {
	if v == nil {
		return ""
	}
	return output.Price(*v)
}

func table(rows []pmo.TRVPrice) *output.Table {
	t := output.NewTable("consumer", "since", "contract", "from_kva", "base", "peak", "off_peak", "source", "id")
	for _, p := range rows {
		t.Add(string(p.ConsumerType), p.StartDate.String(), string(p.ContractType), strconv.Itoa(p.FromKVA), price(p.BaseMicroEuro), price(p.PeakMicroEuro), price(p.OffPeakMicroEuro), p.Source, p.Id)
	}
	return t
}

func newLast(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "last", Short: "Show the regulated tariff in force", Args: cobra.NoArgs}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := f.Client()
		if err != nil {
			return err
		}
		reply, err := c.GetLastTRVPricesWithResponse(cmd.Context())
		grids, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		var rows []pmo.TRVPrice
		for _, g := range *grids {
			rows = append(rows, g.Prices...)
		}
		return f.Print(reply.Body, table(rows))
	}
	return cmd
}

func newList(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List the prices of the regulated tariff, the newest first (administrators)", Args: cobra.NoArgs}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := f.Client()
		if err != nil {
			return err
		}
		all := "[0,999]"
		reply, err := c.ListAdminTRVPricesWithResponse(cmd.Context(), &pmo.ListAdminTRVPricesParams{Range: &all})
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(*found))
	}
	return cmd
}

var prices = [][2]string{{"base", "baseMicroEuro"}, {"peak", "peakMicroEuro"}, {"off-peak", "offPeakMicroEuro"}}

// bind adds the flags of a price.
func bind(cmd *cobra.Command, with func(*cobra.Command, []fields.Field) *fields.Body) func() (*fields.Body, error) {
	body := with(cmd, []fields.Field{
		{Flag: "consumer", Name: "consumerType", Values: []string{"individual", "professional"}},
		{Flag: "contract", Name: "contractType", Values: []string{"BASE", "DOUBLE_PRICE"}},
		{Flag: "since", Name: "startDate", Kind: fields.Day, Usage: "first day, YYYY-MM-DD"},
		{Flag: "from-kva", Name: "fromKVA", Kind: fields.Whole, Usage: "for sites of at least this power"},
		{Flag: "source", Name: "source", Usage: "where it was published"},
	})
	told := map[string]*string{}
	for _, p := range prices {
		told[p[1]] = cmd.Flags().String(p[0], "", "euros per kWh: all taxes included for individuals, without VAT for professionals")
	}
	return func() (*fields.Body, error) {
		for _, p := range prices {
			if *told[p[1]] == "" {
				continue
			}
			v, err := output.ParsePrice(*told[p[1]])
			if err != nil {
				return nil, exit.Usagef("--%s: %v", p[0], err)
			}
			body.Set(p[1], v)
		}
		return body, nil
	}
}

func newAdd(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "add", Short: "Add a price of the regulated tariff (administrators)", Args: cobra.NoArgs,
		Example: "  pmoctl trv add --consumer individual --contract BASE --since 2026-08-01 --base 0.1940 --source 'Délibération CRE'"}
	read := bind(cmd, fields.Bind)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		body, err := read()
		if err != nil {
			return err
		}
		c, content, err := f.Written(body)
		if err != nil {
			return err
		}
		reply, err := c.CreateAdminTRVPriceWithBodyWithResponse(cmd.Context(), &pmo.CreateAdminTRVPriceParams{}, "application/json", content)
		made, err := pmo.Created(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table([]pmo.TRVPrice{*made}))
	}
	return cmd
}

func newUpdate(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "update ID", Short: "Change a price of the regulated tariff that was typed wrong (administrators)", Args: cobra.ExactArgs(1)}
	read := bind(cmd, fields.BindUpdate)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		body, err := read()
		if err != nil {
			return err
		}
		c, content, err := f.Written(body)
		if err != nil {
			return err
		}
		reply, err := c.UpdateAdminTRVPriceWithBodyWithResponse(cmd.Context(), args[0], &pmo.UpdateAdminTRVPriceParams{}, "application/json", content)
		changed, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table([]pmo.TRVPrice{*changed}))
	}
	return cmd
}
