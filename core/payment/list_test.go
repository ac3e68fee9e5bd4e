package payment

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
)

func sheetOf(header string, lines ...string) perimeterfile.Sheet {
	sheet := perimeterfile.Sheet{Header: strings.Split(header, ";"), HeadLine: 1, DayZero: civil.NewDate(1899, 12, 30)}
	for i, line := range lines {
		row := perimeterfile.Row{Line: i + 2}
		for _, text := range strings.Split(line, ";") {
			row.Cells = append(row.Cells, perimeterfile.Cell{Text: strings.TrimPrefix(text, "#"), Number: strings.HasPrefix(text, "#")})
		}
		sheet.Rows = append(sheet.Rows, row)
	}
	return sheet
}

// TestAListIsReadByItsColumns: in any order, by the words of the contract or by those of people, days as
// people, ISO and workbooks write them.
func TestAListIsReadByItsColumns(t *testing.T) {
	t.Parallel()
	want := MandateInput{DsoID: "99", RUM: "A", DebtorName: "Anne", IBAN: anneIBAN, BIC: "AGRIFRPP", Scheme: "B2B", SignatureDate: "2026-10-01", ReconciliationID: "SOLEIL"}
	for _, sheet := range []perimeterfile.Sheet{
		sheetOf("prm;rum;debiteur;iban;bic;schema;date_signature;rapprochement", "99;A;Anne;"+anneIBAN+";AGRIFRPP;B2B;01/10/2026;SOLEIL"),
		sheetOf("bankReconciliationId;scheme;bic;iban;DebtorName;mandateId;dsoId; Date Signature ", "SOLEIL;B2B;AGRIFRPP;"+anneIBAN+"; Anne ;A;99;2026-10-01"),
		sheetOf("Débiteur;EAN;RUM;IBAN;BIC;Schéma;signatureDate;rapprochement;", "Anne;99;A;"+anneIBAN+";AGRIFRPP;B2B;#46296;SOLEIL;"),
	} {
		rows, err := readList(sheet)
		require.NoError(t, err)
		require.Equal(t, []listed{{MandateInput: want, row: 2}}, rows)
	}
	require.Equal(t, []string{"prm", "rum", "debiteur", "iban", "bic", "schema", "date_signature", "rapprochement"}, headerOf(dso.Enedis))
	require.Equal(t, "ean", headerOf(dso.Sibelga)[0])
	_, err := readList(sheetOf(strings.Join(headerOf(dso.Enedis), ";")))
	require.NoError(t, err, "what is given to be filled is read")
}

// TestWhatAListCannotSay: a column that means nothing, one that is there twice or lacks, and a value without a
// column are of the whole file; a value that is cut or too long is told at its line and field, once.
func TestWhatAListCannotSay(t *testing.T) {
	t.Parallel()
	const head = "prm;rum;debiteur;iban;date_signature"
	for header, key := range map[string]string{head + ";couleur": "mandate.columnUnknown", head + ";ean": "import.columnTwice", "prm;rum;debiteur;date_signature": "import.columnsMissing",
		"rum;debiteur;iban;date_signature": "import.columnsMissing"} {
		_, err := readList(sheetOf(header))
		require.Equal(t, key, fault.KeyOf(err), header)
	}
	_, err := readList(sheetOf("participantId;debiteur"))
	require.Equal(t, "rum, iban, date_signature", fault.From(err).Params["columns"], "what lacks is told in the words of people")
	_, err = readList(sheetOf("bic"))
	require.Equal(t, "prm, rum, debiteur, iban, date_signature", fault.From(err).Params["columns"])
	_, err = readList(sheetOf(head + ";couleur"))
	require.Equal(t, []any{"couleur", "prm, rum, debiteur, iban, bic, schema, date_signature, rapprochement, participant"}, []any{fault.From(err).Params["column"], fault.From(err).Params["columns"]})
	_, err = readList(sheetOf(head+";;", "99;A;Anne;"+anneIBAN+";2026-10-01;;perdu"))
	require.Equal(t, []any{"mandate.columnUnknown", "7"}, []any{fault.KeyOf(err), fault.From(err).Params["column"]})

	rows, err := readList(sheetOf(head, "99;#202600000000000000;Anne;"+anneIBAN+";2026-10-01", "99;B;"+strings.Repeat("é", maxCell+1)+";"+anneIBAN+";2026-10-01",
		"99;C;Anne;"+anneIBAN+";2026-10-01;perdu", "99;D;"+strings.Repeat("é", maxCell)+";"+anneIBAN+";31/02/2026"))
	require.NoError(t, err)
	report, fresh := sortRows(rows, Creditor{}, nil, nil, today)
	require.Empty(t, fresh)
	var told []string
	for i, f := range report.Wrong {
		if f.Key != "mandate.debtorUnknown" {
			told = append(told, keysOf(report.Wrong)[i]+" "+string(rune('0'+f.Row)))
		}
	}
	require.Equal(t, []string{"import.numberCut mandateId 2", "field.tooLong debtorName 3", "row.fields  4", "field.tooLong debtorName 5", "date.invalid signatureDate 5"}, told)
	require.Equal(t, 4, report.Rejected)
}
