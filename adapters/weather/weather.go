// Package weather asks a weather service over HTTP for the light and the temperature of
// each hour (forecast.Weather), at the place of the operation. Addresses and names are
// settings, and so are places where operations do not say theirs; the defaults of names
// are those of Open-Meteo, whose hours are labelled by their end.
package weather

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/forecast"
)

const (
	questionFor = 20 * time.Second
	maxAnswer   = 16 << 20
	// atOnce is the longest range of one question.
	atOnce = 180 * 24 * time.Hour
)

// Service is a weather service.
type Service struct {
	settings Settings
	http     *http.Client
	now      func() time.Time
	answers  answers
}

var _ forecast.Weather = (*Service)(nil)

// New makes a service. transport may be nil. Error: of Settings.Check.
func New(s Settings, transport http.RoundTripper, now func() time.Time) (*Service, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	return &Service{settings: s, http: &http.Client{Timeout: questionFor, Transport: transport}, now: now}, nil
}

// Serves reports whether the operation or the settings say where it is.
func (s *Service) Serves(p metering.Place) bool {
	_, ok := s.settings.place(p)
	return ok
}

// Hours lists the hours that begin in [from, to). The older part comes from the
// archive, where there is one.
func (s *Service) Hours(ctx context.Context, p metering.Place, from, to time.Time) ([]forecast.WeatherHour, error) {
	place, ok := s.settings.place(p)
	if !ok {
		return nil, refused("no place")
	}
	border := s.now().Add(-s.settings.ArchiveAfter).Truncate(24 * time.Hour)
	var out []forecast.WeatherHour
	for start := from; start.Before(to); {
		end, address := to, s.settings.URL
		if s.settings.ArchiveURL != "" && start.Before(border) {
			address = s.settings.ArchiveURL
			end = earlier(end, border)
		}
		end = earlier(end, start.Add(atOnce))
		hours, err := s.answers.of(question{address, place, start, end}, s.now(), func() ([]forecast.WeatherHour, error) {
			return s.ask(ctx, address, place, start, end)
		})
		if err != nil {
			return nil, err
		}
		out = append(out, hours...)
		start = end
	}
	return out, nil
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// ask asks one question: whole days of UTC that hold the range and the label of its
// last hour.
func (s *Service) ask(ctx context.Context, address string, place Position, from, to time.Time) ([]forecast.WeatherHour, error) {
	n := s.settings.Names
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	query := url.Values{n.Latitude: {number(place.Latitude)}, n.Longitude: {number(place.Longitude)},
		n.Hourly: {n.Irradiance + "," + n.Temperature}, n.From: {from.UTC().Format(time.DateOnly)}, n.To: {to.UTC().Format(time.DateOnly)},
		n.Zone: {"UTC"}}
	if s.settings.Key != "" {
		query.Set(n.Key, s.settings.Key)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"?"+query.Encode(), nil)
	if err != nil {
		return nil, refused("address").Because(err)
	}
	reply, err := s.http.Do(r)
	if err != nil {
		return nil, refused("no answer").Because(err)
	}
	defer func() { _ = reply.Body.Close() }()
	if reply.StatusCode != http.StatusOK {
		return nil, refused("status " + strconv.Itoa(reply.StatusCode))
	}
	var body map[string]json.RawMessage
	if err := json.NewDecoder(io.LimitReader(reply.Body, maxAnswer)).Decode(&body); err != nil {
		return nil, refused("no JSON").Because(err)
	}
	hours, err := s.read(body)
	return slices.DeleteFunc(hours, func(h forecast.WeatherHour) bool { return h.Start.Before(from) || !h.Start.Before(to) }), err
}

// read takes the columns apart. An hour without light is left out.
func (s *Service) read(body map[string]json.RawMessage) ([]forecast.WeatherHour, error) {
	n := s.settings.Names
	var columns map[string]json.RawMessage
	var times []string
	var light, degrees []*float64
	if json.Unmarshal(body[n.Hourly], &columns) != nil || json.Unmarshal(columns[n.Time], &times) != nil ||
		json.Unmarshal(columns[n.Irradiance], &light) != nil || len(light) != len(times) {
		return nil, refused("no columns " + n.Time + " and " + n.Irradiance + " of one length")
	}
	if columns[n.Temperature] != nil && (json.Unmarshal(columns[n.Temperature], &degrees) != nil || len(degrees) != len(times)) {
		return nil, refused("column " + n.Temperature)
	}
	shift := time.Duration(0)
	if s.settings.Labels == labelsEnd {
		shift = time.Hour
	}
	var out []forecast.WeatherHour
	for i, text := range times {
		at, err := time.Parse("2006-01-02T15:04", text)
		if err != nil {
			return nil, refused("time " + fmt.Sprintf("%.30q", text))
		}
		if light[i] == nil {
			continue
		}
		h := forecast.WeatherHour{Start: at.Add(-shift), Irradiance: *light[i]}
		if degrees != nil {
			h.Temperature = degrees[i]
		}
		out = append(out, h)
	}
	return out, nil
}
