package pull

import "github.com/openpmo/pmo/core/fault"

var // ErrPullOpen is a pull of days that are not over; parameter last.
ErrPullOpen = fault.New(fault.Invalid, "pull.notPast", fault.Text("last")).At("dateTo")

var // ErrPullTooOld is a pull of days the service no longer gives; parameter oldest.
ErrPullTooOld = fault.New(fault.Invalid, "pull.tooOld", fault.Text("oldest")).At("dateFrom")

var // ErrPullNothing is a pull for which no site may be asked, or of days that are
// definitive already.
ErrPullNothing = fault.New(fault.Conflict, "pull.nothingToAsk")

var // ErrSourceRefused is a service that refuses the installation; parameters status,
// reason.
ErrSourceRefused = fault.New(fault.Conflict, "curveSource.refused", fault.Int("status"), fault.Text("reason"))

var // ErrSourceUnreadable is an answer that is not as the settings say; parameter
// reason.
ErrSourceUnreadable = fault.New(fault.Conflict, "curveSource.unreadable", fault.Text("reason"))

var // ErrSourceUnavailable is a service that does not answer now; parameter
// retryAfterSeconds.
ErrSourceUnavailable = fault.New(fault.Unavailable, "curveSource.unavailable", fault.Int("retryAfterSeconds"))

// Warnings of a pull: the other sites are stored.
var (
	// WarnNoConsent is a site whose occupant has not agreed; parameters value, nature.
	WarnNoConsent = fault.New(fault.Invalid, "curve.noConsent", fault.Text("value", "nature"))
	// WarnNotGiven is days the service has nothing of; parameters value, nature, from, to.
	WarnNotGiven = fault.New(fault.Invalid, "curve.notGiven", fault.Text("value", "nature", "from", "to"))
	// WarnSiteRefused is a question the service refuses for one site; parameters value,
	// nature, from, to, reason.
	WarnSiteRefused = fault.New(fault.Invalid, "curve.siteRefused", fault.Text("value", "nature", "from", "to", "reason"))
)

// Weather.
var (
	// ErrWeather is a weather service that does not answer, or not as the settings say;
	// parameter reason.
	ErrWeather = fault.New(fault.Unavailable, "weather.unavailable", fault.Text("reason"), fault.Int("retryAfterSeconds"))
)
