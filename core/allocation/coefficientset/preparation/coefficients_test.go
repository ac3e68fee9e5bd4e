package preparation_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/allocation/coefficientset/preparation"
	"github.com/openpmo/pmo/core/allocation/coefficientset/submission"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// TestCoefficientsOfAMonth: whole, below 100, the same when they are read again, and the
// energy of the key when they are applied.
func TestCoefficientsOfAMonth(t *testing.T) {
	for name, c := range map[string]struct {
		month civil.Month
		steps int
		kind  allocation.Type
		mode  coefficientset.CoefficientMode
		files int
		sites []string
	}{
		"weights in March":       {coretest.March, 31*96 - 4, allocation.ByWeight, coefficientset.SimpleCoefficients, 1, []string{coretest.PRMA, coretest.PRMB}},
		"equal in October":       {coretest.October, 31*96 + 4, allocation.ByEquality, coefficientset.SimpleCoefficients, 1, []string{coretest.PRMA, coretest.PRMB}},
		"by producer in March":   {coretest.March, 31*96 - 4, allocation.ByUngroupedPriority, coefficientset.FullCoefficients, 2, []string{coretest.PRMA, coretest.PRMB}},
		"by producer in October": {coretest.October, 31*96 + 4, allocation.ByUngroupedPriority, coefficientset.FullCoefficients, 2, []string{coretest.PRMA, coretest.PRMB}},
	} {
		t.Run(name, func(t *testing.T) {
			w := coretest.NewSenders(t, dso.Enedis)
			params := map[allocation.Type][]allocation.Param{allocation.ByWeight: w.Weights(), allocation.ByUngroupedPriority: w.Levels()}[c.kind]
			version := w.SetKey(c.month.First(), c.kind, params...)
			set := w.MakeSet(c.month)
			require.Equal(t, []any{c.mode, coefficientset.CoefficientsPrepared, "Ode Rieu", []int{version.Version}},
				[]any{set.Mode, set.Status(), set.Author, set.ConfigVersions})
			require.Len(t, set.Files, c.files)
			for i, f := range set.Files {
				require.Equal(t, c.sites, f.Sites)
				require.Equal(t, c.steps, len(f.Values[0]))
				text := w.Text(set, i)
				sum := sha256.Sum256(text)
				require.Equal(t, hex.EncodeToString(sum[:]), f.SHA256)
				require.Equal(t, c.steps+1, strings.Count(string(text), "\n"))
				read, err := w.Format.Read(t.Context(), f.Name, strings.NewReader(string(text)), civil.Paris)
				require.NoError(t, err)
				require.Equal(t, f.Values, read.Values)
			}
			coretest.RequireSameEnergy(t, w, set)
			stored, err := w.Calendar.Get(t.Context(), w.Observer(), w.Operation, set.ID)
			require.NoError(t, err)
			require.Equal(t, set.Sets()[0].Values, stored.Sets()[0].Values)
			require.Equal(t, []any{set.Loss, set.Setting, set.History[0].Day}, []any{stored.Loss, stored.Setting, stored.History[0].Day})
		})
	}
}

func TestMonthsFromWhichNoCoefficientsComeOut(t *testing.T) {
	w := coretest.NewSenders(t, dso.Enedis)
	refused := func(m civil.Month, want *fault.Error) *fault.Error {
		t.Helper()
		_, err := w.Preparation.Create(t.Context(), w.Organizer, w.Wanted(m))
		require.ErrorIs(t, err, want)
		return fault.From(err)
	}
	require.Equal(t, "by_default", refused(coretest.March, allocation.ErrCoefficientsNotNeeded).Params["type"])
	w.SetKey(coretest.March.First(), allocation.Static, allocation.Param{ConsumerID: w.A, Value: allocation.Whole})
	require.Equal(t, "static", refused(coretest.March, allocation.ErrCoefficientsNotNeeded).Params["type"])

	w.SetKey(coretest.March.First(), allocation.ByWeight, w.Weights()...)
	in := w.Wanted(coretest.March)
	in.Mode = coefficientset.FullCoefficients
	_, err := w.Preparation.Create(t.Context(), w.Organizer, in)
	require.ErrorIs(t, err, allocation.ErrCoefficientMode)
	in.Mode, in.Setting.Decimals = coefficientset.SimpleCoefficients, 5
	_, err = w.Preparation.Create(t.Context(), w.Organizer, in)
	require.ErrorIs(t, err, coefficient.ErrDecimals)

	w.Meters.Gap = civil.NewDate(2026, 3, 8)
	items := refused(coretest.March, coefficient.ErrInvalid).Items
	require.Equal(t, []any{1, "coefficients.incomplete", []string{"2026-03-08"}}, []any{len(items), items[0].Key, items[0].Params["days"]})
	require.Equal(t, []string{w.Meters.Consumers[0].Name}, items[0].Params["names"])
	w.Meters.Gap, w.Meters.Without = 0, []allocation.Site{{Name: "Late", DsoID: "99100000000099"}}
	items = refused(coretest.March, coefficient.ErrInvalid).Items
	require.Equal(t, []any{1, "coefficients.siteWithoutCurve", "99100000000099", "Late"},
		[]any{len(items), items[0].Key, items[0].Params["value"], items[0].Params["name"]})
	w.Meters.Without = nil

	w.SetKey(coretest.March.First(), allocation.ByUngroupedPriority, w.Levels()...)
	in = w.Wanted(coretest.March)
	in.Mode = coefficientset.SimpleCoefficients
	_, err = w.Preparation.Create(t.Context(), w.Organizer, in)
	require.ErrorIs(t, err, allocation.ErrCoefficientMode)
	w.Meters.Producers = nil
	refused(coretest.March, coefficient.ErrInvalid)
	w.Meters.Consumers = nil
	refused(coretest.March, coefficient.ErrInvalid)
	require.Zero(t, w.Count("allocation_coefficient_sets"))
}

func TestCoefficientsAreOfOperatorsThatTakeThem(t *testing.T) {
	w := coretest.NewSenders(t, dso.Fake)
	w.SetKey(coretest.March.First(), allocation.ByEquality)
	_, err := w.Preparation.Create(t.Context(), w.Organizer, w.Wanted(coretest.March))
	require.Equal(t, "featureNotAvailable", fault.KeyOf(err))
	_, err = w.Calendar.Months(t.Context(), w.Organizer, w.Operation, coretest.March.Range())
	require.Equal(t, "featureNotAvailable", fault.KeyOf(err))
}

func TestWhoMaySendCoefficients(t *testing.T) {
	w := coretest.NewSenders(t, dso.Enedis)
	w.SetKey(coretest.March.First(), allocation.ByEquality)
	set := w.MakeSet(coretest.March)
	stranger := policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer, Operations: []id.ID{id.New()}}
	site := policy.Principal{UserID: id.New(), Role: policy.RoleParticipant,
		Sites: []policy.Site{{ParticipantID: w.A, OperationID: w.Operation, Period: civil.Range{To: civil.Forever}}}}
	for who, want := range map[*policy.Principal]string{{UserID: id.New(), Role: policy.RoleObserver, Operations: []id.ID{w.Operation}}: "forbidden",
		&stranger: "notFound", &site: "forbidden"} {
		_, err := w.Preparation.Create(t.Context(), *who, w.Wanted(coretest.March))
		require.Equal(t, want, fault.KeyOf(err))
		_, err = w.Submission.RecordStep(t.Context(), *who, submission.StepInput{OperationID: w.Operation, SetID: set.ID, Status: coefficientset.CoefficientsSent})
		require.Equal(t, want, fault.KeyOf(err))
		_, err = w.Preparation.Import(t.Context(), *who, preparation.ImportInput{OperationID: w.Operation})
		require.Equal(t, want, fault.KeyOf(err))
		if who.Role == policy.RoleObserver {
			continue
		}
		_, err = w.Calendar.Get(t.Context(), *who, w.Operation, set.ID)
		require.Equal(t, want, fault.KeyOf(err))
		_, err = w.Preparation.Check(t.Context(), *who, w.Operation, set.ID, nil)
		require.Equal(t, want, fault.KeyOf(err))
		require.Equal(t, want, fault.KeyOf(w.Preparation.Write(t.Context(), *who, w.Operation, set.ID, set.Files[0].Name, nil)))
		_, err = w.Calendar.Months(t.Context(), *who, w.Operation, coretest.March.Range())
		require.Equal(t, want, fault.KeyOf(err))
	}
	_, err := w.Calendar.Get(context.Background(), w.Organizer, w.Operation, id.New())
	require.ErrorIs(t, err, allocation.ErrCoefficientsNotFound)
	require.ErrorIs(t, w.Preparation.Write(t.Context(), w.Organizer, w.Operation, set.ID, "other.csv", nil), allocation.ErrCoefficientsNotFound)
}
