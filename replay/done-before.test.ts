import { expect, it } from 'vitest'
import { undoneBefore } from './done-before.ts'

const lines = [
  '1. Create the Deployment and label the node:',
  '$ cat > a.yaml <<EOF',
  '$ kubectl create deployment web --image=nginx',
  '$ kubectl cordon node-1',
]

it.each([
  ['The pods are running after the node was drained.', 'drain the node'],
  ['The pods are running after draining the node.', 'draining the node'],
  ['Once the node is drained, the pods are pending.', 'drain the node'],
  ['The pods are gone after the namespace was deleted.', 'delete the namespace'],
  ['The pods stay after the cluster was upgraded.', 'upgrade the cluster'],
  ['The pods are running after the node was cordoned.', undefined],
  ['The node has the label after the node was labeled.', undefined],
  ['The pods are running after the Deployment was created.', undefined],
  ['Another pod runs after the pod was deleted.', undefined],
  ['Drain the node; the pods are pending after the node is drained.', undefined],
  ['The pods are running after a minute.', undefined],
])('%s: %s', (sentence, wanted) => expect(undoneBefore(sentence, lines)).toBe(wanted))
