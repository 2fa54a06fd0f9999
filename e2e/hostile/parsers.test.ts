// What strangers write is read in a time that grows with its length and not faster, whatever it is, and never runs out of stack.
// YAML and whole requests: requests.test.ts; Markdown and shell of documents: replay/reading-speed.test.ts.
import { describe, expect, it } from 'vitest'
import { JsonPath } from '../../apimachinery/jsonpath/jsonpath.ts'
import { canonicalQuantity } from '../../apimachinery/quantity.ts'
import { parseGoDuration } from '../../apimachinery/scheme/go-duration.ts'
import { parseGoTime, rfc3339 } from '../../apimachinery/scheme/go-time.ts'
import { parseJson } from '../../apimachinery/scheme/parse-json.ts'
import { readFields } from '../../apimachinery/scheme/protobuf-wire.ts'
import { FieldSelector } from '../../apimachinery/selectors/field-selector.ts'
import { LabelSelector } from '../../apimachinery/selectors/label-selector.ts'
import { parseCIDRSloppy, parseIPSloppy } from '../../apimachinery/validation/ip-address.ts'
import { regexOf } from '../../cel/library/regex.ts'
import { parseFlags } from '../../component-base/flags/parse-flags.ts'
import { readCsvRecord } from '../../component-base/go/csv.ts'
import { parseDuration } from '../../component-base/go/duration.ts'
import { parseCIDR, parseIP, parsePortRange } from '../../component-base/go/net.ts'
import { growthOf, repeated } from '../../component-base/testing/linear-time.ts'
import { parseGates } from '../../featuregates/parse-gates.ts'
import { parseVersion } from '../../featuregates/version.ts'
import { columnsOfSpec } from '../../kubectl/printers/custom-columns.ts'
import { goTemplatePrinter } from '../../kubectl/printers/go-template.ts'
import { fieldInText } from '../../replay/claims/field-in-text.ts'
import { sentencesOf } from '../../replay/claims/sentence.ts'
import { readPrompt } from '../../replay/prompt.ts'
import { titleClaims } from '../../replay/title.ts'

const flags = [
  { name: 'a', type: 'stringSlice', shorthand: 'a' },
  { name: 'b', type: 'mapStringBool' },
]
const object = { metadata: { name: 'a', labels: { a: 'b' } }, items: [{ a: 1 }, { a: 2 }] }

const readers: Readonly<
  Record<string, readonly [read: (text: string) => unknown, parts: readonly string[]]>
> = {
  'JSON of a request': [
    parseJson,
    [
      '[',
      '{"a":',
      '"a",',
      '[1,',
      '{"a":1,"a":',
      '\\u00',
      '"\\',
      ' ',
      '1',
      '1e',
      '{"a":{},"a":{},',
      '[[],',
      '"\ud800',
    ],
  ],
  'JSON with many keys twice': [
    (text) => parseJson(`{${text}"b":1}`),
    ['"a":1,', '"a":{"a":1,"a":2},', '"__proto__":{},'],
  ],
  'a label selector': [
    (text) => LabelSelector.parse(text, 36),
    [
      'a,',
      'a=b,',
      '!',
      'a in (',
      'a in (b),',
      '(',
      'a,b in (c,d),',
      '=',
      '==',
      ' ',
      'a!=b,',
      'a notin (x,y,z),',
    ],
  ],
  'a field selector': [FieldSelector.parse, ['a=b,', '\\', '\\,', '=', '!=', ',', 'a', 'a.b.c=d,']],
  'a JSONPath': [
    (text) => new JsonPath(text).results(object),
    [
      '{',
      '{.a}',
      '{.items[*]',
      '{..',
      '[',
      '.a',
      '{range .items[*]}',
      '{end}',
      '{"',
      "'",
      '{.items[?(@.a==1)]}',
      '\\',
      '*',
      '..a',
      '{.a[0:1:1]}',
    ],
  ],
  'a JSONPath within braces': [
    (text) => new JsonPath(`{${text}}`).results(object),
    ['.a', '..a', '[*]', '.items[*]', "['a']", '[0]', '.*', '[?(@.a)]', '[0,1]', '\\.'],
  ],
  'a template': [
    (text) => goTemplatePrinter(text)(object),
    [
      '{{',
      '{{.a}}',
      '{{if .a}}',
      '{{range .items}}',
      '{{end}}',
      '{{(',
      '{{"',
      '{{/*',
      '}}',
      '{{- ',
      ' -}}',
      '{{.a | print}}',
      '{{define "a"}}',
      'a',
    ],
  ],
  'a template of one action': [
    (text) => goTemplatePrinter(`{{${text}}}`)(object),
    ['.a', '(', '| print', ' ', 'print ', '"a" ', '1 ', '$', 'not (', '`'],
  ],
  'custom columns': [columnsOfSpec, ['A:.a,', 'A:', ',', 'A:.a[', 'A:{', ':']],
  'feature gates': [parseGates, ['A=true,', 'A=', ',', '=', ' A = true ,', 'kube:A=true,']],
  'a CSV record': [readCsvRecord, ['"', 'a,', '""', '"a""b",', "'", '\n', ',']],
  'a quantity': [canonicalQuantity, ['1', '0', '.', '1e', '9', 'Ki', '-', '1.']],
  'a duration': [parseDuration, ['1h', '1', '1.', 'ms', '-', '0.1h']],
  'a duration of an object': [parseGoDuration, ['1h', '1', '1.', 'ms', '-', '0.1h']],
  'a time': [(text) => parseGoTime(text, rfc3339), ['1', '2006-01-02T15:04:05', '.', '0', 'Z', '+']],
  'an address': [(text) => [parseIP(text), parseIPSloppy(text)], ['1.', ':', '::', '0', 'f:', '1', '%']],
  'a CIDR': [(text) => [parseCIDR(text), parseCIDRSloppy(text)], ['1.', ':', '/', '0', '1/']],
  'a range of ports': [parsePortRange, ['1', '-', '1-', '+', ' ']],
  'a version': [parseVersion, ['1.', '1', 'v', '0', '-', '+a']],
  'a command line': [
    (text) => parseFlags(flags, text.split(' ')),
    ['--a ', '--a=b ', '--b=A=true ', '--a="b",c ', '- ', '-a ', '-aaa', 'a='],
  ],
  'a pattern': [regexOf, ['a', '(a)', '[a-z]', '[', '(', '\\p{L}', 'a|', 'a?', 'a{9}', '(?:']],
  prose: [(text) => sentencesOf(text, 1), ['a. ', '`', '[a](', '**', 'e.g. ', '(', '"', 'A. B', '<a', '...']],
  'a prompt': [
    (text) => readPrompt(text, () => false),
    ['$ ', '[a@b ', '# ', 'a@b:', '~', '(a) ', '➜ ', '> '],
  ],
  'a title': [titleClaims, ['v1.30 ', 'A=true ', '`', '(', 'with ', 'gate ', '1.', 'a→']],
  'a field of an output': [(text) => fieldInText('.a.b', text), ['a: ', 'b:\n', ' ', '"', '- ', 'b: {}\n']],
}

/** What is wrong with a text is said; a full stack is no way to say it. */
const attempt =
  (read: (text: string) => unknown) =>
  (text: string): unknown => {
    try {
      return read(text)
    } catch (error) {
      if (error instanceof RangeError) throw error
      return error
    }
  }
const longest = 64_000
const cases = Object.entries(readers).flatMap(([name, [read, parts]]) =>
  parts.map((part) => ({ name, part, read: attempt(read) })),
)

describe('a time that is linear', () => {
  it.each(cases)('$name: $part', ({ read, part }) => {
    const growth = growthOf(read, (length) => repeated(part, length), longest)
    expect(growth).toMatchObject({ linear: true })
  })

  it.each(['\x0a', '\x0a\x02', '\xff', '\x08\x01', '\x0b', '\x0a\xff\xff\xff\x7f'])(
    'protobuf: %j',
    (part) => {
      const read = attempt((text) => [...readFields(Buffer.from(text, 'latin1'))])
      expect(growthOf(read, (length) => repeated(part, length), longest)).toMatchObject({ linear: true })
    },
  )
})
