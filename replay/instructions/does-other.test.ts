import { expect, it } from 'vitest'
import { clausesOf } from './clauses.ts'
import { termsOf } from './components-in.ts'
import { ofOtherComponent, otherThanChanged } from './does-other.ts'
import { missedParts, readInstructions } from './read-instruction.ts'

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
  ['Create the pod: `kubectl delete pod a`', 0],
  ['Create the deployment via `kubectl delete -f a.yaml`.', 0],
  ['Remove the Service: `kubectl expose deployment a`.', 0],
  ['Create the pod: `kubectl run a --image=b`', 1],
  ['Delete the pod: `kubectl scale deployment a --replicas=2`', 0],
  ['Restart kube-proxy: `systemctl restart kubelet`', 0],
  ['Run `kubectl get pods` to see them.', 1],
])('%s', (text, count) => expect(readInstructions({ text, line: 1 })).toHaveLength(count))

it.each<[string, boolean]>([
  ['Cordon `a`: `kubectl cordon b`.', true],
  ['Cordon `b`: `kubectl cordon b`.', false],
  ['Cordon node-a: `kubectl cordon node-b`.', true],
  ['Cordon node-b: `kubectl cordon node-b`.', false],
  ['Cordon it: `kubectl cordon b`.', false],
  ['Drain the node kind-worker2: `kubectl drain kind-worker`.', true],
  ['Delete the pod `a`: `kubectl delete pod b`.', true],
  ['Delete the pod `b` with `kubectl delete pod/b`.', false],
  ['Delete db: `kubectl delete deployment web`.', true],
  ['Delete both pods: `kubectl delete pod a b`.', false],
  ['Scale to 3: `kubectl scale deployment web --replicas=4`.', true],
  ['Scale to three replicas with `kubectl scale deployment web --replicas=4`.', true],
  ['Scale it to four replicas with `kubectl scale deployment web --replicas=4`.', false],
  ['Scale it to zero: `kubectl scale deployment web --replicas=0`.', false],
  ['Run `kubectl scale deployment web --replicas=4` to scale it to 3 replicas.', true],
  ['Run `kubectl scale deployment web --replicas=4` to scale it to 4 replicas.', false],
  ['Expose it on port 8080: `kubectl expose deployment web --port=80`.', true],
  ['Expose it on port 80: `kubectl expose deployment web --port=80`.', false],
  ['Run a pod called `b`: `kubectl run a --image=nginx`.', true],
  ['Run a pod called `a`: `kubectl run a --image=nginx`.', false],
  ['Delete the namespace other again: `kubectl delete ns mine`.', true],
  ['Delete the namespace mine again: `kubectl delete ns mine`.', false],
  ['Delete two pods: `kubectl delete pod a b`.', false],
  ['After 30 seconds, run `kubectl delete pod a`.', false],
  ['Label the Deployment with `tier=b`: `kubectl label deployment web tier=f`.', true],
  ['Label the Deployment with `tier=f`: `kubectl label deployment web tier=f`.', false],
  ['Create the pod `a` from the file: `kubectl create -f pod.yaml`.', false],
  ['Set `spec.replicas` to 4: `kubectl patch deployment web -p \'{"spec":{"replicas":4}}\'`.', false],
  ['Set `spec.replicas` to 5: `kubectl patch deployment web -p \'{"spec":{"replicas":4}}\'`.', true],
  ['Run `kubectl scale deployment web --replicas=5` to add two replicas.', false],
  ['Run `kubectl scale deployment web --replicas=5` to scale it up by two replicas.', false],
  [
    'Scale the Deployment with its 3 replicas down to 1 with `kubectl scale deployment web --replicas=1`.',
    false,
  ],
  ['Label the 3 pods: `kubectl label pods --all x=y`.', false],
  ['Label the Deployment as `production`: `kubectl label deployment web env=prod`.', false],
  ['Expose port `http` of the Deployment: `kubectl expose deployment web --port=80`.', false],
  ['Change the `.metadata.labels` of the Deployment: `kubectl label deployment web a=b`.', false],
  ['Create a PodDisruptionBudget for the 3 pods: `kubectl create pdb p --selector=app=web`.', false],
])('runs what it gives, and does not understand it where it is of something else: %s', (text, other) => {
  expect(readInstructions({ text, line: 1 })).toHaveLength(1)
  expect(missedParts({ text, line: 1 })).toHaveLength(other ? 1 : 0)
})

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

it.each<[string, string[], string | undefined]>([
  ['Perform kubelet upgrade:', ['yum install -y kubelet-1.33.1', 'systemctl restart kubelet'], undefined],
  ['Perform kube-proxy upgrade:', ['yum install -y kubelet-1.33.1', 'systemctl daemon-reload'], 'kube-proxy'],
  ['Restart kube-apiserver:', ['systemctl restart kubelet'], 'kube-apiserver'],
  ['Restart the kubelet to have it read by kube-proxy:', ['systemctl restart kubelet'], undefined],
  [
    'Turn off the gate in the kubelet by editing the kube-proxy ConfigMap:',
    ['kubectl -n kube-system edit cm kube-proxy'],
    'kubelet',
  ],
  [
    'Turn off the gate in kube-proxy:',
    ['kubectl -n kube-system edit cm kube-proxy', 'kubectl -n kube-system delete po -l k8s-app=kube-proxy'],
    undefined,
  ],
  [
    'Roll back kubelet to v1.29.0',
    ['docker exec -it kind-control-plane bash # Edit /etc/kubernetes/manifests/kube-apiserver.yaml'],
    'kubelet',
  ],
  ['Upgrade the control plane:', ['apt-get install -y kubeadm=1.33.1-1.1'], undefined],
  ['Check that kube-apiserver runs:', ['systemctl restart kubelet'], undefined],
  ['Upgrade the node:', ['apt-get install -y kubelet=1.33.1-1.1 kubectl=1.33.1-1.1'], undefined],
])('%s %j changes %s', (text, commands, other) =>
  expect(otherThanChanged(clausesOf(text), commands)).toBe(other),
)
