package metering

import (
	"context"
	"strings"

	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	core "github.com/openpmo/pmo/core/metering"
)

// tagOf is the strong tag of an answer.
func tagOf(r core.Revision) string { return `"` + string(r) + `"` }

// knownRevisions are those of the answers that the caller has.
func knownRevisions(ctx context.Context) []core.Revision { return revisionsOf(request.KnownTag(ctx)) }

// revisionsOf reads the tags of a list; weak ones count as strong ones, a star as any.
func revisionsOf(tags string) (known []core.Revision) {
	for tag := range strings.SplitSeq(tags, ",") {
		tag = strings.TrimPrefix(strings.TrimSpace(tag), "W/")
		if name := strings.Trim(tag, `"`); tag == string(core.AnyRevision) || tag == `"`+name+`"` && name != "" {
			known = append(known, core.Revision(name))
		}
	}
	return known
}
