package allocation

import (
	"fmt"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/sentence"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

// wordsOf are sentences in the words of a language, one a line.
func wordsOf(lang string, sentences []sentence.Sentence) []string {
	var lines []string
	for _, s := range sentences {
		texts := make([]string, len(s))
		for i, p := range s {
			values := map[string]any{}
			for name, v := range p.Values {
				values[name] = valueText(lang, v)
			}
			texts[i] = catalogues.Text(lang, "explanation", p.Key, values)
		}
		lines = append(lines, strings.TrimSpace(strings.Join(texts, " ")))
	}
	return lines
}

// valueText is what stands in a sentence, as the language writes it.
func valueText(lang string, v any) string {
	switch v := v.(type) {
	case energy.MilliWh:
		return kWhText(lang, v)
	case allocation.Value:
		return numberText(lang, v)
	case civil.Date:
		return dayText(lang, v)
	case time.Time: // on the wall's clock
		return v.In(civil.Paris.Location()).Format("15:04")
	case allocation.Type:
		return catalogues.Text(lang, "enums", "AllocationAlgorithm."+string(v), nil)
	default:
		return fmt.Sprint(v)
	}
}

// kWhText is an energy with three decimals.
func kWhText(lang string, v energy.MilliWh) string {
	wattHours, mark := (v+500)/1000, ","
	if lang == "en" {
		mark = "."
	}
	return fmt.Sprintf("%d%s%03d kWh", wattHours/1000, mark, wattHours%1000)
}

// numberText is a number as the language writes it.
func numberText(lang string, v allocation.Value) string {
	if lang == "en" {
		return v.String()
	}
	return strings.ReplaceAll(v.String(), ".", ",")
}

// dayText is a day as the language writes it: 01/12/2026, in English 2026-12-01.
func dayText(lang string, d civil.Date) string {
	if lang == "en" {
		return d.String()
	}
	return fmt.Sprintf("%02d/%02d/%d", d.Day(), d.Month(), d.Year())
}
