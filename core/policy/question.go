package policy

import (
	"context"
	"slices"
	"sync"
)

// Question is one that was asked of the policy, as it can be stored and asked again.
type Question struct {
	Permission Permission `json:"permission"`
	Resource
}

// Questions collects what was asked and allowed in a context, each once.
type Questions struct {
	mu    sync.Mutex
	asked []Question
	known map[Question]bool
}

type questionsKey struct{}

// Collecting is ctx with all that is asked and allowed in it kept in the second result.
func Collecting(ctx context.Context) (context.Context, *Questions) {
	q := &Questions{known: map[Question]bool{}}
	return context.WithValue(ctx, questionsKey{}, q), q
}

// All lists the questions in the order in which they were asked.
func (q *Questions) All() []Question {
	q.mu.Lock()
	defer q.mu.Unlock()
	return slices.Clone(q.asked)
}

func keep(ctx context.Context, asked Question) {
	q, ok := ctx.Value(questionsKey{}).(*Questions)
	if !ok {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.known[asked] {
		q.known[asked] = true
		q.asked = append(q.asked, asked)
	}
}
