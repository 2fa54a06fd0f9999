package main

import (
	_ "k8s.io/component-base/logs/json/register"
	"k8s.io/kubernetes/cmd/kube-controller-manager/app"
	"kepsim/record/component"
)

func main() {
	component.PrintCommand(app.NewControllerManagerCommand())
}
