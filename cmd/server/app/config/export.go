package config

import (
	"errors"
	"time"

	"github.com/openpmo/pmo/core/export"
)

// ExportConfig is after how many minutes something else is said to who waits for an export.
type ExportConfig struct {
	Slow    int `mapstructure:"export-slow-minutes"`
	Slower  int `mapstructure:"export-very-slow-minutes"`
	Overdue int `mapstructure:"export-overdue-minutes"`
}

var exportSettings = []setting{
	{"export-slow-minutes", "minutes after which an export is said to take a bit long", 2},
	{"export-very-slow-minutes", "minutes after which it is said to take abnormally long", 10},
	{"export-overdue-minutes", "minutes after which it is said that it should have ended", 30},
}

// check wants the times in their order.
func (c ExportConfig) check() error {
	if c.Slow < 1 || c.Slower <= c.Slow || c.Overdue <= c.Slower {
		return errors.New("export-slow-minutes, export-very-slow-minutes and export-overdue-minutes grow, from 1 on")
	}
	return nil
}

// Waits are the times; those of a Config made by hand, as in tests, are the defaults.
func (c ExportConfig) Waits() export.Waits {
	if c == (ExportConfig{}) {
		return export.DefaultWaits
	}
	return export.Waits{Slow: time.Duration(c.Slow) * time.Minute, Slower: time.Duration(c.Slower) * time.Minute, Overdue: time.Duration(c.Overdue) * time.Minute}
}
