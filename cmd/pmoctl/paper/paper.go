// Package paper holds the commands of the papers that people of an operation sign.
package paper

import (
	"bytes"
	"encoding/json"
	"io"
	"mime/multipart"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/download"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the group.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "paper", Short: "Make the papers that people sign, and keep who signed and who refused"}
	cmd.AddCommand(newList(f), newMake(f), newSign(f), newRefuse(f), newDownload(f), newMails(f), newMail(f))
	return cmd
}

func table(rows []pmo.Paper) *output.Table {
	t := output.NewTable("participant", "kind", "status", "made_at", "signed_on", "signed_by", "refused_on", "lacks", "id")
	for _, p := range rows {
		on, by, refused := "", output.Or(p.SignedBy), ""
		if p.SignedOn != nil {
			on = p.SignedOn.String()
		}
		if p.RefusedOn != nil {
			refused = p.RefusedOn.String()
		}
		t.Add(p.ParticipantName, string(p.Kind), string(p.Status), p.MadeAt.Format("2006-01-02"), on, by, refused, strconv.Itoa(len(p.Lacks)), p.Id)
	}
	return t
}

func newList(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List the papers of an operation, newest first", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	site := cmd.Flags().String("participant", "", "of one site, by PRM, EAN or id")
	own := cmd.Flags().String("own", "", "of a site of your own account, by its id")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if *own != "" {
			c, err := f.Client()
			if err != nil {
				return err
			}
			reply, err := c.ListParticipantPapersWithResponse(cmd.Context(), *own, nil)
			found, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			return f.Print(reply.Body, table(*found))
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		params := &pmo.ListPapersParams{}
		if *site != "" {
			of, err := f.Participant(cmd.Context(), id, *site)
			if err != nil {
				return err
			}
			params.ParticipantId = &of
		}
		reply, err := c.ListPapersWithResponse(cmd.Context(), id, params)
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(*found))
	}
	return cmd
}

func newMake(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "make", Short: "Fill and draw papers of one kind for chosen sites", Args: cobra.NoArgs,
		Example: "  pmoctl paper make --kind PARTICIPATION_AGREEMENT --participant 99434180000001,99434180000002"}
	operation := factory.OperationFlag(cmd)
	kind := cmd.Flags().String("kind", "", "PARTICIPATION_AGREEMENT, SEPA_MANDATE, BILLING_MANDATE or TENANT_NOTICE")
	sites := cmd.Flags().StringSlice("participant", nil, "sites, by PRM, EAN or id")
	notice := cmd.Flags().String("notice-date", "", "when tenants are told, YYYY-MM-DD")
	until := cmd.Flags().String("refusal-until", "", "last day to refuse, YYYY-MM-DD")
	_ = cmd.MarkFlagRequired("kind")
	_ = cmd.MarkFlagRequired("participant")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		ctx := cmd.Context()
		body := pmo.PaperMake{Kind: pmo.PaperKind(*kind)}
		var err error
		if body.NoticeDate, err = factory.DayOr("notice-date", *notice); err != nil {
			return err
		}
		if body.RefusalUntil, err = factory.DayOr("refusal-until", *until); err != nil {
			return err
		}
		c, id, err := f.At(ctx, *operation)
		if err != nil {
			return err
		}
		if body.ParticipantIds, err = f.Participants(ctx, id, *sites); err != nil {
			return err
		}
		reply, err := c.MakePapersWithResponse(ctx, id, &pmo.MakePapersParams{}, body)
		made, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(*made))
	}
	return cmd
}

func newSign(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "sign ID FILE", Short: "Record who signed a paper, with the signed copy", Args: cobra.ExactArgs(2)}
	operation := factory.OperationFlag(cmd)
	on := cmd.Flags().String("on", "", "day of the signature, YYYY-MM-DD")
	by := cmd.Flags().String("by", "", "who signed")
	_ = cmd.MarkFlagRequired("on")
	_ = cmd.MarkFlagRequired("by")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if _, err := factory.Day("on", *on); err != nil {
			return err
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		form, contentType, err := signature(args[1], *on, *by)
		if err != nil {
			return err
		}
		reply, err := c.SignPaperWithBodyWithResponse(cmd.Context(), id, args[0], contentType, form)
		signed, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table([]pmo.Paper{*signed}))
	}
	return cmd
}

// signature is the form of a signature: who, when, the copy.
func signature(path, on, by string) (io.Reader, string, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, "", err
	}
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	for _, field := range [][2]string{{"signedOn", on}, {"signedBy", by}} {
		if err := w.WriteField(field[0], field[1]); err != nil {
			return nil, "", err
		}
	}
	part, err := w.CreateFormFile("file", filepath.Base(path))
	if err == nil {
		_, err = part.Write(content)
	}
	if err == nil {
		err = w.Close()
	}
	return &form, w.FormDataContentType(), err
}

func newRefuse(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "refuse ID", Short: "Record that a tenant who had notice does not take part", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	on := cmd.Flags().String("on", "", "day of the refusal, YYYY-MM-DD")
	note := cmd.Flags().String("note", "", "what was said")
	_ = cmd.MarkFlagRequired("on")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		day, err := factory.Day("on", *on)
		if err != nil {
			return err
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.RefusePaperWithResponse(cmd.Context(), id, args[0], &pmo.RefusePaperParams{}, pmo.PaperRefusal{RefusedOn: day, Note: note})
		refused, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table([]pmo.Paper{*refused}))
	}
	return cmd
}

func newDownload(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "download ID", Short: "Save a paper, or its signed copy", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	signed := cmd.Flags().Bool("signed", false, "the signed copy")
	dir := cmd.Flags().String("dir", ".", "folder to save it in")
	force := cmd.Flags().Bool("force", false, "replace a file that is there")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(*dir, 0o755); err != nil {
			return err
		}
		response, err := c.DownloadPaper(cmd.Context(), id, args[0], &pmo.DownloadPaperParams{Signed: signed})
		if err != nil {
			return err
		}
		file, err := download.Save(response, *dir, "paper.pdf", *force)
		if err != nil {
			return err
		}
		raw, err := json.Marshal(file)
		if err != nil {
			return err
		}
		return f.Print(raw, output.One("file", ">bytes", "skipped").Add(file.Path, strconv.FormatInt(file.Bytes, 10), output.Yes(file.Skipped)))
	}
	return cmd
}
