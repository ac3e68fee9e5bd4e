package httpapi

import (
	"context"
	"net/http"

	"github.com/openpmo/pmo/adapters/httpapi/gen/account"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	core "github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// accountAPI serves the tag account.
type accountAPI struct{ *API }

var _ account.StrictServerInterface = accountAPI{}

// accountAuthenticator turns the account service into an Authenticator.
type accountAuthenticator struct{ service *core.Service }

// NewAuthenticator recognises callers by the sessions and tokens of the service.
func NewAuthenticator(service *core.Service) Authenticator { return accountAuthenticator{service} }

func (a accountAuthenticator) BySession(ctx context.Context, secret string) (Caller, error) {
	c, err := a.service.BySession(ctx, secret)
	return Caller{Principal: c.Principal, SessionID: string(c.Session)}, err
}

func (a accountAuthenticator) ByToken(ctx context.Context, secret string) (Caller, error) {
	c, err := a.service.ByToken(ctx, secret)
	return Caller{Principal: c.Principal}, err
}

// withRequest is the context of a request that lets its handler see the request itself.
func withRequest(r *http.Request) context.Context {
	return context.WithValue(r.Context(), keyHTTP, r)
}

// httpRequest is what withRequest kept.
func httpRequest(ctx context.Context) *http.Request {
	r, _ := ctx.Value(keyHTTP).(*http.Request)
	return r
}

func (a accountAPI) Login(ctx context.Context, r account.LoginRequestObject) (account.LoginResponseObject, error) {
	login, err := a.deps.Account.Login(ctx, core.LoginInput{
		Email: r.Body.Email, Password: r.Body.Password,
		BackOffice: r.Body.Application != nil && *r.Body.Application == model.LoginRequestApplicationAdmin,
		Address:    a.clientAddress(httpRequest(ctx)),
		Device:     deviceSecret(httpRequest(ctx)),
		Replaces:   core.SecretHash(caller(ctx).SessionID),
	})
	if err != nil {
		return nil, err
	}
	cookie := a.signedIn(httpRequest(ctx), login)
	return account.Login200JSONResponse{
		Body:    model.LoginReply{Success: true, Role: model.Role(login.Role)},
		Headers: account.Login200ResponseHeaders{SetCookie: &cookie},
	}, nil
}

// signedIn is the cookie of a session. It holds the secret of the device too: one cookie
// is all that the terms of use speak of.
func (a accountAPI) signedIn(r *http.Request, login core.Login) string {
	return a.cookie(r, login.Secret+"."+login.Device, core.DeviceLife)
}

// signedOut is the cookie without a session: what is left of it is the device, by which an
// account is known here the next time, or nothing.
func (a accountAPI) signedOut(r *http.Request) string {
	device := deviceSecret(r)
	if device == "" {
		return a.cookie(r, "", 0)
	}
	return a.cookie(r, "."+device, core.DeviceLife)
}

func (a accountAPI) Logout(ctx context.Context, _ account.LogoutRequestObject) (account.LogoutResponseObject, error) {
	c := caller(ctx)
	if err := a.deps.Account.Logout(ctx, core.Caller{Principal: c.Principal, Session: core.SecretHash(c.SessionID)}); err != nil {
		return nil, err
	}
	cookie := a.signedOut(httpRequest(ctx))
	return account.Logout204Response{Headers: account.Logout204ResponseHeaders{SetCookie: &cookie}}, nil
}

func (a accountAPI) GetSession(ctx context.Context, _ account.GetSessionRequestObject) (account.GetSessionResponseObject, error) {
	c, err := a.deps.Account.Session(ctx, principal(ctx))
	if err != nil {
		return nil, err
	}
	return account.GetSession200JSONResponse(toAPISession(c)), nil
}

func (a accountAPI) UpdatePassword(ctx context.Context, r account.UpdatePasswordRequestObject) (account.UpdatePasswordResponseObject, error) {
	c, err := a.deps.Account.ChangePassword(ctx, principal(ctx), core.ChangePasswordInput{
		Session: core.SecretHash(caller(ctx).SessionID), OldPassword: r.Body.OldPassword, NewPassword: r.Body.NewPassword,
	})
	if err != nil {
		return nil, err
	}
	return account.UpdatePassword200JSONResponse(toAPISession(c)), nil
}

func (a accountAPI) UpdateAuthenticatedUser(ctx context.Context, _ account.UpdateAuthenticatedUserRequestObject) (account.UpdateAuthenticatedUserResponseObject, error) {
	c, err := a.deps.Account.ConfirmInitialized(ctx, principal(ctx))
	if err != nil {
		return nil, err
	}
	return account.UpdateAuthenticatedUser200JSONResponse(toAPISession(c)), nil
}

func (a accountAPI) GetAccountInfo(ctx context.Context, r account.GetAccountInfoRequestObject) (account.GetAccountInfoResponseObject, error) {
	u, err := a.deps.Account.Info(ctx, principal(ctx), id.ID(r.UserId))
	if err != nil {
		return nil, err
	}
	tag := etag(u.Version)
	return account.GetAccountInfo200JSONResponse{Body: toAPIAccountInfo(u), Headers: account.GetAccountInfo200ResponseHeaders{ETag: &tag}}, nil
}

func (a accountAPI) UpdateAccountInfo(ctx context.Context, r account.UpdateAccountInfoRequestObject) (account.UpdateAccountInfoResponseObject, error) {
	version, err := ifMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	u, err := a.deps.Account.UpdateInfo(ctx, principal(ctx), fromAPIAccountInfoUpdate(r.UserId, version, *r.Body))
	if err != nil {
		return nil, err
	}
	tag := etag(u.Version)
	return account.UpdateAccountInfo200JSONResponse{Body: toAPIAccountInfo(u), Headers: account.UpdateAccountInfo200ResponseHeaders{ETag: &tag}}, nil
}

func (a accountAPI) GetAppMap(ctx context.Context, _ account.GetAppMapRequestObject) (account.GetAppMapResponseObject, error) {
	apps, err := a.deps.Account.AppMap(ctx, principal(ctx))
	if err != nil {
		return nil, err
	}
	reply := make(account.GetAppMap200JSONResponse, len(apps))
	for i, app := range apps {
		reply[i] = model.App{Key: model.AppKey(app.Key), Url: app.Path, Allowed: app.Allowed}
	}
	return reply, nil
}

func (a accountAPI) GetTerms(ctx context.Context, _ account.GetTermsRequestObject) (account.GetTermsResponseObject, error) {
	terms, err := a.deps.Account.TermsInForce(ctx)
	if err != nil {
		return nil, err
	}
	spoken := core.French
	if language(httpRequest(ctx)) == "nl" {
		spoken = core.Dutch
	}
	return account.GetTerms200JSONResponse{
		Version: terms.Version, PublishedAt: wireDate(terms.PublishedOn), Text: terms.TextIn(spoken),
	}, nil
}

func (a accountAPI) AcceptTerms(ctx context.Context, r account.AcceptTermsRequestObject) (account.AcceptTermsResponseObject, error) {
	accepted, err := a.deps.Account.AcceptTerms(ctx, principal(ctx), id.ID(r.UserId))
	if err != nil {
		return nil, err
	}
	return account.AcceptTerms200JSONResponse{Version: accepted.Version, AcceptedAt: inParis(accepted.AcceptedAt)}, nil
}

func (a accountAPI) GetConfig(context.Context, account.GetConfigRequestObject) (account.GetConfigResponseObject, error) {
	return account.GetConfig200JSONResponse(toAPIConfig(a.deps.Settings)), nil
}

var errLinkInvalid = fault.New(fault.NotFound, "object.linkInvalid")

func (a accountAPI) DownloadFile(ctx context.Context, r account.DownloadFileRequestObject) (account.DownloadFileResponseObject, error) {
	if a.deps.OpenFile == nil { // links lead to the object store itself
		return nil, errLinkInvalid
	}
	file, err := a.deps.OpenFile(ctx, r.Token)
	if err != nil {
		return nil, err
	}
	disposition := attachment(file.Name)
	return account.DownloadFile200ApplicationoctetStreamResponse{
		Body: file.Content, ContentLength: file.Size,
		Headers: account.DownloadFile200ResponseHeaders{ContentDisposition: &disposition},
	}, nil
}
