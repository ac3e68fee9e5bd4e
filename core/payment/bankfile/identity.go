package bankfile

import (
	"crypto/sha256"
	"fmt"
)

// Identity names a line on its account for ever: the same line in another file has the same.
type Identity [sha256.Size]byte

// Identities are those of the lines of a statement, in their order. A line is what the bank says of it,
// by its reference where it has one; lines that are alike in all of it are told apart by their order.
func (s Statement) Identities() []Identity {
	out, seen := make([]Identity, len(s.Lines)), map[Identity]int{}
	for n, l := range s.Lines {
		said := []any{l.BankReference, l.BookedOn, int64(l.Amount), l.EndToEndID}
		if l.BankReference == "" {
			said = append(said, l.Communication, l.Text, l.Counterparty, l.CounterpartyIBAN, l.ReturnReason)
		}
		content := identityOf(said...)
		out[n] = identityOf(fmt.Sprintf("%x", content), seen[content])
		seen[content]++
	}
	return out
}

// Identity names an answer about a transaction of a message.
func (a Answer) Identity(endToEndID string) Identity {
	return identityOf("answer", a.MessageID, endToEndID, a.Status)
}

func identityOf(said ...any) Identity {
	text := ""
	for _, one := range said {
		v := fmt.Sprint(one)
		text += fmt.Sprintf("%d:%s", len(v), v) // so that no two lists are one text
	}
	return sha256.Sum256([]byte(text))
}
