package cutoff

// Table is a sheet of the cut-off: cells are texts, energies, amounts, counts or nil.
type Table struct {
	Name   string
	Header []string
	Rows   [][]any
}

// tables are the sums, then the entries, the amounts that wait (each seller's with their sum) and what has no
// price, where there are any.
func tables(c CutOff, word func(key string) string) []Table {
	words := func(keys ...string) []string {
		out := make([]string, len(keys))
		for n, key := range keys {
			out[n] = word(key)
		}
		return out
	}
	rows := Table{Name: word("sheet"), Header: words("seller", "client", "rate", "from", "to", "energy", "net", "vat", "provisionalEnergy", "provisionalNet", "lacking")}
	for _, r := range c.Rows {
		rows.Rows = append(rows.Rows, []any{r.IssuerName, r.ClientName, r.Rate.String(), r.Days.From.String(), r.Days.Last().String(), r.Energy, r.Net, r.VAT,
			r.ProvisionalEnergy, r.ProvisionalNet, r.LackingDays})
	}
	unpriced := Table{Name: word("unpriced"), Header: words("seller", "client", "from", "to", "energy", "reason")}
	for _, p := range c.Problems {
		unpriced.Rows = append(unpriced.Rows, []any{p.IssuerName, p.ClientName, p.Days.From.String(), p.Days.Last().String(), nil, p.Reason.Key})
	}
	for _, u := range c.Unpriced.Pairs {
		unpriced.Rows = append(unpriced.Rows, []any{u.ProducerName, u.ConsumerName, u.Days.From.String(), u.Days.Last().String(), u.Energy, string(u.Reason)})
	}
	entries := Table{Name: word("entries"), Header: words("seller", "client", "account", "accountName", "debit", "credit")}
	for _, e := range c.Entries {
		for _, l := range e.Lines {
			entries.Rows = append(entries.Rows, []any{e.IssuerName, e.ClientName, l.Account.Number, l.Account.Name, l.Debit, l.Credit})
		}
	}
	waiting := Table{Name: word("waiting"), Header: words("seller", "client", "reason", "since", "net")}
	first := 0
	for _, of := range c.WaitingSums() {
		for _, a := range c.Waiting[first : first+of.Number] {
			waiting.Rows = append(waiting.Rows, []any{a.IssuerName, a.ClientName, a.Reason, a.Since.String(), a.Net})
		}
		first += of.Number
		waiting.Rows = append(waiting.Rows, []any{of.IssuerName, nil, word("waitingSum"), nil, of.Net})
	}
	out := []Table{rows}
	for _, t := range []Table{entries, waiting, unpriced} {
		if len(t.Rows) > 0 {
			out = append(out, t)
		}
	}
	return out
}
