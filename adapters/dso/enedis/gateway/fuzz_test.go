package gateway

import (
	"bytes"
	"context"
	"testing"

	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
)

// FuzzAnswers reads anything that a service may answer: readings that the core can take,
// or a fault.
func FuzzAnswers(f *testing.F) {
	head := marker + `,"version":1,"labels":"start","clock":"local","fields":{"site":"usage_point_id","unit":"unit","readings":"interval_reading","date":"date","value":"value","step":"interval_length"}}` + "\n"
	ask := `{"site":"99100000000017","nature":"Conso","start":"2026-10-24","end":"2026-10-26",`
	f.Add([]byte(head + ask + `"reply":{"usage_point_id":"99100000000017","unit":"W","interval_reading":[{"date":"2026-10-25 02:30:00","value":"400","interval_length":"PT30M"},{"date":"2026-10-25 02:30:00","value":401,"interval_length":"PT30M"}]}}` + "\n"))
	f.Add([]byte(head + ask + `"refused":"noConsent"}` + "\n"))
	f.Add([]byte(head + ask + `"reply":{"interval_reading":[{"date":null,"value":-1e400,"interval_length":";\n"}]}}`))
	f.Add([]byte(marker + `,"version":1}{}`))
	f.Fuzz(func(t *testing.T, content []byte) {
		set, err := Readings{}.Read(context.Background(), files.Input{Name: "answers.json", Reader: bytes.NewReader(content), Zone: civil.Paris})
		if err != nil {
			if fault.From(err) == nil {
				t.Fatalf("an error that is no fault: %v", err)
			}
			return
		}
		for _, r := range set.Readings {
			end := int64(-1 << 62)
			for _, run := range r.Runs {
				if run.Start < end || run.Step <= 0 || run.Start%int64(run.Step) != 0 || len(run.Values) == 0 {
					t.Fatalf("a run that no curve has: %+v", run)
				}
				end = run.Start + int64(run.Step)*int64(len(run.Values))
			}
		}
	})
}
