package ingest_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/metering/ingest/intake"
	"github.com/openpmo/pmo/core/policy"
)

const (
	roofEAN   = "541448920000000010"
	schoolEAN = "541448920000000027"
)

// pairTown is an operation on the grid of Sibelga whose two files of October fit: the words
// monthly and quarters. triple has three times the energy in the lines of the school.
func pairTown(t *testing.T) *coretest.Metering {
	m := coretest.NewMetering(t, "SIBELGA", coretest.MeteredSite{Name: "Toit", DsoID: roofEAN, Producer: true, From: "2026-01-01"},
		coretest.MeteredSite{Name: "École", DsoID: schoolEAN, From: "2026-01-01"})
	october := coretest.Days("2026-10-01", "2026-10-31")
	n := energy.MilliWh(civil.Brussels.StepsIn(october, 15*time.Minute)) * 100 * energy.WattHour
	for word, shared := range map[string]energy.MilliWh{"monthly": n, "triple": 3 * n} {
		m.Words.Hold(word, curvefile.Dataset{FileName: "monthly.csv", Format: "SIBELGA_MONTHLY", Part: curvefile.PartMonthly, Registers: []metering.RegisterVolume{
			{DsoID: schoolEAN, Days: october, Register: metering.RegisterTotal, Shared: shared, Complement: 2 * n, Row: 2},
			{DsoID: roofEAN, Days: october, Register: metering.RegisterTotal, Given: n, Surplus: n, Row: 3}}})
	}
	quarters := curvefile.Dataset{FileName: "quarters.csv", Format: "SIBELGA_QUARTERS", Part: curvefile.PartQuarters}
	for _, c := range []struct {
		number string
		nature metering.Nature
		side   metering.Side
		watts  int64
	}{{schoolEAN, metering.Autoconso, metering.Consumer, 400}, {schoolEAN, metering.Complement, metering.Consumer, 800},
		{roofEAN, metering.Autoconso, metering.Producer, 400}, {roofEAN, metering.Surplus, metering.Producer, 400}} {
		r := coretest.Constant(civil.Brussels, c.nature, curvefile.StatusDefinitive, october, map[string]int64{c.number: c.watts}).Readings[0]
		r.Side = c.side
		quarters.Readings = append(quarters.Readings, r)
	}
	m.Words.Hold("quarters", quarters)
	return m
}

func upload(m *coretest.Metering, words ...string) (ingest.Import, error) {
	in := ingest.ImportInput{OperationID: m.Operation, Kind: ingest.KindUpload}
	for _, word := range words {
		in.Files = append(in.Files, coretest.Received(strings.ReplaceAll(word, " ", "")+".csv", word))
	}
	return m.Ingest.StartImport(m.T.Context(), m.Organizer, in)
}

func shared(m *coretest.Metering) energy.MilliWh {
	m.T.Helper()
	r, err := m.Readings.OperationRegisters(m.T.Context(), m.Organizer, m.Operation, coretest.Days("2026-10-01", "2026-10-31"))
	require.NoError(m.T, err)
	for _, v := range r.Volumes {
		if v.DsoID == schoolEAN {
			return v.Shared
		}
	}
	return 0
}

// TestTheTwoFilesOfAMonthAreStoredTogether: curves and lines. Lines that become far more wait
// for a yes though the quarters stay as they were, and go back when the import is undone.
func TestTheTwoFilesOfAMonthAreStoredTogether(t *testing.T) {
	t.Parallel()
	m := pairTown(t)
	started, err := upload(m, "quarters", "monthly")
	require.NoError(t, err)
	first := m.Run(started.ID)
	require.Equal(t, ingest.ImportSucceeded, first.Status, "%v", first.Errors)
	require.Equal(t, []int{2, 2}, []int{first.Result.Registers, first.Result.ChangedSites})
	require.Equal(t, []string{"SIBELGA_QUARTERS", "SIBELGA_MONTHLY"}, []string{first.Files[0].Format, first.Files[1].Format})
	n := shared(m)
	require.Equal(t, 2980*100*energy.WattHour, n)
	curve, err := m.Drawing.OperationCurve(t.Context(), m.Organizer, drawing.CurveInput{OperationID: m.Operation, Days: coretest.Days("2026-10-01", "2026-10-31"),
		Resolution: drawing.Monthly, Natures: []metering.Nature{metering.Conso}})
	require.NoError(t, err)
	require.Equal(t, 3*n, *curve.Series[0].Energy, "what the school received and bought")

	started, err = upload(m, "quarters", "triple")
	require.NoError(t, err)
	held := m.Run(started.ID)
	require.Equal(t, ingest.ImportSuspected, held.Status)
	require.Equal(t, []any{intake.SuspectReplaced, "École", false}, []any{held.Result.Suspected[0].Reason, held.Result.Suspected[0].Name, held.Result.Unchanged})
	require.Equal(t, n, shared(m), "nothing is stored")
	_, err = m.Ingest.ConfirmImport(t.Context(), m.Organizer, m.Operation, held.ID)
	require.NoError(t, err)
	require.Equal(t, ingest.ImportSucceeded, m.Run(held.ID).Status)
	require.Equal(t, 3*n, shared(m))
	_, err = m.Ingest.UndoImport(t.Context(), m.Organizer, m.Operation, held.ID)
	require.NoError(t, err)
	require.Equal(t, n, shared(m))

	latest, ok, err := m.Ingest.LatestUpload(t.Context(), m.Organizer, m.Operation)
	require.NoError(t, err)
	require.Equal(t, []any{true, held.ID}, []any{ok, latest.ID})
}

// TestAnUploadIsTwoFilesOfOneMonth, with plain names; a file that is none of the two is named.
func TestAnUploadIsTwoFilesOfOneMonth(t *testing.T) {
	t.Parallel()
	m := pairTown(t)
	_, err := upload(m, "monthly")
	require.ErrorIs(t, err, metering.ErrFilesNumber)
	require.Equal(t, map[string]any{"expected": 2, "received": 1}, fault.From(err).Params)
	_, err = upload(m, "août", "quarters")
	require.ErrorIs(t, err, metering.ErrFileName)
	m.Words.Hold("again", curvefile.Dataset{FileName: "again.csv", Part: curvefile.PartMonthly})
	m.Words.Hold("stray", curvefile.Dataset{FileName: "stray.csv"})
	for _, other := range []string{"again", "stray"} {
		started, err := upload(m, "monthly", other)
		require.NoError(t, err)
		refused := m.Run(started.ID)
		require.Equal(t, ingest.ImportFailed, refused.Status)
		require.Equal(t, []string{"UnknownFile"}, coretest.KeysOf(refused.Errors), other)
		require.Equal(t, other+".csv", refused.Errors[0].Params["fileName"])
	}
	require.Zero(t, m.Count("select count(*) from series_months"))
}

// TestAFileOfAnOperatorIsReadAsItCame: a real layout, through the readers of the product.
func TestAFileOfAnOperatorIsReadAsItCame(t *testing.T) {
	t.Parallel()
	m := coretest.MeteredTown(t, "ENEDIS")
	send := func(name, content string) ingest.Import {
		started, err := m.Ingest.StartImport(t.Context(), m.Organizer, ingest.ImportInput{OperationID: m.Operation, Kind: ingest.KindImport,
			Files: []ingest.ReceivedFile{coretest.Received(name, content)}})
		require.NoError(t, err)
		return m.Run(started.ID)
	}
	const header = "prm;nature;horodate;pas;valeur;unite;statut\n"
	done := send("octobre.csv", header+"10000000000001;CONSO;2026-10-01T00:30:00+02:00;PT30M;412;W;D\n10000000000001;CONSO;2026-10-01T01:00:00+02:00;PT30M;500;W;D\n")
	require.Equal(t, ingest.ImportSucceeded, done.Status, "%v", done.Errors)
	require.Equal(t, []any{"ACC_CSV_LONG", int64(2)}, []any{done.Files[0].Format, done.Result.Points})
	require.Equal(t, (206+250)*energy.WattHour, m.Metrics(coretest.Days("2026-10-01", "2026-10-01")).Values[metering.Conso].Energy)
	require.Equal(t, done.Files[0].Size, int64(len(m.Content(done.Files[0]))))

	refused := send("CDC_ACC00000009_202610_1.csv", header+"10000000000001;CONSO;2026-10-01T00:30:00+02:00;PT30M;412;W;D\n")
	require.Equal(t, []string{"import.otherOperation"}, coretest.KeysOf(refused.Errors), "its name is that of another operation")
	refused = send("facture.csv", "rien;de;connu\n")
	require.Equal(t, ingest.ImportFailed, refused.Status)
	require.NotEmpty(t, refused.Errors)
}

// TestImportsAreForThoseWhoMayImport: nobody else starts, reads, confirms or undoes one; one
// of another operation is not found.
func TestImportsAreForThoseWhoMayImport(t *testing.T) {
	t.Parallel()
	m := coretest.MeteredTown(t, "ENEDIS")
	m.Words.Hold("a", coretest.TownMonth(coretest.Days("2026-10-01", "2026-10-31"))...)
	done := m.Import("a", false)
	ctx := t.Context()
	for name, c := range map[string]struct {
		p    policy.Principal
		want error
	}{"observer": {m.Observer(), policy.ErrForbidden}, "stranger": {policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer}, policy.ErrNotFound}} {
		_, err := m.Ingest.StartImport(ctx, c.p, ingest.ImportInput{OperationID: m.Operation})
		require.ErrorIs(t, err, c.want, name)
		_, err = m.Ingest.ConfirmImport(ctx, c.p, m.Operation, done.ID)
		require.ErrorIs(t, err, c.want, name)
		_, err = m.Ingest.UndoImport(ctx, c.p, m.Operation, done.ID)
		require.ErrorIs(t, err, c.want, name)
		_, _, err = m.Ingest.Imports(ctx, c.p, m.Operation, 0, 1)
		require.ErrorIs(t, err, c.want, name)
		_, err = m.Ingest.ImportPosition(ctx, c.p, m.Operation, done.ID)
		require.ErrorIs(t, err, c.want, name)
		_, _, err = m.Ingest.LatestUpload(ctx, c.p, m.Operation)
		require.ErrorIs(t, err, c.want, name)
		_, err = m.Ingest.ImportDatasets(ctx, c.p, m.Operation, nil)
		require.ErrorIs(t, err, c.want, name)
	}
	_, err := m.Followed(m.Organizer, id.New())
	require.ErrorIs(t, err, policy.ErrNotFound)
	_, err = m.Ingest.UndoImport(ctx, m.Organizer, m.Operation, id.New())
	require.ErrorIs(t, err, metering.ErrImportNotFound)
	other := m.Organizer
	other.Operations = append(other.Operations, id.New())
	_, err = m.Ingest.UndoImport(ctx, other, other.Operations[1], done.ID)
	require.Error(t, err, "an import of another operation")
}

// TestAnImportHasABoundedNumberOfFilesOfABoundedSize: more of either is refused at once.
func TestAnImportHasABoundedNumberOfFilesOfABoundedSize(t *testing.T) {
	t.Parallel()
	m := coretest.MeteredTown(t, "ENEDIS")
	start := func(files ...ingest.ReceivedFile) error {
		_, err := m.Ingest.StartImport(t.Context(), m.Organizer, ingest.ImportInput{OperationID: m.Operation, Kind: ingest.KindImport, Files: files})
		return err
	}
	require.ErrorIs(t, start(), metering.ErrNoFiles)
	require.ErrorIs(t, start(make([]ingest.ReceivedFile, ingest.MaxFiles+1)...), metering.ErrTooManyFiles)
	large := coretest.Received("a.csv", "x")
	large.Size = ingest.MaxFileBytes + 1
	require.ErrorIs(t, start(large), metering.ErrFileTooLarge)
}
