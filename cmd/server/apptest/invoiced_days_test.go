package apptest_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// TestInvoicedDaysKeepTheirShares: where pmo shares, an exit that reaches back into what
// is billed is refused with the last of these days, by the form and by a file, and the
// shares of the month stay.
func TestInvoicedDaysKeepTheirShares(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	c := s.As("organizer@demo.pmo")
	operation := c.Operation("ACC00000002")
	last := ""
	for _, invoice := range c.Get("/operations/" + operation + "/billing/invoices").List() {
		if end, _ := invoice["periodEnd"].(string); invoice["status"] == "FINALIZED" {
			last = max(last, end)
		}
	}
	require.NotEmpty(t, last, "the demo has issued invoices")
	shares := "/operations/" + operation + "/distribution?dateFrom=" + last[:8] + "01&dateTo=" + last
	before := c.Get(shares)
	require.Equal(t, http.StatusOK, before.Status, "%s", before.Body)
	site := c.Get("/operations/" + operation + "/participants?group=consumers").List()[0]
	path := "/participants/" + site["id"].(string)

	reply := c.Put(path, map[string]any{"exit": last[:8] + "10"})
	require.Equal(t, http.StatusConflict, reply.Status, "%s", reply.Body)
	require.Equal(t, "participant.daysInvoiced", reply.Key())
	require.Equal(t, last, reply.Map()["params"].(map[string]any)["date"])
	day := last[8:] + "/" + last[5:7] + "/" + last[:4]
	require.Equal(t, "Des jours déjà facturés, jusqu’au "+day+", seraient répartis à nouveau. Choisissez une date après le dernier jour facturé.", reply.Map()["detail"])
	require.Equal(t, string(before.Body), string(c.Get(shares).Body))

	entry, _ := site["entry"].(string)
	file := apptest.File{Name: "PERIM_ACC00000002_20261120.csv", Content: []byte("prm;padt;type;nom;adresse;code_postal;ville;segment;date_entree;date_sortie;statut;action\n" +
		site["dsoId"].(string) + ";;C;" + site["name"].(string) + ";;;;;" + entry + ";" + last[:8] + "10;;\n")}
	reply = c.Upload("/operations/"+operation+"/participants/import", "file", []apptest.File{file}, nil)
	require.Equal(t, []string{"import.rejected", "participant.daysInvoiced"}, reply.Keys(), "%s", reply.Body)
	require.Equal(t, string(before.Body), string(c.Get(shares).Body))

	reply = c.Put(path, map[string]any{"exit": last})
	require.Equal(t, http.StatusOK, reply.Status, "the last invoiced day may be the last one: %s", reply.Body)
}

// TestTouchedInvoicesComeWithTheAnswer: where the operator shares, an early exit is taken,
// and a file checked before it and the answer after it name the site's own invoices.
func TestTouchedInvoicesComeWithTheAnswer(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	c := s.As("organizer@demo.pmo")
	operation := c.Operation("ACC00000001")
	site := c.Get("/operations/" + operation + "/participants?group=consumers").List()[0]
	client := site["billableEntity"].(map[string]any)["id"]
	want := map[string]any{}
	for _, invoice := range c.Get("/operations/" + operation + "/billing/invoices").List() {
		if invoice["status"] == "FINALIZED" && invoice["periodEnd"] == "2026-09-30" && invoice["billableEntity"].(map[string]any)["id"] == client {
			want[invoice["number"].(string)] = invoice["id"]
		}
	}
	require.NotEmpty(t, want, "the demo has issued invoices")
	numbers := func(reply apptest.Reply) map[string]any {
		require.Equal(t, http.StatusOK, reply.Status, "%s", reply.Body)
		touched := reply.Map()["touchedInvoices"].(map[string]any)
		require.Equal(t, []any{"2026-09"}, touched["months"])
		require.Equal(t, float64(len(want)), touched["count"])
		out := map[string]any{}
		for _, one := range touched["invoices"].([]any) {
			invoice := one.(map[string]any)
			out[invoice["number"].(string)] = invoice["id"]
			require.Equal(t, []any{"2026-09-01", "2026-09-30"}, []any{invoice["periodStart"], invoice["periodEnd"]})
			require.NotEmpty(t, invoice["clientName"])
		}
		return out
	}
	entry := site["activationRange"].(map[string]any)["entry"].(string)
	file := apptest.File{Name: "PERIM_ACC00000001_20261120.csv", Content: []byte("prm;padt;type;nom;adresse;code_postal;ville;segment;date_entree;date_sortie;statut;action\n" +
		site["dsoId"].(string) + ";;C;" + site["name"].(string) + ";;;;;" + entry + ";2026-09-10;;\n")}
	require.Equal(t, want, numbers(c.Upload("/operations/"+operation+"/participants/import?dryRun=true", "file", []apptest.File{file}, nil)))
	path := "/participants/" + site["id"].(string)
	require.Equal(t, want, numbers(c.Put(path, map[string]any{"exit": "2026-09-10"})))
	require.NotContains(t, c.Get(path).Map(), "touchedInvoices")
	require.NotContains(t, c.Put(path, map[string]any{"phone": "0299000000"}).Map(), "touchedInvoices")
}
