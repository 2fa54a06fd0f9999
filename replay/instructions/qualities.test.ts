import { expect, it } from 'vitest'
import { unshownIn } from './agrees.ts'
import { unshownDependence } from './other-things.ts'

const clusterIp = 'kubectl create service clusterip a --tcp=80'
const config = (line: string): string =>
  `kubectl apply -f - <<E\nkind: ConfigMap\nmetadata: {name: a}\n${line}\nE`
const job = 'kubectl create job a --image=busybox -- true'

it.each([
  ['Create a headless Service:', clusterIp, 'headless'],
  ['Create a headless Service:', `${clusterIp} --clusterip=None`, undefined],
  ['Create a Service without host network:', clusterIp, undefined],
  ['Create a NodePort Service:', clusterIp, 'NodePort'],
  ['Create a NodePort Service:', 'kubectl create service nodeport a --tcp=80', undefined],
  ['Create an immutable ConfigMap:', config('immutable: true'), undefined],
  ['Create an immutable ConfigMap:', config('immutable: false'), 'immutable'],
  ['Create an immutable ConfigMap:', config('data: {}'), 'immutable'],
  // What is in the file, nobody beside the sentence says.
  ['Create an indexed Job:', 'kubectl apply -f a.yaml', undefined],
  ['Create an indexed Job:', job, 'indexed'],
  ['Create a Job with an init container:', job, 'init container'],
  ['Annotate the Job:', 'kubectl label job a x=y', 'annotate'],
  ['Label the Job:', 'kubectl label job a x=y', undefined],
  ['Drain the node:', 'kubectl cordon a', 'drain'],
  ['Cordon the node:', 'kubectl uncordon a', 'cordon'],
  ['Uncordon the node:', 'kubectl uncordon a', undefined],
  ['Apply it with client-side apply:', config('data: {}'), undefined],
  [
    'Apply it with client-side apply:',
    config('data: {}').replace('apply', 'apply --server-side'),
    'client-side',
  ],
  ['Get the Job as YAML:', 'kubectl get job a -o json', 'as YAML'],
  ['Get the Job as JSON:', 'kubectl get job a -o json', undefined],
  ['Create a Job and a ConfigMap:', job, 'configmap'],
  ['Create a pod and a Service:', 'kubectl run a --image=busybox', 'service'],
  ['Delete the Deployment and its pods:', 'kubectl delete deployment a', undefined],
  ['Delete the pod and the Service:', 'kubectl delete pod,service a', undefined],
])('%s | %s', (text, command, unshown) => {
  expect(unshownIn(text, { done: [command], shown: [] })).toBe(unshown)
})

const refusal = ['err="A1 is enabled, but depends on features that are disabled: [B1 C1]"']
it.each([
  ['`A1` depends on `B1`:', undefined],
  ['The gate `A1` requires the gate `C1`:', undefined],
  ['`B1` depends on `A1`:', 'depends'],
  ['`A1` does not depend on `B1`:', 'depends'],
  ['`A1` cannot be enabled without `B1`:', undefined],
])('%s above a refusal', (text, unshown) => {
  expect(unshownDependence(text, refusal)).toBe(unshown)
})

it.each([
  ['The Deployment is orphaned:', 'web', 'orphaned'],
  ['The Deployment got corrupted:', 'web', 'corrupted'],
  ['The API hides it:', 'web', 'hides'],
  ['The finalizer blocks it:', 'web', 'blocks'],
  ['The Deployment is described:', 'web', undefined],
  ['The Deployment is the old one, until its image is replaced:', 'web', undefined],
  ['The Deployment is printed:', 'web', undefined],
  ['The Deployment is degraded:', 'Degraded', undefined],
  ['The pod runs without a node:', 'web', 'without'],
  ['The pod runs without a node:', 'kind: Pod', undefined],
])('%s above what prints %s', (text, output, unshown) => {
  expect(unshownIn(text, { done: ['kubectl get deployment'], shown: [output] })).toBe(unshown)
})
