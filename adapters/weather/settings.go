package weather

import (
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/pull"
	"github.com/openpmo/pmo/core/party"
)

// Position is a place on the map.
type Position = party.Position

// Settings say which service, and where operations are.
type Settings struct {
	URL          string        // of the last weeks and the days to come
	ArchiveURL   string        // of what is older; empty = URL has it too
	ArchiveAfter time.Duration // how old that is
	Key          string        // empty = none is sent
	Labels       string        // END or START: which end of its hour a time names
	Names        Names
	Places       map[string]Position // of operations that do not say where they are, by external id; "*" = all others
}

// Names are those of parameters and columns.
type Names struct {
	Latitude, Longitude, Hourly, From, To, Zone, Key string
	Time, Irradiance, Temperature                    string
}

const (
	labelsEnd   = "END"
	labelsStart = "START"
	everywhere  = "*"
)

// Default names and labels; addresses and places are missing.
func Default() Settings {
	return Settings{ArchiveAfter: 80 * 24 * time.Hour, Labels: labelsEnd, Names: Names{Latitude: "latitude", Longitude: "longitude",
		Hourly: "hourly", From: "start_date", To: "end_date", Zone: "timezone", Key: "apikey", Time: "time",
		Irradiance: "shortwave_radiation", Temperature: "temperature_2m"}}
}

// ByName are the names by what settings call them.
func (n *Names) ByName() map[string]*string {
	return map[string]*string{"latitude": &n.Latitude, "longitude": &n.Longitude, "hourly": &n.Hourly, "from": &n.From, "to": &n.To,
		"zone": &n.Zone, "key": &n.Key, "time": &n.Time, "irradiance": &n.Irradiance, "temperature": &n.Temperature}
}

// ParsePlaces reads ACC00000001=48.35/-1.20,*=46.5/2.5: latitude and longitude of
// operations by external id, and of all others.
func ParsePlaces(list string) (map[string]Position, error) {
	places := map[string]Position{}
	for part := range strings.SplitSeq(list, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		name, where, ok := strings.Cut(part, "=")
		north, east, ok2 := strings.Cut(where, "/")
		latitude, err1 := strconv.ParseFloat(strings.TrimSpace(north), 64)
		longitude, err2 := strconv.ParseFloat(strings.TrimSpace(east), 64)
		p := Position{Latitude: latitude, Longitude: longitude}
		if !ok || !ok2 || err1 != nil || err2 != nil || p.Check() != nil {
			return nil, fmt.Errorf("%q is not operation=latitude/longitude", part)
		}
		places[strings.TrimSpace(name)] = p
	}
	return places, nil
}

// Check tells everything that is wrong with the settings.
func (s Settings) Check() error {
	var errs []error
	for _, of := range [][2]string{{"url", s.URL}, {"archive-url", s.ArchiveURL}} {
		name, address := of[0], of[1]
		if name == "archive-url" && address == "" {
			continue
		}
		if u, err := url.Parse(address); err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.RawQuery != "" {
			errs = append(errs, fmt.Errorf("%s %q is not an http(s) address without a query", name, address))
		}
	}
	if s.Labels != labelsEnd && s.Labels != labelsStart {
		errs = append(errs, fmt.Errorf("labels %q: END or START", s.Labels))
	}
	return errors.Join(errs...)
}

// place is where an operation says it is, else where the settings say.
func (s Settings) place(p metering.Place) (Position, bool) {
	if p.At != nil {
		return *p.At, true
	}
	if at, ok := s.Places[p.Operation]; ok {
		return at, true
	}
	at, ok := s.Places[everywhere]
	return at, ok
}

func refused(reason string) *fault.Error {
	return pull.ErrWeather.With("reason", reason).With("retryAfterSeconds", int(freshFor.Seconds()))
}
