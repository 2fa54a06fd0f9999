package component

import (
	"encoding/json"
	"os"

	"github.com/spf13/pflag"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
)

// Print writes as JSON what a component has registered, once its command is made.
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
