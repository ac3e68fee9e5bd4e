package simpleview

import (
	"slices"

	"github.com/openpmo/pmo/core/operation"
)

// options are all of them, in the order of the menu, each with the features that it belongs to:
// where the menus of the reader have none of these, there is nothing to leave out.
var options = []struct {
	option operation.Option
	of     []operation.Feature // nil = every operation has it
}{
	{operation.OptionSeasons, []operation.Feature{operation.FeatureCoefficients}},
	{operation.OptionOwnReferences, nil},
	{operation.OptionExports, nil},
	{operation.OptionPayment, []operation.Feature{operation.FeaturePayment}},
	{operation.OptionAccounting, []operation.Feature{operation.FeatureInvoices, operation.FeatureEditedInvoices}},
	{operation.OptionEInvoicing, []operation.Feature{operation.FeatureEInvoicing}},
	{operation.OptionBillCheck, []operation.Feature{operation.FeatureBillCheck}},
	{operation.OptionExpense, []operation.Feature{operation.FeatureExpense}},
	{operation.OptionIncome, []operation.Feature{operation.FeatureIncome}},
	{operation.OptionMonitoring, []operation.Feature{operation.FeatureMonitoring}},
}

// Hideable are the options of what menus show.
func Hideable(features []operation.Feature) []operation.Option {
	var out []operation.Option
	for _, o := range options {
		if o.of == nil || slices.ContainsFunc(o.of, func(f operation.Feature) bool { return slices.Contains(features, f) }) {
			out = append(out, o.option)
		}
	}
	return out
}

// Choice is what somebody wants to see of an operation.
type Choice string

// The choices; the empty one leaves it to the number of sites.
const (
	BySize Choice = ""
	Simple Choice = "SIMPLE"
	Full   Choice = "FULL"
)

// ViewOf is the view of an operation that has so many sites. Fewer than limit have the simple one
// where nothing was chosen. InUse is not filled in.
func ViewOf(features []operation.Feature, sites int, choice Choice, limit int) operation.View {
	v := operation.View{Simple: choice == Simple || choice == BySize && sites < limit, Chosen: choice != BySize}
	if v.Simple {
		v.Hidden = Hideable(features)
	}
	return v
}
