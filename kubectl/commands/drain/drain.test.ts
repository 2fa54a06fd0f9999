import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { KubectlAtWork } from '../../testing/kubectl-at-work.ts'

let kubectl: KubectlAtWork
beforeEach(() => {
  kubectl.release = undefined
})
const send = (path: string, body: object) => kubectl.server!.send('POST', path, body)
const ownedBy = (kind: string, name: string, apiVersion = 'apps/v1') => ({
  ownerReferences: [{ apiVersion, kind, name, uid: 'u', controller: true }],
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
  for (const name of ['alone', 'owned', 'stored', 'daemon', 'empty', 'late', 'foreign'])
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
  await makePod('late', ownedBy('ReplicaSet', 'r'))
  await makePod('foreign', ownedBy('DaemonSet', 'd', 'apps.example.com/v1'))
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

// Each was compared with a real kubectl of its release, but for 1.24, 1.35 and 1.36, whose sources say so.
it.each([
  ['1.24.0', 'alone', ':cannot delete Pods declare no controller (use --force to override): default/alone'],
  ['1.29.0', 'alone', ':cannot delete Pods declare no controller (use --force to override): default/alone'],
  [
    '1.30.0',
    'alone',
    ':cannot delete cannot delete Pods that declare no controller (use --force to override): default/alone',
  ],
  [
    '1.31.0',
    'alone',
    ': cannot delete cannot delete Pods that declare no controller (use --force to override): default/alone',
  ],
  [
    '1.36.0',
    'alone',
    ': cannot delete Pods that declare no controller (use --force to override): default/alone',
  ],
  [
    '1.36.0',
    'stored',
    ': cannot delete Pods with local storage (use --delete-emptydir-data to override): default/stored',
  ],
  [
    '1.36.0',
    'daemon',
    ': cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore): default/daemon',
  ],
])('in %s a drain of the node %s stops before anything goes', async (release, node, why) => {
  kubectl.release = release
  await kubectl.run(`uncordon ${node}`)
  expect(await kubectl.run(`drain ${node}`)).toEqual({
    stdout: `node/${node} cordoned\n`,
    stderr: `error: unable to drain node "${node}" due to error${why}, continuing command...\nThere are pending nodes to be drained:\n ${node}\n${why.replace(/^: ?/, '')}\n`,
    exitCode: 1,
  })
})

it.each([
  ['1.24.0', 'WARNING', ''],
  ['1.25.0', 'Warning', ''],
  ['1.31.0', 'Warning', undefined],
])('in %s warns with %s, and takes --delete-local-data as %j', async (release, warning, notice) => {
  kubectl.release = release
  const old = await kubectl.run('drain stored --delete-local-data --dry-run=client')
  expect(old.exitCode).toBe(notice === undefined ? 1 : 0)
  const { stderr } = await kubectl.run('drain alone --force --dry-run=client')
  expect(stderr).toBe(`${warning}: deleting Pods that declare no controller: default/alone\n`)
})

it.each([
  [
    '1.26.0',
    '',
    'error when waiting for pod "late" terminating: global timeout reached: 1s',
    'error when waiting for pod "late" terminating: global timeout reached: 1s',
  ],
  [
    '1.31.0',
    '',
    'error when waiting for pod "late" in namespace "default" to terminate: global timeout reached: 1s',
    'error when waiting for pod "late" in namespace "default" to terminate: global timeout reached: 1s',
  ],
  [
    '1.32.0',
    '',
    'error when waiting for pod "late" in namespace "default" to terminate: context deadline exceeded',
    'error when waiting for pod "late" in namespace "default" to terminate: context deadline exceeded',
  ],
  [
    '1.31.0',
    ' --disable-eviction',
    'timed out waiting for the condition',
    'error: timed out waiting for the condition',
  ],
  ['1.32.0', ' --disable-eviction', 'context deadline exceeded', 'error: context deadline exceeded'],
])('in %s%s tells which pods outlived the timeout', async (release, flag, why, last) => {
  kubectl.release = release
  expect((await kubectl.run(`drain late --timeout=1s${flag}`)).stderr).toBe(
    `There are pending pods in node "late" when an error occurred: ${why}\npod/late\nerror: unable to drain node "late" due to error:${release === '1.26.0' ? '' : ' '}${why}, continuing command...\nThere are pending nodes to be drained:\n late\n${last}\n`,
  )
})

it('in 1.33 looks for a DaemonSet of any group, in 1.34 of apps only', async () => {
  kubectl.release = '1.33.0'
  expect(await kubectl.told('drain foreign --dry-run=client')).toContain(
    'DaemonSet-managed Pods (use --ignore-daemonsets to ignore): default/foreign',
  )
  kubectl.release = '1.34.0'
  expect(await kubectl.told('drain foreign --dry-run=client')).toContain('node/foreign drained (dry run)')
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
