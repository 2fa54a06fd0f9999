import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KubectlAtWork } from '../../testing/kubectl-at-work.ts'

let kubectl: KubectlAtWork
beforeAll(async () => {
  kubectl = await KubectlAtWork.started()
  await kubectl.run('create deployment web --image=nginx')
  await kubectl.run('create configmap cm --from-literal=a.b=1 --from-literal=C=2')
  await kubectl.run('create rolebinding rb --role=r --user=u')
})
afterAll(() => kubectl.close())

const updated = (what: string): string => `deployment.apps/web ${what} updated\n`
const quantity =
  "error: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'\n"

// Each of these was compared with a real kubectl.
describe('kubectl set', () => {
  it.each([
    ['image deploy/web nginx=nginx:2', updated('image'), '{..image}', 'nginx:2'],
    ['env deploy/web A=b', updated('env'), '{..env}', '[{"name":"A","value":"b"}]'],
    ['env deploy/web A-', updated('env'), '{..env}', ''],
    ['env deploy/web --from=configmap/cm --prefix=x.', updated('env'), '{..env[*].name}', 'x.C x.A_B'],
    [
      'resources deploy/web --limits=cpu=1,memory=1Gi --requests=cpu=500m',
      updated('resource requirements'),
      '{..resources}',
      '{"limits":{"cpu":"1","memory":"1Gi"},"requests":{"cpu":"500m"}}',
    ],
    [
      'resources deploy/web --limits=cpu=0',
      updated('resource requirements'),
      '{..limits}',
      '{"memory":"1Gi"}',
    ],
    ['serviceaccount deploy/web sa', updated('serviceaccount'), '{..serviceAccountName}', 'sa'],
  ])('%s', async (line, told, path, changed) => {
    expect(await kubectl.told(`set ${line}`)).toBe(told)
    expect(await kubectl.told(`get deploy web -o jsonpath=${path}`)).toBe(changed)
  })

  it('lists what variables would be, without a change', async () => {
    expect(await kubectl.told('set env deploy/web --list L=1')).toContain('L=1\n')
    expect(await kubectl.told('set env deploy/web --list')).not.toContain('L=1')
  })

  it('shows JSON with the fields in the order of their types', async () => {
    expect(await kubectl.told('set env deploy/web J=1 -o json')).toMatch(
      /^\{\n {4}"kind": "Deployment",\n {4}"apiVersion"/,
    )
  })

  it('changes the selector of a Service, and the subjects of a binding', async () => {
    expect(await kubectl.told('set selector svc/kubernetes a=b,c==d')).toBe(
      'service/kubernetes selector updated\n',
    )
    expect(await kubectl.told('get svc kubernetes -o jsonpath={.spec.selector}')).toBe('{"a":"b","c":"d"}')
    expect(await kubectl.told('set subject rolebinding/rb --user=v')).toBe(
      'rolebinding.rbac.authorization.k8s.io/rb subjects updated\n',
    )
    expect(await kubectl.told('get rolebinding rb -o jsonpath={.subjects[*].name}')).toBe('u v')
  })

  it('says where the key of a ConfigMap is no name of a variable', async () => {
    expect(await kubectl.run('set env deploy/web --from=configmap/cm')).toMatchObject({
      exitCode: 0,
      stderr: 'Warning: key a.b transferred to A_B\n',
    })
  })

  it.each([
    ['image deploy/web other=x', 'error: unable to find container named "other"\n'],
    ['image deploy/web', 'error: at least one image update is required\n'],
    ['image deploy/nosuch a=b', 'Error from server (NotFound): deployments.apps "nosuch" not found\n'],
    ['env', 'error: one or more resources must be specified as <resource> <name> or <resource>/<name>\n'],
    [
      'resources deploy/web',
      'error: you must specify an update to requests or limits (in the form of --requests/--limits)\n',
    ],
    ['resources deploy/web --limits=cpu=x', quantity],
    [
      'resources deploy/web --requests=cpu',
      'error: Invalid argument syntax cpu, expected <resource>=<value>\n',
    ],
    ['selector', 'error: one selector is required\n'],
    ['selector svc/kubernetes a', 'error: match expression [{a Exists []}] not supported on this object\n'],
    ['selector svc/kubernetes a!=b', 'error: "!=" is not a valid label selector operator\n'],
    ['selector deploy/web a=b', 'error: setting a selector is only supported for Services\n'],
    [
      'subject rolebinding/rb',
      'error: you must specify at least one value of user, group or serviceaccount\n',
    ],
  ])('%s is refused', async (line, stderr) => {
    expect(await kubectl.run(`set ${line}`)).toEqual({ stdout: '', stderr, exitCode: 1 })
  })
})
