import type { ReplayResult, StepResult } from '../../../outcome.ts'

/** A text that runs a script where it is not escaped. */
export const hostile = `</code><script>document.title='ran'</script><img src=x onerror="document.title='ran'">`

/** Two steps: one that holds, one that differs; every text of the second is hostile. */
export function sampleResult(): ReplayResult {
  const steps = [step(1, 'v1.30.0', '1.30.14'), step(2, '', '1.33.13')]
  const second = steps[1]!
  second.title = `\`Gate=true\` ${hostile}`
  second.outcome = 'differs'
  second.commands[0]!.text = `echo ${hostile}`
  second.commands[0]!.stdout += `${hostile}\n`
  second.commands[0]!.packets = [
    {
      from: { place: '10.244.0.5:40000', of: `pod ${hostile}` },
      to: '10.96.0.10:80/tcp',
      hops: [{ at: 'node n1', rules: [`output nat KUBE: ${hostile}`, 'postrouting nat KUBE: -j RETURN'] }],
      outcome: 'delivered',
      end: { place: '10.244.1.5:8080' },
    },
  ]
  second.findings = [
    {
      outcome: 'differs',
      line: 22,
      message: hostile,
      expected: '  version: v1.30.0',
      actual: '  version: ""',
      why: hostile,
    },
  ]
  return {
    file: `dir/<b>&"'.md`,
    milliseconds: 1234,
    sections: [{ title: hostile, line: 1, steps }],
    notes: [hostile],
  }
}

function step(number: number, version: string, release: string): StepResult {
  return {
    number: String(number),
    title: `Cluster version ${release}`,
    line: 10 * number,
    outcome: 'passed',
    milliseconds: 500,
    findings: [],
    checks: [{ kind: 'output', line: 10 * number + 1 }],
    commands: [
      {
        text: 'kubectl get node 127.0.0.1 -o yaml',
        line: 10 * number + 1,
        stdout: `kind: Node\n  uid: 1f\n  version: ${version === '' ? '""' : version}\n`,
        stderr: '',
        exitCode: 0,
        milliseconds: 10,
        shown: { line: 10 * number + 1, lines: ['...', '  version: v1.30.0', '...'] },
        asserted: true,
      },
    ],
    components: [
      {
        name: 'kubelet/127.0.0.1',
        release,
        gates: [{ gate: 'SomeGate', value: number === 2, from: 'default' }],
      },
    ],
    fields: [{ field: 'version', value: version }],
  }
}
