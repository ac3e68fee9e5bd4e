package root

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/go/pmo/pmotest"
)

func keyJSON(kind, params string) string {
	return `{"id":"` + planID + `","operationId":"` + operationID + `","version":3,"status":"IN_FORCE","type":"` + kind + `","params":[` + params + `],"effectiveDate":"2026-12-01","createdAt":"` + instant + `"}`
}

const keyHeader = "version,status,effective_date,season,type,pool,percent,consumer_id,consumer,producer_id,value\n"

func TestKeyGet(t *testing.T) {
	static := keyJSON("static", `{"consumerId":"`+consumerID+`","value":33.3333}`)
	s := signedIn(t, pmotest.Replies{
		"getLastAllocationConfig": pmotest.JSON(200, static),
		"listAllocationConfigs":   pmotest.JSON(200, "["+static+","+keyJSON("by_default", "")+"]"),
	})
	r := pmoctl("key", "get", "--operation", "ACC00000001", "-o", "csv")
	require.Equal(t, 0, r.code, r.err)
	require.Equal(t, keyHeader+"3,IN_FORCE,2026-12-01,,static,,,"+consumerID+",École,,33.3333\n", r.out)
	require.Contains(t, s.Requests("getLastAllocationConfig")[0].URL, "operationId="+operationID)
	r = pmoctl("key", "get", "--operation", "ACC00000001", "--all", "-o", "csv")
	require.Contains(t, r.out, "3,IN_FORCE,2026-12-01,,by_default,,,,,,\n")
	require.JSONEq(t, static, pmoctl("key", "get", "--operation", "ACC00000001", "-o", "json").out)
}

func TestKeySet(t *testing.T) {
	file := writeFile(t, "key.csv", "\ufeffConsumer;Percent\n"+consumerPRM+"; 60,5 %\n")
	withProducer := writeFile(t, "key2.csv", "consumer,producer,percent\n"+consumerPRM+","+producerPRM+",60.5\n")
	pools := writeFile(t, "pools.json", `{"type": "by_pool", "pools": [
		{"name": "A", "percentageProduction": 60, "surplusDestinationPoolName": "B", "algorithm": "by_priority", "members": {"`+consumerPRM+`": 2}},
		{"name": "B", "percentageProduction": 40, "algorithm": "by_default", "members": ["`+consumerPRM+`"]}]}`)
	const one = `{"consumerId":"` + consumerID + `","value":60.5}`
	const pair = `{"consumerId":"` + consumerID + `","producerId":"` + producerID + `","value":60.5}`
	for _, c := range []struct {
		name, body string
		args       []string
	}{
		{"by_default", `{"type":"by_default","params":[]}`, []string{"--type", "by_default"}},
		{"param", `{"type":"static","params":[` + one + `],"effectiveDate":"2026-12-01","reason":"Vote"}`,
			[]string{"--param", consumerPRM + "=60.5", "--effective-date", "2026-12-01", "--reason", "Vote"}},
		{"param of a pair", `{"type":"static","params":[` + pair + `]}`, []string{"--type", "static", "--param", consumerPRM + "/" + producerPRM + "=60.5"}},
		{"file", `{"type":"static","params":[` + one + `]}`, []string{"--file", file}},
		{"file of pairs", `{"type":"static","params":[` + pair + `]}`, []string{"--file", withProducer}},
		{"season and draft", `{"type":"by_weight","params":[` + one + `],"season":"Basse","draft":true,"name":"Essai"}`,
			[]string{"--type", "by_weight", "--param", consumerPRM + "=60.5", "--season", "Basse", "--draft", "--name", "Essai"}},
		{"pools", `{"type":"by_pool","params":[],"pools":[{"id":null,"name":"A","percentageProduction":60,"surplusDestinationPoolName":"B","algorithm":"by_priority","consumersInPool":["` +
			consumerID + `"],"withinPoolProductionParams":{"` + consumerID + `":2}},{"id":null,"name":"B","percentageProduction":40,"algorithm":"by_default","consumersInPool":["` + consumerID + `"]}]}`,
			[]string{"--file", pools}},
	} {
		s := signedIn(t, pmotest.Replies{"createAllocationConfig": pmotest.JSON(201, keyJSON("static", one))})
		r := pmoctl(append([]string{"key", "set", "--operation", "ACC00000001"}, c.args...)...)
		require.Equal(t, 0, r.code, "%s: %s", c.name, r.err)
		require.JSONEq(t, c.body, s.Requests("createAllocationConfig")[0].Body, c.name)
		require.LessOrEqual(t, len(s.Requests("listOperationParticipants")), 1, "sites are read once")
	}
}

func TestKeyFilesThatAreWrong(t *testing.T) {
	for content, message := range map[string]string{
		"":                         "the file is empty",
		"a;b\n1;2\n":               "must name the columns consumer and percent",
		"consumer;percent\nx;y\n":  `line 2: "y" is not a number`,
		"consumer;percent\nx\n":    "wrong number of fields",
		"consumer;percent\nx;-1\n": `"-1" is not a number`,
	} {
		signedIn(t, pmotest.Replies{})
		r := pmoctl("key", "set", "--operation", "ACC00000001", "--file", writeFile(t, "key.csv", content))
		require.Equal(t, 2, r.code, content)
		require.Contains(t, r.err, message, content)
	}
	signedIn(t, pmotest.Replies{})
	r := pmoctl("key", "set", "--operation", "ACC00000001", "--param", "99999999999999=10")
	require.Equal(t, 1, r.code)
	require.Contains(t, r.err, `no participant "99999999999999"`)
}

func TestAMeterThatChangedHandsNeedsTheID(t *testing.T) {
	signedIn(t, pmotest.Replies{"listOperationParticipants": pmotest.JSON(200,
		"["+site(consumerID, consumerPRM, "Mme A", "consumer")+","+site(otherID, consumerPRM, "M. B", "consumer")+"]")})
	r := pmoctl("key", "set", "--operation", "ACC00000001", "--param", consumerPRM+"=10")
	require.Equal(t, 1, r.code)
	require.Contains(t, r.err, "means 2 participants")
	require.Contains(t, r.err, otherID+" M. B 2026-01-01..")
}
