import { expect, it } from 'vitest'
import { pathJunit } from './junit.ts'
import type { HopResult } from './path-result.ts'

const hop = (from: string, to: string, status: HopResult['status'], outcome: string): HopResult => ({
  components: [],
  fields: [],
  from,
  to,
  order: ['apiserver'],
  unsupported: [],
  changes: [],
  warnings: [],
  refused: [],
  status,
  milliseconds: 1500,
  outcome,
  steps: [],
})

it('has a case for each hop, and what did not pass as its kind', () => {
  const run = {
    order: undefined,
    start: { components: [], fields: [] },
    setup: undefined,
    hops: [
      hop('1.33', '1.34', 'passed', ''),
      hop('1.34', '1.33', 'differs', 'a < b'),
      hop('1.33', '1.34', 'could not run', 'no node'),
    ],
  }
  const xml = pathJunit(['1.33', '1.34', '1.33', '1.34'], [run], 'a.yaml')
  expect(xml).toContain('<testsuites tests="3" failures="1" errors="1" skipped="0" time="4.500">')
  expect(xml).toContain('<testcase name="1. 1.33 → 1.34" classname="a.yaml" file="a.yaml" time="1.500"')
  expect(xml).toContain('<failure message="a &lt; b" type="differs">1.34 → 1.33   apiserver\n  differs')
  expect(xml).toContain('<error message="no node" type="could not run">')
})
