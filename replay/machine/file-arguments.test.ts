import { expect, it } from 'vitest'
import { FileArguments } from './file-arguments.ts'

const files = new FileArguments({
  copy: async (path) => `/copy${path.startsWith('/') ? path : `/${path}`}`,
  kubeconfig: async (path) => `/config${path}`,
  inside: (path) => (path.startsWith('/') || path.includes('..') ? undefined : path),
})

it.each([
  ['apply -f /etc/a', 'apply -f /copy/etc/a'],
  ['apply -f/etc/a', 'apply -f /copy/etc/a'],
  ['apply -Rf /etc/a', 'apply -Rf /copy/etc/a'],
  ['apply --filename=a.yaml,/etc/b', 'apply --filename=a.yaml,/copy/etc/b'],
  ['apply -f ../../etc/a', 'apply -f /copy/../../etc/a'],
  ['apply -f -', 'apply -f -'],
  ['create cm x --from-file=k=/etc/a', 'create cm x --from-file=k=/copy/etc/a'],
  ['create secret tls x --cert=/c --key /k', 'create secret tls x --cert=/copy/c --key /copy/k'],
  ['get ns --kubeconfig /root/c', 'get ns --kubeconfig /config/root/c'],
  ['get ns -o jsonpath-file=/etc/a', 'get ns -o jsonpath-file=/copy/etc/a'],
  ['get ns -ojsonpath-file=/etc/a', 'get ns -ojsonpath-file=/copy/etc/a'],
  ['kustomize /etc', 'kustomize /copy/etc'],
  ['get pods -nfoo', 'get pods -nfoo'],
  ['get --raw /metrics', 'get --raw /metrics'],
  ['exec x -- cat -f /etc/a', 'exec x -- cat -f /etc/a'],
])('%s', async (typed, mapped) => {
  expect((await files.map(typed.split(' '))).join(' ')).toBe(mapped)
})

it('runs no program that a flag names', async () => {
  await expect(files.map(['kustomize', '--helm-command=/bin/sh', '.'])).rejects.toThrow('is not simulated')
})
