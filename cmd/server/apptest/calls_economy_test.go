package apptest_test

import (
	"net/http"

	"github.com/stretchr/testify/require"
)

// economy tells contracts of supply and keeps the regulated tariff.
func (v *tour) economy() {
	v.Helper()
	sites := v.consumers[v.enedis]
	path := "/participants/" + sites[0].id + "/economy/pmo-price-config"
	v.do(v.organizer, http.MethodPut, path, map[string]any{"consumerType": "individual", "contractType": "DOUBLE_PRICE", "peakMicroEuro": 206500, "offPeakMicroEuro": 157900,
		"peakHourStart": "06:30", "offPeakHourStart": "22:30", "isOnTRV": false})
	told := v.get(v.organizer, path).Map()
	v.has(told, "participantId", "consumerType", "contractType", "peakMicroEuro", "offPeakMicroEuro", "peakHourStart", "offPeakHourStart", "isOnTRV", "version", "updatedAt")
	require.Equal(v, []string{"economy.invalid", "economy.peakPrice"}, v.organizer.Put(path, map[string]any{"peakMicroEuro": nil}).Keys())
	v.differ(v.organizer, "/economy/pmo-price-configs", "participantsIds", sites[0].id, v.producers[v.enedis][0].id)
	grids := v.get(v.participant, "/trv-prices/last").List()
	require.Equal(v, []any{"individual", "2026-02-01"}, []any{grids[0]["consumerType"], grids[0]["startDate"]})
	v.adminList("/admin/trv-prices", `["source","ASC"]`, "contractType", "BASE")
	made := v.do(v.admin, http.MethodPost, "/admin/trv-prices", map[string]any{"consumerType": "individual", "contractType": "BASE", "startDate": "2027-02-01", "baseMicroEuro": 201000, "source": "CRE"}).Map()
	one := "/admin/trv-prices/" + made["id"].(string)
	v.do(v.admin, http.MethodPut, one, map[string]any{"baseMicroEuro": 202000, "fromKVA": 3})
	require.Equal(v, []any{202000.0, 3.0}, []any{v.get(v.admin, one).Map()["baseMicroEuro"], v.get(v.admin, one).Map()["fromKVA"]})
	require.Equal(v, http.StatusForbidden, v.organizer.Get(one).Status)
}
