// Package paper answers about the papers that people of an operation sign.
package paper

import (
	"context"
	"io"
	"time"

	"golang.org/x/text/unicode/norm"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	genpaper "github.com/openpmo/pmo/adapters/httpapi/gen/paper"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/parts"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	core "github.com/openpmo/pmo/core/paper"
)

// API serves the tag paper.
type API struct {
	Papers *core.Service
}

var _ genpaper.StrictServerInterface = API{}

// Endpoints are the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return genpaper.Endpoints(a) }

func (a API) ListPapers(ctx context.Context, r genpaper.ListPapersRequestObject) (genpaper.ListPapersResponseObject, error) {
	found, err := a.Papers.List(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(wire.Text(r.Params.ParticipantId)))
	if err != nil {
		return nil, err
	}
	return genpaper.ListPapers200JSONResponse{Body: toAPIPapers(found)}, nil
}

func (a API) MakePapers(ctx context.Context, r genpaper.MakePapersRequestObject) (genpaper.MakePapersResponseObject, error) {
	made, err := a.Papers.Make(ctx, request.Principal(ctx), core.MakeInput{OperationID: id.ID(r.OperationId), Kind: core.Kind(r.Body.Kind), SiteIDs: wire.IDs(&r.Body.ParticipantIds),
		NoticeDate: wire.OptionalDay(r.Body.NoticeDate), RefusalUntil: wire.OptionalDay(r.Body.RefusalUntil)})
	if err != nil {
		return nil, err
	}
	return genpaper.MakePapers200JSONResponse(toAPIPapers(made)), nil
}

func (a API) DownloadPaper(ctx context.Context, r genpaper.DownloadPaperRequestObject) (genpaper.DownloadPaperResponseObject, error) {
	d, err := a.Papers.Download(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.PaperId), wire.IsTrue(r.Params.Signed))
	if err != nil {
		return nil, err
	}
	disposition := wire.Attachment(d.Name)
	return genpaper.DownloadPaper200ApplicationoctetStreamResponse{Body: d.Content, ContentLength: d.Size,
		Headers: genpaper.DownloadPaper200ResponseHeaders{ContentDisposition: &disposition}}, nil
}

func (a API) SignPaper(ctx context.Context, r genpaper.SignPaperRequestObject) (genpaper.SignPaperResponseObject, error) {
	in := core.SignInput{OperationID: id.ID(r.OperationId), PaperID: id.ID(r.PaperId)}
	read := func(take func(text string) error) func(io.Reader) error {
		return func(part io.Reader) error {
			text, err := io.ReadAll(io.LimitReader(part, 1<<10))
			if err != nil {
				return err
			}
			return take(string(text))
		}
	}
	dated := false
	received, err := parts.Receive(r.Body, parts.Rules{MaxFiles: 1, TooMany: core.ErrFile, Others: map[string]func(io.Reader) error{
		"signedBy": read(func(text string) error { in.By = norm.NFC.String(text); return nil }),
		"signedOn": read(func(text string) error {
			day, err := time.Parse(time.DateOnly, text)
			if err != nil {
				return fault.FieldRequired.At("signedOn")
			}
			in.On, dated = civil.NewDate(day.Date()), true
			return nil
		})}})
	if err != nil {
		return nil, err
	}
	defer received.Remove()
	if !dated {
		return nil, fault.FieldRequired.At("signedOn")
	}
	for _, f := range received.Files {
		in.File = core.File{Name: norm.NFC.String(f.Name), Size: f.Size, SHA256: f.SHA256, Open: f.Open}
	}
	signed, err := a.Papers.Sign(ctx, request.Principal(ctx), in)
	if err != nil {
		return nil, err
	}
	return genpaper.SignPaper200JSONResponse(toAPIPaper(signed)), nil
}

func (a API) RefusePaper(ctx context.Context, r genpaper.RefusePaperRequestObject) (genpaper.RefusePaperResponseObject, error) {
	refused, err := a.Papers.Refuse(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.PaperId), wire.Day(r.Body.RefusedOn), wire.Text(r.Body.Note))
	if err != nil {
		return nil, err
	}
	return genpaper.RefusePaper200JSONResponse(toAPIPaper(refused)), nil
}

func toAPIPapers(found []core.Paper) []model.Paper {
	out := make([]model.Paper, len(found))
	for n, one := range found {
		out[n] = toAPIPaper(one)
	}
	return out
}

func toAPIPaper(p core.Paper) model.Paper {
	out := model.Paper{Id: string(p.ID), ParticipantId: string(p.SiteID), ParticipantName: p.SiteName, Kind: model.PaperKind(p.Kind), Status: model.PaperStatus(p.Status()),
		Language: p.Language, Lacks: p.Lacks, NoticeDate: wire.OptionalDate(p.NoticeDate), RefusalUntil: wire.OptionalDate(p.RefusalUntil), MadeAt: wire.InParis(p.MadeAt)}
	if s := p.Signature; s != nil {
		out.SignedOn, out.SignedBy = wire.OptionalDate(&s.On), &s.By
	}
	if r := p.Refusal; r != nil {
		out.RefusedOn, out.Note = wire.OptionalDate(&r.On), wire.OptionalText(r.Note)
	}
	return out
}
