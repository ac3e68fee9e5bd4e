package root

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/go/pmo/pmotest"
)

func TestHistory(t *testing.T) {
	s := signedIn(t, pmotest.Replies{"listOperationHistory": pmotest.JSON(200, `[
		{"id":"`+runID+`","at":"2026-11-20T10:15:00+01:00","act":"SITE_UPDATED","how":"HAND","by":{"role":"organizer","you":true,"name":"Odile Organiste"},"objectKind":"participant","objectId":"`+consumerID+`",
			"details":{"fields":["city","exit"],"exit":"2026-11-30","reason":"Déménagement"}},
		{"id":"`+planID+`","at":"2026-11-19T04:00:00+01:00","act":"CURVES_IMPORTED","how":"SERVER","by":{"you":false},"objectKind":"curveImport"}]`)})
	r := pmoctl("history", "site", consumerID, "--operation", "ACC00000001", "-o", "csv", "--limit", "5")
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, s.Requests("listOperationHistory")[0].URL, "/history?objectKind=participant&objectId="+consumerID+"&limit=5")
	require.Equal(t, "at,act,how,by,object,id,details\n"+
		"2026-11-20 10:15,SITE_UPDATED,HAND,Odile Organiste,participant,"+consumerID+",fields city exit; exit 2026-11-30; reason Déménagement\n"+
		"2026-11-19 04:00,CURVES_IMPORTED,SERVER,server,curveImport,,\n", r.out)
	for message, args := range map[string][]string{`"month" has no history`: {"history", "month", "2026-10"}, "say which plan": {"history", "plan"}} {
		r := pmoctl(append(args, "--operation", "ACC00000001")...)
		require.Equal(t, 2, r.code)
		require.Contains(t, r.err, message)
	}
}
