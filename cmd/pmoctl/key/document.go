package key

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/oapi-codegen/nullable"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// document is a key as people write it: sites by number, not by id.
type document struct {
	Type   pmo.AllocationType `json:"type"`
	Params []documentParam    `json:"params"`
	Pools  []documentPool     `json:"pools"`
}

type documentParam struct {
	Consumer string  `json:"consumer"`
	Producer string  `json:"producer"`
	Value    float64 `json:"value"`
}

type documentPool struct {
	Name                       string             `json:"name"`
	PercentageProduction       float64            `json:"percentageProduction"`
	SurplusDestinationPoolName string             `json:"surplusDestinationPoolName"`
	Algorithm                  *pmo.PoolAlgorithm `json:"algorithm"`
	Members                    members            `json:"members"`
}

// members are the sites of a pool, with a number each or without.
type members map[string]float64

// UnmarshalJSON reads a list of sites, or an object of sites and numbers.
func (m *members) UnmarshalJSON(raw []byte) error {
	var list []string
	if json.Unmarshal(raw, &list) == nil {
		*m = members{}
		for _, site := range list {
			(*m)[site] = 0
		}
		return nil
	}
	return json.Unmarshal(raw, (*map[string]float64)(m))
}

func (o setOptions) isDocument() bool { return strings.HasSuffix(strings.ToLower(o.file), ".json") }

// document is that of --file; nil when there is none.
func (o setOptions) document(stdin io.Reader) (*document, error) {
	if !o.isDocument() {
		return nil, nil
	}
	raw, err := fields.Read(o.file, stdin)
	if err != nil {
		return nil, err
	}
	var d document
	reader := json.NewDecoder(strings.NewReader(string(raw)))
	reader.DisallowUnknownFields()
	if err := reader.Decode(&d); err != nil {
		return nil, exit.AsUsage(fmt.Errorf("%s: %w", o.file, err))
	}
	return &d, nil
}

func (d *document) parts() []part {
	list := make([]part, len(d.Params))
	for i, p := range d.Params {
		list[i] = part{p.Consumer, p.Producer, p.Value}
	}
	return list
}

// pools names the members by their ids; nil without any pool.
func (d *document) pools(ctx context.Context, f *factory.Factory, operationID pmo.Id) (*[]pmo.PoolInput, error) {
	if d == nil || len(d.Pools) == 0 {
		return nil, nil
	}
	pools := make([]pmo.PoolInput, len(d.Pools))
	for i, p := range d.Pools {
		names := slices.Sorted(maps.Keys(p.Members))
		ids, err := f.Participants(ctx, operationID, names)
		if err != nil {
			return nil, err
		}
		numbers := pmo.PoolParameters{}
		for j, name := range names {
			if p.Members[name] > 0 {
				numbers[ids[j]] = p.Members[name]
			}
		}
		pools[i] = pmo.PoolInput{Id: nullable.NewNullNullable[string](), Name: p.Name, PercentageProduction: p.PercentageProduction,
			Algorithm: p.Algorithm, ConsumersInPool: &ids}
		if p.SurplusDestinationPoolName != "" {
			pools[i].SurplusDestinationPoolName = &p.SurplusDestinationPoolName
		}
		if len(numbers) > 0 {
			pools[i].WithinPoolProductionParams = &numbers
		}
	}
	return &pools, nil
}
