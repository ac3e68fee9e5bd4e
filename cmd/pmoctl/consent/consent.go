// Package consent holds the commands of what participants agreed to, and of what they ask.
package consent

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the group of consents.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "consent", Short: "What a site agreed to and took back"}
	cmd.AddCommand(newShow(f), newRecord(f))
	return cmd
}

func lines(r pmo.SiteRights) *output.Table {
	t := output.NewTable("purpose", "given", "on", "version", "how", "proof", "id")
	for _, state := range r.Consents {
		for _, l := range state.Lines {
			t.Add(string(state.Purpose), output.Yes(l.Given), l.On.String(), string(l.Version), string(l.How), output.Or(l.Proof), l.Id)
		}
	}
	return t
}

func newShow(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "show SITE", Short: "The register of a site, newest first below each purpose", Args: cobra.ExactArgs(1), ValidArgsFunction: f.CompleteSites}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		site, err := f.Participant(cmd.Context(), id, args[0])
		if err != nil {
			return err
		}
		reply, err := c.GetSiteRightsWithResponse(cmd.Context(), site)
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, lines(*found))
	}
	return cmd
}

func newRecord(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "record SITE", Short: "Record that a site agreed to something, or took it back", Args: cobra.ExactArgs(1), ValidArgsFunction: f.CompleteSites,
		Example: "  pmoctl consent record 99434180000001 --purpose CURVES --on 2026-11-02 --proof 'Bulletin signé, classeur 3'"}
	operation := factory.OperationFlag(cmd)
	purpose := cmd.Flags().String("purpose", "", "CURVES or MESSAGES")
	version := cmd.Flags().String("text-version", "V1", "version of the text that was agreed to")
	withdrawn := cmd.Flags().Bool("withdrawn", false, "it was taken back")
	on := cmd.Flags().String("on", "", "day of it, YYYY-MM-DD (default today)")
	proof := cmd.Flags().String("proof", "", "where the paper is, who heard it; needed unless one speaks for oneself")
	_ = cmd.MarkFlagRequired("purpose")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		body := pmo.ConsentRecord{Purpose: pmo.ConsentPurpose(*purpose), TextVersion: pmo.ConsentVersion(*version), Given: !*withdrawn}
		day, err := factory.DayOr("on", *on)
		if err != nil {
			return err
		}
		body.On = day
		if *proof != "" {
			body.Proof = proof
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		site, err := f.Participant(cmd.Context(), id, args[0])
		if err != nil {
			return err
		}
		reply, err := c.RecordConsentWithResponse(cmd.Context(), site, &pmo.RecordConsentParams{}, body)
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, lines(*found))
	}
	return cmd
}
