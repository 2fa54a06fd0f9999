import { describe, expect, it } from 'vitest'
import { endOf } from './outcome.ts'

const failed = (count: string, lines: string): string =>
  `• [FAILED] [0.297 seconds]\n${lines}\nRan 1 of 7579 Specs in 3.1 seconds\n${count} | 0 Pending | 7578 Skipped\n`

describe('the output of e2e.test', () => {
  it.each([
    ['SUCCESS! -- 1 Passed | 0 Failed | 0 Pending | 7578 Skipped\nPASS', { outcome: 'pass', failure: '' }],
    [
      failed(
        'FAIL! -- 0 Passed | 1 Failed',
        '[FAILED] in [It] - job.go:233 @ 09:41\n  [FAILED] failed to create job: no',
      ),
      { outcome: 'fail', failure: 'failed to create job: no' },
    ],
    [
      failed(
        'FAIL! - Suite Timeout Elapsed -- 0 Passed | 1 Failed',
        '[FAILED] A suite timeout occurred and then this\n  [FAILED] Expected success, but got an error',
      ),
      { outcome: 'timeout', failure: 'Expected success, but got an error' },
    ],
    [
      'SUCCESS! -- 0 Passed | 0 Failed | 0 Pending | 7579 Skipped',
      { outcome: 'none', failure: 'no test has this name' },
    ],
    ['unable to load kubeconfig', { outcome: 'none', failure: 'unable to load kubeconfig' }],
  ])('tells how a test ended', (output, expected) => {
    expect(endOf(output, false)).toEqual(expected)
  })

  it('tells of a test that did not end', () => {
    expect(endOf('running', true)).toEqual({ outcome: 'timeout', failure: '' })
  })
})
