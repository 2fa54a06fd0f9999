// Bodies of here-documents, written so that the shell's library takes for text what bash takes for text.

const begins = /<<(-?)[ \t]*([A-Za-z_][\w.-]*)(?!["'\w])/

/**
 * A script whose here-documents that expand nothing are quoted, with the text that they have. The library drops the backslash of
 * `\*`, and reads `$'…` as a word in quotes.
 */
export function plainBodies(script: string): string {
  if (!script.includes('<<')) return script
  const lines = script.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const [, dash, end] = begins.exec(lines[at]!) ?? []
    if (end === undefined) continue
    const isEnd = (line: string): boolean => (dash === '-' ? line.replace(/^\t+/, '') : line) === end
    const stop = lines.findIndex((line, i) => i > at && isEnd(line))
    if (stop < 0) continue
    const body = lines.slice(at + 1, stop).join('\n')
    if (isPlain(body)) {
      lines[at] = lines[at]!.replace(begins, `<<${dash}'${end}'`)
      const text = body.replace(/\\([$`\\])/g, '$1').split('\n')
      lines.splice(at + 1, stop - at - 1, ...(stop === at + 1 ? [] : text))
    }
    at = stop
  }
  return lines.join('\n')
}

/** It expands nothing, and joins no lines. */
const isPlain = (body: string): boolean =>
  !/\\$/m.test(body) && !/\$[\w{(@*#?!$-]|`/.test(body.replace(/\\[$`\\]/g, ''))
