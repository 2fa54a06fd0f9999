import { expect, it } from 'vitest'
import { errorText, FieldPath } from '../../../apimachinery/field-error.ts'
import { validateClientConfig } from './client-config.ts'
import { validateRuleWithOperations } from './rule.ts'
import { validateWebhooks, type Webhook, webhookOptions } from './webhook-validation.ts'

const path = FieldPath.of('w')
const good: Webhook = {
  name: 'a.b.c',
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  clientConfig: { url: 'https://a/b' },
}
const check = (hooks: Webhook[], old?: Webhook[]): string[] =>
  validateWebhooks(hooks, webhookOptions(36, hooks, old)).map(errorText)

it('wants names of three segments, each once', () => {
  expect(check([good, { ...good }, { ...good, name: 'a.b' }])).toEqual([
    'webhooks[1].name: Duplicate value: "a.b.c"',
    'webhooks[2].name: Invalid value: "a.b": should be a domain with at least three segments separated by dots',
  ])
})

it('lets an update keep what the stored webhooks have', () => {
  const bad = { ...good, sideEffects: 'Some', admissionReviewVersions: ['v2'] }
  expect(check([bad])).toEqual([
    'webhooks[0].sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"',
    'webhooks[0].admissionReviewVersions: Invalid value: ["v2"]: must include at least one of v1, v1beta1',
  ])
  expect(check([bad], [bad])).toEqual([])
})

it('wants rules that do not repeat themselves', () => {
  const rule = {
    operations: ['*', 'CREATE'],
    apiGroups: [''],
    apiVersions: [],
    resources: ['pods/*', 'pods/log', '*', 'nodes'],
  }
  expect(validateRuleWithOperations(rule, path, 36).map(errorText)).toEqual([
    'w.operations: Invalid value: ["*","CREATE"]: if \'*\' is present, must not specify other operations',
    'w.apiVersions: Required value',
    'w.resources[1]: Invalid value: "pods/log": if \'pods/*\' is present, must not specify pods/log',
    'w.resources: Invalid value: ["pods/*","pods/log","*","nodes"]: if \'*\' is present, must not specify other resources without subresources',
  ])
})

it('calls a service or a plain https URL', () => {
  const fields = (config: object) => validateClientConfig(config, path, 36).map((e) => [e.field, e.badValue])
  expect(fields({})).toEqual([['w', '']])
  expect(fields({ url: 'http://u:p@h/x?q#f' })).toEqual([
    ['w.url', 'http'],
    ['w.url', 'u:p'],
    ['w.url', 'f'],
    ['w.url', 'q'],
  ])
  expect(validateClientConfig({ url: 'https://h:x/' }, path, 36).map(errorText)).toEqual([
    'w.url: Required value: url must be a valid URL: parse "https://h:x/": invalid port ":x" after host; desired format: https://host[/path]',
  ])
  const service = { name: 's', namespace: 'n', port: 443, path: '/a//b' }
  expect(validateClientConfig({ service }, path, 36).map(errorText)).toEqual([
    'w.service.path: Invalid value: "/a//b": segment[1] may not be empty',
  ])
})
