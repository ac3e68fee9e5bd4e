package account

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/account"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/account/secondfactor"
	"github.com/openpmo/pmo/core/id"
)

func (a API) GetSecondFactor(ctx context.Context, r account.GetSecondFactorRequestObject) (account.GetSecondFactorResponseObject, error) {
	state, err := a.SecondFactor.State(ctx, request.Principal(ctx), id.ID(r.UserId))
	if err != nil {
		return nil, err
	}
	return account.GetSecondFactor200JSONResponse(toAPISecondFactor(state)), nil
}

func toAPISecondFactor(s secondfactor.State) model.SecondFactor {
	return model.SecondFactor{Enabled: s.ConfirmedAt != nil, EnabledAt: wire.OptionalInParis(s.ConfirmedAt), Required: s.Required, RecoveryCodesLeft: s.RecoveryLeft}
}

func (a API) BeginSecondFactor(ctx context.Context, r account.BeginSecondFactorRequestObject) (account.BeginSecondFactorResponseObject, error) {
	e, err := a.SecondFactor.Begin(ctx, request.Principal(ctx), id.ID(r.UserId), r.Body.Password)
	if err != nil {
		return nil, err
	}
	return account.BeginSecondFactor200JSONResponse{Secret: e.Secret, Uri: e.URI, QrCode: e.QR}, nil
}

func (a API) ConfirmSecondFactor(ctx context.Context, r account.ConfirmSecondFactorRequestObject) (account.ConfirmSecondFactorResponseObject, error) {
	codes, err := a.SecondFactor.Confirm(ctx, callerOf(ctx), id.ID(r.UserId), r.Body.Code)
	if err != nil {
		return nil, err
	}
	return account.ConfirmSecondFactor200JSONResponse{RecoveryCodes: codes}, nil
}

func (a API) RenewRecoveryCodes(ctx context.Context, r account.RenewRecoveryCodesRequestObject) (account.RenewRecoveryCodesResponseObject, error) {
	codes, err := a.SecondFactor.Renew(ctx, request.Principal(ctx), id.ID(r.UserId), r.Body.Password, r.Body.Code)
	if err != nil {
		return nil, err
	}
	return account.RenewRecoveryCodes200JSONResponse{RecoveryCodes: codes}, nil
}

func (a API) DisableSecondFactor(ctx context.Context, r account.DisableSecondFactorRequestObject) (account.DisableSecondFactorResponseObject, error) {
	if err := a.SecondFactor.Disable(ctx, request.Principal(ctx), id.ID(r.UserId), r.Body.Password, r.Body.Code); err != nil {
		return nil, err
	}
	return account.DisableSecondFactor204Response{}, nil
}
