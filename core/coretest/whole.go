package coretest

import (
	"reflect"
	"testing"
)

// Whole fails where a field of services is not made: who assembles them has forgotten it.
func Whole(t *testing.T, services any) {
	t.Helper()
	v := reflect.Indirect(reflect.ValueOf(services))
	for i := range v.NumField() {
		if v.Field(i).IsZero() {
			t.Errorf("%s.%s is not made", v.Type(), v.Type().Field(i).Name)
		}
	}
}
