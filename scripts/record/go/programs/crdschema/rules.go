package main

import (
	"fmt"
	"sort"

	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

// What the rules of a node are found to be. Numbers of 64 bits are texts.
type ruleAnswer struct {
	Path  string `json:"path"`
	Error string `json:"error,omitempty"`
	// cost, cardinality, cost of the messageExpression, oldSelf, fieldPath, error of the messageExpression
	Compiled []string `json:"compiled,omitempty"`
}

func rulesOf(root *structuralschema.Structural) []ruleAnswer {
	var found []ruleAnswer
	var visit func(path string, s *structuralschema.Structural, isRoot bool)
	visit = func(path string, s *structuralschema.Structural, isRoot bool) {
		if s == nil {
			return
		}
		found = append(found, compiled(path, s, model.SchemaDeclType(s, isRoot || s.XEmbeddedResource))...)
		visit(path+".items", s.Items, false)
		if s.AdditionalProperties != nil {
			visit(path+".additionalProperties", s.AdditionalProperties.Structural, false)
		}
		for name, property := range s.Properties {
			visit(path+"."+name, &property, false)
		}
	}
	visit("", root, true)
	sort.SliceStable(found, func(i, j int) bool { return found[i].Path < found[j].Path })
	return found
}

func text(err *apiservercel.Error) string {
	if err == nil {
		return ""
	}
	return selfType.ReplaceAllString(err.Detail, "selfType")
}

func compiled(path string, s *structuralschema.Structural, declType *apiservercel.DeclType) []ruleAnswer {
	results, err := cel.Compile(s, declType, celconfig.PerCallLimit, baseEnvSet(environment.DefaultCompatibilityVersion()), cel.NewExpressionsEnvLoader())
	if err != nil {
		return []ruleAnswer{{Path: path, Error: err.Error()}}
	}
	var found []ruleAnswer
	for _, one := range results {
		a := ruleAnswer{Path: path, Error: text(one.Error)}
		if one.Error == nil {
			a.Compiled = []string{
				fmt.Sprint(one.MaxCost), fmt.Sprint(one.MaxCardinality), fmt.Sprint(one.MessageExpressionMaxCost),
				fmt.Sprint(one.UsesOldSelf), one.NormalizedRuleFieldPath, text(one.MessageExpressionError),
			}
		}
		found = append(found, a)
	}
	return found
}
