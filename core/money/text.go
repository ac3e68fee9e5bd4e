package money

import (
	"fmt"
	"strings"
)

// String has two decimals and a point, as XML and CSV want it: -12.05.
func (c Cents) String() string { return decimal(int64(c), 2, 2) }

// String has two to six decimals: 0.1234, 4.50.
func (p MicroEuro) String() string { return decimal(int64(p), 6, 2) }

// String has up to four decimals: 2.6452, 152.187, 12.
func (q QuantityE4) String() string { return decimal(int64(q), 4, 0) }

// String is the rate in percent: 20, 5.5, 0.
func (r VATRate) String() string { return decimal(int64(r), 2, 0) }

// decimal writes v / 10^digits, and cuts trailing zeros down to keep decimals.
func decimal(v int64, digits, keep int) string {
	sign := ""
	if v < 0 {
		sign = "-"
	}
	s := fmt.Sprintf("%0*d", digits+1, magnitude(v))
	whole, part := s[:len(s)-digits], s[len(s)-digits:]
	for len(part) > keep && strings.HasSuffix(part, "0") {
		part = part[:len(part)-1]
	}
	if part == "" {
		return sign + whole
	}
	return sign + whole + "." + part
}
