package historystore

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/folder"
)

// Answers reads what was written down of the operators' answers.
type Answers struct{ db *postgres.DB }

var _ participant.Answers = (*Answers)(nil)

// NewAnswers is the reader over db.
func NewAnswers(db *postgres.DB) *Answers { return &Answers{db} }

// OfSite are those about a site, the oldest first.
func (s *Answers) OfSite(ctx context.Context, operationID, participantID id.ID) ([]participant.RecordedAnswer, error) {
	rows, err := queries(ctx, s.db).ListRecordedAnswers(ctx, participantID, operationID)
	out := make([]participant.RecordedAnswer, len(rows))
	for i, r := range rows {
		out[i] = participant.RecordedAnswer{At: r.At, Answer: folder.Answer{Request: folder.Request(r.Request), Word: folder.Word(r.Answer), Reason: r.Reason}}
	}
	return out, err
}
