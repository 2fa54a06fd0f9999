// Instructions of prose, carried out on the simulated components.

import { describe, expect, it } from 'vitest'
import { commandLine } from '../../replay/command-line.ts'
import { carryOut } from '../../replay/instructions/carry-out.ts'
import { readInstructions } from '../../replay/instructions/read-instruction.ts'
import type { InstructionWorld, PastCommand } from '../../replay/instructions/world.ts'
import { changeCluster } from '../../replay/machine/change-cluster.ts'
import type { Machine } from '../../replay/machine/machine.ts'
import { simulatedMachine } from '../simulated-machine.ts'

/** Reads a sentence and does what it says. Returns why something was not done. */
async function told(
  machine: Machine,
  text: string,
  more: Partial<InstructionWorld> = {},
): Promise<string | undefined> {
  const world: InstructionWorld = {
    machine,
    gates: ['ServiceTrafficDistribution'],
    commands: [],
    blocks: [],
    ...more,
  }
  const instructions = readInstructions({ text, line: 1000 })
  if (instructions.length === 0) return 'nothing read'
  for (const instruction of instructions) {
    const result = await carryOut(instruction, world)
    if (!('deeds' in result)) return JSON.stringify(result)
    for (const deed of result.deeds) {
      machine.editor.willMake('edits' in deed ? (deed.edits ?? []) : [])
      const failed =
        'change' in deed ? await changeCluster(machine, deed.change) : await machine.run(deed.text)
      if (failed !== undefined && failed.exitCode !== 0) return failed.stderr
    }
  }
  return undefined
}

const gatesOf = (machine: Machine, component: string): Record<string, boolean> | undefined =>
  machine.cluster.records.get(component)?.gates
const releases = (machine: Machine): string[] =>
  [...machine.cluster.records].map(([name, { release }]) => `${name} ${release}`)
const manifest = async (machine: Machine, name: string): Promise<string> =>
  machine.computers.nodes.get('kind-control-plane')!.readFile(`/etc/kubernetes/manifests/${name}.yaml`)

const service = `kubectl apply -f - <<'EOF'
{"apiVersion":"v1","kind":"Service","metadata":{"name":"s"},"spec":{"ports":[{"port":80}],"trafficDistribution":"PreferClose"}}
EOF`
const shown = "kubectl get service s -o jsonpath='{.spec.trafficDistribution}'"

async function kindCluster(release: string, gate: string): Promise<Machine> {
  const machine = simulatedMachine()
  const config = `kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\nfeatureGates:\n  ${gate}\n`
  const { exitCode } = await machine.run(
    `kind create cluster --image kindest/node:v${release} --config - <<'EOF'\n${config}EOF`,
  )
  expect(exitCode).toBe(0)
  return machine
}

describe('in a cluster of kind', () => {
  it('a gate that is taken away has its default again, and nothing is taken away twice', async () => {
    const machine = await kindCluster('1.31.0', 'ServiceTrafficDistribution: false')
    await machine.run(service)
    expect((await machine.run(shown)).stdout).toBe('')
    const sentence = 'Remove `- --feature-gates=ServiceTrafficDistribution=false` from the `kas` container.'
    expect(await told(machine, sentence)).toBeUndefined()
    expect(await manifest(machine, 'kube-apiserver')).not.toContain('feature-gates')
    expect(await manifest(machine, 'kube-controller-manager')).toContain('ServiceTrafficDistribution=false')
    expect(gatesOf(machine, 'kube-apiserver')).toEqual({})
    await machine.run(service)
    expect((await machine.run(shown)).stdout).toBe('PreferClose')
    expect(await told(machine, sentence)).toBe(
      'ServiceTrafficDistribution=false is not set in kube-apiserver\n',
    )
    expect(machine.incidents.takeFailures()).toEqual([])
  })

  it('goes down and up by prose, whole and in parts', async () => {
    const machine = await kindCluster('1.31.0', 'ServiceTrafficDistribution: true')
    expect(await told(machine, 'Downgrade the kubelet on the node to v1.30.0.')).toBeUndefined()
    expect(releases(machine)).toContain('kubelet/kind-control-plane 1.30.0')
    expect(releases(machine)).toContain('kube-apiserver 1.31.0')
    expect(await told(machine, '**Upgrade cluster (1.31.0 -> 1.32.1)**')).toBeUndefined()
    expect(releases(machine).map((one) => one.split(' ')[1])).toEqual([
      '1.32.1',
      '1.32.1',
      '1.32.1',
      '1.32.1',
    ])
    expect(await told(machine, 'Now roll back the cluster to the previous version.')).toBeUndefined()
    expect(machine.cluster.records.get('kube-apiserver')?.release).toBe('1.31.0')
    expect(await told(machine, 'Roll back the cluster to v1.12.0')).toContain('there is no release 1.12.0')
  })

  it('changes flags, and tells of those that are not there', async () => {
    const machine = await kindCluster('1.33.0', 'PodLevelResources: true')
    expect(await told(machine, 'Pass `--v=4` to the kube-controller-manager container.')).toBeUndefined()
    expect(await manifest(machine, 'kube-controller-manager')).toContain('--v=4')
    expect(await told(machine, 'Set `--v=6` in the kubelet')).toBeUndefined()
    expect(machine.cluster.records.get('kubelet/kind-control-plane')?.args).toContain('--v=6')
    expect(await told(machine, 'and drop `--v=4` from the `kcm` container.')).toBeUndefined()
    expect(await manifest(machine, 'kube-controller-manager')).not.toContain('--v=')
    expect(await told(machine, 'Remove `--profiling` from kube-scheduler')).toBe(
      '--profiling is not set in kube-scheduler\n',
    )
  })

  it('takes in what comments and blocks say beside the sentence', async () => {
    const machine = await kindCluster('1.31.0', 'ServiceTrafficDistribution: true')
    const notes = ['Edit file, remove feature flag and downgrade image to v1.30.0']
    expect(await told(machine, 'Rollback kube-apiserver to v1.30.0', { notes })).toBeUndefined()
    expect(machine.cluster.records.get('kube-apiserver')).toMatchObject({ release: '1.30.0', gates: {} })
    const blocks = [{ text: 'serializeImagePulls: false\nmaxParallelImagePulls: 2\n', line: 1001 }]
    const added = 'Manually change it by SSH-ing to the node and adding the following to the kubelet config:'
    expect(await told(machine, added, { blocks })).toBeUndefined()
    const host = machine.computers.nodes.get('kind-control-plane')!
    expect(await host.readFile('/var/lib/kubelet/config.yaml')).toContain('maxParallelImagePulls: 2')
    const removed = 'Remove the `serializeImagePulls` entry and the `maxParallelImagePulls` entry.'
    expect(await told(machine, removed)).toBeUndefined()
    expect(await host.readFile('/var/lib/kubelet/config.yaml')).not.toContain('ImagePulls')
    expect(await told(machine, removed)).toContain('serializeImagePulls is not set')
  })

  it('types the commands of a sentence, with what their editors are to do', async () => {
    const machine = await kindCluster('1.33.0', 'PodLevelResources: true')
    const gates = ['PodLevelResources']
    const config = '/var/lib/kubelet/config.yaml'
    const host = machine.computers.nodes.get('kind-control-plane')!
    machine.computers.enter(host)
    const edit = `Edit the kubelet configuration to disable the gate: \`vim ${config}\``
    expect(await told(machine, edit, { gates })).toBeUndefined()
    expect(
      await told(machine, 'Restart the kubelet: `systemctl restart kubelet`.', { gates }),
    ).toBeUndefined()
    expect(gatesOf(machine, 'kubelet/kind-control-plane')).toEqual({ PodLevelResources: false })
    const commands = [`vim ${config}`, 'systemctl restart kubelet'].map((text, at) => ({
      step: at,
      number: `${at + 2}`,
      text,
      command: commandLine(text),
      line: at,
    }))
    const again =
      'Repeat steps 2-3, but enable `PodLevelResources`, and verify that the kubelet works after the restart.'
    expect(await told(machine, again, { gates, commands })).toBeUndefined()
    expect(gatesOf(machine, 'kubelet/kind-control-plane')).toEqual({ PodLevelResources: true })
    machine.computers.leaveAll()
    const blocks = [
      {
        text: 'kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\nfeatureGates:\n  PodLevelResources: false\n',
        line: 1,
      },
    ]
    const start =
      'Create a kind cluster: `kind create cluster --name b --image kindest/node:v1.33.0 --config config.yaml`'
    expect(await told(machine, start, { blocks })).toBeUndefined()
    expect(gatesOf(machine, 'kube-apiserver')).toEqual({ PodLevelResources: false })
    expect(await told(machine, 'Run `kubectl logs <name of the pod>`')).toContain('couldNotRun')
  })

  it('says with its own words why a component does not start', async () => {
    const machine = await kindCluster('1.33.0', 'PodLevelResources: true')
    const said = await told(machine, 'Disable the `JobManagedByNothing` gate in kube-apiserver.')
    expect(said).toContain('unrecognized feature gate: JobManagedByNothing')
    expect(machine.incidents.takeFailures()).toMatchObject([
      { component: 'kube-apiserver', release: '1.33.0' },
    ])
  })

  it('stops and starts a component', async () => {
    const machine = await kindCluster('1.33.0', 'PodLevelResources: true')
    expect(await told(machine, 'Kill kube-proxy.')).toBeUndefined()
    expect([...machine.cluster.running.keys()].some((name) => name.startsWith('kube-proxy/'))).toBe(false)
    expect(await told(machine, 'Start kube-proxy in `nftables` mode.')).toBeUndefined()
    expect([...machine.cluster.running.keys()].some((name) => name.startsWith('kube-proxy/'))).toBe(true)
    expect((await machine.run('kubectl -n kube-system get cm kube-proxy -o yaml')).stdout).toContain(
      'mode: nftables',
    )
    expect(await told(machine, 'Stop the kube-apiserver.')).toBeUndefined()
    expect(machine.cluster.apiserver).toBeUndefined()
    expect(await told(machine, 'Restart kube-apiserver')).toBeUndefined()
    expect(machine.cluster.apiserver).toBeDefined()
  })

  it('starts another one with the configuration that prose tells of', async () => {
    const machine = await kindCluster('1.33.0', 'PodLevelResources: true')
    const sentence = 'Simulate a downgrade by creating a new kind cluster with the feature turned off.'
    expect(await told(machine, sentence, { gates: ['PodLevelResources'] })).toBeUndefined()
    expect(gatesOf(machine, 'kube-apiserver')).toEqual({ PodLevelResources: false })
    expect(gatesOf(machine, 'kubelet/kind-control-plane')).toEqual({ PodLevelResources: false })
    const text =
      'kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\nname: other\nnodes:\n- role: control-plane\n- role: worker\n'
    const below = 'Create a kind cluster with v1.32 and use the configuration below.'
    expect(await told(machine, below, { blocks: [{ text, line: 1005 }] })).toBeUndefined()
    expect([...machine.computers.nodes.keys()]).toEqual(['other-control-plane', 'other-worker'])
    expect(releases(machine)).toContain(`kubelet/other-worker ${machine.sources.fullRelease('1.32')}`)
  })
})

describe('in a cluster of hack/local-up-cluster.sh', () => {
  it('starts with a gate, and turns it', async () => {
    const machine = simulatedMachine('release-1.34')
    const gates = ['PodLevelResources']
    expect(await told(machine, 'Start with the feature disabled.', { gates })).toBeUndefined()
    expect(gatesOf(machine, 'kube-apiserver')).toEqual({ PodLevelResources: false })
    expect(await told(machine, 'Restart kube-apiserver with the feature enabled.', { gates })).toBeUndefined()
    expect(gatesOf(machine, 'kube-apiserver')).toEqual({ PodLevelResources: true })
    expect(gatesOf(machine, 'kubelet/127.0.0.1')).toEqual({ PodLevelResources: false })
    expect(
      await told(machine, 'Restart kube-apiserver with the feature again disabled.', { gates }),
    ).toBeUndefined()
    expect(gatesOf(machine, 'kube-apiserver')).toEqual({ PodLevelResources: false })
    expect(await told(machine, 'Unset the feature gate in the kubelet', { gates })).toBeUndefined()
    expect(gatesOf(machine, 'kubelet/127.0.0.1')).toEqual({})
    expect(await told(machine, 'Unset the feature gate in the kubelet', { gates })).toBe(
      'PodLevelResources is not set in kubelet\n',
    )
  })

  it('has a beta API served, and not', async () => {
    const machine = simulatedMachine('release-1.34')
    const blocks = [{ text: 'apiVersion: storage.k8s.io/v1beta1\nkind: VolumeAttributesClass\n', line: 1 }]
    await machine.run('hack/local-up-cluster.sh')
    expect((await machine.run('kubectl get --raw /apis/storage.k8s.io/v1beta1')).exitCode).toBe(1)
    expect(await told(machine, 'Turn on the beta API in api-server.', { blocks })).toBeUndefined()
    expect((await machine.run('kubectl get --raw /apis/storage.k8s.io/v1beta1')).exitCode).toBe(0)
    // Without an object that shows it: the API of the kind that the gate is named after.
    const gates = ['VolumeAttributesClass']
    expect(await told(machine, 'Turn off the beta API.', { gates })).toBeUndefined()
    expect((await machine.run('kubectl get --raw /apis/storage.k8s.io/v1beta1')).exitCode).toBe(1)
  })

  it('repeats, and acts on the objects that the document has', async () => {
    const machine = simulatedMachine()
    await machine.run('hack/local-up-cluster.sh')
    const past: PastCommand[] = []
    const step = async (number: string, text: string): Promise<void> => {
      expect((await machine.run(text)).stderr).toBe('')
      past.push({ step: past.length, number, text, command: commandLine(text), line: past.length + 1 })
    }
    await step(
      '1',
      'kubectl create -f - <<\'EOF\'\n{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"},"spec":{"selector":{"matchLabels":{"app":"web"}},"template":{"metadata":{"labels":{"app":"web"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}}\nEOF',
    )
    const world = { commands: past }
    expect(await told(machine, 'Scale the deployment to 3 replicas', world)).toBeUndefined()
    expect((await machine.run("kubectl get deployment web -o jsonpath='{.spec.replicas}'")).stdout).toBe('3')
    await step('2', 'kubectl label deployment web --overwrite a=b')
    await machine.run('kubectl label deployment web --overwrite a=c')
    expect(await told(machine, 'Repeat step 2.', world)).toBeUndefined()
    expect((await machine.run("kubectl get deployment web -o jsonpath='{.metadata.labels.a}'")).stdout).toBe(
      'b',
    )
    expect(await told(machine, 'Delete the deployment', world)).toBeUndefined()
    expect((await machine.run('kubectl get deployment web')).exitCode).toBe(1)
    expect(await told(machine, 'Create the same deployment again', world)).toBeUndefined()
    expect((await machine.run('kubectl get deployment web')).exitCode).toBe(0)
    expect(await told(machine, 'Delete the job', world)).toContain('does not show the job')
  })
})
