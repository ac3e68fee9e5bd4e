package apptest_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/internal/pdftest"
)

// printed is a number as documents write it: 1 234,56, with so many decimals, of which keep stay when they are zero.
func printed(v float64, decimals, keep int) string {
	text := strconv.FormatFloat(math.Abs(v), 'f', decimals, 64)
	whole, part, _ := strings.Cut(text, ".")
	for len(part) > keep && strings.HasSuffix(part, "0") {
		part = part[:len(part)-1]
	}
	var grouped strings.Builder
	for i := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			grouped.WriteByte(' ')
		}
		grouped.WriteByte(whole[i])
	}
	out := grouped.String()
	if part != "" {
		out += "," + part
	}
	if v < 0 {
		out = "−" + out
	}
	return out
}

func euros(cents any) string { return printed(cents.(float64)/100, 2, 2) + " €" }

// saysItsFigures compares a document with the reply that it is of, to the printed digit: number, lines with
// quantity, price and amount, and the three sums.
func saysItsFigures(t *testing.T, who *apptest.Client, base, invoiceID string) {
	t.Helper()
	one := who.Get(base + "/" + invoiceID)
	require.Equal(t, 200, one.Status, "%s", one.Body)
	reply := one.Map()
	file := who.Get(base + "/" + invoiceID + "/download")
	require.Equal(t, 200, file.Status, "%s", file.Body)
	said := pdftest.Text(pdftest.Read(t, file.Body))
	name := fmt.Sprintf("%s of %s", reply["number"], base)
	require.Contains(t, said, reply["number"], name)
	for _, sum := range []string{"netCents", "vatCents", "amountCents"} {
		require.Contains(t, said, euros(reply[sum]), "%s: %s", name, sum)
	}
	lines := reply["lines"].([]any)
	require.NotEmpty(t, lines, name)
	for _, one := range lines {
		line := one.(map[string]any)
		keep := map[string]int{"KWH": 3, "MONTH": 4}[line["unit"].(string)]
		require.Contains(t, said, printed(line["quantity"].(float64), 4, keep), "%s: quantity of %s", name, line["label"])
		require.Contains(t, said, printed(line["priceMicroEuro"].(float64)/1_000_000, 6, 2), "%s: price of %s", name, line["label"])
		require.Contains(t, said, euros(line["netCents"]), "%s: amount of %s", name, line["label"])
	}
}

// TestADocumentSaysTheFiguresOfItsReply: of invoices of every operation of the demo that has some, and of
// those that a participant receives.
func TestADocumentSaysTheFiguresOfItsReply(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	compared, operations := 0, 0
	for _, who := range []string{"organizer@demo.pmo", "organizer-be@demo.pmo"} {
		o := s.As(who)
		for _, op := range o.Get("/operations").List() {
			base := "/operations/" + op["id"].(string) + "/billing/invoices"
			listed := o.Get(base + "?status=FINALIZED&limit=3")
			if listed.Status != 200 {
				continue // billed by the old engine
			}
			for _, invoice := range listed.List() {
				saysItsFigures(t, o, base, invoice["id"].(string))
				compared++
			}
			if len(listed.List()) > 0 {
				operations++
			}
		}
	}
	require.GreaterOrEqual(t, operations, 2)
	p := s.As("participant@demo.pmo")
	for _, one := range p.Get("/participants/by-jwt").List() {
		base := "/participants/" + one["participant"].(map[string]any)["id"].(string) + "/billing/invoices"
		listed := p.Get(base + "?limit=2")
		if listed.Status != 200 {
			continue
		}
		for _, invoice := range listed.List() {
			saysItsFigures(t, p, base, invoice["id"].(string))
			compared++
		}
	}
	t.Logf("%d documents of %d operations", compared, operations)
	require.GreaterOrEqual(t, compared, 4)
}
