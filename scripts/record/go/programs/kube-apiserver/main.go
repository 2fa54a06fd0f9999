package main

import (
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
	"kepsim/record/component"
)

func main() {
	component.Print(app.NewAPIServerCommand().Flags())
}
