// Package paper answers about the papers that people of an operation sign.
package paper

import (
	"context"
	"io"
	"mime/multipart"
	"time"
	"unicode/utf8"

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
	"github.com/openpmo/pmo/core/paper/notice"
)

// API serves the tag paper.
type API struct {
	Papers  *core.Service
	Notices *notice.Service
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
	d, err := a.Papers.Download(ctx, request.Principal(ctx), ofOperation(r.OperationId, r.PaperId), wire.IsTrue(r.Params.Signed))
	if err != nil {
		return nil, err
	}
	disposition := wire.Attachment(d.Name)
	return genpaper.DownloadPaper200ApplicationoctetStreamResponse{Body: d.Content, ContentLength: d.Size,
		Headers: genpaper.DownloadPaper200ResponseHeaders{ContentDisposition: &disposition}}, nil
}

func ofOperation(operationID, paperID string) core.Ref {
	return core.Ref{OperationID: id.ID(operationID), PaperID: id.ID(paperID)}
}

func ofSite(participantID, paperID string) core.Ref {
	return core.Ref{SiteID: id.ID(participantID), PaperID: id.ID(paperID)}
}

func (a API) SignPaper(ctx context.Context, r genpaper.SignPaperRequestObject) (genpaper.SignPaperResponseObject, error) {
	signed, err := a.sign(ctx, ofOperation(r.OperationId, r.PaperId), r.Body)
	if err != nil {
		return nil, err
	}
	return genpaper.SignPaper200JSONResponse(signed), nil
}

// mostOfPart is how many bytes a text beside a file may have: more than any that is taken, of which none is cut. In
// its composed form, in which it is counted, a text is down to a third as long (Unicode Annex 15).
const mostOfPart = 3 * utf8.UTFMax * core.MostText

// textOf reads a text beside a file. Error: field.tooLong.
func textOf(field string, part io.Reader) (string, error) {
	text, err := io.ReadAll(io.LimitReader(part, mostOfPart+1))
	if err == nil && len(text) > mostOfPart {
		err = fault.FieldTooLong.With("max", core.MostText).At(field)
	}
	return string(text), err
}

// sign takes in a signed copy, with who signed and when.
func (a API) sign(ctx context.Context, ref core.Ref, body *multipart.Reader) (model.Paper, error) {
	in := core.SignInput{Ref: ref}
	read := func(field string, take func(text string) error) func(io.Reader) error {
		return func(part io.Reader) error {
			text, err := textOf(field, part)
			if err != nil {
				return err
			}
			return take(text)
		}
	}
	received, err := parts.Receive(body, parts.Rules{MaxFiles: 1, TooMany: core.ErrFile, Others: map[string]func(io.Reader) error{
		"signedBy": read("signedBy", func(text string) error { in.By = norm.NFC.String(text); return nil }),
		"signedOn": read("signedOn", func(text string) error {
			day, err := time.Parse(time.DateOnly, text)
			if err != nil {
				return fault.FieldRequired.At("signedOn")
			}
			in.On = civil.NewDate(day.Date())
			return nil
		})}})
	if err != nil {
		return model.Paper{}, err
	}
	defer received.Remove()
	for _, f := range received.Files {
		in.File = core.File{Name: norm.NFC.String(f.Name), Size: f.Size, SHA256: f.SHA256, Open: f.Open}
	}
	signed, err := a.Papers.Sign(ctx, request.Principal(ctx), in)
	return toAPIPaper(signed), err
}

func (a API) RefusePaper(ctx context.Context, r genpaper.RefusePaperRequestObject) (genpaper.RefusePaperResponseObject, error) {
	refused, err := a.Papers.Refuse(ctx, request.Principal(ctx), ofOperation(r.OperationId, r.PaperId), wire.Day(r.Body.RefusedOn), wire.Text(r.Body.Note))
	if err != nil {
		return nil, err
	}
	return genpaper.RefusePaper200JSONResponse(toAPIPaper(refused)), nil
}

func (a API) ListParticipantPapers(ctx context.Context, r genpaper.ListParticipantPapersRequestObject) (genpaper.ListParticipantPapersResponseObject, error) {
	found, err := a.Papers.ListOwn(ctx, request.Principal(ctx), id.ID(r.ParticipantId))
	if err != nil {
		return nil, err
	}
	return genpaper.ListParticipantPapers200JSONResponse{Body: toAPIPapers(found)}, nil
}

func (a API) DownloadParticipantPaper(ctx context.Context, r genpaper.DownloadParticipantPaperRequestObject) (genpaper.DownloadParticipantPaperResponseObject, error) {
	d, err := a.Papers.Download(ctx, request.Principal(ctx), ofSite(r.ParticipantId, r.PaperId), wire.IsTrue(r.Params.Signed))
	if err != nil {
		return nil, err
	}
	disposition := wire.Attachment(d.Name)
	return genpaper.DownloadParticipantPaper200ApplicationoctetStreamResponse{Body: d.Content, ContentLength: d.Size,
		Headers: genpaper.DownloadParticipantPaper200ResponseHeaders{ContentDisposition: &disposition}}, nil
}

func (a API) SignParticipantPaper(ctx context.Context, r genpaper.SignParticipantPaperRequestObject) (genpaper.SignParticipantPaperResponseObject, error) {
	signed, err := a.sign(ctx, ofSite(r.ParticipantId, r.PaperId), r.Body)
	if err != nil {
		return nil, err
	}
	return genpaper.SignParticipantPaper200JSONResponse(signed), nil
}

func (a API) RefuseParticipantPaper(ctx context.Context, r genpaper.RefuseParticipantPaperRequestObject) (genpaper.RefuseParticipantPaperResponseObject, error) {
	refused, err := a.Papers.Refuse(ctx, request.Principal(ctx), ofSite(r.ParticipantId, r.PaperId), wire.Day(r.Body.RefusedOn), wire.Text(r.Body.Note))
	if err != nil {
		return nil, err
	}
	return genpaper.RefuseParticipantPaper200JSONResponse(toAPIPaper(refused)), nil
}

func (a API) ListPaperMails(ctx context.Context, r genpaper.ListPaperMailsRequestObject) (genpaper.ListPaperMailsResponseObject, error) {
	found, err := a.Notices.List(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.PaperId))
	if err != nil {
		return nil, err
	}
	out := make([]model.PaperMail, len(found))
	for n, one := range found {
		out[n] = toAPIPaperMail(one)
	}
	return genpaper.ListPaperMails200JSONResponse{Body: out}, nil
}

func (a API) SendPaperMail(ctx context.Context, r genpaper.SendPaperMailRequestObject) (genpaper.SendPaperMailResponseObject, error) {
	sent, err := a.Notices.SendAgain(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.PaperId))
	if err != nil {
		return nil, err
	}
	return genpaper.SendPaperMail200JSONResponse(toAPIPaperMail(sent)), nil
}

func toAPIPaperMail(m core.Mail) model.PaperMail {
	out := model.PaperMail{Id: string(m.ID), Kind: model.PaperMailKind(m.Kind), Email: string(m.Email), AskedAt: wire.InParis(m.AskedAt),
		AskedBy: wire.OptionalText(m.AskedByName), Status: model.InvitationMailStatus(m.Status), Reason: wire.OptionalText(m.Reason)}
	if m.EndedAt != nil {
		at := wire.InParis(*m.EndedAt)
		out.EndedAt = &at
	}
	return out
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
	if f := p.Filed; f != nil {
		filer := model.PaperFiler(map[bool]string{true: "PARTICIPANT", false: "ORGANIZER"}[f.ByParticipant])
		out.FiledBy = &filer
	}
	if p.Mail != nil {
		last := toAPIPaperMail(*p.Mail)
		out.LastMail = &last
	}
	return out
}
