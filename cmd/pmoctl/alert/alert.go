// Package alert holds the commands of alerts and their rules.
package alert

import (
	"fmt"
	"strconv"
	"time"

	openapi_types "github.com/oapi-codegen/runtime/types"
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the group.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "alert", Short: "See what needs a look, keep it quiet, and set from where on it does"}
	cmd.AddCommand(newList(f), newMute(f), newUnmute(f), newLook(f), newMail(f), newRule(f))
	return cmd
}

func newList(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List the alerts of an operation, what is urgent first", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	status := cmd.Flags().String("status", "OPEN", "OPEN, MUTED or ENDED")
	rule := cmd.Flags().String("rule", "", "of one rule only, as 'pmoctl alert rule list' names it")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		asked := pmo.AlertStatus(*status)
		params := &pmo.ListAlertsParams{Status: &asked}
		if *rule != "" {
			key := pmo.AlertRuleKey(*rule)
			params.Rule = &key
		}
		reply, err := c.ListAlertsWithResponse(cmd.Context(), id, params)
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("severity", "rule", "about", "days", "kWh", "eur", "action", "opened_at", "id")
		for _, a := range *found {
			t.Add(string(a.Severity), string(a.Rule), about(a), number(a.Figures.Days), scaled(a.ImpactMilliWh, 1e6, 1), scaled(a.ImpactCents, 100, 2),
				string(a.Action), a.OpenedAt.Format(time.DateTime), a.Id)
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}

func about(a pmo.Alert) string {
	if a.Month != nil {
		return *a.Month
	}
	return output.Or(a.ParticipantName)
}

func number(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

func scaled(n *int64, unit float64, decimals int) string {
	if n == nil {
		return ""
	}
	return strconv.FormatFloat(float64(*n)/unit, 'f', decimals, 64)
}

func newMute(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "mute ID", Short: "Keep an alert quiet up to a day, with a reason", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	until := cmd.Flags().String("until", "", "last day, YYYY-MM-DD")
	reason := cmd.Flags().String("reason", "", "why, as others read it")
	_ = cmd.MarkFlagRequired("until")
	_ = cmd.MarkFlagRequired("reason")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		day, err := time.Parse(time.DateOnly, *until)
		if err != nil {
			return exit.Usagef("--until is a day as 2026-12-31, not %q", *until)
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.MuteAlertWithResponse(cmd.Context(), id, args[0], &pmo.MuteAlertParams{}, pmo.AlertMuting{Until: openapi_types.Date{Time: day}, Reason: *reason})
		a, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, output.One("status", "until").Add(string(a.Status), a.Mute.Until.String()))
	}
	return cmd
}

func newUnmute(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "unmute ID", Short: "End the silence of an alert", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.UnmuteAlertWithResponse(cmd.Context(), id, args[0])
		a, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, output.One("status").Add(string(a.Status)))
	}
	return cmd
}

func newLook(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "look", Short: "Have the rules asked again, within a minute", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.LookForAlertsWithResponse(cmd.Context(), id)
		return pmo.Done(reply, err)
	}
	return cmd
}

func newMail(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "mail on|off", Short: "Say whether you are written to about new alerts of an operation, once a day at most",
		Args: cobra.ExactArgs(1), ValidArgs: []string{"on", "off"}}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if args[0] != "on" && args[0] != "off" {
			return exit.Usagef("on or off, not %q", args[0])
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.SetAlertMailWithResponse(cmd.Context(), id, pmo.AlertMail{Mail: args[0] == "on"})
		return pmo.Done(reply, err)
	}
	return cmd
}

func newRule(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "rule", Short: "See the rules that alerts come of, and change them"}
	cmd.AddCommand(newRules(f), newSetRule(f))
	return cmd
}

func newRules(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List the rules of an operation with their thresholds", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.ListAlertRulesWithResponse(cmd.Context(), id)
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("rule", "about", "threshold", "unit", "default", "bounds", "enabled")
		for _, r := range *found {
			t.Add(row(r)...)
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}

func row(r pmo.AlertRule) []string {
	return []string{string(r.Id), string(r.About), strconv.Itoa(r.Threshold), string(r.Unit), strconv.Itoa(r.DefaultThreshold),
		fmt.Sprintf("%d-%d", r.Least, r.Most), strconv.FormatBool(r.Enabled)}
}

func newSetRule(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "set RULE", Short: "Change the threshold of a rule, or switch it off",
		Long: "Change the threshold of a rule, or switch it off. Without --threshold it has its default again.", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	threshold := cmd.Flags().Int("threshold", 0, "from where on a fact is an alert")
	off := cmd.Flags().Bool("off", false, "find nothing by this rule")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		update := pmo.AlertRuleUpdate{Enabled: !*off}
		if cmd.Flags().Changed("threshold") {
			update.Threshold = threshold
		}
		reply, err := c.UpdateAlertRuleWithResponse(cmd.Context(), id, pmo.AlertRuleKey(args[0]), update)
		r, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, output.One("rule", "about", "threshold", "unit", "default", "bounds", "enabled").Add(row(*r)...))
	}
	return cmd
}
