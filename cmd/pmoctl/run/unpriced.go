package run

import (
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// mends is what to do about energy that nobody is billed for.
var mends = map[pmo.UnpricedReason]string{
	pmo.CLIENTMISSING:     "the site has no client: pmoctl client create",
	pmo.ISSUERMISSING:     "the producer has no issuer: pmoctl issuer create",
	pmo.NOTSUBSCRIBED:     "no subscription: pmoctl subscription create",
	pmo.SUBSCRIPTIONOVER:  "the subscription has ended: pmoctl subscription create",
	pmo.SUBSCRIPTIONLATER: "the subscription begins later; nothing is asked",
}

// noteUnpriced says which energy nobody is billed for, and what mends it.
func noteUnpriced(f *factory.Factory, u *pmo.UnpricedEnergy) {
	if u == nil {
		return
	}
	ask := ""
	if asksForYes(u) {
		ask = "; publishing asks for --confirm-unpriced"
	}
	f.Note("%s kWh are billed to nobody (%d pairs without a subscription)%s", output.KWh(u.EnergyMilliWh), u.PairsNumber, ask)
	for _, p := range u.Pairs {
		f.Note("  %s from %s, %s..%s: %s kWh; %s", p.ConsumerName, p.ProducerName, p.PeriodStart, p.PeriodEnd, output.KWh(p.EnergyMilliWh), mends[p.Reason])
	}
}

// asksForYes reports whether publishing stops at some of the energy. Pairs about which it
// asks come first.
func asksForYes(u *pmo.UnpricedEnergy) bool {
	return u != nil && len(u.Pairs) > 0 && u.Pairs[0].Reason != pmo.SUBSCRIPTIONLATER
}
