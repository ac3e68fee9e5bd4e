package opa

import (
	"crypto/sha256"
	"encoding/binary"
	"sync"

	"github.com/openpmo/pmo/core/policy"
)

// mostRemembered is how many answers are kept, some hundred kilobytes.
const mostRemembered = 4096

// questionKey stands for a question: a hash that no two questions share.
type questionKey [sha256.Size]byte

// remembered are answers to questions that were asked before. Nothing but the question
// decides, so they stay true while the process lives.
type remembered struct {
	mu      sync.RWMutex
	answers map[questionKey]policy.Decision
}

func (m *remembered) answer(key questionKey) (policy.Decision, bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	answer, ok := m.answers[key]
	return answer, ok
}

// keep starts anew when there are too many: those in use come back at once.
func (m *remembered) keep(key questionKey, answer policy.Decision) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.answers == nil || len(m.answers) >= mostRemembered {
		m.answers = make(map[questionKey]policy.Decision)
	}
	m.answers[key] = answer
}

// keyOf hashes all that question puts to the policy. Each text has its length before it,
// and each list its own, so that no two questions are written alike.
func keyOf(p policy.Principal, perm policy.Permission, r policy.Resource) questionKey {
	b := make([]byte, 0, 512)
	text := func(s string) { b = append(binary.AppendUvarint(b, uint64(len(s))), s...) }
	count := func(n int) { b = binary.AppendUvarint(b, uint64(n)) }
	text(string(p.UserID))
	text(string(p.Role))
	count(len(p.Operations))
	for _, one := range p.Operations {
		text(string(one))
	}
	count(len(p.Sites))
	for _, one := range p.Sites {
		text(string(one.ParticipantID))
		text(string(one.OperationID))
	}
	count(len(p.Narrowed))
	for _, one := range p.Narrowed {
		text(string(one.OperationID))
		text(string(one.To))
	}
	if p.Granted == nil { // nothing narrows the role; an empty list carries nothing
		count(0)
	} else {
		count(1 + len(p.Granted))
	}
	for _, one := range p.Granted {
		text(string(one))
	}
	text(string(perm))
	text(string(r.OperationID))
	text(string(r.ParticipantID))
	text(string(r.UserID))
	return sha256.Sum256(b)
}
