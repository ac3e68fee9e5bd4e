package agreement

import (
	"strings"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
)

// sameHolder compares names as people write them. Two addresses that differ are two people
// of one name.
func sameHolder(a, b billing.Identity) bool {
	if folded(a.Name) != folded(b.Name) || folded(a.Name) == "" {
		return false
	}
	differ := func(x, y string) bool { return x != "" && y != "" && folded(x) != folded(y) }
	return !differ(a.PostCode, b.PostCode) && !differ(a.Street, b.Street)
}

// folded is a name without regard to capitals, spaces and punctuation.
func folded(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune(" \u00a0\u202f\t.,;'’-", r) }), " ")
}

func siteOf(s billing.Site) string { return string(s.ID) }

func accountOf(s billing.Site) string { return string(s.AccountID) }

func holderOf(s billing.Site) string { return folded(s.Holder) }

// oneOf reports whether the sites of both lists that say who is behind them all say the
// same, and each list says it.
func oneOf(sites map[id.ID]billing.Site, producers, consumers []id.ID, who func(billing.Site) string) bool {
	only := func(of []id.ID) (one string, several bool) {
		for _, i := range of {
			switch w := who(sites[i]); {
			case w == "" || w == one:
			case one == "":
				one = w
			default:
				several = true
			}
		}
		return one, several
	}
	p, manyP := only(producers)
	c, manyC := only(consumers)
	return p != "" && p == c && !manyP && !manyC
}
