package main

import (
	"fmt"
	"reflect"
)

// Calls a function whose parameters differ by release. Each parameter takes the first of the values that are left and of its type,
// or of one that implements it; what none fits is zero.
func call(function interface{}, values ...interface{}) interface{} {
	f := reflect.ValueOf(function)
	arguments := make([]reflect.Value, f.Type().NumIn())
	for i := range arguments {
		arguments[i] = take(f.Type().In(i), &values)
	}
	results := f.Call(arguments)
	if len(results) > 1 && !results[1].IsNil() {
		panic(fmt.Sprintf("%v: %v", f.Type(), results[1]))
	}
	return results[0].Interface()
}

func take(wanted reflect.Type, values *[]interface{}) reflect.Value {
	for i, one := range *values {
		if one != nil && fits(reflect.TypeOf(one), wanted) {
			*values = append(append([]interface{}{}, (*values)[:i]...), (*values)[i+1:]...)
			return reflect.ValueOf(one)
		}
	}
	return reflect.Zero(wanted)
}

func fits(given, wanted reflect.Type) bool {
	return given == wanted || wanted.Kind() == reflect.Interface && given.Implements(wanted)
}
