package metering

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// CurveExport is curves to be written to a file, with the quality of each value. Only
// the operator's figures are exported (decisions 3.2).
type CurveExport struct {
	LoadCurve
	// Subject names whose curves these are: the operation's external id, or the number
	// of the site.
	Subject string
}

// Export is the curves of an operation, or of one of its sites, for a file.
// Errors: forbidden, notFound, range.reversed, range.tooLong.
func (s *Service) Export(ctx context.Context, p policy.Principal, in CurveInput) (CurveExport, error) {
	const perm = policy.Permission("curve:export")
	if err := s.guard.Operation(ctx, p, perm, in.OperationID); err != nil {
		return CurveExport{}, err
	}
	in.Origin, in.Quality, in.Known = DSO, true, ""
	if in.ParticipantID == "" {
		curve, err := s.operationCurve(ctx, p, in)
		if err != nil {
			return CurveExport{}, err
		}
		subject := string(in.OperationID)
		if s.operations != nil {
			subject, err = s.operations.ExternalID(ctx, in.OperationID)
		}
		return CurveExport{curve, subject}, err
	}
	of, err := s.guard.Participant(ctx, p, perm, in.ParticipantID)
	if err == nil && of != in.OperationID {
		err = policy.ErrNotFound
	}
	if err != nil {
		return CurveExport{}, err
	}
	curve, err := s.participantCurve(ctx, p, in.OperationID, in)
	if err != nil {
		return CurveExport{}, err
	}
	sites, err := s.perimeter.SitesOf(ctx, in.OperationID, []id.ID{in.ParticipantID})
	if err != nil || len(sites) == 0 {
		return CurveExport{}, err
	}
	return CurveExport{curve, sites[0].DsoID}, nil
}

// Bounds are the instants at which the steps of a curve begin, and its end.
func (c LoadCurve) Bounds() []time.Time {
	var out []time.Time
	switch c.Step {
	case "P1D":
		for d := c.Days.From; d <= c.Days.To; d++ {
			out = append(out, c.Zone.Start(d))
		}
	case "P1M":
		for _, m := range civil.MonthsOf(c.Days) {
			out = append(out, c.Zone.Start(max(m.First(), c.Days.From)))
		}
		out = append(out, c.Zone.Start(c.Days.To))
	default:
		end := c.Zone.Start(c.Days.To)
		for at := c.Start; !at.After(end); at = at.Add(stepOfISO(c.Step)) {
			out = append(out, at)
		}
	}
	return out
}

// stepOfISO reads what ISOStep wrote.
func stepOfISO(iso string) time.Duration {
	for _, s := range []int32{300, 600, 900, 1800} {
		if ISOStep(s) == iso {
			return seconds(s)
		}
	}
	return hour
}
