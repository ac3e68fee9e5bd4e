// Package account answers the operations about sessions, accounts and tokens.
package account

import (
	"context"
	"net/http"

	"github.com/openpmo/pmo/adapters/httpapi/gen/account"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/account/columnchoice"
	"github.com/openpmo/pmo/core/account/provider"
	"github.com/openpmo/pmo/core/account/secondfactor"
	"github.com/openpmo/pmo/core/account/viewing"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/logo"
)

// API serves the tag account.
type API struct {
	Account *core.Service
	Viewing *viewing.Service
	// Columns are the choices of columns that people made for themselves.
	Columns *columnchoice.Service
	// SecondFactor is the codes that are asked for after passwords.
	SecondFactor *secondfactor.Service
	// Provider is the sign-in by the identity provider of the installation.
	Provider *provider.Service
	Callers  transport.Callers
	Settings Settings
	// OpenFile opens what a signed link of this server leads to; nil when links lead
	// elsewhere. Error: object.linkInvalid.
	OpenFile func(ctx context.Context, token string) (File, error)
}

var _ account.StrictServerInterface = API{}

// Endpoints are the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return account.Endpoints(a) }

// accountAuthenticator turns the account service into an Authenticator.
type accountAuthenticator struct{ service *core.Service }

// NewAuthenticator recognises callers by the sessions and tokens of the service.
func NewAuthenticator(service *core.Service) transport.Authenticator {
	return accountAuthenticator{service}
}

func (a accountAuthenticator) BySession(ctx context.Context, secret string) (request.Caller, error) {
	c, err := a.service.BySession(ctx, secret)
	return request.Caller{Principal: c.Principal, SessionID: string(c.Session)}, err
}

func (a accountAuthenticator) ByToken(ctx context.Context, secret string) (request.Caller, error) {
	c, err := a.service.ByToken(ctx, secret)
	return request.Caller{Principal: c.Principal}, err
}

func (a API) Login(ctx context.Context, r account.LoginRequestObject) (account.LoginResponseObject, error) {
	login, err := a.Account.Login(ctx, core.LoginInput{
		Email: r.Body.Email, Password: r.Body.Password, Code: wire.Text(r.Body.Code),
		BackOffice: r.Body.Application != nil && *r.Body.Application == model.LoginRequestApplicationAdmin,
		Address:    a.Callers.ClientAddress(request.HTTP(ctx)),
		Device:     transport.DeviceSecret(request.HTTP(ctx)),
		Agent:      request.HTTP(ctx).UserAgent(),
		Replaces:   core.SecretHash(request.CallerOf(ctx).SessionID),
	})
	if err != nil {
		return nil, err
	}
	cookie := a.signedIn(request.HTTP(ctx), login)
	return account.Login200JSONResponse{
		Body:    model.LoginReply{Success: true, Role: model.Role(login.Role)},
		Headers: account.Login200ResponseHeaders{SetCookie: &cookie},
	}, nil
}

// signedIn is the cookie of a session. It holds the secret of the device too: one cookie
// is all that the terms of use speak of.
func (a API) signedIn(r *http.Request, login core.Login) string {
	return a.Callers.Cookie(r, login.Secret+"."+login.Device, core.DeviceLife)
}

// signedOut is the cookie without a session: what is left of it is the device, by which an
// account is known here the next time, or nothing.
func (a API) signedOut(r *http.Request) string {
	device := transport.DeviceSecret(r)
	if device == "" {
		return a.Callers.Cookie(r, "", 0)
	}
	return a.Callers.Cookie(r, "."+device, core.DeviceLife)
}

func (a API) Logout(ctx context.Context, _ account.LogoutRequestObject) (account.LogoutResponseObject, error) {
	c := request.CallerOf(ctx)
	if err := a.Account.Logout(ctx, core.Caller{Principal: c.Principal, Session: core.SecretHash(c.SessionID)}); err != nil {
		return nil, err
	}
	cookie := a.signedOut(request.HTTP(ctx))
	return account.Logout204Response{Headers: account.Logout204ResponseHeaders{SetCookie: &cookie}}, nil
}

func (a API) GetSession(ctx context.Context, _ account.GetSessionRequestObject) (account.GetSessionResponseObject, error) {
	c, err := a.Account.Session(ctx, request.Principal(ctx))
	if err != nil {
		return nil, err
	}
	body := toAPISession(c)
	if request.Principal(ctx).Viewing {
		seen, err := a.Viewing.Current(ctx, callerOf(ctx))
		if err != nil {
			return nil, err
		}
		view := toAPIViewing(seen)
		body.Viewing = &view
	}
	return account.GetSession200JSONResponse(body), nil
}

func (a API) UpdatePassword(ctx context.Context, r account.UpdatePasswordRequestObject) (account.UpdatePasswordResponseObject, error) {
	c, err := a.Account.ChangePassword(ctx, request.Principal(ctx), core.ChangePasswordInput{
		Session: core.SecretHash(request.CallerOf(ctx).SessionID), OldPassword: r.Body.OldPassword, NewPassword: r.Body.NewPassword,
	})
	if err != nil {
		return nil, err
	}
	return account.UpdatePassword200JSONResponse(toAPISession(c)), nil
}

func (a API) UpdateAuthenticatedUser(ctx context.Context, _ account.UpdateAuthenticatedUserRequestObject) (account.UpdateAuthenticatedUserResponseObject, error) {
	c, err := a.Account.ConfirmInitialized(ctx, request.Principal(ctx))
	if err != nil {
		return nil, err
	}
	return account.UpdateAuthenticatedUser200JSONResponse(toAPISession(c)), nil
}

func (a API) GetAccountInfo(ctx context.Context, r account.GetAccountInfoRequestObject) (account.GetAccountInfoResponseObject, error) {
	u, err := a.Account.Info(ctx, request.Principal(ctx), id.ID(r.UserId))
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(u.Version)
	return account.GetAccountInfo200JSONResponse{Body: toAPIAccountInfo(u), Headers: account.GetAccountInfo200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) UpdateAccountInfo(ctx context.Context, r account.UpdateAccountInfoRequestObject) (account.UpdateAccountInfoResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	u, err := a.Account.UpdateInfo(ctx, request.Principal(ctx), fromAPIAccountInfoUpdate(r.UserId, version, *r.Body))
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(u.Version)
	return account.UpdateAccountInfo200JSONResponse{Body: toAPIAccountInfo(u), Headers: account.UpdateAccountInfo200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) GetAppMap(ctx context.Context, _ account.GetAppMapRequestObject) (account.GetAppMapResponseObject, error) {
	apps, err := a.Account.AppMap(ctx, request.Principal(ctx))
	if err != nil {
		return nil, err
	}
	reply := make(account.GetAppMap200JSONResponse, len(apps))
	for i, app := range apps {
		reply[i] = model.App{Key: model.AppKey(app.Key), Url: app.Path, Allowed: app.Allowed}
	}
	return reply, nil
}

func (a API) GetTerms(ctx context.Context, r account.GetTermsRequestObject) (account.GetTermsResponseObject, error) {
	terms, err := a.Account.TermsVersion(ctx, wire.Text(r.Params.Version))
	if err != nil {
		return nil, err
	}
	spoken := core.French
	if request.Language(ctx) == "nl" {
		spoken = core.Dutch
	}
	return account.GetTerms200JSONResponse{
		Version: terms.Version, PublishedAt: wire.Date(terms.PublishedOn), Text: terms.TextIn(spoken),
	}, nil
}

func (a API) AcceptTerms(ctx context.Context, r account.AcceptTermsRequestObject) (account.AcceptTermsResponseObject, error) {
	accepted, err := a.Account.AcceptTerms(ctx, request.Principal(ctx), id.ID(r.UserId))
	if err != nil {
		return nil, err
	}
	return account.AcceptTerms200JSONResponse{Version: accepted.Version, AcceptedAt: wire.InParis(accepted.AcceptedAt)}, nil
}

func (a API) GetConfig(context.Context, account.GetConfigRequestObject) (account.GetConfigResponseObject, error) {
	return account.GetConfig200JSONResponse(toAPIConfig(a.Settings)), nil
}

var errLinkInvalid = fault.ObjectLinkInvalid

func (a API) DownloadFile(ctx context.Context, r account.DownloadFileRequestObject) (account.DownloadFileResponseObject, error) {
	if a.OpenFile == nil { // links lead to the object store itself
		return nil, errLinkInvalid
	}
	file, err := a.OpenFile(ctx, r.Token)
	if err != nil {
		return nil, err
	}
	disposition := wire.Attachment(file.Name)
	if file.ContentType == logo.ContentType { // the one type that pages show
		return account.DownloadFile200ImagepngResponse{Body: file.Content, ContentLength: file.Size,
			Headers: account.DownloadFile200ResponseHeaders{ContentDisposition: &disposition}}, nil
	}
	return account.DownloadFile200ApplicationoctetStreamResponse{
		Body: file.Content, ContentLength: file.Size,
		Headers: account.DownloadFile200ResponseHeaders{ContentDisposition: &disposition},
	}, nil
}
