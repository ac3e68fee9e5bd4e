package legacy

import "github.com/openpmo/pmo/core/fault"

var (
	// ErrBounds is a price, a delay or a number of sites out of bounds; parameter max.
	ErrBounds = fault.New(fault.Invalid, "billingConfig.bounds", fault.Int("max"))
	// ErrSiteUnknown is a site that is not of the operation; parameter id.
	ErrSiteUnknown = fault.New(fault.Invalid, "billingConfig.siteUnknown", fault.Text("id"))
	// ErrSide is a producer that does not produce, or a consumer that does not consume; parameter name.
	ErrSide = fault.New(fault.Invalid, "billingConfig.side", fault.Text("name"))
	// ErrTooMany is more configs or contracts than an operation keeps; parameter max.
	ErrTooMany = fault.New(fault.Conflict, "billingConfig.tooMany", fault.Int("max"))
	// ErrConfigUnknown is a config that is not of the operation.
	ErrConfigUnknown = fault.New(fault.Invalid, "billingContract.configUnknown").At("configId")
	// ErrNotOfConfig is a producer or a consumer that the config does not name.
	ErrNotOfConfig = fault.New(fault.Invalid, "billingContract.notOfConfig")
	// ErrPairTaken is a second contract of the same two with the same start.
	ErrPairTaken = fault.New(fault.Conflict, "billingContract.pairTaken").At("startDate")
)
