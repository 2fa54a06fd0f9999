import { describe, expect, it } from 'vitest'
import { namesBehindKinds, otherPlainName } from './plain-names.ts'

it.each<[string, readonly string[]]>([
  ['The deployment web:', ['deployment web']],
  ['Update the deployment web image', ['deployment web']],
  ['The Deployment `web`:', []],
  ['The deployment again:', []],
  ['The pods and the service db', ['service db']],
])('%s', (text, names) =>
  expect(namesBehindKinds(text).map(({ kind, name }) => `${kind} ${name}`)).toEqual(names),
)

describe('a title with a name that nothing beside it has', () => {
  const get = 'kubectl get deployment web'
  const made = ['kubectl create deployment db --image=nginx', 'Start it.']
  it.each<[string, string, readonly string[], string | undefined]>([
    ['The deployment db:', get, [], 'db'],
    ['Deployment db:', get, [], 'db'],
    ['The deployment web:', get, [], undefined],
    ['The pod web:', 'kubectl get pods\nweb-5d-x 1/1', [], undefined],
    ['State of the deployment backend:', get, [], 'backend'],
    ['The Service web:', get, [], 'service'],
    ['The Service web:', 'kubectl get svc web', [], undefined],
    ['In the namespace called x:', get, [], 'x'],
    ['In the namespace called other:', get, [], 'other'],
    ['In the namespace called other:', 'kubectl get pods -n other', [], undefined],
    ['The db deployment:', get, made, 'db'],
    ['The db deployment:', get, [], undefined],
    ['The web deployment:', get, made, undefined],
    ['Look up a pod by its name:', get, ['Make a pod a:', 'kubectl run a'], undefined],
    ['The sample deployment:', get, made, undefined],
    ['The Deployment now:', get, [], undefined],
    ['The Deployment rollout:', get, [], undefined],
    ['The Service address:', 'kubectl get service web', [], undefined],
    ['In namespace x:', get, [], 'x'],
    ['The Deployment in namespace x:', get, [], 'x'],
    ['In the x namespace:', get, [], 'x'],
    ['In the kube-system namespace:', get, [], 'kube-system'],
    ['In the kube-system namespace:', 'kubectl get ds -n kube-system', [], undefined],
    ['In the default namespace:', get, [], undefined],
    ['In namespace default:', get, [], undefined],
    ['The db Deployment:', get, made, 'db'],
    ['Look at db:', get, made, 'db'],
    ['Look at db:', get, [], undefined],
    ['Look at web:', get, made, undefined],
    ['The state in namespace monitoring:', get, [], 'monitoring'],
    ['In the same namespace:', get, [], undefined],
    ['In the namespace that was made:', get, [], undefined],
    ['In a labeled namespace:', get, [], undefined],
  ])('%s %s %j', (title, text, before, expected) =>
    expect(otherPlainName(title, text, before)).toBe(expected),
  )
})
