package component

import (
	"strings"

	"github.com/spf13/pflag"
)

// Flag is a flag as --help shows it, hidden ones included.
type Flag struct {
	Type       string `json:"type"`
	Default    string `json:"default,omitempty"`
	Shorthand  string `json:"shorthand,omitempty"`
	Deprecated string `json:"deprecated,omitempty"`
}

// ReadFlags reads all flags of a set.
func ReadFlags(set *pflag.FlagSet) map[string]Flag {
	flags := map[string]Flag{}
	set.VisitAll(func(flag *pflag.Flag) {
		flags[flag.Name] = Flag{
			Type:       shownType(flag),
			Default:    shownDefault(flag),
			Shorthand:  flag.Shorthand,
			Deprecated: flag.Deprecated,
		}
	})
	return flags
}

// shownType is the name of the value in --help, which has none for a bool; `version[=true]` where a value may be left out.
func shownType(flag *pflag.Flag) string {
	name, _ := pflag.UnquoteUsage(flag)
	if name == "" {
		return "bool"
	}
	if flag.NoOptDefVal != "" && flag.Value.Type() != "bool" {
		return name + "[=" + flag.NoOptDefVal + "]"
	}
	return name
}

const usage = "USAGE"

// shownDefault is the default in --help: pflag alone knows which values are zero ones, and shows no default for these.
func shownDefault(flag *pflag.Flag) string {
	shown := *flag
	shown.Usage, shown.Deprecated, shown.Hidden = usage, "", false
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	set.AddFlag(&shown)
	lines := set.FlagUsages()
	text := strings.TrimSpace(lines[strings.LastIndex(lines, usage)+len(usage):])
	text = strings.TrimSuffix(strings.TrimPrefix(text, "(default "), ")")
	if strings.HasPrefix(text, `"`) && strings.HasSuffix(text, `"`) && len(text) > 1 {
		return text[1 : len(text)-1]
	}
	return text
}
