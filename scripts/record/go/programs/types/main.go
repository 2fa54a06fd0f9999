// Prints, as JSON, the struct fields of the API types in Go source folders, with what decides how encoding/json
// treats them: order, Go name, Go type, pointer, omitempty, omitzero, inline.
//
//	types PREFIX=FOLDER…
//
// PREFIX is the package's name in OpenAPI (io.k8s.api.core.v1); a leading "?" keeps the kinds only, without the types.
// Uses the standard library only.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strings"
)

type pkg struct {
	Group   string              `json:"group"`
	Version string              `json:"version"`
	Name    string              `json:"name"`
	Kinds   []string            `json:"kinds,omitempty"`
	Types   map[string][]string `json:"types,omitempty"`
	Named   map[string]string   `json:"named,omitempty"`
	// Types with a JSON form of their own.
	Custom []string `json:"custom,omitempty"`
}

func main() {
	out := map[string]*pkg{}
	for _, arg := range os.Args[1:] {
		prefix, dir, _ := strings.Cut(arg, "=")
		kindsOnly := strings.HasPrefix(prefix, "?")
		prefix = strings.TrimPrefix(prefix, "?")
		p, err := readPackage(dir)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if kindsOnly {
			p.Types, p.Named, p.Custom = nil, nil, nil
		}
		out[prefix] = p
	}
	text, _ := json.Marshal(out)
	fmt.Println(string(text))
}

func readPackage(dir string) (*pkg, error) {
	p := &pkg{Types: map[string][]string{}, Named: map[string]string{}}
	keep := func(f fs.FileInfo) bool {
		return !strings.HasSuffix(f.Name(), "_test.go") && !strings.HasPrefix(f.Name(), "zz_generated") &&
			!strings.HasSuffix(f.Name(), ".pb.go") && !strings.Contains(f.Name(), "swagger_doc")
	}
	parsed, err := parser.ParseDir(token.NewFileSet(), dir, keep, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for name, files := range parsed {
		p.Name = name
		for path, file := range files.Files {
			readFile(p, filepath.Base(path), file)
		}
	}
	sort.Strings(p.Kinds)
	sort.Strings(p.Custom)
	return p, nil
}

func readFile(p *pkg, name string, file *ast.File) {
	imports := map[string]string{}
	for _, spec := range file.Imports {
		path := strings.Trim(spec.Path.Value, `"`)
		alias := path[strings.LastIndex(path, "/")+1:]
		if spec.Name != nil {
			alias = spec.Name.Name
		}
		imports[alias] = path
	}
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				readSpec(p, name, imports, spec)
			}
		case *ast.FuncDecl:
			if decl.Recv != nil && decl.Name.Name == "UnmarshalJSON" {
				receiver := typeText(nil, decl.Recv.List[0].Type)
				p.Custom = append(p.Custom, strings.TrimPrefix(receiver, "*"))
			}
			if name == "register.go" {
				readKinds(p, decl)
			}
		}
	}
}

func readSpec(p *pkg, file string, imports map[string]string, spec ast.Spec) {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		if !spec.Name.IsExported() || spec.TypeParams != nil {
			return
		}
		if fields, ok := spec.Type.(*ast.StructType); ok {
			p.Types[spec.Name.Name] = structFields(imports, fields)
		} else if text := typeText(imports, spec.Type); text != "" {
			p.Named[spec.Name.Name] = text
		}
	case *ast.ValueSpec:
		if file != "register.go" || len(spec.Values) == 0 {
			return
		}
		switch spec.Names[0].Name {
		case "GroupName":
			if lit, ok := spec.Values[0].(*ast.BasicLit); ok {
				p.Group = strings.Trim(lit.Value, `"`)
			}
		case "SchemeGroupVersion":
			readGroupVersion(p, spec.Values[0])
		}
	}
}

func readGroupVersion(p *pkg, value ast.Expr) {
	ast.Inspect(value, func(n ast.Node) bool {
		if kv, ok := n.(*ast.KeyValueExpr); ok && kv.Key.(*ast.Ident).Name == "Version" {
			if lit, ok := kv.Value.(*ast.BasicLit); ok {
				p.Version = strings.Trim(lit.Value, `"`)
			}
		}
		return true
	})
}

// The kinds are the types that register.go names as &Type{}.
func readKinds(p *pkg, decl *ast.FuncDecl) {
	ast.Inspect(decl, func(n ast.Node) bool {
		ref, ok := n.(*ast.UnaryExpr)
		if !ok || ref.Op != token.AND {
			return true
		}
		if lit, ok := ref.X.(*ast.CompositeLit); ok {
			if id, ok := lit.Type.(*ast.Ident); ok {
				p.Kinds = append(p.Kinds, id.Name)
			}
		}
		return true
	})
}

// A field is "json-name GoName type [flags] [@protobuf-name]", flags of o (omitempty), z (omitzero), i (inline); the name
// in protobuf only where it is not the one in JSON.
func structFields(imports map[string]string, st *ast.StructType) []string {
	out := []string{}
	for _, f := range st.Fields.List {
		tag, proto := "", ""
		if f.Tag != nil {
			tags := reflect.StructTag(strings.Trim(f.Tag.Value, "`"))
			tag, proto = tags.Get("json"), protobufName(tags.Get("protobuf"))
		}
		parts := strings.Split(tag, ",")
		name, flags := parts[0], ""
		for _, option := range parts[1:] {
			switch option {
			case "omitempty":
				flags += "o"
			case "omitzero":
				flags += "z"
			}
		}
		if name == "-" {
			continue
		}
		text := typeText(imports, f.Type)
		goNames := []string{}
		for _, n := range f.Names {
			goNames = append(goNames, n.Name)
		}
		if len(goNames) == 0 {
			base := strings.TrimPrefix(text, "*")
			goNames = []string{base[strings.LastIndex(base, ".")+1:]}
			if name == "" {
				flags += "i"
			}
		}
		for _, goName := range goNames {
			if !ast.IsExported(goName) {
				continue
			}
			jsonName := name
			if jsonName == "" && !strings.Contains(flags, "i") {
				jsonName = goName
			}
			parts := []string{jsonName, goName, text}
			if flags != "" {
				parts = append(parts, flags)
			}
			if proto != "" && proto != jsonName {
				parts = append(parts, "@"+proto)
			}
			out = append(out, strings.Join(parts, " "))
		}
	}
	return out
}

// protobufName reads "bytes,1,opt,name=metadata".
func protobufName(tag string) string {
	for _, option := range strings.Split(tag, ",") {
		if name, ok := strings.CutPrefix(option, "name="); ok {
			return name
		}
	}
	return ""
}

// typeText writes a type as Go does, with the whole import path in foreign names and no spaces.
func typeText(imports map[string]string, expr ast.Expr) string {
	switch t := expr.(type) {
	case *ast.Ident:
		return t.Name
	case *ast.StarExpr:
		return "*" + typeText(imports, t.X)
	case *ast.ArrayType:
		if t.Len != nil {
			return ""
		}
		return "[]" + typeText(imports, t.Elt)
	case *ast.MapType:
		return "map[" + typeText(imports, t.Key) + "]" + typeText(imports, t.Value)
	case *ast.SelectorExpr:
		pkg := t.X.(*ast.Ident).Name
		return imports[pkg] + "." + t.Sel.Name
	case *ast.InterfaceType:
		return "interface{}"
	}
	return ""
}
