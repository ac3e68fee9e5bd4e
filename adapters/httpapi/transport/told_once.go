package transport

import "encoding/json"

// toldOnce are the fields that an answer tells once and nobody keeps, by operation.
// An answer kept for its Idempotency-Key is kept without them.
var toldOnce = map[string][]string{
	"createToken":     {"secret"},
	"createAdminUser": {"initialPassword"},
}

// forgetful is the reply to keep for a repeated request.
func forgetful(reply StoredReply) StoredReply {
	fields, ok := toldOnce[reply.Operation]
	if !ok {
		return reply
	}
	var body map[string]json.RawMessage
	if json.Unmarshal(reply.Body, &body) != nil {
		reply.Body = nil // what cannot be read is not kept
		return reply
	}
	for _, field := range fields {
		delete(body, field)
	}
	reply.Body, _ = json.Marshal(body) // raw messages that were just read
	return reply
}
