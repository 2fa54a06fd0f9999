// Reads, writes and shows CBOR by the release's own packages: a JSON list of questions in a file, a list of answers on stdout.
package main

import (
	"encoding/hex"
	"encoding/json"
	"os"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/cbor"
	"k8s.io/apimachinery/pkg/runtime/serializer/cbor/direct"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

type question struct {
	Hex, JSON            string
	Group, Version, Kind string
}

type answer struct {
	Error string `json:"error,omitempty"`
	JSON  string `json:"json,omitempty"`
	Hex   string `json:"hex,omitempty"`
	Shown string `json:"shown,omitempty"`
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func text(value any) string {
	data, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	return string(data)
}

func (a *answer) fail(err error) {
	if err != nil {
		a.Error = err.Error()
	}
}

// written answers a question of JSON data, which is written.
func written(q question) (a answer) {
	var value map[string]any
	must(utiljson.Unmarshal([]byte(q.JSON), &value))
	data, err := direct.Marshal(value)
	a.fail(err)
	a.Hex = hex.EncodeToString(data)
	return a
}

// read answers a question of CBOR that no type reads.
func read(data []byte) (a answer) {
	var value map[string]any
	err := direct.Unmarshal(data, &value)
	a.fail(err)
	if err == nil {
		a.JSON = text(value)
		a.Shown, err = direct.Diagnose(data)
		must(err)
	}
	return a
}

func main() {
	types := runtime.NewScheme()
	must(corev1.AddToScheme(types))
	must(appsv1.AddToScheme(types))
	must(apiextensionsv1.AddToScheme(types))
	strict := cbor.NewSerializer(types, types, cbor.Strict(true))
	task, err := os.ReadFile(os.Args[1])
	must(err)
	var questions []question
	must(json.Unmarshal(task, &questions))
	answers := []answer{}
	for _, q := range questions {
		if q.JSON != "" {
			answers = append(answers, written(q))
			continue
		}
		data, err := hex.DecodeString(q.Hex)
		must(err)
		if q.Kind == "" {
			answers = append(answers, read(data))
			continue
		}
		var a answer
		object, _, err := strict.Decode(data, &schema.GroupVersionKind{Group: q.Group, Version: q.Version, Kind: q.Kind}, nil)
		a.fail(err)
		if object != nil {
			a.JSON = text(object)
			// What does not say its kind is not written, and what is no set of fields cannot be.
			own := object.GetObjectKind().GroupVersionKind()
			if again, err := direct.Marshal(object); err == nil && own.Kind != "" && own.Version != "" {
				a.Hex = hex.EncodeToString(again)
			}
		}
		answers = append(answers, a)
	}
	must(json.NewEncoder(os.Stdout).Encode(answers))
}
