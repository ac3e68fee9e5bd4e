package curve

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/oapi-codegen/nullable"
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

type showOptions struct {
	operation, participant, producer string
	scope                            scopeFlag
	natures                          []string
	resolution                       string
	origin                           string
	quality                          bool
	days                             factory.Days
}

func newShow(f *factory.Factory) *cobra.Command {
	var o showOptions
	cmd := &cobra.Command{
		Use:   "show",
		Short: "Show the load curve of an operation or of one site",
		Long: `Show load curves in kWh per step, one line a step, one column a nature. A gap is an
empty cell. With --resolution auto: raw up to 8 days, by hour up to 64, else by day.`,
		Example: "  pmoctl curve show --operation ACC00000001 --from 2026-10-01 --to 2026-10-31 --nature Conso,Autoconso -o csv",
		Args:    cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&o.participant, "participant", "", "one site of it: id, PRM or EAN")
	o.scope.add(cmd)
	cmd.Flags().StringVar(&o.producer, "producer", "", "what the site received from this producer: id, PRM or EAN")
	cmd.Flags().StringSliceVar(&o.natures, "nature", nil, "Conso, Prod, Autoconso, Surplus, ProdExt, ConsExt (default: all there are)")
	cmd.Flags().StringVar(&o.resolution, "resolution", "auto", "auto, raw, hour, day or month")
	cmd.Flags().StringVar(&o.origin, "origin", "dso", "dso, or expected for what our own allocation says (Autoconso, Surplus)")
	cmd.Flags().BoolVar(&o.quality, "quality", false, "a column more a nature: how good each value is")
	_ = cmd.RegisterFlagCompletionFunc("resolution", cobra.FixedCompletions([]string{"auto", "raw", "hour", "day", "month"}, cobra.ShellCompDirectiveNoFileComp))
	o.days = factory.DaysFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		o.operation = *operation
		return show(cmd.Context(), f, o)
	}
	return cmd
}

func show(ctx context.Context, f *factory.Factory, o showOptions) error {
	from, to, err := o.days.Dates()
	if err != nil {
		return err
	}
	natures, err := naturesOf(o.natures)
	if err != nil {
		return err
	}
	resolution := pmo.Resolution(o.resolution)
	if !resolution.Valid() {
		return exit.Usagef("--resolution is auto, raw, hour, day or month, not %q", o.resolution)
	}
	params := pmo.GetOperationLoadCurveParams{Nature: natures, DateFrom: from, DateTo: to, Resolution: &resolution}
	if origin := pmo.SeriesOrigin(o.origin); !origin.Valid() {
		return exit.Usagef("--origin is dso or expected, not %q", o.origin)
	} else if origin != pmo.OriginDso {
		params.Origin = &origin
	}
	if o.quality {
		params.Quality = &o.quality
	}
	of := pmo.GetParticipantLoadCurveParams{Nature: natures, DateFrom: from, DateTo: to, Resolution: &resolution, Origin: params.Origin, Quality: params.Quality}
	if of.Scope, err = o.scope.of(o.participant); err != nil {
		return err
	}
	c, err := f.Client()
	if err != nil {
		return err
	}
	operationID, siteID, err := f.Target(ctx, o.operation, o.participant)
	if err != nil {
		return err
	}
	if of.ProducerId, err = o.from(ctx, f, operationID); err != nil {
		return err
	}
	raw, curve, err := fetch(ctx, c, operationID, siteID, params, of)
	if err != nil {
		return err
	}
	if curve.ProvisionalFrom != nil {
		f.Note("not definitive from %s on", curve.ProvisionalFrom.Format("2006-01-02T15:04:05Z07:00"))
	}
	t, err := curveTable(*curve)
	if err != nil {
		return err
	}
	return f.Print(raw, t)
}

// from is the producer that a site is seen from, if one was named.
func (o showOptions) from(ctx context.Context, f *factory.Factory, operationID pmo.Id) (*pmo.Id, error) {
	if o.producer == "" {
		return nil, nil
	}
	if o.participant == "" {
		return nil, exit.Usagef("--producer says from where a site received: name the site by --participant")
	}
	producerID, err := f.Participant(ctx, operationID, o.producer)
	return &producerID, err
}

// fetch asks for the curve of the operation or, with an id of one, of the site.
func fetch(ctx context.Context, c *pmo.ClientWithResponses, operationID, siteID pmo.Id, all pmo.GetOperationLoadCurveParams, of pmo.GetParticipantLoadCurveParams) ([]byte, *pmo.LoadCurve, error) {
	if siteID == "" {
		reply, err := c.GetOperationLoadCurveWithResponse(ctx, operationID, &all)
		curve, err := pmo.OK(reply, err)
		if err != nil {
			return nil, nil, err
		}
		return reply.Body, curve, nil
	}
	reply, err := c.GetParticipantLoadCurveWithResponse(ctx, siteID, &of)
	curve, err := pmo.OK(reply, err)
	if err != nil {
		return nil, nil, err
	}
	return reply.Body, curve, nil
}

// naturesOf is the list of a query; nil asks for all.
func naturesOf(names []string) (*pmo.Natures, error) {
	if len(names) == 0 {
		return nil, nil
	}
	list := make(pmo.Natures, len(names))
	for i, name := range names {
		if list[i] = pmo.Nature(name); !list[i].Valid() {
			return nil, exit.Usagef("--nature: there is no %q, only Conso, Prod, Autoconso, Surplus, ProdExt, ConsExt", name)
		}
	}
	return &list, nil
}

// curveTable is a line for each step, with the label of its start, and a column
// for each series. Gaps stay empty.
func curveTable(c pmo.LoadCurve) (*output.Table, error) {
	label, err := labels(c)
	if err != nil {
		return nil, err
	}
	t := output.NewTable("time")
	steps := 0
	for _, s := range c.Series {
		name := ">" + strings.ToLower(string(s.Nature))
		if s.Scope != pmo.Global && manyScopes(c.Series, s.Nature) {
			name += "_" + strings.ToLower(string(s.Scope))
		}
		t.Columns = append(t.Columns, name+"_kwh")
		if s.Qualities != nil {
			t.Columns = append(t.Columns, strings.TrimPrefix(name, ">")+"_quality")
		}
		steps = max(steps, len(s.Values))
	}
	for i := range steps {
		row := []string{label(i)}
		for _, s := range c.Series {
			cell := ""
			if i < len(s.Values) {
				if energy, err := s.Values[i].Get(); err == nil {
					cell = output.ExactKWh(energy)
				}
			}
			if row = append(row, cell); s.Qualities != nil {
				row = append(row, qualityAt(*s.Qualities, i))
			}
		}
		t.Add(row...)
	}
	if c.Received != nil {
		addReceived(t, c.Received.Values)
	}
	return t, nil
}

// addReceived adds a column of what came from all producers, where the curve is seen from
// one of them.
func addReceived(t *output.Table, values []nullable.Nullable[int64]) {
	t.Columns = append(t.Columns, ">received_kwh")
	for i := range t.Rows {
		cell := ""
		if energy, err := values[i].Get(); err == nil {
			cell = output.ExactKWh(energy)
		}
		t.Rows[i] = append(t.Rows[i], cell)
	}
}

// qualityAt is the quality of a step.
func qualityAt(runs []pmo.QualityRun, i int) string {
	for _, run := range runs {
		if i >= run.From && i < run.From+run.Count {
			return string(run.Quality)
		}
	}
	return ""
}

// manyScopes reports whether the nature alone does not name a series.
func manyScopes(series []pmo.CurveSeries, n pmo.Nature) bool {
	count := 0
	for _, s := range series {
		if s.Nature == n {
			count++
		}
	}
	return count > 1
}

// labels gives the label of each step: instants with the zone's offset for PT…
// (elapsed time: a day of 25 hours has 25 of them), days and months for civil steps.
func labels(c pmo.LoadCurve) (func(i int) string, error) {
	zone, err := time.LoadLocation(c.Timezone)
	if err != nil {
		return nil, fmt.Errorf("the zone of the curve: %w", err)
	}
	start := c.Start.In(zone)
	switch c.Step {
	case "P1D":
		return func(i int) string { return start.AddDate(0, 0, i).Format(time.DateOnly) }, nil
	case "P1M":
		first := time.Date(start.Year(), start.Month(), 1, 0, 0, 0, 0, zone)
		return func(i int) string { return first.AddDate(0, i, 0).Format("2006-01") }, nil
	}
	step, err := elapsed(c.Step)
	if err != nil {
		return nil, err
	}
	return func(i int) string { return start.Add(time.Duration(i) * step).Format(time.RFC3339) }, nil
}

// elapsed reads PT15M and PT1H.
func elapsed(iso string) (time.Duration, error) {
	number, ok := strings.CutPrefix(iso, "PT")
	if ok && len(number) > 1 {
		unit := map[byte]time.Duration{'S': time.Second, 'M': time.Minute, 'H': time.Hour}[number[len(number)-1]]
		n, err := strconv.Atoi(number[:len(number)-1])
		if err == nil && n > 0 && unit > 0 {
			return time.Duration(n) * unit, nil
		}
	}
	return 0, fmt.Errorf("the server tells a step %q that this pmoctl does not know", iso)
}
