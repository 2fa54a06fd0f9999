package main

import (
	"k8s.io/kubernetes/cmd/kube-proxy/app"
	"kepsim/record/component"
)

func main() {
	component.PrintCommand(app.NewProxyCommand())
}
