package servertest

import (
	"testing"

	"github.com/openpmo/pmo/adapters/httpapi"
	"github.com/openpmo/pmo/core/coretest"
)

// World is a server over services of a world of tests.
type World struct {
	*Server
	Callers Callers
}

// Over serves services of w; its organizer, an observer and an admin call by these names.
func Over(t *testing.T, w *coretest.World, services httpapi.Services) World {
	t.Helper()
	callers := Callers{"organizer": w.Organizer, "observer": w.Observer(), "admin": w.Admin()}
	return World{Start(t, httpapi.Deps{Authenticator: callers, Guard: w.Guard, Services: services}), callers}
}

// Organizer is As of the organizer.
func (w World) Organizer(method, path, body string, headers ...string) Reply {
	w.t.Helper()
	return w.As("organizer", method, path, body, headers...)
}
