package branding_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/operation/branding"
	"github.com/openpmo/pmo/core/policy"
)

type world struct {
	*coretest.World
	*branding.Service
	shelf *coretest.Shelf
}

func newWorld(t *testing.T) world {
	t.Helper()
	w, shelf := coretest.New(t), &coretest.Shelf{Bytes: map[string][]byte{}}
	operations := operationstore.NewOperations(w.DB)
	return world{w, branding.New(branding.Deps{Guard: w.Guard, Tx: w.DB, Operations: operations, Logos: w.Logos(shelf)}), shelf}
}

func (w world) stored() operation.Operation {
	w.T.Helper()
	o, err := operationstore.NewOperations(w.DB).ByID(w.T.Context(), w.Operation)
	require.NoError(w.T, err)
	return o
}

func text(s string) *string { return &s }

func TestTheThemeOfAnOperation(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	in := branding.ThemeInput{OperationID: w.Operation, Primary: text("#0B5D1E"), DryRun: true}
	tried, err := w.SetTheme(t.Context(), w.Organizer, in)
	require.NoError(t, err)
	require.Equal(t, operation.Theme{Primary: "#0b5d1e", Secondary: "#f3b617"}, tried.Theme)
	require.Equal(t, operation.DefaultTheme, w.stored().Theme, "it was tried only")

	in.DryRun, in.IfVersion = false, 1
	set, err := w.SetTheme(t.Context(), w.Organizer, in)
	require.NoError(t, err)
	require.Equal(t, []any{tried.Theme, 2}, []any{w.stored().Theme, set.Version})
	_, err = w.SetTheme(t.Context(), w.Organizer, in)
	require.ErrorIs(t, err, operation.ErrChanged)
	in.IfVersion = 2
	same, err := w.SetTheme(t.Context(), w.Organizer, in)
	require.NoError(t, err)
	require.Equal(t, 2, same.Version, "the same colours are no change")

	for _, dry := range []bool{true, false} {
		_, err = w.SetTheme(t.Context(), w.Organizer, branding.ThemeInput{OperationID: w.Operation, Primary: text("#ffd900"), Secondary: text("#000000"), DryRun: dry})
		require.ErrorIs(t, err, operation.ErrTooLight)
		require.Equal(t, tried.Theme, w.stored().Theme, "nothing of it is stored")
	}
	back, err := w.SetTheme(t.Context(), w.Organizer, branding.ThemeInput{OperationID: w.Operation, Primary: text(""), Secondary: text("")})
	require.NoError(t, err)
	require.Equal(t, operation.DefaultTheme, back.Theme)
}

func TestTheLogoOfAnOperation(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, err := w.LogoLink(t.Context(), w.Organizer, w.Operation)
	require.Equal(t, "logo.notFound", fault.KeyOf(err))
	_, err = w.SetLogo(t.Context(), w.Organizer, w.Operation, []byte("<svg/>"))
	require.Equal(t, "logo.noPicture", fault.KeyOf(err))
	_, err = w.SetLogo(t.Context(), w.Organizer, w.Operation, make([]byte, 5<<20+1))
	require.Equal(t, "logo.tooLarge", fault.KeyOf(err))
	require.Empty(t, w.shelf.Bytes)

	link, err := w.SetLogo(t.Context(), w.Organizer, w.Operation, coretest.Picture(1))
	require.NoError(t, err)
	first := w.stored().LogoID
	require.True(t, strings.HasPrefix(link.URL, "/logos/"+w.Operation.String()+"/"+first.String()+"/logo-ACC00000001.png/"), link.URL)
	require.Equal(t, w.Clock.Add(2*time.Hour), link.Expires)
	w.Clock = w.Clock.Add(59 * time.Minute)
	later, err := w.LogoLink(t.Context(), w.Observer(), w.Operation)
	require.NoError(t, err)
	require.Equal(t, link.Expires, later.Expires, "links of one hour end together")

	_, err = w.SetLogo(t.Context(), w.Organizer, w.Operation, coretest.Picture(1))
	require.NoError(t, err)
	require.Equal(t, first, w.stored().LogoID, "the same picture is the same logo")
	_, err = w.SetLogo(t.Context(), w.Organizer, w.Operation, coretest.Picture(2))
	require.NoError(t, err)
	second := w.stored().LogoID
	require.NotEqual(t, first, second)
	w.sweepADayLater()
	require.Len(t, w.shelf.Bytes, 1, "the one before is gone")

	links, err := w.LogoLinks(t.Context(), w.Organizer, []id.ID{w.Operation})
	require.NoError(t, err)
	require.Len(t, links, 1)
	require.Contains(t, links[0].URL, second.String())
	stranger := policy.Principal{UserID: w.User(policy.RoleOrganizer), Role: policy.RoleOrganizer}
	_, err = w.LogoLinks(t.Context(), stranger, []id.ID{w.Operation})
	require.Equal(t, "notFound", fault.KeyOf(err))

	require.NoError(t, w.RemoveLogo(t.Context(), w.Organizer, w.Operation))
	require.NoError(t, w.RemoveLogo(t.Context(), w.Organizer, w.Operation), "twice is no error")
	require.True(t, w.stored().LogoID.IsZero())
	w.sweepADayLater()
	require.Empty(t, w.shelf.Bytes)
}

func (w world) sweepADayLater() {
	w.T.Helper()
	w.Clock = w.Clock.Add(24*time.Hour + time.Second)
	require.NoError(w.T, w.Keeping(w.shelf).Sweep(w.T.Context()))
}

// TestALogoThatSomethingElseHasStays: a picture is kept once, and goes with the last that has it.
func TestALogoThatSomethingElseHasStays(t *testing.T) {
	t.Parallel()
	for name, has := range map[string]string{
		"a producer": "update participants set billing_logo_id = $1",
		"an issuer":  "update billing_entities set logo_id = $1",
	} {
		w := newWorld(t)
		w.Site("p", "producer", "")
		w.Exec(`insert into billing_entities (operation_id, id, name, country, vat_regime, series_code, created_at) values ($1, gen_random_uuid(), 'E', 'FR', 'normal', 'F', now())`, w.Operation)
		_, err := w.SetLogo(t.Context(), w.Organizer, w.Operation, coretest.Picture(1))
		require.NoError(t, err)
		w.Exec(has, string(w.stored().LogoID))
		require.NoError(t, w.RemoveLogo(t.Context(), w.Organizer, w.Operation))
		w.sweepADayLater()
		require.Len(t, w.shelf.Bytes, 1, name)
	}
}

func TestWhoSetsAThemeAndALogo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Site("c", "consumer", "")
	for _, p := range []policy.Principal{w.Account("c"), w.Observer(), {UserID: w.User(policy.RoleOrganizer), Role: policy.RoleOrganizer}} {
		_, err := w.SetTheme(t.Context(), p, branding.ThemeInput{OperationID: w.Operation, Primary: text("#0b5d1e")})
		require.Error(t, err)
		_, err = w.SetLogo(t.Context(), p, w.Operation, coretest.Picture(1))
		require.Error(t, err)
		require.Error(t, w.RemoveLogo(t.Context(), p, w.Operation))
	}
	_, err := w.LogoLink(t.Context(), policy.Principal{UserID: w.User(policy.RoleOrganizer), Role: policy.RoleOrganizer}, w.Operation)
	require.Equal(t, "notFound", fault.KeyOf(err))
	require.Empty(t, w.shelf.Bytes)
	require.Equal(t, operation.DefaultTheme, w.stored().Theme)
}
