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
	require.Equal(t, "Des jours déjà facturés, jusqu'au "+day+", seraient répartis à nouveau. Choisissez une date après le dernier jour facturé.", reply.Map()["detail"])
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
