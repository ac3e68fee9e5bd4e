// Package config reads the settings of the server (docs/operations.md) and checks them as a whole.
package config

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"github.com/openpmo/pmo/core/operation/simpleview"
	"github.com/openpmo/pmo/core/paper/notice"
	"github.com/openpmo/pmo/core/policy"
)

// Config is every setting of the server (docs/operations.md). Each can be given as a
// flag (--data-dir), in the environment (PMO_DATA_DIR) or in a file (data-dir:).
type Config struct {
	Addr        string `mapstructure:"addr"`
	DataDir     string `mapstructure:"data-dir"`
	PublicURL   string `mapstructure:"public-url"`
	DatabaseURL string `mapstructure:"database-url"`
	SecretKey   string `mapstructure:"secret-key"`
	LogFormat   string `mapstructure:"log-format"`

	Embedded  bool   `mapstructure:"embedded"`
	Demo      bool   `mapstructure:"demo"`
	DemoUntil string `mapstructure:"demo-until"`
	DemoAhead int    `mapstructure:"demo-ahead"`

	TrustedProxies string `mapstructure:"trusted-proxies"`
	MetricsAddr    string `mapstructure:"metrics-addr"`
	DrainSeconds   int    `mapstructure:"drain-seconds"`

	S3Endpoint  string `mapstructure:"s3-endpoint"`
	S3Bucket    string `mapstructure:"s3-bucket"`
	S3Region    string `mapstructure:"s3-region"`
	S3AccessKey string `mapstructure:"s3-access-key"`
	S3SecretKey string `mapstructure:"s3-secret-key"`
	S3Insecure  bool   `mapstructure:"s3-insecure"`

	SMTPHost     string `mapstructure:"smtp-host"`
	SMTPPort     int    `mapstructure:"smtp-port"`
	SMTPUser     string `mapstructure:"smtp-user"`
	SMTPPassword string `mapstructure:"smtp-password"`
	SMTPFrom     string `mapstructure:"smtp-from"`
	SMTPTLS      string `mapstructure:"smtp-tls"`

	SecondFactor string `mapstructure:"second-factor"`
	MonthMails   bool   `mapstructure:"month-mails"`
	// PaperReminderDays is after how many days without a word a paper is reminded of.
	PaperReminderDays int `mapstructure:"paper-reminder-days"`
	// SimpleViewSites is from how many sites on an operation is shown whole.
	SimpleViewSites int `mapstructure:"simple-view-sites"`
	// PlatformsLocal lets connections lead to this machine.
	PlatformsLocal bool `mapstructure:"einvoicing-local"`
	// EInvoicingFolder is where gateways of Peppol fetch e-invoices, a folder each; "" = nowhere.
	EInvoicingFolder string `mapstructure:"einvoicing-folder"`

	SupportEmail string `mapstructure:"support-email"`
	SupportHours string `mapstructure:"support-hours"`
	SupportURL   string `mapstructure:"support-url"`
	LogoutURL    string `mapstructure:"logout-url"`

	Pull         PullConfig        `mapstructure:",squash"`
	Coefficients CoefficientConfig `mapstructure:",squash"`
	Exports      ExportConfig      `mapstructure:",squash"`
	OIDC         OIDCConfig        `mapstructure:",squash"`
	Perimeter    PerimeterConfig   `mapstructure:",squash"`
	Handover     HandoverConfig    `mapstructure:",squash"`
}

// setting documents one of them, for flags and the help text.
type setting struct {
	name, help string
	value      any
}

var settings = slices.Concat(ownSettings, coefficientSettings, exportSettings, pullSettings, oidcSettings, perimeterSettings, handoverSettings)

var ownSettings = []setting{
	{"addr", "address to listen on", "127.0.0.1:8080"},
	{"data-dir", "folder of the embedded database, files and keys", ".pmo"},
	{"public-url", "address people use, for links in mails (default: from addr)", ""},
	{"database-url", "PostgreSQL 15 or later", ""},
	{"secret-key", "32 bytes or more; signs links and encrypts IBANs. Kept in the data folder when embedded", ""},
	{"log-format", "json or text", "json"},
	{"trusted-proxies", "addresses or networks of proxies in front, as in 10.0.0.0/8,192.0.2.7: their X-Forwarded-For is believed", ""},
	{"metrics-addr", "address on which /metrics is answered, alone; empty = on addr, with everything else", ""},
	{"drain-seconds", "when told to stop: how long /readyz says so before the listener closes, for load balancers. Not with embedded", 5},
	{"embedded", "run our own PostgreSQL in the data folder", false},
	{"demo", "load the demo into an empty database and keep it up to yesterday", false},
	{"demo-until", "last day of the demo data (YYYY-MM-DD; default: yesterday)", ""},
	{"demo-ahead", "by how many days the clock of a demo is ahead, to see what comes weeks later", 0},
	{"s3-endpoint", "host[:port] of an S3 service; empty = files in the data folder", ""},
	{"s3-bucket", "bucket", ""},
	{"s3-region", "region", "us-east-1"},
	{"s3-access-key", "access key", ""},
	{"s3-secret-key", "secret key", ""},
	{"s3-insecure", "speak plain HTTP to the S3 service", false},
	{"smtp-host", "mail server; empty = a local outbox that the back-office shows", ""},
	{"smtp-port", "its port", 587},
	{"smtp-user", "user", ""},
	{"smtp-password", "password", ""},
	{"smtp-from", "sender of mails", "pmo@localhost"},
	{"smtp-tls", "starttls, tls or none", "starttls"},
	{"second-factor", "roles whose accounts must have a second factor: admin, organizer, or both with a comma; empty = whoever wants has one", ""},
	{"month-mails", "write to organizers when the data of a month are complete and definitive", true},
	{"simple-view-sites", "operations with fewer sites are shown without what small ones can do without, until somebody asks for all of it; 0 = none is", simpleview.DefaultLimit},
	{"paper-reminder-days", "after how many days a participant is reminded of a paper that waits for its signature, once; 0 = never", notice.DefaultReminderDays},
	{"einvoicing-folder", "folder below which gateways of Peppol fetch e-invoices, one for each connection", ""},
	{"einvoicing-local", "let connections for e-invoices lead to this machine, also by http: for trying them with a made-up platform", false},
	{"support-email", "shown wherever a text says support", "support@example.org"},
	{"support-hours", "hours of the support", ""},
	{"support-url", "page of the support", ""},
	{"logout-url", "where people go after signing out", "/logout"},
}

// AddFlags defines a flag for each setting.
func AddFlags(flags *pflag.FlagSet) {
	flags.String("config", "", "settings file (YAML)")
	for _, s := range settings {
		switch v := s.value.(type) {
		case string:
			flags.String(s.name, v, s.help)
		case bool:
			flags.Bool(s.name, v, s.help)
		case int:
			flags.Int(s.name, v, s.help)
		}
	}
}

// Read merges flags, environment and file, in this order of precedence, and
// checks the result as a whole.
func Read(flags *pflag.FlagSet) (Config, error) {
	v := viper.New()
	v.SetEnvPrefix("PMO")
	v.SetEnvKeyReplacer(strings.NewReplacer("-", "_"))
	v.AutomaticEnv()
	for _, s := range settings {
		v.SetDefault(s.name, s.value)
	}
	if err := v.BindPFlags(flags); err != nil {
		return Config{}, err
	}
	if file := v.GetString("config"); file != "" {
		v.SetConfigFile(file)
		if err := v.ReadInConfig(); err != nil {
			return Config{}, fmt.Errorf("settings file: %w", err)
		}
		if err := knownKeys(v); err != nil {
			return Config{}, err
		}
	}
	var c Config
	if err := v.Unmarshal(&c); err != nil {
		return Config{}, fmt.Errorf("settings: %w", err)
	}
	return c, c.check()
}

// knownKeys refuses a setting nobody reads: a typing mistake must not be silent.
func knownKeys(v *viper.Viper) error {
	known := map[string]bool{"config": true}
	for _, s := range settings {
		known[s.name] = true
	}
	for _, key := range v.AllKeys() {
		if !known[key] && v.InConfig(key) {
			return fmt.Errorf("settings file: unknown setting %q", key)
		}
	}
	return nil
}

// leadsSomewhere reports whether an address is a path of this host or an http(s) address.
func leadsSomewhere(address string) bool {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return false
	case u.Scheme == "":
		return u.Host == "" && strings.HasPrefix(u.Path, "/")
	default:
		return u.Host != "" && (u.Scheme == "http" || u.Scheme == "https")
	}
}

func (c *Config) check() error {
	var errs []error
	if _, _, err := net.SplitHostPort(c.Addr); err != nil {
		errs = append(errs, fmt.Errorf("addr %q: %w", c.Addr, err))
	}
	if c.PublicURL == "" {
		c.PublicURL = "http://" + c.Addr
	}
	if !leadsSomewhere(c.LogoutURL) {
		errs = append(errs, fmt.Errorf("logout-url %q is no path and no http(s) address", c.LogoutURL))
	}
	if c.PaperReminderDays < 0 {
		errs = append(errs, errors.New("paper-reminder-days is a number of days, 0 or more"))
	}
	if c.SimpleViewSites < 0 {
		errs = append(errs, errors.New("simple-view-sites is a number of sites, 0 or more"))
	}
	if u, err := url.Parse(c.PublicURL); err != nil || u.Scheme == "" || u.Host == "" {
		errs = append(errs, fmt.Errorf("public-url %q is not an http(s) address", c.PublicURL))
	}
	if c.Embedded && c.DatabaseURL != "" {
		errs = append(errs, errors.New("embedded and database-url exclude each other"))
	}
	if !c.Embedded && c.DatabaseURL == "" {
		errs = append(errs, errors.New("PMO_DATABASE_URL is not set. Set it, or start with --embedded to run a PostgreSQL of our own in the data folder"))
	}
	if !c.Embedded && len(c.SecretKey) < 32 {
		errs = append(errs, errors.New("PMO_SECRET_KEY must be set, with 32 characters or more"))
	}
	if c.DemoUntil != "" {
		if _, err := time.Parse(time.DateOnly, c.DemoUntil); err != nil {
			errs = append(errs, fmt.Errorf("demo-until %q is not a date (YYYY-MM-DD)", c.DemoUntil))
		}
	}
	switch {
	case c.DemoAhead < 0 || c.DemoAhead > 3_660:
		errs = append(errs, errors.New("demo-ahead is a number of days, 0 to 3660"))
	case c.DemoAhead > 0 && (!c.Demo || !c.Embedded):
		errs = append(errs, errors.New("demo-ahead goes with --embedded --demo only: no other server has a clock of its own"))
	}
	if _, _, err := net.SplitHostPort(c.MetricsAddr); c.MetricsAddr != "" && err != nil {
		errs = append(errs, fmt.Errorf("metrics-addr %q: %w", c.MetricsAddr, err))
	}
	if c.DrainSeconds < 0 || c.DrainSeconds > 300 {
		errs = append(errs, fmt.Errorf("drain-seconds %d: 0 to 300", c.DrainSeconds))
	}
	if _, err := Networks(c.TrustedProxies); err != nil {
		errs = append(errs, fmt.Errorf("trusted-proxies: %w", err))
	}
	for _, role := range c.SecondFactorOf() {
		if role != policy.RoleAdmin && role != policy.RoleOrganizer {
			errs = append(errs, fmt.Errorf("second-factor %q: admin, organizer or admin,organizer", c.SecondFactor))
		}
	}
	errs = append(errs, c.checkS3())
	if c.LogFormat != "json" && c.LogFormat != "text" {
		errs = append(errs, fmt.Errorf("log-format %q: json or text", c.LogFormat))
	}
	errs = append(errs, c.Coefficients.check(), c.Exports.check(), c.Pull.check(), c.OIDC.check(c.PublicURL), c.Perimeter.check(), c.Handover.check())
	abs, err := filepath.Abs(c.DataDir)
	if err != nil {
		errs = append(errs, err)
	}
	c.DataDir = abs
	return errors.Join(errs...)
}

// SecondFactorOf are the roles whose accounts must have a second factor.
func (c *Config) SecondFactorOf() (roles []policy.Role) {
	for role := range strings.SplitSeq(c.SecondFactor, ",") {
		if role = strings.TrimSpace(role); role != "" {
			roles = append(roles, policy.Role(role))
		}
	}
	return roles
}

// Secret is the key of the installation; the embedded default makes one once, in
// the data folder, readable by its owner only.
func (c *Config) Secret() ([]byte, error) {
	if c.SecretKey != "" {
		return []byte(c.SecretKey), nil
	}
	file := filepath.Join(c.DataDir, "secret.key")
	if key, err := os.ReadFile(file); err == nil {
		return key, nil
	}
	key := newSecret()
	if err := os.MkdirAll(c.DataDir, 0o700); err != nil {
		return nil, err
	}
	return key, os.WriteFile(file, key, 0o600)
}

// newSecret is 32 random bytes as text.
func newSecret() []byte {
	var raw [32]byte
	_, _ = rand.Read(raw[:])
	return []byte(hex.EncodeToString(raw[:]))
}
