import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { mergedKubeconfig } from './kubeconfig-file.ts'

const added = `
clusters: [{ name: x, cluster: { server: 'https://127.0.0.1:2' } }]
users: [{ name: x, user: { token: t } }]
contexts: [{ name: x, context: { cluster: x, user: x } }]
current-context: x
`

it('adds a cluster under its own name', () => {
  expect(parse(mergedKubeconfig('', added, 'kind-a'))).toEqual({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'kind-a', cluster: { server: 'https://127.0.0.1:2' } }],
    contexts: [{ name: 'kind-a', context: { cluster: 'kind-a', user: 'kind-a' } }],
    'current-context': 'kind-a',
    users: [{ name: 'kind-a', user: { token: 't' } }],
  })
})

it('keeps other clusters, and the namespace of its own', () => {
  const first = mergedKubeconfig(mergedKubeconfig('', added, 'kind-b'), added, 'kind-a')
  const own = first.replace('cluster: kind-a\n      user', 'cluster: kind-a\n      namespace: n\n      user')
  const merged = parse(mergedKubeconfig(own, added, 'kind-a'))
  expect(merged.clusters.map((c: { name: string }) => c.name)).toEqual(['kind-b', 'kind-a'])
  expect(merged.contexts[1].context).toEqual({ namespace: 'n', cluster: 'kind-a', user: 'kind-a' })
})
