// Performs the operations of recorded cases on component-base's feature gates, and prints what came of each. The file that the first
// argument names holds cases as e2e/golden/cases/gates/featuregate-cases.json has them, of gates that have no versions.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"sort"
	"strconv"

	"github.com/spf13/pflag"
	"k8s.io/component-base/featuregate"
	"k8s.io/klog/v2"
	"kepsim/record/component"
)

type spec struct {
	Default       bool   `json:"default"`
	PreRelease    string `json:"preRelease"`
	LockToDefault bool   `json:"lockToDefault"`
}

type operation struct {
	Op    string            `json:"op"`
	Value string            `json:"value"`
	Gate  string            `json:"gate"`
	Bool  bool              `json:"bool"`
	Map   map[string]bool   `json:"map"`
	Specs map[string][]spec `json:"specs"`
}

type recorded struct {
	ID    string            `json:"id"`
	KlogV int               `json:"klogV"`
	Specs map[string][]spec `json:"specs"`
	Ops   []operation       `json:"ops"`
}

type line struct {
	Message  string `json:"message"`
	Severity string `json:"severity"`
}

type step struct {
	Error  *string     `json:"error"`
	Logs   []line      `json:"logs,omitempty"`
	Result interface{} `json:"result,omitempty"`
	Panic  string      `json:"panic,omitempty"`
}

type outcome struct {
	Steps         []step          `json:"steps"`
	Enabled       map[string]bool `json:"enabled"`
	String        string          `json:"string"`
	KnownFeatures []string        `json:"knownFeatures"`
	GetAll        []string        `json:"getAll"`
}

// overrider is a gate of a library that knows overrides: those from 0.30 on.
type overrider interface {
	OverrideDefault(name featuregate.Feature, override bool) error
}

type gates interface {
	featuregate.MutableFeatureGate
	fmt.Stringer
}

var (
	written  bytes.Buffer
	header   = regexp.MustCompile(`(?m)^([IWEF])\d{4} [^\]]*\] (.*)$`)
	callsite = regexp.MustCompile(`FeatureGate "[^"]*"`)
	severity = map[string]string{"I": "Info", "W": "Warning", "E": "Error", "F": "Fatal"}
)

func logs() []line {
	klog.Flush()
	var lines []line
	for _, match := range header.FindAllStringSubmatch(written.String(), -1) {
		lines = append(lines, line{match[2], severity[match[1]]})
	}
	written.Reset()
	sort.Slice(lines, func(i, j int) bool { return lines[i].Message < lines[j].Message })
	return lines
}

func features(specs map[string][]spec) map[featuregate.Feature]featuregate.FeatureSpec {
	known := map[featuregate.Feature]featuregate.FeatureSpec{}
	for name, list := range specs {
		last := list[len(list)-1]
		one := stages[last.PreRelease]
		one.Default, one.LockToDefault = last.Default, last.LockToDefault
		known[featuregate.Feature(name)] = one
	}
	return known
}

// The type of a stage has no name outside of the library.
var stages = map[string]featuregate.FeatureSpec{
	"":           {PreRelease: featuregate.GA},
	"ALPHA":      {PreRelease: featuregate.Alpha},
	"BETA":       {PreRelease: featuregate.Beta},
	"DEPRECATED": {PreRelease: featuregate.Deprecated},
}

func perform(gate gates, op operation) (result step) {
	defer func() {
		if reason := recover(); reason != nil {
			result.Panic = callsite.ReplaceAllString(fmt.Sprint(reason), `FeatureGate "<source>"`)
		}
	}()
	var err error
	switch op.Op {
	case "set":
		err = gate.Set(op.Value)
	case "setFromMap":
		err = gate.SetFromMap(op.Map)
	case "enabled":
		result.Result = gate.Enabled(featuregate.Feature(op.Gate))
	case "string":
		result.Result = gate.String()
	case "overrideDefault":
		err = gate.(overrider).OverrideDefault(featuregate.Feature(op.Gate), op.Bool)
	case "addUnversioned":
		err = gate.Add(features(op.Specs))
	case "addFlag", "close":
		gate.AddFlag(pflag.NewFlagSet("", pflag.ContinueOnError))
	case "deepCopySet":
		copied := gate.DeepCopy()
		err = copied.Set(op.Value)
		result.Result = enabled(copied)
	default:
		panic("the recorder does not know the operation " + op.Op)
	}
	if err != nil {
		text := err.Error()
		result.Error = &text
	}
	return result
}

func enabled(gate featuregate.MutableFeatureGate) map[string]bool {
	values := map[string]bool{}
	for name := range gate.GetAll() {
		values[string(name)] = gate.Enabled(name)
	}
	return values
}

func run(one recorded) outcome {
	check(flag.Set("v", strconv.Itoa(one.KlogV)))
	var gate gates = featuregate.NewFeatureGate()
	check(gate.Add(features(one.Specs)))
	logs()
	result := outcome{Steps: []step{}}
	for _, op := range one.Ops {
		done := perform(gate, op)
		done.Logs = logs()
		result.Steps = append(result.Steps, done)
	}
	result.Enabled = enabled(gate)
	result.String = gate.String()
	result.KnownFeatures = gate.KnownFeatures()
	for name, one := range gate.GetAll() {
		result.GetAll = append(result.GetAll, fmt.Sprintf("%s stage=%q default=%t locked=%t",
			name, string(one.PreRelease), one.Default, one.LockToDefault))
	}
	sort.Strings(result.GetAll)
	return result
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	klog.InitFlags(nil)
	check(flag.Set("logtostderr", "false"))
	check(flag.Set("alsologtostderr", "false"))
	check(flag.Set("stderrthreshold", "FATAL"))
	// What is written at a severity is written at those below it too.
	klog.SetOutput(io.Discard)
	klog.SetOutputBySeverity("INFO", &written)
	text, err := os.ReadFile(os.Args[1])
	check(err)
	var cases []recorded
	check(json.Unmarshal(text, &cases))
	results := map[string]outcome{}
	for _, one := range cases {
		results[one.ID] = run(one)
	}
	component.WriteJSON(results)
}
