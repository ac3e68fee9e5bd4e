// Package metering answers the operations about curves.
package metering

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"sync"

	"github.com/openpmo/pmo/adapters/httpapi/gen/metering"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/id"
	core "github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/assembly"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/distribution"
	"github.com/openpmo/pmo/core/metering/drawing"
)

// API serves the tag metering.
type API struct {
	Metering *assembly.Services
	// Workbook writes a workbook of one sheet: its name, the words above, the rows, whose
	// cells are texts, numbers or nil.
	Workbook func(w io.Writer, sheet string, header []string, rows [][]any) error
}

var _ metering.StrictServerInterface = API{}

// Endpoints are the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return metering.Endpoints(a) }

// curveReply is the answer to a question about curves: a body with the name of its
// state, or 304 when the caller has it. Bodies are written once, so that they can be
// appended by hand.
type curveReply struct {
	tag       string
	unchanged bool
	body      []byte
	pooled    bool // body comes from bodies
}

// bodies are the memory of long answers, some hundred kilobytes each.
var bodies = sync.Pool{New: func() any { return new([]byte) }}

func (c curveReply) write(w http.ResponseWriter) error {
	h := w.Header()
	h.Set("ETag", c.tag)
	h.Set("Cache-Control", transport.Revalidated)
	if c.unchanged {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	h.Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusOK)
	_, err := w.Write(c.body)
	if c.pooled { // a writer keeps nothing of what it was given
		bodies.Put(&c.body)
	}
	return err
}

func (c curveReply) VisitGetOperationLoadCurveResponse(w http.ResponseWriter) error {
	return c.write(w)
}
func (c curveReply) VisitGetParticipantLoadCurveResponse(w http.ResponseWriter) error {
	return c.write(w)
}
func (c curveReply) VisitGetMetricsByOperationResponse(w http.ResponseWriter) error {
	return c.write(w)
}
func (c curveReply) VisitGetMetricsByParticipantResponse(w http.ResponseWriter) error {
	return c.write(w)
}
func (c curveReply) VisitListMetricsByGroupResponse(w http.ResponseWriter) error  { return c.write(w) }
func (c curveReply) VisitGetOperationMetricsResponse(w http.ResponseWriter) error { return c.write(w) }
func (c curveReply) VisitGetParticipantMetricsResponse(w http.ResponseWriter) error {
	return c.write(w)
}
func (c curveReply) VisitGetDistributionResponse(w http.ResponseWriter) error { return c.write(w) }
func (c curveReply) VisitGetOperationDateRangesResponse(w http.ResponseWriter) error {
	return c.write(w)
}
func (c curveReply) VisitGetParticipantDateRangesResponse(w http.ResponseWriter) error {
	return c.write(w)
}

// body is memory to append an answer to.
func body() []byte { return (*bodies.Get().(*[]byte))[:0] }

// replyOf encodes an answer that is small.
func replyOf(tag string, unchanged bool, body any) (curveReply, error) {
	if unchanged {
		return curveReply{tag: tag, unchanged: true}, nil
	}
	text, err := json.Marshal(body)
	return curveReply{tag: tag, body: append(text, '\n')}, err
}

func (a API) GetOperationLoadCurve(ctx context.Context, r metering.GetOperationLoadCurveRequestObject) (metering.GetOperationLoadCurveResponseObject, error) {
	in, err := curveInput(ctx, r.Params.Nature, nil, r.Params.DateFrom, r.Params.DateTo, r.Params.Resolution)
	if err != nil {
		return nil, err
	}
	in.OperationID = id.ID(r.OperationId)
	in.Origin, in.Quality = originOf(r.Params.Origin), r.Params.Quality != nil && *r.Params.Quality
	in.Compare = comparisonOf(r.Params.Compare)
	curve, err := a.Metering.Drawing.OperationCurve(ctx, request.Principal(ctx), in)
	return curveAnswer(curve), err
}

func (a API) GetParticipantLoadCurve(ctx context.Context, r metering.GetParticipantLoadCurveRequestObject) (metering.GetParticipantLoadCurveResponseObject, error) {
	in, err := curveInput(ctx, r.Params.Nature, r.Params.Scope, r.Params.DateFrom, r.Params.DateTo, r.Params.Resolution)
	if err != nil {
		return nil, err
	}
	in.ParticipantID, in.ProducerID = id.ID(r.ParticipantId), id.ID(wire.Text(r.Params.ProducerId))
	in.Origin, in.Quality = originOf(r.Params.Origin), r.Params.Quality != nil && *r.Params.Quality
	in.Compare = comparisonOf(r.Params.Compare)
	curve, err := a.Metering.Drawing.ParticipantCurve(ctx, request.Principal(ctx), in)
	return curveAnswer(curve), err
}

func curveAnswer(c drawing.LoadCurve) curveReply {
	if c.Unchanged {
		return curveReply{tag: tagOf(c.Revision), unchanged: true}
	}
	return curveReply{tag: tagOf(c.Revision), body: appendLoadCurve(body(), c), pooled: true}
}

func (a API) GetMetricsByOperation(ctx context.Context, r metering.GetMetricsByOperationRequestObject) (metering.GetMetricsByOperationResponseObject, error) {
	in, err := metricsInput(ctx, r.Params.Nature, nil, r.Params.DateFrom, r.Params.DateTo)
	if err != nil {
		return nil, err
	}
	in.OperationID = id.ID(r.Params.OperationId)
	m, err := a.Metering.Dashboard.OperationMetrics(ctx, request.Principal(ctx), in)
	return metricsAnswer(m, err)
}

func (a API) GetOperationMetrics(ctx context.Context, r metering.GetOperationMetricsRequestObject) (metering.GetOperationMetricsResponseObject, error) {
	in, err := metricsInput(ctx, nil, r.Params.Scope, r.Params.DateFrom, r.Params.DateTo)
	if err != nil {
		return nil, err
	}
	in.OperationID = id.ID(r.OperationId)
	m, err := a.Metering.Dashboard.OperationMetrics(ctx, request.Principal(ctx), in)
	return metricsAnswer(m, err)
}

func (a API) GetMetricsByParticipant(ctx context.Context, r metering.GetMetricsByParticipantRequestObject) (metering.GetMetricsByParticipantResponseObject, error) {
	in, err := metricsInput(ctx, r.Params.Nature, r.Params.Scope, r.Params.DateFrom, r.Params.DateTo)
	if err != nil {
		return nil, err
	}
	in.ParticipantID, in.ProducerID = id.ID(r.Params.ParticipantId), id.ID(wire.Text(r.Params.ProducerId))
	m, err := a.Metering.Dashboard.ParticipantMetrics(ctx, request.Principal(ctx), in)
	return metricsAnswer(m, err)
}

func (a API) GetParticipantMetrics(ctx context.Context, r metering.GetParticipantMetricsRequestObject) (metering.GetParticipantMetricsResponseObject, error) {
	in, err := metricsInput(ctx, nil, r.Params.Scope, r.Params.DateFrom, r.Params.DateTo)
	if err != nil {
		return nil, err
	}
	in.ParticipantID, in.ProducerID = id.ID(r.ParticipantId), id.ID(wire.Text(r.Params.ProducerId))
	m, err := a.Metering.Dashboard.ParticipantMetrics(ctx, request.Principal(ctx), in)
	return metricsAnswer(m, err)
}

func metricsAnswer(m dashboard.Metrics, err error) (curveReply, error) {
	if err != nil {
		return curveReply{}, err
	}
	return replyOf(tagOf(m.Revision), m.Unchanged, toAPIMetrics(m))
}

func (a API) ListMetricsByGroup(ctx context.Context, r metering.ListMetricsByGroupRequestObject) (metering.ListMetricsByGroupResponseObject, error) {
	in, err := metricsInput(ctx, r.Params.Nature, nil, r.Params.DateFrom, r.Params.DateTo)
	if err != nil {
		return nil, err
	}
	side := map[metering.ListMetricsByGroupParamsGroup]core.Side{"consumers": core.Consumer, "producers": core.Producer}[r.Params.Group]
	lines, revision, unchanged, err := a.Metering.Dashboard.Group(ctx, request.Principal(ctx), dashboard.GroupInput{OperationID: id.ID(r.Params.OperationId),
		Side: side, Natures: in.Natures, Days: in.Days, Known: in.Known})
	if err != nil {
		return nil, err
	}
	tag := tagOf(revision)
	if unchanged {
		return curveReply{tag: tag, unchanged: true}, nil
	}
	body := make([]model.ParticipantMetrics, len(lines))
	for i, l := range lines {
		body[i] = model.ParticipantMetrics{ParticipantId: wire.OptionalText(string(l.ParticipantID)), Name: l.Name, Metrics: toAPIMetrics(l.Metrics)}
	}
	return metering.ListMetricsByGroup200JSONResponse{Body: body, Headers: metering.ListMetricsByGroup200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) GetDistribution(ctx context.Context, r metering.GetDistributionRequestObject) (metering.GetDistributionResponseObject, error) {
	in := distribution.DistributionInput{OperationID: id.ID(r.OperationId), Days: wire.Days(r.Params.DateFrom, r.Params.DateTo), Known: knownRevisions(ctx)}
	if r.Params.Top != nil {
		in.Top = *r.Params.Top
	}
	d, err := a.Metering.Distribution.Distribution(ctx, request.Principal(ctx), in)
	if err != nil {
		return nil, err
	}
	if d.Unchanged {
		return curveReply{tag: tagOf(d.Revision), unchanged: true}, nil
	}
	return curveReply{tag: tagOf(d.Revision), body: appendDistribution(body(), d), pooled: true}, nil
}

func (a API) GetOperationDateRanges(ctx context.Context, r metering.GetOperationDateRangesRequestObject) (metering.GetOperationDateRangesResponseObject, error) {
	d, err := a.Metering.Dashboard.OperationDateRanges(ctx, request.Principal(ctx), id.ID(r.OperationId), knownRevisions(ctx))
	if err != nil {
		return nil, err
	}
	return replyOf(tagOf(d.Revision), d.Unchanged, toAPIDateRanges(d))
}

func (a API) GetParticipantDateRanges(ctx context.Context, r metering.GetParticipantDateRangesRequestObject) (metering.GetParticipantDateRangesResponseObject, error) {
	d, err := a.Metering.Dashboard.ParticipantDateRanges(ctx, request.Principal(ctx), id.ID(r.ParticipantId), knownRevisions(ctx))
	if err != nil {
		return nil, err
	}
	return replyOf(tagOf(d.Revision), d.Unchanged, toAPIDateRanges(d))
}
