package paper_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/pdf"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/paperstore"
	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/adapters/postgres/paymentstore"
	"github.com/openpmo/pmo/adapters/seal"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/paper"
	"github.com/openpmo/pmo/core/payment"
)

// desk is the papers of an operation of a consumer and a producer; drawn are the sheets as they were filled.
type desk struct {
	*coretest.World
	*paper.Service
	drawn []paper.Sheet
}

// DrawPaper draws for good, and keeps what was drawn.
func (d *desk) DrawPaper(s paper.Sheet) ([]byte, error) {
	d.drawn = append(d.drawn, s)
	return pdf.New().DrawPaper(s)
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{World: coretest.New(t)}
	d.Site("École", "consumer", "")
	d.Site("Toiture", "producer", "")
	d.Exec("update participants set address = '1 rue du Val', post_code = '35300', city = 'Fougères', identity = 'Commune' where name = 'École'")
	keys, err := seal.New(bytes.Repeat([]byte{7}, 32), "iban")
	require.NoError(t, err)
	d.Service = paper.New(paper.Deps{Guard: d.Guard, Tx: d.DB, Now: d.Now, Papers: paperstore.New(d.DB), Operations: operationstore.NewOperations(d.DB),
		Sites: participantstore.NewParticipants(d.DB), Creditors: paperstore.Creditors{DB: d.DB, Of: paymentstore.NewCreditors(d.DB, keys)},
		Documents: d.Keeping(&coretest.Shelf{Bytes: map[string][]byte{}}), Drawer: d})
	return d
}

func (d *desk) make(k paper.Kind, sites ...string) ([]paper.Paper, error) {
	in := paper.MakeInput{OperationID: d.Operation, Kind: k}
	for _, one := range sites {
		in.SiteIDs = append(in.SiteIDs, d.Sites[one])
	}
	if k == paper.TenantNotice {
		in.NoticeDate, in.RefusalUntil = coretest.Day("2026-11-02"), coretest.Day("2026-12-15")
	}
	return d.Make(d.T.Context(), d.Organizer, in)
}

func (d *desk) one(k paper.Kind, site string) paper.Paper {
	d.T.Helper()
	made, err := d.make(k, site)
	require.NoError(d.T, err)
	return made[0]
}

func copyOf(name, content string) paper.File {
	sum := sha256.Sum256([]byte(content))
	return paper.File{Name: name, Size: int64(len(content)), SHA256: hex.EncodeToString(sum[:]),
		Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(content)), nil }}
}

func (d *desk) sign(p paper.Paper, change func(in *paper.SignInput)) (paper.Paper, error) {
	in := paper.SignInput{Ref: paper.Ref{OperationID: d.Operation, PaperID: p.ID}, On: coretest.Date("2026-11-05"), By: "Anne Martin", File: copyOf("scan.pdf", "%PDF-1.7 signed")}
	if change != nil {
		change(&in)
	}
	return d.Sign(d.T.Context(), d.Organizer, in)
}

func (d *desk) read(p paper.Paper, signed bool) string {
	d.T.Helper()
	file, err := d.Download(d.T.Context(), d.Organizer, paper.Ref{OperationID: d.Operation, PaperID: p.ID}, signed)
	require.NoError(d.T, err)
	all, err := io.ReadAll(file.Content)
	require.NoError(d.T, err)
	require.NoError(d.T, file.Content.Close())
	return string(all)
}

type collectors []paper.Creditor

func (c collectors) OfOperation(context.Context, id.ID) ([]paper.Creditor, error) { return c, nil }

// TestAPaperSaysWhatIsKnownAndNamesWhatLacks: nothing is made up; a field without a value is a line.
func TestAPaperSaysWhatIsKnownAndNamesWhatLacks(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	p := d.one(paper.Agreement, "École")
	require.Equal(t, []any{"fr", paper.Made, "École"}, []any{p.Language, p.Status(), p.SiteName})
	require.Contains(t, p.Lacks, "site.email")
	require.Contains(t, p.Lacks, "site.leaving")
	require.NotContains(t, p.Lacks, "site.name")
	require.NotContains(t, p.Lacks, "site.address")
	fields := map[string]string{}
	for _, g := range d.drawn[0].Groups {
		for _, f := range g.Fields {
			fields[g.Key+"."+f.Key] = f.Value
		}
	}
	require.Equal(t, []string{"PMO VAL", "Commune", "1 rue du Val, 35300 Fougères", "01/01/2026"}, []string{fields["pmo.name"], fields["site.name"], fields["site.address"], fields["site.entry"]})
	for key, value := range fields {
		require.Equal(t, value == "", strings.Contains(strings.Join(p.Lacks, " ")+" ", key+" "), key)
	}
	require.True(t, strings.HasPrefix(d.read(p, false), "%PDF-"))

	mandate := d.one(paper.SEPAMandate, "École")
	require.Contains(t, mandate.Lacks, "creditor.ics", "of no creditor none is named")
	require.Contains(t, mandate.Lacks, "account.iban")
	require.Contains(t, mandate.Lacks, "creditor.address")
	d.Creditors = collectors{{Creditor: payment.Creditor{Name: "SAS Toits", ICS: "FR19ZZZ654321"}, Street: "2 rue du Soleil", PostCode: "35300", City: "Fougères"}}
	require.NotContains(t, d.one(paper.SEPAMandate, "École").Lacks, "creditor.address")
	groups := d.drawn[len(d.drawn)-1].Groups
	require.Contains(t, groups, paper.Group{Key: "creditor", Fields: []paper.Field{{Key: "name", Value: "SAS Toits"}, {Key: "address", Value: "2 rue du Soleil, 35300 Fougères"}, {Key: "ics", Value: "FR19ZZZ654321"}, {Key: "rum"}}},
		"a mandate names who collects, with the address")
	d.Creditors = append(d.Creditors.(collectors), paper.Creditor{})
	require.Contains(t, d.one(paper.SEPAMandate, "École").Lacks, "creditor.name", "of several nobody knows which one will collect")
	d.Exec("update participants set user_id = $1 where name = 'École'", d.Account("École").UserID)
	d.Exec("update users set language = 'nl' where id = (select user_id from participants where name = 'École')")
	require.Equal(t, "nl", d.one(paper.Agreement, "École").Language, "as the person reads")
	d.Exec("update operations set dso = 'SIBELGA'")
	d.Exec("update users set language = 'fr'")
	require.Equal(t, "fr-BE", d.one(paper.Agreement, "École").Language)
}

// TestWhoSignedAndWhoRefused: once each, with the copy beside the paper.
func TestWhoSignedAndWhoRefused(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	p := d.one(paper.Agreement, "École")
	_, err := d.Download(t.Context(), d.Organizer, paper.Ref{OperationID: d.Operation, PaperID: p.ID}, true)
	require.Equal(t, "paper.unsigned", fault.KeyOf(err))
	for key, change := range map[string]func(in *paper.SignInput){
		"paper.day":      func(in *paper.SignInput) { in.On = coretest.Date("2026-11-07") },
		"paper.file":     func(in *paper.SignInput) { in.File = copyOf("scan.pdf", "<script>") },
		"field.required": func(in *paper.SignInput) { in.By = " " },
		"field.tooLong":  func(in *paper.SignInput) { in.By = strings.Repeat("x", 201) },
		"notFound":       func(in *paper.SignInput) { in.PaperID = id.New() },
	} {
		_, err := d.sign(p, change)
		require.Equal(t, key, fault.KeyOf(err))
	}
	_, err = d.sign(p, func(in *paper.SignInput) { in.File = copyOf("scan.html", "%PDF-1.7") })
	require.Equal(t, "paper.file", fault.KeyOf(err))
	signed, err := d.sign(p, nil)
	require.NoError(t, err)
	require.Equal(t, paper.Signed, signed.Status())
	require.Equal(t, "%PDF-1.7 signed", d.read(p, true))
	_, err = d.sign(p, nil)
	require.Equal(t, "paper.closed", fault.KeyOf(err))
	_, err = d.Refuse(t.Context(), d.Organizer, paper.Ref{OperationID: d.Operation, PaperID: d.one(paper.Agreement, "École").ID}, coretest.Date("2026-11-05"), "")
	require.Equal(t, "paper.noRefusal", fault.KeyOf(err))

	notice := d.one(paper.TenantNotice, "École")
	refused, err := d.Refuse(t.Context(), d.Organizer, paper.Ref{OperationID: d.Operation, PaperID: notice.ID}, coretest.Date("2026-11-05"), "Par courrier")
	require.NoError(t, err)
	require.Equal(t, paper.Refused, refused.Status())
	require.Equal(t, &paper.Filed{By: d.Organizer.UserID}, refused.Filed)
	list, err := d.List(t.Context(), d.Organizer, d.Operation, d.Sites["École"])
	require.NoError(t, err)
	states := map[paper.Status]int{}
	for _, one := range list {
		states[one.Status()]++
	}
	require.Equal(t, map[paper.Status]int{paper.Signed: 1, paper.Refused: 1, paper.Made: 1}, states)
	list, err = d.List(t.Context(), d.Organizer, d.Operation, d.Sites["Toiture"])
	require.NoError(t, err)
	require.Empty(t, list)
}

// TestAParticipantHandsInItsOwnPapers: it reads those of its sites, signs by the copy that it sends,
// refuses a notice up to its last day, and touches no paper of a neighbour.
func TestAParticipantHandsInItsOwnPapers(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Site("Mairie", "consumer", "")
	own, neighbour := d.one(paper.Agreement, "École"), d.one(paper.Agreement, "Mairie")
	school := d.Account("École")
	ref := func(p paper.Paper, site string) paper.Ref { return paper.Ref{SiteID: d.Sites[site], PaperID: p.ID} }
	list, err := d.ListOwn(t.Context(), school, d.Sites["École"])
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.Equal(t, own.ID, list[0].ID)
	_, err = d.ListOwn(t.Context(), school, d.Sites["Mairie"])
	require.Equal(t, "notFound", fault.KeyOf(err))
	_, err = d.List(t.Context(), school, d.Operation, "")
	require.Equal(t, "forbidden", fault.KeyOf(err), "the register is the organizer's")
	for _, foreign := range []paper.Ref{ref(neighbour, "Mairie"), ref(neighbour, "École"), {SiteID: d.Sites["École"], PaperID: id.New()}} {
		_, err := d.Download(t.Context(), school, foreign, false)
		require.Equal(t, "notFound", fault.KeyOf(err))
		_, err = d.Sign(t.Context(), school, paper.SignInput{Ref: foreign, On: coretest.Date("2026-11-05"), By: "X", File: copyOf("scan.pdf", "%PDF-1.7 x")})
		require.Equal(t, "notFound", fault.KeyOf(err))
		_, err = d.Refuse(t.Context(), school, foreign, coretest.Date("2026-11-05"), "")
		require.Equal(t, "notFound", fault.KeyOf(err))
	}
	file, err := d.Download(t.Context(), school, ref(own, "École"), false)
	require.NoError(t, err)
	require.NoError(t, file.Content.Close())
	_, err = d.Sign(t.Context(), school, paper.SignInput{Ref: paper.Ref{OperationID: d.Operation, PaperID: own.ID}, On: coretest.Date("2026-11-05"), By: "X", File: copyOf("scan.pdf", "%PDF-1.7 x")})
	require.Equal(t, "forbidden", fault.KeyOf(err), "by the operation it is the organizer's to record")
	signed, err := d.Sign(t.Context(), school, paper.SignInput{Ref: ref(own, "École"), On: coretest.Date("2026-11-05"), By: "Anne Martin", File: copyOf("scan.pdf", "%PDF-1.7 by herself")})
	require.NoError(t, err)
	require.Equal(t, &paper.Filed{By: school.UserID, ByParticipant: true}, signed.Filed)
	all, err := d.List(t.Context(), d.Organizer, d.Operation, d.Sites["École"])
	require.NoError(t, err)
	require.Equal(t, []any{paper.Signed, true}, []any{all[0].Status(), all[0].Filed.ByParticipant}, "who runs the operation reads so")
	require.Equal(t, "%PDF-1.7 by herself", d.read(own, true))
	_, err = d.Sign(t.Context(), d.Organizer, paper.SignInput{Ref: ref(neighbour, "Mairie"), On: coretest.Date("2026-11-05"), By: "X", File: copyOf("scan.pdf", "%PDF-1.7 x")})
	require.Equal(t, "forbidden", fault.KeyOf(err), "nobody signs as a participant who is none")

	notice := d.one(paper.TenantNotice, "École")
	d.Clock = d.Clock.AddDate(0, 2, 0)
	_, err = d.Refuse(t.Context(), school, ref(notice, "École"), coretest.Date("2026-12-16"), "")
	require.Equal(t, []string{"paper.refusalLate", "refusedOn"}, []string{fault.KeyOf(err), fault.From(err).Field})
	refused, err := d.Refuse(t.Context(), school, ref(notice, "École"), coretest.Date("2026-12-15"), "")
	require.NoError(t, err)
	require.True(t, refused.Filed.ByParticipant)
}

// TestPapersThatAreNotMade: of the other side, without dates, too many, by who may not.
func TestPapersThatAreNotMade(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for _, one := range []struct {
		kind paper.Kind
		site string
	}{{paper.BillingMandate, "École"}, {paper.SEPAMandate, "Toiture"}, {paper.TenantNotice, "Toiture"}} {
		_, err := d.make(one.kind, one.site)
		require.Equal(t, "paper.side", fault.KeyOf(err))
	}
	in := paper.MakeInput{OperationID: d.Operation, Kind: paper.TenantNotice, SiteIDs: []id.ID{d.Sites["École"]}}
	_, err := d.Make(t.Context(), d.Organizer, in)
	require.Equal(t, "paper.dates", fault.KeyOf(err))
	in.NoticeDate, in.RefusalUntil = coretest.Day("2026-11-02"), coretest.Day("2026-11-01")
	_, err = d.Make(t.Context(), d.Organizer, in)
	require.Equal(t, "paper.dates", fault.KeyOf(err))
	in.Kind = "WILL"
	_, err = d.Make(t.Context(), d.Organizer, in)
	require.Equal(t, "paper.kind", fault.KeyOf(err))
	_, err = d.make(paper.Agreement)
	require.Equal(t, "paper.count", fault.KeyOf(err))
	in = paper.MakeInput{OperationID: d.Operation, Kind: paper.Agreement, SiteIDs: []id.ID{id.New()}}
	_, err = d.Make(t.Context(), d.Organizer, in)
	require.Equal(t, "paper.siteUnknown", fault.KeyOf(err))
	_, err = d.List(t.Context(), d.Observer(), d.Operation, "")
	require.Equal(t, "forbidden", fault.KeyOf(err))
	require.Zero(t, d.Count("papers"))
}

// crowded is a store that keeps so many papers already.
type crowded struct {
	paper.Papers
	kept int
}

func (c crowded) Count(context.Context, id.ID) (int, error) { return c.kept, nil }

// TestAnOperationKeepsSoManyPapers: the last is made; one more is not, and nothing of it is stored.
func TestAnOperationKeepsSoManyPapers(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Papers = crowded{d.Papers, paper.MostKept}
	_, err := d.make(paper.Agreement, "École")
	require.Equal(t, []any{"paper.tooMany", paper.MostKept}, []any{fault.KeyOf(err), fault.From(err).Params["max"]})
	require.Zero(t, d.Count("papers"))
	d.Papers = crowded{d.Papers, paper.MostKept - 1}
	d.one(paper.Agreement, "École")
	require.Equal(t, 1, d.Count("papers"))
}
