package root

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/go/pmo/pmotest"
)

func keyJSON(kind, params string) string {
	return `{"id":"` + planID + `","operationId":"` + operationID + `","version":3,"status":"IN_FORCE","type":"` + kind + `","computedByOperator":false,"params":[` + params + `],"effectiveDate":"2026-12-01","createdAt":"` + instant + `"}`
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

// TestKeyCheck: a line for each thing that is wrong or doubtful, with its pool or its site.
func TestKeyCheck(t *testing.T) {
	s := signedIn(t, pmotest.Replies{"checkAllocationConfig": pmotest.JSON(200, `{"lastDay":"2026-12-31","computedByOperator":["by_default"],
		"blockers":[{"key":"pool.nameTwice","params":{"name":"A"},"field":"pools.1.name","pool":2,"detail":"Several pools have the same name","ofDraft":true},
			{"key":"pool.participantMissing","participantId":"`+consumerID+`","ofDraft":false}],
		"dayBlockers":[{"key":"key.invoiced","params":{"date":"2026-11-01"},"field":"effectiveDate","ofDraft":false}],
		"sites":[{"participantId":"`+consumerID+`","name":"École","dsoId":"`+consumerPRM+`","consumes":true,"produces":false}],
		"withoutPart":["`+consumerID+`"],"emptyPools":[1]}`)})
	r := pmoctl("key", "check", "--operation", "ACC00000001", "--param", consumerPRM+"=60.5", "--effective-date", "2026-10-01", "-o", "csv")
	require.Equal(t, 0, r.code, r.err)
	require.Equal(t, "key,pool,site,detail\npool.nameTwice,2,,Several pools have the same name\npool.participantMissing,,École,\nkey.invoiced,,,\n"+
		"withoutPart,,École,\nemptyPool,1,,\n", r.out)
	require.Contains(t, r.err, "2026-12-31")
	require.JSONEq(t, `{"type":"static","params":[{"consumerId":"`+consumerID+`","value":60.5}],"effectiveDate":"2026-10-01"}`, s.Requests("checkAllocationConfig")[0].Body)
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
		{"sites", `{"type":"by_equality","params":[{"consumerId":"` + consumerID + `","value":1}]}`, []string{"--site", consumerPRM}},
		{"all sites", `{"type":"by_equality","params":[]}`, []string{"--type", "by_equality"}},
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

func TestKeySharing(t *testing.T) {
	const told = `{"participantId":"` + consumerID + `","date":"2026-11-20","type":"by_weight","described":true,"sites":4,"receives":true,"parts":2,"sentences":["Par parts.","Parts de votre site : 2."]}`
	s := signedIn(t, pmotest.Replies{"getParticipantSharing": pmotest.JSON(200, told),
		"listOwnParticipants": pmotest.JSON(200, `[{"participant":`+site(consumerID, consumerPRM, "Mme A", "consumer")+`,"operation":`+operationJSON(operationID, "ACC00000001", "Soleil")+`}]`)})
	for _, args := range [][]string{{consumerID}, {consumerPRM}, {consumerPRM, "--operation", "ACC00000001"}} {
		r := pmoctl(append([]string{"key", "sharing", "-o", "csv"}, args...)...)
		require.Equal(t, 0, r.code, r.err)
		require.Equal(t, "sentence\nPar parts.\nParts de votre site : 2.\n", r.out)
	}
	require.Len(t, s.Requests("listOwnParticipants"), 1, "only where the number is one's own")
	require.JSONEq(t, told, pmoctl("key", "sharing", consumerID, "-o", "json").out)
	r := pmoctl("key", "sharing", "99999999999999")
	require.Equal(t, 2, r.code)
	require.Contains(t, r.err, `none of your sites has the number "99999999999999"`)
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

func TestKeySimulateTellsHowEvenItIs(t *testing.T) {
	signedIn(t, pmotest.Replies{"simulateAllocation": pmotest.JSON(200, `{"dateFrom":"2026-09-01","dateTo":"2026-09-30","steps":2880,"missingDays":2,
		"inForce":{"sharedMilliWh":3000000,"surplusMilliWh":1000000,"selfConsumptionRate":0.75,"selfProductionRate":0.3,"minCoverageRate":0.1,"medianCoverageRate":0.3,"maxCoverageRate":0.5},
		"simulated":{"sharedMilliWh":4000000,"surplusMilliWh":0,"selfConsumptionRate":1,"selfProductionRate":0.4,"minCoverageRate":0.35,"medianCoverageRate":0.4,"maxCoverageRate":0.45},
		"participants":[{"participantId":"`+consumerID+`","name":"École","consumptionMilliWh":10000000,"inForceMilliWh":3000000,"simulatedMilliWh":4000000,"differenceMilliWh":1000000,"inForceCoverageRate":0.3,"simulatedCoverageRate":0.4,"gainCents":-123},{"participantId":"`+otherID+`","name":"Mairie","consumptionMilliWh":0,"inForceMilliWh":0,"simulatedMilliWh":0,"differenceMilliWh":0,"gainLack":"NO_CONTRACT"}],"gainCents":-123,"pricedParticipants":1}`)})
	r := pmoctl("key", "simulate", "--operation", "ACC00000001", "--from", "2026-09-01", "--to", "2026-09-30", "--type", "by_equality", "-o", "csv")
	require.Equal(t, 0, r.code, r.err)
	require.Equal(t, `participant_id,name,consumption_kwh,in_force_kwh,simulated_kwh,difference_kwh,in_force_rate,simulated_rate,gain,gain_lacks
,all,10.000,3.000,4.000,1.000,30.0,40.0,-1.23,
,surplus,,1.000,0.000,-1.000,,,,
,self_consumption,,,,,75.0,100.0,,
,min,,,,,10.0,35.0,,
,median,,,,,30.0,40.0,,
,max,,,,,50.0,45.0,,
`+consumerID+`,École,10.000,3.000,4.000,1.000,30.0,40.0,-1.23,
`+otherID+`,Mairie,0.000,0.000,0.000,0.000,,,,NO_CONTRACT
`, r.out)
	require.Equal(t, "days left out: 2\n", r.err)
}
