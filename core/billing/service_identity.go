package billing

import (
	"context"
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
)

// IdentityChange is what changes of an issuer or client; nil = unchanged, an empty
// text clears.
type IdentityChange struct {
	Name, Street, PostCode, City, Country, Email, Phone, LegalNumber, TaxID, VATRegime *string
}

func (c IdentityChange) apply(i Identity, op operation.Operation) (Identity, error) {
	for _, f := range []struct{ to, from *string }{
		{&i.Name, c.Name}, {&i.Street, c.Street}, {&i.PostCode, c.PostCode}, {&i.City, c.City},
		{&i.Email, c.Email}, {&i.Phone, c.Phone}, {&i.LegalNumber, c.LegalNumber}, {&i.TaxID, c.TaxID},
	} {
		if f.from != nil {
			*f.to = strings.TrimSpace(*f.from)
		}
	}
	given := string(i.Country)
	if c.Country != nil {
		given = *c.Country
	}
	var err error
	if i.Country, err = country(given, op); err != nil {
		return i, err
	}
	if c.VATRegime != nil {
		if i.VATRegime, err = party.ParseVATRegime(*c.VATRegime); err != nil {
			return i, err
		}
	}
	return i.check()
}

// find is the issuer or client of an id.
func find[E interface{ key() id.ID }](list []E, entityID id.ID, missing *fault.Error) (E, error) {
	i := slices.IndexFunc(list, func(e E) bool { return e.key() == entityID })
	if i < 0 {
		var none E
		return none, missing
	}
	return list[i], nil
}

func (e BillingEntity) key() id.ID  { return e.ID }
func (e BillableEntity) key() id.ID { return e.ID }

// checkSide refuses sites that are not of the operation, or of the other side.
func (s *Service) checkSide(ctx context.Context, operationID id.ID, ids []id.ID, side func(Site) bool, refusal *fault.Error) error {
	if len(ids) == 0 {
		return nil
	}
	sites, err := s.Sites.OfOperation(ctx, operationID)
	if err != nil {
		return err
	}
	known := map[id.ID]bool{}
	for _, site := range sites {
		known[site.ID] = side(site)
	}
	for _, i := range ids {
		if !known[i] {
			return refusal.With("id", i.String())
		}
	}
	return nil
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
