import { languageOf } from './block-kinds.ts'
import type { CodeText } from './code-text.ts'
import { baseName } from './shell-words.ts'

const ending = /(?:ya?ml|json|conf|txt|sh|env|toml|tpl)/.source
const path = `(?:[\\w.~-]*\\/)*[\\w.-]+\\.${ending}`
/** A name in prose: in code, bold, in a table, as a link, or bare. */
const fileLike = new RegExp(`(?<![\\w./~-])(${path})(?![\\w/-])(?!\\.\\w)`, 'g')
const quoted = new RegExp(`\`(${path})\``, 'g')
/** `# job.yaml`, `// a/config.json:`, `# File: job.yaml`, `# cat job.yaml`, `# --- job.yaml ---` */
const comment = new RegExp(
  `^(?:#|//)[\\s#=-]*(?:(?:cat|file(?:name)?|name)\\b\\s*:?\\s*)?[\`"]?(${path})[\`"]?[\\s:=-]*$`,
  'i',
)

/**
 * The file that a block is the content of: named by its info string, its first comment, or the prose right before it.
 * @param used names of files that commands read: prose that only mentions one of them names it
 */
export function fileNameFor(
  block: CodeText,
  prose: string | undefined,
  used: ReadonlySet<string>,
): string | undefined {
  const meta = /(?:title|file|filename|name)=["']?([\w./-]+)["']?/.exec(block.meta)
  if (meta !== null) return meta[1]
  const lang = languageOf(block.lang)
  if (!/^(ya?ml|json|toml|ini|conf|)$/.test(lang)) return undefined
  const first = block.lines[0]?.slice(0, 200)
  const own = comment.exec(first ?? '')?.[1]
  if (own !== undefined) return own
  if (prose === undefined) return undefined
  const names = [...prose.matchAll(fileLike)].map((match) => match[1]!)
  const read = names.findLast((name) => used.has(baseName(name)))
  // A block without a language is more often an output.
  if (lang === '') return read !== undefined && isContent(block) ? read : undefined
  if (read !== undefined) return read
  const marked = [...prose.matchAll(quoted)].map((match) => match[1]!)
  return /\b(creat|writ|sav|file|content|manifest|config|put|add)/i.test(prose) ? marked.at(-1) : undefined
}

/** Whether a block without a language is configuration: it begins as YAML or JSON does. */
const isContent = ({ lines }: CodeText): boolean => {
  const first = lines.find((line) => line.trim() !== '' && !/^\s*(?:#|---)/.test(line)) ?? ''
  return /^[A-Za-z][\w.-]*:(?:\s|$)|^\{$/.test(first)
}
