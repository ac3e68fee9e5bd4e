package config

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHandoversGoToOnePlace(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]HandoverConfig{
		"no such folder": {Dir: "nowhere-at-all"}, "both": {Dir: t.TempDir(), SFTPURL: "sftp://pmo@host/x", SFTPHostKey: "SHA256:x", SFTPPassword: "p"},
		"no host key": {SFTPURL: "sftp://pmo@host/x", SFTPPassword: "p"}, "nobody": {SFTPURL: "sftp://pmo@host/x", SFTPHostKey: "SHA256:x"},
		"key without address": {SFTPHostKey: "SHA256:x"}, "password in the address": {SFTPURL: "sftp://pmo:p@host/x", SFTPHostKey: "SHA256:x", SFTPPassword: "p"},
	} {
		require.Error(t, c.check(), name)
	}
	require.NoError(t, HandoverConfig{}.check())
	require.NoError(t, HandoverConfig{Dir: t.TempDir()}.check())
	place, err := HandoverConfig{SFTPURL: "sftp://pmo@host/x", SFTPHostKey: "SHA256:x", SFTPPassword: "p"}.Place()
	require.NoError(t, err)
	require.Equal(t, "sftp", place.Name())
}
