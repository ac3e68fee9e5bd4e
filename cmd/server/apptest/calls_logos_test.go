package apptest_test

import (
	"bytes"
	"image/png"
	"net/http"
	"strings"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/core/coretest"
)

// logos is the theme of an operation and the pictures of operations, producers and issuers.
func (v *tour) logos() {
	v.Helper()
	operation := "/operations/" + v.val
	theme := v.do(v.organizer, http.MethodPut, operation+"/theme", map[string]any{"primary": "#0B5D1E"}).Map()
	require.Equal(v, map[string]any{"primary": "#0b5d1e", "secondary": "#f3b617"}, theme)
	tried := v.do(v.organizer, http.MethodPut, operation+"/theme?dryRun=true", map[string]any{"primary": nil}).Map()
	require.Equal(v, "#001e62", tried["primary"])
	v.mark(http.MethodPut, operation+"/theme", "dryRun")
	require.Equal(v, theme, v.get(v.organizer, operation).Map()["theme"], "it was tried only")
	refused := v.organizer.Put(operation+"/theme", map[string]any{"primary": "#ffd900"})
	require.Equal(v, "theme.tooLight", refused.Key())
	require.Equal(v, "#8a750b", refused.Map()["params"].(map[string]any)["nearest"])
	require.Equal(v, 403, v.observer.Put("/operations/"+v.enedis+"/theme", map[string]any{"primary": "#0b5d1e"}).Status)
	v.do(v.organizer, http.MethodPut, operation+"/theme", map[string]any{"primary": nil})

	require.Equal(v, "logo.notFound", v.organizer.Get(operation+"/presigned-logo").Key())
	svg := []apptest.File{{Name: "logo.png", Content: []byte("<svg onload='alert(1)'/>")}}
	require.Equal(v, "logo.noPicture", v.organizer.Upload(operation+"/upload-logo", "file", svg, nil).Key())
	set := v.upload(operation+"/upload-logo", 1)
	v.picture(set["url"])
	require.Equal(v, set["url"], v.get(v.organizer, operation+"/presigned-logo").Map()["url"])
	read := v.get(v.organizer, operation).Map()
	require.Equal(v, set["url"], read["presignedLogo"])
	require.Equal(v, read["theme"].(map[string]any)["logo"], v.get(v.organizer, operation+"/interlocutor").Map()["logo"])
	one, both := v.differ(v.organizer, "/theme/presigned-logos?operationIds="+v.enedis, "operationIds", v.enedis, v.enedis+","+v.val)
	require.Empty(v, one.List())
	require.Equal(v, []any{v.val, set["url"]}, []any{both.List()[0]["operationId"], both.List()[0]["url"]})
	v.do(v.organizer, http.MethodDelete, operation+"/logo", nil)
	require.Equal(v, "logo.notFound", v.organizer.Get(operation+"/presigned-logo").Key())

	producer := "/participants/" + v.producers[v.val][0].id
	bill := v.upload(producer+"/upload-billing-logo", 2)
	v.picture(bill["url"])
	require.Equal(v, bill["url"], v.get(v.organizer, producer+"/presigned-billing-logo").Map()["url"])
	require.NotEmpty(v, v.get(v.organizer, producer).Map()["billingDetail"].(map[string]any)["billingLogo"])
	file := []apptest.File{{Name: "logo.png", Content: coretest.Picture(1)}}
	require.Equal(v, "logo.notOfConsumer", v.organizer.Upload("/participants/"+v.consumers[v.val][0].id+"/upload-billing-logo", "file", file, nil).Key())
	require.Equal(v, "featureNotAvailable", v.organizer.Upload("/participants/"+v.producers[v.enedis][0].id+"/upload-billing-logo", "file", file, nil).Key(), "the newer engine has those of issuers")
	v.do(v.organizer, http.MethodDelete, producer+"/billing-logo", nil)

	for n, family := range v.families() {
		issuer := family + "/billing-entities/" + v.get(v.organizer, family+"/billing-entities").List()[0]["id"].(string)
		require.Equal(v, "logo.notFound", v.organizer.Get(issuer+"/logo").Key())
		require.NotEmpty(v, v.upload(issuer+"/logo", uint8(3+n))["billingLogo"])
		reply := v.get(v.organizer, issuer+"/logo")
		v.decoded(reply)
		v.do(v.organizer, http.MethodDelete, issuer+"/logo", nil)
		require.NotContains(v, v.get(v.organizer, issuer).Map(), "billingLogo")
	}
}

// upload sends a picture.
func (v *tour) upload(path string, n uint8) map[string]any {
	v.Helper()
	reply := v.organizer.Upload(path, "file", []apptest.File{{Name: "../logo.png", Content: coretest.Picture(n)}}, nil)
	v.seen(http.MethodPost, path, reply)
	return reply.Map()
}

// picture opens a link without any session.
func (v *tour) picture(link any) {
	v.Helper()
	path := strings.TrimPrefix(link.(string), "/api")
	v.decoded(v.server.Anonymous().Get(path))
	require.Equal(v, "object.linkInvalid", v.server.Anonymous().Get(path[:len(path)-2]).Key())
}

func (v *tour) decoded(reply apptest.Reply) {
	v.Helper()
	require.Equal(v, "image/png", reply.Header.Get("Content-Type"))
	require.Contains(v, reply.Header.Get("Content-Disposition"), "attachment")
	_, err := png.Decode(bytes.NewReader(reply.Body))
	require.NoError(v, err)
}
