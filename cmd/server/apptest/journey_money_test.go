package apptest_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/openpmo/pmo/adapters/xlsx"
	"github.com/openpmo/pmo/cmd/server/app"
	"github.com/openpmo/pmo/cmd/server/apptest"
)

// moving is the clock of a journey: it stands, and a script moves it by days.
type moving struct{ now time.Time }

// runs makes a server live by it.
func (m *moving) runs(_ *app.Config, o *app.Options) { o.Now = func() time.Time { return m.now } }

// later DAYS is so many days after.
func (m *moving) later(ts *testscript.TestScript, _ bool, args []string) {
	var days int
	if _, err := fmt.Sscan(args[0], &days); err != nil {
		ts.Fatalf("later: %v", err)
	}
	m.now = m.now.AddDate(0, 0, days)
}

// fifty is how many clients pay by direct debit.
const fifty = 50

// writeFifty makes an operation whose clients pay 12 euros a month by direct debit, and writes two lists of
// their mandates: text with three wrong accounts, and the right one as a workbook.
func writeFifty(server *apptest.Server, dir string) error {
	admin, o := server.As("admin@demo.pmo"), server.As("organizer@demo.pmo")
	var failed error
	ask := func(c *apptest.Client, path string, body any) map[string]any {
		reply := c.Post(path, body)
		if reply.Status > http.StatusCreated && failed == nil {
			failed = fmt.Errorf("%s: %s", path, reply.Body)
		}
		return reply.Map()
	}
	me := o.Get("/session").Map()["id"]
	made := ask(admin, "/admin/operations", map[string]any{"name": "Cinquante", "externalId": "ACC00000181", "dso": "ENEDIS", "billingEngine": "ENGINE_2025", "organizerIds": []any{me}})
	base := fmt.Sprint("/operations/", made["id"])
	lines := []string{"prm;type;nom;adresse;code_postal;ville;segment;date_entree;date_sortie;statut;action"}
	var wrong, right strings.Builder
	for n := range fifty + 1 {
		side, name, segment := "C", fmt.Sprintf("Foyer Numéro%d", n), "C5"
		if n == 0 {
			side, name, segment = "P", "Toit", "P4_SURPLUS"
		}
		prm := fmt.Sprintf("998100000%05d", n)
		lines = append(lines, strings.Join([]string{prm, side, name, "1 rue du Val", "35300", "Fougères", segment, "2026-10-01", "", "EN_VIGUEUR", "CREATION"}, ";"))
		for list, bad := range map[*strings.Builder]int{&wrong: 3, &right: 0} {
			iban := "FR7630006000011234567890189"
			if n == 0 {
				list.WriteString("dsoId;mandateId;debtorName;iban;signatureDate\n")
				continue
			}
			if n <= bad {
				iban = "FR7630006000011234567890188"
			}
			fmt.Fprintf(list, "%s;CINQ-%d;%s;%s;2026-10-01\n", prm, n, name, iban)
		}
	}
	taken := o.Upload(base+"/participants/import", "file", []apptest.File{{Name: "PERIM_ACC00000181_20261106.csv", Content: []byte(strings.Join(lines, "\r\n") + "\r\n")}}, nil)
	if taken.Status != http.StatusOK {
		return fmt.Errorf("sites: %s", taken.Body)
	}
	var producer any
	var consumers, pairs []any
	for _, site := range o.Get(base + "/participants").List() {
		if site["energyType"] == "producer" {
			producer = site["id"]
		} else {
			consumers = append(consumers, site["id"])
		}
	}
	for _, one := range consumers {
		pairs = append(pairs, map[string]any{"consumerId": one, "producerId": producer})
	}
	plan := ask(o, base+"/billing/plans", map[string]any{"name": "Abonnement", "period": "MONTHLY", "paymentMethod": "debit", "paymentTerm": 10,
		"charges": []any{map[string]any{"code": "A", "type": "FIXED", "priceMicroEuro": 12_000_000}}})
	issuer := ask(o, base+"/billing/billing-entities", map[string]any{"name": "Régie du toit", "address": "1 rue du Val", "postCode": "35300", "city": "Fougères", "country": "FR", "vatRegime": "franchise",
		"legalNumber": "542107651", "seriesCode": "CINQ", "iban": "FR1420041010050500013M02606", "email": "regie@exemple.org", "producerIds": []any{producer}})
	ask(o, fmt.Sprint("/payments/creditors/by-billing-entities/", issuer["id"]), map[string]any{"name": "Régie du toit", "ics": "FR72ZZZ123456", "iban": "FR1420041010050500013M02606"})
	ask(o, base+"/billing/billable-entities/multiple", map[string]any{"consumerIds": consumers})
	for _, client := range o.Get(base + "/billing/billable-entities").List() {
		if reply := o.Put(fmt.Sprint(base, "/billing/billable-entities/", client["id"]), map[string]any{"email": "foyers@exemple.org"}); reply.Status != http.StatusOK {
			return fmt.Errorf("client: %s", reply.Body)
		}
	}
	ask(o, base+"/billing/subscriptions/multiple", map[string]any{"planId": plan["id"], "startDate": "2026-10-01", "pairs": pairs})
	header, rows, _ := strings.Cut(right.String(), "\n")
	var cells [][]any
	for line := range strings.Lines(rows) {
		var row []any
		for _, cell := range strings.Split(strings.TrimSpace(line), ";") {
			row = append(row, cell)
		}
		cells = append(cells, row)
	}
	var book bytes.Buffer
	return errors.Join(failed, xlsx.WriteTable(&book, "Mandats", strings.Split(header, ";"), cells),
		os.WriteFile(filepath.Join(dir, "mandats.xlsx"), book.Bytes(), 0o600), os.WriteFile(filepath.Join(dir, "trois.csv"), []byte(wrong.String()), 0o600))
}

// sized FILE MEGABYTES makes a file of that size.
func sized(ts *testscript.TestScript, _ bool, args []string) {
	var megabytes int64
	if _, err := fmt.Sscan(args[1], &megabytes); err != nil {
		ts.Fatalf("sized: %v", err)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte("<"), 0o600))
	ts.Check(os.Truncate(ts.MkAbs(args[0]), megabytes<<20))
}

// bank MESSAGE DAY is what the bank tells of an order: the first debit is refused, the others are booked
// together on a day.
func bank(ts *testscript.TestScript, _ bool, args []string) {
	message, day := args[0], args[1]
	refused := `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>RETOUR-1</MsgId><CreDtTm>` + day + `T07:00:00</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>` + message + `</OrgnlMsgId><OrgnlMsgNmId>pain.008.001.08</OrgnlMsgNmId><OrgnlNbOfTxs>50</OrgnlNbOfTxs><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts>
<OrgnlPmtInfAndSts><OrgnlPmtInfId>` + message + `001</OrgnlPmtInfId><PmtInfSts>ACSP</PmtInfSts>
<TxInfAndSts><OrgnlEndToEndId>CINQ-2026-00001</OrgnlEndToEndId><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf></TxInfAndSts>
</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`
	ts.Check(os.WriteFile(ts.MkAbs("retours.xml"), []byte(refused), 0o600))
}
