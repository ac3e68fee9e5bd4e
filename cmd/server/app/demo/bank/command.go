// Package bank is the command that writes what a made-up bank tells of invoices.
package bank

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/adapters/bankfile/fake"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

// order is what a made-up bank is to write.
type order struct {
	invoices, account, format, until, out string
	collections                           []string
	seed                                  uint64
}

// payable is an invoice as 'pmoctl invoice list -o json' prints it, with what a payer may be asked to write.
type payable struct {
	Number         string      `json:"number"`
	Status         string      `json:"status"`
	Type           string      `json:"type"`
	PaymentMethod  string      `json:"paymentMethod"`
	AmountCents    money.Cents `json:"amountCents"`
	IssueDate      string      `json:"issueDate"`
	DueDate        string      `json:"dueDate"`
	BillableEntity struct {
		Name string `json:"name"`
	} `json:"billableEntity"`
	IBAN          string `json:"iban"`
	EndToEndID    string `json:"endToEndId"`
	Communication string `json:"communication"`
}

// listing is a collection with its transactions, as the server gives it.
type listing struct {
	Transactions []struct {
		Number         string `json:"number"`
		EndToEndID     string `json:"endToEndId"`
		CollectionDate string `json:"collectionDate"`
	} `json:"transactions"`
}

// Command writes a statement for each month in which something happens to the invoices.
func Command() *cobra.Command {
	var f order
	cmd := &cobra.Command{Use: "bank", Short: "Write the statements of a made-up bank for invoices: paid, late, in parts, twice, returned", Args: cobra.NoArgs,
		Long: `Write a statement for each month in which something happens to invoices: they are paid in time,
late, in parts, twice, with a wrong reference, less a fee; direct debits come back, some after eight weeks.
The same seed writes the same.`,
		Example: "  pmoctl invoice list --status FINALIZED -o json > invoices.json\n" +
			"  pmoctl api GET /payments/collections/0199b0aa-… > collection.json\n" +
			"  pmo-server fake bank --invoices invoices.json --collection collection.json --account FR1420041010050500013M02606 --out statements",
		RunE: func(cmd *cobra.Command, _ []string) error {
			names, err := f.write(time.Now())
			if err != nil {
				return err
			}
			for _, name := range names {
				fmt.Fprintln(cmd.OutOrStdout(), name)
			}
			return nil
		}}
	flags := cmd.Flags()
	flags.StringVar(&f.invoices, "invoices", "", "JSON file of invoices")
	flags.StringSliceVar(&f.collections, "collection", nil, "JSON file of a collection: its invoices are paid by direct debit")
	flags.StringVar(&f.account, "account", "", "IBAN that the invoices are paid to")
	flags.StringVar(&f.format, "format", "camt.053.001.08", "camt.053.001.08, camt.053.001.02 or CODA")
	flags.StringVar(&f.until, "until", "", "the last day that is told, YYYY-MM-DD; today when not given")
	flags.StringVar(&f.out, "out", ".", "folder for the files")
	flags.Uint64Var(&f.seed, "seed", 1, "another one makes other troubles")
	_ = cmd.MarkFlagRequired("invoices")
	_ = cmd.MarkFlagRequired("account")
	return cmd
}

func readJSON(path string, into any) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(content, into); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// read is the invoices that can be paid, with how they are collected.
func (f order) read() ([]fake.Invoice, error) {
	var list []payable
	if err := readJSON(f.invoices, &list); err != nil {
		return nil, err
	}
	type collected struct {
		endToEnd string
		on       civil.Date
	}
	by := map[string]collected{}
	for _, path := range f.collections {
		var c listing
		if err := readJSON(path, &c); err != nil {
			return nil, err
		}
		for _, t := range c.Transactions {
			on, err := civil.ParseDate(t.CollectionDate)
			if err != nil {
				return nil, fmt.Errorf("%s: %s has no day of collection", path, t.Number)
			}
			by[t.Number] = collected{t.EndToEndID, on}
		}
	}
	var out []fake.Invoice
	for n, i := range list {
		c, isCollected := by[i.Number]
		if i.Number == "" || i.AmountCents <= 0 || i.Status == "CANCELLED" || i.Type == "CREDIT_NOTE" || i.PaymentMethod == "debit" && !isCollected && i.EndToEndID == "" {
			continue // nothing is owed, or nobody has asked the bank for it
		}
		one := fake.Invoice{Number: i.Number, Client: i.BillableEntity.Name, ClientIBAN: party.IBAN(i.IBAN), Amount: i.AmountCents, EndToEndID: i.EndToEndID, Communication: i.Communication}
		var err error
		if one.Issued, err = civil.ParseDate(i.IssueDate); err != nil {
			return nil, fmt.Errorf("%s: invoice %d has no issueDate", f.invoices, n+1)
		}
		if one.Due = one.Issued + 30; i.DueDate != "" {
			if one.Due, err = civil.ParseDate(i.DueDate); err != nil {
				return nil, fmt.Errorf("%s: invoice %d: dueDate %q is no day", f.invoices, n+1, i.DueDate)
			}
		}
		if isCollected {
			one.EndToEndID, one.Due = c.endToEnd, c.on
		}
		out = append(out, one)
	}
	if len(out) == 0 {
		return nil, errors.New("none of these invoices can be paid")
	}
	return out, nil
}

// write makes the files and tells their paths.
func (f order) write(now time.Time) (paths []string, err error) {
	until := civil.Paris.DateOf(now)
	if f.until != "" {
		if until, err = civil.ParseDate(f.until); err != nil {
			return nil, fmt.Errorf("--until %s: want a day, as 2026-11-20", f.until)
		}
	}
	account, err := party.ParseIBAN(f.account)
	if err != nil {
		return nil, fmt.Errorf("--account %s is no IBAN", f.account)
	}
	formats := map[string]func(n int, on civil.Date, opening money.Cents, all []fake.Movement) []byte{
		"camt.053.001.08": func(_ int, on civil.Date, opening money.Cents, all []fake.Movement) []byte {
			return fake.Camt053("08", account, on, opening, all)
		},
		"camt.053.001.02": func(_ int, on civil.Date, opening money.Cents, all []fake.Movement) []byte {
			return fake.Camt053("02", account, on, opening, all)
		},
		"CODA": func(n int, on civil.Date, opening money.Cents, all []fake.Movement) []byte {
			return fake.Coda(n, account, on, opening, all)
		},
	}
	format, ok := formats[f.format]
	if !ok {
		return nil, fmt.Errorf("--format %s: want camt.053.001.08, camt.053.001.02 or CODA", f.format)
	}
	invoices, err := f.read()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(f.out, 0o750); err != nil {
		return nil, err
	}
	all, opening := fake.Year{Seed: f.seed, Invoices: invoices, Until: until}.Movements(), money.Cents(100_000)
	for from, number := 0, 1; from < len(all); number++ {
		month, to, sum := civil.MonthOf(all[from].On), from, money.Cents(0)
		for ; to < len(all) && civil.MonthOf(all[to].On) == month; to++ {
			sum += all[to].Amount
		}
		ending := ".xml"
		if f.format == "CODA" {
			ending = ".cod"
		}
		path := filepath.Join(f.out, "statement-"+month.String()+ending)
		if err := os.WriteFile(path, format(number, min(month.Next().First()-1, until), opening, all[from:to]), 0o600); err != nil {
			return nil, err
		}
		paths, from, opening = append(paths, path), to, opening+sum
	}
	return paths, nil
}
