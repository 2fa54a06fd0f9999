import { expect, it } from 'vitest'
import { withOnlyNode } from './only-node.ts'

it.each([
  ['docker exec -it <id of the node container> sh', 'docker exec -it n1 sh'],
  ['docker exec <node> ls <file name>', 'docker exec n1 ls <file name>'],
  ['kubectl get node <node-name> -o yaml', 'kubectl get node n1 -o yaml'],
  ['kubectl get pods <pod-name>', 'kubectl get pods <pod-name>'],
  ['kubectl exec <pod> -- ls', 'kubectl exec <pod> -- ls'],
])('%s', (command, expected) => {
  expect(withOnlyNode(command, ['n1'])).toBe(expected)
})

it('leaves open which of several nodes is meant', () => {
  expect(withOnlyNode('docker exec <node> ls', ['n1', 'n2'])).toBe('docker exec <node> ls')
  expect(withOnlyNode('docker exec <node> ls', [])).toBe('docker exec <node> ls')
})
