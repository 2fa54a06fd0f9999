// Sentences that say that nothing has a field, or which value one has.
import { expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { expectToSaySomething, judgedSentences, verdictOf, worldOf } from './testing/sentence-verdicts.ts'

const object = (kind: string, name: string, spec: object): KubeObject => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace: 'default' },
  spec,
})
const world = {
  ...worldOf({
    'ingresses.networking.k8s.io': [
      object('Ingress', 'a', { rules: [] }),
      object('Ingress', 'b', { ingressClassName: 'nginx' }),
    ],
    'cronjobs.batch': [object('CronJob', 'c', { concurrencyPolicy: 'Forbid', suspend: true })],
  }),
  hasField: (_: string, name: string) =>
    ['defaultBackend', 'ingressClassName', 'concurrency policy', 'suspend'].includes(name),
}

it.each(
  judgedSentences(`
holds | No Ingress has a \`defaultBackend\`. | None of the Ingresses has the \`defaultBackend\` field.
fails | No Ingress has an \`ingressClassName\`. | None of the Ingresses has \`ingressClassName\`.
fails | Neither the Ingress nor the CronJob exists.
holds | Neither the ConfigMap nor the Secret exists.
holds | The CronJob has \`Forbid\` as its concurrency policy. | The CronJob has \`Forbid\` as its concurrency policy and is suspended.
fails | The CronJob has \`Allow\` as its concurrency policy. | The CronJob has \`Forbid\` as its concurrency policy and is not suspended.
fails | The CronJob does not have \`Forbid\` as its concurrency policy.
`),
)('%s: %s', async (sentence, verdict) => {
  expect(await verdictOf(sentence, world)).toBe(verdict)
  if (verdict === 'holds') await expectToSaySomething(sentence, world)
})
