package meteringstore

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/meteringstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/readings"
	"github.com/openpmo/pmo/core/money"
)

// Registers stores the lines of Sibelga's monthly files.
type Registers struct{ db *postgres.DB }

var _ readings.Registers = (*Registers)(nil)

// NewRegisters is the store over db.
func NewRegisters(db *postgres.DB) *Registers { return &Registers{db} }

// Replace puts lines and costs in the place of what the months had.
func (s *Registers) Replace(ctx context.Context, operationID, importID id.ID, months []civil.Month, of metering.RegisterMonths) error {
	if err := s.keepReplaced(ctx, operationID, importID, months); err != nil {
		return err
	}
	q := queries(ctx, s.db)
	if err := q.DeleteRegisterVolumes(ctx, operationID, postgres.ToMonths(months)); err != nil {
		return err
	}
	if err := q.DeleteNetworkCosts(ctx, operationID, postgres.ToMonths(months)); err != nil {
		return err
	}
	volumes := sqlcgen.InsertRegisterVolumesParams{OperationID: operationID, ImportID: importID}
	for _, v := range of.Volumes {
		volumes.Months = append(volumes.Months, postgres.ToMonth(v.Month()))
		volumes.DsoIds = append(volumes.DsoIds, v.DsoID)
		volumes.DateFroms = append(volumes.DateFroms, postgres.ToDate(v.Days.From))
		volumes.DateTos = append(volumes.DateTos, postgres.ToDate(v.Days.To))
		volumes.Registers = append(volumes.Registers, string(v.Register))
		volumes.Meters = append(volumes.Meters, v.Meter)
		volumes.Shared = append(volumes.Shared, int64(v.Shared))
		volumes.Complements = append(volumes.Complements, int64(v.Complement))
		volumes.Given = append(volumes.Given, int64(v.Given))
		volumes.Surpluses = append(volumes.Surpluses, int64(v.Surplus))
	}
	if err := q.InsertRegisterVolumes(ctx, volumes); err != nil {
		return err
	}
	costs := sqlcgen.InsertNetworkCostsParams{OperationID: operationID, ImportID: importID}
	for _, c := range of.Costs {
		costs.Months = append(costs.Months, postgres.ToMonth(civil.MonthOf(c.Days.From)))
		costs.DsoIds = append(costs.DsoIds, c.DsoID)
		costs.DateFroms = append(costs.DateFroms, postgres.ToDate(c.Days.From))
		costs.DateTos = append(costs.DateTos, postgres.ToDate(c.Days.To))
		costs.Uses = append(costs.Uses, int64(c.Use))
		costs.Surcharges = append(costs.Surcharges, int64(c.Surcharges))
		costs.Capacities = append(costs.Capacities, int64(c.Capacity))
		costs.Meterings = append(costs.Meterings, int64(c.Metering))
		costs.PublicServices = append(costs.PublicServices, int64(c.PublicService))
		costs.Transports = append(costs.Transports, int64(c.Transport))
		costs.RoadFees = append(costs.RoadFees, int64(c.RoadFee))
		costs.Totals = append(costs.Totals, int64(c.Total))
		costs.Told = append(costs.Told, c.Told)
	}
	return q.InsertNetworkCosts(ctx, costs)
}

// List reads what the periods that begin in r said.
func (s *Registers) List(ctx context.Context, operationID id.ID, r civil.Range) (metering.RegisterMonths, error) {
	var out metering.RegisterMonths
	first := postgres.ToMonth(civil.MonthOf(r.From))
	volumes, err := queries(ctx, s.db).ListRegisterVolumes(ctx, sqlcgen.ListRegisterVolumesParams{OperationID: operationID,
		FromMonth: first, DateFrom: postgres.ToDate(r.From), DateTo: postgres.ToDate(r.To)})
	if err != nil {
		return out, err
	}
	for _, v := range volumes {
		out.Volumes = append(out.Volumes, metering.RegisterVolume{DsoID: v.DsoID, Days: civil.Range{From: postgres.FromDate(v.DateFrom), To: postgres.FromDate(v.DateTo)},
			Meter: v.Meter, Register: metering.Register(v.Register), Shared: energy.MilliWh(v.Shared), Complement: energy.MilliWh(v.Complement),
			Given: energy.MilliWh(v.Given), Surplus: energy.MilliWh(v.Surplus)})
	}
	costs, err := queries(ctx, s.db).ListNetworkCosts(ctx, sqlcgen.ListNetworkCostsParams{OperationID: operationID,
		FromMonth: first, DateFrom: postgres.ToDate(r.From), DateTo: postgres.ToDate(r.To)})
	for _, c := range costs {
		var total int64
		if c.Total != nil {
			total = *c.Total
		}
		out.Costs = append(out.Costs, metering.NetworkCost{DsoID: c.DsoID, Days: civil.Range{From: postgres.FromDate(c.DateFrom), To: postgres.FromDate(c.DateTo)},
			NetworkCosts: metering.NetworkCosts{Use: money.MicroEuro(c.Use), Surcharges: money.MicroEuro(c.Surcharges), Capacity: money.MicroEuro(c.Capacity),
				Metering: money.MicroEuro(c.Metering), PublicService: money.MicroEuro(c.PublicService), Transport: money.MicroEuro(c.Transport),
				RoadFee: money.MicroEuro(c.RoadFee), Total: money.MicroEuro(total), Told: c.Total != nil}})
	}
	return out, err
}

// Before tells the registers of each number in its latest month before one.
func (s *Registers) Before(ctx context.Context, operationID id.ID, month civil.Month) (map[string][]metering.Register, error) {
	rows, err := queries(ctx, s.db).ListRegistersBefore(ctx, operationID, postgres.ToMonth(month))
	out := map[string][]metering.Register{}
	for _, row := range rows {
		out[row.DsoID] = append(out[row.DsoID], metering.Register(row.Register))
	}
	return out, err
}
