// Answers of kube-apiserver 1.36.3 to the same APIServices.
import { expect, it } from 'vitest'
import { errorText } from '../../../apimachinery/field-error.ts'
import { validateAPIService } from './validation.ts'

const errorsOf = (name: string, spec: Record<string, unknown>): string[] =>
  validateAPIService(
    {
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name },
      spec: {
        group: 'ext.example.com',
        version: 'v1',
        groupPriorityMinimum: 2000,
        versionPriority: 10,
        ...spec,
      },
    },
    36,
  ).map(errorText)

const own = 'v1.ext.example.com'

it('is named by its group version, and says where it is answered', () => {
  expect(errorsOf(own, { service: { namespace: 'a', name: 'b', port: 443 } })).toEqual([])
  expect(errorsOf('x', { service: { namespace: '', name: '', port: 70000 } })).toEqual([
    'metadata.name: Invalid value: "x": must be `spec.version+"."+spec.group`: "v1.ext.example.com"',
    'spec.service.namespace: Required value',
    'spec.service.name: Required value',
    'spec.service.port: Invalid value: 70000: port is not valid: must be between 1 and 65535, inclusive',
  ])
})

it('has priorities, and one way to believe its server', () => {
  const wrong = { groupPriorityMinimum: 0, versionPriority: 0, insecureSkipTLSVerify: true, caBundle: 'YQ==' }
  expect(errorsOf(own, { ...wrong, service: { namespace: 'a', name: 'b', port: 443 } })).toEqual([
    'spec.groupPriorityMinimum: Invalid value: 0: must be positive and less than 20000',
    'spec.versionPriority: Invalid value: 0: must be positive and less than 1000',
    'spec.insecureSkipTLSVerify: Invalid value: true: may not be true if caBundle is present',
  ])
})

it('believes nobody where the server itself answers', () => {
  expect(errorsOf(own, { caBundle: 'YWI=', insecureSkipTLSVerify: true })).toEqual([
    'spec.caBundle: Invalid value: "2 bytes": local APIServices may not have a caBundle',
    'spec.insecureSkipTLSVerify: Invalid value: true: local APIServices may not have insecureSkipTLSVerify',
  ])
  expect(errorsOf('v9.', { group: '', version: 'v9' })).toEqual([
    'spec.group: Required value: only v1 may have an empty group and it better be legacy kube',
  ])
})
