import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KubectlAtWork } from '../../testing/kubectl-at-work.ts'

let kubectl: KubectlAtWork
beforeAll(async () => {
  kubectl = await KubectlAtWork.started()
  await kubectl.run('create deployment web --image=nginx')
  await kubectl.run('create configmap cm')
})
afterAll(() => kubectl.close())

// Each of these was compared with a real kubectl; each begins where the one before has ended.
it.each([
  ['history deploy/web', 0, 'deployment.apps/web \nNo rollout history found.\n'],
  ['history deploy/nosuch', 1, 'Error from server (NotFound): deployments.apps "nosuch" not found\n'],
  ['status deploy/web --watch=false', 0, 'Waiting for deployment spec update to be observed...\n'],
  ['status cm/cm', 1, 'error: no status viewer has been implemented for ConfigMap\n'],
  ['pause deploy/web', 0, 'deployment.apps/web paused\n'],
  ['pause deploy/web', 1, 'error: deployments.apps "web" is already paused\n'],
  ['pause cm/cm', 1, 'error: configmaps "cm" pausing is not supported\n'],
  [
    'restart deploy/web',
    1,
    'error: deployments.apps "web" can\'t restart paused deployment (run rollout resume first)\n',
  ],
  ['resume deploy/web', 0, 'deployment.apps/web resumed\n'],
  ['resume deploy/web', 1, 'error: deployments.apps "web" is not paused\n'],
  ['restart deploy/web', 0, 'deployment.apps/web restarted\n'],
  ['restart cm/cm', 1, 'error: configmaps "cm" restarting is not supported\n'],
  ['undo deploy/web', 1, 'error: no rollout history found for deployment "web"\n'],
])('kubectl rollout %s', async (line, exitCode, text) => {
  const ran = await kubectl.run(`rollout ${line}`)
  expect(ran).toEqual({ stdout: exitCode === 0 ? text : '', stderr: exitCode === 0 ? '' : text, exitCode })
})

describe('kubectl rollout', () => {
  it('knows the revisions of ReplicaSets, and goes back to one', async () => {
    const { uid } = JSON.parse(await kubectl.told('get deploy web -o jsonpath={.metadata}'))
    for (const revision of [1, 2]) await makeReplicaSet(revision, uid)
    expect(await kubectl.told('rollout history deploy/web')).toBe(
      'deployment.apps/web \nREVISION  CHANGE-CAUSE\n1         <none>\n2         <none>\n\n',
    )
    expect(await kubectl.told('rollout history deploy/web --revision=1')).toContain('Image:\tnginx:1\n')
    expect(await kubectl.told('rollout undo deploy/web --to-revision=1')).toBe(
      'deployment.apps/web rolled back\n',
    )
    expect(await kubectl.told('get deploy web -o jsonpath={..image}')).toBe('nginx:1')
    await kubectl.run('annotate deploy web kubectl.kubernetes.io/last-applied-configuration={}')
    expect((await kubectl.run('rollout undo deploy/web --to-revision=1')).stderr).toBe(
      "Warning: resource deployments/web was previously managed with 'kubectl apply'. Rolling back will not update the kubectl.kubernetes.io/last-applied-configuration annotation, which may cause unexpected behavior on future 'kubectl apply' operations. Consider using 'kubectl apply' with your previous configuration file instead.\n",
    )
    await kubectl.run('annotate deploy web kubectl.kubernetes.io/last-applied-configuration-')
    expect(await kubectl.told('rollout undo deploy/web --to-revision=7')).toBe(
      'error: unable to find specified revision 7 in history\n',
    )
  })
})

function makeReplicaSet(revision: number, uid: string): Promise<unknown> {
  const labels = { app: 'web', 'pod-template-hash': String(revision) }
  const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid, controller: true }
  return kubectl.server!.send('POST', '/apis/apps/v1/namespaces/default/replicasets', {
    metadata: {
      name: `web-${revision}`,
      labels,
      annotations: { 'deployment.kubernetes.io/revision': String(revision) },
      ownerReferences: [owner],
    },
    spec: {
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: 'nginx', image: `nginx:${revision}` }] },
      },
    },
  })
}
