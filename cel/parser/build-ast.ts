// From ANTLR's tree to an expression. Upstream: cel-go parser/parser.go (the Visit… methods)
import type { Token } from 'antlr4ng'
import { type Expr, type ExprKind, type MapEntry, qualifiedName, type StructField } from '../common/ast.ts'
import { type Location, noLocation } from '../common/source.ts'
import type { CelValue } from '../values/value.ts'
import { Uint } from '../values/value.ts'
import { type ExprHelper, MacroError, MacroHelper } from './expr-helper.ts'
import { type Macros, macroKey } from './macros.ts'
import { isToken, type TreeNode } from './tree-node.ts'
import { unescapeBytes, unescapeString } from './unescape.ts'
import { int64Max, int64Min, integer, operators, reserved, uint64Max } from './words.ts'

/** The macros and the syntax that an environment reads expressions with. */
export interface ParseOptions {
  readonly macros: Macros
  readonly optionalSyntax: boolean
}

/** Thrown to end reading with this message, which stands at no place. */
export class ReadingEnded extends Error {}

const maxDepth = 250

function tokenPlace(token: Token): Location {
  return { line: token.line, column: token.column }
}

/** Builds the expression of a tree. @param nameOf the rule's or alternative's name of a node: `MemberCall` */
export class TreeReader {
  #depth = 0

  readonly #helper: ExprHelper
  readonly #nameOf: (node: TreeNode) => string
  readonly #options: ParseOptions

  constructor(helper: ExprHelper, nameOf: (node: TreeNode) => string, options: ParseOptions) {
    this.#helper = helper
    this.#nameOf = nameOf
    this.#options = options
  }

  /** The expression of a node. Throws ReadingEnded where it is nested too deeply. */
  read(tree: TreeNode | null | undefined): Expr {
    const node = this.#unnest(tree)
    const name = node ? this.#nameOf(node) : ''
    const reader = node ? this.#readers[name] : undefined
    if (node === undefined || reader === undefined) return this.#unknown(node ? name : '<nil>')
    if (!this.#nesting.has(name)) return reader(node)
    if (++this.#depth > maxDepth) throw new ReadingEnded('max recursion depth exceeded')
    const expr = reader(node)
    this.#depth--
    return expr
  }

  readonly #nesting = new Set(['Expr', 'Relation', 'Calc', 'Select', 'MemberCall', 'SelectOrCall', 'Index'])

  #unknown(name: string): Expr {
    if (this.#helper.issues.length > 0) return this.#helper.make(-1, { kind: 'unspecified' })
    const shown = name === '<nil>' ? '<<nil>>' : `<<*gen.${name}Context>>`
    return this.#helper.report(noLocation, `unknown parse element encountered: ${shown}`)
  }

  /** The first node down a tree that says something itself. */
  #unnest(tree: TreeNode | null | undefined): TreeNode | undefined {
    let node = tree ?? undefined
    while (node) {
      const below = this.#below(node)
      if (below === node) return node
      node = below
    }
    return undefined
  }

  #below(node: TreeNode): TreeNode | undefined {
    switch (this.#nameOf(node)) {
      case 'Expr':
        return node._op ? node : node._e
      case 'ConditionalOr':
      case 'ConditionalAnd':
        return node._ops?.length ? node : node._e
      case 'Relation':
        return node._op ? node : (node.calc?.() ?? undefined)
      case 'Calc':
        return node._op ? node : (node.unary?.() ?? undefined)
      case 'MemberExpr':
        return node.member?.() ?? undefined
      case 'PrimaryExpr':
        return node.primary?.() ?? undefined
      case 'Nested':
        return node._e
      case 'ConstantLiteral':
        return node.literal?.() ?? undefined
      default:
        return node
    }
  }

  readonly #readers: Readonly<Record<string, (node: TreeNode) => Expr>> = {
    Start: (node) => this.read(node.expr?.()),
    Expr: (node) => this.#conditional(node),
    ConditionalOr: (node) => this.#logical(node, '_||_', '||'),
    ConditionalAnd: (node) => this.#logical(node, '_&&_', '&&'),
    Relation: (node) => this.#binary(node, (i) => node.relation!(i)),
    Calc: (node) => this.#binary(node, (i) => node.calc!(i)),
    Unary: (node) => this.#literal(node, '<<error>>'),
    LogicalNot: (node) => this.#prefix(node, '!_'),
    Negate: (node) => this.#prefix(node, '-_'),
    Select: (node) => this.#select(node),
    MemberCall: (node) => this.#memberCall(node),
    SelectOrCall: (node) => (node._open ? this.#memberCall(node) : this.#select(node)),
    Index: (node) => this.#index(node),
    Ident: (node) => this.#identOrCall(node),
    GlobalCall: (node) => this.#identOrCall(node),
    IdentOrGlobalCall: (node) => this.#identOrCall(node),
    CreateList: (node) => this.#list(node),
    CreateStruct: (node) => this.#map(node),
    CreateMessage: (node) => this.#message(node),
    Int: (node) => this.#int(node),
    Uint: (node) => this.#uint(node),
    Double: (node) => this.#double(node),
    String: (node) => this.#literal(node, this.#unescaped(node, node._tok?.text ?? '', unescapeString)),
    Bytes: (node) => this.#bytes(node),
    BoolTrue: (node) => this.#literal(node, true),
    BoolFalse: (node) => this.#literal(node, false),
    Null: (node) => this.#literal(node, null),
  }

  #place(node: TreeNode | Token | null | undefined): Location {
    if (!node) return noLocation
    const token = isToken(node) ? node : node.start
    return token ? tokenPlace(token) : noLocation
  }

  #make(at: TreeNode | Token | null | undefined, it: ExprKind): Expr {
    return this.#helper.make(at ? this.#helper.id(this.#place(at)) : -1, it)
  }
  #missing(node: TreeNode): Expr {
    return this.#make(node, { kind: 'unspecified' })
  }
  #report(at: TreeNode | Token | null | undefined, message: string): Expr {
    return this.#helper.report(this.#place(at), message)
  }
  #literal(node: TreeNode, value: CelValue): Expr {
    return this.#make(node, { kind: 'literal', value })
  }
  #id(token: Token | null | undefined): number {
    return token ? this.#helper.id(tokenPlace(token)) : -1
  }

  #conditional(node: TreeNode): Expr {
    const condition = this.read(node._e)
    const id = this.#id(node._op)
    const [yes, no] = [this.read(node._e1 as TreeNode | undefined), this.read(node._e2)]
    return this.#call(id, '_?_:_', undefined, [condition, yes, no])
  }

  /** The terms of `&&` or `||` as a balanced tree. */
  #logical(node: TreeNode, name: string, text: string): Expr {
    const terms = [this.read(node._e)]
    const ids: number[] = []
    const rest = (node._e1 ?? []) as readonly TreeNode[]
    for (const [i, op] of (node._ops ?? []).entries()) {
      if (i >= rest.length) return this.#report(node, `unexpected character, wanted '${text}'`)
      terms.push(this.read(rest[i]))
      ids.push(this.#id(op))
    }
    const balanced = (low: number, high: number): Expr => {
      const middle = Math.floor((low + high + 1) / 2)
      const left = middle === low ? terms[middle]! : balanced(low, middle - 1)
      const right = middle === high ? terms[middle + 1]! : balanced(middle + 1, high)
      return this.#helper.make(ids[middle]!, { kind: 'call', name, args: [left, right] })
    }
    return terms.length === 1 ? terms[0]! : balanced(0, ids.length - 1)
  }

  #binary(node: TreeNode, side: (i: number) => TreeNode | null): Expr {
    const name = operators[node._op?.text ?? '']
    if (name === undefined) return this.#report(node, 'operator not found')
    const left = this.read(side(0))
    const id = this.#id(node._op)
    return this.#call(id, name, undefined, [left, this.read(side(1))])
  }

  #prefix(node: TreeNode, name: string): Expr {
    const ops = node._ops ?? []
    if (ops.length % 2 === 0) return this.read(node.member?.())
    const id = this.#id(ops[0])
    return this.#call(id, name, undefined, [this.read(node.member?.())])
  }

  /** The name after a dot; undefined, with an issue, where there is none or it is quoted. */
  #fieldName(id: Token | TreeNode): string | undefined {
    if (isToken(id)) return id.text
    if (this.#nameOf(id) === 'SimpleIdentifier') return (id._id as Token | null)?.text
    return undefined
  }

  #select(node: TreeNode): Expr {
    const operand = this.read(node.member?.())
    if (!node._id || !node._op) return this.#missing(node)
    const field = this.#fieldName(node._id) ?? this.#badField(node._id) ?? ''
    if (!node._opt) return this.#make(node._op, { kind: 'select', operand, field, testOnly: false })
    if (!this.#options.optionalSyntax) return this.#report(node._op, "unsupported syntax '.?'")
    const id = this.#id(node._op)
    const name = this.#make(node._id, { kind: 'literal', value: field })
    return this.#helper.make(id, { kind: 'call', name: '_?._', args: [operand, name] })
  }

  #badField(name: Token | TreeNode, at: Token | TreeNode = name): undefined {
    const escaped = !isToken(name) && this.#nameOf(name) === 'EscapedIdentifier'
    this.#report(at, escaped ? "unsupported syntax: '`'" : 'unsupported ident kind')
  }

  #memberCall(node: TreeNode): Expr {
    const operand = this.read(node.member?.())
    if (!node._id) return this.#missing(node)
    const id = this.#id(node._open)
    return this.#call(id, (node._id as Token).text ?? '', operand, this.#args(node._args))
  }

  #index(node: TreeNode): Expr {
    const target = this.read(node.member?.())
    if (!node._op) return this.#missing(node)
    const id = this.#id(node._op)
    const index = this.read(node._index)
    if (node._opt && !this.#options.optionalSyntax) return this.#report(node._op, "unsupported syntax '[?'")
    return this.#call(id, node._opt ? '_[?_]' : '_[_]', undefined, [target, index])
  }

  #identOrCall(node: TreeNode): Expr {
    const token = node._id as Token | null | undefined
    if (!token) return this.#missing(node)
    const id = token.text ?? ''
    if (reserved.has(id)) return this.#report(node, `reserved identifier: ${id}`)
    const name = node._leadingDot ? `.${id}` : id
    if (!node._op) return this.#make(token, { kind: 'ident', name })
    const at = this.#id(node._op)
    return this.#call(at, name, undefined, this.#args(node._args))
  }

  #args(node: TreeNode | null | undefined): Expr[] {
    return ((node?._e ?? []) as unknown as readonly TreeNode[]).map((one) => this.read(one))
  }

  #list(node: TreeNode): Expr {
    const id = this.#id(node._op)
    const list = node._elems as TreeNode | undefined
    const elems = (list?._elems ?? list?._e ?? []) as unknown as readonly TreeNode[]
    const optionals = new Set<number>()
    const elements = elems.map((one, i) => {
      const element = this.read(this.#bare(one))
      if (this.#isOptional(one, one._opt)) optionals.add(i)
      return element
    })
    return this.#helper.make(id, { kind: 'list', elements, optionals })
  }

  /** The node behind an optional question mark. */
  #bare(node: TreeNode): TreeNode | undefined {
    return this.#nameOf(node) === 'OptExpr' ? node._e : node
  }

  #isOptional(node: TreeNode, opt: Token | null | undefined): boolean {
    if (!opt) return false
    if (!this.#options.optionalSyntax) this.#report(node, "unsupported syntax '?'")
    return this.#options.optionalSyntax
  }

  #map(node: TreeNode): Expr {
    const id = this.#id(node._op)
    return this.#helper.make(id, { kind: 'map', entries: this.#mapEntries(node._entries) })
  }

  #mapEntries(list: TreeNode | undefined): MapEntry[] {
    const { _keys: keys = [], _values: values = [], _cols: columns = [] } = list ?? {}
    const entries: MapEntry[] = []
    for (const [i, column] of columns.entries()) {
      const id = this.#id(column)
      if (i >= keys.length || i >= values.length) return []
      const optional = keys[i]!._opt != null
      if (optional && !this.#isOptional(keys[i]!, keys[i]!._opt)) continue
      entries.push({ id, key: this.read(this.#bare(keys[i]!)), value: this.read(values[i]), optional })
    }
    return entries
  }

  #message(node: TreeNode): Expr {
    const member = node.member?.()
    if (member) return this.#messageOf(this.read(member), node)
    const names = (node._ids ?? []).map(({ text }) => text ?? '').join('.')
    const id = this.#id(node._op)
    const fields = this.#fields(node._entries)
    return this.#helper.make(id, {
      kind: 'struct',
      typeName: `${node._leadingDot ? '.' : ''}${names}`,
      fields,
    })
  }

  #messageOf(target: Expr, node: TreeNode): Expr {
    const id = this.#id(node._op)
    const typeName = qualifiedName(target)
    if (typeName === undefined) {
      const message = 'expected a qualified name'
      this.#helper.issues.push({ location: this.#helper.location(target.id), message })
      return this.#helper.make(id, { kind: 'unspecified' })
    }
    return this.#helper.make(id, { kind: 'struct', typeName, fields: this.#fields(node._entries) })
  }

  #fields(list: TreeNode | undefined): StructField[] {
    const { _fields: names = [], _values: values = [], _cols: columns = [] } = list ?? {}
    const fields: StructField[] = []
    for (const [i, one] of names.entries()) {
      if (i >= columns.length || i >= values.length) return []
      const id = this.#id(columns[i])
      const optional = !isToken(one) && one._opt != null
      if (optional && !this.#isOptional(one, one._opt)) continue
      const escaped = isToken(one) ? undefined : one.escapeIdent?.()
      const plain = isToken(one) ? one.text : one.IDENTIFIER?.()?.getText()
      const name = escaped ? this.#fieldName(escaped) : plain
      if (name === undefined && escaped) this.#badField(escaped, list)
      if (name !== undefined) fields.push({ id, name, value: this.read(values[i]), optional })
    }
    return fields
  }

  #int(node: TreeNode): Expr {
    const value = integer(`${node._sign?.text ?? ''}${node._tok?.text ?? ''}`)
    const fits = value !== undefined && value >= int64Min && value <= int64Max
    return fits ? this.#literal(node, value) : this.#report(node, 'invalid int literal')
  }

  #uint(node: TreeNode): Expr {
    const value = integer((node._tok?.text ?? '').slice(0, -1))
    const fits = value !== undefined && value <= uint64Max
    return fits ? this.#literal(node, new Uint(value)) : this.#report(node, 'invalid uint literal')
  }

  #double(node: TreeNode): Expr {
    const value = Number(`${node._sign?.text ?? ''}${node._tok?.text ?? ''}`)
    return Number.isFinite(value) ? this.#literal(node, value) : this.#report(node, 'invalid double literal')
  }

  #bytes(node: TreeNode): Expr {
    const literal = (node._tok?.text ?? '').slice(1)
    const value = this.#unescaped<string | Uint8Array>(node, literal, unescapeBytes)
    return this.#literal(node, typeof value === 'string' ? Buffer.from(value) : value)
  }

  #unescaped<T>(node: TreeNode, literal: string, read: (literal: string) => T): T | string {
    try {
      return read(literal)
    } catch (error) {
      this.#report(node, (error as Error).message)
      return literal
    }
  }

  #call(id: number, name: string, target: Expr | undefined, args: Expr[]): Expr {
    const macro = this.#options.macros.get(macroKey(name, args.length, target !== undefined))
    try {
      const expr = macro?.(new MacroHelper(this.#helper, id), target, args)
      if (expr === undefined)
        return this.#helper.make(id, { kind: 'call', name, args, ...(target ? { target } : {}) })
      this.#helper.forget(id)
      return expr
    } catch (error) {
      if (!(error instanceof MacroError)) throw error
      const at = this.#helper.location(error.id)
      this.#helper.forget(id)
      return this.#helper.report(at, error.message)
    }
  }
}
