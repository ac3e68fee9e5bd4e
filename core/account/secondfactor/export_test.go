package secondfactor

import "time"

// CodeAt is the code that an app shows at an instant, for the tests.
func CodeAt(secret string, at time.Time) string {
	raw, err := letters.DecodeString(secret)
	if err != nil {
		return err.Error()
	}
	return codeAt(raw, stepAt(at))
}
