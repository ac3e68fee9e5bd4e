package sepa

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment"
	"github.com/openpmo/pmo/core/payment/collection"
)

// Writer writes pain.008; its zero value is ready.
type Writer struct{}

var _ collection.Writer = Writer{}

// Fields of a message, in characters.
const (
	nameLength       = 70
	remittanceLength = 140
)

var namespaces = map[payment.MessageVersion]string{
	payment.Pain00800108: "urn:iso:std:iso:20022:tech:xsd:pain.008.001.08",
	payment.Pain00800102: "urn:iso:std:iso:20022:tech:xsd:pain.008.001.02",
}

type document struct {
	XMLName xml.Name
	Header  header  `xml:"CstmrDrctDbtInitn>GrpHdr"`
	Batches []batch `xml:"CstmrDrctDbtInitn>PmtInf"`
}

type header struct {
	ID      string `xml:"MsgId"`
	At      string `xml:"CreDtTm"`
	Number  int    `xml:"NbOfTxs"`
	Sum     string `xml:"CtrlSum"`
	Creator string `xml:"InitgPty>Nm"`
}

type batch struct {
	ID           string        `xml:"PmtInfId"`
	Method       string        `xml:"PmtMtd"`
	Together     bool          `xml:"BtchBookg"`
	Number       int           `xml:"NbOfTxs"`
	Sum          string        `xml:"CtrlSum"`
	Level        string        `xml:"PmtTpInf>SvcLvl>Cd"`
	Scheme       string        `xml:"PmtTpInf>LclInstrm>Cd"`
	Sequence     string        `xml:"PmtTpInf>SeqTp"`
	On           string        `xml:"ReqdColltnDt"`
	Creditor     string        `xml:"Cdtr>Nm"`
	Account      string        `xml:"CdtrAcct>Id>IBAN"`
	Agent        agent         `xml:"CdtrAgt>FinInstnId"`
	Charges      string        `xml:"ChrgBr"`
	ICS          string        `xml:"CdtrSchmeId>Id>PrvtId>Othr>Id"`
	Proprietary  string        `xml:"CdtrSchmeId>Id>PrvtId>Othr>SchmeNm>Prtry"`
	Transactions []transaction `xml:"DrctDbtTxInf"`
}

// agent is a bank: its BIC under the name of the version, or that none is given.
type agent struct {
	BICFI string `xml:"BICFI,omitempty"`
	BIC   string `xml:"BIC,omitempty"`
	Other *other `xml:"Othr"`
}

type other struct {
	ID string `xml:"Id"`
}

type transaction struct {
	EndToEnd   string     `xml:"PmtId>EndToEndId"`
	Amount     amount     `xml:"InstdAmt"`
	Mandate    mandate    `xml:"DrctDbtTx>MndtRltdInf"`
	Agent      agent      `xml:"DbtrAgt>FinInstnId"`
	Debtor     string     `xml:"Dbtr>Nm"`
	Account    string     `xml:"DbtrAcct>Id>IBAN"`
	Text       string     `xml:"RmtInf>Ustrd,omitempty"`
	Structured *reference `xml:"RmtInf>Strd>CdtrRefInf"`
}

type amount struct {
	Currency string `xml:"Ccy,attr"`
	Value    string `xml:",chardata"`
}

type mandate struct {
	RUM       string     `xml:"MndtId"`
	SignedOn  string     `xml:"DtOfSgntr"`
	Amended   bool       `xml:"AmdmntInd,omitempty"`
	Amendment *amendment `xml:"AmdmntInfDtls"`
}

// amendment names the account of the last collection where it is another one by now.
type amendment struct {
	Former string `xml:"OrgnlDbtrAcct>Id>IBAN"`
}

// reference is a Belgian structured communication.
type reference struct {
	Kind   string `xml:"Tp>CdOrPrtry>Cd"`
	Issuer string `xml:"Tp>Issr"`
	Ref    string `xml:"Ref"`
}

// Write writes an order in the version that its creditor's bank takes. An order that would not be
// passed on as it is, is an error: identifiers are never made to fit.
func (Writer) Write(o collection.Order) ([]byte, error) {
	space, ok := namespaces[o.Creditor.Message]
	if !ok {
		return nil, fmt.Errorf("sepa: no version %q", o.Creditor.Message)
	}
	id, err := identifier("message", o.MessageID)
	if err != nil {
		return nil, err
	}
	total, number := o.Total()
	doc := document{XMLName: xml.Name{Space: space, Local: "Document"}, Header: header{ID: id, At: o.At.UTC().Format("2006-01-02T15:04:05Z"), Number: number, Sum: euros(total),
		Creator: clipped(o.Creditor.Name, nameLength)}}
	for n, b := range o.Batches {
		one, err := newBatch(o, b, n+1)
		if err != nil {
			return nil, err
		}
		doc.Batches = append(doc.Batches, one)
	}
	var out bytes.Buffer
	out.WriteString(xml.Header)
	if err := xml.NewEncoder(&out).Encode(doc); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

func newBatch(o collection.Order, b collection.Batch, n int) (batch, error) {
	// 32 characters of the message and three of its own would do for 999 batches; a batch is a day,
	// of which a year has no more.
	id, err := identifier("batch", o.MessageID[:min(len(o.MessageID), 32)]+fmt.Sprintf("%03d", n))
	if err != nil {
		return batch{}, err
	}
	out := batch{ID: id, Method: "DD", Together: true, Number: len(b.Transactions), Sum: euros(b.Total()), Level: "SEPA", Scheme: string(b.Scheme), Sequence: string(b.Sequence),
		On: b.On.String(), Creditor: clipped(o.Creditor.Name, nameLength), Account: string(o.Creditor.IBAN), Agent: newAgent(o.Creditor.Message, o.Creditor.BIC),
		Charges: "SLEV", ICS: string(o.Creditor.ICS), Proprietary: "SEPA"}
	for _, t := range b.Transactions {
		one, err := newTransaction(o.Creditor.Message, t)
		if err != nil {
			return batch{}, err
		}
		out.Transactions = append(out.Transactions, one)
	}
	return out, nil
}

func newAgent(v payment.MessageVersion, bic party.BIC) agent {
	switch {
	case bic == "":
		return agent{Other: &other{"NOTPROVIDED"}}
	case v == payment.Pain00800102:
		return agent{BIC: string(bic)}
	}
	return agent{BICFI: string(bic)}
}

func newTransaction(v payment.MessageVersion, t collection.Transaction) (transaction, error) {
	endToEnd, err := identifier("transaction", t.EndToEndID)
	if err != nil {
		return transaction{}, err
	}
	rum, err := identifier("mandate", string(t.Mandate.RUM))
	if err != nil {
		return transaction{}, err
	}
	out := transaction{EndToEnd: endToEnd, Amount: amount{"EUR", euros(t.Invoice.Amount)}, Agent: newAgent(v, t.Mandate.BIC), Debtor: clipped(t.Mandate.DebtorName, nameLength),
		Account: string(t.Mandate.IBAN), Mandate: mandate{RUM: rum, SignedOn: t.Mandate.SignedOn.String()}}
	if t.Mandate.FormerIBAN != "" {
		out.Mandate.Amended, out.Mandate.Amendment = true, &amendment{string(t.Mandate.FormerIBAN)}
	}
	if digits := structured(t.Invoice.Reference); digits != "" {
		out.Structured = &reference{Kind: "SCOR", Issuer: "BBA", Ref: digits}
	} else {
		out.Text = clipped(t.Remittance, remittanceLength)
	}
	return out, nil
}

// structured is the twelve digits of a Belgian structured communication; "" where it is none.
func structured(reference string) string {
	if !strings.HasPrefix(reference, "+++") {
		return ""
	}
	digits := strings.NewReplacer("+", "", "/", "").Replace(reference)
	if _, err := strconv.ParseUint(digits, 10, 64); err != nil || len(digits) != 12 {
		return ""
	}
	return digits
}

// euros is an amount with its two decimals.
func euros(c money.Cents) string { return fmt.Sprintf("%d.%02d", int64(c)/100, int64(c)%100) }
