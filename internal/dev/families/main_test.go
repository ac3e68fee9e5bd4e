package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheFamilyOfAProducer(t *testing.T) {
	t.Parallel()
	require.Equal(t, `# Generated from paths.yaml by internal/dev/families. DO NOT EDIT.
participantInvoices:
  parameters: [{$ref: '../shared/parameters.yaml#/ParticipantId'}]
  get:
    operationId: listParticipantInvoices
    summary: The invoices of a producer. Not all.
    x-permission: invoice:readOwn
`, string(producers([]byte(`# Calls of billing.
operationInvoices:
  parameters: [{$ref: '../shared/parameters.yaml#/OperationId'}]
  get:
    operationId: listOperationInvoices
    summary: The invoices of an operation. # producer: The invoices of a producer. Not all.
    x-permission: invoice:read # producer: invoice:readOwn
operationCheck: # operation only
  post:
    operationId: checkOperation
`))))
}
