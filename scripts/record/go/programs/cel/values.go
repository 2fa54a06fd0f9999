package main

import (
	"context"
	"encoding/json"
	"fmt"
	"sort"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/common"
	"k8s.io/apiserver/pkg/cel/library"
)

var named = map[string]*cel.Type{
	"dyn": cel.DynType, "bool": cel.BoolType, "int": cel.IntType, "uint": cel.UintType, "double": cel.DoubleType,
	"string": cel.StringType, "bytes": cel.BytesType, "null_type": cel.NullType, "any": cel.AnyType,
	"google.protobuf.Timestamp": cel.TimestampType, "google.protobuf.Duration": cel.DurationType,
	"kubernetes.authorization.Authorizer": library.AuthorizerType,
}

// A type as CEL prints it: map(string, list(int)).
func typeOf(text string) *cel.Type {
	if t, ok := named[text]; ok {
		return t
	}
	inner := func(head string) string { return strings.TrimSuffix(strings.TrimPrefix(text, head+"("), ")") }
	switch {
	case strings.HasPrefix(text, "list("):
		return cel.ListType(typeOf(inner("list")))
	case strings.HasPrefix(text, "optional_type("):
		return cel.OptionalType(typeOf(inner("optional_type")))
	case strings.HasPrefix(text, "map("):
		key, value, _ := strings.Cut(inner("map"), ", ")
		return cel.MapType(typeOf(key), typeOf(value))
	}
	return cel.ObjectType(text)
}

func ofSchema(name string, one variable) (*apiservercel.DeclType, ref.Val) {
	var published apiextensionsv1.JSONSchemaProps
	must(json.Unmarshal(one.Schema, &published))
	var internal apiextensions.JSONSchemaProps
	must(apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&published, &internal, nil))
	structural, err := structuralschema.NewStructural(&internal)
	must(err)
	declType := model.SchemaDeclType(structural, structural.XEmbeddedResource).MaybeAssignTypeName("selfType" + name)
	var object interface{}
	must(json.Unmarshal(one.Object, &object))
	return declType, common.UnstructuredToVal(whole(object), &model.Structural{Structural: structural})
}

// Numbers without a fraction are int64, as in the objects of a request.
func whole(value interface{}) interface{} {
	switch v := value.(type) {
	case float64:
		if v == float64(int64(v)) {
			return int64(v)
		}
	case []interface{}:
		for i := range v {
			v[i] = whole(v[i])
		}
	case map[string]interface{}:
		for k := range v {
			v[k] = whole(v[k])
		}
	}
	return value
}

// Allows what is read; has an opinion of nothing else.
type readsOnly struct{}

func (readsOnly) Authorize(_ context.Context, a authorizer.Attributes) (authorizer.Decision, string, error) {
	if a.GetVerb() == "get" {
		return authorizer.DecisionAllow, "reads", nil
	}
	if a.GetVerb() == "fail" {
		return authorizer.DecisionNoOpinion, "", fmt.Errorf("cannot tell")
	}
	return authorizer.DecisionDeny, fmt.Sprintf("%s %s/%s/%s/%s %s %s", a.GetPath(), a.GetAPIGroup(), a.GetResource(), a.GetSubresource(), a.GetName(), a.GetNamespace(), a.GetUser().GetName()), nil
}

func fakeAuthorizer() ref.Val {
	return library.NewAuthorizerVal(&user.DefaultInfo{Name: "jane"}, readsOnly{})
}

// A value with its type, the same for equal values.
func printed(value ref.Val) string {
	switch v := value.(type) {
	case types.String:
		text, _ := json.Marshal(string(v))
		return string(text)
	case types.Bytes:
		return fmt.Sprintf("b%x", []byte(v))
	case types.Uint:
		return fmt.Sprintf("%du", uint64(v))
	case types.Double:
		text := fmt.Sprintf("%v", float64(v))
		return "double " + text
	case types.Null:
		return "null"
	case *types.Type:
		return "type " + v.String()
	case *types.Optional:
		if !v.HasValue() {
			return "none"
		}
		return "of " + printed(v.GetValue())
	case types.Timestamp:
		return "time " + v.Time.UTC().Format("2006-01-02T15:04:05.999999999Z")
	case types.Duration:
		return "duration " + v.Duration.String()
	case traits.Mapper:
		var entries []string
		for it := v.Iterator(); it.HasNext() == types.True; {
			key := it.Next()
			entries = append(entries, printed(key)+": "+printed(v.Get(key)))
		}
		sort.Strings(entries)
		return "{" + strings.Join(entries, ", ") + "}"
	case traits.Lister:
		var items []string
		for it := v.Iterator(); it.HasNext() == types.True; {
			items = append(items, printed(it.Next()))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case types.Int, types.Bool:
		return fmt.Sprintf("%v", v.Value())
	}
	return value.Type().TypeName() + fmt.Sprintf(" %v", value.Value())
}
