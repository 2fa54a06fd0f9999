// Words that a document means something of its own by: the kinds that it defines, the last word of a long kind, the names of its objects.
import { kindAt, ownKindWord, spaced } from './claims/kinds.ts'

/** A pattern, and what stands for what it finds. */
interface Word {
  said: RegExp
  meant: string | ((found: string, ...groups: string[]) => string)
}

const documents = new WeakMap<readonly string[], readonly Word[]>()
/** A sentence in the words of the API. @param source the lines of its document */
export function withOwnWords(text: string, source: readonly string[]): string {
  const known = documents.get(source) ?? wordsOf(source)
  documents.set(source, known)
  // Nothing is put into code.
  return text
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith('`')
        ? part
        : known.reduce((said, word) => said.replace(word.said, word.meant as string), part),
    )
    .join('')
}

function wordsOf(source: readonly string[]): Word[] {
  const lines = source.map((line) => line.slice(0, 300))
  return [...definedKinds(lines), ...shortKinds(lines), ...plainNames(lines)]
}

/** How far below its kind a definition has its names. */
const reach = 60
/** Of so many kinds and names at most: each sentence is searched for all of them. */
const most = 40
/** Of a CustomResourceDefinition: "three shirts", "the shirt `a`". */
function definedKinds(lines: readonly string[]): Word[] {
  const definitions = lines.flatMap((line, at) =>
    /^\W*kind\W+CustomResourceDefinition\b/.test(line) ? [at] : [],
  )
  return definitions.slice(0, most).flatMap((at) => {
    const below = lines.slice(at, at + reach)
    const field = (name: string): string | undefined =>
      below.map((one) => new RegExp(`^\\W*${name}["']?:\\s*["']?([\\w.-]+)`).exec(one)?.[1]).find(Boolean)
    const [group, plural] = [field('group'), field('plural')]
    const kind = below
      .slice(1)
      .map((one) => /^\W*kind["']?:\s*["']?([A-Z]\w+)/.exec(one)?.[1])
      .find(Boolean)
    if (group === undefined || plural === undefined || kind === undefined) return []
    const one = kind.toLowerCase()
    if (kindAt([one]) !== undefined) return []
    return [
      noun(plural.toLowerCase(), ownKindWord(kind, group, true)),
      noun(one, ownKindWord(kind, group, false)),
    ]
  })
}
const noun = (said: string, meant: string): Word => ({
  said: new RegExp(`(?<![\\w./-])${said.replace(/\W/g, '\\$&')}(?![\\w/-]|\\.\\w)`, 'gi'),
  meant,
})

const lastWords = ['Policy', 'Binding', 'Class', 'Definition', 'Template']
/** "The policy", where the document has one kind that ends so. */
function shortKinds(lines: readonly string[]): Word[] {
  const kinds = new Set(lines.flatMap((line) => /^\W*kind["']?:\s*["']?([A-Z]\w+)/.exec(line)?.[1] ?? []))
  const ending = (word: string): string[] =>
    [...kinds].filter((kind) => kind.endsWith(word) && kindAt([kind.toLowerCase()]) !== undefined)
  return lastWords.flatMap((last) => {
    const word = last.toLowerCase()
    const [kind, ...others] = ending(last)
    if (kind === undefined || others.length > 0 || kind.toLowerCase() === word) return []
    const plural = word.endsWith('y') ? `${word.slice(0, -1)}ies` : /s$/.test(word) ? `${word}es` : `${word}s`
    const long = spaced(kind)
    const inFull = (found: string): string => long.slice(0, long.length - word.length) + found.toLowerCase()
    return [
      {
        said: new RegExp(`(?<=\\b(?:the|this|both|all|no|each|every)\\s)(?:${plural}|${word})\\b`, 'gi'),
        meant: inFull,
      },
      { said: new RegExp(`(?<=^|[,;:]\\s|\\bthat\\s|\\bnew\\s)${plural}\\b`, 'gi'), meant: inFull },
    ]
  })
}

/** Of what things are called that are no objects. */
const anything =
  /^(?:data|logs?|test|tests|example|sample|demo|app|apps|main|web|server|client|cache|config|settings|default|store|storage|worker|master|nginx|node|nodes|first|second|third|other|last|same|rest|new|old|files?|image|port|http|https|state|status|value|values|field|key|keys|name|names|label|labels|type|result|output|error|command|feature|gate|cluster|release|version|upgrade|downgrade|rollback|update|change|system|kube|user|users|admin|reader|writer|controller|scheduler|proxy|policy|claim|volume|quota|budget|limit|limits|request|requests|group|team|backend|frontend|front|back|database|queue|report|reports|batch|zone|zones|disk)$/
const created =
  /\bkubectl\s[^|;&]{0,60}?\bcreate\s+(deploy(?:ment)?|job|cronjob|configmap|service\s+\w+)\s+([a-z]{4,30})\b(?![\w.-])/g
/** "The canary was not restarted", "both canary Pods", of a Deployment that is made as `canary`. */
function plainNames(lines: readonly string[]): Word[] {
  const kinds = new Map(
    lines.flatMap((line) =>
      [...line.matchAll(created)].map(([, kind, name]) => [name!, kind!.split(/\s/)[0]!] as const),
    ),
  )
  return [...kinds].slice(0, most).flatMap(([name, word]) => {
    if (anything.test(name) || kindAt([name]) !== undefined) return []
    const whose = `${word === 'deploy' ? 'deployment' : word} \`${name}\``
    return [
      {
        said: new RegExp(
          `\\bthe\\s+${name}(?=\\s(?:is|was|has|had|stays?|keeps?|still|now|does|did|runs?)\\b|['’]s\\b)`,
          'gi',
        ),
        meant: `the ${whose}`,
      },
      {
        said: new RegExp(`(?<=\\b(?:the|both|all|its|two|three|no)\\s)${name}\\s(pods?|replicas?)\\b`, 'gi'),
        meant: (_: string, noun = ''): string => `${noun} of the ${whose}`,
      },
    ]
  })
}
