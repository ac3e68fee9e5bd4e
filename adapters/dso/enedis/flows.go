package enedis

import (
	"bytes"
	"context"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// Refusals of what Enedis sends and no curve can be made of; each text says what to ask for.
// Parameters fileName, and flow where several flows have the text.
var (
	// ErrDailyEnergies is an export of energies by day.
	ErrDailyEnergies = fault.New(fault.Invalid, "file.dailyEnergies", fault.Text("fileName"))
	// ErrMeterIndexes is a flow of indexes or of daily values: R151, R64, R65, R66.
	ErrMeterIndexes = fault.New(fault.Invalid, "file.meterIndexes", fault.Text("fileName", "flow"))
	// ErrContracts is a flow of contracts and their changes: C12, C15.
	ErrContracts = fault.New(fault.Invalid, "file.contracts", fault.Text("fileName", "flow"))
	// ErrNetworkBill is a bill of the network: F12, F15.
	ErrNetworkBill = fault.New(fault.Invalid, "file.networkBill", fault.Text("fileName", "flow"))
	// ErrRequests is a flow about requests to the operator: X12, X13.
	ErrRequests = fault.New(fault.Invalid, "file.requests", fault.Text("fileName", "flow"))
	// ErrNoSharing is an R15 without a reading of collective self-consumption.
	ErrNoSharing = fault.New(fault.Invalid, "file.r15WithoutSharing", fault.Text("fileName"))
)

// flows that hold no curve.
var flows = map[string]*fault.Error{"R151": ErrMeterIndexes, "R64": ErrMeterIndexes, "R65": ErrMeterIndexes, "R66": ErrMeterIndexes,
	"C12": ErrContracts, "C15": ErrContracts, "F12": ErrNetworkBill, "F15": ErrNetworkBill, "X12": ErrRequests, "X13": ErrRequests}

// OtherFlow is a file of a flow of Enedis that is told by name what it is, and what to send
// in its place: it holds no curve.
type OtherFlow struct{}

var (
	_ files.BookFormat = OtherFlow{}
	_ files.Named      = OtherFlow{}
)

var (
	flowNamed  = regexp.MustCompile(`(?i)^(?:ENEDIS|ERDF)[_.-](?:[A-Z0-9]+[_.-])?(R151|R64|R65|R66|C12|C15|F12|F15|X12|X13)[_.-]`)
	flowInside = regexp.MustCompile(`(?i)<(?:Identifiant_Flux|Code_Flux)>\s*(R151|R64|R65|R66|C12|C15|F12|F15|X12|X13)\b|"(?:codeFlux|identifiantFlux|code_flux)"\s*:\s*"(R151|R64|R65|R66|C12|C15|F12|F15|X12|X13)\b|<(R151|C12|C15|F12|F15|X12|X13)[\s>]`)
)

// flowOf is the flow that a file is of; "" is none of those.
func flowOf(name string, head []byte) string {
	if m := flowInside.FindSubmatch(head); m != nil {
		return strings.ToUpper(string(bytes.Join(m[1:], nil)))
	}
	if m := flowNamed.FindStringSubmatch(path.Base(strings.ReplaceAll(name, `\`, "/"))); m != nil {
		return strings.ToUpper(m[1])
	}
	return ""
}

// daily reports whether the metadata of a customer's CSV tell energies by day.
func daily(head []byte) bool {
	lines := strings.SplitN(strings.ToLower(string(head)), "\n", 4)
	for _, line := range lines {
		if strings.Contains(line, "quotidien") && strings.Contains(strings.Join(lines, " "), "identifiant prm") {
			return true
		}
	}
	return false
}

// Recognise needs the name of the file, too.
func (OtherFlow) Recognise([]byte) (found int, missing []string) { return 0, []string{"flow"} }

// RecogniseNamed finds the flow in the file, or in its name.
func (OtherFlow) RecogniseNamed(name string, head []byte) (found int, missing []string) {
	if flowOf(name, head) != "" || daily(head) {
		return 1, nil
	}
	return 0, []string{"flow"}
}

// Read refuses the file. Errors: file.meterIndexes, file.contracts, file.networkBill,
// file.requests, file.dailyEnergies.
func (OtherFlow) Read(_ context.Context, in files.Input) (curvefile.Dataset, error) {
	head := make([]byte, 8<<10)
	n, _ := in.Reader.Read(head)
	if flow := flowOf(in.Name, head[:n]); flow != "" {
		return curvefile.Dataset{}, flows[flow].With("fileName", in.Name).With("flow", flow)
	}
	return curvefile.Dataset{}, ErrDailyEnergies.With("fileName", in.Name)
}

// RecogniseBook finds the sheet of energies by day in a workbook of the customer's account.
func (OtherFlow) RecogniseBook(book files.Book) (found int, missing []string) {
	of := func(word string) bool {
		return slices.ContainsFunc(book.Sheets, func(sheet string) bool { return strings.Contains(strings.ToLower(sheet), word) })
	}
	if of("quotidien") && !of("horaire") {
		return 1, nil
	}
	return 0, []string{"Quotidienne"}
}

// ReadBook refuses the workbook. Error: file.dailyEnergies.
func (OtherFlow) ReadBook(_ context.Context, book files.Book) (curvefile.Dataset, error) {
	return curvefile.Dataset{}, ErrDailyEnergies.With("fileName", book.Name)
}
