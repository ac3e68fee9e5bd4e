package account

import (
	"io"

	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/policy"
)

// Settings are the few things a client is told about this installation.
type Settings struct {
	Version      string
	Demo         bool
	SupportEmail string
	SupportHours string
	SupportURL   string
	LogoutURL    string
	TLS          bool   // people come by https, whatever a proxy makes of it
	Weather      bool   // expected production can be asked for
	ProviderName string // of the identity provider; "" = none
	// PerimeterOperators are those whose perimeter can be asked for.
	PerimeterOperators []dso.Operator
	DemoAccounts       []DemoAccount // what the sign-in page offers; only with Demo
}

// DemoAccount is one that the demo seed made.
type DemoAccount struct {
	Email    string
	Password string
	Role     policy.Role
}

// File is a stored file that a signed link leads to.
type File struct {
	Name        string
	Size        int64
	ContentType string
	Content     io.ReadCloser
}
