package transmission_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/einvoice/fakeplatform"
	"github.com/openpmo/pmo/core/einvoicing"
)

// behaviours are those of platforms that the made-up one plays, each with the test that holds what becomes
// of it, here or beside the carrier that meets it.
var behaviours = []struct{ behaviour, test string }{
	{"a token is given", "TestAnInvoiceTravels"},
	{"a token ends in the middle", "TestTokens"},
	{"401 twice", "TestTokens"},
	{"202, then an analysis that ends well", "TestAnInvoiceTravels"},
	{"202, then an analysis that finds it wrong", "TestThePlatformFindsItWrong"},
	{"an analysis that never ends", "TestWhatWaitsForACarrierIsAnAlert"},
	{"400 with JSON", "TestWhatIsRefusedIsRefused"},
	{"400 without", "TestWhatIsRefusedIsRefused"},
	{"413", "TestWhatIsRefusedIsRefused"},
	{"422", "TestWhatIsRefusedIsRefused"},
	{"429 with Retry-After", "TestLater"},
	{"429 without", "TestLater"},
	{"Retry-After as a date", "TestDates"},
	{"503, then well", "TestLater"},
	{"no answer after storing", "TestTheAnswerIsLost"},
	{"no answer, nothing stored", "TestTheQuestionIsLost"},
	{"ChecksumMismatch", "TestAFileThatArrivedDamaged"},
	{"AlreadyExistingFlow", "TestSentTwiceByMishap"},
	{"values of lists that nobody knows", "TestWordsOfTomorrow"},
	{"two pages by cursor (1.3)", "TestManyPages"},
	{"two pages by date with equal instants (1.2)", "TestManyPages"},
	{"statuses out of order", "TestManyPages"},
	{"statuses doubled", "TestManyPages"},
	{"a status of an unknown invoice", "TestWordsOfTomorrow"},
	{"210 and 213 with reasons", "TestRefusedForGood"},
	{"a message with an unknown code", "TestWordsOfTomorrow"},
	{"a directory that answers 200, 204, 206 and 404", "TestTheDirectory"},
	{"two open addresses", "TestAnAddressIsKept"},
	{"an address of the portal only, or to come", "TestTheDirectoryIsAskedBeforeSending"},
	{"a sum of -1", "TestTheDirectory"},
	{"a call signed as A, B or C", "TestCallsOfThePlatform"},
	{"a call that is wrong, replayed or old", "TestCallsOfThePlatform"},
	{"300 and 301 REJ_PER of a report", "TestAReportTravels"},
	{"a page of HTML instead of JSON", "TestTheAnswerIsLost"},
	{"a huge answer", "TestTheAnswerIsLost"},
	{"a slow answer", "TestTheAnswerIsLost"},
}

// TestEveryBehaviourIsHeld by a test that exists.
func TestEveryBehaviourIsHeld(t *testing.T) {
	t.Parallel()
	var source strings.Builder
	for _, folder := range []string{".", "../../../adapters/einvoice/afnor"} {
		files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
		require.NoError(t, err)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			source.Write(text)
		}
	}
	require.GreaterOrEqual(t, len(behaviours), 25)
	seen := map[string]bool{}
	for _, b := range behaviours {
		require.Contains(t, source.String(), "\nfunc "+b.test+"(t *testing.T)", b.behaviour)
		require.False(t, seen[b.behaviour], b.behaviour)
		seen[b.behaviour] = true
	}
}

// TestAFileThatArrivedDamaged is refused by the platform, which says so, and may be sent anew.
func TestAFileThatArrivedDamaged(t *testing.T) {
	t.Parallel()
	d := newDesk(t, fakeplatform.Options{Rules: []fakeplatform.Rule{{Call: "deposit", Times: 1, Ack: "Error", Reason: "ChecksumMismatch"}}})
	inv := d.publish("Boulangerie")
	d.later(time.Second)
	d.later(6 * time.Minute)
	one := d.of(inv)
	require.Equal(t, []any{einvoicing.Refused, einvoicing.ByPlatform, "ChecksumMismatch", true}, []any{one.State(), one.Refuser(), one.Reasons()[0].Code, one.Resendable()})
	require.Empty(t, d.send(inv))
	d.later(time.Second)
	d.later(10 * time.Minute)
	require.Equal(t, einvoicing.Accepted, d.of(inv).State())
	require.Equal(t, one.SHA256, d.of(inv).SHA256, "the same file")
}
