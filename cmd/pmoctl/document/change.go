package document

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newCreateFolder(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "create NAME", Short: "Make a folder, at most five within one another", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	in := cmd.Flags().String("folder", top, "folder that it is to be in, by path or id")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o, err := open(cmd.Context(), f, *operation)
		if err != nil {
			return err
		}
		body := pmo.FolderCreate{Name: args[0]}
		if folder, err := o.folder(cmd.Context(), *in); err != nil {
			return err
		} else if folder != top {
			body.FolderId = &folder
		}
		reply, err := o.c.CreateFolderWithResponse(cmd.Context(), o.id, &pmo.CreateFolderParams{}, body)
		made, err := pmo.Created(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table([]pmo.Document{*made}))
	}
	return cmd
}

// placing are the flags that say where something goes.
type placing struct{ name, folder string }

func (p *placing) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&p.name, "name", "", "another name")
	cmd.Flags().StringVar(&p.folder, "folder", "", "another folder, by path or id; top for none")
}

func newMove(f *factory.Factory) *cobra.Command {
	var to placing
	cmd := &cobra.Command{Use: "move PATH|ID", Short: "Rename or move a document or folder", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	to.flags(cmd)
	cmd.MarkFlagsOneRequired("name", "folder")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o, d, err := found(cmd.Context(), f, *operation, args[0], false)
		if err != nil {
			return err
		}
		body, err := o.update(cmd, to)
		if err != nil {
			return err
		}
		reply, err := o.c.UpdateDocumentWithResponse(cmd.Context(), o.id, d.Id, &pmo.UpdateDocumentParams{}, body)
		moved, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table([]pmo.Document{*moved}))
	}
	return cmd
}

func (o at) update(cmd *cobra.Command, to placing) (body pmo.DocumentUpdate, err error) {
	if to.name != "" {
		body.Name = &to.name
	}
	if to.folder != "" {
		folder, err := o.folder(cmd.Context(), to.folder)
		if err != nil {
			return body, err
		}
		body.FolderId = &folder
	}
	return body, nil
}

func newTrash(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "trash PATH|ID", Short: "Put a document, or a folder with all that is in it, into the trash", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o, d, err := found(cmd.Context(), f, *operation, args[0], false)
		if err != nil {
			return err
		}
		reply, err := o.c.DeleteDocumentWithResponse(cmd.Context(), o.id, d.Id, &pmo.DeleteDocumentParams{})
		if err := pmo.Done(reply, err); err != nil {
			return err
		}
		f.Note("%s is in the trash; to take it out again: pmoctl document restore %s", pathOf(d), d.Id)
		return nil
	}
	return cmd
}

func newRestore(f *factory.Factory) *cobra.Command {
	var to placing
	cmd := &cobra.Command{Use: "restore PATH|ID", Short: "Take something out of the trash", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	to.flags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o, d, err := found(cmd.Context(), f, *operation, args[0], true)
		if err != nil {
			return err
		}
		body, err := o.update(cmd, to)
		if err != nil {
			return err
		}
		reply, err := o.c.RestoreDocumentWithResponse(cmd.Context(), o.id, d.Id, &pmo.RestoreDocumentParams{}, body)
		back, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table([]pmo.Document{*back}))
	}
	return cmd
}

func newPurge(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "purge [PATH|ID]", Short: "Remove for good what is in the trash", Args: cobra.MaximumNArgs(1)}
	operation := factory.OperationFlag(cmd)
	all := cmd.Flags().Bool("all", false, "everything that is in the trash")
	yes := cmd.Flags().Bool("yes", false, "do not ask")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		if *all == (len(args) == 1) {
			return exit.Usagef("name what to remove, or say --all")
		}
		o, err := open(ctx, f, *operation)
		if err != nil {
			return err
		}
		if *all {
			if err := f.Confirm(ctx, *yes, "Remove everything in the trash for good?"); err != nil {
				return err
			}
			reply, err := o.c.EmptyTrashWithResponse(ctx, o.id, &pmo.EmptyTrashParams{})
			emptied, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			f.Note("%s removed", factory.Count(emptied.RemovedNumber, "thing"))
			return nil
		}
		d, err := o.find(ctx, args[0], true)
		if err != nil {
			return err
		}
		if err := f.Confirm(ctx, *yes, fmt.Sprintf("Remove %s for good?", pathOf(d))); err != nil {
			return err
		}
		reply, err := o.c.PurgeDocumentWithResponse(ctx, o.id, d.Id, &pmo.PurgeDocumentParams{})
		return pmo.Done(reply, err)
	}
	return cmd
}
