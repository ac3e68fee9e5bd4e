package root

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/go/pmo/pmotest"
)

func TestAPICallsAnyPath(t *testing.T) {
	one := operationJSON(operationID, "ACC00000001", "Soleil du Val")
	s := signedIn(t, pmotest.Replies{
		"getOperation":    pmotest.JSON(200, one),
		"updateOperation": pmotest.JSON(200, one),
		"createToken":     pmotest.JSON(201, tokenJSON(tokenID, "pmo_first")),
		"deleteToken":     {{Status: 204}},
	})
	r := pmoctl("api", "get", "/api/operations/{operationId}", "--operation", "ACC00000001")
	require.Equal(t, 0, r.code, r.err)
	require.Equal(t, one+"\n", r.out)
	require.Equal(t, "Bearer pmo_test", s.Requests("getOperation")[0].Header.Get("Authorization"))

	r = pmoctl("api", "GET", "operations?q=Soleil", "--query", "q=x", "--jq", ".[0].sitesNumber")
	require.Equal(t, "25\n", r.out, r.err)
	require.Contains(t, s.Requests("listOperations")[1].URL, "q=Soleil&q=x")

	r = pmoctlWith(`{"name":"nuit"}`, "api", "POST", "/tokens", "--input", "-", "-H", "Idempotency-Key: k1", "--jq", ".secret", "--include")
	require.Equal(t, "pmo_first\n", r.out, r.err)
	require.Contains(t, r.err, "201 Created")
	require.Equal(t, `{"name":"nuit"}`, s.Requests("createToken")[0].Body)
	require.Equal(t, "k1", s.Requests("createToken")[0].Header.Get("Idempotency-Key"))

	body := writeFile(t, "change.json", `{"name":"Autre"}`)
	r = pmoctl("api", "PUT", "/operations/"+operationID, "--input", body, "-H", `If-Match: "7"`)
	require.Equal(t, 0, r.code, r.err)
	require.Equal(t, `"7"`, s.Requests("updateOperation")[0].Header.Get("If-Match"))
	require.Equal(t, "application/json", s.Requests("updateOperation")[0].Header.Get("Content-Type"))

	r = pmoctl("api", "DELETE", "/tokens/"+tokenID)
	require.Equal(t, 0, r.code, r.err)
	require.Empty(t, r.out)
}

func TestAPIReadsAllPages(t *testing.T) {
	page := func(id, cursor string) pmotest.Reply {
		reply := pmotest.Reply{Status: 200, Body: "[" + site(id, consumerPRM, "École", "consumer") + "]", Header: map[string]string{"Total-Count": "2"}}
		if cursor != "" {
			reply.Header["Next-Cursor"] = cursor
		}
		return reply
	}
	s := signedIn(t, pmotest.Replies{
		"listOperationParticipants": append(pmotest.Problem(400, "list.tooLong", "trop"), page(consumerID, "next"), page(producerID, "")),
	})
	path := "/operations/" + operationID + "/participants"
	r := pmoctl("api", "GET", path, "--paginate", "--jq", "map(.id)")
	require.Equal(t, 0, r.code, r.err)
	require.Equal(t, fmt.Sprintf("[%q,%q]\n", consumerID, producerID), r.out)
	asked := s.Requests("listOperationParticipants")
	require.NotContains(t, asked[0].URL, "limit=")
	require.Contains(t, asked[1].URL, "limit=1000")
	require.Contains(t, asked[2].URL, "cursor=next")
}

func TestAPIRefusalsEndAsOthers(t *testing.T) {
	signedIn(t, pmotest.Replies{"getOperation": append(pmotest.Problem(404, "operation.notFound", "absente"), pmotest.Problem(401, "token.invalid", "Jeton inconnu")...)})
	r := pmoctl("api", "GET", "/operations/"+operationID)
	require.Equal(t, 1, r.code)
	require.Equal(t, "error: absente (operation.notFound)\n", r.err)
	require.Empty(t, r.out)
	require.Equal(t, 4, pmoctl("api", "GET", "/operations/"+operationID).code)
}

// A field of the contract is named as the flag that said it.
func TestRefusalsNameFlags(t *testing.T) {
	refused := func(key, field string) []pmotest.Reply {
		return []pmotest.Reply{{Status: 400, Body: fmt.Sprintf(
			`{"type":"urn:pmo:problem:%[1]s","title":"Bad Request","status":400,"key":"%[1]s","detail":"non","errors":[{"key":"%[1]s","field":"%[2]s","detail":"non"}],"requestId":"r1"}`, key, field)}}
	}
	s := signedIn(t, pmotest.Replies{
		"startOperationBillRun": refused("run.billUpToInFuture", "billUpTo"),
		"updateOperation":       append(refused("bce.invalid", "interlocutor.legalNumber"), append(refused("bce.invalid", "interlocutor.legalNumber"), refused("x.y", "unheardOf")...)...),
	})
	for _, flag := range []string{"--bill-up-to", "--up-to"} {
		r := pmoctl("run", "start", "--operation", "ACC00000001", flag, "2030-01-01")
		require.Equal(t, "error: non (run.billUpToInFuture)\n  --bill-up-to: non\n", r.err)
	}
	require.Contains(t, s.Requests("startOperationBillRun")[1].Body, `"billUpTo":"2030-01-01"`)
	r := pmoctl("operation", "update", "ACC00000001", "--pmo-legal-number", "1")
	require.Contains(t, r.err, "  --pmo-legal-number: non\n")
	file := writeFile(t, "o.json", `{"interlocutor":{"legalNumber":"1"}}`)
	require.Contains(t, pmoctl("operation", "update", "ACC00000001", "--file", file).err, "  interlocutor.legalNumber: non\n", "the file said it")
	require.Contains(t, pmoctl("operation", "update", "ACC00000001", "--name", "x").err, "  unheardOf: non\n")
}

func TestVersionAsJSON(t *testing.T) {
	alone(t)
	require.Contains(t, pmoctl("version", "-o", "json").out, `{"version":"`)
	require.Contains(t, pmoctl("version", "-o", "csv").out, "version,go,platform,server_version,server\n")
	require.Contains(t, pmoctl("version", "--jq", ".platform").out, "/")
	s := signedIn(t, pmotest.Replies{"getConfig": pmotest.JSON(200, `{"version":"1.2.3","support":{"email":"a@b.fr"},"demo":false,"logoutUrl":"/pmo/logout","weather":false}`)})
	require.Contains(t, pmoctl("version", "--server", "-o", "json").out, `"server":{"version":"1.2.3","url":"`+s.URL+`"}`)
}

func TestJQOnEveryCommand(t *testing.T) {
	signedIn(t, pmotest.Replies{})
	r := pmoctl("operation", "list", "--jq", ".[] | .externalId, .timezone")
	require.Equal(t, "ACC00000001\nEurope/Paris\n", r.out, r.err)
	r = pmoctl("participant", "list", "--operation", "ACC00000001", "--jq", "length", "-o", "json")
	require.Equal(t, "2\n", r.out, r.err)
	require.Equal(t, 2, pmoctl("operation", "list", "--jq", ".[] + 1").code)
	require.Contains(t, pmoctl("context", "add", "x", "http://127.0.0.1:1", "--jq", ".").err, "--jq: this command has no JSON")
}

func TestImportFromStandardInput(t *testing.T) {
	s := signedIn(t, pmotest.Replies{"importCurves": pmotest.JSON(202, jobJSON("PENDING", ""))})
	r := pmoctlWith("prm;nature\n", "curve", "import", "-", "--operation", "ACC00000001", "--name", "CDC_ACC00000001_202610_1.csv")
	require.Equal(t, 0, r.code, r.err)
	body := s.Requests("importCurves")[0].Body
	require.Contains(t, body, `filename="CDC_ACC00000001_202610_1.csv"`)
	require.Contains(t, body, "prm;nature\n")
	require.Equal(t, 0, pmoctlWith("prm;nature\n", "curve", "import", "-", "--operation", "ACC00000001").code)
	require.Contains(t, s.Requests("importCurves")[1].Body, `filename="stdin"`)
}
