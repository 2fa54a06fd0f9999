import { expect, test } from 'vitest'
import { escapeMarkup } from '../escape-markup.ts'
import { htmlReport } from './html-report.ts'
import { replayModel } from './replay-model.ts'
import { sampleResult } from './testing/sample-result.ts'

const page = htmlReport(replayModel(sampleResult()))

test('the same result gives the same bytes', () => {
  expect(htmlReport(replayModel(sampleResult()))).toBe(page)
})

test('no text of a document or an output is markup', () => {
  expect(page).not.toMatch(/<script|<img|<b>&/)
  expect(page.match(/&lt;script&gt;/g)!.length).toBeGreaterThan(4)
  expect(page).toContain('<title>dir/&lt;b&gt;&amp;&quot;&#39;.md: differs (kepsim)</title>')
})

test('the page loads nothing and allows nothing but its own style', () => {
  expect(page).not.toMatch(/\b(?:src|style|on\w+)=(?![^<]*&lt;)"/)
  expect(page).not.toMatch(/url\(|@import|https?:/)
  expect(page).toMatch(/default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'/)
})

test('characters that hide or reorder text become visible', () => {
  expect(escapeMarkup('a\u001b[31mb\u202ec\u200b\u0000')).toBe('a␛[31mb[U+202E]c[U+200B]␀')
  expect(escapeMarkup('\ud800 😀 é')).toBe('[U+D800] 😀 é')
})

test('the timeline has a lane for each component and watched field', () => {
  const { timeline } = replayModel(sampleResult()).runs[0]!
  expect(timeline!.lanes).toEqual([
    {
      name: 'kubelet/127.0.0.1',
      kind: 'component',
      values: [
        { text: '1.30.14', notes: ['SomeGate=false (default)'] },
        { text: '1.33.13', notes: ['SomeGate=true (default)'] },
      ],
    },
    {
      name: 'version',
      kind: 'field',
      values: [
        { text: 'v1.30.0', notes: [] },
        { text: '(empty)', notes: [] },
      ],
    },
  ])
})

test('a warning that was compared stands in the difference, though the document shows none', () => {
  const result = sampleResult()
  const command = {
    ...result.sections[0]!.steps[0]!.commands[0]!,
    stdout: 'node/a\n',
    stderr: 'Warning: old\n',
    exitCode: 0,
    asserted: true,
    shown: { line: 9, lines: ['node/a'], warnings: true as const },
  }
  result.sections[0]!.steps[0]!.commands = [command]
  const { output } = replayModel(result).runs[0]!.steps[0]!.commands![0]!
  expect(output.map(({ text }) => text)).toEqual(['Warning: old', 'node/a'])
})

test('a matrix links its rows to their runs', () => {
  const html = htmlReport({
    title: 'scenario.md',
    verdict: 'differs',
    summary: '2 cells',
    matrix: {
      header: ['kubelet', 'outcome'],
      rows: [
        { cells: ['1.33', 'holds'], verdict: 'passed' },
        { cells: ['1.34', '<i>no'], verdict: 'differs', run: 0 },
      ],
    },
    runs: [
      {
        title: 'kubelet=1.34',
        verdict: 'differs',
        findings: [{ outcome: 'differs', message: 'refused' }],
        steps: [],
      },
    ],
  })
  expect(html).toContain('<td>&lt;i&gt;no</td>')
  expect(html).toContain('<a href="#run-0">details</a>')
})

test('the way of a packet leads from its sender by its nodes to its end', () => {
  const way = /<ol class="way".*?<\/ol>\n<\/details>/s.exec(page)![0]
  const text = way.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  expect(text).toMatch(
    /10\.244\.0\.5:40000 to 10\.96\.0\.10:80\/tcp node n1 2 rules output nat KUBE: .* delivered 10\.244\.1\.5:8080 $/,
  )
})
