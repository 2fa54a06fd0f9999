import { describe, expect, it } from 'vitest'
import type { Finding } from '../outcome.ts'
import { annotation, replayAnnotations, replaySummary, withCommandsStopped } from './github.ts'
import { hostile, sampleResult } from './html/testing/sample-result.ts'
import { withoutCommands } from './without-commands.ts'

describe('an annotation', () => {
  it('stays one line, and its properties apart', () => {
    const text = annotation({
      severity: 'error',
      file: 'a,b:c.md',
      line: 3,
      title: 't\u001b[0m',
      message: 'one\r\ntwo 100%\n::add-mask::x',
    })
    expect(text).toBe('::error file=a%2Cb%3Ac.md,line=3,title=t␛[0m::one%0Atwo 100%25%0A::add-mask::x\n')
  })
  it.each([
    ['differs', 'error'],
    ['could not run', 'warning'],
    ['not checked', 'warning'],
    ['note', 'notice'],
  ] as const)('of what %s is one of severity %s', (outcome, severity) => {
    const result = sampleResult()
    const finding: Finding = { outcome, line: 7, message: 'm', expected: 'a', actual: 'b', why: 'w' }
    result.sections[0]!.steps[1]!.findings = [finding]
    expect(replayAnnotations(result)).toBe(
      `::${severity} file=dir/<b>&"'.md,line=7,title=kepsim replay%3A step 2 ${outcome}::m%0Adocument: a%0Areality:  b%0Awhy:      w\n`,
    )
  })
})

describe('what a stranger wrote', () => {
  it('is no command between the lines that stop them', async () => {
    const written: string[] = []
    const work = async (): Promise<number> => written.push('::add-mask::a\n##[error]no end of a line')
    await withCommandsStopped((text) => written.push(text), work, 'token')
    expect(written.join('')).toBe(
      '::stop-commands::token\n::add-mask::a\n##[error]no end of a line\n::token::\n',
    )
  })
  it('cannot guess what starts them again, and they start after an error too', async () => {
    const written: string[] = []
    const failing = () =>
      withCommandsStopped(
        (text) => written.push(text),
        () => Promise.reject(new Error('x')),
      )
    await expect(failing()).rejects.toThrow('x')
    await expect(failing()).rejects.toThrow('x')
    const tokens = written.map((text) => text.replaceAll(/\n|::|stop-commands/g, ''))
    expect(tokens[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(tokens).toEqual([tokens[0], tokens[0], tokens[2], tokens[2]])
    expect(tokens[0]).not.toBe(tokens[2])
  })
  it('is no command in an error either', () => {
    expect(withoutCommands('a.md:3: x ##[group]\n  ::error::y')).toBe('a.md:3: x ## [group]\n  : :error::y')
  })
})

describe('the summary', () => {
  const summary = replaySummary(sampleResult())
  it('shows texts as they are', () => {
    expect(summary).not.toContain(hostile)
    expect(summary).not.toContain('<script')
  })
  it('counts, and has a row for each step', () => {
    expect(summary).toContain('\n1 passed, 1 differs\n')
    expect(summary).toContain('| 1 | Cluster version 1.30.14 | **passed** |')
    expect(summary).toMatch(/^\| 2 \| .* \| \*\*differs\*\*<br>differs, line 22/m)
  })
})
