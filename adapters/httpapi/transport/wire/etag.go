package wire

import (
	"strconv"
	"strings"

	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/core/fault"
)

var errIfMatchInvalid = fault.New(fault.Invalid, "ifMatch.invalid")

// ETag is the strong tag of a stored object: its version in quotes.
func ETag(version int) string { return `"` + strconv.Itoa(version) + `"` }

// IfMatch reads the version a caller has seen; 0 when it does not say. A weak tag counts
// as ours: a proxy that compresses an answer weakens its tag, the version is the same.
// Error: ifMatch.invalid.
func IfMatch(header *string) (int, error) {
	if header == nil || *header == "*" {
		return 0, nil
	}
	n, err := strconv.Atoi(strings.Trim(strings.TrimPrefix(strings.TrimSpace(*header), "W/"), `"`))
	if err != nil || n < 1 {
		return 0, problem.ErrInvalidRequest.Of(errIfMatchInvalid.At("If-Match"))
	}
	return n, nil
}
