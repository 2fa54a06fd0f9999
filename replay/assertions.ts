// Sentences of the document that claim something about what the commands before them showed.
import type { ProseElement } from './document.ts'

export type Claim =
  | { kind: 'empty' }
  | { kind: 'not-empty' }
  | { kind: 'equals'; value: string }
  | { kind: 'not-equals'; value: string }
  | { kind: 'same-as'; field: string }

export interface ProseAssertion {
  field: string
  claim: Claim
  /** The sentence as the document has it. */
  text: string
  line: number
}

const field = '`(?<field>[\\w.\\[\\]/-]+)`'
const subject = `(?:the\\s+)?(?:value\\s+of\\s+)?(?:the\\s+)?(?:value\\s+of\\s+)?(?:field\\s+)?${field}(?:\\s+field)?(?:'s\\s+value)?(?:\\s+(?:in|of|on)\\s+[^,;.]*?)?`
const is = '\\s+(?:is|are|was|will\\s+be|should\\s+be|must\\s+be|remains|stays|has\\s+been|becomes)\\s+'
const emptyWords =
  '(?:empty|unset|not\\s+set|cleared|absent|blank|an\\s+empty\\s+string|gone|dropped|removed)'
const presentWords = '(?:set|present|populated|non-empty|there|kept|preserved)'

const patterns: readonly { shape: RegExp; claim: (value: string) => Claim }[] = [
  {
    shape: new RegExp(
      `${subject}${is}(?:still\\s+|now\\s+)?(?:not|never|no\\s+longer)\\s+(?:empty|unset|cleared|blank|absent)`,
      'i',
    ),
    claim: () => ({ kind: 'not-empty' }),
  },
  {
    shape: new RegExp(`${subject}${is}(?:still\\s+|now\\s+|again\\s+)?${emptyWords}\\b`, 'i'),
    claim: () => ({ kind: 'empty' }),
  },
  {
    shape: new RegExp(`${subject}${is}(?:still\\s+|now\\s+)?not\\s+\`(?<value>[^\`]*)\``, 'i'),
    claim: (value) => ({ kind: 'not-equals', value }),
  },
  {
    shape: new RegExp(
      `${subject}${is}(?:the\\s+same\\s+as|equal\\s+to)\\s+(?:the\\s+)?(?:value\\s+of\\s+)?\`(?<value>[\\w.]+)\``,
      'i',
    ),
    claim: (value) => sameOrValue(value),
  },
  {
    shape: new RegExp(
      `${subject}(?:${is}(?:still\\s+|now\\s+|again\\s+|set\\s+to\\s+)*|\\s+equals\\s+)\`(?<value>[^\`]*)\``,
      'i',
    ),
    claim: (value) => ({ kind: 'equals', value }),
  },
  {
    shape: new RegExp(
      `${subject}${is}(?:still\\s+|now\\s+|again\\s+)?${presentWords}(?![\\s-]*(?:to|by|in)\\b)\\b`,
      'i',
    ),
    claim: () => ({ kind: 'not-empty' }),
  },
]

function sameOrValue(value: string): Claim {
  return /^[a-z][A-Za-z]+(\.[A-Za-z]+)*$/.test(value)
    ? { kind: 'same-as', field: value }
    : { kind: 'equals', value }
}

/** The claims of a paragraph. Conditions, questions and plans ("if", "when", "will be set to … by") claim nothing. */
export function assertionsOf(prose: ProseElement): ProseAssertion[] {
  const found: ProseAssertion[] = []
  for (const sentence of prose.text.split(/(?<=[.;!?])\s+|,\s+(?=(?:and\s+)?[Tt]he\s+value)/)) {
    if (/^(if|when|unless|whether|once)\b/i.test(sentence) || sentence.endsWith('?')) continue
    for (const { shape, claim } of patterns) {
      const match = shape.exec(sentence)
      if (match === null) continue
      found.push({
        field: match.groups!['field']!,
        claim: claim(match.groups!['value'] ?? ''),
        text: sentence.trim(),
        line: prose.line,
      })
      break
    }
  }
  return found
}

/** Whether a paragraph tells the reader to do something: it then begins a step. */
export function isInstruction(text: string): boolean {
  const words =
    /^(?:\d+[.)]\s*)?(?:then|next|now|finally|first|second|third|also|and)?,?\s*(?:let's|we\s+)?\s*(change|set|enable|disable|restart|start|stop|create|delete|apply|run|upgrade|downgrade|roll|edit|add|remove|update|check|verify|confirm|bring|use|install|modify|patch|label|get|show|list|do|re-?enable|turn|switch|deploy|build|step)\b/i
  return words.test(text.replace(/[*_]/g, '')) || /:\s*$/.test(text)
}

/** Checks a claim against the text that a command printed. Undefined: the text does not show the field, so nothing can be said. */
export function checkClaim(
  assertion: ProseAssertion,
  output: string,
): { holds: boolean; found: string } | undefined {
  const value = fieldInText(assertion.field, output)
  const { claim } = assertion
  if (value === undefined)
    return claim.kind === 'empty' && looksStructured(output) ? { holds: true, found: 'absent' } : undefined
  const found = value === '' ? 'empty' : value
  switch (claim.kind) {
    case 'empty':
      return { holds: value === '', found }
    case 'not-empty':
      return { holds: value !== '', found }
    case 'equals':
      return { holds: value === unquote(claim.value), found }
    case 'not-equals':
      return { holds: value !== unquote(claim.value), found }
    case 'same-as': {
      const other = fieldInText(claim.field, output)
      return other === undefined ? undefined : { holds: other === value, found }
    }
  }
}

const looksStructured = (text: string): boolean => /^\s*(\{|apiVersion:|- |kind:)/.test(text)

/** The value of `field` in YAML, JSON or `describe` text: '' for an empty value, nested values as their first line. */
export function fieldInText(path: string, text: string): string | undefined {
  const name = path.slice(path.lastIndexOf('.') + 1).replace(/\[.*$/, '')
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const match = new RegExp(`^([ \\t-]*)["']?${escaped}["']?:[ \\t]*(.*)$`, 'm').exec(text)
  if (match === null) return undefined
  const value = unquote(match[2]!.replace(/,\s*$/, '').trim())
  if (value !== '' && value !== '{}' && value !== '[]' && value !== 'null' && value !== '<none>') return value
  if (match[2]!.trim() !== '') return ''
  const rest = text.slice(match.index + match[0].length + 1).split('\n')[0] ?? ''
  const deeper = rest.search(/\S/) > match[1]!.length || /^\s*- /.test(rest)
  return deeper && rest.trim() !== '' ? rest.trim() : ''
}

function unquote(text: string): string {
  const match = /^(["'])(.*)\1$/.exec(text)
  return match === null ? text : match[2]!
}
