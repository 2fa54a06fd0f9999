import { expect, it } from 'vitest'
import { aggregatedRules } from './cluster-role-aggregation.ts'

const role = (name: string, labels: Record<string, string>, ...resources: string[]) => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name, labels },
  rules: resources.map((resource) => ({ apiGroups: [''], resources: [resource], verbs: ['get'] })),
})

it('takes the rules of selected roles by selector, then by name, each once, and not its own', () => {
  const sum = {
    ...role('sum', { to: 'x' }, 'own'),
    aggregationRule: {
      clusterRoleSelectors: [{ matchLabels: { to: 'y' } }, { matchLabels: { to: 'x' } }],
    },
  }
  const all = [
    sum,
    role('b', { to: 'x' }, 'b', 'c'),
    role('a', { to: 'x' }, 'a', 'c'),
    role('z', { to: 'y' }, 'z'),
    role('n', {}, 'n'),
  ]
  const rules = aggregatedRules(sum, all)
  expect(rules.map((rule) => rule['resources'])).toEqual([['z'], ['a'], ['c'], ['b']])
  expect(aggregatedRules(role('plain', {}, 'own'), all)).toEqual([])
})
