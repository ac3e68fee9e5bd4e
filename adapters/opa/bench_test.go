package opa

import (
	"context"
	"fmt"
	"testing"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// BenchmarkDecide is one permission check that was not asked before: by an organizer of 1 to 1 000 operations,
// the one asked about being the last, and by a participant of one site.
func BenchmarkDecide(b *testing.B) {
	d := decider(b)
	run := func(name string, p policy.Principal, perm policy.Permission, r policy.Resource) {
		b.Run(name, func(b *testing.B) {
			ctx := context.Background()
			b.ReportAllocs()
			for b.Loop() {
				got, err := d.eval(ctx, p, perm, r)
				if err != nil || !got.Allow {
					b.Fatal(got, err)
				}
			}
		})
	}
	for _, n := range []int{1, 20, 1000} {
		operations := make([]id.ID, n)
		for i := range operations {
			operations[i] = id.New()
		}
		p := policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer, Operations: operations}
		run(fmt.Sprintf("organizer-%d", n), p, "plan:create", policy.Resource{OperationID: operations[n-1]})
	}
	operation, site := id.New(), id.New()
	participant := policy.Principal{UserID: id.New(), Role: policy.RoleParticipant, Operations: []id.ID{operation},
		Sites: []policy.Site{{ParticipantID: site, OperationID: operation}}}
	run("participant", participant, "curve:read", policy.Resource{OperationID: operation, ParticipantID: site})
	run("admin", policy.Principal{UserID: id.New(), Role: policy.RoleAdmin}, "operation:read",
		policy.Resource{OperationID: operation})
}

// BenchmarkPermissions is the list of GET /session.
func BenchmarkPermissions(b *testing.B) {
	d := decider(b)
	p := policy.Principal{Role: policy.RoleOrganizer}
	b.ReportAllocs()
	for b.Loop() {
		if got, _ := d.Permissions(context.Background(), p); len(got) == 0 {
			b.Fatal("no permissions")
		}
	}
}

// BenchmarkNew is what the policy adds to the start of the server.
func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		decider(b)
	}
}
