import { expect, it } from 'vitest'
import { parseDocument } from './document.ts'
import { selectSections } from './select-sections.ts'

const unread = (text: string): string[] =>
  selectSections(parseDocument('x.md', `# T\n\n## Upgrade -> downgrade -> upgrade\n\n${text}`), undefined)
    .flatMap(({ steps }) => steps)
    .flatMap(({ accounts }) => accounts)
    .flatMap((one) => (one.as === 'not understood' ? [one.text] : []))

const start = 'Create a cluster:\n\n```console\n$ kind create cluster\n```\n\n'
const block = (lines: string): string => `\n\n\`\`\`console\n${lines}\n\`\`\`\n\n`
const editor = block(
  '$ docker exec -ti kind-control-plane bash\n$ vim /etc/kubernetes/manifests/kube-apiserver.yaml\n# append --feature-gates=SomeFeature=false',
)
const enter = (node: string): string =>
  `Exec into one node and look:${block(`$ docker exec -ti ${node} bash\nroot@${node}:/# iptables-save`)}`
const back = block('$ docker exec -it kind-control-plane /bin/bash\n# downgrade the image to v1.29.0')
const noted = block(
  '$ docker exec -it kind-control-plane /bin/bash\n# Edit /etc/kubernetes/manifests/kube-apiserver.yaml: image v1.29.0',
)
const packages = block(
  '$ dnf install -y kubeadm-1.29.1-0\n$ kubeadm upgrade apply v1.29.1\n$ dnf install -y kubelet-1.29.1-0',
)
const configMap = block(
  '$ kubectl -n kube-system edit cm kube-proxy\n# set featureGates["SomeFeature"]=false\nconfigmap/kube-proxy edited',
)

const made = `Create it:${block('$ kubectl create deployment web --image=nginx')}`
const inWorker = (command: string): string => block(`$ docker exec kind-worker systemctl ${command}`)

it.each<[string, string, string]>([
  [
    'another worker by its number',
    `On the first worker:${block('$ kubectl label node kind-worker2 a=b\nnode/kind-worker2 labeled')}`,
    `On the second worker:${block('$ kubectl label node kind-worker2 a=b\nnode/kind-worker2 labeled')}`,
  ],
  [
    'another node than is named',
    `Cordon the control plane:${block('$ kubectl cordon kind-worker\nnode/kind-worker cordoned')}`,
    `Cordon the worker:${block('$ kubectl cordon kind-worker\nnode/kind-worker cordoned')}`,
  ],
  [
    'another act',
    `Stop the kubelet:${inWorker('restart kubelet')}`,
    `Stop the kubelet:${inWorker('stop kubelet')}`,
  ],
  [
    "another component's service",
    `Restart kube-proxy:${inWorker('restart kubelet')}`,
    `Restart the kubelet:${inWorker('restart kubelet')}`,
  ],
  [
    'another component',
    `Turn off the \`SomeFeature\` feature gate in \`kube-controller-manager\`:${editor}`,
    `Turn off the \`SomeFeature\` feature gate in \`kube-apiserver\`:${editor}`,
  ],
  [
    'a heading of another release',
    `**Upgrade the cluster (1.28.5 -> 1.30.1)**\n\nUpgrade kubeadm:${packages}`,
    `**Upgrade the cluster (1.28.5 -> 1.29.1)**\n\nUpgrade kubeadm:${packages}`,
  ],
  [
    'a heading that goes the other way',
    `**Downgrade the cluster (1.28.5 -> 1.29.1)**\n\nUpgrade kubeadm:${packages}`,
    `**Upgrade the cluster (1.28.5 -> 1.29.1)**\n\nUpgrade kubeadm:${packages}`,
  ],
  [
    'a heading of an older patch',
    `**Upgrade the cluster (1.29.5 -> 1.29.1)**\n\nUpgrade kubeadm:${packages}`,
    `**Upgrade the cluster (1.29.0 -> 1.29.1)**\n\nUpgrade kubeadm:${packages}`,
  ],
  [
    'another way than its notes',
    `Upgrade kube-apiserver to v1.29.0${back}`,
    `Roll back kube-apiserver to v1.29.0${back}`,
  ],
  [
    'another component than its notes',
    `Roll back the kubelet to v1.29.0${noted}`,
    `Roll back kube-apiserver to v1.29.0${noted}`,
  ],
  [
    'another component than how it is done',
    `Turn off the \`SomeFeature\` feature gate in the kubelet by editing kube-proxy's ConfigMap:${configMap}`,
    `Turn off the \`SomeFeature\` feature gate in kube-proxy by editing its ConfigMap:${configMap}`,
  ],
  [
    'another component than the file that is opened',
    `Turn off the \`SomeFeature\` feature gate:${editor.replace('=false', '=false to the kubelet flags')}`,
    `Turn off the \`SomeFeature\` feature gate:${editor.replace('=false', '=false to the kube-apiserver flags')}`,
  ],
  [
    'another release',
    `Roll back kube-apiserver to v1.28.0${back}`,
    `Roll back kube-apiserver to v1.29.0${back}`,
  ],
  [
    'another node',
    `${enter('kind-worker')}Exec into the other node and look:${block('$ docker exec kind-worker iptables-save')}`,
    `${enter('kind-worker')}Exec into the other node and look:${block('$ docker exec kind-worker2 iptables-save')}`,
  ],
  [
    'the same node',
    `${enter('kind-worker')}Exec into the same node as before:${block('$ docker exec kind-worker2 iptables-save')}`,
    `${enter('kind-worker')}Exec into the same node as before:${block('$ docker exec kind-worker iptables-save')}`,
  ],
  [
    'the second worker',
    `On the second worker:${inWorker('restart kubelet')}`,
    `On the first worker:${inWorker('restart kubelet')}`,
  ],
  [
    'the second node',
    `On the second node, look:${inWorker('status kubelet')}`,
    `On the second node, look:${block('$ docker exec kind-worker2 systemctl status kubelet')}`,
  ],
  [
    'the second of the nodes',
    `${enter('kind-worker')}On the second node:${block('$ docker exec kind-worker3 ls')}${enter('kind-worker2')}On the first node:${block('$ docker exec kind-worker2 ls')}`,
    `${enter('kind-control-plane')}On the second node:${block('$ docker exec kind-worker ls')}`,
  ],
  [
    'the control plane',
    `On the control plane:${inWorker('restart kubelet')}`,
    `On the control plane:${block('$ docker exec kind-control-plane ls')}`,
  ],
  [
    'another value of the gate in a note',
    `Turn off the \`SomeFeature\` feature gate:${editor.replace('=false', '=true')}`,
    `Turn off the \`SomeFeature\` feature gate:${editor}${block('$ kubectl delete pod -l a=b')}`,
  ],
  [
    'another value of the gate in prose',
    `Turn off the \`SomeFeature\` feature gate:${block('$ vim /etc/kubernetes/manifests/kube-apiserver.yaml')}and pass \`--feature-gates=SomeFeature=true\` to it.`,
    `Turn off the \`SomeFeature\` feature gate:${block('$ vim /etc/kubernetes/manifests/kube-apiserver.yaml')}and pass \`--feature-gates=SomeFeature=false\` to it.`,
  ],
  [
    'another way than is simulated',
    `Simulate an upgrade by turning off the \`SomeFeature\` feature gate:${editor}`,
    `Simulate a downgrade by turning off the \`SomeFeature\` feature gate:${editor}`,
  ],
  [
    'another kind of that name',
    `${made}Update the StatefulSet \`web\`:${block('$ kubectl set image deployment web a=b')}`,
    `${made}Update the Deployment \`web\`:${block('$ kubectl set image deployment web a=b')}`,
  ],
  [
    'a kind of which there is none',
    `${made}This shows that it works for the CronJob.`,
    `${made}This shows that it works for the Deployment.`,
  ],
  [
    'another act on objects',
    `${made}Create the Deployment:${block('$ kubectl -n x delete deployment web')}`,
    `${made}Recreate the Pods:${block('$ kubectl delete pod -l app=web')}`,
  ],
  [
    'a different node',
    `${enter('kind-worker')}Exec into the different node as before:${block('$ docker exec kind-worker iptables-save')}`,
    `${enter('kind-worker')}Exec into the same node as before:${block('$ docker exec kind-worker iptables-save')}`,
  ],
  [
    'a worker',
    `On the worker node:${block('$ docker exec kind-control-plane ls')}`,
    `On the worker node:${block('$ ssh node1 ls')}`,
  ],
])('%s', (_what, no, yes) => {
  expect(unread(start + no)).toHaveLength(1)
  expect(unread(start + yes)).toEqual([])
})
