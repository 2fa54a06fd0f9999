import { describe, expect, it } from 'vitest'
import { skewJunit } from '../skew/junit.ts'
import { fourOutcomes, nasty } from './html/testing/four-outcomes.ts'
import { sampleCell } from './html/testing/sample-skew.ts'
import { junitReport } from './junit.ts'
import { junitXml } from './junit-xml.ts'

/** The characters of XML 1.0. */
const others = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/** The names of elements as they open; throws for what is not well-formed. */
function elementsOf(xml: string): string[] {
  expect(xml).not.toMatch(others)
  const opened: string[] = []
  const stack: string[] = []
  const rest = xml
    .replace(/^<\?xml [^<>]*\?>/, '')
    .replace(
      /<(\/?)(\w[\w-]*)((?: [\w-]+="[^"<>]*")*)(\/?)>/g,
      (_all, closes: string, name: string, _attributes: string, empty: string) => {
        if (closes !== '') expect(stack.pop()).toBe(name)
        else opened.push(name)
        if (closes === '' && empty === '') stack.push(name)
        return ''
      },
    )
  expect(stack).toEqual([])
  expect(rest).not.toMatch(/[<>]/)
  expect(xml).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39|#10|#9);)/)
  return opened
}

describe('JUnit', () => {
  it('has a failure for what differs, an error for what could not run, and skips what was not checked', () => {
    const xml = junitReport(fourOutcomes())
    const counts = 'tests="4" failures="1" errors="1" skipped="1"'
    expect(xml).toContain(`<testsuites ${counts} time="4.000">`)
    expect(xml).toContain(`<testsuite name="Upgrade text" ${counts} time="4.000">`)
    expect(elementsOf(xml)).toEqual([
      ...['testsuites', 'testsuite', 'properties', 'property'],
      ...['testcase', 'system-out', 'testcase', 'failure', 'testcase', 'skipped', 'testcase', 'error'],
    ])
    expect(xml).toContain('<testcase name="three" classname="a.md" file="a.md" line="10" time="1.000">')
  })
  it('tells first what made the outcome, and all the rest', () => {
    expect(junitReport(fourOutcomes())).toContain(
      `<failure message="a.md:21: other text (and 1 more)" type="differs">differs a.md:21: other text
document: a text
reality:  text
why:      text
not checked a.md:20: not understood</failure>`,
    )
  })
  it('is XML whatever a document or a command says', () => {
    expect(elementsOf(junitReport(fourOutcomes(nasty)))).toHaveLength(12)
    const results = [
      sampleCell('1.36', { status: 'differs', outcome: nasty, details: nasty, printed: nasty }),
    ]
    const xml = skewJunit({ scenario: nasty, chosen: 1, milliseconds: 1, results })
    expect(elementsOf(xml)).toEqual(['testsuites', 'testsuite', 'testcase', 'failure', 'system-out'])
  })
  it('has no two cases of one name, which GitLab takes for one', () => {
    const { sections, ...result } = fourOutcomes()
    const [first] = sections
    const step = first!.steps[0]!
    const xml = junitReport({
      ...result,
      sections: [
        { ...first!, steps: [step, step] },
        { ...first!, title: 'Rollback', steps: [step, step] },
      ],
    })
    expect([...xml.matchAll(/<testcase name="([^"]*)"/g)].map(([, name]) => name)).toEqual([
      '1. one text',
      '1. one text (Upgrade text)',
      '1. one text (Rollback)',
      '1. one text (Rollback) (2)',
    ])
  })
  it('counts the cells of a matrix in the same way', () => {
    const statuses = ['passed', 'differs', 'not checked', 'could not run', 'unsupported'] as const
    const results = statuses.map((status) => sampleCell('1.36', { status }))
    const xml = skewJunit({ scenario: 's.md', chosen: 5, milliseconds: 1, results })
    expect(xml).toContain('tests="5" failures="1" errors="1" skipped="2"')
  })
})

it('numbers cases of one name, also beside one that has such a name itself', () => {
  const cases = ['a', 'a (S) (2)', 'a', 'a', 'a', 'b', 'a'].map((name) => ({
    name,
    file: 'a.md',
    line: undefined,
    milliseconds: 1,
    result: 'passed' as const,
    message: '',
    details: '',
    output: '',
  }))
  const xml = junitXml([{ name: 'S', notes: [], milliseconds: 1, cases }])
  expect([...xml.matchAll(/<testcase name="(.*?)"/g)].map(([, name]) => name)).toEqual([
    'a',
    'a (S) (2)',
    'a (S)',
    'a (S) (3)',
    'a (S) (4)',
    'b',
    'a (S) (5)',
  ])
})
