// Package pain002 reads what became of orders to collect, pain.002.001.03 and .10.
package pain002

import (
	"cmp"
	"encoding/xml"
	"slices"
	"strconv"
	"strings"

	"github.com/openpmo/pmo/adapters/bankfile/iso20022"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/payment/bankfile"
)

// Reader reads reports; its zero value is ready.
type Reader struct{}

var _ bankfile.Reader = Reader{}

// Recognise reports whether a file that begins so is a report, whatever its version.
func (Reader) Recognise(head []byte) bool { return iso20022.Recognise(head, "pain.002") }

type header struct {
	At string `xml:"CreDtTm"`
}

type reason struct {
	Code        string   `xml:"Rsn>Cd"`
	Proprietary string   `xml:"Rsn>Prtry"`
	Info        []string `xml:"AddtlInf"`
}

type group struct {
	MessageID string   `xml:"OrgnlMsgId"`
	Kind      string   `xml:"OrgnlMsgNmId"`
	Number    string   `xml:"OrgnlNbOfTxs"`
	Status    string   `xml:"GrpSts"`
	Reasons   []reason `xml:"StsRsnInf"`
}

type batch struct {
	ID           string        `xml:"OrgnlPmtInfId"`
	Status       string        `xml:"PmtInfSts"`
	Reasons      []reason      `xml:"StsRsnInf"`
	Transactions []transaction `xml:"TxInfAndSts"`
}

type transaction struct {
	EndToEnd string   `xml:"OrgnlEndToEndId"`
	Status   string   `xml:"TxSts"`
	Reasons  []reason `xml:"StsRsnInf"`
}

// Read reads one report.
func (Reader) Read(content []byte) (bankfile.File, error) {
	m, err := iso20022.Open(content, "pain.002.001.03", "pain.002.001.10")
	if err != nil {
		return bankfile.File{}, err
	}
	r := report{File: bankfile.File{Format: bankfile.Pain002}}
	err = m.Each(func(start xml.StartElement) (bool, error) {
		if start.Name.Local != "CstmrPmtStsRpt" {
			return false, nil
		}
		return true, m.Each(func(start xml.StartElement) (bool, error) { return r.element(m, start) })
	})
	if err == nil {
		err = m.End()
	}
	if err == nil && r.base.MessageID == "" {
		err = bankfile.ErrElement.With("element", "OrgnlMsgId").With("value", "")
	}
	return r.File, err
}

type report struct {
	bankfile.File
	on   civil.Date
	base bankfile.Answer
}

func (r *report) element(m *iso20022.Message, start xml.StartElement) (bool, error) {
	row := m.Row()
	switch start.Name.Local {
	case "GrpHdr":
		var h header
		done, err := m.Decode(&h, start)
		if err == nil {
			r.on, err = iso20022.ParseDay("CreDtTm", strings.TrimSpace(h.At))
		}
		return done, err
	case "OrgnlGrpInfAndSts":
		var g group
		done, err := m.Decode(&g, start)
		if err == nil {
			err = onRow(r.group(g), row)
		}
		return done, err
	case "OrgnlPmtInfAndSts":
		var b batch
		done, err := m.Decode(&b, start)
		if err == nil {
			err = onRow(r.batch(b), row)
		}
		return done, err
	}
	return false, nil
}

func onRow(err error, row int) error {
	if f := fault.From(err); f != nil && f.Row == 0 {
		return f.OnRow(row)
	}
	return err
}

func (r *report) group(g group) (err error) {
	if kind := strings.TrimSpace(g.Kind); !strings.HasPrefix(kind, "pain.008") && !strings.HasPrefix(kind, "pain.001") { // orders to collect, and to pay
		return bankfile.ErrElement.With("element", "OrgnlMsgNmId").With("value", g.Kind)
	}
	r.base = bankfile.Answer{On: r.on}
	if r.base.MessageID, err = iso20022.Identifier("OrgnlMsgId", g.MessageID); err != nil {
		return err
	}
	if r.base.MessageID == "" {
		return bankfile.ErrElement.With("element", "OrgnlMsgId").With("value", "")
	}
	if n := strings.TrimSpace(g.Number); n != "" {
		if r.base.Number, err = strconv.Atoi(n); err != nil || r.base.Number < 0 {
			return bankfile.ErrElement.With("element", "OrgnlNbOfTxs").With("value", n)
		}
	}
	if strings.TrimSpace(g.Status) == "" {
		return nil
	}
	return r.add(r.base, g.Status, "GrpSts", g.Reasons)
}

func (r *report) batch(b batch) (err error) {
	one := r.base
	if one.BatchID, err = iso20022.Identifier("OrgnlPmtInfId", b.ID); err != nil {
		return err
	}
	if one.BatchID == "" {
		return bankfile.ErrElement.With("element", "OrgnlPmtInfId").With("value", "")
	}
	if strings.TrimSpace(b.Status) != "" {
		if err := r.add(one, b.Status, "PmtInfSts", b.Reasons); err != nil {
			return err
		}
	}
	for _, t := range b.Transactions {
		of := one
		if of.EndToEndID, err = iso20022.Identifier("OrgnlEndToEndId", t.EndToEnd); err != nil {
			return err
		}
		if of.EndToEndID == "" {
			return bankfile.ErrElement.With("element", "OrgnlEndToEndId").With("value", t.EndToEnd)
		}
		status := t.Status
		if strings.TrimSpace(status) == "" {
			status = cmp.Or(b.Status, "") // a transaction without its own has that of its batch
		}
		reasons := t.Reasons
		if len(reasons) == 0 {
			reasons = b.Reasons
		}
		if err := r.add(of, status, "TxSts", reasons); err != nil {
			return err
		}
	}
	return nil
}

func (r *report) add(a bankfile.Answer, status, element string, reasons []reason) (err error) {
	a.Status = bankfile.AnswerStatus(strings.TrimSpace(status))
	if !slices.Contains(bankfile.AnswerStatuses, a.Status) {
		return bankfile.ErrElement.With("element", element).With("value", status)
	}
	var info []string
	for _, one := range reasons {
		a.Reason = cmp.Or(a.Reason, strings.TrimSpace(cmp.Or(one.Code, one.Proprietary)))
		info = append(info, one.Info...)
	}
	if a.Reason, err = iso20022.Text("StsRsnInf/Rsn", 35, a.Reason); err != nil {
		return err
	}
	if a.Text, err = iso20022.Text("StsRsnInf/AddtlInf", bankfile.MostOfText, info...); err != nil {
		return err
	}
	if a.Row = len(r.Answers) + 1; a.Row > bankfile.MaxLines {
		return bankfile.ErrTooMany.With("max", bankfile.MaxLines)
	}
	r.Answers = append(r.Answers, a)
	return nil
}
