// Prints the gates that k8s.io/kubernetes/pkg/features and component-base register: nearly those of every component, of a program
// that compiles in seconds.
package main

import (
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	_ "k8s.io/kubernetes/pkg/features"
	"kepsim/record/component"
	"kepsim/record/componentbase"
)

func main() {
	gate := utilfeature.DefaultMutableFeatureGate
	for _, err := range []error{componentbase.AddLogs(gate), componentbase.AddMetrics(gate)} {
		if err != nil {
			panic(err)
		}
	}
	component.WriteJSON(component.ReadGates(gate))
}
