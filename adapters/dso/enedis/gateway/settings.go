package gateway

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Settings say how the service is reached and what its answers look like.
type Settings struct {
	BaseURL      string // of the metering API
	TokenURL     string // of OAuth2
	ClientID     string
	ClientSecret string
	Scope        string // of the token; empty = none is asked for

	ConsumptionPath string
	ProductionPath  string
	Parameters      Parameters
	Fields          Fields

	Labels string // END or START: which end of its step a time names
	Clock  string // LOCAL, UTC or OFFSET: what clock it is of

	PerSecond     float64       // questions
	WindowDays    int           // days of one question
	HistoryMonths int           // how far back, with HistoryDays
	HistoryDays   int           //
	Patience      time.Duration // longest wait within one question; beyond, the pull is tried again later
}

// Parameters are the names in the query of a question.
type Parameters struct{ Site, From, To string }

// Fields are the places in an answer: names with dots between. Value, Date, Step and
// Kind are within one element of Readings.
type Fields struct {
	Site     string `json:"site"`
	Unit     string `json:"unit"`
	Readings string `json:"readings"`
	Value    string `json:"value"`
	Date     string `json:"date"`
	Step     string `json:"step"`
	Kind     string `json:"kind"`
}

// Default is the published metering API of Enedis.
func Default() Settings {
	return Settings{
		BaseURL: "https://gw.ext.prod.api.enedis.fr", TokenURL: "https://gw.ext.prod.api.enedis.fr/oauth2/v3/token",
		ConsumptionPath: "/metering_data_clc/v5/consumption_load_curve", ProductionPath: "/metering_data_plc/v5/production_load_curve",
		Parameters: Parameters{Site: "usage_point_id", From: "start", To: "end"},
		Fields: Fields{Site: "meter_reading.usage_point_id", Unit: "meter_reading.reading_type.unit",
			Readings: "meter_reading.interval_reading", Value: "value", Date: "date", Step: "interval_length", Kind: "measure_type"},
		Labels: labelsEnd, Clock: clockLocal,
		PerSecond: 5, WindowDays: 7, HistoryMonths: 24, HistoryDays: 15, Patience: 20 * time.Second,
	}
}

const (
	labelsEnd   = "END"
	labelsStart = "START"
	clockLocal  = "LOCAL"
	clockUTC    = "UTC"
	clockOffset = "OFFSET"
)

// ByName are the fields by what settings call them.
func (f *Fields) ByName() map[string]*string {
	return map[string]*string{"site": &f.Site, "unit": &f.Unit, "readings": &f.Readings, "value": &f.Value,
		"date": &f.Date, "step": &f.Step, "kind": &f.Kind}
}

// ByName are the parameters by what settings call them.
func (p *Parameters) ByName() map[string]*string {
	return map[string]*string{"site": &p.Site, "from": &p.From, "to": &p.To}
}

// Check tells everything that is wrong with the settings.
func (s Settings) Check() error {
	var errs []error
	for _, of := range [][2]string{{"base-url", s.BaseURL}, {"token-url", s.TokenURL}} {
		name, address := of[0], of[1]
		if u, err := url.Parse(address); err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
			errs = append(errs, fmt.Errorf("%s %q is not an http(s) address", name, address))
		}
	}
	for _, of := range [][2]string{{"consumption-path", s.ConsumptionPath}, {"production-path", s.ProductionPath}} {
		name, path := of[0], of[1]
		if !strings.HasPrefix(path, "/") {
			errs = append(errs, fmt.Errorf("%s %q does not begin with /", name, path))
		}
	}
	if s.ClientID == "" || s.ClientSecret == "" {
		errs = append(errs, errors.New("client-id and client-secret belong together, and neither may be empty"))
	}
	if !slices.Contains([]string{labelsEnd, labelsStart}, s.Labels) {
		errs = append(errs, fmt.Errorf("labels %q: END or START", s.Labels))
	}
	if !slices.Contains([]string{clockLocal, clockUTC, clockOffset}, s.Clock) {
		errs = append(errs, fmt.Errorf("clock %q: LOCAL, UTC or OFFSET", s.Clock))
	}
	if s.Labels == labelsStart && s.Clock == clockLocal {
		errs = append(errs, errors.New("labels START needs clock UTC or OFFSET: in the hour that autumn repeats, starts on the clock of the wall cannot be told apart"))
	}
	if s.PerSecond <= 0 || s.WindowDays < 1 || s.HistoryMonths < 0 || s.HistoryDays < 0 || s.Patience < 0 {
		errs = append(errs, errors.New("per-second and window-days must be above zero, history and patience not below"))
	}
	return errors.Join(errs...)
}
