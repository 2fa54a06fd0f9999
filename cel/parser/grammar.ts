// The grammars: since escaped identifiers (cel-go 0.23), since optional values (0.13), and before.
import type { CharStream, CommonTokenStream, Lexer, Parser, ParserRuleContext } from 'antlr4ng'
import { CELBeforeLexer } from './gen/CELBeforeLexer.ts'
import * as before from './gen/CELBeforeParser.ts'
import { CELFirstLexer } from './gen/CELFirstLexer.ts'
import * as first from './gen/CELFirstParser.ts'
import { CELLexer } from './gen/CELLexer.ts'
import * as current from './gen/CELParser.ts'
import type { TreeNode } from './tree-node.ts'

/** A generated lexer and parser, and the names of the nodes of its trees: `MemberCall`. */
export interface Grammar {
  readonly lexer: new (input: CharStream) => Lexer
  readonly parser: new (input: CommonTokenStream) => Parser & { start(): ParserRuleContext }
  readonly nameOf: (node: TreeNode) => string
}

function namesOf(module: object): Grammar['nameOf'] {
  const names = new Map(
    Object.entries(module).map(([name, one]) => [one as unknown, name.replace(/Context$/, '')]),
  )
  return (node) => names.get(node.constructor) ?? ''
}

/** The grammars, by their names in the dialect. */
export const grammars = {
  current: { lexer: CELLexer, parser: current.CELParser, nameOf: namesOf(current) },
  before: { lexer: CELBeforeLexer, parser: before.CELBeforeParser, nameOf: namesOf(before) },
  first: { lexer: CELFirstLexer, parser: first.CELFirstParser, nameOf: namesOf(first) },
} as const satisfies Record<string, Grammar>

/** The name of a grammar. */
export type GrammarName = keyof typeof grammars
