package catalogues_test

import (
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
			"Le fichier donne deux valeurs pour le site 99100000000017 au 01/10/2026 00:15. N'en gardez qu'une."},
		"days": {"nl", "curve.gap", map[string]any{"value": "9", "nature": "Conso", "count": 2, "days": []string{"2026-10-01", "…"}},
			"Locatie 9, Conso: onvolledige dagen (2): 01/10/2026, …."},
		"what a file says": {"fr", "time.invalid", map[string]any{"value": "2026-10-01"}, catalogues.Text("fr", "errors", "time.invalid", map[string]any{"value": "2026-10-01"})},
		"an empty list": {"fr", "InconsistentPerimeter", map[string]any{"missing": []string{}, "unexpected": []any{"Toit", "Mairie"}},
			"Les fichiers ne correspondent pas au périmètre du mois. Inattendus : Toit, Mairie."},
		"names of fields": {"fr", "billableEntity.incomplete", map[string]any{"name": "Martin", "fields": []string{"address", "postCode", "unheardOf"}},
			"Le client Martin est incomplet. Complétez ces champs : Adresse, Code postal, unheardOf"},
		"names of fields, stored": {"nl", "billableEntity.incomplete", map[string]any{"name": "Peeters", "fields": []any{"city"}},
			strings.ReplaceAll(catalogues.Text("nl", "errors", "billableEntity.incomplete", map[string]any{"name": "Peeters"}), "%{fields}", catalogues.Text("nl", "parties", "field.city", nil))},
		"an amount": {"fr", "invoice.stale", map[string]any{"amountBefore": "6.29"},
			"Les données ont changé depuis ce brouillon de 6,29 €. Relancez la génération, puis publiez."},
		"a usage": {"fr", "plan.volumeUnpriced", map[string]any{"plan": "A", "quantity": "60.25", "usage": "VOLUME_PARTAGE_LOW"},
			"Le plan A n'a pas de prix pour 60,25 kWh de l'usage Volume partagé, heures creuses. Ajoutez ce prix au plan ou changez de plan."},
		"prices": {"fr", "plan.unusualPrice", map[string]any{"price": "0.000015", "from": "0.05", "to": "0.2"},
			"Le prix 0,000015 €/kWh est inhabituel : il est d'ordinaire compris entre 0,05 et 0,20 €/kWh."},
	} {
		require.Equal(t, c.text, catalogues.Text(c.lang, "errors", c.key, c.params), name)
	}
	require.Contains(t, catalogues.Text("fr", "errors", "time.invalid", map[string]any{"value": "2026-10-01"}), "2026-10-01")
}
