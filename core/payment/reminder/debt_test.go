package reminder

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/payment/receivable"
)

var due = civil.NewDate(2026, time.November, 2)

func debt(change ...func(*Debt)) Debt {
	d := Debt{Document: receivable.Document{ID: "A", Number: "A", Type: billing.TypeInvoice, Status: billing.Finalized, Payment: billing.PaymentPending, Method: billing.Transfer,
		ClientID: "anne", ClientName: "Anne", DueDate: due, Amount: 100}}
	for _, c := range change {
		c(&d)
	}
	return d
}

var anne = map[id.ID]Client{"anne": {ID: "anne", Name: "Anne", Address: "anne@example.org", Language: "fr"}}

// TestWhomNobodyReminds: with why not.
func TestWhomNobodyReminds(t *testing.T) {
	t.Parallel()
	day, set := due+60, Defaults("op")
	for name, c := range map[string]struct {
		change  func(*Debt)
		clients map[id.ID]Client
		want    Reason
		none    bool // it is not even overdue
	}{
		"a payment order":              {change: func(d *Debt) { d.Method = billing.PublicTreasuryPaymentOrder }, want: PublicTreasury},
		"a debit of the public":        {change: func(d *Debt) { d.Method, d.Payment = billing.PublicTreasuryDebit, billing.PaymentFailed }, want: PublicTreasury},
		"the bank was asked":           {change: func(d *Debt) { on := day + 3; d.Method, d.CollectOn = billing.Debit, &on }, want: InCollection},
		"nobody asked the bank":        {change: func(d *Debt) { d.Method = billing.Debit }, want: NotCollected},
		"the debit came back":          {change: func(d *Debt) { d.Method, d.Payment = billing.Debit, billing.PaymentFailed }},
		"paused":                       {change: func(d *Debt) { d.Pause = &Pause{} }, want: Paused},
		"all was said":                 {change: func(d *Debt) { d.Level, d.SentOn = 3, due+45 }, want: AllSent},
		"no address":                   {clients: map[id.ID]Client{"anne": {ID: "anne"}}, want: NoAddress},
		"no mail address":              {clients: map[id.ID]Client{"anne": {ID: "anne", Address: "anne at home"}}, want: NoAddress},
		"paid":                         {change: func(d *Debt) { d.Paid = 100 }, none: true},
		"taken back":                   {change: func(d *Debt) { d.Status = billing.Cancelled }, none: true},
		"due today":                    {change: func(d *Debt) { d.DueDate = day }, none: true},
		"six days late":                {change: func(d *Debt) { d.DueDate = day - 6 }, want: NotYet},
		"seven days late":              {change: func(d *Debt) { d.DueDate = day - 7 }},
		"cheque":                       {change: func(d *Debt) { d.Method = billing.Cheque }},
		"the second, a week after":     {change: func(d *Debt) { d.Level, d.SentOn = 1, day-7 }, want: NotYet},
		"the second, two weeks after":  {change: func(d *Debt) { d.Level, d.SentOn = 1, day-14 }},
		"the third, too soon after":    {change: func(d *Debt) { d.Level, d.SentOn = 2, day-23 }, want: NotYet},
		"the third, 24 days after":     {change: func(d *Debt) { d.Level, d.SentOn = 2, day-24 }},
		"the third before its 45 days": {change: func(d *Debt) { d.Level, d.SentOn, d.DueDate = 2, day-30, day-44 }, want: NotYet},
		"the third on its 45 days":     {change: func(d *Debt) { d.Level, d.SentOn, d.DueDate = 2, day-30, day-45 }},
		"the first though months late": {change: func(d *Debt) { d.DueDate = day - 300 }},
	} {
		d, clients := debt(), anne
		if c.change != nil {
			c.change(&d)
		}
		if c.clients != nil {
			clients = c.clients
		}
		p := planOf(set, []Debt{d}, clients, day)
		switch {
		case c.none:
			require.Empty(t, p.Mails, name)
			require.Empty(t, p.Withheld, name)
		case c.want == "":
			require.Len(t, p.Mails, 1, name)
			require.Equal(t, d.Level+1, p.Mails[0].Level, name)
		default:
			require.Empty(t, p.Mails, name)
			require.Equal(t, c.want, p.Withheld[0].Reason, name)
			require.Equal(t, c.want == NotYet, p.Withheld[0].From != nil, name)
		}
	}
}

// TestEachLevelGoesOnceInOrder: whenever somebody looks, each level of an invoice goes once, one after the
// other, no sooner than its days, and with the days between them.
func TestEachLevelGoesOnceInOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		set, d := Defaults("op"), debt()
		var sent []civil.Date
		for day := due; day < due+200; day += civil.Date(rapid.IntRange(1, 40).Draw(t, "step")) {
			p := planOf(set, []Debt{d}, anne, day)
			if len(p.Mails) == 0 {
				continue
			}
			if p.Mails[0].Level != d.Level+1 || int(day-due) < set.Days[d.Level] {
				t.Fatalf("level %d on day %d", p.Mails[0].Level, day-due)
			}
			if d.Level > 0 && int(day-d.SentOn) < set.Days[d.Level]-set.Days[d.Level-1] {
				t.Fatalf("level %d %d days after the one before", d.Level+1, day-d.SentOn)
			}
			d.Level, d.SentOn = d.Level+1, day
			sent = append(sent, day)
		}
		if len(sent) > Levels {
			t.Fatalf("%d mails", len(sent))
		}
	})
}

func TestOneMailForAClientAndLevel(t *testing.T) {
	t.Parallel()
	clients := map[id.ID]Client{"anne": anne["anne"], "bob": {ID: "bob", Name: "Bob", Address: "bob@example.org"}}
	named := func(name string, change ...func(*Debt)) Debt {
		d := debt(change...)
		d.ID, d.Number = id.ID(name), name
		return d
	}
	p := planOf(Defaults("op"), []Debt{named("C", func(d *Debt) { d.DueDate-- }), named("A"), named("B", func(d *Debt) { d.Level, d.SentOn = 1, due+7 }),
		named("D", func(d *Debt) { d.ClientID, d.Paid = "bob", 30 })}, clients, due+30)
	require.Len(t, p.Mails, 3)
	require.Equal(t, []id.ID{"C", "A"}, []id.ID{p.Mails[0].Debts[0].ID, p.Mails[0].Debts[1].ID}, "the longest late first")
	require.EqualValues(t, 2, p.Mails[1].Level)
	require.EqualValues(t, 70, p.Mails[2].Open())
}

func TestSettingsThatCannotBe(t *testing.T) {
	t.Parallel()
	text := Text{Level: 1, Language: "fr", Subject: "Rappel %{amount}", Body: "Bonjour %{client}\n%{invoices}"}
	for name, c := range map[string]struct {
		change func(*Settings)
		keys   []string
	}{
		"as it is":       {func(*Settings) {}, nil},
		"days the same":  {func(s *Settings) { s.Days = [3]int{7, 7, 45} }, []string{"reminder.days"}},
		"days below one": {func(s *Settings) { s.Days = [3]int{0, 21, 45} }, []string{"reminder.days"}},
		"days beyond":    {func(s *Settings) { s.Days = [3]int{7, 21, 366} }, []string{"reminder.days"}},
		"no words":       {func(s *Settings) { s.Texts[0].Subject, s.Texts[0].Body = "", "" }, []string{"field.required", "field.required"}},
		"two lines":      {func(s *Settings) { s.Texts[0].Subject = "a\nb" }, []string{"reminder.subjectLines"}},
		"too long":       {func(s *Settings) { s.Texts[0].Subject = strings.Repeat("é", 201) }, []string{"field.tooLong"}},
		"unheard of":     {func(s *Settings) { s.Texts[0].Body += "%{iban}" }, []string{"reminder.placeholder"}},
		"list in head":   {func(s *Settings) { s.Texts[0].Subject = "%{invoices}" }, []string{"reminder.placeholder"}},
		"no list":        {func(s *Settings) { s.Texts[0].Body = "Payez." }, []string{"reminder.noInvoices"}},
		"twice":          {func(s *Settings) { s.Texts = append(s.Texts, s.Texts[0]) }, []string{"reminder.textTwice"}},
	} {
		s := Defaults("op")
		s.Texts = []Text{text}
		c.change(&s)
		var keys []string
		if err := s.Check(); err != nil {
			for _, item := range fault.From(err).Items {
				keys = append(keys, item.Key)
			}
		}
		require.Equal(t, c.keys, keys, name)
	}
	require.Equal(t, "100 %{amount}", fill("%{amount} %{x}", map[string]string{"amount": "100", "x": "%{amount}"}), "what a value says is not filled")
}
