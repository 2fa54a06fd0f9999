import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { alteredClaims } from './altered-claims.ts'
import { type ClaimWorld, checkClaim, type SeenCommand } from './check-claim.ts'
import { describeClaim } from './describe-claim.ts'
import { readFragment } from './fragment.ts'
import { readClaims } from './read-claims.ts'

type Objects = Record<string, KubeObject[]>
const object = (kind: string, name: string, rest: object = {}, meta: object = {}): KubeObject => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace: 'default', uid: `uid-${name}`, ...meta },
  ...rest,
})
const ownedBy = (owner: string): object => ({
  ownerReferences: [{ uid: `uid-${owner}`, kind: 'Job', name: owner }],
})
const running = { status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } }
const pending = { status: { phase: 'Pending' } }

const world = (now: Objects, more: Partial<ClaimWorld> & { earlier?: Objects } = {}): ClaimWorld => ({
  commands: [],
  step: 2,
  objects: async (resource) => now[resource] ?? [],
  before: async (resource) => more.earlier?.[resource] ?? [],
  documented: [],
  gates: () => undefined,
  release: () => undefined,
  ...more,
})
const command = (text: string, stdout = '', more: Partial<SeenCommand> = {}): SeenCommand => ({
  step: 2,
  text,
  line: 1,
  stdout,
  stderr: '',
  exitCode: 0,
  ...more,
})

async function verdicts(sentence: string, where: ClaimWorld): Promise<string[]> {
  const reading = readClaims({ text: sentence, line: 1 })
  if (reading.kind !== 'claims') return [reading.kind]
  return Promise.all(reading.claims.map(async (claim) => (await checkClaim(claim, where)).verdict))
}

const job = (status: object): KubeObject => object('Job', 'j', { spec: {}, status })
const jobDocument = [{ resource: 'jobs.batch', name: 'j', namespace: 'default' }]
const getJob = command('kubectl get jobs -ljob-name=j -oyaml')
const withLabel = (status: object): Objects => ({
  'jobs.batch': [object('Job', 'j', { status }, { labels: { 'job-name': 'j' } })],
})

describe('claims about fields', () => {
  it.each<[string, Objects, string]>([
    ['Confirm that `.status.failedIndexes="0"`.', withLabel({ failedIndexes: '0' }), 'holds'],
    ['Confirm that `.status.failedIndexes="0"`.', withLabel({ failedIndexes: '0,1' }), 'fails'],
    ['Confirm that `.status.failedIndexes="0"`.', withLabel({}), 'fails'],
    ['The `.status.failedIndexes` field is gone.', withLabel({}), 'holds'],
    ['The `.status.failedIndexes` field is gone.', withLabel({ failedIndexes: '0' }), 'fails'],
    ['The `.status.failedIndexes` field is gone.', {}, 'fails'],
    ['The `.status.active` field is at least 2.', withLabel({ active: 2 }), 'holds'],
    ['The `.status.active` field is at least 2.', withLabel({ active: 1 }), 'fails'],
    ['The `conditions` field is not empty.', withLabel({ conditions: [] }), 'fails'],
    ['The `conditions` field is not empty.', withLabel({ conditions: [{ type: 'A' }] }), 'holds'],
  ])('%s with %j: %s', async (sentence, objects, expected) => {
    expect(await verdicts(sentence, world(objects, { commands: [getJob], documented: jobDocument }))).toEqual(
      [expected],
    )
  })

  it('takes absence of a plain word for nothing where no object is known to have it', async () => {
    const slices = (hints: object): Objects => ({
      'endpointslices.discovery.k8s.io': [
        object('EndpointSlice', 's-1', { endpoints: [{ addresses: ['10.0.0.1'], ...hints }] }),
      ],
    })
    const sentence = 'Verify that the EndpointSlices no longer have any hints.'
    const hints = { hints: { forZones: [{ name: 'a' }] } }
    expect(await verdicts(sentence, world(slices({})))).toEqual(['unknown'])
    expect(await verdicts(sentence, world(slices({}), { earlier: slices(hints) }))).toEqual(['holds'])
    expect(await verdicts(sentence, world(slices(hints), { earlier: slices(hints) }))).toEqual(['fails'])
  })

  it('takes absence of a field without an owner for that of the kind that can have it', async () => {
    const objects: Objects = {
      pods: [object('Pod', 'a', { status: { phase: 'Running' } })],
      'jobs.batch': [object('Job', 'j', { status: {} })],
    }
    const known = world(objects, {
      documented: [
        { resource: 'pods', name: 'a', namespace: 'default' },
        { resource: 'jobs.batch', name: 'j', namespace: 'default' },
      ],
      hasField: (resource, name) => resource === 'jobs.batch' && name === 'failed',
    })
    expect(await verdicts('Verify that `.status.failed` is not set.', known)).toEqual(['holds'])
    expect(await verdicts('Verify that `.status.suspendedBy` is not set.', known)).toEqual(['unknown'])
  })

  it('finds the kind that has a field among any number of kinds', async () => {
    const kinds = Array.from({ length: 20 }, (_, i) => `kind${i}s`)
    const objects = Object.fromEntries(
      kinds.map((kind, i) => [kind, [object('Kind', 'a', i === 19 ? { status: { failed: 1 } } : {})]]),
    )
    const known = world(objects, {
      documented: kinds.map((resource) => ({ resource, name: 'a', namespace: 'default' })),
      hasField: () => true,
    })
    expect(await verdicts('Verify that `.status.failed` is not set.', known)).toEqual(['fails'])
  })

  it('reads the value between what its author prints around it', async () => {
    const printed = (stdout: string): ClaimWorld =>
      world(withLabel({ phase: 'wide' }), {
        commands: [command(`kubectl get job j -o jsonpath='[{.status.phase}]{"\\n"}'`, stdout)],
        documented: jobDocument,
      })
    expect(await verdicts('`.status.phase` of the Job is `wide`.', printed('[wide]\n'))).toEqual(['holds'])
    expect(await verdicts('`.status.phase` of the Job is `wide`.', printed('[small]\n'))).toEqual(['fails'])
    expect(await verdicts('`.status.phase` of the Job is not set.', printed('[]\n'))).toEqual(['fails'])
  })

  it('wants two of what is said of both', async () => {
    const pods = (...hostIPs: unknown[]): Objects => ({
      pods: hostIPs.map((one, i) =>
        object('Pod', `p${i}`, { status: one === undefined ? {} : { hostIPs: one } }),
      ),
    })
    const sentence = 'Check that both Pods do not have HostIPs'
    expect(await verdicts(sentence, world(pods(undefined, undefined)))).toEqual(['holds'])
    expect(await verdicts(sentence, world(pods(undefined)))).toEqual(['fails'])
    expect(await verdicts(sentence, world(pods(undefined, [{ ip: '10.0.0.1' }])))).toEqual(['fails'])
  })

  it('says nothing where one is meant and several differ', async () => {
    const pods = { pods: [object('Pod', 'a', running), object('Pod', 'b', pending)] }
    expect(await verdicts('The Pod is running.', world(pods))).toEqual(['unknown'])
  })

  it('takes what a command printed of another object, or of several values, for nothing', async () => {
    const objects = {
      'deployments.apps': [
        object('Deployment', 'a', { spec: { replicas: 2 } }),
        object('Deployment', 'b', { spec: { paused: true } }),
      ],
    }
    const where = (...commands: SeenCommand[]): ClaimWorld =>
      world(objects, {
        commands,
        documented: ['a', 'b'].map((name) => ({ resource: 'deployments.apps', name, namespace: 'default' })),
      })
    const ofA = command("kubectl get deployment a -o jsonpath='{.spec.replicas}'", '2')
    expect(await verdicts('`spec.replicas` of Deployment `b` is not set.', where(ofA))).toEqual(['holds'])
    expect(await verdicts('`spec.replicas` of Deployment `a` is not set.', where(ofA))).toEqual(['fails'])
    const both = command("kubectl get deployment a -o jsonpath='{.status.replicas}/{.spec.replicas}'", '1/2')
    expect(await verdicts('`spec.replicas` of Deployment `a` is 2.', where(both))).toEqual(['holds'])
    expect(await verdicts('`spec.replicas` of Deployment `a` is 3.', where(both))).toEqual(['fails'])
  })

  it('takes what reads as a field for a name where an object has it', async () => {
    const spaces = (...names: string[]): Objects => ({
      namespaces: names.map((name) => object('Namespace', name, {}, { namespace: undefined })),
    })
    const documented = [{ resource: 'namespaces', name: 'team', namespace: '' }]
    const gone = 'The Namespace `team` is gone.'
    expect(await verdicts(gone, world(spaces(), { earlier: spaces('team'), documented }))).toEqual(['holds'])
    expect(await verdicts(gone, world(spaces('team'), { earlier: spaces('team'), documented }))).toEqual([
      'fails',
    ])
    expect(await verdicts('The Namespace `team` exists.', world(spaces('team')))).toEqual(['holds'])
    expect(await verdicts('The Namespace `other` exists.', world(spaces('team')))).not.toEqual(['holds'])
  })

  it('lets what a command printed agree', async () => {
    const objects = {
      nodes: [
        object('Node', 'n', { status: { nodeInfo: { kubeProxyVersion: '' } } }, { namespace: undefined }),
      ],
    }
    const text = (value: string): SeenCommand =>
      command(
        'kubectl get node n -o yaml',
        `apiVersion: v1\nkind: Node\nmetadata:\n  name: n\nstatus:\n  nodeInfo:\n    kubeProxyVersion: ${value}\n`,
      )
    const sentence = 'The value of the `kubeProxyVersion` field in nodeInfo is empty.'
    expect(await verdicts(sentence, world(objects, { commands: [text('""')] }))).toEqual(['holds'])
    expect(await verdicts(sentence, world(objects, { commands: [text('v1')] }))).toEqual(['fails'])
  })

  it('compares with the step before', async () => {
    const claim = (time: string): Objects => ({
      persistentvolumes: [object('PersistentVolume', 'v', { status: { lastPhaseTransitionTime: time } })],
    })
    const sentence = 'The `lastPhaseTransitionTime` of the PV is unchanged.'
    expect(await verdicts(sentence, world(claim('a'), { earlier: claim('a') }))).toEqual(['holds'])
    expect(await verdicts(sentence, world(claim('b'), { earlier: claim('a') }))).toEqual(['fails'])
    expect(await verdicts(sentence, world(claim('b')))).toEqual(['unknown'])
  })

  it('wants a command that tried before it says that a field cannot be set', async () => {
    const objects = { persistentvolumeclaims: [object('PersistentVolumeClaim', 'c', { status: {} })] }
    const sentence = 'Verify `lastPhaseTransitionTime` can not be set manually:'
    const patch = (more: Partial<SeenCommand>): SeenCommand =>
      command(
        `kubectl patch pvc/c -p '{"status":{"lastPhaseTransitionTime":"x"}}'`,
        'persistentvolumeclaim/c patched (no change)\n',
        more,
      )
    expect(await verdicts(sentence, world(objects))).toEqual(['unknown'])
    expect(
      await verdicts(
        sentence,
        world(objects, {
          commands: [patch({ stderr: 'Warning: unknown field "status.lastPhaseTransitionTime"\n' })],
        }),
      ),
    ).toEqual(['holds'])
    expect(
      await verdicts(
        sentence,
        world(objects, { commands: [patch({ stderr: 'no route to host', exitCode: 1 })] }),
      ),
    ).toEqual(['unknown'])
  })
})

describe('which objects a claim without a subject is about', () => {
  const both = {
    'jobs.batch': [job({ active: 2 })],
    pods: [object('Pod', 'p', { status: { phase: 'Running' } }, ownedBy('j'))],
  }
  it('those that have the field', async () => {
    const commands = [command('kubectl delete pods -l job-name=j')]
    const where = world(both, { commands, documented: jobDocument })
    expect(await verdicts('Confirm that `.status.active=2`.', where)).toEqual(['holds'])
    expect(await verdicts('Confirm that `.status.active=3`.', where)).toEqual(['fails'])
  })
  it('that whose name the command computes', async () => {
    const volume = (name: string, time?: string): KubeObject =>
      object(
        'PersistentVolume',
        name,
        { status: time === undefined ? {} : { since: time } },
        { namespace: undefined },
      )
    const get = (stdout: string): SeenCommand =>
      command(
        "kubectl get pv/$(kubectl get pvc/c -o json | jq -r .spec.volumeName) -o json | jq '.status.since'",
        stdout,
      )
    const objects = { persistentvolumes: [volume('a'), volume('b', 'now')] }
    const sentence = 'Verify it has `since` set:'
    expect(await verdicts(sentence, world(objects, { commands: [get('"now"\n')] }))).toEqual(['holds'])
    expect(await verdicts(sentence, world(objects, { commands: [get('null\n')] }))).toEqual(['fails'])
    expect(
      await verdicts(sentence, world({ persistentvolumes: [volume('a')] }, { commands: [get('"now"\n')] })),
    ).not.toEqual(['holds'])
  })
  it('the last that was created, where "the new" one is of an earlier step', async () => {
    const claims = (value: object): Objects => ({
      persistentvolumeclaims: [
        object('PersistentVolumeClaim', 'a', { spec: { x: 1 } }),
        object('PersistentVolumeClaim', 'b', { spec: value }),
      ],
    })
    const documented = ['a', 'b'].map((name) => ({
      resource: 'persistentvolumeclaims',
      name,
      namespace: 'default',
    }))
    const where = (value: object): ClaimWorld => world(claims(value), { earlier: claims(value), documented })
    expect(await verdicts('The new PVC does not have `x` set.', where({}))).toEqual(['holds'])
    expect(await verdicts('The new PVC does not have `x` set.', where({ x: 1 }))).toEqual(['fails'])
    expect(await verdicts('The second PVC has `x` set.', where({}))).toEqual(['fails'])
    expect(await verdicts('The first PVC has `x` set.', where({}))).toEqual(['holds'])
  })
  it('never those of another resource that a command printed', async () => {
    const objects = { services: [object('Service', 's', { spec: { x: 1 } })] }
    const printed = [
      command(
        'kubectl get svc s -o yaml',
        'apiVersion: v1\nkind: Service\nmetadata:\n  name: s\nspec:\n  x: 1\n',
      ),
      command(
        'kubectl get endpointslices -o yaml',
        'apiVersion: v1\nkind: EndpointSlice\nmetadata:\n  name: t\n',
      ),
    ]
    expect(await verdicts('The Service has `x` set.', world(objects, { commands: printed }))).toEqual([
      'holds',
    ])
  })
  it('by the words of a label', async () => {
    const pods = (labels: object): Objects => ({ pods: [object('Pod', 'p', {}, { labels })] })
    const has = { 'apps.example.com/pod-index': '0' }
    const sentence = 'The pods were created without the index label'
    expect(await verdicts(sentence, world(pods({}), { earlier: pods(has) }))).toEqual(['holds', 'holds'])
    expect(await verdicts(sentence, world(pods(has), { earlier: pods(has) }))).toEqual(['holds', 'fails'])
    expect(await verdicts(sentence, world(pods({})))).toEqual(['holds', 'unknown'])
  })
})

describe('claims about objects', () => {
  const pods = (...phases: object[]): Objects => ({
    'jobs.batch': [job({})],
    pods: phases
      .map((one, i) => object('Pod', `p${i}`, one, ownedBy('j')))
      .concat(object('Pod', 'etcd', running, { namespace: 'kube-system' })),
  })
  it.each<[string, Objects, string[]]>([
    ['3 pods are running again', pods(running, running, running), ['holds']],
    ['3 pods are running again', pods(running, running, pending), ['fails']],
    ['there are two Pods', pods(running, running), ['holds']],
    ['there are two Pods', pods(running), ['fails']],
    ['no pods are running', pods(pending), ['holds']],
    ['no pods are running', pods(running), ['fails']],
    ['All the pods are running', pods(), ['fails']],
    ['Pods of the Job are Pending', pods(pending, pending), ['holds']],
    ['the Pod `p7` is running', pods(running), ['unknown']],
  ])('%s with %j: %s', async (sentence, objects, expected) => {
    expect(await verdicts(`Verify that ${sentence}.`, world(objects, { documented: jobDocument }))).toEqual(
      expected,
    )
  })

  it('holds that several are there, or in a state, against each of them', async () => {
    const set = { ownerReferences: [{ uid: 's', kind: 'StatefulSet', name: 'p' }] }
    const one = { pods: [object('Pod', 'p-0', running, set)] }
    const two = { pods: [...one.pods, object('Pod', 'p-1', running, set)] }
    for (const sentence of ['The Pods `p-0` and `p-1` exist.', 'The Pods `p-0` and `p-1` are running.']) {
      expect(await verdicts(sentence, world(two))).toEqual(['holds'])
      expect(await verdicts(sentence, world(one, { earlier: two }))).toEqual(['fails'])
    }
    // The next one of a set needs no other mention.
    expect(await verdicts('There is no Pod `p-1`.', world(one))).toEqual(['holds'])
    expect(await verdicts('There is no Pod `q-1`.', world(one))).toEqual(['unknown'])
  })

  it('takes for new what was not there before, and for gone what was', async () => {
    const sentence = 'Wait for the replacement pod to be created.'
    const one = { pods: [object('Pod', 'a', running)] }
    const other = { pods: [object('Pod', 'b', running)] }
    expect(await verdicts(sentence, world(one, { earlier: one }))).toEqual(['fails'])
    expect(await verdicts(sentence, world(other, { earlier: one }))).toEqual(['holds'])
    expect(await verdicts('The Pod is gone.', world({}, { earlier: one }))).toEqual(['holds'])
    expect(await verdicts('The Pod is gone.', world(one, { earlier: one }))).toEqual(['fails'])
    expect(await verdicts('The Pod is gone.', world({}))).toEqual(['unknown'])
    for (const stderr of ['Error: pods "a" is forbidden', 'The Pod "a" is invalid: spec', 'no route to host'])
      expect(
        await verdicts(
          'The Pod does not exist.',
          world({}, { commands: [command('kubectl apply -f a.yaml', '', { exitCode: 1, stderr })] }),
        ),
      ).toEqual([/pod/i.test(stderr) ? 'holds' : 'fails'])
  })

  it('takes what kubectl says in a pipe for its answer, and none of what is tried again', async () => {
    const failures = [
      { program: 'kubectl', exitCode: 1, stderr: 'The Service "a" is invalid: spec.type: Unsupported value' },
    ]
    const judged = (sentence: string, text: string): Promise<string[]> =>
      verdicts(sentence, world({}, { commands: [command(text, '', { failures })] }))
    const piped = 'kubectl apply -f a.yaml 2>&1 | tail -1'
    expect(await judged('The request is rejected.', piped)).toEqual(['holds'])
    expect(await judged('The request succeeds.', piped)).toEqual(['fails'])
    const again = 'until kubectl apply -f a.yaml 2>&1 | grep ok; do sleep 1; done'
    expect(await judged('The request succeeds.', again)).toEqual(['holds'])
  })

  it('asks for the only ServiceAccount that the document makes, and for none of several', async () => {
    const accounts = {
      serviceaccounts: [object('ServiceAccount', 'default', {}), object('ServiceAccount', 'bot', {})],
    }
    const made = (...names: string[]) => ({
      documented: names.map((name) => ({ resource: 'serviceaccounts', name, namespace: 'default' })),
      may: async ({ user }: { user: string }) => user === 'system:serviceaccount:default:bot',
    })
    const sentence = 'The service account can delete pods.'
    expect(await verdicts(sentence, world(accounts, made('bot')))).toEqual(['holds'])
    expect(await verdicts('The service account cannot delete pods.', world(accounts, made('bot')))).toEqual([
      'fails',
    ])
    expect(await verdicts(sentence, world(accounts, made('bot', 'default')))).toEqual(['unknown'])
  })

  it('finds conditions by name', async () => {
    const sentence = 'Verify that the Job has `SuccessCriteriaMet` and `Complete` conditions.'
    const both = {
      conditions: [
        { type: 'SuccessCriteriaMet', status: 'True' },
        { type: 'Complete', status: 'True' },
      ],
    }
    const having = (status: object): ClaimWorld =>
      world({ 'jobs.batch': [job(status)] }, { documented: jobDocument })
    expect(await verdicts(sentence, having(both))).toEqual(['holds', 'holds'])
    expect(await verdicts(sentence, having({ conditions: [both.conditions[0]] }))).toEqual(['holds', 'fails'])
  })

  it('compares what an object asks for with the step before', async () => {
    const claim = (spec: object): Objects => ({
      persistentvolumeclaims: [object('PersistentVolumeClaim', 'c', { spec, status: { phase: 'Pending' } })],
    })
    const sentence = 'PVC does not get updated and remains pending:'
    expect(await verdicts(sentence, world(claim({}), { earlier: claim({}) }))).toEqual(['holds', 'holds'])
    expect(await verdicts(sentence, world(claim({ storageClassName: 'x' }), { earlier: claim({}) }))).toEqual(
      ['fails', 'holds'],
    )
    expect(await verdicts(sentence, world(claim({})))).toEqual(['unknown', 'holds'])
  })

  it('tells a gated Pod from a pending one', async () => {
    const gated = {
      pods: [
        object('Pod', 'p', {
          status: {
            phase: 'Pending',
            conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }],
          },
        }),
      ],
    }
    expect(await verdicts('The Pod stays in `SchedulingGated` state.', world(gated))).toEqual(['holds'])
    expect(await verdicts('The Pod enters the `Pending` state.', world(gated))).toEqual(['fails'])
  })

  it('takes a gate that nothing sets for its default, or for what it was when it went', async () => {
    const unset: Partial<ClaimWorld> = {
      release: (name) => (name === 'kubelet' ? '1.30.0' : undefined),
      unsetGate: (gate, release) => ({ value: true, saw: `${gate} in ${release}` }),
    }
    const said = 'The `MyGate` feature gate is enabled.'
    expect(await verdicts(said, world({}, unset))).toEqual(['holds'])
    expect(await verdicts('The `MyGate` feature gate is disabled.', world({}, unset))).toEqual(['fails'])
    const set = { ...unset, gates: () => ({ MyGate: false }) }
    expect(await verdicts(said, world({}, set))).toEqual(['fails'])
    expect(await verdicts(said, world({}, { ...unset, unsetGate: () => undefined }))).toEqual(['unknown'])
  })

  it('asks the release how a gate stands, whatever is set', async () => {
    const lives: Record<string, { stage: string; default: boolean; locked: boolean }> = {
      '1.37.0': { stage: 'BETA', default: true, locked: false },
      '1.38': { stage: 'GA', default: true, locked: true },
    }
    const where = world(
      {},
      {
        release: (name) => (name === 'kubelet' ? '1.37.0' : undefined),
        gates: () => ({ MyGate: false }),
        gateIn: (gate, release) => ({ state: lives[release], saw: `${gate} in ${release}` }),
      },
    )
    for (const [said, expected] of [
      ['is on by default', 'holds'],
      ['is disabled by default', 'fails'],
      ['is not locked', 'holds'],
      ['is locked to true', 'fails'],
      ['is in beta', 'holds'],
      ['is alpha', 'fails'],
      ['is locked to true in 1.38', 'holds'],
      ['is locked to false in 1.38', 'fails'],
      ['is beta in v1.38', 'fails'],
      ['is on by default in 1.36', 'unknown'],
    ])
      expect(await verdicts(`The feature gate \`MyGate\` ${said}.`, where), said).toEqual([expected])
    expect(await verdicts('The feature gate `MyGate` is on by default.', world({}))).toEqual(['unknown'])
  })

  it('holds one element of a list against what was printed of that one only', async () => {
    const pod = { pods: [object('Pod', 'p', { spec: { hints: [{ size: 'S' }, { size: 'L' }] } })] }
    const of = (path: string, printed: string): ClaimWorld =>
      world(pod, { commands: [command(`kubectl get pod p -o jsonpath='{${path}}'`, printed)] })
    const said = "The Pod's `spec.hints[0].size` is `S`."
    expect(await verdicts(said, of('.spec.hints[*].size', 'S L'))).toEqual(['holds'])
    expect(await verdicts(said, of('.spec.hints[1].size', 'L'))).toEqual(['holds'])
    expect(await verdicts(said, of('.spec.hints[0].size', 'M'))).toEqual(['fails'])
  })

  it('says of an object from before the step what it still has, or has no longer', async () => {
    const [old, made] = [object('Pod', 'old', { spec: { hint: 'S' } }), object('Pod', 'made', { spec: {} })]
    const look = command("kubectl get pod made -o jsonpath='{.spec.hint}'", '')
    const documented = ['old', 'made'].map((name) => ({ resource: 'pods', name, namespace: 'default' }))
    const where = world({ pods: [old, made] }, { earlier: { pods: [old] }, commands: [look], documented })
    expect(await verdicts("The Pod's `hint` is still there.", where)).toEqual(['holds'])
    expect(await verdicts("The Pod's `hint` is gone.", where)).toEqual(['fails'])
    expect(await verdicts("The Pod's `hint` is not set.", where)).toEqual(['holds'])
  })

  it('leaves out of several those of which the sentence says something else', async () => {
    const ended = { status: { phase: 'Succeeded' } }
    const index = (at: string): object => ({ labels: { 'batch.kubernetes.io/job-completion-index': at } })
    const said = 'Wait for the pods to be running and the pod with index=0 to be succeeded.'
    const pods = (first: object, second: object): ClaimWorld =>
      world({ pods: [object('Pod', 'a', first, index('0')), object('Pod', 'b', second, index('1'))] })
    expect(await verdicts(said, pods(ended, running))).toEqual(['holds', 'holds'])
    expect(await verdicts(said, pods(ended, pending))).toEqual(['fails', 'holds'])
    expect(await verdicts(said, pods(running, running))).toEqual(['holds', 'fails'])
  })

  it('asks components and their gates', async () => {
    const where = world(
      {},
      {
        release: (name) => (name === 'kubelet' ? '1.34.2' : undefined),
        gates: (name) => (name === 'kubelet' ? { SidecarContainers: true } : undefined),
      },
    )
    expect(await verdicts('The kubelet is running.', where)).toEqual(['holds'])
    expect(await verdicts('kube-proxy is running.', where)).toEqual(['fails'])
    expect(await verdicts('The kubelet is at version v1.34.', where)).toEqual(['holds'])
    expect(await verdicts('The kubelet is at version v1.3.', where)).toEqual(['fails'])
    expect(await verdicts('The feature gate `SidecarContainers` is disabled.', where)).toEqual(['fails'])
    expect(await verdicts('The feature gate `Unheard` is disabled.', where)).toEqual(['unknown'])
  })

  it('tells nothing by the absence of a condition that no such object has', async () => {
    const where = world({ 'jobs.batch': [job({ conditions: [] })] }, { documented: jobDocument })
    expect(await verdicts('The Job does not have the `Complete` condition.', where)).toEqual(['holds'])
    expect(await verdicts('The Job does not have the `Completed` condition.', where)).toEqual(['unknown'])
    expect(await verdicts('The Job has the `Completed` condition.', where)).toEqual(['fails'])
  })

  it('does not guess which others are meant', async () => {
    const jobs = { 'jobs.batch': [object('Job', 'a'), object('Job', 'b')] }
    const none = 'There is no other Job.'
    expect(await verdicts(none, world(jobs))).toEqual(['unknown'])
    const sentence = 'no other Job was created'
    expect(await verdicts(sentence, world(jobs, { earlier: jobs, documented: jobDocument }))).toEqual([
      'holds',
    ])
    expect(await verdicts(sentence, world(jobs, { documented: jobDocument }))).toEqual(['fails'])
  })

  it('counts pods by node', async () => {
    const on = (...nodes: string[]): Objects => ({
      pods: nodes.map((nodeName, i) => object('Pod', `p${i}`, { spec: { nodeName } })),
    })
    expect(await verdicts('pods spread across nodes as 2/1', world(on('a', 'b', 'b')))).toEqual(['holds'])
    expect(await verdicts('pods spread across nodes as 2/1', world(on('a', 'b', 'c')))).toEqual(['fails'])
  })

  it('calls it chance where pods were placed beside those that they replace', async () => {
    const owned = (uid: string): object => ({ ownerReferences: [{ uid, kind: 'X', name: 'x' }] })
    const constraint = { topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'DoNotSchedule' }
    const rolled = (more: object, sets: number): Objects => ({
      'replicasets.apps': Array.from({ length: sets }, (_, i) =>
        object('ReplicaSet', `rs${i}`, {}, owned('deployment')),
      ),
      pods: ['a', 'b', 'b'].map((nodeName, i) =>
        object(
          'Pod',
          `p${i}`,
          { spec: { nodeName, topologySpreadConstraints: [{ ...constraint, ...more }] } },
          owned('uid-rs0'),
        ),
      ),
    })
    const claimed = (counts: string, objects: Objects) =>
      verdicts(`pods spread across nodes as ${counts}`, world(objects))
    expect(await claimed('2/1', rolled({}, 2))).toEqual(['unknown'])
    expect(await claimed('1/1/1', rolled({}, 2))).toEqual(['unknown'])
    expect(await claimed('3/1', rolled({}, 2))).toEqual(['fails'])
    expect(await claimed('1/1/1', rolled({}, 1))).toEqual(['fails'])
    expect(await claimed('2/1', rolled({ matchLabelKeys: ['pod-template-hash'] }, 2))).toEqual(['holds'])
    expect(await claimed('1/1/1', rolled({ matchLabelKeys: ['pod-template-hash'] }, 2))).toEqual(['fails'])
  })

  it('counts the endpoints of a Service in its slices', async () => {
    const slices = {
      services: [object('Service', 'web')],
      'endpointslices.discovery.k8s.io': [
        object(
          'EndpointSlice',
          'web-1',
          { endpoints: [{}, {}] },
          { labels: { 'kubernetes.io/service-name': 'web' } },
        ),
      ],
    }
    const where = world(slices, { documented: [{ resource: 'services', name: 'web', namespace: 'default' }] })
    expect(await verdicts('The Service has 2 endpoints.', where)).toEqual(['holds'])
    expect(await verdicts('The Service has 3 endpoints.', where)).toEqual(['fails'])
  })
})

describe('claims about commands', () => {
  const metrics = 'kubectl get --raw /metrics | grep apiserver_watch_list_duration_seconds'
  it('is silent of what a command that failed does not print', async () => {
    const sentence = 'Check if the `kas` has not recorded the watch-list latency metric.'
    expect(
      await verdicts(sentence, world({}, { commands: [command(metrics, '', { exitCode: 1 })] })),
    ).toEqual(['holds'])
    expect(
      await verdicts(
        sentence,
        world({}, { commands: [command(metrics, '', { exitCode: 1, stderr: 'refused' })] }),
      ),
    ).toEqual(['unknown'])
    expect(
      await verdicts(sentence, world({}, { commands: [command(metrics, 'apiserver_watch_list 1')] })),
    ).toEqual(['fails'])
    expect(await verdicts(sentence, world({}, { commands: [command('kubectl get pods')] }))).toEqual([
      'unknown',
    ])
  })
  it('finds whole words only', async () => {
    const printing = (stdout: string): ClaimWorld => world({}, { commands: [command('kubectl x', stdout)] })
    expect(await verdicts('The command prints `0`.', printing('10\n'))).toEqual(['fails'])
    expect(await verdicts('The command prints `0`.', printing('a: 0\n'))).toEqual(['holds'])
    expect(
      await verdicts(
        'The output mentions `ScalingLimited: False`.',
        printing('ScalingLimited   False   x\n'),
      ),
    ).toEqual(['holds'])
  })
  it('compares exits', async () => {
    const refused = command('kubectl get vac', '', { exitCode: 1, stderr: 'Error from server (NotFound)' })
    expect(
      await verdicts('This time `kubectl get vac` got error:', world({}, { commands: [refused] })),
    ).toEqual(['holds'])
    expect(
      await verdicts(
        'This time `kubectl get vac` got error:',
        world({}, { commands: [command('kubectl get vac')] }),
      ),
    ).toEqual(['fails'])
  })
})

describe('fragments', () => {
  const fragment = readFragment(
    { text: 'The status of the Job should contain:', line: 1 },
    {
      lang: 'yaml',
      lines: ['  ...', '  status:', '    active: 3', '    startTime: "2023-01-01T00:00:00Z"'],
      line: 2,
    },
  )!
  it.each<[object, string]>([
    [{ active: 3, startTime: '2026-01-01T00:00:00Z', ready: 1 }, 'holds'],
    [{ active: 2, startTime: '2026-01-01T00:00:00Z' }, 'fails'],
    [{ active: 3 }, 'fails'],
    [{ active: 3, startTime: null }, 'fails'],
  ])('%j: %s', async (status, expected) => {
    expect((await checkClaim(fragment, world({ 'jobs.batch': [job(status)] }))).verdict).toBe(expected)
  })
  it.each<[string, string, string]>([
    ['startTime: "2023-01-01T00:00:00Z-x"', '2026-01-01T00:00:00Z', 'fails'],
    ['startTime: x', '2026-01-01T00:00:00Z', 'fails'],
    ['startTime: <time>', '2026-01-01T00:00:00Z', 'holds'],
    ['hostIP: 10.0.0.7', '172.18.0.2', 'holds'],
    ['hostIP: kind-worker', '172.18.0.2', 'fails'],
    ['hostIP: fd00::1', '172.18.0.2', 'fails'],
    ['name: web-x2x9k', 'web-b4c5d', 'holds'],
    ['name: web-7d4b9c8f6b-x2x9k', 'web-5f4c8d7b9-b4c5d', 'holds'],
    ['name: app-proxy', 'app-cache', 'fails'],
    ['name: app-x2x9k', 'web-b4c5d', 'fails'],
    ['hostname: db-7', 'web-0', 'fails'],
    ['nodeName: node-a', 'node-b', 'unknown'],
    ['nodeName: node-a', 'node-a', 'holds'],
    ['generation: 7', '1', 'fails'],
  ])('%s, where it is %s: %s', async (line, value, expected) => {
    const written = readFragment(
      { text: 'The status of the Job should contain:', line: 1 },
      { lang: 'yaml', lines: ['status:', `  ${line}`], line: 2 },
    )!
    const status = { [line.split(':')[0]!]: value }
    expect((await checkClaim(written, world({ 'jobs.batch': [job(status)] }))).verdict).toBe(expected)
  })
  it('is none where the sentence makes a file', () => {
    expect(
      readFragment({ text: 'using `job.yaml`:', line: 1 }, { lang: 'yaml', lines: ['a: 1'], line: 2 }),
    ).toBeUndefined()
  })
})

describe('alteredClaims', () => {
  it.each([
    'Confirm that `.status.failedIndexes="0"`.',
    'The `.status.failedIndexes` field is set.',
    'Verify that the Job is running.',
    'Verify that there is 1 Job.',
  ])('%s: none of the variants holds', async (sentence) => {
    const where = world(withLabel({ failedIndexes: '0', active: 1 }), {
      commands: [getJob],
      documented: jobDocument,
    })
    const reading = readClaims({ text: sentence, line: 1 })
    if (reading.kind !== 'claims') throw new Error(sentence)
    const [claim] = reading.claims
    expect((await checkClaim(claim!, where)).verdict).toBe('holds')
    const altered = alteredClaims(claim!)
    expect(altered.length).toBeGreaterThan(0)
    for (const one of altered)
      expect([describeClaim(one), (await checkClaim(one, where)).verdict]).not.toContain('holds')
  })
})

describe('what replaces a deleted object', () => {
  const [claim] = (() => {
    const reading = readClaims({ text: 'The replacement Pod is created.', line: 1 })
    return reading.kind === 'claims' ? reading.claims : []
  })()
  const pods = { pods: [object('Pod', 'a-1', running), object('Pod', 'a-2', running)] }
  it.each([
    [new Set(['uid-a-0', 'uid-a-1']), 'holds'],
    [new Set(['uid-a-1', 'uid-a-2']), 'fails'],
    [undefined, 'fails'],
  ])('of a step that begins after it: %s', async (before, verdict) => {
    const here = world(pods, { earlier: pods, beforeDeletion: () => before })
    expect((await checkClaim(claim!, here)).verdict).toBe(verdict)
  })
})

describe('pods whose program is not run', () => {
  it('may end or not', async () => {
    const reading = readClaims({ text: 'Await for the pod to be succeeded.', line: 1 })
    const python = { ...running, spec: { containers: [{ image: 'python', command: ['python3', 'a.py'] }] } }
    const [claim] = reading.kind === 'claims' ? reading.claims : []
    expect(await checkClaim(claim!, world({ pods: [object('Pod', 'a', python)] }))).toMatchObject({
      verdict: 'unknown',
      notSimulated: true,
    })
  })
})

describe('claims about what is as it was made', () => {
  const pod = (image: string): KubeObject => object('Pod', 'p', { spec: { image } })
  const made = [{ resource: 'pods', name: 'p', namespace: 'default', numbers: ['4'] }]
  const where = (now: string, first: string) =>
    world(
      { pods: [pod(now)] },
      {
        earlier: { pods: [pod(now)] },
        documented: made,
        asMade: (uid) => (uid === 'uid-p' ? pod(first) : undefined),
      },
    )
  it('looks back to when it was made', async () => {
    expect(await verdicts('No change in the Pod created in step 4.', where('a', 'a'))).toEqual(['holds'])
    expect(await verdicts('No change in the Pod created in step 4.', where('b', 'a'))).toEqual(['fails'])
    expect(await verdicts('No change in the Pod created in step 5.', where('a', 'a'))).toEqual(['unknown'])
  })
})

describe('whether traffic arrives', () => {
  const sentence = 'Check that the Pod still accepts traffic.'
  const curl = (more: Partial<SeenCommand>): ClaimWorld =>
    world({}, { commands: [command('docker exec kind-worker curl 10.96.0.10', 'web-1', more)] })
  it.each<[string, Partial<SeenCommand>, string]>([
    ['an answer', {}, 'holds'],
    ['none', { exitCode: 7, stderr: "curl: (7) Failed to connect: Couldn't connect to server\n" }, 'fails'],
    ['none that is told', { exitCode: 28, stdout: '', stderr: '' }, 'fails'],
    [
      'what is not simulated',
      { exitCode: 7, stderr: 'curl: (7) x: this machine reaches its own cluster only\n' },
      'unknown',
    ],
    ['another step', { step: 1 }, 'unknown'],
  ])('is told by the command that met %s', async (_what, more, verdict) => {
    expect(await verdicts(sentence, curl(more))).toEqual([verdict])
  })
  it('is no more so when it is denied', async () => {
    expect(await verdicts('Verify that traffic can not be routed to the Pod.', curl({}))).toEqual(['fails'])
  })
})

describe('claims about warnings', () => {
  const lines = [
    'Warning: spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
    'Warning: metadata.annotations[scheduler.alpha.kubernetes.io/critical-pod]: non-functional in v1.16+; use the "priorityClassName" field instead',
    'Warning: v1 ComponentStatus is deprecated in v1.19+',
    'Warning: spec.volumes[0].scaleIO: deprecated in v1.16, non-functional in v1.22+',
  ]
  const warned = world({}, { commands: [command('kubectl apply -f a', '', { stderr: lines.join('\n') })] })
  const rows = `
holds | kubectl warns that \`beta.kubernetes.io/os\` is deprecated. | A warning is printed that the annotation is non-functional. | kubectl warns that ComponentStatus is deprecated since 1.19.
holds | A deprecation warning is printed. | The API server returns the warning \`v1 ComponentStatus is deprecated in v1.19+\`. | kubectl warns that \`spec.volumes[0].scaleIO\` is non-functional in v1.22.
fails | kubectl prints the warning \`v1 ComponentStatus is deprecated in v1.20+\`. | A warning is printed with the text \`is gone\`. | kubectl does not warn that \`beta.kubernetes.io/os\` is deprecated. | No warning is printed.
unknown | kubectl warns that \`spec.nodeName\` is deprecated. | A warning is printed that \`kubernetes.io/os\` is deprecated. | A warning is printed that \`ComponentDefinition\` is deprecated.
unknown | A warning is printed that it is deprecated in v1.1. | A warning is printed that \`beta.kubernetes.io/os\` is functional. | A warning is printed that the priorityClassName field is deprecated.
unknown | kubectl warns that \`beta.kubernetes.io/os\` is non-functional. | A validation warning is shown. | kubectl warns that \`spec.volumes[0].scaleIO\` is deprecated in v1.22.
unknown | kubectl does not warn about \`kubectl get componentstatuses\`. | The API server warns that \`kind: ComponentStatus\` is deprecated. | No admission warning is shown.`
  it.each(
    rows
      .trim()
      .split('\n')
      .flatMap((row) =>
        row
          .split(' | ')
          .slice(1)
          .map((one) => [row.split(' ')[0]!, one] as const),
      ),
  )('%s: %s', async (expected, sentence) => {
    expect(await verdicts(sentence, warned)).toEqual([expected])
  })

  const refused = { exitCode: 1, stderr: 'The connection to the server localhost:8080 was refused' }
  it.each<[string, SeenCommand[]]>([
    [
      'holds',
      [command('export A=1'), command('kubectl get pods'), command('sleep 1'), command('cat > f <<E\na\nE')],
    ],
    [
      'holds',
      [
        command('kubectl get pod a', '', {
          exitCode: 1,
          stderr: 'Error from server (NotFound): pods "a" not found',
        }),
      ],
    ],
    ['unknown', [command('export A=1')]],
    ['unknown', [command('./a.sh'), command('kubectl get pods')]],
    ['unknown', [command('kubectl get pods', '', refused)]],
    [
      'unknown',
      [
        command('kubectl() { command kubectl "$@" 2>/dev/null; }', '', { step: 1 }),
        command('kubectl get pods'),
      ],
    ],
    [
      'unknown',
      [command("alias kubectl='kubectl 2>/dev/null'", '', { step: 1 }), command('kubectl get pods')],
    ],
    ['unknown', [command('exec 2>/dev/null', '', { step: 1 }), command('kubectl get pods')]],
  ])('no warning is %s after %j', async (expected, commands) => {
    expect(await verdicts('No warning is printed.', world({}, { commands }))).toEqual([expected])
  })
})

it.each([
  'rollout restart deployment web',
  'rollout undo deployment web',
  'taint nodes a b=c:NoSchedule',
  'cordon a',
  'uncordon a',
])('takes kubectl %s for a change', async (text) => {
  const where = world(
    {},
    { commands: [command(`kubectl ${text}`), command('kubectl get pods', '', { exitCode: 1 })] },
  )
  expect(await verdicts('The update succeeds.', where)).toEqual(['holds'])
  expect(await verdicts('The change is accepted.', where)).toEqual(['holds'])
})

describe('what is told of a part, of before, or of another', () => {
  const node = {
    nodes: [object('Node', 'n', { spec: { podCIDR: 'x' }, status: { nodeInfo: { bootID: 'b' } } })],
  }
  it.each<[string, string]>([
    ['The value of the `bootID` field in nodeInfo is not empty.', 'holds'],
    ['The value of the `bootID` field in `spec` is not empty.', 'fails'],
    // It is no field of that part: another one may be meant.
    ['The value of the `bootID` field in `spec` is empty.', 'unknown'],
    ['The value of the `bootID` field in `unheardOf` is not empty.', 'holds'],
  ])('%s', async (text, verdict) =>
    expect(await verdicts(text, world(node, { commands: [command('kubectl get nodes -o yaml')] }))).toEqual([
      verdict,
    ]),
  )

  const service = (ip: string, uid: string): Objects => ({
    services: [object('Service', 's', { spec: { clusterIP: ip } }, { uid })],
  })
  const documented = [{ resource: 'services', name: 's', namespace: 'default' }]
  it.each<[string, Objects, Objects, string]>([
    ['The Service has a new cluster IP.', service('1', 'a'), service('1', 'a'), 'unknown'],
    ['The Service has a new cluster IP.', service('2', 'b'), service('1', 'a'), 'holds'],
    ['The Service keeps its cluster IP.', service('2', 'b'), service('1', 'a'), 'fails'],
    ['The Service keeps its cluster IP.', service('1', 'b'), service('1', 'a'), 'holds'],
  ])('%s', async (text, now, earlier, verdict) =>
    expect(await verdicts(text, world(now, { earlier, documented }))).toEqual([verdict]),
  )

  it('takes what was printed of another for nothing', async () => {
    const printed = command(
      'kubectl get endpointslice -l a=demo -o yaml',
      'apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata: {name: demo-1}\nendpoints: [{hints: {forZones: [{name: z}]}}]\n',
    )
    const where = world({}, { commands: [printed] })
    expect(await verdicts('The EndpointSlice of `other` has hints.', where)).toEqual(['unknown'])
    expect(await verdicts('The EndpointSlice of `demo` has hints.', where)).toEqual(['holds'])
  })
})
