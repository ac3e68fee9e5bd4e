package paymentstore

import (
	"context"
	"encoding/hex"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/paymentstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment/bankfile"
	"github.com/openpmo/pmo/core/payment/reconciliation"
	"github.com/openpmo/pmo/core/payment/settlement"
	"github.com/openpmo/pmo/core/policy"
)

// Keys is a cipher that names equal values alike.
type Keys interface {
	Cipher
	Hash(value []byte) []byte
}

// BankLines stores what banks told; accounts are encrypted.
type BankLines struct {
	db   *postgres.DB
	keys Keys
}

// NewBankLines is the store over db.
func NewBankLines(db *postgres.DB, k Keys) *BankLines { return &BankLines{db, k} }

var _ reconciliation.Lines = (*BankLines)(nil)

var bankConstraints = postgres.Constraints{"bank_lines_identity_key": fault.ObjectChanged}

// Hold lets one after the other take files of an operation.
func (s *BankLines) Hold(ctx context.Context, operationID id.ID) error {
	return s.db.Hold(ctx, "bank lines "+string(operationID))
}

// iban opens one that is stored.
func (s *BankLines) iban(sealed []byte) (party.IBAN, error) {
	if sealed == nil {
		return "", nil
	}
	a, err := account(s.keys, sealed, "")
	return a.IBAN, err
}

// Accounts are those of the creditors and issuers of an operation.
func (s *BankLines) Accounts(ctx context.Context, operationID id.ID) ([]reconciliation.Account, error) {
	rows, err := queries(ctx, s.db).ListOwnAccounts(ctx, operationID)
	out := make([]reconciliation.Account, 0, len(rows))
	for _, r := range rows {
		iban, err := s.iban(r.IBANSealed)
		if err != nil {
			return nil, err
		}
		out = append(out, reconciliation.Account{BillingEntityID: r.BillingEntityID, IBAN: iban})
	}
	return out, err
}

// Holding are the operations of whose issuers or creditors an account is.
func (s *BankLines) Holding(ctx context.Context, account party.IBAN) ([]id.ID, error) {
	rows, err := queries(ctx, s.db).ListAccountHolders(ctx, s.keys.Hash([]byte(account)))
	var out []id.ID
	for _, r := range rows {
		iban, err := s.iban(r.IBANSealed)
		if err != nil {
			return nil, err
		}
		if iban == account && !slices.Contains(out, r.OperationID) {
			out = append(out, r.OperationID)
		}
	}
	return out, err
}

// Order finds an order by its name.
func (s *BankLines) Order(ctx context.Context, messageID string) (reconciliation.Order, bool, error) {
	rows, err := queries(ctx, s.db).ListOrderedTransactions(ctx, messageID)
	if err != nil {
		return reconciliation.Order{}, false, err
	}
	if len(rows) == 0 {
		return s.payout(ctx, messageID)
	}
	o := reconciliation.Order{MessageID: messageID}
	for _, r := range rows {
		o.Transactions = append(o.Transactions, reconciliation.OrderedTransaction{OperationID: r.OperationID, Transaction: reconciliation.Transaction{InvoiceID: r.InvoiceID,
			EndToEndID: r.EndToEndID, MessageID: r.MessageID, Batch: int(r.Batch), Amount: money.Cents(r.AmountCents)}})
	}
	o.Account, err = s.iban(rows[0].IBANSealed)
	return o, true, err
}

// payout finds a payment list by its name.
func (s *BankLines) payout(ctx context.Context, messageID string) (reconciliation.Order, bool, error) {
	rows, err := queries(ctx, s.db).ListPaidTransfers(ctx, messageID)
	if err != nil || len(rows) == 0 {
		return reconciliation.Order{}, false, err
	}
	o := reconciliation.Order{MessageID: messageID}
	for _, r := range rows {
		o.Transactions = append(o.Transactions, reconciliation.OrderedTransaction{OperationID: r.OperationID, StatementID: r.StatementID,
			Transaction: reconciliation.Transaction{EndToEndID: r.EndToEndID, MessageID: r.MessageID, Batch: 1, Amount: money.Cents(r.AmountCents)}})
	}
	o.Account, err = s.iban(rows[0].IBANSealed)
	return o, true, err
}

// OtherFormat finds days of an account of which lines were taken from another format.
func (s *BankLines) OtherFormat(ctx context.Context, operationID id.ID, own party.IBAN, format bankfile.Format, days civil.Range) (bankfile.Format, civil.Range, bool, error) {
	rows, err := queries(ctx, s.db).FindOtherFormat(ctx, sqlcgen.FindOtherFormatParams{OperationID: operationID, IBANHash: s.keys.Hash([]byte(own)), Format: string(format),
		FirstOn: postgres.ToDate(days.From), LastOn: postgres.ToDate(days.Last())})
	if err != nil || len(rows) == 0 {
		return "", civil.Range{}, false, err
	}
	return bankfile.Format(rows[0].Format), civil.Range{From: postgres.FromDate(rows[0].FirstOn), To: postgres.FromDate(rows[0].LastOn) + 1}, true, nil
}

// Fresh keeps of some lines those that are new.
func (s *BankLines) Fresh(ctx context.Context, operationID id.ID, lines []reconciliation.Line) ([]reconciliation.Line, error) {
	p := sqlcgen.ListKnownIdentitiesParams{OperationID: operationID}
	key := func(hash, identity []byte) string { return string(hash) + string(identity) }
	keys := make([]string, len(lines))
	for n, l := range lines {
		hash := s.keys.Hash([]byte(l.Account))
		p.Hashes, p.Identities, keys[n] = append(p.Hashes, hash), append(p.Identities, l.Identity[:]), key(hash, l.Identity[:])
	}
	rows, err := queries(ctx, s.db).ListKnownIdentities(ctx, p)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, r := range rows {
		known[key(r.IBANHash, r.Identity)] = true
	}
	var out []reconciliation.Line
	for n, l := range lines {
		if !known[keys[n]] { // nor twice in the file, as in statements that overlap
			known[keys[n]] = true
			out = append(out, l)
		}
	}
	return out, nil
}

// Add stores a file with its lines.
func (s *BankLines) Add(ctx context.Context, f reconciliation.File, lines []reconciliation.Line) error {
	q := queries(ctx, s.db)
	p := sqlcgen.InsertBankFileParams{OperationID: f.OperationID, ID: f.ID, Name: f.Name, Format: string(f.Format), IbansSealed: [][]byte{}, FirstOn: postgres.ToOptionalDate(f.First),
		LastOn: postgres.ToOptionalDate(f.Last), CreatedBy: f.CreatedBy, CreatedAt: f.CreatedAt}
	for _, a := range f.Accounts {
		p.IbansSealed = append(p.IbansSealed, s.keys.Seal([]byte(a)))
	}
	if err := q.InsertBankFile(ctx, p); err != nil {
		return err
	}
	rows := make([]sqlcgen.InsertBankLineParams, len(lines))
	for n, l := range lines {
		rows[n] = sqlcgen.InsertBankLineParams{OperationID: l.OperationID, ID: l.ID, FileID: l.FileID, Kind: string(l.Kind), IBANSealed: s.keys.Seal([]byte(l.Account)),
			IBANHash: s.keys.Hash([]byte(l.Account)), Identity: l.Identity[:], Row: int32(l.Row), BookedOn: postgres.ToDate(l.BookedOn), AmountCents: int64(l.Amount),
			BankReference: l.BankReference, EndToEndID: l.EndToEndID, BatchID: l.BatchID, Communication: l.Communication, Text: l.Text, Counterparty: l.Counterparty,
			Returned: l.Returned, ReturnReason: l.ReturnReason, Version: int32(l.Version), CreatedAt: l.CreatedAt}
		if l.CounterpartyIBAN != "" {
			rows[n].CounterpartySealed, rows[n].CounterpartyHash = s.keys.Seal([]byte(l.CounterpartyIBAN)), s.keys.Hash([]byte(l.CounterpartyIBAN))
		}
	}
	var failed error
	q.InsertBankLine(ctx, rows).Exec(func(_ int, err error) { failed = errors.Join(failed, err) })
	return bankConstraints.Translate(failed)
}

func (s *BankLines) lineFromDB(r sqlcgen.ListBankLinesByIDRow) (reconciliation.Line, error) {
	b := r.BankLine
	l := reconciliation.Line{ID: b.ID, OperationID: b.OperationID, FileID: b.FileID, FileName: r.FileName, Kind: reconciliation.LineKind(b.Kind), Identity: bankfile.Identity(b.Identity),
		PayerKey: hex.EncodeToString(b.CounterpartyHash), Settled: money.Cents(r.SettledCents), Reason: reconciliation.Reason(b.Reason), Version: int(b.Version), CreatedAt: b.CreatedAt,
		Line: bankfile.Line{Row: int(b.Row), BookedOn: postgres.FromDate(b.BookedOn), Amount: money.Cents(b.AmountCents), BankReference: b.BankReference, EndToEndID: b.EndToEndID,
			BatchID: b.BatchID, Communication: b.Communication, Text: b.Text, Counterparty: b.Counterparty, Returned: b.Returned, ReturnReason: b.ReturnReason}}
	if b.Aside != nil {
		l.Aside = &reconciliation.Aside{Reason: reconciliation.AsideReason(*b.Aside), Note: b.AsideNote, ByName: r.AsideByName, At: *b.AsideAt}
	}
	var err error
	if l.Account, err = s.iban(b.IBANSealed); err == nil {
		l.CounterpartyIBAN, err = s.iban(b.CounterpartySealed)
	}
	return l, err
}

func (s *BankLines) linesFromDB(rows []sqlcgen.ListBankLinesByIDRow) ([]reconciliation.Line, error) {
	out := make([]reconciliation.Line, len(rows))
	for n, r := range rows {
		l, err := s.lineFromDB(r)
		if err != nil {
			return nil, err
		}
		out[n] = l
	}
	return out, nil
}

// Untried are the open lines that nothing was ever done with.
func (s *BankLines) Untried(ctx context.Context, operationID id.ID, limit int) ([]reconciliation.Line, error) {
	ids, err := queries(ctx, s.db).ListUntriedBankLines(ctx, operationID, int32(limit))
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	return s.ByIDs(ctx, operationID, ids, true)
}

// ByIDs are those that are there.
func (s *BankLines) ByIDs(ctx context.Context, operationID id.ID, ids []id.ID, locked bool) ([]reconciliation.Line, error) {
	q := queries(ctx, s.db)
	if locked {
		if _, err := q.LockBankLines(ctx, operationID, ids); err != nil {
			return nil, err
		}
	}
	rows, err := q.ListBankLinesByID(ctx, operationID, ids)
	if err != nil {
		return nil, err
	}
	return s.linesFromDB(rows)
}

// List is newest first.
func (s *BankLines) List(ctx context.Context, operationID id.ID, f reconciliation.Filter, limit int) ([]reconciliation.Line, error) {
	p := sqlcgen.ListBankLinesParams{OperationID: operationID, State: string(f.State), Most: int32(limit + 1)}
	if !f.FileID.IsZero() {
		p.FileID = &f.FileID
	}
	rows, err := queries(ctx, s.db).ListBankLines(ctx, p)
	if err != nil {
		return nil, err
	}
	all := make([]sqlcgen.ListBankLinesByIDRow, len(rows))
	for n, r := range rows {
		all[n] = sqlcgen.ListBankLinesByIDRow(r)
	}
	return s.linesFromDB(all)
}

// Parts are what of some lines settles invoices.
func (s *BankLines) Parts(ctx context.Context, operationID id.ID, ids []id.ID) ([]reconciliation.Part, error) {
	rows, err := queries(ctx, s.db).ListBankParts(ctx, operationID, ids)
	out := make([]reconciliation.Part, len(rows))
	for n, r := range rows {
		out[n] = reconciliation.Part{Number: r.Number, ClientName: r.ClientName,
			Settlement: settlementFromDB(sqlcgen.ListSettlementsRow{Settlement: r.Settlement, CreatedByName: r.CreatedByName})}
	}
	return out, err
}

// Payouts are what of some lines pays statements.
func (s *BankLines) Payouts(ctx context.Context, operationID id.ID, ids []id.ID) (map[id.ID][]reconciliation.PaidOut, error) {
	rows, err := queries(ctx, s.db).ListStatementParts(ctx, operationID, ids)
	out := map[id.ID][]reconciliation.PaidOut{}
	for _, r := range rows {
		out[*r.LineID] = append(out[*r.LineID], reconciliation.PaidOut{StatementID: r.StatementID, Number: r.Number, ProducerName: r.ProducerName, Kind: settlement.Kind(r.Kind),
			Amount: money.Cents(r.AmountCents), BookedOn: postgres.FromDate(r.BookedOn), Withdrawn: r.WithdrawnAt != nil})
	}
	return out, err
}

// Mark says what becomes of lines.
func (s *BankLines) Mark(ctx context.Context, marks []reconciliation.Mark) error {
	rows := make([]sqlcgen.MarkBankLineParams, len(marks))
	for n, m := range marks {
		rows[n] = sqlcgen.MarkBankLineParams{ID: m.LineID, Reason: string(m.Reason)}
		if a := m.Aside; a != nil {
			reason, at := string(a.Reason), a.At
			rows[n].Aside, rows[n].AsideNote, rows[n].AsideAt = &reason, a.Note, &at
			if !m.By.IsZero() {
				rows[n].AsideBy = &m.By
			}
		}
	}
	var failed error
	queries(ctx, s.db).MarkBankLine(ctx, rows).Exec(func(_ int, err error) { failed = errors.Join(failed, err) })
	return failed
}

// Files are those that were taken.
func (s *BankLines) Files(ctx context.Context, operationID id.ID, limit int) ([]reconciliation.File, error) {
	rows, err := queries(ctx, s.db).ListBankFiles(ctx, operationID, int32(limit))
	if err != nil {
		return nil, err
	}
	out := make([]reconciliation.File, len(rows))
	for n, r := range rows {
		b := r.BankFile
		out[n] = reconciliation.File{ID: b.ID, OperationID: b.OperationID, Name: b.Name, Format: bankfile.Format(b.Format), First: postgres.FromOptionalDate(b.FirstOn),
			Last: postgres.FromOptionalDate(b.LastOn), Lines: int(r.Lines), Open: int(r.Open), CreatedBy: b.CreatedBy, CreatedByName: r.CreatedByName, CreatedAt: b.CreatedAt}
		for _, sealed := range b.IbansSealed {
			iban, err := s.iban(sealed)
			if err != nil {
				return nil, err
			}
			out[n].Accounts = append(out[n].Accounts, iban)
		}
	}
	return out, nil
}

// Index is what lines may name.
func (s *BankLines) Index(ctx context.Context, operationID id.ID) ([]reconciliation.Fact, []reconciliation.Transaction, []reconciliation.Client, error) {
	q := queries(ctx, s.db)
	names, err := q.ListInvoiceNames(ctx, operationID)
	if err != nil {
		return nil, nil, nil, err
	}
	facts := make([]reconciliation.Fact, len(names))
	for n, r := range names {
		facts[n] = reconciliation.Fact{InvoiceID: r.ID, ClientID: r.BillableEntityID, Number: r.Number, IssuedOn: postgres.FromDate(r.IssueDate), DueDate: postgres.FromOptionalDate(r.DueDate), Open: r.Open}
		if len(r.Reference) > 3 && r.Reference[:3] == "+++" { // digits that follow from the others; any other is the number again
			facts[n].Communication = r.Reference
		}
	}
	ordered, err := q.ListTransactionNames(ctx, operationID)
	if err != nil {
		return nil, nil, nil, err
	}
	transactions := make([]reconciliation.Transaction, len(ordered))
	for n, r := range ordered {
		transactions[n] = reconciliation.Transaction{InvoiceID: r.InvoiceID, EndToEndID: r.EndToEndID, MessageID: r.MessageID, Batch: int(r.Batch), Amount: money.Cents(r.AmountCents)}
	}
	clients, err := s.clients(ctx, operationID)
	return facts, transactions, clients, err
}

// clients are those of an operation, with what they pay from.
func (s *BankLines) clients(ctx context.Context, operationID id.ID) ([]reconciliation.Client, error) {
	q := queries(ctx, s.db)
	rows, err := q.ListPayers(ctx, operationID)
	if err != nil {
		return nil, err
	}
	out, at := make([]reconciliation.Client, len(rows)), map[id.ID]*reconciliation.Client{}
	add := func(list *[]string, value string) {
		if value != "" && !slices.Contains(*list, value) {
			*list = append(*list, value)
		}
	}
	for n, r := range rows {
		out[n] = reconciliation.Client{ID: r.ID, Names: []string{r.Name}}
		add(&out[n].PayerKeys, hex.EncodeToString(r.IBANHash))
		at[r.ID] = &out[n]
	}
	mandates, err := q.ListPayingMandates(ctx, operationID)
	if err != nil {
		return nil, err
	}
	for _, r := range mandates {
		c := at[r.BillableEntityID]
		if c == nil {
			continue
		}
		iban, err := s.iban(r.IBANSealed)
		if err != nil {
			return nil, err
		}
		add(&c.Names, r.DebtorName)
		add(&c.PayerKeys, hex.EncodeToString(s.keys.Hash([]byte(iban))))
		add(&c.Marks, r.ReconciliationID)
	}
	paid, err := q.ListPaidFrom(ctx, operationID)
	for _, r := range paid {
		if c := at[r.BillableEntityID]; c != nil {
			add(&c.PayerKeys, hex.EncodeToString(r.CounterpartyHash))
		}
	}
	return out, err
}

// Told are the transactions that were refused, and those of other operations.
func (s *BankLines) Told(ctx context.Context, operationID id.ID, names []string) (told, elsewhere []string, err error) {
	q := queries(ctx, s.db)
	if told, err = q.ListToldRefused(ctx, operationID, names); err != nil {
		return nil, nil, err
	}
	elsewhere, err = q.ListTransactionsElsewhere(ctx, operationID, names)
	return told, elsewhere, err
}

// BankMappings stores what columns of tables mean.
type BankMappings struct{ db *postgres.DB }

// NewBankMappings is the store over db.
func NewBankMappings(db *postgres.DB) *BankMappings { return &BankMappings{db} }

var _ reconciliation.Mappings = (*BankMappings)(nil)

func bankMappingFromDB(r sqlcgen.GetBankMappingRow) reconciliation.Mapping {
	m := r.BankFileMapping
	return reconciliation.Mapping{ID: m.ID, OperationID: m.OperationID, BillingEntityID: m.BillingEntityID, IssuerName: r.IssuerName, Columns: m.Columns,
		Mapping: bankfile.Mapping{Day: m.Day, Amount: m.Amount, Debit: m.Debit, Credit: m.Credit, Texts: m.Texts, Counterparty: m.Counterparty, CounterpartyIBAN: m.CounterpartyIBAN,
			Reference: m.Reference, Decimal: bankfile.DecimalMark(m.Decimal), Dates: bankfile.DateForm(m.Dates)}}
}

// Of is what some columns mean.
func (s *BankMappings) Of(ctx context.Context, operationID id.ID, columns []string) (reconciliation.Mapping, bool, error) {
	r, err := queries(ctx, s.db).GetBankMapping(ctx, operationID, bankfile.Fingerprint(columns))
	if errors.Is(err, pgx.ErrNoRows) {
		return reconciliation.Mapping{}, false, nil
	}
	return bankMappingFromDB(r), err == nil, err
}

// Told are what some columns mean, by operation.
func (s *BankMappings) Told(ctx context.Context, columns []string, limit int) ([]reconciliation.Mapping, error) {
	rows, err := queries(ctx, s.db).ListToldMappings(ctx, bankfile.Fingerprint(columns), int32(limit))
	out := make([]reconciliation.Mapping, len(rows))
	for n, r := range rows {
		out[n] = bankMappingFromDB(sqlcgen.GetBankMappingRow(r))
	}
	return out, err
}

// Save stores what columns mean, instead of what was said of them before.
func (s *BankMappings) Save(ctx context.Context, m reconciliation.Mapping) error {
	return queries(ctx, s.db).SaveBankMapping(ctx, sqlcgen.SaveBankMappingParams{OperationID: m.OperationID, ID: m.ID, Fingerprint: bankfile.Fingerprint(m.Columns), Columns: m.Columns,
		BillingEntityID: m.BillingEntityID, Day: m.Day, Amount: m.Amount, Debit: m.Debit, Credit: m.Credit, Texts: append([]string{}, m.Texts...), Counterparty: m.Counterparty,
		CounterpartyIBAN: m.CounterpartyIBAN, Reference: m.Reference, Decimal: string(m.Decimal), Dates: string(m.Dates)})
}

// List are those of an operation.
func (s *BankMappings) List(ctx context.Context, operationID id.ID) ([]reconciliation.Mapping, error) {
	rows, err := queries(ctx, s.db).ListBankMappings(ctx, operationID)
	out := make([]reconciliation.Mapping, len(rows))
	for n, r := range rows {
		out[n] = bankMappingFromDB(sqlcgen.GetBankMappingRow(r))
	}
	return out, err
}

// Delete forgets one.
func (s *BankMappings) Delete(ctx context.Context, operationID, mappingID id.ID) error {
	n, err := queries(ctx, s.db).DeleteBankMapping(ctx, operationID, mappingID)
	if err == nil && n == 0 {
		err = policy.ErrNotFound
	}
	return err
}
