package apptest_test

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/enedis"
	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/civil"
)

// TestFakeSharesByEveryType sets one key after the other on a FAKE operation, where pmo
// is the operator. Each time the stored figures are those of the kernel run again, and
// what consumers had, what producers gave and who gave it to whom add up, over a whole
// month and over a part of one.
func TestFakeSharesByEveryType(t *testing.T) {
	w := newKeyWorld(t)
	shared := map[string]float64{}
	for _, kind := range allocation.Types() {
		w.apart = kind.ByPair()
		w.set(with(w.keyOf(string(kind)), map[string]any{"type": string(kind), "effectiveDate": "2026-09-05"}))
		if kind == allocation.SimpleDynamic { // without coefficients it is by_default
			require.Equal(t, shared[string(allocation.ByDefault)], w.sharesAsTheKernel(), "without coefficients")
			w.giveCoefficients("")
			one := w.sharesAsTheKernel()
			w.giveCoefficients(w.numbersOf(w.producers)...)
			w.apart = true
			require.NotEqual(t, one, w.sharesAsTheKernel(), "one file for each producer")
		}
		shared[string(kind)] = w.sharesAsTheKernel()
	}
	require.Less(t, shared["static"], shared["by_default"], "what is not used goes to surplus")
	require.Less(t, shared["by_pool"], shared["by_default"])
	require.Equal(t, shared["by_default"], shared["by_equality"], "both hand on until nobody needs")
	require.Less(t, shared["by_ungrouped_priority"], shared["by_default"], "not every couple has a priority")
	w.sharesASelection(shared["by_equality"])
}

// sharesASelection takes all but two consumers in equal parts: those two get nothing, in
// what is stored, in what is told of one step, and by what they read themselves.
func (w keyWorld) sharesASelection(ofAll float64) {
	w.Helper()
	chosen := []any{}
	for _, consumer := range w.consumers[2:] {
		chosen = append(chosen, map[string]any{"consumerId": consumer, "value": 1})
	}
	set := w.set(map[string]any{"type": "by_equality", "params": chosen, "effectiveDate": "2026-09-05"})
	require.Len(w, set["params"], len(chosen))
	w.apart = false
	require.Less(w, w.sharesAsTheKernel(), ofAll, "two of them less to take it")
	matrix := w.c.Get("/operations/" + w.operation + "/energy-allocation/matrix?dateFrom=2026-09-05&dateTo=2026-09-30").Map()
	for _, c := range matrix["consumers"].([]any) {
		consumer := c.(map[string]any)
		left := slices.Contains(w.consumers[:2], consumer["participantId"].(string))
		require.Equal(w, left, consumer["sharedMilliWh"] == 0.0, "%v", consumer)
	}
	path := "/operations/" + w.operation + "/energy-allocation/explanation?at=2026-09-15T13:00:00%2B02:00"
	all := w.c.Get(path).Map()
	require.Len(w, all["leftOut"], 2)
	require.Contains(w, strings.Join(words(all["sentences"]), "\n"), "La clé ne donne pas de part à\u00a0: ")
	slices.Reverse(chosen)
	draft := w.set(map[string]any{"type": "by_equality", "params": chosen, "draft": true})
	require.Equal(w, all["rounds"], w.c.Get(path + "&configId=" + draft["id"].(string)).Map()["rounds"], "in whatever order a draft is written")
	one := w.c.Get(path + "&participantId=" + w.consumers[0]).Map()
	require.Contains(w, strings.Join(words(one["sentences"]), "\n"), "\u00a0: ce site ne reçoit rien.")
	for consumer, want := range map[string]bool{w.consumers[0]: false, w.consumers[2]: true} {
		sharing := w.c.Get("/participants/" + consumer + "/sharing").Map()
		require.Equal(w, []any{"by_equality", want, float64(len(chosen))}, []any{sharing["type"], sharing["receives"], sharing["sites"]})
	}
}

// keyOf are parameters for a type.
func (w keyWorld) keyOf(kind string) map[string]any {
	params := []any{}
	for i, consumer := range w.consumers {
		switch kind {
		case "static":
			params = append(params, map[string]any{"consumerId": consumer, "value": 8})
		case "by_weight", "by_priority":
			params = append(params, map[string]any{"consumerId": consumer, "value": 1 + i%3})
		case "by_ungrouped_priority":
			params = append(params, map[string]any{"consumerId": consumer, "producerId": w.producers[i%2], "value": 1 + i%3})
			if i%3 == 0 {
				params = append(params, map[string]any{"consumerId": consumer, "producerId": w.producers[1-i%2], "value": 1})
			}
		}
	}
	if kind == "by_pool" {
		numbers := map[string]any{}
		for i, consumer := range w.consumers[:5] {
			numbers[consumer] = 1 + i%2
		}
		return map[string]any{"pools": []any{
			with(w.pool("Écoles", 40, "Autres"), map[string]any{"algorithm": "by_share_with_minimum", "withinPoolProductionParams": numbers}),
			with(w.pool("Autres", 30, "Surplus"), map[string]any{"consumersInPool": w.consumers[4:]}),
		}}
	}
	return map[string]any{"params": params}
}

// sharesAsTheKernel compares what is stored with the key run again, and adds up. It gives
// what was shared in September.
func (w keyWorld) sharesAsTheKernel() float64 {
	w.Helper()
	path := "/operations/" + w.operation + "/energy-allocation/replays"
	started := w.c.Post(path, map[string]any{"dateFrom": "2026-09-01", "dateTo": "2026-09-30", "verify": true})
	require.Equal(w, http.StatusAccepted, started.Status, "%s", started.Body)
	job := w.c.WaitJob(started.Map()["id"].(string))
	require.Equal(w, "SUCCESS", job["status"], "%v", job)
	month := job["result"].(map[string]any)["months"].([]any)[0].(map[string]any)
	require.Equal(w, []any{0.0, float64(len(w.consumers))}, []any{month["differentSites"], month["sites"]}, "%v", month)
	w.addsUp("2026-09-08", "2026-09-27")
	if w.apart { // by_default held until the fourth
		w.addsUp("2026-09-05", "2026-09-10")
		w.addsUp("2026-09-05", "2026-09-30")
		w.apart = false
	}
	w.addsUp("2026-09-03", "2026-09-10")
	return w.addsUp("2026-09-01", "2026-09-30")
}

// addsUp looks at the matrix and the distribution of some days.
func (w keyWorld) addsUp(from, to string) (total float64) {
	w.Helper()
	days := "?dateFrom=" + from + "&dateTo=" + to
	matrix := w.c.Get("/operations/" + w.operation + "/energy-allocation/matrix" + days).Map()
	received, given := map[any]float64{}, map[any]float64{}
	parts := 96 * 30.0 // of pooled keys the part of a producer is rounded in two ways
	if w.apart {
		parts = 0
	}
	for _, cell := range matrix["cells"].([]any) {
		c := cell.(map[string]any)
		energy, _ := c["sharedMilliWh"].(float64) // left out of a pair that had nothing
		require.InDelta(w, energy, c["expectedMilliWh"], parts, "%v", c)
		received[c["consumerId"]] += energy
		given[c["producerId"]] += energy
		total += energy
	}
	distribution := w.c.Get("/operations/" + w.operation + "/distribution" + days + "&top=100").Map()
	ofConsumers, flows := 0.0, 0.0
	for _, line := range distribution["consumers"].([]any) {
		c := line.(map[string]any)
		require.Equal(w, c["sharedMilliWh"], received[c["participantId"]], "%v", c)
		require.LessOrEqual(w, c["sharedMilliWh"], c["consumptionMilliWh"])
		ofConsumers += c["sharedMilliWh"].(float64)
	}
	for _, flow := range distribution["flows"].([]any) {
		flows += flow.(map[string]any)["sharedMilliWh"].(float64)
	}
	require.Equal(w, []any{ofConsumers, ofConsumers}, []any{flows, total})
	kept := 0.0
	for _, producer := range matrix["producers"].([]any) {
		p := producer.(map[string]any)
		require.InDelta(w, p["productionMilliWh"], given[p["participantId"]]+p["surplusMilliWh"].(float64), parts*20, "%v", p)
		kept += p["productionMilliWh"].(float64) - p["surplusMilliWh"].(float64)
	}
	require.Equal(w, total, kept, "what is shared and what is left is what was made")
	return total
}

// numbersOf are the PRMs of participants.
func (w keyWorld) numbersOf(participants []string) (numbers []string) {
	w.Helper()
	of := map[string]string{}
	for _, p := range w.c.Get("/operations/" + w.operation + "/participants").List() {
		of[p["id"].(string)] = p["dsoId"].(string)
	}
	for _, participant := range participants {
		numbers = append(numbers, of[participant])
	}
	return numbers
}

// giveCoefficients imports those of September: of all production together for "", else
// a file for each producer, which gives the last consumer more and more.
func (w keyWorld) giveCoefficients(producers ...string) {
	w.Helper()
	september := civil.NewMonth(2026, time.September)
	var files []apptest.File
	for n, producer := range producers {
		set := coefficient.Set{Operation: "ACC00000003", Producer: producer, Zone: civil.Paris, Days: september.Range(), Step: 15 * time.Minute,
			Decimals: 2, Sites: w.numbersOf(w.consumers)}
		for range set.Sites {
			column := make([]int32, set.Steps())
			for i := range column {
				column[i] = int32(400 + i%96)
			}
			set.Values = append(set.Values, column)
		}
		for i := range set.Values[len(set.Sites)-1] {
			set.Values[len(set.Sites)-1][i] = int32(2000 * (n + 1))
		}
		var b bytes.Buffer
		format := enedis.DefaultCoefficients
		require.NoError(w, format.Write(&b, set))
		files = append(files, apptest.File{Name: format.FileName(set), Content: b.Bytes()})
	}
	reply := w.c.Upload("/operations/"+w.operation+"/energy-allocation/coefficients/import", "files", files, nil)
	require.Equal(w, http.StatusCreated, reply.Status, "%s", reply.Body)
}
