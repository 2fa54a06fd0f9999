// Package component says what a component of Kubernetes has registered: its feature gates and its flags.
package component

import (
	"fmt"
	"reflect"
	"sort"
)

// Spec is one entry in the life of a gate.
type Spec struct {
	// Empty where the release knows no versions of specs.
	Version                 string `json:"version,omitempty"`
	Default                 bool   `json:"default"`
	PreRelease              string `json:"preRelease"`
	LockToDefault           bool   `json:"lockToDefault"`
	MinCompatibilityVersion string `json:"minCompatibilityVersion,omitempty"`
}

// Gates is what a feature gate of component-base has registered.
type Gates struct {
	Gates        map[string][]Spec   `json:"gates"`
	Dependencies map[string][]string `json:"dependencies,omitempty"`
	// The lines of --help.
	Known []string `json:"known"`
}

// ReadGates reads a feature gate by reflection: its types and methods are not those of every release.
func ReadGates(gate interface{}) Gates {
	value := reflect.ValueOf(gate)
	gates := Gates{Gates: map[string][]Spec{}, Dependencies: map[string][]string{}}
	gates.Known, _ = value.MethodByName("KnownFeatures").Call(nil)[0].Interface().([]string)
	if versioned := value.MethodByName("GetAllVersioned"); versioned.IsValid() {
		each(versioned, func(name string, specs reflect.Value) {
			for i := 0; i < specs.Len(); i++ {
				gates.Gates[name] = append(gates.Gates[name], readSpec(specs.Index(i)))
			}
		})
	} else {
		each(value.MethodByName("GetAll"), func(name string, spec reflect.Value) {
			gates.Gates[name] = []Spec{readSpec(spec)}
		})
	}
	if dependencies := value.MethodByName("Dependencies"); dependencies.IsValid() {
		each(dependencies, func(name string, on reflect.Value) {
			for i := 0; i < on.Len(); i++ {
				gates.Dependencies[name] = append(gates.Dependencies[name], on.Index(i).String())
			}
			sort.Strings(gates.Dependencies[name])
		})
	}
	return gates
}

func each(method reflect.Value, visit func(string, reflect.Value)) {
	for entries := method.Call(nil)[0].MapRange(); entries.Next(); {
		visit(entries.Key().String(), entries.Value())
	}
}

func readSpec(spec reflect.Value) Spec {
	return Spec{
		Version:                 versionText(spec.FieldByName("Version")),
		Default:                 spec.FieldByName("Default").Bool(),
		PreRelease:              fmt.Sprint(spec.FieldByName("PreRelease").Interface()),
		LockToDefault:           spec.FieldByName("LockToDefault").Bool(),
		MinCompatibilityVersion: versionText(spec.FieldByName("MinCompatibilityVersion")),
	}
}

// versionText writes a *version.Version; the field is not there in every release.
func versionText(version reflect.Value) string {
	if !version.IsValid() || version.IsNil() {
		return ""
	}
	return fmt.Sprint(version.Interface())
}
