// What in a line no document can know: uids, times, allocated addresses, generated names, credentials, releases. They are found
// in the document's line and in the real one alike; what is left of both, the skeleton, has to be the same.

/** The kinds of values that differ from run to run, which no document can know. */
export type TokenKind =
  | 'age'
  | 'amount'
  | 'chain'
  | 'uid'
  | 'time'
  | 'moment'
  | 'credential'
  | 'version'
  | 'temporary'
  | 'digest'
  | 'address'
  | 'port'
  | 'hash'
  | 'name'
  | 'revision'

/** A value of a line that no document can know, as it is written. */
export interface Token {
  kind: TokenKind
  text: string
}

/** A line with its tokens taken out: `skeleton` has their kinds in their places. */
export interface Tokenized {
  text: string
  skeleton: string
  tokens: readonly Token[]
}

const hex = '[0-9a-f]'
/** Of generated names: no vowels, and no digits that look like letters. */
const letter = '[bcdfghjklmnpqrstvwxz2456789]'
const amount = '\\d{1,15}(?:\\.\\d)?[KMGT]?'
const duration = '(?:\\d+[smhdy]){1,3}'
const monthDay = '(?:0[1-9]|[12]\\d|3[01])'
const ofDay = '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d'
const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'

/** In the order in which they are tried at one place. No pattern can begin inside what another try of it has run through. */
const kinds: readonly [TokenKind, string][] = [
  ['age', `(?<=^ *(?:Normal|Warning)  \\w+  )${duration}(?: \\(x\\d+ over ${duration}\\))?(?=  )`],
  // How long an image took, and how big it is there.
  [
    'age',
    '(?<=Successfully pulled image "[^"]{1,200}" in )\\S{1,20} \\(\\S{1,20} including waiting\\)(?:\\. Image size: \\d{1,15} bytes)?',
  ],
  // Of a row of df.
  ['amount', `(?<=^\\S{1,200} (?:${amount} ){0,2})${amount}(?= (?:${amount} ){0,2}\\d{1,3}% /)`],
  // An endpoint's chain is named after its address.
  ['chain', '\\bKUBE-SEP-[A-Z2-7]{16}\\b'],
  // A volume is named after its claim's uid.
  ['uid', `(?<=(?<![\\w-])pvc-|(?<![\\w-]))${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12}(?![\\w-])`],
  [
    'time',
    `(?<![\\w-])\\d{4}-(?:0[1-9]|1[0-2])-${monthDay}T${ofDay}(?:\\.\\d{1,9})?(?:Z|[+-]\\d\\d:\\d\\d)(?![\\w-])`,
  ],
  ['moment', `(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), ${monthDay} ${month} \\d{4} ${ofDay} [+-]\\d{4}(?!\\d)`],
  ['moment', '(?<=(?<!\\w)[IWEF])\\d{4} \\d\\d:\\d\\d:\\d\\d\\.\\d{6} {1,8}\\d{1,8}(?= )'],
  ['credential', '(?<![\\w-])eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]+'],
  ['credential', '(?<![\\w+/=])LS0tLS1CRUdJT[\\w+/]+={0,2}'],
  ['temporary', '(?<=/tmp/[\\w-]{1,40}\\.(?:sh\\.)?)[A-Za-z0-9]{6,10}(?!\\w)'],
  ['digest', `(?<![\\w-])(?:${hex}{64}|${hex}{32})(?![\\w-])`],
  ['version', '(?<![\\w.+-])v[01]\\.\\d{1,4}\\.\\d{1,4}(?:-[\\w.-]{1,80})?(?:\\+[\\w.$:%-]{1,80})?'],
  ['address', '(?<![\\w.-])\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}(?![\\w-]|\\.\\d)'],
  ['address', `(?<![\\w:.])${hex}{0,4}(?::${hex}{0,4}){2,7}(?![\\w:])`],
  [
    'port',
    '(?<=\\d:|nodePort"?: |healthCheckNodePort"?: |NodePort: {1,20}\\S{1,20} {1,4})3[0-2]\\d{3}(?!\\d)',
  ],
  ['revision', '(?<=resourceVersion"?: "?|^ *Resource Version:  )\\d{1,20}(?!\\w)'],
  // Of the minute that a CronJob's run was due.
  ['name', '(?<=[a-z0-9]-)2\\d{7}(?![0-9a-z])'],
  ['hash', `(?<=[a-z0-9]-|hash[=:] ?"?|hash": ")(?!\\d+(?!\\w))${letter}{8,10}(?![0-9a-zA-Z_])`],
  ['name', `(?<=[a-z0-9]-)(?!\\d{5}(?!\\w))${letter}{5}(?![\\w-])`],
  // Of an event, after its object.
  ['name', `(?<=[a-z0-9]\\.)${hex}{16}(?![\\w-])`],
]
const pattern = new RegExp(kinds.map(([, source]) => `(${source})`).join('|'), 'g')

/** A mark that no document has within a line. */
const place = (kind: TokenKind): string => `\u0000${kind}\u0000`

/**
 * Takes the values that no document can know out of a line; what is left is its skeleton.
 * @param rows whether it may be a row of a table whose columns are kubectl's own
 */
export function tokenize(line: string, rows = false): Tokenized {
  const text = canonical(line, rows)
  const tokens: Token[] = []
  let skeleton = ''
  let at = 0
  for (const match of text.matchAll(pattern)) {
    const token = tokenOf(match)
    if (token === undefined) continue
    skeleton += text.slice(at, match.index) + place(token.kind)
    at = match.index + token.text.length
    tokens.push(token)
  }
  return { text, skeleton: skeleton + text.slice(at), tokens }
}

function tokenOf(match: RegExpExecArray): Token | undefined {
  const kind = kinds[match.slice(1).findIndex((group) => group !== undefined)]![0]
  const [text] = match
  if (kind === 'version') {
    // The full stop of a sentence is no part of it.
    const version = text.replace(/[.:]+$/, '')
    return isVersion(version) ? { kind, text: version } : undefined
  }
  if (kind === 'address' && !isAddress(text)) return undefined
  return { kind, text }
}

function isAddress(text: string): boolean {
  if (!text.includes(':')) return text.split('.').every((part) => Number(part) <= 255)
  // "10:11:12" is a time of day, "::" and "a::b" are addresses.
  return !/^\d+:\d+(?::\d+)?$/.test(text) && (text.includes('::') || text.split(':').length === 8)
}

/** An author's own build: not stamped, or of a commit after a tag. */
const build =
  /^v(?:0\.0\.0-master\+\$Format:%H\$|\d+\.\d+\.\d+(?:-(?:\d+|(?:alpha|beta|rc)\.\d+(?:[.-]\d+)?))?\+[0-9a-f]{7,40}(?:-dirty)?)$/
const release = /^v1\.(\d+)\.\d+(?:-(?:alpha|beta|rc)\.\d+)?$/
/** Below it are the versions of other projects, which say what they say. */
const firstMinor = 16

/** Whether a version is of a build between releases, with a commit behind it. */
export const isBuild = (version: string): boolean => build.test(version)
const isVersion = (text: string): boolean =>
  isBuild(text) || Number(release.exec(text)?.[1] ?? 0) >= firstMinor

/** A row of df: the columns are as wide as what stands in others. */
const mounted = /^\S{1,200}(?: +\d{1,15}(?:\.\d)?[KMGT]?){3} +\d{1,3}% +\//

/** A refused connection as curls of several ages tell it. */
const refusedByCurl =
  /^(curl: \(7\) Failed to connect to \S+ port \d+)(?: after \d+ ms)?: (?:Connection refused|Couldn't connect to server)$/

const ageOf = /^(?:\d+[smhdy]){1,3}$/
/**
 * A row of a table of `kubectl get` without its header, as `grep` or `--no-headers` leaves it: widths and ages are nothing that a document
 * can know.
 */
function rowIn(line: string): string | undefined {
  if (!/^[^\s:]+ {2}.* {2}/.test(line)) return undefined
  const cells = line.split(/ {2,}/)
  if (cells.length < 3) return undefined
  return cells
    .map((cell) =>
      ageOf.test(cell) ? '(an age)' : cell.replace(/^(\d+) \((?:\d+[smhdy]){1,3} ago\)$/, '$1'),
    )
    .join('  ')
}

/** A line as any kubectl or curl would print it: widths of columns, and what newer ones say beside it, are taken out. */
function canonical(line: string, rows: boolean): string {
  if (/^ *(?:Normal|Warning|Type|----) {2,}\S/.test(line)) return line.replace(/(\S) {2,}/g, '$1  ')
  // How far it is moved in hangs on the longest key.
  const label = /^ {10,}([a-z][\w./-]*(?:=\S*|: \S.*))$/.exec(line)
  if (label !== null) return `          ${label[1]}`
  const bytes = /^([\w.-]+:) +(\d+ bytes)$/.exec(line)
  if (bytes !== null) return `${bytes[1]}  ${bytes[2]}`
  const key = /^( *[A-Z][A-Za-z0-9 ()/.-]*:) {2,}(?=\S)/.exec(line)
  if (key !== null) return `${key[1]}  ${line.slice(key[0].length).replace(/ {2,}/g, ' ')}`
  const client =
    /^((?:Client|Kustomize) Version: )(?:v\d+\.\d+\.\d+(?:[-+][\w.+-]*)?|version\.Info\{.*\})$/.exec(line)
  if (client !== null) return `${client[1]}its own`
  const refused = refusedByCurl.exec(line)
  if (refused !== null) return `${refused[1]}: Couldn't connect to server`
  if (mounted.test(line)) return line.replace(/ {2,}/g, ' ')
  // kubectl names the namespace of what it deleted since 1.34.
  return (
    (rows ? rowIn(line) : undefined) ??
    line.replace(/^(\S+ "[^"]+" (?:force )?deleted) from \S+ namespace$/, '$1')
  )
}
