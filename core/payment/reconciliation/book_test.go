package reconciliation

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/payment/bankfile"
	"github.com/openpmo/pmo/core/payment/settlement"
)

var issuedOn = civil.NewDate(2026, 11, 2)

// shelf is a book of a few clients: Anne (c1) owes i1 (50 €) and i2 (70 €), Bernard (c2) i3 (50 €), which
// is collected, the town (c3) i4 (30 €), which was taken back by n4, and i5 (80 €) of a Belgian reference.
func shelf(change func(map[id.ID]*settlement.Account)) *Book {
	facts := []Fact{{InvoiceID: "i1", ClientID: "c1", Number: "COM-2026-00001"}, {InvoiceID: "i2", ClientID: "c1", Number: "COM-2026-00002"},
		{InvoiceID: "i3", ClientID: "c2", Number: "COM-2026-00003"}, {InvoiceID: "i4", ClientID: "c3", Number: "COM-2026-00004"},
		{InvoiceID: "n4", ClientID: "c3", Number: "COM-2026-00005"}, {InvoiceID: "i5", ClientID: "c3", Number: "COM-2026-00006", Communication: "+++000/0000/00101+++"}}
	amounts := []money.Cents{5000, 7000, 5000, 3000, 3000, 8000}
	var accounts []settlement.Account
	at := map[id.ID]*settlement.Account{}
	for n := range facts {
		facts[n].IssuedOn, facts[n].Open = issuedOn, true
		a := settlement.Account{Invoice: settlement.Invoice{ID: facts[n].InvoiceID, Number: facts[n].Number, Type: billing.TypeInvoice, Status: billing.Finalized,
			Payment: billing.PaymentPending, Amount: amounts[n], IssuedOn: &issuedOn}}
		switch a.ID {
		case "i4":
			a.Invoice.Status = billing.Cancelled
		case "n4":
			a.Type = billing.TypeCreditNote
		}
		accounts = append(accounts, a)
	}
	for n := range accounts {
		at[accounts[n].ID] = &accounts[n]
	}
	if change != nil {
		change(at)
	}
	clients := []Client{{ID: "c1", Names: []string{"Anne Martin"}, PayerKeys: []string{"A"}, Marks: []string{"ANNE01"}}, {ID: "c2", Names: []string{"Bernard Petit"}, PayerKeys: []string{"B"}},
		{ID: "c3", Names: []string{"Commune de Fougères"}}}
	ordered := []Transaction{{InvoiceID: "i3", EndToEndID: "COM-2026-00003-R1", MessageID: "0199b0aa00007000800000000000abcd", Batch: 1, Amount: 5000},
		{InvoiceID: "i1", EndToEndID: "COM-2026-00001", MessageID: "0199b0aa00007000800000000000abcd", Batch: 2, Amount: 5000},
		{InvoiceID: "i2", EndToEndID: "COM-2026-00002", MessageID: "0199b0aa00007000800000000000abcd", Batch: 2, Amount: 7000}}
	return NewBook(NewIndex(facts, ordered, clients), accounts, nil, []string{"ELSEWHERE-1"})
}

func settled(kind settlement.Kind, amount money.Cents, line id.ID) settlement.Settlement {
	return settlement.Settlement{Kind: kind, Amount: amount, BookedOn: issuedOn, LineID: line}
}

func booked(amount money.Cents, l bankfile.Line) Line {
	l.Amount, l.BookedOn = amount, issuedOn.AddDays(20)
	return Line{ID: "l", Line: l, Kind: Booked}
}

// TestALineIsMatchedWhereItIsSure: by our own transaction, by what the payer was asked to write, by the
// mark of a mandate; what speaks against it, and what may mean several, stays open.
func TestALineIsMatchedWhereItIsSure(t *testing.T) {
	t.Parallel()
	payer := func(l Line, name, key string) Line { l.Counterparty, l.PayerKey = name, key; return l }
	text := func(amount money.Cents, text string) Line { return booked(amount, bankfile.Line{Text: text}) }
	paid := func(of id.ID, list ...settlement.Settlement) func(map[id.ID]*settlement.Account) {
		return func(at map[id.ID]*settlement.Account) { at[of].Settled = list }
	}
	refused := booked(-5000, bankfile.Line{EndToEndID: "COM-2026-00003-R1", Returned: true, ReturnReason: "AC04"})
	refused.Kind = Refused
	const batch = "0199b0aa00007000800000000000abcd"
	for name, c := range map[string]struct {
		line Line
		book func(map[id.ID]*settlement.Account)
		want string
	}{
		"our transaction":                           {booked(5000, bankfile.Line{EndToEndID: "COM-2026-00003-R1"}), nil, "i3 PAYMENT 5000"},
		"ours, paid already":                        {booked(5000, bankfile.Line{EndToEndID: "COM-2026-00003-R1"}), paid("i3", settled(settlement.Payment, 5000, "")), "ALREADY_PAID"},
		"taken back by the bank":                    {booked(-5000, bankfile.Line{EndToEndID: "COM-2026-00003-R1", Returned: true, ReturnReason: "MD06"}), paid("i3", settled(settlement.Payment, 5000, "x")), "i3 RETURN 5000"},
		"taken back, with a fee":                    {booked(-5400, bankfile.Line{EndToEndID: "COM-2026-00003-R1", Returned: true}), paid("i3", settled(settlement.Payment, 5000, "x")), "OTHER_AMOUNT"},
		"taken back before it was told paid":        {booked(-5000, bankfile.Line{EndToEndID: "COM-2026-00003-R1", Returned: true}), nil, "NOT_PAID"},
		"an order refused":                          {refused, nil, "i3 REJECTION 5000"},
		"an order refused that was marked as paid":  {refused, paid("i3", settled(settlement.Payment, 5000, "")), "i3 RETURN 5000"},
		"an order refused that was paid in part":    {refused, paid("i3", settled(settlement.Payment, 1000, "")), "NOT_PAID"},
		"of another operation":                      {booked(5000, bankfile.Line{EndToEndID: "ELSEWHERE-1"}), nil, "aside OTHER_OPERATION"},
		"a batch":                                   {booked(12000, bankfile.Line{BatchID: batch + "002"}), nil, "i1 PAYMENT 5000, i2 PAYMENT 7000"},
		"a batch of another sum":                    {booked(11000, bankfile.Line{BatchID: batch + "002"}), nil, "OTHER_AMOUNT"},
		"a batch of which one is paid":              {booked(12000, bankfile.Line{BatchID: batch + "002"}), paid("i1", settled(settlement.Payment, 5000, "")), "ALREADY_PAID"},
		"a number and its amount":                   {text(5000, "Facture com 2026 00001 merci"), nil, "i1 PAYMENT 5000"},
		"a number within another":                   {text(5000, "COM-2026-000012"), nil, "NO_REFERENCE"},
		"a number of another's, by name":            {payer(text(5000, "COM-2026-00001"), "PETIT BERNARD", ""), nil, "OTHER_PAYER"},
		"a number of another's, by account":         {payer(text(5000, "COM-2026-00001"), "", "B"), nil, "OTHER_PAYER"},
		"a number of another amount by nobody":      {text(4000, "COM-2026-00001"), nil, "OTHER_AMOUNT"},
		"a part, by who owes it":                    {payer(text(4000, "COM-2026-00001"), "M MARTIN ANNE", ""), nil, "i1 PAYMENT 4000"},
		"too much while more is owed":               {payer(text(9000, "COM-2026-00001"), "", "A"), nil, "AMBIGUOUS"},
		"twice, with nothing else owed":             {payer(text(5000, "COM-2026-00003"), "", "B"), paid("i3", settled(settlement.Payment, 5000, "x")), "i3 PAYMENT 5000 too much 5000"},
		"twice, recorded by hand before":            {payer(text(5000, "COM-2026-00003"), "", "B"), paid("i3", settled(settlement.Payment, 5000, "")), "ALREADY_PAID"},
		"two numbers":                               {text(12000, "COM-2026-00001 et COM-2026-00002"), nil, "i1 PAYMENT 5000, i2 PAYMENT 7000"},
		"two numbers, another sum":                  {text(11000, "COM-2026-00001 COM-2026-00002"), nil, "AMBIGUOUS"},
		"of a day before":                           {func() Line { l := text(5000, "COM-2026-00001"); l.BookedOn = issuedOn - 1; return l }(), nil, "BEFORE_ISSUE"},
		"taken back by a credit note":               {text(3000, "COM-2026-00004"), nil, "CANCELLED"},
		"a credit note paid out":                    {text(-3000, "Remboursement COM-2026-00005"), nil, "n4 PAYMENT 3000"},
		"a credit note paid out in part":            {text(-2000, "Remboursement COM-2026-00005"), nil, "OTHER_AMOUNT"},
		"money that went for an invoice":            {text(-5000, "COM-2026-00001"), nil, "NOT_PAID"},
		"what was paid too much goes back":          {text(-5000, "Remboursement COM-2026-00003"), paid("i3", settled(settlement.Payment, 5000, "x"), settled(settlement.Payment, 5000, "y")), "i3 RETURN 5000"},
		"what was paid once goes":                   {text(-5000, "Remboursement COM-2026-00003"), paid("i3", settled(settlement.Payment, 5000, "x")), "NOT_PAID"},
		"twice, while more is owed":                 {payer(text(5000, "COM-2026-00001"), "", "A"), paid("i1", settled(settlement.Payment, 5000, "x")), "ALREADY_PAID"},
		"a structured communication":                {booked(8000, bankfile.Line{Communication: "000000000101"}), nil, "i5 PAYMENT 8000"},
		"a structured communication in the text":    {text(3000, "+++000/0000/00101+++"), nil, "i5 PAYMENT 3000"},
		"a reference of ISO 11649":                  {booked(5000, bankfile.Line{Communication: "RF60COM202600001"}), nil, "i1 PAYMENT 5000"},
		"a mark, one of that amount":                {text(7000, "VIR ANNE01"), nil, "i2 PAYMENT 7000"},
		"a mark, all that is owed":                  {text(12000, "VIR ANNE01"), nil, "i1 PAYMENT 5000, i2 PAYMENT 7000"},
		"a mark, another amount":                    {text(6000, "VIR ANNE01"), nil, "AMBIGUOUS"},
		"a mark, another payer":                     {payer(text(7000, "VIR ANNE01"), "", "B"), nil, "OTHER_PAYER"},
		"an amount and a name alone":                {payer(text(7000, "loyer"), "Anne Martin", "A"), nil, "NO_REFERENCE"},
		"what we sent came back":                    {booked(3000, bankfile.Line{Returned: true, Text: "COM-2026-00001"}), nil, "NO_REFERENCE"},
		"a return that names its invoice":           {booked(-5000, bankfile.Line{Returned: true, Text: "COM-2026-00001"}), paid("i1", settled(settlement.Payment, 5000, "x")), "i1 RETURN 5000"},
		"a return that names what was not paid yet": {booked(-5000, bankfile.Line{Returned: true, Text: "COM-2026-00001"}), nil, "NOT_PAID"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := shelf(c.book).Match(c.line)
			got := string(o.Reason)
			if o.Aside != "" {
				got = "aside " + string(o.Aside)
			}
			for _, s := range o.Settlements {
				if got != "" {
					got += ", "
				}
				got += fmt.Sprintf("%s %s %d", s.InvoiceID, s.Kind, s.Amount)
				require.Equal(t, id.ID("l"), s.LineID)
			}
			if o.Overpaid > 0 {
				got += fmt.Sprintf(" too much %d", o.Overpaid)
			}
			require.Equal(t, c.want, got)
		})
	}
}

// TestTheSameReturnIsToldOnce: after the answer to an order said so, its booking is set aside.
func TestTheSameReturnIsToldOnce(t *testing.T) {
	t.Parallel()
	b := shelf(func(at map[id.ID]*settlement.Account) {
		at["i3"].Settled = []settlement.Settlement{settled(settlement.Payment, 5000, ""), settled(settlement.Return, 5000, "x")}
	})
	b.told["COM-2026-00003-R1"] = true
	o := b.Match(booked(-5000, bankfile.Line{EndToEndID: "COM-2026-00003-R1", Returned: true}))
	require.Equal(t, Known, o.Aside)
}

// TestWhatIsMatchedIsNeverMoreThanTheLine: whatever lines come in whatever order, each settles its whole
// amount or nothing, no more comes back than was paid, and nothing is matched by amount alone.
func TestWhatIsMatchedIsNeverMoreThanTheLine(t *testing.T) {
	t.Parallel()
	texts := []string{"", "COM-2026-00001", "COM-2026-00002 COM-2026-00001", "COM-2026-00003", "000000000101", "ANNE01", "COM-2026-00005", "salaire"}
	ends := []string{"", "", "COM-2026-00003-R1", "COM-2026-00001", "ELSEWHERE-1"}
	rapid.Check(t, func(t *rapid.T) {
		b := shelf(nil)
		for n := range rapid.IntRange(1, 25).Draw(t, "lines") {
			amount := money.Cents(rapid.SampledFrom([]int64{5000, 7000, 12000, 8000, 3000, 1}).Draw(t, "amount"))
			if rapid.Bool().Draw(t, "went") {
				amount = -amount
			}
			l := booked(amount, bankfile.Line{Text: rapid.SampledFrom(texts).Draw(t, "text"), EndToEndID: rapid.SampledFrom(ends).Draw(t, "end"), Returned: rapid.Bool().Draw(t, "returned")})
			l.ID, l.PayerKey = id.ID(fmt.Sprint(n)), rapid.SampledFrom([]string{"", "A", "B", "Z"}).Draw(t, "payer")
			o := b.Match(l)
			sum := money.Cents(0)
			for _, s := range o.Settlements {
				sum += s.Amount
				require.Positive(t, int64(s.Amount))
			}
			if len(o.Settlements) > 0 {
				require.Equal(t, size(amount), sum)
				require.Empty(t, string(o.Reason)+string(o.Aside))
				require.False(t, l.EndToEndID == "" && (l.Text == "" || l.Text == "salaire"), "by amount alone")
			}
			b.Apply(o.Settlements)
		}
		for _, a := range b.accounts {
			require.GreaterOrEqual(t, a.Paid(), money.Cents(0))
		}
	})
}

// TestProposalsAreOrderedByWhatSpeaksForThem: an amount and a name propose, and settle nothing.
func TestProposalsAreOrderedByWhatSpeaksForThem(t *testing.T) {
	t.Parallel()
	b := shelf(nil)
	l := booked(5000, bankfile.Line{Counterparty: "MARTIN Anne"})
	l.PayerKey = "A"
	list := b.Propose(l)
	require.Equal(t, id.ID("i1"), list[0].ID, "hers, of that amount")
	require.Equal(t, []Evidence{SameAccount, SameName, SameAmount}, list[0].Why)
	require.Equal(t, id.ID("i2"), list[1].ID, "hers too")
	require.Equal(t, money.Cents(5000), list[1].Amount, "no more than the line is of")
	l = booked(12000, bankfile.Line{})
	l.PayerKey = "A"
	require.Contains(t, b.Propose(l)[0].Why, Together)
	require.Empty(t, b.Propose(booked(99, bankfile.Line{Text: "loyer"})))
	at := time.Now()
	back := shelf(func(m map[id.ID]*settlement.Account) {
		m["i1"].Settled = []settlement.Settlement{settled(settlement.Payment, 5000, "x")}
		m["i2"].Settled = []settlement.Settlement{{Kind: settlement.Payment, Amount: 7000, BookedOn: issuedOn, WithdrawnAt: &at}}
	})
	l = booked(-5000, bankfile.Line{Returned: true})
	l.PayerKey = "A"
	found := back.Propose(l)
	require.Equal(t, []any{id.ID("i1"), settlement.Return}, []any{found[0].ID, found[0].Kind})
	require.Len(t, found, 1, "of the other nothing is paid")
}

// TestAProposalSaysHowMuchSpeaksForIt: the score is that of all evidence together, and our own order
// speaks louder than what a payer wrote.
func TestAProposalSaysHowMuchSpeaksForIt(t *testing.T) {
	t.Parallel()
	const batch = "0199b0aa00007000800000000000abcd002"
	by := func(key string, l Line) Line { l.PayerKey = key; return l }
	for name, c := range map[string]struct {
		line  Line
		of    id.ID
		score int
	}{
		"our own order":                {booked(4000, bankfile.Line{BatchID: batch}), "i2", 60},
		"our own order, with a number": {booked(4000, bankfile.Line{EndToEndID: "COM-2026-00003-R1"}), "i3", 60 + 50},
		"a number in the text":         {booked(4000, bankfile.Line{Text: "COM-2026-00003"}), "i3", 50},
		"the account of its client":    {by("B", booked(4000, bankfile.Line{})), "i3", 40},
		"the name of its client":       {booked(4000, bankfile.Line{Counterparty: "PETIT Bernard"}), "i3", 25},
		"a name like that":             {booked(4000, bankfile.Line{Counterparty: "Mairie de Fougères Commune"}), "i5", 12},
		"the amount":                   {booked(8000, bankfile.Line{}), "i5", 30},
		"all that is owed together":    {by("A", booked(12000, bankfile.Line{})), "i1", 40 + 25},
		"a number of the very amount":  {booked(5000, bankfile.Line{Text: "COM-2026-00003"}), "i3", 50 + 30},
		"our order, told by the payer": {by("B", booked(5000, bankfile.Line{EndToEndID: "COM-2026-00003-R1", Text: "COM-2026-00003", Counterparty: "Bernard Petit"})), "i3", 60 + 50 + 40 + 25 + 30},
	} {
		list := shelf(nil).Propose(c.line)
		at := slices.IndexFunc(list, func(p Proposal) bool { return p.ID == c.of })
		require.GreaterOrEqual(t, at, 0, name)
		require.Equal(t, c.score, list[at].Score, "%s: %v", name, list[at].Why)
	}
	list := shelf(nil).Propose(booked(4000, bankfile.Line{BatchID: batch, Text: "COM-2026-00003"}))
	require.Equal(t, []id.ID{"i1", "i2", "i3"}, []id.ID{list[0].ID, list[1].ID, list[2].ID})
}

// TestWhatIsPaidIsNotProposed, though the line names it; a cent of it that is open is.
func TestWhatIsPaidIsNotProposed(t *testing.T) {
	t.Parallel()
	proposed := func(paid money.Cents) (out []money.Cents) {
		b := shelf(func(m map[id.ID]*settlement.Account) {
			m["i3"].Settled = []settlement.Settlement{settled(settlement.Payment, paid, "x")}
		})
		for _, p := range b.Propose(booked(5000, bankfile.Line{Text: "COM-2026-00003"})) {
			if p.ID == "i3" {
				out = append(out, p.Amount)
			}
		}
		return out
	}
	require.Equal(t, []money.Cents{5000}, proposed(0))
	require.Equal(t, []money.Cents{1}, proposed(4999))
	require.Empty(t, proposed(5000))
}

func TestNamesAreAlike(t *testing.T) {
	t.Parallel()
	require.Equal(t, nameKey("M. François LEFÈVRE"), nameKey("Lefevre Francois"))
	require.True(t, alike("SARL Boulangerie du Four", "BOULANGERIE DU FOUR"))
	require.False(t, alike("Anne Martin", "Anne Petit"))
	require.False(t, alike("", "Anne Petit"))
}
