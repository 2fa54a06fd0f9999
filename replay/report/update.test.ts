import { describe, expect, it } from 'vitest'
import { parseDocument } from '../document.ts'
import type { CommandRecord, Finding, ReplayResult } from '../outcome.ts'
import { updatedDocument } from './update.ts'

const lines = ['# T', '', '   ```console', '   $ show', '   old', '   same', '   ```', 'It is "old".']

/** What the document is after a replay in which `show` printed `stdout`. */
function updated(findings: Finding[], stdout = 'new\nsame\n', shown = ['old', 'same']): string[] {
  const source = [...lines.slice(0, 4), ...shown.map((text) => `   ${text}`), ...lines.slice(-2)]
  const command: CommandRecord = {
    text: 'show',
    line: 4,
    stdout,
    stderr: '',
    exitCode: 0,
    milliseconds: 1,
    shown: { line: 5, lines: shown },
    asserted: true,
  }
  const step = { number: '1', title: '', line: 1, outcome: 'differs' as const, milliseconds: 1, checks: [] }
  const result: ReplayResult = {
    file: 'a.md',
    milliseconds: 1,
    notes: [],
    sections: [
      {
        title: 'T',
        line: 1,
        steps: [{ ...step, findings, commands: [command], components: [], fields: [] }],
      },
    ],
  }
  return updatedDocument(parseDocument('a.md', source.join('\n')), result)
    .split('\n')
    .slice(4, -2)
}

const differs = (line: number, expected: string, actual: string): Finding => ({
  outcome: 'differs',
  line,
  message: 'show prints something else',
  expected,
  actual,
})

describe('an update', () => {
  it('writes an output that differs', () => {
    expect(updated([differs(5, 'old', 'new')])).toEqual(['   new', '   same'])
  })
  it.each(['not checked', 'could not run', 'note'] as const)(
    'leaves one that is of the outcome %s',
    (outcome) => {
      expect(updated([{ ...differs(5, 'old', 'new'), outcome }])).toEqual(['   old', '   same'])
    },
  )
  it('leaves the output of a command that could not run', () => {
    const beyond: Finding = { outcome: 'could not run', line: 4, message: 'no containers' }
    expect(updated([beyond, differs(5, 'old', 'new')], 'error\n')).toEqual(['   old', '   same'])
  })
  it('leaves sentences that do not hold', () => {
    expect(updated([differs(8, 'It is "old".', 'it is "new"')])).toEqual(['   old', '   same'])
  })
  it('writes single lines where others are left out', () => {
    expect(updated([differs(6, 'old', 'new')], 'a\nnew\n', ['...', 'old'])).toEqual(['   ...', '   new'])
    expect(updated([differs(6, '', 'more')], 'a\nold\nmore\n', ['...', 'old'])).toEqual(['   ...', '   old'])
  })
})
