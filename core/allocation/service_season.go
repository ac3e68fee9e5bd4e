package allocation

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// SeasonKeys is the seasons in force with the version that each has; none = that of
// the whole year.
type SeasonKeys struct {
	Seasonality
	Keys map[string]id.ID // by name of the season
}

// GetSeasonality is the seasons in force today; none before any was set. Errors:
// forbidden, notFound.
func (s *Service) GetSeasonality(ctx context.Context, p policy.Principal, operationID id.ID) (SeasonKeys, error) {
	if err := s.Guard.Operation(ctx, p, read, operationID); err != nil {
		return SeasonKeys{}, err
	}
	o, line, err := s.timeline(ctx, operationID)
	if err != nil {
		return SeasonKeys{}, err
	}
	return s.seasonKeys(ctx, line, o.Zone().DateOf(s.Now()))
}

func (s *Service) seasonKeys(ctx context.Context, line Timeline, today civil.Date) (SeasonKeys, error) {
	seasonality, _ := line.SeasonalityOn(today)
	keys := SeasonKeys{Seasonality: seasonality, Keys: map[string]id.ID{}}
	for _, season := range seasonality.Seasons {
		if c, ok := line.of(season.Name, today); ok {
			keys.Keys[season.Name] = c.ID
		}
	}
	author, err := s.named(ctx, Config{AuthorID: seasonality.AuthorID})
	keys.Author = author.Author
	return keys, err
}

// CreateSeasonalityInput is the seasons from a day on; no day is today, none = one key
// all year.
type CreateSeasonalityInput struct {
	OperationID   id.ID
	Seasons       []Season
	EffectiveDate *civil.Date
	Reason        string
}

// CreateSeasonality sets the seasons. A season without a key of its own has that of
// the whole year. Errors: forbidden, notFound, the checks of the fields, key.invoiced.
func (s *Service) CreateSeasonality(ctx context.Context, p policy.Principal, in CreateSeasonalityInput) (SeasonKeys, error) {
	if err := s.Guard.Operation(ctx, p, update, in.OperationID); err != nil {
		return SeasonKeys{}, err
	}
	n := Seasonality{OperationID: in.OperationID, ID: id.New(), Seasons: in.Seasons, Reason: strings.TrimSpace(in.Reason),
		AuthorID: p.UserID, CreatedAt: s.Now().UTC()}
	for i := range n.Seasons {
		n.Seasons[i].Name = strings.TrimSpace(n.Seasons[i].Name)
	}
	if err := n.check(); err != nil {
		return SeasonKeys{}, err
	}
	change := p.Change(update, in.OperationID, "seasonality", n.ID)
	change.Details = map[string]any{"seasons": len(n.Seasons)}
	var stored SeasonKeys
	err := s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		o, err := s.Operations.Locked(ctx, in.OperationID)
		if err != nil {
			return err
		}
		_, line, err := s.timeline(ctx, in.OperationID)
		if err != nil {
			return err
		}
		today := o.Zone().DateOf(s.Now())
		n.Version, n.EffectiveDate = len(line.Seasonalities)+1, today
		if in.EffectiveDate != nil {
			n.EffectiveDate = *in.EffectiveDate
		}
		if err := checkDay(n.EffectiveDate, today); err != nil {
			return err
		}
		if err := s.checkInvoiced(ctx, o, n.EffectiveDate); err != nil {
			return err
		}
		if err := s.Seasons.Add(ctx, n); err != nil {
			return err
		}
		line.Seasonalities = append(line.Seasonalities, n)
		if stored, err = s.seasonKeys(ctx, line, max(today, n.EffectiveDate)); err != nil {
			return err
		}
		return s.shareAgain(ctx, o, n.EffectiveDate)
	})
	return stored, err
}

func (s Seasonality) check() error {
	if utf8.RuneCountInString(s.Reason) > maxReason {
		return ErrReason.With("max", maxReason)
	}
	return checkSeasons(s.Seasons)
}
