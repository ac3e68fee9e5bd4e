package party_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/party"
)

// A number of another length, or with a letter in it, is none, even where its check digits hold.
func TestLengthsOfLegalNumbers(t *testing.T) {
	t.Parallel()
	for length, good := range map[int]bool{7: false, 8: false, 9: true, 10: false, 11: false} {
		var taken bool
		for last := range 10 {
			_, err := party.ParseSIREN(strings.Repeat("1", length-1) + fmt.Sprint(last))
			taken = taken || err == nil
		}
		require.Equal(t, good, taken, "SIREN of %d", length)
	}
	for body, good := range map[string]bool{"01234567": true, "12345678": true, "22345678": false, "1234567": false, "123456789": false, "1234567A": false} {
		var taken bool
		for check := range 98 {
			_, err := party.ParseBCE(fmt.Sprintf("%s%02d", body, check))
			taken = taken || err == nil
		}
		require.Equal(t, good, taken, "BCE of %s", body)
	}
	spaced, err := party.ParseICS("FR72 ZZZ 123456")
	require.NoError(t, err)
	require.Equal(t, party.ICS("FR72ZZZ123456"), spaced)
}

// As many tags as there may be, as long as they may be, are taken; one more is not.
func TestTheMostTags(t *testing.T) {
	t.Parallel()
	tags := make([]string, party.MaxTags)
	for n := range tags {
		tags[n] = fmt.Sprintf("%0*d", party.MaxTagLength, n)
	}
	got, err := party.Tags(tags)
	require.NoError(t, err)
	require.Equal(t, tags, got)
	_, err = party.Tags(append(tags, "x"))
	require.ErrorIs(t, err, party.ErrTooManyTags)
}
