package sepa

import (
	"bytes"
	"encoding/xml"
	"fmt"

	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment/payout"
)

var _ payout.Writer = Writer{}

// payoutSpaces are the namespaces of the versions of pain.001.
var payoutSpaces = map[payout.MessageVersion]string{
	payout.Pain00100109: "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09",
	payout.Pain00100103: "urn:iso:std:iso:20022:tech:xsd:pain.001.001.03",
}

type paymentDocument struct {
	XMLName xml.Name
	Header  header         `xml:"CstmrCdtTrfInitn>GrpHdr"`
	Batches []paymentBatch `xml:"CstmrCdtTrfInitn>PmtInf"`
}

type paymentBatch struct {
	ID        string       `xml:"PmtInfId"`
	Method    string       `xml:"PmtMtd"`
	Together  bool         `xml:"BtchBookg"`
	Number    int          `xml:"NbOfTxs"`
	Sum       string       `xml:"CtrlSum"`
	Level     string       `xml:"PmtTpInf>SvcLvl>Cd"`
	On        executionDay `xml:"ReqdExctnDt"`
	Debtor    string       `xml:"Dbtr>Nm"`
	Account   string       `xml:"DbtrAcct>Id>IBAN"`
	Agent     agent        `xml:"DbtrAgt>FinInstnId"`
	Charges   string       `xml:"ChrgBr"`
	Transfers []transfer   `xml:"CdtTrfTxInf"`
}

// executionDay is a date, in an element of its own since version 09.
type executionDay struct {
	Date string `xml:"Dt,omitempty"`
	Text string `xml:",chardata"`
}

type transfer struct {
	EndToEnd string `xml:"PmtId>EndToEndId"`
	Amount   amount `xml:"Amt>InstdAmt"`
	Agent    *agent `xml:"CdtrAgt>FinInstnId"`
	Creditor string `xml:"Cdtr>Nm"`
	Account  string `xml:"CdtrAcct>Id>IBAN"`
	Text     string `xml:"RmtInf>Ustrd"`
}

// WritePayout writes a payment list in the version that the bank of the payer takes. A list that would
// not be passed on as it is, is an error: identifiers are never made to fit.
func (Writer) WritePayout(o payout.Order) ([]byte, error) {
	space, ok := payoutSpaces[o.Version]
	if !ok {
		return nil, fmt.Errorf("sepa: no version %q", o.Version)
	}
	id, err := identifier("message", o.MessageID)
	if err != nil {
		return nil, err
	}
	batchID, err := identifier("batch", payout.BatchID(o.MessageID))
	if err != nil {
		return nil, err
	}
	sum, name := euros(o.Total()), clipped(o.Payer.Name, nameLength)
	one := paymentBatch{ID: batchID, Method: "TRF", Together: true, Number: len(o.Transfers), Sum: sum, Level: "SEPA", Debtor: name, Account: string(o.Payer.IBAN),
		Agent: payoutAgent(o.Version, o.Payer.BIC), Charges: "SLEV"}
	if o.Version == payout.Pain00100103 {
		one.On.Text = o.On.String()
	} else {
		one.On.Date = o.On.String()
	}
	for _, t := range o.Transfers {
		endToEnd, err := identifier("transfer", t.EndToEndID)
		if err != nil {
			return nil, err
		}
		to := transfer{EndToEnd: endToEnd, Amount: amount{"EUR", euros(t.Amount)}, Creditor: clipped(t.SellerName, nameLength), Account: string(t.Payee.IBAN), Text: clipped(t.Remittance, remittanceLength)}
		if t.Payee.BIC != "" { // the account says which bank it is
			a := payoutAgent(o.Version, t.Payee.BIC)
			to.Agent = &a
		}
		one.Transfers = append(one.Transfers, to)
	}
	doc := paymentDocument{XMLName: xml.Name{Space: space, Local: "Document"}, Batches: []paymentBatch{one},
		Header: header{ID: id, At: o.At.UTC().Format("2006-01-02T15:04:05Z"), Number: len(o.Transfers), Sum: sum, Creator: name}}
	var out bytes.Buffer
	out.WriteString(xml.Header)
	if err := xml.NewEncoder(&out).Encode(doc); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

func payoutAgent(v payout.MessageVersion, bic party.BIC) agent {
	switch {
	case bic == "":
		return agent{Other: &other{"NOTPROVIDED"}}
	case v == payout.Pain00100103:
		return agent{BIC: string(bic)}
	}
	return agent{BICFI: string(bic)}
}
