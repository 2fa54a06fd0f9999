package main

import (
	"k8s.io/kubernetes/cmd/kube-controller-manager/app"
	"kepsim/record/component"
)

func main() {
	component.Print(app.NewControllerManagerCommand().Flags())
}
