package httpapi

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	core "github.com/openpmo/pmo/core/metering"
)

func curveOf(values ...int64) core.LoadCurve {
	at := time.Date(2025, 3, 30, 10, 0, 0, 0, time.UTC)
	return core.LoadCurve{Zone: civil.Paris, Start: civil.Paris.Start(civil.NewDate(2025, 3, 30)), Step: "PT15M", SourceStep: "PT15M",
		ProvisionalFrom: &at, Series: []core.CurveSeries{{Nature: core.Conso, Scope: core.ScopeGlobal, Values: values}, {Nature: core.Prod, Scope: core.ScopeGlobal}}}
}

func TestCurvesAreWrittenAsTheContractSays(t *testing.T) {
	t.Parallel()
	curve, known := curveOf(412250, core.Gap, 0), energy.MilliWh(500_000)
	curve.Series[0].Energy = &known
	text := appendLoadCurve(nil, curve)
	require.JSONEq(t, `{"unit":"mWh","timezone":"Europe/Paris","start":"2025-03-30T00:00:00+01:00","step":"PT15M","sourceStep":"PT15M",
		"provisionalFrom":"2025-03-30T12:00:00+02:00","series":[{"nature":"Conso","scope":"Global","values":[412250,null,0],"energyMilliWh":500000},
		{"nature":"Prod","scope":"Global","values":[]}]}`, string(text))
	var back model.LoadCurve
	require.NoError(t, json.Unmarshal(text, &back))
}

func TestLargeAnswersAreCompressedForWhoTakesThat(t *testing.T) {
	t.Parallel()
	body := appendLoadCurve(nil, curveOf(make([]int64, 4000)...))
	handler := compressed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := curveReply{tag: `"a"`, body: body, unchanged: r.Header.Get("If-None-Match") == `"a"`}
		if r.URL.Path == "/small" {
			c.body = []byte("{}")
		}
		require.NoError(t, c.write(w))
	}))
	for _, c := range []struct {
		path, accept, known, encoding string
		status                        int
	}{
		{"/", "gzip, br", "", "gzip", 200}, {"/", "", "", "", 200}, {"/", "gzip;q=0", "", "", 200},
		{"/small", "gzip", "", "", 200}, {"/", "gzip", `"a"`, "", 304},
	} {
		r := httptest.NewRequest(http.MethodGet, c.path, nil)
		r.Header.Set("Accept-Encoding", c.accept)
		r.Header.Set("If-None-Match", c.known)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		require.Equal(t, c.status, w.Code)
		tag := `"a"`
		if c.encoding == "gzip" {
			tag = `W/"a"` // other bytes, the same said
		}
		require.Equal(t, tag, w.Header().Get("ETag"))
		if c.status == 200 {
			require.Equal(t, "Accept-Encoding", w.Header().Get("Vary"))
		}
		require.Equal(t, c.encoding, w.Header().Get("Content-Encoding"))
		if c.encoding == "gzip" {
			z, err := gzip.NewReader(w.Body)
			require.NoError(t, err)
			plain, err := io.ReadAll(z)
			require.NoError(t, err)
			require.Equal(t, string(body), string(plain))
		}
		if c.status == 304 {
			require.Zero(t, w.Body.Len())
		}
	}
}

func BenchmarkCurveJSON(b *testing.B) {
	values := make([]int64, 35040)
	for i := range values {
		values[i] = int64(i%3000) * 250
	}
	c := curveOf(values...)
	var size int
	for b.Loop() {
		size = len(appendLoadCurve(nil, c))
	}
	b.SetBytes(int64(size))
}

func TestUploadsAreSpooledWithTheirHash(t *testing.T) {
	t.Parallel()
	const boundary = "b"
	body := "--b\r\nContent-Disposition: form-data; name=\"dryRun\"\r\n\r\ntrue\r\n" +
		"--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a.csv\"\r\n\r\nabc\r\n--b--\r\n"
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
	r.Header.Set("Content-Type", "multipart/form-data; boundary="+boundary)
	parts, err := r.MultipartReader()
	require.NoError(t, err)
	s, err := receive(parts, partDryRun, partStatus)
	require.NoError(t, err)
	defer s.remove()
	require.True(t, s.dryRun)
	require.False(t, s.definitive)
	require.Len(t, s.files, 1)
	require.EqualValues(t, 3, s.files[0].Size)
	require.Equal(t, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", s.files[0].SHA256)
	content, err := s.files[0].Open()
	require.NoError(t, err)
	text, err := io.ReadAll(content)
	require.NoError(t, err)
	require.NoError(t, content.Close())
	require.Equal(t, "abc", string(text))
}
