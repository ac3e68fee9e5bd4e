package transmission_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/bankfile/camt053"
	"github.com/openpmo/pmo/adapters/bankfile/csv"
	"github.com/openpmo/pmo/adapters/bankfile/fake"
	"github.com/openpmo/pmo/adapters/einvoice/fakeplatform"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/paymentstore"
	"github.com/openpmo/pmo/adapters/postgres/statementstore"
	"github.com/openpmo/pmo/adapters/seal"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/payment/bankfile"
	"github.com/openpmo/pmo/core/payment/reconciliation"
)

// TestWhatABankFileClosesIsSaid: a statement pays what is left of an invoice. The platform is told (212) once
// it is paid in full, on the day of the last part, and once; not of a part, and not where the seller does
// not say so.
func TestWhatABankFileClosesIsSaid(t *testing.T) {
	t.Parallel()
	for _, says := range []bool{true, false} {
		d := newDesk(t, fakeplatform.Options{}, func(c *einvoicing.Connection) { c.DeclaresPayments = says })
		cipher, err := seal.New(bytes.Repeat([]byte{1}, 32), "iban")
		require.NoError(t, err)
		bank := reconciliation.New(reconciliation.Deps{Guard: d.Guard, Tx: d.DB, Now: d.Now, Operations: operationstore.NewOperations(d.DB), Lines: paymentstore.NewBankLines(d.DB, cipher),
			Mappings: paymentstore.NewBankMappings(d.DB), Settlements: paymentstore.NewSettlements(d.DB), Payouts: statementstore.NewPayouts(d.DB, cipher), Readers: bankfile.Readers{Formats: []bankfile.Reader{camt053.Reader{}}, Table: csv.Table{}}})
		inv := d.publish("Boulangerie")
		d.later(time.Second)
		d.later(6 * time.Minute)
		said := func() (out []fakeplatform.Flow) {
			for range 3 {
				d.later(6 * time.Minute)
			}
			for _, f := range d.platform.Deposits() {
				if f.Syntax == "CDAR" {
					out = append(out, f)
				}
			}
			return out
		}
		half := inv.Amount / 2
		d.Exec("insert into settlements (operation_id, id, invoice_id, kind, amount_cents, booked_on, created_by, created_at) values ($1, $2, $3, 'PAYMENT', $4, '2026-11-04', $5, now())",
			d.Operation, id.New(), inv.ID, int64(half), d.Organizer.UserID)
		require.Empty(t, said(), "a part is not all")
		rest := fake.Movement{Reference: "B2", On: coretest.Date("2026-11-06"), Amount: inv.Amount - half, Text: inv.Number, Payer: "BOULANGERIE"}
		r, err := bank.Import(t.Context(), d.Organizer, d.Operation, reconciliation.Upload{Name: "camt.xml",
			Content: fake.Camt053("08", "FR1420041010050500013M02606", rest.On, 0, []fake.Movement{rest})})
		require.NoError(t, err)
		require.Equal(t, 1, r.Settled)
		if !says {
			require.Empty(t, said())
			continue
		}
		flows := said()
		require.Len(t, flows, 1)
		require.Equal(t, inv.Number, flows[0].Number)
		require.Contains(t, string(flows[0].Content), ">20261106000000<")
		require.Len(t, said(), 1, "once")
	}
}
