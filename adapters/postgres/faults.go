package postgres

import "github.com/openpmo/pmo/core/fault"

// StoredFault is a fault in a column of JSON. Its technical cause is not kept.
type StoredFault struct {
	Kind   fault.Kind     `json:"kind"`
	Key    string         `json:"key"`
	Params map[string]any `json:"params,omitempty"`
	Field  string         `json:"field,omitempty"`
	Row    int            `json:"row,omitempty"`
	Items  []StoredFault  `json:"items,omitempty"`
}

// ToStoredFaults are faults as they are stored.
func ToStoredFaults(faults []*fault.Error) []StoredFault {
	out := make([]StoredFault, len(faults))
	for i, f := range faults {
		out[i] = StoredFault{f.Kind, f.Key, f.Params, f.Field, f.Row, ToStoredFaults(f.Items)}
	}
	return out
}

// FromStoredFaults are faults that were stored.
func FromStoredFaults(stored []StoredFault) []*fault.Error {
	out := make([]*fault.Error, len(stored))
	for i, s := range stored {
		out[i] = &fault.Error{Kind: s.Kind, Key: s.Key, Params: s.Params, Field: s.Field, Row: s.Row, Items: FromStoredFaults(s.Items)}
	}
	return out
}
