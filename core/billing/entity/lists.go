package entity

import (
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
)

func issuerIn(list []billing.BillingEntity, entityID id.ID) (billing.BillingEntity, error) {
	i := slices.IndexFunc(list, func(e billing.BillingEntity) bool { return e.ID == entityID })
	if i < 0 {
		return billing.BillingEntity{}, billing.ErrIssuerNotFound
	}
	return list[i], nil
}

func clientIn(list []billing.BillableEntity, entityID id.ID) (billing.BillableEntity, error) {
	i := slices.IndexFunc(list, func(e billing.BillableEntity) bool { return e.ID == entityID })
	if i < 0 {
		return billing.BillableEntity{}, billing.ErrClientNotFound
	}
	return list[i], nil
}

func unique(ids []id.ID) []id.ID {
	out := slices.Clone(ids)
	slices.Sort(out)
	return slices.Compact(out)
}

// removed are the ids of a that b has not.
func removed(a, b []id.ID) []id.ID {
	return slices.DeleteFunc(slices.Clone(a), func(i id.ID) bool { return slices.Contains(b, i) })
}

func pmoMissing(i operation.Interlocutor) []string {
	var out []string
	for _, f := range []struct{ name, value string }{
		{"legalName", i.LegalName}, {"legalNumber", i.LegalNumber}, {"address", i.Address}, {"postCode", i.PostCode}, {"city", i.City},
	} {
		if f.value == "" {
			out = append(out, f.name)
		}
	}
	return out
}
