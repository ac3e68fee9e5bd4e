package operation

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	genoperation "github.com/openpmo/pmo/adapters/httpapi/gen/operation"
	"github.com/openpmo/pmo/adapters/httpapi/transport/parts"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/logo"
	"github.com/openpmo/pmo/core/operation/branding"
)

func (a API) UpdateOperationTheme(ctx context.Context, r genoperation.UpdateOperationThemeRequestObject) (genoperation.UpdateOperationThemeResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	o, err := a.Branding.SetTheme(ctx, request.Principal(ctx), branding.ThemeInput{OperationID: id.ID(r.OperationId), IfVersion: version,
		Primary: wire.ChangedText(r.Body.Primary), Secondary: wire.ChangedText(r.Body.Secondary), DryRun: wire.IsTrue(r.Params.DryRun)})
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(o.Version)
	return genoperation.UpdateOperationTheme200JSONResponse{Body: toAPITheme(o), Headers: genoperation.UpdateOperationTheme200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) UploadOperationLogo(ctx context.Context, r genoperation.UploadOperationLogoRequestObject) (genoperation.UploadOperationLogoResponseObject, error) {
	file, err := parts.OneFile(r.Body, logo.MaxBytes)
	if err != nil {
		return nil, err
	}
	link, err := a.Branding.SetLogo(ctx, request.Principal(ctx), id.ID(r.OperationId), file)
	if err != nil {
		return nil, err
	}
	return genoperation.UploadOperationLogo200JSONResponse(ToAPILogo(link)), nil
}

func (a API) DeleteOperationLogo(ctx context.Context, r genoperation.DeleteOperationLogoRequestObject) (genoperation.DeleteOperationLogoResponseObject, error) {
	if err := a.Branding.RemoveLogo(ctx, request.Principal(ctx), id.ID(r.OperationId)); err != nil {
		return nil, err
	}
	return genoperation.DeleteOperationLogo204Response{}, nil
}

func (a API) GetOperationPresignedLogo(ctx context.Context, r genoperation.GetOperationPresignedLogoRequestObject) (genoperation.GetOperationPresignedLogoResponseObject, error) {
	link, err := a.Branding.LogoLink(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	return genoperation.GetOperationPresignedLogo200JSONResponse(ToAPILogo(link)), nil
}

func (a API) ListPresignedLogos(ctx context.Context, r genoperation.ListPresignedLogosRequestObject) (genoperation.ListPresignedLogosResponseObject, error) {
	links, err := a.Branding.LogoLinks(ctx, request.Principal(ctx), wire.IDs(&r.Params.OperationIds))
	if err != nil {
		return nil, err
	}
	body := make([]model.OperationLogo, len(links))
	for i, one := range links {
		body[i] = model.OperationLogo{OperationId: string(one.OperationID), Url: one.URL, ExpiresAt: wire.InParis(one.Expires)}
	}
	return genoperation.ListPresignedLogos200JSONResponse{Body: body}, nil
}

// ToAPILogo is a link to a logo.
func ToAPILogo(l logo.Link) model.PresignedLogo {
	return model.PresignedLogo{Url: l.URL, ExpiresAt: wire.InParis(l.Expires)} // Brussels has the same clock
}
