package cdar_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/einvoice/cdar"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/einvoicing"
)

func paid() einvoicing.Collection {
	return einvoicing.Collection{At: time.Date(2027, 10, 12, 7, 15, 0, 0, time.UTC), PaidOn: civil.NewDate(2027, 10, 11), Number: "F-2027-0042", Type: "380",
		IssuedOn: civil.NewDate(2027, 9, 30), Currency: "EUR", Seller: einvoicing.Named{Scheme: "0002", Number: "123456782", Name: "SOLEIL DU LAVOIR"},
		Buyer: einvoicing.Named{Scheme: "0002", Number: "987654324", Name: "BOULANGERIE EXEMPLE"}, BuyerAddress: einvoicing.Address{Scheme: "0225", Value: "987654324"},
		Amounts: []einvoicing.Collected{{Amount: 12000, Rate: 2000}, {Amount: 550, Rate: 550}}}
}

// TestWhatASellerSaysIsRead: the message that an invoice was paid holds what the law asks of it, and is
// read back as that status.
func TestWhatASellerSaysIsRead(t *testing.T) {
	t.Parallel()
	content, err := cdar.Writer{}.Collection(paid())
	require.NoError(t, err)
	again, err := cdar.Writer{}.Collection(paid())
	require.NoError(t, err)
	require.Equal(t, content, again)
	golden, err := os.ReadFile("testdata/collected.xml")
	require.NoError(t, err)
	require.Equal(t, string(golden), string(content))
	messages, err := cdar.Parse(content)
	require.NoError(t, err)
	require.Equal(t, []einvoicing.Message{{Number: "F-2027-0042", Status: einvoicing.Status{Code: 212, At: paid().At}}}, messages)
}

const refusal = `<?xml version="1.0"?><x:CrossDomainAcknowledgementAndResponse xmlns:x="urn:un:unece:uncefact:data:standard:CrossDomainAcknowledgementAndResponse:100">
<x:ExchangedDocument><IssueDateTime><DateTimeString format="204">20271003101500</DateTimeString></IssueDateTime></x:ExchangedDocument>
<x:AcknowledgementDocument><TypeCode>23</TypeCode><ReferenceReferencedDocument><IssuerAssignedID> F-1 </IssuerAssignedID><StatusCode>8</StatusCode>
<ProcessConditionCode>CODE</ProcessConditionCode>
<SpecifiedDocumentStatus><SequenceNumeric>1</SequenceNumeric><ReasonCode>TX_TVA_ERR</ReasonCode><Reason>Taux de TVA erroné</Reason><RequestedActionCode>NIN</RequestedActionCode></SpecifiedDocumentStatus>
</ReferenceReferencedDocument></x:AcknowledgementDocument></x:CrossDomainAcknowledgementAndResponse>`

// TestMessagesOfOthers: with their own prefixes, an instant of the document where the answer has none, and
// codes that nobody knows yet.
func TestMessagesOfOthers(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"210", "213", "999"} {
		messages, err := cdar.Parse([]byte(strings.Replace(refusal, "CODE", code, 1)))
		require.NoError(t, err)
		require.Len(t, messages, 1)
		m := messages[0]
		require.Equal(t, []any{"F-1", time.Date(2027, 10, 3, 8, 15, 0, 0, time.UTC)}, []any{m.Number, m.Status.At})
		require.Equal(t, []einvoicing.Reason{{Code: "TX_TVA_ERR", Text: "Taux de TVA erroné", Item: "NIN"}}, m.Status.Reasons)
	}
	for name, bad := range map[string]string{"no code": strings.Replace(refusal, "CODE", "x", 1), "another message": "<Invoice/>", "no XML": "<html>", "nothing": "",
		"no document": "<CrossDomainAcknowledgementAndResponse/>", "no instant": strings.Replace(strings.Replace(refusal, "CODE", "210", 1), "20271003101500", "yesterday", 1)} {
		_, err := cdar.Parse([]byte(bad))
		require.ErrorIs(t, err, cdar.ErrNone, name)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(refusal))
	f.Fuzz(func(t *testing.T, content []byte) {
		messages, err := cdar.Parse(content)
		require.Equal(t, err == nil, len(messages) > 0)
	})
}
