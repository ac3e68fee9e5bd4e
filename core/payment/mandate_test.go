package payment

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

const (
	anneIBAN  = "FR7630006000011234567890189"
	otherIBAN = "FR1420041010050500013M02606"
)

var today = civil.NewDate(2026, time.November, 6)

func day(s string) *civil.Date {
	d, err := civil.ParseDate(s)
	if err != nil {
		panic(err)
	}
	return &d
}

// keysOf are the keys of what is wrong, each with its field.
func keysOf(items []*fault.Error) (out []string) {
	for _, f := range items {
		out = append(out, f.Key+" "+f.Field)
	}
	return out
}

// TestAMandateHoldsUntilItLapsesOrIsRevoked: 36 months after it was signed or last used.
func TestAMandateHoldsUntilItLapsesOrIsRevoked(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		signed        string
		used, revoked *civil.Date
		lapses        string
		want          Status
	}{
		{"2023-11-07", nil, nil, "2026-11-07", Active},
		{"2023-11-06", nil, nil, "2026-11-06", Lapsed},
		{"2020-01-31", day("2023-11-07"), nil, "2026-11-07", Active},
		{"2020-01-31", day("2023-11-06"), nil, "2026-11-06", Lapsed},
		{"2024-02-29", nil, nil, "2027-02-28", Active},
		{"2026-01-01", nil, day("2026-11-06"), "2029-01-01", Revoked},
		{"2026-01-01", nil, day("2026-11-07"), "2029-01-01", Active},
		{"2020-01-01", nil, day("2021-01-01"), "2023-01-01", Revoked},
	} {
		m := Mandate{SignedOn: *day(c.signed), LastCollectedOn: c.used, RevokedOn: c.revoked}
		require.Equal(t, c.lapses, m.LapsesOn().String(), "%+v", c)
		require.Equal(t, c.want, m.Status(today), "%+v", c)
	}
}

// TestWhatIsWrongWithAMandateIsToldByField: all of it at once.
func TestWhatIsWrongWithAMandateIsToldByField(t *testing.T) {
	t.Parallel()
	site := id.New()
	debtors := map[string]id.ID{site.String(): site, "99100000000011": site}
	good := MandateInput{DsoID: " 99100000000011 ", RUM: "SOLEIL-1", DebtorName: "Anne Martin", IBAN: "FR76 3000 6000 0112 3456 7890 189", SignatureDate: "2026-11-06"}
	m, wrong := good.mandate(debtors, today)
	require.Empty(t, wrong.Items)
	require.Equal(t, Mandate{ParticipantID: site, RUM: "SOLEIL-1", DebtorName: "Anne Martin", Account: Account{IBAN: anneIBAN}, Scheme: Core, SignedOn: today, Version: 1}, m)
	for _, c := range []struct {
		change func(*MandateInput)
		want   []string
	}{
		{func(in *MandateInput) { in.DsoID = "" }, []string{"field.required participantId"}},
		{func(in *MandateInput) { in.DsoID = "1" }, []string{"mandate.debtorUnknown dsoId"}},
		{func(in *MandateInput) { in.ParticipantID = "1" }, []string{"mandate.debtorUnknown participantId"}},
		{func(in *MandateInput) { in.RUM = "" }, []string{"field.required mandateId"}},
		{func(in *MandateInput) { in.RUM = "A B" }, []string{"rum.invalid mandateId"}},
		{func(in *MandateInput) { in.DebtorName = " " }, []string{"field.required debtorName"}},
		{func(in *MandateInput) { in.DebtorName = strings.Repeat("é", MaxName+1) }, []string{"field.tooLong debtorName"}},
		{func(in *MandateInput) { in.IBAN = "FR7630006000011234567890188" }, []string{"iban.invalid iban"}},
		{func(in *MandateInput) { in.IBAN, in.BIC = "", "X" }, []string{"field.required iban", "bic.invalid bic"}},
		{func(in *MandateInput) { in.Scheme = "COR1" }, []string{"field.enum scheme"}},
		{func(in *MandateInput) { in.SignatureDate = "" }, []string{"field.required signatureDate"}},
		{func(in *MandateInput) { in.SignatureDate = "06/11/2026" }, []string{"date.invalid signatureDate"}},
		{func(in *MandateInput) { in.SignatureDate = "2026-11-07" }, []string{"mandate.signedInFuture signatureDate"}},
		{func(in *MandateInput) { in.ReconciliationID = strings.Repeat("1", 15) }, []string{"bankReconciliationId.invalid bankReconciliationId"}},
		{func(in *MandateInput) { in.ReconciliationID = "a b" }, []string{"bankReconciliationId.invalid bankReconciliationId"}},
	} {
		in := good
		c.change(&in)
		_, wrong := in.mandate(debtors, today)
		require.Equal(t, c.want, keysOf(wrong.Items))
	}
	good.Scheme, good.DebtorName, good.ReconciliationID = "b2b", strings.Repeat("é", MaxName), strings.Repeat("1", 14)
	m, wrong = good.mandate(debtors, today)
	require.Empty(t, wrong.Items)
	require.Equal(t, B2B, m.Scheme)
}

// TestRowsOfAnImport: new ones are kept, those kept already change nothing, and a RUM is
// taken whatever its capitals.
func TestRowsOfAnImport(t *testing.T) {
	t.Parallel()
	site := id.New()
	debtors := map[string]id.ID{"99": site}
	creditor := Creditor{ID: id.New(), OperationID: id.New(), ICS: "FR72ZZZ123456", Name: "Commune"}
	row := func(rum, iban string) MandateInput {
		return MandateInput{DsoID: "99", RUM: rum, DebtorName: "Anne", IBAN: iban, SignatureDate: "2026-10-01"}
	}
	stored, _ := row("KEPT", anneIBAN).mandate(debtors, today)
	stored.CreditorID, stored.ID = creditor.ID, id.New()
	report, fresh := sortRows(numbered([]MandateInput{row("NEW", anneIBAN), row("kept", anneIBAN), row("new", anneIBAN), row("KEPT", otherIBAN), row("", "")}),
		creditor, debtors, map[party.RUM]Mandate{"KEPT": stored}, today)
	var outcomes []Outcome
	for i, r := range report.Rows {
		require.Equal(t, i+1, r.Row)
		outcomes = append(outcomes, r.Outcome)
	}
	require.Equal(t, []Outcome{Created, Unchanged, Rejected, Rejected, Rejected}, outcomes)
	require.Equal(t, []int{1, 1, 3}, []int{report.Created, report.Unchanged, report.Rejected})
	require.Equal(t, []string{"mandate.duplicate mandateId", "mandate.duplicate mandateId", "field.required mandateId", "field.required iban"}, keysOf(report.Wrong))
	require.Equal(t, []int{3, 4, 5, 5}, []int{report.Wrong[0].Row, report.Wrong[1].Row, report.Wrong[2].Row, report.Wrong[3].Row})
	require.Len(t, fresh, 1)
	require.Equal(t, []any{creditor.ID, creditor.OperationID, creditor.ICS}, []any{fresh[0].CreditorID, fresh[0].OperationID, fresh[0].ICS})
}

// TestACreditorIsWhole: name, ICS and IBAN must be there.
func TestACreditorIsWhole(t *testing.T) {
	t.Parallel()
	text := func(s string) *string { return &s }
	whole := CreditorChange{Name: text("Commune"), ICS: text("FR72 ZZZ 123456"), IBAN: text(otherIBAN), BIC: text("PSSTFRPPSCE"), ReconciliationID: text("SOLEIL")}
	c, err := whole.Apply(Creditor{})
	require.NoError(t, err)
	require.Equal(t, Creditor{Name: "Commune", ICS: "FR72ZZZ123456", Account: Account{otherIBAN, "PSSTFRPPSCE"}, ReconciliationID: "SOLEIL", Message: Pain00800108, LeadDays: UsualLeadDays}, c)
	changed, err := CreditorChange{BIC: text("")}.Apply(c)
	require.NoError(t, err)
	require.Empty(t, changed.BIC)
	require.Equal(t, c.IBAN, changed.IBAN)
	_, err = CreditorChange{}.Apply(Creditor{})
	require.Equal(t, []string{"field.required name", "field.required ics", "field.required iban"}, keysOf(fault.From(err).Items))
	for days, want := range map[int]string{0: "creditor.leadDays", 1: "internal", 14: "internal", 15: "creditor.leadDays"} {
		_, err = CreditorChange{LeadDays: &days}.Apply(c)
		require.Equal(t, want == "internal", err == nil, days)
		require.Equal(t, want, fault.KeyOf(err), days)
	}
	older := MessageVersion("PAIN_008_003_02")
	_, err = CreditorChange{Message: &older}.Apply(c)
	require.Equal(t, "field.enum", fault.KeyOf(err))
	_, err = CreditorChange{ICS: text("FR73ZZZ123456")}.Apply(c)
	require.Equal(t, "ics.invalid", fault.KeyOf(err))
	_, err = CreditorChange{IBAN: text(c.IBAN.Masked())}.Apply(c)
	require.Equal(t, "iban.invalid", fault.KeyOf(err), "what was shown masked is no account")
}
