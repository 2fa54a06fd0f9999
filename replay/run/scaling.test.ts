import { expect, it } from 'vitest'
import { scalingIn } from './scaling.ts'

it.each([
  ['Scale up the deployment to 5 replicas:', 'up'],
  ['1. Then scale the StatefulSet down.', 'down'],
  ['Disable the gate, and scale out the workload.', 'up'],
  ['Check that the autoscaler does not want to scale up.', undefined],
  ['The HPA scales the deployment.', undefined],
])('%s goes %s', (text, way) => expect(scalingIn(text)).toBe(way))
