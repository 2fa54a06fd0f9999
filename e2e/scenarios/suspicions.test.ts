import { expect, it } from 'vitest'
import { fixedSurroundings } from '../../cli/fixed-surroundings.ts'
import { recordedGateFacts } from '../../cli/gate-facts.ts'
import { builtinKubectl } from '../../replay/machine/builtin-kubectl.ts'
import type { Finding, StepResult } from '../../replay/outcome.ts'
import { type Again, replay } from '../../replay/replay.ts'
import { Suspicions, type Turn, untried } from '../../replay/run/suspicions.ts'

const surroundings: Again['surroundings'] = () => fixedSurroundings(Date.UTC(2026, 0, 5), builtinKubectl)

/** The gate makes line 36 differ; line 33 differs whatever it is. */
const text = `# T

Feature gate name: PodIndexLabel

## Upgrade -> downgrade -> upgrade

1. Make a StatefulSet:

   \`\`\`console
   $ git checkout v1.30.0
   $ hack/local-up-cluster.sh
   $ kubectl create -f - <<EOF
   apiVersion: apps/v1
   kind: StatefulSet
   metadata: {name: db}
   spec:
     replicas: 1
     selector: {matchLabels: {app: db}}
     template:
       metadata: {labels: {app: db}}
       spec: {containers: [{name: db, image: nginx}]}
   EOF
   statefulset.apps/db created
   $ kubectl wait --for=condition=Ready pod/db-0
   pod/db-0 condition met
   \`\`\`

2. Look at it:

   \`\`\`console
   $ kubectl get pod db-0 -o jsonpath='{.metadata.namespace}'
   $ kubectl get pod db-0 -o jsonpath='{.metadata.labels.app}'
   web
   \`\`\`

   The Pod has no label \`apps.kubernetes.io/pod-index\`.
`

it.each([
  [30_000, [36], [undefined, 'with PodIndexLabel=false it comes out as written'], 'gate by default'],
  [
    0,
    [33, 36],
    ['with PodIndexLabel=false it was not tried', 'with PodIndexLabel=false it was not tried'],
    'gate not tried',
  ],
])(
  'names a gate only where turning it makes a line come out as written, in %i ms',
  async (time, lines, whys, code) => {
    const told: number[] = []
    const { result } = await replay({
      file: 'x.md',
      text,
      ...surroundings(),
      facts: recordedGateFacts(),
      again: { surroundings, milliseconds: () => time },
      onReasons: (findings) => void told.push(...findings.map(({ line }) => line)),
    })
    const findings = result.sections.flatMap(({ steps }) => steps.flatMap((step) => step.findings))
    expect(findings.map(({ line, why }) => [line, why?.split('; ').at(-1)])).toEqual([
      [33, whys[0]],
      [36, whys[1]],
    ])
    expect(findings[1]!.cause?.code).toBe(code)
    expect(told).toEqual(lines)
  },
)

const differs = (line: number, own: Partial<Finding> = {}): Finding => ({
  outcome: 'differs',
  line,
  message: 'm',
  expected: `${line}`,
  ...own,
})
const step = (findings: Finding[], compared: number[]): StepResult => ({
  number: '',
  title: '',
  line: 1,
  outcome: 'differs',
  milliseconds: 0,
  findings,
  checks: compared.map((line) => ({ kind: 'output', line })),
  commands: [],
  components: [],
  fields: [],
})
const suspicion = (gate: string, startsBefore = 0) => ({
  text: gate,
  cause: { code: 'gate by default' as const, gate, value: true },
  suspect: { gate, value: true },
  otherwise: {},
  startsBefore,
})
const proven = (gate: string) => `${gate}; with ${gate}=false it comes out as written`

it.each<[string, Finding[], number[], string | undefined]>([
  ['nothing differs', [], [2], proven('A')],
  ['it differs', [differs(2, { actual: 'another' })], [2], undefined],
  ['it is not compared', [], [1], undefined],
  ['something else differs', [differs(1)], [2], undefined],
  ['what differed differs', [differs(3)], [2], proven('A')],
  ['there is a note', [differs(1, { outcome: 'note' })], [2], proven('A')],
])('blames the gate or not, where with it turned %s', async (_when, findings, compared, why) => {
  const suspicions = new Suspicions()
  const finding = { ...differs(2), ...suspicions.held(suspicion('A')) }
  const found = await suspicions.settle({ steps: [step([finding, differs(3)], [2, 3])] }, async () => [
    step(findings, compared),
  ])
  expect(finding.why).toBe(why)
  expect(found).toEqual(why === undefined ? [] : [finding])
})

it('turns two gates, from the first start that one is suspected in to the last step', async () => {
  const suspicions = new Suspicions()
  const of = (line: number, gate: string, before?: number): Finding => ({
    ...differs(line),
    ...suspicions.held(suspicion(gate, before)),
  })
  const [a, b, c, again] = [of(1, 'A', 4), of(2, 'B'), of(3, 'C'), of(4, 'A', 2)]
  const turns: Turn[] = []
  await suspicions.settle({ steps: [step([a, b, c], [1, 2, 3]), step([again], [4])] }, async (turn) => {
    turns.push(turn)
    return turn.gate === 'A' ? [step([b, c], [1]), step([], [4])] : undefined
  })
  expect(turns).toEqual([
    { gate: 'A', value: true, startsBefore: 2, last: 1 },
    { gate: 'B', value: true, startsBefore: 0, last: 0 },
  ])
  const whys = [a, b, c, again].map(({ why }) => why)
  expect(whys).toEqual([proven('A'), untried(suspicion('B')).why, untried(suspicion('C')).why, proven('A')])
})
