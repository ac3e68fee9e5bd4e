package dso

import "github.com/openpmo/pmo/core/civil"

// Operator is a distribution system operator, by the name the contract gives it.
type Operator string

// The operators (specification section 1). FAKE is French, plays all parts itself
// and is for tests and demonstrations.
const (
	Enedis   Operator = "ENEDIS"
	SRD      Operator = "SRD"
	SER      Operator = "SER"
	Greenalp Operator = "GREENALP"
	Sibelga  Operator = "SIBELGA"
	Fake     Operator = "FAKE"
)

// Country is an ISO 3166 code.
type Country string

// The countries pmo serves.
const (
	France  Country = "FR"
	Belgium Country = "BE"
)

// IdentifierKind is the sort of number an operator knows a site by.
type IdentifierKind string

// The sorts: 14 digits in France, 18 in Belgium.
const (
	KindPRM IdentifierKind = "PRM"
	KindEAN IdentifierKind = "EAN"
)

// Capabilities are what exists for an operator, before an operation's
// functionalities, engine and toggles take something away.
type Capabilities struct {
	// Format names the folder under adapters/dso that reads its curve files.
	Format string
	// UploadFiles is how many files one curve upload has; 0 = one or more.
	UploadFiles int
	// SendsCoefficients: the organizer computes coefficients and sends them to the
	// operator, so the coefficients page exists (domain 3.1).
	SendsCoefficients bool
	// AllocatesHere: pmo plays the operator and publishes Autoconso and Surplus as
	// its figures when Conso and Prod arrive (domain 6.6).
	AllocatesHere bool
	// Metrics: screens ask for metrics; else their tiles come from the totals in the
	// curves (domain 7).
	Metrics bool
	// OldBilling: an operation without ENGINE_2025 is billed by the old engine; else
	// plans and subscriptions hold always.
	OldBilling bool
	// Finance: income, expense, monitoring, bill check and communication exist.
	Finance bool
	// BillingUsages: plans price the volumes of the operator's monthly file by usage
	// and register (VOLUME_PARTAGE_HI and so on).
	BillingUsages bool
	// OperationSells: the operation itself is the usual seller of what is shared.
	OperationSells bool
}

type operatorRow struct {
	operator Operator
	country  Country
	zone     civil.Zone
	kind     IdentifierKind
	Capabilities
}

// One row an operator, in the order that lists show.
var operators = []operatorRow{
	{Enedis, France, civil.Paris, KindPRM, Capabilities{Format: "enedis", SendsCoefficients: true, Metrics: true, OldBilling: true, Finance: true}},
	{SRD, France, civil.Paris, KindPRM, Capabilities{Format: "acccsv", Metrics: true, OldBilling: true, Finance: true}},
	{SER, France, civil.Paris, KindPRM, Capabilities{Format: "acccsv", Metrics: true, OldBilling: true, Finance: true}},
	{Greenalp, France, civil.Paris, KindPRM, Capabilities{Format: "acccsv", Metrics: true, OldBilling: true, Finance: true}},
	{Sibelga, Belgium, civil.Brussels, KindEAN, Capabilities{Format: "sibelga", UploadFiles: 2, BillingUsages: true, OperationSells: true}},
	{Fake, France, civil.Paris, KindPRM, Capabilities{Format: "fake", AllocatesHere: true, Metrics: true, OldBilling: true, Finance: true}},
}

func (o Operator) row() operatorRow {
	for _, r := range operators {
		if r.operator == o {
			return r
		}
	}
	return operatorRow{}
}

// Operators lists all of them.
func Operators() []Operator {
	all := make([]Operator, len(operators))
	for i, r := range operators {
		all[i] = r.operator
	}
	return all
}

// ParseOperator reads the contract's name. Error: dso.unknown.
func ParseOperator(s string) (Operator, error) {
	if r := Operator(s).row(); r.operator != "" {
		return r.operator, nil
	}
	return "", ErrUnknown.With("value", s)
}

// Country is where its operations are.
func (o Operator) Country() Country { return o.row().country }

// Zone is the zone of its civil days.
func (o Operator) Zone() civil.Zone { return o.row().zone }

// IdentifierKind is the sort of number its sites have.
func (o Operator) IdentifierKind() IdentifierKind { return o.row().kind }

// Capabilities is what exists for it.
func (o Operator) Capabilities() Capabilities { return o.row().Capabilities }

func (o Operator) String() string { return string(o) }
