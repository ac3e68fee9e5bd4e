package dso

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
