import type { CodeElement } from './document.ts'
import { baseName } from './shell-words.ts'

const fileLike = /`((?:[\w./~-]+\/)?[\w.-]+\.(?:ya?ml|json|conf|txt|sh|env|toml))`/g

/**
 * The file that a block is the content of: named by its info string, its first comment, or the prose right before it.
 * @param used names of files that commands read: prose that only mentions one of them names it
 */
export function fileNameFor(
  block: CodeElement,
  prose: string | undefined,
  used: ReadonlySet<string>,
): string | undefined {
  const meta = /(?:title|file|filename|name)=["']?([\w./-]+)["']?/.exec(block.meta)
  if (meta !== null) return meta[1]
  if (!/^(ya?ml|json|toml|ini|conf|)$/.test(block.lang)) return undefined
  const comment = /^#\s*(?:cat\s+)?([\w./-]+\.(?:ya?ml|json))\s*:?\s*$/.exec(block.lines[0] ?? '')
  if (comment !== null) return comment[1]
  if (prose === undefined || block.lang === '') return undefined
  const names = [...prose.matchAll(fileLike)].map((m) => m[1]!)
  const read = names.findLast((name) => used.has(baseName(name)))
  if (read !== undefined) return read
  return /\b(creat|writ|sav|file|content|manifest|config|put|add)/i.test(prose) ? names.at(-1) : undefined
}
