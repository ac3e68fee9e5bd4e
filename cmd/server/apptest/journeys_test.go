package apptest_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/sibelga"
	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/money"
)

// TestJourneys are whole months by pmoctl, from the operation to the numbered invoices,
// over curves that were really imported; every figure was computed by hand. What they do
// not show: credit notes, delivery by mail or portal, journals, the mail that says a month
// is complete, and the commitment number of a public client.
// The form that changes an occupant in one go is that of TestTheTenantLeaves.
func TestJourneys(t *testing.T) {
	files, err := filepath.Glob("testdata/journey/*.txtar")
	require.NoError(t, err)
	require.Len(t, files, 5)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			clock := &moving{time.Date(2026, 11, 6, 7, 0, 0, 0, time.UTC)}
			server := apptest.Demo(t, clock.now, clock.runs)
			testscript.Run(t, testscript.Params{Files: []string{file}, Cmds: map[string]func(*testscript.TestScript, bool, []string){"capture": capture, "eventually": eventually, "welcome": welcome(server), "later": clock.later, "bank": bank, "sized": sized, "transfers": transfers(server)}, Setup: func(env *testscript.Env) error {
				env.Setenv("PMO_URL", server.URL)
				for n, name := range []string{"LAMBERT", "DUPONT", "PEETERS", "BOUTIQUE", "JANSSENS"} {
					env.Setenv(name, eveningEAN(n+1))
				}
				if filepath.Base(file) == "money.txtar" {
					return writeFifty(server, env.WorkDir)
				}
				return errors.Join(writeTown(env.WorkDir), writeEvening(env.WorkDir), writeCouples(env.WorkDir))
			}})
		})
	}
}

// welcome FILE EMAIL… is people at the screen for the first time: each replaces the first
// password in the file by itself with an end, accepts the terms and the sites proposed.
func welcome(server *apptest.Server) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, _ bool, args []string) {
		first := strings.TrimSpace(ts.ReadFile(args[0]))
		for _, email := range args[1:] {
			c := server.Anonymous()
			own := c.Post("/session/login", map[string]any{"email": email, "password": first})
			if own.Status == 200 {
				changed := c.Put("/users/update-pw-with-old", map[string]any{"oldPassword": first, "newPassword": first + " choisie"})
				if changed.Status != 200 {
					ts.Fatalf("%s: %s", email, changed.Body)
				}
			} else {
				c.Post("/session/login", map[string]any{"email": email, "password": first + " choisie"})
			}
			me, _ := c.Get("/session").Map()["id"].(string)
			c.Post("/cgu/accept-cgu/"+me, nil)
			for _, i := range c.Get("/users/" + me + "/site-invitations").List() {
				if done := c.Post("/users/"+me+"/site-invitations/"+i["id"].(string)+"/accept", nil); done.Status != 204 {
					ts.Fatalf("%s: %s", email, done.Body)
				}
			}
		}
	}
}

// eventually PATTERN COMMAND… repeats a command until its output is like the pattern: what follows an
// import is done by jobs.
func eventually(ts *testscript.TestScript, _ bool, args []string) {
	pattern := regexp.MustCompile(args[0])
	for end := time.Now().Add(apptest.Patience); ; time.Sleep(200 * time.Millisecond) {
		if ts.Exec(args[1], args[2:]...) == nil && pattern.MatchString(ts.ReadFile("stdout")) {
			return
		}
		if time.Now().After(end) {
			ts.Fatalf("nothing like %s", pattern)
		}
	}
}

// transfers FILE IBAN DAY EUROS[=NUMBER]… writes a bank's statement of an account: payments of a day, each with
// the reference that the invoice of that number asks for, or without any.
func transfers(server *apptest.Server) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, _ bool, args []string) {
		ctx := context.Background()
		db, err := pgx.Connect(ctx, server.DatabaseURL)
		ts.Check(err)
		defer func() { ts.Check(db.Close(ctx)) }()
		var entries strings.Builder
		for n, payment := range args[3:] {
			euros, number, quoted := strings.Cut(payment, "=")
			text := "<Ustrd>Merci</Ustrd>"
			if quoted {
				var reference string
				ts.Check(db.QueryRow(ctx, "select snapshot->'Payment'->>'Reference' from invoices where number = $1", number).Scan(&reference))
				text = "<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry><Issr>BBA</Issr></Tp><Ref>" + strings.NewReplacer("+", "", "/", "").Replace(reference) + "</Ref></CdtrRefInf></Strd>"
			}
			fmt.Fprintf(&entries, `<Ntry><Amt Ccy="EUR">%s</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>%s</Dt></BookgDt><AcctSvcrRef>SOIR-%d</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls><TxDtls><RmtInf>%s</RmtInf></TxDtls></NtryDtls></Ntry>`,
				euros, args[2], n, text)
		}
		statement := `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>SOIR</MsgId><CreDtTm>` + args[2] + `T18:00:00+01:00</CreDtTm></GrpHdr><Stmt><Id>SOIR</Id><CreDtTm>` +
			args[2] + `T18:00:00+01:00</CreDtTm><Acct><Id><IBAN>` + args[1] + `</IBAN></Id><Ccy>EUR</Ccy></Acct>` + entries.String() + `</Stmt></BkToCstmrStmt></Document>`
		ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(statement), 0o600))
	}
}

// capture VAR PATTERN keeps what the group of a pattern finds in the last output.
func capture(ts *testscript.TestScript, _ bool, args []string) {
	found := regexp.MustCompile(args[1]).FindStringSubmatch(ts.ReadFile("stdout"))
	if len(found) < 2 {
		ts.Fatalf("nothing like %s", args[1])
	}
	ts.Setenv(args[0], found[1])
}

// The town's sites: one producer of 10 kW, five consumers of so many watts, of which
// ten sixteenths are shared.
const townProducer = "99100000009016"

var townConsumers = []struct {
	prm, name string
	watts     int
}{
	{"99100000009023", "Mairie", 4000}, {"99100000009030", "École", 2000}, {"99100000009047", "CCAS", 3000},
	{"99100000009054", "Boulangerie", 6000}, {"99100000009061", "Martin", 1000},
}

// writeTown writes the perimeter and the curves of September and October, and of October
// without the baker's 14th.
func writeTown(dir string) error {
	perimeter := "prm;padt;type;nom;adresse;code_postal;ville;segment;date_entree;date_sortie;statut;action\n" +
		townProducer + ";;P;Commune;1 rue du Val;35300;Fougères;P3;2026-01-01;;EN_VIGUEUR;CREATION\n"
	for _, c := range townConsumers {
		perimeter += c.prm + ";;C;" + c.name + ";1 rue du Val;35300;Fougères;C5;2026-01-01;;EN_VIGUEUR;CREATION\n"
	}
	september := townCurves(time.September, "")
	for name, content := range map[string][]byte{
		"PERIM_VAL_20261101.csv": []byte(perimeter), "CDC_VAL_202609_1.csv": september,
		"trou/CDC_VAL_202610_1.csv": townCurves(time.October, "2026-10-14"), "corrige/CDC_VAL_202610_2.csv": townCurves(time.October, ""),
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			return err
		}
		if err := os.WriteFile(file, content, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// townCurves is a month of quarter-hours as ACC-CSV; the baker has no data on one day.
func townCurves(month time.Month, hole string) []byte {
	paris, err := time.LoadLocation("Europe/Paris")
	if err != nil {
		panic(err)
	}
	var out bytes.Buffer
	out.WriteString("prm;nature;horodate;pas;valeur;unite;statut\n")
	curve := func(prm, nature string, watts float64, hole string) {
		end := time.Date(2026, month+1, 1, 0, 0, 0, 0, paris)
		for at := time.Date(2026, month, 1, 0, 0, 0, 0, paris); at.Before(end); at = at.Add(15 * time.Minute) {
			if at.Format(time.DateOnly) != hole {
				fmt.Fprintf(&out, "%s;%s;%s;PT15M;%g;W;D\n", prm, nature, at.Format(time.RFC3339), watts)
			}
		}
	}
	curve(townProducer, "PROD", 10_000, "")
	for _, c := range townConsumers {
		without := ""
		if c.name == "Boulangerie" {
			without = hole
		}
		curve(c.prm, "CONSO", float64(c.watts), without)
		curve(c.prm, "AUTOCONSO", float64(c.watts)*10/16, without)
	}
	return out.Bytes()
}

// writeCouples writes the perimeter and October of two producers, each with a consumer of
// its own: one hour of the first 25 days has energy, of so many watts.
func writeCouples(dir string) error {
	perimeter := "prm;padt;type;nom;adresse;code_postal;ville;segment;date_entree;date_sortie;statut;action\n"
	paris, err := time.LoadLocation("Europe/Paris")
	if err != nil {
		return err
	}
	var out bytes.Buffer
	out.WriteString("prm;nature;horodate;pas;valeur;unite;statut\n")
	for _, site := range []struct {
		prm, kind, name string
		watts           map[string]int
	}{
		{"99200000009016", "P;Toit Un", "P3", map[string]int{"PROD": 64_000, "SURPLUS": 16_000}},
		{"99200000009047", "P;Toit Deux", "P3", map[string]int{"PROD": 32_000, "SURPLUS": 2_000}},
		{"99200000009023", "C;Forge", "C5", map[string]int{"CONSO": 60_000, "AUTOCONSO": 48_000}},
		{"99200000009030", "C;Moulin", "C5", map[string]int{"CONSO": 31_000, "AUTOCONSO": 30_000}},
	} {
		perimeter += site.prm + ";;" + site.kind + ";1 rue du Val;35300;Fougères;" + site.name + ";2026-01-01;;EN_VIGUEUR;CREATION\n"
		for _, nature := range slices.Sorted(maps.Keys(site.watts)) {
			end := time.Date(2026, 11, 1, 0, 0, 0, 0, paris)
			for at := time.Date(2026, 10, 1, 0, 0, 0, 0, paris); at.Before(end); at = at.Add(15 * time.Minute) {
				watts := 0
				if at.Hour() == 12 && at.Day() <= 25 {
					watts = site.watts[nature]
				}
				fmt.Fprintf(&out, "%s;%s;%s;PT15M;%d;W;D\n", site.prm, nature, at.Format(time.RFC3339), watts)
			}
		}
	}
	return errors.Join(os.WriteFile(filepath.Join(dir, "PERIM_DUO_20261101.csv"), []byte(perimeter), 0o600), os.MkdirAll(filepath.Join(dir, "duo"), 0o750),
		os.WriteFile(filepath.Join(dir, "duo", "CDC_DUO_202610_1.csv"), out.Bytes(), 0o600))
}

// The Brussels evening: shared kWh of October by register, and of one site who is only
// in file A and not yet in the sharing.
const (
	lambert, dupont, peeters, boutique, janssens = 1, 2, 3, 4, 5
	milli                                        = energy.MilliWh(1_000_000) // of a kWh
)

// eveningEAN is the number of a site of the evening, with the check digit of GS1.
func eveningEAN(n int) string {
	body := fmt.Sprintf("5414489300000%04d", n)
	sum := 0
	for i, digit := range body {
		sum += int(digit-'0') * (3 - 2*(i%2))
	}
	return body + fmt.Sprint((10-sum%10)%10)
}

// writeEvening writes what Sibelga sends for September, for October with Janssens (A), for October as it
// is (B), and for October with other network costs of the shop (C).
func writeEvening(dir string) error {
	september, october := civil.NewMonth(2026, 9), civil.NewMonth(2026, 10)
	return errors.Join(
		writeSharing(filepath.Join(dir, "septembre"), september, false, false, 15_000_000),
		writeSharing(filepath.Join(dir, "a"), october, true, true, 15_000_000),
		writeSharing(filepath.Join(dir, "b"), october, true, false, 15_000_000),
		writeSharing(filepath.Join(dir, "c"), october, true, false, 12_000_000))
}

func sum(costs []money.MicroEuro) (all money.MicroEuro) {
	for _, c := range costs {
		all += c
	}
	return all
}

func writeSharing(dir string, m civil.Month, twoTariffs, withJanssens bool, ofBoutique money.MicroEuro) error {
	// Four quarters of a working morning carry the high register, four of a Saturday the low.
	morning, saturday := 40, 2*96+40
	if m.Month() == 9 {
		saturday = 4*96 + 40
	}
	curve := func(high, low energy.MilliWh) []energy.MilliWh {
		values := make([]energy.MilliWh, civil.Brussels.StepsIn(m.Range(), 15*time.Minute))
		for q := range 4 {
			values[morning+q], values[saturday+q] = high/4, low/4
		}
		return values
	}
	month := sibelga.Month{Sharing: "ES_TEST", Month: m, Zone: civil.Brussels}
	add := func(site int, high, low energy.MilliWh, costs ...money.MicroEuro) {
		two := twoTariffs && site == peeters
		if !two {
			costs = []money.MicroEuro{sum(costs)}
		}
		month.Points = append(month.Points, sibelga.Point{EAN: eveningEAN(site), Meter: "M", Days: m.Range(), TwoTariffs: two,
			Shared: curve(high, low), Complement: curve(4*milli, 4*milli), Costs: costs})
	}
	add(dupont, 200*milli, 0, 10_000_000)
	add(peeters, 120*milli+milli/2, 60*milli+milli/4, 6_020_000, 3_020_000)
	add(boutique, 300*milli, 0, ofBoutique)
	given := curve(620*milli+milli/2, 60*milli+milli/4)
	month.Points = append(month.Points, sibelga.Point{EAN: eveningEAN(lambert), Meter: "M", Days: m.Range(), Given: given, Surplus: curve(4*milli, 4*milli)})
	if withJanssens {
		add(janssens, 0, 0)
	}
	var monthly, quarters bytes.Buffer
	if err := errors.Join(month.Monthly(&monthly), month.Quarters(&quarters, sibelga.Newer), os.MkdirAll(dir, 0o750)); err != nil {
		return err
	}
	return errors.Join(os.WriteFile(filepath.Join(dir, "volumes.csv"), monthly.Bytes(), 0o600),
		os.WriteFile(filepath.Join(dir, "quarts.csv"), quarters.Bytes(), 0o600))
}
