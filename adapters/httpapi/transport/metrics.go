package transport

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics counts requests by operation; paths with ids never become labels.
type Metrics struct {
	registry *prometheus.Registry
	seconds  *prometheus.HistogramVec
}

// NewMetrics counts from nothing.
func NewMetrics() *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry(),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "pmo_http_request_seconds", Help: "Time to answer, by operation of the contract and status.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5, 30},
		}, []string{"method", "operation", "status"})}
	m.registry.MustRegister(m.seconds, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// methods are those that become a label; anybody may make up another one for each request.
var methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodPatch,
	http.MethodOptions}

func (m *Metrics) observe(method, operation string, status int, took time.Duration) {
	if operation == "" {
		operation = "page"
	}
	if !slices.Contains(methods, method) {
		method = "other"
	}
	m.seconds.WithLabelValues(method, operation, strconv.Itoa(status)).Observe(took.Seconds())
}

// Handler answers what was counted, to Prometheus.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
