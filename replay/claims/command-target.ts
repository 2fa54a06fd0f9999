// Which objects a kubectl command line is about.
import { resourceNamed } from './kinds.ts'

/** The objects that a kubectl command line reads or writes, as far as its text tells. */
export interface CommandTarget {
  verb: string
  resource: string
  /** None: all of them. */
  names: string[]
  /** A name is what another command gives: `pv/$(kubectl get …)`. */
  computed: boolean
  selector: string | undefined
  namespace: string | undefined
  everywhere: boolean
  /** `-o`: `yaml`, `jsonpath={.status}`, undefined for a table. */
  output: string | undefined
  /** What the output is piped through. */
  piped: string | undefined
}

const looking = new Set([
  'get',
  'describe',
  'delete',
  'patch',
  'edit',
  'scale',
  'label',
  'annotate',
  'wait',
  'rollout',
  'set',
  'expose',
])
const client = /(?:^|[\s/(;&])(?:kubectl(?:\.sh)?|k|kc)\s+/
const withValue =
  /^(?:-n|--namespace|-l|--selector|-o|--output|--context|--kubeconfig|-p|--patch|--type|--field-selector|--replicas|-s|--server|-L|--subresource|--sort-by|--cluster|--user|-f|--filename|--timeout|--for)$/

const read = new WeakMap<object, { target: CommandTarget | undefined }>()

/** Of a command that has run: read once, however many claims ask for it. */
export function targetOf(command: { readonly text: string }): CommandTarget | undefined {
  const known = read.get(command) ?? { target: commandTarget(command.text) }
  read.set(command, known)
  return known.target
}

/** Undefined where no object is named: `kubectl apply -f x.yaml`. */
export function commandTarget(text: string): CommandTarget | undefined {
  const start = client.exec(text)
  if (start === null) return undefined
  const [line = '', ...pipes] = splitPipes(text.slice(start.index + start[0].length))
  const flags = new Map<string, string>()
  const plain: string[] = []
  const words = shellWords(line)
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    if (!word.startsWith('-') || word === '-') plain.push(word)
    else if (/^-[lno].+/.test(word)) flags.set(word.slice(0, 2), word.slice(2).replace(/^=/, ''))
    else if (word.includes('='))
      flags.set(word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1))
    else if (withValue.test(word)) flags.set(word, words[++i] ?? '')
    else flags.set(word, '')
  }
  return targetIn(plain, flags, pipes.join(' | ').trim())
}

function targetIn(
  plain: string[],
  flags: ReadonlyMap<string, string>,
  piped: string,
): CommandTarget | undefined {
  const [verb = '', ...words] = plain
  if (!looking.has(verb)) return undefined
  // `kubectl rollout status deployment/web` looks at the Deployment.
  const [first = '', ...rest] = verb === 'rollout' && words[0] === 'status' ? words.slice(1) : words
  const [kinds = '', name] = first.split('/')
  const entry = resourceNamed(kinds.split(',')[0]!)
  if (entry === undefined) return undefined
  const names = [name, ...rest.map((word) => word.slice(word.indexOf('/') + 1))].filter(
    (one) => one !== undefined && /^[a-z0-9][-a-z0-9.]*$/.test(one),
  ) as string[]
  const flag = (...ways: string[]): string | undefined =>
    ways.map((way) => flags.get(way)).find((one) => one !== undefined)
  return {
    verb,
    resource: entry.resource,
    names,
    computed: [name, ...rest].some((word) => word?.includes('$') === true),
    selector: flag('-l', '--selector'),
    // What a variable of the shell holds is not known here.
    namespace: known(flag('-n', '--namespace')),
    everywhere: flags.has('-A') || flags.has('--all-namespaces'),
    output: flag('-o', '--output'),
    piped: piped === '' ? undefined : piped,
  }
}

const known = (value: string | undefined): string | undefined => (value?.includes('$') ? undefined : value)

/** The parts of a line between `|`, up to the command's end; quotes hold together. */
function splitPipes(text: string): string[] {
  const parts = ['']
  let quote = ''
  let depth = 0
  let escaped = false
  for (const c of text) {
    if (escaped) escaped = false
    else if (c === '\\' && quote !== "'") escaped = true
    else if (quote !== '') {
      if (c === quote) quote = ''
    } else if (c === '"' || c === "'") quote = c
    else if (c === '(') depth++
    else if (c === ')') {
      if (depth === 0) break
      depth--
    } else if (depth === 0 && (c === ';' || c === '\n' || c === '>' || c === '&')) break
    else if (depth === 0 && c === '|') {
      parts.push('')
      continue
    }
    parts[parts.length - 1] += c
  }
  return parts
}

/** Words without their quotes; what a substitution gives is not known and stays: `$(…)`. */
function shellWords(line: string): string[] {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  let depth = 0
  let escaped = false
  for (const c of line) {
    if (escaped) escaped = false
    else if (c === '\\' && quote !== "'") escaped = true
    else if (depth > 0) depth += c === '(' ? 1 : c === ')' ? -1 : 0
    else if (quote !== '') {
      if (c === quote) {
        quote = ''
        continue
      }
    } else if (c === '"' || c === "'") {
      quote = c
      word ??= ''
      continue
    } else if (/\s/.test(c)) {
      if (word !== undefined) words.push(word)
      word = undefined
      continue
    } else if (c === '(' && word?.endsWith('$') === true) depth++
    word = (word ?? '') + c
  }
  return word === undefined ? words : [...words, word]
}

/** Whether labels fit `a=b,c!=d,e,!f`; a form not known fits nothing. */
export function selectorFits(
  selector: string,
  labels: Readonly<Record<string, string>> | undefined,
): boolean {
  return selector.split(',').every((term) => {
    const match = /^(!?)([\w./-]+)(?:(!?=)=?(.*))?$/.exec(term.trim())
    if (match === null) return false
    const value = labels !== undefined && Object.hasOwn(labels, match[2]!) ? labels[match[2]!] : undefined
    if (match[3] === undefined) return (value !== undefined) !== (match[1] === '!')
    return (value === match[4]) === (match[3] === '=')
  })
}
