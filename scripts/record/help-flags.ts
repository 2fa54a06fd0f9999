// The flags of a component, from its --help.

interface HelpFlag {
  type: string
  shorthand?: string
  default?: string
  deprecated?: true
}

/** `  -v, --v Level    number for …`: a description begins two blanks after the name or type, and goes on far to the right. */
const entry =
  /^\s+(?:-(?<shorthand>\w), )?--(?<name>[\w.-]+)(?:\[=\S*\])?(?: +(?<type>\S+))? {2,}(?<text>.*(?:\n {10,}.*)*)/gm

/** A flag without a type is a bool; what is no name of a type is the first word of a description. */
const typeOf = (word = ''): string => (/^[a-zA-Z<]/.test(word) && word.length < 40 ? word : 'bool')

/** `(default [pods]) (DEPRECATED: …)` → `[pods]`; quotes of a text are taken away. */
function defaultOf(text: string): string | undefined {
  const shown = /\(default (.*?)\)(?:\s*\(DEPRECATED: .*\))?\s*$/s.exec(text.replaceAll('\n', ' '))?.[1]
  return shown?.replace(/^"+|"+$/g, '')
}

function flagOf({ type, shorthand, text }: Record<string, string | undefined>): HelpFlag {
  const shown = defaultOf(text!)
  return {
    type: typeOf(type),
    ...(shorthand === undefined ? {} : { shorthand }),
    ...(shown === undefined ? {} : { default: shown }),
    ...(text!.includes('DEPRECATED') ? { deprecated: true } : {}),
  }
}

/** The flags that `--help` lists, in its order. */
export const flagsInHelp = (help: string): Record<string, HelpFlag> =>
  Object.fromEntries([...help.matchAll(entry)].map(({ groups }) => [groups!['name']!, flagOf(groups!)]))
