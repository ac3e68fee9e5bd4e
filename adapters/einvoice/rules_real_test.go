//go:build real

package einvoice_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/einvoice"
)

// only chooses files by their names, as a regular expression: all of them take a long while.
var only = flag.String("only", "", "the samples and combinations that TestFilesPassTheRules checks")

// schema names the check of the form, beside the sets of rules below.
const schema = "schema"

// A set of official rules, by the name of its file.
const (
	rulesCII      = "en16931-cen/EN16931-CII-validation"
	rulesFacturX  = "facturx-1.09-en16931/FACTUR-X_EN16931"
	rulesFrench   = "fr-ctc-xp-z12-012/BR-FR-Flux2-Schematron-CII"
	rulesUBL      = "peppol-bis3/CEN-EN16931-UBL-2026.5"
	rulesPeppol   = "peppol-bis3/PEPPOL-EN16931-UBL-2026.5"
	rulesPeppolSB = "peppol-bis3/PEPPOL-EN16931-UBL-SB-2026.5"
)

// sort of file decides by what it is checked.
type sort struct{ country, kind string }

func (s sort) schema() string {
	switch {
	case s.country == "fr":
		return "facturx-1.09-en16931/Factur-X_EN16931.xsd"
	case s.kind == "credit":
		return "ubl-2.1-xsd/maindoc/UBL-CreditNote-2.1.xsd"
	}
	return "ubl-2.1-xsd/maindoc/UBL-Invoice-2.1.xsd"
}

func (s sort) rules() []string {
	switch {
	case s.country == "fr":
		return []string{rulesCII, rulesFacturX, rulesFrench}
	case s.kind == "self":
		return []string{rulesUBL, rulesPeppolSB}
	}
	return []string{rulesUBL, rulesPeppol}
}

// checked asks schema and rules about files, and says by file which do not hold it, with the rules.
func checked(t *testing.T, files map[string]sort) map[string]map[string][]string {
	t.Helper()
	lint, err := exec.LookPath("xmllint")
	if err != nil {
		t.Skip("xmllint is not installed")
	}
	folder := filepath.Join(os.Getenv("PMO_REAL_DATA"), "billing")
	require.DirExists(t, folder, "set PMO_REAL_DATA to the folder of the real files")
	out := map[string]map[string][]string{}
	byRule := map[string][]string{}
	for file, s := range files {
		out[file] = map[string][]string{}
		if said, err := exec.CommandContext(t.Context(), lint, "--noout", "--schema", filepath.Join(folder, s.schema()), file).CombinedOutput(); err != nil {
			out[file][schema] = []string{fmt.Sprintf("%.300s", said)}
		}
		for _, rule := range s.rules() {
			byRule[rule] = append(byRule[rule], file)
		}
	}
	xslt3, err := exec.LookPath("xslt3")
	if err != nil {
		t.Log("XSLT3 IS NOT INSTALLED: the schemas alone are checked")
		return out
	}
	for rule, of := range byRule {
		ready := filepath.Join(t.TempDir(), filepath.Base(rule)+".sef.json")
		said, err := exec.CommandContext(t.Context(), xslt3, "-xsl:"+filepath.Join(folder, rule+".xslt"), "-export:"+ready, "-nogo").CombinedOutput()
		require.NoError(t, err, "%s", said)
		slices.Sort(of)
		answer := exec.CommandContext(t.Context(), "node", append([]string{filepath.Join("testdata", "rules.cjs"), xslt3, ready}, of...)...)
		answer.Stderr = os.Stderr
		raw, err := answer.Output()
		require.NoError(t, err, rule)
		var found map[string][]string
		require.NoError(t, json.Unmarshal(raw, &found))
		for file, faults := range found {
			require.NotNil(t, faults, "%s: the rules were asked", file)
			if len(faults) > 0 {
				out[file][rule] = faults
			}
		}
	}
	return out
}

// stored writes a document into a file of its own.
func stored(t *testing.T, name string, content []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), strings.NewReplacer(" ", "-", ",", "").Replace(name)+".xml")
	require.NoError(t, os.WriteFile(file, content, 0o600))
	return file
}

// TestFilesPassTheRules checks each sample and each combination of the table by its schema (xmllint) and by the
// official rules (saxon-js, which xslt3 brings), where these are installed.
func TestFilesPassTheRules(t *testing.T) {
	t.Parallel()
	files, names := map[string]sort{}, map[string]string{}
	chosen := regexp.MustCompile(*only)
	add := func(name string, s sort, i einvoice.Invoice, err error) {
		require.NoError(t, err, name)
		if chosen.MatchString(name) {
			file := stored(t, name, writtenOf(t, i))
			files[file], names[file] = s, name
		}
	}
	for name, d := range samples() {
		s := sort{country: name[:2]}
		if strings.HasSuffix(name, "-credit") {
			s.kind = "credit"
		}
		if d.Kind == billing.TypeSelfBilled { // written by the buyer, which Peppol has rules of its own for
			s.kind = "self"
		}
		i, err := einvoice.Of(d)
		add(name, s, i, err)
	}
	for _, c := range combinations() {
		if refused, _ := c.verdict(); refused == "" {
			i, err := c.invoice()
			add(c.String(), sort{strings.ToLower(c.country), map[billing.InvoiceType]string{billing.TypeCreditNote: "credit", billing.TypeSelfBilled: "self"}[c.kind]}, i, err)
		}
	}
	bad := 0
	for file, faults := range checked(t, files) {
		if len(faults) > 0 {
			bad++
			t.Errorf("%s: %v", names[file], faults)
		}
	}
	t.Logf("%d files, %d of them bad", len(files), bad)
}

// broken is a document with one fault, and the checks that it does not pass; all others it passes.
type broken struct {
	name     string
	sort     sort
	old, new string
	fails    []string
}

// TestEachRuleSetSeesWhatItIsFor: for each schema and each set of rules there is a document that fails it and no other.
// What the rules of Factur-X repeat of EN 16931 fails both: that of EN 16931 alone is a value that Factur-X leaves open.
func TestEachRuleSetSeesWhatItIsFor(t *testing.T) {
	t.Parallel()
	whole := map[sort]string{}
	for s, d := range map[sort]billing.Document{{"fr", ""}: samples()["fr-pro-standard"], {"be", ""}: samples()["be-pro-standard"], {"be", "credit"}: samples()["be-pro-standard-credit"]} {
		whole[s] = string(written(t, d))
	}
	self := samples()["be-pro-standard"]
	self.Kind = billing.TypeSelfBilled
	whole[sort{"be", "self"}] = string(written(t, self))
	_, err := einvoice.Of(self)
	require.NoError(t, err)
	files, of := map[string]sort{}, map[string]broken{}
	for _, b := range brokenFiles {
		require.Contains(t, whole[b.sort], b.old, b.name)
		file := stored(t, b.name, []byte(strings.Replace(whole[b.sort], b.old, b.new, 1)))
		files[file], of[file] = b.sort, b
	}
	answers := checked(t, files)
	_, err = exec.LookPath("xslt3")
	for file, b := range of {
		var failed []string
		for check := range answers[file] {
			failed = append(failed, check)
		}
		want := b.fails
		if err != nil {
			want = slices.DeleteFunc(slices.Clone(want), func(s string) bool { return s != schema })
		}
		require.ElementsMatch(t, want, failed, "%s: %v", b.name, answers[file])
	}
}

var brokenFiles = []broken{
	{"a French element with a word of its own", sort{"fr", ""}, "<ram:InvoiceCurrencyCode>", `<ram:InvoiceCurrencyCode note="x">`, []string{schema}},
	{"a French file without the note on recovery", sort{"fr", ""}, ">PMT<", ">AAI<", []string{rulesFrench}},
	{"a French total that does not add up", sort{"fr", ""}, "<ram:DuePayableAmount>", "<ram:DuePayableAmount>9", []string{rulesCII, rulesFacturX}},
	{"a Belgian element with a word of its own", sort{"be", ""}, "<cbc:IssueDate>", `<cbc:IssueDate note="x">`, []string{schema}},
	{"a Belgian credit note with a word of its own", sort{"be", "credit"}, "<cbc:IssueDate>", `<cbc:IssueDate note="x">`, []string{schema}},
	{"a Belgian total that does not add up", sort{"be", ""}, `<cbc:PayableAmount currencyID="EUR">`, `<cbc:PayableAmount currencyID="EUR">9`, []string{rulesUBL}},
	{"a Belgian process that Peppol does not know", sort{"be", ""}, "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0", "urn:fdc:peppol.eu:2017:poacc:billing:1.0", []string{rulesPeppol}},
	{"an invoice of the buyer under the process of sellers", sort{"be", "self"}, "urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0", "urn:fdc:peppol.eu:2017:poacc:billing:1.0", []string{rulesPeppolSB}},
}
