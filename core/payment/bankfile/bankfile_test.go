package bankfile

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/money"
)

// TestAReferenceIsFoundHoweverItIsWritten: but never within a longer word.
func TestAReferenceIsFoundHoweverItIsWritten(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"COM-2026-00012", "facture com 2026 00012", "N°COM/2026/00012.", "COM202600012", "(COM_2026_00012)", "x COM-2026-00012 3 rue Haute"} {
		require.Contains(t, Candidates(text), "COM202600012", text)
	}
	for _, text := range []string{"COM-2026-000123", "XCOM-2026-00012", "COM-2026", "", "merci"} {
		require.NotContains(t, Candidates(text), "COM202600012", text)
	}
	require.Contains(t, Candidates("+++000/0000/00101+++"), "000000000101")
}

// TestCreditorReferencesHold: one digit changed, and it is none.
func TestCreditorReferencesHold(t *testing.T) {
	t.Parallel()
	require.Equal(t, "539007547034", CreditorReference("RF18 5390 0754 7034"))
	require.Equal(t, "COM202600001", CreditorReference("RF60COM202600001"))
	require.Equal(t, referenceOf(21)[4:], CreditorReference(referenceOf(21)), "25 characters at most")
	for _, none := range []string{"RF19539007547034", "RF18539007547035", "539007547034", "RF18", "", referenceOf(22)} {
		require.Empty(t, CreditorReference(none), none)
	}
}

// TestIdentitiesTellLinesApart: the same statement gives the same names, whatever stands beside it; two
// lines that are alike have two names; nothing that a bank says of a line is left out where it has no
// reference.
func TestIdentitiesTellLinesApart(t *testing.T) {
	t.Parallel()
	line := rapid.Custom(func(t *rapid.T) Line {
		return Line{BookedOn: civil.Date(rapid.IntRange(20_000, 20_003).Draw(t, "day")), Amount: money.Cents(rapid.SampledFrom([]int64{-5, 5, 7}).Draw(t, "amount")),
			BankReference: rapid.SampledFrom([]string{"", "R1", "R2"}).Draw(t, "ref"), Text: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "text"), Row: rapid.IntRange(1, 9).Draw(t, "row")}
	})
	rapid.Check(t, func(t *rapid.T) {
		s := Statement{Lines: rapid.SliceOfN(line, 0, 12).Draw(t, "lines")}
		names := s.Identities()
		seen := map[Identity]bool{}
		for _, n := range names {
			require.False(t, seen[n])
			seen[n] = true
		}
		require.Equal(t, names, Statement{ID: "another", Lines: s.Lines}.Identities())
		more := Statement{Lines: append(append([]Line{}, s.Lines...), Line{Text: "later"})}
		require.Equal(t, names, more.Identities()[:len(names)])
	})
	a := Line{Text: "a"}
	for _, other := range []Line{{Text: "b"}, {Text: "a", Amount: 1}, {Text: "a", BookedOn: 1}, {Text: "a", Counterparty: "x"}, {Text: "a", Communication: "x"}, {Text: "a", EndToEndID: "x"}, {Text: "a", BankReference: "x"}} {
		require.NotEqual(t, Statement{Lines: []Line{a}}.Identities(), Statement{Lines: []Line{other}}.Identities())
	}
}

// TestAMappingIsCheckedWhole: each column once, an amount in one way.
func TestAMappingIsCheckedWhole(t *testing.T) {
	t.Parallel()
	columns := []string{"Date", "Montant", "Débit", "Crédit", "Libellé", "Double", "Double"}
	good := Mapping{Day: "Date", Amount: "Montant", Texts: []string{"Libellé"}, Decimal: Comma, Dates: DayFirst}
	require.Empty(t, good.Check(columns).Items)
	for key, change := range map[string]func(*Mapping){
		"field.required":           func(m *Mapping) { m.Day = "" },
		ErrColumn.Key:              func(m *Mapping) { m.Counterparty = "Double" },
		ErrColumnTwice.Key:         func(m *Mapping) { m.Counterparty = "Date" },
		ErrAmountColumns.Key:       func(m *Mapping) { m.Credit = "Crédit" },
		ErrAmountColumns.Key + "2": func(m *Mapping) { m.Amount = "" },
		"field.enum":               func(m *Mapping) { m.Decimal = "" },
		"field.enum2":              func(m *Mapping) { m.Dates = "X" },
	} {
		m := good
		change(&m)
		wrong := m.Check(columns).Items
		require.Len(t, wrong, 1, key)
		require.Contains(t, key, wrong[0].Key)
	}
	sides := good
	sides.Amount, sides.Debit, sides.Credit = "", "Débit", "Crédit"
	require.Empty(t, sides.Check(columns).Items)
	require.NotEqual(t, Fingerprint([]string{"a", "b"}), Fingerprint([]string{"b", "a"}))
}

// referenceOf is an international reference of which the own part has so many digits, with its check digits.
func referenceOf(digits int) string {
	own := strings.Repeat("7", digits)
	for check := range 97 {
		if mod97Holds(fmt.Sprintf("%sRF%02d", own, check+2)) {
			return fmt.Sprintf("RF%02d%s", check+2, own)
		}
	}
	return ""
}

// heads is a format that is recognised by nothing, and notes how much of a file it is shown.
type heads []int

func (h *heads) Recognise(head []byte) bool {
	*h = append(*h, len(head))
	return false
}

func (h *heads) Read([]byte) (File, error) { return File{}, nil }

// TestAFormatIsRecognisedByTheFirst4KiB of a file, or by all of a shorter one.
func TestAFormatIsRecognisedByTheFirst4KiB(t *testing.T) {
	t.Parallel()
	var shown heads
	of := Readers{Formats: []Reader{&shown}}
	for _, size := range []int{0, 4095, 4096, 4097, 100_000} {
		require.Nil(t, of.Of(make([]byte, size)))
	}
	require.Equal(t, heads{0, 4095, 4096, 4096, 4096}, shown)
}
