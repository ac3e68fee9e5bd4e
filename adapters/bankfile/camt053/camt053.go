// Package camt053 reads statements of accounts, camt.053.001.02 and .08.
package camt053

import (
	"cmp"
	"encoding/xml"
	"strings"

	"github.com/openpmo/pmo/adapters/bankfile/iso20022"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment/bankfile"
)

// Reader reads statements; its zero value is ready.
type Reader struct{}

var _ bankfile.Reader = Reader{}

// Recognise reports whether a file that begins so is a statement, whatever its version.
func (Reader) Recognise(head []byte) bool { return iso20022.Recognise(head, "camt.053") }

type status struct {
	Code string `xml:"Cd"`
	Text string `xml:",chardata"` // until version 02
}

type balance struct {
	Code   string          `xml:"Tp>CdOrPrtry>Cd"`
	Amount iso20022.Amount `xml:"Amt"`
	Side   string          `xml:"CdtDbtInd"`
}

type entry struct {
	Amount   iso20022.Amount `xml:"Amt"`
	Side     string          `xml:"CdtDbtInd"`
	Reversal bool            `xml:"RvslInd"`
	Status   status          `xml:"Sts"`
	Booked   iso20022.Day    `xml:"BookgDt"`
	Value    iso20022.Day    `xml:"ValDt"`
	Ref      string          `xml:"AcctSvcrRef"`
	Details  []details       `xml:"NtryDtls"`
	Info     string          `xml:"AddtlNtryInf"`
}

type details struct {
	BatchID      string        `xml:"Btch>PmtInfId"`
	Number       int           `xml:"Btch>NbOfTxs"`
	Transactions []transaction `xml:"TxDtls"`
}

type transaction struct {
	Ref          string           `xml:"Refs>AcctSvcrRef"`
	EndToEnd     string           `xml:"Refs>EndToEndId"`
	BatchID      string           `xml:"Refs>PmtInfId"`
	Amount       *iso20022.Amount `xml:"Amt"` // from version 04 on
	Side         string           `xml:"CdtDbtInd"`
	Booked       *iso20022.Amount `xml:"AmtDtls>TxAmt>Amt"`
	Instructed   *iso20022.Amount `xml:"AmtDtls>InstdAmt>Amt"`
	Debtor       payer            `xml:"RltdPties>Dbtr"`
	DebtorIBAN   string           `xml:"RltdPties>DbtrAcct>Id>IBAN"`
	Creditor     payer            `xml:"RltdPties>Cdtr"`
	CreditorIBAN string           `xml:"RltdPties>CdtrAcct>Id>IBAN"`
	Texts        []string         `xml:"RmtInf>Ustrd"`
	References   []string         `xml:"RmtInf>Strd>CdtrRefInf>Ref"`
	Additional   []string         `xml:"RmtInf>Strd>AddtlRmtInf"`
	Return       *returned        `xml:"RtrInf"`
	Info         string           `xml:"AddtlTxInf"`
}

// payer is a party by its name, which stands one level below from version 08 on.
type payer struct {
	Name  string `xml:"Nm"`
	Party string `xml:"Pty>Nm"`
}

type returned struct {
	Code        string `xml:"Rsn>Cd"`
	Proprietary string `xml:"Rsn>Prtry"`
}

// Read reads a file of statements.
func (Reader) Read(content []byte) (bankfile.File, error) {
	m, err := iso20022.Open(content, "camt.053.001.02", "camt.053.001.08")
	if err != nil {
		return bankfile.File{}, err
	}
	f := bankfile.File{Format: bankfile.Camt053}
	left := bankfile.MaxLines
	err = m.Each(func(start xml.StartElement) (bool, error) {
		if start.Name.Local != "BkToCstmrStmt" {
			return false, nil
		}
		return true, m.Each(func(start xml.StartElement) (bool, error) {
			if start.Name.Local != "Stmt" {
				return false, nil
			}
			s, err := read(m, left)
			left -= len(s.Lines)
			f.Statements = append(f.Statements, s)
			return true, err
		})
	})
	if err == nil {
		err = m.End()
	}
	if err == nil && len(f.Statements) == 0 {
		err = bankfile.ErrElement.With("element", "Stmt")
	}
	return f, err
}

// statement is one that is read.
type statement struct {
	bankfile.Statement
	balances map[string]money.Cents
	sum      money.Cents
	bookings int
}

func read(m *iso20022.Message, left int) (bankfile.Statement, error) {
	s := statement{balances: map[string]money.Cents{}}
	err := m.Each(func(start xml.StartElement) (bool, error) {
		switch start.Name.Local {
		case "Id":
			done, err := m.Decode(&s.ID, start)
			if err == nil {
				s.ID, err = iso20022.Text("Stmt/Id", 35, s.ID)
			}
			return done, err
		case "Acct":
			var account struct {
				IBAN string `xml:"Id>IBAN"`
			}
			done, err := m.Decode(&account, start)
			if err != nil {
				return done, err
			}
			iban, wrong := party.ParseIBAN(account.IBAN)
			if wrong != nil {
				return done, bankfile.ErrElement.With("element", "Acct/Id/IBAN").With("value", "")
			}
			s.Account = iban
			return done, nil
		case "Bal":
			var b balance
			done, err := m.Decode(&b, start)
			if err == nil {
				err = s.balance(b)
			}
			return done, err
		case "Ntry":
			var e entry
			row := m.Row()
			done, err := m.Decode(&e, start)
			if err != nil {
				return done, err
			}
			s.bookings++
			if err := s.book(e); err != nil {
				return done, onRow(err, row)
			}
			if len(s.Lines) > left {
				return done, bankfile.ErrTooMany.With("max", bankfile.MaxLines)
			}
			return done, nil
		}
		return false, nil
	})
	if err == nil && s.Account == "" {
		err = bankfile.ErrElement.With("element", "Acct/Id/IBAN").With("value", "")
	}
	if err == nil {
		err = s.check()
	}
	return s.Statement, err
}

func (s *statement) balance(b balance) error {
	a, err := b.Amount.Cents()
	if err == nil {
		a, err = iso20022.Signed(a, b.Side)
	}
	s.balances[b.Code] = a
	return err
}

// check refuses a statement of which a line is missing: the booked balances say so, where both are given.
func (s *statement) check() error {
	opening, opened := s.balances["OPBD"]
	if !opened {
		opening, opened = s.balances["PRCD"]
	}
	closing, closed := s.balances["CLBD"]
	if opened && closed && opening+s.sum != closing {
		return bankfile.ErrBalance.With("expected", (closing-opening).String()).With("found", s.sum.String())
	}
	return nil
}

// book takes an entry: with several details, each of them.
func (s *statement) book(e entry) error {
	if code := strings.TrimSpace(cmp.Or(e.Status.Code, e.Status.Text)); code != "BOOK" {
		if code == "" {
			return bankfile.ErrElement.With("element", "Sts").With("value", "")
		}
		s.Unbooked++
		return nil
	}
	amount, err := e.Amount.Cents()
	if err == nil {
		amount, err = iso20022.Signed(amount, e.Side)
	}
	if err != nil {
		return err
	}
	day := e.Booked
	if !day.Given() {
		day = e.Value
	}
	on, err := day.Read("BookgDt")
	if err != nil {
		return err
	}
	s.sum += amount
	if amount == 0 {
		s.Unbooked++
		return nil
	}
	base := bankfile.Line{Row: s.bookings, BookedOn: on, Amount: amount, Returned: e.Reversal}
	if base.BankReference, err = iso20022.Text("AcctSvcrRef", 35, e.Ref); err != nil {
		return err
	}
	var all []transaction
	for _, d := range e.Details {
		if d.Number > 0 && len(d.Transactions) > 0 && d.Number != len(d.Transactions) && len(d.Transactions) > 1 {
			return bankfile.ErrElement.With("element", "Btch/NbOfTxs").With("value", e.Ref)
		}
		if base.BatchID, err = iso20022.Text("PmtInfId", 35, cmp.Or(base.BatchID, d.BatchID)); err != nil {
			return err
		}
		all = append(all, d.Transactions...)
	}
	switch len(all) {
	case 0:
		base.Text, err = iso20022.Text("AddtlNtryInf", bankfile.MostOfText, e.Info)
		s.Lines = append(s.Lines, base)
		return err
	case 1:
		line, err := all[0].line(base, e.Info)
		s.Lines = append(s.Lines, line)
		return err
	}
	return s.split(base, e, all)
}

// split makes a line of each detail; they must come to what was booked.
func (s *statement) split(base bankfile.Line, e entry, all []transaction) error {
	var sum money.Cents
	for _, t := range all {
		amount, err := t.cents(e.Side)
		if err != nil {
			return err
		}
		sum += amount
		if amount == 0 {
			continue
		}
		one := base
		one.Amount = amount
		line, err := t.line(one, e.Info)
		if err != nil {
			return err
		}
		line.BatchID = "" // each says by itself what it is
		s.Lines = append(s.Lines, line)
	}
	if sum != base.Amount {
		return bankfile.ErrDetails.With("booked", base.Amount.String()).With("details", sum.String())
	}
	return nil
}

func (t transaction) cents(side string) (money.Cents, error) {
	for _, a := range []*iso20022.Amount{t.Amount, t.Booked, t.Instructed} {
		if a != nil {
			v, err := a.Cents()
			if err != nil {
				return 0, err
			}
			return iso20022.Signed(v, cmp.Or(t.Side, side))
		}
	}
	return 0, bankfile.ErrElement.With("element", "TxDtls/Amt").With("value", "")
}

func (t transaction) line(l bankfile.Line, info string) (bankfile.Line, error) {
	if t.Return != nil {
		l.Returned, l.ReturnReason = true, strings.TrimSpace(cmp.Or(t.Return.Code, t.Return.Proprietary))
	}
	party, account := t.Debtor, t.DebtorIBAN
	if l.Amount < 0 && !l.Returned {
		party, account = t.Creditor, t.CreditorIBAN
	}
	l.CounterpartyIBAN = iso20022.IBAN(account)
	for _, one := range []struct {
		into    *string
		element string
		most    int
		value   []string
	}{
		{&l.BankReference, "AcctSvcrRef", 35, []string{cmp.Or(t.Ref, l.BankReference)}},
		{&l.BatchID, "PmtInfId", 35, []string{cmp.Or(l.BatchID, t.BatchID)}},
		{&l.Communication, "CdtrRefInf/Ref", 35, t.References[:min(1, len(t.References))]},
		{&l.Counterparty, "Nm", bankfile.MostOfName, []string{cmp.Or(party.Name, party.Party)}},
		{&l.ReturnReason, "RtrInf/Rsn", 35, []string{l.ReturnReason}},
		{&l.Text, "RmtInf", bankfile.MostOfText, append(append([]string{}, t.Texts...), t.Additional...)},
	} {
		text, err := iso20022.Text(one.element, one.most, one.value...)
		if err != nil {
			return l, err
		}
		*one.into = text
	}
	if len(t.References) > 1 { // those behind the first are looked for in the text
		l.Text = strings.TrimSpace(l.Text + " " + strings.Join(t.References[1:], " "))
	}
	if l.Text == "" {
		text, err := iso20022.Text("AddtlTxInf", bankfile.MostOfText, cmp.Or(t.Info, info))
		if err != nil {
			return l, err
		}
		l.Text = text
	}
	var err error
	l.EndToEndID, err = iso20022.Identifier("EndToEndId", t.EndToEnd)
	return l, err
}

// onRow says of a fault at which entry of the file it is.
func onRow(err error, row int) error {
	if f := fault.From(err); f != nil && f.Row == 0 {
		return f.OnRow(row)
	}
	return err
}
