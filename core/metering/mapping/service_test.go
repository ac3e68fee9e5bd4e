package mapping_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/mapping"
	"github.com/openpmo/pmo/core/policy"
)

const print1, print2 = "5d41402abc4b2a76b9719d911017c592", "7d793037a0760186574b0282f2f435e7"

func create(m *coretest.Metering, name, fingerprint string, answers curvefile.FileAnswers) (curvefile.FileMapping, error) {
	return m.Mapping.CreateFileMapping(m.T.Context(), m.Organizer, mapping.FileMappingInput{OperationID: m.Operation, Name: name, Fingerprint: fingerprint,
		Header: []string{"Date", "Mairie (kWh)", "10000000000002", "Total"}, Answers: answers})
}

// TestADescriptionIsKeptForFilesUnderstoodAlike, without what is said of one file only.
func TestADescriptionIsKeptForFilesUnderstoodAlike(t *testing.T) {
	t.Parallel()
	m := coretest.MeteredTown(t, "ENEDIS")
	b, err := create(m, "  Onduleur ", print1, curvefile.FileAnswers{FileName: "a.csv", LeaveOut: true, LastLine: curvefile.LastLineCut, Unit: curvefile.Kilowatt})
	require.NoError(t, err)
	require.Equal(t, []any{"Onduleur", 1, m.Organizer.UserID, curvefile.FileAnswers{Unit: curvefile.Kilowatt}}, []any{b.Name, b.Version, b.CreatedBy, b.Answers})
	_, err = create(m, "Autre", print1, curvefile.FileAnswers{})
	require.Equal(t, "fileMapping.exists", fault.KeyOf(err), "one for each kind of file")
	a, err := create(m, "Batterie", print2, curvefile.FileAnswers{})
	require.NoError(t, err)

	list, err := m.Mapping.FileMappings(t.Context(), m.Organizer, m.Operation)
	require.NoError(t, err)
	require.Len(t, list, 2)
	require.Equal(t, []id.ID{a.ID, b.ID}, []id.ID{list[0].ID, list[1].ID}, "by name")
	one, err := m.Mapping.FileMapping(t.Context(), m.Organizer, m.Operation, b.ID)
	require.NoError(t, err)
	require.Equal(t, b, one)
	_, err = m.Mapping.FileMapping(t.Context(), m.Organizer, m.Operation, id.New())
	require.Equal(t, "fileMapping.notFound", fault.KeyOf(err))
}

// TestADescriptionThatCannotBeKept says which part of it is wrong, and nothing is kept.
func TestADescriptionThatCannotBeKept(t *testing.T) {
	t.Parallel()
	m := coretest.MeteredTown(t, "ENEDIS")
	column := func(index int, dsoID string) curvefile.FileAnswers {
		return curvefile.FileAnswers{Columns: []curvefile.ColumnAnswer{{Index: index, DsoID: dsoID}}}
	}
	for _, c := range []struct {
		name, fingerprint string
		answers           curvefile.FileAnswers
		key, field        string
	}{
		{" ", print1, curvefile.FileAnswers{}, "fileMapping.name", "name"},
		{strings.Repeat("é", 121), print1, curvefile.FileAnswers{}, "fileMapping.name", "name"},
		{"A", "5D41402ABC4B2A76B9719D911017C592", curvefile.FileAnswers{}, "fileMapping.fingerprint", "fingerprint"},
		{"A", print1, curvefile.FileAnswers{Year: 1989}, "fileMapping.year", "answers.year"},
		{"A", print1, column(3, "10000000000001"), "fileMapping.site", "answers.columns.0.dsoId"},
		{"A", print1, column(9, "10000000000001"), "fileMapping.site", "answers.columns.0.dsoId"},
	} {
		_, err := create(m, c.name, c.fingerprint, c.answers)
		f := fault.From(err)
		require.NotNil(t, f, c.key)
		require.Equal(t, []string{c.key, c.field}, []string{f.Key, f.Field})
	}
	require.Zero(t, m.Count("select count(*) from file_mappings"))
	for name, answers := range map[string]curvefile.FileAnswers{strings.Repeat("é", 120): column(1, "10000000000001"), "by number": column(2, "10000000000002")} {
		made, err := create(m, name, map[bool]string{true: print1, false: print2}[name == "by number"], answers)
		require.NoError(t, err, "a heading that names the site, by its name or its number")
		require.Equal(t, answers, made.Answers)
	}
}

// TestADescriptionIsChangedInTheVersionThatWasRead, and what is left out stays.
func TestADescriptionIsChangedInTheVersionThatWasRead(t *testing.T) {
	t.Parallel()
	m := coretest.MeteredTown(t, "ENEDIS")
	made, err := create(m, "Onduleur", print1, curvefile.FileAnswers{Unit: curvefile.Kilowatt})
	require.NoError(t, err)
	change := func(in mapping.FileMappingChange) (curvefile.FileMapping, error) {
		in.OperationID, in.MappingID = m.Operation, made.ID
		return m.Mapping.UpdateFileMapping(t.Context(), m.Organizer, in)
	}
	m.Clock = m.Clock.AddDate(0, 0, 1)
	named, err := change(mapping.FileMappingChange{IfVersion: 1, Name: coretest.Ptr(" Toit ")})
	require.NoError(t, err)
	require.Equal(t, []any{"Toit", 2, curvefile.Kilowatt, m.Clock}, []any{named.Name, named.Version, named.Answers.Unit, named.UpdatedAt.UTC()})
	_, err = change(mapping.FileMappingChange{IfVersion: 1, Name: coretest.Ptr("Mur")})
	require.ErrorIs(t, err, metering.ErrChanged)
	_, err = change(mapping.FileMappingChange{Name: coretest.Ptr("")})
	require.Equal(t, "fileMapping.name", fault.KeyOf(err))
	_, err = change(mapping.FileMappingChange{Answers: &curvefile.FileAnswers{Columns: []curvefile.ColumnAnswer{{Index: 3, DsoID: "10000000000001"}}}})
	require.Equal(t, "fileMapping.site", fault.KeyOf(err))
	answered, err := change(mapping.FileMappingChange{Answers: &curvefile.FileAnswers{Unit: curvefile.Watt}})
	require.NoError(t, err)
	require.Equal(t, []any{"Toit", 3, curvefile.Watt}, []any{answered.Name, answered.Version, answered.Answers.Unit})

	require.ErrorIs(t, m.Mapping.DeleteFileMapping(t.Context(), m.Organizer, m.Operation, made.ID, 2), metering.ErrChanged)
	require.NoError(t, m.Mapping.DeleteFileMapping(t.Context(), m.Organizer, m.Operation, made.ID, 3))
	require.Equal(t, "fileMapping.notFound", fault.KeyOf(m.Mapping.DeleteFileMapping(t.Context(), m.Organizer, m.Operation, made.ID, 0)))
	other, err := create(m, "Onduleur", print1, curvefile.FileAnswers{})
	require.NoError(t, err)
	require.NoError(t, m.Mapping.DeleteFileMapping(t.Context(), m.Organizer, m.Operation, other.ID, 0), "whatever its version")
}

// TestDescriptionsAreForThoseWhoImport: nobody else reads or changes them.
func TestDescriptionsAreForThoseWhoImport(t *testing.T) {
	t.Parallel()
	m := coretest.MeteredTown(t, "ENEDIS")
	made, err := create(m, "Onduleur", print1, curvefile.FileAnswers{})
	require.NoError(t, err)
	ctx := t.Context()
	for name, c := range map[string]struct {
		p    policy.Principal
		want error
	}{"observer": {m.Observer(), policy.ErrForbidden}, "participant": {m.Account("Mairie"), policy.ErrForbidden},
		"stranger": {policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer}, policy.ErrNotFound}} {
		_, err := m.Mapping.FileMappings(ctx, c.p, m.Operation)
		require.ErrorIs(t, err, c.want, name)
		_, err = m.Mapping.FileMapping(ctx, c.p, m.Operation, made.ID)
		require.ErrorIs(t, err, c.want, name)
		_, err = m.Mapping.CreateFileMapping(ctx, c.p, mapping.FileMappingInput{OperationID: m.Operation, Name: "B", Fingerprint: print2})
		require.ErrorIs(t, err, c.want, name)
		_, err = m.Mapping.UpdateFileMapping(ctx, c.p, mapping.FileMappingChange{OperationID: m.Operation, MappingID: made.ID, Name: coretest.Ptr("B")})
		require.ErrorIs(t, err, c.want, name)
		require.ErrorIs(t, m.Mapping.DeleteFileMapping(ctx, c.p, m.Operation, made.ID, 0), c.want, name)
	}
	list, err := m.Mapping.FileMappings(ctx, m.Organizer, m.Operation)
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.Equal(t, "Onduleur", list[0].Name)
}
