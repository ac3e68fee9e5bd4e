package party

import (
	"strconv"
	"strings"

	"github.com/openpmo/pmo/core/dso"
)

// SIREN is the number of a French legal person, 9 digits.
type SIREN string

// SIRET is the number of an establishment: SIREN and 5 digits.
type SIRET string

// BCE is the number of a Belgian enterprise (BCE/KBO), 10 digits.
type BCE string

// VATNumber is FR and 11 digits, or BE and 10.
type VATNumber string

// La Poste has more establishments than Luhn has numbers for: theirs have a digit
// sum that five divides.
const laPoste = "356000000"

// ParseSIREN accepts 9 digits whose Luhn sum holds, spaces between them allowed.
// Error: siren.invalid.
func ParseSIREN(s string) (SIREN, error) {
	s = compact(s)
	if len(s) != 9 || !digits(s) || luhn(s)%10 != 0 || s == "000000000" {
		return "", ErrSIREN
	}
	return SIREN(s), nil
}

// ParseSIRET accepts 14 digits, spaces between them allowed: a SIREN, and a Luhn sum
// over all of them or La Poste's rule. Error: siret.invalid.
func ParseSIRET(s string) (SIRET, error) {
	s = compact(s)
	if len(s) != 14 {
		return "", ErrSIRET
	}
	if _, err := ParseSIREN(s[:9]); err != nil || !digits(s) {
		return "", ErrSIRET
	}
	if luhn(s)%10 != 0 && (s[:9] != laPoste || digitSum(s)%5 != 0) {
		return "", ErrSIRET
	}
	return SIRET(s), nil
}

// SIREN is the legal person the establishment belongs to.
func (s SIRET) SIREN() SIREN { return SIREN(s[:9]) }

// ParseBCE accepts 10 digits, the first 0 or 1, the last two 97 minus the others
// modulo 97; dots and spaces allowed. Error: bce.invalid.
func ParseBCE(s string) (BCE, error) {
	s = compact(s)
	if len(s) != 10 || !digits(s) || s[0] > '1' || s == "0000000000" {
		return "", ErrBCE
	}
	if 97-mod97(s[:8]) != number(s[8:]) {
		return "", ErrBCE
	}
	return BCE(s), nil
}

// ParseVATNumber accepts the number of the country: FR, a key of two digits and a
// SIREN, or BE and an enterprise number. Error: vatNumber.invalid.
func ParseVATNumber(s string) (VATNumber, error) {
	s = compact(s)
	switch {
	case strings.HasPrefix(s, "FR") && len(s) == 13 && digits(s[2:]):
		siren, err := ParseSIREN(s[4:])
		if err != nil || siren.VATNumber() != VATNumber(s) {
			return "", ErrVATNumber
		}
	case strings.HasPrefix(s, "BE"):
		if _, err := ParseBCE(s[2:]); err != nil {
			return "", ErrVATNumber
		}
	default:
		return "", ErrVATNumber
	}
	return VATNumber(s), nil
}

// VATNumber is the number the tax office derives; having one is the holder's regime.
func (s SIREN) VATNumber() VATNumber {
	key := strconv.Itoa((12 + 3*mod97(string(s))) % 97)
	return VATNumber("FR" + strings.Repeat("0", 2-len(key)) + key + string(s))
}

// VATNumberOf is the VAT number of who has a legal number; empty without one.
func VATNumberOf(c dso.Country, legalNumber string) VATNumber {
	switch {
	case legalNumber == "":
		return ""
	case c == dso.Belgium:
		return VATNumber("BE" + legalNumber)
	}
	return SIREN(LegalPerson(legalNumber)).VATNumber()
}

// ParseLegalNumber accepts what the contract calls legalNumber: a SIRET or a SIREN
// in France, an enterprise number in Belgium. Errors: siret.invalid, siren.invalid,
// bce.invalid.
func ParseLegalNumber(c dso.Country, s string) (string, error) {
	if c == dso.Belgium {
		n, err := ParseBCE(s)
		return string(n), err
	}
	if len(compact(s)) == 9 {
		n, err := ParseSIREN(s)
		return string(n), err
	}
	n, err := ParseSIRET(s)
	return string(n), err
}

// LegalPerson is the part of a parsed legal number that names the seller: the SIREN
// of a SIRET, else the number itself. Invoice numbers belong to it (domain 8.2).
func LegalPerson(legalNumber string) string {
	if len(legalNumber) == 14 {
		return legalNumber[:9]
	}
	return legalNumber
}
