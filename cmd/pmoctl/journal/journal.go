// Package journal holds the commands of the accountant: sales journal, accounts, closed months.
package journal

import (
	"encoding/json"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/download"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "journal", Short: "Sales journals of sellers, what of them was handed over, and their accounts"}
	cmd.AddCommand(newSellers(f), newDownload(f), newExport(f), newExports(f), newAccounts(f), newUpdate(f), newCutOff(f))
	return cmd
}

// seller binds the issuer whose journal it is.
type seller struct{ operation, issuer *string }

func sellerFlags(cmd *cobra.Command) seller {
	s := seller{factory.OperationFlag(cmd), cmd.Flags().String("issuer", "", "the issuer, by name or id; over all operations in which it sells")}
	_ = cmd.MarkFlagRequired("issuer")
	return s
}

func (s seller) at(cmd *cobra.Command, f *factory.Factory) (c *pmo.ClientWithResponses, operationID, entityID pmo.Id, err error) {
	if c, operationID, err = f.At(cmd.Context(), *s.operation); err != nil {
		return nil, "", "", err
	}
	entityID, err = f.Issuer(cmd.Context(), operationID, *s.issuer)
	return c, operationID, entityID, err
}

func newSellers(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "sellers", Short: "List the sellers of an operation: what was invoiced, what of it is new, which months are closed", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.ListSellersWithResponse(cmd.Context(), id)
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("id", "name", "legal_number", "confirmed", ">operations", ">hidden", ">issued", ">euro", ">new", ">new_euro", ">owed", ">owed_euro", ">new_owed", ">new_owed_euro", "first_new", "last_export", "closed")
		for _, s := range *found {
			t.Add(s.BillingEntityId, s.Name, output.Or(s.LegalNumber), output.Yes(s.Confirmed), strconv.Itoa(s.OperationsCount), strconv.Itoa(s.HiddenOperationsCount), strconv.Itoa(s.IssuedCount),
				output.Euro(s.IssuedCents), strconv.Itoa(s.NewCount), output.Euro(s.NewCents), strconv.Itoa(s.OwedCount), output.Euro(s.OwedCents), strconv.Itoa(s.NewOwedCount), output.Euro(s.NewOwedCents), output.Or(s.FirstNewDate), day(s.LastExportAt), strings.Join(s.LockedMonths, " "))
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}

func day(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.Format(time.DateOnly)
}

// target is where a file goes.
type target struct {
	dir   string
	force bool
}

func targetFlags(cmd *cobra.Command) *target {
	var t target
	cmd.Flags().StringVar(&t.dir, "dir", ".", "folder to save to; it is made when it is not there")
	cmd.Flags().BoolVar(&t.force, "force", false, "write over a file that is there")
	return &t
}

func (t target) save(f *factory.Factory, response *http.Response) error {
	if err := os.MkdirAll(t.dir, 0o755); err != nil {
		_ = response.Body.Close()
		return err
	}
	file, err := download.Save(response, t.dir, "journal.txt", t.force)
	if err != nil {
		return err
	}
	raw, err := json.Marshal(file)
	if err != nil {
		return err
	}
	return f.Print(raw, output.One("file", "bytes", "skipped").Add(file.Path, strconv.FormatInt(file.Bytes, 10), output.Yes(file.Skipped)))
}

func newDownload(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use: "download", Short: "Save the journal of a seller, sales and what it owes to producers, by days of issue",
		Long: `Save what a seller sold, and what it owes to producers, over all its operations that
you see, by days of issue: as fec the 18 columns of article A47 A-1 (between tabs, ISO 8859-15), as csv
or xlsx the same lines. It changes nothing: what was handed over is told by
journal export.`,
		Example: "  pmoctl journal download --operation ACC00000001 --issuer 'Commune de Fougères' --from 2026-11-01 --to 2026-11-30",
		Args:    cobra.NoArgs,
	}
	who, days, to := sellerFlags(cmd), factory.DaysFlags(cmd), targetFlags(cmd)
	format := cmd.Flags().String("format", "fec", "fec, csv or xlsx")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		from, last, err := days.Dates()
		if err != nil {
			return err
		}
		c, operationID, entityID, err := who.at(cmd, f)
		if err != nil {
			return err
		}
		form := pmo.DownloadJournalParamsFormat(*format)
		if !form.Valid() {
			return exit.Usagef("--format is fec, csv or xlsx, not %q", *format)
		}
		response, err := c.DownloadJournal(cmd.Context(), operationID, entityID, &pmo.DownloadJournalParams{DateFrom: from, DateTo: last, Format: &form})
		if err != nil {
			return err
		}
		return to.save(f, response)
	}
	return cmd
}

func table(list ...pmo.JournalExport) *output.Table {
	t := output.NewTable("id", "created", "by", "first", "last", "first_number", "last_number", ">entries", ">debit", ">euro", ">owed_euro", "file", "sha256")
	for _, e := range list {
		t.Add(e.Id, e.CreatedAt.Format(time.RFC3339), output.Or(e.CreatedByName), e.FirstDate.String(), e.LastDate.String(), e.FirstNumber, e.LastNumber, strconv.Itoa(e.EntriesCount),
			output.Euro(e.DebitCents), output.Euro(e.AmountCents), output.Euro(e.OwedCents), e.FileName, e.Sha256)
	}
	return t
}

func newExport(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use: "export [ID]", Short: "Hand over what is new of the journal, or save an export again",
		Long: `Hand over the invoices, credit notes and statements that no export holds, and save them in the
layout of the law. Each is handed over once, also when two ask at the same time; the
server keeps the file, and journal export ID saves it again, byte by byte. Exit
code 8: one export could not hold all that is new; ask again.`,
		Example: `  pmoctl journal export --operation ACC00000001 --issuer 'Commune de Fougères' --dir compta
  pmoctl journal export --operation ACC00000001 --issuer 'Commune de Fougères' --until 2026-10-31`,
		Args: cobra.MaximumNArgs(1),
	}
	who, to := sellerFlags(cmd), targetFlags(cmd)
	until := cmd.Flags().String("until", "", "last day of issue, YYYY-MM-DD; without it all that is new")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		last, err := factory.DayOr("until", *until)
		if err != nil {
			return err
		}
		c, operationID, entityID, err := who.at(cmd, f)
		if err != nil {
			return err
		}
		var id pmo.Id
		more := false
		if len(args) == 1 {
			id = args[0]
		} else {
			reply, err := c.CreateJournalExportWithResponse(cmd.Context(), operationID, entityID, nil, pmo.JournalExportCreation{Until: last})
			made, err := pmo.Created(reply, err)
			if err != nil {
				return err
			}
			id, more = made.Id, made.More != nil && *made.More
			f.Note("%s, %s to %s", factory.Count(made.EntriesCount, "entry"), made.FirstNumber, made.LastNumber)
		}
		response, err := c.DownloadJournalExport(cmd.Context(), operationID, entityID, id)
		if err != nil {
			return err
		}
		if err := to.save(f, response); err != nil {
			return err
		}
		if more {
			return exit.Partialf("more is new than one export holds: ask again")
		}
		return nil
	}
	return cmd
}

func newExports(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "exports", Short: "List what was handed over, last first", Args: cobra.NoArgs}
	who := sellerFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, operationID, entityID, err := who.at(cmd, f)
		if err != nil {
			return err
		}
		reply, err := c.ListJournalExportsWithResponse(cmd.Context(), operationID, entityID)
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		if hidden := found.TotalCount - len(found.Exports); hidden > 0 {
			f.Note("%d older ones are not listed", hidden)
		}
		return f.Print(reply.Body, table(found.Exports...))
	}
	return cmd
}

func lockTable(list ...pmo.MonthLock) *output.Table {
	t := output.NewTable("month", "closed", "by")
	for _, l := range list {
		t.Add(l.Month, l.LockedAt.Format(time.RFC3339), output.Or(l.LockedByName))
	}
	return t
}

// NewLocks is the noun of closed months.
func NewLocks(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "lock", Short: "Months of a seller in which nothing is dated any more"}
	cmd.AddCommand(newLockList(f), newLockAdd(f), newLockRemove(f))
	return cmd
}

func newLockList(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List the closed months, last first", Args: cobra.NoArgs}
	who := sellerFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, operationID, entityID, err := who.at(cmd, f)
		if err != nil {
			return err
		}
		reply, err := c.ListMonthLocksWithResponse(cmd.Context(), operationID, entityID)
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, lockTable(*found...))
	}
	return cmd
}

func newLockAdd(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "add YYYY-MM", Short: "Close a month: no invoice or credit note of the seller is dated there any more", Args: cobra.ExactArgs(1),
		Example: "  pmoctl lock add 2026-10 --operation ACC00000001 --issuer 'Commune de Fougères'"}
	who := sellerFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, operationID, entityID, err := who.at(cmd, f)
		if err != nil {
			return err
		}
		reply, err := c.LockMonthWithResponse(cmd.Context(), operationID, entityID, nil, pmo.MonthLockCreation{Month: args[0]})
		made, err := pmo.Created(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, lockTable(*made))
	}
	return cmd
}

func newLockRemove(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "remove YYYY-MM", Short: "Open a closed month again", Args: cobra.ExactArgs(1)}
	who := sellerFlags(cmd)
	yes := cmd.Flags().BoolP("yes", "y", false, "do not ask")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := f.Confirm(cmd.Context(), *yes, "Open "+args[0]+" again?"); err != nil {
			return err
		}
		c, operationID, entityID, err := who.at(cmd, f)
		if err != nil {
			return err
		}
		reply, err := c.UnlockMonthWithResponse(cmd.Context(), operationID, entityID, args[0])
		if err := pmo.Done(reply, err); err != nil {
			return err
		}
		f.Note("%s is open", args[0])
		return nil
	}
	return cmd
}
