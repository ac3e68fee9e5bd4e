package party

import (
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/money"
)

// EntityType is the sort of person or company, with the names of the contract.
type EntityType string

// The ten sorts (domain 9.3): pro… are professionals, part… individuals.
const (
	ProIndustrial        EntityType = "proIndustrial"
	ProTertiary          EntityType = "proTertiary"
	ProTertiaryPrivate   EntityType = "proTertiaryPrivate"
	ProArtisan           EntityType = "proArtisan"
	ProAgricol           EntityType = "proAgricol"
	ProOther             EntityType = "proOther"
	PartIndiv            EntityType = "partIndiv"
	PartCollective       EntityType = "partCollective"
	PartCollectiveSocial EntityType = "partCollectiveSocial"
	PartOther            EntityType = "partOther"
)

var entityTypes = []EntityType{ProIndustrial, ProTertiary, ProTertiaryPrivate, ProArtisan, ProAgricol,
	ProOther, PartIndiv, PartCollective, PartCollectiveSocial, PartOther}

// EntityTypes lists them in the order of the specification.
func EntityTypes() []EntityType { return slices.Clone(entityTypes) }

// ParseEntityType reads the contract's name. Error: entityType.unknown.
func ParseEntityType(s string) (EntityType, error) {
	if slices.Contains(entityTypes, EntityType(s)) {
		return EntityType(s), nil
	}
	return "", ErrEntityType.With("value", s)
}

// ConsumerType decides tariffs, fields to fill and the words of an invoice.
type ConsumerType string

// The two consumer types.
const (
	Professional ConsumerType = "professional"
	Individual   ConsumerType = "individual"
)

// ConsumerTypeOf goes by the entity type where there is one; else who has a SIRET
// (or a Belgian enterprise number) is a professional (specification section 3).
func ConsumerTypeOf(e EntityType, siret string) ConsumerType {
	if strings.HasPrefix(string(e), "pro") || e == "" && siret != "" {
		return Professional
	}
	return Individual
}

// VATRegime is how an issuer stands towards VAT.
type VATRegime string

// The seven regimes of the specification.
const (
	VATFranchise              VATRegime = "franchise"
	VATExemption              VATRegime = "exemption"
	VATSimplified             VATRegime = "simplified"
	VATNormal                 VATRegime = "normal"
	VATAgriculturalSimplified VATRegime = "agricultural_simplified"
	VATAgriculturalFlatRate   VATRegime = "agricultural_flat_rate"
	VATNone                   VATRegime = "none"
)

var vatRegimes = []VATRegime{VATFranchise, VATExemption, VATSimplified, VATNormal,
	VATAgriculturalSimplified, VATAgriculturalFlatRate, VATNone}

// VATRegimes lists them in the order of the specification.
func VATRegimes() []VATRegime { return slices.Clone(vatRegimes) }

// ParseVATRegime reads the contract's name. Error: vatRegime.unknown.
func ParseVATRegime(s string) (VATRegime, error) {
	if slices.Contains(vatRegimes, VATRegime(s)) {
		return VATRegime(s), nil
	}
	return "", ErrVATRegime.With("value", s)
}

// Charges reports whether invoices of this regime carry VAT; the others carry the
// mention that says why not. The regimes that charge differ by return only.
func (r VATRegime) Charges() bool {
	return r == VATNormal || r == VATSimplified || r == VATAgriculturalSimplified
}

// DefaultRate is the rate proposed for a new plan: 20 % in France, 21 % in Belgium,
// nothing where the regime charges none (domain 8.4). The plan's own rate decides.
func (r VATRegime) DefaultRate(c dso.Country) money.VATRate {
	switch {
	case !r.Charges():
		return 0
	case c == dso.Belgium:
		return 2100
	default:
		return 2000
	}
}
