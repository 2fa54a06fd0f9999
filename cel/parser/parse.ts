// Reading an expression, with ANTLR's syntax errors. Upstream: cel-go parser/parser.go
import {
  type ATNSimulator,
  BaseErrorListener,
  CharStream,
  CommonTokenStream,
  DefaultErrorStrategy,
  type Lexer,
  type Parser,
  type ParserRuleContext,
  type ParseTreeListener,
  type RecognitionException,
  type Recognizer,
  type Token,
} from 'antlr4ng'
import type { Expr } from '../common/ast.ts'
import type { CelIssue, Source } from '../common/source.ts'
import { noLocation } from '../common/source.ts'
import { type ParseOptions, ReadingEnded, TreeReader } from './build-ast.ts'
import { ExprHelper } from './expr-helper.ts'
import { type Grammar, type GrammarName, grammars } from './grammar.ts'
import { tokensOf } from './tokens.ts'
import type { TreeNode } from './tree-node.ts'

const maxDepth = 250
const maxPoints = 100_000
/** Deviates: what has more takes longer than others wait. */
const maxTokens = 5000
const maxErrors = 100
const maxRecoveries = 30
const maxSkippedTokens = 256

/** Ends reading after an error that was told. */
class EnoughErrors extends Error {}

/** The parsed expression, and its syntax errors. */
export interface Parsed {
  readonly expr: Expr
  readonly issues: readonly CelIssue[]
  readonly location: ExprHelper['location']
}

class DepthListener implements ParseTreeListener {
  readonly #depths = new Map<number, number>()
  visitTerminal(): void {}
  visitErrorNode(): void {}
  enterEveryRule({ ruleIndex }: ParserRuleContext): void {
    const depth = (this.#depths.get(ruleIndex) ?? 0) + 1
    this.#depths.set(ruleIndex, depth)
    if (depth > maxDepth) throw new ReadingEnded(`expression recursion limit exceeded: ${maxDepth}`)
  }
  exitEveryRule({ ruleIndex }: ParserRuleContext): void {
    this.#depths.set(ruleIndex, Math.max((this.#depths.get(ruleIndex) ?? 0) - 1, 0))
  }
}

const literalAsName = /no viable alternative at input '.(true|false|null)'/g

class IssueListener extends BaseErrorListener {
  #reports = 0
  readonly #helper: ExprHelper

  constructor(helper: ExprHelper) {
    super()
    this.#helper = helper
  }
  override syntaxError<S extends Token, T extends ATNSimulator>(
    _recognizer: Recognizer<T>,
    _symbol: S | null,
    line: number,
    column: number,
    message: string,
    _error: RecognitionException | null,
  ): void {
    const { source } = this.#helper
    // Upstream places what is missing of nothing before it.
    const at = source.points.length === 0 ? -1 : column
    const location = {
      ...source.location(source.offset({ line, column })),
      ...(at < 0 ? { column: at } : {}),
    }
    const text = message.replace(literalAsName, "mismatched input '$1' expecting IDENTIFIER")
    const enough = this.#reports++ >= maxErrors
    const told = enough ? `More than ${maxErrors} syntax errors` : text
    this.#helper.issues.push({ location, message: `Syntax error: ${told}` })
    if (enough) throw new EnoughErrors()
  }
}

/** Goes on after an error, but not for ever. */
class LimitedRecovery extends DefaultErrorStrategy {
  #attempts = 0

  override recover(recognizer: Parser, error: RecognitionException): void {
    this.#attempt(recognizer)
    skippingFew(recognizer, () => super.recover(recognizer, error))
  }
  override recoverInline(recognizer: Parser): Token {
    this.#attempt(recognizer)
    return skippingFew(recognizer, () => super.recoverInline(recognizer))
  }
  #attempt(recognizer: Parser): void {
    if (this.#attempts++ < maxRecoveries) return
    const message = `error recovery attempt limit exceeded: ${maxRecoveries}`
    recognizer.notifyErrorListeners(message, recognizer.getCurrentToken(), null)
    throw new EnoughErrors()
  }
}

function skippingFew<T>(recognizer: Parser, act: () => T): T {
  const { consume } = recognizer
  let skipped = 0
  recognizer.consume = () => {
    if (skipped++ >= maxSkippedTokens)
      throw new ReadingEnded(`error recovery token lookahead limit exceeded: ${maxSkippedTokens}`)
    return consume.call(recognizer)
  }
  try {
    return act()
  } finally {
    recognizer.consume = consume
  }
}

function treeOf({ lexer: LexerOf, parser: ParserOf }: Grammar, helper: ExprHelper): TreeNode {
  const listener = new IssueListener(helper)
  const lexer: Lexer = new LexerOf(CharStream.fromString(helper.source.text))
  lexer.removeErrorListeners()
  lexer.addErrorListener(listener)
  const parser = new ParserOf(new CommonTokenStream(lexer))
  parser.removeErrorListeners()
  parser.addErrorListener(listener)
  parser.addParseListener(new DepthListener())
  parser.errorHandler = new LimitedRecovery()
  return parser.start() as unknown as TreeNode
}

/** Reads an expression. The grammar makes the texts of syntax errors. */
export function parse(source: Source, options: ParseOptions & { grammar: GrammarName }): Parsed {
  const helper = new ExprHelper(source)
  return { expr: read(helper, options), issues: helper.issues, location: helper.location }
}

function read(helper: ExprHelper, options: ParseOptions & { grammar: GrammarName }): Expr {
  const { length } = helper.source.points
  if (length > maxPoints)
    return helper.report(
      noLocation,
      `expression code point size exceeds limit: size: ${length}, limit ${maxPoints}`,
    )
  const tokens = tokensOf(helper.source.text)
  if (tokens > maxTokens)
    return helper.report(noLocation, `expression has too many tokens: ${tokens}, limit ${maxTokens}`)
  const used = grammars[options.grammar]
  try {
    return new TreeReader(helper, used.nameOf, options).read(treeOf(used, helper))
  } catch (error) {
    if (error instanceof ReadingEnded) helper.issues.push({ location: noLocation, message: error.message })
    else if (!(error instanceof EnoughErrors)) throw error
    return helper.make(0, { kind: 'unspecified' })
  }
}
