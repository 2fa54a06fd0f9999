import { expect, it } from 'vitest'
import { otherNumber, outcomeOfOther } from './unit-values.ts'

it.each([
  ['Create a Deployment with two replicas:', 'kubectl create deployment a --image=b --replicas=3', 'two'],
  ['Create a Deployment with one replica:', 'kubectl create deployment a --image=b --replicas=3', 'one'],
  [
    'Create a Deployment with three replicas:',
    'kubectl create deployment a --image=b --replicas=3',
    undefined,
  ],
  ['Create a Deployment with two replicas:', 'kubectl create deployment a --image=b', undefined],
  ['A Job with 2 completions and parallelism 3:', 'completions: 3\nparallelism: 3', '2'],
  ['A Job with 3 completions and parallelism 2:', 'completions: 3\nparallelism: 3', '2'],
  ['A Job with 3 completions and parallelism 3:', 'completions: 3\nparallelism: 3', undefined],
  ['Create a quota of three Pods:', 'kubectl create quota q --hard=pods=2', 'three'],
  ['Create a quota that lets in at most 2 Pods:', 'kubectl create quota q --hard=pods=2', undefined],
  ['Create a quota of one Service:', 'kind: ResourceQuota\nspec:\n  hard:\n    services: "2"', 'one'],
  ['Create a Service with two ports for three pods:', 'ports:\n- port: 80', undefined],
  ['The port is 80, and three pods run:', 'port: 80', undefined],
])('%s above %s: %s', (text, typed, wanted) => expect(otherNumber(text, [typed])).toBe(wanted))

const denied = 'error: failed to create deployment: deployments.apps "a" is forbidden: denied'
it.each([
  ['A Deployment is let through:', denied, 'is let through'],
  ['A Deployment is denied:', denied, undefined],
  ['A Deployment is denied:', 'deployment.apps/a created', 'is denied'],
  ['A Deployment goes through:', 'deployment.apps/a created', undefined],
  ['A Deployment is not denied:', denied, undefined],
  ['A Deployment is created:', denied, undefined],
])('%s above what prints %s: %s', (text, shown, wanted) => expect(outcomeOfOther(text, [shown])).toBe(wanted))
