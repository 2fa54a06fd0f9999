import { expect, it } from 'vitest'
import { htmlReport } from './html-report.ts'
import { outcomeLegend } from './outcome-legend.ts'
import { replayModel } from './replay-model.ts'
import { skewModel } from './skew-model.ts'
import { style } from './style.ts'
import { fourOutcomes, nasty } from './testing/four-outcomes.ts'
import { sampleSkew } from './testing/sample-skew.ts'

const page = htmlReport(replayModel(fourOutcomes(nasty)))

it('counts each outcome and leads to the first of it', () => {
  const legend = outcomeLegend(replayModel(fourOutcomes()))
  expect(
    [...legend.matchAll(/href="#([\w-]+)">(\d+)<.*?badge ([\w-]+)"/g)].map((match) => match.slice(1)),
  ).toEqual([
    ['run-0-step-0', '1', 'passed'],
    ['run-0-step-1', '1', 'differs'],
    ['run-0-step-2', '1', 'not-checked'],
    ['run-0-step-3', '1', 'could-not-run'],
  ])
  for (const [, target] of legend.matchAll(/href="#([\w-]+)"/g)) expect(page).toContain(`id="${target}"`)
})

it('counts the cells of a matrix', () => {
  const legend = outcomeLegend(skewModel(sampleSkew()))
  expect(legend).toContain('<a href="#run-0">2</a> <span class="badge passed">')
  expect(legend).toContain('<a href="#run-1">1</a> <span class="badge differs">')
})

it('of a page that says what was compared, what it notes, and how each step ended', () => {
  expect(page).toContain('1 compared: output (line 11)')
  expect(page).toContain('<ul class="notes"')
  expect(page).toContain('<li class="could-not-run"><strong>could not run</strong>')
  expect(page).toContain('<title>a.md: differs (kepsim)</title>')
  expect(page).not.toContain(nasty)
  expect(page).not.toMatch(/[^\t\n\r\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd]/)
})

it('of a page on which only what passed is green', () => {
  const green = [...style.matchAll(/^(\S+)\{[^}]*--good[^}]*\}/gm)].map(([, selector]) => selector)
  expect(green.filter((selector) => !/^:root|^@media|prefers/.test(selector!))).toEqual([
    '.badge.passed',
    '.step.passed',
    '.extra',
  ])
})
