package operation

import (
	"slices"

	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/policy"
)

// Feature is something that exists for some operations only: a menu entry and the
// calls behind it. The policy says who may; this says whether there is anything.
type Feature string

// The features of specification section 2. Those named after an entry are hidden with it;
// FeatureBilling and FeatureOldBilling are the calls of the two engines.
const (
	FeatureCoefficients        Feature = "coefficients"        // edit/production
	FeatureMetrics             Feature = "metrics"             // the metrics calls; SIBELGA has none
	FeatureOldBilling          Feature = "oldBilling"          // billing-config, billing-contracts, bills
	FeatureBillingParticipants Feature = "billingParticipants" // billing/participants
	FeatureBillingConfigs      Feature = "billingConfigs"      // billing/configs
	FeaturePayment             Feature = "payment"             // payment: creditors and mandates
	FeatureBilling             Feature = "billing"             // plans, subscriptions, invoices and runs, as calls
	FeaturePlans               Feature = "plans"               // billing/plans
	FeatureSubscriptions       Feature = "subscriptions"       // billing/subscriptions
	FeatureInvoices            Feature = "invoices"            // billing/invoices as "Factures"
	FeatureInvoicesRun         Feature = "invoicesRun"         // billing/invoices-run
	FeatureEditedInvoices      Feature = "editedInvoices"      // billing/invoices as "Factures éditées"
	FeatureEInvoicing          Feature = "einvoicing"          // billing/einvoicing: French platforms, Peppol
	FeatureStatements          Feature = "statements"          // billing/statements: what producers are owed
	FeatureExpense             Feature = "expense"             // fin/expense
	FeatureIncome              Feature = "income"              // fin/income
	FeatureMonitoring          Feature = "financialMonitoring" // fin/monitoring
	FeatureBillCheck           Feature = "billCheck"           // billing/check
	FeatureCommunication       Feature = "communication"       // communication
)

// How things are done in an operation, which no menu names.
const (
	FeatureMonthlyFiles        Feature = "monthlyFiles"        // curves come as the two files of a month
	FeatureRegisterVolumes     Feature = "registerVolumes"     // plans price volumes by register
	FeatureOperationSells      Feature = "operationSells"      // the operation itself is the usual seller
	FeatureTranslatedDocuments Feature = "translatedDocuments" // documents in French and Dutch
	FeatureOwnSharing          Feature = "ownSharing"          // pmo shares the energy, as the operator
)

// Variant is what decides which features there are.
type Variant struct {
	DSO       dso.Operator
	Engine    Engine
	JdbToggle bool
}

func (v Variant) french() bool { return v.DSO.Country() == dso.France }

func (v Variant) sibelga() bool { return v.DSO == dso.Sibelga }

func (v Variant) old() bool { return v.french() && v.Engine != Engine2025 }

func (v Variant) newer() bool { return v.french() && v.Engine == Engine2025 }

var (
	everybody      = []policy.Role{policy.RoleAdmin, policy.RoleOrganizer, policy.RoleObserver, policy.RoleParticipant}
	notParticipant = []policy.Role{policy.RoleAdmin, policy.RoleOrganizer, policy.RoleObserver}
	organizerOnly  = []policy.Role{policy.RoleOrganizer}
)

// features is the table of specification section 2, in the order of the menu: when a feature
// exists, and for whose menus. The visit right is asked beside it.
var features = []struct {
	feature Feature
	exists  func(Variant) bool
	menu    func(Variant) []policy.Role
}{
	{FeatureCoefficients, func(v Variant) bool { return v.DSO == dso.Enedis }, always(everybody)},
	{FeatureMetrics, func(v Variant) bool { return !v.sibelga() }, always(everybody)},
	{FeatureOldBilling, Variant.old, always(everybody)},
	{FeatureBillingParticipants, Variant.old, always(everybody)},
	{FeatureBillingConfigs, Variant.old, always(organizerOnly)},
	{FeaturePayment, func(v Variant) bool { return v.french() || v.sibelga() }, always(notParticipant)},
	{FeatureBilling, func(v Variant) bool { return v.newer() || v.sibelga() }, always(everybody)},
	{FeaturePlans, func(v Variant) bool { return v.newer() || v.sibelga() }, belgianOrganizer(everybody)},
	{FeatureSubscriptions, func(v Variant) bool { return v.newer() || v.sibelga() }, belgianOrganizer(notParticipant)},
	{FeatureInvoices, func(v Variant) bool { return v.newer() && !v.JdbToggle || v.sibelga() }, always(notParticipant)},
	{FeatureInvoicesRun, func(v Variant) bool { return v.newer() && v.JdbToggle }, always(notParticipant)},
	{FeatureEditedInvoices, func(v Variant) bool { return v.newer() && v.JdbToggle }, always(notParticipant)},
	{FeatureEInvoicing, func(v Variant) bool { return v.newer() || v.sibelga() }, always(notParticipant)},
	{FeatureStatements, Variant.sibelga, always(everybody)}, // participants read their own, and no menu leads there without the right
	{FeatureExpense, Variant.french, always(everybody)},
	{FeatureIncome, Variant.french, always(everybody)},
	{FeatureMonitoring, Variant.french, always(everybody)},
	{FeatureBillCheck, Variant.french, always(everybody)},
	{FeatureCommunication, Variant.french, always(everybody)},
}

func always(roles []policy.Role) func(Variant) []policy.Role {
	return func(Variant) []policy.Role { return roles }
}

func belgianOrganizer(others []policy.Role) func(Variant) []policy.Role {
	return func(v Variant) []policy.Role {
		if v.sibelga() {
			return organizerOnly
		}
		return others
	}
}

// Features lists what exists for a variant, in the order of the menu.
func Features(v Variant) []Feature {
	var out []Feature
	for _, f := range features {
		if f.exists(v) {
			out = append(out, f.feature)
		}
	}
	return out
}

// WaysOf lists how things are done for a variant.
func WaysOf(v Variant) []Feature {
	can := v.DSO.Capabilities()
	var out []Feature
	for _, way := range []struct {
		feature Feature
		holds   bool
	}{
		{FeatureMonthlyFiles, can.UploadFiles > 0},
		{FeatureRegisterVolumes, can.BillingUsages},
		{FeatureOperationSells, can.OperationSells},
		{FeatureTranslatedDocuments, v.DSO.Country() == dso.Belgium},
		{FeatureOwnSharing, can.AllocatesHere},
	} {
		if way.holds {
			out = append(out, way.feature)
		}
	}
	return out
}

// MenuOf lists what the menus of role may show for a variant.
func MenuOf(v Variant, role policy.Role) []Feature {
	var out []Feature
	for _, f := range features {
		if f.exists(v) && slices.Contains(f.menu(v), role) {
			out = append(out, f.feature)
		}
	}
	return out
}
