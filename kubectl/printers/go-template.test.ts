import { expect, it } from 'vitest'
import { goTemplatePrinter } from './go-template.ts'

const data = {
  kind: 'List',
  items: [
    { metadata: { name: 'a', labels: { 'x.y/z': '1' } }, spec: { n: 3 } },
    { metadata: { name: 'b' }, spec: { n: 5 } },
  ],
}

it.each([
  ['{{.kind}}', 'List'],
  ['{{range .items}}{{.metadata.name}} {{end}}', 'a b '],
  ['{{range $i, $o := .items}}{{$i}}={{$o.spec.n}};{{end}}', '0=3;1=5;'],
  ['{{range .nothing}}x{{else}}none{{end}}', 'none'],
  ['{{.nothing}}', '<no value>'],
  ['{{index (index .items 0).metadata.labels "x.y/z"}}', '1'],
  ['{{if gt (len .items) 1}}many{{else}}few{{end}}', 'many'],
  ['{{if eq .kind "A"}}a{{else if eq .kind "List" "B"}}list{{end}}', 'list'],
  ['{{with .kind}}[{{.}}]{{end}}', '[List]'],
  ['{{printf "%-5s|%3d" .kind 7}}', 'List |  7'],
  ['a {{- " b " -}} c', 'a b c'],
  ['{{/* nothing */}}{{$x := "v"}}{{$x | printf "%q"}}', '"v"'],
  ['{{define "t"}}<{{.}}>{{end}}{{template "t" .kind}}', '<List>'],
  ['{{(index .items 1).metadata}}', 'map[name:b]'],
  ['{{base64decode "aGk="}}', 'hi'],
  ['{{range .items}}{{if eq .spec.n 5}}{{break}}{{end}}{{.metadata.name}}{{end}}', 'a'],
  ['{{and true .kind}} {{or false "x"}} {{not .nothing}}', 'List x true'],
])('%s', (template, expected) => {
  expect(goTemplatePrinter(template)(data)).toBe(expected)
})

it.each([
  ['{{.kind', 'error parsing template {{.kind, template: output:1: unclosed action'],
  ['{{if .kind}}', 'unexpected EOF'],
  ['{{nope .kind}}', 'function "nope" not defined'],
  ['{{index .items 7}}', 'slice index out of range'],
])('refuses %s', (template, message) => {
  expect(() => goTemplatePrinter(template)(data)).toThrow(message)
})

it('wants a missing key where it is told to', () => {
  const print = goTemplatePrinter('{{.nothing}}', { allowMissingKeys: false })
  expect(() => print(data)).toThrow('map has no entry for key "nothing"')
})
