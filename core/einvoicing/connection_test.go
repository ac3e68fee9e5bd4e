package einvoicing

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// A directory is asked by the number that its country knows a legal person by.
func TestADirectoryIsAskedByTheNumberOfItsCountry(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind               Kind
		number, asked, key string
	}{
		{AFNOR, "732 829 320", "732829320", ""},
		{AFNOR, "35600000000048", "356000000", ""},
		{AFNOR, "0202.239.951", "", ErrSiren.Key},
		{AFNOR, "", "", ErrSiren.Key},
		{PeppolRaw, "0202.239.951", "0202239951", ""},
		{PeppolJSON, "0202239951", "0202239951", ""},
		{PeppolRaw, "0202239952", "", "bce.invalid"},
		{PeppolRaw, "732829320", "", "bce.invalid"},
	} {
		asked, err := Connection{Kind: c.kind}.Asked(c.number)
		require.Equal(t, c.asked, asked, "%s %s", c.kind, c.number)
		if c.key == "" {
			require.NoError(t, err, "%s %s", c.kind, c.number)
			continue
		}
		require.Equal(t, []string{c.key, "siren"}, []string{fault.From(err).Key, fault.From(err).Field})
	}
}

// itemsOf are what is wrong, key and field, in any order.
func itemsOf(err error) (out []string) {
	if f := fault.From(err); f != nil {
		for _, i := range f.Items {
			out = append(out, i.Key+" "+i.Field)
		}
	}
	return out
}

// TestAConnectionSaysEverythingThatIsWrong with it, at its bounds; what is left open has a default.
func TestAConnectionSaysEverythingThatIsWrong(t *testing.T) {
	t.Parallel()
	long := func(n int) string { return strings.Repeat("é", n) }
	good := func() Connection {
		return Connection{Name: " Plateforme ", Secret: "s", Settings: Settings{FlowURL: " https://p.example/flow/ ", TokenURL: "http://p.example/token", ClientID: "c", Peppol: &PeppolSettings{}}}
	}
	c, err := good().Check()
	require.NoError(t, err)
	require.Equal(t, []any{"Plateforme", "https://p.example/flow", AFNOR, V13, InfoJSON, SignPlain, (*PeppolSettings)(nil)}, []any{c.Name, c.FlowURL, c.Kind, c.Settings.Version, c.InfoType, c.Signature, c.Peppol})
	require.False(t, c.LooksUp())
	for name, x := range map[string]struct {
		change func(c *Connection)
		want   []string
	}{
		"empty": {func(c *Connection) { *c = Connection{} }, []string{"field.required name", "field.required secret", "field.required clientId", "field.required flowUrl", "field.required tokenUrl"}},
		"as long as may be": {func(c *Connection) {
			c.Name, c.Secret, c.HookKey, c.OrganizationID = long(100), long(1000), long(1000), long(1000)
		}, nil},
		"too long": {func(c *Connection) {
			c.Name, c.Secret, c.HookKey, c.OrganizationID, c.ClientID = long(101), long(1001), long(1001), long(1001), long(1001)
		}, []string{"field.tooLong name", "field.tooLong secret", "field.tooLong hookKey", "field.tooLong organizationId", "field.tooLong clientId"}},
		"a long address":        {func(c *Connection) { c.FlowURL = "https://p.example/" + strings.Repeat("x", 483) }, []string{"field.tooLong flowUrl"}},
		"no address":            {func(c *Connection) { c.FlowURL, c.DirectoryURL, c.TokenURL = "somewhere", "ftp://x", "https://" }, []string{"connection.address flowUrl", "connection.address directoryUrl", "connection.address tokenUrl"}},
		"a password in it":      {func(c *Connection) { c.FlowURL = "https://a:b@p.example" }, []string{"connection.address flowUrl"}},
		"a question":            {func(c *Connection) { c.FlowURL = "https://p.example?x=1" }, []string{"connection.address flowUrl"}},
		"a fragment":            {func(c *Connection) { c.FlowURL = "https://p.example#x" }, []string{"connection.address flowUrl"}},
		"a version of tomorrow": {func(c *Connection) { c.Settings.Version = "2.0" }, []string{"field.enum settings"}},
		"another description":   {func(c *Connection) { c.InfoType = "XML" }, []string{"field.enum settings"}},
		"another signature":     {func(c *Connection) { c.Signature = "D" }, []string{"field.enum settings"}},
		"another kind":          {func(c *Connection) { c.Kind = "MAIL" }, []string{"field.enum settings"}},
		"all that may be chosen": {func(c *Connection) {
			c.Settings.Version, c.InfoType, c.Signature, c.DirectoryURL = V11, InfoText, SignDigits, "https://p.example/dir"
		}, nil},
	} {
		one := good()
		x.change(&one)
		checked, err := one.Check()
		require.ElementsMatch(t, x.want, itemsOf(err), name)
		require.Equal(t, checked.DirectoryURL != "", checked.LooksUp())
	}
}

// TestAnAccessPointSaysEverythingThatIsWrong: one that takes JSON needs a template that is JSON, a folder only its
// name; what belongs to platforms of another kind is dropped.
func TestAnAccessPointSaysEverythingThatIsWrong(t *testing.T) {
	t.Parallel()
	good := func(kind Kind) Connection {
		return Connection{Name: "Point d’accès", Kind: kind, Secret: "s", Settings: Settings{FlowURL: "https://old.example", DeclaresPayments: true,
			Peppol: &PeppolSettings{SubmitURL: "https://ap.example/{sender}", StatusURL: "https://ap.example/{key}", Body: `{"x":"{ubl}"}`, Folder: "gateway", Zone: ZoneTest}}}
	}
	c, err := good(PeppolJSON).Check()
	require.NoError(t, err)
	require.Equal(t, []any{"", false, V13, "Authorization", "Bearer {secret}", "id", "status", "sent,delivered", "failed,rejected,permanently_failed,error", ""},
		[]any{c.FlowURL, c.DeclaresPayments, c.Settings.Version, c.Peppol.Header, c.Peppol.HeaderValue, c.Peppol.IDField, c.Peppol.StateField, c.Peppol.Delivered, c.Peppol.Failed, c.Peppol.Folder})
	c, err = good(PeppolFolder).Check()
	require.NoError(t, err)
	require.Equal(t, PeppolSettings{Folder: "gateway", Zone: ZoneTest}, *c.Peppol)
	require.True(t, c.LooksUp())
	for name, x := range map[string]struct {
		kind   Kind
		change func(c *Connection)
		want   []string
	}{
		"nothing is told":         {PeppolJSON, func(c *Connection) { *c = Connection{Kind: PeppolJSON} }, []string{"field.required name", "field.required secret", "field.required submitUrl", "field.required body"}},
		"a folder needs a name":   {PeppolFolder, func(c *Connection) { c.Peppol, c.Secret = nil, "" }, []string{ErrFolder.Key + " " + ErrFolder.Field}},
		"a folder elsewhere":      {PeppolFolder, func(c *Connection) { c.Peppol.Folder = "../x" }, []string{ErrFolder.Key + " " + ErrFolder.Field}},
		"a template that is none": {PeppolJSON, func(c *Connection) { c.Peppol.Body = "{" }, []string{ErrTemplate.Key + " " + ErrTemplate.Field}},
		"none is needed":          {PeppolRaw, func(c *Connection) { c.Peppol.Body = "" }, nil},
		"a long template":         {PeppolJSON, func(c *Connection) { c.Peppol.Body = `"` + strings.Repeat("x", 9999) + `"` }, []string{"field.tooLong body"}},
		"a place for a host":      {PeppolRaw, func(c *Connection) { c.Peppol.SubmitURL = "https://{sender}" }, nil},
		"no address":              {PeppolRaw, func(c *Connection) { c.Peppol.SubmitURL, c.Peppol.StatusURL = "x", "ftp://y/{key}" }, []string{"connection.address submitUrl", "connection.address statusUrl"}},
		"another zone":            {PeppolRaw, func(c *Connection) { c.Peppol.Zone = "MOON" }, []string{"field.enum zone"}},
		"a long field":            {PeppolRaw, func(c *Connection) { c.Peppol.IDField = strings.Repeat("x", 501) }, []string{"field.tooLong idField"}},
	} {
		one := good(x.kind)
		x.change(&one)
		_, err := one.Check()
		require.ElementsMatch(t, x.want, itemsOf(err), name)
	}
	require.False(t, Connection{Kind: PeppolRaw}.LooksUp())
	require.False(t, Connection{Kind: PeppolRaw, Settings: Settings{Peppol: &PeppolSettings{}, DirectoryURL: "https://x"}}.LooksUp(), "its directory is the network's")
	for _, m := range []struct {
		kind   Kind
		status string
		mute   bool
	}{{PeppolRaw, "https://x/{key}", false}, {PeppolRaw, "https://x/{id}", true}, {PeppolJSON, "", true}, {PeppolFolder, "", false}, {AFNOR, "", false}} {
		require.Equal(t, m.mute, Connection{Kind: m.kind, Settings: Settings{Peppol: &PeppolSettings{StatusURL: m.status}}}.Mute(), "%s %s", m.kind, m.status)
	}
}

// TestWhereAnInvoiceMayBeSentToday: to an address that is open and has a platform.
func TestWhereAnInvoiceMayBeSentToday(t *testing.T) {
	t.Parallel()
	for _, status := range []LineStatus{LineEnabled, LineDisabled, LineUpcoming, LineOther} {
		require.Equal(t, status == LineEnabled, Line{Status: status}.Routable(), status)
		require.False(t, Line{Status: status, Portal: true}.Routable(), status)
	}
	for _, kind := range []TroubleKind{TroubleRefused, TroubleDenied, TroubleBusy, TroubleUnavailable, TroubleUnknown, TroubleUnreadable, TroubleForbidden} {
		trouble := &Trouble{Kind: kind, Status: 503, Text: "later"}
		require.Equal(t, kind == TroubleUnknown || kind == TroubleUnreadable, trouble.Doubtful(), kind)
		at := time.Date(2026, 11, 6, 8, 0, 0, 0, time.UTC)
		require.Equal(t, &Problem{Kind: kind, Text: "later", At: at}, trouble.Problem(at))
		require.Contains(t, trouble.Error(), string(kind)+" 503 later")
	}
	_, err := Carriers{}.Of(Connection{Kind: AFNOR})
	var trouble *Trouble
	require.ErrorAs(t, err, &trouble)
	require.Equal(t, []any{TroubleForbidden, "AFNOR"}, []any{trouble.Kind, trouble.Text})
}

// TestPausesGrow: twice as long each time up to an hour and a fifth, apart; what a carrier asks for is waited, for a
// day at most.
func TestPausesGrow(t *testing.T) {
	t.Parallel()
	seen := map[time.Duration]bool{}
	for _, name := range []id.ID{"a", "b", "c", "d"} {
		for attempts, least := range []time.Duration{time.Minute, time.Minute, 2 * time.Minute, 4 * time.Minute, 8 * time.Minute, 16 * time.Minute, 32 * time.Minute, time.Hour, time.Hour, time.Hour} {
			pause := Transmission{ID: name, Attempts: attempts}.Pause(0)
			require.GreaterOrEqual(t, pause, least, attempts)
			require.Less(t, pause, least+least/5, attempts)
			seen[pause] = true
		}
	}
	require.Greater(t, len(seen), 20, "they do not come back at once")
	require.Equal(t, []time.Duration{time.Second, 24 * time.Hour}, []time.Duration{Transmission{}.Pause(time.Second), Transmission{}.Pause(25 * time.Hour)})
	require.Less(t, Transmission{Attempts: 1 << 30}.Pause(0), 2*time.Hour)
}
