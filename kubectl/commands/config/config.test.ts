import { beforeEach, expect, it } from 'vitest'
import { KubectlAtWork } from '../../testing/kubectl-at-work.ts'

let kubectl: KubectlAtWork
beforeEach(() => {
  kubectl = new KubectlAtWork()
})

const table = (...rows: string[]): string =>
  ['CURRENT   NAME   CLUSTER   AUTHINFO   NAMESPACE', ...rows, ''].join('\n')

// Each of these was compared with a real kubectl.
it.each([
  [['current-context'], 'test\n'],
  [['get-contexts'], table('*         test   c         u          ')],
  [['get-contexts -o name'], 'test\n'],
  [['get-clusters'], 'NAME\nc\n'],
  [['set-context x --cluster=c --namespace=y'], 'Context "x" created.\n'],
  [['set-context x --cluster=c --namespace=y', 'set-context x --user=u'], 'Context "x" modified.\n'],
  [
    ['set-context x --cluster=c --namespace=y', 'get-contexts x'],
    table('          x      c                    y'),
  ],
  [['set-context x --cluster=c', 'use-context x'], 'Switched to context "x".\n'],
  [['rename-context test y'], 'Context "test" renamed to "y".\n'],
  [['rename-context test y', 'current-context'], 'y\n'],
  [['set-cluster c2 --server=https://x'], 'Cluster "c2" set.\n'],
  [['set-cluster c2 --server=https://x', 'delete-cluster c2'], 'deleted cluster c2 from /config\n'],
  [['set-credentials v --token=a'], 'User "v" set.\n'],
  [
    ['set-credentials v --token=a', 'set-credentials v --username=b', 'view -o jsonpath={.users[1].user}'],
    '{"username":"b"}',
  ],
  [
    [
      'set-credentials v --username=b',
      'set-credentials v --token=a',
      'view --raw -o jsonpath={.users[1].user}',
    ],
    '{"token":"a"}',
  ],
  [['set contexts.test.namespace z'], 'Property "contexts.test.namespace" set.\n'],
  [['set contexts.test.namespace z', 'view --minify -o jsonpath={..namespace}'], 'z'],
  [['unset current-context'], 'Property "current-context" unset.\n'],
])('kubectl config %j', async (lines, stdout) => {
  for (const line of lines.slice(0, -1)) expect((await kubectl.run(`config ${line}`)).exitCode).toBe(0)
  expect(await kubectl.run(`config ${lines.at(-1)}`)).toEqual({ stdout, stderr: '', exitCode: 0 })
})

it.each([
  ['use-context nosuch', 'error: no context exists with the name: "nosuch"\n'],
  ['delete-cluster nosuch', 'error: cannot delete cluster nosuch, not in /config\n'],
  ['delete-context nosuch', 'error: cannot delete context nosuch, not in /config\n'],
  ['rename-context x y', 'error: cannot rename the context "x", it\'s not in /config\n'],
  [
    'set-credentials v --token=a --username=b',
    'error: you cannot specify more than one authentication method at the same time: --token, --username/--password\n',
  ],
])('kubectl config %s is refused, and changes nothing', async (line, stderr) => {
  const before = kubectl.files.get('/config')
  expect(await kubectl.run(`config ${line}`)).toEqual({ stdout: '', stderr, exitCode: 1 })
  expect(kubectl.files.get('/config')).toBe(before)
})

it('says of which context there is none, below the head of the table', async () => {
  expect(await kubectl.run('config get-contexts nosuch')).toEqual({
    stdout: table(),
    stderr: 'error: context nosuch not found\n',
    exitCode: 1,
  })
})
