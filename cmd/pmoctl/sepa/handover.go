package sepa

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func handOverTable(list ...pmo.HandOver) *output.Table {
	t := output.NewTable("collection", "file", "place", "state", "asked", "by", "done", "trouble", "sha256")
	for _, h := range list {
		done := ""
		if h.DoneAt != nil {
			done = h.DoneAt.Format(time.RFC3339)
		}
		t.Add(h.CollectionId, h.FileName, string(h.Place), string(h.State), h.AskedAt.Format(time.RFC3339), output.Or(h.AskedByName), done, output.Or(h.Trouble), h.Sha256)
	}
	return t
}

func newHandOver(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "hand-over ID", Short: "Lay the file of a collection down for the client of the bank, once", Args: cobra.ExactArgs(1)}
	cmd.Long = "Lay the file of a collection down for the client of the bank, in the folder or on the SFTP\nserver of the settings. It goes on after the answer: sepa hand-overs says where it stands."
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := f.Client()
		if err != nil {
			return err
		}
		reply, err := c.HandOverCollectionWithResponse(cmd.Context(), args[0], nil)
		h, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, handOverTable(*h))
	}
	return cmd
}

func newHandOvers(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "hand-overs", Short: "List where files stand on their way to the bank, and what came back", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, operationID, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.GetHandOversWithResponse(cmd.Context(), operationID)
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		if found.Place == nil {
			f.Note("this server hands no files over")
		}
		for _, r := range found.Returned {
			said := "taken in"
			if r.Problem != nil {
				said = "refused: " + output.Or(r.Problem.Detail)
			}
			f.Note("came back %s: %s, %s", r.TakenAt.Format(time.RFC3339), r.Name, said)
		}
		return f.Print(reply.Body, handOverTable(found.HandOvers...))
	}
	return cmd
}
