package reminder

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newSettings(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "settings", Short: "Show or set when clients are reminded, and in which words",
		Long: `Show, or with flags set, when clients are reminded. Own words are given with --texts, a file
of JSON: [{"level": 1, "language": "fr", "subject": …, "body": …}]; a body names %{invoices}.
They take the place of all own words; an empty list goes back to those of the product.`,
		Example: `  pmoctl reminder settings --operation ACC00000001
  pmoctl reminder settings --operation ACC00000001 --on --days 7,21,45`, Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	on, off := cmd.Flags().Bool("on", false, "remind each day"), cmd.Flags().Bool("off", false, "remind nobody without a hand")
	days := cmd.Flags().IntSlice("days", nil, "after the due date, of the three levels")
	texts := cmd.Flags().String("texts", "", "file of own words, - for standard input")
	cmd.MarkFlagsMutuallyExclusive("on", "off")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		body, change, err := settingsBody(f, *on, *off, *days, *texts)
		if err != nil {
			return err
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		if !change {
			reply, err := c.GetReminderSettingsWithResponse(cmd.Context(), id)
			set, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			return f.Print(reply.Body, settingsTable(*set))
		}
		reply, err := c.UpdateReminderSettingsWithResponse(cmd.Context(), id, nil, body)
		set, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, settingsTable(*set))
	}
	return cmd
}

// settingsBody is what flags ask to be set; change is false where none does.
func settingsBody(f *factory.Factory, on, off bool, days []int, texts string) (body pmo.ReminderSettingsUpdate, change bool, err error) {
	if on || off {
		body.Enabled, change = &on, true
	}
	if len(days) > 0 {
		if len(days) != 3 {
			return body, false, exit.Usagef("--days are three, as in 7,21,45")
		}
		body.Days, change = &days, true
	}
	if texts == "" {
		return body, change, nil
	}
	var raw []byte
	if texts == "-" {
		raw, err = io.ReadAll(f.In)
	} else {
		raw, err = os.ReadFile(texts)
	}
	if err != nil {
		return body, false, err
	}
	var own []pmo.ReminderTextInput
	if err := json.Unmarshal(raw, &own); err != nil {
		return body, false, exit.Usagef("--texts: %v", err)
	}
	body.Texts = &own
	return body, true, nil
}

func settingsTable(s pmo.ReminderSettings) *output.Table {
	t := output.NewTable("enabled", ">level", ">days", "language", "own", "subject")
	for _, text := range s.Texts {
		t.Add(output.Yes(s.Enabled), fmt.Sprint(text.Level), fmt.Sprint(s.Days[text.Level-1]), string(text.Language), output.Yes(text.Own), text.Subject)
	}
	return t
}

func pauses(list ...pmo.ReminderPause) *output.Table {
	t := output.NewTable("id", "client", "invoice", "reason", "until", "holds", "by", "created", "ended", "ended_by")
	for _, p := range list {
		ended := ""
		if p.EndedAt != nil {
			ended = p.EndedAt.Format(time.RFC3339)
		}
		t.Add(p.Id, p.BillableEntityName, output.Or(p.Number), p.Reason, output.Or(p.Until), output.Yes(p.Holds), output.Or(p.CreatedByName), p.CreatedAt.Format(time.RFC3339), ended, output.Or(p.EndedByName))
	}
	return t
}

func newPauses(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "pauses", Short: "List whom, and of which invoices, nobody reminds", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.ListReminderPausesWithResponse(cmd.Context(), id, nil)
		list, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, pauses(*list...))
	}
	return cmd
}

func newPause(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "pause", Short: "Keep a client, or an invoice, from being reminded of",
		Example: "  pmoctl reminder pause --operation ACC00000001 --client 'Boulangerie Martin' --reason 'Échéancier convenu' --until 2026-12-31", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	client := cmd.Flags().String("client", "", "its id or name")
	invoice := cmd.Flags().String("invoice", "", "its id")
	reason := cmd.Flags().String("reason", "", "why (500 characters at most)")
	until := cmd.Flags().String("until", "", "last day, YYYY-MM-DD; without it until the pause is ended")
	_ = cmd.MarkFlagRequired("reason")
	cmd.MarkFlagsOneRequired("client", "invoice")
	cmd.MarkFlagsMutuallyExclusive("client", "invoice")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		body := pmo.ReminderPauseCreation{Reason: *reason}
		var err error
		if body.Until, err = factory.DayOr("until", *until); err != nil {
			return err
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		if *client != "" {
			clientID, err := f.BillingClient(cmd.Context(), id, *client)
			if err != nil {
				return err
			}
			body.ClientId = &clientID
		} else {
			body.InvoiceId = invoice
		}
		reply, err := c.PauseRemindersWithResponse(cmd.Context(), id, nil, body)
		one, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, pauses(*one))
	}
	return cmd
}

func newResume(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "resume PAUSE", Short: "End a pause; it stays, marked", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.EndReminderPauseWithResponse(cmd.Context(), id, args[0], nil)
		one, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, pauses(*one))
	}
	return cmd
}
