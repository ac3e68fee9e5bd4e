package cutoff

// Table is a sheet of the cut-off: cells are texts, energies, amounts, counts or nil.
type Table struct {
	Name   string
	Header []string
	Rows   [][]any
}

// tables are the sums with what has no price, and the entries where there are any.
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
	out := []Table{rows}
	for _, t := range []Table{entries, unpriced} {
		if len(t.Rows) > 0 {
			out = append(out, t)
		}
	}
	return out
}
