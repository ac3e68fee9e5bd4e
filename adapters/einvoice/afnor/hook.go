package afnor

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"time"

	"github.com/openpmo/pmo/core/einvoicing"
)

// freshFor is how old a call of a platform may be, and how far its clock may be ahead.
const freshFor = 5 * time.Minute

// Sign is the signature of a body at an instant, in one of the three ways in which the norm was
// understood.
func Sign(variant einvoicing.Signature, key, body []byte, timestamp string) []byte {
	signed := append(append(append([]byte{}, body...), '@'), timestamp...)
	switch variant {
	case einvoicing.SignBytes:
		sum := sha256.Sum256(signed)
		signed = sum[:]
	case einvoicing.SignDigits:
		sum := sha256.Sum256(signed)
		signed = []byte(hex.EncodeToString(sum[:]))
	}
	m := hmac.New(sha256.New, key)
	m.Write(signed)
	return m.Sum(nil)
}

// Hook checks that a call is of the platform and of now, and reads which flow it is about.
func (c *Carrier) Hook(to einvoicing.Connection, call einvoicing.HookCall) (string, error) {
	key, err := base64.StdEncoding.DecodeString(to.HookKey)
	if err != nil || len(key) == 0 {
		return "", einvoicing.ErrHook
	}
	seconds, err := strconv.ParseInt(call.Timestamp, 10, 64)
	if err != nil {
		return "", einvoicing.ErrHook
	}
	if age := call.At.Sub(time.Unix(seconds, 0)); age > freshFor || age < -freshFor {
		return "", einvoicing.ErrHook
	}
	given, err := base64.StdEncoding.DecodeString(call.Signature)
	if err != nil || !hmac.Equal(given, Sign(to.Signature, key, call.Body, call.Timestamp)) {
		return "", einvoicing.ErrHook
	}
	var body struct {
		FlowID string `json:"flowId"`
	}
	if json.Unmarshal(call.Body, &body) != nil || body.FlowID == "" {
		return "", einvoicing.ErrHook
	}
	return body.FlowID, nil
}
