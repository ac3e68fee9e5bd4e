package peppol_test

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/miekg/dns"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/einvoice/fakeplatform"
	"github.com/openpmo/pmo/adapters/einvoice/outward"
	"github.com/openpmo/pmo/adapters/einvoice/peppol"
	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/id"
)

// TestHosts are those of the network for known participants.
func TestHosts(t *testing.T) {
	t.Parallel()
	for participant, want := range map[string]string{
		"0192:923609016": "XQK4T3FMTEZDUY5BOVJMTNAQ45N7E4TIBYHWFPGOT75BSP7UYG2A", "0010:5798000000001": "XUKHFQABQZIKI3YKVR2FHR4SNFA3PF5VPQ6K4TONV3LMVSY5ARVQ",
		"0208:0123456789": "WIQY2AMTXX7MIGVXK5UT2TFTL43QLGK7MJIIAXC25XNFMMG6ISVQ", "0225:732829320": "Z57U65Q467L4KCT7MW43NIAULCEI67BFFCZD6647YE46AXMXPWTQ",
	} {
		require.Equal(t, want+".iso6523-actorid-upis.participant.sml.prod.tech.peppol.org", peppol.Host(participant, "participant.sml.prod.tech.peppol.org"), participant)
	}
}

// network is a DNS server with a publisher behind it, both of the test's own.
type network struct {
	naptr map[string]string // by host: the rule
	names *dns.Server
	smp   *httptest.Server
	group func(w http.ResponseWriter, participant string)
}

const takesInvoices = `<ServiceGroup xmlns="http://busdox.org/serviceMetadata/publishing/1.0/"><ServiceMetadataReferenceCollection><ServiceMetadataReference href="%s/services/%s"/></ServiceMetadataReferenceCollection></ServiceGroup>`

func newNetwork(t *testing.T) (*network, *peppol.Lookup) {
	t.Helper()
	n := &network{naptr: map[string]string{}}
	n.smp = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, _ := url.PathUnescape(strings.TrimPrefix(r.URL.EscapedPath(), "/"))
		n.group(w, strings.TrimPrefix(name, "iso6523-actorid-upis::"))
	}))
	t.Cleanup(n.smp.Close)
	n.group = func(w http.ResponseWriter, _ string) {
		doc := "busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1"
		_, _ = fmt.Fprintf(w, takesInvoices, n.smp.URL, url.QueryEscape(doc))
	}
	socket, err := net.ListenPacket("udp", "127.0.0.1:0")
	require.NoError(t, err)
	n.names = &dns.Server{PacketConn: socket, Handler: dns.HandlerFunc(func(w dns.ResponseWriter, q *dns.Msg) {
		m := new(dns.Msg)
		m.SetReply(q)
		host := strings.ToLower(strings.TrimSuffix(q.Question[0].Name, "."))
		switch rule, ok := n.naptr[host]; {
		case !ok:
			m.Rcode = dns.RcodeNameError
		case rule == "broken":
			m.Rcode = dns.RcodeServerFailure
		default:
			m.Answer = []dns.RR{&dns.NAPTR{Hdr: dns.RR_Header{Name: q.Question[0].Name, Rrtype: dns.TypeNAPTR, Class: dns.ClassINET}, Flags: "U", Service: "Meta:SMP", Regexp: rule, Replacement: "."}}
		}
		_ = w.WriteMsg(m)
	})}
	go func() { _ = n.names.ActivateAndServe() }()
	t.Cleanup(func() { _ = n.names.Shutdown() })
	return n, peppol.NewLookup(outward.New(outward.Options{Local: true, Timeout: time.Minute}), socket.LocalAddr().String())
}

func (n *network) register(participant, rule string) {
	n.naptr[strings.ToLower(peppol.Host(participant, "participant.sml.test.tech.peppol.org"))] = rule
}

// TestReceiversAreLookedUp: by enterprise number and by VAT number; who is not registered, or takes no
// invoices, is said so, and what comes from the network is not believed.
func TestReceiversAreLookedUp(t *testing.T) {
	t.Parallel()
	n, lookup := newNetwork(t)
	c := peppol.New(outward.New(outward.Options{Local: true}), lookup, time.Now)
	to := einvoicing.Connection{Kind: einvoicing.PeppolRaw, Settings: einvoicing.Settings{Peppol: &einvoicing.PeppolSettings{Zone: einvoicing.ZoneTest}}}
	at := func(value string) einvoicing.Address { return einvoicing.Address{Scheme: "0208", Value: value} }
	line := func(value string) (einvoicing.Line, bool, string) {
		l, ok, err := c.Line(t.Context(), to, at(value))
		var trouble *einvoicing.Trouble
		if errors.As(err, &trouble) {
			return l, ok, string(trouble.Kind)
		}
		require.NoError(t, err)
		return l, ok, ""
	}
	_, ok, problem := line("0123456749")
	require.Equal(t, []any{false, ""}, []any{ok, problem}, "NXDOMAIN")
	n.register("0208:0123456749", "!.*!"+n.smp.URL+"!")
	n.register("9925:be0403170701", "!^.*$!"+n.smp.URL+"/!")
	l, ok, problem := line("0123456749")
	require.Equal(t, []any{true, "", true, "0123456749"}, []any{ok, problem, l.Routable(), l.Siren})
	found, err := c.Directory(t.Context(), to, "0403170701")
	require.NoError(t, err)
	require.Equal(t, einvoicing.Address{Scheme: "9925", Value: "BE0403170701"}, found[0].Address)
	for name, c := range map[string]struct{ rule, kind string }{
		"bad rule": {"!x", "UNREADABLE"}, "no address": {"!.*!nothing!", "UNREADABLE"}, "no https": {"!.*!http://smp.example!", "FORBIDDEN"},
		"a private address": {"!.*!https://10.0.0.1!", "FORBIDDEN"}, "the server of names fails": {"broken", "UNAVAILABLE"},
	} {
		n.register("0208:0999999922", c.rule)
		_, _, problem := line("0999999922")
		require.Equal(t, c.kind, problem, name)
	}
	n.group = func(w http.ResponseWriter, _ string) { w.WriteHeader(http.StatusNotFound) }
	_, ok, problem = line("0123456749")
	require.Equal(t, []any{false, ""}, []any{ok, problem}, "404")
	n.group = func(w http.ResponseWriter, _ string) { _, _ = fmt.Fprintf(w, takesInvoices, n.smp.URL, "other") }
	l, ok, _ = line("0123456749")
	require.Equal(t, []any{true, false}, []any{ok, l.Routable()}, "it takes no invoices")
	n.group = func(w http.ResponseWriter, _ string) { _, _ = w.Write([]byte("<html>")) }
	_, _, problem = line("0123456749")
	require.Equal(t, "UNREADABLE", problem)
}

func connected(t *testing.T, kind einvoicing.Kind, o fakeplatform.Options) (*peppol.Carrier, einvoicing.Connection, *fakeplatform.Platform) {
	t.Helper()
	o.Secret = "s3cret"
	p := fakeplatform.New(o)
	server := httptest.NewServer(p)
	t.Cleanup(func() { p.Release(); server.Close() })
	s := einvoicing.PeppolSettings{SubmitURL: server.URL + "/peppol/send", StatusURL: server.URL + "/peppol/status/{id}", IDField: "data.id", ReasonField: "reason",
		Body: `{"sender":"{sender}","receiver":"{receiver}","document":"{ublBase64}","key":"{key}","name":"{fileName}"}`}
	if kind == einvoicing.PeppolRaw {
		s.SubmitURL, s.StatusURL, s.Header, s.HeaderValue = server.URL+"/peppol/raw/{sender}/{receiver}/{key}", server.URL+"/peppol/status/{key}", "X-Token", "{secret}"
	}
	to, err := einvoicing.Connection{ID: id.New(), Name: "Point d’accès", Kind: kind, Secret: "s3cret", Settings: einvoicing.Settings{Peppol: &s}}.Check()
	require.NoError(t, err)
	// Long, as a busy machine answers late; short only where no answer comes.
	patience := time.Minute
	if slices.ContainsFunc(o.Rules, func(r fakeplatform.Rule) bool { return r.Hangs }) {
		patience = time.Second
	}
	return peppol.New(outward.New(outward.Options{Local: true, Timeout: patience}), nil, time.Now), to, p
}

func outgoing() einvoicing.Outgoing {
	return einvoicing.Outgoing{TrackingID: id.New(), FileName: `F"1.xml`, Syntax: einvoicing.SyntaxUBL, Content: []byte(`<Invoice><ID>F-1</ID></Invoice>`),
		Sender: einvoicing.Address{Scheme: "0208", Value: "0403170701"}, Receiver: einvoicing.Address{Scheme: "0208", Value: "0123456749"}}
}

// TestBothShapesAreHandedOver, let in by the header that was set, and followed until they arrive.
func TestBothShapesAreHandedOver(t *testing.T) {
	t.Parallel()
	for _, kind := range []einvoicing.Kind{einvoicing.PeppolJSON, einvoicing.PeppolRaw} {
		now := time.Now()
		c, to, p := connected(t, kind, fakeplatform.Options{AckAfter: time.Minute, Now: func() time.Time { return now }})
		o := outgoing()
		carrierID, err := c.Submit(t.Context(), to, o)
		require.NoError(t, err)
		kept := p.Deposits()[0]
		require.Equal(t, []any{string(o.Content), string(o.TrackingID), "F-1"}, []any{string(kept.Content), kept.TrackingID, kept.Number})
		f, err := c.Follow(t.Context(), to, o.TrackingID, carrierID)
		require.NoError(t, err)
		require.Equal(t, []any{einvoicing.AckPending, false}, []any{f.Ack, f.Delivered})
		now = now.Add(2 * time.Minute)
		f, err = c.Follow(t.Context(), to, o.TrackingID, carrierID)
		require.NoError(t, err)
		require.Equal(t, []any{einvoicing.AckOK, true}, []any{f.Ack, f.Delivered}, "delivered late")
		found, err := c.Find(t.Context(), to, o.TrackingID)
		if kind == einvoicing.PeppolRaw {
			require.NoError(t, err)
			require.Equal(t, kept.ID, found[0].CarrierID)
			none, err := c.Find(t.Context(), to, id.New())
			require.NoError(t, err)
			require.Empty(t, none)
		} else {
			require.Error(t, err, "nobody but a person knows: nothing is sent twice")
		}
	}
}

// TestWhatAccessPointsAnswer is told apart by what is to be done about it.
func TestWhatAccessPointsAnswer(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		rule    fakeplatform.Rule
		want    einvoicing.TroubleKind
		reasons int
	}{
		"unknown receiver": {fakeplatform.Rule{Status: 404}, einvoicing.TroubleRefused, 1}, "validation": {fakeplatform.Rule{Status: 422}, einvoicing.TroubleRefused, 2},
		"transient": {fakeplatform.Rule{Status: 500}, einvoicing.TroubleUnknown, 0}, "later": {fakeplatform.Rule{Status: 429, RetryAfter: "30"}, einvoicing.TroubleBusy, 0},
		"not let in": {fakeplatform.Rule{Status: 403}, einvoicing.TroubleDenied, 0}, "no answer": {fakeplatform.Rule{Hangs: true, Stores: true}, einvoicing.TroubleUnknown, 0},
		"no id": {fakeplatform.Rule{Status: 200, Body: "noFlowId"}, einvoicing.TroubleUnreadable, 0},
	} {
		x.rule.Call = "peppol"
		c, to, _ := connected(t, einvoicing.PeppolJSON, fakeplatform.Options{Rules: []fakeplatform.Rule{x.rule}})
		_, err := c.Submit(t.Context(), to, outgoing())
		var trouble *einvoicing.Trouble
		require.ErrorAs(t, err, &trouble, name)
		require.Equal(t, []any{x.want, x.reasons}, []any{trouble.Kind, len(trouble.Reasons)}, name)
	}
	c, to, _ := connected(t, einvoicing.PeppolJSON, fakeplatform.Options{Rules: []fakeplatform.Rule{{Call: "peppol", Ack: "Error", Reason: "NO_ENDPOINT"}}})
	o := outgoing()
	carrierID, err := c.Submit(t.Context(), to, o)
	require.NoError(t, err)
	f, err := c.Follow(t.Context(), to, o.TrackingID, carrierID)
	require.NoError(t, err)
	require.Equal(t, []any{einvoicing.AckError, []einvoicing.Reason{{Code: "failed", Text: "as NO_ENDPOINT says"}}}, []any{f.Ack, f.Reasons}, "failed for good")
	o.Syntax = einvoicing.SyntaxFacturX
	_, err = c.Submit(t.Context(), to, o)
	require.Error(t, err, "no PDF")
}

// TestAFolderIsEmptiedByAGateway: an e-invoice is there whole with what stands beside it; where it was moved
// says what became of it, and it is found again wherever it stands.
func TestAFolderIsEmptiedByAGateway(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	f := peppol.NewFolders(peppol.New(nil, nil, time.Now), root)
	to, err := einvoicing.Connection{Name: "Dossier", Kind: einvoicing.PeppolFolder, Settings: einvoicing.Settings{Peppol: &einvoicing.PeppolSettings{Folder: "commune"}}}.Check()
	require.NoError(t, err)
	o := outgoing()
	found, err := f.Find(t.Context(), to, o.TrackingID)
	require.NoError(t, err)
	require.Empty(t, found)
	for range 2 { // the same once more is the same file
		carrierID, err := f.Submit(t.Context(), to, o)
		require.NoError(t, err)
		require.Equal(t, string(o.TrackingID), carrierID)
	}
	out := filepath.Join(root, "commune", "out")
	files, err := os.ReadDir(out)
	require.NoError(t, err)
	require.Len(t, files, 2)
	beside, err := os.ReadFile(filepath.Join(out, string(o.TrackingID)+".json"))
	require.NoError(t, err)
	require.Contains(t, string(beside), `"receiver":"0208:0123456749"`)
	state := func() einvoicing.Flow {
		found, err := f.Find(t.Context(), to, o.TrackingID)
		require.NoError(t, err)
		require.Len(t, found, 1)
		return found[0]
	}
	require.Equal(t, einvoicing.AckPending, state().Ack)
	move := func(from, to string) {
		require.NoError(t, os.MkdirAll(filepath.Join(root, "commune", to), 0o700))
		require.NoError(t, os.Rename(filepath.Join(root, "commune", from, string(o.TrackingID)+".xml"), filepath.Join(root, "commune", to, string(o.TrackingID)+".xml")))
	}
	move("out", "error")
	require.NoError(t, os.WriteFile(filepath.Join(root, "commune", "error", string(o.TrackingID)+".txt"), []byte("no receiver"), 0o600))
	require.Equal(t, []einvoicing.Reason{{Code: "error", Text: "no receiver"}}, state().Reasons)
	move("error", "done")
	require.True(t, state().Delivered)
	_, err = einvoicing.Connection{Name: "X", Kind: einvoicing.PeppolFolder, Settings: einvoicing.Settings{Peppol: &einvoicing.PeppolSettings{Folder: "../other"}}}.Check()
	require.Error(t, err)
	_, err = peppol.NewFolders(peppol.New(nil, nil, time.Now), "").Submit(t.Context(), to, o)
	require.Error(t, err, "the server has no folder")
}
