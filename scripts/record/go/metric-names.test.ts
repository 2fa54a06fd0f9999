import { expect, it } from 'vitest'
import { documentedMetrics, metricNamesFile, withMetrics } from './metric-names.ts'

it('a name is of namespace, subsystem and name', () => {
  const list =
    '- name: http_requests_total\n  subsystem: apiserver\n- name: up\n  namespace: ""\n- name: c\n  namespace: a\n  subsystem: b\n'
  expect(documentedMetrics(list)).toEqual(['apiserver_http_requests_total', 'up', 'a_b_c'])
})

it('releases are added in any order', () => {
  const later = withMetrics({ a: ['1.30', '1.30'] }, '1.36', ['a', 'b'])
  expect(withMetrics(later, '1.29', ['c', 'a'])).toEqual({
    a: ['1.29', '1.36'],
    b: ['1.36', '1.36'],
    c: ['1.29', '1.29'],
  })
  expect(metricNamesFile(later)).toBe('{\n  "a": ["1.30","1.36"],\n  "b": ["1.36","1.36"]\n}\n')
})
