package config

import (
	"errors"
	"strings"

	"github.com/openpmo/pmo/adapters/dso/enedis"
	"github.com/openpmo/pmo/core/allocation/coefficientset/calendar"
)

// CoefficientConfig is when coefficients are sent to the operator and how their files
// look. No public text of the operator fixes either (domain 3.2).
type CoefficientConfig struct {
	DeadlineDay int    `mapstructure:"coefficient-deadline-day"`
	Name        string `mapstructure:"coefficient-file-name"`
	FullName    string `mapstructure:"coefficient-full-file-name"`
	Mark        string `mapstructure:"coefficient-decimal-mark"`
	LineEnd     string `mapstructure:"coefficient-line-end"`
}

var coefficientSettings = []setting{
	{"coefficient-deadline-day", "day of the next month by which coefficients are sent, 1 to 28", calendar.DefaultDeadlineDay},
	{"coefficient-file-name", "name of coefficient files: {operation}, {step}, {start}, {end}", enedis.DefaultCoefficients.Name},
	{"coefficient-full-file-name", "the same of full dynamique, with {producer}", enedis.DefaultCoefficients.FullName},
	{"coefficient-decimal-mark", "decimal mark in them: comma or point", "comma"},
	{"coefficient-line-end", "end of their lines: lf or crlf", "lf"},
}

// check tells everything that is wrong.
func (c CoefficientConfig) check() error {
	var errs []error
	wrong := func(when bool, text string) {
		if when {
			errs = append(errs, errors.New(text))
		}
	}
	wrong(c.DeadlineDay < 1 || c.DeadlineDay > 28, "coefficient-deadline-day is a day from 1 to 28")
	for _, name := range []string{c.Name, c.FullName} {
		needs := []string{"{operation}", "{start}"}
		if name == c.FullName {
			needs = []string{"{operation}", "{producer}", "{start}"}
		}
		for _, part := range needs {
			wrong(!strings.Contains(name, part), "coefficient file name "+name+" lacks "+part)
		}
		wrong(strings.ContainsAny(name, `/\`), "coefficient file name "+name+" is not a plain name")
	}
	wrong(c.Mark != "comma" && c.Mark != "point", "coefficient-decimal-mark is comma or point")
	wrong(c.LineEnd != "lf" && c.LineEnd != "crlf", "coefficient-line-end is lf or crlf")
	return errors.Join(errs...)
}

// Files is the layout; that of a Config made by hand, as in tests, is the default.
func (c CoefficientConfig) Files() enedis.CoefficientFiles {
	f := enedis.DefaultCoefficients
	if c.Name != "" {
		f.Name, f.FullName = c.Name, c.FullName
		f.Mark = map[string]byte{"comma": ',', "point": '.'}[c.Mark]
		f.CRLF = c.LineEnd == "crlf"
	}
	return enedis.CoefficientFiles{CoefficientFormat: f}
}
