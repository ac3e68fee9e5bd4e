package party

import (
	"regexp"
	"strings"
)

// IBAN is an account number (ISO 13616), compact and in capitals.
type IBAN string

// BIC is the code of a bank (ISO 9362), 8 or 11 characters.
type BIC string

// ICS identifies a SEPA creditor (the specification's ICS or NIC).
type ICS string

// RUM is the reference of a direct debit mandate, unique per ICS without regard to
// capitals.
type RUM string

// Lengths of the countries in the SEPA scheme; others cannot be collected from.
var ibanLengths = map[string]int{
	"AD": 24, "AL": 28, "AT": 20, "BE": 16, "BG": 22, "CH": 21, "CY": 28, "CZ": 24, "DE": 22, "DK": 18,
	"EE": 20, "ES": 24, "FI": 18, "FR": 27, "GB": 22, "GI": 23, "GR": 27, "HR": 21, "HU": 28, "IE": 22,
	"IS": 26, "IT": 27, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MD": 24, "ME": 22, "MK": 19,
	"MT": 31, "NL": 18, "NO": 15, "PL": 28, "PT": 25, "RO": 24, "RS": 22, "SE": 24, "SI": 19, "SK": 24,
	"SM": 27, "VA": 22,
}

// ParseIBAN checks country, length and the remainder by 97, and the national key of
// French, Monegasque and Belgian accounts; spaces allowed.
// Errors: iban.country, iban.length, iban.invalid.
func ParseIBAN(s string) (IBAN, error) {
	s = compact(s)
	if len(s) < 5 || !alphanumeric(s) || !digits(s[2:4]) {
		return "", ErrIBAN
	}
	country := s[:2]
	length, known := ibanLengths[country]
	if !known {
		return "", ErrIBANCountry.With("country", country)
	}
	if len(s) != length {
		return "", ErrIBANLength.With("country", country).With("length", length)
	}
	if mod97(s[4:]+s[:4]) != 1 || !nationalKeyHolds(country, s[4:]) {
		return "", ErrIBAN
	}
	return IBAN(s), nil
}

func nationalKeyHolds(country, bban string) bool {
	switch country {
	case "FR", "MC": // the RIB key: letters count 1 to 9, 1 to 9, 2 to 9
		digit := func(r rune) rune {
			switch {
			case r >= 'S':
				return r - 'S' + '2'
			case r >= 'J':
				return r - 'J' + '1'
			case r >= 'A':
				return r - 'A' + '1'
			}
			return r
		}
		return digits(bban[:10]) && digits(bban[21:]) && mod97(strings.Map(digit, bban)) == 0
	case "BE":
		if !digits(bban) {
			return false
		}
		key := mod97(bban[:10])
		if key == 0 {
			key = 97
		}
		return key == number(bban[10:])
	}
	return true
}

// Country is the ISO code the number begins with.
func (i IBAN) Country() string { return string(i[:2]) }

// Masked shows the country, the check digits and the last four characters only.
func (i IBAN) Masked() string {
	if len(i) < 8 {
		return ""
	}
	return string(i[:4]) + " •••• " + string(i[len(i)-4:])
}

var bicPattern = regexp.MustCompile(`^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$`)

// ParseBIC accepts 8 or 11 characters; spaces allowed. Error: bic.invalid.
func ParseBIC(s string) (BIC, error) {
	if s = compact(s); !bicPattern.MatchString(s) {
		return "", ErrBIC
	}
	return BIC(s), nil
}

// ParseICS checks the two check digits over national id and country, without the
// business code in the middle. French ones have 13 characters, Belgian ones 17 to 20;
// others up to 35. Error: ics.invalid.
func ParseICS(s string) (ICS, error) {
	s = compact(s)
	if len(s) < 8 || len(s) > 35 || !alphanumeric(s) || !digits(s[2:4]) || s[0] < 'A' || s[1] < 'A' {
		return "", ErrICS
	}
	if s[:2] == "FR" && len(s) != 13 {
		return "", ErrICS
	}
	if mod97(s[7:]+s[:4]) != 1 {
		return "", ErrICS
	}
	return ICS(s), nil
}

// ParseRUM accepts 1 to 35 characters of the SEPA set without spaces, no slash at
// either end and no two in a row. Error: rum.invalid.
func ParseRUM(s string) (RUM, error) {
	s = strings.TrimSpace(s)
	if !madeOf(s, 1, 35, "/-?:().,'+") || s[0] == '/' || s[len(s)-1] == '/' || strings.Contains(s, "//") {
		return "", ErrRUM
	}
	return RUM(s), nil
}
