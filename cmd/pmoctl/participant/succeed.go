package participant

import (
	"bytes"
	"context"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newSucceed(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "succeed SITE",
		Short: "Change of occupant: another one takes the meter over",
		Long: `The site ends on the day before --date; its successor is prepared at the same meter, with
the same plans from its first day on, in one change. What belongs to the place stays. With
--dry-run nothing is stored: what is shown is what it would be.`,
		Example:           "  pmoctl participant succeed 99100000000017 --operation ACC00000001 --date 2026-10-15 --name 'M. B' --entity-type partIndiv --user b@example.org",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: f.CompleteSites,
	}
	operation := factory.OperationFlag(cmd)
	body := fields.Bind(cmd, []fields.Field{
		{Flag: "date", Name: "date", Kind: fields.Day, Usage: "first day of the successor"},
		{Flag: "name", Name: "name", Usage: "name of the successor's site"},
		entityTypeField(),
		{Flag: "external-id", Name: "externalId", Usage: "your own id of the site"},
		{Flag: "identity", Name: "identity", Usage: "the person or body that holds the contract of the site"},
		{Flag: "email", Name: "email"},
		{Flag: "phone", Name: "phone"},
		{Flag: "siret", Name: "siret"},
		{Flag: "treasury", Name: "treasury", Usage: "the public treasury that cashes for a public body"},
		{Flag: "tag", Name: "tags", Kind: fields.Texts, Usage: "your own words"},
		{Flag: "user", Name: "userEmail", Usage: "e-mail of whom to propose the site to; the holder of the account accepts it"},
		{Flag: "without-plans", Name: "withoutPlans", Kind: fields.Switch, Usage: "the predecessor's plans end with it"},
	})
	client := cmd.Flags().String("client", "", "the client it is invoiced as: id or exact name (default a client of its own)")
	dryRun := cmd.Flags().Bool("dry-run", false, "check only")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return succeed(cmd.Context(), f, *operation, args[0], *client, *dryRun, body)
	}
	return cmd
}

func succeed(ctx context.Context, f *factory.Factory, operation, name, client string, dryRun bool, body *fields.Body) error {
	c, operationID, err := f.At(ctx, operation)
	if err != nil {
		return err
	}
	siteID, err := f.Participant(ctx, operationID, name)
	if err != nil {
		return err
	}
	if err := attach(ctx, f, operationID, client, body); err != nil {
		return err
	}
	raw, err := body.JSON(f.In)
	if err != nil {
		return err
	}
	if dryRun {
		reply, err := c.CheckSuccessionWithBodyWithResponse(ctx, siteID, nil, "application/json", bytes.NewReader(raw))
		made, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, handover(*made))
	}
	reply, err := c.CreateSuccessionWithBodyWithResponse(ctx, siteID, nil, "application/json", bytes.NewReader(raw))
	made, err := pmo.Created(reply, err)
	if err != nil {
		return err
	}
	noteTouched(f, made.Predecessor.TouchedInvoices)
	return f.Print(reply.Body, handover(*made))
}

// handover is the two sites of a change of occupant, the predecessor first.
func handover(s pmo.Succession) *output.Table {
	t := output.NewTable(columns()...)
	t.Add(row(s.Predecessor)...)
	t.Add(row(s.Participant)...)
	return t
}

// attach sets the client that somebody is tied to.
func attach(ctx context.Context, f *factory.Factory, operationID pmo.Id, client string, body *fields.Body) error {
	if client == "" {
		return nil
	}
	id, err := f.BillingClient(ctx, operationID, client)
	if err != nil {
		return err
	}
	body.Set("client", map[string]any{"action": "ATTACH", "billableEntityId": id})
	return nil
}

type enrolOptions struct {
	client, issuer, plan, start string
	with                        []string
	dryRun                      bool
}

func newEnrol(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "enrol",
		Short: "Take somebody in: the site, its client or issuer, its account, its plan, all or nothing",
		Long: `What is made in the wizard of the application, in one change. The site is said by flags, its
client or issuer by one that is there (--client, --issuer) or in a JSON file (--file, with the
fields of the contract); --plan and --start subscribe it, to those whom --with names.`,
		Example: "  pmoctl participant enrol --operation ACC00000001 --name 'École' --energy-type consumer --dso-id 99100000000017 --entity-type proTertiary --address '4 rue des Tilleuls' --entry 2026-10-01 --client Commune --plan 'Plan solaire' --start 2026-10-01",
		Args:    cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	var o enrolOptions
	body := fields.Bind(cmd, newSiteFields("site."))
	flags := cmd.Flags()
	flags.StringVar(&o.client, "client", "", "the client it is invoiced as: id or exact name")
	flags.StringVar(&o.issuer, "issuer", "", "the issuer it sells by: id or exact name")
	flags.StringVar(&o.plan, "plan", "", "the plan: id or exact name")
	flags.StringVar(&o.start, "start", "", "first day of the plan")
	flags.StringSliceVar(&o.with, "with", nil, "the other side of the plan, id, PRM or EAN: of a consumer who sells (default the PMO), of a producer who buys")
	flags.BoolVar(&o.dryRun, "dry-run", false, "check only")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return enrol(cmd.Context(), f, *operation, o, body)
	}
	return cmd
}

func enrol(ctx context.Context, f *factory.Factory, operation string, o enrolOptions, body *fields.Body) error {
	c, operationID, err := f.At(ctx, operation)
	if err != nil {
		return err
	}
	if err := attach(ctx, f, operationID, o.client, body); err != nil {
		return err
	}
	if o.issuer != "" {
		id, err := f.Issuer(ctx, operationID, o.issuer)
		if err != nil {
			return err
		}
		body.Set("issuer", map[string]any{"action": "ATTACH", "billingEntityId": id})
	}
	if err := o.subscribe(ctx, f, operationID, body); err != nil {
		return err
	}
	raw, err := body.JSON(f.In)
	if err != nil {
		return err
	}
	if o.dryRun {
		reply, err := c.CheckEnrolmentWithBodyWithResponse(ctx, operationID, nil, "application/json", bytes.NewReader(raw))
		checked, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, output.One(columns()...).Add(row(checked.Participant)...))
	}
	reply, err := c.CreateEnrolmentWithBodyWithResponse(ctx, operationID, nil, "application/json", bytes.NewReader(raw))
	made, err := pmo.Created(reply, err)
	if err != nil {
		return err
	}
	noteTouched(f, made.Participant.TouchedInvoices)
	return f.Print(reply.Body, output.One(columns()...).Add(row(made.Participant)...))
}

// subscribe sets the plan, whose first day has to be said.
func (o enrolOptions) subscribe(ctx context.Context, f *factory.Factory, operationID pmo.Id, body *fields.Body) error {
	if o.plan == "" {
		if o.start != "" || len(o.with) > 0 {
			return exit.Usagef("--start and --with go with --plan")
		}
		return nil
	}
	start, err := factory.Day("start", o.start)
	if err != nil {
		return err
	}
	planID, err := f.Plan(ctx, operationID, o.plan)
	if err != nil {
		return err
	}
	plan := map[string]any{"planId": planID, "startDate": start}
	if len(o.with) > 0 {
		if plan["withIds"], err = f.Participants(ctx, operationID, o.with); err != nil {
			return err
		}
	}
	body.Set("plan", plan)
	return nil
}
