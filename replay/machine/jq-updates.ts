// What the shell's jq does otherwise than jq where it writes: it deletes nothing where several paths are given, puts null in place of a
// field whose parent is not there, and takes no `del` of what `select` finds. Programs are written otherwise before they run.
import type { SimpleCommandNode, TransformPlugin } from 'just-bash'
import { simpleCommands } from './program-paths.ts'

const key = String.raw`(?:\.[A-Za-z_]\w*|\.?\["[^"\\]*"\]|\."[^"\\]*"|\[\d{1,9}\])`
const path = String.raw`\.?${key}{1,20}`
/** The last one goes first, so that the indices before it stay. */
const several = new RegExp(String.raw`\bdel\(\s*(${path}(?:\s*,\s*${path}){1,40})\s*\)`, 'g')
const found = new RegExp(
  String.raw`\bdel\(\s*(${path})\[\]\s*\|\s*select\(((?:[^()"]|"[^"\\]*"|\([^()"]*\))*)\)\s*\)`,
  'g',
)
/** `.a.b = `, as a part of a program. */
const assigned = new RegExp(String.raw`(^|[|,;(]|\b(?:then|else)\b)(\s*)(${path})\s*=(?!=)`, 'g')

/** A transformation of command lines that has jq write as the real one does. */
export const jqUpdates: TransformPlugin = {
  name: 'jq-updates',
  transform: ({ ast }) => {
    for (const command of simpleCommands(ast)) if (nameOf(command) === 'jq') command.args.forEach(rewritten)
    return { ast }
  },
}

function nameOf({ name }: SimpleCommandNode): unknown {
  const [word] = name?.parts ?? []
  return word !== undefined && 'value' in word ? word.value : undefined
}

function rewritten({ parts }: SimpleCommandNode['args'][number]): void {
  for (const part of parts)
    if ('value' in part && typeof part.value === 'string') part.value = asJqWrites(part.value)
}

const asJqWrites = (program: string): string =>
  withSetPaths(
    program
      .replace(several, (_, paths: string) =>
        pathsIn(paths)
          .map((one) => `del(${one})`)
          .reverse()
          .join(' | '),
      )
      .replace(found, (_, list: string, test: string) => `${list} |= map(select((${test}) | not))`),
  )

const pathsIn = (text: string): string[] => [...text.matchAll(new RegExp(path, 'g'))].map(([one]) => one)

/** `.a.b = f` is `setpath(["a","b"]; f)`. */
function withSetPaths(program: string): string {
  let text = ''
  let from = 0
  for (const match of program.matchAll(assigned)) {
    const start = match.index + match[0].length
    const end = endOfValue(program, start)
    if (match.index < from || end === undefined) continue
    const [, before = '', blank = '', target = ''] = match
    const keys = [...target.matchAll(/"([^"]*)"|\[(\d+)\]|\.(\w+)/g)].map(([, quoted, index, name]) =>
      index === undefined ? `"${quoted ?? name}"` : index,
    )
    text += `${program.slice(from, match.index)}${before}${blank}setpath([${keys.join(',')}];${program.slice(start, end)})`
    from = end
  }
  return text + program.slice(from)
}

/** A string without a program in it. */
const wholeString = /"(?:[^"\\]|\\[^(])*"/y

/** Where a value ends: before what binds less than `=`. Undefined where a string in it has a program of its own. */
function endOfValue(program: string, from: number): number | undefined {
  let depth = 0
  for (let at = from; at < program.length; at++) {
    const char = program[at]!
    if (char === '"') {
      wholeString.lastIndex = at
      const string = wholeString.exec(program)
      if (string === null) return undefined
      at += string[0].length - 1
    } else if ('([{'.includes(char)) depth++
    else if (depth > 0 && ')]}'.includes(char)) depth--
    else if (
      depth === 0 &&
      (/[)\]},;|]/.test(char) || /^\s(?:end|else|elif)\b/.test(program.slice(at, at + 6)))
    )
      return at
  }
  return program.length
}
