// Package memory keeps values in the memory of a process, up to a number of bytes.
package memory

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Memory keeps values by key. What was used least goes first. It may be used by several at
// once.
type Memory[K comparable] struct {
	mu      sync.Mutex
	entries *simplelru.LRU[K, kept]
	bytes   int
	limit   int
}

type kept struct {
	value any
	bytes int
}

// most is how many values are kept at most, however small they are.
const most = 1 << 20

// New makes one that keeps values of so many bytes in all. A value of more than a quarter
// of that is not kept.
func New[K comparable](limit int) *Memory[K] {
	m := &Memory[K]{limit: limit}
	entries, err := simplelru.NewLRU(most, func(_ K, v kept) { m.bytes -= v.bytes })
	if err != nil {
		panic(err) // for most is positive
	}
	m.entries = entries
	return m
}

// Recall is what was kept of a key.
func (m *Memory[K]) Recall(key K) (value any, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok := m.entries.Get(key)
	return v.value, ok
}

// Keep takes a value of about so many bytes, in place of the one that the key has, and
// forgets others for it.
func (m *Memory[K]) Keep(key K, value any, bytes int) {
	if bytes > m.limit/4 {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.entries.Remove(key)
	m.entries.Add(key, kept{value, bytes})
	for m.bytes += bytes; m.bytes > m.limit; {
		m.entries.RemoveOldest()
	}
}
