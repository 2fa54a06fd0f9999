import { expect, it } from 'vitest'
import { printsOther } from './other-things.ts'

const replicas = "kubectl get deployment web -o jsonpath='{.spec.replicas}'"
const pods = 'kubectl get pods -o name | wc -l'
it.each([
  ['Get the desired replicas:', replicas, false],
  ['Get the configured number of replicas:', replicas, false],
  ['Check the scale of the Deployment:', replicas, false],
  ['See the rollout:', replicas, false],
  ['View the app:', replicas, false],
  ['Get the total number of pods:', pods, false],
  ['Get the worker nodes:', 'kubectl get nodes -o name', false],
  ['Get the IP family:', "kubectl get svc a -o jsonpath='{.spec.ipFamilies}'", false],
  ['List the events:', 'kubectl get ev', false],
  ['Print the version of the node:', 'kubectl get nodes -o name', true],
  ['The following Pod YAML was used to verify it:', 'apiVersion: v1\nkind: Pod\n', false],
  ['The following pod spec is used:', 'apiVersion: apps/v1\nkind: Deployment\n', false],
  ['The following service manifest is used:', 'apiVersion: v1\nkind: Pod\n', true],
  ['Print the image:', replicas, true],
  ['Get the ConfigMap:', replicas, true],
  ['Show the number of Deployments:', pods, true],
])('%s over %s is another thing: %s', (text, command, other) => {
  expect(printsOther(text, [command]) !== undefined).toBe(other)
})
