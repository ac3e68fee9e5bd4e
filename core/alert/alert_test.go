package alert

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

var noon = time.Date(2026, 11, 6, 12, 0, 0, 0, time.UTC)

func factAbout(site string, s Severity) Fact {
	return Fact{Subject: Subject{SiteID: id.ID(site)}, Severity: s}
}

func TestAFactIsOneAlertFromWhenItIsFoundUntilItIsGone(t *testing.T) {
	t.Parallel()
	c := reconcile(SiteSilent, nil, []Fact{factAbout("a", Warning), factAbout("b", Notice), factAbout("a", Urgent)}, noon)
	require.Len(t, c.opened, 2, "each subject once")
	require.Equal(t, Urgent, c.opened[0].Severity, "the more severe of two")
	require.Empty(t, c.seen)
	live := c.opened
	c = reconcile(SiteSilent, live, []Fact{factAbout("b", Urgent)}, noon.Add(time.Hour))
	require.Empty(t, c.opened)
	require.Equal(t, live[1].ID, c.seen[0].ID)
	require.Equal(t, Urgent, c.seen[0].Severity, "as it is now")
	require.Equal(t, noon, c.seen[0].OpenedAt)
	require.Equal(t, []id.ID{live[0].ID}, []id.ID{c.ended[0].ID})
	october, september := civil.NewMonth(2026, time.October), civil.NewMonth(2026, time.September)
	c = reconcile(MonthUnbilled, nil, []Fact{{Subject: Subject{Month: &october}}, {Subject: Subject{Month: &september}}, {}}, noon)
	require.Len(t, c.opened, 3, "months and the operation are subjects of their own")
}

// TestAlertsFollowTheirFacts: whatever comes and goes, the live alerts are the facts that hold, and
// none is opened while it is live.
func TestAlertsFollowTheirFacts(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(53, 1))
	sites := []string{"a", "b", "c", "d", "e"}
	var live []Alert
	for step := range 500 {
		var found []Fact
		want := map[id.ID]bool{}
		for _, site := range sites {
			for range random.IntN(3) {
				found, want[id.ID(site)] = append(found, factAbout(site, Warning)), true
			}
		}
		before := len(live)
		c := reconcile(SiteSilent, live, found, noon.Add(time.Duration(step)*time.Hour))
		require.Equal(t, before, len(c.seen)+len(c.ended), "each live one stays or ends")
		was := map[id.ID]bool{}
		for _, a := range live {
			was[a.SiteID] = true
		}
		for _, a := range c.opened {
			require.False(t, was[a.SiteID], "opened twice")
		}
		live = append(c.seen, c.opened...)
		got := map[id.ID]bool{}
		for _, a := range live {
			got[a.SiteID] = true
		}
		require.Equal(t, want, got)
		require.Len(t, live, len(want))
	}
}

func TestAMuteIsQuietUpToItsLastDay(t *testing.T) {
	t.Parallel()
	today := civil.NewDate(2026, time.November, 6)
	a := Alert{Mute: &Mute{Until: today}}
	require.Equal(t, Muted, a.StatusOn(today))
	require.Equal(t, Open, a.StatusOn(today+1))
	a.EndedAt = &noon
	require.Equal(t, Ended, a.StatusOn(today))
}

func TestWhatIsUrgentComesFirst(t *testing.T) {
	t.Parallel()
	older, newer, urgent := Alert{Fact: factAbout("a", Warning), OpenedAt: noon}, Alert{Fact: factAbout("b", Warning), OpenedAt: noon.Add(1)}, Alert{Fact: factAbout("c", Urgent)}
	require.Negative(t, Compare(urgent, newer))
	require.Negative(t, Compare(newer, older))
}
