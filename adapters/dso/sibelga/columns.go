package sibelga

import (
	"slices"
	"strings"

	"github.com/openpmo/pmo/adapters/dso/text"
)

// column is what a file says in one of its columns.
type column int

const (
	fromColumn column = iota
	toColumn
	eanColumn
	meterColumn
	registerColumn
	sharedColumn
	complementColumn
	givenColumn
	surplusColumn
	useColumn
	surchargesColumn
	capacityColumn
	meteringColumn
	publicServiceColumn
	transportColumn
	roadFeeColumn
	totalColumn
	kindColumn
	volumeColumn
	timeColumn
	toTimeColumn
	unitColumn
	validationColumn
	columnCount
)

// pattern knows a column by its name without capitals, accents and anything that is no
// letter or digit: one of the alternatives holds, each all of its words and none of
// those after a minus.
type pattern struct {
	column       column
	name         string // as Sibelga writes it
	required     bool
	alternatives []string
}

var monthlyPatterns = []pattern{
	{fromColumn, "FromDate (Inclu)", true, []string{"from date", "date debut"}},
	{toColumn, "ToDate (Exclu)", true, []string{"todate", "date fin"}},
	{eanColumn, "EAN", true, []string{"=ean", "=codeean", "=eancode"}},
	{registerColumn, "Registre", true, []string{"registre", "register", "timeofuse", "=tariff"}},
	{sharedColumn, "Volume Partagé (kWh)", true, []string{"volume partage -injection", "consommation partagee"}},
	{complementColumn, "Volume Complémentaire (kWh)", true, []string{"complementaire -injection", "consommation reseau", "consommation residuel", "volume residuel"}},
	{givenColumn, "Injection Partagée (kWh)", true, []string{"injection partagee"}},
	{surplusColumn, "Injection Résiduelle (kWh)", true, []string{"injection residuelle", "injection reseau", "injection complementaire"}},
	{meterColumn, "Compteur", false, []string{"=compteur", "numerocompteur", "=meter"}},
	{useColumn, "Utilisation du réseau € HTVA", false, []string{"utilisation reseau"}},
	{surchargesColumn, "Surcharges € HTVA", false, []string{"surcharge"}},
	{capacityColumn, "Tarif capac. (>2020) € HTVA", false, []string{"tarif capac"}},
	{meteringColumn, "Tarif mesure & comptage € HTVA", false, []string{"tarif mesure", "tarif comptage"}},
	{publicServiceColumn, "Tarif OSP € HTVA", false, []string{"tarif osp"}},
	{transportColumn, "Transport - Coût ELIA € HTVA", false, []string{"transport", "elia"}},
	{roadFeeColumn, "Redevance de voirie € HTVA", false, []string{"voirie"}},
	{totalColumn, "Total Frais de réseau € HTVA", false, []string{"total reseau", "gridfee"}},
}

var localPatterns = []pattern{
	{fromColumn, "Date Début", true, []string{"date debut"}},
	{eanColumn, "EAN", true, []string{"=ean", "=codeean", "=eancode"}},
	{kindColumn, "Type de volume", true, []string{"type volume"}},
	{volumeColumn, "Volume (kWh)", true, []string{"=volumekwh", "=volume"}},
}

var gmtPatterns = []pattern{
	{fromColumn, "FromDate (GMT)", true, []string{"from gmt"}},
	{eanColumn, "EAN", true, []string{"=ean", "=codeean", "=eancode"}},
	{kindColumn, "Flow", true, []string{"=flow"}},
	{volumeColumn, "Volume (kWh)", true, []string{"=volumekwh", "=volume"}},
}

var portalPatterns = []pattern{
	{fromColumn, "Start Date", true, []string{"start date", "van datum"}},
	{timeColumn, "Start Time", true, []string{"start time", "van tijdstip"}},
	{toColumn, "End Date", true, []string{"end date", "tot datum"}},
	{toTimeColumn, "End Time", true, []string{"end time", "tot tijdstip"}},
	{eanColumn, "EAN", true, []string{"=ean", "=codeean", "=eancode"}},
	{registerColumn, "Register", true, []string{"=register"}},
	{volumeColumn, "Volume", true, []string{"=volume", "=volumekwh"}},
	{unitColumn, "Unit", true, []string{"=unit", "=eenheid"}},
	{validationColumn, "Validation Status", true, []string{"validation status", "validatiestatus"}},
}

// folded is a name by which patterns know it.
func folded(name []byte) string {
	keep := func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			return c
		}
		return -1
	}
	return strings.Map(keep, text.Fold(name))
}

func (p pattern) holds(name string) bool {
	// Rates and states of a volume are none (domain 5.3).
	if strings.Contains(name, "taux") || strings.Contains(name, "statut") {
		return false
	}
	return slices.ContainsFunc(p.alternatives, func(words string) bool {
		if exact, ok := strings.CutPrefix(words, "="); ok {
			return name == exact
		}
		for word := range strings.FieldsSeq(words) {
			without, no := strings.CutPrefix(word, "-")
			if strings.Contains(name, without) == no {
				return false
			}
		}
		return true
	})
}

// places is where the columns of a file are; -1 = nowhere.
type places [columnCount]int

// find looks for the columns of a layout in the names of a header.
func find(header [][]byte, patterns []pattern) (at places, missing []string) {
	for i := range at {
		at[i] = -1
	}
	names := make([]string, len(header))
	for i, name := range header {
		names[i] = folded(name)
	}
	for _, p := range patterns {
		if at[p.column] = slices.IndexFunc(names, p.holds); at[p.column] < 0 && p.required {
			missing = append(missing, p.name)
		}
	}
	return at, missing
}

func required(patterns []pattern) (n int) {
	for _, p := range patterns {
		if p.required {
			n++
		}
	}
	return n
}

// nameOf is how the layout calls a column.
func nameOf(patterns []pattern, c column) string {
	for _, p := range patterns {
		if p.column == c {
			return p.name
		}
	}
	return ""
}
