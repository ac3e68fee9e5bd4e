package document

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func sharingTable(s pmo.DocumentSharing, server string) *output.Table {
	t := output.NewTable("with", "since", "until", "opened", "state", "id")
	for _, part := range []struct {
		state  string
		shares []pmo.DocumentShare
	}{{"", s.Shares}, {"by a folder above", s.Inherited}} {
		for _, one := range part.shares {
			with := "everyone"
			if one.ParticipantId != nil {
				with = output.Or(one.ParticipantName)
			}
			t.Add(with, one.SharedAt.Format(time.DateTime), "", "", part.state, one.Id)
		}
	}
	for _, l := range s.Links {
		state := ""
		if l.RevokedAt != nil {
			state = "revoked"
		}
		t.Add(server+l.Url, l.CreatedAt.Format(time.DateTime), l.ExpiresAt.Format(time.DateTime), fmt.Sprint(l.OpenedNumber), state, l.Id)
	}
	return t
}

func newSharing(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "sharing PATH|ID", Short: "Show who may read a document or folder, and the links to it", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o, d, err := found(cmd.Context(), f, *operation, args[0], false)
		if err != nil {
			return err
		}
		reply, err := o.c.GetDocumentSharingWithResponse(cmd.Context(), o.id, d.Id)
		s, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		server, _, err := f.Server()
		if err != nil {
			return err
		}
		return f.Print(reply.Body, sharingTable(*s, server))
	}
	return cmd
}

func newShare(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "share PATH|ID", Short: "Let participants read a document, or a folder with all that is in it", Args: cobra.ExactArgs(1),
		Example: "  pmoctl document share Statuts.pdf --everyone\n  pmoctl document share Contrats/École.pdf --site École"}
	operation := factory.OperationFlag(cmd)
	sites := cmd.Flags().StringSlice("site", nil, "a site, by name, number or id; may be repeated")
	everyone := cmd.Flags().Bool("everyone", false, "all participants, those to come too")
	cmd.MarkFlagsOneRequired("site", "everyone")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		o, d, err := found(ctx, f, *operation, args[0], false)
		if err != nil {
			return err
		}
		body := pmo.DocumentShareCreate{}
		if *everyone {
			body.Everyone = everyone
		}
		if len(*sites) > 0 {
			ids, err := f.Participants(ctx, o.id, *sites)
			if err != nil {
				return err
			}
			body.ParticipantIds = &ids
		}
		reply, err := o.c.ShareDocumentWithResponse(ctx, o.id, d.Id, &pmo.ShareDocumentParams{}, body)
		s, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		server, _, err := f.Server()
		if err != nil {
			return err
		}
		return f.Print(reply.Body, sharingTable(*s, server))
	}
	return cmd
}

func newUnshare(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "unshare PATH|ID SHARE", Short: "Take a share back", Args: cobra.ExactArgs(2),
		Long: "Take a share back (an id of 'pmoctl document sharing')."}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o, d, err := found(cmd.Context(), f, *operation, args[0], false)
		if err != nil {
			return err
		}
		reply, err := o.c.UnshareDocumentWithResponse(cmd.Context(), o.id, d.Id, args[1])
		return pmo.Done(reply, err)
	}
	return cmd
}

func newLink(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "link PATH|ID", Short: "Make a link to a document that anybody can follow until a day", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	until := cmd.Flags().String("until", "", "last day, as 2026-12-31; within a year")
	_ = cmd.MarkFlagRequired("until")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		day, err := factory.Day("until", *until)
		if err != nil {
			return err
		}
		o, d, err := found(cmd.Context(), f, *operation, args[0], false)
		if err != nil {
			return err
		}
		reply, err := o.c.CreateDocumentLinkWithResponse(cmd.Context(), o.id, d.Id, &pmo.CreateDocumentLinkParams{}, pmo.DocumentLinkCreate{LastDay: day})
		l, err := pmo.Created(reply, err)
		if err != nil {
			return err
		}
		server, _, err := f.Server()
		if err != nil {
			return err
		}
		return f.Print(reply.Body, output.One("url", "until", "id").Add(server+l.Url, l.ExpiresAt.Format(time.DateTime), l.Id))
	}
	return cmd
}

func newRevoke(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "revoke PATH|ID LINK", Short: "End a link now", Args: cobra.ExactArgs(2),
		Long: "End a link now (an id of 'pmoctl document sharing')."}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o, d, err := found(cmd.Context(), f, *operation, args[0], false)
		if err != nil {
			return err
		}
		reply, err := o.c.RevokeDocumentLinkWithResponse(cmd.Context(), o.id, d.Id, args[1])
		return pmo.Done(reply, err)
	}
	return cmd
}
