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

const inWorker = (command: string): string => block(`$ docker exec kind-worker systemctl ${command}`)

it.each<[string, string, string]>([
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
])('%s', (_what, no, yes) => {
  expect(unread(start + no)).toHaveLength(1)
  expect(unread(start + yes)).toEqual([])
})
