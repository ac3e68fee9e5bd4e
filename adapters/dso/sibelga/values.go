package sibelga

import (
	"bytes"
	"math"
	"strconv"

	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
)

// readEAN reads the number of an access point, which is a text of 18 digits; blanks in
// it do not count. Errors: ean.numeric, ean.invalid, ean.digits.
func readEAN(cell []byte) (string, *fault.Error) {
	number := string(bytes.Map(func(c rune) rune {
		if c == ' ' || c == '\u00a0' || c == '\u202f' {
			return -1
		}
		return c
	}, cell))
	ean, err := dso.ParseEAN(number)
	if err == nil {
		return string(ean), nil
	}
	if bytes.ContainsAny(cell, "eE") {
		if _, wrong := strconv.ParseFloat(string(bytes.ReplaceAll(cell, []byte(","), []byte("."))), 64); wrong == nil {
			return "", ErrNumericEAN.With("value", short(cell))
		}
	}
	return "", fault.From(err).With("value", short(cell))
}

// readMillionths reads a decimal number as millionths of its unit, rounded once, half to
// even: kWh become mWh, euros micro-euro. Workbooks keep more digits than an integer
// holds, and small numbers with an exponent.
func readMillionths(cell []byte) (int64, *fault.Error) {
	if value, decimals, ok := text.ParseNumber(cell); ok {
		e, err := energy.FromDecimal(value, decimals, energy.KilowattHour)
		if err != nil {
			return 0, fault.From(err).With("value", short(cell))
		}
		return int64(e), nil
	}
	plain := bytes.Map(func(c rune) rune {
		switch c {
		case ' ', '\u00a0', '\u202f':
			return -1
		case ',':
			return '.'
		}
		return c
	}, cell)
	f, err := strconv.ParseFloat(string(plain), 64)
	if err != nil || math.IsNaN(f) || math.Abs(f) > 1e12 {
		return 0, text.ErrNumber.With("value", short(cell))
	}
	return int64(math.RoundToEven(f * 1e6)), nil
}

// readVolume reads kWh; an empty cell is no energy.
func readVolume(cell []byte) (energy.MilliWh, *fault.Error) {
	if len(cell) == 0 {
		return 0, nil
	}
	v, wrong := readMillionths(cell)
	if wrong == nil && v < 0 {
		wrong = metering.ErrNegative.With("value", short(cell))
	}
	return energy.MilliWh(v), wrong
}

// short keeps what is quoted in a refusal short.
func short(cell []byte) string {
	if len(cell) > 40 {
		cell = cell[:40]
	}
	return string(bytes.ToValidUTF8(cell, []byte("?")))
}

// cell is that of a column; nothing where the line is short.
func cell(cells [][]byte, at int) []byte {
	if at < 0 || at >= len(cells) {
		return nil
	}
	return cells[at]
}
