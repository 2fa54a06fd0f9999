import { expect, it } from 'vitest'
import { passesOverWarnings, speaksOfWarnings } from './claims/telling.ts'
import { parseDocument } from './document.ts'
import { comparedText, fieldValues, watchedFields } from './observe.ts'
import { selectSections } from './select-sections.ts'

const record = (stdout: string, stderr: string, exitCode = 0) => ({
  stdout,
  stderr,
  exitCode,
  asserted: true,
})

it.each([
  ['what is printed, without warnings that are not shown', record('a\n', 'Warning: x\n'), ['a'], 'a\n'],
  ['with those that are', record('a\n', 'Warning: x\n'), ['Warning: x', 'a'], 'Warning: x\na\n'],
  ['in the order of the document', record('a\n', 'Warning: x\n'), ['a', 'Warning: x'], 'a\nWarning: x\n'],
  ['with errors where it failed', record('', 'The x is invalid\n', 1), ['no'], 'The x is invalid\n'],
  ['and what was printed before them', record('a', 'Error: x\n', 1), ['a', 'Error: x'], 'a\nError: x\n'],
  [
    'and what ended it after that, below a warning',
    record('a\nb\n', 'Warning: x\nerror: 1 warning received\n', 1),
    ['Warning: x', 'a', 'b', 'error: 1 warning received'],
    'Warning: x\na\nb\nerror: 1 warning received\n',
  ],
  ['alone where its text only begins like an error', record('The end\n', 'W\n'), ['The end'], 'The end\n'],
])('compares %s', (_what, output, shown, text) => {
  expect(comparedText(output, shown)).toBe(text)
})

it('compares warnings that are not shown where the document tells of warnings', () => {
  const output = record('a\n', 'note\nWarning: x\nWarning: y\n')
  expect(comparedText(output, ['a'], true)).toBe('Warning: x\nWarning: y\na\n')
})

it.each([
  ['The API warns of it, as do events:', true],
  ['A warning is printed.', true],
  ['There is a Warning event.', false],
  ['See events of type Warning.', false],
  ['**Warning:** this takes long.', false],
  ['[!WARNING] this takes long', false],
  ['Set `pod-security.kubernetes.io/warn`:', false],
])('tells whether %j speaks of warnings of the API', (sentence, speaks) => {
  expect(speaksOfWarnings(sentence)).toBe(speaks)
})

it.each([
  ['Ignore the deprecation warning:', true],
  ['A warning is printed, which is harmless.', true],
  ['A warning is printed.', false],
  ['Ignore the output:', false],
])('tells whether %j passes over warnings', (sentence, passes) => {
  expect(passesOverWarnings(sentence)).toBe(passes)
})

const printed = (text: string, stdout: string, exitCode = 0) => ({
  text,
  line: 1,
  stdout,
  stderr: '',
  exitCode,
  milliseconds: 1,
  shown: undefined,
  asserted: false,
})
const get = 'kubectl get node n -o'

it.each([
  [`${get} jsonpath='{.status.nodeInfo.kubeProxyVersion}{"\\n"}'`, 'v1.30.14\n', 'v1.30.14'],
  [`${get} jsonpath={.status.nodeInfo.kubeProxyVersion}`, '', ''],
  [`${get} json | jq .status.nodeInfo.kubeProxyVersion`, '"v1"\n', 'v1'],
  [`${get} jsonpath='{.metadata.uid}/{.status.nodeInfo.kubeProxyVersion}'`, '1/v1', undefined],
  [`${get} jsonpath='{.metadata.uid}'`, '1', undefined],
])('follows a field that %s prints', (text, stdout, value) => {
  expect(fieldValues(['kubeProxyVersion'], [printed(text, stdout)])).toEqual(
    value === undefined ? [] : [{ field: 'kubeProxyVersion', value }],
  )
  expect(fieldValues(['kubeProxyVersion'], [printed(text, stdout, 1)])).toEqual([])
})

it('watches a field that commands of several steps print alone', () => {
  const step = (commands: string) => `1. Step\n\n   \`\`\`console\n${commands}   \`\`\`\n\n`
  const uid = "   $ kubectl get node n -o jsonpath='{.metadata.uid}'\n   1f\n"
  const once = "   $ kubectl get node n -o jsonpath='{.spec.podCIDR}'\n   10.0.0.0/24\n"
  const text = `## Upgrade\n\n${step(uid)}${step(uid + once)}`
  const [section] = selectSections(parseDocument('a.md', text), 'all')
  expect(watchedFields(section!.steps)).toEqual(['metadata.uid'])
  expect(watchedFields(section!.steps, ['uid'])).toEqual(['uid'])
})

it('tells fields of one name apart by what they are in', () => {
  const deployment = 'kubectl get deployment d -o'
  const commands = [
    printed(`${deployment} jsonpath={.spec.replicas}`, '3'),
    printed(`${deployment} jsonpath={.status.replicas}`, '1'),
  ]
  expect(fieldValues(['spec.replicas', 'status.replicas', 'replicas'], commands)).toEqual([
    { field: 'spec.replicas', value: '3' },
    { field: 'status.replicas', value: '1' },
    { field: 'replicas', value: '1' },
  ])
})
