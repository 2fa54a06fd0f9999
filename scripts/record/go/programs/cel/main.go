// Asks the CEL environment of k8s.io/apiserver: reads a file of cases, prints what compiling, estimating and evaluating each gives.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/types/ref"

	"k8s.io/apimachinery/pkg/util/version"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/cel/library"
)

// A variable: its CEL type with its value as an expression, or a schema with a document.
type variable struct {
	Type   string          `json:"type"`
	Value  string          `json:"value"`
	Schema json.RawMessage `json:"schema"`
	Object json.RawMessage `json:"object"`
}

type task struct {
	// The release whose new expressions these are: 1.29.
	Compatible string `json:"compatible"`
	Stored     bool   `json:"stored"`
	// Variables by the names of their sets.
	Sets map[string]map[string]variable `json:"sets"`
	// The name of a set, an expression.
	Cases [][2]string `json:"cases"`
}

type answer struct {
	Error string `json:"error,omitempty"`
	Type  string `json:"type,omitempty"`
	// min, max; numbers of 64 bits are texts
	Cost   []string `json:"cost,omitempty"`
	Value  string   `json:"value,omitempty"`
	Failed string   `json:"failed,omitempty"`
	Spent  string   `json:"spent,omitempty"`
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	content, err := os.ReadFile(os.Args[1])
	must(err)
	var asked task
	must(json.Unmarshal(content, &asked))
	prepared := map[string]*scope{}
	answers := make([]answer, len(asked.Cases))
	for i, one := range asked.Cases {
		s, ok := prepared[one[0]]
		if !ok {
			s = newScope(asked, asked.Sets[one[0]])
			prepared[one[0]] = s
		}
		answers[i] = s.answer(one[1])
	}
	must(json.NewEncoder(os.Stdout).Encode(answers))
}

type scope struct {
	env       *cel.Env
	values    map[string]interface{}
	estimator *library.CostEstimator
}

func newScope(asked task, variables map[string]variable) *scope {
	v := version.MustParseGeneric(asked.Compatible)
	base := baseEnvSet(v)
	sizes := &sizeEstimator{roots: map[string]*apiservercel.DeclType{}}
	values := map[string]interface{}{}
	var options []cel.EnvOption
	var declTypes []*apiservercel.DeclType
	for name, one := range variables {
		if one.Schema != nil {
			declType, value := ofSchema(name, one)
			declTypes = append(declTypes, declType)
			sizes.roots[name] = declType
			values[name] = value
			options = append(options, cel.Variable(name, declType.CelType()))
			continue
		}
		options = append(options, cel.Variable(name, typeOf(one.Type)))
	}
	envType := environment.NewExpressions
	if asked.Stored {
		envType = environment.StoredExpressions
	}
	extended, err := base.Extend(environment.VersionedOptions{
		IntroducedVersion: version.MajorMinor(1, 0), EnvOptions: options, DeclTypes: declTypes,
	})
	must(err)
	env, err := extended.Env(envType)
	must(err)
	plain, err := base.Env(environment.StoredExpressions)
	must(err)
	for name, one := range variables {
		switch {
		case one.Schema != nil:
		case one.Type == "kubernetes.authorization.Authorizer":
			values[name] = fakeAuthorizer()
		case one.Value != "":
			values[name] = evaluated(plain, one.Value)
		}
	}
	return &scope{env, values, &library.CostEstimator{SizeEstimator: sizes}}
}

func evaluated(env *cel.Env, text string) ref.Val {
	ast, issues := env.Parse(text)
	must(issues.Err())
	program, err := env.Program(ast)
	must(err)
	value, _, err := program.Eval(map[string]interface{}{})
	must(err)
	return value
}

func (s *scope) answer(expression string) (a answer) {
	defer func() {
		if r := recover(); r != nil {
			a.Failed = fmt.Sprintf("panic: %v", r)
		}
	}()
	ast, issues := s.env.Compile(expression)
	if issues != nil {
		a.Error = issues.String()
		return
	}
	a.Type = ast.OutputType().String()
	cost, err := s.env.EstimateCost(ast, s.estimator)
	if err != nil {
		a.Error = "cost: " + err.Error()
		return
	}
	a.Cost = []string{fmt.Sprint(cost.Min), fmt.Sprint(cost.Max)}
	program, err := s.env.Program(ast, cel.CostTracking(s.estimator))
	if err != nil {
		a.Failed = "program: " + err.Error()
		return
	}
	value, details, err := program.Eval(s.values)
	if err != nil {
		a.Failed = err.Error()
	} else {
		a.Value = printed(value)
	}
	if details != nil && !strings.HasPrefix(a.Failed, "operation cancelled") {
		if spent := details.ActualCost(); spent != nil {
			a.Spent = fmt.Sprint(*spent)
		}
	}
	return
}

type sizeEstimator struct {
	roots map[string]*apiservercel.DeclType
}

func (c *sizeEstimator) EstimateCallCost(_, _ string, _ *checker.AstNode, _ []checker.AstNode) *checker.CallEstimate {
	return nil
}

// As that of k8s.io/apiextensions-apiserver, which is not exported: the most that a place of the schema can hold.
func (c *sizeEstimator) EstimateSize(element checker.AstNode) *checker.SizeEstimate {
	if len(element.Path()) == 0 {
		return nil
	}
	at, known := c.roots[element.Path()[0]]
	for _, name := range element.Path()[1:] {
		if !known || at == nil {
			return nil
		}
		switch name {
		case "@items", "@values":
			at = at.ElemType
		case "@keys":
			at = at.KeyType
		default:
			field, ok := at.Fields[name]
			if !ok {
				return nil
			}
			at = field.Type
		}
	}
	if at == nil {
		return nil
	}
	return &checker.SizeEstimate{Min: 0, Max: uint64(at.MaxElements)}
}
