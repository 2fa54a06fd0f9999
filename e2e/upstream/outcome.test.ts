import { expect, it } from 'vitest'
import { type TestEnd, TestOutput } from './outcome.ts'

const rule = '------------------------------'
const [jobs, ingress] = ['[sig-apps] Job should run [Conformance]', '[sig-network] Ingress API [Conformance]']

/** What was told of an output that comes in small pieces. */
function told(output: string): { started: string[]; ended: [string, TestEnd][]; lastLine: string } {
  const [started, ended]: [string[], [string, TestEnd][]] = [[], []]
  const reader = new TestOutput([jobs, ingress], {
    onStart: (name) => started.push(name),
    onEnd: (name, end) => ended.push([name, end]),
  })
  for (const piece of output.match(/[\s\S]{1,7}/g) ?? []) reader.read(piece)
  reader.close()
  return { started, ended, lastLine: reader.lastLine }
}

it('tells of tests that pass and fail', () => {
  const output = `Will run 2 of 7579 specs
${rule}
[SynchronizedBeforeSuite] PASSED [3.235 seconds]
${rule}
SSSSSS
${rule}
${ingress} [sig-network, Conformance]
k8s.io/kubernetes/test/e2e/network/ingress.go:57
  STEP: creating @ 11/23/26 13:13:49.45
• [2.765 seconds]
${rule}
${jobs} [sig-apps, Conformance]
  [FAILED] in [It] - job.go:233 @ 09:41
• [FAILED] [46.321 seconds]
[sig-apps] Job [It] should run [Conformance] [sig-apps, Conformance]
k8s.io/kubernetes/test/e2e/apps/job.go:200

  [FAILED] failed to create job: no
  In [It] at: job.go:233 @ 09:41
${rule}

Summarizing 1 Failure:
FAIL`
  expect(told(output)).toEqual({
    started: [ingress, jobs],
    ended: [
      [ingress, { outcome: 'pass', failure: '', seconds: 3 }],
      [jobs, { outcome: 'fail', failure: 'failed to create job: no', seconds: 46 }],
    ],
    lastLine: 'FAIL',
  })
})

it.each([
  ['TIMEDOUT', 'A suite timeout occurred', 'A suite timeout occurred and then'],
  ['INTERRUPTED', 'Interrupted by User', 'An interrupt occurred and then'],
])('tells what a test waited for that did not end in its time: %s', (word, said, then) => {
  const output = `${jobs}
• [${word}] [19.5 seconds]
  [${word}] ${said}
  In [It] at: job.go:57

  [FAILED] ${then} the following failure was recorded in the node before it exited:
  3 pods are missing
  In [It] at: job.go:325`
  expect(told(output).ended).toEqual([
    [jobs, { outcome: 'timeout', failure: '3 pods are missing', seconds: 20 }],
  ])
})

it('tells the last line where nothing runs', () => {
  expect(told('Running\nunable to load kubeconfig\n\n')).toEqual({
    started: [],
    ended: [],
    lastLine: 'unable to load kubeconfig',
  })
})
