import { describe, expect, it } from 'vitest'
import type { ReplayResult } from '../outcome.ts'
import { fourOutcomes, nasty } from './html/testing/four-outcomes.ts'
import { TerminalReport } from './terminal.ts'

function shown(result: ReplayResult, terminal = false): string {
  const written: string[] = []
  const screen = { write: (text: string) => void written.push(text), terminal, columns: 90 }
  const report = new TerminalReport(result.file, screen)
  report.notes(result.notes)
  for (const { title, line, steps } of result.sections) {
    report.section(title, line, steps)
    for (const step of steps) {
      report.stepStarts(step)
      report.stepDone(step)
    }
  }
  report.summary(result)
  return written.join('')
}

describe('a replay on a screen', () => {
  it('has a mark and a word for each outcome, the numbers of the document, and findings by what they make of it', () => {
    expect(shown(fourOutcomes()).replaceAll(/ {2,}(?=line )/g, '  ')).toBe(`note runs on 1.34: text
Upgrade text a.md:1
  ✓ passed         1.   one text  line 10  1.00 s
      note a.md:12: by the way text
  ✗ differs        2.1. two  line 10  1.00 s
      not checked a.md:20: not understood
      differs a.md:21: other text
        document: a text
        reality:  text
        why:      text
  ○ not checked         three  line 10  1.00 s
      not checked a.md:30: not understood text
  ■ could not run  10.  four  line 10  1.00 s
      could not run a.md:40: depends on line 21

1 passed, 1 differs, 1 not checked, 1 could not run (4 compared) in 4.00 s
`)
  })
  it('begins all titles in one column', () => {
    const columns = shown(fourOutcomes())
      .split('\n')
      .flatMap((line) => /^ {2}[✓✗○■].*?(?=one|two|three|four)/.exec(line)?.[0].length ?? [])
    expect(new Set(columns).size).toBe(1)
    expect(columns).toHaveLength(4)
  })
  it('counts only what there is', () => {
    const result = fourOutcomes()
    const [first] = result.sections[0]!.steps
    const one = { ...result, sections: [{ title: '', line: 1, steps: [first!] }] }
    expect(shown(one)).toMatch(/\n1 passed \(1 compared\) in 4\.00 s\n$/)
    expect(shown({ ...result, sections: [] })).toContain('\nnothing ran (0 compared)')
  })
  it('is green for what passed alone', () => {
    const lines = shown(fourOutcomes(), true).split('\n')
    const painted = (text: string) => lines.find((line) => line.includes(text))!
    expect(painted('✓ passed')).toContain('\u001b[32m✓ passed')
    expect(painted('✗ differs')).toContain('\u001b[31m✗ differs')
    expect(painted('○ not checked')).toContain('\u001b[33m○ not checked')
    expect(painted('■ could not run')).toContain('\u001b[35m■ could not run')
    expect(lines.join('\n').split('\u001b[32m')).toHaveLength(2)
  })
  it('shows what a document or a command would do to it', () => {
    const text = shown(fourOutcomes(nasty))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be left
    expect(text).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e\ufffe]|\p{Surrogate}/u)
    expect(text).toContain('1.   one ␛[2J[U+009B]1m</x>&"\'␊')
    // Nothing that a document says begins a line of its own.
    expect(text).not.toMatch(/^(?:::|##)/m)
  })
})
