import { afterAll, beforeAll, expect, it } from 'vitest'
import { KubectlAtWork } from '../../testing/kubectl-at-work.ts'

let kubectl: KubectlAtWork
const send = (path: string, body: object) => kubectl.server!.send('POST', path, body)
const ownedBy = (kind: string, name: string) => ({
  ownerReferences: [{ apiVersion: 'apps/v1', kind, name, uid: 'u', controller: true }],
})
async function makePod(name: string, metadata: object, spec: object = {}): Promise<void> {
  const containers = [{ name: 'c', image: 'i' }]
  await send('/api/v1/namespaces/default/pods', {
    metadata: { name, ...metadata },
    spec: { nodeName: name, automountServiceAccountToken: false, containers, ...spec },
  })
}

beforeAll(async () => {
  kubectl = await KubectlAtWork.started()
  await send('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } })
  for (const name of ['alone', 'owned', 'stored', 'daemon', 'empty'])
    await send('/api/v1/nodes', { metadata: { name } })
  const labels = { app: 'd' }
  await send('/apis/apps/v1/namespaces/default/daemonsets', {
    metadata: { name: 'd' },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    },
  })
  await makePod('alone', {})
  await makePod('owned', ownedBy('ReplicaSet', 'r'))
  await makePod('stored', ownedBy('ReplicaSet', 'r'), { volumes: [{ name: 'v', emptyDir: {} }] })
  await makePod('daemon', ownedBy('DaemonSet', 'd'))
})
afterAll(() => kubectl.close())

it.each([
  ['cordon empty', 0, 'node/empty cordoned\n'],
  ['cordon empty', 0, 'node/empty already cordoned\n'],
  ['uncordon empty', 0, 'node/empty uncordoned\n'],
  ['uncordon empty', 0, 'node/empty already uncordoned\n'],
  ['cordon empty --dry-run=client', 0, 'node/empty cordoned (dry run)\n'],
  ['uncordon nosuch', 1, 'Error from server (NotFound): nodes "nosuch" not found\n'],
  ['cordon', 1, "error: USAGE: cordon NODE [flags]\nSee 'kubectl cordon -h' for help and examples\n"],
  ['drain empty', 0, 'node/empty cordoned\nnode/empty drained\n'],
  ['drain nosuch', 1, 'Error from server (NotFound): nodes "nosuch" not found\n'],
  ['drain', 1, "error: USAGE: drain NODE [flags]\nSee 'kubectl drain -h' for help and examples\n"],
])('kubectl %s', async (line, exitCode, text) => {
  const ran = await kubectl.run(line)
  expect(ran).toEqual({ stdout: exitCode === 0 ? text : '', stderr: exitCode === 0 ? '' : text, exitCode })
})

// The first was compared with a real kubectl of 1.32.
it.each([
  [
    'alone',
    'cannot delete cannot delete Pods that declare no controller (use --force to override): default/alone',
  ],
  [
    'stored',
    'cannot delete Pods with local storage (use --delete-emptydir-data to override): default/stored',
  ],
  ['daemon', 'cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore): default/daemon'],
])('a drain of the node %s stops before anything goes', async (node, why) => {
  expect(await kubectl.run(`drain ${node}`)).toEqual({
    stdout: `node/${node} cordoned\n`,
    stderr: `error: unable to drain node "${node}" due to error: ${why}, continuing command...\nThere are pending nodes to be drained:\n ${node}\n${why}\n`,
    exitCode: 1,
  })
})

it.each([
  ['owned', '', '', true],
  ['stored', '--delete-emptydir-data', '', true],
  ['alone', '--force', 'Warning: deleting Pods that declare no controller: default/alone\n', true],
  ['daemon', '--ignore-daemonsets', 'Warning: ignoring DaemonSet-managed Pods: default/daemon\n', false],
])('a drain of the node %s goes on with %j', async (node, flag, stderr, evicts) => {
  const ran = await kubectl.run(`drain ${node} --dry-run=client ${flag}`.trim())
  expect(ran).toMatchObject({ stderr, exitCode: 0 })
  expect(ran.stdout.includes(`evicting pod default/${node} (dry run)\n`)).toBe(evicts)
  expect(ran.stdout).toContain(`node/${node} drained (dry run)\n`)
})
