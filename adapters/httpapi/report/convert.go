package report

import (
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/report"
)

// linkPath is where links lead.
const linkPath = "/api/report-links/"

func toAPILink(l core.Link) model.ReportLink {
	return model.ReportLink{Id: string(l.ID), Period: l.Period.String(), StartDate: wire.Date(l.Period.Days.From), EndDate: wire.Date(l.Period.Days.Last()), Url: linkPath + l.Token,
		CreatedAt: wire.InParis(l.CreatedAt), ExpiresAt: wire.InParis(l.ExpiresAt), RevokedAt: wire.OptionalInParis(l.RevokedAt), DownloadsNumber: l.Opened,
		LastDownloadAt: wire.OptionalInParis(l.LastOpenedAt), Mailed: !l.JobID.IsZero()}
}
