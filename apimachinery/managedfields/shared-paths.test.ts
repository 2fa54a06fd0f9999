import { expect, it } from 'vitest'
import { setOf } from './field-set.ts'
import { fieldElement, showPath } from './path-element.ts'
import { sharedPaths } from './shared-paths.ts'

const path = (text: string) => text.split('.').map(fieldElement)

// As a kube-apiserver 1.28 tells a conflict about .spec.defaultBackend.service.name and .port.number of an Ingress.
it('the last path of an array stands for those that share it', () => {
  const service = 'spec.defaultBackend.service'
  expect(sharedPaths(setOf(path(`${service}.name`), path(`${service}.port.number`))).map(showPath)).toEqual([
    `.${service}.port`,
    `.${service}.port.number`,
  ])
  expect(sharedPaths(setOf(path('spec.a'), path('spec.b.c'))).map(showPath)).toEqual(['.spec.a', '.spec.b.c'])
})
