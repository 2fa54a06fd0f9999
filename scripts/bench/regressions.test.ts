import { expect, it } from 'vitest'
import { regressions } from './regressions.ts'
import type { BenchResult } from './result.ts'

const run = (calibration: number, ready: number, get: number): BenchResult => ({
  machine: { node: 'v20', processor: 'p', cores: 2, memoryMiB: 1 },
  release: '1.36',
  calibration,
  start: {},
  nodes: { 50: { seconds: 1, processor: ready, memoryMiB: 1 } },
  loads: [{ objects: 0, requests: { get: { memory: { perSecond: 1, processor: get } } }, memoryMiB: {} }],
})

it('compares by the fixed load of each run', () => {
  expect(regressions(run(2, 4, 0.2), run(1, 2, 0.1))).toEqual([])
  expect(regressions(run(1, 2.2, 0.1), run(1, 2, 0.1))).toEqual([])
  expect(regressions(run(1, 2.4, 0.13), run(1, 2, 0.1))).toEqual([
    '50 nodes Ready: 1.20 times the processor time of the committed run',
    'get, 0 objects: 1.30 times the processor time of the committed run',
  ])
})
