package component

import (
	"encoding/json"
	"os"

	"github.com/spf13/pflag"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	cliflag "k8s.io/component-base/cli/flag"
	"k8s.io/component-base/logs"
)

// Command is a cobra.Command.
type Command interface {
	Flags() *pflag.FlagSet
	InitDefaultHelpFlag()
}

// PrintCommand writes what a component has registered, once its command is as component-base's cli.Run makes it.
func PrintCommand(command Command) {
	command.InitDefaultHelpFlag()
	always := pflag.NewFlagSet("", pflag.ContinueOnError)
	logs.AddFlags(always)
	flags := command.Flags()
	flags.AddFlagSet(always)
	flags.SetNormalizeFunc(cliflag.WordSepNormalizeFunc)
	Print(flags)
}

// Print writes as JSON what a component has registered.
func Print(flags *pflag.FlagSet) {
	WriteJSON(struct {
		Gates
		Flags map[string]Flag `json:"flags"`
	}{ReadGates(utilfeature.DefaultMutableFeatureGate), ReadFlags(flags)})
}

// WriteJSON writes a value to standard output.
func WriteJSON(value interface{}) {
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err)
	}
}
