// Package document holds the commands of the documents of an operation and of their folders.
package document

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/download"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the group of documents.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "document", Short: "Keep and share the documents of an operation",
		Long: `Keep and share the documents of an operation. A document or folder is named by its
path (Assemblées/2026/Convocation.pdf) or id.`}
	cmd.AddCommand(newList(f), newShow(f), newUpload(f), newDownload(f), newMove(f), newTrash(f), newRestore(f), newPurge(f),
		newShare(f), newSharing(f), newUnshare(f), newLink(f), newRevoke(f))
	return cmd
}

// NewFolder is the group of folders.
func NewFolder(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "folder", Short: "Make the folders of an operation's documents"}
	cmd.AddCommand(newCreateFolder(f))
	return cmd
}

// top names no folder.
const top = "top"

// at is an operation that commands work in.
type at struct {
	c  *pmo.ClientWithResponses
	id pmo.Id
}

func open(ctx context.Context, f *factory.Factory, operation string) (at, error) {
	c, id, err := f.At(ctx, operation)
	return at{c, id}, err
}

// found is what a command is asked about, by its path or id, and the operation that it is in.
func found(ctx context.Context, f *factory.Factory, operation, named string, trashed bool) (o at, d pmo.Document, err error) {
	if o, err = open(ctx, f, operation); err != nil {
		return o, d, err
	}
	d, err = o.find(ctx, named, trashed)
	return o, d, err
}

func (o at) all(ctx context.Context, trashed bool) ([]pmo.Document, error) {
	params := &pmo.ListDocumentsParams{}
	if trashed {
		params.Trashed = &trashed
	}
	found, err := pmo.OK(o.c.ListDocumentsWithResponse(ctx, o.id, params))
	if err != nil {
		return nil, err
	}
	return *found, nil
}

func pathOf(d pmo.Document) string {
	var b strings.Builder
	for _, step := range d.Path {
		b.WriteString(step.Name + "/")
	}
	return b.String() + d.Name
}

// find is a document or folder by path or id.
func (o at) find(ctx context.Context, name string, trashed bool) (pmo.Document, error) {
	rows, err := o.all(ctx, trashed)
	if err != nil {
		return pmo.Document{}, err
	}
	wanted := strings.Trim(name, "/")
	var found []pmo.Document
	for _, d := range rows {
		if d.Id == name || strings.EqualFold(pathOf(d), wanted) {
			found = append(found, d)
		}
	}
	switch len(found) {
	case 0:
		return pmo.Document{}, exit.Usagef("there is no document or folder %q", name)
	case 1:
		return found[0], nil
	}
	return pmo.Document{}, exit.Usagef("%d things in the trash are called %q: name one by its id", len(found), name)
}

// folder is the id of a folder by path or id, top for none.
func (o at) folder(ctx context.Context, name string) (string, error) {
	if name == top || name == "/" || name == "" {
		return top, nil
	}
	d, err := o.find(ctx, name, false)
	return d.Id, err
}

func table(ds []pmo.Document) *output.Table {
	t := output.NewTable("kind", "path", ">bytes", ">version", "changed_at", "shared", "id")
	for _, d := range ds {
		t.Add(string(d.Kind), pathOf(d), number(d.Size), number(d.Version), d.ChangedAt.Format(time.DateTime), shared(d.Shared), d.Id)
	}
	return t
}

func number[N int | int64](n *N) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(*n)
}

// shared says in a word how something is shared.
func shared(s *pmo.DocumentShared) string {
	if s == nil {
		return ""
	}
	var parts []string
	if s.Everyone {
		parts = append(parts, "everyone")
	}
	if s.ParticipantsNumber > 0 {
		parts = append(parts, factory.Count(s.ParticipantsNumber, "participant"))
	}
	if s.LinksNumber > 0 {
		parts = append(parts, factory.Count(s.LinksNumber, "link"))
	}
	return strings.Join(parts, ", ")
}

func newList(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List documents and folders", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	in := cmd.Flags().String("folder", "", "what is in a folder, by path or id; top for what is in none (default everything)")
	words := cmd.Flags().String("q", "", "words that the name holds")
	trash := cmd.Flags().Bool("trash", false, "what is in the trash")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		o, err := open(cmd.Context(), f, *operation)
		if err != nil {
			return err
		}
		params := &pmo.ListDocumentsParams{}
		if *in != "" {
			folder, err := o.folder(cmd.Context(), *in)
			if err != nil {
				return err
			}
			params.FolderId = &folder
		}
		if *words != "" {
			params.Q = words
		}
		if *trash {
			params.Trashed = trash
		}
		reply, err := o.c.ListDocumentsWithResponse(cmd.Context(), o.id, params)
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(*found))
	}
	return cmd
}

func newShow(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "show PATH|ID", Short: "Show the versions of a document", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o, d, err := found(cmd.Context(), f, *operation, args[0], false)
		if err != nil {
			return err
		}
		reply, err := o.c.GetDocumentWithResponse(cmd.Context(), o.id, d.Id)
		detail, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable(">version", ">bytes", "added_at", "author", "content_type")
		for _, v := range detail.Versions {
			t.Add(fmt.Sprint(v.Version), fmt.Sprint(v.Size), v.AddedAt.Format(time.DateTime), output.Or(v.Author), v.ContentType)
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}

func newUpload(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "upload FILE...", Short: "Keep files, or further versions of them", Args: cobra.RangeArgs(1, 15),
		Long: `Keep at most 15 files in a folder, all of them or none. A name that a document of the
folder has is its next version; the former ones stay. The same content once more changes
nothing.`,
		Example: "  pmoctl document upload Convocation.pdf --folder Assemblées/2026 --operation ACC00000001"}
	operation := factory.OperationFlag(cmd)
	in := cmd.Flags().String("folder", top, "folder, by path or id")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		for _, path := range args {
			if info, err := os.Stat(path); err != nil {
				return exit.AsUsage(err)
			} else if !info.Mode().IsRegular() {
				return exit.Usagef("%s is not a file", path)
			}
		}
		o, err := open(cmd.Context(), f, *operation)
		if err != nil {
			return err
		}
		folder, err := o.folder(cmd.Context(), *in)
		if err != nil {
			return err
		}
		var values []pmo.Part
		if folder != top {
			values = append(values, pmo.Part{Name: "folderId", Value: folder})
		}
		contentType, body := pmo.Files("files", args, values...)
		reply, err := o.c.UploadDocumentsWithBodyWithResponse(cmd.Context(), o.id, contentType, body)
		added, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("outcome", "path", ">version", "id")
		for _, a := range *added {
			t.Add(string(a.Outcome), pathOf(a.Document), number(a.Document.Version), a.Document.Id)
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}

func newDownload(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "download PATH|ID...", Short: "Save a document, or several and whole folders as one archive", Args: cobra.RangeArgs(1, 100)}
	operation := factory.OperationFlag(cmd)
	dir := cmd.Flags().String("dir", ".", "folder to save to; it is made when it is not there")
	version := cmd.Flags().Int("version", 0, "a former version of one document (default the one in force)")
	force := cmd.Flags().Bool("force", false, "write over a file that is there")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		o, err := open(ctx, f, *operation)
		if err != nil {
			return err
		}
		chosen := make([]pmo.Document, len(args))
		ids := make([]pmo.Id, len(args))
		for n, name := range args {
			if chosen[n], err = o.find(ctx, name, false); err != nil {
				return err
			}
			ids[n] = chosen[n].Id
		}
		if err := os.MkdirAll(*dir, 0o755); err != nil {
			return err
		}
		var file download.File
		if len(args) == 1 && chosen[0].Kind == pmo.DocumentKindDOCUMENT {
			params := &pmo.DownloadDocumentParams{}
			if *version > 0 {
				params.Version = version
			}
			response, err := o.c.DownloadDocument(ctx, o.id, ids[0], params)
			if err != nil {
				return err
			}
			if file, err = download.Save(response, *dir, chosen[0].Name, *force); err != nil {
				return err
			}
		} else {
			if *version > 0 {
				return exit.Usagef("--version is of one document")
			}
			response, err := o.c.DownloadDocuments(ctx, o.id, &pmo.DownloadDocumentsParams{DocumentIds: ids})
			if err != nil {
				return err
			}
			if file, err = download.Save(response, *dir, "documents.zip", *force); err != nil {
				return err
			}
		}
		raw, err := json.Marshal(file)
		if err != nil {
			return err
		}
		return f.Print(raw, output.One("file", ">bytes", "skipped").Add(file.Path, fmt.Sprint(file.Bytes), output.Yes(file.Skipped)))
	}
	return cmd
}
