// A line of iptables-save, taken apart.
import { RulesetError } from '../ruleset.ts'

/** The words of a line; a text in double quotes is one word. */
export function wordsOf(line: string): string[] {
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, plain]) =>
    quoted === undefined ? plain! : quoted.replace(/\\(.)/g, '$1'),
  )
}

/** An option of a match or target: `--dport 80`, `! --mark 0x1`. */
export interface Option {
  name: string
  not: boolean
  values: string[]
}

/** A match or target with its options: `-m tcp --dport 80`, `-j DNAT --to-destination 10.0.0.1:80`. */
export interface Extension {
  name: string
  options: Option[]
}

/** The parts of a rule of iptables-save. */
export interface SavedRule {
  chain: string
  /** `-s`, `-d`, `-i`, `-o`, `-p`. */
  headers: Option[]
  matches: Extension[]
  target: (Extension & { goto: boolean }) | undefined
}

/** The parts of `-A CHAIN …`. Throws RulesetError. */
export function parseSavedRule(line: string): SavedRule {
  const [, chain, ...words] = wordsOf(line)
  const rule: SavedRule = { chain: chain!, headers: [], matches: [], target: undefined }
  let not = false
  let options = rule.headers
  let last: Option | undefined
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    if (word === '!') not = true
    else if (word === '-m') options = startExtension(rule.matches, words[++at])
    else if (word === '-j' || word === '-g') {
      rule.target = { name: words[++at] ?? '', options: [], goto: word === '-g' }
      options = rule.target.options
    } else if (word.startsWith('-') && word.length > 1 && !/^-\d/.test(word)) {
      last = { name: word, not, values: [] }
      not = false
      options.push(last)
    } else if (last === undefined) throw new RulesetError(`${line}: ${word} belongs to no option`)
    else last.values.push(word)
  }
  return rule
}

function startExtension(matches: Extension[], name: string | undefined): Option[] {
  const match = { name: name ?? '', options: [] }
  matches.push(match)
  return match.options
}
