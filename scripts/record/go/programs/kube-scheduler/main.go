package main

import (
	"k8s.io/kubernetes/cmd/kube-scheduler/app"
	"kepsim/record/component"
)

func main() {
	component.Print(app.NewSchedulerCommand().Flags())
}
