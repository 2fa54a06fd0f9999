import { expect, it } from 'vitest'
import { Bindings } from '../bindings.ts'
import { compareExample } from '../compare.ts'

it.each([
  [
    'a count',
    'NAME   READY   STATUS\nweb    3/3     Running',
    'NAME   READY   STATUS\nweb    2/3     Running',
    '3/3 2/3',
  ],
  ['a status', 'status:\n  phase: Pending', 'status:\n  phase: Running', 'Pending Running'],
  ['a field', '...\nstatus:\n  active: 4', 'kind: Job\nstatus:\n  active: 3', '4 3'],
  ['more than is ready', 'status:\n  ready: 4', 'status:\n  ready: 3', '4 3'],
  ['nothing that comes to be ready', 'status:\n  ready: 2', 'status:\n  ready: 3', undefined],
  ['a number', 'Replicas:  3 desired', 'Replicas:  2 desired', '3 2'],
  ['no name', 'NAME   STATUS\nminikube   Ready', 'NAME   STATUS\nnode-1   Ready', undefined],
  ['no row of another name', 'NAME   STATUS\na   Ready', 'NAME   STATUS\nb   NotReady', undefined],
  ['no metric', 'requests_total{code="200"} 5', 'requests_total{code="200"} 7', undefined],
  ['no address', 'IP:  10.0.0.1', 'IP:  10.96.3.7', undefined],
  ['no size', 'Allocatable memory 8145276Ki', 'Allocatable memory 16393248Ki', undefined],
])('tells of %s that another run would not have otherwise', (_what, shown, actual, told) => {
  const { differences, other } = compareExample(shown.split('\n'), 1, actual, new Bindings())
  expect(differences).toEqual([])
  expect(other && `${other.shown} ${other.printed}`).toBe(told)
})
