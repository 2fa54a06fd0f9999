// What a document shows for an output, held against what was printed.
import { isElision } from '../compare.ts'
import { looksLikeCommand } from '../looks-like-command.ts'
import { readPrompt } from '../prompt.ts'

/** The same lines, where `...` stands for any number of them. */
export function holds(shown: readonly string[], actual: readonly string[]): boolean {
  if (!shown.some(isElision))
    return shown.length === actual.length && shown.every((line, i) => line === actual[i])
  let at = 0
  let free = false
  for (const line of shown) {
    if (isElision(line)) free = true
    else {
      const found = free ? actual.indexOf(line, at) : actual[at] === line ? at : -1
      if (found < 0) return false
      at = found + 1
      free = false
    }
  }
  return free || at === actual.length
}

/** An output as lines, without the empty ones at its end. */
export function outputLines(output: string): string[] {
  const text = output.replaceAll(/\r\n?/g, '\n').replace(/\n+$/, '')
  return text === '' ? [] : text.split('\n')
}

/**
 * Why an output cannot stand in its block: it would be read as something else. Undefined where it can.
 * @param fence what opens the block, '' for an indented one
 * @param session whether commands stand in the block too
 */
export function misread(lines: readonly string[], fence: string, session: boolean): string | undefined {
  const closing = fence === '' ? undefined : new RegExp(`^ {0,3}${fence[0]}{${fence.length},}\\s*$`)
  const closes = closing && lines.find((line) => closing.test(line))
  if (closes !== undefined)
    return `"${closes}" in the output would end the block: begin it with a longer fence`
  const command = session ? lines.find((line) => readPrompt(line, looksLikeCommand) !== undefined) : undefined
  if (command === undefined) return undefined
  return `"${command}" in the output would be read as a command: give the output a block of its own, after <!-- kepsim: output -->`
}
