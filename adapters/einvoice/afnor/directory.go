package afnor

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"

	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/party"
)

// line is an address of the directory.
type line struct {
	Address  string `json:"addressingIdentifier"`
	Platform string `json:"platformType"`
	Status   string `json:"directoryLineStatus"`
	Siren    string `json:"siren"`
	Siret    string `json:"siret"`
	Routing  string `json:"routingIdentifier"`
	Unit     struct {
		Name string `json:"businessName"`
	} `json:"legalUnit"`
	Facility struct {
		Name string `json:"name"`
	} `json:"facility"`
	RoutingCode struct {
		ID string `json:"routingIdentifier"`
	} `json:"routingCode"`
}

const (
	publicPortal = "DFH"
	// ofState is a routing code that is no address of anybody.
	ofState = "FACTURES_PUBLIQUES"
)

func (l line) toCore() einvoicing.Line {
	out := einvoicing.Line{Address: einvoicing.Address{Scheme: french, Value: l.Address}, Name: l.Unit.Name, Siren: l.Siren, Siret: l.Siret, Routing: l.Routing, Portal: l.Platform == publicPortal}
	if out.Routing == "" {
		out.Routing = l.RoutingCode.ID
	}
	if out.Name == "" {
		out.Name = l.Facility.Name
	}
	switch l.Status {
	case "Enabled":
		out.Status = einvoicing.LineEnabled
	case "Disabled":
		out.Status = einvoicing.LineDisabled
	case "Upcoming":
		out.Status = einvoicing.LineUpcoming
	default:
		out.Status = einvoicing.LineOther
	}
	return out
}

const (
	linesOf  = 50
	maxLines = 200
)

// Directory are the addresses of a legal person: 200 whole, 206 a part, 204 none; the sum is not always
// counted, so that a page that is not full is the last.
func (c *Carrier) Directory(ctx context.Context, to einvoicing.Connection, siren string) ([]einvoicing.Line, error) {
	order := "order"
	if to.Settings.Version != einvoicing.V13 {
		order = "sortingOrder"
	}
	var out []einvoicing.Line
	for ignore := 0; ignore < maxLines; ignore += linesOf {
		question := map[string]any{"filters": map[string]any{"siren": map[string]string{"op": "strict", "value": siren}},
			"sorting": []map[string]string{{"field": "addressingIdentifier", order: "ascending"}}, "include": []string{"siren", "siret", "routingCode"}, "limit": linesOf, "ignore": ignore}
		a, err := c.do(ctx, to, request{method: http.MethodPost, address: to.DirectoryURL + "/v1/directory-line/search", content: toJSON(question), contentType: "application/json",
			accept: "application/json", most: maxAnswer}, http.StatusNotFound)
		if err != nil {
			return nil, err
		}
		if a.status == http.StatusNotFound || a.status == http.StatusNoContent {
			return out, nil
		}
		var page struct {
			Results []line `json:"results"`
		}
		if err := read(a, &page); err != nil {
			return nil, err
		}
		for _, l := range page.Results {
			if one := l.toCore(); l.Address != "" && one.Routing != ofState {
				out = append(out, one)
			}
		}
		if len(page.Results) < linesOf {
			return out, nil
		}
	}
	return out, nil
}

// french is the scheme of the addresses that the French directory holds.
const french = string(party.SchemeFrench)

// Line is one address of the directory. Of addresses of another kind it knows nothing: they are taken to
// be open.
func (c *Carrier) Line(ctx context.Context, to einvoicing.Connection, at einvoicing.Address) (einvoicing.Line, bool, error) {
	if at.Scheme != french {
		return einvoicing.Line{Address: at, Status: einvoicing.LineEnabled}, true, nil
	}
	address := at.Value
	a, err := c.do(ctx, to, request{method: http.MethodGet, address: to.DirectoryURL + "/v1/directory-line/code:" + url.PathEscape(address), accept: "application/json", most: maxAnswer}, http.StatusNotFound)
	if err != nil || a.status == http.StatusNotFound || a.status == http.StatusNoContent {
		return einvoicing.Line{}, false, err
	}
	var one line
	if err := json.Unmarshal(a.body, &one); err != nil || one.Address == "" {
		return einvoicing.Line{}, false, trouble(einvoicing.TroubleUnreadable, a.status, "no line: "+string(a.body))
	}
	return one.toCore(), true, nil
}

// PublicBody is what a public establishment wants, as the directory says it.
func (c *Carrier) PublicBody(ctx context.Context, to einvoicing.Connection, siret string) (einvoicing.PublicRules, bool, error) {
	a, err := c.do(ctx, to, request{method: http.MethodGet, address: to.DirectoryURL + "/v1/siret/code-insee:" + url.PathEscape(siret), accept: "application/json", most: maxAnswer}, http.StatusNotFound)
	if err != nil || a.status == http.StatusNotFound || a.status == http.StatusNoContent {
		return einvoicing.PublicRules{}, false, err
	}
	var facility struct {
		B2G struct {
			Commitment any `json:"managesLegalCommitmentCode"`
			Either     any `json:"managesLegalCommitmentOrServiceCode"`
			Service    any `json:"serviceCodeStatus"`
		} `json:"b2gAdditionalData"`
	}
	if err := read(a, &facility); err != nil {
		return einvoicing.PublicRules{}, false, err
	}
	b := facility.B2G
	return einvoicing.PublicRules{Commitment: b.Commitment == true, Either: b.Either == true, Service: b.Service == true}, true, nil
}
