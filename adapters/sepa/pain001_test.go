package sepa_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/sepa"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/payment"
	"github.com/openpmo/pmo/core/payment/payout"
)

// payments is a list with and without BIC, on either side, and names that the SEPA set does not spell.
func payments(t testing.TB, v payout.MessageVersion, n int, bic bool) payout.Order {
	t.Helper()
	o := payout.Order{MessageID: "0199b0aa00007000800000000000abcd", At: time.Date(2026, 11, 23, 9, 30, 0, 0, time.UTC), On: day(t, "2026-11-24"), Version: v,
		Payer: payout.Payer{Name: "Tanneurs Énergie & Cie «ASBL»", Account: payment.Account{IBAN: "BE68539007547034"}}}
	if bic {
		o.Payer.BIC = "BBRUBEBB"
	}
	names := []string{"Jean Lambert-Łódź", "Œuvre & Cœur", "日本", strings.Repeat("Straße ", 12)}
	for k := range n {
		one := payout.Transfer{Claim: payout.Claim{ID: id.ID(fmt.Sprint(k)), SellerName: names[k%len(names)], Payee: payment.Account{IBAN: "BE71096123456769"}, Amount: money.Cents(1 + 7*k)},
			EndToEndID: fmt.Sprintf("TAN-R-2026-%05d", k+1), Remittance: fmt.Sprintf("TAN-R-2026-%05d 2026-10-01 2026-10-31", k+1)}
		if k%2 == 1 {
			one.Payee.BIC = "GKCCBEBB"
		}
		o.Transfers = append(o.Transfers, one)
	}
	return o
}

// orderOfElements is how the schemas of ISO 20022 order what a list holds, by the element above.
var orderOfElements = map[string][]string{
	"CstmrCdtTrfInitn": {"GrpHdr", "PmtInf"},
	"GrpHdr":           {"MsgId", "CreDtTm", "NbOfTxs", "CtrlSum", "InitgPty"},
	"PmtInf":           {"PmtInfId", "PmtMtd", "BtchBookg", "NbOfTxs", "CtrlSum", "PmtTpInf", "ReqdExctnDt", "Dbtr", "DbtrAcct", "DbtrAgt", "ChrgBr", "CdtTrfTxInf"},
	"CdtTrfTxInf":      {"PmtId", "Amt", "CdtrAgt", "Cdtr", "CdtrAcct", "RmtInf"},
}

// walk calls visit for each element with those above it and its text.
func walk(t testing.TB, content []byte, visit func(above []string, name, text string, attributes []xml.Attr)) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(content))
	var path []string
	var attributes [][]xml.Attr
	text := ""
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err)
		switch x := token.(type) {
		case xml.StartElement:
			path, attributes, text = append(path, x.Name.Local), append(attributes, x.Attr), ""
		case xml.CharData:
			text += string(x)
		case xml.EndElement:
			last := len(path) - 1
			visit(path[:last], path[last], text, attributes[last])
			path, attributes, text = path[:last], attributes[:last], ""
		}
	}
}

var setOfSEPA = regexp.MustCompile(`^[A-Za-z0-9/?:().,'+ \-]*$`)

// TestAListIsWhatBanksTake: elements in the order of the schemas, and the rules of the EPC for transfers:
// euros with two decimals, the SEPA set, names of 70 characters and identifiers of 35 at most, sums and
// counts at both levels, one way to charge, an account by its IBAN, a bank by its BIC or by nothing.
func TestAListIsWhatBanksTake(t *testing.T) {
	t.Parallel()
	for _, v := range []payout.MessageVersion{payout.Pain00100109, payout.Pain00100103} {
		for _, bic := range []bool{true, false} {
			content, err := sepa.Writer{}.WritePayout(payments(t, v, 9, bic))
			require.NoError(t, err)
			again, err := sepa.Writer{}.WritePayout(payments(t, v, 9, bic))
			require.NoError(t, err)
			require.Equal(t, content, again, "the same list gives the same bytes")
			children := map[string][]string{}
			seen := map[string][]string{}
			walk(t, content, func(above []string, name, text string, attributes []xml.Attr) {
				if len(above) > 0 {
					parent := above[len(above)-1]
					children[parent] = append(children[parent], name)
				}
				if ordered := orderOfElements[name]; ordered != nil {
					at := -1
					for _, child := range children[name] {
						n := slices.Index(ordered, child)
						require.GreaterOrEqual(t, n, at, "%s in %s", child, name)
						at = n
					}
				}
				children[name] = nil
				if text = strings.TrimSpace(text); text == "" {
					return
				}
				seen[name] = append(seen[name], text)
				require.Regexp(t, setOfSEPA, text)
				switch name {
				case "MsgId", "PmtInfId", "EndToEndId":
					require.LessOrEqual(t, len(text), 35)
				case "Nm":
					require.LessOrEqual(t, utf8.RuneCountInString(text), 70)
				case "Ustrd":
					require.LessOrEqual(t, utf8.RuneCountInString(text), 140)
				case "InstdAmt":
					require.Regexp(t, `^\d+\.\d{2}$`, text)
					require.Equal(t, []xml.Attr{{Name: xml.Name{Local: "Ccy"}, Value: "EUR"}}, attributes)
				}
			})
			require.Equal(t, []string{"2.61", "2.61"}, seen["CtrlSum"])
			require.Equal(t, []string{"9", "9"}, seen["NbOfTxs"])
			require.Equal(t, [][]string{{"TRF"}, {"SEPA"}, {"SLEV"}}, [][]string{seen["PmtMtd"], seen["Cd"], seen["ChrgBr"]})
			require.Len(t, seen["IBAN"], 10)
			require.Len(t, seen["EndToEndId"], 9)
			name, other := "BICFI", "BIC"
			if v == payout.Pain00100103 {
				name, other = other, name
			}
			require.Empty(t, seen[other])
			require.Equal(t, map[bool]int{true: 5, false: 4}[bic], len(seen[name]))
			require.Equal(t, map[bool]int{true: 0, false: 1}[bic], len(seen["Id"]), "a bank of the payer that is not named says so, one of a producer is left out")
		}
	}
}

// TestAListThatDoesNotFitIsAnError: identifiers are never made to fit.
func TestAListThatDoesNotFitIsAnError(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*payout.Order){
		"version":  func(o *payout.Order) { o.Version = "PAIN_001_001_12" },
		"message":  func(o *payout.Order) { o.MessageID = "a/b//c" },
		"transfer": func(o *payout.Order) { o.Transfers[1].EndToEndID = strings.Repeat("x", 36) },
		"signs":    func(o *payout.Order) { o.Transfers[0].EndToEndID = "Relevé 1" },
	} {
		o := payments(t, payout.Pain00100109, 2, true)
		change(&o)
		_, err := sepa.Writer{}.WritePayout(o)
		require.Error(t, err, name)
	}
}

// TestListsAreAsTheyWere: the files of testdata, to the byte.
func TestListsAreAsTheyWere(t *testing.T) {
	t.Parallel()
	for _, v := range []payout.MessageVersion{payout.Pain00100109, payout.Pain00100103} {
		content, err := sepa.Writer{}.WritePayout(payments(t, v, 4, v == payout.Pain00100109))
		require.NoError(t, err)
		file := filepath.Join("testdata", strings.ToLower(strings.ReplaceAll(string(v), "_", "."))+".xml")
		if *update {
			require.NoError(t, os.WriteFile(file, content, 0o600))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, string(want), string(content))
	}
}
