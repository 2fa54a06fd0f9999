// The yaml library, for every reader of the project: what it cannot read without harm is counted before it parses.
import {
  type Alias,
  Composer,
  CST,
  Document,
  type DocumentOptions,
  type ErrorCode,
  isAlias,
  isMap,
  isScalar,
  Lexer,
  LineCounter,
  parseAllDocuments as libraryParseAllDocuments,
  parseDocument as libraryParseDocument,
  type Node,
  type ParseOptions,
  Parser,
  type SchemaOptions,
  type ToJSOptions,
  visit,
  YAMLParseError,
} from 'yaml'

// What stands here under its own name is exported instead of the library's.
export * from 'yaml'

/**
 * How deep collections may stand in one another. The library follows them by recursion, and what runs at the end of the stack
 * is not an error that can be caught: a regular expression that is compiled there ends the process.
 */
export const maxYamlDepth = 200

type Options = ParseOptions & DocumentOptions & SchemaOptions

const flowStarts = new Set(['flow-map-start', 'flow-seq-start'])
const flowEnds = new Set(['flow-map-end', 'flow-seq-end'])
const blank = new Set(['space', 'newline', 'comment', 'byte-order-mark'])

/** Follows the tokens of a text: how many flow collections are open, and at how many columns block collections began. */
class DepthMeter {
  offset = 0
  private flows = 0
  private column = 0
  private readonly blocks: number[] = []
  private scalarFollows = false

  /** The depth after the token, which ends at `offset`. */
  next(token: string): number {
    const type = this.scalarFollows ? 'text of a scalar' : CST.tokenType(token)
    this.scalarFollows = type === 'scalar'
    // These tokens stand for no text.
    if (type === 'scalar' || type === 'flow-error-end') return this.depth()
    if (type === 'doc-mode' || type === 'doc-start' || type === 'doc-end') this.flows = this.blocks.length = 0
    else if (flowStarts.has(type ?? '')) this.flows++
    else if (flowEnds.has(type ?? '')) this.flows = Math.max(0, this.flows - 1)
    else if (!blank.has(type ?? '')) this.content()
    if (type !== 'doc-mode') this.pass(token)
    return this.depth()
  }

  /** What stands at a column of its own may begin a block collection there, and ends those further right. */
  private content(): void {
    if (this.flows > 0) return
    while (this.blocks.length > 0 && this.blocks.at(-1)! > this.column) this.blocks.pop()
    if (this.blocks.at(-1) !== this.column) this.blocks.push(this.column)
  }

  private pass(token: string): void {
    this.offset += token.length
    const line = token.lastIndexOf('\n')
    this.column = line < 0 ? this.column + token.length : token.length - line - 1
  }

  private depth(): number {
    return this.flows + this.blocks.length
  }
}

/** Where a text goes deeper than can be read; undefined where it does not. Takes time by its length only. */
function offsetOfTooDeep(text: string): number | undefined {
  const meter = new DepthMeter()
  for (const token of new Lexer().lex(text))
    if (meter.next(token) > maxYamlDepth) return meter.offset - token.length
  return undefined
}

/** A text that is read: what is found out of it once, however many documents it has. */
class Source {
  readonly text: string
  readonly mayHaveAlias: boolean
  /** Whether the keys of its maps are compared here, not by the library. */
  readonly ownKeyCheck: boolean
  /** The number of errors about keys that have been reported. */
  keyErrors = 0
  private readonly pretty: boolean
  private counter: LineCounter | undefined

  constructor(text: string, { prettyErrors, uniqueKeys }: Options) {
    this.text = text
    this.mayHaveAlias = alias.test(text)
    this.ownKeyCheck = text.length > longText && uniqueKeys === undefined
    this.pretty = prettyErrors !== false
  }

  /** An error with its lines and columns, as the library makes it, but without the lines of the text. */
  error([start, end]: [number, number], code: ErrorCode, message: string): YAMLParseError {
    if (!this.pretty) return new YAMLParseError([start, end], code, message)
    this.counter ??= linesOf(this.text)
    const lines = this.counter
    const linePos = [lines.linePos(start), lines.linePos(end)] as const
    const { line, col } = linePos[0]
    const error = new YAMLParseError([start, end], code, `${message} at line ${line}, column ${col}`)
    error.linePos = [...linePos]
    return error
  }
}

const alias = /(?:^|[\s[{,:])\*[^\s,\]}]/

/** The library compares each key of a map with all before it; of what is longer than this, that would be what takes the time. */
const longText = 1 << 12

function linesOf(text: string): LineCounter {
  const lines = new LineCounter()
  lines.addNewLine(0)
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1)
  return lines
}

/** The error for a text that goes too deep, with its position; undefined for others. */
function depthError(text: string): YAMLParseError | undefined {
  // Each level takes a character at least.
  if (text.length <= maxYamlDepth) return undefined
  const offset = offsetOfTooDeep(text)
  if (offset === undefined) return undefined
  const message = `Collections are nested more than ${maxYamlDepth} deep`
  return new Source(text, {}).error([offset, offset + 1], 'RESOURCE_EXHAUSTION', message)
}

/** A document that has nothing but the error. */
function failed(error: YAMLParseError, options: Options): Document.Parsed {
  const document = new Document(null, options)
  document.errors.push(error)
  document.range = [0, 0, 0]
  return document as Document.Parsed
}

/**
 * Aliases that make more of a text than it is, lead nowhere or into themselves, as an error of the document: the library throws for them
 * only where a value is made of it, or makes one that never ends.
 */
function addAliasError(source: Source, document: Document.Parsed): void {
  if (document.errors.length > 0 || !source.mayHaveAlias) return
  const found = aliasProblem(document)
  if (found === undefined) return
  const [start, end] = found.alias?.range ?? [0, 1]
  document.errors.push(source.error([start, end], 'RESOURCE_EXHAUSTION', found.message))
}

/** What keeps a value from being made, and the alias that it is about: the first one that repeats others where they are too many. */
function aliasProblem(document: Document.Parsed): { message: string; alias: Alias | undefined } | undefined {
  const anchors = new Map<string, Node>()
  const repeating = new Set<unknown>()
  let first: Alias | undefined
  let multiplies: Alias | undefined
  let wrong: { message: string; alias: Alias } | undefined
  visit(document, {
    Node(_key, node, path) {
      if (!isAlias(node)) {
        if (node.anchor !== undefined) anchors.set(node.anchor, node)
        return undefined
      }
      const named = anchors.get(node.source)
      if (named === undefined)
        wrong = { message: `Unresolved alias: no anchor ${node.source} is set before it`, alias: node }
      else if (path.includes(named))
        wrong = { message: `The alias stands in what it names: ${node.source}`, alias: node }
      first ??= node
      if (repeating.has(named)) multiplies ??= node
      for (const around of path) repeating.add(around)
      return wrong === undefined ? undefined : visit.BREAK
    },
  })
  if (wrong !== undefined) return wrong
  try {
    document.toJS()
    return undefined
  } catch (error) {
    return { message: error instanceof Error ? error.message : String(error), alias: multiplies ?? first }
  }
}

/**
 * A YAML document, parsed as yaml's own parseDocument does it. A text that nests too deeply has no contents and one error,
 * with the code RESOURCE_EXHAUSTION; that is also the code of aliases that no value can be made of. Of the keys that stand twice in
 * a long text the first 100 are errors.
 */
export function parseDocument(text: string, options: Options = {}): Document.Parsed {
  const error = depthError(text)
  if (error !== undefined) return failed(error, options)
  const source = new Source(text, options)
  return checked(source, libraryParseDocument(text, libraryOptions(source, options)))
}

const libraryOptions = ({ ownKeyCheck }: Source, options: Options): Options =>
  ownKeyCheck ? { ...options, uniqueKeys: false } : options

/** The document, with the errors that are found here. */
function checked(source: Source, document: Document.Parsed): Document.Parsed {
  if (source.ownKeyCheck) addKeyErrors(source, document)
  addAliasError(source, document)
  return document
}

/**
 * The errors that the library has of keys which stand twice in a map, where it has them: the first ones of the text, and the first of each
 * document, since one without errors is taken for good.
 */
function addKeyErrors(source: Source, { contents, errors }: Document.Parsed): void {
  const keysOf = new Map<unknown, Set<unknown>>()
  visit(contents, {
    Pair(_key, { key }, path) {
      const map = path.at(-1)
      // To the library one that is not a number is no other one.
      if (!isMap(map) || !isScalar(key) || Number.isNaN(key.value)) return undefined
      const keys = keysOf.get(map) ?? new Set()
      keysOf.set(map, keys)
      if (!keys.has(key.value)) {
        keys.add(key.value)
        return undefined
      }
      const start = key.range?.[0] ?? 0
      insert(errors, source.error([start, start + 1], 'DUPLICATE_KEY', 'Map keys must be unique'))
      return ++source.keyErrors >= maxErrors ? visit.BREAK : undefined
    },
  })
}

/** Puts an error before those of places further on. */
function insert(errors: YAMLParseError[], error: YAMLParseError): void {
  let at = errors.length
  while (at > 0 && errors[at - 1]!.pos[0] > error.pos[0]) at--
  errors.splice(at, 0, error)
}

/**
 * The documents of a YAML text, parsed as yaml's own parseAllDocuments does it, with errors as of {@link parseDocument}: each document
 * that has any has its first. A text that nests too deeply is one document.
 */
export function parseAllDocuments(text: string, options: Options = {}): Document.Parsed[] {
  const error = depthError(text)
  if (error !== undefined) return [failed(error, options)]
  const source = new Source(text, options)
  const documents = libraryParseAllDocuments(text, libraryOptions(source, options))
  return documents.map((document) => checked(source, document))
}

/**
 * The first document of a text, undefined where there is none. The rest of the text is not read. Only the first error has a
 * line, and no error shows the text.
 */
export function firstDocument(
  text: string,
  options: Options & { lineCounter: LineCounter },
): Document.Parsed | undefined {
  const error = depthError(text)
  if (error !== undefined) return failed(error, options)
  const composer = new Composer(options)
  const tokens = new Parser(options.lineCounter.addNewLine).parse(text)
  for (const document of composer.compose(untilErrors(tokens)))
    return withLine(document as Document.Parsed, options)
  return undefined
}

/** Of what can be told of a text, the first is told: a million of errors need not be made. */
const maxErrors = 100

function* untilErrors(tokens: Iterable<CST.Token>): Generator<CST.Token> {
  let errors = 0
  for (const token of tokens) {
    yield token
    if (token.type === 'error' && ++errors >= maxErrors) return
  }
}

function withLine(document: Document.Parsed, { lineCounter }: { lineCounter: LineCounter }): Document.Parsed {
  const [error] = document.errors
  if (error !== undefined)
    error.linePos = [lineCounter.linePos(error.pos[0]), lineCounter.linePos(error.pos[1])]
  return document
}

/**
 * The value of a YAML text, as yaml's own parse has it, without a reviver. Throws a YAMLParseError for bad or too deep a
 * text, and for aliases as of {@link parseDocument}.
 */
export function parse(text: string, options: Options & ToJSOptions = {}): unknown {
  const document = parseDocument(text, options)
  const { logLevel = 'warn' } = options
  if (logLevel === 'warn' || logLevel === 'debug')
    for (const warning of document.warnings) process.emitWarning(warning)
  const [error] = document.errors
  if (error !== undefined) throw error
  return document.toJS(options)
}

/** What is wrong with a text that is no YAML, in a line: of a value that needs quotes, also that. */
export function syntaxErrorText({ message }: YAMLParseError): string {
  const [text = ''] = message.split('\n')
  const unquoted = /^Unexpected flow-\S+-start at node end|^Nested mappings are not allowed/.test(text)
  return unquoted ? `${text}: write a text with [, { or ": " in it in quotes` : text
}
