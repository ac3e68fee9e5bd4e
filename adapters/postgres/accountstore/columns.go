package accountstore

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/account/columnchoice"
	"github.com/openpmo/pmo/core/id"
)

// Columns keeps which columns of the table of participants accounts chose.
type Columns struct{ db *postgres.DB }

var _ columnchoice.Choices = (*Columns)(nil)

// NewColumns is the store over db.
func NewColumns(db *postgres.DB) *Columns { return &Columns{db} }

var columnConstraints = postgres.Constraints{"column_choices_user_id_fkey": account.ErrNotFound}

// Of is the choice of an account; nil = it made none.
func (s *Columns) Of(ctx context.Context, userID id.ID) ([]columnchoice.Column, error) {
	stored, err := queries(ctx, s.db).GetColumnChoice(ctx, userID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	var columns []columnchoice.Column
	for _, one := range stored {
		columns = append(columns, columnchoice.Column(one))
	}
	return columns, err
}

// Set keeps one in the place of an earlier one. Error: user.notFound.
func (s *Columns) Set(ctx context.Context, userID id.ID, columns []columnchoice.Column) error {
	stored := make([]string, len(columns))
	for i, one := range columns {
		stored[i] = string(one)
	}
	return columnConstraints.Translate(queries(ctx, s.db).PutColumnChoice(ctx, userID, stored))
}

// Drop forgets it, if there is one.
func (s *Columns) Drop(ctx context.Context, userID id.ID) error {
	return queries(ctx, s.db).DeleteColumnChoice(ctx, userID)
}
