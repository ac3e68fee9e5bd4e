package demo

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/adapters/dso/fake"
	"github.com/openpmo/pmo/adapters/dso/sibelga"
	"github.com/openpmo/pmo/adapters/postgres/meteringstore"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/site"
	"github.com/openpmo/pmo/core/party"
)

// The Brussels operation of the demo. It has an organizer of its own, so that the others
// keep their French (specification section 1: Belgian French with an operation of the
// Belgian operator).
const (
	sibelgaID        = "BE00000001"
	sibelgaSharing   = "ES_TANNEURS"
	sibelgaOrganizer = "organizer-be@demo.pmo"
	sibelgaMonths    = 7
)

// brussels is the operation as the seed makes it.
var brussels = demoOperation{externalID: sibelgaID, name: "Marché des Tanneurs", operator: dso.Sibelga, at: party.Position{Latitude: 50.8381, Longitude: 4.3436}, seed: 4, months: sibelgaMonths}

// brusselsSite is a site of the Brussels operation.
type brusselsSite struct {
	name, address string
	kind          party.EntityType
	power         int64 // W of its panels; 0 = it only consumes
	produces      bool  // and does nothing else
	twoTariffs    bool
}

var brusselsSites = []brusselsSite{
	{"Marché des Tanneurs", "60 rue des Tanneurs", party.ProTertiary, 42_000, true, false},
	{"Toiture École des Ursulines", "4 rue des Ursulines", party.ProOther, 18_000, true, false},
	{"Boulangerie Peeters", "12 rue Haute", party.ProArtisan, 6_000, false, true},
	{"Maison médicale des Marolles", "120 rue Haute", party.ProTertiary, 4_500, false, false},
	{"Crèche Les Petits Sabots", "8 rue de la Plume", party.ProTertiary, 0, false, true},
	{"Librairie Het Ivoren Aapje", "3 place du Béguinage", party.ProTertiary, 0, false, true},
	{"Famille Janssens", "21 rue des Capucins", party.PartIndiv, 0, false, false},
	{"Famille Lambert", "23 rue des Capucins", party.PartIndiv, 0, false, true},
	{"Famille El Amrani", "25 rue des Capucins", party.PartIndiv, 0, false, false},
	{"Famille De Smet", "2 rue du Lavoir", party.PartIndiv, 0, false, true},
	{"Famille Dubois", "4 rue du Lavoir", party.PartIndiv, 0, false, false},
	{"Logements Porte Rouge", "6 rue du Lavoir", party.PartCollectiveSocial, 0, false, false},
}

// ean is the number of the i-th site, with the check digit of GS1.
func ean(i int) string {
	body := fmt.Sprintf("%s92%08d", dso.EANPrefix, i+1)
	sum := 0
	for n := range len(body) {
		weight := 1
		if (len(body)-n)%2 == 1 {
			weight = 3
		}
		sum += int(body[n]-'0') * weight
	}
	return body + string(rune('0'+(10-sum%10)%10))
}

func (d *seeding) seedSibelga(ctx context.Context, people map[string]id.ID) (err error) {
	if d.organizer, err = d.as(ctx, people[sibelgaOrganizer]); err != nil {
		return err
	}
	in := brussels.creation()
	in.Organizers = []id.ID{people[sibelgaOrganizer]}
	text := func(s string) *string { return &s }
	in.Interlocutor = operation.InterlocutorChange{LegalName: text("Tanneurs Énergie ASBL"), LegalNumber: text("0878051819"),
		TaxID: text("BE0878051819"), Address: text("60 rue des Tanneurs"), PostCode: text("1000"), City: text("Bruxelles"), Country: text("BE"),
		Email: text("contact@tanneurs.example"), PhoneNumber: text("+32 2 500 00 00"), ContactName: text("Lotte Peeters")}
	made, err := d.Services.Operation.Create(ctx, account.System, in)
	if err != nil {
		return err
	}
	if d.organizer, err = d.as(ctx, people[sibelgaOrganizer]); err != nil {
		return err
	}
	last := civil.MonthOf(d.today)
	months := d.brusselsMonths()
	var sites demoSites
	entry := last.Add(-months).First()
	for i, s := range brusselsSites {
		view, err := d.Services.Participant.Site.Create(ctx, d.organizer, s.creation(made.ID, i, entry))
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		if s.produces {
			sites.producers = append(sites.producers, view)
		} else {
			sites.consumers = append(sites.consumers, view)
		}
	}
	for m := last.Add(-months); m < last; m++ {
		if err := d.uploadMonth(ctx, made.ID, m); err != nil {
			return fmt.Errorf("%s: %w", m, err)
		}
	}
	if err := d.seedBrusselsBilling(ctx, made.ID, sites); err != nil {
		return err
	}
	return d.seedPeppol(ctx, made.ID)
}

func (d *seeding) brusselsMonths() int {
	if d.Small {
		return 4
	}
	return brussels.months
}

func (s brusselsSite) creation(operationID id.ID, i int, entry civil.Date) site.CreateInput {
	in := site.CreateInput{OperationID: operationID, Name: s.name, DsoID: ean(i), EnergyType: participant.Consumer, EntityType: s.kind,
		Address: s.address, PostCode: "1000", City: "Bruxelles", Position: brussels.siteAt(i), Entry: &entry, IsProsumer: s.power > 0 && !s.produces,
		Email: fmt.Sprintf("site%d.%s@exemple.example", i+1, strings.ToLower(sibelgaID)), DsoStatus: "EN_VIGUEUR", DsoAction: "CREATION"}
	if s.produces {
		in.EnergyType = participant.Producer
	}
	if s.power > 0 {
		power := s.power
		in.ProductionType, in.ContractPower = participant.Solar, &power
	}
	return in
}

// catchUpSibelga uploads the months that have ended since the last start.
func (d *seeding) catchUpSibelga(ctx context.Context) (err error) {
	var operationID, organizerID id.ID
	if err := d.DB.Pool().QueryRow(ctx, "select id from operations where external_id = $1", sibelgaID).Scan(&operationID); err != nil {
		return nil //nolint:nilerr // somebody took it out of their demo
	}
	if err := d.DB.Pool().QueryRow(ctx, "select id from users where email = $1", sibelgaOrganizer).Scan(&organizerID); err != nil {
		return nil //nolint:nilerr // the same
	}
	if d.organizer, err = d.as(ctx, organizerID); err != nil {
		return err
	}
	latest, err := meteringstore.NewRollups(d.DB).LatestDays(ctx, []id.ID{operationID})
	if err != nil {
		return err
	}
	day, ok := latest[operationID]
	if !ok {
		return nil
	}
	for m := civil.MonthOf(day).Next(); m < civil.MonthOf(d.today); m++ {
		if err := d.uploadMonth(ctx, operationID, m); err != nil {
			return err
		}
	}
	return nil
}

// uploadMonth sends the two files of a month and waits until they are stored.
func (d *seeding) uploadMonth(ctx context.Context, operationID id.ID, m civil.Month) error {
	month, err := sharedMonth(m)
	if err != nil {
		return err
	}
	var monthly, quarters bytes.Buffer
	if err := month.Monthly(&monthly); err != nil {
		return err
	}
	if err := zipped(&quarters, month.QuartersName(), func(w io.Writer) error { return month.Quarters(w, sibelga.Newer) }); err != nil {
		return err
	}
	sent, err := d.Services.Metering.Ingest.StartImport(ctx, d.organizer, ingest.ImportInput{OperationID: operationID, Kind: ingest.KindUpload,
		Files: []ingest.ReceivedFile{received(month.MonthlyName(), monthly.Bytes()),
			received(strings.TrimSuffix(month.QuartersName(), ".csv")+".zip", quarters.Bytes())}})
	if err != nil {
		return err
	}
	return d.followUpload(ctx, operationID, sent.ID)
}

// followUpload waits for the job of an upload, or does its work where no job is worked on
// yet. The last one fails with what was wrong.
func (d *seeding) followUpload(ctx context.Context, operationID, importID id.ID) error {
	if !d.Working {
		if err := d.Services.Metering.Ingest.RunImport(ctx, importID); err != nil {
			return err
		}
	}
	for {
		latest, _, err := d.Services.Metering.Ingest.LatestUpload(ctx, d.organizer, operationID)
		switch {
		case err != nil:
			return err
		case len(latest.Errors) > 0:
			return latest.Errors[0]
		case latest.Status != ingest.ImportStarted:
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func received(name string, content []byte) ingest.ReceivedFile {
	sum := sha256.Sum256(content)
	return ingest.ReceivedFile{Name: name, Size: int64(len(content)), SHA256: hex.EncodeToString(sum[:]),
		Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil }}
}

// zipped writes a file into a zip: the quarters of a month are some megabytes.
func zipped(to io.Writer, name string, write func(io.Writer) error) error {
	archive := zip.NewWriter(to)
	archive.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestSpeed) })
	w, err := archive.Create(name)
	if err != nil {
		return err
	}
	if err := write(w); err != nil {
		return err
	}
	return archive.Close()
}

// sharedMonth plays the operator: what the panels made is shared pro rata.
func sharedMonth(m civil.Month) (sibelga.Month, error) {
	var meters []fake.Site
	for i, s := range brusselsSites {
		if s.power > 0 {
			meters = append(meters, fake.Site{DsoID: ean(i), Producer: true, PowerW: s.power})
		}
		if !s.produces {
			meters = append(meters, fake.Site{DsoID: ean(i)})
		}
	}
	sets := fake.New(sibelgaID, brussels.seed, civil.Brussels, meters).Datasets(m.Range(), m.Next().First())
	used, made := map[string][]energy.MilliWh{}, map[string][]energy.MilliWh{}
	for _, r := range sets[0].Readings {
		if r.Nature == metering.Prod {
			made[r.DsoID] = r.Runs[0].Values
		} else {
			used[r.DsoID] = r.Runs[0].Values
		}
	}
	consumers, producers := inOrder(used), inOrder(made)
	received, given, err := prorata(of(used, consumers), of(made, producers))
	if err != nil {
		return sibelga.Month{}, err
	}
	out := sibelga.Month{Sharing: sibelgaSharing, Month: m, Zone: civil.Brussels}
	for i, s := range brusselsSites {
		p := sibelga.Point{EAN: ean(i), Meter: fmt.Sprintf("1SAG11%08d", 4_210_000+i*37), Days: m.Range(), TwoTariffs: s.twoTariffs}
		if at := slices.Index(consumers, p.EAN); at >= 0 {
			p.Shared, p.Complement = received[at], less(used[p.EAN], received[at])
		}
		if at := slices.Index(producers, p.EAN); at >= 0 {
			p.Given, p.Surplus = given[at], less(made[p.EAN], given[at])
		}
		out.Points = append(out.Points, p)
	}
	return out, nil
}

func inOrder(values map[string][]energy.MilliWh) []string {
	var numbers []string
	for i := range brusselsSites {
		if values[ean(i)] != nil {
			numbers = append(numbers, ean(i))
		}
	}
	return numbers
}

func of(values map[string][]energy.MilliWh, numbers []string) [][]energy.MilliWh {
	out := make([][]energy.MilliWh, len(numbers))
	for i, number := range numbers {
		out[i] = values[number]
	}
	return out
}

func less(a, b []energy.MilliWh) []energy.MilliWh {
	out := make([]energy.MilliWh, len(a))
	for i := range a {
		out[i] = a[i] - b[i]
	}
	return out
}
