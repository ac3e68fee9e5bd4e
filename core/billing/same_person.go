package billing

import (
	"strings"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// samePerson reports whether issuer and client are one person, who invoices nobody
// (decisions 5.2). A legal number decides where one of them has one. Two without are one
// person when they share the one site they have, when all their sites that have an account
// have the same, or when they are held in one name.
func (b *book) samePerson(pair PartyPair) bool {
	if same, known := b.same[pair]; known {
		return same
	}
	issuer, client := b.issuers[pair.IssuerID], b.clients[pair.ClientID]
	same := party.LegalPerson(issuer.LegalNumber) == party.LegalPerson(client.LegalNumber)
	if issuer.LegalNumber == "" && client.LegalNumber == "" {
		same = sameHolder(issuer.Identity, client.Identity)
		for _, who := range []func(Site) string{siteOf, accountOf, holderOf} {
			same = same || b.oneOf(issuer.ProducerIDs, client.ConsumerIDs, who)
		}
	}
	if b.same == nil {
		b.same = map[PartyPair]bool{}
	}
	b.same[pair] = same
	return same
}

// sameHolder compares names as people write them. Two addresses that differ are two people
// of one name.
func sameHolder(a, b Identity) bool {
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

func siteOf(s Site) string    { return string(s.ID) }
func accountOf(s Site) string { return string(s.AccountID) }
func holderOf(s Site) string  { return folded(s.Holder) }

// oneOf reports whether the sites of both lists that say who is behind them all say the
// same, and each list says it.
func (b *book) oneOf(producers, consumers []id.ID, who func(Site) string) bool {
	only := func(sites []id.ID) (one string, several bool) {
		for _, i := range sites {
			switch w := who(b.sites[i]); {
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
