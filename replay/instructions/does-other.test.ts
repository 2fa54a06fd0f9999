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
  ['Cordon `a`: `kubectl cordon b`.', 0],
  ['Cordon `b`: `kubectl cordon b`.', 1],
  ['Cordon node-a: `kubectl cordon node-b`.', 0],
  ['Cordon node-b: `kubectl cordon node-b`.', 1],
  ['Cordon it: `kubectl cordon b`.', 1],
  ['Drain the node kind-worker2: `kubectl drain kind-worker`.', 0],
  ['Delete the pod `a`: `kubectl delete pod b`.', 0],
  ['Delete the pod `b` with `kubectl delete pod/b`.', 1],
  ['Delete db: `kubectl delete deployment web`.', 0],
  ['Delete both pods: `kubectl delete pod a b`.', 1],
  ['Scale to 3: `kubectl scale deployment web --replicas=4`.', 0],
  ['Scale to three replicas with `kubectl scale deployment web --replicas=4`.', 0],
  ['Scale it to four replicas with `kubectl scale deployment web --replicas=4`.', 1],
  ['Scale it to zero: `kubectl scale deployment web --replicas=0`.', 1],
  ['Run `kubectl scale deployment web --replicas=4` to scale it to 3 replicas.', 0],
  ['Run `kubectl scale deployment web --replicas=4` to scale it to 4 replicas.', 1],
  ['Expose it on port 8080: `kubectl expose deployment web --port=80`.', 0],
  ['Expose it on port 80: `kubectl expose deployment web --port=80`.', 1],
  ['Run a pod called `b`: `kubectl run a --image=nginx`.', 0],
  ['Run a pod called `a`: `kubectl run a --image=nginx`.', 1],
  ['Delete the namespace other again: `kubectl delete ns mine`.', 0],
  ['Delete the namespace mine again: `kubectl delete ns mine`.', 1],
  ['Delete two pods: `kubectl delete pod a b`.', 1],
  ['After 30 seconds, run `kubectl delete pod a`.', 1],
  ['Label the Deployment with `tier=b`: `kubectl label deployment web tier=f`.', 0],
  ['Label the Deployment with `tier=f`: `kubectl label deployment web tier=f`.', 1],
  ['Create the pod `a` from the file: `kubectl create -f pod.yaml`.', 1],
  ['Set `spec.replicas` to 4: `kubectl patch deployment web -p \'{"spec":{"replicas":4}}\'`.', 1],
  ['Set `spec.replicas` to 5: `kubectl patch deployment web -p \'{"spec":{"replicas":4}}\'`.', 0],
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
