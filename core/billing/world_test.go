package billing_test

import (
	"testing"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
)

// billed is the shared world, with what the tests of this package do to it.
type billed struct{ *coretest.Billing }

func newBilled(t testing.TB) *billed     { return &billed{coretest.NewBilling(t)} }
func town(t testing.TB) *billed          { return &billed{coretest.Town(t)} }
func pairOfSellers(t testing.TB) *billed { return &billed{coretest.TwoSellers(t)} }

func ptr[T any](v T) *T { return coretest.Ptr(v) }

func date(s string) civil.Date { return coretest.Date(s) }
