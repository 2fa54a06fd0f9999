import { expect, it } from 'vitest'
import { parseDocument } from './document.ts'
import { startingCluster, startingCommand, startingCommands } from './starting-cluster.ts'
import { stepsOf } from './steps.ts'

function command(markdown: string): string {
  const document = parseDocument('x.md', `# T\n\n${markdown}`)
  const steps = stepsOf(document, document.sections[1]!)
  return startingCommand(startingCluster(steps[0]!, steps))
}
const block = (text: string): string => `\n\n\`\`\`\n${text}\n\`\`\`\n`

it.each([
  [`Look:${block('$ kubectl get nodes')}`, 'hack/local-up-cluster.sh'],
  [
    `Cluster version v1.33, \`FEATURE_GATES=A=true\`${block('$ kubectl get nodes')}`,
    'FEATURE_GATES=A=true hack/local-up-cluster.sh',
  ],
  [
    `kind kubernetes 1.31 cluster was created${block('$ kubectl version\nServer Version: v1.31.2')}`,
    'kind create cluster --name kind --image kindest/node:v1.31.2',
  ],
  [
    `Look:${block('$ docker exec -it zones-worker2 bash\n$ iptables-save')}`,
    'kind create cluster --name zones',
  ],
  // A cluster that the section makes itself is not taken for granted.
  [
    `Look:${block('$ kubectl get nodes\n$ kind create cluster\n$ docker exec kind-control-plane ls')}`,
    'hack/local-up-cluster.sh',
  ],
  [
    `Look:${block('$ kubectl get nodes\n$ kind create cluster --name=a\n$ docker exec a-worker ls\n$ docker exec b-worker ls')}`,
    'kind create cluster --name b',
  ],
  [
    `Look:${block('$ kubectl get nodes\n$ kind create cluster --config a.yaml\n$ docker exec b-worker ls')}`,
    'hack/local-up-cluster.sh',
  ],
  [`Create a kind cluster:${block('$ docker pull a\n$ kind create cluster')}`, 'hack/local-up-cluster.sh'],
  [
    `Look:${block('$ docker exec kind-worker ls\n$ kind delete cluster\n$ kind create cluster')}`,
    'kind create cluster --name kind',
  ],
  [
    `Look:${block('$ kubectl --context kind-a get nodes\n$ kind create cluster -n c\n$ kubectl --context kind-c get nodes')}`,
    'kind create cluster --name a',
  ],
  [
    `Upgrade:${block('$ sudo apt-get install -y kubeadm=1.33.1-1.1\n$ sudo kubeadm upgrade apply v1.33.1')}`,
    'kubeadm init --kubernetes-version v1.32.0',
  ],
  // Only kubeadm's nodes have these files, and who edits one sits at it.
  [
    `Look:${block("$ kubectl get nodes\n$ sudo sed -i '/- kube-scheduler$/a\\    - --v=4' /etc/kubernetes/manifests/kube-scheduler.yaml")}`,
    'kubeadm init',
  ],
  [
    `Look:${block('$ kubectl get nodes\n$ echo "maxPods: 20" >> /var/lib/kubelet/config.yaml')}`,
    'kubeadm init',
  ],
  [
    `Look:${block('$ kubectl get nodes\n$ ssh node1 cat /var/lib/kubelet/config.yaml')}`,
    'hack/local-up-cluster.sh',
  ],
])('%j', (markdown, started) => {
  expect(command(markdown)).toBe(started)
})

it.each([
  ['1.34', 'master', ['git checkout release-1.34', 'hack/local-up-cluster.sh']],
  ['1.34', 'release-1.34', ['hack/local-up-cluster.sh']],
  ['1.34.2', 'master', ['git checkout v1.34.2', 'hack/local-up-cluster.sh']],
  // An author's own build.
  ['1.28.2', 'master', ['hack/local-up-cluster.sh']],
])('%s on %s', (release, branch, commands) => {
  const cluster = { tool: 'local-up-cluster', release, gates: {} } as const
  expect(startingCommands(cluster, branch, (one) => one.startsWith('1.34'))).toEqual(commands)
})
