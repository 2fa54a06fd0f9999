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

// Recorded from text/template.
it.each([
  ['{{html .text}}', '&lt;a href=&#34;x&#34;&gt;&#39;&amp;&#39; a+b=c!(*)~\\ \ufffd'],
  ['{{js .text}}', '\\u003Ca href\\u003D\\"x\\"\\u003E\\\'\\u0026\\\' a+b\\u003Dc!(*)~\\\\ \\u0000'],
  ['{{urlquery .text}}', '%3Ca+href%3D%22x%22%3E%27%26%27+a%2Bb%3Dc%21%28%2A%29~%5C+%00'],
  ['{{js .unicode}}', 'é\\u2028\\u000A\\u0009€\\u0001\\u003D😀'],
  ['{{html .unicode}}', 'é\u2028\n\t€\u0001=😀'],
  ['{{urlquery .unicode}}', '%C3%A9%E2%80%A8%0A%09%E2%82%AC%01%3D%F0%9F%98%80'],
  ['{{js .list}}', '[a \\u003C]'],
  ['{{html .nothing}}', '&lt;no value&gt;'],
  ['{{html "a" 1}}|{{urlquery "a" "b" 1 2}}', 'a1|ab1+2'],
])('escapes in %s', (template, expected) => {
  const text = '<a href="x">\'&\' a+b=c!(*)~\\ \0'
  expect(goTemplatePrinter(template)({ text, unicode: 'é\u2028\n\t€\u0001=😀', list: ['a', '<'] })).toBe(
    expected,
  )
})

// Recorded from text/template of Go 1.26, and from kubectl 1.33.
const cuts = { k: 'aé€😀z', l: ['a', 'b', 'c'], e: [], m: { x: 1 }, z: null, n: 1.5, t: true }

it.each([
  ['{{slice .k}}', 'aé€😀z'],
  ['{{slice .k 1 3}}', 'é'],
  ['{{slice .k 3}}', '€😀z'],
  ['{{slice .k 3 11}}', '€😀z'],
  ['{{slice .k 11}}', ''],
  ['{{slice .k (len .l)}}', '€😀z'],
  ['{{slice .l 1}}', '[b c]'],
  ['{{slice .l 3}}', '[]'],
  ['{{slice .l 0 2 3}}', '[a b]'],
  ['{{slice .e}}', '[]'],
  ['{{index .k 0}} {{index .k 1}}', '97 195'],
  ['{{index .l}}', '[a b c]'],
])('cuts %s by bytes and items', (template, expected) => {
  expect(goTemplatePrinter(template)(cuts)).toBe(expected)
})

it.each([
  ['{{slice .k 0 12}}', 'error calling slice: index out of range: 12'],
  ['{{slice .k -1}}', 'error calling slice: index out of range: -1'],
  ['{{slice .k 4 3}}', 'error calling slice: invalid slice index: 4 > 3'],
  ['{{slice .k 1 2 3}}', 'error calling slice: cannot 3-index slice a string'],
  ['{{slice .k 1 2 3 4}}', 'error calling slice: too many slice indexes: 4'],
  ['{{slice .k "1"}}', 'error calling slice: cannot index slice/array with type string'],
  ['{{slice .k nil}}', 'error calling slice: cannot index slice/array with nil'],
  ['{{slice .k 1.5}}', 'error calling slice: cannot index slice/array with type float64'],
  ['{{slice .k true}}', 'error calling slice: cannot index slice/array with type bool'],
  ['{{slice .l 0 5}}', 'error calling slice: index out of range: 5'],
  ['{{slice .l 0 3 2}}', 'error calling slice: invalid slice index: 3 > 2'],
  ['{{slice .e 1}}', 'error calling slice: index out of range: 1'],
  ['{{slice .z}}', 'error calling slice: slice of untyped nil'],
  ['{{slice .m}}', "error calling slice: can't slice item of type map[string]interface {}"],
  ['{{slice 3 1}}', "error calling slice: can't slice item of type int"],
  ['{{slice .t 1}}', "error calling slice: can't slice item of type bool"],
  ['{{index .l 3}}', 'error calling index: reflect: slice index out of range'],
  ['{{index .l 4}}', 'error calling index: index out of range: 4'],
  ['{{index .l "a"}}', 'error calling index: cannot index slice/array with type string'],
  ['{{index .k 11}}', 'error calling index: reflect: string index out of range'],
  ['{{index .m 1}}', 'error calling index: value has type int; should be string'],
  ['{{index .m "y" 1}}', 'error calling index: index of nil pointer'],
  ['{{index .nope 1}}', 'error calling index: index of untyped nil'],
  ['{{index .n 1}}', "error calling index: can't index item of type float64"],
])('refuses to cut %s', (template, message) => {
  expect(() => goTemplatePrinter(template)(cuts)).toThrow(`>: ${message}`)
})

it.each([
  ['{{.kind', 'error parsing template {{.kind, template: output:1: unclosed action'],
  ['{{if .kind}}', 'unexpected EOF'],
  ['{{nope .kind}}', 'function "nope" not defined'],
  ['{{index .items 7}}', 'index out of range: 7'],
])('refuses %s', (template, message) => {
  expect(() => goTemplatePrinter(template)(data)).toThrow(message)
})

it('refuses a function that it has not before it prints anything, also where none is called', () => {
  expect(() => goTemplatePrinter('{{if false}}{{nope}}{{end}}')).toThrow(
    'error parsing template {{if false}}{{nope}}{{end}}, template: output:1: function "nope" not defined',
  )
})

it('wants a missing key where it is told to', () => {
  const print = goTemplatePrinter('{{.nothing}}', { allowMissingKeys: false })
  expect(() => print(data)).toThrow('map has no entry for key "nothing"')
})
