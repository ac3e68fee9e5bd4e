package catalogues_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

// TestParametersAsPeopleReadThem: days and instants in the order of the country, what a
// file says letter for letter, and no sentence that lists nothing.
func TestParametersAsPeopleReadThem(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lang, key string
		params    map[string]any
		text      string
	}{
		"an instant": {"fr", "curve.duplicate", map[string]any{"value": "99100000000017", "date": "2026-10-01T00:15:00+02:00"},
			"Le fichier donne deux valeurs pour le site 99100000000017 au 01/10/2026 00:15. N’en gardez qu’une."},
		"days": {"nl", "curve.gap", map[string]any{"value": "9", "nature": "Conso", "count": 2, "days": []string{"2026-10-01", "…"}},
			"Locatie 9, Verbruik: onvolledige dagen (2): 01/10/2026, …."},
		"what a file says": {"fr", "time.invalid", map[string]any{"value": "2026-10-01"}, catalogues.Text("fr", "errors", "time.invalid", map[string]any{"value": "2026-10-01"})},
		"an empty list": {"fr", "InconsistentPerimeter", map[string]any{"missing": []string{}, "unexpected": []any{"Toit", "Mairie"}},
			"Les fichiers ne correspondent pas au périmètre du mois. Inattendus\u00a0: Toit, Mairie."},
		"names of fields": {"fr", "billableEntity.incomplete", map[string]any{"name": "Martin", "fields": []string{"address", "postCode", "unheardOf"}},
			"Le client Martin est incomplet. Complétez ces champs\u00a0: Adresse, Code postal, unheardOf"},
		"names of fields, stored": {"nl", "billableEntity.incomplete", map[string]any{"name": "Peeters", "fields": []any{"city"}},
			strings.ReplaceAll(catalogues.Text("nl", "errors", "billableEntity.incomplete", map[string]any{"name": "Peeters"}), "%{fields}", catalogues.Text("nl", "parties", "field.city", nil))},
		"a month and a nature": {"fr", "curve.suspectedChange", map[string]any{"name": "Mairie", "value": "991", "nature": "Autoconso", "month": "2026-10",
			"beforeKilowattHours": "1.5", "afterKilowattHours": "12"}, "Mairie (991), Autoconsommation, 10/2026\u00a0: 1,50\u202fkWh enregistrés deviendraient 12\u202fkWh."},
		"an amount": {"fr", "invoice.stale", map[string]any{"amountBefore": "6.29"},
			"Les données ont changé depuis ce brouillon de 6,29\u202f€. Relancez la génération, puis publiez."},
		"a usage": {"fr", "plan.volumeUnpriced", map[string]any{"plan": "A", "quantity": "60.25", "usage": "VOLUME_PARTAGE_LOW"},
			"Le plan A n’a pas de prix pour 60,25\u202fkWh de l’usage Volume partagé, heures creuses. Ajoutez ce prix au plan ou changez de plan."},
		"prices": {"fr", "plan.unusualPrice", map[string]any{"price": "0.000015", "from": "0.05", "to": "0.2"},
			"Le prix 0,000015\u202f€/kWh est inhabituel\u00a0: il est d’ordinaire compris entre 0,05 et 0,20\u202f€/kWh."},
		"an instant in English": {"en", "curve.duplicate", map[string]any{"value": "99100000000017", "date": "2026-10-01T00:15:00+02:00"},
			"The file gives two values for site 99100000000017 at 2026-10-01 00:15. Keep one only."},
		"an amount in English": {"en", "invoice.stale", map[string]any{"amountBefore": "6.2"},
			"The data have changed since this draft of 6.20 €. Start the run again, then publish."},
		"names of fields in English": {"en", "billableEntity.incomplete", map[string]any{"name": "Martin", "fields": []string{"address", "postCode"}},
			"The client Martin is incomplete. Fill in these fields: Address, Post code"},
	} {
		require.Equal(t, c.text, catalogues.Text(c.lang, "errors", c.key, c.params), name)
	}
	require.Contains(t, catalogues.Text("fr", "errors", "time.invalid", map[string]any{"value": "2026-10-01"}), "2026-10-01")
}

// TestFrenchElidesBeforeValues: a month or a name that begins with a vowel takes « d’ ».
func TestFrenchElidesBeforeValues(t *testing.T) {
	t.Parallel()
	subject := func(lang, month string) string {
		return catalogues.Text(lang, "mail", "coefficientsSoon.subject", map[string]any{"operation": "École", "month": month, "deadline": "5"})
	}
	require.Contains(t, subject("fr", "octobre 2026"), "coefficients d’octobre 2026")
	require.Contains(t, subject("fr-BE", "août 2026"), "coefficients d’août 2026")
	require.Contains(t, subject("fr", "mai 2026"), "École\u00a0: coefficients de mai 2026")
	require.NotContains(t, subject("nl", "oktober 2026"), "’")
}

// TestEnglishSaysWhatTheServerSays: English, which no screen speaks, has the texts that
// go into answers, all of them and with the same placeholders.
func TestEnglishSaysWhatTheServerSays(t *testing.T) {
	t.Parallel()
	placeholder := regexp.MustCompile(`%\{\w+\}`)
	for area, prefix := range map[string]string{"errors": "", "enums": "", "explanation": "", "parties": "field."} {
		var french []string
		for _, key := range catalogues.Keys("fr", area) {
			if !strings.HasPrefix(key, prefix) {
				continue
			}
			french = append(french, key)
			want, got := catalogues.Text("fr", area, key, nil), catalogues.Text("en", area, key, nil)
			require.NotEmpty(t, got, key)
			require.NotContains(t, got, "||||", "%s: the server knows no plurals", key)
			named := func(text string) (names []string) {
				names = placeholder.FindAllString(text, -1)
				slices.Sort(names)
				return slices.Compact(names)
			}
			require.Equal(t, named(want), named(got), key)
		}
		require.ElementsMatch(t, french, catalogues.Keys("en", area), area)
	}
}

// TestWhatAValueSaysIsNotFilled: a file may be called like a placeholder.
func TestWhatAValueSaysIsNotFilled(t *testing.T) {
	t.Parallel()
	for range 20 { // parameters come in any order
		text := catalogues.Text("en", "errors", "import.zipDamaged", map[string]any{"fileName": "%{count} %{fileName}", "count": 7})
		require.Contains(t, text, "%{count} %{fileName}")
	}
}
