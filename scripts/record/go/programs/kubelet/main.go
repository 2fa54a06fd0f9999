package main

import (
	"github.com/spf13/pflag"
	cliflag "k8s.io/component-base/cli/flag"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/kubernetes/cmd/kubelet/app"
	"k8s.io/kubernetes/cmd/kubelet/app/options"
	"kepsim/record/component"
)

// The command keeps its set of flags to itself: this is how it makes it.
func main() {
	flags := pflag.NewFlagSet("kubelet", pflag.ContinueOnError)
	flags.SetNormalizeFunc(cliflag.WordSepNormalizeFunc)
	config, err := options.NewKubeletConfiguration()
	if err != nil {
		panic(err)
	}
	options.NewKubeletFlags().AddFlags(flags)
	options.AddKubeletConfigFlags(flags, config)
	options.AddGlobalFlags(flags)
	flags.BoolP("help", "h", false, "")
	component.Print(flags)
}
