package dso

import (
	"strings"
	"unicode/utf8"
)

// Numbers of a site and their lengths (specification sections 5 and 9).
const (
	PRMLength  = 14
	PADTLength = 10
	EANLength  = 18
	EANPrefix  = "5414489" // of Sibelga
)

// PRM is the number of a French metering point. It has no check digit that real
// numbers obey, and may begin with zero: it is a text, never a number.
type PRM string

// PADT is the reference of a French producer's access contract, or empty.
type PADT string

// EAN is the number of a Belgian access point.
type EAN string

// ParsePRM accepts exactly 14 digits. Errors: prm.scientific, prm.length, prm.digits.
func ParsePRM(s string) (PRM, error) {
	if scientific(s) {
		return "", ErrPRMScientific.With("value", s)
	}
	if n := utf8.RuneCountInString(s); n != PRMLength {
		return "", ErrPRMLength.With("length", n)
	}
	if !digits(s) {
		return "", ErrPRMDigits
	}
	return PRM(s), nil
}

// scientific reports whether a spreadsheet has shortened a number to 9.91E+13 or 9,91E+13:
// the digits that it leaves out are lost.
func scientific(s string) bool {
	mantissa, exponent, ok := strings.Cut(strings.ToUpper(strings.TrimSpace(s)), "E+")
	whole, part, _ := strings.Cut(strings.ReplaceAll(mantissa, ",", "."), ".")
	return ok && len(whole) == 1 && digits(whole+part) && digits(exponent)
}

// ParsePADT accepts nothing or exactly 10 characters. Error: padt.length.
func ParsePADT(s string) (PADT, error) {
	if n := utf8.RuneCountInString(s); n != 0 && n != PADTLength {
		return "", ErrPADTLength.With("length", n)
	}
	return PADT(s), nil
}

// ParseEAN accepts 18 digits that begin with 5414489. The check digit is not asked
// for: see CheckDigitHolds. Errors: ean.invalid, ean.digits.
func ParseEAN(s string) (EAN, error) {
	if utf8.RuneCountInString(s) != EANLength || !strings.HasPrefix(s, EANPrefix) {
		return "", ErrEAN
	}
	if !digits(s) {
		return "", ErrEANDigits
	}
	return EAN(s), nil
}

// CheckDigitHolds reports whether the last digit is the one GS1 computes: weights 3
// and 1 from the right. False is worth a warning, never a refusal (domain 5.7).
func (e EAN) CheckDigitHolds() bool {
	if len(e) != EANLength || !digits(string(e)) {
		return false
	}
	sum := 0
	for i := range EANLength - 1 {
		sum += int(e[i]-'0') * (3 - i%2*2)
	}
	return (10-sum%10)%10 == int(e[EANLength-1]-'0')
}

// ParseIdentifier checks the number of a site of operator o. Errors:
// identifier.required, and those of ParsePRM or ParseEAN.
func ParseIdentifier(o Operator, s string) (string, error) {
	if s == "" {
		return "", ErrIdentifierRequired
	}
	if o.IdentifierKind() == KindEAN {
		e, err := ParseEAN(s)
		return string(e), err
	}
	p, err := ParsePRM(s)
	return string(p), err
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
