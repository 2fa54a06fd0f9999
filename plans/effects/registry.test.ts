import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packageRoot } from '../../component-base/package-root.ts'
import { readPlan } from '../read-plan.ts'
import { effectsTable } from './registry.ts'

const path = join(packageRoot, 'docs', 'guide', 'plans.md')

// `UPDATE_DOCS=1 npx vitest run plans/effects` writes the table.
it('the guide has the table of effects', () => {
  const text = readFileSync(path, 'utf8')
  const between = /(<!-- effects: begin[^\n]*-->\n)([\s\S]*?)(<!-- effects: end -->)/
  if (process.env['UPDATE_DOCS'] === '1')
    writeFileSync(
      path,
      text.replace(between, (_all, begin: string, _old, end: string) => begin + effectsTable() + end),
    )
  expect(between.exec(readFileSync(path, 'utf8'))?.[2]).toBe(effectsTable())
})

it("the guide's example is a plan", () => {
  const example = /```yaml\n([\s\S]*?)```/.exec(readFileSync(path, 'utf8'))![1]!
  const { plan } = readPlan('plans.md', example)
  expect(plan.gates[0]!.effects).toHaveLength(1)
  expect(plan.effects[0]).toMatchObject({ name: 'warning', until: '1.43' })
})
