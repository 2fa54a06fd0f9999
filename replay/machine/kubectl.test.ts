import { expect, it } from 'vitest'
import { fakeMachine } from './testing/fake-machine.ts'

it.each([
  [
    'kubectl apply -f https://example.com/a.yaml',
    'this machine has no network: cannot read https://example.com/a.yaml',
  ],
  ['kubectl apply -f a.yaml,https://example.com/b.yaml', 'cannot read https://example.com/b.yaml'],
  ['kubectl apply -k github.com/a/b', 'cannot read github.com/a/b'],
  ['kubectl get ns --server=https://example.com', 'cannot reach https://example.com'],
])('%s', async (command, message) => {
  const { machine } = fakeMachine()
  expect(await machine.run(command)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(message) })
})

it('reaches no server of a kubeconfig but its own', async () => {
  const { machine } = fakeMachine()
  const config = (server: string): string =>
    `current-context: c\ncontexts: [{name: c, context: {cluster: c}}]\nclusters: [{name: c, cluster: {server: "${server}"}}]\n`
  await machine.writeFile('/own', config('https://127.0.0.1:6443'))
  await machine.writeFile('/other', config('https://10.0.0.1'))
  expect((await machine.run('kubectl get ns --kubeconfig=/own')).exitCode).toBe(0)
  expect((await machine.run('kubectl get ns --kubeconfig=/other')).stderr).toContain('https://10.0.0.1')
  expect((await machine.run('kubectl config view --kubeconfig=/other')).exitCode).toBe(0)
})
