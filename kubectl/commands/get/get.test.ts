import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KubectlAtWork } from '../../testing/kubectl-at-work.ts'

let kubectl: KubectlAtWork
beforeAll(async () => {
  kubectl = await KubectlAtWork.started()
  await kubectl.run('create configmap cm --from-literal=a=b')
  await kubectl.run('create configmap b --from-literal=a=c')
  await kubectl.run('create deployment web --image=nginx --replicas=2')
})
afterAll(() => kubectl.close())

// Each of these was compared with a real kubectl.
describe('kubectl get', () => {
  it.each([
    ['cm cm -o jsonpath={.data}', '{"a":"b"}'],
    ['cm cm -o go-template={{.data.a}}', 'b'],
    ['cm -o custom-columns=N:.metadata.name', 'N\nb\ncm\n'],
    ['cm --sort-by={.data.a} -o name', 'configmap/cm\nconfigmap/b\n'],
    ['deploy,svc -o name', 'deployment.apps/web\nservice/kubernetes\n'],
    ['deploy web -o custom-columns=R:.spec.replicas --no-headers', '2\n'],
    ['deploy -l app=web -o name', 'deployment.apps/web\n'],
    ['cm cm -w --output-watch-events -o name', 'configmap/cm\n'],
  ])('%s', async (line, stdout) => {
    expect(await kubectl.run(`get ${line}`)).toEqual({ stdout, stderr: '', exitCode: 0 })
  })

  it('prints a table', async () => {
    expect(await kubectl.told('get deploy web -o wide')).toMatch(
      /^NAME +READY +UP-TO-DATE +AVAILABLE +AGE +CONTAINERS +IMAGES +SELECTOR\nweb +0\/2 +0 +0 +\d+s +nginx +nginx +app=web\n$/,
    )
  })

  it('prints what comes of a watch with its type', async () => {
    expect(await kubectl.told('get cm cm -w --output-watch-events')).toMatch(
      /^EVENT +NAME +DATA +AGE\nADDED +cm +1 +\d+s\n$/,
    )
  })

  it.each([
    ['pods', 'No resources found in default namespace.\n'],
    ['pods -A', 'No resources found\n'],
  ])('says where there is nothing: %s', async (line, stderr) => {
    expect(await kubectl.run(`get ${line}`)).toEqual({ stdout: '', stderr, exitCode: 0 })
  })

  it.each([
    ['nosuch', 'error: the server doesn\'t have a resource type "nosuch"\n'],
    ['cm nosuch', 'Error from server (NotFound): configmaps "nosuch" not found\n'],
    ['deploy web -o jsonpath={.spec', 'error: error parsing jsonpath {.spec, unclosed action\n'],
    [
      'deploy --field-selector=spec.x=y',
      'Error from server (BadRequest): Unable to find "apps/v1, Resource=deployments" that match label selector "", field selector "spec.x=y": "spec.x" is not a known field selector: only "metadata.name", "metadata.namespace"\n',
    ],
    ['-f /nosuch.yaml', 'error: the path "/nosuch.yaml" does not exist\n'],
  ])('%s is refused', async (line, stderr) => {
    expect(await kubectl.run(`get ${line}`)).toEqual({ stdout: '', stderr, exitCode: 1 })
  })
})
