import { expect, it } from 'vitest'
import { looksLikeCommand } from './looks-like-command.ts'
import { hostOfPrompt, isContainerPrompt, readPrompt } from './prompt.ts'

const read = (line: string) => readPrompt(line, looksLikeCommand)

it.each([
  '$ kubectl get nodes',
  '  $   kubectl get nodes',
  '% kubectl get nodes',
  '❯ kubectl get nodes',
  '> kubectl get nodes',
  '~> kubectl get nodes',
  '~ > kubectl get nodes',
  '~/src/kubernetes kubectl get nodes',
  '~/src/kubernetes $ kubectl get nodes',
  '~/src/kubernetes > kubectl get nodes',
  'user@host ~ % kubectl get nodes',
  'user@host kubernetes % kubectl get nodes',
  '[user@host dir]$ kubectl get nodes',
  '[host ~]# kubectl get nodes',
  'user@host:~/a/b$ kubectl get nodes',
  '(venv) $ kubectl get nodes',
  '(venv) user@host:~$ kubectl get nodes',
  'node-1# kubectl get nodes',
  'master $ kubectl get nodes',
  'bash-5.1$ kubectl get nodes',
  'sh-5.1# kubectl get nodes',
  '/ # kubectl get nodes',
  '/ $ kubectl get nodes',
  '/app $ kubectl get nodes',
  '~ # kubectl get nodes',
  'PS C:\\Users\\me> kubectl get nodes',
  '# kubectl get nodes',
  'laptop src 1a2b3 main ~/src$ kubectl get nodes',
  'laptop src 1a2b3 main /$ kubectl get nodes',
  'user@host ~/src (main) $ kubectl get nodes',
  '(⎈|kind:default) ~/src $ kubectl get nodes',
  'user@host ~/src main > kubectl get nodes',
  'user:~/src$ kubectl get nodes',
  '[user@host src (main *)]$ kubectl get nodes',
  'C:\\Users\\me> kubectl get nodes',
])('%s', (line) => {
  expect(read(line)?.command).toBe('kubectl get nodes')
})

it.each([
  '~/go/bin/tool --no-colors',
  '~/bin/kubectl get nodes',
  '# Then get the nodes with kubectl.',
  '# kubectl is the program that is used for this',
  '# kubectl get nodes:',
  '> this is a quotation',
  '~ 5 minutes',
  'default> show tables',
  'service/web created',
  'Events:  <none>',
  'cd /tmp $ kubectl get nodes',
  'the price is ~ 5 $ a month',
])('%s has no prompt', (line) => {
  expect(read(line)).toBeUndefined()
})

it.each([
  ['/ #', true],
  ['~ $', true],
  ['sh-5.1#', true],
  ['$', false],
  ['user@host:~$', false],
])('%s is of a container: %s', (prompt, container) => {
  expect(isContainerPrompt(prompt)).toBe(container)
})

it('names the computer', () => {
  expect(hostOfPrompt('root@kind-worker:/# ls')).toBe('kind-worker')
  expect(hostOfPrompt('(venv) user@host:~$ ls')).toBe('host')
  expect(hostOfPrompt('$ ls')).toBeUndefined()
})
