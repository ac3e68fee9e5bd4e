package apptest_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"net/http"
	"strings"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// journal is the part of the accountant: accounts, the sales journal to the cent of the list, what is
// new handed over once, and a month that is closed.
func (v *tour) journal() {
	v.Helper()
	base := "/operations/" + v.enedis + "/billing"
	issued := append(v.get(v.organizer, base+"/invoices?status=FINALIZED").List(), v.get(v.organizer, base+"/invoices?status=CANCELLED&type=INVOICE").List()...)
	var seller string
	want := map[string]float64{}
	count := map[string]int{}
	for _, i := range issued {
		if i["number"] == nil {
			continue // a draft that was put aside
		}
		amount := i["amountCents"].(float64)
		if i["type"] == "CREDIT_NOTE" {
			amount = -amount
		}
		seller = i["billingEntity"].(map[string]any)["id"].(string)
		want[seller] += amount
		count[seller]++
	}
	require.NotEmpty(v, seller)
	standing := func() map[string]any {
		for _, s := range v.get(v.organizer, base+"/sellers").List() {
			if s["billingEntityId"] == seller {
				return s
			}
		}
		return nil
	}
	before := standing()
	v.has(before, "name", "legalNumber", "confirmed", "operationsCount", "issuedCount", "newCount", "lockedMonths", "firstNewDate")
	require.GreaterOrEqual(v, before["issuedCount"], float64(count[seller]), "of all its operations")
	require.Equal(v, []any{before["issuedCount"], before["issuedCents"]}, []any{before["newCount"], before["newCents"]}, "nothing was handed over")

	at := base + "/billing-entities/" + seller
	accounts := v.get(v.organizer, at+"/accounts").Map()
	require.Equal(v, []any{"VE", "411000", "701000", "445710", "NONE", false}, []any{accounts["journalCode"], accounts["clientAccount"], accounts["salesAccount"], accounts["vatAccount"], accounts["auxiliaryRule"], accounts["told"]})
	wrong := v.organizer.Put(at+"/accounts", map[string]any{"journalCode": "ventes", "clientAccount": "701"})
	require.Equal(v, []any{http.StatusBadRequest, "journal.invalid"}, []any{wrong.Status, wrong.Key()})
	require.Subset(v, wrong.Keys(), []string{"journal.codeInvalid", "journal.accountInvalid"})
	told := v.do(v.organizer, http.MethodPut, at+"/accounts", map[string]any{"journalCode": "VT", "auxiliaryRule": "NUMBER", "auxiliaryPrefix": "C"}).Map()
	require.Equal(v, []any{"VT", "NUMBER", "411000", true}, []any{told["journalCode"], told["auxiliaryRule"], told["clientAccount"], told["told"]})
	costs := v.organizer.Put(at+"/accounts", map[string]any{"costsAccount": "601000", "costsAccountName": "Réseau"})
	require.Equal(v, []any{http.StatusBadRequest, []string{"journal.invalid", "journal.accountInvalid"}}, []any{costs.Status, costs.Keys()})
	told = v.do(v.organizer, http.MethodPut, at+"/accounts", map[string]any{"costsAccount": "708800", "costsAccountName": "Frais refacturés"}).Map()
	require.Equal(v, []any{"708800", "Frais refacturés"}, []any{told["costsAccount"], told["costsAccountName"]})
	told = v.do(v.organizer, http.MethodPut, at+"/accounts", map[string]any{"costsAccount": "", "costsAccountName": ""}).Map()
	require.NotContains(v, told, "costsAccount", "with sales again")
	require.Equal(v, []any{"418100", "445870"}, []any{told["toInvoiceAccount"], told["vatToComeAccount"]})
	told = v.do(v.organizer, http.MethodPut, at+"/accounts", map[string]any{"toInvoiceAccount": "418200", "toInvoiceAccountName": "À établir", "vatToComeAccount": "", "vatToComeAccountName": ""}).Map()
	require.Equal(v, []any{"418200", "À établir"}, []any{told["toInvoiceAccount"], told["toInvoiceAccountName"]})
	require.NotContains(v, told, "vatToComeAccount", "entries are without VAT")
	v.do(v.organizer, http.MethodPut, at+"/accounts", map[string]any{"toInvoiceAccount": "418100", "vatToComeAccount": "445870", "vatToComeAccountName": "TVA à venir"})

	days := at + "/journal?dateFrom=2026-01-01&dateTo=2026-12-31"
	v.book(days, before["issuedCents"].(float64))
	v.differ(v.organizer, days, "dateFrom", "2026-01-01", "2026-12-31")
	v.differ(v.organizer, days, "dateTo", "2026-12-31", "2026-01-01")
	require.Contains(v, v.organizer.Get(query(days, "dateFrom", "2025-01-01")).Keys(), "range.tooLong")

	v.do(v.organizer, http.MethodPut, at+"/accounts", map[string]any{"auxiliaryRule": "REFERENCE"})
	require.Contains(v, v.organizer.Get(days).Keys(), "journal.referenceMissing")
	v.do(v.organizer, http.MethodPut, at+"/accounts", map[string]any{"auxiliaryRule": "NUMBER"})

	exports := at + "/journal-exports"
	made := v.created(exports, map[string]any{})
	v.has(made, "id", "firstDate", "lastDate", "firstNumber", "lastNumber", "fileName", "sha256", "size", "createdAt")
	require.Equal(v, []any{before["newCount"], before["newCents"]}, []any{made["entriesCount"], made["amountCents"]})
	file := v.get(v.organizer, exports+"/"+made["id"].(string))
	require.Equal(v, []any{made["size"], true}, []any{float64(len(file.Body)), strings.Contains(file.Header.Get("Content-Disposition"), made["fileName"].(string))})
	again := v.organizer.Post(exports, map[string]any{})
	require.Equal(v, []any{http.StatusConflict, "journal.nothingNew"}, []any{again.Status, again.Key()})
	listed := v.get(v.organizer, exports).Map()
	require.Equal(v, []any{1.0, made["id"]}, []any{listed["totalCount"], listed["exports"].([]any)[0].(map[string]any)["id"]})
	after := standing()
	v.has(after, "lastExportAt")
	require.Equal(v, 0.0, after["newCount"])
	v.closedMonth(at+"/month-locks", base+"/invoices", seller)
	v.cutOff()
}

// book is the journal in its three forms, each balanced and of the same sum.
func (v *tour) book(days string, owed float64) {
	v.Helper()
	fec, list := v.differ(v.organizer, days, "format", "fec", "csv")
	book := v.get(v.organizer, query(days, "format", "xlsx"))
	cents := func(text string) float64 {
		var whole, part int
		_, err := fmt.Sscanf(strings.Replace(text, ",", " ", 1), "%d %d", &whole, &part)
		require.NoError(v, err, text)
		return float64(whole*100 + part)
	}
	sums := func(rows [][]string, cents func(string) float64) (debit, credit, clients float64) {
		require.Greater(v, len(rows), 2)
		for _, r := range rows[1:] {
			debit, credit = debit+cents(r[11]), credit+cents(r[12])
			if r[4] == "411000" {
				clients += cents(r[11]) - cents(r[12])
			}
		}
		return debit, credit, clients
	}
	var lines [][]string
	for line := range strings.Lines(string(fec.Body)) {
		lines = append(lines, strings.Split(strings.TrimRight(line, "\r\n"), "\t"))
	}
	read := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(list.Body, []byte("\xef\xbb\xbf"))))
	read.Comma = ';'
	rows, err := read.ReadAll()
	require.NoError(v, err)
	workbook, err := excelize.OpenReader(bytes.NewReader(book.Body))
	require.NoError(v, err)
	cells, err := workbook.GetRows("VT", excelize.Options{RawCellValue: true})
	require.NoError(v, err)
	number := func(text string) float64 {
		var n float64
		_, err := fmt.Sscan(text, &n)
		require.NoError(v, err, text)
		return math.Round(n * 100)
	}
	for _, form := range []struct {
		rows  [][]string
		cents func(string) float64
	}{{lines, cents}, {rows, cents}, {cells, number}} {
		debit, credit, clients := sums(form.rows, form.cents)
		require.Equal(v, []any{debit, owed}, []any{credit, clients})
	}
}

// closedMonth is one in which nothing is taken back, until it is opened again.
func (v *tour) closedMonth(locks, invoices, seller string) {
	v.Helper()
	standing := v.get(v.organizer, invoices+"?status=FINALIZED&type=INVOICE&billingEntityId="+seller).List()
	require.NotEmpty(v, standing)
	month := apptest.Today.Format("2006-01")
	ahead := v.organizer.Post(locks, map[string]any{"month": "2031-01"})
	require.Equal(v, "monthLock.ahead", ahead.Key())
	closed := v.created(locks, map[string]any{"month": month})
	v.has(closed, "month", "lockedAt")
	listed := v.get(v.organizer, locks).List()[0]
	v.has(listed, "lockedAt", "lockedByName")
	require.Equal(v, month, listed["month"])
	require.Equal(v, "monthLock.locked", v.organizer.Post(locks, map[string]any{"month": month}).Key())
	refused := v.organizer.Post(invoices+"/cancel", map[string]any{"ids": []any{standing[0]["id"]}, "reason": "Relevé corrigé"})
	require.Contains(v, string(refused.Body), "invoice.monthLocked")
	v.do(v.organizer, http.MethodDelete, locks+"/"+month, nil)
	require.Empty(v, v.get(v.organizer, locks).List())
	require.Equal(v, "monthLock.notLocked", v.organizer.Do(http.MethodDelete, locks+"/"+month, nil).Key())
}

// cutOff is what was delivered and not invoiced on a day, as it is read and as a file.
func (v *tour) cutOff() {
	v.Helper()
	path := "/operations/" + v.enedis + "/billing/cut-off"
	all := v.get(v.organizer, path+"?date=2026-11-15").Map()
	v.has(all, "date", "rows", "energyMilliWh", "netCents", "vatCents", "provisionalMilliWh", "provisionalNetCents", "problems", "unpricedMilliWh", "unpricedPairs", "entries", "waiting", "waitingSums")
	rows := all["rows"].([]any)
	require.NotEmpty(v, rows)
	one := rows[0].(map[string]any)
	v.has(one, "billingEntityId", "billableEntityName", "vatPercentage", "periodStart", "periodEnd", "energyMilliWh", "netCents", "vatCents", "provisionalMilliWh", "provisionalNetCents", "lackingDays")
	net := 0.0
	for _, r := range rows {
		net += r.(map[string]any)["netCents"].(float64)
	}
	require.Equal(v, all["netCents"], net)
	debit, credit := 0.0, 0.0
	for _, e := range all["entries"].([]any) {
		for _, l := range e.(map[string]any)["lines"].([]any) {
			line := l.(map[string]any)
			debit, credit = debit+line["debitCents"].(float64), credit+line["creditCents"].(float64)
		}
	}
	require.Equal(v, []any{net + all["vatCents"].(float64), credit}, []any{debit, debit}, "in France with VAT, and balanced")
	v.waiting(path, one, all)
	v.differ(v.organizer, path, "date", "2026-11-15", "2026-09-30")
	require.Contains(v, v.organizer.Get(path+"?date=2027-01-01").Keys(), "cutOff.ahead")
	require.Contains(v, v.organizer.Get(path+"?date=2026-11-15&billingEntityId="+v.enedis).Keys(), "billingEntity.notFound")
	v.mark(http.MethodGet, path, "billingEntityId")
	for format, kind := range map[string]string{"csv": "a-facturer-2026-11-15.csv", "xlsx": "a-facturer-2026-11-15.xlsx"} {
		file := v.get(v.organizer, path+"/download?date=2026-11-15&format="+format)
		require.Contains(v, file.Header.Get("Content-Disposition"), kind)
	}
	v.mark(http.MethodGet, path+"/download", "format", "date", "billingEntityId")
}

// waiting adds an amount today: the cut-off of today names it and counts it nowhere, that of yesterday knows nothing
// of it.
func (v *tour) waiting(path string, row, before map[string]any) {
	v.Helper()
	today := apptest.Today.Format(time.DateOnly)
	family := "/operations/" + v.enedis + "/billing/adjustments"
	counted := v.get(v.organizer, path+"?date="+today).Map()
	require.Empty(v, counted["waiting"])
	amount := v.created(family, map[string]any{"billingEntityId": row["billingEntityId"], "billableEntityId": row["billableEntityId"], "kind": "ALLOWANCE", "amountCents": 500, "reason": "Geste"})
	now := v.get(v.organizer, path+"?date="+today).Map()
	require.Equal(v, []any{map[string]any{"billingEntityId": row["billingEntityId"], "billingEntityName": row["billingEntityName"], "billableEntityId": row["billableEntityId"],
		"billableEntityName": row["billableEntityName"], "reason": "Geste", "since": today, "netCents": -500.0}}, now["waiting"])
	require.Equal(v, []any{map[string]any{"billingEntityId": row["billingEntityId"], "billingEntityName": row["billingEntityName"], "number": 1.0, "netCents": -500.0}}, now["waitingSums"])
	require.Equal(v, []any{counted["rows"], counted["netCents"], counted["entries"]}, []any{now["rows"], now["netCents"], now["entries"]})
	require.Equal(v, before, v.get(v.organizer, path+"?date=2026-11-15").Map(), "it was not there yet")
	book, err := excelize.OpenReader(bytes.NewReader(v.get(v.organizer, path+"/download?date="+today+"&format=xlsx").Body))
	require.NoError(v, err)
	rows, err := book.GetRows("Montants en attente", excelize.Options{RawCellValue: true})
	require.NoError(v, err)
	require.Equal(v, [][]string{{fmt.Sprint(row["billingEntityName"]), fmt.Sprint(row["billableEntityName"]), "Geste", today, "-5"},
		{fmt.Sprint(row["billingEntityName"]), "", "Montants ponctuels en attente, non comptés", "", "-5"}}, rows[1:])
	v.do(v.organizer, http.MethodDelete, family+"/"+amount["id"].(string), nil)
}
