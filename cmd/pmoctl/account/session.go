package account

import (
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newSession(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "session", Short: "Where you are signed in", Aliases: []string{"sessions"}}
	cmd.AddCommand(newSessionList(f), newSessionEnd(f))
	return cmd
}

func newSessionList(f *factory.Factory) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List where you are signed in, the last used first",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.Client()
			if err != nil {
				return err
			}
			reply, err := c.ListSessionsWithResponse(cmd.Context(), nil)
			list, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			t := output.NewTable("id", "device", "known", "signed_in", "last_used", "ends")
			for _, s := range *list {
				t.Add(s.Id, strings.TrimSpace(output.Or(s.Browser)+" "+output.Or(s.System)), output.Yes(s.KnownDevice), s.CreatedAt.Format(time.RFC3339),
					s.LastUsedAt.Format(time.RFC3339), s.ExpiresAt.Format(time.RFC3339))
			}
			return f.Print(reply.Body, t)
		},
	}
}

func newSessionEnd(f *factory.Factory) *cobra.Command {
	all, yes := false, false
	cmd := &cobra.Command{
		Use:   "end [ID]",
		Short: "End a session, or all of them; tokens stay",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if all == (len(args) == 1) {
				return exit.Usagef("name one session, or --all")
			}
			c, err := f.Client()
			if err != nil {
				return err
			}
			if all {
				if err := f.Confirm(cmd.Context(), yes, "End all sessions in browsers"); err != nil {
					return err
				}
				return pmo.Done(c.DeleteOtherSessionsWithResponse(cmd.Context()))
			}
			if err := f.Confirm(cmd.Context(), yes, "End the session "+args[0]); err != nil {
				return err
			}
			return pmo.Done(c.DeleteSessionWithResponse(cmd.Context(), args[0]))
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "all sessions in browsers")
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	return cmd
}
