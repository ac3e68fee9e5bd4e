package flux10_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/einvoice/flux10"
)

// What is known of the file that the administration reads, its version 3.2, without having its schema at
// hand: docs/domain.md says which of it is not confirmed.

// element is what may stand below a parent: how often, and in which form where it holds a text.
type element struct {
	name     string
	min, max int
	form     string            // of the text; "" = it holds elements
	attr     map[string]string // attributes that it has, and no others, with their forms
}

const (
	many    = math.MaxInt
	dayForm = `20[0-9]{2}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])`
	money   = `-?[0-9]{1,16}\.[0-9]{2}`
	// rates are those that the administration knows (G1.24).
	rates = `(0|0\.9|1\.05|1\.75|2\.1|5\.5|7|8\.5|9\.2|9\.6|10|13|19\.6|20|20\.6)`
	text  = `.{1,}`
	// schemes of numbers of enterprises: SIREN, of the Union, of elsewhere, RIDET, TAHITI.
	schemes = `(0002|0223|0227|0228|0229)`
)

func one(name, form string) element { return element{name: name, min: 1, max: 1, form: form} }

func optional(name, form string) element { return element{name: name, max: 1, form: form} }

func identified(name, scheme, form string) element {
	return element{name: name, min: 1, max: 1, form: form, attr: map[string]string{"schemeId": scheme}}
}

var side = []element{identified("CompanyId", schemes, `[A-Z0-9]{2,20}`), {name: "TaxRegistrationId", max: 1, form: `[A-Z]{2}[A-Z0-9]{2,13}`, attr: map[string]string{"qualifyingId": "VAT"}}, one("PostalAddress", "")}

// structure are the elements below each path, in their order.
var structure = map[string][]element{
	"":       {one("Report", "")},
	"Report": {one("ReportDocument", ""), optional("TransactionsReport", ""), optional("PaymentsReport", "")},
	"Report/ReportDocument": {one("Id", `[A-Za-z0-9 +_/-]{1,50}`), one("Name", text), one("IssueDateTime", ""), one("TypeCode", `(IN|RE)`),
		one("Sender", ""), one("Issuer", "")},
	"Report/ReportDocument/IssueDateTime":    {one("DateTimeString", dayForm+`([01][0-9]|2[0-3])[0-5][0-9][0-5][0-9]`)},
	"Report/ReportDocument/Sender":           {identified("Id", `0238`, `[A-Za-z0-9]{4}`), one("Name", text), one("RoleCode", `WK`)},
	"Report/ReportDocument/Issuer":           {identified("Id", `0002`, `[0-9]{9}`), one("Name", text), one("RoleCode", `SE`)},
	"Report/TransactionsReport":              {one("ReportPeriod", ""), {name: "Invoice", max: many}, {name: "Transactions", max: many}},
	"Report/TransactionsReport/ReportPeriod": {one("StartDate", dayForm), one("EndDate", dayForm)},
	"Report/TransactionsReport/Transactions": {one("Date", dayForm), one("TransactionsCurrency", `EUR`), one("CategoryCode", `(TLB1|TPS1|TNT1|TMA1)`),
		one("TaxExclusiveAmount", money), one("TaxTotal", money), optional("TransactionsCount", `[0-9]{1,9}`), {name: "TaxSubtotal", min: 1, max: many}},
	"Report/TransactionsReport/Transactions/TaxSubtotal": {one("TaxPercent", `[0-9]{1,2}\.[0-9]{2}`), one("TaxableAmount", money), one("TaxTotal", money)},
	"Report/TransactionsReport/Invoice": {one("ID", `[A-Za-z0-9+_/-]{1,35}`), one("IssueDate", dayForm), one("TypeCode", `(380|381|384|389|393|386|261|262)`), one("CurrencyCode", `[A-Z]{3}`),
		optional("DueDate", dayForm), optional("TaxDueDateTypeCode", `(5|29|72)`), one("BusinessProcess", ""), {name: "ReferencedDocument", max: many}, one("Seller", ""), one("Buyer", ""),
		optional("InvoicePeriod", ""), one("MonetaryTotal", ""), {name: "TaxSubTotal", min: 1, max: many}},
	"Report/TransactionsReport/Invoice/BusinessProcess":      {one("ID", `[BSM][1-9]`), one("TypeID", `urn\.cpro\.gouv\.fr:1p0:ereporting`)},
	"Report/TransactionsReport/Invoice/ReferencedDocument":   {one("ID", `[A-Za-z0-9+_/-]{1,35}`), one("IssueDate", dayForm)},
	"Report/TransactionsReport/Invoice/Seller":               side,
	"Report/TransactionsReport/Invoice/Buyer":                side,
	"Report/TransactionsReport/Invoice/Seller/PostalAddress": {one("CountryId", `[A-Z]{2}`)},
	"Report/TransactionsReport/Invoice/Buyer/PostalAddress":  {one("CountryId", `[A-Z]{2}`)},
	"Report/TransactionsReport/Invoice/InvoicePeriod":        {one("StartDate", dayForm), one("EndDate", dayForm)},
	"Report/TransactionsReport/Invoice/MonetaryTotal":        {one("TaxExclusiveAmount", money), {name: "TaxAmount", min: 1, max: 1, form: money, attr: map[string]string{"CurrencyCode": "EUR"}}},
	"Report/TransactionsReport/Invoice/TaxSubTotal":          {one("TaxableAmount", money), one("TaxAmount", money), one("TaxCategory", "")},
	"Report/TransactionsReport/Invoice/TaxSubTotal/TaxCategory": {one("Code", `(S|E|AE|K|G|O|Z)`), one("Percent", `[0-9]{1,2}\.[0-9]{2}`),
		optional("TaxExemptionReason", text), optional("TaxExemptionReasonCode", `VATEX-[A-Z0-9-]+`)},
}

// node is an element as it was read.
type node struct {
	name, text string
	attr       map[string]string
	below      []*node
}

func (n *node) all(name string) (out []*node) {
	for _, b := range n.below {
		if b.name == name {
			out = append(out, b)
		}
	}
	return out
}

// at is the text of the first element on a way; "" where there is none.
func (n *node) at(way ...string) string {
	for _, name := range way {
		found := n.all(name)
		if len(found) == 0 {
			return ""
		}
		n = found[0]
	}
	return n.text
}

func parsed(t *testing.T, content string) *node {
	t.Helper()
	root := &node{}
	stack := []*node{root}
	for decoder := xml.NewDecoder(strings.NewReader(content)); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return root
		}
		require.NoError(t, err)
		top := stack[len(stack)-1]
		switch token := token.(type) {
		case xml.StartElement:
			n := &node{name: token.Name.Local, attr: map[string]string{}}
			if token.Name.Space != "" {
				n.attr["xmlns"] = token.Name.Space // reports have no namespace
			}
			for _, a := range token.Attr {
				n.attr[a.Name.Local] = a.Value
			}
			top.below = append(top.below, n)
			stack = append(stack, n)
		case xml.CharData:
			top.text += string(token)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		}
	}
}

func is(form, s string) bool { return regexp.MustCompile(`^(?:` + form + `)$`).MatchString(s) }

// misplaced are the faults of structure below a node: each with its path.
func misplaced(path string, n *node) (out []string) {
	known, at := structure[path], 0
	for _, b := range n.below {
		where := strings.TrimPrefix(path+"/"+b.name, "/")
		place := slices.IndexFunc(known, func(e element) bool { return e.name == b.name })
		if place < 0 {
			out = append(out, "unknown "+where)
			continue
		}
		if place < at {
			out = append(out, "order "+where)
		}
		at = max(at, place)
		e := known[place]
		if e.form != "" && !is(e.form, b.text) {
			out = append(out, "form "+where)
		}
		for name, form := range e.attr {
			if !is(form, b.attr[name]) {
				out = append(out, "attribute "+where+"@"+name)
			}
		}
		for name := range b.attr {
			if _, has := e.attr[name]; !has {
				out = append(out, "attribute "+where+"@"+name)
			}
		}
		out = append(out, misplaced(where, b)...)
	}
	for _, e := range known {
		switch count := len(n.all(e.name)); {
		case count < e.min:
			out = append(out, "missing "+strings.TrimPrefix(path+"/"+e.name, "/"))
		case count > e.max:
			out = append(out, "too many "+strings.TrimPrefix(path+"/"+e.name, "/"))
		}
	}
	return out
}

// cents is an amount; what has not its form is a fault of structure.
func cents(s string) int64 {
	n, _ := strconv.ParseInt(strings.Replace(s, ".", "", 1), 10, 64)
	return n
}

// addsUp reports whether parts come to a total within a cent for each (G1.53).
func addsUp(total string, parts []*node, name string) bool {
	sum := int64(0)
	for _, p := range parts {
		sum += cents(p.at(name))
	}
	off := sum - cents(total)
	return max(off, -off) <= int64(len(parts))
}

// broken lists what a report breaks of the structure and of the rules that are known.
func broken(t *testing.T, content string) []string {
	root := parsed(t, content)
	out := misplaced("", root)
	add := func(rule string, holds bool) {
		if !holds && !slices.Contains(out, rule) {
			out = append(out, rule)
		}
	}
	for _, report := range root.all("Report") {
		sales := report.all("TransactionsReport")
		add("G6.29 transactions or payments", len(sales)+len(report.all("PaymentsReport")) == 1)
		for _, s := range sales {
			first, last := s.at("ReportPeriod", "StartDate"), s.at("ReportPeriod", "EndDate")
			add("G6.25 end after start", first < last)
			for _, day := range []string{first, last} {
				_, err := time.Parse("20060102", day)
				add("a day of the calendar", err == nil)
			}
			seen := map[string]bool{}
			for _, row := range s.all("Transactions") {
				key := fmt.Sprint(row.at("Date"), row.at("TransactionsCurrency"), row.at("CategoryCode"))
				add("one row a day, currency and category", !seen[key])
				seen[key] = true
				_, err := time.Parse("20060102", row.at("Date"))
				add("a day of the calendar", err == nil)
				taxes := row.all("TaxSubtotal")
				add("G1.53 net of a row", addsUp(row.at("TaxExclusiveAmount"), taxes, "TaxableAmount"))
				add("G1.53 tax of a row", addsUp(row.at("TaxTotal"), taxes, "TaxTotal"))
				for _, tax := range taxes {
					add("G1.24 rate", rated(tax.at("TaxPercent")))
				}
			}
			for _, i := range s.all("Invoice") {
				taxes := i.all("TaxSubTotal")
				add("G1.53 net of an invoice", addsUp(i.at("MonetaryTotal", "TaxExclusiveAmount"), taxes, "TaxableAmount"))
				add("G1.53 tax of an invoice", addsUp(i.at("MonetaryTotal", "TaxAmount"), taxes, "TaxAmount"))
				for _, tax := range taxes {
					add("G1.24 rate", rated(tax.at("TaxCategory", "Percent")))
				}
				add("a credit note names its invoice", i.at("TypeCode") != "381" || len(i.all("ReferencedDocument")) > 0)
				add("due after issue", i.at("DueDate") == "" || i.at("DueDate") >= i.at("IssueDate"))
				period := i.all("InvoicePeriod")
				add("G6.25 end after start", len(period) == 0 || period[0].at("StartDate") < period[0].at("EndDate"))
				add("10.1 is of enterprises abroad", i.at("Buyer", "PostalAddress", "CountryId") != "FR")
			}
		}
	}
	return out
}

// rated reports whether a rate is one that the administration knows, in whichever writing.
func rated(s string) bool {
	v, err := strconv.ParseFloat(s, 64)
	return err == nil && is(rates, strconv.FormatFloat(v, 'f', -1, 64))
}

// TestAReportHasTheStructureOfTheAdministration, and each fault is seen by its own check and by no other.
func TestAReportHasTheStructureOfTheAdministration(t *testing.T) {
	t.Parallel()
	content, err := flux10.Writer{}.Write(file())
	require.NoError(t, err)
	good := string(content)
	require.Empty(t, broken(t, good))
	const row, sale = "Report/TransactionsReport/Transactions", "Report/TransactionsReport/Invoice"
	for _, c := range []struct{ old, changed, want string }{
		{"<Report>", `<Report xmlns="urn:x">`, ""}, // below
		{"<Id>E732829320-20270901-1</Id>", "<Id>" + strings.Repeat("E", 51) + "</Id>", "form Report/ReportDocument/Id"},
		{"<Id>E732829320-20270901-1</Id>", "<Id>E#1</Id>", "form Report/ReportDocument/Id"},
		{"<Name>E-reporting</Name>", "<Name></Name>", "form Report/ReportDocument/Name"},
		{"<Name>E-reporting</Name>", "", "missing Report/ReportDocument/Name"},
		{"<TypeCode>IN</TypeCode>", "<TypeCode>MO</TypeCode>", "form Report/ReportDocument/TypeCode"},
		{"<DateTimeString>20271115093000<", "<DateTimeString>202711150930<", "form Report/ReportDocument/IssueDateTime/DateTimeString"},
		{`<Id schemeId="0238">0999</Id>`, `<Id schemeId="0238">09999</Id>`, "form Report/ReportDocument/Sender/Id"},
		{`<Id schemeId="0238">0999</Id>`, `<Id schemeId="0002">0999</Id>`, "attribute Report/ReportDocument/Sender/Id@schemeId"},
		{"<RoleCode>WK</RoleCode>", "<RoleCode>SE</RoleCode>", "form Report/ReportDocument/Sender/RoleCode"},
		{`<Id schemeId="0002">732829320</Id>`, `<Id schemeId="0002">73282932000074</Id>`, "form Report/ReportDocument/Issuer/Id"},
		{`<Id schemeId="0002">732829320</Id>`, `<Id>732829320</Id>`, "attribute Report/ReportDocument/Issuer/Id@schemeId"},
		{"<StartDate>20270901</StartDate>", "<StartDate>2027-09-01</StartDate>", ""}, // below
		{"<EndDate>20271031</EndDate></ReportPeriod>", "<EndDate>20270901</EndDate></ReportPeriod>", "G6.25 end after start"},
		{"<EndDate>20271031</EndDate></ReportPeriod>", "<EndDate>20270931</EndDate></ReportPeriod>", "a day of the calendar"},
		{"<Date>20270930<", "<Date>2027-09-30<", ""}, // below
		{"<TransactionsCurrency>EUR<", "<TransactionsCurrency>EURO<", "form " + row + "/TransactionsCurrency"},
		{"<CategoryCode>TLB1</CategoryCode>", "<CategoryCode>TLB2</CategoryCode>", "form " + row + "/CategoryCode"},
		{"<CategoryCode>TLB1</CategoryCode>", "<Category>TLB1</Category>", ""}, // below
		{"<TransactionsCount>", "<TransactionsCount>-", "form " + row + "/TransactionsCount"},
		{"<TaxPercent>20.00<", "<TaxPercent>20<", "form " + row + "/TaxSubtotal/TaxPercent"},
		{"<TaxPercent>20.00<", "<TaxPercent>21.00<", "G1.24 rate"},
		{"<ID>A-3</ID><IssueDate>20271005</IssueDate><TypeCode>", "<ID>" + strings.Repeat("A", 36) + "</ID><IssueDate>20271005</IssueDate><TypeCode>", "form " + sale + "/ID"},
		{"<TypeCode>380</TypeCode>", "<TypeCode>325</TypeCode>", "form " + sale + "/TypeCode"},
		{"<ID>B1</ID>", "<ID>X1</ID>", "form " + sale + "/BusinessProcess/ID"},
		{":ereporting<", ":einvoicing<", "form " + sale + "/BusinessProcess/TypeID"},
		{`<CompanyId schemeId="0223">`, `<CompanyId schemeId="0208">`, "attribute " + sale + "/Buyer/CompanyId@schemeId"},
		{`qualifyingId="VAT"`, `qualifyingId="FC"`, "attribute " + sale + "/Seller/TaxRegistrationId@qualifyingId"},
		{"<CountryId>BE</CountryId>", "<CountryId>BEL</CountryId>", "form " + sale + "/Buyer/PostalAddress/CountryId"},
		{"<CountryId>BE</CountryId>", "<CountryId>FR</CountryId>", "10.1 is of enterprises abroad"},
		{"<DueDate>20271104</DueDate>", "<DueDate>20271004</DueDate>", "due after issue"},
		{`<TaxAmount CurrencyCode="EUR">`, `<TaxAmount CurrencyCode="USD">`, "attribute " + sale + "/MonetaryTotal/TaxAmount@CurrencyCode"},
		{"<Code>S</Code>", "<Code>T</Code>", "form " + sale + "/TaxSubTotal/TaxCategory/Code"},
		{"<Percent>20.00</Percent>", "<Percent>22.00</Percent>", "G1.24 rate"},
	} {
		changed := strings.Replace(good, c.old, c.changed, 1)
		require.NotEqual(t, good, changed, c.old)
		if got := broken(t, changed); c.want == "" {
			require.NotEmpty(t, got, c.changed)
		} else {
			require.Equal(t, []string{c.want}, got, c.changed)
		}
	}
	for rule, change := range map[string]func(string) string{
		"G6.29 transactions or payments": func(s string) string {
			return strings.Replace(s, "</TransactionsReport>", "</TransactionsReport><PaymentsReport></PaymentsReport>", 1)
		},
		"one row a day, currency and category": func(s string) string {
			at, end := strings.Index(s, "<Transactions>"), strings.Index(s, "</Transactions>")+len("</Transactions>")
			return s[:end] + s[at:end] + s[end:]
		},
		"G1.53 net of a row":      within("<Transactions>", "<TaxExclusiveAmount>", "9"),
		"G1.53 tax of a row":      within("<Transactions>", "<TaxTotal>", "9"),
		"G1.53 net of an invoice": within("<MonetaryTotal>", "<TaxExclusiveAmount>", "9"),
		"G1.53 tax of an invoice": within("<MonetaryTotal>", `<TaxAmount CurrencyCode="EUR">`, "9"),
		"a credit note names its invoice": func(s string) string {
			return regexp.MustCompile(`<ReferencedDocument>.*?</ReferencedDocument>`).ReplaceAllString(s, "")
		},
		"order " + row + "/TransactionsCurrency": func(s string) string {
			return regexp.MustCompile(`(<TransactionsCurrency>EUR</TransactionsCurrency>)(<CategoryCode>[A-Z0-9]*</CategoryCode>)`).ReplaceAllString(s, "$2$1")
		},
		"unknown " + row + "/Comment": func(s string) string {
			return strings.Replace(s, "<TransactionsCurrency>", "<Comment></Comment><TransactionsCurrency>", 1)
		},
		"too many Report/ReportDocument/TypeCode": func(s string) string {
			return strings.Replace(s, "<TypeCode>IN</TypeCode>", "<TypeCode>IN</TypeCode><TypeCode>IN</TypeCode>", 1)
		},
		"missing " + row + "/TaxSubtotal": func(s string) string {
			at, end := strings.Index(s, "<Transactions>"), strings.Index(s, "</Transactions>")
			zero := regexp.MustCompile(`(<TaxExclusiveAmount>|<TaxTotal>)-?[0-9.]+`).ReplaceAllString(regexp.MustCompile(`<TaxSubtotal>.*</TaxSubtotal>`).ReplaceAllString(s[at:end], ""), "${1}0.00")
			return s[:at] + zero + s[end:]
		},
	} {
		changed := change(good)
		require.NotEqual(t, good, changed, rule)
		got := broken(t, changed)
		slices.Sort(got)
		require.Equal(t, []string{rule}, slices.Compact(got))
	}
}

// within puts digits before a figure that stands behind a place.
func within(place, before, digits string) func(string) string {
	return func(s string) string {
		at := strings.Index(s, place)
		return s[:at] + strings.Replace(s[at:], before, before+digits, 1)
	}
}
