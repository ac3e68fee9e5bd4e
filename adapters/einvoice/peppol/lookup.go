package peppol

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/miekg/dns"

	"github.com/openpmo/pmo/adapters/einvoice/outward"
	"github.com/openpmo/pmo/core/einvoicing"
)

// Zones of the network, since March 2026.
var zones = map[einvoicing.Zone]string{einvoicing.ZoneProduction: "participant.sml.prod.tech.peppol.org", einvoicing.ZoneTest: "participant.sml.test.tech.peppol.org"}

// Lookup finds where a receiver is registered, and whether it takes invoices.
type Lookup struct {
	http   *http.Client
	server string // of DNS, with its port; "" = that of the system
	zones  map[einvoicing.Zone]string
}

// NewLookup makes one. The client guards which addresses are called: they come from the network.
func NewLookup(client *http.Client, server string) *Lookup {
	return &Lookup{client, server, zones}
}

// Host is the name under which a participant is registered.
func Host(participant, zone string) string {
	sum := sha256.Sum256([]byte(strings.ToLower(participant)))
	return strings.TrimRight(base32.StdEncoding.EncodeToString(sum[:]), "=") + ".iso6523-actorid-upis." + zone
}

const (
	dnsTimeout = 5 * time.Second
	service    = "Meta:SMP"
	maxGroup   = 1 << 20
	resolvers  = "/etc/resolv.conf"
)

// publisher is the address of who publishes what a participant takes; "" = it is not registered.
func (l *Lookup) publisher(ctx context.Context, host string) (string, error) {
	server := l.server
	if server == "" {
		c, err := dns.ClientConfigFromFile(resolvers)
		if err != nil || len(c.Servers) == 0 {
			return "", trouble(einvoicing.TroubleUnavailable, 0, "no resolver of names")
		}
		server = c.Servers[0] + ":" + c.Port
	}
	q := new(dns.Msg)
	q.SetQuestion(dns.Fqdn(host), dns.TypeNAPTR)
	answer, _, err := (&dns.Client{Timeout: dnsTimeout}).ExchangeContext(ctx, q, server)
	if err == nil && answer.Truncated {
		answer, _, err = (&dns.Client{Timeout: dnsTimeout, Net: "tcp"}).ExchangeContext(ctx, q, server)
	}
	switch {
	case err != nil:
		return "", trouble(einvoicing.TroubleUnavailable, 0, err.Error())
	case answer.Rcode == dns.RcodeNameError:
		return "", nil
	case answer.Rcode != dns.RcodeSuccess:
		return "", trouble(einvoicing.TroubleUnavailable, 0, "DNS "+dns.RcodeToString[answer.Rcode])
	}
	for _, r := range answer.Answer {
		if n, ok := r.(*dns.NAPTR); ok && strings.EqualFold(n.Flags, "U") && strings.EqualFold(n.Service, service) {
			return address(n.Regexp)
		}
	}
	return "", nil
}

// address is what stands in a rule of NAPTR, which replaces the whole name: !.*!https://smp.example!
func address(rule string) (string, error) {
	wrong := trouble(einvoicing.TroubleUnreadable, 0, "no rule of NAPTR: "+rule)
	if len(rule) < 3 {
		return "", wrong
	}
	parts := strings.Split(rule[1:], rule[:1])
	if len(parts) < 2 || (parts[0] != ".*" && parts[0] != "^.*$") {
		return "", wrong
	}
	u, err := url.Parse(parts[1])
	if err != nil || u.Host == "" {
		return "", wrong
	}
	return strings.TrimSuffix(parts[1], "/"), nil
}

// group is the list of documents that a participant takes.
type group struct {
	References []struct {
		Address string `xml:"href,attr"`
	} `xml:"ServiceMetadataReferenceCollection>ServiceMetadataReference"`
}

var invoices = regexp.MustCompile(`urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen\.eu:en16931:2017#compliant#urn:fdc:peppol\.eu:2017:poacc:billing:3\.0::2\.1$`)

// takes reports whether the publisher says that a participant takes invoices.
func (l *Lookup) takes(ctx context.Context, publisher, participant string) (registered, takes bool, err error) {
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, publisher+"/"+url.PathEscape("iso6523-actorid-upis::"+participant), nil)
	if err != nil {
		return false, false, trouble(einvoicing.TroubleForbidden, 0, err.Error())
	}
	reply, err := l.http.Do(q)
	if errors.Is(err, outward.ErrForbidden) {
		return false, false, trouble(einvoicing.TroubleForbidden, 0, err.Error())
	}
	if err != nil {
		return false, false, trouble(einvoicing.TroubleUnavailable, 0, err.Error())
	}
	defer func() { _ = reply.Body.Close() }()
	switch {
	case reply.StatusCode == http.StatusNotFound:
		return false, false, nil
	case reply.StatusCode >= 300 && reply.StatusCode < 400:
		return false, false, trouble(einvoicing.TroubleForbidden, reply.StatusCode, "it sends us elsewhere")
	case reply.StatusCode != http.StatusOK:
		return false, false, trouble(einvoicing.TroubleUnavailable, reply.StatusCode, reply.Status)
	}
	content, err := io.ReadAll(io.LimitReader(reply.Body, maxGroup+1))
	if err != nil || len(content) > maxGroup {
		return false, false, trouble(einvoicing.TroubleUnreadable, reply.StatusCode, "the list of documents is too long")
	}
	var g group
	if err := xml.Unmarshal(content, &g); err != nil {
		return false, false, trouble(einvoicing.TroubleUnreadable, reply.StatusCode, err.Error())
	}
	for _, r := range g.References {
		name := r.Address[strings.LastIndex(r.Address, "/")+1:]
		if text, err := url.PathUnescape(name); err == nil && invoices.MatchString(text) {
			return true, true, nil
		}
	}
	return true, false, nil
}

// line is one address; not ok = it is not registered. One that takes no invoices is disabled.
func (l *Lookup) line(ctx context.Context, to einvoicing.Connection, a einvoicing.Address) (einvoicing.Line, bool, error) {
	out := einvoicing.Line{Address: a, Status: einvoicing.LineEnabled, Siren: strings.TrimPrefix(strings.ToUpper(a.Value), "BE")}
	publisher, err := l.publisher(ctx, Host(Participant(a), l.zones[to.Peppol.Zone]))
	if err != nil || publisher == "" {
		return out, false, err
	}
	registered, takes, err := l.takes(ctx, publisher, Participant(a))
	if err != nil || !registered {
		return out, false, err
	}
	if !takes {
		out.Status = einvoicing.LineDisabled
	}
	return out, true, nil
}

// directory are those of the addresses of an enterprise that are registered.
func (l *Lookup) directory(ctx context.Context, to einvoicing.Connection, number string) (out []einvoicing.Line, err error) {
	for _, a := range belgian(number) {
		one, ok, err := l.line(ctx, to, a)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, one)
		}
	}
	return out, nil
}

// test looks the seller itself up, where there is a zone.
func (l *Lookup) test(ctx context.Context, to einvoicing.Connection) error {
	if to.Peppol.Zone == "" {
		return nil
	}
	_, err := l.directory(ctx, to, to.Seller)
	return err
}
