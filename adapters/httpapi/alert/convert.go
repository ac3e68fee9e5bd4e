package alert

import (
	genalert "github.com/openpmo/pmo/adapters/httpapi/gen/alert"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/alert"
	"github.com/openpmo/pmo/core/id"
)

// statusAsked is which alerts a list is of.
func statusAsked(p genalert.ListAlertsParams) core.Status {
	if p.Status == nil {
		return core.Open
	}
	return core.Status(*p.Status)
}

func filterOf(p genalert.ListAlertsParams) core.Filter {
	f := core.Filter{Status: statusAsked(p)}
	if p.Rule != nil {
		f.Rule = core.Key(*p.Rule)
	}
	if p.ParticipantId != nil {
		f.SiteID = id.ID(*p.ParticipantId)
	}
	return f
}

func toAPIAlerts(found []core.Alert, status core.Status) []model.Alert {
	out := make([]model.Alert, len(found))
	for i, a := range found {
		out[i] = toAPIAlert(a, status)
	}
	return out
}

func toAPIAlert(a core.Alert, status core.Status) model.Alert {
	out := model.Alert{Id: string(a.ID), Rule: model.AlertRuleKey(a.Rule), Severity: model.AlertSeverity(a.Severity), Status: model.AlertStatus(status),
		ParticipantId: wire.OptionalText(string(a.SiteID)), ParticipantName: wire.OptionalText(a.SiteName), Figures: toAPIFigures(a.Figures),
		Action: model.AlertAction(a.Action), OpenedAt: wire.InParis(a.OpenedAt), SeenAt: wire.InParis(a.SeenAt), EndedAt: wire.OptionalInParis(a.EndedAt), Read: a.Read}
	if a.Month != nil {
		month := a.Month.String()
		out.Month = &month
	}
	if a.Energy != nil {
		energy := int64(*a.Energy)
		out.ImpactMilliWh = &energy
	}
	if a.Amount != nil {
		amount := int64(*a.Amount)
		out.ImpactCents = &amount
	}
	if m := a.Mute; m != nil && status != core.Open {
		out.Mute = &model.AlertMute{Until: wire.Date(m.Until), Reason: m.Reason, By: m.By, At: wire.InParis(m.At)}
	}
	return out
}

func toAPIFigures(f core.Figures) model.AlertFigures {
	out := model.AlertFigures{Day: wire.OptionalDate(f.Day), DateFrom: wire.OptionalDate(f.From), DateTo: wire.OptionalDate(f.To),
		SitesNumber: wire.OptionalCount(f.Sites), Number: wire.OptionalCount(f.Number), Rate: f.Rate, ExpectedRate: f.Expected}
	if f.Days != 0 || f.Day != nil {
		days := f.Days
		out.Days = &days
	}
	if f.Against != "" {
		against := model.AlertComparison(f.Against)
		out.Against = &against
	}
	return out
}

func toAPICounts(c core.Counts) model.AlertCounts {
	return model.AlertCounts{Id: string(c.OperationID), Open: c.Open, Urgent: c.Urgent, Unread: c.Unread}
}

func toAPIOverview(o core.Overview) model.AlertOverview {
	return model.AlertOverview{Open: o.Open, Urgent: o.Urgent, Unread: o.Unread, Mail: o.Mail, LookedAt: wire.OptionalInParis(o.LookedAt)}
}

func toAPIRule(s core.Setting) model.AlertRule {
	return model.AlertRule{Id: model.AlertRuleKey(s.Key), About: model.AlertAbout(s.About), Unit: model.AlertUnit(s.Threshold.Unit), Threshold: s.Value,
		DefaultThreshold: s.Threshold.Default, Least: s.Threshold.Least, Most: s.Threshold.Most, Enabled: !s.Off}
}
