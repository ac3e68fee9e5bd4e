package operation_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
)

func TestWhatEmptyFieldsBlock(t *testing.T) {
	t.Parallel()
	o := operation.Operation{DSO: dso.Enedis, Engine: operation.Engine2025, Interlocutor: operation.Interlocutor{LegalName: "Soleil", Address: "1 rue", PostCode: "35300"}}
	sells := []operation.Act{operation.ActSubscribe, operation.ActInvoice}
	lacks, fields := o.Lacks()
	require.Equal(t, 7, fields)
	require.Equal(t, []operation.Lack{{"interlocutor.legalNumber", sells}, {"interlocutor.city", sells},
		{"interlocutor.email", []operation.Act{operation.ActAnswer}}, {"position", []operation.Act{operation.ActMap}}}, lacks)
	require.False(t, o.Interlocutor.Complete())

	o.Interlocutor.LegalNumber, o.Interlocutor.City = "552081317", "Fougères"
	require.True(t, o.Interlocutor.Complete(), "what the issuer of the operation needs is what is said to block")
	o.Interlocutor.Email, o.Position = "pmo@example.org", &party.Position{}
	lacks, fields = o.Lacks()
	require.Empty(t, lacks)
	require.Equal(t, 7, fields)

	old := operation.Operation{DSO: dso.SRD}
	lacks, fields = old.Lacks()
	require.Len(t, lacks, 2, "the old engine's bills are no business of these fields")
	require.Equal(t, 2, fields)
}
