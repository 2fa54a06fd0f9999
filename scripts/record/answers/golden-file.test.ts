import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packageRoot } from '../../../component-base/package-root.ts'
import type { Expected, Scenario } from '../../../e2e/conformance/scenario.ts'
import { scenarioText, withAnswers } from './golden-file.ts'

const answer = { status: 200, type: 'application/json', body: { kind: 'Status' } }
const scenario = (...expect: Expected[]): Scenario => ({
  file: '/scenarios/a.json',
  category: 'node',
  name: 'a',
  steps: [{ id: 'get', method: 'GET', path: '/', expect }],
})
const answers = (one: Scenario) => one.steps[0]!.expect

describe('withAnswers', () => {
  it('adds a release to those that answered the same, oldest first', () => {
    const before = scenario({ releases: ['1.30', '1.100'], ...answer })
    expect(answers(withAnswers(before, '1.9', [answer]))[0]!.releases).toEqual(['1.9', '1.30', '1.100'])
  })
  it('tells another answer apart', () => {
    const before = scenario({ releases: ['1.30'], ...answer })
    const other = { ...answer, warnings: ['299 - "old"'] }
    expect(answers(withAnswers(before, '1.29', [other]))).toEqual([
      { releases: ['1.30'], ...answer },
      { releases: ['1.29'], ...other },
    ])
  })
  it('replaces what the release answered before, and says the same again', () => {
    const once = withAnswers(scenario({ releases: ['1.30'], ...answer }), '1.30', [
      { ...answer, status: 201 },
    ])
    expect(answers(once)).toEqual([{ releases: ['1.30'], ...answer, status: 201 }])
  })
  it('leaves a file as it is where the release answers as before', () => {
    const known = scenario({ releases: ['1.30'], ...answer, status: 201 }, { releases: ['1.31'], ...answer })
    expect(withAnswers(known, '1.30', [{ ...answer, status: 201 }])).toEqual(known)
  })
})

describe('scenarioText', () => {
  it('is what the recorded files hold', () => {
    const folder = join(packageRoot, 'e2e/golden/conformance/node')
    for (const name of readdirSync(folder)) {
      const text = readFileSync(join(folder, name), 'utf8')
      const file = join(folder, name)
      const lines = scenarioText({ ...(JSON.parse(text) as Scenario), file }).split('\n')
      expect(lines.slice(1)).toEqual(text.split('\n').slice(1))
    }
  })
})
