import { expect, it } from 'vitest'
import { termsOf } from './components-in.ts'
import { ofOtherComponent } from './does-other.ts'
import { readInstructions } from './read-instruction.ts'

it.each<[string, number]>([
  ['Restart the kubelet: `systemctl restart kubelet`.', 1],
  ['Stop the kubelet: `systemctl restart kubelet`.', 0],
  ['Restart the kubelet: `systemctl stop kubelet`.', 0],
  ['Uncordon the node: `kubectl cordon kind-worker`.', 0],
  ['Cordon the node: `kubectl uncordon kind-worker`.', 0],
  ['Drain the node: `kubectl cordon kind-worker`.', 0],
  ['Drain the node: `kubectl drain kind-worker`.', 1],
  ['Stop the kubelet with `systemctl stop kubelet`.', 1],
  ['Delete the pod: `kubectl delete pod a`', 1],
  ['Delete the pod: `kubectl scale deployment a --replicas=2`', 0],
  ['Restart kube-proxy: `systemctl restart kubelet`', 0],
  ['Run `kubectl get pods` to see them.', 1],
])('%s', (text, count) => expect(readInstructions({ text, line: 1 })).toHaveLength(count))

it('keeps what a sentence says of the cluster that its command starts', () =>
  expect(
    readInstructions({ text: 'Create a kind cluster with two nodes: `kind create cluster`', line: 1 }),
  ).toMatchObject([{ kind: 'run', starts: { kind: 'start', count: 2 } }]))

const terms = termsOf(['Check `kube-controller-manager` (aka `kcm`) and `kube-apiserver` (aka `kas`).'])
it.each<[string, string, boolean]>([
  ['pass it to the `kas` container', 'vim /etc/kubernetes/manifests/kube-controller-manager.yaml', true],
  ['pass it to the `kcm` container', 'vim /etc/kubernetes/manifests/kube-controller-manager.yaml', false],
  ['pass it to the container', 'vim /etc/kubernetes/manifests/kube-controller-manager.yaml', false],
  ['pass it to the `kas` container', 'vim c.yaml', false],
])('%s: %s', (text, command, other) => expect(ofOtherComponent(text, command, terms)).toBe(other))
