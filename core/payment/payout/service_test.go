package payout_test

import (
	"bytes"
	"encoding/xml"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/bankfile/camt053"
	"github.com/openpmo/pmo/adapters/bankfile/pain002"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/paymentstore"
	"github.com/openpmo/pmo/adapters/postgres/statementstore"
	"github.com/openpmo/pmo/adapters/seal"
	"github.com/openpmo/pmo/adapters/sepa"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/statement"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/payment/bankfile"
	"github.com/openpmo/pmo/core/payment/payout"
	"github.com/openpmo/pmo/core/payment/reconciliation"
	"github.com/openpmo/pmo/core/payment/settlement"
)

// world is an operation of Brussels that pays, and whose bank answers.
type world struct {
	*coretest.Brussels
	*payout.Service
	bank  *reconciliation.Service
	store *statementstore.Payouts
	of    map[id.ID]statement.Statement // by producer
	all   []id.ID
}

func newWorld(t *testing.T) *world {
	t.Helper()
	b := coretest.NewBrussels(t)
	cipher, err := seal.New(bytes.Repeat([]byte{1}, 32), "iban")
	require.NoError(t, err)
	operations := operationstore.NewOperations(b.DB)
	w := &world{Brussels: b, store: statementstore.NewPayouts(b.DB, cipher)}
	w.Service = payout.New(payout.Deps{Guard: b.Guard, Tx: b.DB, Now: b.Now, Operations: operations, Payouts: w.store, Documents: b.Keeping(b.Shelf), Writer: sepa.Writer{}, Cipher: cipher})
	w.bank = reconciliation.New(reconciliation.Deps{Guard: b.Guard, Tx: b.DB, Now: b.Now, Operations: operations, Lines: paymentstore.NewBankLines(b.DB, cipher), Mappings: paymentstore.NewBankMappings(b.DB),
		Settlements: paymentstore.NewSettlements(b.DB), Payouts: w.store, Readers: bankfile.Readers{Formats: []bankfile.Reader{camt053.Reader{}, pain002.Reader{}}}})
	b.Mandate(b.Toits, "2026-01-15")
	w.of = b.State()
	w.all = []id.ID{w.of[b.Lambert].ID, w.of[b.Toits].ID}
	return w
}

// file is what a bank reads of a payment list.
type file struct {
	Number int    `xml:"CstmrCdtTrfInitn>GrpHdr>NbOfTxs"`
	Sum    string `xml:"CstmrCdtTrfInitn>GrpHdr>CtrlSum"`
	Batch  struct {
		ID        string `xml:"PmtInfId"`
		Sum       string `xml:"CtrlSum"`
		From      string `xml:"DbtrAcct>Id>IBAN"`
		Transfers []struct {
			EndToEnd string `xml:"PmtId>EndToEndId"`
			Amount   string `xml:"Amt>InstdAmt"`
			To       string `xml:"CdtrAcct>Id>IBAN"`
			Name     string `xml:"Cdtr>Nm"`
		} `xml:"CdtTrfTxInf"`
	} `xml:"CstmrCdtTrfInitn>PmtInf"`
}

func (w *world) export(ids ...id.ID) payout.File {
	w.T.Helper()
	f, err := w.Export(w.T.Context(), w.Organizer, w.Operation, ids, nil)
	require.NoError(w.T, err)
	return f
}

func (w *world) payment(producer id.ID) billing.PaymentStatus {
	w.T.Helper()
	return w.StatementOf(producer).Payment
}

// TestAListPaysWhatStatementsSay: its sums equal the statements, each once, and the same set gives the
// same file.
func TestAListPaysWhatStatementsSay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := w.export(w.all...)
	var r file
	require.NoError(t, xml.Unmarshal(f.Content, &r))
	require.Equal(t, []any{2, "151.26", "151.26", "BE68539007547034"}, []any{r.Number, r.Sum, r.Batch.Sum, r.Batch.From})
	require.Equal(t, []any{money.Cents(15126), w.of[w.Lambert].Amount + w.of[w.Toits].Amount}, []any{f.Amount, f.Amount})
	amounts := map[string]string{}
	for _, one := range r.Batch.Transfers {
		amounts[one.EndToEnd+" "+one.Name+" "+one.To] = one.Amount
	}
	require.Equal(t, map[string]string{w.of[w.Lambert].Number + " Jean Lambert " + coretest.BrusselsIBAN: "54.46", w.of[w.Toits].Number + " Toits SRL " + coretest.BrusselsIBAN: "96.80"}, amounts)
	again := w.export(w.all[1], w.all[0])
	require.Equal(t, f.ID, again.ID)
	require.Equal(t, f.Content, again.Content)
	for _, key := range w.Shelf.Bytes {
		require.NotContains(t, string(key), coretest.BrusselsIBAN, "what is kept is sealed")
	}
	_, err := w.Export(t.Context(), w.Organizer, w.Operation, w.all[:1], nil)
	require.Equal(t, payout.ErrAlreadyOrdered.Key, fault.KeyOf(err), "another set with one of them")
	_, err = w.Statements.Cancel(t.Context(), w.Organizer, w.Operation, w.all[0], "erreur")
	require.Equal(t, statement.ErrOrdered.Key, fault.KeyOf(err))
}

// TestNoStatementIsPaidTwiceByTwoWhoExportAtOnce.
func TestNoStatementIsPaidTwiceByTwoWhoExportAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	sets := [][]id.ID{w.all, w.all[:1], w.all[1:], w.all, {w.all[1], w.all[0]}, w.all[:1]}
	files, errs := make([]payout.File, len(sets)), make([]error, len(sets))
	var all sync.WaitGroup
	for n, set := range sets {
		all.Go(func() { files[n], errs[n] = w.Export(t.Context(), w.Organizer, w.Operation, set, nil) })
	}
	all.Wait()
	paid := map[string]string{} // transfer by the list that has it
	for n, err := range errs {
		if err != nil {
			require.Equal(t, payout.ErrAlreadyOrdered.Key, fault.KeyOf(err))
			continue
		}
		var r file
		require.NoError(t, xml.Unmarshal(files[n].Content, &r))
		for _, one := range r.Batch.Transfers {
			if was, ok := paid[one.EndToEnd]; ok {
				require.Equal(t, was, r.Batch.ID, "the same file again, and no other")
			}
			paid[one.EndToEnd] = r.Batch.ID
		}
	}
	require.NotEmpty(t, paid)
	require.LessOrEqual(t, w.Count("payout_statements where held"), 2)
}

// TestWhatCannotBePaidRefusesTheSet with everything of its kind.
func TestWhatCannotBePaidRefusesTheSet(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	key := func(ids ...id.ID) string {
		_, err := w.Export(t.Context(), w.Organizer, w.Operation, ids, nil)
		return fault.KeyOf(err)
	}
	require.Equal(t, billing.ErrSelectionRequired.Key, key())
	require.Equal(t, statement.ErrNotFound.Key, key(w.all[0], id.New()))
	_, err := w.Export(t.Context(), w.Organizer, w.Operation, w.all, coretest.Ptr(coretest.Date("2026-11-05")))
	require.Equal(t, payout.ErrDay.Key, fault.KeyOf(err))
	w.Exec("update billing_entities set iban_sealed = null, iban_hash = null where id = $1", w.Seller[w.Lambert].ID)
	require.Equal(t, payout.ErrNoAccount.Key, key(w.all...))
	owed, err := w.Owed(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Len(t, owed, 2)
	require.Equal(t, payout.ErrNoAccount.Key, owed[0].Refused.Key)
	require.Nil(t, owed[1].Refused)
	w.Exec("update billing_entities set iban_sealed = null, iban_hash = null where owned_by_operation")
	require.Equal(t, payout.ErrPayerAccount.Key, key(w.all[1]))
	require.Zero(t, w.Count("payouts"))
}

// TestAListThatTheBankWasNotGivenIsTakenBack.
func TestAListThatTheBankWasNotGivenIsTakenBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := w.export(w.all...)
	gone, err := w.Cancel(t.Context(), w.Organizer, w.Operation, f.ID)
	require.NoError(t, err)
	require.Equal(t, payout.Cancelled, gone.Status)
	anew := w.export(w.all...)
	require.NotEqual(t, f.ID, anew.ID)
	require.Contains(t, string(anew.Content), w.of[w.Lambert].Number+"-2<", "banks tell it from the first")
	w.record(settlement.Payment, w.all[0])
	_, err = w.Cancel(t.Context(), w.Organizer, w.Operation, anew.ID)
	require.Equal(t, payout.ErrAnswered.Key, fault.KeyOf(err))
}

func (w *world) record(kind settlement.Kind, ids ...id.ID) []payout.Movement {
	w.T.Helper()
	made, err := w.Record(w.T.Context(), w.Organizer, w.Operation, payout.Record{Kind: kind, StatementIDs: ids, BookedOn: coretest.Date("2026-11-06"), Reference: "virement"})
	require.NoError(w.T, err)
	return made
}

// TestWhatWasPaidByHand: once, and only what was paid comes back.
func TestWhatWasPaidByHand(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	try := func(kind settlement.Kind, day string) string {
		_, err := w.Record(t.Context(), w.Organizer, w.Operation, payout.Record{Kind: kind, StatementIDs: w.all[:1], BookedOn: coretest.Date(day)})
		return fault.KeyOf(err)
	}
	require.Equal(t, payout.ErrNotPaid.Key, try(settlement.Return, "2026-11-06"))
	require.Equal(t, payout.ErrBeforeIssue.Key, try(settlement.Payment, "2026-11-05"))
	require.Equal(t, payout.ErrInvalid.Key, try(settlement.Payment, "2026-11-07"), "a day to come")
	paid := w.record(settlement.Payment, w.all[0])
	require.Equal(t, billing.PaymentSucceeded, w.payment(w.Lambert))
	require.Equal(t, payout.ErrPaid.Key, try(settlement.Payment, "2026-11-06"))
	_, err := w.Statements.Cancel(t.Context(), w.Organizer, w.Operation, w.all[0], "erreur")
	require.Equal(t, statement.ErrPaid.Key, fault.KeyOf(err))
	back := w.record(settlement.Return, w.all[0])
	require.Equal(t, billing.PaymentFailed, w.payment(w.Lambert))
	_, err = w.Withdraw(t.Context(), w.Organizer, w.Operation, paid[0].ID)
	require.Equal(t, payout.ErrReturnedSince.Key, fault.KeyOf(err))
	for _, one := range []payout.Movement{back[0], paid[0]} {
		_, err = w.Withdraw(t.Context(), w.Organizer, w.Operation, one.ID)
		require.NoError(t, err)
	}
	require.Equal(t, billing.PaymentPending, w.payment(w.Lambert))
	_, err = w.Withdraw(t.Context(), w.Organizer, w.Operation, paid[0].ID)
	require.Equal(t, payout.ErrWithdrawn.Key, fault.KeyOf(err))
	all, err := w.Movements(t.Context(), w.Organizer, w.Operation, w.all[0])
	require.NoError(t, err)
	require.Len(t, all, 2, "what was withdrawn stays")
}

// answer is what a bank says of a payment list, transfer by transfer.
func answer(message string, rejected ...string) string {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>B1</MsgId><CreDtTm>2026-11-06T09:00:00</CreDtTm></GrpHdr>
	<OrgnlGrpInfAndSts><OrgnlMsgId>` + message + `</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts>`)
	for _, name := range rejected {
		b.WriteString(`<OrgnlPmtInfAndSts><OrgnlPmtInfId>` + payout.BatchID(message) + `</OrgnlPmtInfId><TxInfAndSts><OrgnlEndToEndId>` + name + `</OrgnlEndToEndId><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf></TxInfAndSts></OrgnlPmtInfAndSts>`)
	}
	b.WriteString(`</CstmrPmtStsRpt></Document>`)
	return b.String()
}

// booked is a statement of the association's account with some entries.
func booked(entries ...string) string {
	return `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>S1</MsgId><CreDtTm>2026-11-06T18:00:00</CreDtTm></GrpHdr><Stmt><Id>S1</Id>
	<Acct><Id><IBAN>BE68539007547034</IBAN></Id></Acct>` + strings.Join(entries, "") + `</Stmt></BkToCstmrStmt></Document>`
}

func entry(reference, amount, side, details string) string {
	return `<Ntry><Amt Ccy="EUR">` + amount + `</Amt><CdtDbtInd>` + side + `</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-06</Dt></BookgDt><AcctSvcrRef>` + reference + `</AcctSvcrRef><BkTxCd><Prtry><Cd>X</Cd></Prtry></BkTxCd>` + details + `</Ntry>`
}

func transfer(endToEnd, amount, more string) string {
	return `<NtryDtls><TxDtls><Refs><EndToEndId>` + endToEnd + `</EndToEndId></Refs><Amt Ccy="EUR">` + amount + `</Amt>` + more + `</TxDtls></NtryDtls>`
}

func (w *world) take(name, content string) reconciliation.Report {
	w.T.Helper()
	r, err := w.bank.Import(w.T.Context(), w.Organizer, w.Operation, reconciliation.Upload{Name: name, Content: []byte(content)})
	require.NoError(w.T, err)
	return r
}

// TestWhatBanksTellOfAList: refused, paid, and come back.
func TestWhatBanksTellOfAList(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := w.export(w.all...)
	lambert, toits := w.of[w.Lambert].Number, w.of[w.Toits].Number

	r := w.take("reponse.xml", answer(f.MessageID, lambert))
	require.Equal(t, 1, r.Settled)
	require.Equal(t, billing.PaymentFailed, w.payment(w.Lambert), "the bank did not send it")
	require.Equal(t, billing.PaymentPending, w.payment(w.Toits))
	require.True(t, w.StatementOf(w.Lambert).PayoutID.IsZero(), "it can be ordered anew")

	w.take("releve.xml", booked(entry("R1", "96.80", "DBIT", `<NtryDtls><Btch><PmtInfId>`+payout.BatchID(f.MessageID)+`</PmtInfId><NbOfTxs>1</NbOfTxs></Btch></NtryDtls>`)))
	require.Equal(t, billing.PaymentSucceeded, w.payment(w.Toits), "booked as one, less what was refused")
	again := w.take("releve-bis.xml", booked(entry("R1", "96.80", "DBIT", `<NtryDtls><Btch><PmtInfId>`+payout.BatchID(f.MessageID)+`</PmtInfId><NbOfTxs>1</NbOfTxs></Btch></NtryDtls>`)))
	require.Equal(t, 1, again.Known)

	anew := w.export(w.all[0])
	require.NotEqual(t, f.ID, anew.ID)
	w.take("releve2.xml", booked(entry("R2", "54.46", "DBIT", transfer(lambert+"-2", "54.46", ""))))
	require.Equal(t, billing.PaymentSucceeded, w.payment(w.Lambert))
	back := w.take("releve3.xml", booked(entry("R3", "54.46", "CRDT", transfer(lambert+"-2", "54.46", `<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>`))))
	require.Equal(t, billing.PaymentFailed, w.payment(w.Lambert), "the account of the producer is closed")
	require.Len(t, back.Rows, 1)
	require.Len(t, back.Rows[0].PaidOut, 1)

	line, err := w.bank.Reopen(t.Context(), w.Organizer, w.Operation, back.Rows[0].ID)
	require.NoError(t, err)
	require.Equal(t, reconciliation.Open, line.State())
	require.Equal(t, billing.PaymentSucceeded, w.payment(w.Lambert), "what the line said is withdrawn")
	require.Equal(t, "96.80", w.of[w.Toits].Amount.String())
	require.Contains(t, toits, "TOI-A-")
}

// TestOtherMoneyIsNoPaymentOfAStatement.
func TestOtherMoneyIsNoPaymentOfAStatement(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.export(w.all...)
	lambert := w.of[w.Lambert].Number
	r := w.take("releve.xml", booked(
		entry("R1", "54.40", "DBIT", transfer(lambert, "54.40", "")),
		entry("R2", "54.46", "CRDT", transfer(lambert, "54.46", `<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>`)),
		entry("R3", "54.46", "DBIT", transfer("NOTPROVIDED", "54.46", `<RmtInf><Ustrd>loyer novembre</Ustrd></RmtInf>`))))
	require.Equal(t, 3, r.Opened, "another amount, a return of what is not paid, another business")
	reasons := map[string]reconciliation.Reason{}
	for _, row := range r.Rows {
		reasons[row.BankReference] = row.Reason
	}
	require.Equal(t, map[string]reconciliation.Reason{"R1": reconciliation.OtherAmount, "R2": reconciliation.NotPaid, "R3": reconciliation.NoReference}, reasons)
	require.Equal(t, billing.PaymentPending, w.payment(w.Lambert))
	r = w.take("releve2.xml", booked(entry("R4", "54.46", "DBIT", transfer("NOTPROVIDED", "54.46", `<RmtInf><Ustrd>virement `+lambert+`</Ustrd></RmtInf>`)),
		entry("R5", "54.46", "DBIT", transfer(lambert, "54.46", ""))))
	require.Equal(t, billing.PaymentSucceeded, w.payment(w.Lambert), "paid otherwise, by its number and amount")
	require.Equal(t, []int{1, 1}, []int{r.Settled, r.Opened})
	for _, row := range r.Rows {
		if row.BankReference == "R5" {
			require.Equal(t, reconciliation.AlreadyPaid, row.Reason, "and not twice")
		}
	}
}

// TestBanksTakeTheVersionThatIsSet.
func TestBanksTakeTheVersionThatIsSet(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s, err := w.Settings(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Equal(t, payout.Pain00100109, s.Message)
	_, err = w.ChangeSettings(t.Context(), w.Organizer, w.Operation, payout.Settings{Message: payout.Pain00100103})
	require.NoError(t, err)
	f := w.export(w.all...)
	require.Contains(t, string(f.Content), "pain.001.001.03")
	require.Contains(t, string(f.Content), "<ReqdExctnDt>2026-11-06</ReqdExctnDt>")
	_, err = w.Owed(t.Context(), w.Observer(), w.Operation)
	require.Equal(t, "forbidden", fault.KeyOf(err))
}
