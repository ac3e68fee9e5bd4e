package reconciliation

import (
	"fmt"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/payment/bankfile"
)

// Fact is what is known of an issued document without what was paid of it.
type Fact struct {
	InvoiceID, ClientID id.ID
	Number              string
	Communication       string // what the payer was asked to write; empty = the number
	IssuedOn            civil.Date
	DueDate             *civil.Date
	Open                bool // it is not paid, and was not taken back
}

// Transaction is what a bank was asked to collect for an invoice.
type Transaction struct {
	InvoiceID  id.ID
	EndToEndID string
	MessageID  string
	Batch      int // its place in the message, from 1
	Amount     money.Cents
}

// batchID is how the order names a batch to the bank (adapters/sepa).
func batchID(messageID string, batch int) string {
	return fmt.Sprintf("%s%03d", messageID[:min(len(messageID), 32)], batch)
}

// Client is who is invoiced, with the names and accounts that it pays from and the marks of its mandates.
type Client struct {
	ID        id.ID
	Names     []string
	PayerKeys []string // as Line.PayerKey
	Marks     []string // bankReconciliationId of mandates
}

// Index finds documents by what banks and payers write.
type Index struct {
	facts           map[id.ID]Fact
	byNumber        map[string][]id.ID
	byCommunication map[string][]id.ID
	byEndToEnd      map[string][]Transaction
	byBatch         map[string][]Transaction
	byClient        map[id.ID][]id.ID // by day of issue
	byPayer         map[string][]id.ID
	byName          map[string][]id.ID
	byMark          map[string][]id.ID
	clients         map[id.ID]Client
}

// fewest characters of a mark: a shorter one stands in texts by chance.
const shortestMark = 5

// NewIndex is the index of an operation.
func NewIndex(facts []Fact, transactions []Transaction, clients []Client) *Index {
	x := &Index{facts: map[id.ID]Fact{}, byNumber: map[string][]id.ID{}, byCommunication: map[string][]id.ID{}, byEndToEnd: map[string][]Transaction{}, byBatch: map[string][]Transaction{},
		byClient: map[id.ID][]id.ID{}, byPayer: map[string][]id.ID{}, byName: map[string][]id.ID{}, byMark: map[string][]id.ID{}, clients: map[id.ID]Client{}}
	for _, f := range facts {
		x.facts[f.InvoiceID] = f
		x.byNumber[bankfile.Folded(f.Number)] = append(x.byNumber[bankfile.Folded(f.Number)], f.InvoiceID)
		if c := bankfile.Folded(f.Communication); c != "" {
			x.byCommunication[c] = append(x.byCommunication[c], f.InvoiceID)
		}
		x.byClient[f.ClientID] = append(x.byClient[f.ClientID], f.InvoiceID)
	}
	for _, list := range x.byClient {
		slices.SortStableFunc(list, func(a, b id.ID) int { return int(x.facts[a].IssuedOn - x.facts[b].IssuedOn) })
	}
	for _, t := range transactions {
		x.byEndToEnd[t.EndToEndID] = append(x.byEndToEnd[t.EndToEndID], t)
		key := batchID(t.MessageID, t.Batch)
		x.byBatch[key] = append(x.byBatch[key], t)
	}
	add := func(to map[string][]id.ID, key string, client id.ID) {
		if key != "" && !slices.Contains(to[key], client) {
			to[key] = append(to[key], client)
		}
	}
	for _, c := range clients {
		x.clients[c.ID] = c
		for _, n := range c.Names {
			add(x.byName, nameKey(n), c.ID)
		}
		for _, k := range c.PayerKeys {
			add(x.byPayer, k, c.ID)
		}
		for _, m := range c.Marks {
			if m = bankfile.Folded(m); len(m) >= shortestMark {
				add(x.byMark, m, c.ID)
			}
		}
	}
	return x
}

// Open are the documents of which something may be open.
func (x *Index) Open() []id.ID {
	var out []id.ID
	for _, f := range x.facts {
		if f.Open {
			out = append(out, f.InvoiceID)
		}
	}
	slices.Sort(out)
	return out
}

// payers are the clients who may have paid a line: those of the account, or else those of that very name.
func (x *Index) payers(l Line) []id.ID {
	if found := x.byPayer[l.PayerKey]; l.PayerKey != "" && len(found) > 0 {
		return found
	}
	return x.byName[nameKey(l.Counterparty)]
}

// mention is what a line names: documents by their reference, which holds digits that follow from the
// others, and by their number.
type mention struct{ referred, numbered []id.ID }

func (m mention) all() []id.ID {
	return slices.Compact(slices.Sorted(slices.Values(append(slices.Clone(m.referred), m.numbered...))))
}

func (x *Index) mentioned(l Line) mention {
	var m mention
	for _, text := range []string{l.Text, l.Communication, l.EndToEndID} {
		for _, c := range bankfile.Candidates(text) {
			m.referred = append(m.referred, x.byCommunication[c]...)
			m.numbered = append(m.numbered, x.byNumber[c]...)
			if ref := bankfile.CreditorReference(c); ref != "" {
				m.referred = append(m.referred, x.byNumber[ref]...)
			}
		}
	}
	return m
}

// names reports whether a line names a document of the operation, or what a bank was asked to collect.
func (x *Index) names(l bankfile.Line) bool {
	return len(x.mentioned(Line{Line: l}).all()) > 0 || len(x.byEndToEnd[l.EndToEndID]) > 0 || len(x.byBatch[l.BatchID]) > 0
}

// marked are the clients whose mandate's mark a line holds.
func (x *Index) marked(l Line) []id.ID {
	var out []id.ID
	for _, text := range []string{l.Text, l.Communication, l.EndToEndID} {
		for _, w := range tokensOf(text) {
			out = append(out, x.byMark[w]...)
		}
	}
	return slices.Compact(slices.Sorted(slices.Values(out)))
}

// mostRecent is how many documents of a client are looked at beside those that are open.
const mostRecent = 24

// Needed are the documents that a line may concern, besides those that are open.
func (x *Index) Needed(l Line) []id.ID {
	out := x.mentioned(l).all()
	for _, t := range append(slices.Clone(x.byEndToEnd[l.EndToEndID]), x.byBatch[l.BatchID]...) {
		out = append(out, t.InvoiceID)
	}
	if l.Amount < 0 {
		for _, c := range x.payers(l) {
			list := x.byClient[c]
			out = append(out, list[max(0, len(list)-mostRecent):]...)
		}
	}
	return out
}
