// Package history holds the command that tells what became of an operation and of the things in it.
package history

import (
	"cmp"
	"strings"
	"time"

	openapi_types "github.com/oapi-codegen/runtime/types"
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// kinds are the words of things; a thing of a name is found by it, the rest by the id.
var kinds = map[string]pmo.HistoryKind{"site": pmo.HistoryKindParticipant, "client": pmo.HistoryKindBillableEntity, "issuer": pmo.HistoryKindBillingEntity,
	"plan": pmo.HistoryKindPlan, "invoice": pmo.HistoryKindInvoice, "import": pmo.HistoryKindCurveImport, "run": pmo.HistoryKindRun}

// New is the command.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "history [site|client|issuer|plan|invoice|import|run NAME]",
		Short: "Tell who changed what and when, in an operation or of one thing",
		Long: `Tell what became of an operation, or of one thing in it, newest first.
A site, client, issuer or plan is named by its name or id, an invoice and an import by the id, a run by its id or "last".`,
		Example: "  pmoctl history --operation ACC00000001 --limit 20\n  pmoctl history site 'Boulangerie' -o csv\n  pmoctl history run last",
		Args:    cobra.MatchAll(cobra.MaximumNArgs(2), both),
	}
	operation := factory.OperationFlag(cmd)
	limit := cmd.Flags().Int("limit", 100, "how many changes, the newest ones (1 to 1000)")
	about := cmd.Flags().StringSlice("about", nil, "only changes of these resources, as invoice,participant")
	how := cmd.Flags().String("how", "", "only changes made so: HAND, TOKEN, JOB or SERVER")
	from := cmd.Flags().String("from", "", "first day, as 2026-10-01")
	to := cmd.Flags().String("to", "", "last day")
	_ = cmd.RegisterFlagCompletionFunc("how", cobra.FixedCompletions([]string{"HAND", "TOKEN", "JOB", "SERVER"}, cobra.ShellCompDirectiveNoFileComp))
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		params := &pmo.ListOperationHistoryParams{Limit: limit}
		if len(*about) > 0 {
			params.About = about
		}
		if *how != "" {
			word := pmo.HistoryHow(*how)
			if !word.Valid() {
				return exit.Usagef("--how is HAND, TOKEN, JOB or SERVER, not %q", *how)
			}
			params.How = &word
		}
		for _, day := range []struct {
			flag, text string
			to         **openapi_types.Date
		}{{"from", *from, &params.DateFrom}, {"to", *to, &params.DateTo}} {
			if day.text == "" {
				continue
			}
			date, err := time.Parse(time.DateOnly, day.text)
			if err != nil {
				return exit.Usagef("--%s is a day as 2026-10-01, not %q", day.flag, day.text)
			}
			*day.to = &openapi_types.Date{Time: date}
		}
		if len(args) == 2 {
			kind, ok := kinds[args[0]]
			if !ok {
				return exit.Usagef("%q has no history: name a site, client, issuer, plan, invoice, import or run", args[0])
			}
			found := strings.ToLower(args[1])
			find := map[string]func() (pmo.Id, error){
				"site":   func() (pmo.Id, error) { return f.Participant(cmd.Context(), id, args[1]) },
				"client": func() (pmo.Id, error) { return f.BillingClient(cmd.Context(), id, args[1]) },
				"issuer": func() (pmo.Id, error) { return f.Issuer(cmd.Context(), id, args[1]) },
				"plan":   func() (pmo.Id, error) { return f.Plan(cmd.Context(), id, args[1]) },
				"run":    func() (pmo.Id, error) { return f.Run(cmd.Context(), id, args[1]) },
			}[args[0]]
			if find != nil {
				if found, err = find(); err != nil {
					return err
				}
			}
			params.ObjectKind, params.ObjectId = &kind, &found
		}
		reply, err := c.ListOperationHistoryWithResponse(cmd.Context(), id, params)
		entries, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("at", "act", "how", "by", "object", "id", "details")
		for _, e := range *entries {
			t.Add(e.At.Format("2006-01-02 15:04"), string(e.Act), string(e.How), actor(e.By), e.ObjectKind, output.Or(e.ObjectId), details(e.Details))
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}

func both(_ *cobra.Command, args []string) error {
	if len(args) == 1 {
		return exit.Usagef("say which %s: its name or id", args[0])
	}
	return nil
}

// actor is who did it: a name where it may be told, else the role.
func actor(a pmo.HistoryActor) string {
	switch {
	case a.Name != nil:
		return *a.Name
	case a.You:
		return "you"
	case a.Role != nil:
		return string(*a.Role)
	}
	return "server"
}

// details are what a change says of itself, in a few words.
func details(d *pmo.HistoryDetails) string {
	if d == nil {
		return ""
	}
	var words []string
	add := func(name, value string) {
		if value != "" {
			words = append(words, name+" "+value)
		}
	}
	if d.Fields != nil {
		add("fields", strings.Join(*d.Fields, " "))
	}
	if d.Values != nil {
		for _, v := range *d.Values {
			add(v.Field, cmp.Or(output.Or(v.From), "none")+" > "+cmp.Or(output.Or(v.To), "none"))
		}
	}
	for _, n := range []struct {
		name  string
		count *int
	}{{"created", d.Created}, {"updated", d.Updated}, {"invoices", d.Invoices}, {"pairs", d.Pairs}, {"files", d.Files}, {"suspected", d.Suspected}, {"version", d.Version}} {
		add(n.name, output.Or(n.count))
	}
	if d.UnpricedMilliWh != nil {
		add("unpriced", output.KWh(*d.UnpricedMilliWh)+" kWh")
	}
	add("from", output.Or(d.StartDate))
	add("effective", output.Or(d.EffectiveDate))
	add("up to", output.Or(d.BillUpTo))
	add("entry", output.Or(d.Entry))
	add("exit", output.Or(d.Exit))
	add("month", output.Or(d.Month))
	add("request", output.Or(d.Request))
	add("answer", output.Or(d.Answer))
	add("reason", output.Or(d.Reason))
	return strings.Join(words, "; ")
}
