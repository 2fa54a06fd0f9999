import { describe, expect, it } from 'vitest'
import { commandTarget, selectorFits } from './command-target.ts'

describe('commandTarget', () => {
  it.each<[string, object]>([
    ['kubectl get pods', { verb: 'get', resource: 'pods', names: [], everywhere: false }],
    ['$GOPATH/bin/kubectl get pods', { resource: 'pods' }],
    [
      'kubectl -n web get svc a b -o yaml',
      { resource: 'services', names: ['a', 'b'], namespace: 'web', output: 'yaml' },
    ],
    ['kc get pvc/a', { resource: 'persistentvolumeclaims', names: ['a'], computed: false }],
    [
      'kubectl get jobs -ljob-name=j -oyaml',
      { resource: 'jobs.batch', selector: 'job-name=j', output: 'yaml' },
    ],
    ['kubectl get endpointslice -A', { resource: 'endpointslices.discovery.k8s.io', everywhere: true }],
    ["kubectl get pod p -o jsonpath='{.a}' | jq .", { names: ['p'], output: 'jsonpath={.a}', piped: 'jq .' }],
    [
      "kc get pv/$(kc get pvc/c -o json | jq '.x') -o json | jq '.y'",
      { resource: 'persistentvolumes', names: [], computed: true, piped: "jq '.y'" },
    ],
    [
      `kc get pv/$(kc get pvc/c -o json | jq .x | tr -d "\\"") -o json | jq '.y'`,
      { resource: 'persistentvolumes', names: [], computed: true, piped: "jq '.y'" },
    ],
    ['kubectl rollout status -n a deployment/web', { resource: 'deployments.apps', names: ['web'] }],
    ['kubectl delete pods -l a=b --grace-period=1', { verb: 'delete', resource: 'pods', selector: 'a=b' }],
  ])('%s', (text, expected) => {
    expect(commandTarget(text)).toMatchObject(expected)
  })
  it.each(['kubectl apply -f x.yaml', 'kubectl version', 'curl localhost', 'kubectl get -f x.yaml'])(
    '%s names none',
    (text) => {
      expect(commandTarget(text)).toBeUndefined()
    },
  )
})

describe('selectorFits', () => {
  it.each([
    ['a=b', true],
    ['a==b', true],
    ['a=c', false],
    ['a!=c', true],
    ['a', true],
    ['!a', false],
    ['!c,a=b', true],
    ['a in (b)', false],
  ])('%s: %s', (selector, fits) => {
    expect(selectorFits(selector, { a: 'b' })).toBe(fits)
  })
})
