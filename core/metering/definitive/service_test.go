package definitive_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/definitive"
	"github.com/openpmo/pmo/core/policy"
)

var (
	october      = coretest.Days("2026-10-01", "2026-10-31")
	octoberMonth = civil.NewMonth(2026, 10)
)

func declare(m *coretest.Metering, month civil.Month, reason string) (metering.DefinitiveMonth, error) {
	return m.Definitive.DeclareDefinitive(m.T.Context(), m.Organizer, definitive.DeclareInput{OperationID: m.Operation, Month: month, Reason: reason})
}

func revoke(m *coretest.Metering) error {
	return m.Definitive.RevokeDefinitive(m.T.Context(), m.Organizer, definitive.RevokeInput{OperationID: m.Operation, Month: octoberMonth})
}

func TestDeclaredMonthsCountAsDefinitive(t *testing.T) {
	t.Parallel()
	m := coretest.MeteredTown(t, "ENEDIS")
	set := coretest.Constant(civil.Paris, metering.Autoconso, curvefile.StatusProvisional, october, coretest.TownAutoconso)
	m.Load(set, coretest.Constant(civil.Paris, metering.Prod, curvefile.StatusDefinitive, october, coretest.TownProd))
	notReady := func() int {
		missing, err := m.Billable.Readiness(t.Context(), m.Operation, []id.ID{m.Sites["Martin"]}, october)
		require.NoError(t, err)
		return len(missing[billable.Billed{ParticipantID: m.Sites["Martin"], Side: metering.Consumer}])
	}
	require.Equal(t, 31, notReady())
	_, err := declare(m, octoberMonth+1, "trop tôt")
	require.ErrorIs(t, err, metering.ErrMonthOpen)
	_, err = declare(m, octoberMonth, "relu")
	require.NoError(t, err)
	require.Zero(t, notReady())
	_, err = declare(m, octoberMonth, "relu")
	require.ErrorIs(t, err, metering.ErrMonthDeclared)
	set.Readings[0].Runs[0].Values[0]++
	result := m.Load(set)
	require.Equal(t, []string{"curve.declaredMonth"}, coretest.KeysOf(result.Warnings))
	require.Equal(t, []any{1, []string{"2026-10-01"}}, []any{result.Warnings[0].Params["count"], result.Warnings[0].Params["days"]})
	require.NoError(t, revoke(m))
	require.Equal(t, 31, notReady())
	require.ErrorIs(t, revoke(m), metering.ErrMonthNotDeclared)
}

// TestADeclaredMonthThatIsInvoicedIsNotTakenBack until its invoices are cancelled.
func TestADeclaredMonthThatIsInvoicedIsNotTakenBack(t *testing.T) {
	t.Parallel()
	m := coretest.MeteredTown(t, "ENEDIS")
	m.Put(metering.Conso, curvefile.StatusProvisional, october, coretest.TownConso)
	_, err := declare(m, octoberMonth, "vu avec Enedis")
	require.NoError(t, err)
	m.Billed[octoberMonth] = true
	require.ErrorIs(t, revoke(m), metering.ErrMonthInvoiced)
	_, err = m.Definitive.DefinitiveMonth(t.Context(), m.Organizer, m.Operation, octoberMonth)
	require.NoError(t, err, "it is declared still")
	clear(m.Billed)
	require.NoError(t, revoke(m))
	_, err = m.Definitive.DefinitiveMonth(t.Context(), m.Organizer, m.Operation, octoberMonth)
	require.ErrorIs(t, err, metering.ErrMonthNotDeclared)
}

// TestWhatCannotBeDeclared: the running month, and one without a value.
func TestWhatCannotBeDeclared(t *testing.T) {
	t.Parallel()
	m := coretest.MeteredTown(t, "ENEDIS")
	_, err := declare(m, octoberMonth, "rien n’est arrivé")
	require.ErrorIs(t, err, metering.ErrMonthEmpty)
	m.Put(metering.Conso, curvefile.StatusProvisional, coretest.Days("2026-11-01", "2026-11-02"), coretest.TownConso)
	_, err = declare(m, octoberMonth+1, "trop tôt")
	require.ErrorIs(t, err, metering.ErrMonthOpen)
	m.Clock = m.Clock.AddDate(0, 0, 25) // 1 December
	d, err := declare(m, octoberMonth+1, "  fini  ")
	require.NoError(t, err)
	require.Equal(t, []any{"fini", octoberMonth + 1, m.Organizer.UserID}, []any{d.Reason, d.Month, d.DeclaredBy})
	require.True(t, d.DeclaredAt.Equal(m.Clock))
}

// TestDeclarationsAreListedNewestMonthFirst, and taken back in the version that was read.
func TestDeclarationsAreListedNewestMonthFirst(t *testing.T) {
	t.Parallel()
	m := coretest.MeteredTown(t, "ENEDIS")
	m.Put(metering.Conso, curvefile.StatusProvisional, coretest.Days("2026-09-01", "2026-10-31"), coretest.TownConso)
	for _, month := range []civil.Month{octoberMonth - 1, octoberMonth} {
		_, err := declare(m, month, "relu")
		require.NoError(t, err)
	}
	list, err := m.Definitive.DefinitiveMonths(t.Context(), m.Observer(), m.Operation)
	require.NoError(t, err)
	require.Len(t, list, 2)
	require.Equal(t, []civil.Month{octoberMonth, octoberMonth - 1}, []civil.Month{list[0].Month, list[1].Month})

	in := definitive.RevokeInput{OperationID: m.Operation, Month: octoberMonth, IfVersion: list[0].Version() + 1}
	require.ErrorIs(t, m.Definitive.RevokeDefinitive(t.Context(), m.Organizer, in), metering.ErrChanged)
	in.IfVersion = list[0].Version()
	require.NoError(t, m.Definitive.RevokeDefinitive(t.Context(), m.Organizer, in))
	list, err = m.Definitive.DefinitiveMonths(t.Context(), m.Organizer, m.Operation)
	require.NoError(t, err)
	require.Len(t, list, 1)
}

// TestOnlyOrganizersDeclare: others who read the operation read declarations; strangers
// learn nothing of it.
func TestOnlyOrganizersDeclare(t *testing.T) {
	t.Parallel()
	m := coretest.MeteredTown(t, "ENEDIS")
	m.Put(metering.Conso, curvefile.StatusProvisional, october, coretest.TownConso)
	_, err := declare(m, octoberMonth, "relu")
	require.NoError(t, err)
	stranger := policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer}
	for name, c := range map[string]struct {
		p    policy.Principal
		want error
	}{"observer": {m.Observer(), policy.ErrForbidden}, "stranger": {stranger, policy.ErrNotFound}} {
		_, err := m.Definitive.DeclareDefinitive(t.Context(), c.p, definitive.DeclareInput{OperationID: m.Operation, Month: octoberMonth})
		require.ErrorIs(t, err, c.want, name)
		err = m.Definitive.RevokeDefinitive(t.Context(), c.p, definitive.RevokeInput{OperationID: m.Operation, Month: octoberMonth})
		require.ErrorIs(t, err, c.want, name)
	}
	_, err = m.Definitive.DefinitiveMonths(t.Context(), stranger, m.Operation)
	require.ErrorIs(t, err, policy.ErrNotFound)
	_, err = m.Definitive.DefinitiveMonth(t.Context(), stranger, m.Operation, octoberMonth)
	require.ErrorIs(t, err, policy.ErrNotFound)
}
