// A tree as ANTLR's parsers make it.
import type { Token } from 'antlr4ng'

/** A node of the tree, with what the grammar labels in any rule. */
export interface TreeNode {
  readonly start: Token | null
  getText(): string
  readonly _e?: TreeNode
  readonly _e1?: TreeNode | readonly TreeNode[]
  readonly _e2?: TreeNode
  readonly _op?: Token | null
  readonly _ops?: readonly Token[]
  readonly _opt?: Token | null
  readonly _open?: Token | null
  readonly _id?: Token | TreeNode | null
  readonly _ids?: readonly Token[]
  readonly _args?: TreeNode
  readonly _index?: TreeNode
  readonly _leadingDot?: Token | null
  readonly _elems?: TreeNode | readonly TreeNode[]
  readonly _entries?: TreeNode
  readonly _fields?: readonly (TreeNode | Token)[]
  readonly _keys?: readonly TreeNode[]
  readonly _cols?: readonly Token[]
  readonly _values?: readonly TreeNode[]
  readonly _sign?: Token | null
  readonly _tok?: Token | null
  readonly member?: () => TreeNode | null
  readonly primary?: () => TreeNode | null
  readonly unary?: () => TreeNode | null
  readonly literal?: () => TreeNode | null
  readonly expr?: () => TreeNode | null
  readonly escapeIdent?: () => TreeNode | null
  readonly IDENTIFIER?: () => { getText(): string } | null
  readonly relation?: (i: number) => TreeNode | null
  readonly calc?: ((i: number) => TreeNode | null) & (() => TreeNode | null)
}

/** Whether a child of a tree node is a token. */
export const isToken = (one: Token | TreeNode): one is Token => 'tokenIndex' in one
