package config

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/openpmo/pmo/adapters/dso/enedis/gateway"
	"github.com/openpmo/pmo/adapters/place"
	"github.com/openpmo/pmo/adapters/place/pull"
	"github.com/openpmo/pmo/adapters/weather"
	"github.com/openpmo/pmo/core/metering/pull/drop"
)

// PullConfig is what the server fetches by itself: curves from Enedis, files from a
// folder or an SFTP server, the weather. All of it is off by default.
type PullConfig struct {
	EnedisBaseURL         string `mapstructure:"enedis-base-url"`
	EnedisTokenURL        string `mapstructure:"enedis-token-url"`
	EnedisClientID        string `mapstructure:"enedis-client-id"`
	EnedisClientSecret    string `mapstructure:"enedis-client-secret"`
	EnedisScope           string `mapstructure:"enedis-scope"`
	EnedisConsumptionPath string `mapstructure:"enedis-consumption-path"`
	EnedisProductionPath  string `mapstructure:"enedis-production-path"`
	EnedisParameters      string `mapstructure:"enedis-parameters"`
	EnedisFields          string `mapstructure:"enedis-fields"`
	EnedisLabels          string `mapstructure:"enedis-labels"`
	EnedisClock           string `mapstructure:"enedis-clock"`
	EnedisPerSecond       int    `mapstructure:"enedis-per-second"`

	PullDir          string `mapstructure:"pull-dir"`
	PullSFTPURL      string `mapstructure:"pull-sftp-url"`
	PullSFTPHostKey  string `mapstructure:"pull-sftp-host-key"`
	PullSFTPPassword string `mapstructure:"pull-sftp-password"`
	PullSFTPKeyFile  string `mapstructure:"pull-sftp-key-file"`

	WeatherURL        string `mapstructure:"weather-url"`
	WeatherArchiveURL string `mapstructure:"weather-archive-url"`
	WeatherKey        string `mapstructure:"weather-key"`
	WeatherPlaces     string `mapstructure:"weather-places"`
	WeatherNames      string `mapstructure:"weather-names"`
	WeatherLabels     string `mapstructure:"weather-labels"`
	// PerformancePercent is the performance ratio of panels whose own is not known.
	PerformancePercent int `mapstructure:"solar-performance-percent"`
	// LateDays is after how many days of its end a month should be definitive.
	LateDays int `mapstructure:"curve-late-days"`
}

var pullSettings = []setting{
	{"enedis-client-id", "who we are at the metering API of Enedis; empty = it is not asked", ""},
	{"enedis-client-secret", "the secret that belongs to it", ""},
	{"enedis-base-url", "address of the metering API", gateway.Default().BaseURL},
	{"enedis-token-url", "address that gives tokens (OAuth2 client credentials)", gateway.Default().TokenURL},
	{"enedis-scope", "scope of the token", ""},
	{"enedis-consumption-path", "path of consumption curves", gateway.Default().ConsumptionPath},
	{"enedis-production-path", "path of production curves", gateway.Default().ProductionPath},
	{"enedis-parameters", "other names in questions, as site=prm,from=debut,to=fin", ""},
	{"enedis-fields", "other places in answers, as readings=points,date=t,value=w,step=d,unit=u,site=prm,kind=k", ""},
	{"enedis-labels", "END or START: which end of its step a time names", gateway.Default().Labels},
	{"enedis-clock", "LOCAL, UTC or OFFSET: what clock times are of", gateway.Default().Clock},
	{"enedis-per-second", "questions a second; the quota divided by the number of processes", int(gateway.Default().PerSecond)},
	{"pull-dir", "folder with a folder for each operation, named by its external id, whose curve files are imported", ""},
	{"pull-sftp-url", "the same on a server: sftp://user@host/folder", ""},
	{"pull-sftp-host-key", "fingerprint of the server's key (SHA256:…)", ""},
	{"pull-sftp-password", "password at the server; or give a key file", ""},
	{"pull-sftp-key-file", "private key for the server, without a passphrase", ""},
	{"weather-url", "weather service in the form of Open-Meteo; empty = off", ""},
	{"weather-archive-url", "the same for what is older than 80 days; empty = the service has it", ""},
	{"weather-key", "key of the weather service", ""},
	{"weather-places", "where operations are that do not say it themselves: ACC00000001=48.35/-1.20,*=46.5/2.5", ""},
	{"weather-names", "other names of parameters and columns, as irradiance=ghi,temperature=t", ""},
	{"weather-labels", "END or START: which end of its hour a time names", weather.Default().Labels},
	{"solar-performance-percent", "performance ratio of panels while their own is not known", 80},
	{"curve-late-days", "days after the end of a month when its curves should be complete and definitive", 45},
}

// check tells everything that is wrong. What reaches out is made for that and given
// back, so that a wrong folder or key is a refusal to start.
func (c PullConfig) check() error {
	var errs []error
	if _, err := c.Enedis(); err != nil {
		errs = append(errs, err)
	}
	drops, closers, err := c.Drops()
	_ = drops
	for _, one := range closers {
		errs = append(errs, one.Close())
	}
	errs = append(errs, err)
	if _, err := c.Weather(); err != nil {
		errs = append(errs, err)
	}
	if c.PerformancePercent < 0 || c.PerformancePercent > 100 {
		errs = append(errs, fmt.Errorf("solar-performance-percent %d is not 0 to 100", c.PerformancePercent))
	}
	if c.LateDays < 1 || c.LateDays > 400 {
		errs = append(errs, fmt.Errorf("curve-late-days %d is not 1 to 400", c.LateDays))
	}
	return errors.Join(errs...)
}

// Enedis is the gateway; nil when it is off.
func (c PullConfig) Enedis() (*gateway.Source, error) {
	if c.EnedisClientID == "" {
		if c.EnedisClientSecret != "" {
			return nil, errors.New("enedis-client-secret without enedis-client-id")
		}
		return nil, nil
	}
	s := gateway.Default()
	s.BaseURL, s.TokenURL, s.ClientID, s.ClientSecret, s.Scope = c.EnedisBaseURL, c.EnedisTokenURL, c.EnedisClientID, c.EnedisClientSecret, c.EnedisScope
	s.ConsumptionPath, s.ProductionPath = c.EnedisConsumptionPath, c.EnedisProductionPath
	s.Labels, s.Clock, s.PerSecond = c.EnedisLabels, c.EnedisClock, float64(c.EnedisPerSecond)
	if err := errors.Join(rename(c.EnedisParameters, s.Parameters.ByName()), rename(c.EnedisFields, s.Fields.ByName())); err != nil {
		return nil, fmt.Errorf("enedis: %w", err)
	}
	source, err := gateway.New(s, nil)
	if err != nil {
		return nil, fmt.Errorf("enedis: %w", err)
	}
	return source, nil
}

// rename changes names of an outer service by a list as site=point.id,value=v: what is
// not in it stays.
func rename(list string, names map[string]*string) error {
	for part := range strings.SplitSeq(list, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		name, value, ok := strings.Cut(part, "=")
		target, known := names[strings.TrimSpace(name)]
		if value = strings.TrimSpace(value); !ok || !known || value == "" {
			return fmt.Errorf("%q is not name=value of a name that is known", part)
		}
		*target = value
	}
	return nil
}

// Drops are the places files are taken from; none when all are off.
func (c PullConfig) Drops() (drops []drop.Drop, closers []io.Closer, err error) {
	if c.PullDir != "" {
		folder, err := place.OpenFolder(c.PullDir)
		if err != nil {
			return nil, nil, fmt.Errorf("pull-dir: %w", err)
		}
		d := pull.From(folder)
		drops, closers = append(drops, d), append(closers, d)
	}
	if c.PullSFTPURL == "" {
		if c.PullSFTPHostKey+c.PullSFTPPassword+c.PullSFTPKeyFile != "" {
			return drops, closers, errors.New("pull-sftp-host-key, -password and -key-file need pull-sftp-url")
		}
		return drops, closers, nil
	}
	server, err := place.NewSFTP(place.Settings{Address: c.PullSFTPURL, HostKey: c.PullSFTPHostKey, Password: c.PullSFTPPassword, KeyFile: c.PullSFTPKeyFile})
	if err != nil {
		return drops, closers, fmt.Errorf("pull-sftp: %w", err)
	}
	d := pull.From(server)
	return append(drops, d), append(closers, d), nil
}

// Weather is the settings of the weather service; nil when it is off.
func (c PullConfig) Weather() (*weather.Settings, error) {
	if c.WeatherURL == "" {
		if c.WeatherPlaces+c.WeatherArchiveURL+c.WeatherKey != "" {
			return nil, errors.New("weather-places, -archive-url and -key need weather-url")
		}
		return nil, nil
	}
	s := weather.Default()
	s.URL, s.ArchiveURL, s.Key, s.Labels = c.WeatherURL, c.WeatherArchiveURL, c.WeatherKey, c.WeatherLabels
	places, err := weather.ParsePlaces(c.WeatherPlaces)
	s.Places = places
	if err := errors.Join(err, rename(c.WeatherNames, s.Names.ByName())); err != nil {
		return nil, fmt.Errorf("weather: %w", err)
	}
	if err := s.Check(); err != nil {
		return nil, fmt.Errorf("weather: %w", err)
	}
	return &s, nil
}
