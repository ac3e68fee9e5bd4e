package operation_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

const (
	french  = " payment expense income financialMonitoring billCheck communication metrics"
	old     = french + " oldBilling billingParticipants billingConfigs"
	newer   = french + " billing plans subscriptions einvoicing"
	belgian = "payment billing plans subscriptions invoices statements einvoicing"
)

// The menu of specification section 2, written by hand.
func TestFeatures(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		dso    dso.Operator
		engine operation.Engine
		toggle bool
		want   string
	}{
		{dso.Enedis, "", false, old + " coefficients"},
		{dso.Enedis, "", true, old + " coefficients"},
		{dso.Enedis, operation.Engine2025, false, newer + " coefficients invoices"},
		{dso.Enedis, operation.Engine2025, true, newer + " coefficients invoicesRun editedInvoices"},
		{dso.SRD, "", false, old}, {dso.SER, "", false, old}, {dso.Greenalp, "", true, old}, {dso.Fake, "", false, old},
		{dso.SRD, operation.Engine2025, false, newer + " invoices"},
		{dso.Fake, operation.Engine2025, true, newer + " invoicesRun editedInvoices"},
		{dso.Sibelga, "", false, belgian}, {dso.Sibelga, "", true, belgian},
		{dso.Sibelga, operation.Engine2025, true, belgian},
	} {
		o := operation.Operation{DSO: c.dso, Engine: c.engine, JdbToggle: c.toggle}
		require.ElementsMatch(t, strings.Fields(c.want), names(operation.Features(o.Variant())), "%+v", c)
	}
}

func TestMenuOf(t *testing.T) {
	t.Parallel()
	run := operation.Variant{DSO: dso.Enedis, Engine: operation.Engine2025, JdbToggle: true}
	plain := operation.Variant{DSO: dso.SRD, Engine: operation.Engine2025}
	oldEngine := operation.Variant{DSO: dso.SER}
	sibelga := operation.Variant{DSO: dso.Sibelga}
	for _, c := range []struct {
		v              operation.Variant
		role           policy.Role
		shown, notShow string
	}{
		{run, policy.RoleOrganizer, "plans subscriptions payment invoicesRun editedInvoices", "invoices billingConfigs"},
		{run, policy.RoleParticipant, "plans billCheck", "subscriptions payment invoicesRun editedInvoices"},
		{plain, policy.RoleOrganizer, "invoices einvoicing", "coefficients invoicesRun"},
		{plain, policy.RoleParticipant, "communication", "invoices payment subscriptions einvoicing"},
		{oldEngine, policy.RoleOrganizer, "billingConfigs billingParticipants payment", "plans"},
		{oldEngine, policy.RoleAdmin, "billingParticipants", "billingConfigs"},
		{sibelga, policy.RoleOrganizer, "plans subscriptions invoices payment einvoicing", "billCheck communication expense metrics"},
		{sibelga, policy.RoleObserver, "invoices payment", "plans subscriptions"},
		{sibelga, policy.RoleParticipant, "statements", "plans subscriptions invoices payment"},
	} {
		got := names(operation.MenuOf(c.v, c.role))
		require.Subset(t, got, strings.Fields(c.shown), "%+v", c)
		for _, f := range strings.Fields(c.notShow) {
			require.NotContains(t, got, f, "%+v", c)
		}
	}
}

func TestRequire(t *testing.T) {
	t.Parallel()
	o := operation.Operation{DSO: dso.Sibelga}
	require.NoError(t, o.Require(operation.FeaturePlans))
	err := o.Require(operation.FeatureBillCheck)
	require.ErrorIs(t, err, operation.ErrFeature)
	f := fault.From(err)
	require.Equal(t, fault.Conflict, f.Kind)
	require.Equal(t, map[string]any{"feature": "billCheck", "dso": "SIBELGA"}, f.Params)
}

func TestMatches(t *testing.T) {
	t.Parallel()
	require.True(t, operation.Matches("ecole", "", "École Jules-Ferry"))
	require.True(t, operation.Matches("  FOUGÈRES", "Fougeres"))
	require.True(t, operation.Matches(" ", "anything"))
	require.False(t, operation.Matches("mairie", "École", "Fougères"))
}

func names(fs []operation.Feature) []string {
	out := make([]string, len(fs))
	for i, f := range fs {
		out[i] = string(f)
	}
	return out
}

// How things are done, as the screens ask for it: also written by hand.
func TestWaysOf(t *testing.T) {
	t.Parallel()
	for operator, want := range map[dso.Operator]string{
		dso.Enedis: "", dso.SRD: "", dso.SER: "", dso.Greenalp: "", dso.Fake: "ownSharing",
		dso.Sibelga: "monthlyFiles registerVolumes operationSells translatedDocuments",
	} {
		for _, engine := range []operation.Engine{"", operation.Engine2025} {
			require.ElementsMatch(t, strings.Fields(want), names(operation.WaysOf(operation.Variant{DSO: operator, Engine: engine})), operator)
		}
	}
}
