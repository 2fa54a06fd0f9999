import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KubectlAtWork } from '../../testing/kubectl-at-work.ts'

let kubectl: KubectlAtWork
beforeAll(async () => {
  kubectl = await KubectlAtWork.started()
  kubectl.files.set('/env', 'A=b\n#c\n')
  kubectl.files.set('/cm.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: own}\n')
})
afterAll(() => kubectl.close())

// Each of these was compared with a real kubectl.
describe('kubectl create', () => {
  it.each([
    ['namespace n1', 'namespace/n1 created\n'],
    ['-f /cm.yaml', 'configmap/own created\n'],
    ['configmap cm --from-literal=a=b', 'configmap/cm created\n'],
    ['configmap of-env --from-env-file=/env', 'configmap/of-env created\n'],
    ['secret generic s --from-literal=p=q', 'secret/s created\n'],
    ['deployment web --image=nginx --replicas=2', 'deployment.apps/web created\n'],
    ['service clusterip svc --tcp=80:8080', 'service/svc created\n'],
    ['service externalname e --external-name=a', 'service/e created\n'],
    ['role r --verb=get --resource=pods', 'role.rbac.authorization.k8s.io/r created\n'],
    ['rolebinding rb --role=r --user=u', 'rolebinding.rbac.authorization.k8s.io/rb created\n'],
    ['job j --image=i -- true', 'job.batch/j created\n'],
    ['cronjob cj --image=i --schedule=*_*_*_*_*', 'cronjob.batch/cj created\n'],
    ['quota q --hard=pods=1,cpu=2', 'resourcequota/q created\n'],
    ['pdb p --selector=a=b --min-available=1', 'poddisruptionbudget.policy/p created\n'],
    ['ingress i --rule=foo.com/*=svc:80', 'ingress.networking.k8s.io/i created\n'],
    ['serviceaccount sa --dry-run=server', 'serviceaccount/sa created (server dry run)\n'],
    ['configmap dry --dry-run=client', 'configmap/dry created (dry run)\n'],
  ])('%s', async (line, stdout) => {
    expect(await kubectl.run(`create ${line}`)).toEqual({ stdout, stderr: '', exitCode: 0 })
  })

  it.each([
    ['configmap of-env', '{.data}', '{"A":"b"}'],
    ['deployment web', '{.spec.replicas}{..containers[*].image}', '2nginx'],
    [
      'service svc',
      '{.spec.ports}{.spec.selector}',
      '[{"name":"80-8080","port":80,"protocol":"TCP","targetPort":8080}]{"app":"svc"}',
    ],
    ['role r', '{.rules}', '[{"apiGroups":[""],"resources":["pods"],"verbs":["get"]}]'],
    ['job j', '{..command}', '["true"]'],
    [
      'ingress i',
      '{..paths}',
      '[{"backend":{"service":{"name":"svc","port":{"number":80}}},"path":"/","pathType":"Prefix"}]',
    ],
  ])('%s has %s', async (what, path, value) => {
    expect(await kubectl.told(`get ${what} -o jsonpath=${path}`)).toBe(value)
  })

  const quantity =
    "error: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'\n"
  it.each([
    ['namespace default', 'Error from server (AlreadyExists): namespaces "default" already exists\n'],
    [
      'configmap c --from-literal=a=b --from-literal=a=c',
      'error: cannot add key "a", another key by that name already exists in Data for ConfigMap "c"\n',
    ],
    ['configmap c --from-literal=a', 'error: invalid literal source a, expected key=value\n'],
    ['deployment w', 'error: required flag(s) "image" not set\n'],
    [
      'service nodeport',
      "error: exactly one NAME is required, got 0\nSee 'kubectl create service nodeport -h' for help and examples\n",
    ],
    ['role r2 --verb=get --resource=nosuch', 'the server doesn\'t have a resource type "nosuch"\n'],
    ['role r2 --verb=get', 'error: at least one resource must be specified\n'],
    [
      'rolebinding b --role=r --clusterrole=c',
      'error: exactly one of clusterrole or role must be specified\n',
    ],
    ['job j2 --image=i --from=cronjob/c', 'error: either --image or --from must be specified\n'],
    ['quota q2 --hard=pods=x', quantity],
    ['quota q2 --hard=pods', 'error: Invalid argument syntax pods, expected <resource>=<value>\n'],
    [
      'ingress i2 --rule=foo',
      'error: rule foo is invalid and should be in format host/path=svcname:svcport[,tls[=secret]]\n',
    ],
    ['token nosuch', 'error: failed to create token: serviceaccounts "nosuch" not found\n'],
    ['-f /nosuch.yaml', 'error: the path "/nosuch.yaml" does not exist\n'],
    ['', 'error: must specify one of -f and -k\n'],
    ['frob x', "error: Unexpected args: [frob x]\nSee 'kubectl create -h' for help and examples\n"],
  ])('%s is refused', async (line, stderr) => {
    expect(await kubectl.run(`create ${line}`.trim())).toEqual({ stdout: '', stderr, exitCode: 1 })
  })
})
