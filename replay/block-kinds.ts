// Blocks of code that are no shell: by their language, or by what they begin with.
import { isUnmistakable } from './programs/is-program.ts'

/** Languages of blocks that are typed into a shell, line by line or as a script. */
const shellLanguages: ReadonlySet<string> = new Set(
  `bash sh shell zsh ksh console shell-session shellsession terminal sh-session bash-session shell-script
  shellscript term session`.split(/\s+/),
)

/** And those of which every line is a command, unless it has a prompt. */
const scriptLanguages: ReadonlySet<string> = new Set(
  'bash sh shell zsh ksh shell-script shellscript'.split(' '),
)

const others = new Set(
  `go golang proto protobuf proto3 grpc diff patch json json5 jsonc jsonl ndjson yaml yml toml ini xml sql python py python3 js
  javascript ts typescript jsx tsx c cpp c++ cc h java kotlin scala swift rust ruby perl php lua cs csharp r mermaid dot
  graphviz makefile make dockerfile docker containerfile md markdown rst asciidoc html css scss svg godoc plantuml puml uml
  gotemplate go-template go-html-template rego cel http promql logql graphql hcl terraform tf nginx properties dotenv csv tsv
  latex tex math ebnf bnf abnf regex starlark bazel jsonnet cue feature gherkin pseudo pseudocode ascii asm output log logs
  spl thrift cmake groovy powershell pwsh ps1 bat cmd codeowners gitignore gomod openapi wasm`.split(/\s+/),
)

/** `{.bash}`, `language-sh`, `sh,linenos`: the language alone. */
export const languageOf = (tag: string): string =>
  tag
    .toLowerCase()
    .replace(/^\{?\.?(?:language-)?/, '')
    .replace(/[},:{].*$/, '')

/** Whether the language after a block's backticks is that of a shell or of a shell's session (`console`). */
export const isShellLanguage = (lang: string): boolean => shellLanguages.has(languageOf(lang))
/** Whether every line of a block of that language is a command, unless the block has prompts: `bash`, `sh` and the like. */
export const isScriptLanguage = (lang: string): boolean => scriptLanguages.has(languageOf(lang))

/** Whether a language tag says that no shell reads the block. */
export const isOtherLanguage = (lang: string): boolean => others.has(languageOf(lang))

/** How source code and configuration begin; a shell has no such lines. */
const code: readonly RegExp[] = [
  /^(?:package\s+[\w.]+;?$|import\s*\(|import\s+["{*]|func[\s(]|type\s+\w+\s|const\s*\(|var\s*\(|(?:var|const|let)\s+\w+\s)/,
  /^(?:syntax\s*=|message\s+\w+\s*\{|service\s+\w+\s*\{|enum\s+\w+\s*\{|rpc\s+\w+\s*\(|option\s+\w+\s*=|oneof\s+\w+)/,
  /^(?:\/\/|\/\*|\*\/)/,
  /^\w+(?:,\s*\w+)*\s*:=\s/,
  /^for[\s-]each\b/i,
]
const beginnings: readonly RegExp[] = [
  /^(?:def\s+\w+\s*\(|class\s+\w+|public\s|private\s|return\s+\w|else\s*\{|elif\s.*:$|switch\s.*\{$|try\s*[:{])/,
  /^(?:<\?xml|<html|<!--|<!DOCTYPE|#include\b|@\w+$)/,
  /^(?:apiVersion|kind|metadata|spec|status)\s*:(?:\s|$)/,
  /^\{$|^\[$|^"\w+"\s*:/,
  /^(?:table|chain|set|map)\s+[\w -]+\{$/,
]

/** `if not ready:`, `for node in nodes {` */
const isHead = (line: string): boolean =>
  /^(?:for|if|while)\b/.test(line) && /[:{]$/.test(line) && !line.includes(';')

/** How many lines are looked at: code tells soon that it is code. */
const enough = 12

/** Whether lines without a prompt are code in another language, or an object. */
export function beginsAsCode(lines: readonly string[]): boolean {
  const telling: string[] = []
  for (const one of lines) {
    const line = one.trim()
    // What follows a command is what it printed.
    if (telling.length === enough || isUnmistakable(line)) break
    if (line !== '' && line !== '---' && line !== '...' && !line.startsWith('#')) telling.push(line)
  }
  const first = telling[0] ?? ''
  return (
    beginnings.some((shape) => shape.test(first)) ||
    telling.some((line) => isHead(line) || code.some((shape) => shape.test(line)))
  )
}
