package afnor_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/einvoice/afnor"
	"github.com/openpmo/pmo/adapters/einvoice/fakeplatform"
	"github.com/openpmo/pmo/adapters/einvoice/outward"
	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/id"
)

// key is the bytes 0 to 31.
func key() []byte {
	k := make([]byte, 32)
	for n := range k {
		k[n] = byte(n)
	}
	return k
}

// TestSignatures: the three ways in which the norm was understood, with the values of domain 8.9.
func TestSignatures(t *testing.T) {
	t.Parallel()
	for variant, want := range map[einvoicing.Signature]string{
		einvoicing.SignPlain:  "h6m69SRh/EJiJOHYCfQroxfNi8TJEhkvoEPjoG47vBE=",
		einvoicing.SignBytes:  "krBc5/TQL2itITahykPCftAVdTnHHX1H4NRT/E7k0kE=",
		einvoicing.SignDigits: "jyvhW+BllptyT5PILNc4rISG51ZZy5gBNURJWsO4yyQ=",
	} {
		require.Equal(t, want, base64.StdEncoding.EncodeToString(afnor.Sign(variant, key(), []byte(`{"flowId":"f-1"}`), "1795339800")))
		c := afnor.New(nil, nil)
		to := einvoicing.Connection{HookKey: base64.StdEncoding.EncodeToString(key()), Settings: einvoicing.Settings{Signature: variant}}
		call := einvoicing.HookCall{Body: []byte(`{"flowId":"f-1"}`), Signature: want, Timestamp: "1795339800", At: time.Unix(1795339800, 0).Add(4 * time.Minute)}
		flow, err := c.Hook(to, call)
		require.NoError(t, err)
		require.Equal(t, "f-1", flow)
		for name, change := range map[string]func(*einvoicing.HookCall){
			"old":          func(c *einvoicing.HookCall) { c.At = c.At.Add(2 * time.Minute) },
			"another body": func(c *einvoicing.HookCall) { c.Body = []byte(`{"flowId":"f-2"}`) },
			"no instant":   func(c *einvoicing.HookCall) { c.Timestamp = "" },
			"no signature": func(c *einvoicing.HookCall) { c.Signature = "" },
			"no base64":    func(c *einvoicing.HookCall) { c.Signature = "%" },
		} {
			bad := call
			change(&bad)
			_, err := c.Hook(to, bad)
			require.ErrorIs(t, err, einvoicing.ErrHook, name)
		}
		to.HookKey = ""
		_, err = c.Hook(to, call)
		require.ErrorIs(t, err, einvoicing.ErrHook, "without a key nobody may call")
	}
}

func connected(t *testing.T, o fakeplatform.Options) (*afnor.Carrier, einvoicing.Connection, *fakeplatform.Platform) {
	t.Helper()
	p := fakeplatform.New(o)
	server := httptest.NewServer(p)
	t.Cleanup(func() { p.Release(); server.Close() })
	// Long, as a busy machine answers late; short only where no answer comes.
	patience := time.Minute
	if slices.ContainsFunc(o.Rules, func(r fakeplatform.Rule) bool { return r.Hangs || r.Body == "slow" }) {
		patience = time.Second
	}
	return afnor.New(outward.New(outward.Options{Local: true, Timeout: patience}), o.Now), einvoicing.Connection{ID: id.New(), Seller: "732829320", Secret: "s", Settings: einvoicing.Settings{
		FlowURL: server.URL, DirectoryURL: server.URL, TokenURL: server.URL + "/token", ClientID: "pmo", Version: einvoicing.Version(p.Version)}}, p
}

func kindOf(t *testing.T, err error) einvoicing.TroubleKind {
	t.Helper()
	var trouble *einvoicing.Trouble
	require.True(t, errors.As(err, &trouble), "%v", err)
	return trouble.Kind
}

// TestTheDirectory: whole, in parts and empty, as each version says it; addresses of the State are left out.
func TestTheDirectory(t *testing.T) {
	t.Parallel()
	var many []fakeplatform.Line
	for n := range 60 {
		many = append(many, fakeplatform.Line{Address: fmt.Sprintf("987654324_%02d", n), Type: "WK", Status: "Enabled", Siren: "987654324"})
	}
	for _, version := range []string{"1.1", "1.2", "1.3"} {
		c, to, _ := connected(t, fakeplatform.Options{Version: version, Listed: map[string][]fakeplatform.Line{"987654324": many}})
		lines, err := c.Directory(t.Context(), to, "987654324")
		require.NoError(t, err)
		require.Len(t, lines, 60, version)
		require.True(t, lines[59].Routable())
		none, err := c.Directory(t.Context(), to, "732829320")
		require.NoError(t, err)
		require.Empty(t, none, version)
		one, ok, err := c.Line(t.Context(), to, einvoicing.Address{Scheme: "0225", Value: "987654324_07"})
		require.NoError(t, err)
		require.Equal(t, []any{true, einvoicing.Address{Scheme: "0225", Value: "987654324_07"}}, []any{ok, one.Address})
		_, ok, err = c.Line(t.Context(), to, einvoicing.Address{Scheme: "0225", Value: "987654324_99"})
		require.NoError(t, err)
		require.False(t, ok)
		require.NoError(t, c.Test(t.Context(), to))
	}
	c, to, _ := connected(t, fakeplatform.Options{Rules: []fakeplatform.Rule{{Call: "directory", Times: 1, Status: 404}}})
	none, err := c.Directory(t.Context(), to, "732829320")
	require.NoError(t, err)
	require.Empty(t, none, "not in the directory")
}

// TestWhatGoesWrong is told apart by what is to be done about it.
func TestWhatGoesWrong(t *testing.T) {
	t.Parallel()
	out := einvoicing.Outgoing{TrackingID: id.New(), FileName: "a.xml", ContentType: "application/xml", Syntax: einvoicing.SyntaxCII, Content: []byte("<a/>")}
	for name, c := range map[string]struct {
		rule fakeplatform.Rule
		want einvoicing.TroubleKind
	}{
		"wrong secret":    {fakeplatform.Rule{Call: "token", Status: 400}, einvoicing.TroubleDenied},
		"token service":   {fakeplatform.Rule{Call: "token", Status: 500, Body: "html"}, einvoicing.TroubleUnavailable},
		"no token":        {fakeplatform.Rule{Call: "token", Status: 200, Body: "garbage"}, einvoicing.TroubleUnavailable},
		"forbidden":       {fakeplatform.Rule{Call: "deposit", Status: 403}, einvoicing.TroubleDenied},
		"not here":        {fakeplatform.Rule{Call: "deposit", Status: 404, Body: "html"}, einvoicing.TroubleRefused},
		"elsewhere":       {fakeplatform.Rule{Call: "deposit", Status: 302, Body: "none"}, einvoicing.TroubleForbidden},
		"later":           {fakeplatform.Rule{Call: "deposit", Status: 429}, einvoicing.TroubleBusy},
		"timed out there": {fakeplatform.Rule{Call: "deposit", Status: 408}, einvoicing.TroubleUnknown},
		"no answer":       {fakeplatform.Rule{Call: "deposit", Hangs: true}, einvoicing.TroubleUnknown},
		"huge":            {fakeplatform.Rule{Call: "deposit", Status: 202, Body: "huge"}, einvoicing.TroubleUnreadable},
		"slow":            {fakeplatform.Rule{Call: "deposit", Status: 202, Body: "slow"}, einvoicing.TroubleUnknown},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			carrier, to, _ := connected(t, fakeplatform.Options{Rules: []fakeplatform.Rule{c.rule}})
			_, err := carrier.Submit(t.Context(), to, out)
			require.Equal(t, c.want, kindOf(t, err))
		})
	}
	carrier, to, _ := connected(t, fakeplatform.Options{Rules: []fakeplatform.Rule{{Call: "search", Times: 1, Hangs: true}}})
	_, err := carrier.Find(t.Context(), to, out.TrackingID)
	require.Equal(t, einvoicing.TroubleUnavailable, kindOf(t, err), "a question takes nothing")
	to.FlowURL = "http://127.0.0.1:1"
	_, err = carrier.Submit(t.Context(), to, out)
	require.Equal(t, einvoicing.TroubleUnavailable, kindOf(t, err), "nobody is there: nothing was taken")
	to.FlowURL = "http://10.0.0.1"
	_, err = carrier.Submit(t.Context(), to, out)
	require.Equal(t, einvoicing.TroubleForbidden, kindOf(t, err))
}

// TestDates of Retry-After are read too.
func TestDates(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	carrier, to, _ := connected(t, fakeplatform.Options{Now: func() time.Time { return now }, Rules: []fakeplatform.Rule{{Call: "deposit", Status: 503, RetryAfter: now.Add(time.Hour).Format(http.TimeFormat)}}})
	_, err := carrier.Submit(t.Context(), to, einvoicing.Outgoing{TrackingID: id.New(), FileName: "a", Syntax: einvoicing.SyntaxCII})
	var trouble *einvoicing.Trouble
	require.ErrorAs(t, err, &trouble)
	require.Equal(t, time.Hour, trouble.RetryAfter)
}

// TestDescriptionAsText: some platforms want it so.
func TestDescriptionAsText(t *testing.T) {
	t.Parallel()
	carrier, to, p := connected(t, fakeplatform.Options{})
	to.InfoType, to.OrganizationID = einvoicing.InfoText, "org"
	flow, err := carrier.Submit(t.Context(), to, einvoicing.Outgoing{TrackingID: id.New(), FileName: "a.xml", ContentType: "application/xml", Syntax: einvoicing.SyntaxCII, Content: []byte("<a/>")})
	require.NoError(t, err)
	require.Equal(t, flow, p.Deposits()[0].ID)
}
