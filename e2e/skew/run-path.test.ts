import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { recordedGateFacts } from '../../cli/gate-facts.ts'
import { builtinKubectl } from '../../replay/machine/builtin-kubectl.ts'
import { reasonLines, refusalLines } from '../../replay/path/field-reason.ts'
import { loadPathScenario } from '../../replay/path/load-path-scenario.ts'
import { verdictOf } from '../../replay/path/path-verdict.ts'
import { type PathOptions, runPath } from '../../replay/path/run-path.ts'

const dir = mkdtempSync(join(tmpdir(), 'kepsim-path-test-'))
afterAll(() => rmSync(dir, { recursive: true }))
const facts = recordedGateFacts()

async function walk(
  releases: string[],
  [name, text]: [name: string, text: string],
  more: Partial<PathOptions> = {},
) {
  const file = join(dir, name)
  writeFileSync(file, text)
  const scenario = await loadPathScenario(file)
  return runPath({ timeoutMs: 60_000, releases, scenario, facts, kubectl: builtinKubectl, ...more })
}

const objects = `apiVersion: v1
kind: Pod
metadata: { name: p }
spec:
  schedulerName: none
  hostnameOverride: name.example.com
  containers: [{ name: c, image: i }]
---
apiVersion: v1
kind: Service
metadata: { name: s }
spec: { externalIPs: [192.0.2.10], ports: [{ port: 80 }] }
`

const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: c }\n'

describe('a live store', { timeout: 60_000 }, () => {
  it('hides and shows, and says why and what it warns of', async () => {
    const { start, hops } = await walk(['1.35', '1.33', '1.36'], ['objects.yaml', objects])
    // Its server's gates are told at each moment; 1.33 does not have the one of the field.
    const servers = [start, ...hops].map(({ components }) =>
      components[0]!.gates.filter(({ gate }) => gate === 'HostnameOverride').map(({ value }) => value),
    )
    expect(servers).toEqual([[true], [], [true]])
    const ofPod = hops.map((hop) =>
      hop.changes
        .filter(({ object }) => object === 'Pod default/p')
        .map(({ kind, field, reason }) => [kind, field, reason === undefined ? [] : reasonLines(reason)]),
    )
    const guard =
      'HostnameOverride=true in kube-apiserver 1.36 (KEP-4762): its default is true in 1.36.3 (Beta, since 1.35.0; before that false)'
    const first = '1.34 is the first release with it'
    expect(ofPod).toEqual([
      [['hidden', 'spec.hostnameOverride', [first, 'KEP-4762 brought it, behind HostnameOverride']]],
      [['shown', 'spec.hostnameOverride', [first, guard]]],
    ])
    expect(hops.map((hop) => hop.warnings.filter((text) => text.startsWith('API')))).toEqual([
      [],
      [
        'API: Service default/s: spec.externalIPs is deprecated and may no longer be implemented in some clusters',
      ],
    ])
  })

  it('names the gate and the KEP of what a kubelet reports, and says where it was set', async () => {
    const gates = { DisableNodeKubeProxyVersion: true }
    const node = async (options: Partial<PathOptions>) => {
      const { hops } = await walk(['1.32', '1.33'], ['some.yaml', configMap], options)
      const change = hops[0]!.changes.find(({ field }) => field === 'status.nodeInfo.kubeProxyVersion')
      return [change?.before, change?.after, change?.reason?.guards.map((guard) => [guard.gate, guard.keps])]
    }
    expect(await node({})).toEqual(['v1.32.13', '', [['DisableNodeKubeProxyVersion', [4004]]]])
    expect(await node({ gates })).toEqual([undefined, undefined, undefined])
  })

  const preferred =
    'apiVersion: v1\nkind: Service\nmetadata: { name: s }\nspec: { ports: [{ port: 80 }], trafficDistribution: PreferSameZone }\n'
  const preferSame =
    'spec.trafficDistribution: PreferSameTrafficDistribution=false in kube-apiserver 1.33 (KEP-3015): its default is false in 1.33.13 (Alpha)'

  it('names gate, KEP and release for what is refused', async () => {
    const { hops } = await walk(['1.36', '1.33'], ['refused.yaml', preferred])
    expect(hops[0]!.refused.map(({ object, reasons }) => [object, refusalLines(reasons)])).toEqual([
      ['Service default/s', [preferSame]],
    ])
    await expect(walk(['1.33', '1.36'], ['refused.yaml', preferred])).rejects.toThrow(preferSame)
    const later = 'apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: { name: c }\nspec: {}\n'
    await expect(walk(['1.33', '1.36'], ['later.yaml', later])).rejects.toThrow(
      '1.33 serves no DeviceClass of resource.k8s.io/v1; 1.34 is the first release that serves DeviceClass by default',
    )
  })

  it('names the release and the KEP of a gate that a component refuses', async () => {
    const gates = { HostnameOverride: true }
    const { hops } = await walk(['1.36', '1.33'], ['some.yaml', configMap], { gates })
    const words = '1.33.13 has no gate HostnameOverride: it came with 1.34 (KEP-4762)'
    expect(hops[0]!.outcome).toMatch(
      /does not start: kube-proxy did not start on node-1: unrecognized feature gate/,
    )
    expect(hops[0]!.outcome).toContain(words)
    await expect(walk(['1.33', '1.36'], ['some.yaml', configMap], { gates })).rejects.toThrow(words)
  })

  it('runs a module after each hop, and says where it does not hold', async () => {
    const { start, hops } = await walk(
      ['1.30', '1.31', '1.30'],
      [
        'hops.mjs',
        `export const watch = ['Node node-1 status.nodeInfo.kubeletVersion']
export const setup = (cluster, { client }) =>
  client.create('/api/v1/namespaces/default/configmaps', { metadata: { name: 'c' } })
export default async (cluster, { assert, client, hop, logs, metrics, rules, warnings }) => {
  await client.get('/api/v1/namespaces/default/configmaps/c')
  assert.match(logs('kubelet') + await metrics(), /apiserver_request_total/)
  assert.match(rules().iptablesSave, /KUBE-SERVICES/)
  assert.deepEqual(warnings(), [])
  assert.equal(cluster.release, '1.31')
  return hop.from + ' to ' + hop.to
}
`,
      ],
    )
    expect(hops.map(({ status }) => status)).toEqual(['passed', 'differs'])
    expect(hops[0]?.outcome).toBe('1.30 to 1.31')
    expect(hops[1]?.outcome).toMatch(/hops\.mjs:9: Expected values/)
    expect(hops[1]?.steps[0]?.findings[0]).toMatchObject({ line: 9, expected: '1.31', actual: '1.30' })
    const watched = [start, ...hops].map(({ fields }) => fields[0]?.value)
    expect(watched).toEqual(['v1.30.14', 'v1.31.14', 'v1.30.14'])
  })

  it('runs the first step of a script at the first release and the others after each hop', async () => {
    const script = (shown: string) => `# A Service keeps its addresses

1. Make one

   \`\`\`console
   $ kubectl create service clusterip web --tcp=80
   service/web created
   \`\`\`

2. Look again

   \`\`\`console
   $ kubectl get service web -o jsonpath='{.spec.ports[0].port}{"\\n"}'
   ${shown}
   \`\`\`
`
    const held = await walk(['1.30', '1.31'], ['held.md', script('80')])
    expect(held.hops.map(({ outcome }) => outcome)).toEqual(['holds'])
    const { hops } = await walk(['1.30', '1.31'], ['other.md', script('81')])
    expect(hops[0]?.outcome).toMatch(
      /other\.md:14: kubectl prints something else: the document has "81", reality "80"/,
    )
  })

  it('knows what the first step showed at every hop, and forgets what a hop showed', async () => {
    const uid = (name: string) => `kubectl get configmap ${name} -o jsonpath='uid: {.metadata.uid}{"\\n"}'`
    const text = (asked: string) => `# A ConfigMap stays the same one

1. Make one

   \`\`\`console
   $ kubectl create configmap kept
   configmap/kept created
   $ ${uid('kept')}
   uid: f8a7d2ea-5a4c-4b7e-9f83-3a0f8a3e5a11
   \`\`\`

2. Look again, at another one too

   \`\`\`console
   $ ${uid(asked)}
   uid: f8a7d2ea-5a4c-4b7e-9f83-3a0f8a3e5a11
   $ kubectl create configmap passing
   configmap/passing created
   $ ${uid('passing')}
   uid: 0b1de1f2-7d1c-4c54-8d2b-9e6c4fd0c6b2
   $ kubectl delete configmap passing
   configmap "passing" deleted
   \`\`\`
`
    const same = await walk(['1.30', '1.31', '1.30'], ['same.md', text('kept')])
    expect(same.hops.map(({ outcome }) => outcome)).toEqual(['holds', 'holds'])
    const other = await walk(['1.30', '1.31'], ['other-uid.md', text('kube-root-ca.crt')])
    expect(other.hops[0]?.outcome).toContain('the document has "uid: f8a7d2ea-5a4c-4b7e-9f83-3a0f8a3e5a11"')
  })

  it('has not passed where something could not run, at the first release or after a hop', async () => {
    const text = `# What containers do

1. Make one

   \`\`\`console
   $ kubectl create configmap kept
   configmap/kept created
   $ etcdctl-of-mine get /
   \`\`\`

2. Ask it

   \`\`\`console
   $ etcdctl-of-mine get /
   \`\`\`
`
    const result = await walk(['1.35', '1.36'], ['beyond.md', text])
    expect(result.setup).toMatchObject({ status: 'could not run', outcome: expect.stringContaining(':8: ') })
    expect(result.hops.map(({ status }) => status)).toEqual(['could not run'])
    const verdict = verdictOf([{ ...result, order: undefined }], true)
    expect(verdict).toMatchObject({
      exitCode: 2,
      text: '1 hop: 1 could not run; at the first release: could not run',
    })
  })

  it('starts no component of a script', async () => {
    const text = '# T\n\n```console\n$ hack/local-up-cluster.sh\n```\n'
    await expect(walk(['1.30', '1.31'], ['up.md', text])).rejects.toThrow('refuses to start')
  })

  it('refuses what the first release does not serve, with its line', async () => {
    const text = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: n }\n---\napiVersion: a/v1\nkind: B\n'
    const error: unknown = await walk(['1.30', '1.31'], ['b.yaml', text]).catch((e: unknown) => e)
    expect((error as { located(): string }).located()).toMatch(/b\.yaml:5: 1\.30 serves no B of a\/v1/)
  })

  it('ends before its next change when it is told to', async () => {
    const stop = new AbortController()
    const seen: string[] = []
    const onHop = ({ to }: { to: string }): void => {
      seen.push(to)
      stop.abort()
    }
    const walked = walk(['1.30', '1.31', '1.32'], ['some.yaml', configMap], { signal: stop.signal, onHop })
    expect((await walked).hops.map(({ to }) => to)).toEqual(['1.31'])
    expect(seen).toEqual(['1.31'])
  })

  it('ends where a component does not start', async () => {
    const gates = { HostnameOverride: true }
    const { hops } = await walk(['1.35', '1.33', '1.35'], ['some.yaml', configMap], { gates })
    expect(hops).toHaveLength(1)
    expect(hops[0]?.outcome).toMatch(/does not start: kube-proxy.*HostnameOverride/)
  })
})
