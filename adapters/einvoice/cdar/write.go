// Package cdar writes and reads messages of the life cycle of French e-invoices: UN/CEFACT Cross Domain
// Acknowledgement and Response D22B, as XP Z12-012 uses it (domain 8.9).
package cdar

import (
	"bytes"
	"encoding/xml"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/einvoicing"
)

// The names of the message.
const (
	nsMessage = "urn:un:unece:uncefact:data:standard:CrossDomainAcknowledgementAndResponse:100"
	nsParts   = "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"
	nsTypes   = "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"
	nsQuali   = "urn:un:unece:uncefact:data:standard:QualifiedDataType:100"

	process   = "REGULATED"
	guideline = "urn.cpro.gouv.fr:1p0:CDV:invoice"

	platform = "WK"
	seller   = "SE"
	buyer    = "BY"

	byParties   = "23" // of the phase of treatment
	statusPaid  = "47"
	collected   = "212"
	collectedAs = "Encaissée"
	amountPaid  = "MEN"
)

const (
	formatInstant = "204"
	formatDay     = "102"
)

type text struct {
	Value    string `xml:",chardata"`
	Scheme   string `xml:"schemeID,attr,omitempty"`
	Currency string `xml:"currencyID,attr,omitempty"`
	Format   string `xml:"format,attr,omitempty"`
}

type instant struct {
	At text `xml:"udt:DateTimeString"`
}

type day struct {
	At text `xml:"qdt:DateTimeString"`
}

type identified struct {
	ID string `xml:"ram:ID"`
}

type address struct {
	ID text `xml:"ram:URIID"`
}

type party struct {
	Number  *text    `xml:"ram:GlobalID"`
	Name    string   `xml:"ram:Name,omitempty"`
	Role    string   `xml:"ram:RoleCode"`
	Address *address `xml:"ram:URIUniversalCommunication"`
}

type amount struct {
	Type    string  `xml:"ram:TypeCode"`
	Value   text    `xml:"ram:ValueAmount"`
	At      instant `xml:"ram:ValueDateTime"`
	Percent string  `xml:"ram:ValuePercent"`
}

type details struct {
	Sequence int      `xml:"ram:SequenceNumeric"`
	Amounts  []amount `xml:"ram:SpecifiedDocumentCharacteristic"`
}

type message struct {
	XMLName xml.Name `xml:"rsm:CrossDomainAcknowledgementAndResponse"`
	Rsm     string   `xml:"xmlns:rsm,attr"`
	RAM     string   `xml:"xmlns:ram,attr"`
	Udt     string   `xml:"xmlns:udt,attr"`
	Qdt     string   `xml:"xmlns:qdt,attr"`
	Context struct {
		Process   identified `xml:"ram:BusinessProcessSpecifiedDocumentContextParameter"`
		Guideline identified `xml:"ram:GuidelineSpecifiedDocumentContextParameter"`
	} `xml:"rsm:ExchangedDocumentContext"`
	Document struct {
		ID        string  `xml:"ram:ID"`
		Issued    instant `xml:"ram:IssueDateTime"`
		Sender    party   `xml:"ram:SenderTradeParty"`
		Issuer    party   `xml:"ram:IssuerTradeParty"`
		Recipient party   `xml:"ram:RecipientTradeParty"`
	} `xml:"rsm:ExchangedDocument"`
	Answer struct {
		Multiple struct {
			Is bool `xml:"udt:Indicator"`
		} `xml:"ram:MultipleReferencesIndicator"`
		Type      string  `xml:"ram:TypeCode"`
		Issued    instant `xml:"ram:IssueDateTime"`
		Reference struct {
			Number    string  `xml:"ram:IssuerAssignedID"`
			Status    string  `xml:"ram:StatusCode"`
			Type      string  `xml:"ram:TypeCode"`
			Issued    day     `xml:"ram:FormattedIssueDateTime"`
			Code      string  `xml:"ram:ProcessConditionCode"`
			Condition string  `xml:"ram:ProcessCondition"`
			Issuer    party   `xml:"ram:IssuerTradeParty"`
			Details   details `xml:"ram:SpecifiedDocumentStatus"`
		} `xml:"ram:ReferenceReferencedDocument"`
	} `xml:"rsm:AcknowledgementDocument"`
}

func compact(d civil.Date) string { return strings.ReplaceAll(d.String(), "-", "") }

func instantOf(t time.Time) instant {
	return instant{text{Value: t.In(civil.Paris.Location()).Format("20060102150405"), Format: formatInstant}}
}

func numbered(p einvoicing.Named, role string) party {
	out := party{Name: p.Name, Role: role}
	if p.Number != "" {
		out.Number = &text{Value: p.Number, Scheme: p.Scheme}
	}
	return out
}

// Writer writes messages (einvoicing.Messages).
type Writer struct{}

var _ einvoicing.Messages = Writer{}

// Collection says that an invoice was paid (212): what was paid at each rate, with the day. The same
// gives the same bytes.
func (Writer) Collection(c einvoicing.Collection) ([]byte, error) {
	m := message{Rsm: nsMessage, RAM: nsParts, Udt: nsTypes, Qdt: nsQuali}
	m.Context.Process.ID, m.Context.Guideline.ID = process, guideline
	at := instantOf(c.At)
	m.Document.ID = c.Number + "_" + c.Type + "_" + compact(c.IssuedOn) + "#" + collected + "_" + at.At.Value
	m.Document.Issued = at
	m.Document.Sender = party{Role: platform}
	m.Document.Issuer = numbered(c.Seller, seller)
	m.Document.Recipient = numbered(c.Buyer, buyer)
	if c.BuyerAddress.Value != "" {
		m.Document.Recipient.Address = &address{text{Value: c.BuyerAddress.Value, Scheme: c.BuyerAddress.Scheme}}
	}
	m.Answer.Type, m.Answer.Issued = byParties, at
	r := &m.Answer.Reference
	r.Number, r.Status, r.Type, r.Code, r.Condition = c.Number, statusPaid, c.Type, collected, collectedAs
	r.Issued.At = text{Value: compact(c.IssuedOn), Format: formatDay}
	r.Issuer = numbered(einvoicing.Named{Scheme: c.Seller.Scheme, Number: c.Seller.Number}, seller)
	r.Details.Sequence = 1
	for _, a := range c.Amounts {
		r.Details.Amounts = append(r.Details.Amounts, amount{Type: amountPaid, Value: text{Value: a.Amount.String(), Currency: c.Currency},
			At: instant{text{Value: compact(c.PaidOn) + "000000", Format: formatInstant}}, Percent: percent(int(a.Rate))})
	}
	var out bytes.Buffer
	out.WriteString(xml.Header)
	enc := xml.NewEncoder(&out)
	enc.Indent("", " ")
	if err := enc.Encode(m); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}
