// Asks k8s.io/apiextensions-apiserver what schemas of custom resources do: reads a file of schemas with objects, prints what each is
// found to be, what its rules cost, and what becomes of the objects.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"sort"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/warning"
)

type step struct {
	// create, update or status
	Verb   string          `json:"verb"`
	Object json.RawMessage `json:"object"`
	Old    json.RawMessage `json:"old"`
}

type question struct {
	Schema json.RawMessage `json:"schema"`
	Steps  []step          `json:"steps"`
}

type stepAnswer struct {
	// Paths of unknown fields, and of those in embedded metadata.
	Pruned  []string    `json:"pruned,omitempty"`
	Unknown []string    `json:"unknown,omitempty"`
	// Why metadata cannot be decoded: of several, any.
	Refused []string    `json:"refused,omitempty"`
	Object  interface{} `json:"object,omitempty"`
	Errors  []string    `json:"errors,omitempty"`
	Warned  []string    `json:"warned,omitempty"`
	Panic   string      `json:"panic,omitempty"`
}

type answer struct {
	Error      string       `json:"error,omitempty"`
	Structural []string     `json:"structural,omitempty"`
	Defaults   []string     `json:"defaults,omitempty"`
	Rules      []ruleAnswer `json:"rules,omitempty"`
	Steps      []stepAnswer `json:"steps,omitempty"`
	Panic      string       `json:"panic,omitempty"`
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	content, err := os.ReadFile(os.Args[1])
	must(err)
	var asked []question
	must(json.Unmarshal(content, &asked))
	answers := make([]answer, len(asked))
	for i, one := range asked {
		answers[i] = ask(one)
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	must(encoder.Encode(answers))
}

var kind = schema.GroupVersionKind{Group: "example.com", Version: "v1", Kind: "Widget"}

// A name that upstream makes of the time.
var selfType = regexp.MustCompile(`selfType\d+`)

func texts(errs field.ErrorList) []string {
	var found []string
	for _, err := range errs {
		found = append(found, selfType.ReplaceAllString(err.Error(), "selfType"))
	}
	sort.Strings(found)
	return found
}

func ask(one question) (a answer) {
	defer func() {
		if r := recover(); r != nil {
			a = answer{Panic: fmt.Sprint(r)}
		}
	}()
	var published apiextensionsv1.JSONSchemaProps
	must(json.Unmarshal(one.Schema, &published))
	var internal apiextensions.JSONSchemaProps
	must(apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&published, &internal, nil))
	structural, err := structuralschema.NewStructural(&internal)
	if err != nil {
		a.Error = err.Error()
		return
	}
	a.Structural = texts(structuralschema.ValidateStructural(field.NewPath("schema"), structural))
	if len(a.Structural) > 0 {
		return
	}
	a.Rules = rulesOf(structural)
	found, err := defaulting.ValidateDefaults(context.Background(), field.NewPath("schema"), structural.DeepCopy(), true, true)
	a.Defaults = texts(found)
	if err != nil {
		a.Defaults = []string{err.Error()}
	}
	structural = structural.DeepCopy()
	must(defaulting.PruneDefaults(structural))
	served := serve(&internal, structural)
	for _, s := range one.Steps {
		a.Steps = append(a.Steps, served.step(s))
	}
	return
}

// As much of a strategy as is asked.
type strategy interface {
	Validate(ctx context.Context, obj runtime.Object) field.ErrorList
	ValidateUpdate(ctx context.Context, obj, old runtime.Object) field.ErrorList
}

type served struct {
	structural *structuralschema.Structural
	whole      strategy
	status     strategy
}

func serve(internal *apiextensions.JSONSchemaProps, structural *structuralschema.Structural) served {
	validator, _, err := validation.NewSchemaValidator(internal)
	must(err)
	var statusValidator validation.SchemaValidator
	if status, ok := internal.Properties["status"]; ok {
		statusValidator, _, err = validation.NewSchemaValidator(&status)
		must(err)
	}
	whole := customresource.NewStrategy(nil, false, kind, validator, statusValidator, structural, &apiextensions.CustomResourceSubresourceStatus{}, nil, nil)
	return served{structural, whole, customresource.NewStatusStrategy(whole)}
}

func decode(text json.RawMessage) map[string]interface{} {
	var object map[string]interface{}
	must(utiljson.Unmarshal(text, &object))
	object["apiVersion"], object["kind"] = "example.com/v1", "Widget"
	object["metadata"] = map[string]interface{}{"name": "one", "resourceVersion": "1"}
	return object
}

func (s served) prepare(object map[string]interface{}) (a stepAnswer) {
	options := structuralschema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true}
	a.Pruned = pruning.PruneWithOptions(object, s.structural, true, options)
	defaulting.PruneNonNullableNullsWithoutDefaults(object, s.structural)
	if a.Refused = s.refusals(object); len(a.Refused) > 0 {
		return
	}
	_, a.Unknown = objectmeta.CoerceWithOptions(nil, object, s.structural, false, objectmeta.CoerceOptions{ReturnUnknownFieldPaths: true})
	defaulting.Default(object, s.structural)
	return
}

// Go walks through maps in an order of its own each time.
func (s served) refusals(object map[string]interface{}) []string {
	found := map[string]bool{}
	for i := 0; i < 40; i++ {
		err, _ := objectmeta.CoerceWithOptions(nil, runtime.DeepCopyJSON(object), s.structural, false, objectmeta.CoerceOptions{})
		if err == nil {
			return nil
		}
		found[err.Error()] = true
	}
	var texts []string
	for text := range found {
		texts = append(texts, text)
	}
	sort.Strings(texts)
	return texts
}

type warnings struct{ texts []string }

func (w *warnings) AddWarning(_, text string) {
	w.texts = append(w.texts, selfType.ReplaceAllString(text, "selfType"))
}

func (s served) step(one step) (a stepAnswer) {
	defer func() {
		if r := recover(); r != nil {
			a = stepAnswer{Panic: fmt.Sprint(r)}
		}
	}()
	object := decode(one.Object)
	a = s.prepare(object)
	if len(a.Refused) > 0 {
		return
	}
	a.Object = runtime.DeepCopyJSON(object)
	for _, name := range []string{"apiVersion", "kind", "metadata"} {
		delete(a.Object.(map[string]interface{}), name)
	}
	said := &warnings{}
	ctx := warning.WithWarningRecorder(context.Background(), said)
	own := &unstructured.Unstructured{Object: object}
	var errs field.ErrorList
	if one.Verb == "create" {
		errs = s.whole.Validate(ctx, own)
	} else {
		old := decode(one.Old)
		s.prepare(old)
		by := s.whole
		if one.Verb == "status" {
			by = s.status
		}
		errs = by.ValidateUpdate(ctx, own, &unstructured.Unstructured{Object: old})
	}
	a.Errors = texts(errs)
	sort.Strings(said.texts)
	a.Warned = said.texts
	return
}
