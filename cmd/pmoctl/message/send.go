package message

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// options are the flags of send.
type options struct {
	operation, subject, body, group string
	sites, files                    []string
	all, yes, dryRun                bool
}

func newSend(f *factory.Factory) *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "send",
		Short: "Write to participants and observers, one mail an address",
		Long: `Write to participants and observers of an operation. The words come of a file, or of
the standard input. Two sites with one address get one mail. Who has no address, or one
that is none, is told, and the exit code is 8 then; the rest is written to.`,
		Example: "  pmoctl message send --group consumers --subject 'Assemblée générale' --body invitation.txt --attach ordre-du-jour.pdf\n  echo 'Bonjour' | pmoctl message send --all --subject Essai --body - --dry-run",
		Args:    cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	flags := cmd.Flags()
	flags.StringVar(&o.subject, "subject", "", "one line")
	flags.StringVar(&o.body, "body", "", "file with the words, - for the standard input")
	flags.StringVar(&o.group, "group", "", "to all consumers, producers or observers")
	flags.BoolVar(&o.all, "all", false, "to everybody")
	flags.StringSliceVar(&o.sites, "site", nil, "to a site, by name, number or id; may be repeated")
	flags.StringArrayVar(&o.files, "attach", nil, "a file that goes along; may be repeated, at most 5")
	flags.BoolVar(&o.dryRun, "dry-run", false, "tell who would be written to, send nothing")
	flags.BoolVar(&o.yes, "yes", false, "do not ask")
	_ = cmd.MarkFlagRequired("subject")
	_ = cmd.MarkFlagRequired("body")
	cmd.MarkFlagsMutuallyExclusive("all", "group", "site")
	cmd.MarkFlagsOneRequired("all", "group", "site")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		o.operation = *operation
		return send(cmd.Context(), f, o)
	}
	return cmd
}

func send(ctx context.Context, f *factory.Factory, o options) error {
	body, err := words(f, o.body)
	if err != nil {
		return err
	}
	c, id, err := f.At(ctx, o.operation)
	if err != nil {
		return err
	}
	found, err := chosen(ctx, f, c, id, o)
	if err != nil {
		return err
	}
	if len(found) == 0 {
		return exit.Usagef("nobody is chosen")
	}
	reachable := 0
	ids := make([]pmo.Id, len(found))
	for n, r := range found {
		ids[n] = r.Id
		if r.Reach == pmo.ReachREACHABLE {
			reachable++
		}
	}
	if o.dryRun {
		t := output.NewTable("name", "email", "reach")
		for _, r := range found {
			t.Add(r.Name, output.Or(r.Email), string(r.Reach))
		}
		f.Note("%d of %d could be written to; nothing was sent", reachable, len(found))
		raw, err := json.Marshal(found)
		if err != nil {
			return err
		}
		return f.Print(raw, t)
	}
	if err := f.Confirm(ctx, o.yes, "Write to "+factory.Count(reachable, "recipient")+"?"); err != nil {
		return err
	}
	sending := pmo.MessageSending{OperationId: id, Subject: o.subject, Body: body, Recipients: ids}
	if sending.Attachments, err = attach(ctx, c, id, o.files); err != nil {
		return err
	}
	reply, err := c.SendMessageWithResponse(ctx, &pmo.SendMessageParams{}, sending)
	report, err := pmo.OK(reply, err)
	if err != nil {
		return err
	}
	t := output.NewTable("outcome", "name", "email")
	for _, part := range []struct {
		outcome string
		rs      []pmo.MessageRecipient
	}{{"accepted", report.Accepted}, {"rejected", report.Rejected}, {"missing", report.Missing}} {
		for _, r := range part.rs {
			t.Add(part.outcome, r.Name, output.Or(r.Email))
		}
	}
	if err := f.Print(reply.Body, t); err != nil {
		return err
	}
	if left := len(report.Rejected) + len(report.Missing); left > 0 {
		return exit.Partialf("%d of %d recipients cannot be written to", left, len(found))
	}
	return nil
}

// words reads what is to be said.
func words(f *factory.Factory, path string) (string, error) {
	var text []byte
	var err error
	if path == "-" {
		text, err = io.ReadAll(io.LimitReader(f.In, 1<<20))
	} else {
		text, err = os.ReadFile(path)
	}
	if err != nil {
		return "", exit.AsUsage(err)
	}
	return string(text), nil
}

// chosen are the recipients that the flags name.
func chosen(ctx context.Context, f *factory.Factory, c *pmo.ClientWithResponses, operationID pmo.Id, o options) ([]pmo.Recipient, error) {
	params := &pmo.ListRecipientsParams{}
	if o.group != "" {
		group := pmo.ParticipantGroup(o.group)
		params.Group = &group
	}
	reply, err := c.ListRecipientsWithResponse(ctx, operationID, params)
	found, err := pmo.OK(reply, err)
	if err != nil {
		return nil, err
	}
	if len(o.sites) == 0 {
		return *found, nil
	}
	ids, err := f.Participants(ctx, operationID, o.sites)
	if err != nil {
		return nil, err
	}
	byID := map[pmo.Id]pmo.Recipient{}
	for _, r := range *found {
		byID[r.Id] = r
	}
	out := make([]pmo.Recipient, len(ids))
	for n, one := range ids {
		r, ok := byID[one]
		if !ok {
			return nil, exit.Usagef("%s has left the operation", cmp.Or(o.sites[n], one))
		}
		out[n] = r
	}
	return out, nil
}

// attach uploads files.
func attach(ctx context.Context, c *pmo.ClientWithResponses, operationID pmo.Id, paths []string) (*[]pmo.AttachmentNaming, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	out := make([]pmo.AttachmentNaming, 0, len(paths))
	for _, path := range paths {
		if info, err := os.Stat(path); err != nil {
			return nil, exit.AsUsage(err)
		} else if !info.Mode().IsRegular() {
			return nil, exit.Usagef("%s is not a file", path)
		}
		contentType, body := pmo.Files("file", []string{path})
		reply, err := c.UploadMessageAttachmentWithBodyWithResponse(ctx, operationID, contentType, body)
		kept, err := pmo.Created(reply, err)
		if err != nil {
			return nil, err
		}
		out = append(out, pmo.AttachmentNaming{AttachmentId: kept.Id, Name: filepath.Base(path)})
	}
	return &out, nil
}

func counts(c pmo.MessageCounts) []string {
	out := make([]string, 0, 5)
	for _, n := range []int{c.Queued, c.Sent, c.Rejected, c.Failed, c.Unreached} {
		out = append(out, strconv.Itoa(n))
	}
	return out
}
