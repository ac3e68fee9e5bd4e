package dso

import "strings"

// CheckDepartment accepts 2 or 3 characters: two digits, 2A, 2B, or three digits
// overseas (971). Error: department.invalid.
func CheckDepartment(s string) error {
	corsica := s == "2A" || s == "2B"
	if corsica || digits(s) && (len(s) == 2 || len(s) == 3) {
		return nil
	}
	return ErrDepartment
}

// CheckINSEECode accepts five characters: two digits or 2A or 2B, then three digits.
// Error: inseeCode.invalid.
func CheckINSEECode(s string) error {
	if len(s) == 5 && digits(s[2:]) && (digits(s[:2]) || strings.HasPrefix(s, "2A") || strings.HasPrefix(s, "2B")) {
		return nil
	}
	return ErrINSEECode
}

// CheckPostCode accepts five digits in France, four in Belgium.
// Error: postCode.invalid.
func CheckPostCode(c Country, s string) error {
	length := 5
	if c == Belgium {
		length = 4
	}
	if len(s) != length || !digits(s) {
		return ErrPostCode.With("length", length)
	}
	return nil
}
