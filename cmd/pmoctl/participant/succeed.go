package participant

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newSucceed(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "succeed [SITE]",
		Short: "Change of occupant: another one takes the meter over",
		Long: `The site ends on the day before --date; its successor is prepared at the same meter, with
the same plans from its first day on, in one change. What belongs to the place stays. With
--dry-run nothing is stored: what is shown is what it would be.

Many changes come as a table (--moves): .xlsx or .csv with the columns prm (or ean), date_entree,
nom, type_entite, and as wanted titulaire, email, telephone, siret, tresorerie, reference,
etiquettes, compte, sans_plans; at most 200 lines, all of them or none. A check names what every
line would do, and exits 8 while one is rejected; the same file again changes nothing. With
--annotated the checked table is saved as a workbook that says beside each line what is wrong
with it, to be mended and sent again; it checks only.`,
		Example: "  pmoctl participant succeed 99100000000017 --operation ACC00000001 --date 2026-10-15 --name 'M. B' --entity-type partIndiv --user b@example.org\n" +
			"  pmoctl participant succeed --operation ACC00000001 --moves demenagements.xlsx --dry-run",
		Args:              cobra.MaximumNArgs(1),
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
	moves := cmd.Flags().String("moves", "", "a table of changes, in place of SITE and what follows")
	var o importOptions
	cmd.Flags().BoolVar(&o.addZeros, "add-zeros", false, "of a table: put back the zeros that a spreadsheet has cut")
	cmd.Flags().StringVar(&o.annotated, "annotated", "", "of a table: check only, and save it with what is wrong beside each line here")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *moves != "" {
			if err := alone(cmd, args); err != nil {
				return err
			}
			o.dryRun = *dryRun || o.annotated != ""
			return succeedAll(cmd.Context(), f, *operation, *moves, o)
		}
		if o.annotated != "" {
			return exit.Usagef("--annotated goes with --moves")
		}
		if len(args) == 0 {
			return exit.Usagef("say whose meter is taken over, or give a table by --moves")
		}
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

// alone wants nothing beside a table that says the same of one site.
func alone(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return exit.Usagef("--moves goes without SITE")
	}
	var other string
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		switch flag.Name {
		case "moves", "dry-run", "add-zeros", "annotated", "operation":
		default:
			if cmd.LocalNonPersistentFlags().Lookup(flag.Name) != nil {
				other = flag.Name
			}
		}
	})
	if other != "" {
		return exit.Usagef("--moves goes without --%s: the table says it line by line", other)
	}
	return nil
}

// succeedAll sends a table of changes of occupant.
func succeedAll(ctx context.Context, f *factory.Factory, operation, path string, o importOptions) error {
	if info, err := os.Stat(path); err != nil {
		return exit.AsUsage(err)
	} else if !info.Mode().IsRegular() {
		return exit.Usagef("%s is not a file", path)
	}
	c, operationID, err := f.At(ctx, operation)
	if err != nil {
		return err
	}
	contentType, body := pmo.Files("file", []string{path})
	reply, err := c.ImportSuccessionsWithBodyWithResponse(ctx, operationID, &pmo.ImportSuccessionsParams{DryRun: &o.dryRun, AddZeros: &o.addZeros}, contentType, body)
	r, err := pmo.OK(reply, err)
	if err != nil {
		return err
	}
	if r.Warnings != nil && len(*r.Warnings) > 0 {
		f.Note("warnings:")
		f.Items(r.Warnings)
	}
	t := output.NewTable(">row", "outcome", "dso_id", "predecessor", "successor", "start", "plans")
	for _, row := range r.Rows {
		t.Add(fmt.Sprint(row.Row), strings.ToLower(string(row.Outcome)), row.DsoId, output.Or(row.Predecessor), row.Name, output.Or(row.StartDate), strings.Join(row.Plans, " · "))
		noteTouched(f, row.TouchedInvoices)
	}
	if r.DryRun {
		f.Items(r.Errors)
		f.Note("checked only, nothing was changed")
	}
	if o.annotated != "" {
		contentType, body := pmo.Files("file", []string{path})
		book, err := c.AnnotateSuccessionsImportWithBodyWithResponse(ctx, operationID, &pmo.AnnotateSuccessionsImportParams{AddZeros: &o.addZeros}, contentType, body)
		if err != nil {
			return err
		}
		if err := saveAnnotated(f, o.annotated, book.StatusCode(), book.Body); err != nil {
			return err
		}
	}
	if err := f.Print(reply.Body, t); err != nil {
		return err
	}
	if r.Rejected > 0 {
		return exit.Partialf("%d lines cannot be taken: correct them, nothing is changed while there is one", r.Rejected)
	}
	return nil
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
