package config

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/openpmo/pmo/adapters/dso/fake"
	"github.com/openpmo/pmo/adapters/perimeter"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
)

// PerimeterConfig is a service that says which sites take part in an operation. It is off by default.
type PerimeterConfig struct {
	URL          string `mapstructure:"perimeter-url"`
	Operators    string `mapstructure:"perimeter-operators"`
	Token        string `mapstructure:"perimeter-token"`
	TokenURL     string `mapstructure:"perimeter-token-url"`
	ClientID     string `mapstructure:"perimeter-client-id"`
	ClientSecret string `mapstructure:"perimeter-client-secret"`
}

var perimeterSettings = []setting{
	{"perimeter-url", "address of a perimeter, with {operation} and {operator} in it; empty = perimeters come as files", ""},
	{"perimeter-operators", "whose perimeters it has, with commas between", "ENEDIS"},
	{"perimeter-token", "token that is sent along", ""},
	{"perimeter-token-url", "address that gives tokens (OAuth2 client credentials)", ""},
	{"perimeter-client-id", "who we are there", ""},
	{"perimeter-client-secret", "the secret that belongs to it", ""},
}

func (c PerimeterConfig) check() error {
	_, err := c.Sources()
	return err
}

// Sources are the operators whose perimeter can be asked for: the fictitious one always is.
func (c PerimeterConfig) Sources() (map[dso.Operator]perimeterfile.Source, error) {
	sources := map[dso.Operator]perimeterfile.Source{dso.Fake: fake.Perimeter{}}
	if c.URL == "" {
		if c.Token != "" || c.TokenURL != "" || c.ClientID != "" || c.ClientSecret != "" {
			return nil, errors.New("perimeter-token, -token-url, -client-id or -client-secret without perimeter-url")
		}
		return sources, nil
	}
	client, err := perimeter.New(perimeter.Settings{URL: c.URL, Token: c.Token, TokenURL: c.TokenURL, ClientID: c.ClientID, ClientSecret: c.ClientSecret})
	if err != nil {
		return nil, fmt.Errorf("perimeter: %w", err)
	}
	for name := range strings.SplitSeq(c.Operators, ",") {
		o, err := dso.ParseOperator(strings.TrimSpace(name))
		if err != nil || o == dso.Fake {
			return nil, fmt.Errorf("perimeter-operators: %q is no operator that can be asked", name)
		}
		sources[o] = client
	}
	return sources, nil
}

// PerimeterOperators are the operators of sources, in their order.
func PerimeterOperators(sources map[dso.Operator]perimeterfile.Source) []dso.Operator {
	return slices.Sorted(maps.Keys(sources))
}
