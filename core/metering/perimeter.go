package metering

import (
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/emission"
	"github.com/openpmo/pmo/core/participant/folder"
	"github.com/openpmo/pmo/core/party"
)

// Chosen are the sites of some participants, in their order.
func Chosen(sites []Site, participantIDs []id.ID) []Site {
	wanted := make(map[id.ID]bool, len(participantIDs))
	for _, one := range participantIDs {
		wanted[one] = true
	}
	var out []Site
	for _, site := range sites {
		if wanted[site.ParticipantID] {
			out = append(out, site)
		}
	}
	return out
}

// Playing are the sites that play a side, in their order.
func Playing(sites []Site, side Side) []Site {
	var out []Site
	for _, site := range sites {
		if site.Plays(side) {
			out = append(out, site)
		}
	}
	return out
}

// Activation is when somebody occupies the site.
func Activation(sites []Site) []civil.Range {
	ranges := make([]civil.Range, len(sites))
	for i, s := range sites {
		ranges[i] = s.Period
	}
	return civil.Merge(ranges)
}

// Site is a participant as metering needs it.
type Site struct {
	ParticipantID  id.ID
	Name           string
	DsoID          string // PRM or EAN
	Side           Side   // Consumer or Producer
	Prosumer       bool   // has curves of the other side too
	Period         civil.Range
	ContractPowerW int64 // 0 = not known
	ProductionType int   // specification section 3; 0 = none
	// What the operator says of the folder, and what was asked of it.
	DsoStatus, DsoAction string
	Professional         bool // its entity type is one of professionals
}

// Plays reports whether the site has curves of side s.
func (s Site) Plays(side Side) bool { return s.Side == side || s.Prosumer }

// Operation is what metering needs to know of an operation.
type Operation struct {
	ID         id.ID
	ExternalID string
	Operator   dso.Operator
	ACI        bool // external curves exist
	GESKPI     bool // CO2 is shown
	// Emissions are what a kWh emits; none unless CO2 is shown.
	Emissions emission.Factors
	// EmissionsStamp changes with them; "" unless CO2 is shown.
	EmissionsStamp id.ID
	// Emits is true when a producer's production emits CO2: savings then differ from producer to
	// producer.
	Emits    bool
	Declared map[civil.Month]bool
	// SitesStamp changes with who takes part and what they are called.
	SitesStamp string
}

// MonthState names what the rollups of a month are: it changes when they are rewritten.
// A month without Version has none.
type MonthState struct {
	Month   civil.Month
	Version int64
	Written int64 // when, in microseconds; a version that was undone may come again
}

// Perimeter reads who takes part.
type Perimeter interface {
	// Lock keeps changes of who takes part and of the allocation key waiting until the
	// transaction ends, and waits for those under way; imports do not wait for each
	// other. It comes before the months (ADR 0003). Error: notFound.
	Lock(ctx context.Context, operationID id.ID) error
	// Operation reads an operation with its declared months. Error: notFound.
	Operation(ctx context.Context, operationID id.ID) (Operation, error)
	// State reads an operation as Operation does, and the states of the rollups of those
	// of the given months that have some, ascending, in one question. Error: notFound.
	State(ctx context.Context, operationID id.ID, months []civil.Month) (Operation, []MonthState, error)
	// Sites lists all participants that have days of activation, ascending by
	// participant id.
	Sites(ctx context.Context, operationID id.ID) ([]Site, error)
	// SitesOf lists those of them with the given participants, in the same order.
	SitesOf(ctx context.Context, operationID id.ID, participantIDs []id.ID) ([]Site, error)
	// SitesNumbered lists all participants with the given numbers, those without days of
	// activation too, in the same order.
	SitesNumbered(ctx context.Context, operationID id.ID, dsoIDs []string) ([]Site, error)
}

// Curves stores the months of series.
type Curves interface {
	// Lock keeps other changes of these operation months waiting until the transaction
	// ends. The caller gives them ascending (ADR 0003).
	Lock(ctx context.Context, operationID id.ID, months []civil.Month) error
	// Month reads the rows of one operation month, ascending by key, without chunks.
	Month(ctx context.Context, operationID id.ID, month civil.Month) ([]SeriesMonth, error)
	// Chunks reads the chunks of the given curves of a month; nil = all. Their order is
	// not defined. The bytes are the callee's only during the call of each.
	Chunks(ctx context.Context, operationID id.ID, month civil.Month, keys []SeriesKey, each func(SeriesKey, []byte) error) error
	// OfSites reads the rows of some sites, by month and key, without chunks unless asked.
	OfSites(ctx context.Context, operationID id.ID, dsoIDs []string, natures []Nature, months []civil.Month, chunks bool) ([]SeriesMonth, error)
	// Write stores new and changed rows. What they replace is kept as superseded, with
	// the import that did so (none for what no import caused).
	Write(ctx context.Context, operationID, importID id.ID, rows []SeriesMonth) error
	// Written tells the months that an import stored curves of, ascending, and the latest
	// import that replaced some of them and was not undone since; none when there is none.
	Written(ctx context.Context, operationID, importID id.ID) (months []civil.Month, later id.ID, err error)
	// Restore takes away what an import stored and brings back what it replaced.
	Restore(ctx context.Context, operationID, importID id.ID) error
	// Latest reads the days of the last month within its activation for which each
	// participant has a row; those without any are left out.
	Latest(ctx context.Context, participantIDs []id.ID) ([]LatestMonth, error)
	// MonthsWithData lists the months of r that have rows, ascending.
	MonthsWithData(ctx context.Context, operationID id.ID, r civil.Range) ([]civil.Month, error)
}

// LatestMonth is the last month of a participant that has a row, one a nature.
type LatestMonth struct {
	ParticipantID id.ID
	Period        civil.Range
	Month         civil.Month
	Days          Days
}

// LastDays is the last day with data of each participant that has some, within its activation.
func LastDays(months []LatestMonth) map[id.ID]civil.Date {
	out := map[id.ID]civil.Date{}
	for _, m := range months {
		first, days := m.Days.In(m.Month, m.Period)
		for i, day := range days {
			if at := first + civil.Date(i); day.State.Has(HasData) && at > out[m.ParticipantID] {
				out[m.ParticipantID] = at
			}
		}
	}
	return out
}

// MayBeAsked reports whether the operator has the site in its perimeter, which it enters
// with the consent of its occupant. A folder that is on its way or refused is not
// asked for.
func (s Site) MayBeAsked(today civil.Date) bool {
	switch folder.Of(s.DsoStatus, s.DsoAction, &s.Period).StatusOn(today) {
	case folder.Up, folder.Deleting, folder.Deleted:
		return true
	}
	return false
}

var // ErrFeature is something this installation or operator does not have; parameters
// feature, dso.
ErrFeature = fault.FeatureNotAvailable

// Listed is an operation as work that nobody asked for finds it.
type Listed struct {
	ID         id.ID
	ExternalID string
	Operator   dso.Operator
}

// Operations lists all operations, by external id, for such work.
type Operations interface {
	Listed(ctx context.Context) ([]Listed, error)
	// ExternalID of one. Error: notFound.
	ExternalID(ctx context.Context, operationID id.ID) (string, error)
	// Place is where one is. Error: notFound.
	Place(ctx context.Context, operationID id.ID) (Place, error)
}

// Place is where the weather is wanted.
type Place struct {
	Operation string          // external id, for services that know places by it
	At        *party.Position // nil = the operation does not say
}

// Scope is what a question about a site is about. Global means both sides of a prosumer,
// and of others the one they have. Without a scope it is the side that the site has first
// of all (its energy type), unless the natures asked for belong elsewhere: Prod alone is
// what a prosumer makes, Conso and Prod are both.
func (s Site) Scope(asked Scope, natures []Nature) Scope {
	if asked == ScopeConsumer || asked == ScopeProducer {
		return asked
	}
	if !s.Prosumer {
		return ScopeOf(s.Side)
	}
	belong := map[Side]bool{Consumer: asked == ScopeGlobal, Producer: asked == ScopeGlobal}
	for _, n := range natures {
		belong[n.side()] = true
	}
	switch {
	case belong[Consumer] && belong[Producer]:
		return ScopeGlobal
	case belong[Consumer]:
		return ScopeConsumer
	case belong[Producer]:
		return ScopeProducer
	}
	return ScopeOf(s.Side)
}

// Offers reports whether the site can have curves of a nature in a scope: the others are no
// gap, nobody owes them.
func (s Site) Offers(scope Scope, n Nature) bool {
	for _, side := range []Side{Consumer, Producer} {
		if scope.Covers(side) && s.Plays(side) && (n.side() == NoSide || n.side() == side) {
			return true
		}
	}
	return false
}
