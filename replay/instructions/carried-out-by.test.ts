import { describe, expect, it } from 'vitest'
import { carriedOutBy, leftToDo } from './carried-out-by.ts'
import type { ChangeInstruction } from './instruction.ts'
import { introduces } from './introduces.ts'
import { mergeStarts } from './merge-starts.ts'
import { readInstructions } from './read-instruction.ts'

const one = (text: string) => readInstructions({ text, line: 1 })[0]!

describe('carriedOutBy', () => {
  it.each([
    ['Start the cluster with `FooBar` enabled:', 'kind create cluster --config config.yaml', true],
    ['Start the cluster with `FooBar` enabled:', 'kubectl get nodes', false],
    ['Disable the gate in kube-apiserver', 'vi /etc/kubernetes/manifests/kube-apiserver.yaml', true],
    ['Disable the gate in kube-apiserver', 'vi /etc/kubernetes/manifests/kube-scheduler.yaml', false],
    [
      'Disable the gate in kube-apiserver',
      'kubectl -n kube-system logs kube-apiserver-kind-control-plane | grep FooBar',
      false,
    ],
    ['Disable the gate in kube-proxy', 'kubectl -n kube-system edit cm kube-proxy', true],
    ['Disable the feature', 'FEATURE_GATES=FooBar=false hack/local-up-cluster.sh', true],
    ['Disable the feature', "sed -i 's/FooBar: true/FooBar: false/' /var/lib/kubelet/config.yaml", true],
    ['Disable the feature', 'kubectl patch service s -p x', false],
    [
      'Remove the gate.',
      `kubectl patch pod a --type=json -p '[{"op":"remove","path":"/spec/schedulingGates/0"}]'`,
      true,
    ],
    ['Remove the gate.', 'kubectl patch pod a -p x', false],
    ['**Upgrade cluster (1.30.1 -> 1.31.2)**', 'sudo kubeadm upgrade apply v1.31.2', true],
    ['**Downgrade cluster (1.31.2 -> 1.30.1)**', 'sudo yum -y history undo 8', true],
    ['Rollback kube-apiserver to v1.30.0', 'docker exec -it x-control-plane bash', false],
    ['Restart the kubelet', 'sudo systemctl restart kubelet', true],
    ['Restart the kubelet', 'sudo systemctl restart containerd && ls kube-proxy', false],
    ['Repeat the deletion', 'kubectl delete pod a', true],
    ['Repeat the deletion', 'kubectl get pods', false],
    ['Delete the pod', 'kubectl delete pod a', true],
    ['Delete the pod', 'kubectl delete job a', false],
    ['Then, deleting the pods of the job.', 'kubectl delete pods -l a=b', true],
    ['Then, deleting the pods of the job.', 'kubectl delete job a', false],
    ['Wait for the pods to be running and delete one pod', 'kubectl delete pod a', false],
    ['Wait for the pods to be ready', 'kubectl wait --for=condition=Ready pod --all', true],
  ])('%s: %s', (text, command, wanted) => {
    expect(carriedOutBy(one(text), [command])).toBe(wanted)
  })
  it('tells the components that no command changes', () => {
    const change = one('Disable the gate in kube-apiserver and kube-scheduler') as ChangeInstruction
    const commands = ['vi /etc/kubernetes/manifests/kube-apiserver.yaml']
    expect(carriedOutBy(change, commands)).toBe(false)
    expect(leftToDo(change, commands)).toEqual(['kube-scheduler'])
  })
})

describe('introduces', () => {
  it.each([
    ['Create the job:', 'kubectl create -f job.yaml', true],
    ['Create the job:', "kubectl apply -f - <<'EOF'\napiVersion: v1\nkind: Service\nEOF", false],
    ['Create the job:', 'cat job.yaml', false],
    ['Change PVC back to VAC1', "kubectl patch pvc a -p '{}'", true],
    ['Change PVC back to VAC1', 'kubectl get pvc', false],
    ['Install/update kubeadm:', "sudo dnf install -y kubeadm-'1.31.1-*'", true],
    ['Perform kubelet upgrade:', 'sudo dnf install -y kubelet-1.31.1', true],
    ['Check the pods', 'kubectl get pods', true],
    ['Delete the pod', 'kubectl delete job a', false],
    ['Wait for it to run and delete the pod:', 'kubectl delete pod a', true],
    ['Repeat the deletion.', 'kubectl get pods', false],
    ['Send a request from the node', 'curl 10.96.0.7', true],
    ['Deploy a webserver', "kubectl apply -f - <<'EOF'\nkind: Deployment\nEOF", true],
    ['Add more pods', 'kubectl scale deploy/web --replicas=2', true],
    ['The gate is on', 'kubectl get pods', false],
    ['Scale the deployment down and look at the pods', 'kubectl scale deploy/web --replicas=0', false],
  ])('%s: %s', (text, command, wanted) => {
    expect(introduces(text, [command])).toBe(wanted)
  })
})

describe('mergeStarts', () => {
  const told = (text: string) => ({ kind: 'instruction', instruction: one(text) })
  const run = (text: string) => ({ kind: 'command', command: { text } })
  const merged = (actions: { kind: string }[]) => {
    const steps = [{ actions: actions.slice(0, 1) }, { actions: actions.slice(1) }]
    mergeStarts(steps)
    return steps.flatMap((step) => step.actions)
  }
  it('takes sentences about the same start together', () => {
    const second = told('Create a kind cluster with v1.31 and use the config below.')
    expect(merged([told('Start the cluster with the `FooBar` gate enabled:'), second])).toEqual([
      {
        kind: 'instruction',
        instruction: expect.objectContaining({
          tool: 'kind',
          config: 'below',
          edits: [
            { kind: 'gate', gate: 'FooBar', value: true },
            { kind: 'release', release: '1.31' },
          ],
        }),
      },
    ])
  })
  it('leaves the start to the command that makes it', () => {
    const actions = [
      told('Start the cluster with the gate enabled:'),
      { kind: 'file' },
      run('kind create cluster'),
    ]
    expect(merged(actions)).toEqual(actions.slice(1))
  })
  it.each([
    [
      'another cluster',
      [told('Create a kind cluster with the gate on'), told('Create a kind cluster with the gate off')],
    ],
    [
      'something between',
      [told('Start with the gate on'), run('kubectl get pods'), run('kind create cluster')],
    ],
  ])('keeps %s', (_name, actions) => {
    expect(merged(actions)).toEqual(actions)
  })
})
