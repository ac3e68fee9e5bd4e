package curve

import (
	"context"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

type metricsOptions struct {
	operation, participant, producer, group string
	scope                                   scopeFlag
	days                                    factory.Days
}

// NewMetrics is the noun metrics.
func NewMetrics(f *factory.Factory) *cobra.Command {
	var o metricsOptions
	show := &cobra.Command{
		Use:     "show",
		Short:   "Show the totals of an operation, of one site, or of each site",
		Example: "  pmoctl metrics show --operation ACC00000001 --from 2026-10-01 --to 2026-10-31 --group consumers",
		Args:    cobra.NoArgs,
	}
	operation := factory.OperationFlag(show)
	show.Flags().StringVar(&o.participant, "participant", "", "one site of it: id, PRM or EAN")
	o.scope.add(show)
	show.Flags().StringVar(&o.producer, "producer", "", "what the site received from this producer: id, PRM or EAN")
	show.Flags().StringVar(&o.group, "group", "", "a line for each of them: consumers or producers (observers have none)")
	show.MarkFlagsMutuallyExclusive("participant", "group")
	show.MarkFlagsMutuallyExclusive("producer", "group")
	show.MarkFlagsMutuallyExclusive("scope", "group")
	o.days = factory.DaysFlags(show)
	show.RunE = func(cmd *cobra.Command, _ []string) error {
		o.operation = *operation
		return metrics(cmd.Context(), f, o)
	}
	cmd := &cobra.Command{Use: "metrics", Short: "Totals of energy"}
	cmd.AddCommand(show)
	return cmd
}

func metrics(ctx context.Context, f *factory.Factory, o metricsOptions) error {
	from, to, err := o.days.Dates()
	if err != nil {
		return err
	}
	if o.producer != "" && o.participant == "" {
		return exit.Usagef("--producer says from where a site received: name the site by --participant")
	}
	scope, err := o.scope.of(o.participant)
	if err != nil {
		return err
	}
	group := pmo.ListMetricsByGroupParamsGroup(o.group)
	if o.group != "" && !group.Valid() {
		return exit.Usagef("--group is consumers, producers or observers, not %q", o.group)
	}
	c, err := f.Client()
	if err != nil {
		return err
	}
	operationID, siteID, err := f.Target(ctx, o.operation, o.participant)
	if err != nil {
		return err
	}
	switch {
	case o.group != "":
		reply, err := c.ListMetricsByGroupWithResponse(ctx, &pmo.ListMetricsByGroupParams{OperationId: operationID, Group: group, DateFrom: from, DateTo: to})
		list, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, groupTable(*list))
	case siteID != "":
		params := pmo.GetMetricsByParticipantParams{ParticipantId: siteID, Scope: scope, DateFrom: from, DateTo: to}
		return o.ofSite(ctx, f, c, operationID, params)
	}
	reply, err := c.GetMetricsByOperationWithResponse(ctx, &pmo.GetMetricsByOperationParams{OperationId: operationID, DateFrom: from, DateTo: to})
	m, err := pmo.OK(reply, err)
	if err != nil {
		return err
	}
	return f.Print(reply.Body, metricsTable(*m))
}

// ofSite prints the totals of one site.
func (o metricsOptions) ofSite(ctx context.Context, f *factory.Factory, c *pmo.ClientWithResponses, operationID pmo.Id, params pmo.GetMetricsByParticipantParams) error {
	if o.producer != "" {
		producerID, err := f.Participant(ctx, operationID, o.producer)
		if err != nil {
			return err
		}
		params.ProducerId = &producerID
	}
	reply, err := c.GetMetricsByParticipantWithResponse(ctx, &params)
	m, err := pmo.OK(reply, err)
	if err != nil {
		return err
	}
	return f.Print(reply.Body, metricsTable(*m))
}

// metricsTable is a line for each metric there is, with its peak and the periods before.
// Changes are of the same days of both: in percent of energies, in points of rates.
func metricsTable(m pmo.Metrics) *output.Table {
	before, year := pmo.PreviousMetrics{}, pmo.PreviousMetrics{}
	if m.Previous != nil {
		before = *m.Previous
	}
	if m.YearBefore != nil {
		year = *m.YearBefore
	}
	t := output.NewTable("metric", ">value", "unit", ">peak_w", "peak_time", ">previous", ">year_before",
		">previous_change", ">previous_days", ">year_before_change", ">year_before_days")
	energy := func(name string, v, previous, yearBefore *pmo.Metric) {
		if v == nil {
			return
		}
		at, past, older := "", "", ""
		if v.Time != nil {
			at = v.Time.Format(time.RFC3339)
		}
		if previous != nil {
			past = output.KWh(previous.EnergyMilliWh)
		}
		if yearBefore != nil {
			older = output.KWh(yearBefore.EnergyMilliWh)
		}
		t.Add(append([]string{name, output.KWh(v.EnergyMilliWh), "kWh", output.Or(v.Power), at, past, older}, changes(m, name)...)...)
	}
	energy("consumption", m.Consumption, before.Consumption, year.Consumption)
	energy("production", m.Production, before.Production, year.Production)
	energy("auto_consumption", m.AutoConsumption, before.AutoConsumption, year.AutoConsumption)
	energy("surplus", m.Surplus, before.Surplus, year.Surplus)
	energy("ext_production", m.ExtProduction, before.ExtProduction, year.ExtProduction)
	energy("ext_consumption", m.ExtConsumption, before.ExtConsumption, year.ExtConsumption)
	derivedRows(t, m)
	return t
}

// derivedRows are what follows from the energies.
func derivedRows(t *output.Table, m pmo.Metrics) {
	plain := func(name, value, unit string) {
		if value != "" {
			t.Add(append([]string{name, value, unit, "", "", "", ""}, changes(m, name)...)...)
		}
	}
	plain("received_from_all", output.KWhOr(m.ReceivedMilliWh), "kWh")
	plain("complement", output.KWhOr(m.ComplementMilliWh), "kWh")
	plain("self_consumption_rate", output.Percent(m.SelfConsumptionRate), "%")
	plain("self_production_rate", output.Percent(m.SelfProductionRate), "%")
	plain("sharing_rate", output.Percent(m.SharingRate), "%")
	plain("coverage_rate", output.Percent(m.CoverageRate), "%")
	plain("aci", output.KWhOr(m.AciMilliWh), "kWh")
	plain("self_consumption_rate_with_aci", output.Percent(m.SelfConsumptionRateWithAci), "%")
	plain("self_production_rate_with_aci", output.Percent(m.SelfProductionRateWithAci), "%")
	if m.Co2Kg != nil {
		plain("co2", output.Number(*m.Co2Kg, 3), "kg")
	}
	if m.Co2KgWithAci != nil {
		plain("co2_with_aci", output.Number(*m.Co2KgWithAci, 3), "kg")
	}
	days := func(of *pmo.PreviousMetrics) string {
		if of == nil {
			return ""
		}
		return strconv.Itoa(of.MissingDays)
	}
	if m.MissingDays != nil {
		t.Add("missing_days", strconv.Itoa(*m.MissingDays), "days", "", "", days(m.Previous), days(m.YearBefore), "", "", "", "")
	}
	plain("provisional_from", output.Or(m.ProvisionalFrom), "")
}

func groupTable(list []pmo.ParticipantMetrics) *output.Table {
	t := output.NewTable("participant_id", "name", ">consumption_kwh", ">production_kwh", ">auto_consumption_kwh", ">surplus_kwh",
		">complement_kwh", ">self_production_pct", ">self_consumption_pct", ">missing_days")
	energy := func(m *pmo.Metric) string {
		if m == nil {
			return ""
		}
		return output.KWh(m.EnergyMilliWh)
	}
	for _, p := range list {
		m := p.Metrics
		t.Add(output.Or(p.ParticipantId), p.Name, energy(m.Consumption), energy(m.Production), energy(m.AutoConsumption), energy(m.Surplus),
			output.KWhOr(m.ComplementMilliWh), output.Percent(m.SelfProductionRate), output.Percent(m.SelfConsumptionRate), output.Or(m.MissingDays))
	}
	return t
}

// changes are the last cells of a metric: how it moved since the period before and since
// the year before, and over how many days; empty where too few can be compared.
func changes(m pmo.Metrics, name string) []string {
	return append(change(m.Previous, name), change(m.YearBefore, name)...)
}

func change(of *pmo.PreviousMetrics, name string) []string {
	if of == nil || of.Compared == nil {
		return []string{"", ""}
	}
	c := of.Compared
	if e := map[string]*pmo.ComparedEnergy{"consumption": c.Consumption, "production": c.Production, "auto_consumption": c.AutoConsumption,
		"surplus": c.Surplus, "ext_production": c.ExtProduction, "ext_consumption": c.ExtConsumption, "complement": c.Complement}[name]; e != nil {
		if e.BeforeMilliWh <= 0 {
			return []string{"", strconv.Itoa(e.Days)}
		}
		return []string{output.Number(100*(float64(e.EnergyMilliWh)/float64(e.BeforeMilliWh)-1), 1), strconv.Itoa(e.Days)}
	}
	if r := map[string]*pmo.ComparedRate{"sharing_rate": c.SharingRate, "self_production_rate": c.SelfProductionRate,
		"coverage_rate": c.CoverageRate}[name]; r != nil {
		return []string{output.Number(100*(r.Rate-r.BeforeRate), 1), strconv.Itoa(r.Days)}
	}
	return []string{"", ""}
}
