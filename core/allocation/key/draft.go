package key

import (
	"strings"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

const maxDraftName = 100

// checkDraft refuses what no key can be; whether it is complete is asked when it is
// put in force.
func checkDraft(c allocation.Config) error {
	switch {
	case !c.Type.Known():
		return allocation.ErrType.With("value", string(c.Type))
	case utf8.RuneCountInString(c.Name) > maxDraftName:
		return allocation.ErrReason.With("max", maxDraftName).At("name")
	case utf8.RuneCountInString(c.Reason) > allocation.MaxReason:
		return allocation.ErrReason.With("max", allocation.MaxReason)
	}
	if err := c.CheckNames(); err != nil {
		return err
	}
	return c.CheckNumbers()
}

// UpdateDraftInput is new content of a draft; nil = unchanged. IfRevision 0 = not asked.
type UpdateDraftInput struct {
	OperationID, DraftID id.ID
	IfRevision           int
	Name, Season, Reason *string
	Type                 *allocation.Type
	Params               *[]allocation.Param
	Pools                *[]allocation.Pool
}

func (in UpdateDraftInput) apply(c *allocation.Config) {
	text := func(to *string, from *string) {
		if from != nil {
			*to = strings.TrimSpace(*from)
		}
	}
	text(&c.Name, in.Name)
	text(&c.Season, in.Season)
	text(&c.Reason, in.Reason)
	if in.Type != nil {
		c.Type = *in.Type
	}
	if in.Params != nil {
		c.Params = *in.Params
	}
	if in.Pools != nil {
		c.Pools = allocation.KeepPoolIDs(*in.Pools, c.Pools)
	}
}

// PublishDraftInput puts a draft in force. No day is the draft's own, or else today.
type PublishDraftInput struct {
	OperationID, DraftID id.ID
	EffectiveDate        *civil.Date
	Reason               string
}
