// Prints which packages beside k8s.io/kubernetes register which gates.
package main

import (
	_ "k8s.io/apiserver/pkg/features"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"
	"kepsim/record/component"
	"kepsim/record/componentbase"
)

func main() {
	component.WriteJSON(map[string]component.Gates{
		"apiserver":      component.ReadGates(utilfeature.DefaultMutableFeatureGate),
		"component-base": component.ReadGates(ofComponentBase()),
	})
}

func ofComponentBase() interface{} {
	gate := featuregate.NewFeatureGate()
	for _, err := range []error{componentbase.AddLogs(gate), componentbase.AddMetrics(gate)} {
		if err != nil {
			panic(err)
		}
	}
	return gate
}
