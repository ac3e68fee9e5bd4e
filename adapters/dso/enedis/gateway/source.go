package gateway

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/pull"
)

// Source asks the service of Enedis (pull.CurveSource).
type Source struct {
	client   *client
	settings Settings
}

var _ pull.CurveSource = (*Source)(nil)

// New makes a source. transport may be nil. Error: of Settings.Check.
func New(s Settings, transport http.RoundTripper) (*Source, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	s.BaseURL = strings.TrimRight(s.BaseURL, "/")
	return &Source{newClient(s, transport), s}, nil
}

// Serves is true for operations on Enedis' grid.
func (*Source) Serves(op metering.Operation) bool { return op.Operator == dso.Enedis }

// Oldest is as far back as the service gives values.
func (s *Source) Oldest(today civil.Date) civil.Date {
	return today.AddMonths(-s.settings.HistoryMonths).AddDays(-s.settings.HistoryDays)
}

// Calls is one question a window.
func (s *Source) Calls(r pull.CurveRequest) int {
	return (r.Days.Days() + s.settings.WindowDays - 1) / s.settings.WindowDays
}

// Fetch asks for all requests, one window after the other. A site without consent or
// without data does not end it.
func (s *Source) Fetch(ctx context.Context, _ metering.Operation, requests []pull.CurveRequest) (pull.FetchedFile, error) {
	d := newDocument(s.settings)
	for _, r := range requests {
		for from := r.Days.From; from < r.Days.To; from = from.AddDays(s.settings.WindowDays) {
			window := civil.Range{From: from, To: min(from.AddDays(s.settings.WindowDays), r.Days.To)}
			line, err := s.window(ctx, r, window)
			if err != nil {
				return pull.FetchedFile{}, err
			}
			if err := d.add(line); err != nil {
				return pull.FetchedFile{}, err
			}
			if line.Refused == refusedConsent {
				break // nor for the other windows
			}
		}
	}
	return pull.FetchedFile{Name: nameOf(requests), Content: d.text.Bytes()}, nil
}

// nameOf tells people what is in the file.
func nameOf(requests []pull.CurveRequest) string {
	if len(requests) == 0 {
		return "ENEDIS_API.json"
	}
	days := requests[0].Days
	for _, r := range requests {
		days = civil.Range{From: min(days.From, r.Days.From), To: max(days.To, r.Days.To)}
	}
	return "ENEDIS_API_" + days.From.String() + "_" + days.Last().String() + "_" + requests[0].DsoID + ".json"
}

// window asks one question.
func (s *Source) window(ctx context.Context, r pull.CurveRequest, days civil.Range) (line, error) {
	path := s.settings.ConsumptionPath
	if r.Nature == metering.Prod {
		path = s.settings.ProductionPath
	}
	query := url.Values{s.settings.Parameters.Site: {r.DsoID}, s.settings.Parameters.From: {days.From.String()}, s.settings.Parameters.To: {days.To.String()}}
	a, err := s.client.ask(ctx, path, query)
	if err != nil {
		return line{}, err
	}
	out := line{Site: r.DsoID, Nature: r.Nature.String(), Start: days.From, End: days.To}
	switch a.status {
	case http.StatusOK:
		if !json.Valid(a.body) {
			return line{}, pull.ErrSourceUnreadable.With("reason", "no JSON: "+reason(a.body))
		}
		out.Reply = a.body
	case http.StatusForbidden:
		out.Refused, out.Reason = refusedConsent, reason(a.body)
	case http.StatusNotFound:
		out.Refused, out.Reason = refusedNoData, reason(a.body)
	default:
		out.Refused, out.Reason = refusedOther, reason(a.body)
	}
	return out, nil
}

// reason is what the service says of a refusal, short.
func reason(body []byte) string {
	var told struct {
		Error       string `json:"error"`
		Description string `json:"error_description"`
	}
	if json.Unmarshal(body, &told) == nil && told.Error+told.Description != "" {
		return clip(told.Error + " " + told.Description)
	}
	return clip(string(body))
}

func clip(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "")), " ")
	if runes := []rune(s); len(runes) > maxReason {
		return string(runes[:maxReason])
	}
	return s
}

func unavailable(wait time.Duration) *fault.Error {
	return pull.ErrSourceUnavailable.With("retryAfterSeconds", int((wait+time.Second-1)/time.Second))
}
