// The session as an asciicast v2: https://docs.asciinema.org/manual/asciicast/v2/
import { visibleText } from '../report/visible-text.ts'
import type { TranscriptEntry } from './transcript.ts'

const width = 120
const height = 36
const typingSeconds = 0.04
const pauseSeconds = 0.8

/** Commands typed at an even pace, then their outputs at once. @param start milliseconds since the epoch */
export function asciicast(entries: readonly TranscriptEntry[], start: number): string {
  const lines: unknown[] = [
    { version: 2, width, height, timestamp: Math.floor(start / 1000), env: { TERM: 'xterm-256color' } },
  ]
  let time = 0
  const print = (text: string): void => {
    // A player writes it to its reader's terminal.
    lines.push([Number(time.toFixed(3)), 'o', visibleText(text).replaceAll('\n', '\r\n')])
  }
  for (const { command, output } of entries) {
    print('$ ')
    // As a whole: what only several letters are is not seen in one of them.
    for (const letter of visibleText(command.trimEnd())) {
      time += typingSeconds
      print(letter === '\n' ? '\n> ' : letter)
    }
    time += pauseSeconds / 2
    print(`\n${output === '' || output.endsWith('\n') ? output : `${output}\n`}`)
    time += pauseSeconds
  }
  print('$ ')
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
}
